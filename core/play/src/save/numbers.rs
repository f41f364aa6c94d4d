//! The public numbers of a game, named as in expressions: `p1.wood`, `round`, `count(p1.quay)`.
//! They describe the position of a saved game in terms that other rules understand, too.

use std::collections::BTreeMap;

use boardwright_rules::def::Def;
use boardwright_rules::def::part::{CounterDef, Named, Scope, Visible};
use boardwright_rules::world::World;

/// Numbers by path; missing ones are 0.
pub type Numbers = BTreeMap<String, i32>;

/// A number that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberDifference {
    /// Its holder, for people; `None` for a number of the table.
    pub whose: Option<String>,
    /// Its name for people, or its path if the game no longer knows it.
    pub what: String,
    /// The old value.
    pub was: i32,
    /// The new value.
    pub is: i32,
}

/// All numbers that are not 0.
pub(crate) fn all(def: &Def, world: &World) -> Numbers {
    let mut numbers = Numbers::new();
    each(def, world, &mut |number, is| {
        if is != 0 {
            numbers.insert(number.path(def), is);
        }
    });
    numbers
}

/// The numbers that changed between two worlds.
pub(crate) fn changed(def: &Def, before: &World, after: &World) -> Numbers {
    let mut numbers = Numbers::new();
    each(def, after, &mut |number, is| {
        if number.value(def, before) != is {
            numbers.insert(number.path(def), is);
        }
    });
    numbers
}

/// Applies changes.
pub(crate) fn put(numbers: &mut Numbers, changes: &Numbers) {
    for (path, is) in changes {
        match is {
            0 => numbers.remove(path),
            _ => numbers.insert(path.clone(), *is),
        };
    }
}

/// How the numbers of a world differ from earlier ones, in the order of seats.
pub(crate) fn compare(def: &Def, was: &Numbers, world: &World) -> Vec<NumberDifference> {
    let mut changes = vec![];
    let mut known = Numbers::new();
    each(def, world, &mut |number, is| {
        let path = number.path(def);
        let before = was.get(&path).copied().unwrap_or(0);
        if before != is {
            let whose = number.seat.and_then(|seat| def.seat_names.get(seat));
            let whose = whose.map(|named| named.id.clone());
            let what = number.named(def).heading().to_owned();
            changes.push(NumberDifference { whose, what, was: before, is });
        }
        known.insert(path, is);
    });
    changes.sort_by(|one, other| one.whose.cmp(&other.whose));
    let gone = was.iter().filter(|(path, _)| !known.contains_key(*path));
    changes.extend(gone.map(|(path, was)| NumberDifference {
        whose: None,
        what: path.clone(),
        was: *was,
        is: 0,
    }));
    changes
}

/// A public number.
struct Number {
    what: What,
    seat: Option<usize>,
}

enum What {
    /// A counter and its cell.
    Counter(usize, u32),
    /// How many pieces a place holds.
    Place(usize),
}

impl Number {
    fn value(&self, def: &Def, world: &World) -> i32 {
        match self.what {
            What::Counter(_, cell) => world.cell(cell),
            What::Place(place) if place < def.places.len() => world.len(place.into()) as i32,
            What::Place(_) => 0,
        }
    }

    fn named<'d>(&self, def: &'d Def) -> &'d Named {
        match self.what {
            What::Counter(counter, _) => &def.counters[counter].named,
            What::Place(place) => &def.zones[def.places[place].zone.index()].named,
        }
    }

    fn path(&self, def: &Def) -> String {
        let id = &self.named(def).id;
        let seat = self.seat.and_then(|seat| def.seat_names.get(seat));
        let path = seat.map_or_else(|| id.clone(), |seat| format!("{}.{id}", seat.id));
        match self.what {
            What::Counter(..) => path,
            What::Place(_) => format!("count({path})"),
        }
    }
}

/// Visits all numbers: counters of the table and of seats, and how many pieces each seat's places
/// hold.
fn each(def: &Def, world: &World, tell: &mut dyn FnMut(&Number, i32)) {
    for (at, counter) in def.counters.iter().enumerate().filter(|(_, it)| is_open(it)) {
        for holder in 0..counter.holders {
            let seat = (counter.scope == Scope::Seat).then_some(holder as usize);
            let what = What::Counter(at, counter.cell + holder);
            let number = Number { what, seat };
            tell(&number, number.value(def, world));
        }
    }
    for (at, place) in def.places.iter().enumerate() {
        if def.zones[place.zone.index()].scope == Scope::Seat {
            let seat = usize::try_from(place.holder).ok();
            let number = Number { what: What::Place(at), seat };
            tell(&number, number.value(def, world));
        }
    }
}

/// Whether a counter of the table or of seats is public. The engine's own counters have a slash in
/// their id.
fn is_open(counter: &CounterDef) -> bool {
    counter.visible == Visible::All
        && matches!(counter.scope, Scope::Table | Scope::Seat)
        && !counter.named.id.contains('/')
}
