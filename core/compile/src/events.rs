//! Events: those of the pack, and kernel events that some ability waits for.

use boardwright_rules::def::part::Scope;
use boardwright_rules::id::EventId;

use super::Lower;
use super::bounds::{NAMES_MAX, PARAMS_MAX};
use super::names::Type;
use super::refs::{declare, named};
use boardwright_language::raw;
use boardwright_language::shape::Decode;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Kind, Map, Node};

/// The events the kernel can announce.
pub(super) const KERNEL: [&str; 4] = ["gained", "entered", "left", "starved"];

/// A parameter of steps: its name, type and default.
pub(super) type Param = ((String, Type), Option<Node>);

/// An event and its values.
pub(super) type Event = (EventId, Vec<(String, Type)>);

impl Lower<'_> {
    /// Gives the events of the pack their ids.
    pub(super) fn declare_events(&mut self, root: &Node) {
        for entry in self.section(root, "events") {
            self.check_id(&entry.key, entry.key_span);
            let params =
                self.params_of(&without_remarks(&entry.value), &format!("`{}`", entry.key));
            self.add_event(&entry.key, entry.key_span, params);
        }
    }

    /// Parameters with their types.
    fn params_of(&mut self, node: &Node, what: &str) -> Vec<(String, Type)> {
        self.params_with(node, what, |lower, value| lower.type_of(value))
    }

    /// The parameters of steps, each with its default.
    pub(super) fn step_params(&mut self, node: &Node, what: &str) -> Vec<Param> {
        let params = self.params_with(node, what, |lower, value| match value.as_map() {
            Some(_) => {
                let raw = lower.decode_node(value, raw::Parameter::decode)?;
                Some((lower.param_type(&raw.ty)?, raw.default))
            }
            None => Some((lower.param_type(value)?, None)),
        });
        params.into_iter().map(|(name, (ty, default))| ((name, ty), default)).collect()
    }

    pub(super) fn params_with<T>(
        &mut self,
        node: &Node,
        what: &str,
        read: impl Fn(&mut Self, &Node) -> Option<T>,
    ) -> Vec<(String, T)> {
        let mut params = vec![];
        for entry in self.entries_of(node, what) {
            self.check_id(&entry.key, entry.key_span);
            self.check_reserved(entry);
            if self.too_many(params.len(), PARAMS_MAX, "parameters", entry.key_span) {
                break;
            }
            if let Some(found) = read(self, &entry.value) {
                params.push((entry.key.clone(), found));
            }
        }
        params
    }

    fn add_event(&mut self, id: &str, span: Span, params: Vec<(String, Type)>) -> Option<EventId> {
        if self.too_many(self.def.event_names.len(), NAMES_MAX, "events", span) {
            return None;
        }
        let event = EventId::from(self.def.event_names.len());
        self.def.event_names.push(named(id, None, None));
        self.def.listeners.push(vec![]);
        declare(&mut self.names.events, "event", id, span, (event, params), &mut self.diags);
        Some(event)
    }

    /// Looks up the event an ability waits for, or reports it.
    pub(super) fn event_ref(&mut self, name: &str, span: Span) -> Option<Event> {
        if let Some(found) = self.names.events.get(name) {
            return Some(found.clone());
        }
        let words: Vec<&str> = name.split_whitespace().collect();
        match words.as_slice() {
            [word, about] if KERNEL.contains(word) => self.kernel_event(word, about, span),
            _ => {
                let own = self.names.events.ids().map(str::to_owned);
                let kernel = KERNEL.iter().map(|word| format!("{word} ..."));
                let known: Vec<String> = own.chain(kernel).collect();
                self.unknown_name("event", name, span, known.iter().map(String::as_str));
                None
            }
        }
    }

    /// A kernel event. It is created when the first ability waits for it.
    fn kernel_event(&mut self, word: &str, about: &str, span: Span) -> Option<Event> {
        let id = format!("{word} {about}");
        if let Some(found) = self.names.events.get(&id) {
            return Some(found.clone());
        }
        let (counter, zone, params) = if word == "gained" {
            let Some(counter) = self.names.counters.get(about).copied() else {
                let ids: Vec<String> = self.names.counters.ids().map(str::to_owned).collect();
                self.unknown_name("resource", about, span, ids.iter().map(String::as_str));
                return None;
            };
            let holder = match self.def.counters[counter.index()].scope {
                Scope::Seat => Type::Seat,
                Scope::Piece(kind) => Type::Piece(Some(kind)),
                Scope::Space(group) => Type::Space(Some(group)),
                Scope::Table | Scope::SeatSpace(_) => Type::Number,
            };
            let params = vec![("holder".to_owned(), holder), ("amount".to_owned(), Type::Number)];
            (Some(counter), None, params)
        } else {
            let zone = self.zone_ref(about, span)?;
            let kind = match self.names.holds.get(&zone).map(Vec::as_slice) {
                Some([kind]) => Some(*kind),
                _ => None,
            };
            let params = match word {
                "starved" => vec![],
                _ => vec![("piece".to_owned(), Type::Piece(kind))],
            };
            (None, Some(zone), params)
        };
        let event = self.add_event(&id, span, params.clone())?;
        if let Some(counter) = counter {
            self.def.counters[counter.index()].gained = Some(event);
        }
        if let Some(zone) = zone {
            let zone = &mut self.def.zones[zone.index()];
            match word {
                "entered" => zone.entered = Some(event),
                "left" => zone.left = Some(event),
                _ => zone.starved = Some(event),
            }
        }
        Some((event, params))
    }
}

/// The keys of an event that are parameters, without the ones every entry can have.
fn without_remarks(node: &Node) -> Node {
    let Kind::Map(map) = &node.kind else { return node.clone() };
    let remark = |key: &str| ["source", "note"].contains(&key);
    let entries = map.entries.iter().filter(|entry| !remark(&entry.key)).cloned().collect();
    Node { span: node.span, kind: Kind::Map(Map { entries }) }
}
