//! Verbs that steer: conditions, loops, calls, bindings.

use super::form::{
    Arguments, Callee, Circle, Condition, ConditionOnIt, Direction, EachOrder, Expr, Flag, Leaves,
    Name, Nothing, Number, Numbers, PrintedSteps, Results, ScriptName, Seat, Seats, Steps,
    Template, Text, Things,
};
use super::verb;

verb! {
    /// Does some steps if they can be completed, without asking.
    ///
    /// ```yaml
    /// - try: [ { pay: { fish: 1 } } ]
    ///   else: [ { lose: { vp: 3 } } ]
    /// ```
    Try = "try" takes body: Steps = "steps"
    beside {
        /// done otherwise
        otherwise as "else": Option<Steps>,
    }
}

verb! {
    /// Does several steps under one condition.
    ///
    /// ```yaml
    /// - if: "me.wood > 3"
    ///   do: [ { gain: { vp: 1 } } ]
    ///   else: [ { gain: { wood: 1 } } ]
    /// ```
    Do = "do" takes body: Steps = "steps"
    beside {
        /// done if the condition does not hold
        otherwise as "else": Option<Steps>,
    }
}

verb! {
    /// Repeats steps.
    ///
    /// ```yaml
    /// - repeat: { times: 3, do: [ { move: { from: deck, to: me.hand } } ] }
    /// - repeat: { up_to: 2, distinct: cell, do: [ { pick: { from: cells }, as: cell } ] }
    /// ```
    Repeat = "repeat" {
        /// exactly so often
        times: Option<Number>,
        /// so often at most; asked before each further time
        up_to: Option<Number>,
        /// with `up_to`: so often without asking; 1 if left out
        min: Option<Number>,
        /// checked after each time
        until: Option<Condition>,
        /// checked before each time
        while_ as "while": Option<Condition>,
        /// the pick bound to it never picks the same again
        distinct: Option<Name>,
        /// the pick bound to it always picks the same as at first
        same: Option<Name>,
        /// binds which time it is, from 1
        count as "as": Option<Name>,
        /// with `up_to`: the question
        ask: Option<Text>,
        /// what is repeated
        body as "do": Steps,
    }
    binds "in `do`, which time it is, from 1"
}

verb! {
    /// Does steps for each thing of a set, or as each of several seats.
    ///
    /// ```yaml
    /// - each: { of: me.yard, do: [ { gain: { vp: tile.level } } ] }
    ///   as: tile
    /// - each: { of: me.yard, order: chosen, do: [ { gain: { wood: 1 } } ] }
    /// - each: { as_seat: others, do: [ { lose: { wood: 1 } } ] }
    /// ```
    Each = "each" {
        /// what is walked over, as it is at the start
        of: Option<Things>,
        /// seats: in `do`, each of them is `me`, so questions there go to it
        as_seat: Option<Seats>,
        /// with `as_seat`: the first one; `me` if left out
        from: Option<Seat>,
        /// with `as_seat`: `clockwise` if left out; with `of` only `chosen`: the player is asked
        /// which one comes first as long as several are left
        order: Option<EachOrder>,
        /// with `order: chosen`: the question
        ask: Option<Text>,
        /// what is done for each
        body as "do": Steps,
    }
    binds "in `do`, the thing; `it` if left out"
}

verb! {
    /// Takes turns around the table. Each turn begins the period `turn`, and before and after each
    /// turn choices become final, as by `commit`.
    ///
    /// ```yaml
    /// - turns: { until: "all(seats(), it.passed == 1)", skip: "me.passed == 1", do: [ { call: turn } ] }
    /// ```
    Turns = "turns" {
        /// who begins; `me` if left out; the game stops with an error if it is nobody
        from: Option<Seat>,
        /// who takes turns; `all` if left out
        seats: Option<Circle>,
        /// `clockwise` if left out
        order: Option<Direction>,
        /// checked before and after each turn
        until: Option<Condition>,
        /// who is passed over, with that seat as `me`
        skip: Option<Condition>,
        /// a turn
        body as "do": Steps,
    }
}

verb! {
    /// Runs a procedure.
    ///
    /// ```yaml
    /// - call: { build: { what: tile, where: cell } }
    /// ```
    Call = "call"
    takes name: Option<Callee> = "a procedure"
    others arguments = "a procedure: `{ parameter: expression }`"
    binds "what the procedure returns"
}

verb! {
    /// Does the steps that are printed on a piece or space. In them, `self` is that piece or space. Of
    /// a `list/steps` it does one: the last beyond the end of the list, none before the first.
    ///
    /// ```yaml
    /// - perform: tile.reward
    /// - perform: { tile.action: { power: 2 } }
    /// - perform: "at(me.skill, tile.shops)"
    /// ```
    Perform = "perform"
    takes steps: Option<PrintedSteps> = "printed steps, as in `perform: it.reward`"
    others arguments = "printed steps: `{ parameter: expression }`"
}

verb! {
    /// Makes the choices so far final. Look-ahead ends here: whether something that comes later
    /// can be completed does not restrict what is offered before. An option is tried until nothing
    /// that follows can fail, or up to the next `commit`; with many questions in between, that takes
    /// long.
    ///
    /// ```yaml
    /// - commit
    /// ```
    Commit = "commit" takes nothing: Nothing = "nothing"
}

verb! {
    /// Ends the procedure with a value.
    ///
    /// ```yaml
    /// - return: "me.wood // 2"
    /// ```
    Return = "return" takes value: Expr = "an expression"
}

verb! {
    /// Leaves the innermost loop, the procedure or the game.
    ///
    /// ```yaml
    /// - end: turns
    /// ```
    End = "end" takes what: Leaves = "`turns`, `repeat`, `each`, `procedure` or `game`"
}

verb! {
    /// Runs a scripted step.
    ///
    /// ```yaml
    /// - script: market.price
    ///   with: { what: tile }
    ///   as: price
    /// - script: market.deal
    ///   returns: { price: number, seller: "seat?" }
    ///   as: deal
    /// - if: "deal.seller ~= nil"
    ///   do: [ { gain: { wood: deal.price }, who: deal.seller } ]
    /// ```
    Script = "script" takes name: ScriptName = "`topic.name`"
    beside {
        /// what the script is given: `name: expression`
        with: Option<Arguments>,
        /// the type of what it returns, `number` if left out; or several values by name
        returns: Option<Results>,
    }
    binds "what the script returns; of several values each is `name.value`, such as `deal.price`"
}

verb! {
    /// Binds names to numbers, things or sets. A set is bound as it is at that time. Binding a name
    /// again changes what it stands for.
    ///
    /// ```yaml
    /// - let: { n: "me.wood // 2" }
    /// - let: { rich: "all_best(players(), it.wood)" }
    /// ```
    Let = "let"
    others names = "a name: an expression"
}

verb! {
    /// Finds a thing without asking: the first, the best, or one at random.
    ///
    /// ```yaml
    /// - find: { from: market, by: ["it.level", "-it.slot"] }
    ///   as: target
    /// ```
    Find = "find" {
        /// of which
        from: Things,
        /// only those that satisfy it
        condition as "if": Option<ConditionOnIt>,
        /// the largest first number wins, then the next
        by: Option<Numbers>,
        /// draws one at random
        random: Option<Flag>,
    }
    binds "the thing, or nil"
}

verb! {
    /// The steps cannot go on unless the condition holds.
    ///
    /// ```yaml
    /// - require: "me.wood > 2"
    ///   reason: not enough wood
    /// ```
    Require = "require" takes condition: Condition = "a condition"
    beside {
        /// what people read where it does not hold
        reason: Option<Template>,
    }
}

verb! {
    /// Says what the rules see to: it is so whenever the steps come here. That is no condition of
    /// what is offered. Where it is not so after all, the rules are wrong, and the game stops and
    /// tells the place. What is named here is known to be there from here on.
    ///
    /// ```yaml
    /// - let: { top: "first(deck)" }
    /// - expect: "top ~= nil"
    /// ```
    Expect = "expect" takes condition: Condition = "a condition"
}

verb! {
    /// Says something in the log.
    ///
    /// ```yaml
    /// - note: "{me} builds {tile}"
    /// ```
    Note = "note" takes text: Template = "text with gaps"
}
