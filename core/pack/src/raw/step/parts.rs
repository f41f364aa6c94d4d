//! Verbs about pieces and containers.

use super::{StepShape, VerbShape, may, need, plain};

pub(super) const VERBS: &[VerbShape] = &[
    VerbShape {
        verb: "move",
        shape: StepShape {
            keys: &[
                may("what", "piece", "the piece"),
                may("all", "set of pieces", "all of them, as far as there is room"),
                may("from", "container", "draws from it, as it gives: the top, at random"),
                may("count", "number", "how many are drawn; 1 if left out"),
                need("to", "container", "where they go"),
                may("at", "`top`, `bottom` or a slot", "where in it; `top` if left out"),
            ],
            gives: Some("the piece, or the last one drawn"),
            ..plain(
                "Moves a piece, a set of pieces, or what a container gives. A single piece must \
                 be there and find room, or the steps cannot go on.",
                "- move: { what: it, to: me.yard }\n- move: { all: market, to: discard }\n\
                 - move: { from: deck, to: me.hand, count: 3 }",
            )
        },
    },
    VerbShape {
        verb: "shuffle",
        shape: StepShape {
            short: Some("a container"),
            ..plain("Shuffles a container.", "- shuffle: deck")
        },
    },
    VerbShape {
        verb: "refill",
        shape: StepShape {
            keys: &[
                need("row", "container", "the row with slots"),
                need("from", "container", "where the pieces come from"),
            ],
            ..plain(
                "Closes the gaps of a row if it slides, then fills its free slots.",
                "- refill: { row: market, from: deck }",
            )
        },
    },
    VerbShape {
        verb: "flip",
        shape: StepShape {
            short: Some("a piece"),
            keys: &[
                need("what", "piece", "the piece"),
                may("to", "face or number", "the face; the other one of two if left out"),
            ],
            ..plain("Turns a piece to a face.", "- flip: { what: it, to: back }")
        },
    },
    VerbShape {
        verb: "own",
        shape: StepShape {
            short: Some("a piece"),
            keys: &[
                need("what", "piece", "the piece"),
                may("by", "seat", "the owner; `me` if left out"),
            ],
            ..plain("Gives a piece to an owner.", "- own: { what: it, by: me }")
        },
    },
    VerbShape {
        verb: "control",
        shape: StepShape {
            short: Some("a piece"),
            keys: &[
                need("what", "piece", "the piece"),
                may("by", "seat", "the controller; `me` if left out"),
            ],
            ..plain(
                "Gives a piece to a controller: the seat its abilities work for.",
                "- control: { what: it, by: p2 }",
            )
        },
    },
];
