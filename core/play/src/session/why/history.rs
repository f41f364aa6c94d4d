//! Replays a game with a witness that watches what changes some numbers.

use boardwright_rules::def::Def;
use boardwright_rules::def::code::{Op, Pc};
use boardwright_rules::def::expr::NIL;
use boardwright_rules::def::part::Scope;
use boardwright_rules::event::{Deaf, Event, Origin, Sink};
use boardwright_rules::id::{PieceId, PlaceId, SeatId};
use boardwright_rules::machine::Request;
use boardwright_rules::scene::Scene;
use boardwright_rules::table::Table;
use boardwright_rules::view::{barrier, sees};
use boardwright_rules::world::World;
use boardwright_text::{InWords, Speaks};

use super::Cause;
use super::chain;
use crate::game::Game;
use crate::session::Session;

/// A number on the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Number {
    /// A cell: of a counter, or of the score sheet.
    Cell(u32),
    /// How many pieces lie in a container.
    Size(PlaceId),
}

impl Number {
    /// Its value in a world.
    pub fn in_world(self, world: &World) -> i32 {
        match self {
            Self::Cell(cell) => world.cell(cell),
            Self::Size(place) => world.len(place) as i32,
        }
    }
}

/// A number that changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NumberChange {
    pub number: Number,
    pub from: i32,
    pub to: i32,
}

/// An event, with its cause.
#[derive(Clone, Debug)]
pub(super) struct Deed {
    /// What it changed.
    pub changes: Vec<NumberChange>,
    /// Its cause. The effect is left open; it depends on the number asked for.
    pub cause: Cause,
    pub event: Event,
}

/// A choice that may be the cause of an event.
pub(super) struct Chosen {
    /// How many procedures were running when it was asked for, and where.
    pub depth: usize,
    pub pc: Pc,
    /// Whether it was made in a menu.
    pub of_menu: bool,
    pub seat: SeatId,
    pub name: String,
}

/// The changes an event makes.
pub(super) fn changes(def: &Def, world: &World, event: &Event) -> Vec<NumberChange> {
    let cell = |cell, from, to| NumberChange { number: Number::Cell(cell), from, to };
    match *event {
        Event::Changed { cell: at, from, to } => vec![cell(at, from, to)],
        Event::Scored { line, seat, points } => {
            let at = def.sheet + u32::from(line.0) * u32::from(def.seats) + u32::from(seat);
            let from = world.cell(at);
            vec![cell(at, from, from + points)]
        }
        Event::Began { period } => {
            let resets = &def.periods[period.index()].resets;
            let cells = resets
                .iter()
                .flat_map(|(first, len, to)| (*first..first + len).map(move |at| (at, *to)));
            let changed = cells.map(|(at, to)| cell(at, world.cell(at), to));
            changed.filter(|change| change.from != change.to).collect()
        }
        Event::Moved { from, to, .. } if from != to => {
            let size = |place: PlaceId, by: i32| {
                let there = world.len(place) as i32;
                NumberChange { number: Number::Size(place), from: there, to: there + by }
            };
            vec![size(from, -1), size(to, 1)]
        }
        _ => vec![],
    }
}

/// Watches a game being replayed.
pub(super) struct Witness<'w> {
    pub game: &'w Game,
    /// The seat that asks: nothing it may not know is reported.
    pub viewer: SeatId,
    /// Selects the deeds to keep, by the number of the choice and their changes.
    pub wants: &'w dyn Fn(usize, &[NumberChange]) -> bool,
    pub deeds: Vec<Deed>,
    /// The choices that may be the cause of an event.
    pub path: Vec<Chosen>,
    /// All choices in words.
    pub told: Vec<String>,
    /// How many choices have been made.
    pub choice: usize,
    /// Whether it looks ahead: no further than anybody can know beforehand.
    foresees: bool,
    /// Whether something unpredictable was revealed.
    is_blind: bool,
}

impl Sink for Witness<'_> {
    const LISTENS: bool = true;
    const WANTS_NOTES: bool = false;
    const WANTS_SCENES: bool = true;
    type Ahead = Deaf;

    fn ahead(&self) -> Deaf {
        Deaf
    }

    fn take(&mut self, _: Origin, _: Event) {}

    fn sees(&mut self, scene: &Scene<'_>, event: &Event) {
        let world = scene.world();
        self.is_blind |= self.foresees && barrier(scene.def, event).is_some();
        if self.is_blind {
            return;
        }
        let changes = changes(scene.def, world, event);
        if changes.is_empty() || !(self.wants)(self.choice, &changes) {
            return;
        }
        // Finding the reason costs the game no fuel.
        let fuel = world.fuel();
        let cause = chain::cause(self, scene, event);
        world.refuel(fuel);
        self.deeds.push(Deed { changes, cause, event: *event });
    }

    fn runs(&mut self, pc: Pc) {
        if matches!(self.game.def.code.get(pc as usize), Some(Op::Commit)) {
            self.path.clear();
        }
    }
}

impl<'w> Witness<'w> {
    pub fn new(
        game: &'w Game,
        viewer: SeatId,
        wants: &'w dyn Fn(usize, &[NumberChange]) -> bool,
    ) -> Self {
        let (deeds, path) = (vec![], vec![]);
        Self {
            game,
            viewer,
            wants,
            deeds,
            path,
            told: vec![],
            choice: 0,
            foresees: false,
            is_blind: false,
        }
    }

    /// Makes it look ahead.
    pub fn foreseeing(self) -> Self {
        Self { foresees: true, ..self }
    }

    /// Watches a whole game. The error says why it cannot be replayed.
    pub fn watch(&mut self, session: &Session<'_>) -> Result<(), String> {
        let game = session.game;
        let played = self.play(session);
        // Script output was already heard when the game was played.
        game.scripts.take_printed();
        game.scripts.forget_failures();
        match played {
            Some(table) if table.state() == session.table().state() => Ok(()),
            _ => {
                let phrase =
                    "the game was played under other rules before: what happened then is not known";
                Err(game.def.language().word(phrase).to_owned())
            }
        }
    }

    fn play<'g>(&mut self, session: &Session<'g>) -> Option<Table<'g>> {
        let game = session.game;
        let mut table = Table::new(&game.def, &game.scripts, session.seed(), self).ok()?;
        for choice in session.choices() {
            let index = table.find(&choice.text)?;
            self.chooses(&table, index);
            table.choose(index, self).ok()?;
        }
        Some(table)
    }

    /// Notes a choice about to be made.
    pub fn chooses(&mut self, table: &Table, index: usize) {
        self.choice += 1;
        let Some((seat, request)) = table.asked() else { return };
        let scene = table.scene();
        let (depth, pc) = (scene.running().len(), scene.pc);
        // Procedures that ran deeper have ended.
        self.path.retain(|it| it.depth <= depth);
        let goes_on = matches!(
            request,
            Request::PickSome(_) | Request::Secret(_) | Request::Script(_) | Request::Order
        );
        let same = |it: &Chosen| (it.depth, it.pc) == (depth, pc);
        // Asking again starts over; picking several continues.
        if !(goes_on && self.path.last().is_some_and(same))
            && let Some(at) = self.path.iter().position(same)
        {
            self.path.truncate(at);
        }
        let hidden = matches!(request, Request::Secret(_)) && seat != self.viewer;
        let name = if hidden {
            table.def.language().word("(unseen)").to_owned()
        } else {
            chosen(table, seat, request, index)
        };
        self.told.push(format!("{}: {name}", seat_id(table.def, seat)));
        let of_menu = matches!(request, Request::Choose(_));
        self.path.push(Chosen { depth, pc, of_menu, seat, name });
    }
}

/// The choice, in words.
fn chosen(table: &Table, seat: SeatId, request: Request, index: usize) -> String {
    let name = table.describe(index).map(|named| named.name).filter(|name| !name.is_empty());
    let option = table.options().get(index).map_or(&[][..], std::slice::from_ref);
    let name = name.or_else(|| table.texts_of(option).pop()).unwrap_or_default();
    match request {
        // A yes or a number alone says nothing.
        Request::YesNo(_) | Request::Amount(_) => {
            let question = table.question();
            let asked = question.strip_prefix(&format!("{}: ", seat_id(table.def, seat)));
            format!("{} {name}", asked.unwrap_or(&question))
        }
        _ => name,
    }
}

/// The id of a seat.
pub(super) fn seat_id(def: &Def, seat: SeatId) -> &str {
    def.seat_names.get(seat.index()).map_or("nobody", |named| &named.id)
}

/// Whether a number belongs to a piece that the viewer does not see.
pub(super) fn is_out_of_sight(
    def: &Def,
    world: &World,
    viewer: SeatId,
    change: &NumberChange,
) -> bool {
    let Number::Cell(cell) = change.number else { return false };
    let mut counters = def.counters.iter();
    let of = counters.find(|it| (it.cell..it.cell + it.holders).contains(&cell));
    of.is_some_and(|it| {
        matches!(it.scope, Scope::Piece(_)) && {
            let piece = (cell - it.cell + it.first) as i32;
            piece != NIL && !sees(def, viewer, world.place_of(PieceId(piece as u16)))
        }
    })
}
