//! Questions: who is asked, what can be answered, and what an answer does.
//!
//! An option is one number. Its meaning follows from the question: a branch, a thing, an amount, a
//! payment.

use smallvec::SmallVec;

use super::trigger::{Line, rule_for};
use super::{Flow, Machine, Stop};
use crate::def::ask::{MenuDef, PickDef};
use crate::def::code::{Op, Pc};
use crate::def::expr::NIL;
use crate::event::Sink;
use crate::id::{MenuId, PickId, PieceId, ScriptId};
use crate::probe::WorkOwner;
use crate::script::{ANSWERS_MAX, ScriptAnswer};

/// The option that ends a pick of several things, or declines an optional pick.
pub const DONE: i32 = i32::MIN;
/// The bit of menu options added by an ability.
pub const OFFER: i32 = 1 << 24;
/// An additional bit for those added by a rule, which have no piece.
const RULE: i32 = 1 << 25;

/// The menu option an ability adds: the index of the offer, and the piece.
pub fn offered(index: usize, piece: Option<PieceId>) -> i32 {
    OFFER | (index as i32) << 12 | piece.map_or(RULE, |piece| i32::from(piece.0))
}

/// The index of the offer and the piece behind a menu option.
pub fn offer_of(option: i32) -> (usize, Option<PieceId>) {
    let piece = (option & RULE == 0).then_some(PieceId((option & 0xfff) as u16));
    (((option & 0xff_ffff) >> 12) as usize, piece)
}

/// The question that is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Request {
    /// One of several branches.
    Choose(MenuId),
    /// A thing.
    Pick(PickId),
    /// Several things, one by one.
    PickSome(PickId),
    /// A number.
    Amount(crate::id::NoteId),
    /// Yes or no.
    YesNo(crate::id::NoteId),
    /// How to pay.
    Pay,
    /// Which of several abilities first.
    Order,
    /// Which of several optional abilities that share a limit, or none.
    OneOf,
    /// A thing, unseen by others until all have picked.
    Secret(PickId),
    /// The question of a script.
    Script(ScriptId),
}

impl<S: Sink> Machine<'_, S> {
    /// Stops for a question, unless there is nothing to decide.
    #[inline(never)]
    pub fn ask(&mut self, pc: Pc) -> Flow {
        let def = self.def;
        match &def.code[pc as usize] {
            Op::Choose(menu) => {
                // Look-ahead tries all options, including this one.
                let unasked = def.menu(*menu).unasked.filter(|_| !self.looking);
                if let Some(branch) = unasked
                    && self.is_only_option(i32::from(branch))
                {
                    self.pool.decide(i32::from(branch));
                    self.answer(i32::from(branch));
                    return Flow::Stay;
                }
            }
            Op::Pick(pick) => {
                let pick = &def.picks[pick.index()];
                // Only a pick that can be declined or ended can be decided without asking.
                if pick.several.is_none() && !pick.optional {
                    return Flow::Stop(Stop::Ask);
                }
                if let (Some(several), 0) = (pick.several, self.state.control.progress) {
                    let most = self.eval(several.max);
                    self.room(pick.slot, most);
                    self.state.control.progress = 1;
                }
                let mut options = self.pool.options();
                self.raw_options(&mut options);
                let forced = options.as_slice() == [DONE];
                if forced || self.looking {
                    self.pool.give_back(options);
                } else {
                    self.pool.keep_listed(options, false);
                }
                if forced {
                    self.answer(DONE);
                    return Flow::Stay;
                }
            }
            Op::May { end, .. } => {
                if self.looking {
                    return Flow::Stop(Stop::Ask);
                }
                if self.needs_look(pc + 1) && !self.can_say_yes() {
                    self.go(*end);
                    return Flow::Stay;
                }
            }
            Op::Secret(secret) => {
                let secret = &def.secrets[secret.index()];
                let seats = self.items(secret.seats);
                if self.state.control.progress == 0 {
                    self.room(secret.list, seats.len() as i32);
                }
                if usize::from(self.state.control.progress) >= seats.len() {
                    self.state.control.progress = 0;
                    self.go(pc + 1);
                    return Flow::Stay;
                }
            }
            Op::Script(..) if self.state.control.progress >= ANSWERS_MAX => {
                return super::stuck(super::Why::ScriptFailed { pc });
            }
            _ => {}
        }
        Flow::Stop(Stop::Ask)
    }

    /// Whether the current question has no other answer. A seat without decisions is asked in any
    /// case, and cannot continue.
    fn is_only_option(&mut self, option: i32) -> bool {
        if !self.def.is_player(self.me()) {
            return false;
        }
        let mut options = self.pool.options();
        let listed = self.options(&mut options);
        let only = listed.is_ok() && options.as_slice() == [option];
        match listed {
            Ok(()) if !only => self.keep_options(options),
            _ => self.pool.give_back(options),
        }
        only
    }

    /// The current question and the seat it goes to.
    pub fn request(&self) -> (i32, Request) {
        let def = self.def;
        let me = self.me();
        match &def.code[self.pc() as usize] {
            Op::Choose(menu) => (me, Request::Choose(*menu)),
            Op::Pick(pick) if def.picks[pick.index()].several.is_some() => {
                (me, Request::PickSome(*pick))
            }
            Op::Pick(pick) => (me, Request::Pick(*pick)),
            Op::Amount { note, .. } => (me, Request::Amount(*note)),
            Op::May { note, .. } => (me, Request::YesNo(*note)),
            Op::Secret(secret) => {
                let secret = &def.secrets[secret.index()];
                let seats = self.items(secret.seats);
                // Without fuel for the walk there are no seats.
                let at = usize::from(self.state.control.progress);
                let seat = seats.get(at).or(seats.last()).copied().unwrap_or(NIL);
                (seat, Request::Secret(secret.pick))
            }
            Op::Script(script, ..) => (self.script_asked().1, Request::Script(*script)),
            Op::Triggers => {
                let one_of = matches!(self.line(), Line::OneOf(_));
                (self.fired(0).seat, if one_of { Request::OneOf } else { Request::Order })
            }
            _ => (self.payer(), Request::Pay),
        }
    }

    /// All possible answers, before look-ahead.
    pub fn raw_options(&mut self, options: &mut Vec<i32>) {
        options.clear();
        let def = self.def;
        match &def.code[self.pc() as usize] {
            Op::Choose(menu) => self.branches(*menu, options),
            Op::Pick(pick) => self.things(&def.picks[pick.index()], options),
            Op::Amount { from, to, .. } => {
                let (from, to) = (self.eval(*from), self.eval(*to));
                self.amounts(from, to, options);
            }
            // In look-ahead, "no" comes first because it usually ends sooner; people are offered
            // "yes" first.
            Op::May { .. } => options.extend(if self.looking { [0, 1] } else { [1, 0] }),
            Op::Secret(secret) => {
                let (seat, _) = self.request();
                let kept = std::mem::replace(&mut self.locals_of_me()[0], seat);
                let pick = &def.picks[def.secrets[secret.index()].pick.index()];
                self.things(pick, options);
                self.locals_of_me()[0] = kept;
            }
            Op::Script(..) => options.extend(0..self.script_asked().0 as i32),
            Op::Triggers => match self.line() {
                Line::AsTheyCome => {}
                Line::Order(entries) => options.extend(0..entries as i32),
                Line::OneOf(entries) => {
                    self.open_entries(entries, options);
                    options.push(DONE);
                }
            },
            _ => options.extend(0..self.payments().len() as i32),
        }
    }

    /// The current question of the script: the number of options, and the seat.
    fn script_asked(&self) -> (usize, i32) {
        if let Some(asked) = self.pool.script_asked.get() {
            return asked;
        }
        let Op::Script(script, args, _) = &self.def.code[self.pc() as usize] else {
            return (0, NIL);
        };
        let asked = match self.run_script(*script, args) {
            ScriptAnswer::Ask(ask) => (ask.options.len(), ask.seat),
            _ => (0, self.me()),
        };
        self.pool.script_asked.set(Some(asked));
        asked
    }

    fn locals_of_me(&mut self) -> &mut [i32] {
        let base = self.base();
        &mut self.state.control.locals[base..]
    }

    fn branches(&self, id: MenuId, options: &mut Vec<i32>) {
        let menu = self.def.menu(id);
        self.state.world.spend(menu.branches.len());
        for (index, branch) in menu.branches.iter().enumerate() {
            let there = branch.when.is_none_or(|when| {
                self.enters(WorkOwner::Option(id, index as u16));
                let holds = self.eval(when) != 0;
                self.leaves();
                holds
            });
            if there {
                options.push(index as i32);
            }
        }
        if self.looking {
            // Branches that return to the menu are tried last: they may not lead anywhere.
            options.sort_by_key(|index| menu.branches[*index as usize].again);
        }
        if !menu.offers.is_empty() {
            self.offers(menu, false, &mut |index, piece| {
                options.push(offered(index, piece));
            });
        }
    }

    fn things(&self, pick: &PickDef, options: &mut Vec<i32>) {
        let Some(several) = pick.several else {
            self.candidates(pick, &[], options);
            if pick.optional {
                options.push(DONE);
            }
            return;
        };
        let picked = self.picked(pick.slot);
        let (least, most) = (self.eval(several.min), self.eval(several.max));
        if (picked.len() as i32) < most {
            self.candidates(pick, picked, options);
        }
        if picked.len() as i32 >= least {
            options.push(DONE);
        }
    }

    pub(super) fn candidates(&self, pick: &PickDef, picked: &[i32], options: &mut Vec<i32>) {
        let is_piece = pick.class == crate::def::ask::Class::Piece;
        let start = options.len();
        // What is easily compared of each option so far; nothing looks like those without twins.
        let mut looks: SmallVec<[u64; 32]> = SmallVec::new();
        self.evaluation().each(pick.set, &mut |_, item| {
            let twins = is_piece && !self.is_thorough() && self.may_have_twins(item);
            let others = if twins { options.len() - start } else { 0 };
            if !self.state.world.spend(others + picked.len() / 8) {
                return false;
            }
            if picked.contains(&item) {
                return true;
            }
            if twins {
                let look = self.state.world.look_of(self.def, PieceId(item as u16));
                let mut before = looks.iter().zip(&options[start..]);
                if before.any(|(its, other)| *its == look && self.alike(*other, item)) {
                    return true;
                }
                looks.push(look);
            } else if is_piece {
                looks.push(u64::MAX);
            }
            options.push(item);
            true
        });
    }

    fn may_have_twins(&self, piece: i32) -> bool {
        let kind = self.def.pieces[piece as usize].kind;
        self.def.reads.has_twins(kind)
    }

    /// Whether two pieces are indistinguishable: then only one of them is offered.
    pub(super) fn alike(&self, one: i32, other: i32) -> bool {
        let (def, world) = (self.def, &self.state.world);
        let (one, other) = (PieceId(one as u16), PieceId(other as u16));
        let kind = def.pieces[one.index()].kind;
        world.look_of(def, one) == world.look_of(def, other)
            && def.pieces[other.index()].kind == kind
            && def.kinds[kind.index()].counters.iter().all(|counter| {
                world.counter(def, *counter, i32::from(one.0))
                    == world.counter(def, *counter, i32::from(other.0))
            })
            && (!def.reads.holds(kind) || (!self.holds_things(one) && !self.holds_things(other)))
    }

    fn holds_things(&self, piece: PieceId) -> bool {
        let kind = crate::def::part::Scope::Piece(self.def.pieces[piece.index()].kind);
        self.def.zones.iter().any(|zone| {
            let offset = u32::from(piece.0).wrapping_sub(zone.first_holder);
            zone.scope == kind
                && offset < u32::from(zone.places)
                && !self.state.world.is_empty(crate::id::PlaceId(zone.first.0 + offset as u16))
        })
    }

    fn picked(&self, list: u16) -> &[i32] {
        let offset = self.local(list);
        if offset == NIL {
            return &[];
        }
        let at = self.base() + offset as usize;
        let locals = &self.state.control.locals;
        &locals[at + 2..at + 2 + locals[at + 1] as usize]
    }

    /// Carries out an option. The caller resumes the run.
    pub fn answer(&mut self, option: i32) {
        let def = self.def;
        self.pool.script_asked.set(None);
        self.pool.drop_listed();
        let pc = self.pc();
        match &def.code[pc as usize] {
            Op::Choose(menu) => self.take_branch(def.menu(*menu), option),
            Op::Pick(pick) => self.take_thing(pc, &def.picks[pick.index()], option),
            Op::Amount { slot, .. } => {
                self.bind(*slot, option);
                self.go(pc + 1);
            }
            Op::May { end, .. } => self.go(if option == 0 { *end } else { pc + 1 }),
            Op::Secret(secret) => {
                let picked = if option == DONE { NIL } else { option };
                self.remember(def.secrets[secret.index()].list, picked);
                self.state.control.progress += 1;
            }
            Op::Script(..) => {
                self.state.control.locals.push(option);
                self.state.control.progress += 1;
            }
            Op::Triggers => match self.line() {
                Line::OneOf(_) => self.take_one_of(option),
                _ => self.run_fired(option.max(0) as usize),
            },
            _ => self.take_payment(pc, option.max(0) as usize),
        }
    }

    fn take_branch(&mut self, menu: &MenuDef, option: i32) {
        if option & OFFER == 0 {
            self.go(menu.branches[option as usize].body);
            return;
        }
        let (index, piece) = offer_of(option);
        let ability = &self.def.abilities[menu.offers[index].index()];
        let me = self.me();
        let given = piece.map_or(NIL, |piece| i32::from(piece.0));
        let piece = if piece.is_some() { given } else { rule_for(me) };
        if !ability.again {
            self.go(menu.end);
        }
        if let Some(proc) = ability.steps {
            self.state.control.enter(self.def, proc, me, piece, &[given]);
        }
    }

    fn take_thing(&mut self, pc: Pc, pick: &PickDef, option: i32) {
        match (pick.several, option) {
            (None, _) => {
                self.bind(pick.slot, if option == DONE { NIL } else { option });
                self.go(pc + 1);
            }
            (Some(_), DONE) => {
                self.state.control.progress = 0;
                self.go(pc + 1);
            }
            (Some(_), _) => self.remember(pick.slot, option),
        }
    }
}
