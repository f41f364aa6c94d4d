//! Declares what an entry looks like once, and gets from it the type, the decoder that finds every
//! mistake, the JSON Schema and the reference.
//!
//! [`shape!`](crate::shape!) declares a mapping with known keys, [`choice!`](crate::choice!) a set
//! of words. Both can hold each other and the types of this module.

mod choice;
mod cx;
mod describe;
mod fields;
mod record;
mod schema;
#[cfg(test)]
mod tests;
mod types;
mod values;

pub use choice::word;
pub use cx::Cx;
pub use describe::{Body, Def, DefRef, Docs, Field, Shape, Word, definitions};
pub use fields::Fields;
pub use schema::json_schema;
pub use types::{ExprText, Name, OneOrMany, Pairs, Spanned, Table};
pub use types::{id_help, is_name, mended};

pub use boardwright_syntax::yaml::Node;

/// A type that can describe how it is written.
pub trait Shaped {
    /// Whether a key with this type may be left out.
    const OPTIONAL: bool = false;

    /// How it is written.
    fn shape() -> Shape;
}

/// A type that can be read from YAML.
pub trait Decode: Shaped + Sized {
    /// Reads it. Everything wrong in the node goes to `cx`; `None` if and only if something is.
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self>;

    /// What stands for a key that is left out; `None` if it must be there.
    fn absent() -> Option<Self> {
        None
    }
}
