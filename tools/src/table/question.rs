//! A question with its options, what is not offered, and what can be typed.

use boardwright_rules::def::part::Named;
use boardwright_rules::table::Table;
use boardwright_rules::text::NotOffered;

use super::input::numbered;
use crate::io::{Ink, ink};

/// Rules text is broken into lines of this length.
const WIDTH_MAX: usize = 88;
/// More plain options than this are shown side by side.
const COLUMN_MAX: usize = 6;

/// An option as a person sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Its canonical text.
    pub text: String,
    /// Its name, if it says more than the text.
    pub name: String,
    /// What the rules say about it.
    pub rules: String,
}

impl Choice {
    /// The options a table offers now.
    pub fn all(table: &Table) -> Vec<Self> {
        let texts = table.texts().into_iter().enumerate();
        texts.map(|(at, text)| Self::new(text, table.describe(at))).collect()
    }

    fn new(text: String, named: Option<Named>) -> Self {
        let Named { name, text: rules, .. } = named.unwrap_or_default();
        let plain = |text: &str| text.to_lowercase().replace(['-', '_'], " ");
        let name = if plain(&name) == plain(&text) { String::new() } else { name };
        Self { text, name, rules }
    }
}

/// The question and the numbered options.
pub fn ask(question: &str, choices: &[Choice], colour: bool) -> String {
    let mut text = format!("{}\n", ink(colour, Ink::Head, question));
    let texts: Vec<String> = choices.iter().map(|choice| choice.text.clone()).collect();
    let by_number = numbered(&texts);
    let plain = choices.iter().all(|it| it.name.is_empty() && it.rules.is_empty());
    if plain && choices.len() > COLUMN_MAX {
        text.push_str(&in_columns(&texts, by_number, colour));
        return text;
    }
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let number_width = choices.len().to_string().len();
    for (at, choice) in choices.iter().enumerate() {
        let number = match by_number {
            true => format!("{:>number_width$}  ", at + 1),
            false => String::new(),
        };
        let key = ink(colour, Ink::Key, format!("{:width$}", choice.text));
        let mut line = format!("  {number}{key}  {}", choice.name);
        let indent = 2 + number.len() + width + 2;
        let one_line = choice.rules.split_whitespace().collect::<Vec<_>>().join(" ");
        let gap = if choice.name.is_empty() || one_line.is_empty() { "" } else { ": " };
        let used = indent + choice.name.chars().count() + gap.len();
        let rules = broken(&one_line, used, indent);
        line.push_str(gap);
        line.push_str(&ink(colour, Ink::Dim, rules));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Many options that say nothing more than their text, side by side.
fn in_columns(texts: &[String], by_number: bool, colour: bool) -> String {
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let number_width = if by_number { texts.len().to_string().len() } else { 0 };
    let per_line = (WIDTH_MAX / (width + number_width + 4)).max(1);
    let mut text = String::new();
    for (row, options) in texts.chunks(per_line).enumerate() {
        let mut line = String::new();
        for (at, option) in options.iter().enumerate() {
            let number = match by_number {
                true => format!("{:>number_width$} ", row * per_line + at + 1),
                false => String::new(),
            };
            let padded = if at + 1 == options.len() { 0 } else { width };
            let key = ink(colour, Ink::Key, format!("{option:padded$}"));
            line.push_str(&format!("  {number}{key}"));
        }
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// Breaks text into lines; the first starts at `used`, the others at `indent`.
fn broken(text: &str, used: usize, indent: usize) -> String {
    let mut lines = String::new();
    let mut at = used;
    for (n, word) in text.split(' ').enumerate() {
        let len = word.chars().count();
        if n > 0 && at + len + 1 > WIDTH_MAX.max(indent + 30) {
            lines.push_str(&format!("\n{:indent$}", ""));
            at = indent;
        } else if n > 0 {
            lines.push(' ');
            at += 1;
        }
        lines.push_str(word);
        at += len;
    }
    lines
}

/// What is not offered, and why.
pub fn not_offered(
    left_out: &[NotOffered],
    offered: &[String],
    wanted: Option<&str>,
    colour: bool,
) -> String {
    let fits = |it: &&NotOffered| {
        wanted.is_none_or(|wanted| it.option.to_lowercase().starts_with(&wanted.to_lowercase()))
    };
    let found: Vec<&NotOffered> = left_out.iter().filter(fits).collect();
    if found.is_empty() {
        return match wanted {
            None => "  everything that could be offered is\n".into(),
            Some(wanted) if offered.iter().any(|text| text == wanted) => {
                format!("  `{wanted}` is offered\n")
            }
            Some(wanted) => format!("  `{wanted}` is not among what could be chosen here\n"),
        };
    }
    let width = found.iter().map(|it| it.option.chars().count()).max().unwrap_or(0);
    let line = |it: &&NotOffered| {
        format!("  {}  {}\n", ink(colour, Ink::Key, format!("{:width$}", it.option)), it.reason)
    };
    found.iter().map(line).collect()
}

/// What can be typed.
pub fn help(colour: bool) -> String {
    let lines = [
        ("an option", "its number, its text, or the beginning of it"),
        ("why", "what is not offered, and why not"),
        ("why OPTION", "why this one is not"),
        ("undo", "take the last choice back"),
        ("table", "show the table again"),
        ("log", "what happened so far"),
        ("save [FILE]", "write the game to a file"),
        ("quit", "save and stop; the game can be resumed"),
        ("help, ?", "this"),
    ];
    let line = |(key, about): (&str, &str)| {
        format!("  {}  {about}\n", ink(colour, Ink::Key, format!("{key:12}")))
    };
    lines.into_iter().map(line).collect()
}
