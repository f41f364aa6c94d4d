//! The figures of a run, for people at a terminal.

use std::fmt::Write;

use boardwright_lab::simulate::Summary;
use boardwright_lab::simulate::stats::Spread;
use boardwright_lab::simulate::summary::{Failed, Side, Use};
use boardwright_play::content::OPTION;

use crate::columns::{Align, number, percent, percents, table};
use crate::io::{Ink, ink, plural};

/// The maximum number of items listed of one kind.
const SHOWN_MAX: usize = 10;
/// The maximum number of names of unused items listed.
const NAMES_MAX: usize = 12;
/// Rates from fewer seats than this mean little.
const FEW: u64 = 20;

use Align::{Left, Right};

/// All figures.
pub fn text(summary: &Summary, colour: bool) -> String {
    let mut text = head(summary, colour);
    if summary.games == 0 {
        text.push_str("no game came to its end\n");
        failures(&mut text, summary, colour);
        return text;
    }
    let heading = |text: &mut String, words: &str| {
        let _ = writeln!(text, "\n{}", ink(colour, Ink::Head, words));
    };
    heading(&mut text, "Scores");
    let mut rows =
        vec![row(&["", "mean", "sd", "min", "5 %", "25 %", "median", "75 %", "95 %", "max"])];
    rows.push(spread("all seats", &summary.score));
    rows.push(spread("winners", &summary.winning_score));
    if summary.margin.n > 0 {
        rows.push(spread("lead of the winner", &summary.margin));
    }
    rows.push(spread("changes of the lead", &summary.lead_changes));
    rows.extend(summary.length.iter().map(|it| spread(&it.of, &it.spread)));
    push(&mut text, &numbers(10), &rows);
    let _ = writeln!(text, "  {} options at a decision", number(summary.options_per_decision.0));
    heading(&mut text, "Seats");
    sides(&mut text, "seat", &summary.seats);
    if summary.by_bot.len() > 1 {
        heading(&mut text, "Bots");
        sides(&mut text, "bot", &summary.by_bot);
    }
    heading(&mut text, "Where the points come from");
    points(&mut text, summary);
    contents(&mut text, summary, &heading);
    unused(&mut text, summary, &heading);
    failures(&mut text, summary, colour);
    text
}

/// The head: the game, the bots, the number of games.
pub fn head(summary: &Summary, colour: bool) -> String {
    let title = ink(colour, Ink::Head, &summary.title);
    let players = plural(usize::from(summary.players), "player");
    let games = plural(summary.games as usize, "game");
    let bots = if summary.bots.len() == 1 { "bot" } else { "bots" };
    let names = summary.bots.join(", ");
    let packs = summary.packs.join(" + ");
    let part = if summary.games + summary.n_failed < summary.asked {
        format!(" of {} asked for", summary.asked)
    } else {
        String::new()
    };
    let seed = summary.seed;
    format!("{title} ({packs}), {players}\n{games}{part}, {bots}: {names}, seed {seed}\n")
}

fn row(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|cell| (*cell).to_owned()).collect()
}

fn numbers(n: usize) -> Vec<Align> {
    (0..n).map(|column| if column == 0 { Left } else { Right }).collect()
}

fn push(text: &mut String, aligns: &[Align], rows: &[Vec<String>]) {
    for line in table(aligns, rows) {
        let _ = writeln!(text, "  {line}");
    }
}

fn spread(name: &str, it: &Spread) -> Vec<String> {
    let mut row = vec![name.to_owned(), number(it.mean.0), number(it.sd.0)];
    let quantiles = [it.min, it.p05, it.p25, it.median, it.p75, it.p95, it.max];
    row.extend(quantiles.map(|value| format!("{:.0}", value.0)));
    row
}

fn sides(text: &mut String, what: &str, sides: &[Side]) {
    let mut rows = vec![row(&[what, "games", "wins", "95 %", "mean score", "sd"])];
    rows.extend(sides.iter().map(|it| {
        vec![
            it.id.clone(),
            it.wins.n.to_string(),
            percent(it.wins.rate.0),
            percents(it.wins.low.0, it.wins.high.0),
            number(it.score.mean.0),
            number(it.score.sd.0),
        ]
    }));
    push(text, &numbers(6), &rows);
}

fn points(text: &mut String, summary: &Summary) {
    let mut rows = vec![row(&["line", "mean", "share", "winners", "others"])];
    rows.extend(summary.points.iter().map(|it| {
        let share = percent(it.share.0);
        let means = [it.winners, it.others].map(|mean| number(mean.0));
        let [winners, others] = means;
        vec![it.name.clone(), number(it.all.mean.0), share, winners, others]
    }));
    push(text, &numbers(5), &rows);
}

/// What was taken, kind by kind; for long kinds, what wins most and least.
fn contents(text: &mut String, summary: &Summary, heading: &dyn Fn(&mut String, &str)) {
    let mut kinds: Vec<&str> = vec![];
    for it in &summary.content {
        if it.picked.count.0 > 0.0 && !kinds.contains(&it.kind.as_str()) {
            kinds.push(&it.kind);
        }
    }
    for kind in kinds {
        let mut uses: Vec<&Use> =
            summary.content.iter().filter(|it| it.kind == kind && it.picked.n > 0).collect();
        if uses.len() < 2 {
            continue;
        }
        uses.sort_by(|one, other| {
            let sure = |it: &Use| it.won.n >= FEW;
            sure(other).cmp(&sure(one)).then(other.won.rate.0.total_cmp(&one.won.rate.0))
        });
        heading(text, &format!("Taken: {kind}"));
        let mut rows = vec![row(&["", "offered", "took", "rate", "won", "95 %", "score"])];
        let n_left = uses.len().saturating_sub(SHOWN_MAX);
        let (top, bottom) = match n_left {
            0 => (uses.len(), 0),
            _ => (SHOWN_MAX / 2, SHOWN_MAX / 2),
        };
        rows.extend(uses.iter().take(top).map(|it| of_use(it)));
        if n_left > 0 {
            rows.push(row(&[&format!("... {n_left} more")]));
        }
        rows.extend(uses.iter().skip(uses.len() - bottom).map(|it| of_use(it)));
        push(text, &numbers(7), &rows);
    }
}

fn of_use(it: &Use) -> Vec<String> {
    let name = if it.kind == OPTION { &it.id } else { &it.name };
    let mut row =
        vec![name.clone(), it.picked.n.to_string(), it.picked.count.rounded().to_string()];
    row.push(percent(it.picked.rate.0));
    if it.won.n > 0 {
        row.push(percent(it.won.rate.0));
        row.push(percents(it.won.low.0, it.won.high.0));
        row.push(number(it.score.0));
    }
    row
}

fn unused(text: &mut String, summary: &Summary, heading: &dyn Fn(&mut String, &str)) {
    for (what, list) in [
        ("Offered or in play, never taken", &summary.never_taken),
        ("Never came into play", &summary.never_seen),
    ] {
        if list.is_empty() {
            continue;
        }
        heading(text, &format!("{what}: {}", list.len()));
        let mut names: Vec<&str> = list.iter().map(|it| it.id.as_str()).take(NAMES_MAX).collect();
        if list.len() > NAMES_MAX {
            names.push("...");
        }
        let _ = writeln!(text, "  {}", names.join(", "));
    }
}

fn failures(text: &mut String, summary: &Summary, colour: bool) {
    let mut list = |words: String, games: &[Failed]| {
        let _ = writeln!(text, "\n{}", ink(colour, Ink::Bad, words));
        for it in games.iter().take(3) {
            let _ = writeln!(text, "  game {}, seed {}: {}", it.game, it.seed, it.why);
        }
    };
    if summary.n_failed > 0 {
        let n = plural(summary.n_failed as usize, "game");
        list(format!("{n} did not come to an end, and are not counted above"), &summary.failed);
    }
    if summary.n_faults > 0 {
        let n = plural(summary.n_faults as usize, "game");
        let told = "choices that lead there were taken back";
        list(format!("a script failed in {n}; {told}"), &summary.faults);
    }
    if summary.n_struck > 0 {
        let n = plural(summary.n_struck as usize, "choice");
        list(format!("{n} led into a dead end and had to be taken back"), &summary.struck);
    }
}
