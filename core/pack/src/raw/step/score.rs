//! Verbs about events, periods and points.

use super::{StepShape, VerbShape, may, need, plain};

pub(super) const VERBS: &[VerbShape] = &[
    VerbShape {
        verb: "emit",
        shape: StepShape {
            short: Some("an event"),
            others: Some("an event: `{ parameter: expression }`"),
            ..plain("Announces an event to abilities.", "- emit: { built: { what: tile } }")
        },
    },
    VerbShape {
        verb: "use",
        shape: StepShape {
            keys: &[
                need("what", "piece", "the piece"),
                need("event", "event", "the event its abilities wait for"),
                may("with", "mapping", "what the event says"),
            ],
            ..plain(
                "Announces an event to the abilities of one piece only.",
                "- use: { what: tile, event: harvest }",
            )
        },
    },
    VerbShape {
        verb: "begin",
        shape: StepShape {
            short: Some("a period"),
            ..plain("Starts a period: what counts per period starts again.", "- begin: round")
        },
    },
    VerbShape {
        verb: "score",
        shape: StepShape {
            keys: &[may("to", "seat", "who scores; `me` if left out")],
            others: Some("a line of the score sheet: points"),
            ..plain(
                "Writes points on a line of the score sheet.",
                "- score: { harbours: \"2 * count(me.yard)\" }",
            )
        },
    },
    VerbShape {
        verb: "majority",
        shape: StepShape {
            keys: &[
                need("line", "line", "of the score sheet"),
                need("of", "number", "what is compared, with that seat as `me`"),
                may("seats", "`all` or `players`", "who takes part; `all` if left out"),
                may("at_least", "number", "who has less takes no part; 1 if left out"),
                may("neutral", "number", "a contender who takes a place and no points"),
                need("places", "list of numbers", "points of the first, the second ..."),
                may("ties", "`split`, `share`, `lower` or `dense`", "`split` if left out"),
                may("then", "list of numbers", "breaks ties: larger first, with `me`"),
            ],
            ..plain(
                "Shares out places by rank.",
                "- majority: { line: area, of: \"me.boats\", places: [8, 4], ties: share }",
            )
        },
    },
];
