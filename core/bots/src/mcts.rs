//! Information-set Monte-Carlo tree search over whole turns: every iteration deals what is hidden
//! anew, goes down one tree that all deals share, plays on for a while and judges where it got to.
//! Every seat is taken to want the best for itself.

mod habits;
mod tree;

use std::time::{Duration, Instant};

use boardwright_rules::id::SeatId;
use boardwright_rules::rng::Stream;
use boardwright_rules::table::Table;

use super::mind::{Mind, POINT, Turn, keys, question, seed, step};
use super::plan::Plan;
use super::turns::Outlook;
use super::{Bot, Budget};
use habits::Habits;
use tree::Tree;

/// So many times around the table it looks ahead, besides the turn at hand: all ends it compares
/// are as far away.
const ROUNDS_AHEAD: u32 = 1;
/// How many ways to end a turn are tried where it plays on; the one best for who plays is taken.
const TRIES: u32 = 3;
/// How many ends of the turn at hand one look is about, and how many ways it keeps.
const FIRST_LOOK: (u32, usize) = (200, 16);
/// The same for turns further away.
const LOOK: (u32, usize) = (40, 6);
/// How many times it plays on to see whether ends that far away differ at all.
const PROBES: u32 = 4;
/// How many decisions one iteration makes at most.
const STEPS_MAX: usize = 300;
/// How many deals that cannot be are put up with, of a hundred.
const MISDEALS_PERCENT: u32 = 100;

/// Thinks ahead on tables dealt anew, and then does what it thought best to the end of its turn.
pub struct MctsBot {
    budget: Budget,
    stream: Stream,
    tree: Tree,
    habits: Habits,
    plan: Plan,
}

impl MctsBot {
    /// A bot that thinks about each turn for so long, and again where something unforeseen is
    /// offered. With a number of iterations it always plays the same with the same seed.
    pub fn new(budget: Budget, seed: u64) -> Self {
        let stream = Stream::new(seed, "bot/mcts");
        let (tree, habits, plan) = (Tree::default(), Habits::new(), Plan::default());
        Self { budget, stream, tree, habits, plan }
    }
}

impl Bot for MctsBot {
    fn pick(&mut self, table: &Table) -> Option<usize> {
        let n_options = table.options().len();
        if n_options < 2 {
            return (n_options == 1).then_some(0);
        }
        let mut options = vec![];
        keys(table, &mut options);
        if let Some(index) = self.plan.next(&options) {
            return Some(index);
        }
        let mut mind = Mind::new(table)?;
        let Some(start) = mind.table(seed(&mut self.stream)) else {
            return Some(self.stream.below(n_options as u32) as usize);
        };
        self.tree.begin(question(table));
        self.habits.fade();
        let base = mind.judge(&start).to_vec();
        let mut search = Search {
            mind: &mut mind,
            stream: &mut self.stream,
            tree: &mut self.tree,
            habits: &mut self.habits,
            outlook: Outlook::default(),
            turns: 1 + ROUNDS_AHEAD * u32::from(table.def.players),
            before: start.clone(),
            tried: start.clone(),
            table: start,
            spreads: vec![Spread::default(); base.len()],
            base,
            path: vec![],
            played: vec![],
            begun: vec![],
            keys: vec![],
        };
        if search.tells_nothing() {
            // Only the end of the game tells who is better off.
            search.turns = STEPS_MAX as u32;
        }
        search.think(self.budget);
        let best = self.tree.favourite().and_then(|way| self.plan.begin(way));
        Some(best.unwrap_or_else(|| self.stream.below(n_options as u32) as usize))
    }
}

/// One decision being thought about.
struct Search<'m, 't, 'a> {
    mind: &'m mut Mind<'t, 'a>,
    stream: &'m mut Stream,
    tree: &'m mut Tree,
    habits: &'m mut Habits,
    outlook: Outlook<'a>,
    /// So many turns end before it judges.
    turns: u32,
    table: Table<'a>,
    before: Table<'a>,
    tried: Table<'a>,
    /// What the position is worth to each seat now.
    base: Vec<i64>,
    /// How much what comes of things differs, for each seat.
    spreads: Vec<Spread>,
    /// Nodes passed in this iteration, which way was taken there, and by whom.
    path: Vec<(usize, usize, SeatId)>,
    /// Options taken on those ways, and by whom.
    played: Vec<(u64, SeatId)>,
    /// What the tries of the turn that is played on began with.
    begun: Vec<u64>,
    keys: Vec<u64>,
}

impl Search<'_, '_, '_> {
    fn think(&mut self, budget: Budget) {
        let started = Instant::now();
        let (mut done, mut misdealt) = (0_u32, 0_u32);
        loop {
            let enough = match budget {
                Budget::Iterations(most) => done >= most,
                Budget::Millis(most) => {
                    done > 0 && started.elapsed() >= Duration::from_millis(u64::from(most))
                }
            };
            if enough || misdealt > 100 + done * MISDEALS_PERCENT / 100 {
                return;
            }
            let seed = seed(self.stream);
            if !self.mind.deal_on(&mut self.table, seed) {
                misdealt += 1;
                continue;
            }
            self.iterate();
            done += 1;
        }
    }

    /// Whether the position is worth the same to everybody after the turns it would look ahead.
    fn tells_nothing(&mut self) -> bool {
        for _ in 0..PROBES {
            self.tried.clone_from(&self.table);
            for _ in 0..self.turns {
                self.begun.clear();
                self.try_turn(0.0);
            }
            let goes_on = self.tried.asked().is_some();
            if goes_on && self.mind.judge(&self.tried) != self.base.as_slice() {
                return false;
            }
        }
        true
    }

    /// Goes down the tree, adds to it, plays on, judges, and tells all on the way.
    fn iterate(&mut self) {
        self.path.clear();
        self.played.clear();
        let Some(left) = self.descend() else { return };
        self.play_on(left);
        let worth = self.mind.judge(&self.table);
        for (seat, spread) in self.spreads.iter_mut().enumerate() {
            spread.last = (worth[seat] - self.base[seat]) as f64 / POINT as f64;
            spread.learn();
        }
        for (node, which, seat) in &self.path {
            let tried = self.tree.tried(*node, *which);
            tried.visits += 1;
            tried.total += self.spreads[seat.index()].last;
        }
        for (key, seat) in &self.played {
            self.habits.learn(*key, self.spreads[seat.index()].last);
        }
    }

    /// Goes down to something new, to where it stops looking, or to the end of the game. Gives
    /// how many turns are left to be played; `None` if it leads nowhere.
    fn descend(&mut self) -> Option<u32> {
        let mut node = 0;
        let mut left = self.turns;
        while left > 0 {
            let Some((seat, _)) = self.table.asked() else { break };
            let is_new = node > 0 && self.tree.is_new(node);
            if !self.tree.visit(node, question(&self.table)) || is_new {
                // Something new, or chance led to another question than before.
                break;
            }
            if self.tree.looks(node) {
                let look = if node == 0 { FIRST_LOOK } else { LOOK };
                let ways = self.outlook.ways(self.mind, self.stream, &self.table, look);
                self.tree.add(node, ways);
            }
            keys(&self.table, &mut self.keys);
            let spread = self.spreads[seat.index()].deviation();
            let Some(which) = self.tree.next(node, &self.keys, spread) else { break };
            self.path.push((node, which, seat));
            self.go(node, which)?;
            left -= 1;
            node = self.tree.tried(node, which).node;
        }
        Some(left)
    }

    /// Goes a way to the end of the turn. Where it is not open in this deal, it goes on by what
    /// usually turns out well. `None` if it leads nowhere.
    fn go(&mut self, node: usize, which: usize) -> Option<()> {
        let (seat, _) = self.table.asked()?;
        let tried = self.tree.tried(node, which);
        let mut steps = tried.way.steps.iter();
        for _ in 0..STEPS_MAX {
            let at = match self.table.options().len() {
                0 => break,
                1 => 0,
                _ => {
                    keys(&self.table, &mut self.keys);
                    let key = steps.next().map(|step| step.key);
                    let planned = self.keys.iter().position(|offered| Some(*offered) == key);
                    let at = planned.unwrap_or_else(|| {
                        let usual = self.spreads[seat.index()].mean;
                        self.habits.pick(&self.keys, &[], usual, self.stream)
                    });
                    self.played.push((self.keys[at], seat));
                    at
                }
            };
            match step(&mut self.table, at) {
                Ok(Turn::GoesOn) => {}
                Ok(Turn::Ends) => break,
                Err(_) => {
                    tried.dead = true;
                    return None;
                }
            }
        }
        Some(())
    }

    /// Plays so many turns to their ends.
    fn play_on(&mut self, left: u32) {
        for _ in 0..left {
            let Some((seat, _)) = self.table.asked() else { return };
            std::mem::swap(&mut self.table, &mut self.before);
            self.begun.clear();
            let mut most = i64::MIN;
            let usual = self.spreads[seat.index()].mean;
            for _ in 0..TRIES {
                self.tried.clone_from(&self.before);
                self.try_turn(usual);
                let worth = self.mind.judge(&self.tried)[seat.index()];
                if worth > most {
                    most = worth;
                    std::mem::swap(&mut self.tried, &mut self.table);
                }
            }
        }
    }

    /// Plays a turn to its end by what usually turns out well. It begins with something no other
    /// try of the turn began with: habits come of other positions, and alone they would find the
    /// same turn each time and miss what has become good only now.
    fn try_turn(&mut self, usual: f64) {
        let mut begins = true;
        for _ in 0..STEPS_MAX {
            let at = match self.tried.options().len() {
                0 => return,
                1 => 0,
                _ => {
                    keys(&self.tried, &mut self.keys);
                    let begun = if begins { self.begun.as_slice() } else { &[] };
                    let at = self.habits.pick(&self.keys, begun, usual, self.stream);
                    if begins {
                        self.begun.push(self.keys[at]);
                    }
                    begins = false;
                    at
                }
            };
            if !matches!(step(&mut self.tried, at), Ok(Turn::GoesOn)) {
                return;
            }
        }
    }
}

/// How much numbers differ, kept as they come.
#[derive(Clone, Copy, Default)]
struct Spread {
    count: f64,
    mean: f64,
    squares: f64,
    /// The last one.
    last: f64,
}

impl Spread {
    fn learn(&mut self) {
        self.count += 1.0;
        let off = self.last - self.mean;
        self.mean += off / self.count;
        self.squares += off * (self.last - self.mean);
    }

    /// The standard deviation; 1 as long as nothing differs.
    fn deviation(&self) -> f64 {
        match self.squares > 0.0 {
            true => (self.squares / self.count).sqrt(),
            false => 1.0,
        }
    }
}
