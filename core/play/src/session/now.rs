//! The score if the game ended now, as far as a seat can know it.

use boardwright_rules::def::part::CounterDef;
use boardwright_rules::event::{Deaf, Event};
use boardwright_rules::id::SeatId;
use boardwright_rules::rank::{Standing, standings};
use boardwright_rules::rng::Stream;
use boardwright_rules::table::Table;
use boardwright_rules::view::unseen_cells;
use boardwright_rules::world::World;

use super::Session;

/// How many tables that look the same to the seat are scored to find out what it can know.
const DEALS: u64 = 24;
/// The maximum number of questions of `scoring` that are answered.
const QUESTIONS_MAX: usize = 64;
/// How far a hidden number may be from its start value.
const GUESS_MAX: u32 = 1000;

/// The score if the game ended now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreNow {
    /// A column for each seat, in their order.
    pub columns: Vec<Column>,
    /// Whether scoring asks a question; the first answer is taken.
    pub asks: bool,
}

/// A seat's score; `None` where it depends on what the viewer cannot see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// The seat.
    pub seat: SeatId,
    /// Points by line of the score sheet.
    pub lines: Vec<Option<i32>>,
    /// The sum of all lines.
    pub total: Option<i32>,
    /// Its place, from 1.
    pub place: Option<usize>,
}

impl Session<'_> {
    /// The score if the game ended now, as far as a seat can know it. The game does not change. The
    /// error says why there is no answer.
    pub fn score_now(&self, seat: SeatId) -> Result<ScoreNow, String> {
        let (def, world) = (&self.game.def, &self.table.state().world);
        let (scored, asks) = self.scored(world.clone())?;
        let mut columns: Vec<Column> = standings(def, &scored).iter().map(column).collect();
        columns.sort_by_key(|column| column.seat);
        // Whatever differs between tables that look the same is unknown.
        let hidden = hidden(self, seat);
        for deal in 0..DEALS {
            let mut other = world.redealt(def, seat, deal);
            guess(self, &mut other, &hidden, deal);
            let other = self.scored(other).map(|(world, _)| standings(def, &world));
            for column in &mut columns {
                match other.iter().flatten().find(|it| it.seat == column.seat) {
                    Some(it) => forget(column, &self::column(it)),
                    None => forget_all(column),
                }
            }
        }
        Ok(ScoreNow { columns, asks })
    }

    /// The world after scoring, and whether that asked anything.
    fn scored(&self, world: World) -> Result<(World, bool), String> {
        let game = self.game;
        let Some(proc) = game.def.scoring.filter(|_| !world.is_over()) else {
            return Ok((world, false));
        };
        let refusal = |refused| game.refusal(&refused, &self.table.state().world);
        let scoring = (proc, SeatId(0), &[][..]);
        let mut table = Table::rehearse(&game.def, &game.scripts, world, scoring, &mut Deaf)
            .map_err(refusal)?;
        let mut n_asked = 0;
        while table.asked().is_some() && n_asked < QUESTIONS_MAX {
            n_asked += 1;
            table.choose(0, &mut Deaf).map_err(refusal)?;
        }
        Ok((table.state().world.clone(), n_asked > 0))
    }
}

fn column(standing: &Standing) -> Column {
    Column {
        seat: standing.seat,
        lines: standing.lines.iter().map(|points| Some(*points)).collect(),
        total: Some(standing.lines.iter().sum()),
        place: Some(standing.place),
    }
}

/// Keeps only what is the same in both.
fn forget(column: &mut Column, other: &Column) {
    for (points, other) in column.lines.iter_mut().zip(&other.lines) {
        *points = points.filter(|_| points == other);
    }
    column.total = column.total.filter(|_| column.total == other.total);
    column.place = column.place.filter(|_| column.place == other.place);
}

fn forget_all(column: &mut Column) {
    column.lines.iter_mut().for_each(|points| *points = None);
    (column.total, column.place) = (None, None);
}

/// The cells a seat does not see, each with the range of numbers guessed for it.
fn hidden(session: &Session, seat: SeatId) -> Vec<(u32, i32, i32)> {
    let (def, world) = (&session.game.def, &session.table.state().world);
    let range = |(cell, counter): (u32, &CounterDef)| {
        let most = counter.max.min(counter.start.saturating_add_unsigned(GUESS_MAX));
        let least = counter.min.max(counter.start.saturating_sub_unsigned(GUESS_MAX));
        (cell, least.min(most), most)
    };
    unseen_cells(def, world, seat).into_iter().map(range).collect()
}

fn guess(session: &Session, world: &mut World, hidden: &[(u32, i32, i32)], deal: u64) {
    let mut stream = Stream::new(deal, "score/guess");
    for (cell, least, most) in hidden {
        let to = least + stream.below(most.abs_diff(*least) + 1) as i32;
        let from = world.cell(*cell);
        world.fold(&session.game.def, &Event::Changed { cell: *cell, from, to });
    }
}
