//! Typed indices into a [`Def`](crate::def::Def). An id is valid for one definition only.

use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub struct $name(pub u16);

        impl $name {
            /// The index it stands for.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<usize> for $name {
            fn from(index: usize) -> Self {
                assert!(index < usize::from(u16::MAX), "more ids than a definition may hold");
                Self(index as u16)
            }
        }
    )*};
}

ids! {
    /// A player: people first, then seats without decisions.
    SeatId
    /// A counter: a resource, a track, a mark on a piece or space.
    CounterId
    /// A kind of pieces, such as `tile`.
    KindId
    /// A printed face of a piece: `mill`.
    EntryId
    /// A piece on the table.
    PieceId
    /// A place on a board.
    SpaceId
    /// A kind of container, such as `hand`.
    ZoneId
    /// One container: the hand of seat 2.
    PlaceId
    /// A column of the table of printed attributes.
    AttrId
    /// A list of steps.
    ProcId
    /// An effect of a piece while in force.
    AbilityId
    /// An event that steps announce and abilities wait for.
    EventId
    /// A named number that abilities may modify.
    ValueId
    /// A line of the score sheet.
    LineId
    /// A period after which counters are reset: a turn, a round.
    PeriodId
    /// A question with labelled branches.
    MenuId
    /// A question that picks things.
    PickId
    /// A price to pay.
    CostId
    /// A scripted step.
    ScriptId
    /// A sentence for the log.
    NoteId
    /// Places on a ladder shared out by rank.
    MajorityId
    /// A step at which several seats choose simultaneously.
    SecretId
}
