//! Verbs about resources, tracks and costs.

use super::{StepShape, VerbShape, may, plain};

const AMOUNTS: &str = "a resource: how many";

pub(super) const VERBS: &[VerbShape] = &[
    VerbShape {
        verb: "gain",
        shape: StepShape {
            keys: &[
                may("to", "seat, piece, space or [seat, space]", "who gets them; `me` if left out"),
                may("amounts", "mapping", "the resources, if one is called like a key"),
            ],
            others: Some(AMOUNTS),
            ..plain(
                "Gives resources, up to their largest value. A binding that stands for a \
                 resource may be named too.",
                "- gain: { wood: 2, vp: \"it.level\" }\n- gain: { wood: 1, to: \"self.owner\" }",
            )
        },
    },
    VerbShape {
        verb: "lose",
        shape: StepShape {
            keys: &[
                may("from", "seat, piece, space or [seat, space]", "who loses; `me` if left out"),
                may("amounts", "mapping", "the resources, if one is called like a key"),
            ],
            others: Some(AMOUNTS),
            ..plain("Takes resources, as much as there is.", "- lose: { wood: 2, from: p2 }")
        },
    },
    VerbShape {
        verb: "set",
        shape: StepShape {
            keys: &[
                may("of", "seat, piece, space or [seat, space]", "whose; `me` if left out"),
                may("amounts", "mapping", "the resources, if one is called like a key"),
            ],
            others: Some("a resource or track: its new value"),
            ..plain(
                "Sets resources, within their bounds. Nothing counts as gained.",
                "- set: { wood: 0 }\n- set: { mark: 1, of: where }",
            )
        },
    },
    VerbShape {
        verb: "advance",
        shape: StepShape {
            keys: &[may("of", "seat", "who advances; `me` if left out")],
            others: Some("a track: how many steps"),
            ..plain(
                "Moves along a track and gives the bonuses reached or passed.",
                "- advance: { skill: 2 }",
            )
        },
    },
    VerbShape {
        verb: "retreat",
        shape: StepShape {
            keys: &[may("of", "seat", "who goes back; `me` if left out")],
            others: Some("a track: how many steps"),
            ..plain("Moves back along a track.", "- retreat: { skill: 1, of: p2 }")
        },
    },
    VerbShape {
        verb: "pay",
        shape: StepShape {
            short: Some("a printed cost, as in `pay: \"it.cost\"`"),
            keys: &[
                may("any", "list of costs", "one of them is paid"),
                may("worth", "number", "how much must be paid by what stands under `with`"),
                may("with", "list", "what pays it: how many are worth one, `cap`: worth at most"),
                may("cost", "cost", "the cost, where other keys stand beside it"),
                may("by", "seat", "who pays; `me` if left out"),
                may("to", "seat", "who is paid; the supply if left out"),
                may("if", "condition", "of one of several costs: when it may be chosen"),
            ],
            others: Some("a resource or tag: how many, or `{ amount, from }` to pay from pieces"),
            ..plain(
                "Pays a cost; the steps cannot go on without it. Other resources pay too where \
                 they say so with `pays_as`.",
                "- pay: { wood: 2, gold: 1 }\n- pay: \"it.cost\"\n\
                 - pay: { any: [ { wood: 2 }, { gold: 1, if: \"me.skill > 2\" } ] }\n\
                 - pay: { worth: 5, with: [ { wood: 2 }, { gold: 1, cap: 1 } ] }",
            )
        },
    },
];
