//! Events in words, each described with the table as it was at that moment. Similar events that
//! happen together are joined; bookkeeping is left out.

mod grouping;

use boardwright_phrases::Language;
use boardwright_rules::def::Def;
use boardwright_rules::def::part::Scope;
use boardwright_rules::event::{Event, Origin};
use boardwright_rules::id::{KindId, PlaceId, SeatId, ZoneId};
use boardwright_rules::world::World;
use boardwright_text::{Speaks, place_called};

use grouping::{Alike, Changes, CounterChange, Fact, Moves, Same, Verb, Went, What};

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What happened.
    pub text: String,
    /// Whether it reports a choice; otherwise, a consequence.
    pub is_choice: bool,
    /// Whether it reports an unfair take-back.
    pub is_mark: bool,
    /// If it reports that pieces moved: their kind and number.
    pub went: Option<(KindId, usize)>,
    /// What others read; `None` if the same.
    hidden: Option<Hidden>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Hidden {
    /// One bit for each seat that may know.
    seen_by: u16,
    /// What the others read; nothing if empty.
    instead: String,
}

impl Line {
    pub(super) fn choice(text: String) -> Self {
        Self { text, is_choice: true, is_mark: false, went: None, hidden: None }
    }

    /// A choice that only its own seat knows.
    pub(super) fn secret(text: String, seat: SeatId, instead: String) -> Self {
        let hidden = Hidden { seen_by: 1 << seat.0.min(15), instead };
        Self { text, is_choice: true, is_mark: false, went: None, hidden: Some(hidden) }
    }

    /// An unfair take-back; `instead` is what all but one seat read, if there is such a seat.
    pub(super) fn mark(text: String, seen_by: Option<SeatId>, instead: String) -> Self {
        let hidden = seen_by.map(|seat| Hidden { seen_by: 1 << seat.0.min(15), instead });
        Self { text, is_choice: false, is_mark: true, went: None, hidden }
    }

    /// Whether some seats may not know it.
    pub(super) fn is_secret(&self) -> bool {
        self.hidden.is_some()
    }

    /// What a seat reads.
    pub fn for_seat(&self, seat: SeatId) -> Option<&str> {
        match &self.hidden {
            Some(hidden) if hidden.seen_by >> seat.0.min(15) & 1 == 0 => {
                Some(hidden.instead.as_str()).filter(|text| !text.is_empty())
            }
            _ => Some(&self.text),
        }
    }
}

/// Events in words. `world` is the table before them; it ends as the table after them.
pub(crate) fn lines(def: &Def, world: &mut World, events: &[(Origin, Event)]) -> Vec<Line> {
    let everybody = grouping::everybody(def);
    let facts = grouping::facts(def, world, events);
    let line = |fact: &Fact| {
        let text = in_words(def, world, fact);
        let hidden = (fact.seen_by != everybody)
            .then(|| Hidden { seen_by: fact.seen_by, instead: instead(def, world, fact) });
        let went = match &fact.what {
            What::Moved(moves) => Some((moves.kind, moves.pieces.len())),
            _ => None,
        };
        Line { text, is_choice: false, is_mark: false, went, hidden }
    };
    facts.iter().map(line).collect()
}

/// The pieces set up on the table, in one line: how many of each kind.
pub fn setup_in_short(def: &Def, lines: &[Line]) -> String {
    let mut kinds: Vec<(KindId, usize)> = vec![];
    for (kind, n) in lines.iter().filter_map(|line| line.went) {
        match kinds.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, all)) => *all += n,
            None => kinds.push((kind, n)),
        }
    }
    let pieces = kinds.into_iter().filter_map(|(kind, n)| {
        let named = &def.kinds.get(kind.index())?.named;
        Some(counted(named.name(), &named.plural, n))
    });
    joined(def.language(), &pieces.collect::<Vec<_>>())
}

/// Above this number, pieces are counted instead of named.
const NAMED_MAX: usize = 8;
/// More than a few pieces are also counted if their names together are longer than this.
const NAMES_LEN_MAX: usize = 120;
const FEW: usize = 3;

/// A fact, for those who may know it.
fn in_words(def: &Def, world: &World, fact: &Fact) -> String {
    match &fact.what {
        What::Said(text) => text.clone(),
        What::Changed(changes) => changed(def.language(), changes),
        What::Moved(moves) => moved(def, world, moves),
        What::Alike(alike) => together(def.language(), alike),
    }
}

/// A fact for those who may not know it: that pieces of a kind moved, or nothing.
fn instead(def: &Def, world: &World, fact: &Fact) -> String {
    match &fact.what {
        What::Moved(moves) => {
            let n = moves.pieces.len();
            went(def, world, moves, &of_kind(def, moves, n), n)
        }
        _ => String::new(),
    }
}

fn changed(language: Language, changes: &Changes) -> String {
    let told = match &changes.who {
        None => {
            let parts = changes.acts.iter().flat_map(|(_, parts)| parts);
            let is_now =
                |part: &CounterChange| language.say("{0} is now {1}", &[&part.name, &part.to]);
            joined(language, &parts.map(is_now).collect::<Vec<_>>())
        }
        Some(who) => {
            let acts = changes.acts.iter().map(|(verb, parts)| act(language, *verb, parts));
            format!("{who} {}", joined(language, &acts.collect::<Vec<_>>()))
        }
    };
    match &changes.by {
        Some(by) => language.say("{0}, by {1}", &[&told, by]),
        None => told,
    }
}

/// What happened to some counters, without their holder.
fn act(language: Language, verb: Verb, parts: &[CounterChange]) -> String {
    let part = |CounterChange { name, many, from, to, is_flag }: &CounterChange| {
        let n = match verb {
            Verb::Gains | Verb::Loses | Verb::Pays => to - from,
            Verb::Has => *to,
            Verb::Walks => 1,
        };
        let name = language.inside(if language.is_one(n) { name } else { many });
        match verb {
            Verb::Has if *is_flag && *to == 0 => language.say("no {0}", &[&name]),
            _ if *is_flag => name,
            Verb::Gains => language.say("{0} {1} (now {2})", &[&(to - from), &name, to]),
            Verb::Loses => language.say("{0} {1} (now {2})", &[&(from - to), &name, to]),
            Verb::Pays => language.say("{0} {1} ({2} left)", &[&(from - to), &name, to]),
            Verb::Has => format!("{to} {name}"),
            Verb::Walks => language.say("on {0} from {1} to {2}", &[&name, from, to]),
        }
    };
    let phrase = match verb {
        Verb::Gains => "gains {0}",
        Verb::Loses => "loses {0}",
        Verb::Pays => "pays {0}",
        Verb::Has => "now has {0}",
        Verb::Walks => "moves {0}",
    };
    let parts: Vec<String> = parts.iter().map(part).collect();
    language.say(phrase, &[&joined(language, &parts)])
}

fn moved(def: &Def, world: &World, moves: &Moves) -> String {
    let n = moves.pieces.len();
    let names_len: usize = moves.pieces.iter().map(|went| went.name.chars().count()).sum();
    if n > NAMED_MAX || n > FEW && names_len > NAMES_LEN_MAX {
        return went(def, world, moves, &of_kind(def, moves, n), n);
    }
    let targets = by_target(&moves.pieces);
    // Printed text on many pieces would obscure what happens.
    let title = if n <= FEW { Went::in_full } else { Went::names };
    if targets.len() == 1 {
        let names = joined(def.language(), &gathered(moves.pieces.iter().map(title)));
        return went(def, world, moves, &names, n);
    }
    // Each goes to its own place.
    let parts: Vec<String> = targets
        .iter()
        .enumerate()
        .map(|(at, (to, pieces))| {
            let names = joined(def.language(), &gathered(pieces.iter().map(|went| title(went))));
            let phrase = match (at, pieces.len()) {
                (0, 1) => "{0} goes to {1}",
                (0, _) => "{0} go to {1}",
                _ => "{0} to {1}",
            };
            def.language().say(phrase, &[&names, &place_called(def, world, *to)])
        })
        .collect();
    let told = parts.join(", ");
    match one_source(def, world, moves) {
        Some(from) => def.language().say("{0}, from {1}", &[&told, &from]),
        None => told,
    }
}

/// What happened to one element, or to several at once.
fn together(language: Language, alike: &Alike) -> String {
    let mut names = gathered(alike.things.iter().map(|name| (name.clone(), String::new())));
    let more = names.len().saturating_sub(NAMED_MAX);
    names.truncate(NAMED_MAX);
    let things = match more {
        0 => joined(language, &names),
        more => language.say("{0} and {1} more", &[&names.join(", "), &more]),
    };
    let one = alike.things.len() == 1;
    match &alike.same {
        Same::Owned(seat) if one => language.say("{0} now belongs to {1}", &[&things, seat]),
        Same::Owned(seat) => language.say("{0} now belong to {1}", &[&things, seat]),
        Same::Controlled(seat) if one => {
            language.say("{0} is now controlled by {1}", &[&things, seat])
        }
        Same::Controlled(seat) => language.say("{0} are now controlled by {1}", &[&things, seat]),
        Same::Turned if one => language.say("{0} is turned up", &[&things]),
        Same::Turned => language.say("{0} are turned up", &[&things]),
        Same::Now(name, to) => language.say("{0} of {1} is now {2}", &[name, &things, to]),
    }
}

/// Pieces moved from a zone to a zone; `what` already names them.
fn went(def: &Def, world: &World, moves: &Moves, what: &str, n: usize) -> String {
    let targets = by_target(&moves.pieces);
    let from = one_source(def, world, moves);
    let to = (!def.is_quiet_zone(moves.to)).then(|| match targets.as_slice() {
        [(one, _)] => place_called(def, world, *one),
        several => {
            let first = several.first().map_or(0, |(_, pieces)| pieces.len());
            let alike = several.iter().all(|(_, pieces)| pieces.len() == first);
            let holders = holders(def, moves.to);
            match alike {
                true => def.language().say("{0}, {1} to each", &[&holders, &first]),
                false => holders,
            }
        }
    });
    let language = def.language();
    match (from, to, n == 1) {
        (Some(from), Some(to), true) => {
            language.say("{0} goes from {1} to {2}", &[&what, &from, &to])
        }
        (Some(from), Some(to), false) => {
            language.say("{0} go from {1} to {2}", &[&what, &from, &to])
        }
        (None, Some(to), true) => language.say("{0} comes to {1}", &[&what, &to]),
        (None, Some(to), false) => language.say("{0} come to {1}", &[&what, &to]),
        (Some(from), None, true) => language.say("{0} leaves {1}", &[&what, &from]),
        (Some(from), None, false) => language.say("{0} leave {1}", &[&what, &from]),
        (None, None, true) => language.say("{0} goes away", &[&what]),
        (None, None, false) => language.say("{0} go away", &[&what]),
    }
}

/// The place all came from, if there is just one and people know it.
fn one_source(def: &Def, world: &World, moves: &Moves) -> Option<String> {
    let first = moves.pieces.first()?.from;
    if def.is_quiet_zone(moves.from) {
        return None;
    }
    match moves.pieces.iter().all(|went| went.from == first) {
        true => Some(place_called(def, world, first)),
        false => Some(holders(def, moves.from)),
    }
}

/// The holders of a zone's containers, or the zone itself.
fn holders(def: &Def, zone: ZoneId) -> String {
    let Some(zone) = def.zones.get(zone.index()) else { return "?".into() };
    let group = match zone.scope {
        Scope::Space(group) => def.groups.get(usize::from(group)),
        _ => None,
    };
    group.map_or(&zone.named, |group| &group.named).name().to_owned()
}

fn by_target(pieces: &[Went]) -> Vec<(PlaceId, Vec<&Went>)> {
    let mut targets: Vec<(PlaceId, Vec<&Went>)> = vec![];
    for went in pieces {
        match targets.iter_mut().find(|(to, _)| *to == went.to) {
            Some((_, all)) => all.push(went),
            None => targets.push((went.to, vec![went])),
        }
    }
    targets
}

/// Lists equal names once, with their number.
fn gathered(names: impl IntoIterator<Item = (String, String)>) -> Vec<String> {
    let mut counts: Vec<((String, String), usize)> = vec![];
    for name in names {
        match counts.iter_mut().find(|(other, _)| other.0 == name.0) {
            Some((_, n)) => *n += 1,
            None => counts.push((name, 1)),
        }
    }
    counts.into_iter().map(|((name, plural), n)| counted(&name, &plural, n)).collect()
}

/// `n` pieces of a kind.
fn of_kind(def: &Def, moves: &Moves, n: usize) -> String {
    let named = def.kinds.get(moves.kind.index()).map(|kind| &kind.named);
    named.map_or_else(|| "?".to_owned(), |named| counted(named.name(), &named.plural, n))
}

/// `Mill`, `2 Mills`; without a plural `2 × Mill`.
fn counted(name: &str, plural: &str, n: usize) -> String {
    match (n, plural) {
        (1, _) => name.to_owned(),
        (_, "") => format!("{n} × {name}"),
        _ => format!("{n} {plural}"),
    }
}

/// `a`, `a and b`, `a, b and c`.
fn joined(language: Language, parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => language.say("{0} and {1}", &[&most.join(", "), last]),
    }
}
