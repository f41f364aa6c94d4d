//! The sections of a pack as authors write them: what each entry may say, with an example.
//!
//! These shapes are the manual. Anything that depends on another entry (a kind declares which
//! attributes its entries print) is kept as a [`Node`](boardwright_syntax::yaml::Node) and read by
//! `lower`.
//!
//! A table by number of players may replace any value: `{ 2: 6, 3: 7, _: 8 }`.

mod board;
pub mod by_table;
mod flow;
mod formerly;
mod number;
mod pack;
mod panel;
mod read;
mod resource;
pub mod scenario;
pub mod step;
#[cfg(test)]
mod tests;
mod things;
mod zone;

pub use board::{Grid, Group, Links};
pub use flow::{Automa, Hint, Line, NamedSet, Parameter, Procedure, Value};
pub use formerly::{formerly, formerly_in_entry};
pub use pack::Sections;
pub use panel::{Panel, PanelSeats};
pub use read::{is_read, is_remark};
pub use resource::{PaysAs, Resource, Track, Visible, WhenPays};
pub use things::type_of;
pub use things::{Ability, Limit, Rule, Whose};
pub use things::{Attribute, EntryHead, Kind, Owner};
pub use things::{STEP_LIST, prints_cost, prints_steps};
pub use zone::{Order, Zone};

use crate::shape::{Body, Shape, Shaped};

/// The keys a shape knows.
pub fn keys_of<T: Shaped>() -> Vec<&'static str> {
    let Shape::Def(def) = T::shape() else { return vec![] };
    match (def.define)().body {
        Body::Record(fields) => fields.iter().map(|field| field.key).collect(),
        _ => vec![],
    }
}
