//! Golden games: whole games told aloud, in `tests/golden/<players>p-seed<seed>.txt` of a pack.

use std::fs;
use std::path::PathBuf;

use boardwright_pack::game::{self, Game, player_counts};
use boardwright_pack::golden::transcript;
use similar::{ChangeTag, TextDiff};

use crate::bundled;
use crate::fail::{Done, Fail};
use crate::io::{Ink, Io, ink};
use crate::shelf::{Packs, Shelf};

/// The folder golden games lie in.
const FOLDER: &str = "tests/golden";
/// The seed of the game every pack has.
const SEED: u64 = 1;
/// How many lines of a difference are shown.
const LINES_MAX: usize = 40;

fn file_name(players: u8, seed: u64) -> String {
    format!("{players}p-seed{seed}.txt")
}

/// Players and seed of a file of that name.
fn parse(name: &str) -> Option<(u8, u64)> {
    let (players, seed) = name.strip_suffix(".txt")?.split_once("p-seed")?;
    Some((players.parse().ok()?, seed.parse().ok()?))
}

/// The golden games of a pack for a number of players, by name and seed. Packs that are tested
/// together have none; one is `added` if games are to be written.
pub fn names(shelf: &Shelf, packs: &Packs, players: u8, added: bool) -> Vec<(String, u64)> {
    let [pack] = packs.as_slice() else { return vec![] };
    let files: Vec<String> = match shelf.folder(pack) {
        None => bundled::names_in(pack, FOLDER),
        Some(folder) => {
            let entries = fs::read_dir(folder.join(FOLDER)).into_iter().flatten();
            entries.filter_map(|it| it.ok()?.file_name().into_string().ok()).collect()
        }
    };
    let parsed = files.iter().filter_map(|name| parse(name));
    let mut seeds: Vec<u64> = parsed.filter(|(n, _)| *n == players).map(|(_, s)| s).collect();
    if added {
        seeds.push(SEED);
    }
    seeds.sort_unstable();
    seeds.dedup();
    let name = |seed| (format!("golden: {}", file_name(players, seed)), seed);
    seeds.into_iter().map(name).collect()
}

/// Tells a game and compares it with how it was told; `None` if it is the same.
pub fn test(
    accept: bool,
    shelf: &Shelf,
    packs: &Packs,
    game: &Game,
    seed: u64,
    io: &mut Io,
) -> Done<Option<String>> {
    let [pack] = packs.as_slice() else { return Ok(None) };
    let name = file_name(game.players, seed);
    let now = transcript(game, seed);
    if accept {
        let Some(path) = path(shelf, pack, &name) else {
            return Err(Fail::new(format!("`{pack}` comes with the program and stays as it is"))
                .help("give the folder of a pack to accept golden games for"));
        };
        let shown = io.around.shown(&path);
        let written = path.parent().map_or(Ok(()), fs::create_dir_all);
        written.and_then(|()| fs::write(&path, &now)).map_err(|error| {
            Fail::new(format!("cannot write `{shown}`")).note(error.to_string())
        })?;
        return Ok(None);
    }
    let accepted = match path(shelf, pack, &name) {
        Some(path) => fs::read_to_string(path).ok(),
        None => bundled::file(pack, &format!("{FOLDER}/{name}")).map(str::to_owned),
    };
    Ok(match accepted {
        None => {
            let folder = shelf.folder(pack).map(|folder| io.around.shown(folder));
            let help = folder
                .map_or("the pack comes with the program: test its folder".into(), |it| {
                    format!("write it by `boardwright test {it} --accept`, and read it")
                });
            Some(format!("there is no `{FOLDER}/{name}` yet\nhelp: {help}"))
        }
        Some(accepted) if accepted.replace("\r\n", "\n") == now => None,
        Some(accepted) => Some(difference(&accepted.replace("\r\n", "\n"), &now, io.colour)),
    })
}

fn path(shelf: &Shelf, pack: &str, name: &str) -> Option<PathBuf> {
    Some(shelf.folder(pack)?.join(FOLDER).join(name))
}

/// Writes all golden games of a pack in a folder. Gives how many.
pub fn accept(shelf: &Shelf, pack: &str, io: &mut Io) -> Done<usize> {
    let library = shelf.library();
    let packs = vec![pack.to_owned()];
    let Some(first) = game::check(&library, &[pack]).game else { return Ok(0) };
    let mut n_written = 0;
    for players in player_counts(&first.loaded) {
        let Some(game) = game::open(&library, &[pack], Some(players), &[]).game else { continue };
        for (_, seed) in names(shelf, &packs, players, true) {
            test(true, shelf, &packs, &game, seed, io)?;
            n_written += 1;
        }
    }
    Ok(n_written)
}

/// What is told differently now, with a few lines around it.
fn difference(before: &str, now: &str, colour: bool) -> String {
    let diff = TextDiff::from_lines(before, now);
    let mut lines = vec!["the game is told differently now (- accepted, + now):".to_owned()];
    'all: for group in diff.grouped_ops(2) {
        if lines.len() > 1 {
            lines.push("...".into());
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            if lines.len() > LINES_MAX {
                lines.push("... and more".into());
                break 'all;
            }
            let text = change.value().trim_end_matches('\n');
            lines.push(match change.tag() {
                ChangeTag::Equal => format!("  {text}"),
                ChangeTag::Delete => ink(colour, Ink::Bad, format!("- {text}")),
                ChangeTag::Insert => ink(colour, Ink::Good, format!("+ {text}")),
            });
        }
    }
    lines.push("help: `--accept` writes it as it is now, if that is what you meant".into());
    lines.join("\n")
}
