//! Procedures as flat code. Blocks of steps have become jumps; a decision is where the code stops.

use super::expr::{ExprId, SetId};
use crate::id::{
    AttrId, CostId, CounterId, EventId, LineId, MajorityId, MenuId, NoteId, PeriodId, PickId,
    ProcId, ScriptId, SecretId,
};

/// A place in the code.
pub type Pc = u32;

/// What steps and costs are printed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bearer {
    /// A piece: on the face that lies up.
    Piece,
    /// An entry.
    Entry,
    /// A space.
    Space,
}

/// One instruction.
#[derive(Clone, PartialEq, Debug)]
pub enum Op {
    /// Goes on elsewhere.
    Jump(Pc),
    /// Goes on elsewhere if the condition does not hold.
    Unless(ExprId, Pc),
    /// Binds a number or thing.
    Let(u16, ExprId),
    /// Cannot go on unless the condition holds; the note says why not.
    Require(ExprId, NoteId),
    /// What the rules take to be so; the note says what. If it is not, the rules are wrong: that is
    /// told, and is never a reason not to offer something.
    Expect(ExprId, NoteId),
    /// Runs a procedure with its first bindings: the acting seat, then what is given. The seat is
    /// the first of the arguments.
    Call(ProcId, Box<[ExprId]>),
    /// Runs the steps printed on a thing; nothing if it has none. Arguments: the acting seat, the
    /// thing.
    Perform(Bearer, AttrId, ExprId, Box<[ExprId]>),
    /// Ends the procedure, giving a value to its caller.
    Return(Option<ExprId>),
    /// Binds what the last call gave.
    Result(u16),
    /// Runs a scripted step; binds its values from a slot on if some are wanted.
    Script(ScriptId, Box<[ExprId]>, Option<u16>),
    /// Goes on with the next instruction if the block up to `end` can be completed, else after it.
    Try(Pc),
    /// Asks whether to do the block up to `end`; does not ask if it cannot be completed.
    May {
        /// The question.
        note: NoteId,
        /// Where the block ends.
        end: Pc,
    },
    /// Marks the end of a `Try` or `May` block, up to which it must be possible.
    Done,
    /// Makes choices so far final: look-ahead ends here.
    Commit,
    /// Asks for one of several branches.
    Choose(MenuId),
    /// Asks for things.
    Pick(PickId),
    /// Asks for a number.
    Amount {
        /// Where it goes.
        slot: u16,
        /// Smallest.
        from: ExprId,
        /// Largest.
        to: ExprId,
        /// The question.
        note: NoteId,
    },
    /// Asks everybody in secret, then goes on.
    Secret(SecretId),
    /// Starts a loop over a snapshot of a set: keeps it, and jumps to its `Next`.
    Each {
        /// What to walk.
        set: SetId,
        /// Where the loop keeps its list.
        list: u16,
        /// Its `Next`.
        next: Pc,
    },
    /// Binds the next of a loop and goes to its body, or leaves it.
    Next {
        /// Where the loop keeps its list.
        list: u16,
        /// What is bound.
        slot: u16,
        /// Where the body starts.
        body: Pc,
    },
    /// Skips what is left of a loop: its `Next`, which follows, leaves it.
    Break(u16),
    /// Makes room for a list of things bound later by `Remember`.
    Room(u16, ExprId),
    /// Adds a thing to a list made by `Room`.
    Remember(u16, ExprId),
    /// Makes a list of the things of a set as they are now, in place of what it held.
    Keep(u16, SetId),
    /// Copies a list of the caller, which an argument names by its binding. Stands only at the
    /// start of a procedure.
    Take(u16),
    /// Does the steps that a script handed over in a list.
    Run(u16),
    /// Binds the best of a set by a chain of keys, largest first; nil if there is none.
    Find {
        /// Where it goes.
        slot: u16,
        /// Of which.
        set: SetId,
        /// Which register holds the thing looked at.
        it: u8,
        /// Keys, the most important first.
        keys: Box<[ExprId]>,
    },
    /// Binds a thing drawn at random from a set; nil if there is none.
    Random {
        /// Where it goes.
        slot: u16,
        /// Of which.
        set: SetId,
        /// Which stream is used.
        stream: u16,
    },
    /// Adds to a counter, within its bounds.
    Gain(CounterId, ExprId, ExprId),
    /// Takes from a counter as much as there is.
    Lose(CounterId, ExprId, ExprId),
    /// Sets a counter, within its bounds.
    Set(CounterId, ExprId, ExprId),
    /// Moves along a track, forward or (negative) back, with the bonuses it reaches or passes.
    Advance(CounterId, ExprId, ExprId),
    /// Pays a cost; the second is the payer, the third the seat that is paid (nil: the supply).
    Pay(CostId, ExprId, ExprId),
    /// Pays the cost printed on a thing; the others as in `Pay`.
    PayPrinted(Bearer, AttrId, ExprId, ExprId, ExprId),
    /// Moves one piece; fails if it is nil or there is no room.
    Move {
        /// The piece.
        piece: ExprId,
        /// The container it goes to.
        to: ExprId,
        /// Where in it.
        at: At,
    },
    /// Moves all pieces of a set, as far as there is room.
    MoveAll {
        /// The pieces.
        set: SetId,
        /// The container they go to.
        to: ExprId,
        /// Where in it.
        at: At,
        /// Whether it fails if one of them finds no room.
        whole: bool,
    },
    /// Takes so many from a container, as it gives them (the top of a stack, at random from a
    /// bag), and moves them, as far as there are any and there is room. Keeps the last one.
    Draw {
        /// The container they come from.
        from: ExprId,
        /// The container they go to.
        to: ExprId,
        /// How many.
        count: ExprId,
        /// Where in it.
        at: At,
        /// Binds the last one drawn.
        slot: Option<u16>,
    },
    /// Shuffles a container.
    Shuffle(ExprId),
    /// Closes the gaps of a row if it slides, then fills its free slots from a container.
    Refill(ExprId, ExprId),
    /// Turns a piece to a face.
    Flip(ExprId, ExprId),
    /// Gives a piece to an owner.
    Own(ExprId, ExprId),
    /// Gives a piece to a controller.
    Control(ExprId, ExprId),
    /// Announces something to abilities that wait for it.
    Emit(EventId, Box<[ExprId]>),
    /// Announces it to abilities of one piece only.
    EmitTo(EventId, ExprId, Box<[ExprId]>),
    /// Starts a period: what counts per this period starts again.
    Begin(PeriodId),
    /// Writes points on a line of the score sheet.
    Score(LineId, ExprId, ExprId),
    /// Shares out places by rank.
    Majority(MajorityId),
    /// Says something in the log.
    Note(NoteId, Box<[ExprId]>),
    /// Ends the game.
    EndGame,
    /// Works off abilities that fired. Stands only at a fixed place of the code.
    Triggers,
    /// Works off steps a script returned. Stands only at a fixed place of the code.
    Steps,
}

/// Where in a container a piece goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum At {
    /// On top, or last in a row or pool; the first free slot of a row with slots.
    Top,
    /// Below everything, or first.
    Bottom,
    /// Into a slot, from 1.
    Slot(ExprId),
}
