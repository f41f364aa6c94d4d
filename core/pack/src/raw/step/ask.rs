//! Verbs that ask.

use super::{StepShape, VerbShape, may, need, plain};

pub(super) const VERBS: &[VerbShape] = &[
    VerbShape {
        verb: "choose",
        shape: StepShape {
            keys: &[
                may("ask", "text", "the question"),
                need(
                    "options",
                    "mapping",
                    "name: steps, or `{ if, unless, label, again, do }`; `again` asks anew after it",
                ),
            ],
            ..plain(
                "Asks for one of several options. Only those that can be completed are offered. \
                 With `key`, abilities can offer more.",
                "- choose:\n    ask: What now?\n    options:\n      build: { if: \"me.wood > 1\", \
                 again: true, do: [ { call: build } ] }\n      pass: [ { set: { passed: 1 } } ]\n  \
                 key: main",
            )
        },
    },
    VerbShape {
        verb: "pick",
        shape: StepShape {
            short: Some("a set"),
            keys: &[
                need("from", "set", "what can be picked"),
                may("if", "condition on `it`", "only those that satisfy it"),
                may("ask", "text", "the question"),
                may("show", "text", "what is said beside each: words with gaps about `it`"),
                may("optional", "true or false", "nothing may be picked; binds nil"),
                may("min", "number", "at least so many; binds a set"),
                may("max", "number", "at most so many; binds a set"),
            ],
            gives: Some("what was picked; with `min` or `max` a set"),
            ..plain(
                "Asks for a thing of a set. With an empty set the steps cannot go on.",
                "- pick: { from: market, if: \"it.level < 3\", ask: Which tile?, show: \"level \
                 {it.level}\" }\n  as: tile",
            )
        },
    },
    VerbShape {
        verb: "amount",
        shape: StepShape {
            keys: &[
                may("from", "number", "the smallest; 0 if left out"),
                need("to", "number", "the largest"),
                may("ask", "text", "the question"),
            ],
            gives: Some("the number"),
            ..plain(
                "Asks for a number. Up to 1,000 numbers are offered one by one. Of more than that, \
                 some are offered as examples, and any other can be named.",
                "- amount: { from: 0, to: \"me.wood\", ask: How much wood? }\n  as: n",
            )
        },
    },
    VerbShape {
        verb: "may",
        shape: StepShape {
            short: Some("steps"),
            keys: &[
                may("ask", "text", "the question"),
                need("do", "steps", "what is done after a yes"),
            ],
            ..plain(
                "Asks whether to do some steps; does not ask if they cannot be completed.",
                "- may: [ { pay: { wood: 1 } }, { gain: { vp: 2 } } ]",
            )
        },
    },
    VerbShape {
        verb: "secretly",
        shape: StepShape {
            keys: &[
                may("seats", "`all`, `players` or `others`", "who is asked; `players` if left out"),
                need("pick", "as the verb `pick`", "what each is asked, with that seat as `me`"),
                may("do", "steps", "done for each seat in order, with it as `me`"),
            ],
            gives: Some("in `do`, what that seat picked"),
            ..plain(
                "Asks several seats for a pick, unseen by the others, then goes on for each.",
                "- secretly: { pick: { from: me.hand, ask: Which card? }, do: [ { move: { what: \
                 card, to: table } } ] }\n  as: card",
            )
        },
    },
    VerbShape {
        verb: "travel",
        shape: StepShape {
            keys: &[
                need("from", "space", "where it starts"),
                may("through", "condition on `it`", "spaces that may be entered"),
                may("stop", "condition on `it`", "spaces where it may end"),
                may("pay", "cost", "paid for each step; `it` is the space entered"),
                may("to", "seat", "who is paid; `it` is the space entered"),
                may("do", "steps", "done after each step; `it` is the space entered"),
                may("min", "number", "at least so many steps; 1 if left out"),
                may("max", "number", "at most so many steps"),
                may("ask", "text", "the question"),
            ],
            gives: Some("the space where it ends"),
            ..plain(
                "Goes step by step to linked spaces, never twice to the same.",
                "- travel: { from: ship.space, through: \"it.depth > 0\", pay: { fish: 1 }, max: 3 \
                 }\n  as: goal",
            )
        },
    },
];
