//! Types in packs: of parameters and of attributes.

use super::Lower;
use super::names::{AttrType, Type, is_thing};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::names as code;
use boardwright_syntax::yaml::{Entry, Kind, Node};

/// Types of parameters and results.
const GIVEN: &[&str] = &[
    "number",
    "flag",
    "seat",
    "piece",
    "piece/<kind>",
    "space",
    "space/<group>",
    "zone",
    "entry",
    "entry/<kind>",
    "resource",
    "track",
    "tag",
    "piece?",
];
/// The prefix of set types.
const SET: &str = "set/";
/// Types of attributes. They are printed, so they cannot be seats, pieces or zones.
const PRINTED: &[&str] = &[
    "number",
    "flag",
    "text",
    "numbers",
    "list/<type>",
    "cost",
    "amounts",
    "steps",
    "list/steps",
    "resource",
    "track",
    "entry/<kind>",
    "space/<group>",
];
/// The names of types in other languages.
const ELSEWHERE: &[(&[&str], &str, &str)] = &[
    (&["int", "integer", "num", "float"], "number", "a whole number"),
    (&["bool", "boolean", "yes-no"], "flag", "yes or no"),
    (&["string", "str"], "text", "a text"),
    (&["player"], "seat", "a player"),
];

impl Lower<'_> {
    /// Reads the type of one object; reports an unknown type and guesses.
    pub(super) fn type_of(&mut self, node: &Node) -> Option<Type> {
        if let Some(text) = node.as_text().filter(|text| text.starts_with(SET)) {
            let message = format!("a set such as `{text}` cannot be used here");
            let diag = Diagnostic::error(code::TYPE, message, node.span, "expected one thing");
            self.diags
                .push(diag.help("sets are for parameters of steps; this is the type of one thing"));
            return Some(Type::Nil);
        }
        self.type_among(node, GIVEN)
    }

    /// Reads the type of a parameter of steps: one value, or a set.
    pub(super) fn param_type(&mut self, node: &Node) -> Option<Type> {
        match node.as_text().and_then(|text| text.strip_prefix(SET)) {
            Some(each) => {
                let each = Node { span: node.span, kind: Kind::Text(each.to_owned()) };
                self.type_of(&each).map(|ty| Type::Set(Box::new(ty)))
            }
            None => self.type_of(node),
        }
    }

    fn type_among(&mut self, node: &Node, known: &[&str]) -> Option<Type> {
        if let Kind::Seq(items) = &node.kind {
            return self.word_list(items).map(Type::Word);
        }
        let text = self.plain_text(node, "a type")?;
        if let Some(sure) = text.strip_suffix('?').filter(|_| known == GIVEN) {
            let sure = Node { span: node.span, kind: Kind::Text(sure.to_owned()) };
            return self.maybe_type(&sure);
        }
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
            ("piece", Some(kind)) => Some(Type::Piece(self.kind_ref(kind, node.span))),
            ("entry", None) => Some(Type::Entry(None)),
            ("entry", Some(kind)) => Some(Type::Entry(self.kind_ref(kind, node.span))),
            ("space", None) => Some(Type::Space(None)),
            ("space", Some(group)) => Some(Type::Space(self.group_ref(group, node.span))),
            ("zone", None) => Some(Type::Place(None)),
            ("tag", None) if known == GIVEN => Some(Type::Tag),
            _ => {
                self.unknown_type(text, node, known);
                // So that uses of this type can still be checked.
                Some(guess(text))
            }
        }
    }

    /// `piece?`: an object, or nil.
    fn maybe_type(&mut self, sure: &Node) -> Option<Type> {
        let ty = self.type_among(sure, GIVEN)?;
        if !is_thing(&ty) {
            let text = sure.as_text().unwrap_or_default();
            let message = format!("a {text} is always there");
            let label = "only a thing can be nothing";
            let diag = Diagnostic::error(code::TYPE, message, sure.span, label);
            self.diags.push(diag.help(format!("write `{text}`")));
        }
        Some(ty.maybe())
    }

    /// Reads the type of an attribute; reports an unknown type and guesses.
    pub(super) fn attr_type(&mut self, node: &Node) -> Option<AttrType> {
        match node.as_text() {
            Some("text") => Some(AttrType::Text),
            Some("numbers") => Some(AttrType::List(Type::Number)),
            Some("cost") => Some(AttrType::Cost),
            Some("amounts") => Some(AttrType::Amounts),
            Some("steps") => Some(AttrType::Steps(vec![])),
            Some("list/steps") => Some(AttrType::StepList),
            None if node.as_map().is_some() => self.steps_type(node),
            Some(text @ ("seat" | "piece" | "zone")) => {
                self.unknown_type(text, node, PRINTED);
                Some(AttrType::One(Type::Nil))
            }
            Some(text) if text.starts_with("piece/") => {
                self.unknown_type(text, node, PRINTED);
                Some(AttrType::One(Type::Nil))
            }
            Some(text) if text.starts_with("list/") => {
                let item = Node { span: node.span, kind: Kind::Text(text["list/".len()..].into()) };
                match self.attr_type(&item)? {
                    AttrType::One(item) => Some(AttrType::List(item)),
                    _ => {
                        self.unknown_type(text, node, PRINTED);
                        Some(AttrType::One(Type::Nil))
                    }
                }
            }
            // `[[red, blue]]`: a list of such words.
            None if list_of_words(node).is_some() => {
                let words = list_of_words(node).unwrap_or_default();
                self.word_list(words).map(|words| AttrType::List(Type::Word(words)))
            }
            Some("string" | "str") => {
                self.unknown_type(node.as_text().unwrap_or_default(), node, PRINTED);
                Some(AttrType::Text)
            }
            _ => self.type_among(node, PRINTED).map(AttrType::One),
        }
    }

    /// `{ steps: { power: number } }`: steps with parameters.
    fn steps_type(&mut self, node: &Node) -> Option<AttrType> {
        match node.as_map().map(|map| map.entries.as_slice()) {
            Some([Entry { key, value, .. }]) if key == "steps" => {
                let params = self.params_with(value, "`steps`", |lower, ty| lower.param_type(ty));
                Some(AttrType::Steps(params))
            }
            _ => {
                let expected = "the name of a type, `{ steps: { parameter: type } }`, or \
                                `{ type: ..., name: ... }`";
                self.wrong_type(node, "a type", expected);
                None
            }
        }
    }

    /// The index of a list of words; equal lists share it.
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
        // A pack with that many lists exceeds every other bound by far.
        u16::try_from(index).unwrap_or(u16::MAX)
    }

    fn unknown_type(&mut self, text: &str, node: &Node, known: &[&str]) {
        let message = format!("unknown type `{text}`");
        let diag = Diagnostic::error(code::TYPE, message, node.span, "no such type here");
        let help = known_help(text, known);
        let words = if help.starts_with("types") { ", or a list of words" } else { "" };
        self.diags.push(diag.help(format!("{help}{words}")));
    }
}

/// The type that was most likely meant.
pub(super) fn guess(text: &str) -> Type {
    match meant(text).map(|(_, word, _)| *word) {
        Some("number") => Type::Number,
        Some("flag") => Type::Flag,
        Some("seat") => Type::Seat,
        _ => Type::Nil,
    }
}

fn known_help(text: &str, known: &[&str]) -> String {
    let similar = boardwright_syntax::diag::similar(text, known.iter().copied());
    match (meant(text).filter(|it| known.contains(&it.1)), similar) {
        (Some((_, word, told)), _) => format!("{told} is `{word}`"),
        (None, Some(other)) => format!("a type with a similar name exists: `{other}`"),
        (None, None) => format!("types here are `{}`", known.join("`, `")),
    }
}

/// The type with this name in another language, and its description.
fn meant(text: &str) -> Option<&'static (&'static [&'static str], &'static str, &'static str)> {
    ELSEWHERE.iter().find(|(names, ..)| names.contains(&text))
}

/// The words of `[[red, blue]]`.
fn list_of_words(node: &Node) -> Option<&[Node]> {
    match node.as_seq()? {
        [only] => only.as_seq(),
        _ => None,
    }
}
