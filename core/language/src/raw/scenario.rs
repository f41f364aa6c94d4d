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
    ("changes of the lead", "how often another seat takes the lead"),
    ("decisions", "decisions in a game"),
    ("number of `PERIOD`", "how often a period begins in a game: `number of turn`"),
    ("win rate of each seat", "how often each seat wins; `win rate of p1` for one of them"),
    ("win rate of each `KIND`", "how often the seats that took it win, for each entry of a kind"),
    ("win rate of `ENTRY`", "the same for one entry"),
    ("pick rate of each `KIND`", "the share of the seats that took it, among those that could"),
    ("pick rate of `ENTRY`", "the same for one entry"),
    ("points from `LINE`", "the mean points of a seat on a line of the score sheet"),
    ("share of `LINE`", "the share of all points that come from a line"),
    ("never taken `KIND`", "how many entries of a kind no seat took"),
];
