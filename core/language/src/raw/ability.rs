//! What a piece does while it is in force.

use crate::shape::{Name, OneOrMany, Spanned};
use boardwright_syntax::yaml::Node;

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
