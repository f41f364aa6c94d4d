//! Codes about scenarios, balance, and the setup of a game (C...).

use super::CodeInfo;

/// A malformed scenario.
pub const SHAPE: &str = "C001";
/// An unknown name in `given`.
pub const UNKNOWN: &str = "C002";
/// A value in `given` that does not fit.
pub const UNFIT: &str = "C003";
/// The scenario cannot be reached.
pub const UNREACHED: &str = "C004";
/// A choice that is not offered.
pub const NOT_OFFERED: &str = "C005";
/// A choice by a seat that is not asked.
pub const WRONG_SEAT: &str = "C006";
/// A choice that should be refused but is offered.
pub const OFFERED: &str = "C007";
/// A choice refused for a different reason.
pub const OTHER_REASON: &str = "C008";
/// Options that differ from those expected.
pub const OPTIONS: &str = "C009";
/// A check that fails.
pub const EXPECTED: &str = "C010";
/// Points that differ from those expected.
pub const POINTS: &str = "C011";
/// A question that differs from the one expected.
pub const QUESTION: &str = "C012";
/// A choice that leads into a dead end.
pub const DEAD_END: &str = "C013";
/// Two laws of a pack with the same name.
pub const LAW_TWICE: &str = "C014";
/// A test that checks nothing.
pub const NOTHING: &str = "C015";
/// An answer that fits no question.
pub const NO_ANSWER: &str = "C016";
/// A check beside a choice that does not say whether it comes before or after.
pub const BESIDE: &str = "C017";
/// Words that match several options.
pub const SEVERAL: &str = "C018";
/// A scenario that leads to too many games.
pub const TOO_MANY: &str = "C019";
/// Too few or too many players.
pub const PLAYERS: &str = "C020";
/// An unknown option.
pub const OPTION: &str = "C021";
/// An unknown value of an option.
pub const OPTION_VALUE: &str = "C022";

/// A malformed balance block.
pub const BALANCE_SHAPE: &str = "C030";
/// A balance block that mentions something unknown.
pub const BALANCE_UNKNOWN: &str = "C031";
/// A figure out of its range.
pub const BALANCE_RANGE: &str = "C032";

const fn code(code: &'static str, title: &'static str, text: &'static str) -> CodeInfo {
    CodeInfo { code, title, text }
}

pub(super) const CODES: &[CodeInfo] = &[
    code(
        SHAPE,
        "a malformed scenario",
        "A scenario has a name under `scenario`, a starting position under `given`, `steps`, and \
         what to `expect`. A file holds one, or a list of them under `scenarios`. A step is a \
         choice such as `p1: build`, or a check: `expect`, `score`, `offered`, `offers`, \
         `not_offered`, `asks`, `question`. Positions that scenarios share are listed under \
         `positions`.",
    ),
    code(
        UNKNOWN,
        "an unknown name in `given`",
        "`given` accepts seats (`p1`), `table`, `spaces` and entries of pieces (`mill`, \
         `mill#2`, `mill of p2`). Under each of these, name its counters, tracks and zones.",
    ),
    code(
        UNFIT,
        "a value in `given` does not fit",
        "There are not enough pieces, a container does not have enough slots, or a number is \
         outside the bounds of its counter. The report says what would fit.",
    ),
    code(
        UNREACHED,
        "the beginning of a scenario is not reached",
        "The game was played towards the beginning of the scenario (`after`, `until`) and did \
         not get there: a choice was not offered, the game ended, or its rules reached a dead \
         end.",
    ),
    code(
        NOT_OFFERED,
        "a choice is not offered",
        "The report shows the question, the seat that is asked and the options. If the choice is \
         one that could have been offered, the report also gives the reason it was not.",
    ),
    code(
        WRONG_SEAT,
        "another seat is asked",
        "Every choice names the seat that makes it, so that a rule about the order of turns is \
         tested along with the others.",
    ),
    code(
        OFFERED,
        "a choice that should be refused is offered",
        "A step with `refused` asserts that the choice is not possible here.",
    ),
    code(
        OTHER_REASON,
        "a choice is refused for another reason",
        "The reason shown to players must contain the words after `refused`.",
    ),
    code(
        OPTIONS,
        "the options differ from those expected",
        "`offered` names all options in any order, `offers` some of them, `not_offered` some \
         that must not be among them.",
    ),
    code(
        EXPECTED,
        "an expectation does not hold",
        "The expression gave another value. In it, `me` is the first seat.",
    ),
    code(
        POINTS,
        "the points differ from those expected",
        "The seat has another score. The report shows the score sheet.",
    ),
    code(
        QUESTION,
        "the question differs from the one expected",
        "The question must contain the words after `question`.",
    ),
    code(
        DEAD_END,
        "a choice leads into a dead end",
        "After the choice, the rules could not continue: a script failed, or something that \
         cannot be foreseen turned out to be impossible.",
    ),
    code(
        LAW_TWICE,
        "two laws of a pack have the same name",
        "A law is identified by its name: a pack may replace a law of a pack it builds on by one \
         of the same name. Within one pack, every law needs a name of its own.",
    ),
    code(
        NOTHING,
        "a test checks nothing",
        "A scenario that consists only of choices passes whatever their outcome. State what must \
         hold with `expect` or `score`, what must be possible with `offers` or `offered`, and \
         what must not with `not_offered` or `refused`. A check of an empty list checks nothing \
         either, nor does a scenario whose only expectation does not refer to the game, such as \
         `1 + 1`.",
    ),
    code(
        NO_ANSWER,
        "an answer that fits no question",
        "`not_offered` and `refused` hold for any word without a meaning, even a misspelt one. \
         So they must name an option, an object or a number of this game, or a name from one of \
         its packs, such as something a variant has removed.",
    ),
    code(
        BESIDE,
        "a check beside a choice does not say when it applies",
        "Beside a choice, `first_expect` checks before the choice is made, and `then_expect` \
         after it; the other checks take the same prefixes. In a step of its own, a check has \
         its plain name. Beside `refused` nothing is chosen, so plain names are right. \
         `boardwright fix` rewrites scenarios from before 1.0, where all checks were made after \
         the choice.",
    ),
    code(
        SEVERAL,
        "the words match several options",
        "A choice can be written as its canonical text, or as the words that `play` shows. Where \
         several options share a name, write the name with the canonical text in brackets, as \
         `play` does, or the canonical text alone.",
    ),
    code(
        TOO_MANY,
        "`any option` leads to too many games",
        "The steps after `any option` are played once for each option. Several of them in one \
         scenario multiply.",
    ),
    code(
        PLAYERS,
        "too few or too many players",
        "`players` in the manifest of a pack gives the possible numbers of players.",
    ),
    code(
        OPTION,
        "there is no such option",
        "Options are listed under `options` in the manifest of a pack.",
    ),
    code(
        OPTION_VALUE,
        "an option does not have this value",
        "The manifest lists the values of an option; an option without a list is `yes` or `no`.",
    ),
    code(
        BALANCE_SHAPE,
        "a malformed balance block",
        "Blocks are written in a list under `balance` in a file of `tests`. A block has a \
         `name`, a figure under `what`, and `at_least` or `at_most`: a share such as `40%`, or a \
         number. It may also have `bots`, `players`, `games`, `seed` and `options`.",
    ),
    code(
        BALANCE_UNKNOWN,
        "a balance block mentions something unknown",
        "There is no such figure or bot, or the game has no such kind, entry, seat, period or \
         line of the score sheet.",
    ),
    code(
        BALANCE_RANGE,
        "a figure is out of its range",
        "The games that bots played for this block gave a figure whose whole 95 % interval lies \
         outside the range. `boardwright simulate` with the same bots, players and seed shows \
         the same games in detail.",
    ),
];
