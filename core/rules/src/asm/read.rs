//! Reading: the tokens of one statement in order, and the meaning of names.

use super::words::{Statement, Tok, token_text};
use super::{Program, Sort, Wrong};
use crate::def::code::{At, Bearer, Pc};
use crate::def::expr::ExprId;
use crate::id::{
    AttrId, CostId, CounterId, EventId, KindId, LineId, MajorityId, PeriodId, ProcId, ScriptId,
    SpaceId, ValueId, ZoneId,
};

pub(super) type Read<T> = Result<T, Wrong>;

/// Reads one statement.
pub(super) struct Reader<'p> {
    pub program: &'p mut Program,
    toks: Vec<Tok>,
    at: usize,
    line: usize,
    /// The names of bindings that expressions may use.
    pub locals: Vec<String>,
    pub proc: Option<ProcId>,
}

impl<'p> Reader<'p> {
    pub fn new(
        program: &'p mut Program,
        statement: &Statement,
        locals: &[String],
        proc: Option<ProcId>,
    ) -> Self {
        let (toks, line) = (statement.toks.clone(), statement.line);
        Self { program, toks, at: 0, line, locals: locals.to_vec(), proc }
    }

    pub fn wrong<T>(&self, what: impl Into<String>) -> Read<T> {
        Err(Wrong { line: self.line, what: what.into() })
    }

    pub fn peek(&self) -> Option<&Tok> {
        self.toks.get(self.at)
    }

    /// The token after the next one.
    pub fn peek_beyond(&self) -> Option<&Tok> {
        self.toks.get(self.at + 1)
    }

    pub fn next(&mut self) -> Option<Tok> {
        let tok = self.toks.get(self.at).cloned();
        self.at += 1;
        tok
    }

    pub fn position(&self) -> usize {
        self.at
    }

    pub fn ends(&self) -> Read<()> {
        match self.peek() {
            None => Ok(()),
            more => self.wrong(format!("{} is too much here", token_text(more))),
        }
    }

    pub fn is_at_end(&self) -> bool {
        self.peek().is_none()
    }

    /// Takes a sign if it comes next.
    pub fn takes(&mut self, sign: &str) -> bool {
        let there = matches!(self.peek(), Some(Tok::Sign(next)) if *next == sign);
        self.at += usize::from(there);
        there
    }

    /// Takes a word if it comes next.
    pub fn takes_word(&mut self, word: &str) -> bool {
        let there = matches!(self.peek(), Some(Tok::Word(next)) if next == word);
        self.at += usize::from(there);
        there
    }

    pub fn sign(&mut self, sign: &str) -> Read<()> {
        if self.takes(sign) {
            return Ok(());
        }
        self.wrong(format!("expected `{sign}`, found {}", token_text(self.peek())))
    }

    pub fn word(&mut self) -> Read<String> {
        match self.next() {
            Some(Tok::Word(word)) => Ok(word),
            other => self.wrong(format!("expected a name, found {}", token_text(other.as_ref()))),
        }
    }

    pub fn text(&mut self) -> Read<String> {
        match self.next() {
            Some(Tok::Text(text)) => Ok(text),
            other => self.wrong(format!("expected a text, found {}", token_text(other.as_ref()))),
        }
    }

    pub fn number(&mut self) -> Read<i32> {
        let minus = self.takes("-");
        match self.next() {
            Some(Tok::Number(number)) => Ok(if minus { -number } else { number }),
            other => self.wrong(format!("expected a number, found {}", token_text(other.as_ref()))),
        }
    }

    /// A number that is a count.
    pub fn count<N: TryFrom<i32>>(&mut self) -> Read<N> {
        let number = self.number()?;
        match N::try_from(number) {
            Ok(number) => Ok(number),
            Err(_) => self.wrong(format!("`{number}` is no count")),
        }
    }

    /// The item with the next name.
    pub fn known(&mut self, sort: Sort) -> Read<usize> {
        let name = self.word()?;
        match self.program.names.get(&name) {
            Some((is, index)) if *is == sort => Ok(*index),
            Some((is, _)) => self.wrong(format!("`{name}` is {is:?}, not {sort:?}")),
            None => self.wrong(format!("nothing is called `{name}`")),
        }
    }

    /// Reads the name of a new item.
    pub fn names(&mut self, sort: Sort, index: usize) -> Read<String> {
        let name = self.word()?;
        if self.program.name(&name, sort, index) {
            return Ok(name);
        }
        self.wrong(format!("there are two of `{name}`"))
    }

    // The operands of instructions and expressions. `write.rs` has the same names.

    pub fn counter(&mut self) -> Read<CounterId> {
        self.known(Sort::Counter).map(CounterId::from)
    }

    pub fn kind(&mut self) -> Read<KindId> {
        self.known(Sort::Kind).map(KindId::from)
    }

    pub fn zone(&mut self) -> Read<ZoneId> {
        self.known(Sort::Zone).map(ZoneId::from)
    }

    pub fn attr(&mut self) -> Read<AttrId> {
        self.known(Sort::Attr).map(AttrId::from)
    }

    pub fn value(&mut self) -> Read<ValueId> {
        self.known(Sort::Value).map(ValueId::from)
    }

    pub fn space(&mut self) -> Read<SpaceId> {
        self.known(Sort::Space).map(SpaceId::from)
    }

    pub fn group(&mut self) -> Read<u16> {
        self.known(Sort::Group).map(|group| group as u16)
    }

    pub fn proc(&mut self) -> Read<ProcId> {
        self.known(Sort::Proc).map(ProcId::from)
    }

    pub fn event(&mut self) -> Read<EventId> {
        self.known(Sort::Event).map(EventId::from)
    }

    pub fn cost(&mut self) -> Read<CostId> {
        self.known(Sort::Cost).map(CostId::from)
    }

    pub fn line(&mut self) -> Read<LineId> {
        self.known(Sort::Line).map(LineId::from)
    }

    pub fn period(&mut self) -> Read<PeriodId> {
        self.known(Sort::Period).map(PeriodId::from)
    }

    pub fn majority(&mut self) -> Read<MajorityId> {
        self.known(Sort::Majority).map(MajorityId::from)
    }

    pub fn script(&mut self) -> Read<ScriptId> {
        self.known(Sort::Script).map(ScriptId::from)
    }

    pub fn stream(&mut self) -> Read<u16> {
        self.known(Sort::Stream).map(|stream| stream as u16)
    }

    pub fn route(&mut self) -> Read<u16> {
        self.known(Sort::Route).map(|route| route as u16)
    }

    pub fn bearer(&mut self) -> Read<Bearer> {
        match self.word()?.as_str() {
            "piece" => Ok(Bearer::Piece),
            "entry" => Ok(Bearer::Entry),
            "space" => Ok(Bearer::Space),
            other => self.wrong(format!("nothing is printed on `{other}`")),
        }
    }

    pub fn direction(&mut self) -> Read<u8> {
        let name = self.word()?;
        match self.program.def.directions.iter().position(|it| *it == name) {
            Some(direction) => Ok(direction as u8),
            None => self.wrong(format!("`{name}` is no direction")),
        }
    }

    /// A binding.
    pub fn slot(&mut self) -> Read<u16> {
        let name = self.word()?;
        match self.find_slot(&name) {
            Some(slot) => Ok(slot),
            None => self.wrong(format!("`{name}` is no binding here")),
        }
    }

    pub fn find_slot(&self, name: &str) -> Option<u16> {
        let slot = self.locals.iter().position(|local| local == name).map(|slot| slot as u16);
        slot.or_else(|| name.strip_prefix('$')?.parse().ok())
    }

    /// A binding, or `_` for none.
    pub fn maybe_slot(&mut self) -> Read<Option<u16>> {
        if self.takes("_") { Ok(None) } else { self.slot().map(Some) }
    }

    /// A register of a walk: `it0`.
    pub fn it(&mut self) -> Read<u8> {
        let name = self.word()?;
        match register(&name) {
            Some(it) => Ok(it),
            None => self.wrong(format!("`{name}` is no register; these are `it0` to `it7`")),
        }
    }

    /// A label of this procedure.
    pub fn pc(&mut self) -> Read<Pc> {
        let name = self.word()?;
        let labels = self.proc.map(|proc| &self.program.labels[proc.index()]);
        match labels.and_then(|labels| labels.get(&name)) {
            Some(pc) => Ok(*pc),
            None => self.wrong(format!("there is no label `{name}` in this procedure")),
        }
    }

    /// The rest of the statement: an expression, or nothing.
    pub fn maybe_expr(&mut self) -> Read<Option<ExprId>> {
        if self.is_at_end() { Ok(None) } else { self.expr().map(Some) }
    }

    /// Several expressions in brackets.
    pub fn exprs(&mut self) -> Read<Box<[ExprId]>> {
        self.sign("(")?;
        let mut exprs = vec![];
        while !self.takes(")") {
            if !exprs.is_empty() {
                self.sign(",")?;
            }
            exprs.push(self.expr()?);
        }
        Ok(exprs.into())
    }

    pub fn at(&mut self) -> Read<At> {
        match self.word()?.as_str() {
            "top" => Ok(At::Top),
            "bottom" => Ok(At::Bottom),
            "slot" => self.expr().map(At::Slot),
            other => self.wrong(format!("`{other}` is no place in a container")),
        }
    }

    /// Whether the whole set must find room.
    pub fn whole(&mut self) -> Read<bool> {
        match self.word()?.as_str() {
            "whole" => Ok(true),
            "part" => Ok(false),
            other => self.wrong(format!("expected `whole` or `part`, found `{other}`")),
        }
    }

    /// The comma before every part but the first.
    pub fn comma(&mut self, first: &mut bool) -> Read<()> {
        if std::mem::take(first) { Ok(()) } else { self.sign(",") }
    }
}

pub(super) fn register(name: &str) -> Option<u8> {
    name.strip_prefix("it")?.parse().ok().filter(|it| *it < 8)
}
