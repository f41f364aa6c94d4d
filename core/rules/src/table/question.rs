//! The open question as data: what is asked, what each option stands for, and which answers are not
//! offered and why.
//!
//! Nothing here changes the game, and nothing here is said in words: whoever shows a table reads it
//! (`boardwright-text` makes sentences of it), so that only the kernel has to know how the machine
//! stores a question.

use smallvec::SmallVec;

use super::Table;
use crate::def::ask::{Class, PickDef};
use crate::def::code::{Op, Pc};
use crate::def::expr::{NIL, Set, SetId};
use crate::eval::Eval;
use crate::event::{Deaf, GAPS_MAX};
use crate::fuel::EXPR_FUEL;
use crate::id::{AbilityId, CounterId, MenuId, NoteId, PickId, PieceId, ProcId};
use crate::machine::{DONE, Machine, OFFER, Request, Why, offer_of};
use crate::script::{ScriptAnswer, ScriptAsk, ScriptOption};

/// How many things ruled out by the condition of a pick are listed.
const RULED_OUT_MAX: usize = 40;

type Inspected<'a> = Machine<'a, Deaf>;

/// A note with the values of its gaps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FilledNote {
    /// The note.
    pub note: NoteId,
    /// The values of its gaps, in order.
    pub gaps: [i32; GAPS_MAX],
}

/// The words of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wording {
    /// A note of the rules, filled for the seat that is asked.
    Note(FilledNote),
    /// The words of a script.
    Script(String),
    /// The rules have none: how to pay, or which ability comes first.
    None,
}

/// What an option of a question stands for.
#[derive(Clone, PartialEq, Debug)]
pub enum OptionMeaning {
    /// A branch of a menu, by its index.
    Branch(MenuId, usize),
    /// What an ability adds to a menu, and the piece that has the ability; a rule has none.
    Offer(AbilityId, Option<PieceId>),
    /// A thing or a number. Yes and no are of the class `Truth`.
    Thing(Class, i32),
    /// A payment, in parts.
    Payment(SmallVec<[PaidPart; 4]>),
    /// One of several abilities or bonuses that became due together.
    Fired(FiredOption),
    /// Words that a script offers.
    Words(String),
    /// No thing, or none of several abilities.
    Nothing,
    /// No more things.
    Done,
}

impl OptionMeaning {
    /// The thing on the table that it points at, if any.
    pub fn target(&self) -> Option<(Class, i32)> {
        let of_piece = |piece: PieceId| (Class::Piece, i32::from(piece.0));
        match self {
            Self::Thing(class, thing) => Some((*class, *thing)),
            Self::Offer(_, piece) | Self::Fired(FiredOption { piece, .. }) => piece.map(of_piece),
            Self::Branch(..) | Self::Payment(_) | Self::Words(_) | Self::Nothing | Self::Done => {
                None
            }
        }
    }
}

/// A part of a payment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PaidPart {
    /// The counter it is taken from.
    pub counter: CounterId,
    /// How much.
    pub amount: i32,
    /// The piece it is taken from, if the counter belongs to pieces.
    pub piece: Option<PieceId>,
}

/// An ability or bonus that became due together with others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FiredOption {
    /// Its steps.
    pub proc: ProcId,
    /// The ability; none for the bonus of a track.
    pub ability: Option<AbilityId>,
    /// The piece that has it, if any.
    pub piece: Option<PieceId>,
}

/// An answer that is not offered.
#[derive(Clone, PartialEq, Debug)]
pub struct LeftOut {
    /// The option, if it is one of [`Table::possible`]: only what would follow rules it out.
    pub option: Option<i32>,
    /// What it stands for.
    pub meaning: OptionMeaning,
    /// Why it is not offered.
    pub reason: LeftOutReason,
    /// Whether the piece of another seat would offer it: of little interest to this one.
    pub is_others: bool,
}

/// Why an answer is not offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeftOutReason {
    /// It could not be completed.
    Cannot(Why),
    /// A condition does not hold, and this is what the rules say about it.
    Said(FilledNote),
    /// The condition of a branch does not hold.
    Condition,
    /// The condition of an ability does not hold, or it has been used.
    Used,
    /// The condition of the pick at this instruction does not hold for it.
    RuledOut(Pc),
}

impl Table<'_> {
    /// The words of the question; `None` if nobody is asked anything.
    pub fn wording(&self) -> Option<Wording> {
        let (seat, request) = self.asked()?;
        let note = match request {
            Request::Choose(menu) => self.def.menu(menu).note,
            Request::Pick(pick) | Request::PickSome(pick) | Request::Secret(pick) => {
                self.def.picks[pick.index()].note
            }
            Request::Amount(note) | Request::YesNo(note) => note,
            Request::Pay | Request::Order | Request::OneOf => return Some(Wording::None),
            Request::Script(_) => {
                let words = self.script_ask().map(|ask| ask.label.clone());
                return Some(Wording::Script(words.unwrap_or_default()));
            }
        };
        let gaps = self.inspect(|machine| machine.gaps_for(note, seat));
        Some(Wording::Note(FilledNote { note, gaps }))
    }

    /// What options of the question stand for, offered or not.
    pub fn meanings(&self, options: &[i32]) -> Vec<OptionMeaning> {
        let Some((_, request)) = self.asked() else { return vec![] };
        let meanings = |meaning: &dyn Fn(i32) -> OptionMeaning| {
            options.iter().map(|option| meaning(*option)).collect()
        };
        match request {
            Request::Choose(menu) => meanings(&|option| self.of_menu(menu, option)),
            Request::Pick(pick) | Request::PickSome(pick) | Request::Secret(pick) => {
                meanings(&|option| self.of_pick(pick, option))
            }
            Request::Amount(_) => meanings(&|option| OptionMeaning::Thing(Class::Number, option)),
            Request::YesNo(_) => meanings(&|option| OptionMeaning::Thing(Class::Truth, option)),
            Request::Pay => self.inspect(|machine| {
                let payments = machine.payments();
                meanings(&|option| {
                    let payment = usize::try_from(option).ok().and_then(|at| payments.get(at));
                    let parts = payment.iter().flat_map(|payment| &payment.parts);
                    let paid = parts.map(|part| PaidPart {
                        counter: part.counter,
                        amount: part.amount,
                        piece: machine.piece_paying(part),
                    });
                    OptionMeaning::Payment(paid.collect())
                })
            }),
            Request::Order | Request::OneOf => self.inspect(|machine| {
                meanings(&|option| match usize::try_from(option) {
                    Ok(index) => OptionMeaning::Fired(fired(machine, index)),
                    Err(_) => OptionMeaning::Nothing,
                })
            }),
            Request::Script(_) => {
                let asked = self.script_ask().map_or(&[][..], |ask| &ask.options);
                meanings(
                    &|option| match usize::try_from(option).ok().and_then(|at| asked.get(at)) {
                        Some(ScriptOption::Thing(class, thing)) => {
                            OptionMeaning::Thing(*class, *thing)
                        }
                        Some(ScriptOption::Words(words)) => OptionMeaning::Words(words.clone()),
                        None => OptionMeaning::Words(String::new()),
                    },
                )
            }
        }
    }

    /// All answers whose own conditions hold, before look-ahead; of a range, examples.
    pub fn possible(&self) -> Vec<i32> {
        if self.asked().is_none() {
            return vec![];
        }
        self.inspect(possible)
    }

    /// The answers that are not offered, with the reason: those a condition rules out, then those
    /// that could not be completed.
    pub fn left_out(&self) -> Vec<LeftOut> {
        let Some((_, request)) = self.asked() else { return vec![] };
        let struck = self.struck();
        let (mut left_out, withheld) = self.inspect(|machine| {
            let closed = match request {
                Request::Choose(menu) => closed_branches(machine, menu),
                Request::Pick(pick) | Request::PickSome(pick) => {
                    ruled_out(machine, &machine.def.picks[pick.index()])
                }
                _ => vec![],
            };
            let mut withheld = possible(machine);
            withheld.retain(|option| !self.options().contains(option));
            let why = |option: i32| {
                let struck = struck.iter().find(|(it, _)| *it == option).map(|(_, why)| *why);
                let why = struck.or_else(|| machine.feasible(option).err())?;
                Some((option, LeftOutReason::Cannot(why)))
            };
            (closed, withheld.into_iter().filter_map(why).collect::<Vec<_>>())
        });
        let options: Vec<i32> = withheld.iter().map(|(option, _)| *option).collect();
        let meanings = self.meanings(&options);
        let withheld = withheld.into_iter().zip(meanings).map(|((option, reason), meaning)| {
            LeftOut { option: Some(option), meaning, reason, is_others: false }
        });
        left_out.extend(withheld);
        left_out
    }

    /// Works out something to show people with this decision. The expressions see what the question
    /// sees, with the seat that is asked acting. `None` if nobody is asked anything, or once all
    /// that was shown with this decision has taken too much work.
    pub fn show<T>(&self, show: impl FnOnce(Eval<'_>) -> T) -> Option<T> {
        let (seat, _) = self.asked()?;
        let granted = self.show_fuel.get().min(EXPR_FUEL);
        if granted == 0 {
            return None;
        }
        self.inspect(|machine| {
            machine.state.world.refuel(granted);
            let base = machine.base();
            if let Some(me) = machine.state.control.locals.get_mut(base) {
                *me = i32::from(seat.0);
            }
            let shown = show(machine.evaluation());
            let used = machine.state.world.meter().used_of(granted);
            self.show_fuel.set(self.show_fuel.get().saturating_sub(used));
            (!machine.state.world.is_spent()).then_some(shown)
        })
    }

    /// The open question of a script. The script runs once for it.
    fn script_ask(&self) -> Option<&ScriptAsk> {
        let ask = || {
            self.inspect(|machine| {
                let Op::Script(script, args, _) = &machine.def.code[machine.pc() as usize] else {
                    return None;
                };
                match machine.run_script(*script, args) {
                    ScriptAnswer::Ask(ask) => Some(ask),
                    ScriptAnswer::Done(..) | ScriptAnswer::Failed(_) => None,
                }
            })
        };
        self.script_ask.get_or_init(ask).as_ref()
    }

    fn of_menu(&self, menu: MenuId, option: i32) -> OptionMeaning {
        if option & OFFER == 0 {
            return OptionMeaning::Branch(menu, option as usize);
        }
        let (index, piece) = offer_of(option);
        OptionMeaning::Offer(self.def.menu(menu).offers[index], piece)
    }

    fn of_pick(&self, pick: PickId, option: i32) -> OptionMeaning {
        let pick = &self.def.picks[pick.index()];
        match (option, pick.several) {
            (DONE, Some(_)) => OptionMeaning::Done,
            (DONE, None) => OptionMeaning::Nothing,
            (thing, _) => OptionMeaning::Thing(pick.class, thing),
        }
    }
}

fn possible(machine: &mut Inspected<'_>) -> Vec<i32> {
    let mut options = vec![];
    machine.raw_options(&mut options);
    options
}

fn fired(machine: &Inspected<'_>, index: usize) -> FiredOption {
    let fired = machine.fired(index);
    FiredOption {
        proc: fired.proc,
        ability: usize::try_from(fired.ability).ok().map(AbilityId::from),
        piece: usize::try_from(fired.piece).ok().map(PieceId::from),
    }
}

/// Branches and abilities whose condition does not hold.
fn closed_branches(machine: &Inspected<'_>, id: MenuId) -> Vec<LeftOut> {
    let menu = machine.def.menu(id);
    let mut left_out = vec![];
    for (index, branch) in menu.branches.iter().enumerate() {
        let hidden = branch.hidden.is_some_and(|hidden| machine.eval(hidden) != 0);
        if !hidden && branch.when.is_some_and(|when| machine.eval(when) == 0) {
            let said = |note| LeftOutReason::Said(FilledNote { note, gaps: machine.gaps(note) });
            let reason = branch.unless.map_or(LeftOutReason::Condition, said);
            let meaning = OptionMeaning::Branch(id, index);
            left_out.push(LeftOut { option: None, meaning, reason, is_others: false });
        }
    }
    let mut open = vec![];
    machine.offers(menu, false, &mut |index, piece| open.push((index, piece)));
    machine.offers(menu, true, &mut |index, piece| {
        let ability = menu.offers[index];
        if !open.contains(&(index, piece)) && !is_hidden(machine, ability, piece) {
            let world = &machine.state.world;
            let controller = piece.map_or(NIL, |piece| world.controller_of(piece));
            left_out.push(LeftOut {
                option: None,
                meaning: OptionMeaning::Offer(ability, piece),
                reason: LeftOutReason::Used,
                is_others: controller != NIL && controller != machine.me(),
            });
        }
    });
    left_out
}

/// Whether the absence of an ability's option is not mentioned.
fn is_hidden(machine: &Inspected<'_>, ability: AbilityId, piece: Option<PieceId>) -> bool {
    let locals = [machine.me(), piece.map_or(NIL, |piece| i32::from(piece.0))];
    let hidden = machine.def.abilities[ability.index()].hidden;
    hidden.is_some_and(|hidden| machine.evaluation_of(&locals).holds(hidden))
}

/// Things of the set to pick from that a condition rules out. Of pieces that show the same entry
/// one is enough, and none if one of them may be picked.
fn ruled_out(machine: &Inspected<'_>, pick: &PickDef) -> Vec<LeftOut> {
    let whole = whole_set(machine, pick.set);
    if whole == pick.set {
        return vec![];
    }
    let (def, world) = (machine.def, &machine.state.world);
    let look = |item: i32| match (pick.class, usize::try_from(item)) {
        (Class::Piece, Ok(piece)) => i32::from(world.entry_of(def, PieceId::from(piece)).0),
        _ => item,
    };
    let open: Vec<i32> = machine.items(pick.set).iter().map(|item| look(*item)).collect();
    let mut closed: Vec<i32> = machine.items(whole).to_vec();
    closed.retain(|item| !open.contains(&look(*item)));
    closed.dedup_by_key(|item| look(*item));
    closed.truncate(RULED_OUT_MAX);
    let reason = match pick.reason {
        Some(note) => LeftOutReason::Said(FilledNote { note, gaps: machine.gaps(note) }),
        None => LeftOutReason::RuledOut(machine.pc()),
    };
    let left_out = |item: i32| {
        let meaning = OptionMeaning::Thing(pick.class, item);
        LeftOut { option: None, meaning, reason, is_others: false }
    };
    closed.into_iter().map(left_out).collect()
}

/// A set without its conditions.
fn whole_set(machine: &Inspected<'_>, set: SetId) -> SetId {
    match machine.def.sets[set as usize] {
        Set::Where { set, .. } => whole_set(machine, set),
        _ => set,
    }
}
