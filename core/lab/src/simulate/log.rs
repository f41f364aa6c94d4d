//! The log of a game for other programs: one line of JSON for each decision and each event, and the
//! whole state at the start, around each scoring and at the end. `content/LOG.md` describes the
//! format.

mod state;

use std::io::{self, Write};
use std::sync::Arc;

use boardwright_rules::def::code::Op;
use boardwright_rules::def::part::Named;
use boardwright_rules::event::{Event, Origin};
use boardwright_rules::id::PieceId;
use boardwright_rules::rank::standings;
use boardwright_rules::table::Table;
use boardwright_rules::world::World;
use boardwright_text::{InWords, describe_event, place_text};
use serde_json::{Map, Value, json};

use boardwright_play::game::Game;
use boardwright_play::save::Choice;

pub use state::state_of;

/// The log format this program writes.
pub const FORMAT: u32 = 1;

/// The head of a log: it describes the game.
pub struct Head<'h> {
    /// The seed.
    pub seed: u64,
    /// Its number in a run; 0 outside runs.
    pub number: u64,
    /// Who decides for each seat.
    pub bots: &'h [Arc<str>],
}

/// Writes the log of one game.
pub struct Log<'g, 'w> {
    game: &'g Game,
    out: &'w mut dyn Write,
    decision: u64,
}

impl<'g, 'w> Log<'g, 'w> {
    /// A log written to `out`.
    pub fn new(game: &'g Game, out: &'w mut dyn Write) -> Self {
        Self { game, out, decision: 0 }
    }

    fn line(&mut self, value: &Value) -> io::Result<()> {
        writeln!(self.out, "{value}")
    }

    /// Writes the description of the game, the state before set-up, the set-up, and the state at
    /// the first decision.
    pub fn start(
        &mut self,
        head: &Head,
        events: &[(Origin, Event)],
        table: &Table,
    ) -> io::Result<()> {
        let def = &self.game.def;
        let packs: Vec<Value> = (self.game.loaded.lock.packs.iter())
            .map(|pack| json!({ "id": pack.id, "version": pack.version, "sha256": pack.sha256 }))
            .collect();
        let seats: Vec<Value> = def
            .seat_names
            .iter()
            .enumerate()
            .map(|(seat, named)| json!({ "seat": named.id, "bot": head.bots.get(seat) }))
            .collect();
        let lines: Vec<&str> = def.lines.iter().map(|line| line.id.as_str()).collect();
        self.line(&json!({
            "type": "game", "format": FORMAT, "engine": self.game.loaded.lock.engine,
            "packs": packs, "players": self.game.players, "options": self.game.options,
            "game": head.number, "seed": head.seed, "seats": seats, "lines": lines,
        }))?;
        let world = World::new(def, head.seed);
        self.state("before set-up", &world)?;
        self.happened(world, events)?;
        self.state("start", &table.state().world)
    }

    /// Writes a decision before it is answered. Returns the world at that point, for
    /// [`Log::events`].
    pub fn decision(&mut self, table: &Table, chosen: usize) -> io::Result<World> {
        self.decision += 1;
        let seat = table.asked().map(|(seat, _)| seat.index());
        let texts = table.texts();
        let line = json!({
            "type": "decision", "decision": self.decision, "seat": self.seat(seat),
            "question": table.question(), "n_options": texts.len(), "index": chosen,
            "chosen": texts.get(chosen),
        });
        self.line(&line)?;
        Ok(table.state().world.clone())
    }

    /// Writes that the decision led into a dead end and was undone.
    pub fn struck(&mut self, why: &str) -> io::Result<()> {
        self.line(&json!({ "type": "struck", "decision": self.decision, "why": why }))
    }

    /// Writes the effects of the decision; `world` is the world before it.
    pub fn events(&mut self, world: World, events: &[(Origin, Event)]) -> io::Result<()> {
        self.happened(world, events)
    }

    /// Writes the state at the end and the winners.
    pub fn end(&mut self, table: &Table) -> io::Result<()> {
        let world = &table.state().world;
        self.state("end", world)?;
        let def = &self.game.def;
        let places: Vec<Value> = standings(def, world)
            .into_iter()
            .map(|it| {
                let lines = def.lines.iter().zip(&it.lines);
                let points: Map<String, Value> =
                    lines.map(|(line, points)| (line.id.clone(), json!(points))).collect();
                let seat = self.seat(Some(it.seat.index()));
                json!({ "seat": seat, "place": it.place, "keys": it.keys, "points": points })
            })
            .collect();
        let over = world.is_over();
        self.line(&json!({
            "type": "end", "decision": self.decision, "over": over, "standings": places,
        }))?;
        self.out.flush()
    }

    /// Writes events one by one, with the state before and after each scoring.
    fn happened(&mut self, mut world: World, events: &[(Origin, Event)]) -> io::Result<()> {
        let game = self.game;
        let mut scoring = false;
        for (origin, event) in events {
            match sort(game, origin, event) {
                Sort::Scoring if !scoring => {
                    self.state("before scoring", &world)?;
                    scoring = true;
                }
                Sort::Other if scoring => {
                    self.state("after scoring", &world)?;
                    scoring = false;
                }
                _ => {}
            }
            world.fold(&game.def, event);
            self.event(&world, origin, event)?;
        }
        if scoring {
            self.state("after scoring", &world)?;
        }
        Ok(())
    }

    fn seat(&self, seat: Option<usize>) -> Option<&'g str> {
        let named: Option<&Named> = self.game.def.seat_names.get(seat?);
        named.map(|named| named.id.as_str())
    }

    fn state(&mut self, when: &str, world: &World) -> io::Result<()> {
        let mut value = state_of(&self.game.def, world);
        value["type"] = json!("state");
        value["decision"] = json!(self.decision);
        value["when"] = json!(when);
        self.line(&value)
    }

    fn event(&mut self, world: &World, origin: &Origin, event: &Event) -> io::Result<()> {
        let def = &self.game.def;
        let mut value = numbers(self.game, world, event);
        value["type"] = json!("event");
        value["decision"] = json!(self.decision);
        value["seat"] = json!(self.seat(usize::try_from(origin.seat).ok()));
        if let Some(piece) = usize::try_from(origin.piece).ok().filter(|it| *it < def.pieces.len())
        {
            let entry = world.entry_of(def, PieceId::from(piece));
            value["by"] = json!(def.entries[entry.index()].named.id);
        }
        if (origin.pc as usize) < def.cause_of.len() {
            let cause = def.cause(origin.pc);
            if !cause.file.is_empty() {
                let place = format!("{}:{}", cause.file, cause.line);
                value["cause"] = json!({ "at": place, "path": cause.path });
            }
        }
        if let Some(text) = describe_event(def, world, origin, event) {
            value["text"] = json!(text);
        }
        self.line(&value)
    }
}

enum Sort {
    Scoring,
    Neutral,
    Other,
}

/// Whether an event is part of a scoring, that is, comes from a step that writes on the score
/// sheet.
fn sort(game: &Game, origin: &Origin, event: &Event) -> Sort {
    let def = &game.def;
    if matches!(event, Event::Noted { .. } | Event::Modified { .. } | Event::Drew { .. }) {
        return Sort::Neutral;
    }
    let op = def.code.get(origin.pc as usize);
    let scores = matches!(op, Some(Op::Score(..) | Op::Majority(_)));
    let in_play = def.counters.iter().find_map(|counter| counter.line);
    match event {
        _ if scores => Sort::Scoring,
        Event::Scored { line, .. } if Some(*line) != in_play => Sort::Scoring,
        _ => Sort::Other,
    }
}

/// The numbers of an event, with the names of what they are about.
fn numbers(game: &Game, world: &World, event: &Event) -> Value {
    let def = &game.def;
    let piece_of = |piece: PieceId| {
        let entry = world.entry_of(def, piece);
        (piece.index(), def.entries[entry.index()].named.id.clone())
    };
    let seat_of = |seat: i8| {
        let named = usize::try_from(seat).ok().and_then(|seat| def.seat_names.get(seat));
        named.map(|named| named.id.clone())
    };
    match *event {
        Event::Changed { cell, from, to } => {
            let (counter, of) = state::counter_of(def, world, cell);
            json!({ "event": "changed", "counter": counter, "of": of, "from": from, "to": to })
        }
        Event::Moved { piece, from, to, slot, bottom } => {
            let (piece, entry) = piece_of(piece);
            json!({
                "event": "moved", "piece": piece, "entry": entry,
                "out_of": place_text(def, world, from), "into": place_text(def, world, to),
                "slot": slot, "bottom": bottom,
            })
        }
        Event::Turned { piece, face } => {
            let (piece, entry) = piece_of(piece);
            json!({ "event": "turned", "piece": piece, "entry": entry, "face": face })
        }
        Event::Owned { piece, seat } => {
            let (piece, entry) = piece_of(piece);
            json!({ "event": "owned", "piece": piece, "entry": entry, "owner": seat_of(seat) })
        }
        Event::Controlled { piece, seat } => {
            let (piece, entry) = piece_of(piece);
            let controller = seat_of(seat);
            json!({ "event": "controlled", "piece": piece, "entry": entry,
                "controller": controller })
        }
        Event::Shuffled { place } => {
            json!({ "event": "shuffled", "place": place_text(def, world, place) })
        }
        Event::Drew { stream, below, result } => {
            let name = def.streams.get(usize::from(stream));
            json!({ "event": "drew", "stream": name, "below": below, "result": result })
        }
        Event::Began { period } => {
            json!({ "event": "began", "period": def.periods[period.index()].named.id })
        }
        Event::Scored { line, seat, points } => json!({
            "event": "scored", "line": def.lines[line.index()].id,
            "for": def.seat_names.get(usize::from(seat)).map(|named| named.id.clone()),
            "points": points,
        }),
        Event::Modified { value, piece, to } => {
            let (piece, entry) = piece_of(piece);
            json!({
                "event": "modified", "value": def.values[value.index()].named.id,
                "piece": piece, "entry": entry, "to": to,
            })
        }
        Event::Noted { .. } => json!({ "event": "noted" }),
        Event::Ended => json!({ "event": "ended" }),
    }
}

/// Why the log of a game cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// It cannot be written.
    #[error("{0}")]
    Write(#[from] io::Error),
    /// The choices do not fit the game.
    #[error("the game cannot be played again: {0}")]
    Replay(String),
}

/// Writes the log of an earlier game from its choices.
pub fn again<'c>(
    game: &Game,
    head: &Head,
    choices: impl IntoIterator<Item = &'c Choice>,
    out: &mut dyn Write,
) -> Result<(), LogError> {
    let mut log = Log::new(game, out);
    let mut events: Vec<(Origin, Event)> = vec![];
    let refused = |refused, world: &World| LogError::Replay(game.refusal(&refused, world));
    let mut table = Table::new(&game.def, &game.scripts, head.seed, &mut events)
        .map_err(|why| refused(why, &World::new(&game.def, head.seed)))?;
    log.start(head, &events, &table)?;
    for choice in choices {
        let Some(index) = table.find(&choice.text) else {
            return Err(LogError::Replay(format!("`{}` is not offered", choice.text)));
        };
        let world = log.decision(&table, index)?;
        events.clear();
        let chosen = table.choose(index, &mut events);
        chosen.map_err(|why| refused(why, &table.state().world))?;
        log.events(world, &events)?;
    }
    Ok(log.end(&table)?)
}
