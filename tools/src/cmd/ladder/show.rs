//! The results of a ladder, as tables and as JSON.

use boardwright_lab::ladder::{Interval, Rating, Tally, rate, wilson};
use boardwright_play::game::Game;
use boardwright_syntax::visible::{pad, pad_left};
use serde_json::{Value, json};

use super::Args;
use crate::io::{Ink, ink, plural};

/// The data to show.
pub struct Shown<'s> {
    pub args: &'s Args,
    pub packs: &'s [&'s str],
    pub game: &'s Game,
    pub tally: &'s Tally,
    pub decisions: usize,
}

/// Ratings are some hundreds apart. A wider interval belongs to a bot that hardly played before an
/// interruption, and means nothing.
const WIDTH_MAX: f64 = 100_000.0;

fn known(rating: Interval) -> Option<String> {
    let Interval { low, high, .. } = rating;
    (high - low < WIDTH_MAX).then(|| format!("{low:.0} to {high:.0}"))
}

impl Shown<'_> {
    /// The bots, strongest first.
    fn order(&self, rated: &[Rating]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..rated.len()).collect();
        order.sort_by(|one, other| {
            rated[*other].rating.value.total_cmp(&rated[*one].rating.value).then(one.cmp(other))
        });
        order
    }

    fn name(&self, bot: usize) -> String {
        self.args.bots[bot].to_string()
    }

    /// Two tables, for people.
    pub fn human(&self, colour: bool) -> String {
        let rated = rate(self.tally);
        let order = self.order(&rated);
        let head = |text: &str| ink(colour, Ink::Head, text);
        let players = plural(usize::from(self.game.players), "player");
        let games = plural(self.args.games, "game");
        let mut out = format!(
            "{}, {players}, {games} for each pair, seeds from {}\n\n",
            head(&self.packs.join(" + ")),
            self.args.many.seed
        );
        let mut rows =
            vec![["bot", "rating", "95 %", "points", "95 %"].map(str::to_owned).to_vec()];
        for bot in &order {
            let Rating { rating, points } = rated[*bot];
            rows.push(vec![
                self.name(*bot),
                format!("{:.0}", rating.value),
                known(rating).unwrap_or_else(|| "not known".into()),
                format!("{:.1}", points.value),
                format!("{:.1} to {:.1}", points.low, points.high),
            ]);
        }
        out += &table(&rows, colour);
        let mut rows = vec![["bot", "against", "won", "95 %", "games"].map(str::to_owned).to_vec()];
        for (at, one) in order.iter().enumerate() {
            for other in &order[at + 1..] {
                let met = &self.tally.met[*one][*other];
                if met.games() == 0 {
                    // Interrupted before they met.
                    continue;
                }
                let share = wilson(met.points(), met.games());
                let drawn = match met.drawn {
                    0 => String::new(),
                    n => format!(", {n} drawn"),
                };
                rows.push(vec![
                    self.name(*one),
                    self.name(*other),
                    percent(share.value),
                    format!("{} to {}", percent(share.low), percent(share.high)),
                    format!("{}{drawn}", met.games()),
                ]);
            }
        }
        out.push('\n');
        out += &table(&rows, colour);
        if self.args.bots.iter().any(|bot| !bot.is_repeatable()) {
            let note = "a budget in milliseconds plays differently on another machine";
            out += &format!("\n{}\n", ink(colour, Ink::Dim, note));
        }
        out
    }

    /// JSON, for other programs.
    pub fn json(&self) -> Value {
        let rated = rate(self.tally);
        let bots: Vec<Value> = self
            .order(&rated)
            .into_iter()
            .map(|bot| {
                json!({
                    "bot": self.name(bot),
                    "rating": rounded(rated[bot].rating),
                    "points": rounded(rated[bot].points),
                })
            })
            .collect();
        let mut pairs = vec![];
        for one in 0..self.args.bots.len() {
            for other in one + 1..self.args.bots.len() {
                let met = &self.tally.met[one][other];
                pairs.push(json!({
                    "bot": self.name(one),
                    "against": self.name(other),
                    "games": met.games(),
                    "won": met.won,
                    "drawn": met.drawn,
                    "lost": met.lost,
                    "share": rounded(wilson(met.points(), met.games())),
                }));
            }
        }
        json!({
            "packs": self.packs,
            "players": self.game.players,
            "seed": self.args.many.seed,
            "games": self.args.games,
            "decisions": self.decisions,
            "bots": bots,
            "pairs": pairs,
        })
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// Rounds to the significant digits, so that it is the same on every machine.
fn rounded(it: Interval) -> Value {
    let round = |number: f64| (number * 10_000.0).round() / 10_000.0;
    json!({ "value": round(it.value), "low": round(it.low), "high": round(it.high) })
}

/// A table; the first two columns are left-aligned, numbers in the others right-aligned.
fn table(rows: &[Vec<String>], colour: bool) -> String {
    let n_columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..n_columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut out = String::new();
    for (at, row) in rows.iter().enumerate() {
        let is_text = |column: usize| {
            rows.iter().skip(1).any(|row| row[column].starts_with(|c: char| c.is_alphabetic()))
        };
        let cells = row.iter().enumerate().map(|(column, cell)| match is_text(column) {
            true => pad(cell, widths[column]),
            false => pad_left(cell, widths[column]),
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        let line = line.trim_end();
        out += &if at == 0 { ink(colour, Ink::Dim, line) } else { line.to_owned() };
        out.push('\n');
    }
    out
}
