//! A new test of a pack.

use super::files::{File, Golden, check, check_id, fill, pack_folder, title, write};
use crate::Global;
use crate::fail::Done;
use crate::io::Io;

const TEMPLATE: &str = include_str!("templates/scenario.yaml");

pub fn new(name: &str, pack: &str, global: &Global, io: &mut Io) -> Done {
    check_id("the name of a scenario", name, '-')?;
    let folder = pack_folder(pack, global, io)?;
    let path = folder.join("tests").join(format!("{name}.yaml"));
    let text = fill(TEMPLATE, &[("title", &title(name).to_lowercase())]);
    write(&[File { path, text }], io)?;
    let shown = io.around.shown(&folder);
    let next = [format!("boardwright test {shown} --filter {name}  run it")];
    check(&folder, Golden::Leave, &next, global, io)
}
