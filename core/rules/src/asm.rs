//! An assembler: turns a short text into a whole definition, so that the kernel can be tested
//! alone.
//!
//! Compiled for tests only. `core/rules/tests/kernel` holds the texts, each with the kernel's
//! findings about it; `tests/README.md` says how to write one. Every text is also written back from
//! the definition and compared, so the reader and the writer cannot drift apart.

mod ask;
mod declare;
mod exprs;
mod facts;
mod ops;
mod play;
mod read;
mod things;
mod words;
mod write;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;

use crate::def::code::{Op, Pc};
use crate::def::expr::{Expr, ExprId, Set, SetId};
use crate::def::part::Named;
use crate::def::{Cause, Def, PC_FIRST, ProcDef};
use crate::id::{AttrId, CounterId, ProcId, SpaceId};

use read::Reader;
use words::{Statement, Tok};
use write::Writer;

/// An error in a text, with its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wrong {
    pub line: usize,
    pub what: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}: {}", self.line, self.what)
    }
}

/// The result of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// `show`: which facts follow the instructions.
    Show,
    /// `run`: a game to play.
    Run,
    Seats,
    /// Several of these have a type of their own in the definition; here a number is enough.
    Named(Sort, usize),
    /// Two spaces linked to each other.
    Link(SpaceId, SpaceId),
    Proc(ProcId),
    Label,
    Op(Pc),
}

/// The kinds of named items.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Sort {
    Ability,
    Attr,
    Cost,
    Counter,
    Entry,
    Event,
    Group,
    Kind,
    Line,
    Majority,
    Period,
    Piece,
    Proc,
    Route,
    Run,
    Script,
    Seat,
    Space,
    Stream,
    Value,
    Zone,
}

/// A run of constants with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    pub start: u32,
    pub len: u32,
    /// Whether its length is stored before it, as for a printed list.
    pub counted: bool,
}

/// A script's behaviour in a test.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Does {
    /// The size of the number range it asks the acting seat to choose from; `None` if it does not
    /// ask.
    pub asks: Option<i32>,
    /// The procedures it returns, without arguments.
    pub steps: Vec<ProcId>,
    /// Whether it fails instead.
    pub fails: bool,
}

/// A text and the definition made from it.
#[derive(Default)]
pub(crate) struct Program {
    pub def: Def,
    pub statements: Vec<Statement>,
    /// One for each statement.
    pub items: Vec<Item>,
    /// Names and what they stand for.
    names: BTreeMap<String, (Sort, usize)>,
    /// Constants that were written as names.
    spelled: BTreeMap<ExprId, String>,
    /// The names of the bindings of each procedure.
    locals: Vec<Vec<String>>,
    /// The labels of each procedure.
    labels: Vec<BTreeMap<String, Pc>>,
    /// The binding names that costs and routes are written with.
    cost_locals: Vec<Vec<String>>,
    route_locals: Vec<Vec<String>>,
    runs: Vec<Run>,
    /// Printed values that were written as a name, by attribute and number.
    printed: BTreeMap<String, String>,
    pub scripts: Vec<Does>,
}

/// Reads a text.
pub(crate) fn assemble(text: &str) -> Result<Program, Wrong> {
    let mut program = Program { statements: words::statements(text)?, ..Program::default() };
    program.def.code = vec![Op::Triggers, Op::Steps];
    program.def.causes = vec![Cause::default()];
    program.def.cause_of = vec![0, 0];
    program.def.streams = vec!["table".into()];
    program.name("table", Sort::Stream, 0);
    program.lay_out()?;
    let mut inside = None;
    for at in 0..program.statements.len() {
        let item = program.statement(at, &mut inside)?;
        program.items.push(item);
    }
    program.def.sheet = program.def.cells;
    program.def.cells += (program.def.lines.len() * usize::from(program.def.seats)) as u32;
    program.def = std::mem::take(&mut program.def).finish();
    program.read_back()?;
    Ok(program)
}

impl Program {
    /// Finds the address of each procedure and each label: inside a procedure, each statement that
    /// is not a label is one instruction.
    fn lay_out(&mut self) -> Result<(), Wrong> {
        let mut pc = PC_FIRST;
        let statements = std::mem::take(&mut self.statements);
        for statement in &statements {
            let wrong = |what: String| Wrong { line: statement.line, what };
            match statement.toks.as_slice() {
                [Tok::Word(word), Tok::Word(name), locals @ ..] if word == "proc" => {
                    let mut bindings = vec![];
                    for local in locals {
                        let Tok::Word(local) = local else {
                            return Err(wrong("bindings of a procedure are names".into()));
                        };
                        bindings.push(local.clone());
                    }
                    if bindings.first().is_none_or(|first| first != "me") {
                        return Err(wrong("the first binding of a procedure is `me`".into()));
                    }
                    if !self.name(name, Sort::Proc, self.def.procs.len()) {
                        return Err(wrong(format!("there are two of `{name}`")));
                    }
                    let locals = bindings.len() as u16;
                    self.def.procs.push(ProcDef { named: named(name), start: pc, locals });
                    self.locals.push(bindings);
                    self.labels.push(BTreeMap::new());
                }
                [Tok::Word(label), Tok::Sign(":")] if statement.inside => {
                    let Some(labels) = self.labels.last_mut() else {
                        return Err(wrong(format!("label `{label}` stands in no procedure")));
                    };
                    if labels.insert(label.clone(), pc).is_some() {
                        return Err(wrong(format!("there are two labels `{label}`")));
                    }
                }
                _ if statement.inside => pc += 1,
                _ => {}
            }
        }
        self.statements = statements;
        Ok(())
    }

    fn statement(&mut self, at: usize, inside: &mut Option<ProcId>) -> Result<Item, Wrong> {
        let statement = self.statements[at].clone();
        let line = statement.line;
        let wrong = |what: &str| Wrong { line, what: what.into() };
        if let (true, Some(proc)) = (statement.inside, *inside) {
            if let [Tok::Word(_), Tok::Sign(":")] = statement.toks.as_slice() {
                return Ok(Item::Label);
            }
            let locals = self.locals[proc.index()].clone();
            let mut reader = Reader::new(self, &statement, &locals, Some(proc));
            let op = reader.op()?;
            reader.ends()?;
            let pc = self.def.code.len() as Pc;
            self.def.code.push(op);
            self.def.cause_of.push(self.def.causes.len() as u32);
            let path = self.def.procs[proc.index()].named.id.clone();
            let file = "asm".into();
            self.def.causes.push(Cause { line: line as u32, path, file, ..Cause::default() });
            return Ok(Item::Op(pc));
        }
        if statement.inside {
            return Err(wrong("an instruction stands in no procedure"));
        }
        if let Some(Op::Jump(_) | Op::Return(_) | Op::EndGame) = self.def.code.last() {
        } else if inside.is_some() {
            return Err(wrong("the procedure before this does not end"));
        }
        if let [Tok::Word(word), Tok::Word(name), ..] = statement.toks.as_slice()
            && word == "proc"
        {
            let proc = ProcId::from(self.names[name].1);
            *inside = Some(proc);
            match name.as_str() {
                "main" => self.def.main = Some(proc),
                "scoring" => self.def.scoring = Some(proc),
                _ => {}
            }
            return Ok(Item::Proc(proc));
        }
        *inside = None;
        let mut reader = Reader::new(self, &statement, &[], None);
        let item = reader.declaration()?;
        reader.ends()?;
        Ok(item)
    }

    /// Writes everything back from the definition and compares it with the text.
    fn read_back(&self) -> Result<(), Wrong> {
        let mut proc = None;
        for (statement, item) in self.statements.iter().zip(&self.items) {
            if let Item::Proc(here) = item {
                proc = Some(*here);
            }
            if matches!(item, Item::Show | Item::Run | Item::Label) {
                continue;
            }
            let text = self.written(*item, proc).0;
            let toks = words::toks(&text, statement.line)?;
            let labels = proc.map(|proc| &self.labels[proc.index()]);
            let same = |tok: &Tok| match (tok, labels) {
                // If several labels share a place, the first is written.
                (Tok::Word(word), Some(labels)) if labels.contains_key(word) => {
                    let first = labels.iter().find(|(_, pc)| **pc == labels[word]);
                    Tok::Word(first.map_or(word, |(first, _)| first).clone())
                }
                _ => tok.clone(),
            };
            if toks != statement.toks.iter().map(same).collect::<Vec<_>>() {
                let what = format!("this reads back as `{text}`");
                return Err(Wrong { line: statement.line, what });
            }
        }
        Ok(())
    }

    /// An item as text, with its outermost expressions and sets.
    fn written(&self, item: Item, proc: Option<ProcId>) -> (String, Vec<ExprId>, Vec<SetId>) {
        let locals = proc.map_or(&[][..], |proc| &self.locals[proc.index()]);
        let mut writer = Writer::new(self, locals, proc);
        match item {
            Item::Op(pc) => writer.op(&self.def.code[pc as usize]),
            _ => writer.declaration(item),
        }
        (writer.out, writer.exprs, writer.sets)
    }

    /// An instruction as text.
    pub fn op_text(&self, pc: Pc) -> String {
        self.written(Item::Op(pc), self.def.safety.proc_of(pc)).0
    }

    /// Names an item; fails if the name is taken.
    fn name(&mut self, name: &str, sort: Sort, index: usize) -> bool {
        self.names.insert(name.into(), (sort, index)).is_none()
    }

    /// The name of an item.
    pub fn name_of(&self, sort: Sort, index: usize) -> String {
        let found = self.names.iter().find(|(_, it)| **it == (sort, index));
        found.map_or_else(|| format!("{sort:?}{index}").to_lowercase(), |(name, _)| name.clone())
    }

    fn expr(&mut self, expr: Expr, spelled: Option<String>) -> ExprId {
        let same = |at: &usize| {
            self.def.exprs[*at] == expr && self.spelled.get(&(*at as ExprId)) == spelled.as_ref()
        };
        let known = (0..self.def.exprs.len()).find(same);
        if let Some(known) = known {
            return known as ExprId;
        }
        let id = self.def.exprs.len() as ExprId;
        self.def.exprs.push(expr);
        spelled.into_iter().for_each(|spelled| drop(self.spelled.insert(id, spelled)));
        id
    }

    fn set(&mut self, set: Set) -> SetId {
        if let Some(known) = self.def.sets.iter().position(|it| *it == set) {
            return known as SetId;
        }
        self.def.sets.push(set);
        self.def.sets.len() as SetId - 1
    }

    /// The counter a cell belongs to, and its holder.
    pub fn holder_of(&self, cell: u32) -> Option<(CounterId, u32)> {
        let counters = (0..self.def.counters.len()).map(CounterId::from);
        counters.into_iter().find_map(|id| {
            let counter = &self.def.counters[id.index()];
            let offset = cell.wrapping_sub(counter.cell);
            (offset < counter.holders).then_some((id, counter.first + offset))
        })
    }

    fn attr_names(&self) -> impl Iterator<Item = (AttrId, String)> + '_ {
        (0..self.def.attrs.len()).map(|at| (AttrId::from(at), self.name_of(Sort::Attr, at)))
    }
}

fn named(id: &str) -> Named {
    Named { id: id.into(), ..Named::default() }
}
