//! Writing: the definition back into words.

use std::fmt::Write as _;

use super::{Program, Sort};
use crate::def::code::{At, Bearer, Pc};
use crate::def::expr::{ExprId, SetId};
use crate::id::{
    AttrId, CostId, CounterId, EventId, KindId, LineId, MajorityId, PeriodId, ProcId, ScriptId,
    SpaceId, ValueId, ZoneId,
};

/// Writes one item.
pub(super) struct Writer<'p> {
    pub program: &'p Program,
    pub locals: Vec<String>,
    pub proc: Option<ProcId>,
    pub out: String,
    /// The outermost expressions and sets that were written.
    pub exprs: Vec<ExprId>,
    pub sets: Vec<SetId>,
    /// Whether the writer is inside an expression or set.
    pub inside: bool,
}

impl<'p> Writer<'p> {
    pub fn new(program: &'p Program, locals: &[String], proc: Option<ProcId>) -> Self {
        let (out, exprs, sets) = (String::new(), vec![], vec![]);
        Self { program, locals: locals.to_vec(), proc, out, exprs, sets, inside: false }
    }

    pub fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Appends a word.
    pub fn keyword(&mut self, word: &str) {
        if !self.out.is_empty() && !self.out.ends_with(['(', ' ', '[']) {
            self.out.push(' ');
        }
        self.out.push_str(word);
    }

    pub fn number(&mut self, number: &i32) {
        self.keyword(&number.to_string());
    }

    pub fn text(&mut self, text: &str) {
        self.keyword(&format!("\"{text}\""));
    }

    pub fn known(&mut self, sort: Sort, index: usize) {
        let name = self.program.name_of(sort, index);
        self.keyword(&name);
    }

    pub fn counter(&mut self, id: &CounterId) {
        self.known(Sort::Counter, id.index());
    }

    pub fn kind(&mut self, id: &KindId) {
        self.known(Sort::Kind, id.index());
    }

    pub fn zone(&mut self, id: &ZoneId) {
        self.known(Sort::Zone, id.index());
    }

    pub fn attr(&mut self, id: &AttrId) {
        self.known(Sort::Attr, id.index());
    }

    pub fn value(&mut self, id: &ValueId) {
        self.known(Sort::Value, id.index());
    }

    pub fn space(&mut self, id: &SpaceId) {
        self.known(Sort::Space, id.index());
    }

    pub fn group(&mut self, group: &u16) {
        self.known(Sort::Group, usize::from(*group));
    }

    pub fn proc(&mut self, id: &ProcId) {
        self.known(Sort::Proc, id.index());
    }

    pub fn event(&mut self, id: &EventId) {
        self.known(Sort::Event, id.index());
    }

    pub fn cost(&mut self, id: &CostId) {
        self.known(Sort::Cost, id.index());
    }

    pub fn line(&mut self, id: &LineId) {
        self.known(Sort::Line, id.index());
    }

    pub fn period(&mut self, id: &PeriodId) {
        self.known(Sort::Period, id.index());
    }

    pub fn majority(&mut self, id: &MajorityId) {
        self.known(Sort::Majority, id.index());
    }

    pub fn script(&mut self, id: &ScriptId) {
        self.known(Sort::Script, id.index());
    }

    pub fn stream(&mut self, stream: &u16) {
        self.known(Sort::Stream, usize::from(*stream));
    }

    pub fn route(&mut self, route: &u16) {
        self.known(Sort::Route, usize::from(*route));
    }

    pub fn bearer(&mut self, bearer: &Bearer) {
        self.keyword(match bearer {
            Bearer::Piece => "piece",
            Bearer::Entry => "entry",
            Bearer::Space => "space",
        });
    }

    pub fn direction(&mut self, direction: &u8) {
        let program = self.program;
        self.keyword(&program.def.directions[usize::from(*direction)]);
    }

    pub fn slot(&mut self, slot: &u16) {
        let name = self.locals.get(usize::from(*slot)).cloned();
        self.keyword(&name.unwrap_or_else(|| format!("${slot}")));
    }

    pub fn maybe_slot(&mut self, slot: &Option<u16>) {
        match slot {
            Some(slot) => self.slot(slot),
            None => self.keyword("_"),
        }
    }

    pub fn it(&mut self, it: &u8) {
        self.keyword(&format!("it{it}"));
    }

    pub fn pc(&mut self, pc: &Pc) {
        let labels = self.proc.map(|proc| &self.program.labels[proc.index()]);
        let label = labels.and_then(|labels| labels.iter().find(|(_, at)| *at == pc));
        self.keyword(&label.map_or_else(|| format!("at {pc}"), |(label, _)| label.clone()));
    }

    pub fn maybe_expr(&mut self, expr: &Option<ExprId>) {
        expr.iter().for_each(|expr| self.expr(expr));
    }

    pub fn exprs(&mut self, exprs: &[ExprId]) {
        self.keyword("(");
        for (at, expr) in exprs.iter().enumerate() {
            if at > 0 {
                self.put(",");
            }
            self.expr(expr);
        }
        self.put(")");
    }

    pub fn at(&mut self, at: &At) {
        match at {
            At::Top => self.keyword("top"),
            At::Bottom => self.keyword("bottom"),
            At::Slot(slot) => {
                self.keyword("slot");
                self.expr(slot);
            }
        }
    }

    pub fn whole(&mut self, whole: &bool) {
        self.keyword(if *whole { "whole" } else { "part" });
    }

    /// The comma before every part but the first.
    pub fn comma(&mut self, first: &mut bool) {
        if !std::mem::take(first) {
            self.put(",");
        }
    }

    /// A word and its number, unless the number is the default.
    pub fn unless_usual(&mut self, word: &str, number: i32, usual: i32) {
        if number != usual {
            let _ = write!(self.out, " {word} {number}");
        }
    }
}
