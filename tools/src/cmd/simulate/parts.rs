//! Parts of a run on disk: `run.json` says what they are parts of, `games.jsonl` holds the games.

use std::fs;

use boardwright_pack::coverage::Report;
use boardwright_pack::simulate::parts::{MergeError, Part, PartInfo, merge};
use boardwright_pack::simulate::plan::FORMAT;
use boardwright_pack::simulate::{GameRecord, RunInfo, tables};

use super::json;
use crate::fail::{Done, Fail};
use crate::io::Io;
use crate::simulation::Folder;

const RUN: &str = "run.json";
const GAMES: &str = "games.jsonl";
const COVERAGE: &str = "coverage.json";

/// Writes a part.
pub fn write(
    out: &Folder,
    info: &PartInfo,
    records: &[GameRecord],
    reached: Option<&Report>,
) -> Done<()> {
    if let Some(reached) = reached {
        out.write(COVERAGE, &json(reached))?;
    }
    out.write(RUN, &json(info))?;
    out.write(GAMES, &tables::jsonl(records))
}

/// A run, its games, and what they reached if all parts say so.
type Whole = (RunInfo, Vec<GameRecord>, Option<Report>);

/// Reads parts and puts them together.
pub fn merged(folders: &[String], io: &Io) -> Done<Whole> {
    let parts = folders.iter().map(|folder| read(folder, io)).collect::<Done<Vec<Part>>>()?;
    let (info, records) = merge(parts).map_err(told)?;
    let reached = folders.iter().map(|folder| {
        let text = fs::read_to_string(io.around.path(folder).join(COVERAGE)).ok()?;
        serde_json::from_str::<Report>(&text).ok()
    });
    let reached = reached.reduce(|one, other| {
        let (mut one, other) = (one?, other?);
        one.merge(&other);
        Some(one)
    });
    Ok((info, records, reached.flatten()))
}

/// Why parts do not go together, and what to do.
fn told(error: MergeError) -> Fail {
    let fail = Fail::new(error.to_string());
    match error {
        MergeError::Differ { how, .. } => how
            .into_iter()
            .fold(fail, Fail::note)
            .help("put together what was played with the same packs, bots, seed and games"),
        MergeError::Twice { .. } => {
            fail.help("give each part once, all of them cut in the same way")
        }
        MergeError::Format(_) => fail.help("play it again with this version"),
        MergeError::Nothing => fail.help("name the folders of the parts after `--merge`"),
    }
}

fn read(folder: &str, io: &Io) -> Done<Part> {
    let text = |name: &str| {
        fs::read_to_string(io.around.path(folder).join(name)).map_err(|error| {
            Fail::new(format!("cannot read `{folder}/{name}`"))
                .note(error.to_string())
                .help("give folders that were written by `simulate --out`")
        })
    };
    let unfit = |name: &str, why: String| {
        Fail::new(format!("`{folder}/{name}` was not written by `simulate`"))
            .note(why)
            .help("give folders as they were written, or play the part again")
    };
    let run = text(RUN)?;
    let format = serde_json::from_str::<serde_json::Value>(&run)
        .map_err(|error| unfit(RUN, error.to_string()))?["run"]["format"]
        .as_u64();
    if format.is_some_and(|format| format != u64::from(FORMAT)) {
        return Err(Fail::new(format!("`{folder}` was written by another version of the program"))
            .help("play it again with this version"));
    }
    let info: PartInfo =
        serde_json::from_str(&run).map_err(|error| unfit(RUN, error.to_string()))?;
    let mut games = vec![];
    for (line, record) in text(GAMES)?.lines().enumerate() {
        let read = GameRecord::from_line(record);
        games.push(read.map_err(|why| unfit(GAMES, format!("line {}: {why}", line + 1)))?);
    }
    Ok(Part { name: folder.to_owned(), info, games })
}
