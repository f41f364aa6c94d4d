//! All measurements as one Markdown table, with the figures of other engines beside ours.
//!
//! The figures of other engines are lines of JSON, one per figure: `peer`, `game`, and one of
//! `decisions_per_cpu_s`, `mcts_simulations_per_cpu_s`, `clones_per_cpu_s`; `version` and `mode`
//! are shown if present. Other lines are ignored.

use std::path::Path;

use serde_json::Value;

use crate::sample::Measured;
use crate::search::Searched;

/// Figures of another engine.
struct Peer {
    name: String,
    game: String,
    line: Value,
}

/// A quantity: its label, and the field of other engines it is compared with.
struct Row<'t> {
    what: String,
    ours: f64,
    native: Option<f64>,
    field: &'t str,
}

/// A pack and its measurements.
pub struct Pack {
    /// Random games.
    pub played: Measured,
    /// Search and copies.
    pub searched: Searched,
    /// Other engines' names for the game, or for one of the same size.
    pub games: Vec<String>,
}

/// The figures of other engines from a file.
pub struct Peers(Vec<Peer>);

impl Peers {
    /// None.
    pub fn none() -> Self {
        Self(vec![])
    }

    /// Reads a file of JSON lines.
    pub fn read(path: &Path) -> Result<Self, String> {
        let told = |why: &dyn std::fmt::Display| format!("{}: {why}", path.display());
        let text = std::fs::read_to_string(path).map_err(|why| told(&why))?;
        let mut peers = vec![];
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let line: Value = serde_json::from_str(line).map_err(|why| told(&why))?;
            let word = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
            if word("peer") == "ours" {
                continue;
            }
            let version = word("version");
            let mut name = word("peer").replace('_', " ");
            for more in [version, word("mode")] {
                if !more.is_empty() {
                    name = format!("{name}, {more}");
                }
            }
            peers.push(Peer { name, game: word("game"), line });
        }
        Ok(Self(peers))
    }

    /// The figures of some games, fastest first.
    fn figures(&self, games: &[String], field: &str) -> Vec<(String, f64)> {
        let figure = |it: &Peer| {
            let other = games.first().is_some_and(|game| it.game != *game);
            let players = it.line["players"].as_u64().map(|n| format!(", {n} players"));
            let name = match other {
                true => format!("{}: {}{}", it.name, it.game, players.unwrap_or_default()),
                false => it.name.clone(),
            };
            Some((name, it.line[field].as_f64().filter(|figure| *figure > 0.0)?))
        };
        let of = self.0.iter().filter(|it| games.contains(&it.game));
        let mut figures: Vec<(String, f64)> = of.filter_map(figure).collect();
        figures.sort_by(|one, other| other.1.total_cmp(&one.1));
        figures
    }
}

/// The table.
pub fn markdown(packs: &[Pack], peers: &Peers, version: &str) -> String {
    let mut text =
        String::from("| in a second of one core | whose | | ours is |\n|---|---|--:|--:|\n");
    for pack in packs {
        for row in rows(pack) {
            text += &format!("| {} | **ours** | **{}** | |\n", row.what, number(row.ours));
            let native = row.native.map(|figure| ("by hand in Rust".to_owned(), figure));
            for (name, figure) in native.into_iter().chain(peers.figures(&pack.games, row.field)) {
                let ratio = ratio(row.ours / figure);
                text += &format!("| | {name} | {} | {ratio} |\n", number(figure));
            }
        }
    }
    text + &format!("\nMeasured at `{version}`.\n")
}

fn rows(pack: &Pack) -> [Row<'static>; 4] {
    let Measured { pack: name, players, ours, native, .. } = &pack.played;
    let per_game = ours.tally.decisions_per_game();
    let Searched { start, middle, copies, native_copies } = &pack.searched;
    let row = |what, ours, native, field| Row { what, ours, native, field };
    [
        row(
            format!(
                "`{name}`, {players} players: decisions of random games, {} in each",
                number(per_game)
            ),
            ours.rate() * per_game,
            native.as_ref().map(|it| it.rate() * it.tally.decisions_per_game()),
            "decisions_per_cpu_s",
        ),
        row(
            format!("`{name}`: iterations of `mcts` at the first decision"),
            *start,
            None,
            "mcts_simulations_per_cpu_s",
        ),
        row(format!("`{name}`: the same in the middle of a game"), *middle, None, ""),
        row(format!("`{name}`: copies of a state"), *copies, *native_copies, "clones_per_cpu_s"),
    ]
}

/// Two digits are as precise as such figures get; large numbers get three.
fn number(value: f64) -> String {
    let digits = if value >= 1e3 { 3 } else { 2 };
    let unit = 10f64.powi(value.abs().max(1e-9).log10().floor() as i32 + 1 - digits);
    let rounded = (value / unit).round() * unit;
    if rounded < 10.0 {
        return format!("{rounded:.1}");
    }
    let plain = format!("{rounded:.0}");
    let groups: Vec<&str> = plain
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).unwrap_or_default())
        .collect();
    groups.join(",")
}

fn ratio(value: f64) -> String {
    match value {
        it if it >= 10.0 => format!("{it:.0} x"),
        it if it >= 0.1 => format!("{it:.2} x"),
        it => format!("{it:.4} x"),
    }
}
