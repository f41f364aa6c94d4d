//! Questions, costs and majorities: the parts of code that are too big for an instruction.

use super::code::{Bearer, Pc};
use super::expr::{ExprId, SetId};
use crate::id::{AbilityId, AttrId, CounterId, LineId, NoteId, PickId};

/// The kind of thing a number stands for, so that it can be shown.
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
    /// A printed list, with the class of its items in `Def::list_classes`; the number is where it
    /// starts in `Def::tables`.
    List(u16),
}

/// A sentence with gaps.
#[derive(Clone, Debug, Default)]
pub struct NoteDef {
    /// Its parts, in order.
    pub parts: Vec<NotePart>,
}

/// A part of a sentence.
#[derive(Clone, Debug)]
pub enum NotePart {
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
    /// Where the code continues after an added option.
    pub end: Pc,
    /// The branch taken without asking if it is the only option.
    pub unasked: Option<u16>,
}

/// A branch of a menu.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The canonical text: constant words.
    pub label: String,
    /// The name shown to people, if it differs.
    pub name: String,
    /// When it is offered.
    pub when: Option<ExprId>,
    /// When its absence is not mentioned. `when` never holds then.
    pub hidden: Option<ExprId>,
    /// The reason shown if its condition fails.
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
    /// The set to pick from.
    pub set: SetId,
    /// The class of its things.
    pub class: Class,
    /// The binding for the pick; with `several`, for the list of picks.
    pub slot: u16,
    /// Whether several are picked, one by one.
    pub several: Option<Several>,
    /// Whether the seat may pick nothing; that binds nil.
    pub optional: bool,
    /// Why things that the set's condition rules out cannot be picked.
    pub reason: Option<NoteId>,
}

/// The number of things to pick.
#[derive(Clone, Copy, Debug)]
pub struct Several {
    /// At least this many.
    pub min: ExprId,
    /// At most this many.
    pub max: ExprId,
}

/// Simultaneous picks.
#[derive(Clone, Debug)]
pub struct SecretDef {
    /// The seats that are asked, each as its own acting seat.
    pub seats: SetId,
    /// The question.
    pub pick: PickId,
    /// The list of answers, in the order of the seats.
    pub list: u16,
}

/// A price: one of several bundles.
#[derive(Clone, Debug)]
pub struct CostDef {
    /// The alternatives, the default first.
    pub bundles: Vec<Bundle>,
}

/// Terms that are paid together.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// When it may be used.
    pub when: Option<ExprId>,
    /// Its terms; all of them are paid.
    pub terms: Vec<Term>,
}

/// An amount that one or more purses pay.
#[derive(Clone, Debug)]
pub struct Term {
    /// The amount.
    pub amount: ExprId,
    /// Its name; if empty, that of its first purse.
    pub name: String,
    /// The purses that may pay it, the default first.
    pub purses: Vec<Purse>,
}

/// A source of payment.
#[derive(Clone, Debug)]
pub struct Purse {
    /// The counter it is taken from.
    pub counter: CounterId,
    /// Whose counter it is.
    pub holder: Holder,
    /// How many units are worth one.
    pub per: i32,
    /// The largest part of the amount it pays.
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
    /// Those of certain pieces.
    Pieces(SetId),
}

/// Points for places by rank.
#[derive(Clone, Debug)]
pub struct MajorityDef {
    /// The line the points are written on.
    pub line: LineId,
    /// The seats that take part.
    pub seats: SetId,
    /// The register of the current seat.
    pub it: u8,
    /// The value that is compared.
    pub amount: ExprId,
    /// Seats with less than this take no part.
    pub at_least: ExprId,
    /// The amount of a neutral contender, who takes a place but no points.
    pub neutral: Option<ExprId>,
    /// Points by place.
    pub places: Vec<ExprId>,
    /// How ties are resolved.
    pub ties: Ties,
    /// Tie-breakers: larger first. Only seats equal in all of them tie.
    pub keys: Vec<ExprId>,
    /// The counter the points are added to.
    pub counter: CounterId,
}

/// How ties are resolved.
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
