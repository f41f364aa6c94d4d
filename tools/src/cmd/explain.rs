//! `explain`: what a code means, or where a value of a pack comes from.

use boardwright_packs::layer::{self, Loaded};
use boardwright_syntax::diag::codes::{self, CodeInfo};
use boardwright_syntax::diag::similar;
use boardwright_syntax::yaml::{self, Kind, Node};

use crate::Global;
use crate::fail::{Done, Fail};
use crate::io::{Exit, Ink, Io, ink, listed};
use crate::problems::similar_help;
use crate::shelf::Shelf;

const AFTER_HELP: &str = "\
Examples:
  boardwright explain                        all codes
  boardwright explain E015                   one of them
  boardwright explain hello tiles.mill.cost  who set this value, and who changed it
  boardwright explain hello resources --with my-variant";

/// Explains a code, or where a value of a pack comes from.
///
/// Without arguments it lists all codes. With a code, it says what the code means and how to fix
/// the problem. With a pack and a path, it shows where the value was set and which packs have
/// changed it.
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// A code such as `E015`, or a pack.
    #[arg(value_name = "CODE or PACK")]
    what: Option<String>,
    /// A path in the pack: `tiles.mill.cost`.
    path: Option<String>,
    /// Further packs on top; can be repeated.
    #[arg(long, value_name = "PACK")]
    with: Vec<String>,
}

pub fn run(args: &Args, global: &Global, io: &mut Io) -> Done {
    let text = match (&args.what, &args.path) {
        (None, _) => all_codes(io.colour),
        (Some(what), None) => match one_code(what, io.colour) {
            Some(text) => text,
            None => return Err(unknown(what, global, io)?),
        },
        (Some(pack), Some(path)) => value(pack, path, args, global, io)?,
    };
    io.out.write_all(text.as_bytes())?;
    Ok(Exit::Fine)
}

fn all_codes(colour: bool) -> String {
    let mut text = String::new();
    let mut area = None;
    for info in sorted() {
        let letter = info.code.chars().next();
        if area.is_some() && area != letter {
            text.push('\n');
        }
        area = letter;
        text.push_str(&format!("{}  {}\n", ink(colour, Ink::Key, info.code), info.title));
    }
    text.push_str("\n`boardwright explain CODE` says more about one\n");
    text
}

fn sorted() -> Vec<&'static CodeInfo> {
    let mut all: Vec<&CodeInfo> = codes::all().collect();
    all.sort_by_key(|info| info.code);
    all
}

fn one_code(typed: &str, colour: bool) -> Option<String> {
    let info = codes::all().find(|info| info.code.eq_ignore_ascii_case(typed))?;
    let head = ink(colour, Ink::Head, format!("{}: {}", info.code, info.title));
    Some(format!("{head}\n\n{}\n", filled(info.text)))
}

/// Breaks long lines; keeps indented lines, which are examples.
fn filled(text: &str) -> String {
    let mut lines = vec![];
    for line in text.lines() {
        if line.starts_with(' ') || line.chars().count() <= 80 {
            lines.push(line.to_owned());
            continue;
        }
        let mut current = String::new();
        for word in line.split(' ') {
            if !current.is_empty() && current.chars().count() + word.chars().count() >= 80 {
                lines.push(std::mem::take(&mut current));
            }
            if !current.is_empty() {
                current.push(' ');
            }
            current.push_str(word);
        }
        lines.push(current);
    }
    lines.join("\n")
}

fn unknown(what: &str, global: &Global, io: &Io) -> Done<Fail> {
    let mut shelf = Shelf::new(global, io)?;
    if shelf.wanted(what).is_ok() {
        return Ok(Fail::new(format!("which part of the pack `{what}` is meant?"))
            .help(format!("add a path: `boardwright explain {what} resources`")));
    }
    let upper = what.to_uppercase();
    let fail = Fail::new(format!("unknown code `{what}`"));
    Ok(match similar(&upper, sorted().iter().map(|info| info.code)) {
        Some(near) => fail.help(format!("a similar code exists: `{near}`")),
        None => fail.help("`boardwright explain` lists all codes"),
    })
}

fn value(pack: &str, path: &str, args: &Args, global: &Global, io: &Io) -> Done<String> {
    let mut shelf = Shelf::new(global, io)?;
    let ids = shelf.wanted_all([&pack.to_owned()].into_iter().chain(&args.with))?;
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let loaded = layer::load(&shelf.library(), &ids, &yaml::read);
    match loaded.provenance.describe(path, &loaded.sources) {
        Some(text) => {
            let now = match loaded.at(path) {
                Some(node) => shown(node),
                None => "it is not there any more".into(),
            };
            let head = ink(io.colour, Ink::Head, path);
            Ok(format!("{head}\n{}\n\nnow: {now}\n", indented(&text)))
        }
        None => Err(no_path(&loaded, path, pack)),
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}

/// A value on one line, as YAML in flow style.
fn shown(node: &Node) -> String {
    match &node.kind {
        Kind::Map(map) => {
            let pairs = map.entries.iter().map(|it| format!("{}: {}", it.key, shown(&it.value)));
            format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
        }
        Kind::Seq(items) => {
            format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", "))
        }
        Kind::Text(text) | Kind::Real(text) => text.clone(),
        Kind::Int(n) => n.to_string(),
        Kind::Bool(it) => it.to_string(),
        Kind::Null => "null".into(),
    }
}

/// Reports how far the path could be followed, and what is there.
fn no_path(loaded: &Loaded, path: &str, pack: &str) -> Fail {
    let mut before = vec![];
    for key in path.split('.') {
        let above = before.join(".");
        let keys = loaded.names_at(&above);
        if !keys.iter().any(|name| name == key) {
            let place = match before.is_empty() {
                true => format!("the pack `{pack}`"),
                false => format!("`{above}`"),
            };
            let fail = Fail::new(format!("there is no `{key}` in {place}"));
            return match similar_help("key", key, keys.iter().map(String::as_str)) {
                Some(help) => fail.help(help),
                None if keys.is_empty() => fail.note(nothing_below(loaded, &above, &place)),
                None => fail.help(format!("there are {}", listed(keys.iter().take(20)))),
            };
        }
        before.push(key);
    }
    Fail::new(format!("nothing is known about `{path}`"))
}

fn nothing_below(loaded: &Loaded, path: &str, place: &str) -> String {
    match loaded.at(path).is_some_and(|node| node.as_seq().is_some()) {
        true => format!("{place} is a list, and none of its items has a `key`"),
        false => format!("{place} is a single value"),
    }
}

#[cfg(test)]
mod tests;
