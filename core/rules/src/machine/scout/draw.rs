//! Builds chart nodes: what must be evaluated next on a path, and what is known there.

mod act;
mod cost;
mod granted;

pub(super) use act::{UNSEEN, draw_move, key_of_move};
pub(super) use cost::Paid;
pub(super) use granted::Fact;

use super::chart::{
    BLANK, Chart, FOG, LEVELS_MAX, List, Menu, Moving, Paying, Picking, Price, Sight, Spot,
    UNKNOWN, Way,
};
use super::crowd::Crowd;
use super::known::{Substitute, Sum};
use crate::def::Def;
use crate::def::code::{At, Bearer, Op, Pc};
use crate::def::expr::{ExprId, NIL, Set, SetId};
use crate::def::reads::{FACES, Look, Parts};
use crate::def::short::Leaf;
use crate::id::{CostId, ProcId};
use crate::machine::FRAMES_MAX;
use crate::state::Frame;

/// The largest number of instructions between two nodes.
const PACES_MAX: u32 = 500;
/// The largest number of bindings on a path.
const BINDINGS_MAX: u32 = 1024;
/// The largest list a scout can make.
const ROOM_MAX: i32 = 1024;
/// The successor if no steps are printed there, or nothing is to be paid.
pub(super) const NONE: u64 = u64::MAX;

/// The result of one instruction.
enum Drawn {
    /// Nothing to evaluate: continue.
    On,
    /// A node, with the questions it depends on.
    Place(Sight, u64),
    /// Known values must be bound first.
    Put(Vec<(u32, Substitute)>),
    /// A procedure call with values that are not known yet.
    Enter(Vec<(u32, Sum)>),
    /// A cost, with what must be available if nothing else matters, and the questions it depends
    /// on.
    Pay(Paying, Option<Price>, u64),
    /// A move of a piece, with the questions it depends on.
    Move(Moving, u64),
}

/// Builds the next node of a path.
pub(super) fn draw(def: &Def, chart: &mut Chart, mut spot: Spot) -> u32 {
    for _ in 0..PACES_MAX {
        let Some(pc) = spot.pc() else { return FOG };
        let base = spot.base();
        if !def.safety.fails(pc) && def.safety.rest_is_safe(&spot.frames) {
            return chart.add(arrived(&spot), (pc, base), 0, spot);
        }
        let too_far = spot.levels.len() >= LEVELS_MAX || spot.len >= BINDINGS_MAX;
        if spot.frames.len() >= FRAMES_MAX || too_far {
            return FOG;
        }
        match pace(def, &mut chart.crowds, &mut spot, pc) {
            Some(Drawn::On) => {}
            Some(Drawn::Place(Sight::Choose(level), _)) => {
                let menu = menu(def, &spot, pc);
                let node = chart.add(Sight::Choose(level), (pc, base), 0, spot);
                if node != FOG {
                    let at = chart.nodes[node as usize].next[0];
                    chart.menus[at as usize] = menu;
                }
                return node;
            }
            Some(Drawn::Place(sight, from)) => return chart.add(sight, (pc, base), from, spot),
            Some(Drawn::Put(bound)) => {
                chart.puts.push(bound);
                let sight = Sight::Put(chart.puts.len() as u32 - 1);
                return chart.add(sight, (pc, base), 0, spot);
            }
            Some(Drawn::Enter(bound)) => {
                chart.entries.push(bound);
                let sight = Sight::Enter(chart.entries.len() as u32 - 1);
                return chart.add(sight, (pc, base), 0, spot);
            }
            Some(Drawn::Pay(paying, price, from)) => {
                let price = price.map(|price| {
                    chart.prices.push(price);
                    chart.prices.len() as u32 - 1
                });
                let unseen = cost::is_unseen_cost(def, &spot, pc);
                let paying = Paying { price, ..paying };
                let sight = if unseen { Sight::Afford(paying) } else { Sight::Pay(paying) };
                return chart.add(sight, (pc, base), from, spot);
            }
            Some(Drawn::Move(moving, from)) => {
                chart.moves.push(moving);
                let sight = Sight::Move(chart.moves.len() as u32 - 1);
                return chart.add(sight, (pc, base), from, spot);
            }
            None => return FOG,
        }
    }
    FOG
}

/// Builds one successor of a node.
pub(super) fn draw_way(def: &Def, chart: &mut Chart, node: u32, way: u64) -> u32 {
    let node = chart.nodes[node as usize];
    let mut spot = chart.spots[node.spot as usize].clone();
    let pc = node.pc;
    match (node.sight, &def.code[pc as usize]) {
        (Sight::Test(_), Op::Unless(_, to)) => spot.go(if way == 0 { *to } else { pc + 1 }),
        // If the rules are wrong, nothing is withheld.
        (Sight::Test(_), Op::Expect(..)) if way == 0 => {
            let at = (pc, spot.base());
            return chart.add(arrived(&spot), at, 0, spot);
        }
        (Sight::Test(sum), Op::Expect(condition, _)) => {
            spot.learn(def, *condition, &sum);
            spot.go(pc + 1);
        }
        (Sight::Try, Op::Try(end)) => spot.go(if way == 0 { pc + 1 } else { *end }),
        (Sight::May(_), Op::May { end, .. }) => spot.go(if way == 0 { *end } else { pc + 1 }),
        (Sight::Choose(_), Op::Choose(menu)) => {
            spot.go(def.menu(*menu).branches[way as usize].body);
        }
        (Sight::Each(..), Op::Each { list, next, .. }) => {
            let (slot, at, len) = (spot.slot(*list), spot.len, way as u32);
            spot.bind(slot, 0);
            spot.lists.retain(|list| list.slot != slot);
            spot.lists.push(List { slot, at, done: 0, len });
            spot.len += 2 + len;
            spot.go(*next);
        }
        (Sight::Number(_), Op::Room(list, _)) => {
            make_room(&mut spot, pc, *list, (way as i32).clamp(0, ROOM_MAX));
        }
        (Sight::Perform(_), Op::Perform(_, _, _, args)) => {
            let froms = froms(def, &spot, args);
            spot.go(pc + 1);
            match way {
                NONE => spot.given = 0,
                proc => spot.enter(def, ProcId::from(proc as usize), &froms),
            }
        }
        (Sight::Pay(_), _) => {
            spot.go(pc + 1);
            if way != NONE {
                spot.levels.push((pc, true));
                let purses = def.reads.purses(CostId::from((way >> 1) as usize));
                match way & 1 {
                    1 => spot.change(*purses, node.from),
                    _ => spot.written.add_all(purses),
                }
            }
        }
        (Sight::Afford(_), _) => {
            spot.go(pc + 1);
            spot.levels.push((pc, true));
        }
        (Sight::Move(at), _) => {
            spot.go(pc + 1);
            if way & UNSEEN == 0 {
                let (pieces, sizes) = act::moved(def, way);
                let apart = chart.moves[at as usize].apart;
                spot.change(pieces, node.from);
                spot.change(sizes, node.from & !apart);
            }
        }
        _ => {}
    }
    draw(def, chart, spot)
}

/// The end of a path: nothing can fail any more, but that counts only if everything on the path
/// could be evaluated.
fn arrived(spot: &Spot) -> Sight {
    if spot.blurred { Sight::Fog } else { Sight::Arrived }
}

/// Whether nothing after the current instruction reads a binding.
fn is_idle(def: &Def, spot: &Spot, slot: u16) -> bool {
    !def.ahead.reads(def, &frames_after(spot), slot)
}

/// Whether nothing after the current instruction reads parts of the table.
fn is_unseen(def: &Def, spot: &Spot, parts: &Parts) -> bool {
    !def.ahead.looks_at(def, &frames_after(spot), parts)
}

/// The frames after the current instruction.
fn frames_after(spot: &Spot) -> Vec<Frame> {
    let mut frames = spot.frames.clone();
    frames.last_mut().into_iter().for_each(|top| top.pc += 1);
    frames
}

/// Makes a list with a capacity.
fn make_room(spot: &mut Spot, pc: Pc, list: u16, room: i32) {
    let slot = spot.slot(list);
    let known = spot.lists.iter().find(|list| list.slot == slot).copied();
    spot.go(pc + 1);
    let (at, room) = match known {
        Some(list) if list.len >= room as u32 => (list.at, list.len as i32),
        _ => {
            let at = spot.len;
            spot.lists.retain(|list| list.slot != slot);
            spot.lists.push(List { slot, at, done: 0, len: room as u32 });
            spot.len += 2 + room as u32;
            (at, room)
        }
    };
    let offset = (at - spot.base()) as i32;
    [at, at + 1].into_iter().for_each(|at| spot.bind(at, 0));
    for (at, number) in [(slot, offset), (at, room), (at + 1, 0)] {
        spot.know(at, Substitute::Number(number));
    }
}

/// The branches of a menu whose conditions can be evaluated. Branches that return to the menu are
/// followed last: they may not lead anywhere.
fn menu(def: &Def, spot: &Spot, pc: Pc) -> Menu {
    let Op::Choose(menu) = &def.code[pc as usize] else { return Menu::default() };
    let menu = def.menu(*menu);
    let mut seen = Menu { ways: vec![], more: !menu.offers.is_empty() };
    for (branch, it) in menu.branches.iter().enumerate() {
        match it.when.map_or(Some(0), |when| spot.sees(def.reads.expr(when))) {
            Some(from) => {
                let (branch, when) = (branch as u32, it.when);
                seen.ways.push(Way { branch, when, from, node: BLANK });
            }
            None => seen.more = true,
        }
    }
    seen.ways.sort_by_key(|way| menu.branches[way.branch as usize].again);
    seen
}

/// The questions that arguments depend on.
fn froms(def: &Def, spot: &Spot, args: &[ExprId]) -> Vec<u64> {
    args.iter().map(|arg| spot.sees(def.reads.expr(*arg)).unwrap_or(UNKNOWN)).collect()
}

/// The bindings that must be bound before an instruction is evaluated; leaves need none.
fn looked_at(def: &Def, spot: &Spot, pc: Pc) -> u64 {
    let of = |expr: ExprId| match spot.sum(def, expr) {
        Sum::Expr(_) => def.reads.expr(expr).slots,
        _ => 0,
    };
    let searched = |expr: ExprId| if spot.search(def, expr).is_some() { 0 } else { of(expr) };
    match &def.code[pc as usize] {
        Op::Unless(expr, _) | Op::Let(_, expr) | Op::Require(expr, _) | Op::Expect(expr, _) => {
            searched(*expr)
        }
        Op::Room(_, expr) | Op::Return(Some(expr)) => of(*expr),
        Op::Call(_, args) => args.iter().fold(0, |slots, arg| slots | of(*arg)),
        Op::Move { piece, to, at } => {
            let slot = match at {
                At::Slot(slot) => def.reads.expr(*slot).slots,
                At::Top | At::Bottom => 0,
            };
            of(*piece) | of(*to) | slot
        }
        Op::Pay(..) if cost::is_plain(def, spot, pc) => 0,
        Op::Pay(cost, payer, payee) => match cost::payer_alone(def, spot, *payer, *payee) {
            Some(_) => def.reads.price(*cost).slots | def.reads.paying(*cost).slots,
            None => def.ahead.slots(pc),
        },
        Op::Pick(pick) => match spot.crowd(def, def.picks[pick.index()].set) {
            Some(_) => 0,
            None => def.ahead.slots(pc),
        },
        _ => def.ahead.slots(pc),
    }
}

/// An expression of the running procedure in its shortest form, possibly as a search in a crowd.
fn sum(def: &Def, crowds: &mut Vec<Crowd>, spot: &Spot, expr: ExprId) -> Sum {
    match spot.sum(def, expr) {
        Sum::Expr(expr) => match spot.search(def, expr) {
            Some((fold, crowd, None)) => Sum::Walk(fold, keep(crowds, crowd)),
            Some((fold, crowd, Some((last, by)))) => {
                Sum::WalkThen(fold, keep(crowds, crowd), last, by)
            }
            None => Sum::Expr(expr),
        },
        sum => sum,
    }
}

fn keep(crowds: &mut Vec<Crowd>, crowd: Crowd) -> u32 {
    crowds.push(crowd);
    crowds.len() as u32 - 1
}

/// The container of a set of pieces, if a leaf gives it.
fn one_place(def: &Def, spot: &Spot, set: SetId) -> Option<Leaf> {
    match def.sets[set as usize] {
        Set::Pieces(place) => spot.sum(def, place).one(),
        _ => None,
    }
}

/// Processes one instruction; `None` if it cannot be followed.
fn pace(def: &Def, crowds: &mut Vec<Crowd>, spot: &mut Spot, pc: Pc) -> Option<Drawn> {
    let reads = &def.reads;
    let expr = |spot: &Spot, expr: ExprId| spot.sees(reads.expr(expr));
    let place = |sight, from| Some(Drawn::Place(sight, from));
    if let Op::Let(slot, _) | Op::Result(slot) | Op::Room(slot, _) | Op::Remember(slot, _) =
        &def.code[pc as usize]
        && is_idle(def, spot, *slot)
    {
        spot.bind(spot.slot(*slot), UNKNOWN);
        spot.go(pc + 1);
        return Some(Drawn::On);
    }
    if let Op::Room(list, _) | Op::Remember(list, _) = &def.code[pc as usize]
        && Look::slot(*list).everything
    {
        return None;
    }
    let bound = spot.bind_all(looked_at(def, spot, pc));
    if !bound.is_empty() {
        return Some(Drawn::Put(bound));
    }
    match &def.code[pc as usize] {
        Op::Jump(to) => spot.go(*to),
        Op::Note(..) | Op::Done => spot.go(pc + 1),
        Op::Unless(condition, to) => {
            let from = expr(spot, *condition)?;
            match sum(def, crowds, spot, *condition) {
                sum if sum.number().is_none() => return place(Sight::Test(sum), from),
                sum => spot.go(if sum.number() == Some(0) { *to } else { pc + 1 }),
            }
        }
        Op::Let(slot, value) => {
            let (at, from) = (spot.slot(*slot), expr(spot, *value));
            let sum = sum(def, crowds, spot, *value);
            spot.bind(at, from.unwrap_or(UNKNOWN));
            spot.go(pc + 1);
            match (from, sum.number()) {
                (Some(_), Some(number)) => spot.know(at, Substitute::Number(number)),
                (Some(from), None) => return place(Sight::Bind(at, sum), from),
                (None, _) => {}
            }
        }
        Op::Require(condition, _) => {
            spot.go(pc + 1);
            match (expr(spot, *condition), sum(def, crowds, spot, *condition)) {
                (Some(_), Sum::One(Leaf::Const(1))) => {}
                (Some(from), sum) => {
                    spot.learn(def, *condition, &sum);
                    return place(Sight::need(sum), from);
                }
                (None, _) => spot.blurred = true,
            }
        }
        Op::Expect(condition, _) => {
            match (expr(spot, *condition), sum(def, crowds, spot, *condition)) {
                (Some(from), sum) if sum.number().is_none() => {
                    return place(Sight::Test(sum), from);
                }
                (Some(_), sum) if sum.number() == Some(0) => return place(arrived(spot), 0),
                // What cannot be evaluated is assumed to hold.
                _ => spot.go(pc + 1),
            }
        }
        Op::Call(proc, args) => {
            let froms = froms(def, spot, args);
            spot.go(pc + 1);
            let unknown = spot.call(def, *proc, args, &froms);
            if !unknown.is_empty() {
                return Some(Drawn::Enter(unknown));
            }
        }
        Op::Perform(bearer, _, of, _) => {
            let from = expr(spot, *of)?;
            if *bearer == Bearer::Piece && spot.written.has(FACES) {
                return None;
            }
            return place(Sight::Perform(spot.len), from);
        }
        Op::Return(value) => {
            let given = value.map_or(Some(0), |value| expr(spot, value));
            let nothing = Sum::One(Leaf::Const(NIL));
            let sum = value.map_or(nothing, |value| spot.sum(def, value));
            spot.leave();
            spot.given = given.unwrap_or(UNKNOWN);
            let caller = spot.pc()?;
            let wanted = match def.code.get(caller as usize) {
                Some(Op::Result(slot)) => !is_idle(def, spot, *slot),
                _ => false,
            };
            if let (true, Some(from)) = (wanted, given) {
                return place(Sight::Give(sum), from);
            }
        }
        Op::Result(slot) => {
            let (at, from) = (spot.slot(*slot), spot.given);
            spot.bind(at, from);
            spot.go(pc + 1);
            if from & UNKNOWN == 0 {
                return place(Sight::Take(at), from);
            }
        }
        Op::Try(_) => {
            let safety = &def.safety;
            let rest_is_safe = safety.rest_is_safe(&spot.frames);
            if safety.fails(pc + 1) || (safety.returns(pc + 1) && !rest_is_safe) {
                return place(Sight::Try, 0);
            }
            spot.go(pc + 1);
        }
        Op::Each { set, .. } => {
            return place(Sight::Each(*set, spot.len), spot.sees(reads.set(*set))?);
        }
        Op::Next { list, slot, body } => return next(spot, pc, (*list, *slot), *body),
        Op::Break(list) => {
            let slot = spot.slot(*list);
            let list = spot.lists.iter_mut().find(|list| list.slot == slot)?;
            list.done = list.len;
            spot.go(pc + 1);
        }
        Op::Room(list, _) if spot.may_have_list(*list) => {
            let at = spot.slot(*list);
            spot.bind(at, 0);
            spot.fresh.push(at);
            return place(Sight::Fresh(at), 0);
        }
        Op::Room(list, room) => {
            let (from, sum) = (expr(spot, *room)?, spot.sum(def, *room));
            spot.bind(spot.slot(*list), from);
            match sum.number() {
                Some(room) => make_room(spot, pc, *list, room.clamp(0, ROOM_MAX)),
                None => return place(Sight::Number(sum), from),
            }
        }
        Op::Remember(list, value) => {
            let at = spot.slot(*list);
            let from = expr(spot, *value).unwrap_or(UNKNOWN);
            spot.bind(at, spot.come_from(at) | from);
            spot.go(pc + 1);
            return place(Sight::Remember(at, *value), from);
        }
        Op::Pick(_) | Op::Amount { .. } | Op::May { .. } | Op::Choose(_) => {
            return question(def, crowds, spot, pc);
        }
        Op::Pay(..) | Op::PayPrinted(..) => return cost::pay(def, crowds, spot, pc),
        Op::Triggers => {
            spot.leave();
            return place(Sight::Calm, 0);
        }
        _ => return act::act(def, spot, pc),
    }
    Some(Drawn::On)
}

fn next(spot: &mut Spot, pc: Pc, (list, slot): (u16, u16), body: Pc) -> Option<Drawn> {
    let (own, slot) = (spot.slot(list), spot.slot(slot));
    let list = spot.lists.iter_mut().find(|known| known.slot == own)?;
    let List { at, done, len, .. } = *list;
    let more = done < len;
    list.done += u32::from(more);
    // A list made inside the loop is dropped, and scouts do not track that.
    if spot.cut(if more { at + 2 + len } else { at }).iter().any(|gone| *gone != own) {
        return None;
    }
    if !more {
        spot.go(pc + 1);
        return Some(Drawn::On);
    }
    spot.bind(slot, 0);
    spot.go(body);
    Some(Drawn::Place(Sight::Copy(slot, at + 2 + done), 0))
}

/// Opens a question.
fn question(def: &Def, crowds: &mut Vec<Crowd>, spot: &mut Spot, pc: Pc) -> Option<Drawn> {
    if !def.safety.decides(pc) {
        let me = match spot.known_at(spot.slot(0)) {
            Some(Substitute::Number(seat)) if def.is_player(seat) => None,
            Some(Substitute::Number(_)) => return None,
            Some(Substitute::Same(at)) => Some(at),
            None => Some(spot.slot(0)),
        };
        if let Some(at) = me
            && spot.note_decider(at)
        {
            return Some(Drawn::Place(Sight::Decides(at), spot.sees(&Look::slot(0))?));
        }
    }
    let (bit, level) = (1 << spot.levels.len(), spot.levels.len() as u8);
    let (sight, from) = match &def.code[pc as usize] {
        Op::Pick(pick) => {
            let pick = &def.picks[pick.index()];
            if pick.several.is_some() || pick.optional {
                return None;
            }
            if let Some(drawn) = granted::take_any(def, spot, pc, pick) {
                return Some(drawn);
            }
            let from = spot.sees(def.reads.set(pick.set))?;
            let slot = spot.slot(pick.slot);
            let together = def.lies_together(pick.set);
            let place = one_place(def, spot, pick.set);
            let crowd = if place.is_none() { spot.crowd(def, pick.set) } else { None };
            let crowd = crowd.map(|crowd| keep(crowds, crowd));
            spot.bind(slot, bit);
            if together {
                spot.together.push((slot, bit));
            }
            spot.go(pc + 1);
            (Sight::Pick(Picking { level, together, slot, place, crowd }), from)
        }
        Op::Amount { slot, from, to, .. } => {
            let from = spot.sees(def.reads.expr(*from))? | spot.sees(def.reads.expr(*to))?;
            let at = spot.slot(*slot);
            spot.bind(at, bit);
            spot.go(pc + 1);
            (Sight::Amount(level, at), from)
        }
        Op::May { .. } => (Sight::May(level), 0),
        _ => (Sight::Choose(level), 0),
    };
    spot.levels.push((pc, false));
    Some(Drawn::Place(sight, from))
}
