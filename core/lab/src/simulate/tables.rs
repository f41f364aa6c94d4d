//! Records and figures as tables for other programs: one fact per row, column names in the first
//! row.

use std::fmt::Write;

use super::plan::RunInfo;
use super::record::GameRecord;
use super::stats::Num;
use super::summary::Summary;

/// One row per game.
pub fn jsonl(records: &[GameRecord]) -> String {
    let mut text = String::new();
    for record in records {
        text.push_str(&record.to_line());
        text.push('\n');
    }
    text
}

/// One row per seat of each game.
pub fn games_csv(records: &[GameRecord]) -> String {
    let head = "game,seed,seat,bot,score,place,win,decisions,options,lead_changes";
    let mut text = format!("{head}\n");
    for game in records.iter().filter(|game| game.failed.is_none()) {
        for seat in &game.seats {
            let _ = writeln!(
                text,
                "{},{},{},{},{},{},{},{},{},{}",
                game.game,
                game.seed,
                cell(&seat.seat),
                cell(&seat.bot),
                seat.score,
                seat.place,
                Num(game.win(seat)).rounded(),
                game.decisions,
                game.options,
                game.lead_changes
            );
        }
    }
    text
}

/// One row per line of the score sheet of each seat of each game.
pub fn points_csv(run: &RunInfo, records: &[GameRecord]) -> String {
    let mut text = String::from("game,seat,bot,line,points,win\n");
    for game in records.iter().filter(|game| game.failed.is_none()) {
        for seat in &game.seats {
            for line in &run.lines {
                let points = seat.points.get(line.id.as_str()).copied().unwrap_or(0);
                let _ = writeln!(
                    text,
                    "{},{},{},{},{points},{}",
                    game.game,
                    cell(&seat.seat),
                    cell(&seat.bot),
                    cell(&line.id),
                    Num(game.win(seat)).rounded()
                );
            }
        }
    }
    text
}

/// One row per piece of content.
pub fn content_csv(summary: &Summary) -> String {
    let mut text = String::from(
        "kind,id,name,games,seats_offered,seats_took,pick_rate,pick_low,pick_high,wins,win_rate,\
         win_low,win_high,mean_score\n",
    );
    for it in &summary.content {
        let picked = numbers(it.picked.n, [it.picked.rate, it.picked.low, it.picked.high]);
        let won = numbers(it.won.n, [it.won.rate, it.won.low, it.won.high, it.score]);
        let wins = it.won.count.rounded();
        let _ = writeln!(
            text,
            "{},{},{},{},{},{},{picked},{wins},{won}",
            cell(&it.kind),
            cell(&it.id),
            cell(&it.name),
            it.games,
            it.picked.n,
            it.picked.count.rounded(),
        );
    }
    text
}

/// Numbers that mean something only if the sample is not empty; otherwise the cells stay empty.
fn numbers<const N: usize>(of: u64, numbers: [Num; N]) -> String {
    let cell = |number: Num| if of == 0 { String::new() } else { number.rounded().to_string() };
    numbers.map(cell).join(",")
}

/// Escapes text for a table: in quotes where needed, and after an apostrophe where a spreadsheet
/// would take it for a formula. Names come from packs, and packs are not trusted.
pub fn cell(text: &str) -> String {
    let text = match text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) {
        true => format!("'{text}"),
        false => text.to_owned(),
    };
    if text.contains([',', '"', '\n', '\r']) || text.starts_with(' ') || text.ends_with(' ') {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}
