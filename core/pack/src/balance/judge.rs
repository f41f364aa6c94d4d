//! Whether a figure stays in its range.

use super::{Block, Bound, Measured};
use crate::diag::Diagnostic;
use crate::diag::codes::scenario as codes;
use crate::simulate::Summary;

/// How a block fared.
#[derive(Clone, Debug)]
pub struct Judged {
    /// What is clearly out of range, with its place.
    pub diags: Vec<Diagnostic>,
    /// What is out of range, though so few games could show that by chance.
    pub near: Vec<String>,
    /// The figures, from the smallest to the largest.
    pub told: String,
}

/// Judges a block by the games that were played for it.
///
/// A figure fails when its whole 95 % interval lies beyond the bound: what so many games could
/// show by chance does not count.
pub fn judge(block: &Block, summary: &Summary) -> Judged {
    let mut judged = Judged { diags: vec![], near: vec![], told: String::new() };
    let share = block.figure.is_share();
    let show = |value: f64| shown(value, share);
    let mut all = block.figure.measure(summary);
    all.sort_by(|one, other| one.value.total_cmp(&other.value));
    let told = |it: &Measured| match &it.of {
        Some(of) => format!("{of} {}", show(it.value)),
        None => show(it.value),
    };
    judged.told = match all.as_slice() {
        [] => "nothing to look at".into(),
        [one] => told(one),
        [low, .., high] => format!("from {} to {}", told(low), told(high)),
    };
    if summary.games == 0 {
        let message = "no game came to its end";
        let diag = Diagnostic::error(codes::BALANCE_RANGE, message, block.span, "this block");
        judged.diags.push(diag.help("`boardwright simulate` tells why"));
    }
    for it in &all {
        let interval = format!("95 % interval {} to {}", show(it.low), show(it.high));
        let mut look = |bound: Option<Bound>, beyond: bool, clearly: bool, word: &str| {
            let Some(bound) = bound.filter(|_| beyond) else { return };
            let limit = show(bound.value);
            let words = format!("{}: {word} {limit} was expected", told(it));
            if !clearly {
                judged.near.push(format!("{words}, but it is not clear: {interval}"));
                return;
            }
            let name = &block.name;
            let diag = Diagnostic::error(
                codes::BALANCE_RANGE,
                words,
                bound.span,
                "the bound of this range",
            )
            .and(block.span, "in this block")
            .note(format!("{interval}, {} games by {}", summary.games, block.who()));
            judged.diags.push(
                diag.help(format!("mend the rules, or the range if `{name}` is meant to hold so")),
            );
        };
        if let Some(bound) = block.at_least {
            look(Some(bound), it.value < bound.value, it.high < bound.value, "at least");
        }
        if let Some(bound) = block.at_most {
            look(Some(bound), it.value > bound.value, it.low > bound.value, "at most");
        }
    }
    judged
}

impl Block {
    /// Who plays, for people.
    pub fn who(&self) -> String {
        self.bots.join(", ")
    }
}

fn shown(value: f64, share: bool) -> String {
    let number = if share { value * 100.0 } else { value };
    let digits = if number.fract().abs() < 1e-9 { 0 } else { 1 };
    let unit = if share { " %" } else { "" };
    format!("{number:.digits$}{unit}")
}
