//! The verbs of steps.

use super::{example, table};
use crate::raw::step::{COMMON, KeyShape, VerbShape, verbs};

pub(super) fn steps() -> String {
    let mut out = String::from(
        "A step is a mapping with exactly one verb. Amounts, seats, pieces and conditions are \
         [expressions](#expressions). Beside every verb may stand:\n\n",
    );
    out += &keys(COMMON.iter());
    for verb in verbs() {
        out += &step(&verb);
    }
    out
}

fn step(verb: &VerbShape) -> String {
    let shape = &verb.shape;
    let mut out = format!("### {}\n\n{}\n\n", verb.verb, shape.about);
    if let Some(short) = shape.short {
        let mapping = !shape.keys.is_empty() || shape.others.is_some();
        let or = if mapping { ", or a mapping" } else { "" };
        out += &format!("Takes {short}{or}.\n\n");
    }
    let mut rows: Vec<KeyShape> = shape.keys.to_vec();
    rows.sort_by_key(|key| !key.needed);
    let mut lines: Vec<[String; 3]> = rows.iter().map(row).collect();
    if let Some(others) = shape.others {
        let (takes, about) = others.split_once(": ").unwrap_or((others, ""));
        lines.push([format!("*{takes}*"), about.to_owned(), String::new()]);
    }
    if !lines.is_empty() {
        out += &table(["key", "takes", "what it is for"], &lines);
    }
    if !shape.beside.is_empty() {
        out += "Beside it:\n\n";
        out += &keys(shape.beside.iter());
    }
    if let Some(gives) = shape.gives {
        out += &format!("`as` binds {gives}.\n\n");
    }
    out + &example(shape.example)
}

fn keys<'k>(keys: impl Iterator<Item = &'k KeyShape>) -> String {
    let rows: Vec<[String; 3]> = keys.map(row).collect();
    table(["key", "takes", "what it is for"], &rows)
}

fn row(key: &KeyShape) -> [String; 3] {
    let needed = if key.needed { " (must be there)" } else { "" };
    [format!("`{}`{needed}", key.key), key.takes.to_owned(), key.about.to_owned()]
}
