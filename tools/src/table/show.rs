//! What something is, by its name: its rules text, and how it stands.

use std::borrow::Cow;

use boardwright_rules::def::part::{EntryDef, Named, Scope};
use boardwright_rules::id::PieceId;

use super::board::space_text;
use super::draw::Look;
use super::panel::Frame;
use super::things::{Seen, name};
use super::width::{blanks, lines};
use crate::io::{Ink, ink};
use boardwright_pack::game::Game;
use boardwright_rules::id::SeatId;
use boardwright_rules::text::beside;
use boardwright_rules::world::World;

/// More things than this are only named.
const TOLD_MAX: usize = 8;
/// More than this are not even named.
const NAMED_MAX: usize = 40;

/// Something with a name.
struct Thing<'d> {
    named: Cow<'d, Named>,
    sort: &'static str,
    /// How it stands now.
    stands: Vec<String>,
}

/// What is called so: its rules text and, if asked for, how it stands.
pub fn show(
    game: &Game,
    world: &World,
    seat: SeatId,
    (wanted, stands): (&str, bool),
    look: Look,
) -> String {
    let seen = Seen::new(game, world, seat);
    let wanted = wanted.to_lowercase();
    let frame = Frame { seen: &seen, of: seat, width: look.width, colour: look.colour };
    let called =
        |named: &Named| named.id.to_lowercase() == wanted || named.name.to_lowercase() == wanted;
    if let Some(panel) = seen.def.show.panels.iter().find(|it| stands && called(&it.named)) {
        return frame.panel(panel);
    }
    let things = things(&seen);
    let mut found: Vec<&Thing> = vec![];
    for fits in [is, begins, contains] {
        found = things.iter().filter(|thing| fits(&thing.named, &wanted)).collect();
        if !found.is_empty() {
            break;
        }
    }
    match found.len() {
        0 => format!("  {}\n", seen.def.language.say("nothing is called `{0}`", &[&wanted])),
        n if n > TOLD_MAX => {
            let names: Vec<&str> = found.iter().take(NAMED_MAX).map(|it| name(&it.named)).collect();
            let more = if n > NAMED_MAX { " ..." } else { "" };
            let names = format!("{}{more}", names.join(", "));
            indented(&seen.def.language.say("which of {0}?", &[&names]), 2, look.width)
        }
        _ => found.iter().map(|thing| told(thing, stands, look)).collect(),
    }
}

fn is(named: &Named, wanted: &str) -> bool {
    named.id.to_lowercase() == *wanted || named.name.to_lowercase() == *wanted
}

fn begins(named: &Named, wanted: &str) -> bool {
    named.id.to_lowercase().starts_with(wanted) || named.name.to_lowercase().starts_with(wanted)
}

fn contains(named: &Named, wanted: &str) -> bool {
    named.id.to_lowercase().contains(wanted) || named.name.to_lowercase().contains(wanted)
}

fn told(thing: &Thing, stands: bool, look: Look) -> String {
    let sort = ink(look.colour, Ink::Dim, format!("({})", thing.sort));
    let mut text = format!("  {} {sort}\n", ink(look.colour, Ink::Head, name(&thing.named)));
    if !thing.named.text.is_empty() {
        text.push_str(&indented(&thing.named.text, 4, look.width));
    }
    for line in thing.stands.iter().filter(|_| stands) {
        text.push_str(&indented(line, 4, look.width));
    }
    text
}

fn indented(text: &str, indent: usize, width: usize) -> String {
    let rows = lines(text, 0, width.saturating_sub(indent));
    rows.iter().map(|row| format!("{}{row}\n", blanks(indent))).collect()
}

/// Everything that has a name, as far as people know it.
fn things<'d>(seen: &Seen<'d>) -> Vec<Thing<'d>> {
    let def = seen.def;
    let word = |phrase| def.language.word(phrase);
    let mut all: Vec<Thing> = vec![];
    let any = |_: Scope| true;
    for counter in seen.counters(any) {
        let holders = match counter.scope {
            Scope::Table => vec![format!("is {}", seen.value_text(counter, 0))],
            Scope::Seat => {
                let value = |(at, seat): (usize, &Named)| {
                    format!("{}: {}", seat.id, seen.value_text(counter, at as u32))
                };
                vec![def.seat_names.iter().enumerate().map(value).collect::<Vec<_>>().join(", ")]
            }
            _ => vec![],
        };
        let sort = if counter.track.is_some() { word("track") } else { word("resource") };
        all.push(Thing { named: Cow::Borrowed(&counter.named), sort, stands: holders });
    }
    for zone in seen.zones(any) {
        let stands = match zone.scope {
            Scope::Table => vec![seen.contents(seen.place(zone, 0))],
            Scope::Seat => {
                let seats = def.seat_names.iter().enumerate();
                let told = seats.map(|(at, seat)| {
                    format!("{}: {}", seat.id, seen.contents(seen.place(zone, at as u32)))
                });
                told.collect()
            }
            _ => vec![],
        };
        all.push(Thing { named: Cow::Borrowed(&zone.named), sort: word("zone"), stands });
    }
    for (at, group) in def.groups.iter().enumerate() {
        let spaces = def.spaces.iter().skip(group.first.index()).take(usize::from(group.spaces));
        let told = spaces.clone().enumerate().map(|(n, space)| {
            let text = space_text(seen, at, n as u32);
            let text = if text.is_empty() { "-".to_owned() } else { text };
            let name = seen.space(group.first.index() + n);
            let named = match name == space.named.name {
                true => Cow::Borrowed(&space.named),
                false => Cow::Owned(Named { name, ..space.named.clone() }),
            };
            (named, text)
        });
        let told: Vec<(Cow<Named>, String)> = told.collect();
        let stands = told.iter().map(|(named, text)| format!("{}: {text}", name(named))).collect();
        all.push(Thing { named: Cow::Borrowed(&group.named), sort: word("spaces"), stands });
        for (named, text) in told {
            all.push(Thing { named, sort: word("space"), stands: vec![text] });
        }
    }
    for entry in def.entries.iter().filter(|it| !def.is_quiet_kind(it.kind)) {
        let places = places(seen, &entry.bearers);
        let stands = said(seen, entry).into_iter().chain([places]).filter(|it| !it.is_empty());
        let stands = stands.collect();
        all.push(Thing { named: Cow::Borrowed(&entry.named), sort: word("piece"), stands });
    }
    let plain = |named: &&Named| !named.id.contains('/') && !named.text.is_empty();
    let kinds = def.kinds.iter().map(|it| &it.named).filter(plain);
    all.extend(kinds.map(|named| Thing {
        named: Cow::Borrowed(named),
        sort: word("kind of pieces"),
        stands: vec![],
    }));
    let values = def.values.iter().map(|it| &it.named).filter(plain);
    all.extend(values.map(|named| Thing {
        named: Cow::Borrowed(named),
        sort: word("value"),
        stands: vec![],
    }));
    let printed = |named: &&Named| def.entries.iter().any(|it| it.named.name == named.name);
    let procs = def.procs.iter().map(|it| &it.named).filter(plain).filter(|it| !printed(it));
    all.extend(procs.map(|named| Thing {
        named: Cow::Borrowed(named),
        sort: word("rule"),
        stands: vec![],
    }));
    all
}

/// What is said beside a piece that shows this entry, if the seat sees one.
fn said(seen: &Seen, entry: &EntryDef) -> Option<String> {
    let mut pieces = entry.bearers.iter().copied();
    let piece = pieces.find(|piece| {
        let up = seen.world.entry_of(seen.def, *piece);
        let up = seen.def.entries.get(up.index()).map(|it| &it.named.id);
        up == Some(&entry.named.id) && seen.sees(seen.world.place_of(*piece))
    })?;
    beside(seen.def, seen.world, piece, seen.seat)
}

/// Where pieces lie, as far as the seat sees them.
fn places(seen: &Seen, pieces: &[PieceId]) -> String {
    let mut told: Vec<String> = vec![];
    for piece in pieces {
        let place = seen.world.place_of(*piece);
        if seen.sees(place) {
            let place = boardwright_rules::text::place_called(seen.def, seen.world, place);
            if !told.contains(&place) {
                told.push(place);
            }
        }
    }
    match told.is_empty() {
        true => String::new(),
        false => seen.def.language.say("lies in {0}", &[&told.join(", ")]),
    }
}
