//! Questions, costs and shares: the parts of code that are too big for an instruction.

use super::code::{Bearer, Pc};
use super::expr::{ExprId, SetId};
use crate::id::{AbilityId, AttrId, CounterId, LineId, NoteId, PickId};

/// What kind of thing a number stands for, so that it can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// A number.
    Number,
    /// Yes or no.
    Truth,
    /// A seat.
    Seat,
    /// A piece.
    Piece,
    /// A space.
    Space,
    /// A container.
    Place,
    /// An entry.
    Entry,
    /// A counter.
    Counter,
    /// One of the words of a list, by the index of the list in `Def::words`.
    Word(u16),
    /// The cost printed on a thing; the number stands for the thing.
    Cost(AttrId, Bearer),
}

/// A sentence with gaps.
#[derive(Clone, Debug, Default)]
pub struct NoteDef {
    /// Its parts, in order.
    pub parts: Vec<Part>,
}

/// A part of a sentence.
#[derive(Clone, Debug)]
pub enum Part {
    /// Words.
    Text(String),
    /// An expression evaluated where the note stands.
    Gap(ExprId, Class),
}

/// A question with labelled branches.
#[derive(Clone, Debug)]
pub struct MenuDef {
    /// The question.
    pub note: NoteId,
    /// Its branches in order.
    pub branches: Vec<Branch>,
    /// Abilities that add an option to it.
    pub offers: Vec<AbilityId>,
    /// Where the code goes on after an added option.
    pub end: Pc,
    /// The branch that is taken without asking if it is the only option.
    pub unasked: Option<u16>,
}

/// A branch of a menu.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The canonical text: constant words.
    pub label: String,
    /// The name shown to people, if it differs.
    pub name: String,
    /// When it is there.
    pub when: Option<ExprId>,
    /// When nobody is told that it is not there. `when` never holds then.
    pub hidden: Option<ExprId>,
    /// Says why it is not there, if its condition fails.
    pub unless: Option<NoteId>,
    /// Where its steps start.
    pub body: Pc,
    /// Whether the menu is asked again afterwards.
    pub again: bool,
}

/// A question that picks things.
#[derive(Clone, Debug)]
pub struct PickDef {
    /// The question.
    pub note: NoteId,
    /// Of which.
    pub set: SetId,
    /// What they are.
    pub class: Class,
    /// Where the pick goes; with `several`, the list made for it.
    pub slot: u16,
    /// Whether several are picked, one by one.
    pub several: Option<Several>,
    /// Whether nothing may be picked; binds nil.
    pub optional: bool,
    /// Why what the condition of the set rules out cannot be picked.
    pub reason: Option<NoteId>,
}

/// How many are picked.
#[derive(Clone, Copy, Debug)]
pub struct Several {
    /// At least.
    pub min: ExprId,
    /// At most.
    pub max: ExprId,
}

/// Simultaneous picks.
#[derive(Clone, Debug)]
pub struct SecretDef {
    /// Who is asked, each with itself as the acting seat.
    pub seats: SetId,
    /// What is asked.
    pub pick: PickId,
    /// The list of answers, in the order of the seats.
    pub list: u16,
}

/// Something to pay: one of several bundles.
#[derive(Clone, Debug)]
pub struct CostDef {
    /// The alternatives, the usual one first.
    pub bundles: Vec<Bundle>,
}

/// What is paid together.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// When it may be used.
    pub when: Option<ExprId>,
    /// All of them.
    pub terms: Vec<Term>,
}

/// An amount that one or more purses pay.
#[derive(Clone, Debug)]
pub struct Term {
    /// How much.
    pub amount: ExprId,
    /// What it is called; empty if by its first purse.
    pub name: String,
    /// What pays it, the usual one first.
    pub purses: Vec<Purse>,
}

/// Something that pays.
#[derive(Clone, Debug)]
pub struct Purse {
    /// The counter it is taken from.
    pub counter: CounterId,
    /// Whose counter.
    pub holder: Holder,
    /// How many of it are worth one.
    pub per: i32,
    /// How much of the amount it pays at most.
    pub cap: Option<ExprId>,
    /// Whether it pays only what the purses before it cannot.
    pub short: bool,
}

/// Whose counter pays.
#[derive(Clone, Copy, Debug)]
pub enum Holder {
    /// The payer's.
    Payer,
    /// The table's.
    Table,
    /// Those of some pieces.
    Pieces(SetId),
}

/// Places by rank.
#[derive(Clone, Debug)]
pub struct MajorityDef {
    /// Where the points are written.
    pub line: LineId,
    /// Who takes part: seats.
    pub seats: SetId,
    /// Register of the seat looked at.
    pub it: u8,
    /// What is compared.
    pub amount: ExprId,
    /// Who has less than this takes no part.
    pub at_least: ExprId,
    /// The amount of a contender who takes a place and no points.
    pub neutral: Option<ExprId>,
    /// Points by place.
    pub places: Vec<ExprId>,
    /// What happens to those who tie.
    pub ties: Ties,
    /// What breaks ties before they count as such: larger first.
    pub keys: Vec<ExprId>,
    /// The counter points go to.
    pub counter: CounterId,
}

/// What happens to those who tie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ties {
    /// They share what their places are worth, rounded down; the places are used up.
    #[default]
    Split,
    /// Each gets the best of their places; the places are used up.
    Share,
    /// Each gets the worst of their places; the places are used up.
    Lower,
    /// Each gets the best of their places; the next gets the next place.
    Dense,
}
