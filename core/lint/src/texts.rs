//! Warns about texts that disagree with their rules: a number that the rules do not have, a number
//! or resource of the rules that the text does not mention, an amount or a trigger that differs
//! from the steps of its sentence.
//!
//! Checks the source rather than the compiled form, so that it can point at the text, and so that
//! texts in other languages are checked by the same rules.

mod clauses;
mod data;
mod effects;
mod happens;
mod read;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_texts;
mod verbs;
mod words;

use std::collections::BTreeSet;

use boardwright_language::raw::{prints_cost, prints_steps};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::game as code;
use boardwright_syntax::source::{FileId, Span};
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};
use data::{Data, Name};
use effects::{Effect, effects};
use happens::Happenings;
use read::Deed;
use words::Language;

/// Sections whose texts do not describe rules of their own.
const PASSED_OVER: [&str; 7] =
    ["resources", "kinds", "events", "windows", "lines", "automa", "table"];
/// Sections that do not hold entries of a kind.
const NOT_PRINTED: [&str; 5] = ["tracks", "zones", "values", "sets", "procedures"];

/// Checks the texts of a tree. With `files`, only the texts in those files: the translated ones.
pub fn check(
    root: &Node,
    language: &str,
    files: Option<&BTreeSet<FileId>>,
    diags: &mut Vec<Diagnostic>,
) {
    let Some(language) = Language::find(language) else { return };
    let Some(sections) = root.as_map() else { return };
    let check =
        Check { root, language, files, data: Data::new(root), happens: Happenings::new(root) };
    for section in &sections.entries {
        let key = section.key.as_str();
        let Some(map) = section.value.as_map().filter(|_| !PASSED_OVER.contains(&key)) else {
            continue;
        };
        for entry in &map.entries {
            match key {
                "spaces" => check.group(entry, diags),
                "rules" => check.rule(entry, diags),
                _ if NOT_PRINTED.contains(&key) => check.numbers_of(entry, &[], diags),
                _ => check.printed(entry, key, diags),
            }
        }
    }
}

/// The attributes of a kind whose values a text may tell.
struct Printed<'n> {
    steps: BTreeSet<&'n str>,
    costs: BTreeSet<&'n str>,
}

struct Check<'r> {
    root: &'r Node,
    language: Language,
    files: Option<&'r BTreeSet<FileId>>,
    data: Data<'r>,
    happens: Happenings<'r>,
}

/// A text with its place.
struct Text<'t> {
    id: &'t str,
    text: &'t str,
    span: Span,
}

impl<'r> Check<'r> {
    fn text<'e>(&self, entry: &'e Entry) -> Option<Text<'e>> {
        self.text_of(&entry.key, entry.value.as_map()?)
    }

    fn text_of<'e>(&self, id: &'e str, map: &'e Map) -> Option<Text<'e>> {
        let node = map.get("text")?;
        let here = self.files.is_none_or(|files| files.contains(&node.span.file));
        let text = node.as_text().filter(|_| here)?;
        Some(Text { id, text, span: node.span })
    }

    /// A group of spaces: the text of each space describes what is printed on it.
    fn group(&self, entry: &Entry, diags: &mut Vec<Diagnostic>) {
        let Some(map) = entry.value.as_map() else { return };
        let printed = self.printed_by(map.get("attributes"));
        let Some(list) = map.get("list") else { return };
        self.spaces(list, &printed, diags);
    }

    fn spaces(&self, list: &Node, printed: &Printed, diags: &mut Vec<Diagnostic>) {
        match &list.kind {
            Kind::Map(map) => {
                for space in &map.entries {
                    match &space.value.kind {
                        // One list for each number of players.
                        Kind::Seq(_) => self.spaces(&space.value, printed, diags),
                        _ => self.thing(&space.key, &space.value, &[], printed, diags),
                    }
                }
            }
            Kind::Seq(items) => {
                for item in items {
                    let id = item.as_map().and_then(|map| map.get("id")?.as_text());
                    self.thing(id.unwrap_or_default(), item, &[], printed, diags);
                }
            }
            _ => {}
        }
    }

    /// An entry of a kind, and its faces.
    fn printed(&self, entry: &Entry, section: &str, diags: &mut Vec<Diagnostic>) {
        let Some(map) = entry.value.as_map() else { return };
        let kind = self.kind_of(section);
        let flavour = kind.and_then(|kind| kind.get("flavour"));
        if flavour.is_some_and(|flavour| flavour.kind == Kind::Bool(true)) {
            return;
        }
        let printed = self.printed_by(kind.and_then(|kind| kind.get("attributes")));
        self.thing(&entry.key, &entry.value, &["faces"], &printed, diags);
        for face in map.get("faces").and_then(Node::as_map).map_or(&[][..], |map| &map.entries) {
            let Some(own) = face.value.as_map() else { continue };
            // A face takes everything it does not print from the entry.
            let mut whole = own.clone();
            let inherited = |it: &&Entry| {
                let own_only = ["ability", "abilities", "text", "name", "faces", "tags"];
                !own_only.contains(&it.key.as_str()) && own.get(&it.key).is_none()
            };
            whole.entries.extend(map.entries.iter().filter(inherited).cloned());
            let whole = Node { span: face.value.span, kind: Kind::Map(whole) };
            let id = format!("{}.{}", entry.key, face.key);
            self.thing(&id, &whole, &[], &printed, diags);
        }
    }

    fn kind_of(&self, section: &str) -> Option<&'r Map> {
        let kinds = self.root.as_map()?.get("kinds")?.as_map()?;
        let mut all = kinds.entries.iter();
        let found = all.find(|kind| {
            let named = kind.value.as_map().and_then(|map| map.get("section")?.as_text());
            named.map_or_else(|| format!("{}s", kind.key) == section, |named| named == section)
        });
        found?.value.as_map()
    }

    /// Attributes that are steps or costs.
    fn printed_by<'n>(&self, attributes: Option<&'n Node>) -> Printed<'n> {
        let all = attributes.and_then(Node::as_map).map_or(&[][..], |map| &map.entries);
        let keys = |fits: &dyn Fn(&Node) -> bool| {
            all.iter().filter(|it| fits(&it.value)).map(|it| it.key.as_str()).collect()
        };
        Printed { steps: keys(&prints_steps), costs: keys(&prints_cost) }
    }

    fn thing(
        &self,
        id: &str,
        node: &Node,
        besides: &[&str],
        printed: &Printed,
        diags: &mut Vec<Diagnostic>,
    ) {
        let Some(map) = node.as_map() else { return };
        let Some(text) = self.text_of(id, map) else { return };
        self.numbers(&text, node, besides, diags);
        let (mut all, mut deeds) = (vec![], vec![]);
        for entry in &map.entries {
            if printed.steps.contains(entry.key.as_str()) || entry.key.starts_with("abilit") {
                effects(&entry.value, &mut all);
                read::deeds(&entry.value, &mut deeds);
            }
        }
        let costs = map.entries.iter().filter(|entry| printed.costs.contains(entry.key.as_str()));
        let prices: Vec<Deed> = costs.map(|entry| Deed::price(&entry.value)).collect();
        let unmentioned = self.unmentioned(&text, &all, diags);
        let known = self.data.numbers(node, besides);
        self.read(&text, (&deeds, &prices), known.as_ref(), &unmentioned, diags);
    }

    /// A rule: one ability, or several.
    fn rule(&self, entry: &Entry, diags: &mut Vec<Diagnostic>) {
        self.numbers_of(entry, &[], diags);
        let Some(text) = self.text(entry) else { return };
        let mut deeds = vec![];
        let several = entry.value.as_map().and_then(|map| map.get("abilities"));
        read::deeds(several.unwrap_or(&entry.value), &mut deeds);
        let known = self.data.numbers(&entry.value, &[]);
        self.read(&text, (&deeds, &[]), known.as_ref(), &BTreeSet::new(), diags);
    }

    /// Checks that the rules have the numbers of the text.
    fn numbers_of(&self, entry: &Entry, besides: &[&str], diags: &mut Vec<Diagnostic>) {
        if let Some(text) = self.text(entry) {
            self.numbers(&text, &entry.value, besides, diags);
        }
    }

    fn numbers(&self, text: &Text, node: &Node, besides: &[&str], diags: &mut Vec<Diagnostic>) {
        let Some(known) = self.data.numbers(node, besides) else { return };
        let said = self.language.numbers(text.text);
        // "One" may appear without being a count, and "none" without a 0 in the rules.
        let foreign: BTreeSet<i64> =
            said.into_iter().filter(|n| *n > 1 && !known.contains(n)).collect();
        for number in foreign {
            let message = format!("the text of `{}` says {number}, but its rules do not", text.id);
            diags.push(
                Diagnostic::warning(code::NUMBER_SAID, message, text.span, "says so here")
                    .note(format!("its rules have {}", listed(&known)))
                    .help("correct the text or the rules"),
            );
        }
    }

    /// Checks that the text has the numbers and names of its steps; returns what it lacks.
    fn unmentioned<'n>(
        &self,
        text: &Text,
        effects: &[Effect<'n>],
        diags: &mut Vec<Diagnostic>,
    ) -> BTreeSet<&'n str> {
        let said = self.language.numbers(text.text);
        let mut unsaid = BTreeSet::new();
        for effect in effects {
            if effect.amount.is_some_and(|n| n > 1 && !said.contains(&n))
                && unsaid.insert((effect.amount, effect.what.unwrap_or_default()))
            {
                let number = effect.amount.unwrap_or_default();
                let what = effect.what.map_or(String::new(), |what| format!(" `{what}`"));
                let message = format!("the text of `{}` does not say {number}{what}", text.id);
                let label = format!("does not say {number}");
                diags.push(
                    Diagnostic::warning(code::NUMBER_UNSAID, message, text.span, label)
                        .and(effect.span, "the rules do")
                        .help("add it to the text, or correct the rules"),
                );
            }
        }
        let mut unnamed = BTreeSet::new();
        for effect in effects {
            let Some(what) = effect.what.filter(|what| !unnamed.contains(what)) else { continue };
            let Some(Name { text: name, plural, file }) = self.data.name(what) else { continue };
            // An entity without a name in this language cannot be mentioned in it.
            let foreign =
                |files: &BTreeSet<FileId>| !file.is_some_and(|file| files.contains(&file));
            if self.files.is_some_and(foreign) {
                continue;
            }
            let names = |name: &str| self.language.names(text.text, what, name);
            if !names(name) && !plural.is_some_and(names) {
                unnamed.insert(what);
                let message = format!("the text of `{}` does not name `{what}`", text.id);
                let label = format!("does not say `{name}`");
                diags.push(
                    Diagnostic::warning(code::UNNAMED, message, text.span, label)
                        .and(effect.span, "part of the rules")
                        .help("name it in the text, or correct the rules"),
                );
            }
        }
        unnamed.into_iter().chain(unsaid.into_iter().map(|(_, what)| what)).collect()
    }
}

fn listed(numbers: &BTreeSet<i64>) -> String {
    match numbers.is_empty() {
        true => "no number".to_owned(),
        false => numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", "),
    }
}
