//! Values of attributes printed on entries and spaces.

use boardwright_rules::def::Def;
use boardwright_rules::def::expr::NIL;
use boardwright_rules::id::AttrId;

use super::Lower;
use super::bounds::ATTRIBUTES_MAX;
use super::fill::{AttrPlan, Bearer, FillPlan};
use super::names::{AttrType, Names, Type};
use super::spaces::{COLUMN, INDEX, ROW};
use boardwright_language::raw;
use boardwright_syntax::diag::codes::{game, names as code};
use boardwright_syntax::diag::{Diagnostic, Label};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Kind, Node};

impl Lower<'_> {
    /// Fills the tables of attributes. Costs and steps are lowered later.
    pub(super) fn attribute_values(&mut self, plan: &FillPlan) {
        self.step_columns(plan);
        let columns = self.def.attr_names.len();
        let (entries, spaces) = (self.def.entries.len(), self.def.spaces.len());
        if columns.saturating_mul(entries.max(spaces)) > ATTRIBUTES_MAX {
            let message = "too many attributes for so many entries and spaces";
            self.diags.push(Diagnostic::placeless(game::TOO_MANY, message));
            return;
        }
        self.def.attrs = vec![vec![NIL; entries]; columns];
        self.def.space_attrs = vec![vec![NIL; spaces]; columns];
        self.attribute_zeros();
        self.attribute_implicit(plan);
        self.text_attributes(plan);
        for attr in &plan.attrs {
            let before = self.diags.len();
            if let Some(value) = self.attr_value(attr) {
                self.set_attr(attr, value);
            }
            let declared = declared(plan, attr, &self.def);
            for diag in self.diags.iter_mut().skip(before).filter(|diag| diag.code == code::WORD) {
                diag.others.extend(
                    declared.map(|span| Label { span, text: "the words it can be".into() }),
                );
            }
        }
    }

    /// Gives attributes with several steps as many columns as the longest list needs.
    fn step_columns(&mut self, plan: &FillPlan) {
        for attr in plan.attrs.iter().filter(|attr| attr.attr.holds == AttrType::StepList) {
            let wanted = attr.value.as_seq().map_or(0, <[Node]>::len);
            let known = |names: &Names| names.step_lists.get(&attr.attr.id).map_or(0, Vec::len);
            while known(&self.names) < wanted {
                let name = format!("{}/{}", attr.name, known(&self.names) + 1);
                let Some(id) = self.new_attr_column(&name, attr.value.span) else { return };
                self.names.step_lists.entry(attr.attr.id).or_default().push(id);
            }
        }
    }

    /// Numbers and flags that are not printed are 0; all other types are nil.
    fn attribute_zeros(&mut self) {
        let zero = |holds: &AttrType| matches!(holds, AttrType::One(Type::Number | Type::Flag));
        for attr in self.names.attrs.values().filter(|attr| zero(&attr.holds)) {
            self.def.attrs[attr.id.index()].fill(0);
        }
        for attr in self.names.space_attrs.values().filter(|attr| zero(&attr.holds)) {
            self.def.space_attrs[attr.id.index()].fill(0);
        }
    }

    fn attribute_implicit(&mut self, plan: &FillPlan) {
        for (space, numbers) in &plan.implicit {
            let group = self.def.spaces[space.index()].group;
            for (name, number) in [INDEX, COLUMN, ROW].into_iter().zip(numbers) {
                if let Some(attr) = self.names.space_attrs.get(&(group, name.to_owned())) {
                    self.def.space_attrs[attr.id.index()][space.index()] = *number;
                }
            }
        }
    }

    /// Writes a value to its table.
    pub(super) fn set_attr(&mut self, plan: &AttrPlan, value: i32) {
        self.set_column(plan.bearer, plan.attr.id, value);
    }

    /// Writes a value to a column.
    pub(super) fn set_column(&mut self, bearer: Bearer, column: AttrId, value: i32) {
        let (table, at) = match bearer {
            Bearer::Entry(id) => (&mut self.def.attrs, id.index()),
            Bearer::Space(id) => (&mut self.def.space_attrs, id.index()),
        };
        let row = table.get_mut(column.index());
        if let Some(cell) = row.and_then(|row| row.get_mut(at)) {
            *cell = value;
        }
    }

    /// The value of an attribute; `None` if it is lowered later or wrong.
    fn attr_value(&mut self, plan: &AttrPlan) -> Option<i32> {
        let what = format!("`{}`", plan.name);
        let node = plan.value;
        if node.kind == Kind::Null {
            return None;
        }
        match &plan.attr.holds {
            AttrType::Cost | AttrType::Amounts | AttrType::Steps(_) | AttrType::StepList => None,
            AttrType::Text => {
                if !matches!(node.kind, Kind::Text(_) | Kind::Int(_)) {
                    self.wrong_type(node, &what, "text");
                }
                None
            }
            AttrType::List(item) => {
                let values = match item {
                    Type::Number => self.number_list(node, &what),
                    _ => {
                        let Some(items) = node.as_seq() else {
                            self.wrong_type(node, &what, "a list");
                            return None;
                        };
                        items
                            .iter()
                            .map(|each| self.printed_value(item, each, &what))
                            .collect::<Option<Vec<i32>>>()?
                    }
                };
                let start = self.def.tables.len() as i32;
                self.def.tables.push(values.len() as i32);
                self.def.tables.extend(values);
                Some(start)
            }
            AttrType::One(holds) => self.printed_value(holds, node, &what),
        }
    }

    fn printed_value(&mut self, holds: &Type, node: &Node, what: &str) -> Option<i32> {
        match holds {
            Type::Number => self.plain_number(node, what),
            Type::Flag => match node.kind {
                Kind::Bool(flag) => Some(i32::from(flag)),
                _ => {
                    self.wrong_type(node, what, "`true` or `false`");
                    None
                }
            },
            Type::Word(list) => self.printed_word(*list, node, what),
            Type::Counter => {
                let name = self.plain_text(node, what)?;
                let found = self.names.counters.get(name).map(|id| i32::from(id.0));
                if found.is_none() {
                    let ids: Vec<String> = self.names.counters.ids().map(str::to_owned).collect();
                    let known = ids.iter().map(String::as_str);
                    self.unknown_name("resource", name, node.span, known);
                }
                found
            }
            Type::Entry(kind) => {
                let name = self.plain_text(node, what)?;
                let fits = |id: &&boardwright_rules::id::EntryId| {
                    kind.is_none_or(|kind| self.def.entries[id.index()].kind == kind)
                };
                let found = self.names.entries.get(name);
                let found = found.filter(|id| fits(id)).map(|id| i32::from(id.0));
                if found.is_none() {
                    let all = self.names.entries.0.values().filter(|entry| fits(&&entry.what));
                    let ids: Vec<String> = all.map(|entry| entry.id.clone()).collect();
                    self.unknown_name("entry", name, node.span, ids.iter().map(String::as_str));
                }
                found
            }
            Type::Space(group) => {
                let space = self.space_ref(node)?;
                if group.is_some_and(|group| self.def.spaces[space.index()].group != group) {
                    self.wrong_type(node, what, "a space of the right group");
                    return None;
                }
                Some(i32::from(space.0))
            }
            // `attr_type` returns no other types.
            _ => None,
        }
    }

    fn printed_word(&mut self, list: u16, node: &Node, what: &str) -> Option<i32> {
        let text = self.plain_text(node, what)?;
        let words = self.names.words.get(usize::from(list)).cloned().unwrap_or_default();
        let found = words.iter().position(|word| word == text);
        if found.is_none() {
            let message = format!("{what} cannot be `{text}`");
            let label = format!("expected one of `{}`", words.join("`, `"));
            let diag = Diagnostic::error(code::WORD, message, node.span, label);
            self.diags.push(
                match boardwright_syntax::diag::similar(text, words.iter().map(String::as_str)) {
                    Some(other) => diag.help(format!("a similar word is known: `{other}`")),
                    None => diag,
                },
            );
        }
        found.map(|at| at as i32)
    }
}

/// The place where the kind of an entry declares an attribute.
fn declared(plan: &FillPlan, attr: &AttrPlan, def: &Def) -> Option<Span> {
    let Bearer::Entry(entry) = attr.bearer else { return None };
    let kind = def.entries[entry.index()].kind;
    let (_, raw) = plan.kinds.iter().find(|(id, _)| *id == kind)?;
    let all = &raw.attributes.as_ref()?.as_map()?.entries;
    let found = all.iter().find(|entry| entry.key == attr.name)?;
    Some(raw::type_of(&found.value).span)
}
