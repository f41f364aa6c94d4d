//! Kinds of pieces, and what all entries of a kind can say besides their attributes.

use crate::shape::{Name, Spanned};
use boardwright_syntax::yaml::Node;

crate::shape! {
    /// A kind of pieces: what its entries print, and where its pieces start.
    ///
    /// ```yaml
    /// kinds:
    ///   tile:
    ///     name: Tile
    ///     zone: supply
    ///     show: "{it.cost}, level {it.level}"
    ///     attributes:
    ///       cost: cost
    ///       level: number
    ///       colour: [red, blue]
    ///       reward: steps
    ///       action: { steps: { power: number } }
    /// ```
    ///
    /// Types of attributes: `number`, `flag`, `text` (for people only), `numbers` (a list),
    /// `cost`, `amounts` (`{ wood: 2, gold: 1 }`: what is gained, lost or paid together), `steps`,
    /// `resource`, `track`, `entry/<kind>`, `space/<group>`, a list of words, or `list/` with one of
    /// these names. What people read of an attribute stands beside its type:
    /// `points: { type: number, name: Point, plural: Points }`. Printed steps know `me` and `self`; with `{ steps: { name: type } }` they also
    /// know what `perform` gives them.
    ///
    /// How much of a resource a cost or amounts say is a number: `it.cost.wood`, 0 if nothing is
    /// printed; `it.cost[good]` for a resource that is known only in play; `total(it.cost)` for all
    /// of them together. Of a cost with `worth` only the other resources count, of one with `any`
    /// nothing does: which of its costs is paid is not known.
    pub struct Kind {
        /// What players read of one, and of any number if there is no `plural`.
        pub name: Option<String>,
        /// What players read behind every number but 1 (in French: but 0 and 1), such as `Workers`
        /// in `5 Workers`.
        pub plural: Option<String>,
        /// What the rules say about it.
        pub text: Option<String>,
        /// The section its entries stand in; its id with an `s` if nothing is said.
        pub section: Option<Name>,
        /// What entries print: names with their types. People read all of it, unless it is
        /// `internal`; steps are told where an entry has no `text`.
        pub attributes: Option<Node>,
        /// The zone its pieces start in, unless the entry says otherwise.
        pub zone: Option<Name>,
        /// Whether each seat has its own copies.
        pub owner: Option<Owner>,
        /// What is said beside each piece of it in every list, instead of its attributes: words with
        /// gaps about `it`, such as `"{it.cost}, level {it.level}"`; `""` for nothing. `show` of a
        /// `pick` and `each` of the table go before it. Everybody reads it, so it must not tell what
        /// is hidden.
        pub show: Option<Spanned<String>>,
        /// Whether the texts of its entries are there for the mood, and need not tell their rules.
        pub flavour: bool = false,
        /// Whether it only keeps books: it is not told in the log, and not shown on the table
        /// unless `table` names it.
        pub internal: bool = false,
        /// How sure we are of what is printed.
        pub source: Option<Node>,
        /// A remark for other authors.
        pub note: Option<String>,
    }
}

crate::shape! {
    /// An attribute with what people read of it.
    ///
    /// ```yaml
    /// kinds:
    ///   tile:
    ///     zone: supply
    ///     attributes:
    ///       points: { type: number, name: Point, plural: Points }
    ///       home: { type: [sea, land], name: Home, text: Where it may be built. }
    ///       order: { type: number, internal: true }
    /// ```
    pub struct Attribute {
        /// Its type.
        pub ty as "type": Node,
        /// What players read of it, or of one; its id if nothing is said.
        pub name: Option<String>,
        /// What players read behind a number. With it, the number goes first: `6 Points`, and not
        /// `Points: 6`.
        pub plural: Option<String>,
        /// What it means.
        pub text: Option<String>,
        /// Whether nobody reads it: rules use it.
        pub internal: bool = false,
        /// A remark for other authors.
        pub note: Option<String>,
    }
}

crate::choice! {
    /// Whose pieces they are at the start.
    pub enum Owner {
        /// Nobody's.
        Table = "table",
        /// Each seat has its own copies.
        Seat = "seat",
    }
}

crate::shape! {
    /// An entry: a piece as printed. Its attributes stand beside these keys.
    ///
    /// ```yaml
    /// tiles:
    ///   mill:
    ///     name: Mill
    ///     text: When built, gain 1 wood.
    ///     count: 2
    ///     cost: { wood: 2 }
    ///     level: 1
    ///     ability: { when: built, do: [{ gain: { wood: 1 } }] }
    ///     faces:
    ///       back: { name: Old mill, level: 2 }
    /// ```
    pub struct EntryHead {
        /// What players read of one, and of any number if there is no `plural`.
        pub name: Option<String>,
        /// What players read behind every number but 1 (in French: but 0 and 1), such as `Workers`
        /// in `5 Workers`.
        pub plural: Option<String>,
        /// What the rules say, in the author's words.
        pub text: Option<String>,
        /// How many copies there are (of each seat, if each has its own); 1 if nothing is said.
        pub count: Option<i32>,
        /// The zone its pieces start in.
        pub zone: Option<Name>,
        /// Whether each seat has its own copies.
        pub owner: Option<Owner>,
        /// The entry it was made from; what that says is already here.
        pub like: Option<Node>,
        /// Words by which expressions can mean several entries.
        pub tags: Vec<Name> = vec![],
        /// Further faces. The entry itself is the face that lies up at the start. What a face does
        /// not print itself, but abilities, text and tags, it has from the entry.
        pub faces: Option<Node>,
        /// What it does while in force.
        pub ability: Option<Node>,
        /// The same, if it does several things.
        pub abilities: Option<Node>,
        /// How sure we are of what is printed.
        pub source: Option<Node>,
        /// A remark for other authors.
        pub note: Option<String>,
    }
}

/// The type of an attribute, with or without what people read of it.
pub fn type_of(attribute: &Node) -> &Node {
    attribute.as_map().and_then(|map| map.get("type")).unwrap_or(attribute)
}

/// Whether attributes of a type print steps, or several of them.
pub fn prints_steps(ty: &Node) -> bool {
    let ty = type_of(ty);
    matches!(ty.as_text(), Some("steps" | STEP_LIST))
        || ty.as_map().is_some_and(|map| map.get("steps").is_some())
}

/// The type of several printed steps.
pub const STEP_LIST: &str = "list/steps";
