//! Golden games, in `tests/golden/<players>p-seed<seed>.txt` of a pack; options may follow the seed:
//! `-size=4`.

use std::fs;

use boardwright_lab::golden::{Golden, Which};
use boardwright_play::game::{self, Game};
use similar::{ChangeTag, TextDiff};

use crate::bundled;
use crate::fail::{Done, Fail};
use crate::io::{Ink, Io, ink};
use crate::shelf::{Packs, Shelf};

/// The folder of golden games.
const FOLDER: &str = "tests/golden";
/// The seed of the first golden game of a pack.
const SEED: u64 = 1;
/// The maximum number of removed lines, and of added lines, shown of a difference.
const LINES_MAX: usize = 3;
/// The same when the full difference is requested.
const ALL_LINES_MAX: usize = 2_000;
/// The maximum number of new or missing names listed.
const NAMES_MAX: usize = 8;

/// How much of a difference is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// Where it begins: another golden game of the pack was already shown.
    Place,
    /// Also its first lines, and what to do.
    First,
    /// All of it.
    All,
}

/// The result of one golden game.
pub enum Told {
    /// It matches the accepted version.
    Same,
    /// It was accepted and written to this file.
    Written(String),
    /// It differs from the accepted version: the report.
    Differs(String),
    /// It cannot be played, or was never accepted: the report.
    Wrong(String),
}

/// All golden games of a pack. Sets of packs tested together have none.
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

/// The first golden game of a pack that has none: the smallest number of players.
pub fn first(game: &Game) -> Which {
    Which { players: game.players, seed: SEED, options: vec![] }
}

/// Plays a game and compares its transcript with the accepted one. With `accept`, the file is
/// written if it differs.
pub fn test(
    (accept, shown): (bool, Shown),
    shelf: &Shelf,
    packs: &Packs,
    game: &Game,
    which: &Which,
    io: &mut Io,
) -> Done<Told> {
    let [pack] = packs.as_slice() else { return Ok(Told::Same) };
    let name = which.file_name();
    let golden = Golden::new(game, which);
    let now = golden.text();
    let path = shelf.folder(pack).map(|folder| folder.join(FOLDER).join(&name));
    if accept && path.is_none() {
        return Err(Fail::new(format!("`{pack}` comes with the program and is left as it is"))
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
    Ok(match accepted {
        None => {
            let folder = shelf.folder(pack).map(|folder| io.around.shown(folder));
            let help = folder
                .map_or("the pack comes with the program: test its folder".into(), |it| {
                    format!("write it with `boardwright test {it} --accept`, and read it")
                });
            Told::Wrong(format!("there is no `{FOLDER}/{name}` yet\nhelp: {help}"))
        }
        Some(accepted) => {
            let silently = golden.differs_silently(&accepted);
            let mut text = match &silently {
                Some((decision, told)) => later(*decision, told, shown),
                None => difference(&accepted, &now, shown, io.colour),
            };
            if shown != Shown::Place {
                if silently.is_none() {
                    text.push_str(&names(game, &accepted, &now));
                }
                let folder = shelf.folder(pack).map(|folder| io.around.shown(folder));
                text.push_str(&match folder {
                    None => "help: copy the pack to change it".into(),
                    Some(folder) => format!(
                        "help: if that is what you meant, `boardwright test {folder} --accept` \
                         writes it as it is now; `--verbose` shows all of it"
                    ),
                });
            }
            Told::Differs(text)
        }
    })
}

/// Writes the first golden game of a new pack. Returns the file.
pub fn begin(shelf: &Shelf, pack: &str, io: &mut Io) -> Done<Option<String>> {
    let Some(game) = game::check(&shelf.library(), &[pack]).game else { return Ok(None) };
    let packs = vec![pack.to_owned()];
    Ok(match test((true, Shown::First), shelf, &packs, &game, &first(&game), io)? {
        Told::Written(file) => Some(file),
        Told::Same | Told::Differs(_) | Told::Wrong(_) => None,
    })
}

/// A difference in a part of the game of which the file holds digests only.
fn later(decision: usize, told: &str, shown: Shown) -> String {
    let mut text = format!("decision {decision} goes differently, and the game from there on\n");
    let most = match shown {
        Shown::Place => return text,
        Shown::First => LINES_MAX,
        Shown::All => ALL_LINES_MAX,
    };
    text.push_str("it goes like this now:\n");
    for line in told.lines().take(most) {
        text.push_str(&format!("  {line}\n"));
    }
    if told.lines().count() > most {
        text.push_str("...\n");
    }
    text
}

/// The difference: how large it is, and how it begins.
fn difference(before: &str, now: &str, shown: Shown, colour: bool) -> String {
    let diff = TextDiff::from_lines(before, now);
    let changes = || diff.iter_all_changes().filter(|it| it.tag() != ChangeTag::Equal);
    let n_new = changes().filter(|it| it.tag() == ChangeTag::Insert).count();
    let n_gone = changes().count() - n_new;
    let first = changes().filter_map(|it| it.new_index().or(it.old_index())).next().unwrap_or(0);
    let mut text = format!(
        "from line {} on the game goes differently: {n_gone} lines are gone, {n_new} are new\n",
        first + 1
    );
    let most = match shown {
        Shown::Place => return text,
        Shown::First => LINES_MAX,
        Shown::All => ALL_LINES_MAX,
    };
    let groups = diff.grouped_ops(if shown == Shown::All { 2 } else { 0 });
    let n_groups = if shown == Shown::All { groups.len() } else { 1 };
    let (mut gone, mut new) = (0, 0);
    for group in groups.iter().take(n_groups) {
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let line = change.value().trim_end_matches('\n');
            let line = match change.tag() {
                ChangeTag::Equal => format!("  {line}"),
                ChangeTag::Delete if gone < most => {
                    gone += 1;
                    ink(colour, Ink::Bad, format!("- {line}"))
                }
                ChangeTag::Insert if new < most => {
                    new += 1;
                    ink(colour, Ink::Good, format!("+ {line}"))
                }
                ChangeTag::Delete | ChangeTag::Insert => continue,
            };
            text.push_str(&line);
            text.push('\n');
        }
    }
    if gone + new < n_gone + n_new {
        text.push_str("...\n");
    }
    text
}

/// The pieces that newly appear in the game, and those that no longer do.
fn names(game: &Game, before: &str, now: &str) -> String {
    let mut text = String::new();
    let mut told = |what: &str, there: &str, other: &str| {
        let names = game.def.entries.iter().map(|entry| match entry.named.name.as_str() {
            "" => entry.named.id.as_str(),
            name => name,
        });
        let mut found: Vec<&str> =
            names.filter(|name| there.contains(name) && !other.contains(name)).collect();
        found.dedup();
        if !found.is_empty() {
            let dots = if found.len() > NAMES_MAX { " ..." } else { "" };
            found.truncate(NAMES_MAX);
            text.push_str(&format!("{what}: {}{dots}\n", found.join(", ")));
        }
    };
    told("new in it", now, before);
    told("no longer in it", before, now);
    text
}
