//! Types: whether they fit, and their names for authors.

use boardwright_rules::def::ask::Class;

use crate::Lower;
use crate::names::{Type, is_thing};
use boardwright_syntax::diag::listed;

impl Lower<'_> {
    /// Whether a value of one type is allowed where another is wanted.
    pub(crate) fn fits(&self, have: &Type, want: &Type) -> bool {
        match (have.sure(), want.sure()) {
            (Type::Nil, want) => is_thing(want),
            (Type::Piece(a), Type::Piece(b)) | (Type::Entry(a), Type::Entry(b)) => {
                either(a.as_ref(), b.as_ref())
            }
            (Type::Space(a), Type::Space(b)) => either(a.as_ref(), b.as_ref()),
            (Type::Place(a), Type::Place(b)) => either(a.as_ref(), b.as_ref()),
            (Type::Word(a), Type::Word(b)) => {
                a == b || self.words(*a).is_some() && self.words(*a) == self.words(*b)
            }
            (Type::Set(a), Type::Set(b)) => self.fits(a, b),
            (a, b) => a == b,
        }
    }

    fn words(&self, list: u16) -> Option<&Vec<String>> {
        self.names.words.get(usize::from(list))
    }

    /// Describes a type in the words of an author.
    pub(crate) fn describe(&self, ty: &Type) -> String {
        match ty {
            Type::Number => "a number".to_owned(),
            Type::Flag => "a yes-or-no value".to_owned(),
            Type::Seat => "a seat".to_owned(),
            Type::Piece(Some(kind)) => format!("a piece of kind `{}`", self.kind_id(kind.index())),
            Type::Piece(None) => "a piece".to_owned(),
            Type::Space(Some(group)) => match self.def.groups.get(usize::from(*group)) {
                Some(group) => format!("a space of `{}`", group.named.id),
                None => "a space".to_owned(),
            },
            Type::Space(None) => "a space".to_owned(),
            Type::Place(_) => "a container".to_owned(),
            Type::Entry(Some(kind)) => {
                format!("an entry of kind `{}`", self.kind_id(kind.index()))
            }
            Type::Entry(None) => "an entry".to_owned(),
            Type::Counter => "a resource".to_owned(),
            Type::Word(list) => match self.words(*list) {
                Some(words) => format!("one of the words {}", listed(words)),
                None => "a word".to_owned(),
            },
            Type::Tag => "a tag".to_owned(),
            Type::Nil => "nothing".to_owned(),
            Type::Maybe(ty) => format!("{} or nothing", self.describe(ty)),
            Type::Set(ty) => format!("several of {}", self.describe(ty)),
            Type::Paid(paid, _) => {
                let counters = self.names.paid.get(usize::from(*paid)).into_iter().flatten();
                let ids = counters.filter_map(|id| self.def.counters.get(id.index()));
                format!("what was paid in {}", listed(ids.map(|def| &def.named.id)))
            }
            Type::Several(_) => "several values of a script".to_owned(),
        }
    }

    fn kind_id(&self, kind: usize) -> &str {
        self.def.kinds.get(kind).map_or("?", |kind| kind.named.id.as_str())
    }
}

fn either<T: PartialEq>(a: Option<&T>, b: Option<&T>) -> bool {
    a.is_none() || b.is_none() || a == b
}

/// How a value of this type is shown.
pub(crate) fn class(ty: &Type) -> Class {
    match ty {
        Type::Number | Type::Tag | Type::Nil | Type::Paid(..) | Type::Several(_) => Class::Number,
        Type::Word(list) => Class::Word(*list),
        Type::Flag => Class::Truth,
        Type::Seat => Class::Seat,
        Type::Piece(_) => Class::Piece,
        Type::Space(_) => Class::Space,
        Type::Place(_) => Class::Place,
        Type::Entry(_) => Class::Entry,
        Type::Counter => Class::Counter,
        Type::Set(ty) | Type::Maybe(ty) => class(ty),
    }
}

/// The candidate most similar to a name, if one is similar enough to be meant.
pub(crate) fn similar<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<String> {
    boardwright_syntax::diag::similar(name, candidates.into_iter()).map(str::to_owned)
}
