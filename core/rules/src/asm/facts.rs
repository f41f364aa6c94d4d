//! The results of the analyses for an instruction, as written after it in a case.

use super::declare::{OF_VALUES, names};
use super::{Item, Program, Sort};
use crate::def::code::Pc;
use crate::def::reads::{CONTROLLERS, FACES, Look, OWNERS, PLACES, Parts, SIZES};
use crate::def::short::{Leaf, Short};
use crate::id::ProcId;

/// The words `show` accepts.
pub(super) const SHOWN: &[&str] =
    &["fails", "returns", "decides", "reads", "ahead", "failing", "short", "marks", "tried"];

impl Program {
    /// The facts about an item; `None` if none were asked for.
    pub fn facts(&self, show: &[String], item: Item, proc: Option<ProcId>) -> Option<String> {
        let wants = |what: &str| show.iter().any(|it| it == what);
        let mut facts = vec![];
        if let Item::Op(pc) = item {
            if !SHOWN[..7].iter().any(|what| wants(what)) {
                return None;
            }
            let safety = &self.def.safety;
            let is = [safety.fails(pc), safety.returns(pc), safety.decides(pc)];
            let flags = SHOWN.iter().zip(is).filter(|(what, is)| *is && wants(what));
            let flags: Vec<&str> = flags.map(|(what, _)| *what).collect();
            if !flags.is_empty() {
                facts.push(flags.join(", "));
            }
        }
        if wants("reads")
            && let Some(look) = self.look(item, proc)
            && look != Look::default()
        {
            facts.push(format!("reads {}", self.look_text(&look, item, proc)));
        }
        if let Item::Op(pc) = item {
            self.push_ahead(pc, show, proc, &mut facts);
        }
        match (facts.is_empty(), item) {
            (true, Item::Op(_)) => Some("-".into()),
            (true, _) => None,
            _ => Some(facts.join(" | ")),
        }
    }

    fn push_ahead(&self, pc: Pc, show: &[String], proc: Option<ProcId>, facts: &mut Vec<String>) {
        let wants = |what: &str| show.iter().any(|it| it == what);
        for (what, look) in ["ahead", "failing"].into_iter().zip(self.def.ahead.at(pc)) {
            if wants(what) {
                facts.push(format!("{what} {}", self.look_text(look, Item::Op(pc), proc)));
            }
        }
        if wants("short") {
            let forms = self.written(Item::Op(pc), proc).1;
            let kinds = forms.iter().map(|expr| match self.def.short.get(*expr) {
                Short::Leaf(Leaf::Const(value)) => value.to_string(),
                Short::Leaf(_) => "leaf".into(),
                Short::Two(..) => "two".into(),
                Short::Then(..) => "then".into(),
                Short::At(..) => "list".into(),
                Short::FindSpace { .. } => "index".into(),
                Short::Plain(_) => "plain".into(),
            });
            let kinds: Vec<String> = kinds.collect();
            if !kinds.is_empty() {
                facts.push(kinds.join(", "));
            }
        }
    }

    /// The direct read set of an item.
    fn look(&self, item: Item, proc: Option<ProcId>) -> Option<Look> {
        let reads = &self.def.reads;
        match item {
            Item::Op(_) | Item::Named(Sort::Value | Sort::Route, _) => {
                let (_, exprs, sets) = self.written(item, proc);
                let look = exprs.iter().fold(Look::default(), |all, it| all.and(reads.expr(*it)));
                Some(sets.iter().fold(look, |all, it| all.and(reads.set(*it))))
            }
            Item::Named(Sort::Cost, cost) => Some(*reads.cost(cost.into())),
            Item::Named(Sort::Event, event) => reads.event(event.into()).copied(),
            _ => None,
        }
    }

    fn look_text(&self, look: &Look, item: Item, proc: Option<ProcId>) -> String {
        let mut names = self.part_names(&look.parts);
        let locals = self.locals_of(item, proc);
        for slot in (0..64).filter(|slot| look.slots & 1 << slot != 0) {
            names.push(locals.get(slot).cloned().unwrap_or_else(|| format!("${slot}")));
        }
        if look.everything {
            names.push("everything".into());
        }
        if names.is_empty() { "nothing".into() } else { names.join(", ") }
    }

    /// The names of the bindings an item may read.
    fn locals_of(&self, item: Item, proc: Option<ProcId>) -> Vec<String> {
        match (item, proc) {
            (Item::Named(Sort::Cost, cost), _) => self.cost_locals[cost].clone(),
            (Item::Named(Sort::Route, route), _) => self.route_locals[route].clone(),
            (Item::Named(Sort::Value, _), _) => names(&OF_VALUES),
            (_, proc) => proc.map_or(vec![], |proc| self.locals[proc.index()].clone()),
        }
    }

    /// The names of parts of the table; the size of a zone is written `size of` it.
    pub fn part_names(&self, parts: &Parts) -> Vec<String> {
        let (def, mut names) = (&self.def, vec![]);
        let mut add = |part: usize, name: String| names.extend(parts.has(part).then_some(name));
        for (at, counter) in def.counters.iter().enumerate() {
            add(def.reads.counter(at.into()), counter.named.id.clone());
        }
        for (at, zone) in def.zones.iter().enumerate() {
            add(def.reads.contents(at.into()), zone.named.id.clone());
            add(def.reads.size(at.into()), format!("size of {}", zone.named.id));
        }
        for (at, kind) in def.kinds.iter().enumerate() {
            add(def.reads.kind(at.into()), kind.named.id.clone());
        }
        let fixed = [
            (FACES, "faces"),
            (OWNERS, "owners"),
            (CONTROLLERS, "controllers"),
            (PLACES, "places"),
            (SIZES, "sizes"),
        ];
        for (part, name) in fixed {
            add(part, name.into());
        }
        names
    }
}
