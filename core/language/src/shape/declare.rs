//! The macros that declare shapes: `shape!` for mappings with known keys, `choice!` for sets of
//! words.

use super::describe::listed;
use super::{Cx, Shape};
use boardwright_syntax::diag::codes::shape as codes;
use boardwright_syntax::diag::{Diagnostic, similar};
use boardwright_syntax::yaml::Node;

/// Declares a mapping with known keys: the struct, how it is read and how it is described.
///
/// A key is named like its field; `as "if"` gives it another name. A field is required unless its
/// type is an `Option` or it has a default.
///
/// ```
/// use boardwright_language::shape;
/// use boardwright_language::shape::{ExprText, Name, Pairs};
///
/// shape! {
///     /// Gives resources from the supply to a seat.
///     ///
///     /// ```yaml
///     /// gain: { amounts: { wood: 2 } }
///     /// ```
///     pub struct Gain {
///         /// How many of what.
///         pub amounts: Pairs<ExprText>,
///         /// Who gets them; the acting seat if left out.
///         pub to: Option<Name>,
///         /// Only if this holds.
///         pub condition as "if": Option<ExprText>,
///         /// How many times.
///         pub count: u32 = 1,
///     }
/// }
/// ```
#[macro_export]
macro_rules! shape {
    (@key $field:ident) => { stringify!($field) };
    (@key $field:ident $key:literal) => { $key };
    (@take $fields:ident $cx:ident $key:expr;) => { $fields.take($key, $cx) };
    (@take $fields:ident $cx:ident $key:expr; $default:expr) => {
        $fields.take_or($key, || $default, $cx)
    };
    (@default) => { ::std::option::Option::<&'static str>::None };
    (@default $default:expr) => { ::std::option::Option::Some(stringify!($default)) };
    (
        $(#[doc = $doc:literal])*
        $vis:vis struct $name:ident {
            $(
                $(#[doc = $field_doc:literal])*
                $field_vis:vis $field:ident $(as $key:literal)? : $type:ty $(= $default:expr)?
            ),* $(,)?
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, PartialEq, Debug)]
        $vis struct $name {
            $(
                $(#[doc = $field_doc])*
                $field_vis $field: $type,
            )*
        }

        impl $crate::shape::Shaped for $name {
            fn shape() -> $crate::shape::Shape {
                $crate::shape::Shape::def(stringify!($name), || $crate::shape::Def {
                    name: stringify!($name),
                    docs: $crate::shape::Docs::new(&[$($doc),*]),
                    body: $crate::shape::Body::Record(::std::vec![$(
                        $crate::shape::Field {
                            key: $crate::shape!(@key $field $($key)?),
                            docs: $crate::shape::Docs::new(&[$($field_doc),*]),
                            shape: <$type as $crate::shape::Shaped>::shape(),
                            required: !<$type as $crate::shape::Shaped>::OPTIONAL
                                && $crate::shape!(@default $($default)?).is_none(),
                            default: $crate::shape!(@default $($default)?),
                        }
                    ),*]),
                })
            }
        }

        impl $crate::shape::Decode for $name {
            fn decode(
                node: &$crate::shape::Node,
                cx: &mut $crate::shape::Cx,
            ) -> ::std::option::Option<Self> {
                const KEYS: &[&str] = &[$($crate::shape!(@key $field $($key)?)),*];
                let shape = <Self as $crate::shape::Shaped>::shape();
                #[allow(unused_mut)]
                let mut fields = $crate::shape::Fields::open(node, KEYS, &shape, cx)?;
                $(
                    let $field: ::std::option::Option<$type> = $crate::shape!(
                        @take fields cx $crate::shape!(@key $field $($key)?); $($default)?
                    );
                )*
                fields.close(cx)?;
                ::std::option::Option::Some(Self { $($field: $field?),* })
            }
        }
    };
}

/// Declares a set of words to choose from: the enum, how it is read and how it is described.
///
/// ```
/// boardwright_language::choice! {
///     /// Who may see what lies in a zone.
///     pub enum Visible {
///         /// Everybody.
///         All = "all",
///         /// Only the seat it belongs to.
///         Owner = "owner",
///     }
/// }
/// assert_eq!(Visible::Owner.word(), "owner");
/// ```
#[macro_export]
macro_rules! choice {
    (
        $(#[doc = $doc:literal])*
        $vis:vis enum $name:ident {
            $(
                $(#[doc = $word_doc:literal])*
                $variant:ident = $word:literal
            ),+ $(,)?
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        $vis enum $name {
            $(
                $(#[doc = $word_doc])*
                $variant,
            )+
        }

        #[allow(dead_code)]
        impl $name {
            /// All words, in the order of their declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word as it is written.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl $crate::shape::Shaped for $name {
            fn shape() -> $crate::shape::Shape {
                $crate::shape::Shape::def(stringify!($name), || $crate::shape::Def {
                    name: stringify!($name),
                    docs: $crate::shape::Docs::new(&[$($doc),*]),
                    body: $crate::shape::Body::Choice(::std::vec![$(
                        $crate::shape::Word {
                            word: $word,
                            docs: $crate::shape::Docs::new(&[$($word_doc),*]),
                        }
                    ),+]),
                })
            }
        }

        impl $crate::shape::Decode for $name {
            fn decode(
                node: &$crate::shape::Node,
                cx: &mut $crate::shape::Cx,
            ) -> ::std::option::Option<Self> {
                const WORDS: &[&str] = &[$($word),+];
                let shape = <Self as $crate::shape::Shaped>::shape();
                let index = $crate::shape::word(node, WORDS, &shape, cx)?;
                Self::ALL.get(index).copied()
            }
        }
    };
}

/// The index of the word a node holds; reports anything else. Used by `choice!`.
pub fn word(node: &Node, words: &[&str], shape: &Shape, cx: &mut Cx) -> Option<usize> {
    let Some(found) = node.as_text() else {
        return cx.wrong(node, shape);
    };
    if let Some(index) = words.iter().position(|word| *word == found) {
        return Some(index);
    }
    let report = Diagnostic::error(
        codes::UNKNOWN_WORD,
        format!("unknown word `{}`", found.escape_debug()),
        cx.sources.head(node.span),
        format!("{} {}", cx.must_be(), listed(words, "or")),
    );
    cx.push(match similar(found, words.iter().copied()) {
        Some(meant) => report.help(format!("a similar word is known: `{meant}`")),
        None => report.help(format!("write {}", listed(words, "or"))),
    });
    None
}
