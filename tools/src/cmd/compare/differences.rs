//! The differences, for people and for other programs.

use std::fmt::Write;

use boardwright_lab::simulate::compare::{
    Comparison, ContentDifference, Difference, PAIRS_MIN, Verdict, contents_in,
};
use boardwright_lab::simulate::stats::Num;
use boardwright_lab::simulate::{GameRecord, tables};

use crate::columns::{Align, percent, table};
use crate::io::{Ink, ink, plural};

/// The maximum number of changed items listed.
const MOVED_MAX: usize = 15;

/// All differences, for people.
pub fn text([a, b]: [&str; 2], it: &Comparison, colour: bool) -> String {
    let mut text = String::new();
    let title = ink(colour, Ink::Head, format!("{a} and {b}"));
    let players = plural(usize::from(it.a.players), "player");
    let bots = if it.a.bots.len() == 1 { "bot" } else { "bots" };
    let _ = writeln!(text, "{title}, {players}");
    let pairs = plural(it.pairs as usize, "pair");
    let names = it.a.bots.join(", ");
    let _ = writeln!(text, "{pairs} of games, {bots}: {names}, seed {}", it.a.seed);
    let _ = writeln!(text, "{}", stopped(it));
    if it.pairs == 0 {
        text.push_str("no pair of games came to its end\n");
    } else {
        let heading = |text: &mut String, words: &str| {
            let _ = writeln!(text, "\n{}", ink(colour, Ink::Head, words));
        };
        heading(&mut text, "Differences");
        push(&mut text, [a, b], &it.figures, (plain, plain));
        heading(&mut text, "Wins by seat (pp: percentage points)");
        push(&mut text, [a, b], &it.seats, (share, points));
        heading(&mut text, "Points of a seat");
        push(&mut text, [a, b], &it.points, (plain, plain));
        moved(&mut text, [a, b], it, &heading);
    }
    for (name, summary) in [(a, &it.a), (b, &it.b)] {
        let games = |n: u64| plural(n as usize, "game");
        let (failed, faults, struck) = (summary.n_failed, summary.n_faults, summary.n_struck);
        for (first, words) in [
            (&summary.failed, format!("{} of {name} did not come to an end", games(failed))),
            (&summary.faults, format!("a script failed in {} of {name}", games(faults))),
            (&summary.struck, format!("{struck} choices in {name} had to be taken back")),
        ] {
            let Some(first) = first.first() else { continue };
            let _ = writeln!(text, "\n{}", ink(colour, Ink::Bad, words));
            let _ = writeln!(text, "  game {}, seed {}: {}", first.game, first.seed, first.why);
        }
    }
    text
}

fn stopped(it: &Comparison) -> String {
    let clear = it.figures.iter().take(2).all(|it| it.verdict != Verdict::Unclear);
    match (it.early, clear) {
        (true, _) => format!("stopped early, of at most {}: the answer is clear", it.asked),
        (false, true) => "the answer is clear".into(),
        (false, false) if it.pairs < PAIRS_MIN => {
            format!("nothing counts as clear before {PAIRS_MIN} pairs of games: more would tell")
        }
        (false, false) => "the answer is not clear yet: play more games".into(),
    }
}

fn plain(value: f64) -> String {
    if value.abs() < 10.0 { format!("{value:.2}") } else { format!("{value:.1}") }
}

fn share(value: f64) -> String {
    format!("{:.1} %", value * 100.0)
}

/// Differences of shares are in percentage points.
fn points(value: f64) -> String {
    format!("{:.1} pp", value * 100.0)
}

/// Formats a number.
type Show = fn(f64) -> String;

fn signed(value: f64, show: Show) -> String {
    if value > 0.0 { format!("+{}", show(value)) } else { show(value) }
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::More => "more",
        Verdict::Less => "less",
        Verdict::Same => "about the same",
        Verdict::Unclear => "not clear",
    }
}

fn push(
    text: &mut String,
    [a, b]: [&str; 2],
    list: &[Difference],
    (show, show_difference): (Show, Show),
) {
    let head = ["", a, b, "difference", "interval", ""];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(list.iter().map(|it| {
        vec![
            it.name.clone(),
            show(it.a.0),
            show(it.b.0),
            signed(it.difference.0, show_difference),
            [it.low.0, it.high.0].map(|it| signed(it, show_difference)).join(" to "),
            word(it.verdict).to_owned(),
        ]
    }));
    use Align::{Left, Right};
    for line in table(&[Left, Right, Right, Right, Right, Left], &rows) {
        let _ = writeln!(text, "  {line}");
    }
}

/// What is taken more or less often, or is new or gone.
fn moved(
    text: &mut String,
    [a, b]: [&str; 2],
    it: &Comparison,
    heading: &dyn Fn(&mut String, &str),
) {
    let clear = |it: &&ContentDifference| matches!(it.taken.verdict, Verdict::More | Verdict::Less);
    let moved: Vec<&ContentDifference> = it.content.iter().filter(clear).collect();
    if moved.is_empty() {
        heading(text, "Nothing is clearly taken more or less often");
        return;
    }
    heading(text, &format!("Clearly taken more or less often: {}", moved.len()));
    let head = ["", "kind", a, b, "difference", "wins before", "wins now"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for each in moved.iter().take(MOVED_MAX) {
        let rate = |rate: &boardwright_lab::simulate::stats::Rate| match rate.n {
            0 => "-".to_owned(),
            _ => percent(rate.rate.0),
        };
        let (there_a, there_b) = contents_in(each.sets);
        let side = |there: bool, value: Num| if there { percent(value.0) } else { "none".into() };
        rows.push(vec![
            each.name.clone(),
            each.kind.clone(),
            side(there_a, each.taken.a),
            side(there_b, each.taken.b),
            signed(each.taken.difference.0, points),
            rate(&each.won_a),
            rate(&each.won_b),
        ]);
    }
    use Align::{Left, Right};
    for line in table(&[Left, Left, Right, Right, Right, Right, Right], &rows) {
        let _ = writeln!(text, "  {line}");
    }
    if moved.len() > MOVED_MAX {
        let _ = writeln!(text, "  ... and {} more", moved.len() - MOVED_MAX);
    }
}

/// The games of both sets, each with the name of its set.
pub fn jsonl(names: [&str; 2], records: [&[GameRecord]; 2]) -> String {
    let mut text = String::new();
    for (name, records) in names.into_iter().zip(records) {
        for record in records {
            let mut value = serde_json::json!({ "set": name });
            if let (Some(map), Ok(serde_json::Value::Object(fields))) =
                (value.as_object_mut(), serde_json::to_value(record))
            {
                map.extend(fields);
            }
            let _ = writeln!(text, "{value}");
        }
    }
    text
}

/// One row per seat of each game, with the name of its set.
pub fn games_csv(names: [&str; 2], records: [&[GameRecord]; 2]) -> String {
    let mut text = String::new();
    for (name, records) in names.into_iter().zip(records) {
        let csv = tables::games_csv(records);
        let mut lines = csv.lines();
        let head = lines.next().unwrap_or_default();
        if text.is_empty() {
            let _ = writeln!(text, "set,{head}");
        }
        for line in lines {
            let _ = writeln!(text, "{},{line}", tables::cell(name));
        }
    }
    text
}

/// One row per difference.
pub fn csv(it: &Comparison) -> String {
    let mut text = String::from("of,id,name,a,b,difference,low,high,verdict\n");
    for (of, list) in [("game", &it.figures), ("seat", &it.seats), ("line", &it.points)] {
        for each in list {
            let _ = writeln!(text, "{of},{}", row(each));
        }
    }
    text
}

/// One row per piece of content.
pub fn content_csv(it: &Comparison) -> String {
    let mut text = String::from(
        "kind,id,name,taken_a,taken_b,difference,low,high,verdict,takers_a,win_rate_a,takers_b,\
         win_rate_b\n",
    );
    for each in &it.content {
        let rate = |rate: &boardwright_lab::simulate::stats::Rate| match rate.n {
            0 => "0,".to_owned(),
            n => format!("{n},{}", rate.rate.rounded()),
        };
        let kind = tables::cell(&each.kind);
        let (won_a, won_b) = (rate(&each.won_a), rate(&each.won_b));
        let _ = writeln!(text, "{kind},{},{won_a},{won_b}", row(&each.taken));
    }
    text
}

fn row(it: &Difference) -> String {
    let numbers = [it.a, it.b, it.difference, it.low, it.high];
    let numbers = numbers.map(|number| number.rounded().to_string()).join(",");
    let verdict = word(it.verdict);
    format!("{},{},{numbers},{verdict}", tables::cell(&it.id), tables::cell(&it.name))
}
