//! Looks to the end of its own turn and takes what is worth most then.

use boardwright_rules::rng::Stream;
use boardwright_rules::table::Table;

use super::Bot;
use super::mind::{Mind, POINT, Turn, keys, seed, step};

/// How many ends of a turn it looks at for one decision.
const ENDS: u32 = 200;
/// How many decisions of a turn it looks at.
const DEPTH_MAX: usize = 40;

/// Takes the option after which its own turn can end best, by the points the rules would give
/// then and the hints of the pack. It does not ask what others will do.
pub struct GreedyBot {
    stream: Stream,
    /// What it means to do in the rest of the turn, the next decision last.
    plan: Vec<Planned>,
}

/// A decision planned ahead.
#[derive(Clone, Debug)]
struct Planned {
    /// The options it was about.
    options: Vec<u64>,
    /// Which one.
    index: usize,
}

impl GreedyBot {
    /// A bot that always plays the same with the same seed.
    pub fn new(seed: u64) -> Self {
        Self { stream: Stream::new(seed, "bot/greedy"), plan: vec![] }
    }
}

impl Bot for GreedyBot {
    fn pick(&mut self, table: &Table) -> Option<usize> {
        let n_options = table.options().len();
        if n_options < 2 {
            return (n_options == 1).then_some(0);
        }
        let mut options = vec![];
        keys(table, &mut options);
        if let Some(planned) = self.plan.pop()
            && planned.options == options
        {
            return Some(planned.index);
        }
        self.plan.clear();
        let mut mind = Mind::new(table)?;
        let Some(start) = mind.table(seed(&mut self.stream)) else {
            return Some(self.stream.below(n_options as u32) as usize);
        };
        let mut search = Search { mind: &mut mind, stream: &mut self.stream, tables: vec![start] };
        let mut found = search.best(0, ENDS);
        self.plan = std::mem::take(&mut found.plan);
        match self.plan.pop() {
            Some(planned) => Some(planned.index),
            None => Some(self.stream.below(n_options as u32) as usize),
        }
    }
}

/// How much worse than the best each option of a table is by the end of the turn, in points: 0 for
/// the best, less for the others.
pub(super) fn advantages<'a>(
    mind: &mut Mind<'_, 'a>,
    stream: &mut Stream,
    table: &Table<'a>,
) -> Vec<f64> {
    let n_options = table.options().len();
    let share = ENDS / n_options.max(1) as u32;
    let mut search = Search { mind, stream, tables: vec![table.clone()] };
    let worth: Vec<Option<i64>> = (0..n_options)
        .map(|index| {
            Some(match search.go(0, index)? {
                Turn::Ends => search.mind.judge_mine(&search.tables[1]),
                Turn::GoesOn => search.best(1, share).worth,
            })
        })
        .collect();
    let best = worth.iter().flatten().copied().max().unwrap_or(0);
    let less =
        |worth: Option<i64>| worth.map_or(-1e3, |worth| (worth - best) as f64 / POINT as f64);
    worth.into_iter().map(less).collect()
}

/// A look to the end of a turn: one table for each decision on the way.
struct Search<'m, 't, 'a> {
    mind: &'m mut Mind<'t, 'a>,
    stream: &'m mut Stream,
    tables: Vec<Table<'a>>,
}

/// The best end of a turn that was found.
struct Found {
    worth: i64,
    /// What leads there, the first decision last.
    plan: Vec<Planned>,
}

impl Search<'_, '_, '_> {
    /// The best end of the turn from the table at a depth, looking at so many ends.
    fn best(&mut self, depth: usize, ends: u32) -> Found {
        let mut best = Found { worth: i64::MIN, plan: vec![] };
        let n_options = self.tables[depth].options().len();
        if n_options == 0 || depth >= DEPTH_MAX {
            let worth = self.mind.judge_mine(&self.tables[depth]);
            return Found { worth, plan: vec![] };
        }
        let mut order: Vec<usize> = (0..n_options).collect();
        // In another order each time: what is found first wins a tie.
        self.stream.shuffle(&mut order);
        order.truncate(ends.max(1) as usize);
        let share = ends / order.len() as u32;
        let mut options = vec![];
        keys(&self.tables[depth], &mut options);
        for index in order {
            let Some(turn) = self.go(depth, index) else { continue };
            let mut found = match turn {
                Turn::Ends => {
                    let worth = self.mind.judge_mine(&self.tables[depth + 1]);
                    Found { worth, plan: vec![] }
                }
                Turn::GoesOn => self.best(depth + 1, share),
            };
            if found.worth > best.worth {
                if n_options > 1 {
                    found.plan.push(Planned { options: options.clone(), index });
                }
                best = found;
            }
        }
        best
    }

    /// Takes an option on a copy, one deeper. `None` if it leads into a dead end.
    fn go(&mut self, depth: usize, index: usize) -> Option<Turn> {
        if self.tables.len() <= depth + 1 {
            self.tables.push(self.tables[depth].clone());
        } else {
            let (before, after) = self.tables.split_at_mut(depth + 1);
            after[0].clone_from(&before[depth]);
        }
        step(&mut self.tables[depth + 1], index).ok()
    }
}
