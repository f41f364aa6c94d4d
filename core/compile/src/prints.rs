//! The display of attributes: names, values, and whether they are shown.

use boardwright_rules::def::ask::Class;
use boardwright_rules::def::code;
use boardwright_rules::def::show::{Bearers, Print, PrintDef};
use boardwright_rules::id::AttrId;

use super::Lower;
use super::expr::class;
use super::fill::{Bearer, FillPlan};
use super::names::AttrType;
use super::refs::{named, named_by};
use boardwright_language::raw;
use boardwright_syntax::yaml::{Entry, Kind, Node};

impl Lower<'_> {
    /// The words for an attribute, and its type as written.
    pub(super) fn attribute<'n>(&mut self, entry: &'n Entry) -> Option<(&'n Node, raw::Attribute)> {
        let ty = raw::type_of(&entry.value);
        if !std::ptr::eq(ty, &entry.value) {
            return Some((ty, self.read_entry(entry, &[])?));
        }
        let (ty, note, text) = (ty.clone(), None, None);
        let short = raw::Attribute { ty, name: None, plural: None, text, internal: false, note };
        Some((&entry.value, short))
    }

    /// Shows an attribute to players, unless it is for rules only.
    pub(super) fn add_print(
        &mut self,
        of: Bearers,
        id: &str,
        raw: &raw::Attribute,
        (attr, holds): (AttrId, &AttrType),
    ) {
        let what = match holds {
            _ if raw.internal => return,
            AttrType::One(ty) => Print::One(attr, class(ty)),
            AttrType::List(ty) => Print::List(attr, class(ty)),
            AttrType::Cost | AttrType::Amounts => {
                Print::One(attr, Class::Cost(attr, code::Bearer::Entry))
            }
            AttrType::Text => Print::Words(vec![]),
            // Steps are put into words where there is no text.
            AttrType::Steps(_) | AttrType::StepList => return,
        };
        let words = named(id, raw.name.as_deref(), raw.text.as_deref());
        let names = (Some(words.name.as_str()), raw.plural.as_deref());
        let named = named_by(id, names, Some(&words.text));
        let prints = &mut self.def.show.prints;
        let at = prints.iter().position(|(it, _)| *it == of).unwrap_or_else(|| {
            prints.push((of, vec![]));
            prints.len() - 1
        });
        prints[at].1.push(PrintDef { named, what });
    }

    /// Stores the text attributes. A face has its own, or those of its entry.
    pub(super) fn text_attributes(&mut self, plan: &FillPlan) {
        for attr in plan.attrs.iter().filter(|it| it.attr.holds == AttrType::Text) {
            let words = match &attr.value.kind {
                Kind::Text(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
                Kind::Int(number) => number.to_string(),
                _ => continue,
            };
            let of = match attr.bearer {
                Bearer::Entry(id) => Bearers::Kind(self.def.entries[id.index()].kind),
                Bearer::Space(id) => Bearers::Group(self.def.spaces[id.index()].group),
            };
            let mut on = vec![match attr.bearer {
                Bearer::Entry(id) => id.0,
                Bearer::Space(id) => id.0,
            }];
            let faces = plan
                .entries
                .iter()
                .filter(|it| it.face_of.is_some_and(|first| attr.bearer == Bearer::Entry(first)));
            let own = |face: &super::fill::EntryPlan| {
                let of_face = |it: &super::fill::AttrPlan| {
                    it.bearer == Bearer::Entry(face.id) && it.name == attr.name
                };
                plan.attrs.iter().any(of_face)
            };
            on.extend(faces.filter(|face| !own(face)).map(|face| face.id.0));
            let prints = self.def.show.prints.iter_mut().filter(|(it, _)| *it == of);
            for print in prints.flat_map(|(_, prints)| prints) {
                if let Print::Words(all) = &mut print.what
                    && print.named.id == attr.name
                {
                    all.extend(on.iter().map(|at| (*at, words.clone())));
                }
            }
        }
    }
}
