//! Numbers shown on the table or printed on things: the lines of the table's panels, and the
//! numbers of a piece or space.

use boardwright_rules::def::ask::{Class, NotePart, Term};
use boardwright_rules::def::expr::Expr;
use boardwright_rules::def::part::Scope;
use boardwright_rules::def::show::{PanelDef, Shown};
use boardwright_rules::eval::Eval;
use boardwright_rules::id::{CounterId, NoteId, PieceId, PlaceId, ZoneId};
use boardwright_rules::view::sees;
use boardwright_text::{Speaks, about, called};

use super::asked::{Asking, Meaning, names_of, plain};
use super::history::Number;
use super::number::{ledger, number_called};
use super::place::Places;
use super::secret::Eyes;
use super::trace::Tracer;
use super::{Answer, Cause, Effect, Place, Reply};
use boardwright_compile::names::{AttrType, Type};

impl Asking<'_, '_> {
    /// What a panel shows beside a thing, if the words fit it.
    pub(super) fn in_panels(&self, words: &str) -> Option<Reply> {
        let (def, world) = (self.def, self.world);
        let mut found: Vec<(String, String, NoteId, i32)> = vec![];
        for panel in &def.show.panels {
            let Some(note) = panel.each else { continue };
            for (class, thing) in self.things_in(panel) {
                let text = about(def, world, note, self.viewer, thing);
                let name = called(def, world, class, thing);
                let of = self.gathered_by(panel, class, thing);
                let hay = plain(&format!("{text} {name} {of}"));
                let fits = words.split(' ').all(|word| hay.iter().any(|it| it == word));
                if fits && !self.numbers(note).is_empty() {
                    let told = if text.contains(&name) { text } else { format!("{name}: {text}") };
                    found.push((told, plain(&name).join(" "), note, thing));
                }
            }
        }
        match found.as_slice() {
            [] => None,
            [(told, _, note, thing)] => {
                let causes = self.written(*note, *thing);
                Some(Reply::Answer(Answer { about: told.clone(), causes }))
            }
            several => {
                // The name is enough, unless several things share it.
                let asks = |name: &String, told: &String| {
                    let n_called = several.iter().filter(|(_, other, ..)| other == name).count();
                    if n_called > 1 { plain(told).join(" ") } else { name.clone() }
                };
                let meaning = |(told, name, ..): &(String, String, NoteId, i32)| Meaning {
                    told: told.clone(),
                    ask: asks(name, told),
                };
                Some(Reply::Which(several.iter().map(meaning).collect()))
            }
        }
    }

    /// The visible things for which a panel has a line.
    fn things_in(&self, panel: &PanelDef) -> Vec<(Class, i32)> {
        let (def, world) = (self.def, self.world);
        let mut things = vec![];
        for item in &panel.items {
            match *item {
                Shown::Group(group) => {
                    let group = &def.groups[usize::from(group)];
                    let first = i32::from(group.first.0);
                    let spaces = first..first + i32::from(group.spaces);
                    things.extend(spaces.map(|at| (Class::Space, at)));
                }
                Shown::Zone(zone) => {
                    let zone = &def.zones[zone.index()];
                    for n in 0..usize::from(zone.places) {
                        let place = PlaceId::from(zone.first.index() + n);
                        if sees(def, self.viewer, place) {
                            let pieces = world.pieces_in(place);
                            things.extend(pieces.map(|it| (Class::Piece, i32::from(it.0))));
                        }
                    }
                }
                Shown::Counter(_) => {}
            }
        }
        things
    }

    /// The space under which a panel groups the line of another space.
    fn gathered_by(&self, panel: &PanelDef, class: Class, thing: i32) -> String {
        let (Some(attr), Class::Space) = (panel.by, class) else { return String::new() };
        let values = self.def.space_attrs.get(attr.index());
        let by = usize::try_from(thing).ok().and_then(|at| values?.get(at));
        by.map_or(String::new(), |by| called(self.def, self.world, Class::Space, *by))
    }

    /// The numbers in a sentence.
    fn numbers(&self, note: NoteId) -> Vec<u32> {
        let parts = self.def.notes.get(note.index()).map_or(&[][..], |note| &note.parts);
        let number = |part: &NotePart| match part {
            NotePart::Gap(expr, Class::Number) => Some(*expr),
            _ => None,
        };
        parts.iter().filter_map(number).collect()
    }

    /// How the numbers in a sentence about a thing come about.
    fn written(&self, note: NoteId, thing: i32) -> Vec<Cause> {
        let (def, world, viewer) = (self.def, self.world, self.viewer);
        let seat = i32::from(viewer.0);
        let eyes = Eyes { def, world, viewer, seat };
        let places = Places { game: self.session.game };
        let tracer = Tracer { places: &places, viewer, pc: None };
        let locals = [seat];
        let mut causes = vec![];
        for expr in self.numbers(note) {
            let mut eval = Eval::new(def, world, &locals);
            eval.its[0] = thing;
            let cause = match eyes.miss(expr) {
                true => {
                    let text = def.language().word("something you cannot see").to_owned();
                    Cause { text, ..Cause::of(Effect::Is(eval.eval(expr))) }
                }
                false => {
                    let traced = tracer.trace(&mut eval, expr);
                    let (text, mut parts) = (traced.text, traced.parts);
                    match parts.as_slice() {
                        // Just a named value: it says whose it is, too.
                        [one] if one.effect == Effect::Is(traced.value) => parts.remove(0),
                        _ => {
                            let place = self.printed_at(expr, thing);
                            Cause { text, parts, place, ..Cause::default() }
                        }
                    }
                }
            };
            causes.push(cause);
        }
        causes
    }

    /// Where a number is printed, if it is just that.
    fn printed_at(&self, expr: u32, thing: i32) -> Option<Place> {
        let def = self.def;
        let at = usize::try_from(thing).ok()?;
        let places = Places { game: self.session.game };
        match *def.exprs.get(expr as usize)? {
            Expr::SpaceAttr(attr, _) => {
                let space = def.spaces.get(at)?;
                let group = &def.groups.get(usize::from(space.group))?.named.id;
                places.printed(&space.named, Some(group), &def.attr_names.get(attr.index())?.id)
            }
            Expr::Attr(attr, _) => {
                def.pieces.get(at)?;
                let entry = self.world.entry_of(def, PieceId::from(at));
                let named = &def.entries[entry.index()].named;
                places.printed(named, None, &def.attr_names.get(attr.index())?.id)
            }
            _ => None,
        }
    }

    /// The numbers of a piece or space, if the words name one.
    pub(super) fn on_thing(&self, words: &str) -> Option<Reply> {
        let (def, world) = (self.def, self.world);
        let (_, name) = self.holder(words);
        if name.is_empty() {
            return None;
        }
        let pieces = (0..def.pieces.len()).map(|at| (Class::Piece, at as i32));
        let spaces = (0..def.spaces.len()).map(|at| (Class::Space, at as i32));
        let is_it = |exactly: bool, (class, at): (Class, i32)| {
            let names = match class {
                Class::Piece => {
                    let piece = PieceId(at as u16);
                    if !sees(def, self.viewer, world.place_of(piece)) {
                        return false;
                    }
                    names_of(&def.entries[world.entry_of(def, piece).index()].named)
                }
                _ => names_of(&def.spaces[at as usize].named),
            };
            names.iter().any(|it| if exactly { *it == name } else { it.contains(&name) })
        };
        let all: Vec<(Class, i32)> = pieces.chain(spaces).collect();
        let mut found: Vec<(Class, i32)> =
            all.iter().copied().filter(|it| is_it(true, *it)).collect();
        if found.is_empty() {
            found = all.iter().copied().filter(|it| is_it(false, *it)).collect();
        }
        // Pieces with the same print have the same numbers, except for what lies on them.
        found.dedup_by_key(|(class, at)| {
            (called(def, world, *class, *at), self.counts(*class, *at))
        });
        let told = found.iter().map(|(class, at)| (called(def, world, *class, *at), *class, *at));
        let told: Vec<(String, Class, i32)> = told.collect();
        match told.as_slice() {
            [] => None,
            [(name, class, at)] => self.numbers_of(name, *class, *at),
            several => {
                let meaning = |(name, ..): &(String, Class, i32)| Meaning {
                    told: name.clone(),
                    ask: plain(name).join(" "),
                };
                let mut all: Vec<Meaning> = several.iter().map(meaning).collect();
                all.dedup();
                if let [_] = all.as_slice() {
                    let (name, class, at) = &several[0];
                    return self.numbers_of(name, *class, *at);
                }
                Some(Reply::Which(all))
            }
        }
    }

    /// What a printed cost asks for, from the seat that asks.
    fn cost(&self, attr: &str, cost: i32, thing: i32, place: Option<Place>) -> Vec<Cause> {
        let (def, world, viewer) = (self.def, self.world, self.viewer);
        let cost = usize::try_from(cost).ok().and_then(|cost| def.costs.get(cost));
        let terms = cost.and_then(|cost| cost.bundles.first()).map_or(&[][..], |it| &it.terms);
        let seat = i32::from(viewer.0);
        let eyes = Eyes { def, world, viewer, seat };
        let places = Places { game: self.session.game };
        let tracer = Tracer { places: &places, viewer, pc: None };
        let told = |term: &Term| {
            let counter = def.counters.get(term.purses.first()?.counter.index())?;
            let name = if term.name.is_empty() { counter.named.heading() } else { &term.name };
            let locals = [seat, thing];
            let mut eval = Eval::new(def, world, &locals);
            let traced = (!eyes.miss(term.amount)).then(|| tracer.trace(&mut eval, term.amount))?;
            let attr = format!("{} ({name})", attr.replace('_', " "));
            let text = def.language().say("{0}, printed on it", &[&attr]);
            let amount = traced.says_more.then_some(traced.text);
            let (effect, parts) = (Effect::Is(traced.value), traced.parts);
            Some(Cause { text, amount, parts, place: place.clone(), ..Cause::of(effect) })
        };
        terms.iter().filter_map(told).collect()
    }

    /// The counters of a piece or space, and how much lies in its containers.
    fn counts(&self, class: Class, at: i32) -> Vec<Number> {
        let mut numbers = vec![];
        for (id, counter) in self.def.counters.iter().enumerate() {
            let fits = match counter.scope {
                Scope::Piece(_) => class == Class::Piece,
                Scope::Space(_) => class == Class::Space,
                _ => false,
            };
            let nth = (at as u32).wrapping_sub(counter.first);
            let id = CounterId::from(id);
            if fits && nth < counter.holders && !self.def.is_quiet_counter(id) {
                numbers.push(Number::Cell(counter.cell + nth));
            }
        }
        for (id, zone) in self.def.zones.iter().enumerate() {
            let fits = match zone.scope {
                Scope::Piece(_) => class == Class::Piece,
                Scope::Space(_) => class == Class::Space,
                _ => false,
            };
            let nth = (at as u32).wrapping_sub(zone.first_holder);
            let is_there =
                nth < u32::from(zone.places) && !self.def.is_quiet_zone(ZoneId::from(id));
            if fits && is_there {
                numbers.push(Number::Size(PlaceId::from(zone.first.index() + nth as usize)));
            }
        }
        numbers
    }

    /// The numbers printed on a piece or space, and its counters with their history.
    fn numbers_of(&self, name: &str, class: Class, at: i32) -> Option<Reply> {
        let (def, world, names) = (self.def, self.world, &self.session.game.names);
        let places = Places { game: self.session.game };
        let is_number = |holds: &AttrType| matches!(holds, AttrType::One(Type::Number));
        let is_cost = |holds: &AttrType| matches!(holds, AttrType::Cost | AttrType::Amounts);
        let mut causes: Vec<Cause> = vec![];
        let mut costs: Vec<Cause> = vec![];
        let mut printed = |attr: &str, number: i32, place| {
            let text = def.language().say("{0}, printed on it", &[&attr.replace('_', " ")]);
            causes.push(Cause { text, place, ..Cause::of(Effect::Is(number)) });
        };
        match class {
            Class::Piece => {
                let piece = PieceId(at as u16);
                let entry = world.entry_of(def, piece);
                let kind = def.pieces[piece.index()].kind;
                let of = names.attrs.iter().filter(|((it, _), _)| *it == kind);
                for ((_, id), attr) in of {
                    let place = places.printed(&def.entries[entry.index()].named, None, id);
                    let number = def.attr(attr.id, entry);
                    if is_number(&attr.holds) {
                        printed(id, number, place);
                    } else if is_cost(&attr.holds) {
                        costs.extend(self.cost(id, number, at, place));
                    }
                }
            }
            _ => {
                let space = def.spaces.get(at as usize)?;
                let group = &def.groups.get(usize::from(space.group))?.named.id;
                let of = names.space_attrs.iter().filter(|((it, _), _)| *it == space.group);
                let is_printed = |id: &str| id != "index";
                let of = of.filter(|((_, id), attr)| is_number(&attr.holds) && is_printed(id));
                for ((_, id), attr) in of {
                    let place = places.printed(&space.named, Some(group), id);
                    printed(id, def.space_attrs[attr.id.index()][at as usize], place);
                }
            }
        }
        causes.append(&mut costs);
        for number in self.counts(class, at) {
            let about = number_called(def, world, number);
            let parts = match ledger(self.session, self.viewer, number) {
                Reply::Answer(answer) => answer.causes,
                _ => continue,
            };
            let effect = Effect::Is(number.in_world(world));
            causes.push(Cause { text: about, parts, ..Cause::of(effect) });
        }
        if causes.is_empty() {
            let phrase = "there is no number on {0}";
            return Some(Reply::Refused(def.language().say(phrase, &[&name])));
        }
        Some(Reply::Answer(Answer { about: name.to_owned(), causes }))
    }
}
