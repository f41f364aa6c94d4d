//! Previews of outcomes, found by trying them and shown as far as they reveal no secret.

use boardwright_play::game::Game;
use boardwright_rules::def::Def;
use boardwright_rules::def::ask::Class;
use boardwright_rules::def::code::{Op, Pc};
use boardwright_rules::def::part::{Scope, Visible};
use boardwright_rules::event::{Deaf, Event, Origin, Sink};
use boardwright_rules::id::{CounterId, ProcId, SeatId};
use boardwright_rules::table::Table;
use boardwright_rules::view::{barrier, sees_event};
use boardwright_rules::world::World;
use boardwright_text::{InWords, Speaks, called, counted};

use super::things::name;

/// Above this number, pieces are not named.
const PIECES_MAX: usize = 2;
/// The maximum number of following decisions tried for one option; beyond that, only the effects
/// before the first of them are shown.
const STEPS_MAX: usize = 300;
/// The maximum number of decisions tried for all options of a question together.
const STEPS_OF_ALL_MAX: usize = 1500;
/// Decisions with more options than this are not explored.
const BRANCHES_MAX: usize = 24;
/// The maximum work for previews, in units of fuel.
const WORK_MAX: u64 = 4_000_000;

/// Tries the options of a question one after the other, within bounds.
pub struct Trial<'t, 'g> {
    game: &'t Game,
    table: &'t Table<'g>,
    /// The counters people read, with the seat's cell.
    counters: Vec<(CounterId, u32)>,
    work: u64,
    steps: usize,
}

/// Total losses and gains of each counter.
type Tally = Vec<(i32, i32)>;

/// The range of losses and the range of gains of each counter.
type Spans = Vec<((i32, i32), (i32, i32))>;

/// Listens until something becomes final or unpredictable.
struct Listener<'t> {
    def: &'t Def,
    counters: &'t [(CounterId, u32)],
    tally: Tally,
    is_over: bool,
}

impl Sink for Listener<'_> {
    const LISTENS: bool = true;
    const WANTS_NOTES: bool = false;
    type Ahead = Deaf;

    fn ahead(&self) -> Deaf {
        Deaf
    }

    fn take(&mut self, _: Origin, event: Event) {
        self.is_over |= barrier(self.def, &event).is_some();
        let Event::Changed { cell, from, to } = event else { return };
        let at = self.counters.iter().position(|(_, it)| *it == cell);
        if let Some((down, up)) = at.and_then(|at| self.tally.get_mut(at))
            && !self.is_over
        {
            *down += (from - to).max(0);
            *up += (to - from).max(0);
        }
    }

    fn runs(&mut self, pc: Pc) {
        self.is_over |= matches!(self.def.code.get(pc as usize), Some(Op::Commit));
    }
}

/// What is known of an option being tried.
#[derive(Default)]
struct OptionEffects {
    /// The effects before the first following decision.
    first: Option<Tally>,
    /// The effects over all ways to the end of the seat's decisions; `None` before the first end.
    spans: Option<Spans>,
    steps: usize,
}

impl<'t, 'g> Trial<'t, 'g> {
    pub fn new(game: &'t Game, table: &'t Table<'g>) -> Self {
        let def = &game.def;
        let seat = table.asked().map_or(0, |(seat, _)| u32::from(seat.0));
        let all = def.counters.iter().enumerate().map(|(at, it)| (CounterId::from(at), it));
        let read = all.filter(|(id, it)| {
            let is_read = it.scope == Scope::Seat && it.visible != Visible::None;
            is_read && !def.is_quiet_counter(*id)
        });
        let counters = read.map(|(id, counter)| (id, counter.cell + seat)).collect();
        Self { game, table, counters, work: 0, steps: 0 }
    }

    /// What an option costs and brings the deciding seat: everything that does not depend on its
    /// later decisions. If an action both pays and gets something back, both are shown.
    pub fn of_option(&mut self, index: usize) -> String {
        let Some((seat, _)) = self.table.asked() else { return String::new() };
        if self.work > WORK_MAX {
            return String::new();
        }
        let mut effects = OptionEffects::default();
        let none = vec![(0, 0); self.counters.len()];
        let is_whole = self.follow(self.table, seat, index, none, &mut effects);
        self.steps += effects.steps;
        self.game.scripts.forget_failures();
        let first = effects.first.unwrap_or_default();
        let only = || first.iter().map(|(down, up)| ((*down, *down), (*up, *up))).collect();
        self.text(&effects.spans.filter(|_| is_whole).unwrap_or_else(only))
    }

    /// Takes an option and everything that can follow it; returns whether that stayed within the
    /// bounds.
    fn follow(
        &mut self,
        from: &Table,
        seat: SeatId,
        index: usize,
        tally: Tally,
        effects: &mut OptionEffects,
    ) -> bool {
        effects.steps += 1;
        let def = &self.game.def;
        let state = from.state().clone();
        let Ok(mut trial) = Table::resume(def, &self.game.scripts, state) else { return false };
        let mut listener = Listener { def, counters: &self.counters, tally, is_over: false };
        let ends = trial.choose(index, &mut listener).is_err();
        let Listener { tally, is_over, .. } = listener;
        self.work += trial.total_work();
        let goes_on = !ends && !is_over && trial.asked().is_some_and(|(who, _)| who == seat);
        if !goes_on {
            effects.first.get_or_insert_with(|| tally.clone());
            effects.reached(&tally);
            return true;
        }
        let n_options = trial.options().len();
        if n_options > 1 {
            effects.first.get_or_insert_with(|| tally.clone());
        }
        let too_much = effects.steps + n_options > STEPS_MAX
            || self.steps + effects.steps > STEPS_OF_ALL_MAX
            || self.work > WORK_MAX;
        if too_much || n_options > BRANCHES_MAX || trial.range().is_some() {
            effects.first.get_or_insert(tally);
            return false;
        }
        (0..n_options).all(|next| self.follow(&trial, seat, next, tally.clone(), effects))
    }

    /// The text: losses first, then gains.
    fn text(&self, spans: &Spans) -> String {
        let def = &self.game.def;
        let world = &self.table.state().world;
        let (mut goes, mut comes) = (vec![], vec![]);
        for ((id, cell), (down, up)) in self.counters.iter().zip(spans) {
            let Some(counter) = def.counters.get(id.index()) else { continue };
            let now = world.cells().get(*cell as usize).copied().unwrap_or_default();
            let name = |n: i32| counted(&counter.named, def.language(), n);
            let moves = |to: &(i32, i32), sign: i32| {
                let to = span((now + sign * to.0, now + sign * to.1));
                format!("{} {now}→{to}", counter.named.name())
            };
            match (counter.track.is_some(), down, up) {
                (true, (1.., _), (_, 0)) => goes.push(moves(down, -1)),
                (true, (_, 0), (1.., _)) => comes.push(moves(up, 1)),
                _ => {
                    if down.0 > 0 {
                        goes.push(format!("−{} {}", span(*down), name(-down.1)));
                    }
                    if up.0 > 0 {
                        comes.push(format!("+{} {}", span(*up), name(up.1)));
                    }
                }
            }
        }
        goes.append(&mut comes);
        goes.join(", ")
    }
}

impl OptionEffects {
    /// Records the end of one way.
    fn reached(&mut self, tally: &Tally) {
        let Some(spans) = &mut self.spans else {
            let one = |(down, up): &(i32, i32)| ((*down, *down), (*up, *up));
            self.spans = Some(tally.iter().map(one).collect());
            return;
        };
        for (span, (down, up)) in spans.iter_mut().zip(tally) {
            span.0 = (span.0.0.min(*down), span.0.1.max(*down));
            span.1 = (span.1.0.min(*up), span.1.1.max(*up));
        }
    }
}

/// `3`, or `3..6`.
fn span((least, most): (i32, i32)) -> String {
    if least == most { least.to_string() } else { format!("{least}..{most}") }
}

/// What steps bring a seat; if they ask first, the question.
pub fn of_steps(game: &Game, world: &World, proc: ProcId, seat: SeatId) -> String {
    let mut events: Vec<(Origin, Event)> = vec![];
    let steps = (proc, seat, &[][..]);
    let done = Table::rehearse(&game.def, &game.scripts, world.clone(), steps, &mut events);
    game.scripts.forget_failures();
    let (mut parts, pieces) = changes(&game.def, world.clone(), &events, seat);
    if pieces.len() <= PIECES_MAX {
        parts.extend(pieces);
    }
    match done {
        Ok(table) if parts.is_empty() && table.asked().is_some() => table.question(),
        _ => parts.join(", "),
    }
}

/// What changed for a seat until something unpredictable happened: counters, and pieces that came
/// to it.
fn changes(
    def: &Def,
    mut world: World,
    events: &[(Origin, Event)],
    seat: SeatId,
) -> (Vec<String>, Vec<String>) {
    let before = world.clone();
    let mut pieces: Vec<String> = vec![];
    for (_, event) in events {
        if barrier(def, event).is_some() {
            break;
        }
        world.fold(def, event);
        if let Event::Moved { piece, to, .. } = *event
            && sees_event(def, seat, event)
            && let Some(place) = def.places.get(to.index())
            && let Some(zone) = def.zones.get(place.zone.index())
            && (zone.scope, place.holder) == (Scope::Seat, i32::from(seat.0))
            && !def.is_quiet_zone(place.zone)
        {
            let piece = called(def, &world, Class::Piece, i32::from(piece.0));
            pieces.push(format!("{piece} → {}", name(&zone.named)));
        }
    }
    let mut parts: Vec<String> = vec![];
    for (at, counter) in def.counters.iter().enumerate() {
        let id = CounterId::from(at);
        if counter.scope != Scope::Seat || def.is_quiet_counter(id) {
            continue;
        }
        let value = |world: &World| world.counter(def, id, i32::from(seat.0));
        let (from, to) = (value(&before), value(&world));
        let name = counted(&counter.named, def.language(), to - from);
        match counter.track.is_some() {
            _ if from == to => {}
            true => parts.push(format!("{} {from}→{to}", counter.named.name())),
            false if to > from => parts.push(format!("+{} {name}", to - from)),
            false => parts.push(format!("−{} {name}", from - to)),
        }
    }
    parts.sort_by_key(|part| !part.starts_with('−'));
    (parts, pieces)
}
