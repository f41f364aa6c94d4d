//! Random packs against the look-ahead: small games are made at random and played at random, and at
//! every decision the options are compared with those an exhaustive search finds.
//!
//! [`make`] makes the pack of a seed, [`compare`] plays it, [`reduce`] cuts a failing pack down to
//! the few lines that matter, [`run`] does all three on several threads. The same seed makes the
//! same pack and the same games.

pub mod compare;
mod make;
pub mod reduce;
#[cfg(test)]
mod tests;
pub mod tree;

use std::sync::atomic::{AtomicU64, Ordering};

use crate::pool;
use boardwright_packs::library::Library;
use boardwright_play::game::{Game, open_careless};
use boardwright_syntax::diag::{Format, Level, render};

pub use compare::{Effort, Fault, Kind, Tally, check};
pub use make::pack as make;
use tree::Tree;

/// A game made at random.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pack {
    /// The seed it was made from; its games start from it, too.
    pub seed: u64,
    /// The number of players.
    pub players: u8,
    /// Its sections.
    pub game: Tree,
    /// Functions of `scripts/help.luau`, if it has any.
    pub scripts: Vec<String>,
}

impl Pack {
    /// Its id.
    pub fn id(&self) -> String {
        format!("seed-{}", self.seed)
    }

    /// Its files: paths and texts.
    pub fn files(&self) -> Vec<(String, String)> {
        let manifest = format!(
            "id: {id}\ntitle: Made at random from seed {}\nversion: 1.0.0\nplayers: {{ min: {1}, max: {1} }}\n",
            self.seed,
            self.players,
            id = self.id(),
        );
        let mut files =
            vec![("pack.yaml".into(), manifest), ("game.yaml".into(), self.game.yaml())];
        if !self.scripts.is_empty() {
            files.push(("scripts/help.luau".into(), make::script_file(&self.scripts)));
        }
        files
    }

    /// Opens it, or says what is wrong with it.
    pub fn open(&self) -> Result<Game, String> {
        let (mut library, id) = (Library::new(), self.id());
        let files = self.files().into_iter().map(|(path, text)| (path, text.into_bytes()));
        library.add_memory(id.clone(), files.collect());
        let mut opened = open_careless(&library, &[&id], Some(self.players));
        opened.game.ok_or_else(|| {
            opened.diags.retain(|diag| diag.level == Level::Error);
            render(&opened.diags, &opened.sources, Format::Human { colour: false })
        })
    }

    /// Its size, for the reduction.
    pub fn size(&self) -> usize {
        self.game.size() + self.scripts.iter().map(|text| text.len() / 4).sum::<usize>()
    }
}

/// A pack that fails, reduced.
#[derive(Clone, Debug)]
pub struct Found {
    /// As it was made.
    pub made: Pack,
    /// Cut down; it fails with the same kind of fault.
    pub reduced: Pack,
    /// What is wrong with the reduced pack.
    pub fault: Fault,
}

impl Found {
    /// The files of the reduced pack, plus one that says what is wrong with it.
    pub fn files(&self) -> Vec<(String, String)> {
        let about = format!(
            "# A pack that fails\n\nMade at random from seed {}, and cut down.\n\n{}\n",
            self.made.seed, self.fault
        );
        let mut files = self.reduced.files();
        files.push(("README.md".into(), about));
        files
    }
}

/// The settings of a run.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// The seed of the first pack; the others count up from it.
    pub seed: u64,
    /// The number of packs.
    pub packs: usize,
    /// The number of threads.
    pub threads: usize,
    /// How much is done with each pack.
    pub effort: Effort,
}

/// News from a run in progress.
pub enum News<'a> {
    /// The totals so far.
    Progress(&'a Tally),
    /// A pack fails.
    Found(&'a Found),
}

/// Compares many packs. `hear` returns whether to go on.
pub fn run(run: &Run, hear: &mut dyn FnMut(News) -> bool) -> (Tally, Vec<Found>) {
    let (mut tally, mut found) = (Tally::default(), vec![]);
    // Faults of a kind that is found over and over are reduced only a few times.
    let reductions = AtomicU64::new(0);
    let work = |jobs: &pool::Jobs, out: &pool::Out<(Tally, Option<Found>)>| {
        while let Some(at) = jobs.take() {
            let made = make(run.seed.wrapping_add(at as u64));
            let (tally, fault) = check(&made, &run.effort);
            let found = fault.map(|fault| {
                let worth_it = reductions.fetch_add(1, Ordering::Relaxed) < REDUCTIONS_MAX;
                let (reduced, fault) = match worth_it {
                    true => reduce::reduce(&made, &fault, &run.effort),
                    false => (made.clone(), fault),
                };
                Found { made, reduced, fault }
            });
            out.say((tally, found));
        }
    };
    pool::run(run.threads, run.packs, &work, &mut |jobs, (more, fails)| {
        tally.add(&more);
        let mut go_on = hear(News::Progress(&tally));
        if let Some(fails) = fails {
            go_on &= hear(News::Found(&fails));
            found.push(fails);
        }
        if !go_on {
            jobs.stop();
        }
    });
    (tally, found)
}

/// The maximum number of packs of one run that are reduced.
const REDUCTIONS_MAX: u64 = 50;
