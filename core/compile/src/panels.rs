//! The display of the table: its parts and their contents.

use boardwright_rules::def::part::{Order, Scope as Per, Visible};
use boardwright_rules::def::show::{PanelDef, PanelSeats, Shown};
use boardwright_rules::id::{AttrId, NoteId};

use super::Lower;
use super::fill::FillPlan;
use super::names::{AttrType, Type};
use super::refs::named;
use super::scope::Scope;
use boardwright_language::raw;
use boardwright_language::shape::{Name, Spanned};
use boardwright_syntax::diag::codes::{names as code, shape};
use boardwright_syntax::diag::{Diagnostic, similar};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::Node;

impl Lower<'_> {
    /// Reads the section `table`.
    pub(super) fn fill_panels(&mut self, root: &Node) {
        for entry in self.section(root, "table") {
            self.check_id(&entry.key, entry.key_span);
            let Some(raw) = self.read_entry::<raw::Panel>(entry, &[]) else { continue };
            let items: Vec<Shown> = raw.show.iter().filter_map(|name| self.shown(name)).collect();
            let each = self.panel_words(raw.each.as_ref(), "each", &items);
            let short = self.panel_words(raw.short.as_ref(), "short", &items);
            let by = raw.by.as_ref().and_then(|name| self.panel_by(name, &items));
            let named = named(&entry.key, raw.name.as_deref(), raw.text.as_deref());
            self.def.show.panels.push(PanelDef {
                named,
                items,
                each,
                short,
                by,
                main: raw.main,
                brief: raw.brief,
                seats: match raw.seats {
                    None | Some(raw::PanelSeats::Viewer) => PanelSeats::Viewer,
                    Some(raw::PanelSeats::Others) => PanelSeats::Others,
                    Some(raw::PanelSeats::All) => PanelSeats::All,
                },
                rules: raw.rules,
                priority: raw.priority,
            });
        }
    }

    /// Reads the texts shown beside the pieces of kinds.
    pub(super) fn fill_kinds(&mut self, plan: &FillPlan) {
        for (kind, raw) in &plan.kinds {
            let Some(show) = &raw.show else { continue };
            let ty = Type::Piece(Some(*kind));
            let Some((inner, _)) = self.under_it(&Scope::seat(), &ty, show.span) else { continue };
            let note = self.note(&show.value, show.span, &inner);
            self.def.show.kinds.push((*kind, note));
        }
    }

    /// Reads the zones whose pieces give spaces their names.
    pub(super) fn fill_names(&mut self, plan: &FillPlan) {
        for (group, raw, entry) in &plan.groups {
            let Some(name) = &raw.named else { continue };
            let Some(id) = self.zone_ref(&name.text, name.span) else { continue };
            let zone = &self.def.zones[id.index()];
            let fits = zone.scope == Per::Space(*group) && zone.visible == Visible::All;
            if fits && zone.order != Order::Bag {
                self.def.show.named.push((*group, id));
            } else {
                let expected =
                    format!("a zone with `held_by: {}` that everybody sees into", entry.key);
                self.only_for(name.span, "named", &expected);
            }
        }
    }

    fn shown(&mut self, name: &Name) -> Option<Shown> {
        let names = &self.names;
        let found = None
            .or_else(|| names.counters.get(&name.text).map(|id| Shown::Counter(*id)))
            .or_else(|| names.zones.get(&name.text).map(|id| Shown::Zone(*id)))
            .or_else(|| names.groups.get(&name.text).map(|id| Shown::Group(*id)));
        if found.is_none() {
            let known = names.counters.ids().chain(names.zones.ids()).chain(names.groups.ids());
            let near = similar(&name.text, known).map(str::to_owned);
            let message = format!("unknown name `{}`", name.text);
            let label = "no resource, track, zone or group of spaces";
            let diag = Diagnostic::error(code::UNKNOWN, message, name.span, label);
            self.diags.push(match near {
                Some(near) => diag.help(format!("something with a similar name exists: `{near}`")),
                None => diag,
            });
        }
        found
    }

    /// The text for each object; `it` has the type of the first item shown.
    fn panel_words(
        &mut self,
        words: Option<&Spanned<String>>,
        key: &str,
        items: &[Shown],
    ) -> Option<NoteId> {
        let each = words?;
        let ty = match items.first()? {
            Shown::Group(group) => Type::Space(Some(*group)),
            Shown::Zone(zone) => {
                let holds = self.names.holds.get(zone).map(Vec::as_slice);
                Type::Piece(match holds {
                    Some([one]) => Some(*one),
                    _ => None,
                })
            }
            Shown::Counter(_) => {
                self.only_for(each.span, key, "a zone or a group of spaces");
                return None;
            }
        };
        let (inner, _) = self.under_it(&Scope::seat(), &ty, each.span)?;
        Some(self.note(&each.value, each.span, &inner))
    }

    fn panel_by(&mut self, name: &Name, items: &[Shown]) -> Option<AttrId> {
        let Some(Shown::Group(group)) = items.first() else {
            self.only_for(name.span, "by", "a group of spaces");
            return None;
        };
        let attr = self.names.space_attrs.get(&(*group, name.text.clone()));
        match attr.map(|attr| (&attr.holds, attr.id)) {
            Some((AttrType::One(Type::Space(_)), id)) => Some(id),
            _ => {
                self.only_for(name.span, "by", "an attribute of the group that is a space");
                None
            }
        }
    }

    fn only_for(&mut self, span: Span, key: &str, expected: &str) {
        let message = format!("`{key}` needs {expected}");
        let label = format!("expected {expected}");
        self.diags.push(Diagnostic::error(shape::WRONG_TYPE, message, span, label));
    }
}
