//! The score sheet: one line per reason, best seat first, with the winner and what broke a tie.

use boardwright_phrases::Language;
use boardwright_play::game::Game;
use boardwright_play::session::{Column, ScoreNow};
use boardwright_rules::def::Def;
use boardwright_rules::rank::Standing;
use boardwright_syntax::yaml::Kind;
use boardwright_text::Speaks;

use super::things::{name, seat_name};
use super::width::{len, pad, pad_left};
use crate::io::{Ink, ink};

/// The criterion that decided between the first two, if they tied on the main one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tie {
    /// The criterion.
    pub by: String,
    /// The values of the winner and the runner-up.
    pub values: (i32, i32),
}

impl Tie {
    /// The tie of a finished game.
    pub fn of(game: &Game, standings: &[Standing]) -> Option<Self> {
        let [first, second, ..] = standings else { return None };
        let pairs = first.keys.iter().zip(&second.keys);
        let (at, (one, other)) = pairs.enumerate().find(|(_, (one, other))| one != other)?;
        let by = ranked_by(game, at)?;
        (at > 0).then_some(Self { by, values: (*one, *other) })
    }
}

/// The n-th ranking criterion: the name of a counter, or its expression.
fn ranked_by(game: &Game, at: usize) -> Option<String> {
    let ranking = game.loaded.root.as_map()?.get("ranking")?;
    let Kind::Seq(keys) = &ranking.kind else { return None };
    let written = keys.get(at)?.as_text()?;
    let id = written.trim().strip_prefix("me.").unwrap_or(written);
    let counter = game.def.counters.iter().find(|it| it.named.id == id);
    Some(counter.map_or_else(|| written.to_owned(), |it| name(&it.named).to_owned()))
}

/// The sheet of a finished game. `standings` has the best first.
pub fn sheet(def: &Def, standings: &[Standing], tie: Option<&Tie>, colour: bool) -> String {
    let language = def.language();
    let ranked: Vec<&Standing> = standings.iter().collect();
    let head = |standing: &&Standing| {
        def.seat_names.get(standing.seat.index()).map_or("?".into(), seat_name)
    };
    let mut rows: Vec<Vec<String>> = vec![];
    rows.push([String::new()].into_iter().chain(ranked.iter().map(head)).collect());
    for (at, line) in def.lines.iter().enumerate() {
        let points = |it: &&Standing| it.lines.get(at).copied().unwrap_or(0).to_string();
        rows.push([name(line).into()].into_iter().chain(ranked.iter().map(points)).collect());
    }
    let total = |it: &&Standing| it.lines.iter().sum::<i32>().to_string();
    rows.push(
        [language.word("total").to_owned()].into_iter().chain(ranked.iter().map(total)).collect(),
    );
    let place = |it: &&Standing| ordinal(language, it.place);
    rows.push(
        [language.word("place").to_owned()].into_iter().chain(ranked.iter().map(place)).collect(),
    );
    let mut text = laid_out(&rows, colour);
    text.push('\n');
    text.push_str(&ink(colour, Ink::Good, winners(def, standings)));
    text.push('\n');
    if let Some(Tie { by, values: (one, other) }) = tie {
        let phrase = "the tie is broken by {0}: {1} against {2}";
        text.push_str(&language.say(phrase, &[by, one, other]));
        text.push('\n');
    }
    text
}

/// The sheet if the game ended now, one column per seat in order. Values unknown to the viewer are
/// question marks.
pub fn sheet_now(def: &Def, score: &ScoreNow, colour: bool) -> String {
    let language = def.language();
    let row = |name: String, cell: &dyn Fn(&Column) -> Option<String>| -> Vec<String> {
        let cells = score.columns.iter().map(|it| cell(it).unwrap_or_else(|| "?".into()));
        [name].into_iter().chain(cells).collect()
    };
    let head = |it: &Column| def.seat_names.get(it.seat.index()).map(seat_name);
    let mut rows = vec![row(String::new(), &head)];
    for (at, line) in def.lines.iter().enumerate() {
        let points = |it: &Column| Some(it.lines.get(at).copied().flatten()?.to_string());
        rows.push(row(name(line).into(), &points));
    }
    rows.push(row(language.word("total").into(), &|it| Some(it.total?.to_string())));
    rows.push(row(language.word("place").into(), &|it| Some(ordinal(language, it.place?))));
    let mut text = laid_out(&rows, colour);
    let unknown = rows.iter().flatten().any(|cell| cell == "?");
    for (holds, phrase) in [
        (unknown, "?: depends on what you cannot see"),
        (score.asks, "scoring asks something; its first answer is taken"),
    ] {
        if holds {
            text.push_str(&ink(colour, Ink::Dim, language.word(phrase)));
            text.push('\n');
        }
    }
    text
}

/// Who won, in words.
fn winners(def: &Def, standings: &[Standing]) -> String {
    let first: Vec<String> = standings
        .iter()
        .filter(|standing| standing.place == 1)
        .map(|standing| def.seat_names.get(standing.seat.index()).map_or("?".into(), seat_name))
        .collect();
    match first.as_slice() {
        [] => def.language().word("nobody wins").into(),
        [one] => def.language().say("{0} wins", &[one]),
        [most @ .., last] => {
            def.language().say("{0} and {1} share the victory", &[&most.join(", "), last])
        }
    }
}

fn ordinal(language: Language, place: usize) -> String {
    match place {
        1 => language.word("1st").into(),
        2 => language.word("2nd").into(),
        3 => language.word("3rd").into(),
        n => language.say("{0}th", &[&n]),
    }
}

fn laid_out(rows: &[Vec<String>], colour: bool) -> String {
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |at: usize| rows.iter().filter_map(move |row| row.get(at)).map(|it| len(it));
    let widths: Vec<usize> = (0..n_columns).map(|at| width(at).max().unwrap_or(0)).collect();
    let rule: usize = widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1);
    let mut text = String::new();
    for (at, row) in rows.iter().enumerate() {
        if at + 2 == rows.len() {
            text.push_str(&format!("{}\n", ink(colour, Ink::Dim, "-".repeat(rule))));
        }
        let cells =
            row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| match column {
                0 => pad(cell, *width),
                _ => format!("  {}", pad_left(cell, *width)),
            });
        let line: String = cells.collect();
        let line = line.trim_end();
        let kind = (at == 0).then_some(Ink::Head);
        text.push_str(&kind.map_or(line.to_owned(), |kind| ink(colour, kind, line)));
        text.push('\n');
    }
    text
}
