//! Parts of a run on disk: `games.jsonl` holds the games; `run.json` describes the run they belong
//! to and seals them with checksums. During play the games are in `games.unfinished`, line by line,
//! so that a killed program loses none of them.

use std::fs;

use boardwright_lab::simulate::parts::{
    MergeError, PartInfo, RunPart, Sealed, merge, opened_line, sealed_line,
};
use boardwright_lab::simulate::plan::FORMAT;
use boardwright_lab::simulate::{GameRecord, RunInfo, tables};
use boardwright_play::coverage::Report;

use super::json;
use crate::disk::{self, Stream, WriteError};
use crate::fail::{Done, Fail};
use crate::io::Io;
use crate::simulation::Folder;

const RUN: &str = "run.json";
const GAMES: &str = "games.jsonl";
const COVERAGE: &str = "coverage.json";
const UNFINISHED: &str = "games.unfinished";

/// Writes a part.
pub fn write(
    out: &Folder,
    info: &PartInfo,
    records: &[GameRecord],
    reached: Option<&Report>,
) -> Done<()> {
    let games = tables::jsonl(records);
    let coverage = reached.map(json);
    let mut files = vec![(GAMES, games.as_str())];
    files.extend(coverage.as_ref().map(|text| (COVERAGE, text.as_str())));
    for (name, text) in &files {
        out.write(name, text)?;
    }
    // The seal comes last: if it is there, so is everything it names.
    out.write(RUN, &Sealed::new(info, &files).to_text())?;
    out.remove(UNFINISHED);
    Ok(())
}

/// Games written down while others are still played.
pub struct Unfinished(Option<Stream>);

impl Unfinished {
    /// Begins the file. If that fails, games are only written at the end.
    pub fn new(out: Option<&Folder>, info: &PartInfo) -> Self {
        let begun = |out: &Folder| -> Result<Stream, WriteError> {
            let mut stream = out.stream(UNFINISHED)?;
            stream.line(&sealed_line(&serde_json::to_string(info).unwrap_or_default()))?;
            Ok(stream)
        };
        Self(out.and_then(|out| begun(out).ok()))
    }

    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord) {
        let Some(stream) = &mut self.0 else { return };
        // If the disk has no room now, it may have room at the end, where a failure is reported.
        if stream.line(&sealed_line(&record.to_line())).is_err() {
            self.0 = None;
        }
    }
}

/// The result of putting parts together.
pub struct Whole {
    /// The run.
    pub run: RunInfo,
    /// Its games.
    pub games: Vec<GameRecord>,
    /// What they reached, if all parts contain that.
    pub reached: Option<Report>,
    /// What is missing, in words.
    pub missing: Vec<String>,
}

/// Reads parts and puts them together.
pub fn merged(folders: &[String], io: &Io) -> Done<Whole> {
    let read = folders.iter().map(|folder| read(folder, io)).collect::<Done<Vec<Read>>>()?;
    let (mut parts, mut reports, mut notes) = (vec![], vec![], vec![]);
    for Read { part, reached, note } in read {
        parts.push(part);
        reports.push(reached);
        notes.extend(note);
    }
    let merged = merge(parts).map_err(merge_failure)?;
    let reached = reports.into_iter().reduce(|one, other| {
        let (mut one, other) = (one?, other?);
        one.merge(&other);
        Some(one)
    });
    let missing = notes.into_iter().chain(merged.missing).collect();
    Ok(Whole { run: merged.run, games: merged.games, reached: reached.flatten(), missing })
}

/// Explains why parts cannot be put together, and what to do.
fn merge_failure(error: MergeError) -> Fail {
    let fail = Fail::new(error.to_string());
    match error {
        MergeError::Differ { how, .. } => how
            .into_iter()
            .fold(fail, Fail::note)
            .help("put together what was played with the same packs, bots, seed and games"),
        MergeError::Twice { .. } => {
            fail.help("give each part once, all of them cut in the same way")
        }
        MergeError::Format(_) | MergeError::Foreign { .. } => {
            fail.help("play it again with this version")
        }
        MergeError::Nothing => fail.help("name the folders of the parts after `--merge`"),
    }
}

/// A part as read.
struct Read {
    part: RunPart,
    reached: Option<Report>,
    /// A note about anything odd.
    note: Option<String>,
}

fn unfit(folder: &str, name: &str, why: impl Into<String>) -> Fail {
    Fail::new(format!("`{folder}/{name}` is not as `simulate` wrote it"))
        .note(why)
        .help("copy the folder again from where it was written, or play the part again")
}

fn text(folder: &str, name: &str, io: &Io) -> Done<String> {
    fs::read_to_string(io.around.path(folder).join(name)).map_err(|error| {
        Fail::new(format!("cannot read `{folder}/{name}`"))
            .note(error.to_string())
            .help("give folders that were written by `simulate --out`")
    })
}

fn read(folder: &str, io: &Io) -> Done<Read> {
    if io.around.path(folder).join(UNFINISHED).exists() {
        return read_unfinished(folder, io);
    }
    let run = text(folder, RUN, io)?;
    let format = serde_json::from_str::<serde_json::Value>(&run)
        .map_err(|error| unfit(folder, RUN, error.to_string()))?["run"]["format"]
        .as_u64();
    if format.is_some_and(|format| format != u64::from(FORMAT)) {
        return Err(Fail::new(format!("`{folder}` was written by another version of the program"))
            .help("play it again with this version"));
    }
    let sealed = Sealed::load(&run).map_err(|why| unfit(folder, RUN, why))?;
    let sealed_text = |name: &str| {
        let text = text(folder, name, io)?;
        let why = "it was changed after it was written: its checksum does not fit";
        if sealed.fits(name, &text) { Ok(text) } else { Err(unfit(folder, name, why)) }
    };
    let games = sealed_text(GAMES)?;
    let games = games.lines().map(GameRecord::from_line).collect::<Result<Vec<_>, String>>();
    let games = games.map_err(|why| unfit(folder, GAMES, why))?;
    let reached = match sealed.files.contains_key(COVERAGE) {
        true => {
            let read = serde_json::from_str::<Report>(&sealed_text(COVERAGE)?);
            Some(read.map_err(|error| unfit(folder, COVERAGE, error.to_string()))?)
        }
        false => None,
    };
    let part = RunPart { name: folder.to_owned(), info: sealed.info(), games };
    Ok(Read { part, reached, note: None })
}

/// Reads what a killed run has left. A truncated line is dropped and reported.
fn read_unfinished(folder: &str, io: &Io) -> Done<Read> {
    let text = text(folder, UNFINISHED, io)?;
    let lines = disk::lines(&text);
    let unfit = |at: usize, why: &str| unfit(folder, UNFINISHED, format!("line {}: {why}", at + 1));
    let mut opened = vec![];
    for (at, line) in lines.whole.iter().enumerate() {
        let line = opened_line(line).ok_or_else(|| unfit(at, "its checksum does not fit"))?;
        opened.push(line);
    }
    let mut opened = opened.into_iter();
    let info = opened.next().ok_or_else(|| unfit(0, "it was cut off"))?;
    let info: PartInfo =
        serde_json::from_str(info).map_err(|error| unfit(0, &error.to_string()))?;
    let mut games = vec![];
    for (at, line) in opened.enumerate() {
        games.push(GameRecord::from_line(line).map_err(|why| unfit(at + 1, &why))?);
    }
    let cut = if lines.cut.is_some() { "; its last game was cut off and is left out" } else { "" };
    let note = format!("`{folder}` is not finished: it was killed, or still runs{cut}");
    let part = RunPart { name: folder.to_owned(), info, games };
    Ok(Read { part, reached: None, note: Some(note) })
}
