//! Types as written: of parameters and of attributes.

use super::Lower;
use super::names::{AttrType, Type};
use crate::diag::Diagnostic;
use crate::diag::codes::names as code;
use crate::yaml::{Kind, Node};

/// Types that need no further word.
const PLAIN: &[&str] =
    &["number", "flag", "seat", "piece", "space", "zone", "entry", "resource", "track"];
/// Types only attributes have.
const PRINTED: &[&str] = &["text", "numbers", "cost", "steps"];

impl Lower<'_> {
    /// The type of a parameter, or a report.
    pub(super) fn type_of(&mut self, node: &Node) -> Option<Type> {
        if let Kind::Seq(items) = &node.kind {
            return self.word_list(items).map(Type::Word);
        }
        let text = self.plain_text(node, "a type")?;
        let (head, rest) = match text.split_once('/') {
            Some((head, rest)) => (head, Some(rest)),
            None => (text, None),
        };
        match (head, rest) {
            ("number", None) => Some(Type::Number),
            ("flag", None) => Some(Type::Flag),
            ("seat", None) => Some(Type::Seat),
            ("resource" | "track", None) => Some(Type::Counter),
            ("piece", None) => Some(Type::Piece(None)),
            ("piece", Some(kind)) => {
                self.kind_ref(kind, node.span).map(|kind| Type::Piece(Some(kind)))
            }
            ("entry", None) => Some(Type::Entry(None)),
            ("entry", Some(kind)) => {
                self.kind_ref(kind, node.span).map(|kind| Type::Entry(Some(kind)))
            }
            ("space", None) => Some(Type::Space(None)),
            ("space", Some(group)) => {
                self.group_ref(group, node.span).map(|group| Type::Space(Some(group)))
            }
            ("zone", None) => Some(Type::Place(None)),
            _ => {
                self.unknown_type(text, node, PLAIN.iter());
                None
            }
        }
    }

    /// The type of an attribute, or a report.
    pub(super) fn attr_type(&mut self, node: &Node) -> Option<AttrType> {
        match node.as_text() {
            Some("text") => Some(AttrType::Text),
            Some("numbers") => Some(AttrType::List(Type::Number)),
            Some("cost") => Some(AttrType::Cost),
            Some("steps") => Some(AttrType::Steps),
            Some(text @ ("seat" | "piece" | "zone")) => {
                let known = PLAIN.iter().filter(|word| !["seat", "piece", "zone"].contains(word));
                self.unknown_type(text, node, known.chain(PRINTED));
                None
            }
            Some(text) if text.starts_with("piece/") => {
                self.unknown_type(text, node, [].iter());
                None
            }
            Some(text) if text.starts_with("list/") => {
                let item = Node { span: node.span, kind: Kind::Text(text["list/".len()..].into()) };
                match self.attr_type(&item)? {
                    AttrType::One(item) => Some(AttrType::List(item)),
                    _ => {
                        self.unknown_type(text, node, PLAIN.iter());
                        None
                    }
                }
            }
            // `[[red, blue]]`: a list of such words.
            None if list_of_words(node).is_some() => {
                let words = list_of_words(node).unwrap_or_default();
                self.word_list(words).map(|words| AttrType::List(Type::Word(words)))
            }
            _ => self.type_of(node).map(AttrType::One),
        }
    }

    /// The list of words, the same one for the same words.
    pub(super) fn word_list(&mut self, items: &[Node]) -> Option<u16> {
        let mut words = vec![];
        for item in items {
            let text = match &item.kind {
                Kind::Text(text) => text.clone(),
                _ => {
                    self.wrong_type(item, "a word", "text");
                    return None;
                }
            };
            self.check_id(&text, item.span);
            words.push(text);
        }
        Some(self.words_index(words))
    }

    fn words_index(&mut self, words: Vec<String>) -> u16 {
        let known = self.names.words.iter().position(|list| *list == words);
        let index = known.unwrap_or_else(|| {
            self.names.words.push(words);
            self.names.words.len() - 1
        });
        // Beyond that many lists the pack is far over every other bound.
        u16::try_from(index).unwrap_or(u16::MAX)
    }

    fn unknown_type<'k>(
        &mut self,
        text: &str,
        node: &Node,
        known: impl Iterator<Item = &'k &'k str>,
    ) {
        let known: Vec<&str> = known.copied().collect();
        let message = format!("unknown type `{text}`");
        let mut diag = Diagnostic::error(code::TYPE, message, node.span, "no such type here");
        diag.help = match crate::diag::similar(text, known.iter().copied()) {
            Some(other) => Some(format!("a type with a similar name exists: `{other}`")),
            None if known.is_empty() => None,
            None => Some(format!("types are `{}`, or a list of words", known.join("`, `"))),
        };
        self.diags.push(diag);
    }
}

/// The words of `[[red, blue]]`.
fn list_of_words(node: &Node) -> Option<&[Node]> {
    match node.as_seq()? {
        [only] => only.as_seq(),
        _ => None,
    }
}
