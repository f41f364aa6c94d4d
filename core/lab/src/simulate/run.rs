//! Plays games on several threads. Records arrive in the order of their numbers, whichever thread
//! finishes first.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::plan::Plan;
use super::play::{Ears, Played, Player};
use super::profile::{Profile, Tally};
use super::record::GameRecord;
use crate::pool::{self, Jobs, Out};
use boardwright_packs::library::Library;
use boardwright_play::coverage::{Coverage, Recorder};
use boardwright_play::game::{self, Game};

/// What each thread opens: scripts cannot be shared between threads.
pub struct Table<'l> {
    /// The source of packs.
    pub library: &'l Library,
    /// The packs.
    pub packs: &'l [String],
    /// The number of players.
    pub players: u8,
    /// Options as typed.
    pub options: &'l [(String, String)],
}

impl Table<'_> {
    /// Opens the game; `None` if the packs have errors. Lines of scripts are counted only if asked
    /// for.
    pub fn open(&self, covered: bool) -> Option<Game> {
        let ids: Vec<&str> = self.packs.iter().map(String::as_str).collect();
        let open = if covered { game::open_covered } else { game::open };
        open(self.library, &ids, Some(self.players), self.options).game
    }
}

/// Stores the log of a finished game. Stopped games leave none.
pub type KeepLog<'l> = &'l (dyn Fn(Job, &[u8]) -> io::Result<()> + Sync);

/// How games are played.
pub struct Work<'l> {
    /// The number of threads.
    pub threads: usize,
    /// Set from outside to stop. Unfinished games are then dropped.
    pub stop: &'l AtomicBool,
    /// Where logs go.
    pub log: Option<KeepLog<'l>>,
    /// Collects what games reach of their packs.
    pub coverage: Option<&'l Mutex<Coverage>>,
    /// Collects where work goes.
    pub profile: Option<&'l Mutex<Profile>>,
}

impl<'l> Work<'l> {
    /// Plays without any listeners.
    pub fn new(threads: usize, stop: &'l AtomicBool) -> Self {
        Self { threads, stop, log: None, coverage: None, profile: None }
    }
}

/// Why games could not be played.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The packs have errors, or a bot is unknown.
    #[error("{0}")]
    NotReady(String),
    /// A log could not be written.
    #[error("a log cannot be written: {0}")]
    Log(#[from] io::Error),
}

/// Receives each finished game as soon as all games before it are finished. Returns whether to go
/// on.
pub type Told<'t> = &'t mut dyn FnMut(Job, GameRecord) -> bool;

/// A game to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Job {
    /// The index of its table.
    pub table: usize,
    /// Its number in the run, from 1.
    pub number: u64,
}

/// Plays games in this order. After a stop, finished games are handed over even if an earlier one
/// is missing.
pub fn run(
    tables: &[Table],
    plan: &Plan,
    jobs: &[Job],
    work: &Work,
    on_game: Told,
) -> Result<(), RunError> {
    let mut waiting: BTreeMap<usize, GameRecord> = BTreeMap::new();
    let mut due = 0;
    let mut failed = None;
    let mut enough = false;
    let worker = |left: &Jobs, out: &Out<Sent>| {
        let done = worker(tables, plan, jobs, work, (left, out));
        done.unwrap_or_else(|error| out.say(Err(error)));
    };
    pool::run(work.threads, jobs.len(), &worker, &mut |left, sent| {
        match sent {
            Ok((at, record)) => {
                waiting.insert(at, record);
            }
            Err(error) => {
                left.stop();
                failed.get_or_insert(error);
            }
        }
        while let Some(record) = waiting.remove(&due) {
            let job = jobs[due];
            due += 1;
            if !enough && failed.is_none() && !on_game(job, record) {
                enough = true;
                left.stop();
            }
        }
    });
    if let Some(error) = failed {
        return Err(error);
    }
    if !enough {
        let _ = waiting.into_iter().all(|(at, record)| on_game(jobs[at], record));
    }
    Ok(())
}

/// A finished game with its index among the jobs.
type Sent = Result<(usize, GameRecord), RunError>;

fn worker(
    tables: &[Table],
    plan: &Plan,
    jobs: &[Job],
    work: &Work,
    (left, out): (&Jobs, &Out<Sent>),
) -> Result<(), RunError> {
    let games: Vec<Game> =
        tables.iter().filter_map(|it| it.open(work.coverage.is_some())).collect();
    if games.len() < tables.len() {
        return Err(RunError::NotReady("the packs cannot be played".into()));
    }
    let players: Result<Vec<Player>, String> =
        games.iter().map(|game| Player::new(game, plan)).collect();
    let players = players.map_err(RunError::NotReady)?;
    let mut listeners: Vec<Listeners> =
        games.iter().map(|game| Listeners::new(game, work)).collect();
    play(&players, &mut listeners, jobs, work, (left, out))?;
    for (game, listeners) in games.iter().zip(&mut listeners) {
        listeners.merge_into(game, work);
    }
    Ok(())
}

/// The listeners at the tables of a game.
#[derive(Default)]
struct Listeners {
    recorder: Option<Recorder>,
    tally: Option<Tally>,
}

impl Listeners {
    fn new(game: &Game, work: &Work) -> Self {
        Self {
            recorder: work.coverage.map(|_| Recorder::new(&game.def)),
            tally: work.profile.map(|_| Profile::tally(game)),
        }
    }

    fn ears(&mut self) -> Ears<'_> {
        Ears { recorder: self.recorder.as_mut(), tally: self.tally.as_ref() }
    }

    /// Adds what they heard to the shared totals.
    fn merge_into(&mut self, game: &Game, work: &Work) {
        if let (Some(recorder), Some(Ok(mut all))) =
            (&mut self.recorder, work.coverage.map(Mutex::lock))
        {
            let mut own = Coverage::new(game);
            own.absorb(game, recorder);
            all.merge(&own);
        }
        if let (Some(tally), Some(Ok(mut all))) = (&self.tally, work.profile.map(Mutex::lock)) {
            let mut own = Profile::default();
            own.absorb(game, tally);
            all.merge(&own);
        }
    }
}

/// Plays until no job is left.
fn play(
    players: &[Player],
    listeners: &mut [Listeners],
    jobs: &[Job],
    work: &Work,
    (left, out): (&Jobs, &Out<Sent>),
) -> Result<(), RunError> {
    while !work.stop.load(Ordering::Relaxed)
        && let Some(at) = left.take()
    {
        let ears = listeners.get_mut(jobs[at].table).map(Listeners::ears).unwrap_or_default();
        match play_one(players, ears, jobs[at], work)? {
            Some(record) => out.say(Ok((at, record))),
            None => return Ok(()),
        }
    }
    Ok(())
}

/// Plays one game; `None` if it was stopped.
fn play_one(
    players: &[Player],
    ears: Ears,
    job: Job,
    work: &Work,
) -> Result<Option<GameRecord>, RunError> {
    let mut text = work.log.map(|_| vec![]);
    let log = text.as_mut().map(|text| text as &mut dyn Write);
    match players[job.table].play_heard(job.number, log, ears, work.stop) {
        Played::Done(record) => {
            if let (Some(keep), Some(text)) = (work.log, &text) {
                keep(job, text)?;
            }
            Ok(Some(*record))
        }
        Played::Stopped => Ok(None),
        Played::NoLog(error) => Err(error.into()),
    }
}

/// Plays games in this order on this thread, at open tables: opening one takes as long as dozens of
/// short games.
pub fn run_here(
    games: &[&Game],
    plan: &Plan,
    jobs: &[Job],
    work: &Work,
    on_game: Told,
) -> Result<(), RunError> {
    let players: Result<Vec<Player>, String> =
        games.iter().map(|game| Player::new(game, plan)).collect();
    let players = players.map_err(RunError::NotReady)?;
    for job in jobs {
        if work.stop.load(Ordering::Relaxed) {
            break;
        }
        let Some(record) = play_one(&players, Ears::default(), *job, work)? else { break };
        if !on_game(*job, record) {
            break;
        }
    }
    Ok(())
}
