//! Payments and moves on a scout's path.

use super::super::Verdict;
use super::super::chart::{Chart, Holds, Moved, Moving, Node, Paying, Price, Purse, Sight, Term};
use super::super::draw::{NONE, Paid, UNSEEN, draw_move, key_of_move};
use super::super::known::Sum;
use crate::def::code::{At, Op};
use crate::def::expr::NIL;
use crate::def::reads::Look;
use crate::def::short::Leaf;
use crate::event::{Event, Sink};
use crate::id::{CounterId, EventId, PieceId, PlaceId};
use crate::machine::Machine;
use crate::machine::pay::Bill;
use crate::world::World;

impl<S: Sink<Ahead = S>> Machine<'_, S> {
    #[inline(never)]
    pub(super) fn move_on_paper(&mut self, chart: &mut Chart, at: u32) -> Result<u32, Verdict> {
        let (def, node) = (self.def, &chart.nodes[at as usize]);
        let Sight::Move(how) = node.sight else { return Err(Verdict::Unsure) };
        let Moving { piece, to, apart, last } = &chart.moves[how as usize];
        let (piece, to) = match (piece, to) {
            (Sum::One(piece), Sum::One(to)) => {
                (self.glance_at_once(piece), self.glance_at_once(to))
            }
            _ => (self.sum(chart, node, piece), self.sum(chart, node, to)),
        };
        if piece as u32 as usize >= def.pieces.len() || to as u32 as usize >= def.places.len() {
            return Err(self.blocked(node.from));
        }
        let (piece, to) = (PieceId(piece as u16), PlaceId(to as u16));
        let source = self.state.world.place_of(piece);
        let (left, entered) = (def.places[source.index()].zone, def.places[to.index()].zone);
        let way = key_of_move(left, entered, def.pieces[piece.index()].kind);
        // The result depends on where the piece comes from and goes to, but not on which of several
        // pieces in one container it is.
        let from = node.from & !apart | self.pool.scout.lies_apart(*apart, piece);
        if let Some(last) = last
            && last.way == way
            && source != to
        {
            if self.state.world.len(to) >= usize::from(last.capacity) {
                return Err(self.blocked(from));
            }
            self.pool.scout.mattered |= from;
            return Ok(last.next);
        }
        self.move_carefully(chart, at, how, (piece, to), (way, from))
    }

    #[inline(never)]
    fn move_carefully(
        &mut self,
        chart: &mut Chart,
        at: u32,
        how: u32,
        (piece, to): (PieceId, PlaceId),
        (way, from): (u64, u64),
    ) -> Result<u32, Verdict> {
        let (def, node) = (self.def, &chart.nodes[at as usize]);
        let Op::Move { at: end, .. } = &def.code[node.pc as usize] else {
            return Err(Verdict::Unsure);
        };
        let source = self.state.world.place_of(piece);
        let zone = &def.zones[def.places[to.index()].zone.index()];
        let left = &def.zones[def.places[source.index()].zone.index()];
        if !left.resets.is_empty() && source != to {
            // Its other changes are left to a trial.
            return Err(Verdict::Unsure);
        }
        let room_from = if zone.unique.is_some() { node.from } else { from };
        let slot = match end {
            At::Slot(_) => {
                self.stand(node);
                self.slot(*end)
            }
            At::Top | At::Bottom => None,
        };
        let Ok(slot) = self.room_for(piece, to, slot) else { return Err(self.blocked(room_from)) };
        self.pool.scout.mattered |= room_from;
        let events = [zone.entered, left.left];
        let waited = |event: &EventId| def.reads.event(*event).is_some();
        let heard = source != to && events.iter().flatten().any(waited);
        let bottom = *end == At::Bottom;
        if heard {
            // Abilities are checked after the move: it may bring one into force, or make its
            // condition hold.
            self.pool.scout.decides(from);
            self.put_down(piece, source, to, (slot, bottom));
            let node = &chart.nodes[at as usize];
            self.moves_unheard(chart, node, events, piece)?;
        }
        let (unseen, next) = self.fork_of_move(chart, at, way);
        if unseen {
            let only_room = zone.unique.is_none()
                && !matches!(end, At::Slot(_))
                && events.into_iter().flatten().all(|event| def.reads.event(event).is_none());
            if only_room {
                let capacity = zone.capacity;
                chart.moves[how as usize].last = Some(Moved { way, capacity, next });
            }
        } else if !heard {
            self.pool.scout.decides(from);
            self.put_down(piece, source, to, (slot, bottom));
        }
        Ok(next)
    }

    /// Moves a piece on the table, to be undone later.
    fn put_down(
        &mut self,
        piece: PieceId,
        source: PlaceId,
        to: PlaceId,
        (slot, bottom): (u8, bool),
    ) {
        self.fold_on_paper(Event::Moved { piece, from: source, to, slot, bottom });
        if let Some(seat) = self.new_controller(piece, source, to) {
            self.fold_on_paper(Event::Controlled { piece, seat });
        }
    }

    /// The successor of a move, and whether no later step reads it.
    #[inline(always)]
    fn fork_of_move(&mut self, chart: &mut Chart, at: u32, way: u64) -> (bool, u32) {
        let forks = &chart.forks[chart.nodes[at as usize].next[0] as usize];
        if let Some((known, next)) = forks.iter().find(|(known, _)| known & !UNSEEN == way) {
            return (known & UNSEEN != 0, *next);
        }
        let way = draw_move(self.def, chart, at, way);
        (way & UNSEEN != 0, self.fork(chart, at, way))
    }

    #[inline(never)]
    fn moves_unheard(
        &mut self,
        chart: &Chart,
        node: &Node,
        events: [Option<EventId>; 2],
        piece: PieceId,
    ) -> Result<(), Verdict> {
        for event in events.into_iter().flatten() {
            if self.def.reads.event(event).is_some()
                && self.move_is_heard(chart, node, event, piece)
            {
                return Err(Verdict::Unsure);
            }
        }
        Ok(())
    }

    fn move_is_heard(
        &mut self,
        chart: &Chart,
        node: &Node,
        event: EventId,
        piece: PieceId,
    ) -> bool {
        self.stand(node);
        self.put_all(chart, node);
        let spot = &chart.spots[node.spot as usize];
        let seen = self.def.reads.event(event).and_then(|look| spot.sees(look));
        let me = spot.sees(&Look::slot(0));
        match (seen, me) {
            (Some(seen), Some(me)) if !spot.left => {
                !self.nobody_waits(event, &[i32::from(piece.0)], node.from | seen | me)
            }
            _ => true,
        }
    }

    /// The current cost; an error if it is unknown how it is paid.
    #[inline(always)]
    fn bill_on_paper(&mut self, node: &Node, paying: Paying) -> Result<Option<Bill>, Verdict> {
        self.stand(node);
        let bill = match (&self.def.code[node.pc as usize], paying.payer) {
            (Op::Pay(cost, ..), Some(payer)) => Bill::to_supply(*cost, self.glance(&payer)),
            _ => match self.bill() {
                Some(bill) => bill,
                None => return Ok(None),
            },
        };
        if bill.payee != NIL || (paying.hidden && self.pieces_pay(bill.cost)) {
            return Err(Verdict::Unsure);
        }
        Ok(Some(bill))
    }

    #[inline(never)]
    pub(super) fn pay_on_paper(
        &mut self,
        chart: &Chart,
        node: &Node,
        paying: Paying,
    ) -> Result<u64, Verdict> {
        if self.lacks(chart, node, paying) {
            return Err(self.blocked(node.from));
        }
        let bill = self.bill_on_paper(node, paying)?;
        // Which cost is paid decides what changes: another thing may have another cost, or none.
        if matches!(self.def.code[node.pc as usize], Op::PayPrinted(..)) {
            self.pool.scout.decides(node.from);
        }
        let Some(bill) = bill else { return Ok(NONE) };
        match self.pay_once(&bill) {
            None => Err(self.blocked(node.from)),
            // A payment may be a choice, and the payer makes no decisions.
            Some(false) if !self.def.is_player(bill.payer) => Err(Verdict::Unsure),
            Some(exactly) => {
                self.pool.scout.mattered |= node.from;
                let paid = if exactly { Paid::Exactly } else { Paid::Somehow };
                Ok(paid.key(bill.cost))
            }
        }
    }

    #[inline(never)]
    pub(super) fn afford_on_paper(
        &mut self,
        chart: &Chart,
        node: &Node,
        paying: Paying,
    ) -> Result<(), Verdict> {
        let (payer, can) = match (paying.price, paying.payer) {
            (Some(_), Some(payer)) => {
                let payer = self.glance_at_once(&payer);
                (payer, !self.lacks(chart, node, paying))
            }
            _ => match self.bill_on_paper(node, paying)? {
                Some(bill) => (bill.payer, self.can_pay(&bill)),
                None => return Ok(()),
            },
        };
        if !can {
            return Err(self.blocked(node.from));
        }
        // A payment may be a choice, and the payer makes no decisions.
        if !self.def.is_player(payer) {
            return Err(Verdict::Unsure);
        }
        self.pool.scout.mattered |= node.from;
        Ok(())
    }

    /// Whether a cost certainly cannot be paid.
    #[inline(always)]
    fn lacks(&mut self, chart: &Chart, node: &Node, paying: Paying) -> bool {
        let (Some(price), Some(payer)) = (paying.price, paying.payer) else { return false };
        let payer = self.glance_at_once(&payer);
        let is_seat = (payer as u32) < u32::from(self.def.seats);
        is_seat && !self.has(chart, node, &chart.prices[price as usize], payer)
    }

    /// Whether a seat has what a price requires.
    #[inline(always)]
    fn has(&mut self, chart: &Chart, node: &Node, price: &Price, payer: i32) -> bool {
        if let Some((cell, enough)) = price.enough
            && self.state.world.cell(cell + payer as u32) >= enough
        {
            return true;
        }
        self.has_together(chart, node, price, payer)
    }

    /// The same if one purse is not enough.
    #[inline(never)]
    fn has_together(&mut self, chart: &Chart, node: &Node, price: &Price, payer: i32) -> bool {
        let mut can = true;
        for term in &price.terms {
            can = can && self.covers(chart, node, term, payer);
            if term.last && can {
                return true;
            }
            can |= term.last;
        }
        false
    }

    /// Whether a seat has an amount in the purses that pay it.
    #[inline(always)]
    fn covers(&mut self, chart: &Chart, node: &Node, term: &Term, payer: i32) -> bool {
        let mut rest = match &term.amount {
            Sum::One(Leaf::Const(amount)) => *amount,
            amount => self.sum(chart, node, amount),
        };
        for purse in &term.purses {
            if rest <= 0 {
                break;
            }
            rest -= match purse.of {
                Holds::Table => self.above(purse.cell, purse.min),
                Holds::Payer => self.above(purse.cell + payer as u32, purse.min),
                Holds::Pieces(_, counter) | Holds::Known(_, counter) if !self.can_hold(counter) => {
                    0
                }
                Holds::Pieces(_, counter) | Holds::Known(_, counter) => {
                    self.held(chart, node, purse, counter, rest)
                }
            };
        }
        rest <= 0
    }

    fn above(&self, cell: u32, min: i32) -> i32 {
        (self.state.world.cell(cell) - min).max(0)
    }

    /// How much pieces hold together, up to what is wanted.
    fn held(
        &mut self,
        chart: &Chart,
        node: &Node,
        purse: &Purse,
        counter: CounterId,
        wanted: i32,
    ) -> i32 {
        self.stand(node);
        let mut held = 0;
        let mut add = |piece: i32| {
            if let Some(cell) = World::cell_of(self.def, counter, piece) {
                held += self.above(cell, purse.min);
            }
            held < wanted
        };
        match purse.of {
            Holds::Known(crowd, _) => {
                chart.crowds[crowd as usize].each(&mut self.everywhere(), &mut add);
            }
            Holds::Pieces(set, _) => {
                self.evaluation().each(set, &mut |_, piece| add(piece));
            }
            Holds::Table | Holds::Payer => {}
        }
        held
    }
}
