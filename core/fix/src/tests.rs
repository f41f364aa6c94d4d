//! Compares old text with its rewritten form.

mod choices;
mod conditions;
mod held;
mod holders;
mod ids;
mod layout;
mod paths;
mod positions;
mod words;

use std::sync::Arc;

use super::{Fixed, PackDeclarations, Sort, fix, read};
use boardwright_syntax::yaml::comments;

fn known(texts: &[&str]) -> PackDeclarations {
    let mut known = PackDeclarations::default();
    for text in texts {
        known.add(read("game.yaml", text).expect("text that is YAML"));
    }
    known
}

/// Rewrites a file. Whatever the rules do, comments stay, and a second run changes nothing.
fn run(text: &str, sort: Sort, known: &PackDeclarations) -> Fixed {
    let fixed = fix("game.yaml", text, sort, known).expect("text that is YAML");
    let again = fix("game.yaml", &fixed.text, sort, known).expect("text that is still YAML");
    assert_eq!(again.text, fixed.text, "a second run changes something");
    assert_eq!(again.counts, []);
    let of = |text: &str| comments(text).iter().map(|it| it.text.to_owned()).collect::<Vec<_>>();
    assert_eq!(of(&fixed.text), of(text), "comments are lost");
    fixed
}

/// Rewrites a file with sections, with nothing left for a person.
fn rules(text: &str) -> String {
    let own = read("game.yaml", text).map(|root| {
        let mut known = PackDeclarations::default();
        known.add(Arc::clone(&root));
        known
    });
    let fixed = run(text, Sort::Rules, &own.expect("text that is YAML"));
    assert_eq!(fixed.left, [], "{}", fixed.text);
    fixed.text
}

/// Rewrites setup steps, in the column of their section and further to the right.
fn steps(text: &str) -> String {
    let indented: Vec<String> = text.split('\n').map(indent).collect();
    let right = rules(&format!("setup:\n{}", indented.join("\n")));
    let left = rules(&format!("setup:\n{text}"));
    let left = left.strip_prefix("setup:\n").expect("the section").to_owned();
    let indented: Vec<String> = left.split('\n').map(indent).collect();
    assert_eq!(right, format!("setup:\n{}", indented.join("\n")));
    left
}

fn indent(line: &str) -> String {
    if line.is_empty() { String::new() } else { format!("  {line}") }
}

/// What is left for a person, by line; the text must not change.
fn left(text: &str) -> Vec<String> {
    let fixed = run(text, Sort::Rules, &PackDeclarations::default());
    assert_eq!(fixed.text, text);
    fixed.left.iter().map(|it| format!("{}: {}", it.after.0, it.message)).collect()
}
