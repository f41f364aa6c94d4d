//! Kinds of pieces and the columns of their attributes.

use std::collections::BTreeSet;

use boardwright_rules::def::part::KindDef;
use boardwright_rules::def::show::Bearers;
use boardwright_rules::id::{AttrId, KindId, PieceId};

use super::Lower;
use super::bounds::NAMES_MAX;
use super::names::{Attr, AttrType};
use super::plan::FillPlan;
use super::refs::{declare, named, named_by};
use boardwright_language::raw;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::{game, names as code};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Node};

impl Lower<'_> {
    /// Gives kinds their ids.
    pub(super) fn kind_heads<'n>(&mut self, root: &'n Node, plan: &mut FillPlan<'n>) {
        for entry in self.section(root, "kinds") {
            self.check_id(&entry.key, entry.key_span);
            let Some(raw) = self.read_entry::<raw::Kind>(entry, &[]) else { continue };
            if self.too_many(self.def.kinds.len(), NAMES_MAX, "kinds", entry.key_span) {
                return;
            }
            let id = KindId::from(self.def.kinds.len());
            if raw.internal {
                self.def.show.quiet_kinds.push(id);
            }
            let (names, text) = ((raw.name.as_deref(), raw.plural.as_deref()), raw.text.as_deref());
            self.def.kinds.push(KindDef {
                named: named_by(&entry.key, names, text),
                first: PieceId(0),
                pieces: 0,
                counters: vec![],
            });
            let (key, span) = (&entry.key, entry.key_span);
            declare(&mut self.names.kinds, "kind", key, span, id, &mut self.diags);
            plan.kinds.push((id, raw));
        }
    }

    /// Reports sections that are neither known nor belong to a kind, and sections claimed by two
    /// kinds.
    pub(super) fn known_sections(&mut self, root: &Node, plan: &mut FillPlan) {
        let common = raw::keys_of::<raw::Sections>();
        let own: Vec<String> =
            plan.kinds.iter().map(|(id, raw)| self.section_of(*id, raw)).collect();
        for (at, section) in own.iter().enumerate() {
            let (id, raw) = &plan.kinds[at];
            let span = raw.section.as_ref().map_or_else(|| self.kind_span(*id), |word| word.span);
            let taken = own[..at].contains(section) || common.contains(&section.as_str());
            if taken {
                plan.sectionless.push(*id);
                let message = format!("the section `{section}` is already used");
                let own_id = &self.def.kinds[id.index()].named.id;
                let label = format!("kind `{own_id}` cannot have it as well");
                let help = format!("give `{own_id}` a section of its own: `section: {own_id}s`");
                let diag = Diagnostic::error(code::SECTION_TAKEN, message, span, label).help(help);
                let first = own[..at].iter().position(|other| other == section);
                self.diags.push(match first.map(|first| &plan.kinds[first]) {
                    Some((first, raw)) => {
                        let span = raw.section.as_ref().map(|word| word.span);
                        let span = span.unwrap_or_else(|| self.kind_span(*first));
                        let first = &self.def.kinds[first.index()].named.id;
                        diag.and(span, format!("kind `{first}` has it"))
                    }
                    None => diag.note(format!("every pack can have a section `{section}`")),
                });
            }
        }
        let Some(map) = root.as_map() else {
            if !matches!(root.kind, boardwright_syntax::yaml::Kind::Null) {
                self.wrong_type(root, "a pack", "a mapping of sections");
            }
            return;
        };
        let known: BTreeSet<&str> = own.iter().map(String::as_str).chain(common.clone()).collect();
        for entry in &map.entries {
            if !known.contains(entry.key.as_str()) {
                self.unknown_section(entry, &own, &common);
            }
        }
    }

    fn unknown_section(&mut self, entry: &Entry, own: &[String], common: &[&str]) {
        let known = common.iter().copied().chain(own.iter().map(String::as_str));
        let message = format!("unknown section `{}`", entry.key);
        let label = "neither a section of every pack nor that of a kind";
        let diag = Diagnostic::error(code::SECTION, message, entry.key_span, label);
        self.diags.push(match boardwright_syntax::diag::similar(&entry.key, known) {
            Some(other) => diag.help(format!("a section with a similar name exists: `{other}`")),
            None => diag.help(format!(
                "if these are pieces, declare their kind: `kinds: {{ ...: {{ section: {} }} }}`",
                entry.key
            )),
        });
    }

    /// The section for the entries of a kind.
    pub(super) fn section_of(&self, id: KindId, raw: &raw::Kind) -> String {
        match &raw.section {
            Some(section) => section.text.clone(),
            None => format!("{}s", self.def.kinds[id.index()].named.id),
        }
    }

    /// Gives attributes of kinds their columns.
    pub(super) fn kind_attributes(&mut self, plan: &FillPlan) {
        let keys = raw::keys_of::<raw::EntryHead>();
        for (kind, raw) in &plan.kinds {
            let Some(node) = &raw.attributes else { continue };
            for entry in self.entries_of(node, "`attributes`") {
                if keys.contains(&entry.key.as_str()) {
                    self.attribute_is_key(entry);
                    continue;
                }
                self.check_id(&entry.key, entry.key_span);
                let Some((ty, read)) = self.attribute(entry) else { continue };
                let Some(holds) = self.attr_type(ty) else { continue };
                let Some(id) = self.attr_column(&entry.key, &holds, entry.key_span) else { return };
                self.add_print(Bearers::Kind(*kind), &entry.key, &read, (id, &holds));
                self.names.attrs.insert((*kind, entry.key.clone()), Attr { id, holds });
            }
        }
    }

    fn attribute_is_key(&mut self, entry: &Entry) {
        let message = format!("`{}` cannot be an attribute", entry.key);
        let label = "every entry has a key of this name";
        self.diags.push(Diagnostic::error(code::RESERVED, message, entry.key_span, label));
    }

    /// The column of an attribute; kinds with the same attribute share it.
    pub(super) fn attr_column(
        &mut self,
        name: &str,
        holds: &AttrType,
        span: Span,
    ) -> Option<AttrId> {
        let of_kinds = self.names.attrs.iter().map(|((_, name), attr)| (name, attr));
        let of_spaces = self.names.space_attrs.iter().map(|((_, name), attr)| (name, attr));
        let same =
            of_kinds.chain(of_spaces).find(|(other, attr)| *other == name && attr.holds == *holds);
        if let Some((_, attr)) = same {
            return Some(attr.id);
        }
        self.new_attr_column(name, span)
    }

    /// A new column for an attribute of this name.
    pub(super) fn new_attr_column(&mut self, name: &str, span: Span) -> Option<AttrId> {
        if self.too_many(self.def.attr_names.len(), NAMES_MAX, "attributes", span) {
            return None;
        }
        self.def.attr_names.push(named(name, None, None));
        Some(AttrId::from(self.def.attr_names.len() - 1))
    }

    /// Looks up a kind by name, or reports it.
    pub(super) fn kind_ref(&mut self, name: &str, span: Span) -> Option<KindId> {
        let found = self.names.kinds.get(name).copied();
        if found.is_none() {
            let ids: Vec<String> = self.names.kinds.ids().map(str::to_owned).collect();
            self.unknown_name("kind", name, span, ids.iter().map(String::as_str));
        }
        found
    }

    /// The place where a kind was declared.
    fn kind_span(&self, id: KindId) -> Span {
        let found = self.names.kinds.0.values().find(|declared| declared.what == id);
        found.map_or(Span::at(boardwright_syntax::source::FileId(0), 0), |declared| declared.span)
    }

    /// Reports a count above its bound.
    pub(super) fn too_many(&mut self, now: usize, max: usize, what: &str, span: Span) -> bool {
        if now >= max {
            let message = format!("too many {what}");
            let label = format!("there may be up to {max}");
            let diag = Diagnostic::error(game::TOO_MANY, message, span, label);
            self.diags.push(diag.help("look for a number that is too large, such as a `count`"));
        }
        now >= max
    }
}
