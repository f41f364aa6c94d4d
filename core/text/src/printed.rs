//! What is printed on a thing, in words. The only place for it: lists, the table, `show`, `rules`
//! and the log all agree.

use boardwright_rules::def::Def;
use boardwright_rules::def::ask::{Bundle, Class, Term};
use boardwright_rules::def::code::Bearer;
use boardwright_rules::def::expr::{ExprId, NIL};
use boardwright_rules::def::show::{Bearers, Print, PrintDef};
use boardwright_rules::eval::Eval;
use boardwright_rules::fuel::EXPR_FUEL;
use boardwright_rules::id::{AttrId, EntryId, PieceId, SeatId, SpaceId};
use boardwright_rules::world::World;

use crate::Speaks;
use crate::names::{called, counted};
use crate::notes::{kind_note, said_by_note};

/// Something with printed attributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Printed {
    /// A piece: on the face that is up.
    Piece(PieceId),
    /// An entry, wherever its pieces are.
    Entry(EntryId),
    /// A space.
    Space(SpaceId),
}

/// An attribute of a thing, as people read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrintedPart {
    /// Its text: `6 points`, `colour: red`.
    pub said: String,
    /// The meaning of the attribute, if its pack gives one.
    pub means: String,
}

/// The text beside a thing in every list: the note of the author of its kind, else what is printed
/// on it. `seat` is the reader; without one, anything that differs between seats is left open.
pub fn beside(def: &Def, world: &World, on: Printed, seat: Option<SeatId>) -> Option<String> {
    world.refuel(EXPR_FUEL);
    beside_within(def, world, on, seat)
}

/// The same as part of other work, using its fuel.
pub(crate) fn beside_within(
    def: &Def,
    world: &World,
    on: Printed,
    seat: Option<SeatId>,
) -> Option<String> {
    let note = match on {
        Printed::Piece(piece) => kind_note(def, piece).map(|note| (note, piece)),
        _ => None,
    };
    let text = match note {
        Some((note, piece)) => said_by_note(def, world, (note, piece), seat)?,
        None => {
            let parts = printed_within(def, world, on, seat).into_iter();
            parts.map(|part| part.said).collect::<Vec<_>>().join("; ")
        }
    };
    Some(text).filter(|text| !text.is_empty())
}

/// The attributes printed on a thing, in the order of their declaration.
pub fn printed(def: &Def, world: &World, on: Printed, seat: Option<SeatId>) -> Vec<PrintedPart> {
    world.refuel(EXPR_FUEL);
    printed_within(def, world, on, seat)
}

fn printed_within(def: &Def, world: &World, on: Printed, seat: Option<SeatId>) -> Vec<PrintedPart> {
    let Some((of, index)) = bearers(def, world, on) else { return vec![] };
    let all = def.show.prints.iter().find(|(it, _)| *it == of);
    let all = all.map_or(&[][..], |(_, prints)| prints);
    let parts = all.iter().filter_map(|print| {
        let said = part(def, world, print, (on, of, index), seat)?;
        Some(PrintedPart { said, means: print.named.text.clone() })
    });
    parts.collect()
}

/// The group of things with the same printed attributes, and the thing's row in it.
fn bearers(def: &Def, world: &World, on: Printed) -> Option<(Bearers, usize)> {
    let entry = |entry: EntryId| Some((Bearers::Kind(def.entries.get(entry.index())?.kind), entry));
    match on {
        Printed::Piece(piece) if piece.index() < def.pieces.len() => {
            entry(world.entry_of(def, piece)).map(|(of, entry)| (of, entry.index()))
        }
        Printed::Piece(_) => None,
        Printed::Entry(id) => entry(id).map(|(of, entry)| (of, entry.index())),
        Printed::Space(space) => {
            Some((Bearers::Group(def.spaces.get(space.index())?.group), space.index()))
        }
    }
}

/// An attribute in words; `None` if nothing is printed.
fn part(
    def: &Def,
    world: &World,
    print: &PrintDef,
    (on, of, index): (Printed, Bearers, usize),
    seat: Option<SeatId>,
) -> Option<String> {
    let name = print.named.name();
    let named = |said: &str| def.language().say("{0}: {1}", &[&name, &said]);
    let value = |attr| def.printed(of.bearer(), attr).get(index).copied();
    match &print.what {
        Print::One(attr, Class::Cost(..)) => {
            value(*attr).filter(|cost| *cost >= 0)?;
            let (bearer, thing) = match on {
                Printed::Piece(piece) => (Bearer::Piece, i32::from(piece.0)),
                Printed::Entry(entry) => (Bearer::Entry, i32::from(entry.0)),
                Printed::Space(space) => (Bearer::Space, i32::from(space.0)),
            };
            let seat = seat.map(|seat| i32::from(seat.0));
            Some(named(&price(def, world, (*attr, bearer), thing, seat)))
        }
        Print::One(attr, Class::Truth) => (value(*attr)? == 1).then(|| name.to_owned()),
        Print::One(attr, Class::Number) => match value(*attr)? {
            0 | NIL => None,
            n if print.named.plural.is_empty() => Some(named(&n.to_string())),
            n => {
                let name = counted(&print.named, def.language(), n);
                Some(format!("{n} {}", def.language().inside(name)))
            }
        },
        Print::One(attr, class) => {
            let value = value(*attr).filter(|value| *value >= 0)?;
            Some(named(&one(def, world, *class, value)))
        }
        Print::List(attr, class) => {
            let start = usize::try_from(value(*attr)?).ok()?;
            let len = usize::try_from(*def.tables.get(start)?).ok()?;
            let all = def.tables.get(start + 1..start + 1 + len)?.iter();
            let all: Vec<String> = all.map(|value| one(def, world, *class, *value)).collect();
            (!all.is_empty()).then(|| named(&all.join(", ")))
        }
        Print::Words(all) => {
            let said = all.iter().find(|(at, _)| usize::from(*at) == index);
            said.map(|(_, words)| named(words))
        }
    }
}

fn one(def: &Def, world: &World, class: Class, value: i32) -> String {
    let text = called(def, world, class, value);
    // Words are ids.
    if matches!(class, Class::Word(_)) { text.replace('_', " ") } else { text }
}

/// The cost printed on a thing, as a seat would have to pay it: `2 wood, 1 gold`. A number that
/// cannot be worked out becomes a question mark; without a seat, so does one that differs between
/// seats.
pub(crate) fn price(
    def: &Def,
    world: &World,
    (attr, bearer): (AttrId, Bearer),
    thing: i32,
    seat: Option<i32>,
) -> String {
    let nothing = || def.language().word("nothing").to_owned();
    let index = match (bearer, u16::try_from(thing)) {
        (_, Err(_)) => return nothing(),
        (Bearer::Piece, Ok(piece)) if usize::from(piece) < def.pieces.len() => {
            world.entry_of(def, PieceId(piece)).index()
        }
        (_, Ok(index)) => usize::from(index),
    };
    let cost = def.printed(bearer, attr).get(index).and_then(|cost| usize::try_from(*cost).ok());
    let Some(cost) = cost.and_then(|cost| def.costs.get(cost)) else { return nothing() };
    // An entry on its own is no particular piece.
    let this = if bearer == Bearer::Entry { NIL } else { thing };
    let value = |expr: ExprId| {
        let seats = seat.map_or(0..i32::from(def.seats), |seat| seat..seat + 1);
        let mut values = seats.map(|seat| Eval::within(def, world, &[seat, this]).eval(expr));
        let first = values.next()?;
        (values.all(|other| other == first) && !world.is_spent()).then_some(first)
    };
    let applies = |bundle: &&Bundle| bundle.when.is_none_or(|when| value(when) != Some(0));
    let bundles = cost.bundles.iter().filter(applies).map(|bundle| {
        let terms = bundle.terms.iter().filter_map(|term| term_text(def, term, value(term.amount)));
        let terms: Vec<String> = terms.collect();
        if terms.is_empty() { nothing() } else { terms.join(", ") }
    });
    let mut bundles = bundles.collect::<Vec<_>>().into_iter();
    let Some(first) = bundles.next() else { return nothing() };
    bundles.fold(first, |all, next| def.language().say("{0} or {1}", &[&all, &next]))
}

/// A term of a cost; `None` if its amount is 0.
fn term_text(def: &Def, term: &Term, amount: Option<i32>) -> Option<String> {
    let shown = match amount {
        Some(0) => return None,
        Some(amount) => amount.to_string(),
        None => "?".to_owned(),
    };
    let counter = def.counters.get(term.purses.first()?.counter.index())?;
    Some(match term.name.as_str() {
        "" => {
            let name = match amount {
                Some(amount) => counted(&counter.named, def.language(), amount),
                None => counter.named.heading(),
            };
            format!("{shown} {}", def.language().inside(name))
        }
        "worth" => def.language().say("worth {0}", &[&shown]),
        tag => format!("{shown} {tag}"),
    })
}
