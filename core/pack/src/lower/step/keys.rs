//! The mapping under a verb: its keys, words and bindings.

use super::Step;
use crate::diag::Diagnostic;
use crate::diag::codes::{step as codes, step_names};
use crate::lower::Lower;
use crate::lower::expr::{listed, similar};
use crate::lower::names::{Type, normal};
use crate::lower::scope::{Bound, LOCALS_MAX, Scope};
use crate::source::Span;
use crate::yaml::{Entry, Kind, Map, Node};
use boardwright_rules::def::expr::ExprId;

/// Names no step can bind.
const TAKEN: &[&str] = &[
    "me", "option", "and", "break", "do", "else", "elseif", "end", "false", "for", "function",
    "goto", "if", "in", "local", "nil", "not", "or", "repeat", "return", "then", "true", "until",
    "while",
];

impl Lower<'_> {
    /// The mapping under a verb, its keys checked.
    pub(super) fn keys<'n>(&mut self, step: &Step<'n>) -> Option<&'n Map> {
        self.keys_in(step, step.value)
    }

    /// A mapping with the keys of the verb.
    pub(super) fn keys_in<'n>(&mut self, step: &Step, node: &'n Node) -> Option<&'n Map> {
        let Some(map) = node.as_map() else {
            self.wrong_form(step, node, "a mapping");
            return None;
        };
        let known = || step.shape.keys.iter().map(|key| key.key);
        if step.shape.others.is_none() {
            for entry in &map.entries {
                if !known().any(|key| key == entry.key) {
                    self.no_such_key(step, entry, &known().collect::<Vec<_>>());
                }
            }
        }
        let mut complete = true;
        for key in step.shape.keys.iter().filter(|key| key.needed) {
            if map.get(key.key).is_none() {
                self.missing(step, node.span, key.key);
                complete = false;
            }
        }
        complete.then_some(map)
    }

    pub(super) fn no_such_key(&mut self, step: &Step, entry: &Entry, known: &[&str]) {
        let key = entry.key.as_str();
        let message = format!("unknown key `{key}` in `{}`", step.verb);
        let diag = Diagnostic::error(codes::KEY, message, entry.key_span, "not expected here");
        let beside = matches!(key, "as" | "if" | "key" | "label")
            || step.shape.beside.iter().any(|beside| beside.key == key);
        self.diags.push(if beside {
            diag.help(format!("put `{key}` beside `{}`, not inside", step.verb))
        } else if let Some(near) = similar(key, known.iter().copied()) {
            diag.help(format!("there is `{near}`"))
        } else {
            diag.help(format!("expected {}", listed(known)))
        });
    }

    pub(super) fn missing(&mut self, step: &Step, span: Span, key: &str) {
        let message = format!("`{}` lacks `{key}`", step.verb);
        let label = format!("expected a key `{key}`");
        let diag = Diagnostic::error(codes::MISSING, message, span, label);
        let shapes = step.shape.keys.iter().chain(step.shape.beside);
        let about = shapes.into_iter().find(|shape| shape.key == key);
        self.diags.push(match about {
            Some(shape) => diag.help(format!("add `{key}: <{}>`, {}", shape.takes, shape.about)),
            None => diag,
        });
    }

    pub(super) fn wrong_form(&mut self, step: &Step, node: &Node, expected: &str) {
        let message = format!("`{}` takes {expected}, not {}", step.verb, node.describe());
        let label = format!("expected {expected}");
        let diag = Diagnostic::error(codes::FORM, message, node.span, label);
        let example = step.shape.example.lines().next().unwrap_or_default();
        let example = example.trim_start_matches("- ");
        // Of amounts one is enough to show how they are written.
        let first = example.split_once(", ").filter(|_| step.shape.others.is_some());
        let example = first.map_or(example.to_owned(), |(first, _)| format!("{first} }}"));
        let complete = example.chars().filter(|c| matches!(c, '{' | '[')).count()
            == example.chars().filter(|c| matches!(c, '}' | ']')).count();
        self.diags.push(match complete && !example.ends_with(':') {
            true => diag.help(format!("write `{example}`")),
            false => diag,
        });
    }

    /// The text under a verb.
    pub(super) fn word<'n>(&mut self, step: &Step<'n>) -> Option<&'n str> {
        let text = step.value.as_text();
        if text.is_none() {
            self.wrong_form(step, step.value, step.shape.short.unwrap_or("text"));
        }
        text
    }

    /// One of some words under a key.
    pub(super) fn word_of<T: Copy>(
        &mut self,
        step: &Step,
        map: &Map,
        key: &str,
        words: &[(&str, T)],
    ) -> Option<Option<T>> {
        let Some(node) = map.get(key) else { return Some(None) };
        let text = node.as_text().unwrap_or_default();
        if let Some((_, value)) = words.iter().find(|(word, _)| *word == text) {
            return Some(Some(*value));
        }
        let possible = listed(words.iter().map(|(word, _)| *word));
        let message = format!("`{key}` of `{}` is one of {possible}", step.verb);
        let diag = Diagnostic::error(codes::FORM, message, node.span, "not one of them");
        self.diags.push(match similar(text, words.iter().map(|(word, _)| *word)) {
            Some(near) => diag.help(format!("write `{near}`")),
            None => diag,
        });
        None
    }

    /// Whether a key is set to true.
    pub(super) fn is_set(&mut self, step: &Step, map: &Map, key: &str) -> Option<bool> {
        match map.get(key).map(|node| (&node.kind, node)) {
            None => Some(false),
            Some((Kind::Bool(value), _)) => Some(*value),
            Some((_, node)) => {
                let message = format!("`{key}` of `{}` is `true` or `false`", step.verb);
                let label = "expected `true` or `false`";
                self.diags.push(Diagnostic::error(codes::FORM, message, node.span, label));
                None
            }
        }
    }

    /// An expression under a key that must be there.
    pub(super) fn at_key(
        &mut self,
        map: &Map,
        key: &str,
        scope: &Scope,
        want: &Type,
    ) -> Option<ExprId> {
        self.expr_in(map.get(key)?, scope, Some(want)).map(|(id, _)| id)
    }

    /// An expression under a key that may be there. The outer `None` means it was wrong.
    pub(super) fn if_key(
        &mut self,
        map: &Map,
        key: &str,
        scope: &Scope,
        want: &Type,
    ) -> Option<Option<ExprId>> {
        match map.get(key) {
            Some(node) => self.expr_in(node, scope, Some(want)).map(|(id, _)| Some(id)),
            None => Some(None),
        }
    }

    /// A seat under a key, `me` if it is not there.
    pub(super) fn seat_at(&mut self, map: &Map, key: &str, scope: &Scope) -> Option<ExprId> {
        match self.if_key(map, key, scope, &Type::Seat)? {
            Some(seat) => Some(seat),
            None => Some(self.me(scope)),
        }
    }

    /// Binds the name under `as` of a step, or a slot without a name.
    pub(super) fn bind_as(&mut self, step: &Step, scope: &mut Scope, ty: Type) -> Option<u16> {
        match step.map.get("as") {
            Some(node) => self.bind_named(node, scope, ty),
            None => Some(scope.slot_for(&ty)),
        }
    }

    /// Binds the name in a node.
    pub(super) fn bind_named(&mut self, node: &Node, scope: &mut Scope, ty: Type) -> Option<u16> {
        match node.as_text() {
            Some(name) => self.bind_name(name, node.span, scope, ty),
            None => {
                let message = format!("a name was expected, not {}", node.describe());
                self.diags.push(Diagnostic::error(step_names::BINDING, message, node.span, ""));
                None
            }
        }
    }

    /// Binds a name; one that is bound already keeps its slot and must keep its type.
    pub(super) fn bind_name(
        &mut self,
        name: &str,
        span: Span,
        scope: &mut Scope,
        ty: Type,
    ) -> Option<u16> {
        let plain = normal(name);
        let is_name = plain.starts_with(|c: char| c.is_ascii_lowercase())
            && plain.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        if !is_name || TAKEN.contains(&plain.as_str()) {
            let message = format!("`{name}` cannot be bound");
            let (label, help) = match plain.as_str() {
                "me" | "option" => ("has a fixed meaning", "choose another name"),
                _ if is_name => ("a word of the expression language", "choose another name"),
                _ => ("not a name", "a name has small letters, digits and `_`"),
            };
            let diag = Diagnostic::error(step_names::BINDING, message, span, label);
            self.diags.push(diag.help(help));
            return None;
        }
        let old = scope.var(name).map(|var| (var.bound, var.ty.clone()));
        match (old, &ty) {
            (Some((Bound::Slot(slot), old)), ty) if !matches!(ty, Type::Set(_)) => {
                if !self.fits(ty, &old) && !self.fits(&old, ty) {
                    let (was, is) = (self.describe(&old), self.describe(ty));
                    let message = format!("`{name}` is bound to {was} and cannot become {is}");
                    let diag = Diagnostic::error(step_names::BINDING, message, span, is);
                    self.diags.push(diag.help("bind another name"));
                    // One report is enough: from here on it is what was meant.
                    scope.retype(name, ty.clone());
                    return Some(slot);
                }
                if old == Type::Nil {
                    scope.retype(name, ty.clone());
                }
                Some(slot)
            }
            (Some((Bound::List(slot), old)), Type::Set(ty)) if self.fits(ty, &old) => Some(slot),
            _ => {
                let slot = scope.bind(name, ty);
                if slot >= LOCALS_MAX && scope.over.is_none() {
                    scope.over = Some(span);
                }
                Some(slot)
            }
        }
    }
}
