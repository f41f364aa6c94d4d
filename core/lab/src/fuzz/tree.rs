//! A pack as a tree: made at random, reduced, and written as YAML.

use std::fmt::Write;

/// Lines longer than this are broken into a block.
const WIDTH: usize = 100;

/// A piece of YAML.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tree {
    /// A whole number.
    Number(i32),
    /// `true` or `false`.
    Flag(bool),
    /// A word, a sentence, an expression.
    Text(String),
    /// A list.
    List(Vec<Tree>),
    /// A mapping, in the order written.
    Map(Vec<(String, Tree)>),
}

impl From<i32> for Tree {
    fn from(number: i32) -> Self {
        Tree::Number(number)
    }
}

impl From<bool> for Tree {
    fn from(flag: bool) -> Self {
        Tree::Flag(flag)
    }
}

impl From<&str> for Tree {
    fn from(text: &str) -> Self {
        Tree::Text(text.to_owned())
    }
}

impl From<String> for Tree {
    fn from(text: String) -> Self {
        Tree::Text(text)
    }
}

impl From<Vec<Tree>> for Tree {
    fn from(items: Vec<Tree>) -> Self {
        Tree::List(items)
    }
}

/// A mapping: `map([("gain", map([("wood", 1.into())]))])`.
pub fn map<const N: usize>(entries: [(&str, Tree); N]) -> Tree {
    Tree::Map(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

impl Tree {
    /// Adds an entry, if it is a mapping.
    pub fn with(mut self, key: &str, value: impl Into<Tree>) -> Self {
        if let Tree::Map(entries) = &mut self {
            entries.push((key.to_owned(), value.into()));
        }
        self
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Tree> {
        let Tree::Map(entries) = self else { return None };
        entries.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// How many numbers, texts, lists and mappings it contains.
    pub fn size(&self) -> usize {
        1 + match self {
            Tree::List(items) => items.iter().map(Tree::size).sum(),
            Tree::Map(entries) => entries.iter().map(|(_, value)| value.size()).sum(),
            Tree::Text(text) => text.len() / 4,
            Tree::Number(_) | Tree::Flag(_) => 0,
        }
    }

    /// The text of a file whose sections are this mapping's entries.
    pub fn yaml(&self) -> String {
        let mut text = String::new();
        self.block(0, &mut text);
        text
    }

    /// Writes it on one line.
    fn flow(&self, text: &mut String) {
        match self {
            Tree::Number(number) => {
                let _ = write!(text, "{number}");
            }
            Tree::Flag(flag) => {
                let _ = write!(text, "{flag}");
            }
            Tree::Text(words) if is_plain(words) => text.push_str(words),
            Tree::Text(words) => {
                let _ = write!(text, "\"{}\"", words.replace('\\', "\\\\").replace('"', "\\\""));
            }
            Tree::List(items) => {
                text.push('[');
                for (at, item) in items.iter().enumerate() {
                    text.push_str(if at == 0 { "" } else { ", " });
                    item.flow(text);
                }
                text.push(']');
            }
            Tree::Map(entries) if entries.is_empty() => text.push_str("{}"),
            Tree::Map(entries) => {
                text.push_str("{ ");
                for (at, (key, value)) in entries.iter().enumerate() {
                    let _ = write!(text, "{}{key}: ", if at == 0 { "" } else { ", " });
                    value.flow(text);
                }
                text.push_str(" }");
            }
        }
    }

    fn fits(&self, indent: usize) -> bool {
        let mut line = String::new();
        self.flow(&mut line);
        line.len() + indent <= WIDTH
    }

    /// Writes it over several lines, each with a line break.
    fn block(&self, indent: usize, text: &mut String) {
        let pad = " ".repeat(indent);
        match self {
            Tree::Map(entries) if !entries.is_empty() => {
                for (key, value) in entries {
                    let _ = write!(text, "{pad}{key}:");
                    value.after(indent, text);
                }
            }
            Tree::List(items) if !items.is_empty() => {
                for item in items {
                    let _ = write!(text, "{pad}-");
                    match item {
                        Tree::Map(entries) if !entries.is_empty() && !item.fits(indent + 2) => {
                            let mut inner = String::new();
                            item.block(indent + 2, &mut inner);
                            text.push(' ');
                            text.push_str(inner.trim_start());
                        }
                        _ => {
                            text.push(' ');
                            item.flow(text);
                            text.push('\n');
                        }
                    }
                }
            }
            _ => {
                text.push_str(&pad);
                self.flow(text);
                text.push('\n');
            }
        }
    }

    /// Writes it after a key or a dash.
    fn after(&self, indent: usize, text: &mut String) {
        let nested = match self {
            Tree::Map(entries) => !entries.is_empty(),
            Tree::List(items) => !items.is_empty(),
            _ => false,
        };
        if nested && (indent == 0 || !self.fits(indent + 20)) {
            text.push('\n');
            self.block(indent + 2, text);
        } else {
            text.push(' ');
            self.flow(text);
            text.push('\n');
        }
    }
}

/// Whether a text means the same without quotes.
fn is_plain(text: &str) -> bool {
    let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text
            .chars()
            .all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || "-_. ".contains(it))
        && !text.ends_with(' ')
        && !words.contains(&text)
}
