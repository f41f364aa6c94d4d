//! The macro for sets of words.

use super::describe::listed;
use super::{Cx, Shape};
use boardwright_syntax::diag::{Diagnostic, codes::shape as codes, similar};
use boardwright_syntax::yaml::Node;

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
