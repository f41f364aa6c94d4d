//! Everything at the table that has a name, as far as people know it: its print, its rules, and its
//! current state.

use std::borrow::Cow;

use boardwright_docs::glossary::{Sort, Term, glossary};
use boardwright_rules::def::part::{CounterDef, EntryDef, GroupDef, Named, Scope, ZoneDef};
use boardwright_rules::def::show::Shown;
use boardwright_rules::id::{EntryId, PieceId, PlaceId, SpaceId};
use boardwright_text::{Printed, Speaks, about, beside, place_called, printed};

use super::board::lies_on;
use super::things::{Seen, name};

/// The maximum number of pieces of one entry described one by one; above that they are counted by
/// place.
const EACH_MAX: usize = 12;

/// Something that has a name.
pub struct Subject<'d> {
    pub named: Cow<'d, Named>,
    /// Its sort, in a word.
    pub sort: String,
    /// Its print and rules, line by line.
    pub rules: Vec<String>,
    /// Its current state.
    pub stands: Vec<String>,
    /// Whether it is found only by its full name.
    pub is_minor: bool,
}

/// Lists everything that has a name, as far as people know it.
pub fn subjects<'d>(seen: &Seen<'d>) -> Vec<Subject<'d>> {
    let terms = glossary(&seen.game.loaded);
    let any = |_: Scope| true;
    let mut all: Vec<Subject> = vec![];
    for counter in seen.counters(any) {
        all.push(of_counter(seen, counter, &terms));
    }
    for zone in seen.zones(any) {
        all.push(of_zone(seen, zone, &terms));
    }
    for (at, group) in seen.def.groups.iter().enumerate() {
        all.extend(of_group(seen, at, group));
    }
    let entries = seen.def.entries.iter().enumerate();
    let entries = entries.filter(|(_, entry)| !seen.def.is_quiet_kind(entry.kind));
    all.extend(entries.map(|(at, entry)| of_entry(seen, at, entry)));
    let plain = |named: &&Named| !named.id.contains('/') && !named.text.is_empty();
    let kinds = seen.def.kinds.iter().map(|it| &it.named).filter(plain);
    all.extend(kinds.map(|named| Subject {
        named: Cow::Borrowed(named),
        sort: seen.def.language().word("kind of pieces").to_owned(),
        rules: vec![named.text.clone()],
        stands: vec![],
        is_minor: false,
    }));
    all.extend(terms.iter().filter_map(|term| of_term(seen, term)));
    all
}

fn of_counter<'d>(seen: &Seen<'d>, counter: &'d CounterDef, terms: &[Term]) -> Subject<'d> {
    let def = seen.def;
    let stands = match counter.scope {
        Scope::Table => {
            vec![def.language().say("{0} now", &[&seen.value_text(counter, 0)])]
        }
        Scope::Seat => {
            let value = |(at, seat): (usize, &Named)| {
                format!("{}: {}", seat.id, seen.value_text(counter, at as u32))
            };
            vec![def.seat_names.iter().enumerate().map(value).collect::<Vec<_>>().join(", ")]
        }
        _ => vec![],
    };
    let sort = if counter.track.is_some() { "track" } else { "resource" };
    let wanted = if counter.track.is_some() { Sort::Track } else { Sort::Resource };
    let mut rules = vec![counter.named.text.clone()];
    rules.extend(said_of(terms, wanted, &counter.named.id));
    let sort = def.language().word(sort).to_owned();
    Subject { named: Cow::Borrowed(&counter.named), sort, rules, stands, is_minor: false }
}

fn of_zone<'d>(seen: &Seen<'d>, zone: &'d ZoneDef, terms: &[Term]) -> Subject<'d> {
    let def = seen.def;
    let stands = match zone.scope {
        Scope::Table => content_lines(seen, seen.place(zone, 0)),
        Scope::Seat => {
            let seats = def.seat_names.iter().enumerate();
            let told = seats.map(|(at, seat)| {
                format!("{}: {}", seat.id, seen.contents(seen.place(zone, at as u32)))
            });
            told.chain(texts_in(seen, zone)).collect()
        }
        _ => vec![],
    };
    let mut rules = vec![zone.named.text.clone()];
    rules.extend(said_of(terms, Sort::Zone, &zone.named.id));
    let sort = def.language().word("zone").to_owned();
    Subject { named: Cow::Borrowed(&zone.named), sort, rules, stands, is_minor: false }
}

/// What lies in a container: a line for each sort of pieces if one of them has a text.
fn content_lines(seen: &Seen, place: PlaceId) -> Vec<String> {
    let pieces: Vec<PieceId> = match seen.sees(place) {
        true => seen.world.pieces_in(place).collect(),
        false => vec![],
    };
    if pieces.iter().all(|piece| seen.rules(*piece).is_empty()) {
        return vec![seen.contents(place)];
    }
    let lines = pieces.iter().map(|piece| match seen.rules(*piece) {
        "" => seen.piece(*piece),
        rules => format!("{}: {rules}", seen.piece(*piece)),
    });
    let mut counted: Vec<(String, usize)> = vec![];
    for line in lines {
        match counted.iter_mut().find(|(other, _)| *other == line) {
            Some((_, n)) => *n += 1,
            None => counted.push((line, 1)),
        }
    }
    let text = |(line, n): (String, usize)| if n == 1 { line } else { format!("{n} × {line}") };
    counted.into_iter().map(text).collect()
}

/// The texts of the pieces that are seen in the containers of a zone, each once.
fn texts_in(seen: &Seen, zone: &ZoneDef) -> Vec<String> {
    let places = (0..u32::from(zone.places)).map(|at| seen.place(zone, at));
    let places = places.filter(|place| seen.sees(*place));
    let pieces = places.flat_map(|place| seen.world.pieces_in(place));
    let mut entries: Vec<EntryId> =
        pieces.map(|piece| seen.world.entry_of(seen.def, piece)).collect();
    entries.sort_unstable_by_key(|entry| entry.index());
    entries.dedup();
    let named = entries.iter().filter_map(|entry| seen.def.entries.get(entry.index()));
    let named = named.map(|it| &it.named).filter(|it| !it.text.is_empty());
    named.map(|it| format!("{}: {}", name(it), it.text)).collect()
}

/// What the glossary adds to the text.
fn said_of(terms: &[Term], sort: Sort, id: &str) -> Vec<String> {
    let term = terms.iter().find(|term| term.sort == sort && term.id == id);
    term.map_or_else(Vec::new, |term| term.lines.clone())
}

/// A group of spaces, and its spaces.
fn of_group<'d>(seen: &Seen<'d>, at: usize, group: &'d GroupDef) -> Vec<Subject<'d>> {
    let def = seen.def;
    let first = group.first.index();
    let spaces = def.spaces.iter().enumerate().skip(first).take(usize::from(group.spaces));
    let mut all: Vec<Subject> = vec![];
    for (index, space) in spaces {
        let name = seen.space(index);
        let named = match name == space.named.name {
            true => Cow::Borrowed(&space.named),
            false => Cow::Owned(Named { name, ..space.named.clone() }),
        };
        let mut rules = on_it(seen, Printed::Space(SpaceId::from(index)));
        rules.push(space.named.text.clone());
        let mut stands = lies_on(seen, at, (index - first) as u32);
        stands.extend(in_panels(seen, at, index));
        let near: Vec<String> = space.neighbours.iter().map(|it| seen.space(it.index())).collect();
        if !near.is_empty() {
            stands.push(def.language().say("next to {0}", &[&near.join(", ")]));
        }
        let sort = match group.named.name == group.named.id.replace('_', " ") {
            true => def.language().word("space").to_owned(),
            false => super::things::name(&group.named).to_owned(),
        };
        all.push(Subject { named, sort, rules, stands, is_minor: false });
    }
    let of_space = |it: &Subject| {
        let stands = it.stands.first().map_or("-", String::as_str);
        format!("{}: {stands}", super::things::name(&it.named))
    };
    let group = Subject {
        stands: all.iter().map(of_space).collect(),
        named: Cow::Borrowed(&group.named),
        sort: def.language().word("spaces").to_owned(),
        rules: vec![group.named.text.clone()],
        is_minor: false,
    };
    all.insert(0, group);
    all
}

/// What panels show about a space, and about the spaces they group under it.
fn in_panels(seen: &Seen, group: usize, space: usize) -> Vec<String> {
    let mut told = vec![];
    for panel in &seen.def.show.panels {
        let groups = panel.items.iter().filter_map(|item| match item {
            Shown::Group(of) => Some(usize::from(*of)),
            _ => None,
        });
        for of in groups {
            let spaces = match panel.by.and_then(|by| seen.def.space_attrs.get(by.index())) {
                _ if of == group => vec![space],
                Some(column) => gathered(seen, of, column, space as i32),
                None => continue,
            };
            let says = |at: &usize| match panel.each {
                Some(each) => about(seen.def, seen.world, each, seen.seat, *at as i32),
                None if of == group => String::new(),
                None => seen.space(*at),
            };
            let said: Vec<String> =
                spaces.iter().map(says).filter(|text| !text.is_empty()).collect();
            if !said.is_empty() {
                told.push(format!("{}: {}", name(&panel.named), said.join(", ")));
                told.push(panel.named.text.clone());
            }
        }
    }
    told
}

/// The spaces of a group on which another space is printed.
fn gathered(seen: &Seen, group: usize, column: &[i32], space: i32) -> Vec<usize> {
    let Some(group) = seen.def.groups.get(group) else { return vec![] };
    let first = group.first.index();
    let all = first..first + usize::from(group.spaces);
    all.filter(|at| column.get(*at) == Some(&space)).collect()
}

/// The print of a piece or space: parts with an explanation on lines of their own, the rest
/// together.
fn on_it(seen: &Seen, on: Printed) -> Vec<String> {
    let (def, seat) = (seen.def, Some(seen.seat));
    let parts = printed(def, seen.world, on, seat);
    let (plain, told): (Vec<_>, Vec<_>) = parts.into_iter().partition(|it| it.means.is_empty());
    let plain: Vec<String> = plain.into_iter().map(|part| part.said).collect();
    let mut lines = vec![plain.join("; ")];
    lines.extend(told.into_iter().map(|part| format!("{} ({})", part.said, part.means)));
    lines
}

fn of_entry<'d>(seen: &Seen<'d>, at: usize, entry: &'d EntryDef) -> Subject<'d> {
    let def = seen.def;
    let kind = def.kinds.get(entry.kind.index());
    let sort = kind.map_or_else(|| def.language().word("piece"), |kind| name(&kind.named));
    let visible: Vec<PieceId> = entry
        .bearers
        .iter()
        .copied()
        .filter(|piece| {
            let up = seen.world.entry_of(def, *piece);
            let place = seen.world.place_of(*piece);
            up.index() == at && seen.sees(place) && is_known(seen, place)
        })
        .collect();
    let mut rules = vec![];
    // A kind's text beside its pieces may contain more than their print.
    if def.show.kinds.iter().any(|(kind, _)| *kind == entry.kind) {
        let on = visible.first().map(|piece| Printed::Piece(*piece));
        rules.extend(on.and_then(|on| beside(def, seen.world, on, Some(seen.seat))));
    }
    rules.extend(on_it(seen, Printed::Entry(EntryId::from(at))));
    rules.push(entry.named.text.clone());
    let named = Cow::Borrowed(&entry.named);
    let stands = whereabouts(seen, &visible);
    Subject { named, sort: sort.to_owned(), rules, stands, is_minor: false }
}

/// Whether people know of a container.
fn is_known(seen: &Seen, place: PlaceId) -> bool {
    let zone = seen.def.places.get(place.index()).map(|place| place.zone);
    zone.is_some_and(|zone| !seen.def.is_quiet_zone(zone))
}

/// Where pieces lie, to whom they belong and what they carry; equal ones together.
fn whereabouts(seen: &Seen, pieces: &[PieceId]) -> Vec<String> {
    let language = seen.def.language();
    let mut bare: Vec<(String, usize)> = vec![];
    let mut told: Vec<String> = vec![];
    for piece in pieces {
        let place = place_called(seen.def, seen.world, seen.world.place_of(*piece));
        let carries = seen.carries(*piece);
        let owner = seen.owner_elsewhere(*piece);
        if carries.is_empty() && owner.is_none() || told.len() >= EACH_MAX {
            match bare.iter_mut().find(|(other, _)| *other == place) {
                Some((_, n)) => *n += 1,
                None => bare.push((place, 1)),
            }
            continue;
        }
        let mut line = language.say("lies in {0}", &[&place]);
        if let Some(owner) = owner {
            line.push_str(&format!("; {}", language.say("belongs to {0}", &[&owner])));
        }
        if !carries.is_empty() {
            line.push_str(&format!("; {}", language.say("on it: {0}", &[&carries.join(", ")])));
        }
        told.push(line);
    }
    let places = bare.into_iter().map(|(place, n)| match n {
        1 => place,
        n => format!("{place} (x{n})"),
    });
    let places: Vec<String> = places.collect();
    if !places.is_empty() {
        told.insert(0, language.say("lies in {0}", &[&places.join(", ")]));
    }
    told
}

/// A term for something that is not on the table. Resources and the like are already listed.
fn of_term<'d>(seen: &Seen<'d>, term: &Term) -> Option<Subject<'d>> {
    let sort = match term.sort {
        Sort::Resource | Sort::Track | Sort::Zone => return None,
        Sort::Value => "value",
        Sort::Option => "option",
        Sort::Rule => "rule",
    };
    let named = Named { id: term.id.clone(), name: term.name.clone(), ..Named::default() };
    let text =
        seen.def.values.iter().find(|it| {
            term.sort == Sort::Value && it.named.id == term.id && !it.named.text.is_empty()
        });
    let text = text.map(|it| it.named.text.clone());
    Some(Subject {
        named: Cow::Owned(named),
        sort: seen.def.language().word(sort).to_owned(),
        rules: text.into_iter().chain(term.lines.iter().cloned()).collect(),
        stands: vec![],
        is_minor: !term.is_told,
    })
}
