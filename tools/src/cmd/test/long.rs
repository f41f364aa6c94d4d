//! Long random play over threads: laws, dead ends, panics and coverage of content.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use boardwright_pack::battery::Finding;
use boardwright_pack::coverage::{Coverage, Recorder};
use boardwright_pack::game::Game;
use boardwright_pack::laws::Laws;
use boardwright_pack::soak;

/// What came of many games.
#[derive(Default)]
pub struct Long {
    /// How many games were played to their end, or to where they broke.
    pub games: u64,
    /// How many decisions they had.
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

/// Plays a game for each seed on several threads, each of which opens the game for itself. What
/// comes of it does not depend on their number. `tick` hears of every game that is done.
pub fn play(
    open: &(dyn Fn() -> Option<Game> + Sync),
    seeds: Range<u64>,
    threads: usize,
    tick: &(dyn Fn() + Sync),
) -> Long {
    let next = AtomicU64::new(seeds.start);
    let all = Mutex::new(Long::default());
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let part = work(open, &next, seeds.end, tick);
                if let Ok(mut all) = all.lock() {
                    all.add(part);
                }
            });
        }
    });
    let mut all = all.into_inner().unwrap_or_default();
    all.findings.sort_by_key(|it| (it.seed, it.decision));
    all
}

/// Plays games with the next seed each, until there are no more.
fn work(
    open: &(dyn Fn() -> Option<Game> + Sync),
    next: &AtomicU64,
    end: u64,
    tick: &(dyn Fn() + Sync),
) -> Long {
    let mut part = Long::default();
    while next.load(Ordering::Relaxed) < end {
        let Some(game) = open() else { break };
        let Ok(laws) = Laws::of(&game) else { break };
        let mut coverage = Coverage::new(&game);
        let mut recorder = Recorder::new(&game.def);
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= end {
                break;
            }
            let mut played = soak::play(&game, &laws, seed, &mut recorder);
            part.games += 1;
            part.decisions += played.decisions as u64;
            let panicked = played.findings.iter().any(|it| it.law == soak::PANICS);
            part.findings.append(&mut played.findings);
            tick();
            if panicked {
                // Nobody knows what state the game is in now: it is opened anew.
                break;
            }
        }
        coverage.absorb(&game, &mut recorder);
        part.coverage.merge(&coverage);
    }
    part
}
