//! Whether types fit each other, and how they are described.

use std::rc::Rc;

use super::super::types::{Kinds, Ty, maybe};

/// The union of two types.
pub(super) fn join(one: Ty, other: Ty) -> Ty {
    match (one, other) {
        (one, other) if one == other => one,
        (Ty::Any, _) | (_, Ty::Any) => Ty::Any,
        (Ty::Nil, ty) | (ty, Ty::Nil) => maybe(ty),
        (Ty::Maybe(one), Ty::Maybe(other)) => maybe(join((*one).clone(), (*other).clone())),
        (Ty::Maybe(one), other) | (other, Ty::Maybe(one)) => maybe(join((*one).clone(), other)),
        (Ty::Piece(one), Ty::Piece(other)) => Ty::Piece(both(one, other)),
        (Ty::Entry(one), Ty::Entry(other)) => Ty::Entry(both(one, other)),
        (Ty::Space(_), Ty::Space(_)) => Ty::Space(None),
        (Ty::OneOf(_) | Ty::Text, Ty::OneOf(_) | Ty::Text) => Ty::Text,
        (Ty::List(one), Ty::List(other)) => {
            Ty::List(Rc::new(join((*one).clone(), (*other).clone())))
        }
        (one, other) if is_table(&one) && is_table(&other) => Ty::Table,
        _ => Ty::Any,
    }
}

fn both(one: Kinds, other: Kinds) -> Kinds {
    let mut all: Vec<_> = one?.iter().chain(other?.iter()).copied().collect();
    all.sort();
    all.dedup();
    Some(all.into())
}

pub(super) fn is_table(ty: &Ty) -> bool {
    matches!(ty, Ty::Table | Ty::List(_) | Ty::Map(..) | Ty::Record(_))
}

/// The type without nil.
pub(super) fn some(ty: &Ty) -> &Ty {
    match ty {
        Ty::Maybe(inner) => some(inner),
        Ty::Several(all) => all.first().map_or(&Ty::Nil, some),
        ty => ty,
    }
}

/// Whether nil fits.
pub(super) fn takes_nil(ty: &Ty) -> bool {
    match ty {
        Ty::Any | Ty::Nil | Ty::Maybe(_) | Ty::Generic(_) => true,
        Ty::Several(all) => all.first().is_none_or(takes_nil),
        _ => false,
    }
}

/// Whether a type is more specific than another.
pub(super) fn is_part(part: &Ty, whole: &Ty) -> bool {
    match (part, whole) {
        (Ty::Piece(Some(_)), Ty::Piece(None))
        | (Ty::Entry(Some(_)), Ty::Entry(None))
        | (Ty::Space(Some(_)), Ty::Space(None))
        | (Ty::OneOf(_), Ty::Text) => true,
        (Ty::List(part), Ty::List(whole)) => is_part(part, whole),
        _ => false,
    }
}

/// Whether a value of one type is certainly not of the other.
pub(super) fn clash(value: &Ty, wanted: &Ty) -> bool {
    match (value, wanted) {
        (Ty::Any | Ty::Generic(_), _) | (_, Ty::Any | Ty::Generic(_)) => false,
        (Ty::Several(all), wanted) => clash(all.first().unwrap_or(&Ty::Nil), wanted),
        (value, Ty::Several(all)) => all.first().is_some_and(|wanted| clash(value, wanted)),
        (Ty::Nil, wanted) => !takes_nil(wanted),
        // Whether it is nil is not tracked.
        (Ty::Maybe(value), wanted) => clash(value, wanted),
        (value, Ty::Maybe(wanted)) => clash(value, wanted),
        (_, Ty::Nil) => true,
        (Ty::Piece(value), Ty::Piece(wanted)) | (Ty::Entry(value), Ty::Entry(wanted)) => {
            match (value, wanted) {
                (Some(value), Some(wanted)) => !value.iter().any(|kind| wanted.contains(kind)),
                _ => false,
            }
        }
        (Ty::Space(Some(value)), Ty::Space(Some(wanted))) => value != wanted,
        (Ty::List(value), Ty::List(wanted)) => {
            // An empty list fits any list; item types matter only if it is not empty.
            scalar(value) && scalar(wanted) && clash(value, wanted)
        }
        (value, wanted) => class(value) != class(wanted),
    }
}

fn scalar(ty: &Ty) -> bool {
    !is_table(ty) && !matches!(ty, Ty::Any | Ty::Maybe(_) | Ty::Generic(_))
}

/// The class of a type; Luau can distinguish values of different classes.
fn class(ty: &Ty) -> u8 {
    match ty {
        Ty::Number => 1,
        Ty::Flag => 2,
        Ty::Text | Ty::OneOf(_) => 3,
        Ty::View => 4,
        Ty::Seat => 5,
        Ty::Piece(_) => 6,
        Ty::Entry(_) => 7,
        Ty::Space(_) => 8,
        Ty::Place => 9,
        Ty::Table | Ty::List(_) | Ty::Map(..) | Ty::Record(_) | Ty::Module(_) | Ty::Shelf(_) => 10,
        Ty::Function(_) | Ty::Library(..) => 11,
        Ty::Any | Ty::Nil | Ty::Maybe(_) | Ty::Generic(_) | Ty::Several(_) => 0,
    }
}

/// Whether a value certainly cannot be used in arithmetic.
pub(super) fn no_number(ty: &Ty) -> bool {
    // A text of digits can.
    !matches!(ty, Ty::Number | Ty::Text | Ty::OneOf(_) | Ty::Any | Ty::Generic(_))
        && !matches!(ty, Ty::Maybe(inner) if !no_number(inner))
        && !matches!(ty, Ty::Several(all) if !no_number(all.first().unwrap_or(&Ty::Nil)))
}

/// The description of a type.
pub(super) fn type_name(ty: &Ty) -> String {
    match ty {
        Ty::Nil => "nothing (`nil`)".into(),
        Ty::Number => "a number".into(),
        Ty::Flag => "true or false".into(),
        Ty::Text => "a text".into(),
        Ty::OneOf(words) => match words.what {
            "word" | "entry" => "a text".into(),
            what => format!("the name of a {what}"),
        },
        Ty::View => "the view".into(),
        Ty::Seat => "a seat".into(),
        Ty::Piece(_) => "a piece".into(),
        Ty::Entry(_) => "an entry".into(),
        Ty::Space(_) => "a space".into(),
        Ty::Place => "a place".into(),
        Ty::List(_) => "a list".into(),
        Ty::Table | Ty::Map(..) | Ty::Record(_) => "a table".into(),
        Ty::Module(_) | Ty::Shelf(_) => "a module".into(),
        Ty::Function(_) | Ty::Library(..) => "a function".into(),
        Ty::Maybe(inner) => type_name(inner),
        Ty::Several(all) => type_name(all.first().unwrap_or(&Ty::Nil)),
        Ty::Any | Ty::Generic(_) => "something else".into(),
    }
}
