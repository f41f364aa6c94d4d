//! The function signatures of the standard library, read from its files.

use crate::script_text::std_scripts;
use boardwright_syntax::source::Sources;

/// A module of the standard library.
pub struct Module {
    /// The path used to require it: `std/list`.
    pub path: String,
    /// The name of its type: `StdList`.
    pub class: String,
    /// The comment at the top of the file.
    pub about: String,
    /// Its functions.
    pub functions: Vec<Head>,
}

/// The signature of a function.
pub struct Head {
    /// Its name.
    pub name: String,
    /// `<T, U>`, or nothing.
    pub generics: String,
    /// `items: { T }, f: (T) -> U`.
    pub params: String,
    /// `{ U }`.
    pub gives: String,
    /// The comment above it.
    pub about: String,
}

/// Every module of the standard library.
pub fn modules() -> Vec<Module> {
    let mut sources = Sources::default();
    let shelf = std_scripts(&mut sources);
    let read = |(path, file): (String, _)| module(&path, &sources.file(file).text);
    shelf.files.into_iter().map(read).collect()
}

fn module(path: &str, text: &str) -> Module {
    let name = path.rsplit('/').next().unwrap_or(path);
    let class = match name.split_at_checked(1) {
        Some((first, rest)) => format!("Std{}{rest}", first.to_uppercase()),
        None => "Std".to_owned(),
    };
    let mut functions = vec![];
    let mut comment: Vec<&str> = vec![];
    let mut about = None;
    for line in text.lines() {
        if let Some(words) = line.strip_prefix("-- ") {
            comment.push(words);
            continue;
        }
        if let Some(rest) = line.strip_prefix(&format!("function {name}.")) {
            functions.extend(head(rest, comment.join(" ")));
        } else if !comment.is_empty() {
            about.get_or_insert(comment.join(" "));
        }
        comment.clear();
    }
    let about = about.unwrap_or_default();
    Module { path: path.to_owned(), class, about, functions }
}

/// `map<T, U>(items: { T }, f: (T) -> U): { U }`.
fn head(text: &str, about: String) -> Option<Head> {
    let (before, rest) = text.split_once('(')?;
    let (name, generics) = match before.split_once('<') {
        Some((name, generics)) => (name, format!("<{generics}")),
        None => (before, String::new()),
    };
    let mut depth = 1;
    let end = rest.find(|char| {
        depth += match char {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth == 0
    })?;
    let (params, gives) = rest.split_at_checked(end)?;
    let gives = gives.trim_start_matches(')').trim_start_matches(':').trim();
    Some(Head {
        name: name.to_owned(),
        generics,
        params: params.to_owned(),
        gives: gives.to_owned(),
        about,
    })
}
