//! Procedures as flat code. Blocks of steps are compiled to jumps; a decision is where the code
//! stops.

use super::expr::{ExprId, SetId};
use crate::id::{
    AttrId, CostId, CounterId, EventId, LineId, MajorityId, MenuId, NoteId, PeriodId, PickId,
    ProcId, ScriptId, SecretId,
};

/// A place in the code.
pub type Pc = u32;

/// The kinds of things that steps and costs are printed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bearer {
    /// A piece: on the face that is up.
    Piece,
    /// An entry.
    Entry,
    /// A space.
    Space,
}

/// One instruction.
#[derive(Clone, PartialEq, Debug)]
pub enum Op {
    /// Continues elsewhere.
    Jump(Pc),
    /// Continues elsewhere if the condition does not hold.
    Unless(ExprId, Pc),
    /// Binds a number or thing.
    Let(u16, ExprId),
    /// Fails unless the condition holds; the note says why.
    Require(ExprId, NoteId),
    /// An assumption of the rules; the note describes it. If it does not hold, the rules are wrong:
    /// that is reported, but never a reason to withhold an option.
    Expect(ExprId, NoteId),
    /// Runs a procedure. The arguments become its first bindings; the first one is the acting seat.
    Call(ProcId, Box<[ExprId]>),
    /// Runs the steps printed on a thing; nothing if it has none. Arguments: the acting seat, the
    /// thing.
    Perform(Bearer, AttrId, ExprId, Box<[ExprId]>),
    /// Ends the procedure and returns a value to its caller.
    Return(Option<ExprId>),
    /// Binds the value returned by the last call.
    Result(u16),
    /// Runs a scripted step; binds its values from a slot on, if there is one.
    Script(ScriptId, Box<[ExprId]>, Option<u16>),
    /// Continues with the next instruction if the block up to `end` can be completed, else after
    /// it.
    Try(Pc),
    /// Asks whether to do the block up to `end`; does not ask if it cannot be completed.
    May {
        /// The question.
        note: NoteId,
        /// Where the block ends.
        end: Pc,
    },
    /// Marks the end of a `Try` or `May` block, which must be completable up to here.
    Done,
    /// Makes all choices so far final: look-ahead ends here.
    Commit,
    /// Asks for one of several branches.
    Choose(MenuId),
    /// Asks for things.
    Pick(PickId),
    /// Asks for a number.
    Amount {
        /// The slot to bind.
        slot: u16,
        /// The smallest answer.
        from: ExprId,
        /// The largest answer.
        to: ExprId,
        /// The question.
        note: NoteId,
    },
    /// Asks several seats in secret, then continues.
    Secret(SecretId),
    /// Starts a loop over a snapshot of a set: stores it, and jumps to its `Next`.
    Each {
        /// The set to walk.
        set: SetId,
        /// The slot of the loop's list.
        list: u16,
        /// The loop's `Next`.
        next: Pc,
    },
    /// Binds the next item of a loop and goes to its body, or leaves the loop.
    Next {
        /// The slot of the loop's list.
        list: u16,
        /// The slot for the item.
        slot: u16,
        /// Where the body starts.
        body: Pc,
    },
    /// Skips the rest of a loop: its `Next`, which follows, leaves it.
    Break(u16),
    /// Allocates a list for things added later by `Remember`.
    Room(u16, ExprId),
    /// Adds a thing to a list allocated by `Room`.
    Remember(u16, ExprId),
    /// Replaces a list with the current things of a set.
    Keep(u16, SetId),
    /// Copies a list of the caller, given as an argument that names its binding. Only at the start
    /// of a procedure.
    Take(u16),
    /// Runs the steps that a script passed in a list.
    Run(u16),
    /// Binds the best item of a set by a chain of keys, largest first; nil if the set is empty.
    Find {
        /// The slot to bind.
        slot: u16,
        /// The set to search.
        set: SetId,
        /// The register of the current item.
        it: u8,
        /// The keys, most important first.
        keys: Box<[ExprId]>,
    },
    /// Binds a random item of a set; nil if the set is empty.
    Random {
        /// The slot to bind.
        slot: u16,
        /// The set to draw from.
        set: SetId,
        /// The random stream.
        stream: u16,
    },
    /// Adds to a counter, within its bounds.
    Gain(CounterId, ExprId, ExprId),
    /// Takes from a counter, at most what is there.
    Lose(CounterId, ExprId, ExprId),
    /// Sets a counter, within its bounds.
    Set(CounterId, ExprId, ExprId),
    /// Moves along a track, forward or (if negative) back, with the bonuses of the positions
    /// reached or passed.
    Advance(CounterId, ExprId, ExprId),
    /// Pays a cost; the operands are the payer and the seat that is paid (nil: the supply).
    Pay(CostId, ExprId, ExprId),
    /// Pays the cost printed on a thing; the other operands as in `Pay`.
    PayPrinted(Bearer, AttrId, ExprId, ExprId, ExprId),
    /// Moves one piece; fails if it is nil or there is no room.
    Move {
        /// The piece.
        piece: ExprId,
        /// The container it goes to.
        to: ExprId,
        /// Where in the container it goes.
        at: At,
    },
    /// Moves all pieces of a set, as far as there is room.
    MoveAll {
        /// The pieces.
        set: SetId,
        /// The container they go to.
        to: ExprId,
        /// Where in the container they go.
        at: At,
        /// Whether it fails if one of them finds no room.
        whole: bool,
    },
    /// Takes a number of pieces from a container, as it gives them (from the top of a stack, at
    /// random from a bag), and moves them, as long as there are pieces and room. Keeps the last
    /// one.
    Draw {
        /// The container they come from.
        from: ExprId,
        /// The container they go to.
        to: ExprId,
        /// The number of pieces.
        count: ExprId,
        /// Where in the target they go.
        at: At,
        /// The slot for the last piece drawn.
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
    /// Announces an event to abilities that wait for it.
    Emit(EventId, Box<[ExprId]>),
    /// Announces an event to the abilities of one piece only.
    EmitTo(EventId, ExprId, Box<[ExprId]>),
    /// Starts a period: its counters are reset.
    Begin(PeriodId),
    /// Writes points on a line of the score sheet.
    Score(LineId, ExprId, ExprId),
    /// Scores places by rank.
    Majority(MajorityId),
    /// Writes a note to the log.
    Note(NoteId, Box<[ExprId]>),
    /// Ends the game.
    EndGame,
    /// Runs triggered abilities. Only at a fixed place of the code.
    Triggers,
    /// Runs the steps a script returned. Only at a fixed place of the code.
    Steps,
}

/// Where in a container a piece is put.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum At {
    /// On top, or last in a row or pool; the first free slot of a row with slots.
    Top,
    /// Below everything, or first.
    Bottom,
    /// Into a slot, from 1.
    Slot(ExprId),
}
