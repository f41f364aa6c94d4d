//! The reasoning of a bot: tables that look like the real one to its seat, and the value of a
//! position.
//!
//! A bot looks at the real table only for its options. Everything else it learns from tables that
//! are dealt anew: they do not contain what its seat cannot see.

use boardwright_rules::def::Def;
use boardwright_rules::def::ask::Class;
use boardwright_rules::def::part::CounterDef;
use boardwright_rules::eval::{Eval, Memo};
use boardwright_rules::event::{Deaf, Event, Origin, Sink};
use boardwright_rules::id::{PeriodId, PieceId, SeatId};
use boardwright_rules::machine::Request;
use boardwright_rules::rank::standings;
use boardwright_rules::rng::Stream;
use boardwright_rules::state::State;
use boardwright_rules::table::{Refused, Table};
use boardwright_rules::view::{sees, unseen_cells};
use boardwright_rules::world::World;

/// The value of one point in a bot's units.
pub(super) const POINT: i64 = 100;
/// The value of winning, besides the points.
const WIN: i64 = 10 * POINT;
/// How much the best opponent's points count against one's own, in percent.
const AGAINST: i64 = 50;
/// The widest range from which a hidden number is guessed; if it is wider, the start value is
/// assumed.
const GUESS_MAX: i32 = 100;
/// The maximum number of questions of `scoring` that are answered; the rest is counted as it
/// stands.
const QUESTIONS_MAX: usize = 64;
/// The period `turn`, which comes first in every game.
const TURN: PeriodId = PeriodId(0);

/// The working state of a bot during one decision.
pub(super) struct Mind<'t, 'a> {
    /// The game.
    pub def: &'a Def,
    /// The seat that thinks.
    pub me: SeatId,
    table: &'t Table<'a>,
    judge: Option<Table<'a>>,
    /// Cells the seat does not see, with their possible ranges.
    hidden: Vec<(u32, i32, i32)>,
    worth: Vec<i64>,
    memo: Memo,
}

impl<'t, 'a> Mind<'t, 'a> {
    /// Prepares for the deciding seat; `None` if there is none.
    pub fn new(table: &'t Table<'a>) -> Option<Self> {
        let (me, _) = table.asked()?;
        let def = table.def;
        let world = &table.state().world;
        // Its contents never matter: scoring runs on copies of other tables.
        let judge = def.scoring.map(|_| table.clone());
        let hidden = hidden(def, world, me);
        Some(Self { def, me, table, judge, hidden, worth: vec![], memo: Memo::default() })
    }

    /// A state that looks like the real one to the seat and is at the same question.
    pub fn deal(&self, seed: u64) -> State {
        let mut state = self.table.state().redealt(self.def, self.me, seed);
        let mut stream = Stream::new(seed, "bot/guess");
        for (cell, least, most) in &self.hidden {
            let guess = least + stream.below(most.abs_diff(*least) + 1) as i32;
            let from = state.world.cell(*cell);
            state.world.fold(self.def, &Event::Changed { cell: *cell, from, to: guess });
        }
        state
    }

    /// A table with such a state. `None` if that is impossible, because the rules ask for something
    /// that depends on hidden information.
    pub fn table(&self, seed: u64) -> Option<Table<'a>> {
        let mut state = self.deal(seed);
        let before = self.forget(&mut state);
        let mut table = Table::resume(self.def, self.table.scripts(), state).ok()?;
        self.guess_secrets(&mut table, before, seed).then_some(table)
    }

    /// Puts such a state on a table. False if that is impossible.
    pub fn deal_on(&self, table: &mut Table<'a>, seed: u64) -> bool {
        let mut state = self.deal(seed);
        let before = self.forget(&mut state);
        table.put(&state).is_ok() && self.guess_secrets(table, before, seed)
    }

    fn forget(&self, state: &mut State) -> usize {
        match self.table.asked() {
            Some((_, Request::Secret(_))) => state.forget_secrets(self.def),
            _ => 0,
        }
    }

    /// Makes random picks for those who have already picked in secret; the question must then be
    /// the real one.
    fn guess_secrets(&self, table: &mut Table, before: usize, seed: u64) -> bool {
        let mut stream = Stream::new(seed, "bot/secret");
        for _ in 0..before {
            let index = stream.below(table.options().len() as u32) as usize;
            if table.choose(index, &mut Deaf).is_err() {
                return false;
            }
        }
        table.asked() == self.table.asked() && table.options().len() == self.table.options().len()
    }

    /// The value of a position for each seat: its points if the game ended now plus hints, less a
    /// share of the best opponent's value.
    pub fn judge(&mut self, table: &Table) -> &[i64] {
        let world = &table.state().world;
        self.worth.clear();
        self.memo.forget();
        let over = world.is_over();
        let seats = usize::from(self.def.seats);
        let scored = match &mut self.judge {
            Some(judge) if !over => score(judge, self.def, world),
            _ => world,
        };
        for seat in 0..seats {
            let points = points(self.def, scored, seat);
            let hints = if over { 0 } else { hints(self.def, world, seat, &self.memo) };
            self.worth.push(points + hints);
        }
        self.compare();
        if over {
            let all = standings(self.def, world);
            for it in &all {
                let beaten = all.iter().filter(|other| other.place > it.place).count();
                let tied = all.iter().filter(|other| other.place == it.place).count() - 1;
                let share = WIN * (2 * beaten + tied) as i64 / (2 * (seats - 1).max(1)) as i64;
                self.worth[it.seat.index()] += share;
            }
        }
        &self.worth
    }

    /// Subtracts from each seat's value a share of the best opponent's.
    fn compare(&mut self) {
        let best = self.worth.iter().copied().max().unwrap_or(0);
        let first = self.worth.iter().position(|worth| *worth == best);
        let others = self.worth.iter().enumerate().filter(|(seat, _)| Some(*seat) != first);
        let second = others.map(|(_, worth)| *worth).max();
        let Some(second) = second else { return };
        for (seat, worth) in self.worth.iter_mut().enumerate() {
            let rival = if Some(seat) == first { second } else { best };
            *worth -= rival * AGAINST / 100;
        }
    }
}

/// Runs the scoring at the end of the game on a table; returns the resulting world.
fn score<'w>(judge: &'w mut Table, def: &Def, world: &'w World) -> &'w World {
    let Some(proc) = def.scoring else { return world };
    let mut left = QUESTIONS_MAX;
    let mut done = judge.rehearse_again(world, (proc, SeatId(0), &[]));
    while done.is_ok() && judge.asked().is_some() && left > 0 {
        left -= 1;
        done = judge.choose(0, &mut Deaf);
    }
    match done {
        Ok(()) => &judge.state().world,
        Err(_) => world,
    }
}

/// The first ranking criterion of a seat, in a bot's units.
fn points(def: &Def, world: &World, seat: usize) -> i64 {
    let Some(key) = def.ranking.first() else { return 0 };
    let locals = [seat as i32];
    let mut eval = Eval::new(def, world, &locals);
    eval.its[0] = seat as i32;
    i64::from(eval.eval(*key)) * POINT
}

fn hints(def: &Def, world: &World, seat: usize, memo: &Memo) -> i64 {
    let locals = [seat as i32];
    let worth = |hint: &boardwright_rules::def::HintDef| {
        let mut eval = Eval::new(def, world, &locals).remembering(memo);
        eval.its[0] = seat as i32;
        i64::from(eval.eval(hint.worth)) * POINT / i64::from(hint.per.max(1))
    };
    def.hints.iter().map(worth).sum()
}

/// The cells a seat does not see, each with the range it is guessed from.
fn hidden(def: &Def, world: &World, seat: SeatId) -> Vec<(u32, i32, i32)> {
    let range = |(cell, counter): (u32, &CounterDef)| {
        let narrow = i64::from(counter.max) - i64::from(counter.min) <= i64::from(GUESS_MAX);
        let (least, most) =
            if narrow { (counter.min, counter.max) } else { (counter.start, counter.start) };
        (cell, least, most)
    };
    unseen_cells(def, world, seat).into_iter().map(range).collect()
}

/// Takes the n-th option and returns whether the turn goes on.
pub(super) fn step(table: &mut Table, index: usize) -> Result<Turn, Refused> {
    let seat = table.asked().map(|(seat, _)| seat);
    let mut ears = Ears { began: false };
    table.choose(index, &mut ears)?;
    let same = table.asked().map(|(seat, _)| seat) == seat;
    Ok(if same && !ears.began { Turn::GoesOn } else { Turn::Ends })
}

/// Whether a choice ended a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    /// The same seat decides again in the same turn.
    GoesOn,
    /// A turn began, another seat decides, or nobody does.
    Ends,
}

/// Listens only for the start of a turn.
struct Ears {
    began: bool,
}

impl Sink for Ears {
    const LISTENS: bool = true;
    const WANTS_NOTES: bool = false;
    type Ahead = Deaf;
    fn ahead(&self) -> Deaf {
        Deaf
    }
    fn take(&mut self, _: Origin, event: Event) {
        self.began |= matches!(event, Event::Began { period: TURN });
    }
}

/// A hash of what a table asks, equal wherever the same is asked.
pub(super) fn question(table: &Table) -> u64 {
    let Some((seat, request)) = table.asked() else { return 0 };
    let (kind, id) = match request {
        Request::Choose(menu) => (1, menu.0),
        Request::Pick(pick) => (2, pick.0),
        Request::PickSome(pick) => (3, pick.0),
        Request::Amount(note) => (4, note.0),
        Request::YesNo(note) => (5, note.0),
        Request::Pay => (6, 0),
        Request::Order => (7, 0),
        Request::Secret(pick) => (8, pick.0),
        Request::Script(script) => (9, script.0),
        Request::OneOf => (10, 0),
    };
    mix(u64::from(seat.0) << 32 | kind << 16, u64::from(id))
}

/// Hashes of a table's options, equal wherever the same is asked: pieces that look alike count as
/// the same. Pieces the seat does not see are distinguished only by their order.
pub(super) fn keys(table: &Table, into: &mut Vec<u64>) {
    into.clear();
    let question = question(table);
    let (def, world) = (table.def, &table.state().world);
    let chooser = match table.asked() {
        Some((seat, Request::Pick(pick) | Request::PickSome(pick) | Request::Secret(pick))) => {
            Some(seat).filter(|_| def.picks[pick.index()].class == Class::Piece)
        }
        _ => None,
    };
    for (index, option) in table.options().iter().enumerate() {
        let at = usize::try_from(*option).ok().filter(|at| *at < def.pieces.len());
        let what = match (chooser, at.map(PieceId::from)) {
            (Some(seat), Some(piece)) if sees(def, seat, world.place_of(piece)) => {
                let entry = u64::from(world.entry_of(def, piece).0);
                entry << 32 | u64::from(world.place_of(piece).0) << 2 | 1
            }
            (Some(_), Some(_)) => (index as u64) << 2 | 2,
            _ => u64::from(*option as u32) << 2,
        };
        let mut key = mix(question, what);
        while into.contains(&key) {
            key = mix(key, 1);
        }
        into.push(key);
    }
}

/// Hashes two numbers into one.
pub(super) fn mix(one: u64, other: u64) -> u64 {
    let mut mixed = one.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ other;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// A random seed from a stream.
pub(super) fn seed(stream: &mut Stream) -> u64 {
    u64::from(stream.below(u32::MAX)) << 32 | u64::from(stream.below(u32::MAX))
}
