//! Verbs about resources, tracks and costs.

use super::form::{
    Condition, Holder, Number, Prices, PrintedAmounts, PrintedCost, Purses, Seat, Text,
};
use super::verb;

verb! {
    /// Gives resources, up to their largest value.
    ///
    /// ```yaml
    /// - gain: { wood: 2, vp: "it.level" }
    /// - gain: { wood: 1 }
    ///   who: "after(me, 1)"
    /// - gain: it.spoils
    /// - gain: { wood: 1 }
    ///   who: others()
    /// ```
    Gain = "gain"
    takes printed: Option<PrintedAmounts> = "printed amounts, as in `gain: it.spoils`"
    others resources = "a resource: the amount"
    beside {
        /// who gets them, or a set, whose members each get the full amount; `me` if left out
        who: Option<Holder>,
    }
}

verb! {
    /// Takes resources, as many as there are.
    ///
    /// ```yaml
    /// - lose: { wood: 2 }
    ///   who: p2
    /// - lose: it.spoils
    /// ```
    Lose = "lose"
    takes printed: Option<PrintedAmounts> = "printed amounts, as in `lose: it.spoils`"
    others resources = "a resource: the amount"
    beside {
        /// who loses them, or a set; `me` if left out
        who: Option<Holder>,
    }
}

verb! {
    /// Sets resources, within their bounds. This does not count as gaining.
    ///
    /// ```yaml
    /// - set: { wood: 0 }
    /// - set: { mark: 1 }
    ///   who: where
    /// - set: { used: 0 }
    ///   who: me.yard
    /// ```
    Set = "set"
    others resources = "a resource or track: its new value"
    beside {
        /// who holds them, or a set; `me` if left out
        who: Option<Holder>,
    }
}

verb! {
    /// Moves along a track and gives the bonuses reached or passed.
    ///
    /// ```yaml
    /// - advance: { skill: 2 }
    /// ```
    Advance = "advance"
    others tracks = "a track: the number of steps"
    beside {
        /// who advances; `me` if left out
        who: Option<Seat>,
    }
}

verb! {
    /// Moves back along a track.
    ///
    /// ```yaml
    /// - retreat: { skill: 1 }
    ///   who: p2
    /// ```
    Retreat = "retreat"
    others tracks = "a track: the number of steps"
    beside {
        /// who moves back; `me` if left out
        who: Option<Seat>,
    }
}

verb! {
    /// Pays a cost; the steps cannot go on without it. Other resources may pay too, if their
    /// `pays_as` says so.
    ///
    /// ```yaml
    /// - pay: { wood: 2, gold: 1 }
    /// - pay: it.cost
    /// - pay: { any: [ { wood: 2 }, { gold: 1, if: "me.skill > 2" } ] }
    /// - pay: { worth: 5, with: [ { wood: 2 }, { gold: 1, cap: 1 } ], called: labour }
    /// - pay: { wood: 1 }
    ///   to: p2
    /// - pay: { worth: 3, with: [ { wood: 1 }, { gold: 1, cap: { worth: 1, per: turn } } ] }
    ///   as: paid
    /// ```
    Pay = "pay"
    takes printed: Option<PrintedCost> = "a printed cost or printed amounts, as in `pay: it.cost`"
    {
        /// one of them is paid
        any: Option<Prices>,
        /// how much `with` must pay
        worth: Option<Number>,
        /// what can pay it: how many of a resource are worth one; `cap`: the most it is worth;
        /// `cap: { worth, per }`: the most in a period, across all payments with the same `called`
        with: Option<Purses>,
        /// the name players see for this price, if it is not a resource
        called: Option<Text>,
        /// in one of several costs: the condition for choosing it
        condition as "if": Option<Condition>,
    }
    others resources = "a resource or tag: the amount, or `{ amount, from }` to pay from pieces"
    beside {
        /// who pays; `me` if left out
        who: Option<Seat>,
        /// who is paid; by default the supply, which also gets resources that seats cannot hold
        to: Option<Seat>,
    }
    binds "what was paid: `paid.wood`, `total(paid)`, `gain: paid`"
}
