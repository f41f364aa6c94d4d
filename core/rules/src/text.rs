//! Text for people: questions, options, events, reasons.
//!
//! Every option has one canonical text made of ids; people, tests, replays and bots use the same.

mod label;
mod price;
mod printed;
mod spaces;
mod spoken;
mod why;

use crate::def::Def;
use crate::def::ask::{Class, NotePart};
use crate::def::code::Op;
use crate::def::expr::NIL;
use crate::def::part::{CounterDef, Named, Scope};
use crate::eval::{Eval, value_for};
use crate::event::{Event, GAPS_MAX, Origin};
use crate::id::{NoteId, PieceId, PlaceId, SeatId, ValueId};
use crate::machine::{DONE, Machine, OFFER, Request, offer_of};
use crate::script::{ScriptAnswer, ScriptAsk, ScriptOption};
use crate::table::Table;
use crate::world::World;

use label::said;
use price::price;

pub use label::{about, called, place_called};
pub use printed::{Printed, PrintedPart, beside, printed};
pub use spaces::namesake;
pub use why::{NotOffered, why};

/// The canonical text of a thing or number.
pub fn thing(def: &Def, world: &World, class: Class, value: i32) -> String {
    let index = usize::try_from(value);
    let id = |named: Option<&Named>| named.map_or_else(|| "nothing".into(), |it| it.id.clone());
    match (class, index) {
        (Class::Number, _) => value.to_string(),
        (Class::Cost(attr, bearer), _) => price(def, world, (attr, bearer), value, None),
        (Class::Truth, _) => if value != 0 { "yes" } else { "no" }.into(),
        (Class::Word(list), Ok(word)) => {
            let words = def.words.get(usize::from(list));
            words.and_then(|words| words.get(word)).cloned().unwrap_or_else(|| "nothing".into())
        }
        (_, Err(_)) => "nothing".into(),
        (Class::Seat, Ok(seat)) => id(def.seat_names.get(seat)),
        (Class::Space, Ok(space)) => id(def.spaces.get(space).map(|space| &space.named)),
        (Class::Entry, Ok(entry)) => id(def.entries.get(entry).map(|entry| &entry.named)),
        (Class::Counter, Ok(counter)) => id(def.counters.get(counter).map(|it| &it.named)),
        (Class::Place, Ok(place)) => place_text(def, world, PlaceId::from(place)),
        (Class::Piece, Ok(piece)) => match def.pieces.get(piece) {
            Some(_) => {
                let entry = world.entry_of(def, PieceId::from(piece));
                def.entries[entry.index()].named.id.clone()
            }
            None => "nothing".into(),
        },
    }
}

/// A container: its zone and its holder.
pub fn place_text(def: &Def, world: &World, place: PlaceId) -> String {
    let Some(it) = def.places.get(place.index()) else { return "nowhere".into() };
    let zone = &def.zones[it.zone.index()];
    match holder_text(def, world, zone.scope, it.holder) {
        Some(holder) => def.language.say("{0} of {1}", &[&zone.named.id, &holder]),
        None => zone.named.id.clone(),
    }
}

fn holder_text(def: &Def, world: &World, scope: Scope, holder: i32) -> Option<String> {
    match scope {
        Scope::Table => None,
        Scope::Seat => Some(thing(def, world, Class::Seat, holder)),
        Scope::Piece(_) => Some(thing(def, world, Class::Piece, holder)),
        Scope::Space(_) => Some(thing(def, world, Class::Space, holder)),
        Scope::SeatSpace(group) => {
            let spaces = i32::from(def.groups[usize::from(group)].spaces).max(1);
            let first = i32::from(def.groups[usize::from(group)].first.0);
            let seat = thing(def, world, Class::Seat, holder / spaces);
            let space = thing(def, world, Class::Space, first + holder % spaces);
            Some(def.language.say("{0} at {1}", &[&seat, &space]))
        }
    }
}

/// A note with its gaps filled in.
pub fn note(def: &Def, world: &World, note: NoteId, gaps: &[i32; GAPS_MAX]) -> String {
    let mut text = String::new();
    let mut next = 0;
    for part in &def.notes[note.index()].parts {
        match part {
            NotePart::Text(words) => text.push_str(words),
            NotePart::Gap(_, class) => {
                let value = gaps.get(next).copied().unwrap_or(NIL);
                text.push_str(&said(def, world, *class, value));
                next += 1;
            }
        }
    }
    text
}

/// An event in plain words, described by the step it came from; `None` for events nobody wants to
/// read.
pub fn describe_event(def: &Def, world: &World, origin: &Origin, event: &Event) -> Option<String> {
    let text = match (event, &def.code[origin.pc as usize]) {
        (Event::Changed { cell, to, .. }, Op::Set(..)) => set(def, world, *cell, *to),
        (Event::Scored { line, seat, points }, Op::Score(..) | Op::Majority(_)) => {
            let seat = thing(def, world, Class::Seat, i32::from(*seat));
            let line = &def.lines[line.index()].id;
            Some(def.language.say("{0} scores {1} for {2}", &[&seat, points, line]))
        }
        // The line of the score sheet reports it.
        (Event::Changed { .. }, Op::Score(..) | Op::Majority(_)) => None,
        _ => self::event(def, world, event),
    }?;
    let by = usize::try_from(origin.piece).ok().filter(|piece| *piece < def.pieces.len());
    match (by, event) {
        (Some(piece), Event::Changed { .. }) => {
            let entry = world.entry_of(def, PieceId::from(piece));
            Some(format!("{text}: {}", def.entries[entry.index()].named.id))
        }
        _ => Some(text),
    }
}

fn set(def: &Def, world: &World, cell: u32, to: i32) -> Option<String> {
    let (counter, who) = counter_at(def, world, cell)?;
    Some(match who {
        Some(who) => def.language.say("{0} of {1} is now {2}", &[&counter.named.id, &who, &to]),
        None => def.language.say("{0} is now {1}", &[&counter.named.id, &to]),
    })
}

/// The counter a cell belongs to, if it is shown to people, and its holder.
fn counter_at<'d>(
    def: &'d Def,
    world: &World,
    cell: u32,
) -> Option<(&'d CounterDef, Option<String>)> {
    let counter = def
        .counters
        .iter()
        .find(|it| (it.cell..it.cell + it.holders).contains(&cell))
        // The engine's own counters have a slash in their id, which no author can write.
        .filter(|it| !it.named.id.contains('/'))?;
    let holder = (cell - counter.cell + counter.first) as i32;
    Some((counter, holder_text(def, world, counter.scope, holder)))
}

/// An event in plain words; `None` for events nobody wants to read.
pub fn event(def: &Def, world: &World, event: &Event) -> Option<String> {
    let piece_text = |piece: PieceId| thing(def, world, Class::Piece, i32::from(piece.0));
    let seat_text = |seat: i8| thing(def, world, Class::Seat, i32::from(seat));
    let language = def.language;
    match *event {
        Event::Changed { cell, from, to } => changed(def, world, cell, from, to),
        Event::Moved { from, to, .. } if from == to => None,
        Event::Moved { piece, from, to, .. } => {
            let (from, to) = (place_text(def, world, from), place_text(def, world, to));
            Some(language.say("{0} goes from {1} to {2}", &[&piece_text(piece), &from, &to]))
        }
        Event::Turned { piece, .. } => {
            Some(language.say("{0} is turned up", &[&piece_text(piece)]))
        }
        Event::Owned { piece, seat } => {
            Some(language.say("{0} now belongs to {1}", &[&piece_text(piece), &seat_text(seat)]))
        }
        // Control follows from where the piece lies: nothing to report.
        Event::Controlled { piece, seat } if holds(def, world, piece, seat) => None,
        Event::Controlled { piece, seat } => {
            let (piece, seat) = (piece_text(piece), seat_text(seat));
            Some(language.say("{0} is now controlled by {1}", &[&piece, &seat]))
        }
        Event::Shuffled { place } => {
            Some(language.say("{0} is shuffled", &[&place_text(def, world, place)]))
        }
        Event::Noted { note: id, gaps } => Some(note(def, world, id, &gaps)),
        Event::Ended => Some(language.word("the game is over").into()),
        Event::Modified { value, piece, to } => {
            let name = &def.values[value.index()].named.id;
            Some(language.say("{0} makes {1} {2}", &[&piece_text(piece), name, &to]))
        }
        Event::Scored { .. } | Event::Drew { .. } | Event::Began { .. } => None,
    }
}

/// Whether control of a piece follows from where it lies: with a seat it is that seat's,
/// elsewhere its owner's.
fn holds(def: &Def, world: &World, piece: PieceId, seat: i8) -> bool {
    let place = def.places[world.place_of(piece).index()];
    match def.zones[place.zone.index()].scope {
        Scope::Seat => place.holder == i32::from(seat),
        _ => world.owner_of(piece) == i32::from(seat),
    }
}

fn changed(def: &Def, world: &World, cell: u32, from: i32, to: i32) -> Option<String> {
    let (counter, who) = counter_at(def, world, cell)?;
    let (name, language) = (&counter.named.id, def.language);
    Some(match (who, counter.track.is_some()) {
        (Some(who), true) => {
            language.say("{0} moves on {1} from {2} to {3}", &[&who, name, &from, &to])
        }
        (Some(who), false) if to > from => {
            language.say("{0} gains {1} {2} (now {3})", &[&who, &(to - from), name, &to])
        }
        (Some(who), false) => {
            language.say("{0} loses {1} {2} (now {3})", &[&who, &(from - to), name, &to])
        }
        (None, _) => language.say("{0} is now {1}", &[name, &to]),
    })
}

/// The derivation of a named value: one line for its base and one for each modifier.
pub fn value_chain(def: &Def, world: &World, value: ValueId, seat: i32, about: i32) -> Vec<String> {
    let base = Eval::new(def, world, &[seat, about]).eval(def.values[value.index()].base);
    let name = &def.values[value.index()].named.id;
    let mut lines = vec![def.language.say("{0} is {1}", &[name, &base])];
    value_for(def, world, value, seat, about, &mut |index, piece, to| {
        let by = match piece {
            Some(piece) => thing(def, world, Class::Piece, i32::from(piece.0)),
            None => {
                let rule = def.values[value.index()].modifiers[index].ability;
                def.abilities[rule.index()].named.id.clone()
            }
        };
        lines.push(def.language.say("{0} makes it {1}", &[&by, &to]));
    });
    lines
}

impl Table<'_> {
    /// The question in words.
    pub fn question(&self) -> String {
        let word = |phrase| self.def.language.word(phrase).to_owned();
        let Some((seat, request)) = self.asked() else { return word("the game is over") };
        self.inspect(|machine| {
            let def = machine.def;
            let id = match request {
                Request::Choose(menu) => def.menu(menu).note,
                Request::Pick(pick) | Request::PickSome(pick) | Request::Secret(pick) => {
                    def.picks[pick.index()].note
                }
                Request::Amount(id) | Request::YesNo(id) => id,
                Request::Pay => return word("how to pay?"),
                Request::Order => return word("which first?"),
                Request::OneOf => return word("which one?"),
                Request::Script(_) => {
                    return script_ask(machine).map_or_else(String::new, |it| it.label);
                }
            };
            let gaps = machine.gaps_for(id, seat);
            let text = note(def, &machine.state.world, id, &gaps);
            if text.is_empty() { word("choose") } else { text }
        })
    }

    /// The canonical texts of all options, in order.
    pub fn texts(&self) -> Vec<String> {
        self.texts_of(self.options())
    }

    /// The canonical texts of answers to the current question, offered or not.
    pub fn texts_of(&self, options: &[i32]) -> Vec<String> {
        let Some((_, request)) = self.asked() else { return vec![] };
        self.inspect(|machine| texts(machine, request, options))
    }

    /// The option with this canonical text; for a range, any number that can be completed.
    pub fn find(&mut self, text: &str) -> Option<usize> {
        let _ = self.name(text);
        self.texts().iter().position(|option| option == text)
    }

    /// The option a person means by a text: the one with this canonical text, else the only one
    /// with this name.
    pub fn meant(&self, text: &str) -> Option<usize> {
        let exact = self.texts().iter().position(|option| option == text);
        exact.or_else(|| {
            let is_called = |at: &usize| self.describe(*at).is_some_and(|named| named.name == text);
            let mut called = (0..self.options().len()).filter(is_called);
            called.next().filter(|_| called.next().is_none())
        })
    }

    /// Makes a number an option, if the question is a range that contains it. The error says why
    /// that is impossible.
    pub fn name(&mut self, text: &str) -> Result<(), String> {
        let number = text.parse::<i32>().ok().filter(|number| number.to_string() == text);
        match number.and_then(|number| self.name_number(number)) {
            Some(Err(reason)) => Err(why(self.def, &self.state().world, &reason)),
            _ => Ok(()),
        }
    }

    /// What people read besides the canonical text: the name and rules text of the option.
    pub fn describe(&self, index: usize) -> Option<Named> {
        let (_, request) = self.asked()?;
        let option = *self.options().get(index)?;
        self.inspect(|machine| described(machine, request, option))
    }
}

/// What people read for an option besides its canonical text.
fn described(machine: &mut Inspected, request: Request, option: i32) -> Option<Named> {
    let stop = spoken::stop(machine.def, request, option);
    if let Some(named) = stop.or_else(|| spoken::spoken(machine, request, option)) {
        return Some(named);
    }
    let (def, world) = (machine.def, &machine.state.world);
    let entry = |piece: i32| {
        let entry = world.entry_of(def, PieceId(piece as u16));
        def.entries[entry.index()].named.clone()
    };
    match request {
        Request::Choose(menu) if option & OFFER == 0 => {
            let branch = &def.menu(menu).branches[option as usize];
            let (id, name) = (branch.label.clone(), branch.name.clone());
            Some(Named { id, name, ..Named::default() })
        }
        Request::Choose(menu) => Some(match offer_of(option) {
            (_, Some(piece)) => entry(i32::from(piece.0)),
            (index, None) => def.abilities[def.menu(menu).offers[index].index()].named.clone(),
        }),
        Request::Order | Request::OneOf => {
            let fired = machine.fired(usize::try_from(option).ok()?);
            let ability = usize::try_from(fired.ability).ok()?;
            Some(match fired.piece {
                0.. => entry(fired.piece),
                _ => def.abilities[ability].named.clone(),
            })
        }
        Request::Pick(pick) | Request::PickSome(pick) | Request::Secret(pick) => {
            thing_named(def, world, def.picks[pick.index()].class, option)
        }
        Request::Script(_) => {
            let asked = script_ask(machine)?.options;
            match asked.get(usize::try_from(option).ok()?)? {
                ScriptOption::Thing(class, value) => {
                    thing_named(def, &machine.state.world, *class, *value)
                }
                ScriptOption::Words(_) => None,
            }
        }
        _ => None,
    }
}

/// What people call a thing that can be picked.
fn thing_named(def: &Def, world: &World, class: Class, value: i32) -> Option<Named> {
    let index = usize::try_from(value).ok()?;
    match class {
        Class::Piece => {
            let entry = world.entry_of(def, PieceId(u16::try_from(value).ok()?));
            Some(def.entries[entry.index()].named.clone())
        }
        Class::Space => spaces::named(def, world, index),
        Class::Entry => Some(def.entries.get(index)?.named.clone()),
        Class::Counter => Some(def.counters.get(index)?.named.clone()),
        Class::Seat => Some(def.seat_names.get(index)?.clone()),
        _ => None,
    }
}

type Inspected<'a> = Machine<'a, crate::event::Deaf>;

fn script_ask(machine: &Inspected) -> Option<ScriptAsk> {
    let Op::Script(script, args, _) = &machine.def.code[machine.pc() as usize] else { return None };
    match machine.run_script(*script, args) {
        ScriptAnswer::Ask(ask) => Some(ask),
        _ => None,
    }
}

fn texts(machine: &mut Inspected, request: Request, options: &[i32]) -> Vec<String> {
    let def = machine.def;
    let world = &machine.state.world;
    let plain: Vec<String> = match request {
        Request::Choose(menu) => {
            options.iter().map(|option| branch_text(machine, menu, *option)).collect()
        }
        Request::Pick(pick) | Request::PickSome(pick) | Request::Secret(pick) => {
            let pick = &def.picks[pick.index()];
            let nothing = if pick.several.is_some() { "done" } else { "none" };
            let text = |option: &i32| match *option {
                DONE => nothing.into(),
                option => thing(def, world, pick.class, option),
            };
            let plain = options.iter().map(text).collect();
            if pick.class == Class::Piece {
                qualified(plain, options, |piece| whereabouts(def, world, piece))
            } else {
                plain
            }
        }
        Request::Amount(_) => options.iter().map(i32::to_string).collect(),
        Request::YesNo(_) => {
            options.iter().map(|it| if *it == 0 { "no" } else { "yes" }.to_string()).collect()
        }
        Request::Pay => {
            let payments = machine.payments();
            let text = |option: &i32| payment_text(machine, &payments[*option as usize]);
            options.iter().map(text).collect()
        }
        Request::Order | Request::OneOf => options
            .iter()
            .map(|option| {
                let Ok(index) = usize::try_from(*option) else { return "none".into() };
                let fired = machine.fired(index);
                if fired.piece < 0 {
                    def.procs[fired.proc.index()].named.id.clone()
                } else {
                    thing(def, world, Class::Piece, fired.piece)
                }
            })
            .collect(),
        Request::Script(_) => {
            let asked = script_ask(machine).map_or_else(Vec::new, |ask| ask.options);
            let text = |option: &i32| match asked.get(*option as usize) {
                Some(ScriptOption::Thing(class, value)) => thing(def, world, *class, *value),
                Some(ScriptOption::Words(words)) => words.clone(),
                None => String::new(),
            };
            options.iter().map(text).collect()
        }
    };
    numbered(plain)
}

fn branch_text(machine: &Inspected, menu: crate::id::MenuId, option: i32) -> String {
    let (def, menu) = (machine.def, machine.def.menu(menu));
    if option & OFFER == 0 {
        return menu.branches[option as usize].label.clone();
    }
    let ability = menu.offers[offer_of(option).0];
    def.abilities[ability.index()].named.id.clone()
}

fn payment_text(machine: &Inspected, payment: &crate::machine::Payment) -> String {
    let def = machine.def;
    let part_text = |part: &crate::machine::PaymentPart| {
        let name = &def.counters[part.counter.index()].named.id;
        match machine.piece_paying(part) {
            Some(piece) => {
                let from = thing(def, &machine.state.world, Class::Piece, i32::from(piece.0));
                format!("{} {name} from {from}", part.amount)
            }
            None => format!("{} {name}", part.amount),
        }
    };
    let parts: Vec<String> = payment.parts.iter().map(part_text).collect();
    if parts.is_empty() { "pay nothing".into() } else { format!("pay {}", parts.join(", ")) }
}

/// Distinguishes pieces with the same name by where they lie.
fn qualified(
    mut plain: Vec<String>,
    options: &[i32],
    whereabouts: impl Fn(i32) -> Option<String>,
) -> Vec<String> {
    let before = plain.clone();
    for (index, text) in plain.iter_mut().enumerate() {
        let shared = before.iter().filter(|other| **other == before[index]).count() > 1;
        if let (true, Some(place)) = (shared, whereabouts(options[index])) {
            *text = format!("{text} ({place})");
        }
    }
    plain
}

fn whereabouts(def: &Def, world: &World, piece: i32) -> Option<String> {
    let piece = PieceId(u16::try_from(piece).ok()?);
    let place = def.places.get(world.place_of(piece).index())?;
    let zone = &def.zones[place.zone.index()];
    let slot = world.slot_of(piece);
    match holder_text(def, world, zone.scope, place.holder) {
        Some(holder) if slot > 0 => Some(format!("{holder} {slot}")),
        Some(holder) => Some(holder),
        None if slot > 0 => Some(slot.to_string()),
        None => Some(zone.named.id.clone()),
    }
}

/// Numbers texts that are still identical.
fn numbered(plain: Vec<String>) -> Vec<String> {
    let count = |upto: usize, text: &String| plain[..upto].iter().filter(|it| *it == text).count();
    let number = |(index, text): (usize, &String)| match count(index, text) {
        0 => text.clone(),
        before => format!("{text} #{}", before + 1),
    };
    plain.iter().enumerate().map(number).collect()
}

/// A seat's name for people.
pub fn seat_name(def: &Def, seat: SeatId) -> &str {
    def.seat_names.get(seat.index()).map_or("nobody", |named| &named.name)
}
