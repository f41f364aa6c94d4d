//! Adds up work at the tables of one definition.

use std::cell::RefCell;
use std::collections::HashMap;

use boardwright_rules::def::Def;
use boardwright_rules::def::code::{Op, Pc};
use boardwright_rules::event::{Event, Origin, Sink};
use boardwright_rules::id::ProcId;
use boardwright_rules::machine::OFFER;
use boardwright_rules::probe::{Probe, WorkOwner};

use super::units::Units;

/// Stands for answers that are not listed separately: things, amounts, payments.
pub(super) const ANY: i32 = -1;

/// Measures work at a table and in its look-aheads.
#[derive(Clone, Copy)]
pub struct Measured<'t>(pub &'t Tally);

impl Sink for Measured<'_> {
    const LISTENS: bool = false;
    type Ahead = Self;

    fn ahead(&self) -> Self {
        *self
    }

    fn take(&mut self, _: Origin, _: Event) {}

    fn probe(&self) -> Option<&dyn Probe> {
        Some(self.0)
    }
}

/// Adds up work by the instructions and parts it belongs to.
pub struct Tally {
    inner: RefCell<Inner>,
}

struct Inner {
    units: Units,
    /// For each instruction, whether it is a menu.
    is_menu: Vec<bool>,
    /// For each instruction, its procedure.
    procs: Vec<Option<ProcId>>,
    nodes: Vec<Node>,
    known: HashMap<(u32, What), u32>,
    /// Nested contexts; the outermost is play.
    contexts: Vec<Context>,
    /// The fuel left at the last report.
    left: i64,
    /// The procedures that were last running.
    stack: Vec<ProcId>,
}

/// What a node of the tree of calls stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum What {
    /// The root.
    Root,
    /// A procedure that is running, or waits for another.
    Proc(ProcId),
    /// An instruction.
    At(Pc),
    /// Work that is measured separately.
    Owner(WorkOwner),
}

/// A node of the tree of calls.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Its caller; the root is its own.
    pub parent: u32,
    pub what: What,
    /// Work of its own.
    pub work: u64,
    /// How often it was called; for an instruction, how often its unit was entered there.
    pub calls: u64,
    /// How often it ran or was examined.
    pub times: u64,
}

#[derive(Clone, Copy)]
struct Context {
    /// The parent of its nodes.
    base: u32,
    /// The node that work is charged to now.
    now: u32,
    /// Whether this is look-ahead.
    ahead: bool,
    /// What ran last: its unit and depth.
    last: Option<(u32, u32)>,
}

impl Tally {
    /// A tally for tables of a definition.
    pub(crate) fn new(def: &Def) -> Self {
        let root = Node { parent: 0, what: What::Root, work: 0, calls: 0, times: 0 };
        let code = 0..def.code.len();
        let inner = Inner {
            units: Units::of(def),
            is_menu: def.code.iter().map(|op| matches!(op, Op::Choose(_))).collect(),
            procs: code.map(|pc| def.safety.proc_of(pc as Pc)).collect(),
            nodes: vec![root],
            known: HashMap::new(),
            contexts: vec![Context { base: 0, now: 0, ahead: false, last: None }],
            left: 0,
            stack: vec![],
        };
        Self { inner: RefCell::new(inner) }
    }

    /// Prepares for another game.
    pub fn begin(&self) {
        let play = Context { base: 0, now: 0, ahead: false, last: None };
        self.inner.borrow_mut().contexts = vec![play];
    }

    /// Reads the counts.
    pub(super) fn read<T>(&self, look: impl FnOnce(&Units, &[Node]) -> T) -> T {
        let inner = self.inner.borrow();
        look(&inner.units, &inner.nodes)
    }
}

impl Inner {
    fn child(&mut self, parent: u32, what: What) -> u32 {
        *self.known.entry((parent, what)).or_insert_with(|| {
            self.nodes.push(Node { parent, what, work: 0, calls: 0, times: 0 });
            self.nodes.len() as u32 - 1
        })
    }

    fn context(&mut self) -> &mut Context {
        self.contexts.last_mut().expect("play goes on around everything")
    }

    /// Charges the fuel used since then to the current node.
    fn charge(&mut self, left: i64) {
        let used = u64::try_from(self.left - left).unwrap_or(0);
        self.left = left;
        let now = self.context().now;
        self.nodes[now as usize].work += used;
    }

    /// Continues at an instruction.
    fn stand(&mut self, node: u32, pc: Pc, depth: u32) {
        let unit = self.units.at(pc);
        let context = self.contexts.last_mut().expect("play goes on around everything");
        context.now = node;
        let last = context.last.replace((unit, depth));
        let begins = last.is_none_or(|(before, was)| match depth.cmp(&was) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Equal => before != unit && !self.units.is_within(before, unit),
            std::cmp::Ordering::Less => false,
        });
        let node = &mut self.nodes[node as usize];
        node.calls += u64::from(begins);
        node.times += 1;
    }

    /// Uses one part for all answers that are not listed separately.
    fn listed(&self, part: WorkOwner) -> WorkOwner {
        match part {
            WorkOwner::Answer(pc, option) => {
                let listed = self.is_menu[pc as usize] && option & OFFER == 0;
                WorkOwner::Answer(pc, if listed { option } else { ANY })
            }
            part => part,
        }
    }
}

impl Probe for Tally {
    fn set(&self, left: i64) {
        self.inner.borrow_mut().left = left;
    }

    fn ends(&self, left: i64) {
        self.inner.borrow_mut().charge(left);
    }

    fn runs(&self, stack: &mut dyn ExactSizeIterator<Item = Pc>, pc: Pc, left: i64) {
        let inner = &mut *self.inner.borrow_mut();
        inner.charge(left);
        let depth = stack.len() as u32;
        let Context { base, ahead, .. } = *inner.context();
        let mut parent = base;
        if !ahead {
            let mut waiting = std::mem::take(&mut inner.stack);
            waiting.clear();
            waiting.extend(stack.filter_map(|pc| inner.procs[pc as usize]));
            for proc in &waiting {
                parent = inner.child(parent, What::Proc(*proc));
            }
            inner.stack = waiting;
        }
        let node = inner.child(parent, What::At(pc));
        inner.stand(node, pc, depth);
    }

    fn looks(&self, pc: Pc, base: u32, costs: i64, left: i64) {
        let inner = &mut *self.inner.borrow_mut();
        inner.charge(left);
        let parent = inner.context().base;
        let node = inner.child(parent, What::At(pc));
        inner.stand(node, pc, base);
        inner.nodes[node as usize].work += costs as u64;
    }

    fn paid(&self, costs: i64) {
        self.inner.borrow_mut().left -= costs;
    }

    fn enters(&self, part: WorkOwner, left: i64) {
        let inner = &mut *self.inner.borrow_mut();
        inner.charge(left);
        let part = inner.listed(part);
        let Context { base, now, ahead, .. } = *inner.context();
        let looks = matches!(part, WorkOwner::Ahead(_) | WorkOwner::Trial);
        // Look-ahead within look-ahead counts with the outer one.
        let at = match part {
            _ if !looks => inner.child(now, What::Owner(part)),
            WorkOwner::Trial
                if inner.nodes[base as usize].what == What::Owner(WorkOwner::Trial) =>
            {
                base
            }
            WorkOwner::Ahead(_) if ahead => base,
            _ if ahead => inner.child(base, What::Owner(part)),
            _ => inner.child(now, What::Owner(part)),
        };
        inner.nodes[at as usize].calls += 1;
        inner.nodes[at as usize].times += 1;
        let ahead = ahead || looks;
        inner.contexts.push(Context { base: at, now: at, ahead, last: None });
    }

    fn leaves(&self, left: i64) {
        let inner = &mut *self.inner.borrow_mut();
        inner.charge(left);
        inner.contexts.pop();
    }
}
