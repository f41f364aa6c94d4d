//! Plays a pack and compares its options with those an exhaustive search finds.

use std::panic::{AssertUnwindSafe, catch_unwind};

use boardwright_rules::def::code::{Op, Pc};
use boardwright_rules::def::expr::{Expr, ExprId};
use boardwright_rules::def::part::{Order, Visible};
use boardwright_rules::event::{Deaf, Event, Origin, Sink};
use boardwright_rules::state::State;
use boardwright_rules::table::{Refused, Table};
use boardwright_text::InWords;

use super::Pack;
use boardwright_bots::{Bot, RandomBot};
use boardwright_play::game::Game;

/// How much is done with each pack.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The number of games.
    pub games: u64,
    /// The maximum number of decisions of each game.
    pub decisions: usize,
    /// The maximum number of answers tried at one decision.
    pub trials: u32,
}

impl Default for Effort {
    fn default() -> Self {
        Self { games: 2, decisions: 40, trials: 3_000 }
    }
}

/// What was compared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Packs.
    pub packs: usize,
    /// Packs that do not validate: mistakes of the generator.
    pub invalid: usize,
    /// Games.
    pub games: usize,
    /// Decisions at which the options were compared.
    pub decisions: usize,
    /// Decisions with more than one option that could be answered.
    pub real_decisions: usize,
    /// Decisions at which an answer was rightly withheld.
    pub withheld: usize,
    /// Decisions with too many answers to try.
    pub too_much: usize,
    /// Decisions at which the look-ahead gave up.
    pub gave_up: usize,
    /// Games with a dead end that nobody could foresee: something hidden was drawn just before.
    pub unforeseen: usize,
}

impl Tally {
    /// Adds another tally.
    pub fn add(&mut self, other: &Self) {
        self.packs += other.packs;
        self.invalid += other.invalid;
        self.games += other.games;
        self.decisions += other.decisions;
        self.real_decisions += other.real_decisions;
        self.withheld += other.withheld;
        self.too_much += other.too_much;
        self.gave_up += other.gave_up;
        self.unforeseen += other.unforeseen;
    }
}

/// The kind of failure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// It does not validate.
    Invalid,
    /// An option that can be completed is not offered.
    Withheld,
    /// An option that cannot be completed is offered.
    Offered,
    /// An option that was offered leads into a dead end.
    DeadEnd,
    /// A turn begins that cannot be completed. The choices before it are final, so no option is to
    /// blame.
    NextTurn,
    /// The game cannot be set up.
    SetUp,
    /// A second table with the same state offers something else.
    AskedTwice,
    /// The state changes when it is saved and loaded.
    Saves,
    /// The same choice on a copy leads to another state.
    Clones,
    /// The game does not end.
    Endless,
    /// The program panics.
    Panic,
}

/// What is wrong with a pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The kind of failure.
    pub kind: Kind,
    /// The seed of the game.
    pub seed: u64,
    /// The number of the decision, from 1.
    pub decision: usize,
    /// The description.
    pub what: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Self { kind, seed, decision, what } = self;
        write!(f, "{kind:?}: {what} (game {seed}, decision {decision})")
    }
}

/// Plays some games of a pack.
pub fn check(pack: &Pack, effort: &Effort) -> (Tally, Option<Fault>) {
    let mut tally = Tally { packs: 1, ..Tally::default() };
    let fault = |kind, what| Fault { kind, seed: pack.seed, decision: 0, what };
    let caught = catch_unwind(AssertUnwindSafe(|| {
        let game = match pack.open() {
            Ok(game) => game,
            Err(report) => {
                tally.invalid += 1;
                return Some(fault(Kind::Invalid, report));
            }
        };
        let mut play =
            Play { game: &game, effort, tally: &mut tally, seed: pack.seed, decision: 0 };
        play.games(pack.seed)
    }));
    let found = caught.unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
        Some(fault(Kind::Panic, text.unwrap_or("it does not say why").into()))
    });
    (tally, found)
}

struct Play<'g> {
    game: &'g Game,
    effort: &'g Effort,
    tally: &'g mut Tally,
    seed: u64,
    decision: usize,
}

impl<'g> Play<'g> {
    fn fault(&self, kind: Kind, what: impl Into<String>) -> Fault {
        Fault { kind, seed: self.seed, decision: self.decision, what: what.into() }
    }

    fn games(&mut self, first: u64) -> Option<Fault> {
        let game = self.game;
        // One definition for all games: what is cached in one game must not mislead the next.
        for at in 0..self.effort.games {
            (self.seed, self.decision) = (first.wrapping_add(at), 0);
            self.tally.games += 1;
            let mut chance = Chance::new(game);
            let started = Table::new(&game.def, &game.scripts, self.seed, &mut chance);
            let mut table = match started {
                Ok(table) => table,
                Err(_) if chance.unforeseen => {
                    self.tally.unforeseen += 1;
                    return None;
                }
                Err(refused) => {
                    let world = boardwright_rules::world::World::new(&game.def, self.seed);
                    return Some(self.fault(Kind::SetUp, game.refusal(&refused, &world)));
                }
            };
            if let Err(fault) = self.game(&mut table) {
                return Some(fault);
            }
        }
        None
    }

    fn game(&mut self, table: &mut Table<'g>) -> Result<(), Fault> {
        let mut bot = RandomBot::new(self.seed);
        while let Some(index) = bot.pick(table) {
            self.decision += 1;
            if self.decision > self.effort.decisions {
                // All games end after a few turns; a hundred times that counts as endless.
                let endless = self.decision > 100 * self.effort.decisions;
                return if endless { Err(self.fault(Kind::Endless, "no end")) } else { Ok(()) };
            }
            self.options(table)?;
            self.copies(table)?;
            if !self.choose(table, index)? {
                break;
            }
        }
        Ok(())
    }

    /// Checks that the options are those an exhaustive search finds.
    fn options(&mut self, table: &Table) -> Result<(), Fault> {
        if table.gave_up() {
            self.tally.gave_up += 1;
            return Ok(());
        }
        match compare_options(table, self.effort.trials).0 {
            Compared::TooMuch => self.tally.too_much += 1,
            Compared::Same { withheld } => {
                self.tally.decisions += 1;
                self.tally.real_decisions += usize::from(table.options().len() > 1);
                self.tally.withheld += usize::from(withheld);
            }
            Compared::Differs(difference) => {
                let kind = match difference.withheld.is_empty() {
                    true => Kind::Offered,
                    false => Kind::Withheld,
                };
                let what = format!("at {:?}, {difference}", table.question());
                return Err(self.fault(kind, what));
            }
        }
        Ok(())
    }

    /// Checks that a saved and loaded state is the same and offers the same, and that a fresh table
    /// does, too.
    fn copies(&mut self, table: &Table) -> Result<(), Fault> {
        let again = self.resume(table.state().clone())?;
        if again.options() != table.options() || again.asked() != table.asked() {
            let (one, two) = (table.texts().join(", "), again.texts().join(", "));
            let what = format!("at {:?}, {one} is offered; asked again, {two}", table.question());
            return Err(self.fault(Kind::AskedTwice, what));
        }
        if self.decision % 4 == 1 {
            let written = serde_json::to_string(table.state()).unwrap_or_default();
            let read: Result<State, _> = serde_json::from_str(&written);
            if read.ok().as_ref() != Some(table.state()) {
                return Err(self.fault(Kind::Saves, "the state that was read is different"));
            }
        }
        Ok(())
    }

    fn resume(&self, state: State) -> Result<Table<'g>, Fault> {
        let game = self.game;
        let world = state.world.clone();
        Table::resume(&game.def, &game.scripts, state)
            .map_err(|refused| self.fault(Kind::AskedTwice, game.refusal(&refused, &world)))
    }

    /// Takes an option, also on a copy; returns whether the game goes on.
    fn choose(&mut self, table: &mut Table, index: usize) -> Result<bool, Fault> {
        let mut copy = self.resume(table.state().clone())?;
        let text = table.texts().get(index).cloned().unwrap_or_default();
        let question = table.question();
        let gave_up = table.gave_up();
        let mut chance = Chance::new(self.game);
        let chosen = table.choose(index, &mut chance);
        let on_copy = copy.choose(index, &mut Chance::new(self.game));
        if chosen.is_ok() != on_copy.is_ok() || table.state() != copy.state() {
            let what = format!("after `{text}` at {question:?} a copy is in another state");
            return Err(self.fault(Kind::Clones, what));
        }
        match chosen {
            Ok(()) => Ok(true),
            Err(refused) if chance.unforeseen || gave_up || table.gave_up() => {
                debug_assert!(matches!(refused, Refused::DeadEnd(_)), "{refused}");
                self.tally.unforeseen += 1;
                Ok(false)
            }
            Err(refused) => {
                let reason = self.game.refusal(&refused, &table.state().world);
                let what = format!("`{text}` is offered at {question:?}, but {reason}");
                let kind = if chance.committed { Kind::NextTurn } else { Kind::DeadEnd };
                Err(self.fault(kind, what))
            }
        }
    }
}

/// The result of comparing the options of one decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Compared {
    /// They are the same.
    Same {
        /// Whether an answer is rightly withheld.
        withheld: bool,
    },
    /// They differ.
    Differs(Difference),
    /// There is too much to try.
    TooMuch,
}

/// Options wrongly offered or wrongly withheld, by their texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Options that can be completed and are not offered.
    pub withheld: Vec<String>,
    /// Options that are offered and cannot be completed.
    pub offered: Vec<String>,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let list = |texts: &[String]| {
            texts.iter().map(|text| format!("`{text}`")).collect::<Vec<_>>().join(", ")
        };
        let mut parts = vec![];
        if !self.withheld.is_empty() {
            parts.push(format!("{} can be completed and is not offered", list(&self.withheld)));
        }
        if !self.offered.is_empty() {
            parts.push(format!("{} is offered and cannot be completed", list(&self.offered)));
        }
        if parts.is_empty() {
            parts.push("the options come in another order".into());
        }
        write!(f, "{}", parts.join("; "))
    }
}

/// Compares a table's options with those an exhaustive search finds, trying at most `trials`
/// answers. Also returns how many were tried.
pub fn compare_options(table: &Table, trials: u32) -> (Compared, u32) {
    let Some(all) = table.options_thoroughly(trials) else { return (Compared::TooMuch, trials) };
    let offered = table.options();
    if all.options == offered {
        return (Compared::Same { withheld: all.answers > offered.len() }, all.tried);
    }
    let missing = |of: &[i32], from: &[i32]| -> Vec<i32> {
        of.iter().copied().filter(|option| !from.contains(option)).collect()
    };
    let differs = Compared::Differs(Difference {
        withheld: table.texts_of(&missing(&all.options, offered)),
        offered: table.texts_of(&missing(offered, &all.options)),
    });
    (differs, all.tried)
}

/// Listens for events that end a look-ahead: chance, which nobody can foresee, and choices that
/// become final.
struct Chance<'g> {
    game: &'g Game,
    unforeseen: bool,
    committed: bool,
}

impl<'g> Chance<'g> {
    fn new(game: &'g Game) -> Self {
        Self { game, unforeseen: false, committed: false }
    }

    fn is_hidden(&self, place: ExprId) -> bool {
        let Expr::Place(zone, _) = self.game.def.exprs[place as usize] else { return false };
        let zone = &self.game.def.zones[zone.index()];
        zone.order == Order::Bag || zone.visible != Visible::All
    }
}

impl Sink for Chance<'_> {
    const LISTENS: bool = true;
    type Ahead = Deaf;

    fn ahead(&self) -> Deaf {
        Deaf
    }

    fn take(&mut self, _: Origin, event: Event) {
        self.unforeseen |= matches!(event, Event::Drew { .. } | Event::Shuffled { .. });
    }

    fn runs(&mut self, pc: Pc) {
        match &self.game.def.code[pc as usize] {
            Op::Draw { from, .. } | Op::Refill(_, from) => self.unforeseen |= self.is_hidden(*from),
            Op::Random { .. } => self.unforeseen = true,
            Op::Commit => self.committed = true,
            _ => {}
        }
    }
}
