//! The second pass: lowers bodies, now that every name has its id.

use boardwright_rules::id::AttrId;

use super::Lower;
use super::names::AttrType;
use super::names::Type;
use super::plan::{AttrPlan, Bearer, FillPlan};
use super::refs::named;
use boardwright_syntax::yaml::{Kind, Node};

impl Lower<'_> {
    /// Lowers expressions, steps and costs.
    pub(super) fn fill(&mut self, root: &Node, plan: &FillPlan) {
        self.fill_printed(plan);
        self.fill_sets();
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
        self.fill_kinds(plan);
        self.fill_names(plan);
        self.fill_hints(root);
        self.bound_values(plan);
    }

    /// Printed steps.
    fn fill_steps(&mut self, plan: &AttrPlan) {
        if plan.value.kind == Kind::Null {
            return;
        }
        let this = match plan.bearer {
            Bearer::Entry(id) => Type::Piece(Some(self.def.entries[id.index()].kind)),
            Bearer::Space(id) => Type::Space(Some(self.def.spaces[id.index()].group)),
        };
        let mut params = vec![("self".to_owned(), this)];
        match &plan.attr.holds {
            AttrType::Steps(more) => {
                params.extend(more.iter().cloned());
                let value = self.printed_steps(plan, &params, plan.value, "");
                self.set_attr(plan, value);
            }
            AttrType::StepList => self.fill_step_list(plan, &params),
            _ => {}
        }
    }

    /// The procedure of printed steps.
    fn printed_steps(
        &mut self,
        plan: &AttrPlan,
        params: &[(String, Type)],
        body: &Node,
        which: &str,
    ) -> i32 {
        let bearer = match plan.bearer {
            Bearer::Entry(id) => &self.def.entries[id.index()].named,
            Bearer::Space(id) => &self.def.spaces[id.index()].named,
        };
        let id = format!("{}/{}{which}", bearer.id, plan.name);
        let named = named(&id, Some(&bearer.name), None);
        let id = self.procedure(named, params, None, body, &format!("{}{which}", plan.path));
        i32::from(id.0)
    }

    fn fill_step_list(&mut self, plan: &AttrPlan, params: &[(String, Type)]) {
        let Some(items) = plan.value.as_seq() else {
            let what = format!("`{}`", plan.name);
            return self.wrong_type(plan.value, &what, "a list, each item of which is steps");
        };
        let columns = self.names.step_lists.get(&plan.attr.id).cloned().unwrap_or_default();
        let mut last = None;
        for (at, column) in columns.into_iter().enumerate() {
            if let Some(body) = items.get(at) {
                last = Some(self.printed_steps(plan, params, body, &format!(".{}", at + 1)));
            }
            if let Some(proc) = last {
                self.set_column(plan.bearer, column, proc);
            }
        }
    }

    /// A face takes everything it does not print from the entry it belongs to.
    fn inherit_faces(&mut self, plan: &FillPlan) {
        for entry in &plan.entries {
            let Some(first) = entry.face_of else { continue };
            for at in 0..self.def.attrs.len() {
                // Columns derived from other attributes are complete.
                if self.def.attr_names[at].id.contains('/') {
                    continue;
                }
                let lists = &self.names.step_lists;
                let is_of = |attr: &AttrId| {
                    let list = lists.get(attr).into_iter().flatten();
                    attr.index() == at || list.into_iter().any(|column| column.index() == at)
                };
                let prints = plan
                    .attrs
                    .iter()
                    .any(|attr| attr.bearer == Bearer::Entry(entry.id) && is_of(&attr.attr.id));
                if !prints {
                    let column = &mut self.def.attrs[at];
                    column[entry.id.index()] = column[first.index()];
                }
            }
        }
    }

    /// The bonus steps of tracks.
    fn fill_bonuses(&mut self, plan: &FillPlan) {
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
