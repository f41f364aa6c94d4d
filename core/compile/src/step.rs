//! Lowers steps to code: one function per verb; the common keys are handled here.

mod ask;
mod bind;
mod blocks;
mod call;
mod choose;
mod counters;
mod keys;
mod loops;
mod pay;
mod pieces;
mod repeat;
mod returned;
mod say;
mod score;
mod script;
mod secretly;
mod travel;

use super::Lower;
use super::names::Type;
use super::presence::Flow;
use super::scope::{LOCALS_MAX, Loop, LoopSort, Scope};
use boardwright_language::raw::step::{self as raw, Key, Reader, Verb, VerbShape};
use boardwright_rules::def::code::{Op, Pc};
use boardwright_rules::def::expr::{Binary, Expr, ExprId};
use boardwright_rules::def::part::Named;
use boardwright_rules::def::{Cause, PC_FIRST, ProcDef};
use boardwright_rules::id::ProcId;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::step as codes;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Kind, Node};

pub(crate) use choose::Menus;
pub(crate) use returned::Gaps;

/// Deepest nesting of steps.
const DEPTH_MAX: u16 = 32;

/// Most questions, costs or notes of a pack.
pub(super) const TABLE_MAX: usize = 60_000;
/// Most instructions of a pack.
const CODE_MAX: usize = 4_000_000;

/// The parts that every step has, whatever its verb.
pub(super) struct StepContext<'n> {
    /// The whole step.
    pub node: &'n Node,
    /// The shape of its verb.
    pub shape: &'static VerbShape,
    /// The place of its verb.
    pub verb_span: Span,
    /// The value under its verb.
    pub value: &'n Node,
    /// What it binds.
    pub binds: Option<Key<'n, raw::Name>>,
    /// Its name.
    pub key: Option<Key<'n, raw::Name>>,
    /// What players read.
    pub label: Option<Key<'n, raw::Text>>,
    /// Its path, for causes of nested steps.
    pub path: String,
}

impl StepContext<'_> {
    /// The path of a nested part.
    pub fn inside(&self, part: &str) -> String {
        format!("{}.{part}", self.path)
    }
}

impl Lower<'_> {
    /// Appends steps to the code: a list, or a single one.
    pub(crate) fn steps(&mut self, node: &Node, scope: &mut Scope, path: &str) {
        if scope.depth >= DEPTH_MAX {
            let message = format!("steps are nested more than {DEPTH_MAX} deep");
            let diag = Diagnostic::error(codes::DEEP, message, node.span, "one level too many");
            self.diags.push(diag.help("move a part into a procedure"));
            return;
        }
        let block = scope.enter();
        match &node.kind {
            Kind::Seq(items) => {
                for (at, item) in items.iter().enumerate() {
                    let key = item.as_map().and_then(|map| map.get("key"));
                    let name = key.and_then(Node::as_text).map(str::to_owned);
                    let name = name.unwrap_or_else(|| (at + 1).to_string());
                    self.step(item, scope, format!("{path}.{name}"));
                }
            }
            Kind::Null => {}
            _ => self.step(node, scope, path.to_owned()),
        }
        scope.leave(block);
    }

    /// A new procedure.
    pub fn procedure(
        &mut self,
        named: Named,
        params: &[(String, Type)],
        gives: Option<&Type>,
        body: &Node,
        path: &str,
    ) -> ProcId {
        let id = ProcId::from(self.def.procs.len());
        self.def.procs.push(ProcDef { named: named.clone(), start: 0, locals: 1 });
        self.procedure_into(id, named, params, gives, body, path);
        id
    }

    /// The code of a procedure that was declared before.
    pub(crate) fn procedure_into(
        &mut self,
        id: ProcId,
        named: Named,
        params: &[(String, Type)],
        gives: Option<&Type>,
        body: &Node,
        path: &str,
    ) {
        let mut scope = Scope::with(params);
        scope.gives = gives.cloned();
        self.code_of(id, named, scope, (body.span, path), |lower, scope| {
            for (slot, (_, ty)) in (1..).zip(params) {
                if matches!(ty, Type::Set(_)) {
                    lower.emit(scope, Op::Take(slot));
                }
            }
            lower.steps(body, scope, path);
        });
    }

    /// A new procedure with some generated steps.
    pub(crate) fn procedure_of(
        &mut self,
        named: Named,
        params: &[(String, Type)],
        span: Span,
        path: &str,
        body: impl FnOnce(&mut Self, &mut Scope),
    ) -> ProcId {
        let id = ProcId::from(self.def.procs.len());
        self.def.procs.push(ProcDef { named: named.clone(), start: 0, locals: 1 });
        self.code_of(id, named, Scope::with(params), (span, path), body);
        id
    }

    fn code_of(
        &mut self,
        id: ProcId,
        named: Named,
        mut scope: Scope,
        (span, path): (Span, &str),
        body: impl FnOnce(&mut Self, &mut Scope),
    ) {
        self.begin_code();
        self.doubted.clear();
        let start = self.here();
        scope.cause = self.cause_at(span, path);
        body(self, &mut scope);
        scope.cause = self.cause_at(span, path);
        self.may_return_nothing(span, &scope);
        self.emit(&scope, Op::Return(None));
        if scope.max > LOCALS_MAX {
            let message = format!("more than {LOCALS_MAX} bindings at a time");
            let span = scope.over.unwrap_or(span);
            let diag = Diagnostic::error(codes::BINDINGS, message, span, "one too many");
            self.diags.push(diag.help("move a part into another procedure"));
        }
        if let Some(def) = self.def.procs.get_mut(id.index()) {
            *def = ProcDef { named, start, locals: scope.max };
        }
    }

    /// Reads steps and costs.
    pub(crate) fn reader(&mut self) -> Reader<'_> {
        Reader { sources: self.sources, diags: &mut self.diags }
    }

    /// Lowers one step: its condition, then its verb.
    fn step(&mut self, node: &Node, scope: &mut Scope, path: String) {
        if let Some(gap) = node.as_text().and_then(|text| self.gap_named(text)) {
            return self.gap_steps(gap, scope);
        }
        let Some(read) = self.reader().step(node) else { return };
        if self.is_full() {
            return self.no_room(node);
        }
        let raw::Step { node, shape, verb_span, value, condition, binds, key, label, verb } = read;
        let step = StepContext { node, shape, verb_span, value, binds, key, label, path };
        let outer = scope.cause;
        scope.cause = self.cause_at(node.span, &step.path);
        // An error was reported; the rest of the step is checked all the same.
        let holds = condition.and_then(|condition| self.expr_at(condition, scope));
        let skip = holds.and_then(|condition| self.unless(scope, condition));
        let (before, bound, n_vars) = (scope.flow.clone(), self.bound_so_far(), scope.vars.len());
        if let Some(holds) = holds {
            self.assume(scope, holds, true);
        }
        let _ = self.run_verb(&step, &verb, scope);
        if changes_the_table(&verb) {
            scope.flow.changed();
        }
        let mut done = std::mem::replace(&mut scope.flow, before);
        // A condition decided by an option is constant: one branch is unreachable.
        let known = holds.and_then(|holds| self.known(holds));
        if known == Some(0) {
            done = Flow::nowhere();
        }
        match (condition, holds) {
            (_, Some(_)) if known.is_some_and(|known| known != 0) => {
                scope.flow = Flow::nowhere();
            }
            (_, Some(holds)) => {
                self.forget_bound(&bound);
                self.assume(scope, holds, false);
            }
            // An error in a condition is not reported again.
            (Some(_), None) => scope.flow = done.clone(),
            (None, None) => scope.flow = Flow::nowhere(),
        }
        let over = match &verb {
            Verb::Do(block) => self.otherwise(&step, block, condition, skip, scope),
            _ => None,
        };
        std::mem::swap(&mut scope.flow, &mut done);
        scope.flow.or(&done);
        if condition.is_some() && known.is_none_or(|known| known == 0) {
            self.forget_bound(&bound);
            self.new_names_may_be_nil(n_vars, scope);
        }
        if over.is_none()
            && let Some(skip) = skip
        {
            self.aim_here(skip);
        }
        scope.cause = outer;
    }

    /// Whether one of the tables of steps is nearly full.
    fn is_full(&self) -> bool {
        let def = &self.def;
        let asks = def.picks.len().max(def.menus.len()).max(def.secrets.len());
        let rest = def.costs.len().max(def.majorities.len()).max(def.scripts.len());
        asks.max(rest).max(def.notes.len()) > TABLE_MAX || def.code.len() > CODE_MAX
    }

    /// Reports, once, that a pack has more steps than a definition can hold.
    pub(super) fn no_room(&mut self, node: &Node) {
        if self.diags.iter().any(|diag| diag.code == codes::TOO_MANY) {
            return;
        }
        let message = "the pack has more steps than fit into a game";
        let diag = Diagnostic::error(codes::TOO_MANY, message, node.span, "no room from here on");
        self.diags.push(diag.help("share steps by means of procedures"));
    }

    fn run_verb<'n>(
        &mut self,
        step: &StepContext<'n>,
        verb: &Verb<'n>,
        scope: &mut Scope,
    ) -> Option<()> {
        match verb {
            Verb::Gain(_) | Verb::Lose(_) | Verb::Set(_) | Verb::Advance(_) | Verb::Retreat(_) => {
                self.change(step, verb, scope)
            }
            Verb::Pay(pay) => self.pay(step, pay, scope),
            Verb::Move(moves) => self.move_pieces(step, moves, scope),
            Verb::Shuffle(shuffle) => self.shuffle(shuffle, scope),
            Verb::Refill(refill) => self.refill(refill, scope),
            Verb::Flip(flip) => self.flip(step, flip, scope),
            Verb::SetOwner(owner) => self.set_owner(step, owner, scope),
            Verb::SetController(controller) => self.set_controller(step, controller, scope),
            Verb::Choose(choose) => self.choose(step, choose, scope),
            Verb::Pick(pick) => self.pick(step, pick, scope),
            Verb::Amount(amount) => self.amount(step, amount, scope),
            Verb::May(may) => self.may(step, may, scope),
            Verb::Secretly(secretly) => self.secretly(step, secretly, scope),
            Verb::Travel(travel) => self.travel(step, travel, scope),
            Verb::Try(tries) => self.try_steps(step, tries, scope),
            Verb::Do(block) => {
                self.steps(block.body.node, scope, &step.inside("do"));
                Some(())
            }
            Verb::Repeat(repeat) => self.repeat(step, repeat, scope),
            Verb::Each(each) => self.each(step, each, scope),
            Verb::Turns(turns) => self.turns(step, turns, scope),
            Verb::Call(call) => self.call(step, call, scope),
            Verb::Perform(perform) => self.perform(step, perform, scope),
            Verb::Return(returns) => self.return_value(step, returns, scope),
            Verb::Commit(commit) => self.commit(step, commit, scope),
            Verb::End(end) => self.end(step, end, scope),
            Verb::Script(script) => self.script(step, script, scope),
            Verb::Let(names) => self.bind_names(names, scope),
            Verb::Find(find) => self.find(step, find, scope),
            Verb::Require(require) => self.require(step, require, scope),
            Verb::Expect(expect) => self.expect(expect, scope),
            Verb::Note(note) => self.say(step, note, scope),
            Verb::Emit(emit) => self.announce(step, emit, scope),
            Verb::Trigger(trigger) => self.announce_to(trigger, scope),
            Verb::Begin(begin) => self.begin(step, begin, scope),
            Verb::Score(score) => self.score(score, scope),
            Verb::Majority(majority) => self.majority(step, majority, scope),
        }
    }
}

/// Whether facts about the table may no longer hold after a step.
fn changes_the_table(verb: &Verb) -> bool {
    !matches!(
        verb,
        Verb::Let(_)
            | Verb::Find(_)
            | Verb::Require(_)
            | Verb::Expect(_)
            | Verb::Pick(_)
            | Verb::Amount(_)
            | Verb::Note(_)
            | Verb::Do(_)
            | Verb::Commit(_)
    )
}

impl Lower<'_> {
    /// Reserves the fixed addresses of the code.
    pub(crate) fn begin_code(&mut self) {
        if !self.def.code.is_empty() {
            return;
        }
        if self.def.causes.is_empty() {
            self.def.causes.push(Cause::default());
        }
        self.def.code = vec![Op::Triggers, Op::Steps];
        self.def.cause_of = vec![0; PC_FIRST as usize];
    }

    /// The address of the next instruction.
    pub(crate) fn here(&self) -> Pc {
        self.def.code.len() as Pc
    }

    /// Appends an instruction.
    pub(crate) fn emit(&mut self, scope: &Scope, op: Op) -> Pc {
        self.begin_code();
        self.def.code.push(op);
        self.def.cause_of.push(scope.cause);
        self.here() - 1
    }

    /// Sets the target of a jump.
    fn aim(&mut self, jump: Pc, target: Pc) {
        match self.def.code.get_mut(jump as usize) {
            Some(Op::Jump(to) | Op::Unless(_, to) | Op::Try(to)) => *to = target,
            Some(Op::May { end, .. }) => *end = target,
            Some(Op::Each { next, .. }) => *next = target,
            _ => {}
        }
    }

    /// Sets the target of a jump to the next instruction.
    fn aim_here(&mut self, jump: Pc) {
        let here = self.here();
        self.aim(jump, here);
    }

    /// Jumps if a condition does not hold; emits nothing for a condition that always holds.
    fn unless(&mut self, scope: &Scope, condition: ExprId) -> Option<Pc> {
        match self.known(condition) {
            Some(0) => Some(self.emit(scope, Op::Jump(0))),
            Some(_) => None,
            None => Some(self.emit(scope, Op::Unless(condition, 0))),
        }
    }

    /// Binds a slot to an expression.
    fn bind_slot(&mut self, scope: &Scope, slot: u16, value: ExprId) {
        self.emit(scope, Op::Let(slot, value));
    }

    /// Evaluates an expression now and keeps its value for the rest of the step.
    fn held(&mut self, scope: &mut Scope, expr: ExprId) -> ExprId {
        match self.def.exprs.get(expr as usize) {
            Some(Expr::Local(_) | Expr::Const(_)) => expr,
            _ => {
                let slot = scope.slot();
                self.bind_slot(scope, slot, expr);
                self.local(slot)
            }
        }
    }

    /// Increments a slot by one.
    fn count_up(&mut self, scope: &Scope, slot: u16) {
        let old = self.local(slot);
        let new = self.with_number(Binary::Add, old, 1);
        self.bind_slot(scope, slot, new);
    }

    /// Opens a loop that `end` can leave.
    fn open_loop(&mut self, scope: &mut Scope, sort: LoopSort, list: Option<u16>) {
        let left = Flow::nowhere();
        scope.loops.push(Loop { sort, exits: vec![], blocks: scope.blocks, list, left });
    }

    /// Closes the innermost loop: its exits lead here.
    fn close_loop(&mut self, scope: &mut Scope) {
        let Some(closed) = scope.loops.pop() else { return };
        scope.flow.or(&closed.left);
        for exit in closed.exits {
            self.aim_here(exit);
        }
    }

    /// Saves the acting seat; returns the slot to restore it from.
    fn save_me(&mut self, scope: &mut Scope) -> u16 {
        let slot = scope.slot();
        let me = self.local(0);
        self.bind_slot(scope, slot, me);
        slot
    }

    /// Restores the saved acting seat.
    fn restore_me(&mut self, scope: &Scope, slot: u16) {
        let saved = self.local(slot);
        self.bind_slot(scope, 0, saved);
    }
}
