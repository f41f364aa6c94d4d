//! Reads steps from nodes, and reports unknown verbs and keys.

use super::ask::Pick;
use super::flow::Do;
use super::form::{Condition, Form, Found, Key, Name, PickForm, Slot, Text};
use super::{COMMON, KeyShape, Step, VERBS, Verb, VerbShape, verb_named};
use crate::raw::formerly;
use boardwright_syntax::diag::codes::step as codes;
use boardwright_syntax::diag::{Diagnostic, listed, similar};
use boardwright_syntax::source::{Sources, Span};
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

/// Reads steps. Reports mistakes to `diags`.
pub struct Reader<'r> {
    /// All source texts.
    pub sources: &'r Sources,
    /// The diagnostics so far.
    pub diags: &'r mut Vec<Diagnostic>,
}

/// Whether a mapping is a step, where another mapping with `do` is also allowed.
pub fn is_step(map: &Map) -> bool {
    let is_verb = |entry: &Entry| entry.key != Do::SHAPE.verb && verb_named(&entry.key).is_some();
    map.entries.iter().any(is_verb)
}

/// The verb of a step that is written as a bare word.
fn bare(node: &Node) -> Option<&'static VerbShape> {
    let takes_nothing = |shape: &&VerbShape| {
        !shape.takes_mapping() && shape.short.is_some_and(|short| short.form == Form::Nothing)
    };
    node.as_text().and_then(verb_named).filter(takes_nothing)
}

impl<'n> Step<'n> {
    /// Reads a step that was checked before; `None` if something is wrong with it.
    pub fn of(node: &'n Node) -> Option<Self> {
        if let Some(shape) = bare(node) {
            return Self::bare(node, shape);
        }
        let map = node.as_map()?;
        let entry = map.entries.iter().find(|entry| verb_named(&entry.key).is_some())?;
        let shape = verb_named(&entry.key)?;
        Fields::of(shape, map, entry).step(node, entry)
    }

    fn bare(node: &'n Node, shape: &'static VerbShape) -> Option<Self> {
        let value = Some(Found { name: "", span: node.span, node });
        let fields = Fields { shape, map: NO_KEYS, value, long: None };
        fields.read(node, node.span, node)
    }
}

impl<'n> Pick<'n> {
    /// Reads the mapping of a pick under a key of another verb.
    pub fn under(map: &'n Map) -> Option<Self> {
        Self::read(&Fields { shape: Self::SHAPE, map, value: None, long: Some(map) })
    }
}

/// The keys of a bare word.
const NO_KEYS: &Map = &Map { entries: vec![] };

/// Looks up the keys of a step.
pub(super) struct Fields<'n> {
    shape: &'static VerbShape,
    map: &'n Map,
    /// The value under the verb, if it is a short form.
    value: Option<Found<'n>>,
    /// The mapping under the verb otherwise.
    long: Option<&'n Map>,
}

impl<'n> Fields<'n> {
    fn of(shape: &'static VerbShape, map: &'n Map, entry: &'n Entry) -> Self {
        let long = long_form(shape, &entry.value);
        let short = || Found { name: "", span: entry.key_span, node: &entry.value };
        Self { shape, map, value: long.is_none().then(short), long }
    }

    /// The value directly under the verb.
    pub fn value(&self) -> Option<Found<'n>> {
        self.value
    }

    /// A key of the mapping under the verb.
    pub fn inside(&self, name: &'static str) -> Option<Found<'n>> {
        match self.long {
            Some(map) => at(map, name),
            None => self.value.filter(|_| self.shape.short.is_some_and(|it| it.key == name)),
        }
    }

    /// Entries of the mapping under the verb with keys of the author's choice.
    pub fn others(&self) -> Vec<&'n Entry> {
        let known = |entry: &&Entry| self.shape.keys.iter().any(|key| key.key == entry.key);
        let entries = self.long.map_or(&[][..], |map| &map.entries);
        entries.iter().filter(|entry| !known(entry)).collect()
    }

    /// A key beside the verb.
    pub fn beside(&self, name: &'static str) -> Option<Found<'n>> {
        at(self.map, name)
    }

    fn step(&self, node: &'n Node, entry: &'n Entry) -> Option<Step<'n>> {
        self.read(node, entry.key_span, &entry.value)
    }

    fn read(&self, node: &'n Node, verb_span: Span, value: &'n Node) -> Option<Step<'n>> {
        Some(Step {
            node,
            shape: self.shape,
            verb_span,
            value,
            condition: <Option<Condition>>::view(self.beside("if"))?,
            binds: <Option<Name>>::view(self.beside("as"))?,
            key: <Option<Name>>::view(self.beside("key"))?,
            label: <Option<Text>>::view(self.beside("label"))?,
            verb: Verb::read(self.shape, self)?,
        })
    }
}

fn at<'n>(map: &'n Map, name: &'static str) -> Option<Found<'n>> {
    let entry = map.entry(name)?;
    Some(Found { name, span: entry.key_span, node: &entry.value })
}

/// The mapping under a verb, unless the value is a short form.
fn long_form<'n>(shape: &VerbShape, value: &'n Node) -> Option<&'n Map> {
    let steps = shape.short.is_some_and(|short| short.form == Form::Steps);
    value.as_map().filter(|map| shape.takes_mapping() && !(steps && is_step(map)))
}

impl Reader<'_> {
    /// Reads a step; `None` if it makes no sense.
    pub fn step<'n>(&mut self, node: &'n Node) -> Option<Step<'n>> {
        if let Some(shape) = bare(node) {
            return Step::bare(node, shape);
        }
        let Some(map) = node.as_map() else {
            self.not_a_step(node);
            return None;
        };
        let entry = self.verb_of(node, map)?;
        let shape = verb_named(&entry.key)?;
        for other in map.entries.iter().filter(|other| other.key != entry.key) {
            self.check_beside(shape, other);
        }
        let fields = Fields::of(shape, map, entry);
        self.check_form(&fields, &entry.value)?;
        let mut complete = true;
        for key in shape.beside.iter().filter(|key| key.needed && map.get(key.key).is_none()) {
            self.diags.push(missing(shape, entry.key_span, key));
            complete = false;
        }
        if let Some(inside) = fields.long {
            complete &= self.check_inside(shape, inside, entry.value.span);
        }
        if complete { fields.step(node, entry) } else { None }
    }

    /// Reads the value of a key like the mapping of the verb `pick`.
    pub fn pick<'n>(&mut self, key: Key<'n, PickForm>) -> Option<Pick<'n>> {
        let map = match key.node.as_map() {
            Some(map) => map,
            None => {
                self.diags.push(wrong_form(Pick::SHAPE, key.node, "a mapping"));
                return None;
            }
        };
        let complete = self.check_inside(Pick::SHAPE, map, key.node.span);
        complete.then(|| Pick::under(map)).flatten()
    }

    fn not_a_step(&mut self, node: &Node) {
        let message = format!("a step was expected, not {}", node.describe());
        let label = "expected a mapping with a verb";
        let diag = Diagnostic::error(codes::NOT_A_STEP, message, node.span, label);
        self.diags.push(diag.help("write a verb, such as `gain: { wood: 1 }`"));
    }

    /// Finds the one verb of a step.
    fn verb_of<'n>(&mut self, node: &Node, map: &'n Map) -> Option<&'n Entry> {
        let mut verbs = map.entries.iter().filter(|entry| verb_named(&entry.key).is_some());
        let (first, second) = (verbs.next(), verbs.next());
        let Some(first) = first else {
            let diag = self.no_verb(node, map);
            self.diags.push(diag);
            return None;
        };
        if let Some(second) = second {
            let message = format!("a step has two verbs, `{}` and `{}`", first.key, second.key);
            let diag = Diagnostic::error(codes::TWO_VERBS, message, second.key_span, "second verb")
                .and(first.key_span, "first verb");
            self.diags.push(diag.help("make two steps of it, each with its own dash"));
            return None;
        }
        Some(first)
    }

    fn check_beside(&mut self, shape: &VerbShape, entry: &Entry) {
        let key = entry.key.as_str();
        if key == "as" && shape.binds.is_none() {
            let message = format!("`{}` has no result to bind", shape.verb);
            let diag =
                Diagnostic::error(codes::NOTHING_TO_BIND, message, entry.key_span, "binds nothing");
            self.diags.push(diag.help("leave `as` out"));
            return;
        }
        let known = || COMMON.iter().chain(shape.beside).map(|key| key.key);
        if known().any(|known| known == key) {
            return;
        }
        let message = format!("unknown key `{key}` beside `{}`", shape.verb);
        let diag = Diagnostic::error(codes::KEY, message, entry.key_span, "not expected here");
        let inside = shape.keys.iter().any(|inside| inside.key == key);
        self.diags.push(if inside {
            diag.help(format!("put it inside `{}`: indent it, or use braces", shape.verb))
        } else if let Some(now) = formerly(key) {
            diag.help(now)
        } else if let Some(near) = similar(key, known()) {
            diag.help(format!("there is `{near}`"))
        } else {
            diag.help(format!("expected {}", listed(known())))
        });
    }

    /// Checks that the value under a verb has one of its forms.
    fn check_form(&mut self, fields: &Fields, value: &Node) -> Option<()> {
        let shape = fields.shape;
        if fields.long.is_some() || !shape.takes_mapping() {
            return Some(());
        }
        let form = shape.short.map(|short| short.form);
        let fits = match form {
            None => false,
            Some(Form::Steps) => matches!(value.kind, Kind::Map(_) | Kind::Seq(_)),
            Some(_) => matches!(value.kind, Kind::Text(_)),
        };
        if fits {
            return Some(());
        }
        let expected = match form {
            Some(Form::Steps) => "a list of steps",
            Some(Form::PrintedCost) => "a cost",
            Some(Form::Callee) => "a procedure",
            Some(Form::Event) => "an event",
            _ => "a mapping",
        };
        self.diags.push(wrong_form(shape, value, expected));
        None
    }

    /// Checks the keys of the mapping under a verb. Returns whether all required keys are present.
    pub fn check_inside(&mut self, shape: &VerbShape, map: &Map, span: Span) -> bool {
        let known = |entry: &&Entry| shape.keys.iter().any(|key| key.key == entry.key);
        if shape.others.is_none() {
            for entry in map.entries.iter().filter(|entry| !known(entry)) {
                let all: Vec<&str> = shape.keys.iter().map(|key| key.key).collect();
                self.diags.push(unknown_key(shape, entry, &all));
            }
        }
        let mut complete = true;
        for key in shape.keys.iter().filter(|key| key.needed && map.get(key.key).is_none()) {
            self.diags.push(missing(shape, span, key));
            complete = false;
        }
        complete
    }

    /// How to write `gain { wood: 2 }`, which is read as the key `gain { wood`.
    fn without_colon(&self, entry: &Entry) -> Option<String> {
        let word = first_word(&entry.key);
        verb_named(word).filter(|_| word != entry.key)?;
        let span = Span { end: entry.value.span.end, ..entry.key_span };
        let rest = self.sources.slice(span).strip_prefix(word)?.trim();
        (rest.len() <= 40 && !rest.contains('\n')).then(|| format!("{word}: {rest}"))
    }

    fn no_verb(&self, node: &Node, map: &Map) -> Diagnostic {
        let verbs = || VERBS.iter().map(|shape| shape.verb);
        let all = || verbs().map(|verb| format!("`{verb}`")).collect::<Vec<_>>().join(", ");
        let common = |key: &str| COMMON.iter().any(|common| common.key == key);
        let Some(entry) = map.entries.iter().find(|entry| !common(&entry.key)) else {
            let diag =
                Diagnostic::error(codes::VERB, "a step without a verb", node.span, "no verb");
            return diag.help(format!("verbs are {}", all()));
        };
        if let Some(line) = self.without_colon(entry) {
            let message = format!("a `:` is missing behind `{}`", first_word(&entry.key));
            let diag = Diagnostic::error(codes::VERB, message, entry.key_span, "no `:`");
            return diag.help(format!("write `{line}`"));
        }
        if entry.key == "then" && map.get("if").is_some() {
            let message = "a step has no `then`";
            let diag = Diagnostic::error(codes::VERB, message, entry.key_span, "not a verb");
            let help = "write the verb beside `if`, or `do:` with several steps";
            return diag.help(help);
        }
        let message = format!("unknown verb `{}`", entry.key);
        let diag = Diagnostic::error(codes::VERB, message, entry.key_span, "not a verb");
        if let Some(now) = formerly(&entry.key) {
            return diag.help(now);
        }
        match similar(&entry.key, verbs()) {
            Some(near) => diag.help(format!("a verb with a similar name exists: `{near}`")),
            None => diag.help(format!("verbs are {}", all())),
        }
    }
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

/// A key that the mapping under a verb does not have.
fn unknown_key(shape: &VerbShape, entry: &Entry, known: &[&str]) -> Diagnostic {
    let key = entry.key.as_str();
    let message = format!("unknown key `{key}` in `{}`", shape.verb);
    let diag = Diagnostic::error(codes::KEY, message, entry.key_span, "not expected here");
    let beside = COMMON.iter().chain(shape.beside).any(|beside| beside.key == key);
    if beside && key != "source" {
        diag.help(format!("put `{key}` beside `{}`, not inside", shape.verb))
    } else if let Some(now) = formerly(key).filter(|_| !known.contains(&key)) {
        diag.help(now)
    } else if let Some(near) = similar(key, known.iter().copied()) {
        diag.help(format!("there is `{near}`"))
    } else {
        diag.help(format!("expected {}", listed(known)))
    }
}

/// A required key that is missing.
pub fn missing(shape: &VerbShape, span: Span, key: &KeyShape) -> Diagnostic {
    let message = format!("`{}` lacks `{}`", shape.verb, key.key);
    let label = format!("expected a key `{}`", key.key);
    let diag = Diagnostic::error(codes::MISSING, message, span, label);
    diag.help(format!("add `{}: <{}>`, {}", key.key, key.form.words(), key.about()))
}

/// A value in no form that the verb accepts.
pub fn wrong_form(shape: &VerbShape, node: &Node, expected: &str) -> Diagnostic {
    let message = format!("`{}` takes {expected}, not {}", shape.verb, node.describe());
    let label = format!("expected {expected}");
    let diag = Diagnostic::error(codes::FORM, message, node.span, label);
    let example = shape.example();
    let example = example.lines().next().unwrap_or_default();
    let example = example.trim_start_matches("- ");
    // One amount is enough to show how they are written.
    let first = example.split_once(", ").filter(|_| shape.others.is_some());
    let example = first.map_or(example.to_owned(), |(first, _)| format!("{first} }}"));
    let complete = example.chars().filter(|c| matches!(c, '{' | '[')).count()
        == example.chars().filter(|c| matches!(c, '}' | ']')).count();
    match complete && !example.ends_with(':') {
        true => diag.help(format!("write `{example}`")),
        false => diag,
    }
}
