//! Verbs that ask.

use super::form::{
    ConditionOnIt, Flag, Menus, Name, Number, Options, PickForm, Price, Seat, Space, Steps,
    Template, Text, Things, Who,
};
use super::read::is_step;
use super::verb;
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

verb! {
    /// Asks for one of several options. Only options that can be completed are offered. With `key`,
    /// abilities can offer more.
    ///
    /// ```yaml
    /// - choose:
    ///     ask: What now?
    ///     options:
    ///       build: { if: "me.wood > 1", again: true, do: [ { call: build } ] }
    ///       pass: [ { set: { passed: 1 } } ]
    ///   key: main
    /// - choose: { include: main, options: { rest: [ { gain: { wood: 1 } } ] }, skip_if_only: pass }
    /// ```
    Choose = "choose" {
        /// the question
        ask: Option<Text>,
        /// name: steps, or `{ if, reason, hidden_if, label, again, do }`. An option is listed with
        /// its `reason` where `if` does not hold, and not at all where `hidden_if` holds; `again`
        /// repeats the question after it
        options: Options,
        /// the key of a menu, or a list of them: their options and offers follow those of this menu
        include: Option<Menus>,
        /// an option that is taken without asking if no other can be taken
        skip_if_only: Option<Name>,
    }
}

verb! {
    /// Asks for a member of a set. With an empty set the steps cannot go on.
    ///
    /// ```yaml
    /// - pick: { from: market, if: "it.level < 3", ask: Which tile?, show: "level {it.level}" }
    ///   as: tile
    /// ```
    Pick = "pick" short "from": Things = "a set"
    {
        /// what can be picked
        from: Things,
        /// only members that satisfy it
        condition as "if": Option<ConditionOnIt>,
        /// what players read beside members that `if` rules out
        reason: Option<Text>,
        /// the question
        ask: Option<Text>,
        /// the text beside each: words with gaps about `it`
        show: Option<Template>,
        /// the player may pick nothing; binds nil
        optional: Option<Flag>,
        /// at least this many; binds a set
        min: Option<Number>,
        /// at most this many; binds a set
        max: Option<Number>,
    }
    binds "the thing picked, or a set of them with `min` or `max`"
}

verb! {
    /// Asks for a number. Up to 1,000 numbers are offered one by one. Beyond that, some are offered
    /// as examples, and any other can be named.
    ///
    /// ```yaml
    /// - amount: { from: 0, to: "me.wood", ask: How much wood? }
    ///   as: n
    /// ```
    Amount = "amount" {
        /// the smallest; 0 if left out
        from: Option<Number>,
        /// the largest
        to: Number,
        /// the question
        ask: Option<Text>,
    }
    binds "the number chosen"
}

verb! {
    /// Asks whether to do some steps; does not ask if they cannot be completed.
    ///
    /// ```yaml
    /// - may: [ { pay: { wood: 1 } }, { gain: { vp: 2 } } ]
    /// ```
    May = "may" short "do": Steps = "steps"
    {
        /// the question
        ask: Option<Text>,
        /// what happens after a yes
        body as "do": Steps,
    }
}

verb! {
    /// Asks several seats for a pick in secret, then goes on for each.
    ///
    /// ```yaml
    /// - secretly: { pick: { from: me.hand, ask: Which card? }, do: [ { move: { what: card, to: table } } ] }
    ///   as: card
    /// ```
    Secretly = "secretly" {
        /// who is asked; `players` if left out
        seats: Option<Who>,
        /// what each seat is asked, with that seat as `me`
        pick: PickForm,
        /// run for each seat in order, with it as `me`
        body as "do": Option<Steps>,
    }
    binds "in `do`, the thing that seat picked"
}

verb! {
    /// Moves step by step to linked spaces, never twice to the same one.
    ///
    /// ```yaml
    /// - expect: "ship.space ~= nil"
    /// - travel: { from: ship.space, through: "it.depth > 0", pay: { fish: 1 }, max: 3, stop_label: Stay here }
    ///   as: goal
    /// ```
    Travel = "travel" {
        /// where it starts
        from: Space,
        /// spaces that may be entered
        through: Option<ConditionOnIt>,
        /// what players read beside spaces that `through` rules out
        reason: Option<Text>,
        /// spaces where the route may end
        stop: Option<ConditionOnIt>,
        /// the price of each step; `it` is the space entered
        pay: Option<Price>,
        /// who is paid; `it` is the space entered
        to: Option<Seat>,
        /// run after each step; `it` is the space entered
        body as "do": Option<Steps>,
        /// at least this many steps; 1 if left out
        min: Option<Number>,
        /// at most this many steps
        max: Option<Number>,
        /// the question
        ask: Option<Text>,
        /// the text beside each space that can be entered: words with gaps about `it`
        show: Option<Template>,
        /// what players read for the option that ends the route; `none` if left out
        stop_label: Option<Text>,
    }
    binds "the space where the route ends"
}

/// Keys of an option of `choose`. The keys that are not read here name the option for patches and
/// give its source.
pub const OPTION_KEYS: [&str; 8] =
    ["if", "reason", "hidden_if", "label", "again", "do", "key", "source"];

/// An option of `choose`.
pub struct OptionSteps<'n> {
    /// Its id and its value.
    pub entry: &'n Entry,
    /// The condition for offering it.
    pub condition: Option<&'n Node>,
    /// The reason given when it is not offered.
    pub reason: Option<&'n Node>,
    /// The condition for not listing it at all.
    pub hidden_if: Option<&'n Node>,
    /// What players read.
    pub label: Option<&'n str>,
    /// Whether the question is repeated after it.
    pub again: bool,
    /// The steps of the option.
    pub body: Option<&'n Node>,
    /// Its keys, unless it is a bare list of steps.
    pub keys: Option<&'n Map>,
}

impl<'n> OptionSteps<'n> {
    /// Reads an option.
    pub fn of(entry: &'n Entry) -> Self {
        let keys = entry.value.as_map().filter(|map| !is_step(map));
        let get = |key: &str| keys.and_then(|map| map.get(key));
        let plain = Some(&entry.value).filter(|node| keys.is_none() && node.kind != Kind::Null);
        Self {
            entry,
            condition: get("if"),
            reason: get("reason"),
            hidden_if: get("hidden_if"),
            label: get("label").and_then(Node::as_text),
            again: get("again").is_some_and(|node| node.kind == Kind::Bool(true)),
            body: get("do").or(plain),
            keys,
        }
    }
}
