//! The figures a block can speak of, as people write them: `win rate of each seat`.

use boardwright_rules::def::Def;

use super::Block;
use crate::diag::codes::scenario as codes;
use crate::diag::{Diagnostic, similar};
use crate::simulate::Summary;
use crate::simulate::content::contents;
use crate::simulate::stats::{Rate, Spread};
use crate::simulate::summary::Use;

/// All figures, with what they are.
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

/// What is looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Figure {
    /// The mean score.
    Score,
    /// The mean score of winners.
    WinningScore,
    /// The lead of the winner.
    Margin,
    /// Changes of the lead.
    LeadChanges,
    /// Decisions.
    Decisions,
    /// How often a period begins.
    Period(String),
    /// How often those win.
    WinRate(Of),
    /// How often it is taken.
    PickRate(Of),
    /// Points of a line.
    Points(String),
    /// A line's part of all points.
    Share(String),
    /// Entries of a kind that are never taken.
    NeverTaken(String),
}

/// Of what: each of several, or one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Of {
    /// `each seat`, `each tile`.
    Each(String),
    /// `p1`, `mill`.
    One(String),
}

/// A figure as it came out.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// Of what, if there are several.
    pub of: Option<String>,
    /// The number.
    pub value: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Figure {
    /// Reads what somebody wrote; `None` if it is no figure.
    pub fn parse(typed: &str) -> Option<Self> {
        let typed = typed.split_whitespace().collect::<Vec<_>>().join(" ");
        let after = |start: &str| {
            let rest = typed.strip_prefix(start)?.trim();
            (!rest.is_empty()).then(|| rest.to_owned())
        };
        let of = |rest: String| match rest.strip_prefix("each ") {
            Some(kind) => Of::Each(kind.trim().to_owned()),
            None => Of::One(rest),
        };
        Some(match typed.as_str() {
            "score" => Self::Score,
            "winning score" => Self::WinningScore,
            "lead of the winner" => Self::Margin,
            "changes of the lead" => Self::LeadChanges,
            "decisions" => Self::Decisions,
            _ => None
                .or_else(|| after("number of ").map(Self::Period))
                .or_else(|| after("win rate of ").map(of).map(Self::WinRate))
                .or_else(|| after("pick rate of ").map(of).map(Self::PickRate))
                .or_else(|| after("points from ").map(Self::Points))
                .or_else(|| after("share of ").map(Self::Share))
                .or_else(|| after("never taken ").map(Self::NeverTaken))?,
        })
    }

    /// Whether it is a share, written in per cent.
    pub fn is_share(&self) -> bool {
        matches!(self, Self::WinRate(_) | Self::PickRate(_) | Self::Share(_))
    }

    /// What it came to.
    pub fn measure(&self, summary: &Summary) -> Vec<Measured> {
        let spread = |it: &Spread| {
            vec![Measured { of: None, value: it.mean.0, low: it.low.0, high: it.high.0 }]
        };
        let exact = |value: f64| vec![Measured { of: None, value, low: value, high: value }];
        match self {
            Self::Score => spread(&summary.score),
            Self::WinningScore => spread(&summary.winning_score),
            Self::Margin => spread(&summary.margin),
            Self::LeadChanges => spread(&summary.lead_changes),
            Self::Decisions => summary.length.first().map_or(vec![], |it| spread(&it.spread)),
            Self::Period(id) => {
                let found = summary.length.iter().skip(1).find(|it| it.of == *id);
                found.map_or_else(|| exact(0.0), |it| spread(&it.spread))
            }
            Self::WinRate(of) => rates(summary, of, |it| it.won),
            Self::PickRate(of) => rates(summary, of, |it| it.picked),
            Self::Points(id) => {
                let found = summary.points.iter().find(|it| it.id == *id);
                found.map_or(vec![], |it| spread(&it.all))
            }
            Self::Share(id) => {
                let found = summary.points.iter().find(|it| it.id == *id);
                found.map_or(vec![], |it| exact(it.share.0))
            }
            Self::NeverTaken(kind) => {
                let of_kind = |it: &&Use| it.kind == *kind && it.picked.count.0 == 0.0;
                exact(summary.content.iter().filter(of_kind).count() as f64)
            }
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

/// What a block speaks of that the game does not have.
pub(super) fn unknown(block: &Block, def: &Def) -> Option<Diagnostic> {
    let kinds = || def.kinds.iter().map(|it| it.named.id.clone()).collect::<Vec<_>>();
    let entries = || contents(def).into_iter().map(|it| it.id).collect::<Vec<_>>();
    // Tables of all sizes have their seats named alike.
    let seats = || (1..=8).map(|seat| format!("p{seat}")).collect::<Vec<_>>();
    let lines = || def.lines.iter().map(|it| it.id.clone()).collect::<Vec<_>>();
    let periods = || def.periods.iter().map(|it| it.named.id.clone()).collect::<Vec<_>>();
    let (what, name, known) = match &block.figure {
        Figure::Period(id) => ("period", id, periods()),
        Figure::Points(id) | Figure::Share(id) => ("line of the score sheet", id, lines()),
        Figure::NeverTaken(kind) => ("kind", kind, kinds()),
        Figure::WinRate(Of::Each(kind)) => {
            ("kind", kind, kinds().into_iter().chain(["seat".into()]).collect())
        }
        Figure::PickRate(Of::Each(kind)) => ("kind", kind, kinds()),
        Figure::WinRate(Of::One(id)) => {
            ("seat or entry", id, seats().into_iter().chain(entries()).collect())
        }
        Figure::PickRate(Of::One(id)) => ("entry", id, entries()),
        _ => return None,
    };
    if known.contains(name) {
        return None;
    }
    let message = format!("unknown {what} `{name}`");
    let label = format!("the game has no such {what}");
    let diag = Diagnostic::error(codes::BALANCE_UNKNOWN, message, block.figure_span, label);
    let short = || known.iter().take(8).map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ");
    Some(match similar(name, known.iter().map(String::as_str)) {
        Some(near) => diag.help(format!("one with a similar name exists: `{near}`")),
        None if known.len() <= 8 => diag.help(format!("there are {}", short())),
        None => diag.help(format!("there are {} and more", short())),
    })
}
