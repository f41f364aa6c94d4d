//! Judges whether the figures of many games stay in the ranges that packs promise.

#[cfg(test)]
mod tests;

use crate::simulate::Summary;
use crate::simulate::stats::{Rate, Spread};
use crate::simulate::summary::Use;
use boardwright_play::balance::{Block, Bound, Figure, Of};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::scenario as codes;

/// The verdict on a block.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Figures that are clearly out of range, with their place.
    pub diags: Vec<Diagnostic>,
    /// Figures that are out of range, but may be so by chance in so few games.
    pub near: Vec<String>,
    /// The figures, from the smallest to the largest.
    pub told: String,
}

/// Judges a block by the games played for it.
///
/// A figure fails when its whole 95 % interval lies outside the bound. A deviation that chance may
/// explain in so few games does not count.
pub fn judge(block: &Block, summary: &Summary) -> Judged {
    let mut judged = Judged { diags: vec![], near: vec![], told: String::new() };
    let share = block.figure.is_share();
    let show = |value: f64| shown(value, share);
    let mut all = measure(&block.figure, summary);
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
        judged.diags.push(diag.help("`boardwright simulate` shows why"));
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
                diag.help(format!(
                    "correct the rules, or the range if `{name}` is meant to hold so"
                )),
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

/// A measured figure.
struct Measured {
    /// Its subject, if there are several.
    of: Option<String>,
    /// The number.
    value: f64,
    /// The lower end of its 95 % interval.
    low: f64,
    /// The upper end.
    high: f64,
}

/// Measures a figure.
fn measure(figure: &Figure, summary: &Summary) -> Vec<Measured> {
    let spread =
        |it: &Spread| vec![Measured { of: None, value: it.mean.0, low: it.low.0, high: it.high.0 }];
    let exact = |value: f64| vec![Measured { of: None, value, low: value, high: value }];
    match figure {
        Figure::Score => spread(&summary.score),
        Figure::WinningScore => spread(&summary.winning_score),
        Figure::Margin => spread(&summary.margin),
        Figure::LeadChanges => spread(&summary.lead_changes),
        Figure::Decisions => summary.length.first().map_or(vec![], |it| spread(&it.spread)),
        Figure::Period(id) => {
            let found = summary.length.iter().skip(1).find(|it| it.of == *id);
            found.map_or_else(|| exact(0.0), |it| spread(&it.spread))
        }
        Figure::WinRate(of) => rates(summary, of, |it| it.won),
        Figure::PickRate(of) => rates(summary, of, |it| it.picked),
        Figure::Points(id) => {
            let found = summary.points.iter().find(|it| it.id == *id);
            found.map_or(vec![], |it| spread(&it.all))
        }
        Figure::Share(id) => {
            let found = summary.points.iter().find(|it| it.id == *id);
            found.map_or(vec![], |it| exact(it.share.0))
        }
        Figure::NeverTaken(kind) => {
            let of_kind = |it: &&Use| it.kind == *kind && it.picked.count.0 == 0.0;
            exact(summary.content.iter().filter(of_kind).count() as f64)
        }
    }
}

fn rates(summary: &Summary, of: &Of, rate: fn(&Use) -> Rate) -> Vec<Measured> {
    let measured = |of: &str, it: Rate| Measured {
        of: Some(of.to_owned()),
        value: it.rate.0,
        low: it.low.0,
        high: it.high.0,
    };
    let seats = || summary.seats.iter().map(|it| (it.id.as_str(), it.wins));
    let content = |wanted: &dyn Fn(&Use) -> bool| -> Vec<Measured> {
        let uses = summary.content.iter().filter(|it| wanted(it) && rate(it).n > 0);
        uses.map(|it| measured(&it.id, rate(it))).collect()
    };
    match of {
        Of::Each(kind) if kind == "seat" => seats().map(|(id, it)| measured(id, it)).collect(),
        Of::Each(kind) => content(&|it| it.kind == *kind),
        Of::One(id) => match seats().find(|(seat, _)| seat == id) {
            Some((id, it)) => vec![measured(id, it)],
            None => content(&|it| it.id == *id),
        },
    }
}

fn shown(value: f64, share: bool) -> String {
    let number = if share { value * 100.0 } else { value };
    let digits = if number.fract().abs() < 1e-9 { 0 } else { 1 };
    let unit = if share { " %" } else { "" };
    format!("{number:.digits$}{unit}")
}
