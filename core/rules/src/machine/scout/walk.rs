//! Follows a path on the chart, evaluating only what depends on the table.

mod question;
mod thing;

use super::chart::{BLANK, Chart, Node, Sight};
use super::draw::{NONE, draw_way};
use super::known::{Substitute, Sum};
use super::{LOOKS_MAX, Verdict};
use crate::def::code::Op;
use crate::def::expr::{ExprId, NIL, SetId};
use crate::def::short::Leaf;
use crate::eval::{Eval, apply, glance, glance_at_once, list_at};
use crate::event::Sink;
use crate::id::{EventId, ProcId};
use crate::machine::Machine;

/// The cost of a node, whether it was built before or not: the same choice must cost the same,
/// whatever was played before. It is paid at the end of the path, which has at most [`LOOKS_MAX`]
/// nodes.
pub(super) const LOOK_WORK: usize = 4;

/// The state to restore before the next answer.
#[derive(Clone, Copy)]
struct Kept {
    way: u64,
    given: i32,
    journal: usize,
    log: usize,
}

impl<S: Sink<Ahead = S>> Machine<'_, S> {
    /// Follows a path until its result is known.
    pub(super) fn walk(&mut self, chart: &mut Chart, mut at: u32) -> Verdict {
        loop {
            let node = &chart.nodes[at as usize];
            let scout = &mut self.pool.scout;
            scout.looks += 1;
            if let Some(probe) = self.sink.probe() {
                let stands = self.state.world.meter().stands();
                probe.looks(node.pc, node.base, LOOK_WORK as i64, stands);
            }
            if scout.looks > LOOKS_MAX {
                return Verdict::Unsure;
            }
            let mut way = 0;
            match &node.sight {
                Sight::Need(condition) => {
                    if self.sum_at_once(chart, node, condition) == 0 {
                        return self.blocked(node.from);
                    }
                    self.pool.scout.mattered |= node.from;
                }
                Sight::Stocked(of, row) => {
                    if self.glance(&Leaf::SizeOf(*of, *row)) == 0 {
                        return self.blocked(node.from);
                    }
                    self.pool.scout.mattered |= node.from;
                }
                Sight::Room(of, row) => {
                    if self.glance(&Leaf::FreeOf(*of, *row)) == 0 {
                        return self.blocked(node.from);
                    }
                    self.pool.scout.mattered |= node.from;
                }
                Sight::Decides(seat) => {
                    if !self.def.is_player(self.state.control.locals[*seat as usize]) {
                        return Verdict::Unsure;
                    }
                    scout.mattered |= node.from;
                }
                Sight::Test(condition) => {
                    scout.decides(node.from);
                    way = usize::from(self.sum_at_once(chart, node, condition) != 0);
                }
                Sight::Bind(slot, value) => {
                    let value = self.sum_at_once(chart, node, value);
                    self.jot(*slot, value);
                }
                Sight::Give(value) => self.state.control.given = self.sum(chart, node, value),
                Sight::Take(slot) => self.jot(*slot, self.state.control.given),
                Sight::Put(list) => self.put(&chart.puts[*list as usize]),
                Sight::Enter(list) => {
                    for (at, value) in &chart.entries[*list as usize] {
                        let value = self.sum(chart, node, value);
                        self.jot(*at, value);
                    }
                }
                Sight::Afford(paying) => {
                    if let Err(verdict) = self.afford_on_paper(chart, node, *paying) {
                        return verdict;
                    }
                }
                Sight::Choose(level) => {
                    let level = *level;
                    return self.choose_on_paper(chart, at, level);
                }
                Sight::Pick(picking) => return self.pick_on_paper(chart, at, *picking),
                Sight::Arrived => {
                    scout.end = at;
                    return Verdict::Passes;
                }
                Sight::Fog => return Verdict::Unsure,
                Sight::Move(_) => match self.move_on_paper(chart, at) {
                    Ok(next) => {
                        at = next;
                        continue;
                    }
                    Err(verdict) => return verdict,
                },
                _ => match self.look_on(chart, at) {
                    Ok(next) => {
                        at = next;
                        continue;
                    }
                    Err(verdict) => return verdict,
                },
            }
            at = match node.next[way] {
                BLANK => self.draw_next(chart, at, way),
                next => next,
            };
        }
    }

    /// Evaluates the rarer nodes.
    #[inline(never)]
    fn look_on(&mut self, chart: &mut Chart, at: u32) -> Result<u32, Verdict> {
        let node = chart.nodes[at as usize];
        self.stand(&node);
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
            Sight::Remember(slot, value) => {
                let value = self.eval(value);
                self.jot_down(&node, slot, value);
            }
            Sight::Calm if self.waiting() > 0 => return Err(Verdict::Unsure),
            Sight::Calm => {}
            Sight::Fresh(slot) if self.state.control.locals[slot as usize] != NIL => {
                return Err(Verdict::Unsure);
            }
            Sight::Fresh(_) => {}
            Sight::Advance => self.advance_on_paper(&node)?,
            Sight::Emit => self.emit_on_paper(&node)?,
            Sight::Gain(clear) => self.gain_on_paper(&node, clear)?,
            Sight::Pay(paying) => {
                let way = self.pay_on_paper(chart, &node, paying)?;
                return Ok(self.fork(chart, at, way));
            }
            Sight::Perform(start) => {
                let way = self.perform_on_paper(&node, start)?;
                return Ok(self.fork(chart, at, way));
            }
            Sight::Each(set, start) => {
                self.pool.scout.decides(node.from);
                let len = self.list_on_paper(set, start);
                return Ok(self.fork(chart, at, u64::from(len)));
            }
            Sight::Number(number) => {
                let number = self.sum(chart, &node, &number).max(0);
                return Ok(self.fork(chart, at, number as u64));
            }
            Sight::Try => return self.try_on_paper(chart, at),
            Sight::May(level) => {
                return Err(self.any_of_them(chart, at, level, Verdict::Blocked(0), 0..=1));
            }
            Sight::Amount(level, _) => return Err(self.amount_on_paper(chart, at, level)),
            _ => return Err(Verdict::Unsure),
        }
        Ok(self.next_place(chart, at, 0))
    }

    /// Works something out; what is most frequent at once.
    #[inline(always)]
    fn sum_at_once(&mut self, chart: &Chart, node: &Node, sum: &Sum) -> i32 {
        match sum {
            Sum::One(leaf) => self.glance_at_once(leaf),
            Sum::Two(binary, left, right) => {
                let (left, right) = (self.glance_at_once(left), self.glance_at_once(right));
                apply(*binary, left, right)
            }
            sum => self.sum(chart, node, sum),
        }
    }

    /// Evaluates an expression.
    #[inline(never)]
    fn sum(&mut self, chart: &Chart, node: &Node, sum: &Sum) -> i32 {
        match sum {
            Sum::One(leaf) => self.glance_at_once(leaf),
            Sum::Two(binary, left, right) => {
                let (left, right) = (self.glance_at_once(left), self.glance_at_once(right));
                apply(*binary, left, right)
            }
            Sum::Then((binary, left, right), last, by) => {
                let (left, right) = (self.glance_at_once(left), self.glance_at_once(right));
                apply(*last, apply(*binary, left, right), *by)
            }
            Sum::At(list, index) => {
                let (list, index) = (self.glance_at_once(list), self.glance_at_once(index));
                list_at(self.def, list, index)
            }
            Sum::WalkThen(fold, crowd, last, by) => {
                let crowd = &chart.crowds[*crowd as usize];
                apply(*last, crowd.fold(&mut self.everywhere(), *fold), *by)
            }
            Sum::Walk(fold, crowd) => {
                chart.crowds[*crowd as usize].fold(&mut self.everywhere(), *fold)
            }
            Sum::Expr(expr) => {
                self.stand(node);
                self.eval(*expr)
            }
        }
    }

    /// The value of a leaf with absolute bindings.
    #[inline(always)]
    fn glance(&self, leaf: &Leaf) -> i32 {
        glance(self.def, &self.state.world, &self.state.control.locals, leaf)
    }

    #[inline(always)]
    fn glance_at_once(&self, leaf: &Leaf) -> i32 {
        glance_at_once(self.def, &self.state.world, &self.state.control.locals, leaf)
    }

    /// An evaluation with absolute bindings.
    #[inline(always)]
    fn everywhere(&self) -> Eval<'_> {
        self.evaluation_of(&self.state.control.locals)
    }

    /// Moves the running procedure to a node.
    #[inline(always)]
    fn stand(&mut self, node: &Node) {
        if let Some(frame) = self.state.control.frames.last_mut() {
            (frame.pc, frame.base) = (node.pc, node.base);
        }
    }

    #[inline(always)]
    fn next_place(&mut self, chart: &mut Chart, at: u32, way: usize) -> u32 {
        match chart.nodes[at as usize].next[way] {
            BLANK => self.draw_next(chart, at, way),
            next => next,
        }
    }

    #[cold]
    #[inline(never)]
    fn draw_next(&mut self, chart: &mut Chart, at: u32, way: usize) -> u32 {
        let next = self.draw_on(chart, at, way as u64);
        chart.nodes[at as usize].next[way] = next;
        next
    }

    #[inline(always)]
    fn fork(&mut self, chart: &mut Chart, at: u32, way: u64) -> u32 {
        let fork = chart.nodes[at as usize].next[0] as usize;
        if let Some((_, next)) = chart.forks[fork].iter().find(|(known, _)| *known == way) {
            return *next;
        }
        let next = self.draw_on(chart, at, way);
        chart.forks[fork].push((way, next));
        next
    }

    #[cold]
    #[inline(never)]
    fn draw_on(&mut self, chart: &mut Chart, at: u32, way: u64) -> u32 {
        let next = draw_way(self.def, chart, at, way);
        self.make_room_for(chart);
        next
    }

    /// Binds a value, and puts the old one on the trail.
    #[inline(always)]
    fn jot(&mut self, at: u32, value: i32) {
        let place = &mut self.state.control.locals[at as usize];
        let before = std::mem::replace(place, value);
        let scout = &mut self.pool.scout;
        scout.touched |= at < scout.first;
        scout.log.push((at, before));
    }

    /// Binds known values.
    fn put(&mut self, list: &[(u32, Substitute)]) {
        for (at, known) in list {
            let value = match known {
                Substitute::Number(number) => *number,
                Substitute::Same(other) => self.state.control.locals[*other as usize],
            };
            self.jot(*at, value);
        }
    }

    /// Binds all known values of a node.
    fn put_all(&mut self, chart: &Chart, node: &Node) {
        for known in chart.spots[node.spot as usize].known() {
            self.put(&[known]);
        }
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
        self.pool.scout.way = kept.way;
        self.state.control.given = kept.given;
        self.go_back(kept.journal, kept.log);
    }

    /// Undoes the changes and bindings of the path.
    #[inline(always)]
    pub(super) fn go_back(&mut self, journal: usize, log: usize) {
        if self.pool.journal.len() > journal {
            self.state.world.take_back(&mut self.pool.journal, journal);
        }
        let bound = &mut self.pool.scout.log;
        while bound.len() > log {
            if let Some((at, before)) = bound.pop() {
                self.state.control.locals[at as usize] = before;
            }
        }
    }

    fn list_on_paper(&mut self, set: SetId, start: u32) -> u32 {
        let mut items = self.pool.options();
        items.clear();
        self.evaluation().each(set, &mut |_, item| {
            items.push(item);
            true
        });
        let len = items.len() as u32;
        self.bind_up_to(start + 2 + len);
        for (at, item) in (start + 2..).zip(&items) {
            self.jot(at, *item);
        }
        self.pool.give_back(items);
        len
    }

    #[inline(never)]
    fn perform_on_paper(&mut self, node: &Node, start: u32) -> Result<u64, Verdict> {
        let Op::Perform(bearer, attr, of, args) = &self.def.code[node.pc as usize] else {
            return Err(Verdict::Unsure);
        };
        self.pool.scout.decides(node.from);
        let Some((proc, _)) = self.printed(*bearer, *attr, *of) else {
            self.state.control.given = NIL;
            return Ok(NONE);
        };
        self.walk_in(start, proc, args);
        Ok(u64::from(proc.0))
    }

    /// Binds the arguments of a procedure.
    fn walk_in(&mut self, start: u32, proc: ProcId, args: &[ExprId]) {
        let def = &self.def.procs[proc.index()];
        self.bind_up_to(start + u32::from(def.locals).max(args.len() as u32));
        for (at, arg) in (start..).zip(args) {
            let arg = self.eval(*arg);
            self.jot(at, arg);
        }
    }

    /// Runs a block if it can be completed.
    fn try_on_paper(&mut self, chart: &mut Chart, at: u32) -> Result<u32, Verdict> {
        let kept = self.keep();
        let inside = self.next_place(chart, at, 0);
        match self.walk(chart, inside) {
            Verdict::Blocked(from) => {
                self.take_up(kept);
                self.pool.scout.decides(from);
                Ok(self.next_place(chart, at, 1))
            }
            verdict => Err(verdict),
        }
    }

    fn emit_on_paper(&mut self, node: &Node) -> Result<(), Verdict> {
        let Op::Emit(event, args) = &self.def.code[node.pc as usize] else {
            return Err(Verdict::Unsure);
        };
        let args = self.args(args);
        let quiet = self.nobody_waits(*event, args.as_slice(), node.from);
        if quiet { Ok(()) } else { Err(Verdict::Unsure) }
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

    fn advance_on_paper(&mut self, node: &Node) -> Result<(), Verdict> {
        let Op::Advance(track, of, by) = &self.def.code[node.pc as usize] else {
            return Err(Verdict::Unsure);
        };
        self.pool.scout.decides(node.from);
        let (holder, by) = (self.eval(*of), self.eval(*by));
        let def = &self.def.counters[track.index()];
        let before = self.state.world.counter(self.def, *track, holder);
        let after = before.saturating_add(by).clamp(def.min, def.max);
        let mut bonuses = def.track.iter().flat_map(|track| &track.bonuses);
        let reached = bonuses.any(|(at, _)| before < *at && *at <= after);
        if reached { Err(Verdict::Unsure) } else { Ok(()) }
    }

    /// Whether an event triggers no ability.
    #[inline(never)]
    fn nobody_waits(&mut self, event: EventId, args: &[i32], from: u64) -> bool {
        self.pool.scout.decides(from);
        self.firing(event, self.me(), None, args).is_empty()
    }
}
