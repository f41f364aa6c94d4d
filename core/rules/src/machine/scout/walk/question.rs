//! Questions on a scout's path: tries answers in order, but none that cannot make a difference.

use super::super::Verdict;
use super::super::chart::{BLANK, Chart, Node, Picking, Sight, Way};
use crate::def::ask::Class;
use crate::def::code::Op;
use crate::def::expr::ExprId;
use crate::event::Sink;
use crate::id::PlaceId;
use crate::machine::Machine;
use crate::machine::range::is_range;

impl<S: Sink<Ahead = S>> Machine<'_, S> {
    /// Tries things in order, the first one before the others are known.
    #[inline(never)]
    pub(super) fn pick_on_paper(
        &mut self,
        chart: &mut Chart,
        at: u32,
        picking: Picking,
    ) -> Verdict {
        let node = &chart.nodes[at as usize];
        let (first, one_kind) = match picking.place {
            Some(place) => self.first_in(self.glance_at_once(&place), picking.together),
            None => self.first_of(chart, node, picking),
        };
        let Some(first) = first else { return self.blocked(node.from) };
        let bit = 1 << picking.level;
        let scout = &mut self.pool.scout;
        scout.mattered |= node.from;
        scout.together = if one_kind { scout.together | bit } else { scout.together & !bit };
        scout.answers[usize::from(picking.level)] = first;
        let kept = self.keep();
        self.jot(picking.slot, first);
        let next = self.next_place(chart, at, 0);
        match self.walk(chart, next) {
            Verdict::Blocked(why) if why & bit != 0 => {
                self.take_up(kept);
                self.pick_others(chart, at, picking, first, why)
            }
            verdict => verdict,
        }
    }

    /// Tries all things but the first, which was blocked.
    #[inline(never)]
    fn pick_others(
        &mut self,
        chart: &mut Chart,
        at: u32,
        picking: Picking,
        first: i32,
        why: u64,
    ) -> Verdict {
        let node = chart.nodes[at as usize];
        let Op::Pick(pick) = &self.def.code[node.pc as usize] else { return Verdict::Unsure };
        let pick = &self.def.picks[pick.index()];
        let mut options = self.pool.options();
        options.clear();
        match picking.crowd {
            // Identical pieces still have to be filtered out.
            Some(crowd) if pick.class != Class::Piece => {
                chart.crowds[crowd as usize].each(&mut self.everywhere(), &mut |item| {
                    options.extend((item != first).then_some(item));
                    true
                });
            }
            _ => {
                self.stand(&node);
                self.put_all(chart, &node);
                self.candidates(pick, &[first], &mut options);
            }
        }
        // The conflict also depends on the set of things to pick from.
        let so_far = Verdict::Blocked(why | node.from);
        let verdict = self.any_of_them(chart, at, picking.level, so_far, options.iter().copied());
        self.pool.give_back(options);
        verdict
    }

    /// The first item of a set; for pieces in one container, also whether all are of one kind.
    fn first_of(&mut self, chart: &Chart, node: &Node, picking: Picking) -> (Option<i32>, bool) {
        let (mut first, mut one_kind) = (None, picking.together);
        let pieces = &self.def.pieces;
        let mut see = |item: i32| {
            let before = *first.get_or_insert(item);
            one_kind = one_kind && pieces[before as usize].kind == pieces[item as usize].kind;
            one_kind
        };
        match (picking.crowd, &self.def.code[node.pc as usize]) {
            (Some(crowd), _) => {
                chart.crowds[crowd as usize].each(&mut self.everywhere(), &mut see);
            }
            (None, Op::Pick(pick)) => {
                self.stand(node);
                let set = self.def.picks[pick.index()].set;
                self.evaluation().each(set, &mut |_, item| see(item));
            }
            _ => {}
        }
        (first, one_kind)
    }

    /// The same for the pieces of a container.
    #[inline(always)]
    fn first_in(&self, place: i32, together: bool) -> (Option<i32>, bool) {
        if place as u32 as usize >= self.def.places.len() {
            return (None, together);
        }
        let place = PlaceId(place as u16);
        let Some(first) = self.state.world.first_in(place) else { return (None, together) };
        if !together {
            return (Some(i32::from(first.0)), false);
        }
        let kind = self.def.pieces[first.index()].kind;
        let mut next = self.state.world.after(first);
        while let Some(piece) = next {
            if self.def.pieces[piece.index()].kind != kind {
                return (Some(i32::from(first.0)), false);
            }
            next = self.state.world.after(piece);
        }
        (Some(i32::from(first.0)), true)
    }

    pub(super) fn choose_on_paper(&mut self, chart: &mut Chart, at: u32, level: u8) -> Verdict {
        let node = chart.nodes[at as usize];
        let menu = node.next[0] as usize;
        let (mut from, mut unsure) = (0, chart.menus[menu].more);
        if level == 0 {
            self.pool.scout.blocked.clear();
        }
        for nth in 0..chart.menus[menu].ways.len() {
            let way = chart.menus[menu].ways[nth];
            if self.state.world.is_spent() {
                return Verdict::Unsure;
            }
            self.stand(&node);
            if !self.is_there(way.when) {
                from |= way.from;
                continue;
            }
            let kept = self.keep();
            self.pool.scout.decides(way.from);
            match self.follow_branch(chart, at, (menu, nth), level, way) {
                Verdict::Passes => return Verdict::Passes,
                Verdict::Blocked(why) => {
                    from |= why;
                    if level == 0 {
                        self.pool.scout.blocked.push(way.branch as i32);
                    }
                }
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
        chart: &mut Chart,
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
            next = self.draw_on(chart, at, u64::from(way.branch));
            chart.menus[menu].ways[nth].node = next;
        }
        self.walk(chart, next)
    }

    pub(super) fn amount_on_paper(&mut self, chart: &mut Chart, at: u32, level: u8) -> Verdict {
        let node = chart.nodes[at as usize];
        let Op::Amount { from, to, .. } = &self.def.code[node.pc as usize] else {
            return Verdict::Unsure;
        };
        let (from, to) = (self.eval(*from), self.eval(*to));
        if is_range(from, to) {
            return Verdict::Unsure;
        }
        let none = self.blocked(node.from);
        self.pool.scout.mattered |= node.from;
        self.any_of_them(chart, at, level, none, from..=to)
    }

    /// Follows one answer to a question.
    fn follow(&mut self, chart: &mut Chart, at: u32, level: u8, option: i32) -> Verdict {
        self.pool.scout.answers[usize::from(level)] = option;
        let mut way = 0;
        match chart.nodes[at as usize].sight {
            Sight::Pick(Picking { slot, .. }) | Sight::Amount(_, slot) => self.jot(slot, option),
            _ => {
                self.pool.scout.decides(1 << level);
                way = usize::from(option != 0);
            }
        }
        let next = self.next_place(chart, at, way);
        self.walk(chart, next)
    }

    /// Follows the answers to a question until one passes.
    pub(super) fn any_of_them(
        &mut self,
        chart: &mut Chart,
        at: u32,
        level: u8,
        so_far: Verdict,
        options: impl Iterator<Item = i32>,
    ) -> Verdict {
        let bit = 1 << level;
        let Verdict::Blocked(mut from) = so_far else { return so_far };
        let mut unsure = false;
        for option in options {
            if self.state.world.is_spent() {
                return Verdict::Unsure;
            }
            let kept = self.keep();
            match self.follow(chart, at, level, option) {
                Verdict::Passes => {
                    // Other answers did not pass.
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
