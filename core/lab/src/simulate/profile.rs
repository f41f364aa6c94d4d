//! Shows where the work of many games goes: by rule, by line, and by the questions of look-ahead.
//!
//! Work is counted in units of fuel ([`boardwright_rules::fuel`]), so the same seed gives the same
//! figures on every machine and with any number of threads. A [`Tally`] adds up work at the tables
//! of one thread; a [`Profile`] collects tallies by names and places, and makes a [`Report`]. Only
//! the wall-clock time of scripts differs each time, so it is kept apart.

mod name;
mod report;
mod tally;
#[cfg(test)]
mod tests;
mod units;

use std::collections::BTreeMap;
use std::time::Duration;

use boardwright_rules::probe::WorkOwner;

use boardwright_play::game::Game;
use name::Namer;
use tally::{Node, What};
use units::Units;

pub use name::{Kind, Spot};
pub use report::{Question, Report, Row, Totals};
pub use tally::{Measured, Tally};

/// The frame in stacks that stands for look-ahead.
const AHEAD: &str = "(look-ahead)";

/// An amount of work.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Count {
    work: u64,
    /// The part done in look-ahead.
    ahead: u64,
    calls: u64,
    times: u64,
}

impl Count {
    fn add(&mut self, other: Self) {
        self.work += other.work;
        self.ahead += other.ahead;
        self.calls += other.calls;
        self.times += other.times;
    }
}

/// A question, and one of its answers if that is listed separately.
type Asked = (Spot, Option<String>);

/// The cost of looking ahead from a question.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Looked {
    work: u64,
    /// How often look-ahead ran; for an answer, how often it was examined.
    times: u64,
    trials: u64,
}

impl Looked {
    fn add(&mut self, other: Self) {
        self.work += other.work;
        self.times += other.times;
        self.trials += other.trials;
    }
}

/// The wall-clock time of a script, in play and look-ahead.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Clocked {
    /// The script.
    pub name: String,
    /// How often it was called.
    pub calls: u64,
    /// The total time of all calls.
    pub time: Duration,
}

/// Where work went, by names and places.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Profile {
    rules: BTreeMap<Spot, Count>,
    lines: BTreeMap<Spot, Count>,
    asked: BTreeMap<Asked, Looked>,
    stacks: BTreeMap<String, u64>,
    scripts: BTreeMap<String, (u64, Duration)>,
}

impl Profile {
    /// A tally for a game. From now on its scripts are timed.
    pub fn tally(game: &Game) -> Tally {
        game.scripts.clock();
        Tally::new(&game.def)
    }

    /// Adds the counts of a tally at tables of a game.
    pub fn absorb(&mut self, game: &Game, tally: &Tally) {
        let namer = Namer::new(game);
        tally.read(|units, nodes| self.absorb_nodes(&namer, units, nodes));
        for (script, calls, time) in game.scripts.clocked() {
            let known = self.scripts.entry(script).or_default();
            (known.0, known.1) = (known.0 + calls, known.1 + time);
        }
    }

    fn absorb_nodes(&mut self, namer: &Namer, units: &Units, nodes: &[Node]) {
        // A node comes after its parent.
        let mut within: Vec<Within> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let around = within.get(node.parent as usize).cloned().unwrap_or_default();
            let own = around.entered(node, namer, units);
            if node.work > 0 || node.calls > 0 {
                self.count(node, &own);
            }
            within.push(own);
        }
    }

    fn count(&mut self, node: &Node, within: &Within) {
        let Node { work, calls, times, .. } = *node;
        let ahead = if within.asked.is_some() { work } else { 0 };
        // The number of look-aheads is reported with the questions.
        let is_look = matches!(
            node.what,
            What::Owner(WorkOwner::Ahead(_) | WorkOwner::Answer(..) | WorkOwner::Trial)
        );
        let (began, ran) = if is_look { (0, 0) } else { (calls, times) };
        if let Some((rule, line)) = &within.spots {
            let count = Count { work, ahead, calls: began, times: ran };
            self.rules.entry(rule.clone()).or_default().add(count);
            self.lines.entry(line.clone()).or_default().add(count);
        }
        if let Some((question, answer)) = &within.asked {
            let if_so = |counts: bool| if counts { calls } else { 0 };
            let trials = if_so(node.what == What::Owner(WorkOwner::Trial));
            let looked = Looked { work, times: 0, trials };
            let of_question = matches!(node.what, What::Owner(WorkOwner::Ahead(_)));
            let all = Looked { times: if_so(of_question), ..looked };
            self.asked.entry((question.clone(), None)).or_default().add(all);
            if let Some(answer) = answer {
                let of_answer = matches!(node.what, What::Owner(WorkOwner::Answer(..)));
                let one = Looked { times: if_so(of_answer), ..looked };
                let key = (question.clone(), Some(answer.clone()));
                self.asked.entry(key).or_default().add(one);
            }
        }
        if work > 0 {
            *self.stacks.entry(within.stack.clone()).or_default() += work;
        }
    }

    /// Adds the counts of another profile.
    pub fn merge(&mut self, other: &Self) {
        for (spot, count) in &other.rules {
            self.rules.entry(spot.clone()).or_default().add(*count);
        }
        for (spot, count) in &other.lines {
            self.lines.entry(spot.clone()).or_default().add(*count);
        }
        for (asked, looked) in &other.asked {
            self.asked.entry(asked.clone()).or_default().add(*looked);
        }
        for (stack, work) in &other.stacks {
            *self.stacks.entry(stack.clone()).or_default() += work;
        }
        for (script, (calls, time)) in &other.scripts {
            let known = self.scripts.entry(script.clone()).or_default();
            (known.0, known.1) = (known.0 + calls, known.1 + *time);
        }
    }

    /// Stacks of calls with their work, one per line, in the format of flame graph tools:
    /// `outer;inner 123`.
    pub fn folded(&self) -> String {
        self.stacks.iter().map(|(stack, work)| format!("{stack} {work}\n")).collect()
    }

    /// The wall-clock times of scripts, longest first.
    pub fn clocked(&self) -> Vec<Clocked> {
        let told = |(name, (calls, time)): (&String, &(u64, Duration))| Clocked {
            name: name.clone(),
            calls: *calls,
            time: *time,
        };
        let mut all: Vec<Clocked> = self.scripts.iter().map(told).collect();
        all.sort_by_key(|script| std::cmp::Reverse(script.time));
        all
    }
}

/// The context of a node in the tree of calls.
#[derive(Clone, Default)]
struct Within {
    stack: String,
    /// The rule and the line that the work belongs to.
    spots: Option<(Spot, Spot)>,
    /// The question that look-ahead starts from.
    asked: Option<Asked>,
}

impl Within {
    /// The context of a node's children.
    fn entered(mut self, node: &Node, namer: &Namer, units: &Units) -> Self {
        match node.what {
            What::Root => self.spots = Some((namer.engine(), namer.engine())),
            What::Proc(proc) => self.push(&namer.of_proc(proc).name),
            What::At(pc) => {
                let (rule, line) = (namer.of_unit(units.unit_at(pc)), namer.line(pc));
                let frame = match self.stack.rsplit(';').next() {
                    Some(last) if last == folded(&rule.name) => line.to_string(),
                    _ => format!("{};{}", folded(&rule.name), folded(&line.to_string())),
                };
                self.push_folded(&frame);
                self.spots = Some((rule, line));
            }
            What::Owner(WorkOwner::Ahead(pc)) => {
                self.push(AHEAD);
                self.asked = Some((namer.question(pc), None));
                self.spots = Some((namer.of_unit(units.unit_at(pc)), namer.line(pc)));
            }
            What::Owner(WorkOwner::Answer(pc, option)) => {
                if let (Some(asked), Some(name)) = (&mut self.asked, namer.answer(pc, option)) {
                    // Only answers to the question at which look-ahead began.
                    if asked.1.is_none() {
                        asked.1 = Some(name);
                    }
                }
            }
            What::Owner(WorkOwner::Trial) => {}
            What::Owner(part) => {
                let spot = namer.of_part(part, units);
                self.push(&spot.name);
                self.spots = Some((spot.clone(), spot));
            }
        }
        self
    }

    fn push(&mut self, name: &str) {
        let name = folded(name);
        self.push_folded(&name);
    }

    fn push_folded(&mut self, name: &str) {
        if !self.stack.is_empty() {
            self.stack.push(';');
        }
        self.stack.push_str(name);
    }
}

/// Cleans a name for a stack, where `;` and line breaks are separators.
fn folded(name: &str) -> String {
    name.replace([';', '\n', '\r'], " ")
}
