//! Instructions: one table for both reading and writing.
//!
//! Writing matches on every instruction, so a new one does not compile until it is listed here; a
//! test requires a case that uses it.

use super::read::{Read, Reader};
use super::write::Writer;
use crate::def::code::Op;

macro_rules! instructions {
    ($($word:literal $op:ident
        $(($($part:ident: $kind:ident),+))?
        $({$($field:ident: $of:ident),+})?;)+
    ) => {
        /// The words of all instructions.
        pub(super) const WORDS: &[&str] = &[$($word),+];

        impl Reader<'_> {
            /// An instruction.
            pub fn op(&mut self) -> Read<Op> {
                let word = self.word()?;
                #[allow(unused_mut, unused_variables, reason = "some have no parts")]
                let mut first = true;
                Ok(match word.as_str() {
                    $($word => {
                        $($(
                            self.comma_unless_end(&mut first, stringify!($kind))?;
                            let $part = self.$kind()?;
                        )+)?
                        $($(
                            self.comma(&mut first)?;
                            let $field = self.$of()?;
                        )+)?
                        Op::$op $(($($part),+))? $({ $($field),+ })?
                    })+
                    _ => return self.wrong(format!("there is no instruction `{word}`")),
                })
            }
        }

        impl Writer<'_> {
            /// An instruction.
            pub fn op(&mut self, op: &Op) {
                #[allow(unused_mut, unused_variables, reason = "some have no parts")]
                let mut first = true;
                match op {
                    $(Op::$op $(($($part),+))? $({ $($field),+ })? => {
                        self.keyword($word);
                        $($(
                            self.comma(&mut first);
                            self.$kind($part);
                        )+)?
                        $($(
                            self.comma(&mut first);
                            self.$of($field);
                        )+)?
                    })+
                }
            }
        }
    };
}

impl Reader<'_> {
    /// The optional last part needs no comma if it is left out.
    fn comma_unless_end(&mut self, first: &mut bool, kind: &str) -> Read<()> {
        if kind == "maybe_expr" && self.is_at_end() { Ok(()) } else { self.comma(first) }
    }
}

instructions! {
    "jump" Jump(to: pc);
    "unless" Unless(condition: expr, to: pc);
    "let" Let(slot: slot, value: expr);
    "require" Require(condition: expr, why: note);
    "expect" Expect(condition: expr, what: note);
    "call" Call(called: proc, given: exprs);
    "perform" Perform(on: bearer, printed: attr, thing: expr, given: exprs);
    "return" Return(given: maybe_expr);
    "result" Result(slot: slot);
    "script" Script(called: script, given: exprs, slot: maybe_slot);
    "try" Try(end: pc);
    "may" May { note: note, end: pc };
    "done" Done;
    "commit" Commit;
    "choose" Choose(asked: menu);
    "pick" Pick(asked: pick);
    "amount" Amount { slot: slot, from: expr, to: expr, note: note };
    "secret" Secret(asked: secret);
    "each" Each { set: set, list: slot, next: pc };
    "next" Next { list: slot, slot: slot, body: pc };
    "break" Break(list: slot);
    "room" Room(list: slot, room: expr);
    "remember" Remember(list: slot, thing: expr);
    "keep" Keep(list: slot, things: set);
    "take" Take(list: slot);
    "do" Run(list: slot);
    "find" Find { slot: slot, set: set, it: it, keys: exprs };
    "random" Random { slot: slot, set: set, stream: stream };
    "gain" Gain(what: counter, holder: expr, by: expr);
    "lose" Lose(what: counter, holder: expr, by: expr);
    "set" Set(what: counter, holder: expr, to: expr);
    "advance" Advance(what: counter, holder: expr, by: expr);
    "pay" Pay(what: cost, payer: expr, payee: expr);
    "pay_printed" PayPrinted(on: bearer, printed: attr, thing: expr, payer: expr, payee: expr);
    "move" Move { piece: expr, to: expr, at: at };
    "move_all" MoveAll { set: set, to: expr, at: at, whole: whole };
    "draw" Draw { from: expr, to: expr, count: expr, at: at, slot: maybe_slot };
    "shuffle" Shuffle(place: expr);
    "refill" Refill(row: expr, from: expr);
    "flip" Flip(piece: expr, face: expr);
    "own" Own(piece: expr, seat: expr);
    "control" Control(piece: expr, seat: expr);
    "emit" Emit(what: event, given: exprs);
    "emit_to" EmitTo(what: event, piece: expr, given: exprs);
    "begin" Begin(what: period);
    "score" Score(on: line, seat: expr, points: expr);
    "majority" Majority(share: majority);
    "note" Note(said: note, given: exprs);
    "end_game" EndGame;
    "triggers" Triggers;
    "steps" Steps;
}
