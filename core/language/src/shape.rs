//! Declares the shape of an entry once, and derives from it the type, a decoder that finds every
//! mistake, the JSON Schema and the reference.
//!
//! [`shape!`](crate::shape!) declares a mapping with known keys, [`choice!`](crate::choice!) a set
//! of words. Both may nest, and may hold the types of this module.

mod declare;
mod decode;
mod describe;
mod schema;
#[cfg(test)]
mod tests;

pub use declare::word;
pub use decode::{Cx, Fields};
pub use decode::{ExprText, Name, OneOrMany, Pairs, Spanned, Table};
pub use decode::{id_help, is_name, mended};
pub use describe::{Body, Def, DefRef, Docs, Field, Shape, Word, definitions};
pub use schema::json_schema;

pub use boardwright_syntax::yaml::Node;

/// A type that can describe its own syntax.
pub trait Shaped {
    /// Whether a key with this type may be left out.
    const OPTIONAL: bool = false;

    /// How it is written.
    fn shape() -> Shape;
}

/// A type that can be read from YAML.
pub trait Decode: Shaped + Sized {
    /// Reads it. Reports everything wrong with the node to `cx`; `None` if and only if something is
    /// wrong.
    fn decode(node: &Node, cx: &mut Cx) -> Option<Self>;

    /// The value of a key that is left out; `None` if the key is required.
    fn absent() -> Option<Self> {
        None
    }
}
