//! Where the work of the rules goes, for people at a terminal.

use std::fmt::Write;

use boardwright_lab::simulate::profile::{Clocked, Question, Report, Row};

use super::speed::grouped;
use crate::columns::{Align, table};
use crate::io::{Ink, ink, plural};

/// The maximum number of rules, and of lines, listed.
const ROWS_MAX: usize = 12;
const LINES_MAX: usize = 8;
/// The maximum number of questions listed, and of options for each.
const QUESTIONS_MAX: usize = 6;
const OPTIONS_MAX: usize = 4;
/// The maximum number of scripts listed with their time.
const SCRIPTS_MAX: usize = 5;
/// How many columns the figures of a row take.
const FIGURES: usize = 39;
/// Stands for a space at which no line is broken.
const TIGHT: &str = "\u{1}";
/// The minimum width of a name.
const NAME_MIN: usize = 14;

use Align::{Left, Right};

/// The profile of a run, in lines of at most `columns` columns.
pub fn text(report: &Report, columns: usize, colour: bool) -> String {
    let mut text = format!("\n{}\n", ink(colour, Ink::Head, "Where the work goes"));
    if report.total.work == 0 {
        text.push_str("  no work was counted\n");
        return text;
    }
    let all = grouped(report.total.work);
    let ahead = share(report.total.ahead as f64 / report.total.work as f64);
    let trials = plural(report.total.trials as usize, "trial");
    let _ = writeln!(text, "  {all} units of fuel, {ahead} of them to look ahead; {trials}");
    let sentence = first_three(report);
    for line in crate::table::lines(&sentence, 2, columns.saturating_sub(2)) {
        let _ = writeln!(text, "  {}", line.replace(TIGHT, " "));
    }
    let heading = |text: &mut String, words: &str| {
        let _ = writeln!(text, "\n{}", ink(colour, Ink::Head, words));
    };
    heading(&mut text, "Work by rule");
    rows(&mut text, &report.rules, (ROWS_MAX, columns), ("calls", Row::label), |row| row.calls);
    heading(&mut text, "Work by line");
    rows(
        &mut text,
        &report.lines,
        (LINES_MAX, columns),
        ("times", |row| row.name.clone()),
        |row| row.times,
    );
    if !report.look_ahead.is_empty() {
        heading(&mut text, "What is looked ahead from");
        questions(&mut text, &report.look_ahead, columns);
    }
    text
}

/// A sentence that names where most of the work goes.
fn first_three(report: &Report) -> String {
    let named = |row: &Row| {
        let place = row.place();
        let place = if place.is_empty() { place } else { format!("{place}, ") };
        let part = share(row.share.0).replace(' ', TIGHT);
        format!("{} ({place}{part})", row.quoted())
    };
    let named: Vec<String> = report.rules.iter().take(3).map(named).collect();
    match named.as_slice() {
        [] => String::new(),
        [only] => format!("All of it goes to {only}."),
        [first, second] => format!("It goes to {first} and {second}."),
        [first, second, third, ..] => {
            format!("What takes most: {first}, {second} and {third}.")
        }
    }
}

fn rows(
    text: &mut String,
    all: &[Row],
    (most, columns): (usize, usize),
    (how_often, long): (&str, impl Fn(&Row) -> String),
    n: impl Fn(&Row) -> u64,
) {
    let shown = &all[..all.len().min(most)];
    let places: Vec<String> = shown.iter().map(|row| near(&row.place(), columns)).collect();
    let names = room(&places, columns);
    let mut cells = vec![["", "place", "share", "ahead", how_often, "each"].map(str::to_owned)];
    cells.extend(shown.iter().zip(places).map(|(row, place)| {
        let whole = row.work.max(1) as f64;
        let ahead = row.ahead as f64 / whole * row.share.0;
        let (times, each) = match n(row) {
            0 => (String::new(), String::new()),
            n => (grouped(n), format!("{:.1}", row.work as f64 / n as f64)),
        };
        // The kind is added if there is room.
        let long = long(row);
        let name = if long.chars().count() <= names { long } else { cut(&row.name, names) };
        [name, place, share(row.share.0), share(ahead), times, each]
    }));
    push(text, &[Left, Left, Right, Right, Right, Right], cells);
    rest(text, all.len() - shown.len(), all.iter().skip(most).map(|row| row.share.0).sum());
}

fn rest(text: &mut String, n: usize, part: f64) {
    if n > 0 {
        let _ = writeln!(text, "  ... {n} more: {}", share(part));
    }
}

fn questions(text: &mut String, all: &[Question], columns: usize) {
    let shown = &all[..all.len().min(QUESTIONS_MAX)];
    let places: Vec<String> = shown.iter().map(|row| near(&row.place(), columns)).collect();
    let names = room(&places, columns);
    let mut cells = vec![["", "place", "share", "times", "trials"].map(str::to_owned)];
    for (question, place) in shown.iter().zip(places) {
        let name = cut(&question.name, names);
        let trials = grouped(question.trials);
        cells.push([name, place, share(question.share.0), grouped(question.times), trials]);
        for option in question.options.iter().take(OPTIONS_MAX) {
            let name = cut(&format!("  {}", option.name), names);
            let (part, times) = (share(option.share.0), grouped(option.times));
            cells.push([name, String::new(), part, times, grouped(option.trials)]);
        }
    }
    push(text, &[Left, Left, Right, Right, Right], cells);
    rest(text, all.len() - shown.len(), all.iter().skip(shown.len()).map(|it| it.share.0).sum());
}

fn push<const N: usize>(text: &mut String, aligns: &[Align], cells: Vec<[String; N]>) {
    let cells: Vec<Vec<String>> = cells.into_iter().map(Vec::from).collect();
    for line in table(aligns, &cells) {
        let _ = writeln!(text, "  {line}");
    }
}

/// A place that leaves room for a name: folders before the file are left out first.
fn near(place: &str, columns: usize) -> String {
    let most = columns.saturating_sub(FIGURES + NAME_MIN);
    let mut rest = place;
    let shown = |rest: &str| match rest.len() == place.len() {
        true => place.to_owned(),
        false => format!(".../{rest}"),
    };
    while shown(rest).chars().count() > most
        && let Some((_, deeper)) = rest.split_once('/')
    {
        rest = deeper;
    }
    shown(rest)
}

/// How many columns are left for names.
fn room(places: &[String], columns: usize) -> usize {
    let place = places.iter().map(|place| place.chars().count()).max().unwrap_or(0);
    columns.saturating_sub(FIGURES + place.max(5)).max(NAME_MIN)
}

/// A name cut to a width. Most steps are in procedures, so that part is left out first.
fn cut(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    let name = name.strip_prefix("procedures.").unwrap_or(name);
    let n = name.chars().count();
    if n <= most {
        return name.to_owned();
    }
    let (first, last) = (most / 2, most - most / 2 - 3);
    let begin: String = name.chars().take(first).collect();
    let end: String = name.chars().skip(n - last).collect();
    format!("{begin}...{end}")
}

fn share(part: f64) -> String {
    format!("{:.1} %", part * 100.0)
}

/// The wall-clock time of scripts: it differs from run to run.
pub fn clocked(scripts: &[Clocked]) -> String {
    let mut text = String::new();
    for script in scripts.iter().take(SCRIPTS_MAX) {
        let seconds = script.time.as_secs_f64();
        let each = seconds * 1e6 / script.calls.max(1) as f64;
        let calls = grouped(script.calls);
        let name = &script.name;
        let _ =
            writeln!(text, "script `{name}`: {seconds:.2} s in {calls} calls, {each:.0} µs each");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{cut, near};

    #[test]
    fn long_places_lose_their_folders() {
        assert_eq!(near("hello/game.yaml:5", 80), "hello/game.yaml:5");
        let place = "hello-market-day/scripts/stalls.luau:108";
        assert_eq!(near(place, 80), ".../scripts/stalls.luau:108");
        assert_eq!(near(place, 79), ".../stalls.luau:108");
        assert_eq!(near(place, 100), place);
    }

    #[test]
    fn long_names_lose_their_middle() {
        assert_eq!(cut("procedure turn", 14), "procedure turn");
        assert_eq!(cut("procedures.turn.do.1", 14), "turn.do.1");
        assert_eq!(cut("play.1.turns.do.2.choose.options", 14), "play.1....ions");
    }
}
