//! Information-set Monte-Carlo tree search: every iteration deals what is hidden anew, goes down
//! one tree that all deals share, plays on for a while and judges where it got to. Every seat is
//! taken to want the best for itself.

mod habits;
mod tree;

use std::time::{Duration, Instant};

use boardwright_rules::id::SeatId;
use boardwright_rules::rng::Stream;
use boardwright_rules::table::Table;

use super::mind::{Mind, POINT, Turn, keys, question, seed, step};
use super::{Bot, Budget, greedy};
use habits::Habits;
use tree::{Next, Tree};

/// So many times around the table it looks ahead, besides the turn at hand: all ends it compares
/// are as far away.
const ROUNDS_AHEAD: u32 = 1;
/// How many ways to end a turn are tried where it plays on; the one best for who plays is taken.
const TRIES: u32 = 3;
/// How many decisions one iteration makes at most.
const STEPS_MAX: usize = 300;
/// How many deals that cannot be are put up with, of a hundred.
const MISDEALS_PERCENT: u32 = 100;

/// Thinks ahead on tables dealt anew.
pub struct MctsBot {
    budget: Budget,
    stream: Stream,
    tree: Tree,
    habits: Habits,
    /// What it took last: what follows it in the tree is known already.
    last: Option<u64>,
}

impl MctsBot {
    /// A bot that thinks about each decision for so long. With a number of iterations it always
    /// plays the same with the same seed.
    pub fn new(budget: Budget, seed: u64) -> Self {
        let stream = Stream::new(seed, "bot/mcts");
        Self { budget, stream, tree: Tree::default(), habits: Habits::new(), last: None }
    }
}

impl Bot for MctsBot {
    fn pick(&mut self, table: &Table) -> Option<usize> {
        let n_options = table.options().len();
        if n_options < 2 {
            return (n_options == 1).then_some(0);
        }
        let mut mind = Mind::new(table)?;
        let mut options = vec![];
        keys(table, &mut options);
        let asked = question(table);
        if !self.last.is_some_and(|last| self.tree.follow(last, asked)) {
            self.tree.begin(asked);
        }
        self.habits.fade();
        let start = mind.table(seed(&mut self.stream));
        let Some(start) = start else {
            return Some(self.stream.below(n_options as u32) as usize);
        };
        let base = mind.judge(&start).to_vec();
        let priors = greedy::advantages(&mut mind, &mut self.stream, &start);
        self.tree.expect(&options, &priors);
        let mut search = Search {
            mind: &mut mind,
            stream: &mut self.stream,
            tree: &mut self.tree,
            habits: &mut self.habits,
            root: &options,
            priors: &priors,
            turns: 1 + ROUNDS_AHEAD * u32::from(table.def.players),
            before: start.clone(),
            tried: start.clone(),
            table: start,
            spreads: vec![Spread::default(); base.len()],
            base,
            path: vec![],
            played: vec![],
            keys: vec![],
        };
        search.think(self.budget);
        let best = self.tree.favourite(&options);
        let best = best.unwrap_or_else(|| self.stream.below(n_options as u32) as usize);
        self.last = options.get(best).copied();
        Some(best)
    }
}

/// One decision being thought about.
struct Search<'m, 't, 'a> {
    mind: &'m mut Mind<'t, 'a>,
    stream: &'m mut Stream,
    tree: &'m mut Tree,
    habits: &'m mut Habits,
    /// The real options.
    root: &'m [u64],
    /// How much worse than the best each of them is to the end of the turn.
    priors: &'m [f64],
    /// So many turns end before it judges.
    turns: u32,
    table: Table<'a>,
    before: Table<'a>,
    tried: Table<'a>,
    /// What the position is worth to each seat now.
    base: Vec<i64>,
    /// How much what comes of things differs, for each seat.
    spreads: Vec<Spread>,
    /// Nodes passed in this iteration, what was taken there, and by whom.
    path: Vec<(usize, usize, SeatId)>,
    /// Options taken in this iteration, in the tree and beyond, and by whom.
    played: Vec<(u64, SeatId)>,
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
        for _ in 0..STEPS_MAX {
            let Some((seat, _)) = self.table.asked().filter(|_| left > 0) else { break };
            if self.table.options().len() == 1 && !self.path.is_empty() {
                left -= step(&mut self.table, 0).ok()?.ended();
                continue;
            }
            keys(&self.table, &mut self.keys);
            if self.path.is_empty() {
                // The real options, whatever pieces lie there in this deal.
                self.keys.clear();
                self.keys.extend_from_slice(self.root);
            } else if !self.tree.is_about(node, question(&self.table)) {
                // Chance led to another question than before: play on from here.
                break;
            }
            let spread = self.spreads[seat.index()].deviation();
            let (at, which, new) = match self.tree.next(node, &self.keys, spread) {
                Next::Known(at, which) => (at, which, false),
                Next::New => {
                    let at = self.something_new(node, seat);
                    (at, self.tree.add(node, self.keys[at]), true)
                }
                Next::Nothing => return None,
            };
            if new && node == 0 {
                self.tree.tried(node, which).prior = self.priors[at];
            }
            self.path.push((node, which, seat));
            self.played.push((self.keys[at], seat));
            match step(&mut self.table, at) {
                Ok(turn) => left -= turn.ended(),
                Err(_) => {
                    self.tree.tried(node, which).dead = true;
                    return None;
                }
            }
            if new {
                break;
            }
            node = self.tree.tried(node, which).node as usize;
        }
        Some(left)
    }

    /// An option that was not tried at a node: the one that usually turns out best.
    fn something_new(&mut self, node: usize, seat: SeatId) -> usize {
        let usual = self.spreads[seat.index()].mean;
        let first = self.stream.below(self.keys.len() as u32) as usize;
        let (mut best, mut most) = (first, f64::NEG_INFINITY);
        for at in (first..self.keys.len()).chain(0..first) {
            if self.tree.knows(node, self.keys[at]) {
                continue;
            }
            let mut mean = self.habits.mean(self.keys[at], usual);
            if node == 0 {
                mean = self.priors[at];
            }
            if mean > most {
                (best, most) = (at, mean);
            }
        }
        best
    }

    /// Plays so many turns to their ends.
    fn play_on(&mut self, left: u32) {
        for _ in 0..left {
            let Some((seat, _)) = self.table.asked() else { return };
            std::mem::swap(&mut self.table, &mut self.before);
            let mut most = i64::MIN;
            let usual = self.spreads[seat.index()].mean;
            for _ in 0..TRIES {
                self.tried.clone_from(&self.before);
                finish(&mut self.tried, self.stream, self.habits, &mut self.keys, usual);
                let worth = self.mind.judge(&self.tried)[seat.index()];
                if worth > most {
                    most = worth;
                    std::mem::swap(&mut self.tried, &mut self.table);
                }
            }
        }
    }
}

/// Plays a turn to its end by what usually turns out well.
fn finish(
    table: &mut Table,
    stream: &mut Stream,
    habits: &Habits,
    options: &mut Vec<u64>,
    usual: f64,
) {
    for _ in 0..STEPS_MAX {
        let at = match table.options().len() {
            0 => return,
            1 => 0,
            _ => {
                keys(table, options);
                habits.pick(options, usual, stream)
            }
        };
        if !matches!(step(table, at), Ok(Turn::GoesOn)) {
            return;
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
