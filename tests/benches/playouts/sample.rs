//! Plays batches of games and measures their time, alternating between the engine and the
//! hand-written versions.

use std::time::Duration;

use boardwright_play::game::Game;
use cpu_time::ProcessTime;
use stats_alloc::Region;

use crate::dice::Dice;
use crate::ours::{self, Ours};
use crate::tally::Tally;
use crate::{ALLOCATOR, Args, Who, gate, native, open};

/// The seed of every run.
const SEED: u64 = 0x0b0a_2d00;
/// The number of games between looks at the clock: the clock itself must not be measured.
const CLOCK_EVERY: u64 = 64;
/// The number of games whose allocations are counted.
const COUNTED_GAMES: u64 = 500;

/// Plays a game.
type Play<'a> = dyn FnMut(&mut Dice, &mut Tally) -> Result<(), String> + 'a;

/// The measurements of a pack.
pub struct Measured {
    /// The pack.
    pub pack: String,
    /// The number of players.
    pub players: u8,
    /// Whether the results were checked to be those of the right game.
    pub gated: bool,
    /// The engine.
    pub ours: Sampled,
    /// Allocations per decision, including set-up.
    pub allocations: f64,
    /// The hand-written version, if there is one.
    pub native: Option<Sampled>,
}

/// The samples of one player.
#[derive(Default)]
pub struct Sampled {
    /// Games per second, one value per sample, sorted.
    pub rates: Vec<f64>,
    /// All samples together.
    pub tally: Tally,
}

impl Sampled {
    /// Median games per second.
    pub fn rate(&self) -> f64 {
        self.rates[self.rates.len() / 2]
    }

    fn take(&mut self, seconds: f64, dice: &mut Dice, play: &mut Play) -> Result<(), String> {
        let mut tally = self.tally;
        let (start, long) = (ProcessTime::now(), Duration::from_secs_f64(seconds));
        let spent = loop {
            for _ in 0..CLOCK_EVERY {
                play(dice, &mut tally)?;
            }
            let spent = start.elapsed();
            if spent >= long {
                break spent;
            }
        };
        let games = tally.games - self.tally.games;
        self.rates.push(games as f64 / spent.as_secs_f64());
        self.rates.sort_by(f64::total_cmp);
        self.tally = tally;
        Ok(())
    }
}

/// Checks the gates, then samples.
pub fn measure(args: &Args, pack: &str, game: &Game) -> Result<Measured, String> {
    let plan = ours::plan();
    let mut player = Ours::new(game, &plan)?;
    let mut ours = |_: &mut Dice, tally: &mut Tally| player.play(tally);
    let mut legal = Vec::new();
    let mut native = native::find(pack).map(|play| {
        move |dice: &mut Dice, tally: &mut Tally| {
            play(dice, &mut legal, tally);
            Ok(())
        }
    });

    let gated = gate::known(pack);
    if gated {
        gate::check(pack, "ours", &batch(gate::GAMES, &mut ours)?)?;
        if let Some(native) = &mut native {
            gate::check(pack, "native", &batch(gate::GAMES, native)?)?;
        }
    }
    let allocations = allocations(&mut ours)?;

    let (mut by_us, mut by_hand) =
        (Sampled::default(), native.as_ref().map(|_| Sampled::default()));
    let mut dice = Dice::new(SEED);
    for _ in 0..args.samples.max(1) {
        by_us.take(args.seconds, &mut dice, &mut ours)?;
        if let (Some(sampled), Some(native)) = (&mut by_hand, &mut native) {
            sampled.take(args.seconds, &mut dice, native)?;
        }
    }
    let players = game.def.players;
    Ok(Measured { pack: pack.into(), players, gated, ours: by_us, allocations, native: by_hand })
}

/// Plays a fixed number of games, with no other work that grows with it.
pub fn fixed(args: &Args, pack: &str, games: u64) -> Result<(), String> {
    let tally = match args.who {
        Who::Ours => {
            let game = open::open(pack, args.players)?;
            let plan = ours::plan();
            let mut player = Ours::new(&game, &plan)?;
            batch(games, &mut |_, tally| player.play(tally))?
        }
        Who::Native => {
            let play = native::find(pack).ok_or(format!("`{pack}` is not written by hand"))?;
            let mut legal = Vec::new();
            batch(games, &mut |dice, tally| {
                play(dice, &mut legal, tally);
                Ok(())
            })?
        }
    };
    println!("{}", tally.decisions);
    Ok(())
}

fn batch(games: u64, play: &mut Play) -> Result<Tally, String> {
    let (mut dice, mut tally) = (Dice::new(SEED), Tally::default());
    for _ in 0..games {
        play(&mut dice, &mut tally)?;
    }
    Ok(tally)
}

fn allocations(play: &mut Play) -> Result<f64, String> {
    batch(COUNTED_GAMES / 10, play)?;
    let region = Region::new(ALLOCATOR);
    let tally = batch(COUNTED_GAMES, play)?;
    let stats = region.change();
    Ok((stats.allocations + stats.reallocations) as f64 / tally.decisions as f64)
}
