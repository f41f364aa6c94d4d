//! A printed cost in words: `2 wood, 1 gold`.

use crate::def::Def;
use crate::def::ask::{Bundle, Term};
use crate::def::code::Bearer;
use crate::def::expr::{ExprId, NIL};
use crate::eval::Eval;
use crate::id::{AttrId, PieceId};
use crate::world::World;

/// The cost printed on a thing, as a seat would have to pay it. Without a seat, a number that
/// differs between seats becomes a question mark.
pub(super) fn price(
    def: &Def,
    world: &World,
    (attr, bearer): (AttrId, Bearer),
    thing: i32,
    seat: Option<i32>,
) -> String {
    let nothing = || def.language.word("nothing").to_owned();
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
        if let Some(known) = def.constant(expr) {
            return Some(known);
        }
        if let Some(seat) = seat {
            return Some(Eval::within(def, world, &[seat, this]).eval(expr));
        }
        let seats = 0..i32::from(def.seats);
        let mut values = seats.map(|seat| Eval::new(def, world, &[seat, this]).eval(expr));
        let first = values.next()?;
        values.all(|other| other == first).then_some(first)
    };
    let applies = |bundle: &&Bundle| bundle.when.is_none_or(|when| value(when) != Some(0));
    let bundles = cost.bundles.iter().filter(applies).map(|bundle| {
        let terms = bundle.terms.iter().filter_map(|term| term_text(def, term, value(term.amount)));
        let terms: Vec<String> = terms.collect();
        if terms.is_empty() { nothing() } else { terms.join(", ") }
    });
    let mut bundles = bundles.collect::<Vec<_>>().into_iter();
    let Some(first) = bundles.next() else { return nothing() };
    bundles.fold(first, |all, next| def.language.say("{0} or {1}", &[&all, &next]))
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
                Some(amount) => counter.named.counted(def.language, amount),
                None => counter.named.heading(),
            };
            format!("{shown} {}", def.language.inside(name))
        }
        "worth" => def.language.say("worth {0}", &[&shown]),
        tag => format!("{shown} {tag}"),
    })
}
