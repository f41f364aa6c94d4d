//! Golden games: whole games told aloud, in `tests/golden/<players>p-seed<seed>.txt` of a pack;
//! behind the seed may stand options, `-size=4`.

use std::fs;
use std::path::PathBuf;

use boardwright_pack::game::{self, Game, player_counts};
use boardwright_pack::golden::{Which, transcript};
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

/// The golden games of a pack for a number of players. Packs that are tested together have none;
/// one with these options is `added` if games are to be written.
pub fn games(
    shelf: &Shelf,
    packs: &Packs,
    players: u8,
    added: Option<&[(String, String)]>,
) -> Vec<Which> {
    let [pack] = packs.as_slice() else { return vec![] };
    let files: Vec<String> = match shelf.folder(pack) {
        None => bundled::names_in(pack, FOLDER),
        Some(folder) => {
            let entries = fs::read_dir(folder.join(FOLDER)).into_iter().flatten();
            entries.filter_map(|it| it.ok()?.file_name().into_string().ok()).collect()
        }
    };
    let parsed = files.iter().filter_map(|name| Which::parse(name));
    let mut games: Vec<Which> = parsed.filter(|which| which.players == players).collect();
    if let Some(options) = added {
        games.push(Which { players, seed: SEED, options: options.to_vec() });
    }
    games.sort_unstable();
    games.dedup();
    games
}

/// Tells a game and compares it with how it was told; `None` if it is the same.
pub fn test(
    accept: bool,
    shelf: &Shelf,
    packs: &Packs,
    game: &Game,
    which: &Which,
    io: &mut Io,
) -> Done<Option<String>> {
    let [pack] = packs.as_slice() else { return Ok(None) };
    let name = which.file_name();
    let now = transcript(game, which.seed);
    if accept {
        let Some(path) = path(shelf, pack, &name) else {
            return Err(Fail::new(format!("`{pack}` comes with the program and stays as it is"))
                .help("give the folder of a pack to accept golden games for"));
        };
        let shown = io.around.shown(&path);
        let disk = &io.around.disk;
        let written = path.parent().map_or(Ok(()), |folder| disk.make_folder(folder));
        written.and_then(|()| disk.write(&path, &now)).map_err(|error| {
            Fail::new(format!("cannot write `{shown}`"))
                .note(error.to_string())
                .help(error.way_out())
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
        for which in games(shelf, &packs, players, Some(&[])) {
            let opened = game::open(&library, &[pack], Some(players), &which.options);
            let Some(game) = opened.game else { continue };
            test(true, shelf, &packs, &game, &which, io)?;
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
