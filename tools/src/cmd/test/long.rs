//! Long random play on several threads: laws, dead ends, panics and coverage of content.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use boardwright_lab::battery::Finding;
use boardwright_lab::pool::{self, Jobs, Out};
use boardwright_lab::soak;
use boardwright_play::coverage::{Coverage, Recorder};
use boardwright_play::game::Game;
use boardwright_play::laws::Laws;

/// The results of many games.
#[derive(Default)]
pub struct Long {
    /// How many games were played, to their end or to a failure.
    pub games: u64,
    /// The total number of decisions.
    pub decisions: u64,
    /// What went wrong, by seed.
    pub findings: Vec<Finding>,
    /// What was reached.
    pub coverage: Coverage,
}

impl Long {
    fn add(&mut self, mut other: Self) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.findings.append(&mut other.findings);
        self.coverage.merge(&other.coverage);
    }
}

/// Plays a game for each seed on several threads, each of which opens the game for itself. The
/// results do not depend on the number of threads. `tick` is called for every finished game. After
/// an interruption no further game is begun.
pub fn play(
    open: &(dyn Fn() -> Option<Game> + Sync),
    seeds: Range<u64>,
    (threads, stop): (usize, &AtomicBool),
    tick: &(dyn Fn() + Sync),
) -> Long {
    let mut all = Long::default();
    let n_games = seeds.end.saturating_sub(seeds.start) as usize;
    let work = |jobs: &Jobs, out: &Out<Long>| {
        let mut next = || match stop.load(Ordering::Relaxed) {
            true => None,
            false => jobs.take().map(|at| seeds.start + at as u64),
        };
        while let Some(seed) = next() {
            let Some(part) = work(open, seed, &mut next, tick) else { return };
            out.say(part);
        }
    };
    pool::run(threads, n_games, &work, &mut |_, part| all.add(part));
    all.findings.sort_by_key(|it| (it.seed, it.decision));
    all
}

/// Plays a game with this seed and the next ones, until none are left or one of them fails; `None`
/// if the game cannot be opened.
fn work(
    open: &(dyn Fn() -> Option<Game> + Sync),
    seed: u64,
    next: &mut dyn FnMut() -> Option<u64>,
    tick: &(dyn Fn() + Sync),
) -> Option<Long> {
    let game = open()?;
    let laws = Laws::of(&game).ok()?;
    let mut part = Long { coverage: Coverage::new(&game), ..Long::default() };
    let mut recorder = Recorder::new(&game.def);
    let mut seeds = Some(seed);
    while let Some(seed) = seeds {
        let mut played = soak::play(&game, &laws, seed, &mut recorder);
        part.games += 1;
        part.decisions += played.decisions as u64;
        let panicked = played.findings.iter().any(|it| it.law == soak::PANICS);
        part.findings.append(&mut played.findings);
        tick();
        // After a panic the state of the game is unknown, so it is opened again.
        seeds = if panicked { None } else { next() };
    }
    part.coverage.absorb(&game, &mut recorder);
    Some(part)
}
