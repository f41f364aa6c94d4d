//! The second pass: bodies, now that every name has its id.

use super::Lower;
use super::names::AttrType;
use super::names::Type;
use super::plan::{AttrPlan, Bearer, Plan};
use super::refs::named;
use crate::yaml::{Kind, Node};

impl Lower<'_> {
    /// Lowers expressions, steps and costs.
    pub(super) fn fill(&mut self, root: &Node, plan: &Plan) {
        self.fill_printed(plan);
        self.fill_values(plan);
        for attr in &plan.attrs {
            self.fill_steps(attr);
        }
        self.inherit_faces(plan);
        self.fill_bonuses(plan);
        self.fill_procedures(plan);
        self.fill_abilities(plan);
        self.fill_main(root);
        self.fill_offers(plan);
        self.fill_ranking(root);
        self.fill_panels(root);
        self.fill_hints(root);
        self.bound_values(plan);
    }

    /// Printed steps.
    fn fill_steps(&mut self, plan: &AttrPlan) {
        if plan.value.kind == Kind::Null || plan.attr.holds != AttrType::Steps {
            return;
        }
        let (this, bearer) = match plan.bearer {
            Bearer::Entry(id) => {
                let entry = &self.def.entries[id.index()];
                (Type::Piece(Some(entry.kind)), &entry.named)
            }
            Bearer::Space(id) => {
                let space = &self.def.spaces[id.index()];
                (Type::Space(Some(space.group)), &space.named)
            }
        };
        let params = [("self".to_owned(), this)];
        let id = format!("{}/{}", bearer.id, plan.name);
        let named = named(&id, Some(&bearer.name), None);
        let id = self.procedure(named, &params, None, plan.value, &plan.path);
        self.set_attr(plan, i32::from(id.0));
    }

    /// What a face does not print itself, it has from the entry it is a face of.
    fn inherit_faces(&mut self, plan: &Plan) {
        for entry in &plan.entries {
            let Some(first) = entry.face_of else { continue };
            for at in 0..self.def.attrs.len() {
                // What was made of other attributes is complete.
                if self.def.attr_names[at].id.contains('/') {
                    continue;
                }
                let prints = plan.attrs.iter().any(|attr| {
                    attr.attr.id.index() == at && attr.bearer == Bearer::Entry(entry.id)
                });
                if !prints {
                    let column = &mut self.def.attrs[at];
                    column[entry.id.index()] = column[first.index()];
                }
            }
        }
    }

    /// Steps on tracks.
    fn fill_bonuses(&mut self, plan: &Plan) {
        for bonus in &plan.bonuses {
            let id = self.procedure(bonus.named.clone(), &[], None, &bonus.body, &bonus.path);
            let counter = &mut self.def.counters[bonus.track.index()];
            if let Some(track) = &mut counter.track {
                track.bonuses.push((bonus.position, id));
                track.bonuses.sort_by_key(|(position, _)| *position);
            }
        }
    }
}
