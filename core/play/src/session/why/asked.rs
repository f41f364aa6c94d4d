//! Finds the number that is meant: `wood`, `my wood`, `p2 fish`, `grain of Mill`, `worth of North
//! quay`.

use boardwright_rules::def::Def;
use boardwright_rules::def::ask::Class;
use boardwright_rules::def::expr::NIL;
use boardwright_rules::def::part::{Named, Scope};
use boardwright_rules::eval::Eval;
use boardwright_rules::id::{CounterId, PieceId, PlaceId, SeatId, ValueId, ZoneId};
use boardwright_rules::view::{sees, view};
use boardwright_rules::world::World;
use boardwright_text::{Speaks, called, thing};
use serde::Serialize;

use super::history::Number;
use super::number::{ledger, number_called, worth};
use super::place::Places;
use super::secret::Eyes;
use super::trace::{Tracer, value_called};
use super::{Answer, Cause, Effect, Reply};
use crate::session::Session;
use boardwright_compile::names::Type;
use boardwright_syntax::diag::similar;

/// Words that do not help to find the number.
const SMALL: &[&str] = &[
    "of", "the", "in", "on", "at", "is", "are", "for", "do", "i", "have", "so", "has", "de", "du",
    "des", "la", "le", "les", "l", "d", "dans", "sur", "von", "der", "die", "das", "im", "auf",
    "bei", "many", "much", "number",
];
/// Words for the seat that asks.
const MINE: &[&str] = &[
    "my", "me", "mine", "own", "mon", "ma", "mes", "moi", "mein", "meine", "meiner", "meins",
    "mich", "mir",
];

/// One of several possible meanings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Meaning {
    /// The number and its value, if the asking seat may see it.
    pub told: String,
    /// The words that mean this one alone.
    pub ask: String,
}

/// Anything people have names for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    Counter(CounterId),
    Zone(ZoneId),
    Value(ValueId),
    Line(usize),
    Sheet,
}

struct Thing {
    what: What,
    names: Vec<String>,
    /// Bookkeeping: hidden from the log and the table.
    quiet: bool,
}

/// One number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Target {
    Number(Number),
    Value(ValueId, i32, i32),
    Sheet(SeatId),
}

/// The seat that asks, and the table.
pub(super) struct Asking<'s, 'g> {
    pub session: &'s Session<'g>,
    pub def: &'g Def,
    pub world: &'s World,
    pub viewer: SeatId,
}

/// Answers a question about a number.
pub(super) fn reply(session: &Session, viewer: SeatId, words: &str) -> Reply {
    let (def, world) = (&session.game.def, &session.table().state().world);
    let asking = Asking { session, def, world, viewer };
    let words = plain(words);
    let words = words.join(" ");
    let (targets, nobodys) = asking.targets(&words);
    match targets.as_slice() {
        [] => {}
        [one] => return asking.answer(*one),
        several => return asking.among(several),
    }
    if let Some(name) = nobodys {
        let phrase = "nothing that you can see has `{0}` now";
        return Reply::Refused(def.language().say(phrase, &[&name]));
    }
    if let Some(reply) = asking.in_panels(&words).or_else(|| asking.on_thing(&words)) {
        return reply;
    }
    // People also say what sort of number it is: `printed` on a space, the `worth` of a track.
    let bare = asking.without_sorts(&words);
    if !bare.is_empty() && bare != words {
        return reply(session, viewer, &bare);
    }
    let things = asking.things();
    let known = things.iter().flat_map(|thing| thing.names.iter().map(String::as_str));
    let near = similar(&words, known).map(str::to_owned);
    match near {
        // One of them is meant as much as several.
        Some(near) if words.strip_suffix('s') == Some(near.as_str()) => {
            reply(session, viewer, &near)
        }
        near => Reply::Unknown(near),
    }
}

/// The numbers on the table that come to this, as far as a seat sees them.
pub(super) fn equal(session: &Session, viewer: SeatId, number: i32) -> Reply {
    let (def, world) = (&session.game.def, &session.table().state().world);
    let asking = Asking { session, def, world, viewer };
    let targets = asking.equal(number);
    match targets.as_slice() {
        [] => Reply::Unknown(None),
        [one] => asking.answer(*one),
        several => asking.among(several),
    }
}

/// The words in lower case, without punctuation.
pub(super) fn plain(words: &str) -> Vec<String> {
    let lower = words.to_lowercase();
    let split =
        lower.split(|c: char| c.is_whitespace() || matches!(c, '?' | ',' | '.' | '(' | ')'));
    split.map(|word| word.trim_matches('\'').to_owned()).filter(|word| !word.is_empty()).collect()
}

pub(super) fn names_of(named: &Named) -> Vec<String> {
    let mut names = vec![named.id.to_lowercase(), named.id.to_lowercase().replace('_', " ")];
    names.extend([&named.name, &named.plural].map(|name| plain(name).join(" ")));
    names.retain(|name| !name.is_empty());
    names.dedup();
    names
}

impl<'g> Asking<'_, 'g> {
    fn things(&self) -> Vec<Thing> {
        let def = self.def;
        let own = |named: &Named| named.id.contains('/') || named.id.starts_with('.');
        let thing = |what, named: &'g Named, quiet| Thing { what, names: names_of(named), quiet };
        let mut all = vec![];
        for (at, it) in def.counters.iter().enumerate().filter(|(_, it)| !own(&it.named)) {
            let id = CounterId::from(at);
            all.push(thing(What::Counter(id), &it.named, def.is_quiet_counter(id)));
        }
        for (at, it) in def.zones.iter().enumerate().filter(|(_, it)| !own(&it.named)) {
            let id = ZoneId::from(at);
            all.push(thing(What::Zone(id), &it.named, def.is_quiet_zone(id)));
        }
        for (at, it) in def.values.iter().enumerate().filter(|(_, it)| !own(&it.named)) {
            all.push(thing(What::Value(ValueId::from(at)), &it.named, false));
        }
        for (at, named) in def.lines.iter().enumerate().filter(|(_, named)| !own(named)) {
            all.push(thing(What::Line(at), named, false));
        }
        let words = ["score", def.language().word("score")].map(str::to_lowercase);
        all.push(Thing { what: What::Sheet, names: words.into(), quiet: false });
        all
    }

    /// The numbers that the words can mean. If there are none, the name of something that nothing
    /// has now.
    fn targets(&self, words: &str) -> (Vec<Target>, Option<String>) {
        let mut things = self.things();
        let words = self.of_one_sort(words, &mut things);
        let mut nobodys = None;
        let mut found: Vec<(usize, &Thing, String)> = vec![];
        for thing in &things {
            let best =
                thing.names.iter().filter_map(|name| Some((name.len(), without(words, name)?)));
            if let Some((len, rest)) = best.max_by_key(|(len, _)| *len) {
                found.push((len, thing, rest));
            }
        }
        if found.is_empty() {
            let (_, wanted) = self.holder(words);
            let begins = |thing: &&Thing| {
                !wanted.is_empty() && thing.names.iter().any(|name| name.starts_with(&wanted))
            };
            let rest = words.replace(&wanted, "");
            found = things.iter().filter(begins).map(|it| (0, it, rest.clone())).collect();
        }
        let mut targets: Vec<(usize, bool, Vec<Target>)> = vec![];
        for (len, thing, rest) in found {
            let of = self.targets_of(thing.what, &rest);
            if of.is_empty() {
                let (_, rest) = self.holder(&rest);
                nobodys = nobodys.or(rest.is_empty().then(|| thing.names[0].clone()));
            } else {
                targets.push((len, thing.quiet, of));
            }
        }
        let longest = targets.iter().map(|(len, ..)| *len).max().unwrap_or(0);
        targets.retain(|(len, ..)| *len == longest);
        // The score has its own line on the sheet, for points gained during play.
        let is_score = |of: &Vec<Target>| {
            let score = self.def.counters.iter().find(|it| it.line.is_some());
            matches!((of.as_slice(), score), ([Target::Number(Number::Cell(cell))], Some(it))
                if (it.cell..it.cell + it.holders).contains(cell))
        };
        if let Some(at) = targets.iter().position(|(.., of)| is_score(of)) {
            let score = targets.swap_remove(at);
            targets.clear();
            targets.push(score);
        }
        // Bookkeeping is meant only if nothing else is.
        if targets.iter().any(|(_, quiet, _)| !quiet) {
            targets.retain(|(_, quiet, _)| !quiet);
        }
        (targets.into_iter().flat_map(|(.., of)| of).collect(), nobodys)
    }

    /// If the words begin with a sort (`line influence`), keeps only that sort. Returns the other
    /// words.
    fn of_one_sort<'w>(&self, words: &'w str, things: &mut Vec<Thing>) -> &'w str {
        let Some((first, rest)) = words.split_once(' ') else { return words };
        let sorts = [
            ("resource", self.def.language().word("resource")),
            ("track", self.def.language().word("track")),
            ("zone", self.def.language().word("zone")),
            ("value", self.def.language().word("value")),
            ("line", self.def.language().word("line")),
        ];
        let is = |(id, word): &(&str, &str)| first == *id || first == word.to_lowercase();
        let Some(at) = sorts.iter().position(is) else { return words };
        let fits = |thing: &Thing| match thing.what {
            What::Counter(_) => at < 2,
            What::Zone(_) => at == 2,
            What::Value(_) => at == 3,
            What::Line(_) | What::Sheet => at == 4,
        };
        if !things.iter().any(|it| fits(it) && it.names.iter().any(|n| without(rest, n).is_some()))
        {
            return words;
        }
        things.retain(fits);
        rest
    }

    /// Words without those for a sort of number: names of attributes, and what tracks are worth.
    fn without_sorts(&self, words: &str) -> String {
        let names = &self.session.game.names;
        let attrs = names.attrs.iter().map(|((_, id), _)| id);
        let of_spaces = names.space_attrs.iter().map(|((_, id), _)| id);
        let sorts: Vec<String> = attrs.chain(of_spaces).map(|id| id.replace('_', " ")).collect();
        let is_sort = |word: &str| word == "worth" || sorts.iter().any(|sort| sort == word);
        words.split(' ').filter(|word| !is_sort(word)).collect::<Vec<_>>().join(" ")
    }

    /// What the table and each seat have so many of; the one who asks comes first.
    fn equal(&self, number: i32) -> Vec<Target> {
        let def = self.def;
        let seen = view(def, self.world, self.viewer);
        let mut found: Vec<(bool, Target)> = vec![];
        for (at, counter) in def.counters.iter().enumerate() {
            let is_told = matches!(counter.scope, Scope::Table | Scope::Seat)
                && !def.is_quiet_counter(CounterId::from(at));
            for holder in (0..counter.holders).filter(|_| is_told) {
                let cell = counter.cell + holder;
                let value = seen.cells.get(cell as usize).copied().flatten();
                let of = Number::Cell(cell);
                let is_it = |now| now == number || worth(def, of, now) == Some(number);
                if value.is_some_and(is_it) {
                    let others = counter.scope == Scope::Seat && holder != u32::from(self.viewer.0);
                    found.push((others, Target::Number(of)));
                }
            }
        }
        for (at, zone) in def.zones.iter().enumerate() {
            let is_told = matches!(zone.scope, Scope::Table | Scope::Seat)
                && !def.is_quiet_zone(ZoneId::from(at));
            for holder in (0..u32::from(zone.places)).filter(|_| is_told) {
                let of = Number::Size(PlaceId::from(zone.first.index() + holder as usize));
                if of.in_world(self.world) == number {
                    let others = zone.scope == Scope::Seat && holder != u32::from(self.viewer.0);
                    found.push((others, Target::Number(of)));
                }
            }
        }
        found.sort_by_key(|(others, _)| *others);
        found.into_iter().map(|(_, target)| target).collect()
    }

    /// The seat that the words name, and the remaining words.
    pub(super) fn holder(&self, words: &str) -> (Option<SeatId>, String) {
        let mut rest = format!(" {words} ");
        let mut seat = None;
        for (at, named) in self.def.seat_names.iter().enumerate() {
            for name in names_of(named) {
                if let Some(without) = without(rest.trim(), &name) {
                    rest = format!(" {without} ");
                    seat = Some(SeatId::from(at));
                }
            }
        }
        let mut left = vec![];
        for word in rest.split_whitespace() {
            if MINE.contains(&word) {
                seat = Some(self.viewer);
            } else if !SMALL.contains(&word) {
                left.push(word);
            }
        }
        (seat, left.join(" "))
    }

    /// The numbers of a thing that fit the remaining words.
    fn targets_of(&self, what: What, rest: &str) -> Vec<Target> {
        let (def, world) = (self.def, self.world);
        let (named, rest) = self.holder(rest);
        let seat = named.unwrap_or(self.viewer);
        match what {
            What::Sheet if rest.is_empty() => vec![Target::Sheet(seat)],
            What::Sheet => vec![],
            What::Line(line) if rest.is_empty() => {
                let at = def.sheet + line as u32 * u32::from(def.seats) + u32::from(seat.0);
                vec![Target::Number(Number::Cell(at))]
            }
            What::Line(_) => vec![],
            What::Counter(id) => {
                let counter = &def.counters[id.index()];
                let cell = |holder: u32| Target::Number(Number::Cell(counter.cell + holder));
                match counter.scope {
                    Scope::Table | Scope::Seat if !rest.is_empty() => vec![],
                    Scope::Table => vec![cell(0)],
                    Scope::Seat => vec![cell(u32::from(seat.0))],
                    Scope::Piece(_) => {
                        let holders = |counts: &dyn Fn(PieceId, i32) -> bool| -> Vec<Target> {
                            let fits = |n: &u32| {
                                let piece = PieceId((counter.first + n) as u16);
                                let value = world.cell(counter.cell + n);
                                self.is_piece(piece, named, &rest, counts(piece, value))
                            };
                            (0..counter.holders).filter(fits).map(cell).collect()
                        };
                        let mine = |piece, _| world.controller_of(piece) == i32::from(seat.0);
                        let changed = holders(&|_, value| value != counter.start);
                        if changed.is_empty() { holders(&mine) } else { changed }
                    }
                    Scope::Space(_) => {
                        let fits = |n: &u32| self.is_space((counter.first + n) as usize, &rest);
                        (0..counter.holders).filter(fits).map(cell).collect()
                    }
                    Scope::SeatSpace(group) => {
                        let group = &def.groups[usize::from(group)];
                        let spaces = 0..u32::from(group.spaces);
                        let at = |n: u32| u32::from(seat.0) * u32::from(group.spaces) + n;
                        let first = group.first.index();
                        let fits = |n: &u32| self.is_space(first + *n as usize, &rest);
                        spaces.filter(fits).map(|n| cell(at(n))).collect()
                    }
                }
            }
            What::Zone(id) => {
                let zone = &def.zones[id.index()];
                let size = |n: u32| {
                    Target::Number(Number::Size(PlaceId::from(zone.first.index() + n as usize)))
                };
                let places = 0..u32::from(zone.places);
                match zone.scope {
                    Scope::Table | Scope::Seat if !rest.is_empty() => vec![],
                    Scope::Table => vec![size(0)],
                    Scope::Seat => vec![size(u32::from(seat.0))],
                    Scope::Piece(_) => {
                        let holders = places.filter(|n| {
                            let piece = PieceId((zone.first_holder + n) as u16);
                            let place = PlaceId::from(zone.first.index() + *n as usize);
                            self.is_piece(piece, named, &rest, !world.is_empty(place))
                        });
                        holders.map(size).collect()
                    }
                    _ => {
                        let fits = |n: &u32| self.is_space((zone.first_holder + n) as usize, &rest);
                        places.filter(fits).map(size).collect()
                    }
                }
            }
            What::Value(id) => self.values(id, seat, &rest),
        }
    }

    /// A named value about each thing that fits the words.
    fn values(&self, id: ValueId, seat: SeatId, rest: &str) -> Vec<Target> {
        let def = self.def;
        let places = Places { game: self.session.game };
        let seat = i32::from(seat.0);
        let target = |about: i32| Target::Value(id, seat, about);
        let targets: Vec<Target> = match places.about_type(id) {
            None if rest.is_empty() => vec![target(NIL)],
            Some(Type::Number) => rest.parse().ok().map(target).into_iter().collect(),
            Some(Type::Space(group)) => {
                let of = |at: &usize| group.is_none_or(|group| def.spaces[*at].group == group);
                let spaces = (0..def.spaces.len()).filter(of).filter(|at| self.is_space(*at, rest));
                spaces.map(|at| target(at as i32)).collect()
            }
            Some(Type::Piece(kind)) => {
                let of = |at: &usize| kind.is_none_or(|kind| def.pieces[*at].kind == kind);
                let fits = |at: &usize| {
                    let piece = PieceId::from(*at);
                    let mine = self.world.controller_of(piece) == seat;
                    self.is_piece(piece, None, rest, mine)
                };
                (0..def.pieces.len()).filter(of).filter(fits).map(|at| target(at as i32)).collect()
            }
            Some(Type::Seat) => {
                let seats = (0..usize::from(def.seats)).filter(|at| {
                    rest.is_empty() || names_of(&def.seat_names[*at]).iter().any(|it| it == rest)
                });
                seats.map(|at| target(at as i32)).collect()
            }
            _ => vec![],
        };
        targets
    }

    /// Whether a visible piece has this name; without a name, whether it counts.
    fn is_piece(&self, piece: PieceId, of: Option<SeatId>, name: &str, counts: bool) -> bool {
        let (def, world) = (self.def, self.world);
        if usize::from(piece.0) >= def.pieces.len()
            || !sees(def, self.viewer, world.place_of(piece))
        {
            return false;
        }
        let theirs = of.is_none_or(|seat| world.controller_of(piece) == i32::from(seat.0));
        if name.is_empty() {
            return counts && theirs;
        }
        let named = &def.entries[world.entry_of(def, piece).index()].named;
        theirs && names_of(named).iter().any(|it| it.contains(name))
    }

    fn is_space(&self, space: usize, name: &str) -> bool {
        let Some(own) = self.def.spaces.get(space).map(|it| &it.named) else { return false };
        let called = called(self.def, self.world, Class::Space, space as i32);
        let mut names = names_of(own);
        names.push(plain(&called).join(" "));
        name.is_empty() || names.iter().any(|it| it.contains(name))
    }

    fn answer(&self, target: Target) -> Reply {
        match target {
            Target::Number(number) => ledger(self.session, self.viewer, number),
            Target::Sheet(seat) => Reply::Answer(self.sheet(seat)),
            Target::Value(id, seat, about) => {
                let Some(cause) = self.value(id, seat, about) else {
                    let places = Places { game: self.session.game };
                    let name = value_called(self.def, self.world, &places, id, (seat, about));
                    let phrase = "{0} is hidden from you";
                    return Reply::Refused(self.def.language().say(phrase, &[&name]));
                };
                let number = match cause.effect {
                    Effect::Is(number) => number,
                    _ => 0,
                };
                let about = self.def.language().say("{0}: {1}", &[&cause.text, &number]);
                Reply::Answer(Answer { about, causes: cause.parts })
            }
        }
    }

    /// How a named value is computed, unless it depends on something the asking seat must not see.
    fn value(&self, id: ValueId, seat: i32, about: i32) -> Option<Cause> {
        let (def, world, viewer) = (self.def, self.world, self.viewer);
        let eyes = Eyes { def, world, viewer, seat };
        if eyes.miss_value(id) {
            return None;
        }
        let places = Places { game: self.session.game };
        let tracer = Tracer { places: &places, viewer, pc: None };
        let locals = [seat, about];
        Some(tracer.value(&Eval::new(def, world, &locals), id, (seat, about), 0))
    }

    /// The lines of the score sheet of a seat.
    fn sheet(&self, seat: SeatId) -> Answer {
        let (def, world, language) = (self.def, self.world, self.def.language());
        let lines = def.lines.iter().enumerate();
        let lines = lines.map(|(at, named)| (named, world.points(def, at, seat)));
        let all: Vec<(&Named, i32)> = lines.collect();
        let total: i32 = all.iter().map(|(_, points)| points).sum();
        let n_seats = u32::from(def.seats);
        let line = |(at, (named, points)): (usize, (&Named, i32))| {
            let cell = def.sheet + at as u32 * n_seats + u32::from(seat.0);
            let parts = match ledger(self.session, self.viewer, Number::Cell(cell)) {
                Reply::Answer(answer) => answer.causes,
                _ => vec![],
            };
            let changed = |cause: &Cause| matches!(cause.effect, Effect::By { .. });
            let parts = parts.into_iter().filter(changed).collect();
            Cause { text: named.name().to_owned(), parts, ..Cause::of(Effect::Is(points)) }
        };
        let lines = all.into_iter().enumerate().filter(|(_, (_, points))| *points != 0);
        let causes: Vec<Cause> = lines.map(line).collect();
        let seat = called(def, world, Class::Seat, i32::from(seat.0));
        let about = language.say("points of {0} so far: {1}", &[&seat, &total]);
        Answer { about, causes }
    }

    /// The possible meanings; things that cannot be told apart by name are answered together.
    fn among(&self, targets: &[Target]) -> Reply {
        let meanings: Vec<Meaning> = targets.iter().map(|target| self.meaning(*target)).collect();
        let alike = meanings.windows(2).all(|two| two[0].ask == two[1].ask);
        let Some(first) = meanings.first().filter(|_| alike) else {
            let mut different: Vec<Meaning> = vec![];
            for meaning in meanings {
                if !different.contains(&meaning) {
                    different.push(meaning);
                }
            }
            return Reply::Which(different);
        };
        let about = first.ask.clone();
        let cause = |(target, meaning): (&Target, Meaning)| {
            let parts = match self.answer(*target) {
                Reply::Answer(answer) => answer.causes,
                _ => vec![],
            };
            Cause { text: meaning.told, parts, ..Cause::default() }
        };
        let causes = targets.iter().zip(meanings).map(cause).collect();
        Reply::Answer(Answer { about, causes })
    }

    fn meaning(&self, target: Target) -> Meaning {
        let (def, world) = (self.def, self.world);
        let (name, number, sort) = match target {
            Target::Number(number) => {
                let seen = match number {
                    Number::Cell(cell) => {
                        view(def, world, self.viewer).cells.get(cell as usize).copied().flatten()
                    }
                    Number::Size(_) => Some(number.in_world(world)),
                };
                (number_called(def, world, number), seen, self.id_of(number))
            }
            Target::Value(id, seat, about) => {
                let places = Places { game: self.session.game };
                let name = value_called(def, world, &places, id, (seat, about));
                let number = self.value(id, seat, about).and_then(|cause| match cause.effect {
                    Effect::Is(number) => Some(number),
                    _ => None,
                });
                let class = places.about(id).filter(|_| about != NIL);
                let about = class.map(|class| thing(def, world, class, about));
                let id = &def.values[id.index()].named.id;
                let seat = called(def, world, Class::Seat, seat);
                (name, number, format!("{id} {} {seat}", about.unwrap_or_default()))
            }
            Target::Sheet(seat) => {
                let seat = called(def, world, Class::Seat, i32::from(seat.0));
                (def.language().word("score").to_owned(), None, format!("score {seat}"))
            }
        };
        let told = match number {
            Some(now) => format!("{name}: {now}"),
            None => name,
        };
        let ask: Vec<&str> = sort.split_whitespace().collect();
        Meaning { told, ask: ask.join(" ") }
    }

    /// The words for asking for a number by ids.
    fn id_of(&self, number: Number) -> String {
        let def = self.def;
        let thing = |class, holder| thing(def, self.world, class, holder);
        let of = |id: &str, scope: Scope, holder: i32| match scope {
            Scope::Table => id.to_owned(),
            Scope::Seat => format!("{id} {}", thing(Class::Seat, holder)),
            Scope::Piece(_) => {
                let whose = self.world.controller_of(PieceId(holder as u16));
                let whose = if whose < 0 { String::new() } else { thing(Class::Seat, whose) };
                format!("{id} {} {whose}", thing(Class::Piece, holder))
            }
            Scope::Space(_) => format!("{id} {}", thing(Class::Space, holder)),
            Scope::SeatSpace(group) => {
                let group = &def.groups[usize::from(group)];
                let spaces = i32::from(group.spaces).max(1);
                let space = thing(Class::Space, i32::from(group.first.0) + holder % spaces);
                format!("{id} {space} {}", thing(Class::Seat, holder / spaces))
            }
        };
        match number {
            Number::Size(place) => {
                let it = &def.places[place.index()];
                let zone = &def.zones[it.zone.index()];
                of(&zone.named.id, zone.scope, it.holder)
            }
            Number::Cell(cell) => {
                let mut counters = def.counters.iter();
                match counters.find(|it| (it.cell..it.cell + it.holders).contains(&cell)) {
                    Some(it) => of(&it.named.id, it.scope, (cell - it.cell + it.first) as i32),
                    None => {
                        let at = cell.saturating_sub(def.sheet) as usize;
                        let seats = usize::from(def.seats).max(1);
                        let line = def.lines.get(at / seats).map_or("?", |line| &line.id);
                        format!("line {}", of(line, Scope::Seat, (at % seats) as i32))
                    }
                }
            }
        }
    }
}

/// The words without a name contained in them.
fn without(words: &str, name: &str) -> Option<String> {
    let all = format!(" {words} ");
    let wanted = format!(" {name} ");
    let at = all.find(&wanted)?;
    let (before, after) = (&all[..at], &all[at + wanted.len()..]);
    let rest: Vec<&str> = before.split_whitespace().chain(after.split_whitespace()).collect();
    Some(rest.join(" "))
}
