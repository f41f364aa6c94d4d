//! The scope at one point of the code: names, slots and registers.

use boardwright_rules::def::code::Pc;
use boardwright_rules::def::expr::ExprId;

use super::names::Type;
use super::presence::Flow;
use boardwright_syntax::source::Span;

/// Most bindings of a procedure at a time.
pub(crate) const LOCALS_MAX: u16 = 200;
/// Registers for the members visited by nested sets.
pub(crate) const REGISTERS_MAX: u8 = 8;

/// The value of a bound name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// A slot of the running procedure.
    Slot(u16),
    /// A slot that holds a list.
    List(u16),
    /// The member visited by the n-th walk.
    It(u8),
    /// This expression.
    Is(ExprId),
}

/// A bound name.
#[derive(Clone, Debug)]
pub struct Var {
    /// The name.
    pub name: String,
    /// Where its value is.
    pub(crate) bound: Bound,
    /// Its type; for a list, the type of its members.
    pub ty: Type,
}

/// The loops that `end` can leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LoopSort {
    /// `turns`.
    Turns,
    /// `repeat`.
    Repeat,
    /// `each`.
    Each,
}

impl LoopSort {
    /// Its verb.
    pub(crate) fn word(self) -> &'static str {
        match self {
            LoopSort::Turns => "turns",
            LoopSort::Repeat => "repeat",
            LoopSort::Each => "each",
        }
    }
}

/// A loop around the steps being lowered.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    /// Its sort.
    pub sort: LoopSort,
    /// Jumps to patch with its end.
    pub exits: Vec<Pc>,
    /// How many `may` and `try` blocks were open around it.
    pub blocks: u16,
    /// The list it walks over, if it does.
    pub list: Option<u16>,
    /// The facts at its exits so far.
    pub left: Flow,
}

/// How a repeat restricts a pick inside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Watch {
    /// Nothing is picked twice.
    Distinct,
    /// The first pick is picked again.
    Same,
}

/// A restriction of a repeat that waits for its pick.
#[derive(Clone, Debug)]
pub(crate) struct PickRestriction {
    /// The name that the pick binds.
    pub name: String,
    /// The list of earlier picks.
    pub list: u16,
    /// The restriction.
    pub watch: Watch,
    /// Whether a pick has used it.
    pub used: bool,
}

/// The names and slots at one point of the code.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Bindings, the innermost last.
    pub vars: Vec<Var>,
    /// Registers in use.
    pub registers: u8,
    /// The next free slot.
    pub next: u16,
    /// The most slots in use at a time.
    pub max: u16,
    /// Slots below this stay taken until the procedure ends.
    pub floor: u16,
    /// Loops, the innermost last.
    pub(crate) loops: Vec<Loop>,
    /// Open `may` and `try` blocks.
    pub blocks: u16,
    /// Restrictions of picks.
    pub(crate) marks: Vec<PickRestriction>,
    /// The declared result type of the procedure.
    pub gives: Option<Type>,
    /// The cause of code emitted now.
    pub cause: u32,
    /// How deep steps are nested.
    pub depth: u16,
    /// The first binding that did not fit.
    pub over: Option<Span>,
    /// The facts about nil.
    pub(crate) flow: Flow,
}

impl Scope {
    /// A scope with `me` in slot 0 and parameters from slot 1 on.
    pub fn with(params: &[(String, Type)]) -> Self {
        let mut scope = Self::default();
        scope.bind("me", Type::Seat);
        for (name, ty) in params {
            // A parameter without a name takes a slot, but cannot be used.
            match name.is_empty() {
                true => drop(scope.slot()),
                false => drop(scope.bind(name, ty.clone())),
            }
        }
        scope
    }

    /// A scope with `me` only.
    pub fn seat() -> Self {
        Self::with(&[])
    }

    /// A free slot.
    pub(crate) fn slot(&mut self) -> u16 {
        let slot = self.next;
        self.next = self.next.saturating_add(1);
        self.max = self.max.max(self.next);
        slot
    }

    /// A slot for a list. It is never reused: the machine finds the list by the value of the slot.
    pub(crate) fn list_slot(&mut self) -> u16 {
        self.next = self.max;
        let slot = self.slot();
        self.floor = self.next;
        slot
    }

    /// A slot for a value of this type, or the list of a set.
    pub(crate) fn slot_for(&mut self, ty: &Type) -> u16 {
        match ty {
            Type::Set(_) => self.list_slot(),
            Type::Paid(_, n) => {
                let first = self.slot();
                for _ in 1..*n {
                    self.slot();
                }
                first
            }
            _ => self.slot(),
        }
    }

    /// Binds a name to a new slot; a set type makes it a list.
    pub(crate) fn bind(&mut self, name: &str, ty: Type) -> u16 {
        let slot = self.slot_for(&ty);
        self.bind_to(name, slot, ty);
        slot
    }

    /// Binds a name to a slot.
    pub(crate) fn bind_to(&mut self, name: &str, slot: u16, ty: Type) {
        self.flow.bind(slot, matches!(ty, Type::Maybe(_) | Type::Nil));
        let (bound, ty) = match ty {
            Type::Set(ty) => (Bound::List(slot), *ty),
            Type::Maybe(ty) => (Bound::Slot(slot), *ty),
            ty => (Bound::Slot(slot), ty),
        };
        self.vars.push(Var { name: name.to_owned(), bound, ty });
    }

    /// What a name is bound to.
    pub(crate) fn var(&self, name: &str) -> Option<&Var> {
        self.vars.iter().rev().find(|var| var.name == name)
    }

    /// Sets the type of a name that was bound to nil before.
    pub(crate) fn retype(&mut self, name: &str, ty: Type) {
        if let Some(var) = self.vars.iter_mut().rev().find(|var| var.name == name) {
            var.ty = match ty {
                Type::Set(ty) | Type::Maybe(ty) => *ty,
                ty => ty,
            };
        }
    }

    /// The scope of a condition on the members of a set, and the register that holds a member.
    pub(crate) fn walk(&self, ty: Type) -> Option<(Scope, u8)> {
        self.walk_as("it", ty)
    }

    /// The same under another name.
    pub(crate) fn walk_as(&self, name: &str, ty: Type) -> Option<(Scope, u8)> {
        let register = self.registers;
        if register >= REGISTERS_MAX {
            return None;
        }
        let mut inner = self.clone();
        inner.registers += 1;
        if let Some(outer) = self.var("it") {
            inner.vars.push(Var { name: "outer".to_owned(), ..outer.clone() });
        }
        inner.vars.push(Var { name: name.to_owned(), bound: Bound::It(register), ty });
        Some((inner, register))
    }

    /// Opens a block of steps; records what to restore at its end.
    pub(crate) fn enter(&mut self) -> Block {
        self.depth += 1;
        Block { vars: self.vars.len(), next: self.next, flow: self.flow.clone() }
    }

    /// Drops the bindings of a block.
    pub(crate) fn leave(&mut self, block: Block) {
        self.depth -= 1;
        self.vars.truncate(block.vars);
        self.next = block.next.max(self.floor);
        self.flow.leave(&block.flow, self.next);
    }
}

/// The state at the start of a block.
pub(crate) struct Block {
    vars: usize,
    next: u16,
    flow: Flow,
}
