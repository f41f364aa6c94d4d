//! Entries and their faces.

use boardwright_rules::def::part::EntryDef;
use boardwright_rules::id::{EntryId, KindId};

use super::Lower;
use super::bounds::NAMES_MAX;
use super::plan::{AttrPlan, Bearer, EntryPlan, FillPlan};
use super::refs::{declare, named_by, value_span};
use boardwright_language::raw::{self, EntryHead, Owner};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::game;
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

/// Name and plural, if given.
type Names<'a> = (Option<&'a str>, Option<&'a str>);

impl Lower<'_> {
    /// Gives entries and faces their ids.
    pub(super) fn entry_heads<'n>(&mut self, root: &'n Node, plan: &mut FillPlan<'n>) {
        let kinds = std::mem::take(&mut plan.kinds);
        for (kind, raw) in &kinds {
            if plan.sectionless.contains(kind) {
                continue;
            }
            let section = self.section_of(*kind, raw);
            for entry in self.section(root, &section) {
                self.entry_head(*kind, raw, &section, entry, plan);
            }
        }
        plan.kinds = kinds;
    }

    fn entry_head<'n>(
        &mut self,
        kind: KindId,
        raw: &raw::Kind,
        section: &str,
        entry: &'n Entry,
        plan: &mut FillPlan<'n>,
    ) {
        self.check_id(&entry.key, entry.key_span);
        let path = format!("{section}.{}", entry.key);
        let Some((head, id)) = self.add_face(kind, entry, &entry.key, None, &path, plan) else {
            return;
        };
        let owner = head.owner.or(raw.owner).unwrap_or(Owner::Table);
        let copies = self.entry_copies(&head, entry);
        if let Some(own) = plan.entries.last_mut() {
            own.copies = copies;
            own.per_seat = owner == Owner::Seat;
            let zone = head.zone.as_ref().or(raw.zone.as_ref());
            own.zone = zone.map(|zone| (zone.text.clone(), zone.span));
        }
        let Some(faces) = entry.value.as_map().and_then(|map| map.get("faces")) else { return };
        let names = (head.name.as_deref(), head.plural.as_deref());
        for face in self.entries_of(faces, "`faces`") {
            self.check_id(&face.key, face.key_span);
            let face_id = format!("{}_{}", entry.key, face.key);
            let path = format!("{path}.faces.{}", face.key);
            self.add_face(kind, face, &face_id, Some((id, names)), &path, plan);
        }
    }

    /// Adds one face; its attributes are read later.
    fn add_face<'n>(
        &mut self,
        kind: KindId,
        entry: &'n Entry,
        id: &str,
        face_of: Option<(EntryId, Names)>,
        path: &str,
        plan: &mut FillPlan<'n>,
    ) -> Option<(EntryHead, EntryId)> {
        if self.too_many(self.def.entries.len(), NAMES_MAX, "entries", entry.key_span) {
            return None;
        }
        let entry_id = EntryId::from(self.def.entries.len());
        let head = self.entry_keys(kind, entry, entry_id, path, plan)?;
        // A face has its own names, or those of the entry.
        let own = (head.name.as_deref(), head.plural.as_deref());
        let names = match face_of {
            Some((_, names)) if own.0.is_none() => (names.0, own.1.or(names.1)),
            _ => own,
        };
        self.def.entries.push(EntryDef {
            named: named_by(id, names, head.text.as_deref()),
            kind,
            abilities: vec![],
            bearers: vec![],
        });
        let span = entry.key_span;
        declare(&mut self.names.entries, "entry", id, span, entry_id, &mut self.diags);
        for tag in &head.tags {
            self.names.entry_tags.entry(tag.text.clone()).or_default().push(entry_id);
        }
        plan.entries.push(EntryPlan {
            id: entry_id,
            kind,
            face_of: face_of.map(|(id, _)| id),
            written: entry,
            path: path.to_owned(),
            copies: 0,
            zone: None,
            per_seat: false,
            abilities: self.ability_nodes(&entry.value),
        });
        Some((head, entry_id))
    }

    /// Splits an entry into the keys all entries have and its attributes.
    fn entry_keys<'n>(
        &mut self,
        kind: KindId,
        entry: &'n Entry,
        id: EntryId,
        path: &str,
        plan: &mut FillPlan<'n>,
    ) -> Option<EntryHead> {
        let keys = raw::keys_of::<EntryHead>();
        let mut common = Map::default();
        for field in self.entries_of(&entry.value, &format!("`{}`", entry.key)) {
            if keys.contains(&field.key.as_str()) {
                common.entries.push(field.clone());
                continue;
            }
            let Some(attr) = self.names.attrs.get(&(kind, field.key.clone())).cloned() else {
                let known = self.names.attrs.keys().filter(|(of, _)| *of == kind);
                let known: Vec<String> = known.map(|(_, name)| name.clone()).collect();
                let of = format!("the kind `{}`", self.def.kinds[kind.index()].named.id);
                self.unknown_key(field, &of, &known, &keys);
                continue;
            };
            plan.attrs.push(AttrPlan {
                attr,
                bearer: Bearer::Entry(id),
                name: &field.key,
                value: &field.value,
                path: format!("{path}.{}", field.key),
            });
        }
        let value = Node { span: entry.value.span, kind: Kind::Map(common) };
        let common = Entry { key: entry.key.clone(), key_span: entry.key_span, value };
        self.read_entry(&common, &[])
    }

    /// The number of copies.
    fn entry_copies(&mut self, head: &EntryHead, entry: &Entry) -> u16 {
        let count = head.count.unwrap_or(1);
        let max = super::PIECES_MAX as i32;
        if !(0..=max).contains(&count) {
            let message = format!("`{}` cannot have {count} copies", entry.key);
            let label = format!("expected 0 to {max}");
            let span = value_span(entry, "count").unwrap_or(entry.key_span);
            let diag = Diagnostic::error(game::COUNT, message, span, label);
            self.diags.push(diag.help("write how many pieces there are; 0 leaves the entry out"));
        }
        count.clamp(0, max) as u16
    }

    /// The abilities of an entry, as written.
    fn ability_nodes<'n>(&mut self, value: &'n Node) -> Vec<&'n Node> {
        let Some(map) = value.as_map() else { return vec![] };
        let one = map.get("ability").filter(|node| node.kind != Kind::Null);
        let mut nodes: Vec<&Node> = one.into_iter().collect();
        match map.get("abilities") {
            Some(Node { kind: Kind::Seq(items), .. }) => nodes.extend(items),
            Some(other) if other.kind != Kind::Null => {
                self.wrong_type(other, "`abilities`", "a list");
            }
            _ => {}
        }
        // `ability` may be a list, too.
        let lists = nodes.iter().flat_map(|node| match &node.kind {
            Kind::Seq(items) => items.iter().collect(),
            _ => vec![*node],
        });
        lists.collect()
    }
}
