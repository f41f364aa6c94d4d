//! Groups of spaces: ids, links, directions, and attribute columns.

use boardwright_rules::def::expr::NIL;
use boardwright_rules::def::part::{Form, GroupDef, SpaceDef};
use boardwright_rules::def::show::Bearers;
use boardwright_rules::id::SpaceId;

use super::Lower;
use super::bounds::{NAMES_MAX, SPACES_MAX};
use super::fill::{AttrPlan, Bearer, FillPlan};
use super::grid;
use super::names::{Attr, AttrType, Type};
use super::refs::{declare, named};
use boardwright_language::raw;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::{game, names as code, shape};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Kind, Node};

/// Keys a space of a list has besides its attributes.
const SPACE_KEYS: &[&str] = &["id", "name", "text", "tags", "source", "note"];
/// Numbers every space has.
pub(super) const COLUMN: &str = "column";
pub(super) const ROW: &str = "row";
pub(super) const INDEX: &str = "index";

/// One space, before it gets its id.
pub(super) struct Cell {
    /// Its name in the pack.
    pub id: String,
    /// Column and row from 1; 0 for lists.
    pub at: (i32, i32),
}

/// The layout of a group.
fn form(raw: &raw::Group) -> Form {
    match raw {
        _ if raw.grid.is_some() => Form::Grid,
        _ if !raw.bricks.is_empty() => {
            Form::Bricks(raw.bricks.iter().map(|row| u16::try_from(*row).unwrap_or(0)).collect())
        }
        _ if raw.ring => Form::Ring,
        _ if raw.line => Form::Line,
        _ => Form::List,
    }
}

impl Lower<'_> {
    /// Gives groups their ids.
    pub(super) fn group_heads<'n>(&mut self, root: &'n Node, plan: &mut FillPlan<'n>) {
        for entry in self.section(root, "spaces") {
            self.check_id(&entry.key, entry.key_span);
            let Some(raw) = self.read_entry::<raw::Group>(entry, &[]) else { continue };
            if self.too_many(self.def.groups.len(), NAMES_MAX, "groups of spaces", entry.key_span) {
                return;
            }
            let id = self.def.groups.len() as u16;
            if raw.internal {
                self.def.show.quiet_groups.push(id);
            }
            let columns = raw.grid.as_ref().map_or(0, |grid| grid.columns.clamp(0, 26) as u16);
            self.def.groups.push(GroupDef {
                named: named(&entry.key, raw.name.as_deref(), raw.text.as_deref()),
                first: SpaceId(0),
                spaces: 0,
                columns,
                form: form(&raw),
            });
            let (key, span) = (&entry.key, entry.key_span);
            self.one_form(entry, &raw);
            declare(&mut self.names.groups, "group of spaces", key, span, id, &mut self.diags);
            plan.groups.push((id, raw, entry));
        }
    }

    /// Checks that a group has exactly one layout.
    fn one_form(&mut self, entry: &Entry, raw: &raw::Group) {
        // A layout that was written but could not be read was already reported.
        let written = ["grid", "bricks", "list"]
            .map(|form| entry.value.as_map().is_some_and(|map| map.get(form).is_some()));
        let n_written = written.iter().filter(|there| **there).count();
        let forms = [raw.grid.is_some(), !raw.bricks.is_empty(), raw.list.is_some()];
        let n_forms = forms.iter().filter(|there| **there).count();
        if n_forms != 1 && !(n_forms == 0 && n_written == 1) {
            let message = format!("the group `{}` must have one form", entry.key);
            let label = "expected one of `grid`, `bricks` and `list`";
            let diag = Diagnostic::error(shape::MISSING_KEY, message, entry.key_span, label);
            self.diags.push(diag);
        }
    }

    /// Creates the spaces of all groups, their links and directions.
    pub(super) fn space_groups<'n>(&mut self, plan: &mut FillPlan<'n>) {
        let groups = std::mem::take(&mut plan.groups);
        self.declare_directions(groups.iter().map(|(_, raw, _)| raw));
        for (id, raw, entry) in &groups {
            self.space_columns(*id, raw, entry.key_span);
            self.spaces_of(*id, raw, entry, plan);
        }
        for (_, raw, _) in &groups {
            self.written_links(raw);
        }
        for space in &mut self.def.spaces {
            space.neighbours.sort_unstable();
            space.neighbours.dedup();
        }
        plan.groups = groups;
    }

    /// Names the directions that any group has.
    fn declare_directions<'r>(&mut self, groups: impl Iterator<Item = &'r raw::Group>) {
        let (mut compass, mut list) = (false, false);
        for raw in groups {
            compass |= raw.grid.is_some() || !raw.bricks.is_empty();
            list |= raw.list.is_some();
        }
        let mut add = |name: &str| {
            self.names.directions.insert(name.to_owned(), self.def.directions.len() as u8);
            self.def.directions.push(name.to_owned());
        };
        if compass {
            grid::COMPASS.iter().for_each(|(name, _)| add(name));
        }
        if list {
            [grid::NEXT, grid::PREVIOUS].into_iter().for_each(add);
        }
    }

    /// The attribute columns of the spaces of a group.
    fn space_columns(&mut self, group: u16, raw: &raw::Group, span: Span) {
        let number = AttrType::One(Type::Number);
        let implicit: &[&str] = if raw.list.is_some() { &[INDEX] } else { &[INDEX, COLUMN, ROW] };
        for name in implicit {
            let Some(id) = self.attr_column(name, &number, span) else { return };
            let attr = Attr { id, holds: number.clone() };
            self.names.space_attrs.insert((group, (*name).to_owned()), attr);
        }
        let Some(node) = &raw.attributes else { return };
        for entry in self.entries_of(node, "`attributes`") {
            let key = entry.key.as_str();
            if SPACE_KEYS.contains(&key) || implicit.contains(&key) {
                let message = format!("`{key}` cannot be an attribute of a space");
                let label = "every space has it already";
                let diag = Diagnostic::error(code::RESERVED, message, entry.key_span, label);
                self.diags.push(diag);
                continue;
            }
            self.check_id(key, entry.key_span);
            let Some((ty, read)) = self.attribute(entry) else { continue };
            let Some(holds) = self.attr_type(ty) else { continue };
            let Some(id) = self.attr_column(key, &holds, entry.key_span) else { return };
            self.add_print(Bearers::Group(group), key, &read, (id, &holds));
            self.names.space_attrs.insert((group, key.to_owned()), Attr { id, holds });
        }
    }

    /// Creates the spaces of one group.
    fn spaces_of<'n>(
        &mut self,
        group: u16,
        raw: &raw::Group,
        entry: &'n Entry,
        plan: &mut FillPlan<'n>,
    ) {
        let first = self.def.spaces.len();
        let listed = match list_of(entry) {
            Some(node) => self.listed_spaces(node),
            None => vec![],
        };
        let shaped = match (&raw.grid, raw.bricks.as_slice()) {
            (Some(grid), _) => grid::grid(grid),
            (None, bricks) => grid::bricks(bricks),
        };
        let count = listed.len() + shaped.cells.len();
        let room = SPACES_MAX.saturating_sub(first);
        if shaped.too_many || count > room {
            let message = "too many spaces";
            let label = format!("a game may have up to {SPACES_MAX}");
            let diag = Diagnostic::error(game::TOO_MANY, message, entry.key_span, label);
            self.diags.push(diag);
        } else {
            let path = format!("spaces.{}", entry.key);
            for (index, cell) in shaped.cells.iter().enumerate() {
                let id = self.free_id(&cell.id, &entry.key);
                self.add_space(group, (&id, None, None), entry.key_span, (index, cell.at), plan);
            }
            for (index, item) in listed.iter().enumerate() {
                self.check_id(item.id, item.span);
                let texts = (item.id, item.text("name"), item.text("text"));
                let space = self.add_space(group, texts, item.span, (index, (0, 0)), plan);
                self.space_entry(group, space, item.value, &format!("{path}.{}", item.id), plan);
            }
            self.step_directions(first, &shaped, raw);
        }
        let def = &mut self.def.groups[usize::from(group)];
        def.first = SpaceId::from(first);
        def.spaces = (self.def.spaces.len() - first) as u16;
        self.spaces_at(group, first, entry, plan);
    }

    /// Adds one space and its row in the direction table.
    fn add_space(
        &mut self,
        group: u16,
        (id, name, text): (&str, Option<&str>, Option<&str>),
        span: Span,
        (index, at): (usize, (i32, i32)),
        plan: &mut FillPlan,
    ) -> SpaceId {
        let space = SpaceId::from(self.def.spaces.len());
        let named = named(id, name, text);
        self.def.spaces.push(SpaceDef { named, group, neighbours: vec![] });
        self.def.next.extend(self.def.directions.iter().map(|_| NIL));
        declare(&mut self.names.spaces, "space", id, span, space, &mut self.diags);
        plan.implicit.push((space, [index as i32 + 1, at.0, at.1]));
        space
    }

    /// The id of a space of a grid; it is prefixed with the group if another group already has it.
    fn free_id(&self, id: &str, group: &str) -> String {
        match self.names.spaces.get(id) {
            Some(_) => format!("{group}_{id}"),
            None => id.to_owned(),
        }
    }

    /// Directions and links that follow from the layout.
    fn step_directions(&mut self, first: usize, shaped: &grid::Shaped, raw: &raw::Group) {
        for adjacency in &shaped.adjacencies {
            let (from, to) = (first + adjacency.from, first + adjacency.to);
            self.direction_step(from, adjacency.direction, to);
            if adjacency.linked {
                self.def.spaces[from].neighbours.push(SpaceId::from(to));
            }
        }
        if raw.list.is_none() {
            return;
        }
        let count = self.def.spaces.len() - first;
        let around = if raw.ring { count } else { count.saturating_sub(1) };
        for at in 0..around {
            let (from, to) = (first + at, first + (at + 1) % count);
            self.direction_step(from, grid::NEXT, to);
            self.direction_step(to, grid::PREVIOUS, from);
            if (raw.ring || raw.line) && from != to {
                self.link_spaces(SpaceId::from(from), SpaceId::from(to));
            }
        }
    }

    fn direction_step(&mut self, from: usize, direction: &str, to: usize) {
        let n_directions = self.def.directions.len();
        let Some(direction) = self.names.directions.get(direction) else { return };
        if let Some(cell) = self.def.next.get_mut(from * n_directions + usize::from(*direction)) {
            *cell = to as i32;
        }
    }

    fn link_spaces(&mut self, a: SpaceId, b: SpaceId) {
        self.def.spaces[a.index()].neighbours.push(b);
        self.def.spaces[b.index()].neighbours.push(a);
    }

    /// Links listed as pairs.
    fn written_links(&mut self, raw: &raw::Group) {
        let Some(node) = &raw.links else { return };
        let Kind::Seq(pairs) = &node.kind else {
            return self.wrong_type(node, "`links`", "a list of pairs");
        };
        for pair in pairs {
            let Some([a, b]) = pair.as_seq() else {
                self.wrong_type(pair, "a link", "a list of two spaces");
                continue;
            };
            let ends = (self.space_ref(a), self.space_ref(b));
            if let (Some(a), Some(b)) = ends {
                self.link_spaces(a, b);
            }
        }
    }

    /// Looks up a space by name, or reports it.
    pub(super) fn space_ref(&mut self, node: &Node) -> Option<SpaceId> {
        let name = self.plain_text(node, "a space")?;
        let found = self.names.spaces.get(name).copied();
        if found.is_none() {
            let ids: Vec<String> = self.names.spaces.ids().map(str::to_owned).collect();
            self.unknown_name("space", name, node.span, ids.iter().map(String::as_str));
        }
        found
    }

    /// Looks up a group by name, or reports it.
    pub(super) fn group_ref(&mut self, name: &str, span: Span) -> Option<u16> {
        let found = self.names.groups.get(name).copied();
        if found.is_none() {
            let ids: Vec<String> = self.names.groups.ids().map(str::to_owned).collect();
            self.unknown_name("group of spaces", name, span, ids.iter().map(String::as_str));
        }
        found
    }

    /// Attributes given by `at`.
    fn spaces_at<'n>(
        &mut self,
        group: u16,
        first: usize,
        entry: &'n Entry,
        plan: &mut FillPlan<'n>,
    ) {
        let Some(node) = entry.value.as_map().and_then(|map| map.get("at")) else { return };
        let range = first..self.def.spaces.len();
        for at in self.entries_of(node, "`at`") {
            let name = at.key.clone();
            let found = self.names.spaces.get(&name).copied();
            let own = self.names.spaces.get(&format!("{}_{}", entry.key, at.key)).copied();
            let in_group = |id: &SpaceId| range.contains(&id.index());
            let Some(space) = own.filter(in_group).or(found.filter(in_group)) else {
                let spaces = self.def.spaces.get(range.clone()).unwrap_or_default();
                let ids: Vec<String> = spaces.iter().map(|space| space.named.id.clone()).collect();
                self.unknown_name("space", &at.key, at.key_span, ids.iter().map(String::as_str));
                continue;
            };
            let path = format!("spaces.{}.at.{}", entry.key, at.key);
            for (key, place) in [("name", true), ("text", false)] {
                let text = at.value.as_map().and_then(|map| map.get(key)).and_then(Node::as_text);
                let named = &mut self.def.spaces[space.index()].named;
                match text {
                    Some(text) if place => named.name = text.to_owned(),
                    Some(text) => named.text = text.to_owned(),
                    None => {}
                }
            }
            self.space_entry(group, space, &at.value, &path, plan);
        }
    }

    /// Stores the attributes of a space for later.
    fn space_entry<'n>(
        &mut self,
        group: u16,
        space: SpaceId,
        value: &'n Node,
        path: &str,
        plan: &mut FillPlan<'n>,
    ) {
        if value.as_text().is_some() {
            return;
        }
        for entry in self.entries_of(value, "a space") {
            if SPACE_KEYS.contains(&entry.key.as_str()) {
                continue;
            }
            let Some(attr) = self.names.space_attrs.get(&(group, entry.key.clone())).cloned()
            else {
                let known = self.names.space_attrs.keys().filter(|(of, _)| *of == group);
                let known: Vec<String> = known.map(|(_, name)| name.clone()).collect();
                self.unknown_key(entry, "a space of this group", &known, SPACE_KEYS);
                continue;
            };
            plan.attrs.push(AttrPlan {
                attr,
                bearer: Bearer::Space(space),
                name: &entry.key,
                value: &entry.value,
                path: format!("{path}.{}", entry.key),
            });
        }
    }

    /// The spaces of a list, in any of its forms.
    fn listed_spaces<'n>(&mut self, node: &'n Node) -> Vec<Listed<'n>> {
        let mut listed = vec![];
        match &node.kind {
            Kind::Map(map) => listed.extend(map.entries.iter().map(|entry| Listed {
                id: &entry.key,
                span: entry.key_span,
                value: &entry.value,
            })),
            Kind::Seq(items) => {
                for item in items {
                    let id = item.as_map().and_then(|map| map.get("id")).unwrap_or(item);
                    match id.as_text() {
                        Some(text) => listed.push(Listed { id: text, span: id.span, value: item }),
                        None => self.wrong_type(id, "a space", "an id, or a mapping with `id`"),
                    }
                }
            }
            _ => self.wrong_type(node, "`list`", "a mapping or a list"),
        }
        listed
    }
}

/// A space in a list.
struct Listed<'n> {
    id: &'n str,
    span: Span,
    value: &'n Node,
}

impl<'n> Listed<'n> {
    fn text(&self, key: &str) -> Option<&'n str> {
        self.value.as_map().and_then(|map| map.get(key)).and_then(Node::as_text)
    }
}

fn list_of(entry: &Entry) -> Option<&Node> {
    entry.value.as_map().and_then(|map| map.get("list"))
}
