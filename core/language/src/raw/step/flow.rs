//! Verbs for control flow: conditions, loops, calls, bindings.

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
        /// exactly this many times
        times: Option<Number>,
        /// at most this many times; asked before each further one
        up_to: Option<Number>,
        /// with `up_to`: the number of times without asking; 1 if left out
        min: Option<Number>,
        /// checked after each time
        until: Option<Condition>,
        /// checked before each time
        while_ as "while": Option<Condition>,
        /// the name of a pick that never picks the same thing twice
        distinct: Option<Name>,
        /// the name of a pick that always picks the same thing as the first time
        same: Option<Name>,
        /// binds the number of the current time, from 1
        count as "as": Option<Name>,
        /// with `up_to`: the question
        ask: Option<Text>,
        /// what is repeated
        body as "do": Steps,
    }
    binds "in `do`, the number of the current repetition, from 1"
}

verb! {
    /// Runs steps for each member of a set, or as each of several seats.
    ///
    /// ```yaml
    /// - each: { of: me.yard, do: [ { gain: { vp: tile.level } } ] }
    ///   as: tile
    /// - each: { of: me.yard, order: chosen, do: [ { gain: { wood: 1 } } ] }
    /// - each: { as_seat: others, do: [ { lose: { wood: 1 } } ] }
    /// ```
    Each = "each" {
        /// what to loop over, as it is at the start
        of: Option<Things>,
        /// seats: in `do`, each of them is `me`, so it answers the questions there
        as_seat: Option<Seats>,
        /// with `as_seat`: the first one; `me` if left out
        from: Option<Seat>,
        /// with `as_seat`: `clockwise` if left out; with `of` only `chosen`: the player chooses the
        /// next one as long as several are left
        order: Option<EachOrder>,
        /// with `order: chosen`: the question
        ask: Option<Text>,
        /// what is done for each
        body as "do": Steps,
    }
    binds "in `do`, the current member; `it` if left out"
}

verb! {
    /// Takes turns around the table. Each turn begins the period `turn`. Choices become final
    /// before and after each turn, as with `commit`.
    ///
    /// ```yaml
    /// - turns: { until: "all(seats(), it.passed == 1)", skip: "me.passed == 1", do: [ { call: turn } ] }
    /// ```
    Turns = "turns" {
        /// who begins; `me` if left out; if it is nobody, the game stops with an error
        from: Option<Seat>,
        /// who takes turns; `all` if left out
        seats: Option<Circle>,
        /// `clockwise` if left out
        order: Option<Direction>,
        /// checked before and after each turn
        until: Option<Condition>,
        /// when a seat is skipped, with that seat as `me`
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
    binds "the value the procedure returns"
}

verb! {
    /// Runs the steps that are printed on a piece or space. In them, `self` is that piece or space.
    /// With a `list/steps` it runs one item: beyond the end the last one, before the first none.
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
    /// Makes all choices so far final. Look-ahead stops here: later steps that cannot be completed
    /// do not restrict what is offered before. Look-ahead tries an option until nothing that
    /// follows can fail, or up to the next `commit`; with many questions in between, that takes
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
        /// the arguments of the script: `name: expression`
        with: Option<Arguments>,
        /// the type of its result, `number` if left out; or several values by name
        returns: Option<Results>,
    }
    binds "the value the script returns; several values are `name.value`, such as `deal.price`"
}

verb! {
    /// Binds names to numbers, objects or sets. A set is bound as it is at that time. Binding a
    /// name again replaces its value.
    ///
    /// ```yaml
    /// - let: { n: "me.wood // 2" }
    /// - let: { rich: "all_best(players(), it.wood)" }
    /// ```
    Let = "let"
    others names = "a name: an expression"
}

verb! {
    /// Finds a member of a set without asking: the first, the best, or a random one.
    ///
    /// ```yaml
    /// - find: { from: market, by: ["it.level", "-it.slot"] }
    ///   as: target
    /// ```
    Find = "find" {
        /// the set to search
        from: Things,
        /// only members that satisfy it
        condition as "if": Option<ConditionOnIt>,
        /// the largest first number wins, then the next
        by: Option<Numbers>,
        /// draws one at random
        random: Option<Flag>,
    }
    binds "the thing found, or nil"
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
        /// what players read where it does not hold
        reason: Option<Template>,
    }
}

verb! {
    /// States a fact that the rules guarantee here. It does not restrict what is offered. If it
    /// turns out false, the rules are wrong: the game stops and reports the place. From here on,
    /// the names in it are known not to be nil.
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
