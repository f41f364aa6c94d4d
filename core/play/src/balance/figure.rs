//! The figures a block can name, as people write them: `win rate of each seat`.

use boardwright_rules::def::Def;

use super::Block;
use crate::content::contents;
use boardwright_syntax::diag::codes::scenario as codes;
use boardwright_syntax::diag::{Diagnostic, similar};

/// The figure that is measured.
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
    /// How often these win.
    WinRate(Of),
    /// How often these are taken.
    PickRate(Of),
    /// Points of a line.
    Points(String),
    /// The share of all points that a line brings.
    Share(String),
    /// Entries of a kind that nobody ever takes.
    NeverTaken(String),
}

/// What a rate is about: each of several, or one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Of {
    /// `each seat`, `each tile`.
    Each(String),
    /// `p1`, `mill`.
    One(String),
}

impl Figure {
    /// Reads what an author typed; `None` if it is no figure.
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

    /// Whether it is a share, written in percent.
    pub fn is_share(&self) -> bool {
        matches!(self, Self::WinRate(_) | Self::PickRate(_) | Self::Share(_))
    }
}

/// Reports a name in a block that the game does not have.
pub(super) fn unknown(block: &Block, def: &Def) -> Option<Diagnostic> {
    let kinds = || def.kinds.iter().map(|it| it.named.id.clone()).collect::<Vec<_>>();
    let entries = || contents(def).into_iter().map(|it| it.id).collect::<Vec<_>>();
    // Seats have the same names at tables of every size.
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
