//! Words of the files in `tests/` that several parts of the program use.

/// The available checks.
pub const CHECKS: [&str; 7] =
    ["offered", "offers", "not_offered", "asks", "question", "expect", "score"];
/// The prefix of a check beside a choice that is made before the choice.
pub const FIRST: &str = "first_";
/// The prefix of a check made after the choice.
pub const THEN: &str = "then_";

/// Whether a key looks like a seat: `p1`.
pub fn is_seat(key: &str) -> bool {
    key.strip_prefix('p').is_some_and(|n| n.parse::<u8>().is_ok_and(|n| n > 0))
}

/// All figures, with a description of each.
pub const FIGURES: &[(&str, &str)] = &[
    ("score", "the mean score of a seat"),
    ("winning score", "the mean score of winners"),
    ("lead of the winner", "the best score minus the second best, on average"),
    ("changes of the lead", "how often another seat comes to lead alone"),
    ("decisions", "decisions in a game"),
    ("number of `PERIOD`", "how often a period begins in a game: `number of turn`"),
    ("win rate of each seat", "how often each seat wins; `win rate of p1` for one of them"),
    ("win rate of each `KIND`", "how often those win who took it, for each entry of a kind"),
    ("win rate of `ENTRY`", "the same for one entry"),
    ("pick rate of each `KIND`", "how many of the seats that could take it did"),
    ("pick rate of `ENTRY`", "the same for one entry"),
    ("points from `LINE`", "the mean points of a seat on a line of the score sheet"),
    ("share of `LINE`", "the part of all points that a line has"),
    ("never taken `KIND`", "how many entries of a kind no seat took"),
];
