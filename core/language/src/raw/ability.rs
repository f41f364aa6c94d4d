//! What a piece does while it is in force.

use crate::shape::{Name, OneOrMany, Spanned};
use boardwright_syntax::yaml::Node;

/// Declares what has the keys of an ability, after keys of its own: they stand here once.
macro_rules! with_abilities {
    ($(#[doc = $doc:literal])* pub struct $name:ident { $($own:tt)* }) => {
        crate::shape! {
            $(#[doc = $doc])*
            pub struct $name {
                $($own)*
                /// An event: one of `events`, or `gained <resource>`, `entered <zone>`, `left
                /// <zone>`, `starved <zone>`.
                pub when: Option<Spanned<String>>,
                /// Values with how they change: `"+1"`, `"-1"`, a number to replace it, or one of
                /// `add`, `times`, `set`, `at_least`, `at_most`.
                pub modify: Option<Node>,
                /// Where it is one more option: the key of a `choose` step, a name of `windows`, or
                /// a list of them.
                pub offer: Option<OneOrMany<Name>>,
                /// Whose actions trigger it; `me` if nothing is said.
                pub by: Option<Whose>,
                /// When it works.
                pub condition as "if": Option<Node>,
                /// With `offer`: where it holds, the option is not listed at all. Otherwise an
                /// option that cannot be chosen is listed with the reason.
                pub hidden_if: Option<Node>,
                /// What it does.
                pub body as "do": Option<Node>,
                /// Whether the player may decline. If several optional abilities of one group fire
                /// together, the player picks one of them, or none.
                pub optional: bool = false,
                /// Whether the menu is asked again after an offered option; yes in a window if
                /// nothing is said.
                pub again: Option<bool>,
                /// How often it works; a rule: for each seat.
                pub limit: Option<Limit>,
                /// Abilities and rules of the same group share their limit; once a turn if none is
                /// given.
                pub group: Option<Name>,
                /// What players read where it is an option or a question.
                pub label: Option<String>,
                /// How sure we are of what is printed.
                pub source: Option<Node>,
                /// A remark for other authors.
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
    /// `when` and `offer` know `me` (who controls the piece) and `self` (the piece); `when` also
    /// `actor` (who caused the event) and what the event says. `modify` knows `me` (the seat the
    /// value is asked for), `about` (what it is asked about) and `self`.
    pub struct Ability {
        /// Name for patching.
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
    /// `me` is each seat; with `when`, the one that caused the event unless `by` says otherwise.
    /// There is no `self`.
    pub struct Rule {
        /// What players read.
        pub name: Option<String>,
        /// What the rules say, in the author's words.
        pub text: Option<String>,
        /// What it is, if it is several abilities.
        pub abilities: Option<Node>,
    }
}

crate::choice! {
    /// Whose actions trigger an ability.
    pub enum Whose {
        /// Those of the seat that controls the piece.
        Me = "me",
        /// Those of all others.
        Others = "others",
        /// Those of everybody.
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
        /// How many times; 1 if nothing is said.
        pub times: Option<i32>,
        /// In which period; `turn` if nothing is said.
        pub per: Option<Name>,
    }
}
