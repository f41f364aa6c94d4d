//! The chart of scouts: for every path ever followed, what must be evaluated along it.
//!
//! Whether a value can be known, and which questions it depends on, is determined by the path
//! alone. So that is worked out once, when a path is followed for the first time (partial
//! evaluation). Later visits evaluate only what depends on the table: conditions, costs, picks,
//! room.

use crate::def::Def;
use crate::def::code::Pc;
use crate::def::expr::{Binary, ExprId, NIL, SetId};
use crate::def::reads::{Look, Parts};
use crate::def::short::{Leaf, Of, Row};
use crate::id::{CounterId, ProcId};
use crate::state::Frame;

use super::crowd::Crowd;
use super::draw::Fact;
use super::known::{Substitute, Sum};

/// The largest number of questions on a path.
pub(super) const LEVELS_MAX: usize = 60;
/// The largest total size of the facts stored at nodes.
const BULK_MAX: usize = 2_000_000;
/// The size of the hash table of path starts.
const ROOTS: usize = 1 << 12;
/// How many slots are probed for one start.
const PROBES: usize = 8;
/// Marks a binding whose value is unknown, in place of its questions.
pub(super) const UNKNOWN: u64 = 1 << 63;
/// The node that is not built yet.
pub(super) const BLANK: u32 = 0;
/// The node from which nothing more can be known.
pub(super) const FOG: u32 = 1;

/// What is evaluated at a node.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub(super) enum Sight {
    /// Nothing can fail any more.
    Arrived,
    /// Nothing more can be known: it must be tried.
    Fog,
    /// A condition that chooses the next node.
    Test(Sum),
    /// A condition that must hold.
    Need(Sum),
    /// A container must not be empty: the most frequent of these conditions.
    Stocked(Of, Row),
    /// A container must have room: the second most frequent.
    Room(Of, Row),
    /// The seat in this binding must be one that makes decisions.
    Decides(u32),
    /// Binds a value.
    Bind(u32, Sum),
    /// Binds the best item of a set.
    Find(u32),
    /// Copies an item of a list to a binding.
    Copy(u32, u32),
    /// Binds known values because they are about to be read: the index in `puts`.
    Put(u32),
    /// Enters a procedure: the index in `entries` gives the values to bind.
    Enter(u32),
    /// The steps printed on a thing; their bindings start here.
    Perform(u32),
    /// The value a procedure returns.
    Give(Sum),
    /// Binds the returned value.
    Take(u32),
    /// A block that runs if it can be completed.
    Try,
    /// Copies a set to a list that starts here: one successor for each length.
    Each(SetId, u32),
    /// One successor for each number.
    Number(Sum),
    /// Adds a thing to the list in a binding.
    Remember(u32, ExprId),
    /// Tries things in order.
    Pick(Picking),
    /// Tries numbers in order.
    Amount(u8, u32),
    /// Tries no, then yes.
    May(u8),
    /// Tries branches in order.
    Choose(u8),
    /// A cost.
    Pay(Paying),
    /// The same if nothing later reads what is left.
    Afford(Paying),
    /// A gain that abilities wait for; says whether their conditions can be known.
    Gain(bool),
    /// Steps on a track with bonuses, none of which may be reached.
    Advance,
    /// The list in a binding must not exist yet.
    Fresh(u32),
    /// An event that abilities wait for.
    Emit,
    /// No triggered abilities may be waiting.
    Calm,
    /// Moves a piece: the index in `moves`.
    Move(u32),
}

impl Sight {
    /// A condition that must hold, in its fastest form.
    pub fn need(sum: Sum) -> Self {
        match sum {
            Sum::Two(Binary::Gt | Binary::Ne, Leaf::SizeOf(of, row), Leaf::Const(0)) => {
                Self::Stocked(of, row)
            }
            Sum::Two(Binary::Gt | Binary::Ne, Leaf::FreeOf(of, row), Leaf::Const(0)) => {
                Self::Room(of, row)
            }
            sum => Self::Need(sum),
        }
    }
}

/// How things are picked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picking {
    /// The level of its question.
    pub level: u8,
    /// Whether all things lie in one container.
    pub together: bool,
    /// The binding for the thing.
    pub slot: u32,
    /// The container, if everything in it can be picked.
    pub place: Option<Leaf>,
    /// The set as a crowd, if it is known.
    pub crowd: Option<u32>,
}

/// How a cost is paid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paying {
    /// Whether the pieces that may pay are unknown; matters only if any of them has something to
    /// pay with.
    pub hidden: bool,
    /// The payer, if the supply is paid; `None` if that must be looked up.
    pub payer: Option<Leaf>,
    /// What must be available, if nothing else matters.
    pub price: Option<u32>,
}

/// A cost reduced to what must be available: one of several bundles.
#[derive(Clone, Debug, Default)]
pub(super) struct Price {
    /// The terms of all bundles in one list, because it is read all the time.
    pub terms: Vec<Term>,
    /// A cell of the first seat, and an amount in the payer's cell that is certainly enough: most
    /// prices are one amount from one purse.
    pub enough: Option<(u32, i32)>,
}

/// An amount, and the purses that pay it together.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub amount: Sum,
    pub purses: Vec<Purse>,
    /// Whether it is the last of its bundle.
    pub last: bool,
}

/// A source of payment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Purse {
    /// The cell of the first holder, or of the table.
    pub cell: u32,
    pub of: Holds,
    /// What must remain.
    pub min: i32,
}

/// Whose cells pay.
#[derive(Clone, Copy, Debug)]
pub(super) enum Holds {
    Table,
    Payer,
    /// The counter of pieces.
    Pieces(SetId, CounterId),
    /// The same for a known crowd.
    Known(u32, CounterId),
}

/// How a piece moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving {
    pub piece: Sum,
    pub to: Sum,
    /// The questions that only the piece depends on.
    pub apart: u64,
    /// The result of the last move here, if only room mattered.
    pub last: Option<Moved>,
}

/// A move for which only room in the container matters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    /// The key of the move: its zones, and the kind of piece.
    pub way: u64,
    pub capacity: u16,
    pub next: u32,
}

/// The branches of a menu that are followed, in order.
#[derive(Default, Debug)]
pub(super) struct Menu {
    pub ways: Vec<Way>,
    /// Whether there are other branches that cannot be evaluated.
    pub more: bool,
}

/// A branch of a menu.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub branch: u32,
    pub when: Option<ExprId>,
    /// The questions its condition depends on.
    pub from: u64,
    pub node: u32,
}

/// A node of the chart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub sight: Sight,
    /// The instruction.
    pub pc: Pc,
    /// The first binding of its procedure.
    pub base: u32,
    /// The questions that the value evaluated here depends on.
    pub from: u64,
    /// The index of the facts known here.
    pub spot: u32,
    /// The successors; with many, the first is the index of their list.
    pub next: [u32; 2],
}

/// A list made on the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct List {
    /// The binding that holds it.
    pub slot: u32,
    /// Where it starts.
    pub at: u32,
    /// How many items a loop has visited.
    pub done: u32,
    /// How many items it has, or has room for.
    pub len: u32,
}

/// What is known at a node, independent of the table.
#[derive(Clone, Default, Debug)]
pub(super) struct Spot {
    pub frames: Vec<Frame>,
    /// How many frames of the start still exist.
    pub old: usize,
    /// Whether a frame of a piece that existed at the start was left.
    pub left: bool,
    /// The number of bindings at the start, and now.
    pub first: u32,
    pub len: u32,
    /// For bindings, the questions they depend on; bindings without an entry depend on none.
    from: Vec<(u32, u64)>,
    /// Bindings that are not yet bound, and what they stand for.
    known: Vec<(u32, Substitute)>,
    /// The questions that the last returned value depends on.
    pub given: u64,
    /// Parts of the table whose state is unknown.
    pub written: Parts,
    /// Parts the path has changed in a known way, and the questions that decided how.
    left_by: Vec<(Parts, u64)>,
    /// All of these parts.
    left_all: Parts,
    /// Facts established earlier on this path.
    pub facts: Vec<Fact>,
    /// Bindings that certainly hold a seat that makes decisions.
    deciders: Vec<u32>,
    /// Whether something on the path could not be evaluated.
    pub blurred: bool,
    pub lists: Vec<List>,
    /// Bindings of the start that hold no list.
    pub fresh: Vec<u32>,
    /// The questions asked so far, and whether any answer works.
    pub levels: Vec<(Pc, bool)>,
    /// Bindings that hold a piece picked from a single container, with the bit of the pick.
    pub together: Vec<(u32, u64)>,
}

impl Spot {
    /// The start of a path.
    pub fn new(frames: &[Frame], len: u32) -> Self {
        let (frames, old) = (frames.to_vec(), frames.len());
        Self { frames, old, first: len, len, ..Self::default() }
    }

    pub fn pc(&self) -> Option<Pc> {
        self.frames.last().map(|frame| frame.pc)
    }

    /// The size of its facts.
    fn bulk(&self) -> usize {
        let bindings = self.from.len() + self.known.len() + self.fresh.len();
        let seen = self.facts.len() + 4 * self.left_by.len() + self.levels.len();
        bindings + seen + self.frames.len() + 2 * self.lists.len()
    }

    pub fn base(&self) -> u32 {
        self.frames.last().map_or(0, |frame| frame.base)
    }

    pub fn go(&mut self, pc: Pc) {
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = pc;
        }
    }

    pub fn slot(&self, slot: u16) -> u32 {
        self.base() + u32::from(slot)
    }

    pub fn bind(&mut self, at: u32, from: u64) {
        self.from.retain(|(bound, _)| *bound != at);
        self.known.retain(|(bound, _)| *bound != at);
        self.together.retain(|(bound, _)| *bound != at);
        self.facts.retain(|fact| fact.about() != Some(at));
        self.deciders.retain(|bound| *bound != at);
        if from != 0 {
            self.from.push((at, from));
        }
    }

    /// Records what a binding stands for without binding it.
    pub fn know(&mut self, at: u32, known: Substitute) {
        self.known.push((at, known));
    }

    pub fn known_at(&self, at: u32) -> Option<Substitute> {
        self.known.iter().find(|(bound, _)| *bound == at).map(|(_, known)| *known)
    }

    pub fn known(&self) -> impl Iterator<Item = (u32, Substitute)> {
        self.known.iter().copied()
    }

    pub fn forget(&mut self, which: impl Fn(u32) -> bool) {
        self.known.retain(|(bound, _)| !which(*bound));
    }

    /// Records that the seat in a binding makes decisions; says whether that is new.
    pub fn note_decider(&mut self, at: u32) -> bool {
        let new = !self.deciders.contains(&at);
        if new {
            self.deciders.push(at);
        }
        new
    }

    pub fn come_from(&self, at: u32) -> u64 {
        self.from.iter().find(|(bound, _)| *bound == at).map_or(0, |(_, from)| *from)
    }

    /// The question that merely picks one of the pieces in a container, if this binding holds such
    /// a piece.
    pub fn one_of_them(&self, at: u32) -> u64 {
        let from = self.come_from(at);
        if self.together.contains(&(at, from)) { from } else { 0 }
    }

    /// Drops bindings and lists from here on; returns the bindings whose lists are gone.
    pub fn cut(&mut self, len: u32) -> Vec<u32> {
        self.len = len;
        self.from.retain(|(bound, _)| *bound < len);
        self.known.retain(|(bound, _)| *bound < len);
        self.together.retain(|(bound, _)| *bound < len);
        self.facts.retain(|fact| fact.about().is_none_or(|at| at < len));
        self.deciders.retain(|bound| *bound < len);
        let gone = self.lists.iter().filter(|list| list.at >= len && list.slot < len);
        let gone = gone.map(|list| list.slot).collect();
        self.lists.retain(|list| list.at < len);
        gone
    }

    /// Whether a binding may hold a list made before the start.
    pub fn may_have_list(&self, list: u16) -> bool {
        let slot = self.slot(list);
        let known = self.lists.iter().any(|list| list.slot == slot) || self.fresh.contains(&slot);
        slot < self.first && !known
    }

    pub fn changed(&self, look: &Look) -> bool {
        look.everything || look.parts.meets(&self.written)
    }

    /// Whether the path has changed something in a read set.
    pub fn has_changed(&self, look: &Look) -> bool {
        self.changed(look) || look.parts.meets(&self.left_all)
    }

    /// Records that the path changes parts of the table, and which questions decide how.
    pub fn change(&mut self, parts: Parts, from: u64) {
        self.left_all.add_all(&parts);
        if from != 0 {
            self.left_by.push((parts, from));
        }
    }

    /// The questions that a read set depends on; `None` if something in it is unknown.
    pub fn sees(&self, look: &Look) -> Option<u64> {
        if self.changed(look) {
            return None;
        }
        let left_by = self.left_by.iter().filter(|(parts, _)| parts.meets(&look.parts));
        let mut from = left_by.fold(0, |from, (_, more)| from | more);
        let mut slots = look.slots;
        while slots != 0 {
            from |= self.come_from(self.base() + slots.trailing_zeros());
            slots &= slots - 1;
        }
        (from & UNKNOWN == 0).then_some(from)
    }

    /// Enters a procedure; the first bindings depend on these questions.
    pub fn enter(&mut self, def: &Def, proc: ProcId, args: &[u64]) {
        let proc = &def.procs[proc.index()];
        let base = self.len;
        self.len += u32::from(proc.locals).max(args.len() as u32);
        for (at, from) in (base..).zip(args) {
            self.bind(at, *from);
        }
        for at in base + args.len() as u32..self.len {
            self.know(at, Substitute::Number(NIL));
        }
        self.frames.push(Frame { pc: proc.start, base, piece: -1 });
    }

    /// Leaves the running procedure.
    pub fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        if self.frames.len() < self.old {
            self.old = self.frames.len();
            self.left |= frame.piece != NIL;
        }
        self.cut(frame.base);
    }
}

/// All nodes built so far.
#[derive(Default)]
pub(in crate::machine) struct Chart {
    /// The largest number of nodes.
    room: usize,
    /// How many were built in total.
    drawn: u64,
    pub(super) nodes: Vec<Node>,
    pub(super) spots: Vec<Spot>,
    /// Successors of nodes with many, by the value that selects them.
    pub(super) forks: Vec<Vec<(u64, u32)>>,
    pub(super) menus: Vec<Menu>,
    /// Known values to bind, where there are several at once.
    pub(super) puts: Vec<Vec<(u32, Substitute)>>,
    pub(super) entries: Vec<Vec<(u32, Sum)>>,
    pub(super) moves: Vec<Moving>,
    pub(super) crowds: Vec<Crowd>,
    pub(super) prices: Vec<Price>,
    /// The total size of the facts at all nodes.
    bulk: usize,
    roots: Vec<Root>,
    /// The index of the current path's root.
    root: usize,
}

/// The root of paths.
#[derive(Clone, Copy, Default, Debug)]
struct Root {
    key: u64,
    node: u32,
    /// The largest number of bindings at any of its nodes.
    bindings: u32,
}

impl Chart {
    /// An empty chart with room for a number of nodes.
    pub fn new(room: usize) -> Self {
        let mut chart = Self { room: room.max(2), ..Self::default() };
        chart.begin_again();
        chart
    }

    /// How many nodes were built in total.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// Whether the chart is full.
    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.nodes.len() >= self.room || self.bulk >= BULK_MAX
    }

    /// Forgets everything.
    pub(super) fn begin_again(&mut self) {
        self.bulk = 0;
        self.nodes.clear();
        self.spots.clear();
        self.forks.clear();
        self.menus.clear();
        self.puts.clear();
        self.entries.clear();
        self.moves.clear();
        self.crowds.clear();
        self.prices.clear();
        self.roots.clear();
        self.roots.resize(ROOTS, Root::default());
        // The first two nodes are the same in every chart.
        for _ in [BLANK, FOG] {
            self.add(Sight::Fog, (0, 0), 0, Spot::default());
            self.drawn -= 1;
        }
    }

    /// Looks up the root of a path; `None` if it has to be built first.
    #[inline(always)]
    pub(super) fn begin(&mut self, key: u64) -> Option<u32> {
        let first = key as usize % ROOTS;
        self.root = first;
        for place in (0..PROBES).map(|step| (first + step) % ROOTS) {
            let root = self.roots[place];
            if root.key == key && root.node != BLANK {
                self.root = place;
                return Some(root.node);
            }
            if root.node == BLANK {
                self.root = place;
                break;
            }
        }
        self.roots[self.root] = Root { key, ..Root::default() };
        None
    }

    /// Stores the root of the current path.
    pub(super) fn begin_at(&mut self, node: u32) {
        self.roots[self.root].node = node;
    }

    /// The largest number of bindings at any node of the path.
    #[inline(always)]
    pub(super) fn bindings(&self) -> u32 {
        self.roots[self.root].bindings
    }

    /// Adds a node.
    pub(super) fn add(
        &mut self,
        sight: Sight,
        (pc, base): (Pc, u32),
        from: u64,
        spot: Spot,
    ) -> u32 {
        if self.is_full() {
            return FOG;
        }
        self.drawn += 1;
        self.bulk += spot.bulk();
        let mut next = [BLANK; 2];
        match sight {
            Sight::Perform(_)
            | Sight::Each(..)
            | Sight::Number(_)
            | Sight::Pay(_)
            | Sight::Move(_) => {
                next[0] = self.forks.len() as u32;
                self.forks.push(Vec::new());
            }
            Sight::Choose(_) => {
                next[0] = self.menus.len() as u32;
                self.menus.push(Menu::default());
            }
            _ => {}
        }
        let root = &mut self.roots[self.root];
        root.bindings = root.bindings.max(spot.len);
        self.nodes.push(Node { sight, pc, base, from, spot: self.spots.len() as u32, next });
        self.spots.push(spot);
        (self.nodes.len() - 1) as u32
    }
}
