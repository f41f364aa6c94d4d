//! The speed of `mcts`, and of copying the states it uses.

use std::hint::black_box;
use std::time::Duration;

use boardwright_bots::{Bot, Budget, MctsBot};
use boardwright_play::game::Game;
use boardwright_rules::event::Deaf;
use boardwright_rules::table::Table;
use cpu_time::ProcessTime;

use crate::dice::Dice;
use crate::{Args, native};

/// Iterations for one decision: enough for a bot that plays well.
const ITERATIONS: u32 = 1_000;
/// The number of copies between looks at the clock.
const COPIES: u64 = 1_000;
/// The seed of the game that is searched.
const SEED: u64 = 7;

/// Searches and copies per second.
pub struct Searched {
    /// Iterations at the first decision.
    pub start: f64,
    /// Iterations in the middle of a game.
    pub middle: f64,
    /// Copies of a state in the middle of a game, including allocation.
    pub copies: f64,
    /// Copies of the hand-written state.
    pub native_copies: Option<f64>,
}

/// Measures a pack whose random games have about this many decisions.
pub fn measure(args: &Args, game: &Game, decisions: f64) -> Result<Searched, String> {
    let start = position(game, 0)?;
    let middle = position(game, (decisions / 2.0) as usize)?;
    let state = middle.state();
    let copy = native::copies(game.def.named.id.as_str());
    Ok(Searched {
        start: rate(args, u64::from(ITERATIONS), &mut || think(&start)),
        middle: rate(args, u64::from(ITERATIONS), &mut || think(&middle)),
        copies: rate(args, COPIES, &mut || {
            for _ in 0..COPIES {
                black_box(black_box(state).clone());
            }
        }),
        native_copies: copy
            .map(|copy| rate(args, COPIES, &mut || (0..COPIES).for_each(|_| copy()))),
    })
}

fn think(table: &Table) {
    black_box(MctsBot::new(Budget::Iterations(ITERATIONS), SEED).pick(table));
}

/// A random game after this many decisions, continued to the next real choice.
fn position(game: &Game, decisions: usize) -> Result<Table<'_>, String> {
    let mut dice = Dice::new(SEED);
    let mut table =
        Table::new(&game.def, &game.scripts, SEED, &mut Deaf).map_err(|why| why.to_string())?;
    for played in 0.. {
        let options = table.options().len();
        if options == 0 {
            return Err("the game was over before there was anything to search".into());
        }
        if played >= decisions && options > 1 {
            break;
        }
        let choice = dice.below(options as u32) as usize;
        table.choose(choice, &mut Deaf).map_err(|why| why.to_string())?;
    }
    Ok(table)
}

/// The median rate per second of processor time, if one call counts `times`.
fn rate(args: &Args, times: u64, call: &mut dyn FnMut()) -> f64 {
    let long = Duration::from_secs_f64(args.seconds);
    let mut sample = || {
        let (start, mut calls) = (ProcessTime::now(), 0);
        loop {
            call();
            calls += 1;
            let spent = start.elapsed();
            if spent >= long {
                break (calls * times) as f64 / spent.as_secs_f64();
            }
        }
    };
    let mut rates: Vec<f64> = (0..args.samples.max(1)).map(|_| sample()).collect();
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}
