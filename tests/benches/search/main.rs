//! How fast a bot that thinks ahead goes through its iterations, in processor time, at a few
//! places of a heavy game.
//!
//!     cargo bench -p boardwright-tests --bench search

#[path = "../common/clock.rs"]
mod clock;
#[path = "../common/open.rs"]
mod open;

use std::process::ExitCode;

use boardwright_pack::bot::{Bot, Budget, Spec};
use boardwright_pack::game::Game;
use boardwright_rules::event::Deaf;
use boardwright_rules::id::SeatId;
use boardwright_rules::table::Table;

const PACK: &str = "nippon";
const PLAYERS: u8 = 2;
const SEED: u64 = 7;
/// How many iterations are timed at once.
const ITERATIONS: u32 = 200;
/// The places: so many decisions after the start, or at the first one after that with a choice.
const PLACES: [usize; 4] = [10, 120, 240, 340];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let game = open::open(PACK, Some(PLAYERS))?;
    println!("\nsearch in {PACK}, {PLAYERS} players, {ITERATIONS} iterations at a time");
    println!("  {:28} {:>12} {:>18}", "", "options", "iterations/s");
    let mut rates = vec![];
    for place in PLACES {
        let table = at(&game, place)?;
        let (seat, _) = table.asked().ok_or("the game ended early")?;
        let spec = Spec::Mcts(Budget::Iterations(ITERATIONS));
        // A new bot each time: one that has thought already only does what it planned.
        let spent = clock::nanoseconds(|| spec.build(seat, SEED).pick(&table));
        let rate = f64::from(ITERATIONS) * 1e9 / spent;
        let name = format!("after {place} decisions");
        println!("  {name:28} {:12} {rate:18.0}", table.options().len());
        rates.push(rate);
    }
    // As many iterations everywhere, so times are added and not rates.
    let mean = rates.len() as f64 / rates.iter().map(|rate| 1.0 / rate).sum::<f64>();
    println!("  {:28} {:12} {mean:18.0}", "all of them", "");
    Ok(())
}

/// A table so far into a game of bots that play sensibly.
fn at(game: &Game, place: usize) -> Result<Table<'_>, String> {
    let told = |why: boardwright_rules::table::Refused| why.to_string();
    let mut table = Table::new(&game.def, &game.scripts, SEED, &mut Deaf).map_err(told)?;
    let mut bots: Vec<Box<dyn Bot + Send>> =
        (0..PLAYERS).map(|seat| Spec::Greedy.build(SeatId(seat.into()), SEED)).collect();
    let mut decisions = 0;
    while let Some((seat, _)) = table.asked() {
        if decisions >= place && table.options().len() > 1 {
            return Ok(table);
        }
        let bot = bots.get_mut(seat.index()).ok_or("a seat without a bot is asked")?;
        let index = bot.pick(&table).ok_or("a bot does not choose")?;
        table.choose(index, &mut Deaf).map_err(told)?;
        decisions += 1;
    }
    Err(format!("the game ended before {place} decisions"))
}
