//! Steps as a typed tree. Each verb is declared once, as a type with a field for each of its keys.
//!
//! The compiler, the reference, the schema, the documents and the checks of texts all read steps
//! through these types, and none of them mentions a key itself. The source is kept: every field has
//! its node and its span.

mod ask;
mod cost;
mod counters;
mod flow;
mod form;
mod pieces;
mod read;
mod score;

pub use ask::{Amount, Choose, May, OPTION_KEYS, OptionSteps, Pick, Secretly, Travel};
pub use cost::{Bundle, Cost, Purse, Term};
pub use counters::{Advance, Gain, Lose, Pay, Retreat, Set};
pub use flow::{
    Call, Commit, Do, Each, End, Expect, Find, Let, Note, Perform, Repeat, Require, Return, Script,
    Try, Turns,
};
pub use form::Form;
pub use form::{
    Circle, Condition, ConditionOnIt, Container, Direction, EachOrder, Face, Flag, Key, Leaves,
    Menus, Name, Number, Numbers, Piece, Pieces, Position, PrintedAmounts, Results, Seat, Seats,
    Steps, Template, Text, Things, TieRule, Who, Words,
};
pub use pieces::{Flip, Move, Refill, SetController, SetOwner, Shuffle};
pub use read::{Reader, is_step, missing, wrong_form};
pub use score::{Begin, Emit, Majority, Score, Trigger};

use crate::shape::Docs;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::Node;

/// How a step with a verb is written.
#[derive(Debug)]
pub struct VerbShape {
    /// The verb.
    pub verb: &'static str,
    /// Its documentation: what it does, and an example.
    docs: &'static [&'static str],
    /// The short form that may replace a mapping, if there is one.
    pub short: Option<Short>,
    /// Keys of its mapping.
    pub keys: &'static [KeyShape],
    /// Describes the author's own keys in its mapping, if they are allowed.
    pub others: Option<&'static str>,
    /// Keys beside the verb, in addition to the common ones.
    pub beside: &'static [KeyShape],
    /// What `as` binds, if it is allowed.
    pub binds: Option<&'static str>,
}

/// A short form that replaces a mapping.
#[derive(Clone, Copy, Debug)]
pub struct Short {
    /// The key it replaces; empty if none.
    pub key: &'static str,
    /// How it is written.
    pub form: Form,
    /// What the reference calls it.
    pub words: &'static str,
}

/// A key and the form of its value.
#[derive(Clone, Copy, Debug)]
pub struct KeyShape {
    /// The key.
    pub key: &'static str,
    /// The form of its value.
    pub form: Form,
    docs: &'static [&'static str],
    /// Whether it is required.
    pub needed: bool,
}

impl VerbShape {
    /// What it does, in one or two sentences.
    pub fn about(&self) -> String {
        one_line(self.docs)
    }

    /// One or several example steps, as YAML.
    pub fn example(&self) -> String {
        let examples = Docs::new(self.docs).examples;
        examples.first().map_or_else(String::new, |example| example.trim_end().to_owned())
    }

    /// Whether a mapping may follow it.
    pub fn takes_mapping(&self) -> bool {
        !self.keys.is_empty() || self.others.is_some()
    }
}

impl KeyShape {
    /// What it is for.
    pub fn about(&self) -> String {
        one_line(self.docs)
    }
}

fn one_line(docs: &[&str]) -> String {
    Docs::new(docs).text.replace('\n', " ")
}

/// Keys allowed beside every verb.
pub const COMMON: &[KeyShape] = &[
    common("if", Form::Condition, &["the step is skipped unless it holds"]),
    common("as", Form::Name, &["binds the result of the step"]),
    common("key", Form::Name, &["names the step, for patches and for `offer`"]),
    common("label", Form::Text, &["what people read"]),
    common("source", Form::Source, &["where the rule comes from"]),
];

const fn common(key: &'static str, form: Form, docs: &'static [&'static str]) -> KeyShape {
    KeyShape { key, form, docs, needed: false }
}

/// A step: a verb, and the keys beside it.
pub struct Step<'n> {
    /// The whole step.
    pub node: &'n Node,
    /// The shape of its verb.
    pub shape: &'static VerbShape,
    /// The place of its verb.
    pub verb_span: Span,
    /// The value under its verb.
    pub value: &'n Node,
    /// The step is skipped unless this holds.
    pub condition: Option<Key<'n, Condition>>,
    /// What it binds.
    pub binds: Option<Key<'n, Name>>,
    /// Its name.
    pub key: Option<Key<'n, Name>>,
    /// What players read.
    pub label: Option<Key<'n, Text>>,
    /// The verb with its keys.
    pub verb: Verb<'n>,
}

/// Declares a verb: the type of its steps, how it is written and what the reference says.
///
/// `takes` is the value directly under the verb, `short` the key that can be written there without
/// a mapping, `others` the place for keys of the author's choice.
macro_rules! verb {
    (@key $field:ident) => { stringify!($field) };
    (@key $field:ident $key:literal) => { $key };
    (@shape $type:ty, $key:expr, $docs:expr) => {
        $crate::raw::step::KeyShape {
            key: $key,
            form: <$type as $crate::raw::step::form::Slot<'static>>::FORM,
            docs: $docs,
            needed: <$type as $crate::raw::step::form::Slot<'static>>::NEEDED,
        }
    };
    (@short $vtype:ty, $vwords:literal) => {
        Some($crate::raw::step::Short {
            key: "",
            form: <$vtype as $crate::raw::step::form::Slot<'static>>::FORM,
            words: $vwords,
        })
    };
    (@opt) => { None };
    (@opt $value:expr) => { Some($value) };
    (
        $(#[doc = $doc:literal])*
        $name:ident = $verb:literal
        $(takes $value:ident: $vtype:ty = $vwords:literal)?
        $(short $skey:literal: $stype:ty = $swords:literal)?
        $({
            $(
                $(#[doc = $kdoc:literal])*
                $field:ident $(as $key:literal)? : $type:ty
            ),* $(,)?
        })?
        $(others $rest:ident = $others:literal)?
        $(beside {
            $(
                $(#[doc = $bdoc:literal])*
                $bfield:ident $(as $bkey:literal)? : $btype:ty
            ),* $(,)?
        })?
        $(binds $binds:literal)?
    ) => {
        $(#[doc = $doc])*
        pub struct $name<'n> {
            $(#[doc = "The value of the verb."] pub $value: <$vtype as $crate::raw::step::form::Slot<'n>>::View,)?
            $($(
                $(#[doc = $kdoc])*
                pub $field: <$type as $crate::raw::step::form::Slot<'n>>::View,
            )*)?
            $(#[doc = "The entries besides the keys: names and their amounts."] pub $rest: Vec<&'n boardwright_syntax::yaml::Entry>,)?
            $($(
                $(#[doc = $bdoc])*
                pub $bfield: <$btype as $crate::raw::step::form::Slot<'n>>::View,
            )*)?
        }

        impl<'n> $name<'n> {
            pub(super) const SHAPE: &'static $crate::raw::step::VerbShape =
                &$crate::raw::step::VerbShape {
                    verb: $verb,
                    docs: &[$($doc),*],
                    short: {
                        #[allow(unused_mut, unused_assignments)]
                        let mut short: Option<$crate::raw::step::Short> = None;
                        $(short = verb!(@short $vtype, $vwords);)?
                        $(short = Some($crate::raw::step::Short {
                            key: $skey,
                            form: <$stype as $crate::raw::step::form::Slot<'static>>::FORM,
                            words: $swords,
                        });)?
                        short
                    },
                    keys: &[$($(
                        verb!(@shape $type, verb!(@key $field $($key)?), &[$($kdoc),*])
                    ),*)?],
                    others: verb!(@opt $($others)?),
                    beside: &[$($(
                        verb!(@shape $btype, verb!(@key $bfield $($bkey)?), &[$($bdoc),*])
                    ),*)?],
                    binds: verb!(@opt $($binds)?),
                };

            pub(super) fn read(found: &$crate::raw::step::read::Fields<'n>) -> Option<Self> {
                Some(Self {
                    $($value: <$vtype as $crate::raw::step::form::Slot<'n>>::view(found.value())?,)?
                    $($($field: <$type as $crate::raw::step::form::Slot<'n>>::view(
                        found.inside(verb!(@key $field $($key)?))
                    )?,)*)?
                    $($rest: found.others(),)?
                    $($($bfield: <$btype as $crate::raw::step::form::Slot<'n>>::view(
                        found.beside(verb!(@key $bfield $($bkey)?))
                    )?,)*)?
                })
            }
        }
    };
}
use verb;

/// Lists the verbs in the order of the reference.
macro_rules! verbs {
    ($($name:ident)*) => {
        /// What a step does.
        pub enum Verb<'n> {
            $(
                #[doc = concat!("See [`", stringify!($name), "`].")]
                $name($name<'n>),
            )*
        }

        /// Every verb, in the order of the reference.
        pub const VERBS: &[&VerbShape] = &[$($name::SHAPE),*];

        impl<'n> Verb<'n> {
            fn read(shape: &VerbShape, found: &read::Fields<'n>) -> Option<Self> {
                $(
                    if shape.verb == $name::SHAPE.verb {
                        return $name::read(found).map(Verb::$name);
                    }
                )*
                None
            }
        }
    };
}

verbs! {
    Gain Lose Set Advance Retreat Pay
    Move Shuffle Refill Flip SetOwner SetController
    Choose Pick Amount May Secretly Travel
    Do Try Repeat Each Turns Call Perform Return End Commit Script Let Find Require Expect Note
    Emit Trigger Begin Score Majority
}

/// The shape of a verb.
pub fn verb_named(name: &str) -> Option<&'static VerbShape> {
    VERBS.iter().find(|shape| shape.verb == name).copied()
}
