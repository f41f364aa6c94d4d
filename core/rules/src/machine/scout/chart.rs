//! What scouts have drawn: for every way that was ever followed, what must be looked at on it.
//!
//! Whether something can be seen, and which questions it comes from, follows from the way alone.
//! So it is worked out once, when a way is followed for the first time. Later on only what the
//! table decides is looked at: conditions, costs, picks, room.

use crate::def::Def;
use crate::def::code::Pc;
use crate::def::expr::{Binary, ExprId, NIL, SetId};
use crate::def::reads::{Look, Parts};
use crate::def::short::{Leaf, Of, Row};
use crate::id::{CounterId, ProcId};
use crate::state::Frame;

use super::crowd::Crowd;
use super::draw::Fact;
use super::known::{Known, Sum};

/// How many questions deep a way is followed.
pub(super) const LEVELS_MAX: usize = 60;
/// How much the places of a chart keep in mind together.
const BULK_MAX: usize = 2_000_000;
/// How many beginnings of ways a chart finds again.
const ROOTS: usize = 1 << 12;
/// How many places one may be in.
const PROBES: usize = 8;
/// In place of the questions it comes from: what is bound is not known.
pub(super) const UNKNOWN: u64 = 1 << 63;
/// The place that is not drawn yet.
pub(super) const BLANK: u32 = 0;
/// The place from where nothing more can be seen.
pub(super) const FOG: u32 = 1;

/// What is looked at in one place of a way.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub(super) enum Sight {
    /// Nothing can fail any more.
    Arrived,
    /// No more can be seen: it must be tried.
    Fog,
    /// Which way a condition sends.
    Test(Sum),
    /// What must hold.
    Need(Sum),
    /// A container must hold something: the most frequent of these conditions.
    Stocked(Of, Row),
    /// A container must have room: the next.
    Room(Of, Row),
    /// The seat that is bound here must be one that decides.
    Decides(u32),
    /// Something is bound.
    Bind(u32, Sum),
    /// The best of a set is bound.
    Find(u32),
    /// A thing of a list is bound.
    Copy(u32, u32),
    /// What is known is bound, because it is looked at: which list says what.
    Put(u32),
    /// A procedure is entered: which list says what is bound.
    Enter(u32),
    /// The steps printed on a thing; bindings start here.
    Perform(u32),
    /// What a procedure gives.
    Give(Sum),
    /// What it gave is bound.
    Take(u32),
    /// A block that is done if it can be.
    Try,
    /// A set becomes a list that starts here: one way for each length.
    Each(SetId, u32),
    /// One way for each number.
    Number(Sum),
    /// A thing is added to the list of a binding.
    Remember(u32, ExprId),
    /// One thing after the other.
    Pick(Picking),
    /// One number after the other.
    Amount(u8, u32),
    /// No, then yes.
    May(u8),
    /// One branch after the other.
    Choose(u8),
    /// A cost.
    Pay(Paying),
    /// The same where nothing later on looks at what is left.
    Afford(Paying),
    /// A gain that abilities wait for; whether they can be seen.
    Gain(bool),
    /// Steps on a track with bonuses, none of which must be reached.
    Advance,
    /// The list of a binding must not be there yet.
    Fresh(u32),
    /// An event that abilities wait for.
    Emit,
    /// Whether nothing is left that fired.
    Calm,
    /// A piece moves: which list says how.
    Move(u32),
}

impl Sight {
    /// What must hold, in the form that is seen fastest.
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
    /// Which question it is.
    pub level: u8,
    /// Whether all lie in one container.
    pub together: bool,
    /// Where the thing is bound.
    pub slot: u32,
    /// The container, if all it holds can be picked.
    pub place: Option<Leaf>,
    /// Which set they are, if it is known.
    pub crowd: Option<u32>,
}

/// How a cost is paid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paying {
    /// Whether the pieces that pay cannot be seen, should any have something to pay with.
    pub hidden: bool,
    /// Who pays the supply; nothing where it must be looked up.
    pub payer: Option<Leaf>,
    /// What must be there, if that is all that matters.
    pub price: Option<u32>,
}

/// A cost as what must be there: one of several bundles.
#[derive(Clone, Debug, Default)]
pub(super) struct Price {
    /// The terms of all bundles, one after the other: it is looked at all the time.
    pub terms: Vec<Term>,
    /// A cell of the first seat, and how much in that of the payer surely is enough: most prices
    /// are one amount out of one purse.
    pub enough: Option<(u32, i32)>,
}

/// An amount, and the cells that pay it together.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub amount: Sum,
    pub purses: Vec<Purse>,
    /// Whether it is the last of its bundle.
    pub last: bool,
}

/// Something that pays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Purse {
    /// The cell of the first holder, or of the table.
    pub cell: u32,
    pub of: Holds,
    /// What must be left.
    pub min: i32,
}

/// Whose cells pay.
#[derive(Clone, Copy, Debug)]
pub(super) enum Holds {
    Table,
    Payer,
    /// The counter of pieces.
    Pieces(SetId, CounterId),
    /// The same where it is known which.
    Known(u32, CounterId),
}

/// How a piece moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving {
    pub piece: Sum,
    pub to: Sum,
    /// The questions that only the piece comes from.
    pub apart: u64,
    /// What the last move here came to, if only room mattered.
    pub last: Option<Moved>,
}

/// A move of which nothing but room in the container matters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    /// From which zone to which, and what kind of piece.
    pub way: u64,
    pub capacity: u16,
    pub next: u32,
}

/// The branches of a menu that are followed, in this order.
#[derive(Default, Debug)]
pub(super) struct Menu {
    pub ways: Vec<Way>,
    /// Whether there are others that cannot be seen.
    pub more: bool,
}

/// A branch of a menu.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub branch: u32,
    pub when: Option<ExprId>,
    /// The questions its condition comes from.
    pub from: u64,
    pub node: u32,
}

/// One place of a way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub sight: Sight,
    /// The instruction.
    pub pc: Pc,
    /// Where the bindings of its procedure start.
    pub base: u32,
    /// The questions that what is looked at comes from.
    pub from: u64,
    /// What is known here.
    pub spot: u32,
    /// Where it goes on; with many ways, where they are listed.
    pub next: [u32; 2],
}

/// A list made on the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct List {
    /// The binding that holds it.
    pub slot: u32,
    /// Where it starts.
    pub at: u32,
    /// How many things a loop has had.
    pub done: u32,
    /// How many things it has, or has room for.
    pub len: u32,
}

/// What is known of a place, whatever lies on the table.
#[derive(Clone, Default, Debug)]
pub(super) struct Spot {
    pub frames: Vec<Frame>,
    /// How many frames were there at the beginning and still are.
    pub old: usize,
    /// Whether a frame of a piece that was there at the beginning is left.
    pub left: bool,
    /// How many bindings there were at the beginning, and how many there are.
    pub first: u32,
    pub len: u32,
    /// For bindings, the questions they come from; none where there is no entry.
    from: Vec<(u32, u64)>,
    /// Bindings that nobody has bound, and what they stand for.
    known: Vec<(u32, Known)>,
    /// The questions that what the last procedure gave comes from.
    pub given: u64,
    /// Parts of the table of which it is not known how they are.
    pub written: Parts,
    /// Parts that are as the way left them, and the questions that decided how.
    left_by: Vec<(Parts, u64)>,
    /// All of these, whatever decided how.
    left_all: Parts,
    /// What the way has made sure of.
    pub facts: Vec<Fact>,
    /// Bindings that surely hold a seat that decides.
    deciders: Vec<u32>,
    /// Whether everything on the way could be looked at.
    pub blurred: bool,
    pub lists: Vec<List>,
    /// Bindings of the beginning that hold no list.
    pub fresh: Vec<u32>,
    /// The questions, and whether any answer would do.
    pub levels: Vec<(Pc, bool)>,
    /// Where the things of picks are bound that lie together in one container.
    pub together: Vec<(u32, u64)>,
}

impl Spot {
    /// The beginning of a way.
    pub fn new(frames: &[Frame], len: u32) -> Self {
        let (frames, old) = (frames.to_vec(), frames.len());
        Self { frames, old, first: len, len, ..Self::default() }
    }

    pub fn pc(&self) -> Option<Pc> {
        self.frames.last().map(|frame| frame.pc)
    }

    /// How much it keeps in mind.
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

    /// Notes what a binding stands for without binding it.
    pub fn know(&mut self, at: u32, known: Known) {
        self.known.push((at, known));
    }

    pub fn known_at(&self, at: u32) -> Option<Known> {
        self.known.iter().find(|(bound, _)| *bound == at).map(|(_, known)| *known)
    }

    pub fn known(&self) -> impl Iterator<Item = (u32, Known)> {
        self.known.iter().copied()
    }

    pub fn forget(&mut self, which: impl Fn(u32) -> bool) {
        self.known.retain(|(bound, _)| !which(*bound));
    }

    /// Notes that the seat bound here decides; whether that was not known.
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

    /// The question that only picks one of the pieces in a container, if this binding is such a
    /// piece.
    pub fn one_of_them(&self, at: u32) -> u64 {
        let from = self.come_from(at);
        if self.together.contains(&(at, from)) { from } else { 0 }
    }

    /// Drops bindings and lists from here on; gives the bindings whose lists are gone.
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

    /// Whether a binding may hold a list that was made before the beginning.
    pub fn may_have_list(&self, list: u16) -> bool {
        let slot = self.slot(list);
        let known = self.lists.iter().any(|list| list.slot == slot) || self.fresh.contains(&slot);
        slot < self.first && !known
    }

    pub fn changed(&self, look: &Look) -> bool {
        look.everything || look.parts.meets(&self.written)
    }

    /// Whether the way has changed something that is looked at.
    pub fn has_changed(&self, look: &Look) -> bool {
        self.changed(look) || look.parts.meets(&self.left_all)
    }

    /// Notes that the way changes parts of the table, and which questions decide how.
    pub fn change(&mut self, parts: Parts, from: u64) {
        self.left_all.add_all(&parts);
        if from != 0 {
            self.left_by.push((parts, from));
        }
    }

    /// The questions that something looked at comes from; nothing if that is not as it was.
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

    /// Enters a procedure whose first bindings come from these questions.
    pub fn enter(&mut self, def: &Def, proc: ProcId, args: &[u64]) {
        let proc = &def.procs[proc.index()];
        let base = self.len;
        self.len += u32::from(proc.locals).max(args.len() as u32);
        for (at, from) in (base..).zip(args) {
            self.bind(at, *from);
        }
        for at in base + args.len() as u32..self.len {
            self.know(at, Known::Number(NIL));
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

/// All places drawn so far.
#[derive(Default)]
pub(in crate::machine) struct Chart {
    /// How many places there may be.
    room: usize,
    /// How many were drawn in all.
    drawn: u64,
    pub(super) nodes: Vec<Node>,
    pub(super) spots: Vec<Spot>,
    /// Ways of the places that have many, by what they depend on.
    pub(super) forks: Vec<Vec<(u64, u32)>>,
    pub(super) menus: Vec<Menu>,
    /// What is bound, where several things are at once.
    pub(super) puts: Vec<Vec<(u32, Known)>>,
    pub(super) entries: Vec<Vec<(u32, Sum)>>,
    pub(super) moves: Vec<Moving>,
    pub(super) crowds: Vec<Crowd>,
    pub(super) prices: Vec<Price>,
    /// How much all places keep in mind.
    bulk: usize,
    roots: Vec<Root>,
    /// Which of them the way begins with.
    root: usize,
}

/// The beginning of ways.
#[derive(Clone, Copy, Default, Debug)]
struct Root {
    key: u64,
    node: u32,
    /// How many bindings any place has.
    bindings: u32,
}

impl Chart {
    /// An empty chart with room for so many places.
    pub fn new(room: usize) -> Self {
        let mut chart = Self { room: room.max(2), ..Self::default() };
        chart.begin_again();
        chart
    }

    /// How many places were drawn in all.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// Whether there is no room for more.
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
        // The first two places are the same in every chart.
        for _ in [BLANK, FOG] {
            self.add(Sight::Fog, (0, 0), 0, Spot::default());
            self.drawn -= 1;
        }
    }

    /// Begins a way; nothing if it has to be drawn first.
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

    /// Notes where the way begins.
    pub(super) fn begin_at(&mut self, node: u32) {
        self.roots[self.root].node = node;
    }

    /// How many bindings any place of the way has.
    #[inline(always)]
    pub(super) fn bindings(&self) -> u32 {
        self.roots[self.root].bindings
    }

    /// Draws a place.
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
