//! Kinds of pieces, the keys all entries have besides the attributes of their kind, and what a piece
//! does while it is in force.

use crate::shape::{Name, OneOrMany, Spanned};
use boardwright_syntax::yaml::Node;

crate::shape! {
    /// A kind of pieces: the attributes its entries print, and where its pieces start.
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
    /// Types of attributes: `number`, `flag`, `text` (for players only), `numbers` (a list),
    /// `cost`, `amounts` (`{ wood: 2, gold: 1 }`: gained, lost or paid together), `steps`,
    /// `resource`, `track`, `entry/<kind>`, `space/<group>`, a list of words, or `list/` with one
    /// of these names. The words players read for an attribute go beside its type:
    /// `points: { type: number, name: Point, plural: Points }`. Printed steps know `me` and `self`;
    /// with `{ steps: { name: type } }` they also know the arguments of `perform`.
    ///
    /// The amount of a resource in a cost or in amounts is a number: `it.cost.wood`, 0 if none is
    /// printed; `it.cost[good]` for a resource that is known only in play; `total(it.cost)` for the
    /// sum of all. In a cost with `worth` only the other resources count. In a cost with `any`
    /// nothing counts, because the choice between its costs is still open.
    pub struct Kind {
        /// The name players see for one, and for any number if there is no `plural`.
        pub name: Option<String>,
        /// The name players see after any number but 1 (in French: but 0 and 1), such as
        /// `Workers` in `5 Workers`.
        pub plural: Option<String>,
        /// The rules text about it.
        pub text: Option<String>,
        /// The section for its entries; its id with an `s` if none is given.
        pub section: Option<Name>,
        /// The attributes of entries: names with their types. Players read them all, except those
        /// that are `internal`; steps are put into words where an entry has no `text`.
        pub attributes: Option<Node>,
        /// The zone its pieces start in, unless the entry says otherwise.
        pub zone: Option<Name>,
        /// Whether each seat has its own copies.
        pub owner: Option<Owner>,
        /// Shown beside each of its pieces in every list, instead of the attributes: words with
        /// gaps about `it`, such as `"{it.cost}, level {it.level}"`; `""` for nothing. The `show`
        /// of a `pick` and the `each` of the table take precedence. Everybody reads it, so it must
        /// not reveal hidden information.
        pub show: Option<Spanned<String>>,
        /// Whether the texts of its entries are flavour and need not state their rules.
        pub flavour: bool = false,
        /// Bookkeeping: hidden from the log, and from the table unless `table` names it.
        pub internal: bool = false,
        /// How certain the printed data is, and where it comes from.
        pub source: Option<Node>,
        /// A note for other authors.
        pub note: Option<String>,
    }
}

crate::shape! {
    /// An attribute with the words players read for it.
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
        /// Its name, or the name of one; its id if none is given.
        pub name: Option<String>,
        /// What players read after a number. With it, the number goes first: `6 Points`, not
        /// `Points: 6`.
        pub plural: Option<String>,
        /// What it means.
        pub text: Option<String>,
        /// Whether only the rules use it, and players never read it.
        pub internal: bool = false,
        /// A note for other authors.
        pub note: Option<String>,
    }
}

crate::choice! {
    /// Who owns the pieces at the start.
    pub enum Owner {
        /// Nobody.
        Table = "table",
        /// Each seat has its own copies.
        Seat = "seat",
    }
}

crate::shape! {
    /// An entry: a piece as printed. Its attributes go beside these keys.
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
        /// The name players see for one, and for any number if there is no `plural`.
        pub name: Option<String>,
        /// The name players see after any number but 1 (in French: but 0 and 1), such as
        /// `Workers` in `5 Workers`.
        pub plural: Option<String>,
        /// The rules text, in the author's words.
        pub text: Option<String>,
        /// How many copies there are (per seat, if each has its own); 1 if none is given.
        pub count: Option<i32>,
        /// The zone its pieces start in.
        pub zone: Option<Name>,
        /// Whether each seat has its own copies.
        pub owner: Option<Owner>,
        /// The entry it was made from; the values of that one are already merged in.
        pub like: Option<Node>,
        /// Words that expressions use for several entries.
        pub tags: Vec<Name> = vec![],
        /// Further faces. The entry itself is the face that is up at the start. A face takes
        /// everything it does not print from the entry, except abilities, text and tags.
        pub faces: Option<Node>,
        /// What it does while in force.
        pub ability: Option<Node>,
        /// The same, if there are several.
        pub abilities: Option<Node>,
        /// How certain the printed data is, and where it comes from.
        pub source: Option<Node>,
        /// A note for other authors.
        pub note: Option<String>,
    }
}

/// The type of an attribute, with or without words for players.
pub fn type_of(attribute: &Node) -> &Node {
    attribute.as_map().and_then(|map| map.get("type")).unwrap_or(attribute)
}

/// Whether attributes of a type print steps, or several of them.
pub fn prints_steps(ty: &Node) -> bool {
    let ty = type_of(ty);
    matches!(ty.as_text(), Some("steps" | STEP_LIST))
        || ty.as_map().is_some_and(|map| map.get("steps").is_some())
}

/// Whether an attribute of this type is a cost.
pub fn prints_cost(ty: &Node) -> bool {
    type_of(ty).as_text() == Some("cost")
}

/// The type of several printed steps.
pub const STEP_LIST: &str = "list/steps";

/// Declares a type with the keys of an ability, after keys of its own, so that they are defined
/// once.
macro_rules! with_abilities {
    ($(#[doc = $doc:literal])* pub struct $name:ident { $($own:tt)* }) => {
        crate::shape! {
            $(#[doc = $doc])*
            pub struct $name {
                $($own)*
                /// An event: one of `events`, or `gained <resource>`, `entered <zone>`, `left
                /// <zone>`, `starved <zone>`.
                pub when: Option<Spanned<String>>,
                /// The values it changes, and how: `"+1"`, `"-1"`, a number to replace it, or one
                /// of `add`, `times`, `set`, `at_least`, `at_most`.
                pub modify: Option<Node>,
                /// The menus it adds an option to: the key of a `choose` step, a name of `windows`,
                /// or a list of them.
                pub offer: Option<OneOrMany<Name>>,
                /// Whose actions trigger it; `me` if none is given.
                pub by: Option<Whose>,
                /// The condition under which it works.
                pub condition as "if": Option<Node>,
                /// With `offer`: the option is not listed at all where this holds. Without it, an
                /// option that cannot be chosen is listed with the reason.
                pub hidden_if: Option<Node>,
                /// What it does.
                pub body as "do": Option<Node>,
                /// Whether the player may decline. If several optional abilities of one group fire
                /// together, the player picks one of them, or none.
                pub optional: bool = false,
                /// Whether the menu is asked again after an offered option; yes in a window if none
                /// is given.
                pub again: Option<bool>,
                /// How often it works; for a rule, counted per seat.
                pub limit: Option<Limit>,
                /// Abilities and rules of the same group share their limit; once a turn if none is
                /// given.
                pub group: Option<Name>,
                /// What players read when it is an option or a question.
                pub label: Option<String>,
                /// How certain the printed data is, and where it comes from.
                pub source: Option<Node>,
                /// A note for other authors.
                pub note: Option<String>,
            }
        }
    };
}

with_abilities! {
    /// An ability: exactly one of `when`, `modify` and `offer`.
    ///
    /// ```yaml
    /// ability: { when: built, if: "what.level > 1", do: [{ gain: { wood: 1 } }], limit: { times: 1 } }
    /// ability: { when: gained wood, by: others, do: [{ gain: { gold: 1 } }], optional: true }
    /// ability: { modify: { hand_limit: "+1" } }
    /// ability: { offer: main, label: trade, do: [{ pay: { wood: 1 } }, { gain: { gold: 1 } }] }
    /// ability: { offer: anytime, label: eat, do: [{ pay: { fish: 1 } }, { gain: { vp: 1 } }] }
    /// ```
    ///
    /// `when` and `offer` know `me` (the seat that controls the piece) and `self` (the piece);
    /// `when` also knows `actor` (the seat that caused the event) and the values of the event.
    /// `modify` knows `me` (the seat the value is for), `about` (the subject of the value) and
    /// `self`.
    pub struct Ability {
        /// A name for patches.
        pub key: Option<String>,
    }
}

with_abilities! {
    /// A rule of the game: an ability that each seat has, without a piece. It has the keys of an
    /// ability, or a list of `abilities`.
    ///
    /// ```yaml
    /// rules:
    ///   hospitality: { text: Who builds gains 1 fish., when: built, do: [{ gain: { fish: 1 } }] }
    ///   haggling: { name: Haggle, offer: main, do: [{ pay: { fish: 2 } }, { gain: { wood: 1 } }] }
    ///   thrift: { modify: { limit: "+1" } }
    /// ```
    ///
    /// `me` is each seat; with `when`, only the seat that caused the event unless `by` says
    /// otherwise. There is no `self`.
    pub struct Rule {
        /// The name players see.
        pub name: Option<String>,
        /// The rules text, in the author's words.
        pub text: Option<String>,
        /// Its abilities, if there are several.
        pub abilities: Option<Node>,
    }
}

crate::choice! {
    /// Whose actions trigger an ability.
    pub enum Whose {
        /// The seat that controls the piece.
        Me = "me",
        /// All other seats.
        Others = "others",
        /// All seats.
        Anyone = "anyone",
    }
}

crate::shape! {
    /// How often an ability works.
    ///
    /// ```yaml
    /// limit: { times: 2, per: round }
    /// ```
    pub struct Limit {
        /// How many times; 1 if none is given.
        pub times: Option<i32>,
        /// In which period; `turn` if none is given.
        pub per: Option<Name>,
    }
}
