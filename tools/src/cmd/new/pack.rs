//! A new game.

use std::path::Path;

use super::files::{File, Golden, check, check_id, fill, title, write};
use crate::Global;
use crate::fail::{Done, Fail};
use crate::io::Io;

const FILES: [(&str, &str); 4] = [
    ("pack.yaml", include_str!("templates/pack.yaml")),
    ("game.yaml", include_str!("templates/game.yaml")),
    ("tiles.yaml", include_str!("templates/tiles.yaml")),
    ("tests/build.yaml", include_str!("templates/test.yaml")),
];

pub fn new(id: &str, inside: Option<&Path>, global: &Global, io: &mut Io) -> Done {
    check_id("the id of a pack", id, '-')?;
    let folder = io.around.path(inside.unwrap_or(Path::new("."))).join(id);
    let folder = io.around.path(io.around.shown(&folder).trim_start_matches("./"));
    if folder.exists() {
        let shown = io.around.shown(&folder);
        return Err(Fail::new(format!("`{shown}` already exists and is left as it is"))
            .help("take another id, or another folder with `--in`"));
    }
    let name = title(id);
    let file = |(path, template): (&str, &str)| File {
        path: folder.join(path),
        text: fill(template, &[("id", id), ("title", &name)]),
    };
    write(&FILES.map(file), io)?;
    let shown = io.around.shown(&folder);
    let next = [
        format!("boardwright play {shown}  play it against bots"),
        format!("boardwright test {shown}  run its scenarios, check the laws"),
        format!("boardwright new tile my_tile --pack {shown}  add a tile"),
    ];
    check(&folder, Golden::Write, &next, global, io)
}
