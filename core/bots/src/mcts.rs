//! Information-set Monte-Carlo tree search over whole turns. Every iteration deals hidden
//! information anew, descends one tree that all deals share, plays out some turns and evaluates the
//! position. Every seat is assumed to play for itself.

mod habits;
mod tree;

use std::time::{Duration, Instant};

use boardwright_rules::id::SeatId;
use boardwright_rules::rng::Stream;
use boardwright_rules::table::Table;

use super::mind::{Mind, POINT, Turn, keys, question, seed, step};
use super::plan::TurnPlan;
use super::turns::Outlook;
use super::{Bot, Budget};
use habits::Habits;
use tree::Tree;

/// How many rounds of the table it looks ahead beyond the current turn: all positions it compares
/// are equally far away.
const ROUNDS_AHEAD: u32 = 1;
/// How many ways to end a turn a playout tries; the best for the acting seat is played.
const TRIES: u32 = 3;
/// For the current turn: how many ends one look examines, and how many ways it keeps.
const FIRST_LOOK: (u32, usize) = (200, 16);
/// The same for later turns.
const LOOK: (u32, usize) = (40, 6);
/// How many playouts test whether positions that far away differ at all.
const PROBES: u32 = 4;
/// The maximum number of decisions in one iteration.
const STEPS_MAX: usize = 300;
/// Largest share of impossible deals before giving up, in percent.
const MISDEALS_PERCENT: u32 = 100;

/// Searches on tables dealt anew, then carries out its best plan to the end of its turn.
pub struct MctsBot {
    budget: Budget,
    stream: Stream,
    tree: Tree,
    habits: Habits,
    plan: TurnPlan,
}

impl MctsBot {
    /// A bot that thinks about each turn within a budget, and again when something unexpected is
    /// offered. With a budget of iterations it always plays the same with the same seed.
    pub fn new(budget: Budget, seed: u64) -> Self {
        let stream = Stream::new(seed, "bot/mcts");
        let (tree, habits, plan) = (Tree::default(), Habits::new(), TurnPlan::default());
        Self { budget, stream, tree, habits, plan }
    }
}

impl Bot for MctsBot {
    fn pick(&mut self, table: &Table) -> Option<usize> {
        if let Some(pick) = self.plan.ready(table) {
            return pick;
        }
        let n_options = table.options().len();
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
        if search.lookahead_is_flat() {
            // Only the end of the game shows who is better off.
            search.turns = STEPS_MAX as u32;
        }
        search.think(self.budget);
        let best = self.tree.favourite().and_then(|way| self.plan.begin(way));
        Some(best.unwrap_or_else(|| self.stream.below(n_options as u32) as usize))
    }
}

/// The search for one decision.
struct Search<'m, 't, 'a> {
    mind: &'m mut Mind<'t, 'a>,
    stream: &'m mut Stream,
    tree: &'m mut Tree,
    habits: &'m mut Habits,
    outlook: Outlook<'a>,
    /// How many turns end before the evaluation.
    turns: u32,
    table: Table<'a>,
    before: Table<'a>,
    tried: Table<'a>,
    /// The current value of the position for each seat.
    base: Vec<i64>,
    /// The spread of results, for each seat.
    spreads: Vec<Spread>,
    /// The nodes passed in this iteration, the way taken at each, and the seat that took it.
    path: Vec<(usize, usize, SeatId)>,
    /// The options taken on these ways, and by which seat.
    played: Vec<(u64, SeatId)>,
    /// The first options of the tries of the turn being played out.
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

    /// Whether the position has the same value for everybody after the turns it would look ahead.
    fn lookahead_is_flat(&mut self) -> bool {
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

    /// Descends the tree, adds to it, plays out, evaluates, and passes the result to everything on
    /// the path.
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

    /// Descends to a new node, to the search horizon, or to the end of the game. Returns how many
    /// turns are left to play; `None` if it reaches a dead end.
    fn descend(&mut self) -> Option<u32> {
        let mut node = 0;
        let mut left = self.turns;
        while left > 0 {
            let Some((seat, _)) = self.table.asked() else { break };
            let is_new = node > 0 && self.tree.is_new(node);
            if !self.tree.visit(node, question(&self.table)) || is_new {
                // A new node, or chance led to another question than before.
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

    /// Follows a way to the end of the turn. Where it is not open in this deal, continues with
    /// options that usually turn out well. `None` if it reaches a dead end.
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

    /// Plays out this many turns.
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

    /// Plays a turn to its end with options that usually turn out well. Its first option is one
    /// with which no other try of the turn began: habits come from other positions, and alone they
    /// would find the same turn each time and miss one that has only now become good.
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

/// The running spread of numbers.
#[derive(Clone, Copy, Default)]
struct Spread {
    count: f64,
    mean: f64,
    squares: f64,
    /// The latest number.
    last: f64,
}

impl Spread {
    fn learn(&mut self) {
        self.count += 1.0;
        let off = self.last - self.mean;
        self.mean += off / self.count;
        self.squares += off * (self.last - self.mean);
    }

    /// The standard deviation; 1 while all numbers are equal.
    fn deviation(&self) -> f64 {
        match self.squares > 0.0 {
            true => (self.squares / self.count).sqrt(),
            false => 1.0,
        }
    }
}
