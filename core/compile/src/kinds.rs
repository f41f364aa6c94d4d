//! What pieces there are: kinds with the columns of their attributes, entries with their faces, and
//! pieces, which are copies of entries with owners and start zones.

use std::collections::{BTreeMap, BTreeSet};

use super::Lower;
use super::bounds::{NAMES_MAX, PIECES_MAX};
use super::fill::{AttrPlan, Bearer, EntryPlan, FillPlan, PiecePlan};
use super::names::{Attr, AttrType};
use super::refs::{declare, named, named_by, value_span};
use boardwright_language::raw::{self, EntryHead, Owner};
use boardwright_rules::def::expr::NIL;
use boardwright_rules::def::part::{EntryDef, KindDef, PieceDef, Scope};
use boardwright_rules::def::show::Bearers;
use boardwright_rules::id::{AttrId, EntryId, KindId, PieceId, PlaceId, ZoneId};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::{game, names as code};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

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
    fn section_of(&self, id: KindId, raw: &raw::Kind) -> String {
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

impl Lower<'_> {
    /// Gives pieces their ids: a run for each kind, in the order of entries, seats and copies.
    pub(super) fn count_pieces(&mut self, plan: &mut FillPlan) {
        let mut told = false;
        for kind in 0..self.def.kinds.len() {
            let first = self.def.pieces.len();
            for (at, entry) in plan.entries.iter().enumerate() {
                if entry.kind.index() != kind || entry.face_of.is_some() {
                    continue;
                }
                let faces = faces(plan, entry.id);
                let owners = if entry.per_seat { 0..i32::from(self.def.seats) } else { NIL..0 };
                for owner in owners {
                    let count = usize::from(entry.copies);
                    let first = self.def.pieces.len();
                    if first + count > PIECES_MAX {
                        if !told {
                            self.too_many(PIECES_MAX, PIECES_MAX, "pieces", entry.written.key_span);
                            told = true;
                        }
                        continue;
                    }
                    plan.pieces.push(PiecePlan { entry: at, first, count, owner });
                    self.copies_of(entry, &faces, owner);
                }
            }
            let kind = &mut self.def.kinds[kind];
            kind.first = PieceId::from(first);
            kind.pieces = (self.def.pieces.len() - first) as u16;
        }
    }

    fn copies_of(&mut self, entry: &EntryPlan, faces: &[EntryId], owner: i32) {
        for _ in 0..entry.copies {
            let piece = PieceId::from(self.def.pieces.len());
            let faces = faces.to_vec();
            for face in &faces {
                self.def.entries[face.index()].bearers.push(piece);
            }
            let start = PlaceId(0);
            self.def.pieces.push(PieceDef { kind: entry.kind, faces, owner, start });
        }
    }

    /// Puts every piece into its start zone.
    pub(super) fn place_pieces(&mut self, plan: &FillPlan) {
        let mut held: BTreeMap<PlaceId, (usize, Span)> = BTreeMap::new();
        let mut starts: BTreeMap<usize, Option<ZoneId>> = BTreeMap::new();
        for run in &plan.pieces {
            let entry = &plan.entries[run.entry];
            let zone = *starts.entry(run.entry).or_insert_with(|| self.start_zone(entry));
            let Some(zone) = zone else { continue };
            let seat = usize::try_from(run.owner).unwrap_or(0);
            let at = if self.def.zones[zone.index()].scope == Scope::Seat { seat } else { 0 };
            let place = PlaceId::from(self.def.zones[zone.index()].first.index() + at);
            for piece in &mut self.def.pieces[run.first..run.first + run.count] {
                piece.start = place;
            }
            held.entry(place).or_insert((0, entry.written.key_span)).0 += run.count;
        }
        let mut told = None;
        for (place, (count, span)) in held {
            let zone = self.def.places[place.index()].zone;
            let def = &self.def.zones[zone.index()];
            if count > usize::from(def.capacity) && told != Some(zone) {
                told = Some(zone);
                let (zone, most) = (&def.named.id, def.capacity);
                let message = format!("{count} pieces start in `{zone}`, which holds {most}");
                let label = "the first of them";
                self.diags.push(
                    Diagnostic::error(game::CAPACITY, message, span, label)
                        .help("start some of them in another zone, or give this one more room"),
                );
            }
        }
    }

    /// The start zone of the pieces of an entry; reports if there is none.
    fn start_zone(&mut self, entry: &EntryPlan) -> Option<ZoneId> {
        let id = &entry.written.key;
        let Some((name, span)) = &entry.zone else {
            if entry.copies > 0 {
                let message = format!("pieces of `{id}` start nowhere");
                let label = "neither the entry nor its kind names a zone";
                self.diags.push(
                    Diagnostic::error(game::NO_ZONE, message, entry.written.key_span, label)
                        .help("add `zone: ...` to the kind or the entry"),
                );
            }
            return None;
        };
        let zone = self.zone_ref(name, *span)?;
        let def = &self.def.zones[zone.index()];
        let problem = match def.scope {
            Scope::Table => None,
            Scope::Seat if entry.per_seat => None,
            Scope::Seat => Some("each seat has one, and these pieces belong to no seat"),
            _ => Some("there is one for each piece or space"),
        };
        if let Some(problem) = problem {
            let message = format!("pieces of `{id}` cannot start in `{name}`");
            let help = match def.scope {
                Scope::Seat => "give each seat its own: `owner: seat`; or deal them in `setup`",
                _ => "start them in a zone of the table or a seat, and move them in `setup`",
            };
            let diag = Diagnostic::error(game::START, message, *span, problem).help(help);
            self.diags.push(diag);
            return None;
        }
        let kinds = self.names.holds.get(&zone);
        if kinds.is_some_and(|kinds| !kinds.contains(&entry.kind)) {
            let kind = &self.def.kinds[entry.kind.index()].named.id;
            let message = format!("`{name}` does not hold pieces of kind `{kind}`");
            let label = format!("`{id}` starts here");
            let diag = Diagnostic::error(game::HOLDS, message, *span, label);
            self.diags.push(diag.help(format!("add `{kind}` to `holds` of the zone `{name}`")));
        }
        Some(zone)
    }
}

/// The faces of an entry, itself first.
fn faces(plan: &FillPlan, id: EntryId) -> Vec<EntryId> {
    let further = plan.entries.iter().filter(|face| face.face_of == Some(id)).map(|face| face.id);
    std::iter::once(id).chain(further).collect()
}
