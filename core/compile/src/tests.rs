//! Lowers small packs and compares the relevant parts of the definition.

mod abilities;
mod board;
mod counted;
mod flow;
mod menus;
mod problems;
mod shown;
mod things;
mod whole;

use boardwright_rules::def::Def;

use super::names::Names;
use super::{OptionValue, TableSpec, lower};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::source::{SourceFile, Sources};
use boardwright_syntax::yaml;

/// The minimum a game needs, appended to the text of a test.
const REST: &str = "
play: []
ranking: [\"1\"]
";

/// Lowers a text for some players.
fn lowered(text: &str, players: u8) -> (Option<Def>, Names, Vec<Diagnostic>, Sources) {
    lowered_with(text, players, &[])
}

/// Lowers a text for some players, with yes-or-no options.
fn lowered_with(
    text: &str,
    players: u8,
    options: &[(&str, bool)],
) -> (Option<Def>, Names, Vec<Diagnostic>, Sources) {
    let mut sources = Sources::default();
    let file = SourceFile {
        pack: "test".to_owned(),
        path: "test/game.yaml".to_owned(),
        text: text.to_owned(),
    };
    let file = sources.add(file);
    let mut diags = vec![];
    let root = yaml::read(&sources, file, &mut diags).expect("a test writes YAML");
    let flag = |(id, on): &(&str, bool)| ((*id).to_owned(), OptionValue::Flag(*on));
    let options = options.iter().map(flag).collect();
    let table = TableSpec { players, options, ..TableSpec::default() };
    let (def, names, more) = lower(&root, &table, &sources);
    diags.extend(more);
    (def, names, diags, sources)
}

/// The definition of a text without errors.
fn def(text: &str, players: u8) -> Def {
    let (def, _, diags, sources) = lowered(&format!("{text}{REST}"), players);
    let told = told(&diags, &sources);
    def.unwrap_or_else(|| panic!("{told}"))
}

/// The diagnostics, one line each: code, line and column, message, label, help.
fn told(diags: &[Diagnostic], sources: &Sources) -> String {
    let line = |diag: &Diagnostic| {
        let place = diag.primary.as_ref().map_or(String::new(), |label| {
            let (line, column) = sources.line_col(label.span);
            format!(" {line}:{column} [{}]", label.text)
        });
        let help = diag.help.as_ref().map_or(String::new(), |help| format!(" => {help}"));
        format!("{}{place} {}{help}", diag.code, diag.message)
    };
    let lines: Vec<String> = diags.iter().map(line).collect();
    lines.join("\n")
}

/// The diagnostics of a text for two players.
fn wrong(text: &str) -> String {
    let (_, _, diags, sources) = lowered(text, 2);
    told(&diags, &sources)
}

/// The diagnostics of a text, with the rest of a game appended.
fn wrong_in(text: &str) -> String {
    wrong(&format!("{}{REST}", text.trim_start()))
}

/// One line for each item.
fn lines<T>(items: &[T], line: impl Fn(&T) -> String) -> String {
    items.iter().map(line).collect::<Vec<_>>().join("\n")
}
