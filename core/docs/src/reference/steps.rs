//! The verbs of steps.

use super::{example, table};
use boardwright_language::raw::step::{COMMON, KeyShape, VERBS, VerbShape};

pub(super) fn steps() -> String {
    let mut out = String::from(
        "A step is a mapping with exactly one verb. Amounts, seats, pieces and conditions are \
         [expressions](#expressions). Where a step names a resource or track, it may also name a \
         binding that stands for one (`pay: { good: 1 }`), or the path to a printed one \
         (`gain: { it.deal: 1 }`). Every verb allows these keys beside it:\n\n",
    );
    out += &keys(COMMON.iter());
    for verb in VERBS {
        out += &step(verb);
    }
    out
}

fn step(verb: &VerbShape) -> String {
    let mut out = format!("### {}\n\n{}\n\n", verb.verb, verb.about());
    if let Some(short) = verb.short {
        let or = if verb.takes_mapping() { ", or a mapping" } else { "" };
        out += &format!("Takes {}{or}.\n\n", short.words);
    }
    let mut rows: Vec<KeyShape> = verb.keys.to_vec();
    rows.sort_by_key(|key| !key.needed);
    let mut lines: Vec<[String; 3]> = rows.iter().map(row).collect();
    if let Some(others) = verb.others {
        let (takes, about) = others.split_once(": ").unwrap_or((others, ""));
        lines.push([format!("*{takes}*"), about.to_owned(), String::new()]);
    }
    if !lines.is_empty() {
        out += &table(["key", "takes", "what it is for"], &lines);
    }
    if !verb.beside.is_empty() {
        out += "Beside it:\n\n";
        out += &keys(verb.beside.iter());
    }
    if let Some(binds) = verb.binds {
        out += &format!("`as` binds {binds}.\n\n");
    }
    out + &example(&verb.example())
}

fn keys<'k>(keys: impl Iterator<Item = &'k KeyShape>) -> String {
    let rows: Vec<[String; 3]> = keys.map(row).collect();
    table(["key", "takes", "what it is for"], &rows)
}

fn row(key: &KeyShape) -> [String; 3] {
    let needed = if key.needed { " (required)" } else { "" };
    [format!("`{}`{needed}", key.key), key.form.words().into_owned(), key.about()]
}
