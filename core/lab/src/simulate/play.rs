//! Plays one game with bots and records how it went.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use boardwright_rules::def::code::Pc;
use boardwright_rules::event::{Deaf, Event, Origin, Sink};
use boardwright_rules::id::SeatId;
use boardwright_rules::probe::Probe;
use boardwright_rules::rank::standings;
use boardwright_rules::table::{Refused, Table};
use boardwright_rules::world::World;

use super::log::{Head, Log};
use super::plan::{Plan, begun, bot_of, bot_seed, game_seed};
use super::profile::{Measured, Tally};
use super::record::{GameRecord, SeatRecord};
use super::watch::{ContentIndex, Watch};
use crate::battery::GAME_WORK_MAX;
use boardwright_bots::{Bot, Spec};
use boardwright_play::coverage::Recorder;
use boardwright_play::game::Game;

/// How many decisions a game may take before it counts as endless.
pub const DECISIONS_MAX: u64 = 20_000;
/// The name for the player of a seat that has no bot.
pub const NOBODY: &str = "nobody";

/// Plays games of a plan.
pub struct Player<'g> {
    game: &'g Game,
    known: ContentIndex,
    names: Names,
    specs: Vec<Spec>,
    plan: &'g Plan,
}

/// The names in records.
struct Names {
    seats: Vec<Arc<str>>,
    bots: Vec<Arc<str>>,
    nobody: Arc<str>,
    lines: Vec<Arc<str>>,
    periods: Vec<Arc<str>>,
}

impl Names {
    fn new(game: &Game, plan: &Plan) -> Self {
        let def = &game.def;
        Self {
            seats: def.seat_names.iter().map(|it| it.id.as_str().into()).collect(),
            bots: plan.bots.iter().map(|it| it.as_str().into()).collect(),
            nobody: NOBODY.into(),
            lines: def.lines.iter().map(|it| it.id.as_str().into()).collect(),
            periods: begun(def).into_iter().map(Arc::from).collect(),
        }
    }
}

/// The outcome of a game.
pub enum Played {
    /// It was played.
    Done(Box<GameRecord>),
    /// It was stopped before it was over.
    Stopped,
    /// Its log could not be written.
    NoLog(std::io::Error),
}

/// Optional listeners to a game.
#[derive(Default)]
pub struct Ears<'e> {
    /// Records what is reached.
    pub recorder: Option<&'e mut Recorder>,
    /// Measures where work goes.
    pub tally: Option<&'e Tally>,
}

/// Keeps events, and tells a recorder what runs.
struct Heard<'r, A> {
    events: Vec<(Origin, Event)>,
    recorder: Option<&'r mut Recorder>,
    /// Passed on to look-ahead; measures work, if wanted.
    ahead: A,
}

impl<A> Heard<'_, A> {
    fn look(&mut self, table: &Table) {
        if let Some(recorder) = &mut self.recorder {
            recorder.look(table.def, &table.state().world);
        }
    }
}

impl<A: Sink<Ahead = A> + Copy> Sink for Heard<'_, A> {
    const LISTENS: bool = true;
    type Ahead = A;

    fn ahead(&self) -> A {
        self.ahead
    }

    fn probe(&self) -> Option<&dyn Probe> {
        self.ahead.probe()
    }

    fn take(&mut self, origin: Origin, event: Event) {
        if let Some(recorder) = &mut self.recorder {
            recorder.take(origin, event);
        }
        self.events.push((origin, event));
    }

    fn runs(&mut self, pc: Pc) {
        if let Some(recorder) = &mut self.recorder {
            recorder.runs(pc);
        }
    }
}

impl<'g> Player<'g> {
    /// Prepares for play. The error says what is wrong with the bots.
    pub fn new(game: &'g Game, plan: &'g Plan) -> Result<Self, String> {
        let specs = plan.bots.iter().map(|typed| Spec::parse(typed)).collect::<Result<_, _>>()?;
        let (known, names) = (ContentIndex::new(&game.def), Names::new(game, plan));
        Ok(Self { game, known, names, specs, plan })
    }

    /// Who decides for a seat.
    fn bot(&self, number: u64, seat: usize) -> &Arc<str> {
        let names = &self.names;
        if seat >= usize::from(self.game.players) {
            return &names.nobody;
        }
        names.bots.get(bot_of(names.bots.len(), number, seat)).unwrap_or(&names.nobody)
    }

    /// Plays the game with a number, from 1.
    pub fn play(&self, number: u64, log: Option<&mut dyn Write>, stop: &AtomicBool) -> Played {
        self.play_heard(number, log, Ears::default(), stop)
    }

    /// Plays it with listeners.
    pub fn play_heard(
        &self,
        number: u64,
        log: Option<&mut dyn Write>,
        ears: Ears,
        stop: &AtomicBool,
    ) -> Played {
        match ears.tally {
            None => self.play_with(number, log, (ears.recorder, Deaf), stop),
            Some(tally) => {
                tally.begin();
                self.play_with(number, log, (ears.recorder, Measured(tally)), stop)
            }
        }
    }

    fn play_with<A: Sink<Ahead = A> + Copy>(
        &self,
        number: u64,
        log: Option<&mut dyn Write>,
        (recorder, ahead): (Option<&mut Recorder>, A),
        stop: &AtomicBool,
    ) -> Played {
        let (game, def) = (self.game, &self.game.def);
        let seed = game_seed(self.plan.seed, number);
        let bots: Vec<Arc<str>> =
            (0..usize::from(def.seats)).map(|seat| self.bot(number, seat).clone()).collect();
        let mut log = log.map(|out| Log::new(game, out));
        let mut watch = Watch::new(&self.known, def);
        let mut record = GameRecord {
            game: number,
            seed,
            decisions: 0,
            options: 0,
            periods: Default::default(),
            lead_changes: 0,
            failed: None,
            struck: vec![],
            faults: vec![],
            seats: vec![],
            seen: vec![],
        };
        let mut heard = Heard { events: vec![], recorder, ahead };
        game.scripts.forget_failures();
        let mut table = match Table::new(def, &game.scripts, seed, &mut heard) {
            Ok(table) => table,
            Err(refused) => {
                record.failed = Some(game.refusal(&refused, &World::new(def, seed)));
                return Played::Done(Box::new(record));
            }
        };
        if let Some(log) = &mut log
            && let Err(error) =
                log.start(&Head { seed, number, bots: &bots }, &heard.events, &table)
        {
            return Played::NoLog(error);
        }
        heard.look(&table);
        watch.events(&table, &heard.events, true);
        let mut players: Vec<Box<dyn Bot + Send>> = (0..usize::from(game.players))
            .filter_map(|seat| {
                let spec = self.specs.get(bot_of(self.specs.len(), number, seat))?;
                Some(spec.build(SeatId::from(seat), bot_seed(seed, seat)))
            })
            .collect();
        while let Some((seat, _)) = table.asked() {
            if stop.load(Ordering::Relaxed) {
                return Played::Stopped;
            }
            if record.decisions >= DECISIONS_MAX {
                record.failed = Some(format!("no end after {DECISIONS_MAX} decisions"));
                return Played::Done(Box::new(record));
            }
            if table.total_work() > GAME_WORK_MAX {
                record.failed = Some("its choices take too much work to go on".into());
                return Played::Done(Box::new(record));
            }
            let bot = players.get_mut(seat.index());
            let Some(index) = bot.and_then(|bot| bot.pick(&table)) else { break };
            record.decisions += 1;
            record.options += table.options().len() as u64;
            watch.decision(&table, index);
            let before = log.as_mut().map(|log| log.decision(&table, index));
            heard.events.clear();
            if let Err(refused) = table.try_choose(index, &mut heard) {
                let why = game.refusal(&refused, &table.state().world);
                // Counts from earlier choices cannot be undone.
                if !matches!(refused, Refused::Struck { back: 0, .. }) {
                    record.failed = Some(why);
                    return Played::Done(Box::new(record));
                }
                if let Some(log) = &mut log
                    && let Err(error) = log.struck(&why)
                {
                    return Played::NoLog(error);
                }
                match refused {
                    Refused::Struck { why: reason, .. } if reason.is_fault() => &mut record.faults,
                    _ => &mut record.struck,
                }
                .push(why);
                continue;
            }
            if let (Some(log), Some(before)) = (&mut log, before)
                && let Err(error) = before.and_then(|world| log.events(world, &heard.events))
            {
                return Played::NoLog(error);
            }
            heard.look(&table);
            watch.events(&table, &heard.events, false);
        }
        if let Some(log) = &mut log
            && let Err(error) = log.end(&table)
        {
            return Played::NoLog(error);
        }
        self.finish(&mut record, &table, &watch, &bots);
        Played::Done(Box::new(record))
    }

    fn finish(&self, record: &mut GameRecord, table: &Table, watch: &Watch, bots: &[Arc<str>]) {
        let (def, world) = (table.def, &table.state().world);
        let names = &self.names;
        record.periods = names.periods.iter().cloned().zip(watch.periods.iter().copied()).collect();
        record.lead_changes = watch.lead_changes;
        record.seen = watch.only_seen();
        if record.faults.is_empty() {
            // A bot that looks ahead avoids options that fail, but this one was offered.
            record.faults.extend(self.game.script_failed());
        }
        let mut standings = standings(def, world);
        standings.sort_by_key(|standing| standing.seat.index());
        for standing in standings {
            let seat = standing.seat.index();
            let (took, left) = watch.of_seat(seat);
            let lines = names.lines.iter().zip(&standing.lines).filter(|(_, points)| **points != 0);
            let first_key = standing.keys.first().copied().unwrap_or(0);
            record.seats.push(SeatRecord {
                seat: names.seats.get(seat).cloned().unwrap_or_default(),
                bot: bots.get(seat).cloned().unwrap_or_default(),
                score: i64::from(self.known.score(world, seat).unwrap_or(first_key)),
                place: standing.place as u64,
                points: lines.map(|(line, it)| (line.clone(), i64::from(*it))).collect(),
                took,
                left,
            });
        }
    }
}
