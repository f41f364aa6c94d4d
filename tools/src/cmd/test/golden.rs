//! Golden games: whole games told aloud, in `tests/golden/<players>p-seed<seed>.txt` of a pack;
//! behind the seed may stand options, `-size=4`.

use std::fs;

use boardwright_pack::game::{self, Game};
use boardwright_pack::golden::{Which, transcript};
use similar::{ChangeTag, TextDiff};

use crate::bundled;
use crate::fail::{Done, Fail};
use crate::io::{Ink, Io, ink};
use crate::shelf::{Packs, Shelf};

/// The folder golden games lie in.
const FOLDER: &str = "tests/golden";
/// The seed of the first golden game of a pack.
const SEED: u64 = 1;
/// How many lines of a difference are shown.
const LINES_MAX: usize = 40;

/// What came of one golden game.
pub enum Told {
    /// It is told as it was accepted.
    Same,
    /// It was accepted and written to this file.
    Written(String),
    /// It is told differently, or was never accepted: what is shown.
    Differs(String),
}

/// All golden games of a pack. Packs that are tested together have none.
pub fn games(shelf: &Shelf, packs: &Packs) -> Vec<Which> {
    let [pack] = packs.as_slice() else { return vec![] };
    let files: Vec<String> = match shelf.folder(pack) {
        None => bundled::names_in(pack, FOLDER),
        Some(folder) => {
            let entries = fs::read_dir(folder.join(FOLDER)).into_iter().flatten();
            entries.filter_map(|it| it.ok()?.file_name().into_string().ok()).collect()
        }
    };
    let mut games: Vec<Which> = files.iter().filter_map(|name| Which::parse(name)).collect();
    games.sort_unstable();
    games
}

/// The game a pack without golden games begins with: the fewest players that make a table.
pub fn first(game: &Game) -> Which {
    Which { players: game.players, seed: SEED, options: vec![] }
}

/// Tells a game and compares it with how it was told when it was accepted. With `accept` the file
/// is written if it differs.
pub fn test(
    accept: bool,
    shelf: &Shelf,
    packs: &Packs,
    game: &Game,
    which: &Which,
    io: &mut Io,
) -> Done<Told> {
    let [pack] = packs.as_slice() else { return Ok(Told::Same) };
    let name = which.file_name();
    let now = transcript(game, which.seed);
    let path = shelf.folder(pack).map(|folder| folder.join(FOLDER).join(&name));
    if accept && path.is_none() {
        return Err(Fail::new(format!("`{pack}` comes with the program and stays as it is"))
            .help("give the folder of a pack to accept golden games for"));
    }
    let accepted = match &path {
        Some(path) => fs::read_to_string(path).ok(),
        None => bundled::file(pack, &format!("{FOLDER}/{name}")).map(str::to_owned),
    };
    let accepted = accepted.map(|text| text.replace("\r\n", "\n"));
    if accepted.as_ref() == Some(&now) {
        return Ok(Told::Same);
    }
    if let (true, Some(path)) = (accept, path) {
        let shown = io.around.shown(&path);
        let disk = &io.around.disk;
        let written = path.parent().map_or(Ok(()), |folder| disk.make_folder(folder));
        written.and_then(|()| disk.write(&path, &now)).map_err(|error| {
            Fail::new(format!("cannot write `{shown}`"))
                .note(error.to_string())
                .help(error.way_out())
        })?;
        return Ok(Told::Written(shown));
    }
    Ok(Told::Differs(match accepted {
        None => {
            let folder = shelf.folder(pack).map(|folder| io.around.shown(folder));
            let help = folder
                .map_or("the pack comes with the program: test its folder".into(), |it| {
                    format!("write it by `boardwright test {it} --accept`, and read it")
                });
            format!("there is no `{FOLDER}/{name}` yet\nhelp: {help}")
        }
        Some(accepted) => difference(&accepted, &now, io.colour),
    }))
}

/// Writes the first golden game of a new pack. Gives the file.
pub fn begin(shelf: &Shelf, pack: &str, io: &mut Io) -> Done<Option<String>> {
    let Some(game) = game::check(&shelf.library(), &[pack]).game else { return Ok(None) };
    let packs = vec![pack.to_owned()];
    Ok(match test(true, shelf, &packs, &game, &first(&game), io)? {
        Told::Written(file) => Some(file),
        Told::Same | Told::Differs(_) => None,
    })
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
