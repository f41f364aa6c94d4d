//! Whole games through the engine.

use boardwright_rules::def::Def;
use boardwright_rules::eval::Eval;
use boardwright_rules::event::Deaf;
use boardwright_rules::script::Scripts;
use boardwright_rules::table::{Refused, Table};
use boardwright_rules::world::World;

use crate::dice::Dice;
use crate::tally::Tally;

/// A table at which game after game is played.
pub struct Ours<'g> {
    table: Table<'g>,
}

impl<'g> Ours<'g> {
    /// Sits down.
    pub fn new(def: &'g Def, scripts: &'g dyn Scripts) -> Result<Self, String> {
        let table = Table::new(def, scripts, 0, &mut Deaf).map_err(|why| told(def, why))?;
        Ok(Self { table })
    }

    /// Plays one game: set-up, every decision with its full list of options, the ranking.
    pub fn play(&mut self, dice: &mut Dice, tally: &mut Tally) -> Result<(), String> {
        let def = self.table.def;
        let seed = dice.bits();
        self.table.restart(seed, &mut Deaf).map_err(|why| told(def, why))?;
        let mut decisions = 0;
        while self.table.asked().is_some() {
            let options = self.table.options().len();
            decisions += 1;
            tally.legal += options as u64;
            let choice = dice.below(options as u32) as usize;
            self.table.choose(choice, &mut Deaf).map_err(|why| told(def, why))?;
        }
        tally.end(decisions, winner(def, &self.table.state().world));
        Ok(())
    }
}

/// The seat that ranks before all others.
fn winner(def: &Def, world: &World) -> Option<u64> {
    let value = |seat: u8, key| {
        let locals = [i32::from(seat)];
        let mut eval = Eval::new(def, world, &locals);
        eval.its[0] = i32::from(seat);
        eval.eval(key)
    };
    let before = |one: u8, other: u8| {
        let pairs = def.ranking.iter().map(|key| (value(one, *key), value(other, *key)));
        pairs.map(|(one, other)| one.cmp(&other)).find(|order| order.is_ne())
            == Some(std::cmp::Ordering::Greater)
    };
    let alone = |one: &u8| (0..def.seats).all(|other| other == *one || before(*one, other));
    (0..def.seats).find(alone).map(u64::from)
}

fn told(def: &Def, why: Refused) -> String {
    match why {
        Refused::DeadEnd(why) => {
            let cause = def.cause(why.pc());
            format!("{}:{}: the rules lead into a dead end: {why:?}", cause.file, cause.line)
        }
        _ => why.to_string(),
    }
}
