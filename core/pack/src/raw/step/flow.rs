//! Verbs that steer: conditions, loops, calls, bindings.

use super::{StepShape, VerbShape, may, need, plain};

const ELSE: super::KeyShape = may("else", "steps", "done otherwise");

pub(super) const VERBS: &[VerbShape] = &[
    VerbShape {
        verb: "try",
        shape: StepShape {
            short: Some("steps"),
            beside: &[ELSE],
            ..plain(
                "Does some steps if they can be completed, without asking.",
                "- try: [ { pay: { fish: 1 } } ]\n  else: [ { lose: { vp: 3 } } ]",
            )
        },
    },
    VerbShape {
        verb: "when",
        shape: StepShape {
            short: Some("a condition"),
            beside: &[need("do", "steps", "done if it holds"), ELSE],
            ..plain(
                "Does some steps if a condition holds.",
                "- when: \"me.wood > 3\"\n  do: [ { gain: { vp: 1 } } ]\n  else: [ { gain: { wood: \
                 1 } } ]",
            )
        },
    },
    VerbShape {
        verb: "repeat",
        shape: StepShape {
            keys: &[
                may("times", "number", "exactly so often"),
                may("up_to", "number", "so often at most; asked before each further time"),
                may("min", "number", "with `up_to`: so often without asking; 1 if left out"),
                may("until", "condition", "checked after each time"),
                may("while", "condition", "checked before each time"),
                may("distinct", "name", "the pick bound to it never picks the same again"),
                may("same", "name", "the pick bound to it always picks the same as at first"),
                may("as", "name", "binds which time it is, from 1"),
                may("ask", "text", "with `up_to`: the question"),
                need("do", "steps", "what is repeated"),
            ],
            gives: Some("in `do`, which time it is, from 1"),
            ..plain(
                "Repeats steps.",
                "- repeat: { times: 3, do: [ { move: { from: deck, to: me.hand } } ] }\n\
                 - repeat: { up_to: 2, distinct: cell, do: [ { pick: { from: cells }, as: cell } ] }",
            )
        },
    },
    VerbShape {
        verb: "each",
        shape: StepShape {
            keys: &[
                may("of", "set", "what is walked over, as it is at the start"),
                may("seat", "`all`, `others` or `players`", "seats: each becomes `me`"),
                may("from", "seat", "with `seat`: the first one; `me` if left out"),
                may("order", "`clockwise` or `counter-clockwise`", "with `seat`"),
                need("do", "steps", "what is done for each"),
            ],
            gives: Some("in `do`, the thing; `it` if left out"),
            ..plain(
                "Does steps for each thing of a set, or for each seat.",
                "- each: { of: me.yard, do: [ { gain: { vp: \"tile.level\" } } ] }\n  as: tile\n\
                 - each: { seat: others, do: [ { lose: { wood: 1 } } ] }",
            )
        },
    },
    VerbShape {
        verb: "turns",
        shape: StepShape {
            keys: &[
                may("from", "seat", "who begins; `me` if left out; the game stops if it is nobody"),
                may("seats", "`all` or `players`", "who takes turns; `all` if left out"),
                may("order", "`clockwise` or `counter-clockwise`", "`clockwise` if left out"),
                may("until", "condition", "checked before and after each turn"),
                may("skip", "condition", "who is passed over, with that seat as `me`"),
                need("do", "steps", "a turn"),
            ],
            ..plain(
                "Takes turns around the table, each beginning the period `turn`. What is chosen in a turn is \
                 final once the next turn begins or the turns are over.",
                "- turns: { until: \"all(seats(), it.passed == 1)\", skip: \"me.passed == 1\", \
                 do: [ { call: turn } ] }",
            )
        },
    },
    VerbShape {
        verb: "call",
        shape: StepShape {
            short: Some("a procedure, or printed steps as in `call: \"it.reward\"`"),
            others: Some("a procedure: `{ parameter: expression }`"),
            gives: Some("what the procedure gives"),
            ..plain(
                "Runs a procedure, or the steps printed on a piece or space.",
                "- call: { build: { what: tile, where: cell } }\n- call: \"tile.reward\"",
            )
        },
    },
    VerbShape {
        verb: "give",
        shape: StepShape {
            short: Some("an expression"),
            ..plain("Ends the procedure with a value.", "- give: \"me.wood // 2\"")
        },
    },
    VerbShape {
        verb: "end",
        shape: StepShape {
            short: Some("`turns`, `repeat`, `each`, `procedure` or `game`"),
            ..plain("Leaves the innermost loop, the procedure or the game.", "- end: turns")
        },
    },
    VerbShape {
        verb: "script",
        shape: StepShape {
            short: Some("`topic.name`"),
            beside: &[
                may("with", "mapping", "what the script is given: `name: expression`"),
                may("gives", "type", "what it gives; `number` if left out"),
            ],
            gives: Some("what the script gives"),
            ..plain(
                "Runs a scripted step.",
                "- script: market.price\n  with: { what: tile }\n  as: price",
            )
        },
    },
    VerbShape {
        verb: "let",
        shape: StepShape {
            others: Some("a name: an expression"),
            ..plain(
                "Binds names. Binding a name again changes what it stands for.",
                "- let: { n: \"me.wood // 2\" }",
            )
        },
    },
    VerbShape {
        verb: "find",
        shape: StepShape {
            keys: &[
                need("from", "set", "of which"),
                may("if", "condition on `it`", "only those that satisfy it"),
                may("by", "list of numbers", "the largest first number wins, then the next"),
                may("random", "true or false", "draws one at random"),
            ],
            gives: Some("the thing, or nil"),
            ..plain(
                "Finds a thing without asking: the first, the best, or one at random.",
                "- find: { from: market, by: [\"it.level\", \"-it.slot\"] }\n  as: target",
            )
        },
    },
    VerbShape {
        verb: "require",
        shape: StepShape {
            short: Some("a condition"),
            ..plain(
                "The steps cannot go on unless the condition holds; `label` says why not.",
                "- require: \"me.wood > 2\"\n  label: not enough wood",
            )
        },
    },
    VerbShape {
        verb: "note",
        shape: StepShape {
            short: Some("text with gaps"),
            ..plain("Says something in the log.", "- note: \"{me} builds {tile}\"")
        },
    },
];
