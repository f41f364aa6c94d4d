//! The second pass: lowers bodies, now that every name has its id; and what the first pass leaves
//! for it, as a plan.

use super::Lower;
use super::names::{Attr, AttrType, Type};
use super::refs::named;
use boardwright_language::raw::{self, Ability, Group, Procedure, Value};
use boardwright_language::shape::Name;
use boardwright_rules::def::part::{ModifierKind, Named};
use boardwright_rules::id::{
    AbilityId, AttrId, CounterId, EntryId, EventId, KindId, ProcId, SpaceId, ValueId,
};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Kind, Node};

/// Work for later, in source order.
#[derive(Default)]
pub(crate) struct FillPlan<'n> {
    /// Kinds, as written.
    pub kinds: Vec<(KindId, raw::Kind)>,
    /// Kinds whose section name is already taken.
    pub sectionless: Vec<KindId>,
    /// Groups, as written.
    pub groups: Vec<(u16, Group, &'n Entry)>,
    /// Index, column and row of each space.
    pub implicit: Vec<(SpaceId, [i32; 3])>,
    /// Entries and faces.
    pub entries: Vec<EntryPlan<'n>>,
    /// Printed attributes.
    pub attrs: Vec<AttrPlan<'n>>,
    /// Abilities.
    pub abilities: Vec<AbilityPlan>,
    /// Bonuses of tracks.
    pub bonuses: Vec<BonusPlan>,
    /// Values.
    pub values: Vec<(ValueId, Value, String)>,
    /// Procedures.
    pub procs: Vec<(ProcId, Procedure, String)>,
    /// Runs of pieces that start alike.
    pub pieces: Vec<PiecePlan>,
}

/// One face of an entry.
pub(crate) struct EntryPlan<'n> {
    /// Its id.
    pub id: EntryId,
    /// Its kind.
    pub kind: KindId,
    /// The entry whose further face it is.
    pub face_of: Option<EntryId>,
    /// As written.
    pub written: &'n Entry,
    /// Its path: `tiles.mill`.
    pub path: String,
    /// Copies (of each seat).
    pub copies: u16,
    /// The start zone of its pieces, if it names one.
    pub zone: Option<(String, Span)>,
    /// Whether each seat has its own.
    pub per_seat: bool,
    /// Its abilities as written.
    pub abilities: Vec<&'n Node>,
}

/// Pieces with the same start: a run of ids.
pub(crate) struct PiecePlan {
    /// The entry, as an index of `FillPlan::entries`.
    pub entry: usize,
    /// First piece.
    pub first: usize,
    /// How many.
    pub count: usize,
    /// The seat they belong to.
    pub owner: i32,
}

/// The bearer of an attribute.
#[derive(PartialEq, Eq, Clone, Copy, Debug)]
pub enum Bearer {
    /// An entry.
    Entry(EntryId),
    /// A space.
    Space(SpaceId),
}

/// A printed attribute.
pub(crate) struct AttrPlan<'n> {
    /// The attribute.
    pub attr: Attr,
    /// Its bearer.
    pub bearer: Bearer,
    /// Its id as written.
    pub name: &'n str,
    /// Its value.
    pub value: &'n Node,
    /// Its path.
    pub path: String,
}

/// An ability with its head.
pub(crate) struct AbilityPlan {
    /// Its id.
    pub id: AbilityId,
    /// The kind of the piece it is on; none if it is a rule.
    pub kind: Option<KindId>,
    /// As written.
    pub raw: Ability,
    /// Its place in the source.
    pub span: Span,
    /// Its path.
    pub path: String,
    /// What it does.
    pub does: Does,
    /// The counter of its uses, the limit, and the holder of the counter.
    pub limit: Option<(CounterId, i32, LimitOf)>,
}

/// The forms of abilities.
pub(crate) enum Does {
    /// Reacts to an event, which has these values.
    On(EventId, Vec<(String, Type)>),
    /// Changes a value: its name and place, the kind of change, and the amount.
    Modify(String, Span, ModifierKind, Node),
    /// Adds an option to the menus with these keys, or of these windows.
    Offer(Vec<Name>),
}

/// The holder of the counter of uses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LimitOf {
    /// The piece.
    Piece,
    /// The seat, for a group of abilities.
    Seat,
}

/// The bonus steps of a track.
pub(crate) struct BonusPlan {
    /// The track.
    pub track: CounterId,
    /// The position.
    pub position: i32,
    /// The name of its procedure.
    pub named: Named,
    /// The steps.
    pub body: Node,
    /// Their path.
    pub path: String,
}

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
