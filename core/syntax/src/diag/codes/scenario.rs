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
        "a scenario is not written as one",
        "A scenario has a name under `scenario`, what is `given`, `steps` and what to `expect`. A \
         file holds one, or a list of them under `scenarios`. A step is a choice such as \
         `p1: build`, or something to look at: `expect`, `score`, `offered`, `offers`, \
         `not_offered`, `asks`, `question`. Positions that scenarios share stand under `positions`.",
    ),
    code(
        UNKNOWN,
        "a name in `given` means nothing",
        "`given` knows seats (`p1`), `table`, `spaces` and entries of pieces (`mill`, `mill#2`, \
         `mill of p2`). Below these stand counters, tracks and zones that they have.",
    ),
    code(
        UNFIT,
        "something in `given` does not fit",
        "There are not enough pieces, a container has not so many slots, or a number is beyond \
         the bounds of its counter. The report says what would fit.",
    ),
    code(
        UNREACHED,
        "the beginning of a scenario is not reached",
        "The game was played up to where the scenario begins (`after`, `until`) and did not get \
         there: a choice was not offered, the game ended, or its rules led into a dead end.",
    ),
    code(
        NOT_OFFERED,
        "a choice is not offered",
        "The report shows the question, who is asked and what is offered. If the choice could \
         have been one, its reason is told as well.",
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
        "A step with `refused` says that the choice must not be possible here.",
    ),
    code(
        OTHER_REASON,
        "a choice is refused for another reason",
        "The reason shown to players must contain the words after `refused`.",
    ),
    code(
        OPTIONS,
        "other options than expected",
        "`offered` names all options in any order, `offers` some of them, `not_offered` some that \
         must not be there.",
    ),
    code(
        EXPECTED,
        "an expectation does not hold",
        "The expression came to something else. In it `me` is the first seat.",
    ),
    code(
        POINTS,
        "other points than expected",
        "The score of a seat is another one. The score sheet is shown with the report.",
    ),
    code(
        QUESTION,
        "another question than expected",
        "The question must contain the words after `question`.",
    ),
    code(
        DEAD_END,
        "a choice leads into a dead end",
        "After the choice the rules could not go on: a script failed, or something that cannot be \
         foreseen proved impossible.",
    ),
    code(
        LAW_TWICE,
        "two laws of a pack have one name",
        "A law is known by its name: a pack may replace a law of a pack it builds on by one of \
         the same name. Within one pack every law needs a name of its own.",
    ),
    code(
        NOTHING,
        "a test checks nothing",
        "A scenario with choices alone passes whatever comes of them: say what must hold by \
         `expect` or `score`, what must be possible by `offers` or `offered`, and what must not by \
         `not_offered` or `refused`. Checks of an empty list check nothing either, nor does a \
         scenario that only expects what is about nothing of the game, such as `1 + 1`.",
    ),
    code(
        NO_ANSWER,
        "an answer that no question can have",
        "`not_offered` and `refused` hold of every word that means nothing, a misspelt one \
         included. So what they name must be an option, a thing or a number of this game, or a \
         name in one of its packs: what a variant has taken away.",
    ),
    code(
        BESIDE,
        "a check beside a choice does not say when it looks",
        "Beside a choice, `first_expect` looks before the choice is made, and `then_expect` after \
         it; so do the other checks. In a step of its own a check has its plain name. Beside \
         `refused` nothing is chosen, and plain names are right. `boardwright fix` rewrites \
         scenarios from before 1.0, where all checks looked after the choice.",
    ),
    code(
        SEVERAL,
        "words fit several options",
        "A choice can be written by its canonical text, or by the words that `play` shows. Where \
         several options are called alike, write the name with the text in brackets, as `play` \
         does, or the text alone.",
    ),
    code(
        TOO_MANY,
        "`any option` leads to too many games",
        "What follows `any option` is played once for each option. Several of them in one scenario \
         multiply.",
    ),
    code(
        PLAYERS,
        "too few or too many players",
        "`players` in the manifest of a pack says for how many the game is.",
    ),
    code(
        OPTION,
        "there is no such option",
        "Options stand under `options` in the manifest of a pack.",
    ),
    code(
        OPTION_VALUE,
        "an option cannot be set to this",
        "The manifest lists the values of an option; one without a list is `yes` or `no`.",
    ),
    code(
        BALANCE_SHAPE,
        "a balance block is not written as one",
        "Blocks stand in a list under `balance` in a file of `tests`. A block has a `name`, `what` \
         it looks at, and `at_least` or `at_most`: a share such as `40%`, or a number. It may say \
         `bots`, `players`, `games`, `seed` and `options`.",
    ),
    code(
        BALANCE_UNKNOWN,
        "a balance block speaks of something unknown",
        "There is no such figure or bot, or the game has no such kind, entry, seat, period or line \
         of the score sheet.",
    ),
    code(
        BALANCE_RANGE,
        "a figure is out of its range",
        "The games that bots played for this block gave a figure whose whole 95 % interval lies \
         beyond the range. `boardwright simulate` with the same bots, players and seed shows the \
         same games in detail.",
    ),
];
