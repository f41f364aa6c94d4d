//! Verbs about resources, tracks and costs.

use super::form::{Amounts, Condition, Holder, Number, Price, Prices, PrintedCost, Purses, Seat};
use super::verb;

verb! {
    /// Gives resources, up to their largest value. A binding that stands for a resource may be
    /// named too.
    ///
    /// ```yaml
    /// - gain: { wood: 2, vp: "it.level" }
    /// - gain: { wood: 1, to: "self.owner" }
    /// ```
    Gain = "gain" {
        /// who gets them; `me` if left out
        to: Option<Holder>,
        /// the resources, if one is called like a key
        amounts: Option<Amounts>,
    }
    others resources = "a resource: how many"
}

verb! {
    /// Takes resources, as much as there is.
    ///
    /// ```yaml
    /// - lose: { wood: 2, from: p2 }
    /// ```
    Lose = "lose" {
        /// who loses; `me` if left out
        from: Option<Holder>,
        /// the resources, if one is called like a key
        amounts: Option<Amounts>,
    }
    others resources = "a resource: how many"
}

verb! {
    /// Sets resources, within their bounds. Nothing counts as gained.
    ///
    /// ```yaml
    /// - set: { wood: 0 }
    /// - set: { mark: 1, of: where }
    /// ```
    Set = "set" {
        /// whose; `me` if left out
        of: Option<Holder>,
        /// the resources, if one is called like a key
        amounts: Option<Amounts>,
    }
    others resources = "a resource or track: its new value"
}

verb! {
    /// Moves along a track and gives the bonuses reached or passed.
    ///
    /// ```yaml
    /// - advance: { skill: 2 }
    /// ```
    Advance = "advance" {
        /// who advances; `me` if left out
        of: Option<Seat>,
    }
    others tracks = "a track: how many steps"
}

verb! {
    /// Moves back along a track.
    ///
    /// ```yaml
    /// - retreat: { skill: 1, of: p2 }
    /// ```
    Retreat = "retreat" {
        /// who goes back; `me` if left out
        of: Option<Seat>,
    }
    others tracks = "a track: how many steps"
}

verb! {
    /// Pays a cost; the steps cannot go on without it. Other resources pay too where they say so
    /// with `pays_as`.
    ///
    /// ```yaml
    /// - pay: { wood: 2, gold: 1 }
    /// - pay: "it.cost"
    /// - pay: { any: [ { wood: 2 }, { gold: 1, if: "me.skill > 2" } ] }
    /// - pay: { worth: 5, with: [ { wood: 2 }, { gold: 1, cap: 1 } ] }
    /// ```
    Pay = "pay"
    takes printed: Option<PrintedCost> = "a printed cost, as in `pay: \"it.cost\"`"
    {
        /// one of them is paid
        any: Option<Prices>,
        /// how much must be paid by what stands under `with`
        worth: Option<Number>,
        /// what pays it: how many are worth one, `cap`: worth at most
        with: Option<Purses>,
        /// the cost, where other keys stand beside it
        cost: Option<Price>,
        /// who pays; `me` if left out
        by: Option<Seat>,
        /// who is paid; the supply if left out
        to: Option<Seat>,
        /// of one of several costs: when it may be chosen
        condition as "if": Option<Condition>,
    }
    others resources = "a resource or tag: how many, or `{ amount, from }` to pay from pieces"
}
