//! What names stand for at one place of the code, and which slots and registers are in use.

use boardwright_rules::def::code::Pc;
use boardwright_rules::def::expr::ExprId;

use super::names::Type;
use super::presence::Flow;
use boardwright_syntax::source::Span;

/// Bindings a procedure may hold at a time.
pub(crate) const LOCALS_MAX: u16 = 200;
/// Registers for things looked at in sets inside each other.
pub(crate) const REGISTERS_MAX: u8 = 8;

/// What a name is bound to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// A slot of the running procedure.
    Slot(u16),
    /// A slot that holds a list.
    List(u16),
    /// The thing the n-th walk looks at.
    It(u8),
    /// What this comes to.
    Is(ExprId),
}

/// A bound name.
#[derive(Clone, Debug)]
pub struct Var {
    /// The name.
    pub name: String,
    /// Where its value is.
    pub(crate) bound: Bound,
    /// Of which type it is; for a list, that of its things.
    pub ty: Type,
}

/// The sorts of loops `end` can leave.
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
    /// Jumps to be aimed at its end.
    pub exits: Vec<Pc>,
    /// How many `may` and `try` blocks were open around it.
    pub blocks: u16,
    /// The list it walks over, if it is one that does.
    pub list: Option<u16>,
    /// What is known where it was left so far.
    pub left: Flow,
}

/// How a repeat restricts a pick inside of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Watch {
    /// Nothing is picked twice.
    Distinct,
    /// The first pick is picked again.
    Same,
}

/// A restriction of a repeat, waiting for its pick.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    /// The binding the pick makes.
    pub name: String,
    /// The list of what was picked.
    pub list: u16,
    /// Which restriction.
    pub watch: Watch,
    /// Whether a pick took it up.
    pub used: bool,
}

/// Names and slots at one place of the code.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Bindings, the innermost last.
    pub vars: Vec<Var>,
    /// Registers in use.
    pub registers: u8,
    /// The next free slot.
    pub next: u16,
    /// How many slots were in use at a time.
    pub max: u16,
    /// Slots below this stay taken until the procedure ends.
    pub floor: u16,
    /// Loops, the innermost last.
    pub(crate) loops: Vec<Loop>,
    /// Open `may` and `try` blocks.
    pub blocks: u16,
    /// Restrictions of picks.
    pub(crate) marks: Vec<Mark>,
    /// What the procedure promises to give.
    pub gives: Option<Type>,
    /// The cause of code emitted now.
    pub cause: u32,
    /// How deep steps are nested.
    pub depth: u16,
    /// The first binding there was no room for.
    pub over: Option<Span>,
    /// What is known to be there.
    pub(crate) flow: Flow,
}

impl Scope {
    /// A scope with `me` in slot 0 and parameters from slot 1 on.
    pub fn with(params: &[(String, Type)]) -> Self {
        let mut scope = Self::default();
        scope.bind("me", Type::Seat);
        for (name, ty) in params {
            // What has no name is there, and cannot be meant.
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

    /// A slot nothing uses yet.
    pub(crate) fn slot(&mut self) -> u16 {
        let slot = self.next;
        self.next = self.next.saturating_add(1);
        self.max = self.max.max(self.next);
        slot
    }

    /// A slot for a list. Nothing else ever uses it, before or after: what a slot holds tells the
    /// machine where the list lies.
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

    /// Binds a name to a new slot; one type of several things makes it a list.
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

    /// Says of which type a name is after all that was bound to nothing.
    pub(crate) fn retype(&mut self, name: &str, ty: Type) {
        if let Some(var) = self.vars.iter_mut().rev().find(|var| var.name == name) {
            var.ty = match ty {
                Type::Set(ty) | Type::Maybe(ty) => *ty,
                ty => ty,
            };
        }
    }

    /// The scope of a condition on the things of a set, and the register that holds them.
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

    /// What a block of steps must give back when it ends.
    pub(crate) fn enter(&mut self) -> Block {
        self.depth += 1;
        Block { vars: self.vars.len(), next: self.next, flow: self.flow.clone() }
    }

    /// Forgets what was bound in a block.
    pub(crate) fn leave(&mut self, block: Block) {
        self.depth -= 1;
        self.vars.truncate(block.vars);
        self.next = block.next.max(self.floor);
        self.flow.leave(&block.flow, self.next);
    }
}

/// Where a block began.
pub(crate) struct Block {
    vars: usize,
    next: u16,
    flow: Flow,
}
