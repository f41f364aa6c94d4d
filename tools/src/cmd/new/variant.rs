//! A pack that changes another one.

use std::path::Path;

use boardwright_packs::layer::{self, Loaded};
use boardwright_syntax::yaml::{self, Entry, Kind};

use super::files::{File, Golden, check, check_id, fill, title, write};
use crate::Global;
use crate::fail::{Done, Fail};
use crate::io::Io;
use crate::shelf::Shelf;

const TEMPLATE: &str = include_str!("templates/variant.yaml");

pub fn new(id: &str, of: &str, inside: Option<&Path>, global: &Global, io: &mut Io) -> Done {
    check_id("the id of a pack", id, '-')?;
    let mut shelf = Shelf::new(global, io)?;
    let bases = shelf.wanted(of)?;
    if bases.iter().any(|base| base == id) {
        return Err(Fail::new(format!("a variant of `{id}` needs an id of its own"))
            .help(format!("take another id, such as `my-{id}`")));
    }
    // Beside the pack it changes, so that both are found together.
    let beside = bases.first().and_then(|base| shelf.folder(base)).and_then(Path::parent);
    let folder = match (inside, beside) {
        (Some(inside), _) => io.around.path(inside),
        (None, Some(beside)) => beside.to_path_buf(),
        (None, None) => io.around.here.clone(),
    };
    let folder = folder.join(id);
    if folder.exists() {
        let shown = io.around.shown(&folder);
        return Err(Fail::new(format!("`{shown}` already exists and is left as it is"))
            .help("take another id, or another folder with `--in`"));
    }
    let ids: Vec<&str> = bases.iter().map(String::as_str).collect();
    let loaded = layer::load(&shelf.library(), &ids, &yaml::read);
    let base = match ids.as_slice() {
        [one] => one.to_string(),
        many => format!("[{}]", many.join(", ")),
    };
    let gaps = [("id", id), ("title", &title(id)), ("base", &base), ("patch", &example(&loaded))];
    write(&[File { path: folder.join("pack.yaml"), text: fill(TEMPLATE, &gaps) }], io)?;
    let shown = io.around.shown(&folder);
    let next = [
        format!("boardwright play {shown}  play it"),
        format!("boardwright explain {shown} resources  who set what in it"),
        format!("boardwright test {shown}  what must hold in every game"),
    ];
    check(&folder, Golden::Write, &next, global, io)
}

/// A patch that fits the packs, as a comment: a new variant changes nothing yet.
fn example(loaded: &Loaded) -> String {
    let resources = loaded.root.as_map().and_then(|map| map.get("resources"));
    let entries = resources.and_then(|node| node.as_map()).map_or(&[][..], |map| &map.entries);
    let start_of = |entry: &Entry| match entry.value.as_map()?.get("start")?.kind {
        Kind::Int(n) => Some((entry.key.clone(), n)),
        _ => None,
    };
    let (id, n) = entries.iter().find_map(start_of).unwrap_or_else(|| ("wood".into(), 2));
    format!("# patch:\n#   - at: resources.{id}.start\n#     expect: {n}\n#     set: {}", n + 1)
}
