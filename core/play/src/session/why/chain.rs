//! Traces an event back to the choice that triggered it.

use boardwright_rules::def::Def;
use boardwright_rules::def::ask::Class;
use boardwright_rules::def::code::{Bearer, Op};
use boardwright_rules::def::expr::{ExprId, NIL};
use boardwright_rules::def::part::{AbilityDef, CounterDef, Scope, Visible};
use boardwright_rules::def::{PC_STEPS, PC_TRIGGERS};
use boardwright_rules::eval::Eval;
use boardwright_rules::event::Event;
use boardwright_rules::id::{CounterId, PieceId, ProcId};
use boardwright_rules::scene::{Running, Scene};
use boardwright_rules::view::sees_event;
use boardwright_rules::world::World;
use boardwright_text::{Speaks, called, place_called};

use super::history::{Chosen, Number, Witness, changes, is_out_of_sight, seat_id};
use super::place::Places;
use super::secret::Eyes;
use super::trace::{Traced, Tracer};
use super::{Cause, Place};

/// The maximum number of counters shown as the time.
const TIME_MAX: usize = 2;

/// Why something is about to happen.
pub(super) fn cause(witness: &Witness, scene: &Scene, event: &Event) -> Cause {
    let (def, world) = (scene.def, scene.world());
    let language = def.language();
    let changed = changes(def, world, event);
    let hidden = changed.iter().any(|it| is_out_of_sight(def, world, witness.viewer, it));
    let (choice, when) = (witness.choice, moment(def, world));
    if hidden || !sees_event(def, witness.viewer, event) && !matches!(event, Event::Moved { .. }) {
        let text = language.word("something you cannot see").to_owned();
        return Cause { text, choice, when, ..Cause::default() };
    }
    let running = scene.running();
    let path = path(def, &witness.path, &running);
    let mut links = links(def, world, &running, &path);
    links.extend(choice_link(witness, &path));
    let mut links = links.into_iter();
    let mut first = links.next().unwrap_or_default();
    if let Event::Moved { piece, from, to, .. } = *event {
        // Which pieces moved says more than the reason; the reason follows.
        let moved = match sees_event(def, witness.viewer, event) {
            true => called(def, world, Class::Piece, i32::from(piece.0)),
            false => language.word("1 piece").to_owned(),
        };
        let (from, to) = (place_called(def, world, from), place_called(def, world, to));
        let text = language.say("{0}: {1} → {2}", &[&moved, &from, &to]);
        let by = std::mem::replace(&mut first, Cause { text, ..Cause::default() });
        first.because.push(by);
    }
    first.because.extend(links);
    first.place = def.causes.get(def.cause_of[scene.pc as usize] as usize).and_then(Place::of);
    (first.choice, first.when) = (choice, when);
    if let Some(traced) = amount(witness, scene, event) {
        first.amount = traced.says_more.then_some(traced.text);
        first.parts = traced.parts;
    }
    first
}

/// The time as the table shows it: its public counters that belong to no seat.
pub(super) fn moment(def: &Def, world: &World) -> String {
    let shown = |(at, counter): &(usize, &CounterDef)| {
        let open = counter.scope == Scope::Table && counter.visible == Visible::All;
        open && !def.is_quiet_counter(CounterId::from(*at))
    };
    let told = def.counters.iter().enumerate().filter(shown).take(TIME_MAX);
    let told = told.map(|(_, it)| format!("{} {}", it.named.name(), world.cell(it.cell)));
    told.collect::<Vec<_>>().join(", ")
}

/// The choices whose procedures are still running, and whose block of steps has not ended.
fn path<'w>(def: &Def, path: &'w [Chosen], running: &[Running]) -> Vec<&'w Chosen> {
    let mut open: Vec<&Chosen> = vec![];
    let mut ended: Vec<(usize, std::ops::Range<u32>)> = vec![];
    for it in path {
        let Some(frame) = it.depth.checked_sub(1).and_then(|at| running.get(at)) else { continue };
        let runs = def.safety.proc_of(frame.pc) == def.safety.proc_of(it.pc);
        if frame.pc != it.pc && !runs {
            continue;
        }
        let end = match def.code.get(it.pc as usize) {
            Some(Op::May { end, .. }) => *end,
            Some(Op::Choose(menu)) => def.menu(*menu).end,
            _ => 0,
        };
        let block = it.pc..end;
        if !block.is_empty() && !block.contains(&frame.pc) {
            ended.push((it.depth, block));
        } else if !ended.iter().any(|(depth, of)| *depth == it.depth && of.contains(&it.pc)) {
            open.push(it);
        }
    }
    open
}

/// The choices in words; if none is the cause, the choice it came after.
fn choice_link(witness: &Witness, path: &[&Chosen]) -> Option<Cause> {
    let language = witness.game.def.language();
    let text = match path.first() {
        Some(first) => {
            let names: Vec<&str> = path.iter().map(|it| it.name.as_str()).collect();
            let seat = seat_id(&witness.game.def, first.seat);
            language.say("{0} chose {1}", &[&seat, &names.join(" › ")])
        }
        None => match witness.told.last() {
            None => language.word("set-up").to_owned(),
            Some(last) => language.say("after {0}", &[last]),
        },
    };
    Some(Cause { text, choice: witness.choice, ..Cause::default() })
}

/// What runs between the first of the choices and the acting step, innermost first.
fn links(def: &Def, world: &World, running: &[Running], path: &[&Chosen]) -> Vec<Cause> {
    let first = path.first().map_or(0, |it| it.depth);
    // If a menu calls it directly, the option already names it.
    let called = path.first().is_some_and(|it| it.of_menu) && is_plain(def, running.get(first));
    let first = if called { first + 1 } else { first };
    // The choice may be part of an ability or of printed steps.
    let first = match path.first().and_then(|it| running.get(it.depth - 1)) {
        Some(of) if !is_plain(def, Some(of)) => first.saturating_sub(1),
        _ => first,
    };
    let mut links: Vec<Cause> = vec![];
    for at in (first..running.len()).rev() {
        let frame = running[at];
        let text = match frame.pc {
            PC_TRIGGERS => set_off_by(def, running.get(at + 1)),
            PC_STEPS => script(def, running.get(at.wrapping_sub(1))),
            _ => label(def, world, frame),
        };
        let Some(text) = text else { continue };
        if links.last().is_none_or(|last| last.text != text) {
            let waits = running.get(at).map(|it| it.pc).filter(|pc| *pc > PC_STEPS);
            let place = waits.and_then(|pc| def.cause_of.get(pc as usize));
            let place = place.and_then(|at| def.causes.get(*at as usize)).and_then(Place::of);
            links.push(Cause { text, place, ..Cause::default() });
        }
    }
    links
}

/// Whether a procedure is neither an ability nor a bonus nor printed on something.
fn is_plain(def: &Def, frame: Option<&Running>) -> bool {
    let Some(frame) = frame else { return false };
    let proc = def.safety.proc_of(frame.pc);
    frame.pc > PC_STEPS
        && proc.is_some_and(|proc| {
            ability(def, proc).is_none() && !def.procs[proc.index()].named.id.contains('/')
        })
}

fn ability(def: &Def, proc: ProcId) -> Option<(usize, &AbilityDef)> {
    def.abilities.iter().enumerate().find(|(_, it)| it.steps == Some(proc))
}

/// The name of a procedure for people: an ability's piece, a bonus's track.
fn label(def: &Def, world: &World, frame: Running) -> Option<String> {
    let proc = def.safety.proc_of(frame.pc)?;
    let piece = (0..def.pieces.len() as i32).contains(&frame.piece);
    let piece = || piece.then(|| called(def, world, Class::Piece, frame.piece));
    if let Some((_, ability)) = ability(def, proc) {
        return piece().or_else(|| Some(ability.named.name().to_owned()));
    }
    let named = &def.procs[proc.index()].named;
    if let Some((of, at)) = named.id.split_once('/')
        && let Some(track) = def.counters.iter().find(|it| it.track.is_some() && it.named.id == of)
    {
        return Some(def.language().say("bonus of {0} at {1}", &[&track.named.name(), &at]));
    }
    if named.name.is_empty() || named.name == named.id {
        return piece();
    }
    Some(named.name.clone())
}

/// What an ability was triggered by.
fn set_off_by(def: &Def, above: Option<&Running>) -> Option<String> {
    let proc = def.safety.proc_of(above?.pc)?;
    let (id, _) = ability(def, proc)?;
    let event = def.listeners.iter().position(|all| all.iter().any(|it| it.index() == id))?;
    let named = def.event_names.get(event)?;
    let name = named.name().replace(['_', '/'], " ");
    Some(def.language().say("set off by: {0}", &[&name]))
}

/// The script that returned steps.
fn script(def: &Def, below: Option<&Running>) -> Option<String> {
    let Op::Script(script, ..) = def.code.get(below?.pc as usize)? else { return None };
    let name = &def.scripts.get(script.index())?.named.id;
    Some(def.language().say("script {0}", &[name]))
}

/// How the amount of a step is computed.
fn amount(witness: &Witness, scene: &Scene, event: &Event) -> Option<Traced> {
    let def = scene.def;
    let places = Places { game: witness.game };
    let tracer = Tracer { places: &places, viewer: witness.viewer, pc: Some(scene.pc) };
    let mut eval = scene.eval();
    let seat = eval.locals.first().copied().unwrap_or(NIL);
    let eyes = Eyes { def, world: scene.world(), viewer: witness.viewer, seat };
    let by = |tracer: &Tracer, eval: &mut Eval, expr: ExprId| {
        let eyes = Eyes { seat: eval.locals.first().copied().unwrap_or(NIL), ..eyes };
        (!eyes.miss(expr)).then(|| tracer.trace(eval, expr))
    };
    match def.code.get(scene.pc as usize)? {
        Op::Gain(_, _, number)
        | Op::Lose(_, _, number)
        | Op::Set(_, _, number)
        | Op::Advance(_, _, number)
        | Op::Score(_, _, number) => {
            // Events that follow from the change have another amount.
            let follows = matches!(event, Event::Moved { .. } | Event::Began { .. });
            (!follows).then(|| by(&tracer, &mut eval, *number))?
        }
        Op::Pay(cost, ..) => {
            let (amount, name) = due(def, cost.index(), event)?;
            Some(price(def, by(&tracer, &mut eval, amount)?, &name))
        }
        Op::PayPrinted(bearer, attr, of, payer, _) => {
            let (thing, payer) = (eval.eval(*of), eval.eval(*payer));
            let row = match bearer {
                Bearer::Piece => {
                    let piece = usize::try_from(thing).ok()?;
                    let piece = PieceId::from(piece);
                    scene.world().entry_of(def, piece).index()
                }
                _ => usize::try_from(thing).ok()?,
            };
            let cost = usize::try_from(*def.printed(*bearer, *attr).get(row)?).ok()?;
            let (amount, name) = due(def, cost, event)?;
            let tracer = Tracer { pc: None, ..tracer };
            let locals = [payer, thing];
            let mut eval = Eval::within(def, scene.world(), &locals);
            Some(price(def, by(&tracer, &mut eval, amount)?, &name))
        }
        Op::Majority(id) => {
            let share = def.majorities.get(id.index())?;
            if eyes.miss(share.amount) {
                return None;
            }
            let mut told = vec![];
            let mut seats = vec![];
            eval.each(share.seats, &mut |_, seat| {
                seats.push(seat);
                true
            });
            for seat in seats {
                eval.its[usize::from(share.it)] = seat;
                let amount = eval.eval(share.amount);
                let seat = called(def, scene.world(), Class::Seat, seat);
                told.push(format!("{seat} {amount}"));
            }
            if let Some(neutral) = share.neutral.filter(|it| !eyes.miss(*it)) {
                // What it is worked out from tells who it is.
                let traced = tracer.trace(&mut eval, neutral);
                told.push(match traced.says_more {
                    true => traced.text,
                    false => format!("{} {}", def.language().word("nobody"), traced.value),
                });
            }
            let places: Vec<String> =
                share.places.iter().map(|place| eval.eval(*place).to_string()).collect();
            let phrase = "{0}; the places are worth {1}";
            let text = def.language().say(phrase, &[&told.join(", "), &places.join(", ")]);
            Some(Traced::from_text(text))
        }
        _ => None,
    }
}

/// A price: the amount asked for, which something else may have paid.
fn price(def: &Def, traced: Traced, name: &str) -> Traced {
    let amount = match traced.says_more {
        true => traced.text,
        false => format!("{} {name}", traced.text),
    };
    Traced::from_text(def.language().say("price {0}", &[&amount])).with(traced.parts)
}

/// The amount and name of the cost term that an event pays.
fn due(def: &Def, cost: usize, event: &Event) -> Option<(ExprId, String)> {
    let Event::Changed { cell, .. } = *event else { return None };
    let terms = def.costs.get(cost)?.bundles.iter().flat_map(|bundle| &bundle.terms);
    let mut paid_by = terms.filter(|term| {
        term.purses.iter().any(|purse| {
            let counter = &def.counters[purse.counter.index()];
            (counter.cell..counter.cell + counter.holders).contains(&cell)
        })
    });
    let term = paid_by.next()?;
    let usual = def.counters.get(term.purses.first()?.counter.index())?;
    let name = if term.name.is_empty() { usual.named.heading() } else { &term.name };
    Some((term.amount, name.to_owned()))
}

/// Where a number's starting value is written.
pub(super) fn started(witness: &Witness, number: Number, start: i32) -> Cause {
    let def = &witness.game.def;
    let place = match number {
        Number::Cell(cell) => {
            let mut counters = def.counters.iter();
            let of = counters.find(|it| (it.cell..it.cell + it.holders).contains(&cell));
            of.and_then(|it| Places { game: witness.game }.counter(it))
        }
        Number::Size(_) => None,
    };
    let text = def.language().word("at the start").to_owned();
    Cause { text, place, ..Cause::of(super::Effect::Is(start)) }
}
