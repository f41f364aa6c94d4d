//! Following a way on the chart: looking at what the table decides, and nothing else.

use super::chart::{BLANK, Node, Sight, Way};
use super::draw::{NONE, Paid, UNSEEN, draw_move, draw_way, key_of_move};
use super::{LOOKS_MAX, Verdict};
use crate::def::code::{At, Op};
use crate::def::expr::{ExprId, NIL, SetId};
use crate::def::reads::Look;
use crate::event::{Event, Sink};
use crate::id::{EventId, PieceId, ProcId};
use crate::machine::Machine;

/// What was so before an answer.
#[derive(Clone, Copy)]
struct Kept {
    way: u64,
    given: i32,
    journal: usize,
    log: usize,
}

impl<S: Sink> Machine<'_, S> {
    /// Follows a way until it is clear where it leads.
    pub(super) fn walk(&mut self, mut at: u32) -> Verdict {
        loop {
            let node = self.pool.scout.chart.nodes[at as usize];
            self.stand(&node);
            let scout = &mut self.pool.scout;
            scout.looks += 1;
            if scout.looks > LOOKS_MAX {
                return Verdict::Unsure;
            }
            let mut way = 0;
            match node.sight {
                Sight::Test(condition) => {
                    scout.decides(node.from);
                    way = usize::from(self.eval(condition) != 0);
                }
                Sight::Need(condition) => {
                    if self.eval(condition) == 0 {
                        return self.blocked(node.from);
                    }
                    self.pool.scout.mattered |= node.from;
                }
                Sight::Bind(slot, value) => {
                    let value = self.eval(value);
                    self.jot(slot, value);
                }
                Sight::Enter(start, proc) => self.walk_in(&node, start, proc),
                Sight::Give(value) => {
                    self.state.control.given = value.map_or(NIL, |value| self.eval(value));
                }
                Sight::Take(slot) => self.jot(slot, self.state.control.given),
                Sight::Emit => {
                    let Op::Emit(event, args) = &self.def.code[node.pc as usize] else {
                        return Verdict::Unsure;
                    };
                    let args = self.args(args);
                    if !self.nobody_waits(*event, args.as_slice(), node.from) {
                        return Verdict::Unsure;
                    }
                }
                Sight::Pick(level, _, together) => return self.pick_on_paper(at, level, together),
                Sight::Afford(hidden) => {
                    if let Err(verdict) = self.afford_on_paper(&node, hidden) {
                        return verdict;
                    }
                }
                Sight::Move(apart) => match self.move_on_paper(at, &node, apart) {
                    Ok(next) => {
                        at = next;
                        continue;
                    }
                    Err(verdict) => return verdict,
                },
                Sight::Pay(_) | Sight::Perform(_) => {
                    let way = match node.sight {
                        Sight::Pay(hidden) => self.pay_on_paper(&node, hidden),
                        _ => self.perform_on_paper(&node),
                    };
                    match way {
                        Ok(way) => at = self.fork(at, way),
                        Err(verdict) => return verdict,
                    }
                    continue;
                }
                Sight::Arrived => {
                    scout.end = at;
                    return Verdict::Passes;
                }
                Sight::Fog => return Verdict::Unsure,
                _ => match self.look_on(at, &node) {
                    Ok(next) => {
                        at = next;
                        continue;
                    }
                    Err(verdict) => return verdict,
                },
            }
            at = self.next_place(at, way);
        }
    }

    /// What is rarer.
    #[inline(never)]
    fn look_on(&mut self, at: u32, node: &Node) -> Result<u32, Verdict> {
        match node.sight {
            Sight::Find(slot) => {
                if let Op::Find { set, it, keys, .. } = &self.def.code[node.pc as usize] {
                    let found = self.find(*set, *it, keys);
                    self.jot(slot, found);
                }
            }
            Sight::Copy(slot, of) => {
                let item = self.state.control.locals[of as usize];
                self.jot(slot, item);
            }
            Sight::Room(slot, start, room) => {
                self.jot(slot, (start - node.base) as i32);
                self.jot(start, room);
                self.jot(start + 1, 0);
            }
            Sight::Remember(slot, value) => {
                let value = self.eval(value);
                self.jot_down(node, slot, value);
            }
            Sight::Calm if self.waiting() > 0 => return Err(Verdict::Unsure),
            Sight::Calm => {}
            Sight::Gain(clear) => self.gain_on_paper(node, clear)?,
            Sight::Each(set, start) => {
                self.pool.scout.decides(node.from);
                let len = self.list_on_paper(set, start);
                return Ok(self.fork(at, u64::from(len)));
            }
            Sight::Number(number) => {
                let number = self.eval(number).max(0);
                return Ok(self.fork(at, number as u64));
            }
            Sight::Try => return self.try_on_paper(at),
            Sight::Choose(level) => return Err(self.choose_on_paper(at, level)),
            Sight::May(level) => {
                return Err(self.any_of_them(at, level, Verdict::Blocked(0), 0..=1));
            }
            Sight::Amount(level, _) => {
                let Op::Amount { from, to, .. } = &self.def.code[node.pc as usize] else {
                    return Err(Verdict::Unsure);
                };
                let (from, to) = (self.eval(*from), self.eval(*to));
                let none = self.blocked(node.from);
                self.pool.scout.mattered |= node.from;
                return Err(self.any_of_them(at, level, none, from..=to));
            }
            _ => return Err(Verdict::Unsure),
        }
        Ok(self.next_place(at, 0))
    }

    /// Puts the running procedure where a place of the way is.
    #[inline(always)]
    fn stand(&mut self, node: &Node) {
        if let Some(frame) = self.state.control.frames.last_mut() {
            (frame.pc, frame.base) = (node.pc, node.base);
        }
    }

    #[inline(always)]
    fn next_place(&mut self, at: u32, way: usize) -> u32 {
        let next = self.pool.scout.chart.nodes[at as usize].next[way];
        if next != BLANK { next } else { self.draw_next(at, way) }
    }

    #[inline(never)]
    fn draw_next(&mut self, at: u32, way: usize) -> u32 {
        let chart = &mut self.pool.scout.chart;
        let next = draw_way(self.def, chart, at, way as u64);
        chart.nodes[at as usize].next[way] = next;
        next
    }

    fn fork(&mut self, at: u32, way: u64) -> u32 {
        let chart = &mut self.pool.scout.chart;
        let fork = chart.nodes[at as usize].next[0] as usize;
        if let Some((_, next)) = chart.forks[fork].iter().find(|(known, _)| *known == way) {
            return *next;
        }
        let next = draw_way(self.def, chart, at, way);
        chart.forks[fork].push((way, next));
        next
    }

    /// Binds something, and notes what was there.
    #[inline(always)]
    fn jot(&mut self, at: u32, value: i32) {
        let locals = &mut self.state.control.locals;
        if at as usize >= locals.len() {
            locals.resize(at as usize + 1, NIL);
        }
        let before = std::mem::replace(&mut locals[at as usize], value);
        self.pool.scout.log.push((at, before));
    }

    fn jot_down(&mut self, node: &Node, slot: u32, value: i32) {
        let locals = &self.state.control.locals;
        let offset = locals[slot as usize];
        if offset == NIL {
            return;
        }
        let start = node.base + offset as u32;
        let (room, len) = (locals[start as usize], locals[start as usize + 1]);
        if len < room {
            self.jot(start + 2 + len as u32, value);
            self.jot(start + 1, len + 1);
        }
    }

    /// Binds what a procedure is called with.
    #[inline(always)]
    fn walk_in(&mut self, node: &Node, start: u32, proc: ProcId) {
        let (Op::Call(_, args) | Op::Perform(_, _, _, args)) = &self.def.code[node.pc as usize]
        else {
            return;
        };
        let def = &self.def.procs[proc.index()];
        let end = start as usize + usize::from(def.locals).max(args.len());
        if self.state.control.locals.len() < end {
            self.state.control.locals.resize(end, NIL);
        }
        for (at, arg) in (start..).zip(args) {
            let arg = self.eval(*arg);
            self.jot(at, arg);
        }
        // Nothing else is read before it is bound.
        for list in self.def.safety.lists(def.start) {
            self.jot(start + u32::from(*list), NIL);
        }
    }

    fn blocked(&self, from: u64) -> Verdict {
        Verdict::Blocked(from | self.pool.scout.way)
    }

    fn keep(&self) -> Kept {
        let scout = &self.pool.scout;
        let given = self.state.control.given;
        let (journal, log) = (self.pool.journal.len(), scout.log.len());
        Kept { way: scout.way, given, journal, log }
    }

    fn take_up(&mut self, kept: Kept) {
        let scout = &mut self.pool.scout;
        scout.way = kept.way;
        self.state.world.take_back(&mut self.pool.journal, kept.journal);
        self.state.control.given = kept.given;
        for (at, before) in scout.log.drain(kept.log..).rev() {
            self.state.control.locals[at as usize] = before;
        }
    }

    fn list_on_paper(&mut self, set: SetId, start: u32) -> u32 {
        let mut items = self.pool.options();
        items.clear();
        self.evaluation().each(set, &mut |_, item| {
            items.push(item);
            true
        });
        for (at, item) in (start + 2..).zip(&items) {
            self.jot(at, *item);
        }
        let len = items.len() as u32;
        self.pool.give_back(items);
        len
    }

    #[inline(never)]
    fn perform_on_paper(&mut self, node: &Node) -> Result<u64, Verdict> {
        let (Op::Perform(bearer, attr, of, _), Sight::Perform(start)) =
            (&self.def.code[node.pc as usize], node.sight)
        else {
            return Err(Verdict::Unsure);
        };
        self.pool.scout.decides(node.from);
        let Some((proc, _)) = self.printed(*bearer, *attr, *of) else {
            self.state.control.given = NIL;
            return Ok(NONE);
        };
        self.walk_in(node, start, proc);
        Ok(u64::from(proc.0))
    }

    /// A block that is done if it can be.
    fn try_on_paper(&mut self, at: u32) -> Result<u32, Verdict> {
        let kept = self.keep();
        let inside = self.next_place(at, 0);
        match self.walk(inside) {
            Verdict::Blocked(from) => {
                self.take_up(kept);
                self.pool.scout.decides(from);
                Ok(self.next_place(at, 1))
            }
            verdict => Err(verdict),
        }
    }

    fn gain_on_paper(&mut self, node: &Node, clear: bool) -> Result<(), Verdict> {
        let Op::Gain(counter, of, by) = &self.def.code[node.pc as usize] else {
            return Err(Verdict::Unsure);
        };
        let def = &self.def.counters[counter.index()];
        let (holder, by) = (self.eval(*of), self.eval(*by));
        let now = self.state.world.counter(self.def, *counter, holder);
        let gained = now.saturating_add(by).clamp(def.min, def.max) - now;
        let quiet = match def.gained {
            Some(event) if gained > 0 => {
                clear && self.nobody_waits(event, &[holder, gained], node.from)
            }
            _ => {
                self.pool.scout.decides(node.from);
                true
            }
        };
        if quiet { Ok(()) } else { Err(Verdict::Unsure) }
    }

    /// Whether no ability waits for an event.
    #[inline(never)]
    fn nobody_waits(&mut self, event: EventId, args: &[i32], from: u64) -> bool {
        self.pool.scout.decides(from);
        self.firing(event, self.me(), None, args).is_empty()
    }

    #[inline(never)]
    fn move_on_paper(&mut self, at: u32, node: &Node, apart: u64) -> Result<u32, Verdict> {
        let def = self.def;
        let Op::Move { piece, to, at: end } = &def.code[node.pc as usize] else {
            return Err(Verdict::Unsure);
        };
        let (Some(piece), Some(to)) = (self.piece_of(*piece), self.place(*to)) else {
            return Err(self.blocked(node.from));
        };
        let source = self.state.world.place_of(piece);
        let (left, entered) = (def.places[source.index()].zone, def.places[to.index()].zone);
        let zone = &def.zones[entered.index()];
        // Where it comes from and goes to decides what is seen later on, but not which of those
        // that lie together it is.
        let lies_apart = self.pool.scout.lies_apart(apart, piece);
        let from = node.from & !apart | lies_apart;
        let room_from = if zone.unique.is_some() { node.from } else { from };
        let slot = self.slot(*end);
        let Ok(slot) = self.room_for(piece, to, slot) else { return Err(self.blocked(room_from)) };
        self.pool.scout.mattered |= room_from;
        for event in [zone.entered, def.zones[left.index()].left].into_iter().flatten() {
            if source != to && def.reads.event(event).is_some() {
                self.moves_unheard(node, event, piece)?;
            }
        }
        let way = key_of_move(left, entered, def.pieces[piece.index()].kind);
        let (unseen, next) = self.fork_of_move(at, node, way);
        if !unseen {
            self.pool.scout.decides(from);
            let bottom = *end == At::Bottom;
            self.fold_on_paper(Event::Moved { piece, from: source, to, slot, bottom });
            if let Some(seat) = self.new_controller(piece, source, to) {
                self.fold_on_paper(Event::Controlled { piece, seat });
            }
        }
        Ok(next)
    }

    /// Where it goes on after a move, and whether no later step looks at it.
    #[inline(always)]
    fn fork_of_move(&mut self, at: u32, node: &Node, way: u64) -> (bool, u32) {
        let forks = &self.pool.scout.chart.forks[node.next[0] as usize];
        if let Some((known, next)) = forks.iter().find(|(known, _)| known & !UNSEEN == way) {
            return (known & UNSEEN != 0, *next);
        }
        let way = draw_move(self.def, &self.pool.scout.chart, at, way);
        (way & UNSEEN != 0, self.fork(at, way))
    }

    #[inline(never)]
    fn moves_unheard(
        &mut self,
        node: &Node,
        event: EventId,
        piece: PieceId,
    ) -> Result<(), Verdict> {
        let spot = &self.pool.scout.chart.spots[node.spot as usize];
        let seen = self.def.reads.event(event).and_then(|look| spot.sees(look));
        let me = spot.sees(&Look::slot(0));
        let heard = match (seen, me) {
            (Some(seen), Some(me)) if !spot.left => {
                !self.nobody_waits(event, &[i32::from(piece.0)], node.from | seen | me)
            }
            _ => true,
        };
        if heard { Err(Verdict::Unsure) } else { Ok(()) }
    }

    #[inline(never)]
    fn pay_on_paper(&mut self, node: &Node, hidden: bool) -> Result<u64, Verdict> {
        let Some(bill) = self.bill() else { return Ok(NONE) };
        if bill.payee != NIL || (hidden && self.pieces_pay(bill.cost)) {
            return Err(Verdict::Unsure);
        }
        match self.pay_once(&bill) {
            None => Err(self.blocked(node.from)),
            Some(exactly) => {
                self.pool.scout.mattered |= node.from;
                let paid = if exactly { Paid::Exactly } else { Paid::Somehow };
                Ok(paid.key(bill.cost))
            }
        }
    }

    #[inline(never)]
    fn afford_on_paper(&mut self, node: &Node, hidden: bool) -> Result<(), Verdict> {
        let Some(bill) = self.bill() else { return Err(Verdict::Unsure) };
        if bill.payee != NIL || (hidden && self.pieces_pay(bill.cost)) {
            return Err(Verdict::Unsure);
        }
        if !self.can_pay(&bill) {
            return Err(self.blocked(node.from));
        }
        self.pool.scout.mattered |= node.from;
        Ok(())
    }

    /// One thing after the other, the first one before the others are known.
    #[inline(never)]
    fn pick_on_paper(&mut self, at: u32, level: u8, together: bool) -> Verdict {
        let node = self.pool.scout.chart.nodes[at as usize];
        let Op::Pick(pick) = &self.def.code[node.pc as usize] else { return Verdict::Unsure };
        let pick = &self.def.picks[pick.index()];
        let (first, one_kind) = self.first_of(pick.set, together);
        let Some(first) = first else { return self.blocked(node.from) };
        let bit = 1 << level;
        let scout = &mut self.pool.scout;
        scout.mattered |= node.from;
        scout.together = if one_kind { scout.together | bit } else { scout.together & !bit };
        let kept = self.keep();
        let verdict = match self.follow(at, level, first) {
            // What there is to pick from decides it, too.
            Verdict::Blocked(why) if why & bit != 0 => Verdict::Blocked(why | node.from),
            verdict => return verdict,
        };
        self.take_up(kept);
        self.stand(&node);
        let mut options = self.pool.options();
        options.clear();
        self.candidates(pick, &[first], &mut options);
        let verdict = self.any_of_them(at, level, verdict, options.iter().copied());
        self.pool.give_back(options);
        verdict
    }

    /// The first of a set; of pieces that lie together, also whether all are of one kind.
    fn first_of(&self, set: SetId, together: bool) -> (Option<i32>, bool) {
        let (mut first, mut one_kind) = (None, together);
        let kind = |piece: i32| self.def.pieces[piece as usize].kind;
        self.evaluation().each(set, &mut |_, item| {
            let before = *first.get_or_insert(item);
            one_kind = one_kind && kind(before) == kind(item);
            one_kind
        });
        (first, one_kind)
    }

    fn choose_on_paper(&mut self, at: u32, level: u8) -> Verdict {
        let node = self.pool.scout.chart.nodes[at as usize];
        let menu = node.next[0] as usize;
        let (mut from, mut unsure) = (0, self.pool.scout.chart.menus[menu].more);
        for nth in 0..self.pool.scout.chart.menus[menu].ways.len() {
            let way = self.pool.scout.chart.menus[menu].ways[nth];
            self.stand(&node);
            if !self.is_there(way.when) {
                from |= way.from;
                continue;
            }
            let kept = self.keep();
            self.pool.scout.decides(way.from);
            match self.follow_branch(at, (menu, nth), level, way) {
                Verdict::Passes => return Verdict::Passes,
                Verdict::Blocked(why) => from |= why,
                Verdict::Unsure => unsure = true,
            }
            self.take_up(kept);
        }
        if unsure { Verdict::Unsure } else { self.blocked(from & !(1 << level)) }
    }

    fn is_there(&self, when: Option<ExprId>) -> bool {
        when.is_none_or(|when| self.eval(when) != 0)
    }

    fn follow_branch(
        &mut self,
        at: u32,
        (menu, nth): (usize, usize),
        level: u8,
        way: Way,
    ) -> Verdict {
        let scout = &mut self.pool.scout;
        scout.answers[usize::from(level)] = way.branch as i32;
        scout.decides(1 << level);
        let mut next = way.node;
        if next == BLANK {
            next = draw_way(self.def, &mut scout.chart, at, u64::from(way.branch));
            scout.chart.menus[menu].ways[nth].node = next;
        }
        self.walk(next)
    }

    /// Follows one answer to a question.
    fn follow(&mut self, at: u32, level: u8, option: i32) -> Verdict {
        let node = self.pool.scout.chart.nodes[at as usize];
        self.pool.scout.answers[usize::from(level)] = option;
        let mut way = 0;
        match node.sight {
            Sight::Pick(_, slot, _) | Sight::Amount(_, slot) => self.jot(slot, option),
            _ => {
                self.pool.scout.decides(1 << level);
                way = usize::from(option != 0);
            }
        }
        let next = self.next_place(at, way);
        self.walk(next)
    }

    /// Follows the answers to a question until one passes.
    fn any_of_them(
        &mut self,
        at: u32,
        level: u8,
        so_far: Verdict,
        options: impl Iterator<Item = i32>,
    ) -> Verdict {
        let bit = 1 << level;
        let Verdict::Blocked(mut from) = so_far else { return so_far };
        let mut unsure = false;
        for option in options {
            let kept = self.keep();
            match self.follow(at, level, option) {
                Verdict::Passes => {
                    // Others did not.
                    self.pool.scout.mattered |= from | bit;
                    return Verdict::Passes;
                }
                Verdict::Blocked(why) if why & bit == 0 && !unsure => return Verdict::Blocked(why),
                Verdict::Blocked(why) => from |= why,
                Verdict::Unsure => unsure = true,
            }
            self.take_up(kept);
        }
        if unsure { Verdict::Unsure } else { Verdict::Blocked(from & !bit) }
    }
}
