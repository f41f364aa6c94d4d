//! Writes a scenario from a game that was played: the same seed, the same choices, and what they
//! changed.
//!
//! `given` cannot express a position in the middle of a game: unfinished steps, the random numbers
//! to come, the order of a hidden deck. So the game is replayed from its start. Choices before the
//! mark go under `after`, those since then under `steps`.
//!
//! The result is run at once: no scenario is written that does not hold.

use std::fmt::Write;

use boardwright_rules::def::ask::Class;
use boardwright_rules::def::part::Scope;
use boardwright_rules::id::{CounterId, PlaceId, ZoneId};
use boardwright_rules::rank::standings;
use boardwright_rules::world::World;
use boardwright_text::thing;

use super::read;
use crate::save::{Choice, value_text};
use crate::session::Session;
use boardwright_format::{Places, Role, format};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::source::{SourceFile, Sources};
use boardwright_syntax::yaml;

/// Zones with more pieces than this are counted instead of listed.
const LISTED_MAX: usize = 12;

/// Records the scenario of a game at its current position: `mark` choices are made before it
/// begins. The error says why there is none.
pub fn record(session: &Session, name: &str, mark: usize) -> Result<String, String> {
    let (game, seed) = (session.game, session.seed());
    if i64::try_from(seed).is_err() {
        return Err(format!("the seed {seed} is larger than a scenario can say"));
    }
    let choices: Vec<&Choice> = session.choices().collect();
    let (before, since) = choices.split_at(mark.min(choices.len()));
    let mut start = Session::new(game, seed)?;
    for choice in before {
        start.choose(&choice.text).map_err(|refusal| refusal.reason)?;
    }
    let packs: Vec<&str> = game.loaded.lock.packs.iter().map(|pack| pack.id.as_str()).collect();
    let mut out = format!(
        "# Recorded from a game of {}. It plays that game again from its start: change what\n\
         # is expected, and leave out what does not matter.\n",
        packs.join(" + ")
    );
    let _ = writeln!(out, "scenario: {}", quoted(name));
    let _ = writeln!(out, "players: {}\nseed: {seed}", game.players);
    if !game.options.is_empty() {
        let _ = writeln!(out, "options:");
        for (id, value) in &game.options {
            let _ = writeln!(out, "  {id}: {}", quoted(&value_text(value)));
        }
    }
    for (key, choices) in [("after", before), ("steps", since)] {
        let lines = choices.iter().map(|it| format!("  - {}: {}\n", it.seat, quoted(&it.text)));
        let mut lines: String = lines.collect();
        if let ("steps", Some(seat)) = (key, session.seat()) {
            let _ = writeln!(lines, "  - asks: {}", session.seat_id(seat));
        }
        if !lines.is_empty() {
            let _ = write!(out, "{key}:\n{lines}");
        }
    }
    let expected = changed(session, &start.table().state().world);
    if !expected.is_empty() {
        let _ = write!(out, "expect:\n{expected}");
    }
    let text = formatted(out);
    let failed = failure(session, &text);
    failed.map_or(Ok(text), |why| Err(format!("played again, the game goes differently: {why}")))
}

/// Why a scenario does not hold in this game.
fn failure(session: &Session, text: &str) -> Option<String> {
    let mut sources = Sources::default();
    let (pack, path) = (String::new(), "tests/recorded.yaml".to_owned());
    let file = sources.add(SourceFile { pack, path, text: text.to_owned() });
    let mut diags = vec![];
    let node = yaml::read(&sources, file, &mut diags);
    let found = node.map(|node| read::alone(&node, &mut diags)).unwrap_or_default();
    let ran = found.iter().flat_map(|scenario| super::run(session.game, scenario).diags);
    let ran: Vec<Diagnostic> = ran.collect();
    diags.into_iter().chain(ran).next().map(|diag| diag.message)
}

/// What differs from an earlier table: numbers of seats, the table and spaces, and what the seats'
/// zones hold.
fn changed(session: &Session, before: &World) -> String {
    let def = &session.game.def;
    let now = &session.table().state().world;
    let mut out = String::new();
    let seats = 0..i32::from(def.seats);
    let named = |seat: i32| &def.seat_names[seat as usize].id;
    for (at, counter) in def.counters.iter().enumerate() {
        let id = CounterId::from(at);
        if def.is_quiet_counter(id) || counter.named.id.contains('/') {
            continue;
        }
        let mut line = |holder: i32, whose: &str| {
            let is = now.counter(def, id, holder);
            if is != before.counter(def, id, holder) {
                let _ = writeln!(out, "  {whose}.{}: {is}", counter.named.id);
            }
        };
        match counter.scope {
            Scope::Table => line(0, "table"),
            Scope::Seat => seats.clone().for_each(|seat| line(seat, named(seat))),
            Scope::Space(_) => {
                let own = counter.first as usize..(counter.first + counter.holders) as usize;
                own.for_each(|space| line(space as i32, &def.spaces[space].named.id));
            }
            Scope::Piece(_) | Scope::SeatSpace(_) => {}
        }
    }
    for (at, place) in def.places.iter().enumerate() {
        let (id, zone) = (PlaceId::from(at), &def.zones[place.zone.index()]);
        if zone.scope != Scope::Seat || def.is_quiet_zone(ZoneId::from(place.zone.index())) {
            continue;
        }
        let is = pieces(session, now, id);
        if is == pieces(session, before, id) {
            continue;
        }
        let (whose, zone) = (named(place.holder), &zone.named.id);
        let _ = match is.len() {
            0..=LISTED_MAX => writeln!(out, "  {whose}.{zone}: [{}]", is.join(", ")),
            n => writeln!(out, "  \"size({whose}.{zone})\": {n}"),
        };
    }
    if session.is_over() {
        let best = standings(def, now).into_iter().filter(|it| it.place == 1);
        let winners: Vec<&str> = best.map(|it| session.seat_id(it.seat)).collect();
        let _ = writeln!(out, "  over: true\n  winner: [{}]", winners.join(", "));
    }
    out
}

/// The content of a place, by entry.
fn pieces(session: &Session, world: &World, place: PlaceId) -> Vec<String> {
    let def = &session.game.def;
    let name =
        |piece: boardwright_rules::id::PieceId| thing(def, world, Class::Piece, i32::from(piece.0));
    let mut all: Vec<String> = world.pieces_in(place).map(name).collect();
    all.sort();
    all
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Formats the text as `fmt` does.
fn formatted(text: String) -> String {
    let mut sources = Sources::default();
    let (pack, path) = (String::new(), "tests/recorded.yaml".to_owned());
    let file = sources.add(SourceFile { pack, path, text: text.clone() });
    format(&sources, file, Role::Tests, &Places::plain()).unwrap_or(text)
}
