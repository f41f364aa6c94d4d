//! The forms of an ability: one of `when`, `modify` and `offer`, and the keys each form takes.

use boardwright_rules::def::part::ModifierKind;

use crate::Lower;
use crate::plan::Does;
use boardwright_language::raw::Ability;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::shape;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Kind, Node};

/// The ways to change a value, as written.
const CHANGES: [(&str, ModifierKind); 5] = [
    ("add", ModifierKind::Add),
    ("times", ModifierKind::Times),
    ("set", ModifierKind::Set),
    ("at_least", ModifierKind::AtLeast),
    ("at_most", ModifierKind::AtMost),
];

impl Lower<'_> {
    /// Reads the form of an ability; several modifications become several abilities. Reports other
    /// forms.
    pub(super) fn ability_form(&mut self, raw: &Ability, node: &Node, is_rule: bool) -> Vec<Does> {
        let forms = [raw.when.is_some(), raw.modify.is_some(), raw.offer.is_some()];
        if forms.iter().filter(|there| **there).count() != 1 {
            let message = "an ability must have exactly one of `when`, `modify` and `offer`";
            let span = self.sources.head(node.span);
            let label = "expected one of them";
            self.diags.push(Diagnostic::error(shape::MISSING_KEY, message, span, label));
            return vec![];
        }
        self.form_keys(raw, node, is_rule);
        if let Some(on) = &raw.when {
            let event = self.event_ref(&on.value, on.span);
            return event.map(|(event, params)| Does::On(event, params)).into_iter().collect();
        }
        if let Some(offer) = &raw.offer {
            return vec![Does::Offer(offer.0.clone())];
        }
        let Some(modify) = &raw.modify else { return vec![] };
        let mut does = vec![];
        for entry in self.entries_of(modify, "`modify`") {
            // Values get their ids after abilities, so `fill` looks up their names.
            let changes = self.changes(&entry.value);
            does.extend(
                changes.into_iter().map(|(change, by)| {
                    Does::Modify(entry.key.clone(), entry.key_span, change, by)
                }),
            );
        }
        does
    }

    /// Reports keys that do not fit the form, and required keys that are missing.
    fn form_keys(&mut self, raw: &Ability, node: &Node, is_rule: bool) {
        let Some(map) = node.as_map() else { return };
        let (form, needless): (&str, &[&str]) = match (&raw.modify, &raw.offer) {
            (Some(_), _) => {
                ("modify", &["do", "optional", "limit", "group", "label", "again", "hidden_if"])
            }
            (_, Some(_)) => ("offer", &["optional"]),
            _ => ("when", &["again", "hidden_if"]),
        };
        let is_needless = |key: &str| {
            // A rule belongs to every seat.
            needless.contains(&key) || (is_rule && form != "when" && key == "by")
        };
        for entry in map.entries.iter().filter(|entry| is_needless(&entry.key)) {
            let message = format!("`{}` means nothing beside `{form}`", entry.key);
            let label = "has no effect here";
            let diag = Diagnostic::error(shape::UNKNOWN_KEY, message, entry.key_span, label);
            self.diags.push(diag.help("remove it"));
        }
        if form != "modify" && raw.body.is_none() {
            let message = format!("an ability with `{form}` must say what it does");
            let span = self.sources.head(node.span);
            let diag = Diagnostic::error(shape::MISSING_KEY, message, span, "lacks `do`");
            self.diags.push(diag.help("add `do:` with a list of steps"));
        }
    }

    /// Reads a change of a value: `"+1"`, `"-1"`, a number, an expression, or `{ add: ... }`.
    fn changes(&mut self, node: &Node) -> Vec<(ModifierKind, Node)> {
        match &node.kind {
            Kind::Int(number) => {
                // YAML reads `+1` as a number; the sign shows that it is to be added.
                let plus = self.sources.slice(node.span).starts_with('+');
                let change =
                    if plus || *number < 0 { ModifierKind::Add } else { ModifierKind::Set };
                let span = Span { start: node.span.start + u32::from(plus), ..node.span };
                vec![(change, Node { span, kind: node.kind.clone() })]
            }
            Kind::Text(text) => vec![self.change_text(text, node)],
            Kind::Map(map) => {
                let mut changes = vec![];
                for entry in &map.entries {
                    match CHANGES.iter().find(|(word, _)| *word == entry.key) {
                        Some((_, change)) => changes.push((*change, entry.value.clone())),
                        None => {
                            let words = CHANGES.map(|(word, _)| word);
                            self.unknown_key(entry, "a change", &[], &words);
                        }
                    }
                }
                changes
            }
            _ => {
                self.wrong_type(node, "a change", "text such as `\"+1\"`, a number or a mapping");
                vec![]
            }
        }
    }

    fn change_text(&self, text: &str, node: &Node) -> (ModifierKind, Node) {
        let trimmed = text.trim_start();
        let Some(rest) = trimmed.strip_prefix('+') else {
            let change =
                if trimmed.starts_with('-') { ModifierKind::Add } else { ModifierKind::Set };
            return (change, node.clone());
        };
        // If the span is as long as the text, positions inside the expression are exact.
        let written = self.sources.slice(node.span);
        let start = written.find('+').map_or(0, |at| at as u32 + 1);
        let quotes = u32::from(written.starts_with(['"', '\'']));
        let mut span = node.span;
        span.start += start;
        span.end = span.end.saturating_sub(quotes).max(span.start);
        (ModifierKind::Add, Node { span, kind: Kind::Text(rest.to_owned()) })
    }
}
