//! What can happen in a game, and the words a text uses for it: events of the pack and of the
//! kernel, and the options players choose.

use std::collections::BTreeSet;

use super::data::{Data, entries};
use super::verbs::Way;
use super::words::{Language, alike, words};
use boardwright_syntax::source::FileId;
use boardwright_syntax::yaml::{Kind, Map, Node};

/// An option of a menu.
struct Choice<'r> {
    id: &'r str,
    label: Option<&'r str>,
    steps: &'r Node,
}

/// What can happen.
pub(super) struct Happenings<'r> {
    root: &'r Node,
    events: Vec<&'r str>,
    choices: Vec<Choice<'r>>,
}

impl<'r> Happenings<'r> {
    pub fn new(root: &'r Node) -> Self {
        let events = entries(root, "events").map(|(id, _)| id).collect();
        let mut choices = vec![];
        find_choices(root, &mut choices);
        Self { root, events, choices }
    }

    /// Whether the words may describe the trigger of an ability.
    pub fn may_describe(
        &self,
        language: Language,
        data: &Data,
        told: &[String],
        when: &str,
    ) -> bool {
        let any = |name: &str| {
            let mut all = words(name).filter(|word| word.chars().count() > 2);
            all.any(|word| told.iter().any(|it| same(language, it, &word)))
        };
        let named = |id: &str| {
            let place = entries(self.root, "zones").find(|(zone, _)| *zone == id);
            let zone = place.and_then(|(_, node)| node.as_map()?.get("name")?.as_text());
            let name = data.name(id);
            let names = [zone, name.map(|it| it.text), name.and_then(|it| it.plural)];
            any(id) || names.into_iter().flatten().any(any)
        };
        match when.split_once(' ') {
            Some(("gained", id)) => {
                let gains = || told.iter().any(|it| language.verbs.way(it) == Some(Way::In));
                named(id) || gains() && gained(language, data, told, id).is_none()
            }
            Some((_, id)) => named(id),
            None => any(when),
        }
    }

    /// Another happening that the words describe, if it certainly does not trigger `when`.
    pub fn other(
        &self,
        language: Language,
        data: &Data,
        told: &[String],
        when: &str,
    ) -> Option<String> {
        if let Some(("gained", id)) = when.split_once(' ')
            && told.iter().any(|it| language.verbs.way(it) == Some(Way::In))
            && let Some(other) = gained(language, data, told, id)
        {
            return Some(format!("gained {other}"));
        }
        let all = |name: &str| {
            let mut some = false;
            let mut all = words(name).filter(|word| word.chars().count() > 2);
            let every = all.all(|word| {
                some = true;
                told.iter().any(|it| same(language, it, &word))
            });
            some && every
        };
        let mut chosen = self.choices.iter().filter(|it| all(it.id) || it.label.is_some_and(all));
        // A text may use the name of an option that triggers `when`.
        if chosen.clone().any(|choice| self.leads(data, choice.steps, when)) {
            return None;
        }
        let event = self.events.iter().copied().find(|event| all(event));
        event.or_else(|| chosen.next().map(|choice| choice.id)).map(str::to_owned)
    }

    /// Whether an option triggers it, and nothing else does.
    fn leads(&self, data: &Data, steps: &Node, when: &str) -> bool {
        let mut inside = Sources::default();
        inside.look(data, steps, when, false);
        match when.split_once(' ') {
            // A seat that gains it in another way has not chosen the option.
            Some(("gained", _)) => {
                let mut everywhere = Sources::default();
                everywhere.look(data, self.root, when, false);
                inside.found > 0 && !inside.by_others && inside.spans == everywhere.spans
            }
            _ => inside.found > 0,
        }
    }
}

/// The one resource that the words name as it is written, if it is another.
fn gained<'d>(language: Language, data: &'d Data, told: &[String], id: &str) -> Option<&'d str> {
    let named = |name: &str| (0..told.len()).any(|at| language.begin_with(&told[at..], name));
    let mut all =
        data.counted().filter(|(_, name)| named(name.text) || name.plural.is_some_and(named));
    match (all.next(), all.next()) {
        (Some((other, _)), None) if other != id => Some(other),
        _ => None,
    }
}

/// The places that trigger something.
#[derive(Default)]
struct Sources {
    found: usize,
    by_others: bool,
    spans: BTreeSet<(FileId, u32)>,
    called: BTreeSet<String>,
}

impl Sources {
    fn look(&mut self, data: &Data, node: &Node, when: &str, others: bool) {
        match &node.kind {
            Kind::Seq(items) => items.iter().for_each(|it| self.look(data, it, when, others)),
            Kind::Map(map) => self.look_at(data, map, when, others),
            _ => {}
        }
    }

    fn look_at(&mut self, data: &Data, map: &Map, when: &str, others: bool) {
        let others = others || map.get("as_seat").is_some() || map.get("who").is_some();
        for entry in &map.entries {
            let key = entry.key.as_str();
            let names = |id: &str| match &entry.value.kind {
                Kind::Text(text) => words_of_id(text).any(|word| word == id),
                Kind::Map(map) => map.get(id).is_some(),
                _ => false,
            };
            let sets_off = match when.split_once(' ') {
                Some(("gained", id)) => key == "gain" && names(id),
                // A move names the zone somewhere.
                Some((_, zone)) => {
                    ["move", "refill"].contains(&key) && mentions(&entry.value, zone)
                }
                None => ["emit", "trigger"].contains(&key) && names(when),
            };
            if sets_off {
                self.found += 1;
                self.by_others |= others;
                self.spans.insert((entry.key_span.file, entry.key_span.start));
            }
            if key == "call" {
                let id = match &entry.value.kind {
                    Kind::Text(text) => Some(text.as_str()),
                    Kind::Map(map) => map.entries.first().map(|entry| entry.key.as_str()),
                    _ => None,
                };
                if let Some(id) = id
                    && self.called.insert(id.to_owned())
                    && let Some(node) = data.called(id)
                {
                    self.look(data, node, when, others);
                }
            }
            self.look(data, &entry.value, when, others);
        }
    }
}

fn mentions(node: &Node, id: &str) -> bool {
    match &node.kind {
        Kind::Text(text) => words_of_id(text).any(|word| word == id),
        Kind::Seq(items) => items.iter().any(|item| mentions(item, id)),
        Kind::Map(map) => map.entries.iter().any(|entry| mentions(&entry.value, id)),
        _ => false,
    }
}

fn words_of_id(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !(char.is_alphanumeric() || char == '_'))
}

/// Whether a word of a text matches a word of a name or id.
fn same(language: Language, said: &str, of_id: &str) -> bool {
    let meaningful = language.is_meaningful(said) && language.is_meaningful(of_id);
    said == of_id || meaningful && alike(said, of_id) || language.verbs.same_deed(said, of_id)
}

fn find_choices<'r>(node: &'r Node, found: &mut Vec<Choice<'r>>) {
    match &node.kind {
        Kind::Seq(items) => items.iter().for_each(|item| find_choices(item, found)),
        Kind::Map(map) => {
            for entry in &map.entries {
                let options = entry.value.as_map().and_then(|map| map.get("options")?.as_map());
                if let Some(options) = options.filter(|_| entry.key == "choose") {
                    found.extend(options.entries.iter().map(|option| Choice {
                        id: &option.key,
                        label: option.value.as_map().and_then(|map| map.get("label")?.as_text()),
                        steps: &option.value,
                    }));
                }
                find_choices(&entry.value, found);
            }
        }
        _ => {}
    }
}
