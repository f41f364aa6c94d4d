//! Reads the values of step keys: expressions, words and bindings.

use boardwright_rules::def::expr::{ExprId, SetId};

use super::StepContext;
use crate::Lower;
use crate::expr::similar;
use crate::names::Type;
use crate::scope::{Bound, LOCALS_MAX, Scope};
use boardwright_language::raw::step::{self as raw, Key, Words};
use boardwright_syntax::diag::codes::{names_used, step as codes};
use boardwright_syntax::diag::{Diagnostic, listed};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Kind, Node};

/// Names that no step may bind.
const TAKEN: &[&str] = &[
    "me", "option", "and", "break", "do", "else", "elseif", "end", "false", "for", "function",
    "goto", "if", "in", "local", "nil", "not", "or", "repeat", "return", "then", "true", "until",
    "while",
];

/// A form whose expressions have one type.
pub(super) trait Typed {
    const TYPE: Type;
}

impl Typed for raw::Number {
    const TYPE: Type = Type::Number;
}

impl Typed for raw::Seat {
    const TYPE: Type = Type::Seat;
}

impl Typed for raw::Piece {
    const TYPE: Type = Type::Piece(None);
}

impl Typed for raw::Container {
    const TYPE: Type = Type::Place(None);
}

impl Typed for raw::Condition {
    const TYPE: Type = Type::Flag;
}

impl Lower<'_> {
    /// Lowers the expression under a key.
    pub(super) fn expr_at<T: Typed>(&mut self, key: Key<T>, scope: &Scope) -> Option<ExprId> {
        self.expr_in(key.node, scope, Some(&T::TYPE)).map(|(id, _)| id)
    }

    /// Lowers the expression under an optional key. The outer `None` means an error.
    pub(super) fn expr_if<T: Typed>(
        &mut self,
        key: Option<Key<T>>,
        scope: &Scope,
    ) -> Option<Option<ExprId>> {
        match key {
            Some(key) => self.expr_at(key, scope).map(Some),
            None => Some(None),
        }
    }

    /// Lowers the seat under a key, `me` if it is left out.
    pub(super) fn seat_or_me(
        &mut self,
        key: Option<Key<raw::Seat>>,
        scope: &Scope,
    ) -> Option<ExprId> {
        match self.expr_if(key, scope)? {
            Some(seat) => Some(seat),
            None => Some(self.me(scope)),
        }
    }

    /// Lowers the set under a key; returns the type of its members.
    pub(super) fn things(&mut self, key: Key<raw::Things>, scope: &Scope) -> Option<(SetId, Type)> {
        self.set_in(key.node, scope)
    }

    /// Reports a value in no form that the verb accepts. Always returns `None`.
    pub(super) fn wrong_form<T>(
        &mut self,
        step: &StepContext,
        node: &Node,
        expected: &str,
    ) -> Option<T> {
        self.diags.push(raw::wrong_form(step.shape, node, expected));
        None
    }

    /// Reports a missing key. Always returns `None`.
    pub(super) fn missing<T>(&mut self, step: &StepContext, span: Span, key: &str) -> Option<T> {
        let key = step.shape.keys.iter().find(|shape| shape.key == key)?;
        self.diags.push(raw::missing(step.shape, span, key));
        None
    }

    /// Reports two keys that cannot be used together. Always returns `None`.
    pub(super) fn exclusive<T>(
        &mut self,
        step: &StepContext,
        first: &str,
        (second, span): (&str, Span),
        help: &str,
    ) -> Option<T> {
        let verb = step.shape.verb;
        let message = format!("`{first}` and `{second}` of `{verb}` cannot be used together");
        let diag = Diagnostic::error(codes::EXCLUSIVE, message, span, "one too many");
        self.diags.push(diag.help(help));
        None
    }

    /// The text under a verb.
    pub(super) fn text_under<'n, T>(
        &mut self,
        step: &StepContext,
        key: Key<'n, T>,
    ) -> Option<&'n str> {
        match key.text() {
            Some(text) => Some(text),
            None => {
                let words = step.shape.short.map_or("text", |short| short.words);
                self.wrong_form(step, key.node, words)
            }
        }
    }

    /// Reads a word under a key. The outer `None` means an error.
    pub(super) fn word<T: Words>(
        &mut self,
        step: &StepContext,
        key: Option<Key<T>>,
    ) -> Option<Option<T>> {
        let Some(key) = key else { return Some(None) };
        let text = key.text().unwrap_or_default();
        if let Some((_, value)) = T::ALL.iter().find(|(word, _)| *word == text) {
            return Some(Some(*value));
        }
        let words = || T::ALL.iter().map(|(word, _)| *word);
        let message =
            format!("`{}` of `{}` is one of {}", key.name, step.shape.verb, listed(words()));
        let diag = Diagnostic::error(codes::FORM, message, key.node.span, "not one of them");
        self.diags.push(match similar(text, words()) {
            Some(near) => diag.help(format!("write `{near}`")),
            None => diag,
        });
        None
    }

    /// Whether a key is set to true.
    pub(super) fn is_set(
        &mut self,
        step: &StepContext,
        key: Option<Key<raw::Flag>>,
    ) -> Option<bool> {
        let Some(key) = key else { return Some(false) };
        if let Kind::Bool(value) = key.node.kind {
            return Some(value);
        }
        let message = format!("`{}` of `{}` is `true` or `false`", key.name, step.shape.verb);
        let label = "expected `true` or `false`";
        self.diags.push(Diagnostic::error(codes::FORM, message, key.node.span, label));
        None
    }

    /// Binds the name under `as` of a step, or an unnamed slot.
    pub(super) fn bind_as(
        &mut self,
        step: &StepContext,
        scope: &mut Scope,
        ty: Type,
    ) -> Option<u16> {
        match step.binds {
            Some(name) => self.bind_named(name, scope, ty),
            None => Some(scope.slot_for(&ty)),
        }
    }

    /// Binds the name under a key.
    pub(super) fn bind_named(
        &mut self,
        name: Key<raw::Name>,
        scope: &mut Scope,
        ty: Type,
    ) -> Option<u16> {
        let node = name.node;
        match node.as_text() {
            Some(name) => self.bind_name(name, node.span, scope, ty),
            None => {
                let message = format!("a name was expected, not {}", node.describe());
                self.diags.push(Diagnostic::error(names_used::BINDING, message, node.span, ""));
                None
            }
        }
    }

    /// Binds a name; a name that is already bound keeps its slot and must keep its type.
    pub(super) fn bind_name(
        &mut self,
        name: &str,
        span: Span,
        scope: &mut Scope,
        ty: Type,
    ) -> Option<u16> {
        let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        if !is_name || TAKEN.contains(&name) {
            let message = format!("`{name}` cannot be bound");
            let (label, help) = match name {
                "me" | "option" => ("has a fixed meaning", "choose another name"),
                _ if is_name => ("a word of the expression language", "choose another name"),
                _ => ("not a name", "a name has small letters, digits and `_`"),
            };
            let diag = Diagnostic::error(names_used::BINDING, message, span, label);
            self.diags.push(diag.help(help));
            return None;
        }
        let old = scope.var(name).and_then(|var| match var.bound {
            Bound::Slot(slot) => Some((slot, var.ty.clone())),
            Bound::List(slot) => Some((slot, Type::Set(Box::new(var.ty.clone())))),
            Bound::It(_) | Bound::Is(_) => None,
        });
        if let Some((slot, old)) = old {
            scope.flow.bind(slot, matches!(ty, Type::Maybe(_) | Type::Nil));
            scope.flow.changed();
            self.note_bound(slot);
            let fits = self.fits(&ty, &old) || self.fits(&old, &ty);
            if !fits {
                let (was, is) = (self.describe(&old), self.describe(&ty));
                let message = format!("`{name}` is bound to {was} and cannot become {is}");
                let diag = Diagnostic::error(names_used::BINDING, message, span, is);
                self.diags.push(diag.help("bind another name"));
            }
            // One report is enough; from here on the name has the intended type.
            if matches!(ty, Type::Set(_)) == matches!(old, Type::Set(_)) {
                if !fits || old == Type::Nil {
                    scope.retype(name, ty);
                }
                return Some(slot);
            }
        }
        let slot = scope.bind(name, ty);
        self.note_bound(slot);
        if slot >= LOCALS_MAX && scope.over.is_none() {
            scope.over = Some(span);
        }
        Some(slot)
    }
}
