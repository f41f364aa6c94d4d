//! Statements outside of procedures, except those for things on the table.

use super::read::{Read, Reader, register};
use super::write::Writer;
use super::{Does, Item, Run, Sort, named};
use crate::def::ask::{MajorityDef, Ties};
use crate::def::expr::{ExprId, RouteDef};
use crate::def::part::{AbilityDef, Limit, Modifier, ModifierKind, ValueDef, Whose};
use crate::def::{PeriodDef, ScriptDef};
use crate::id::{AbilityId, CostId};

/// The bindings of abilities: who has it, its piece, who acts, the event's arguments.
const OF_ABILITIES: [&str; 5] = ["me", "self", "actor", "what", "much"];
/// The bindings of named values.
pub(super) const OF_VALUES: [&str; 3] = ["me", "about", "self"];

const CHANGES: [(&str, ModifierKind); 5] = [
    ("adds", ModifierKind::Add),
    ("times", ModifierKind::Times),
    ("sets", ModifierKind::Set),
    ("at_least", ModifierKind::AtLeast),
    ("at_most", ModifierKind::AtMost),
];

const TIES: [(&str, Ties); 4] = [
    ("split", Ties::Split),
    ("share", Ties::Share),
    ("lower", Ties::Lower),
    ("dense", Ties::Dense),
];

pub(super) fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

impl Reader<'_> {
    /// A statement outside of procedures.
    pub fn declaration(&mut self) -> Read<Item> {
        let word = self.word()?;
        let sort = match word.as_str() {
            "show" | "run" => {
                while self.next().is_some() {}
                return Ok(if word == "run" { Item::Run } else { Item::Show });
            }
            "seats" => return self.seats().map(|()| Item::Seats),
            "link" => return self.link(),
            "at" => {
                let space = self.space()?;
                self.printed_on_space(space)?;
                return Ok(Item::Named(Sort::Space, space.index()));
            }
            "ability" => (Sort::Ability, self.ability()?),
            "attr" => (Sort::Attr, self.new_attr()?),
            "cost" => (Sort::Cost, self.new_cost()?),
            "counter" => (Sort::Counter, self.new_counter()?),
            "entry" => (Sort::Entry, self.new_entry()?),
            "event" => (Sort::Event, self.new_event()?),
            "group" => (Sort::Group, self.new_group()?),
            "kind" => (Sort::Kind, self.new_kind()?),
            "line" => (Sort::Line, self.new_line()?),
            "list" => (Sort::Run, self.new_run(true)?),
            "majority" => (Sort::Majority, self.new_majority()?),
            "period" => (Sort::Period, self.new_period()?),
            "piece" => (Sort::Piece, self.new_piece()?),
            "route" => (Sort::Route, self.new_route()?),
            "script" => (Sort::Script, self.new_script()?),
            "stream" => (Sort::Stream, self.new_stream()?),
            "table" => (Sort::Run, self.new_run(false)?),
            "value" => (Sort::Value, self.new_value()?),
            "zone" => (Sort::Zone, self.new_zone()?),
            other => return self.wrong(format!("`{other}` declares nothing")),
        };
        Ok(Item::Named(sort.0, sort.1))
    }

    fn maybe(&mut self, word: &str) -> Read<Option<ExprId>> {
        if self.takes_word(word) { self.expr().map(Some) } else { Ok(None) }
    }

    fn ability(&mut self) -> Read<usize> {
        let index = self.program.def.abilities.len();
        let name = self.names(Sort::Ability, index)?;
        self.locals = names(&OF_ABILITIES);
        let entry = if self.takes_word("of") { Some(self.known(Sort::Entry)?) } else { None };
        let on = if self.takes_word("on") { Some(self.known(Sort::Event)?) } else { None };
        let whose = if self.takes_word("others") {
            Whose::Others
        } else if self.takes_word("anyone") {
            Whose::Anyone
        } else {
            Whose::Mine
        };
        let when = self.maybe("when")?;
        let optional = self.takes_word("optional");
        let again = self.takes_word("again");
        let limit = if self.takes_word("limit") { Some(self.limit()?) } else { None };
        let steps = if self.takes_word("does") { Some(self.proc()?) } else { None };
        if self.takes_word("changes") {
            let value = self.value()?;
            let word = self.word()?;
            let Some((_, change)) = CHANGES.iter().find(|(is, _)| *is == word) else {
                return self.wrong(format!("`{word}` is no change of a value"));
            };
            self.locals = names(&OF_VALUES);
            let by = self.expr()?;
            let modifier = Modifier { ability: index.into(), change: *change, by };
            self.program.def.values[value.index()].modifiers.push(modifier);
        }
        let def = &mut self.program.def;
        let id = AbilityId::from(index);
        on.into_iter().for_each(|on| def.listeners[on].push(id));
        entry.into_iter().for_each(|entry| def.entries[entry].abilities.push(id));
        let entry = entry.map(Into::into);
        let (hidden, cause, named) = (None, 0, named(&name));
        let ability =
            AbilityDef { named, entry, whose, when, hidden, steps, again, optional, limit, cause };
        def.abilities.push(ability);
        Ok(index)
    }

    fn limit(&mut self) -> Read<Limit> {
        let counter = self.counter()?;
        let (times, by_seat) = (self.number()?, self.takes_word("seat"));
        let shared = self.takes_word("shared");
        Ok(Limit { counter, times, by_seat, shared })
    }

    fn new_cost(&mut self) -> Read<usize> {
        let index = self.program.def.costs.len();
        self.names(Sort::Cost, index)?;
        while !self.takes("=") {
            let local = self.word()?;
            self.locals.push(local);
        }
        let cost = self.price()?;
        self.program.def.costs.push(cost);
        self.program.cost_locals.push(self.locals.clone());
        Ok(index)
    }

    fn new_event(&mut self) -> Read<usize> {
        let index = self.program.def.listeners.len();
        let name = self.names(Sort::Event, index)?;
        self.program.def.listeners.push(vec![]);
        self.program.def.event_names.push(named(&name));
        Ok(index)
    }

    fn new_line(&mut self) -> Read<usize> {
        let index = self.program.def.lines.len();
        let name = self.names(Sort::Line, index)?;
        self.program.def.lines.push(named(&name));
        Ok(index)
    }

    fn new_stream(&mut self) -> Read<usize> {
        let index = self.program.def.streams.len();
        let name = self.names(Sort::Stream, index)?;
        self.program.def.streams.push(name);
        Ok(index)
    }

    fn new_run(&mut self, counted: bool) -> Read<usize> {
        let index = self.program.runs.len();
        self.names(Sort::Run, index)?;
        self.sign("=")?;
        let mut numbers = vec![];
        while !self.is_at_end() {
            numbers.push(self.number()?);
        }
        let tables = &mut self.program.def.tables;
        tables.extend(counted.then_some(numbers.len() as i32));
        let (start, len) = (tables.len() as u32, numbers.len() as u32);
        tables.extend(numbers);
        self.program.runs.push(Run { start, len, counted });
        Ok(index)
    }

    fn new_period(&mut self) -> Read<usize> {
        let index = self.program.def.periods.len();
        let name = self.names(Sort::Period, index)?;
        let mut resets = vec![];
        while !self.is_at_end() {
            let counter = self.counter()?;
            let counter = &mut self.program.def.counters[counter.index()];
            counter.resets = Some(index.into());
            resets.push((counter.cell, counter.holders, counter.start));
        }
        self.program.def.periods.push(PeriodDef { named: named(&name), resets });
        Ok(index)
    }

    fn new_value(&mut self) -> Read<usize> {
        let index = self.program.def.values.len();
        let name = self.names(Sort::Value, index)?;
        self.locals = names(&OF_VALUES);
        self.sign("=")?;
        let base = self.expr()?;
        let (named, modifiers, bounds) = (named(&name), vec![], None);
        self.program.def.values.push(ValueDef { named, base, modifiers, bounds });
        Ok(index)
    }

    fn new_majority(&mut self) -> Read<usize> {
        let index = self.program.def.majorities.len();
        self.names(Sort::Majority, index)?;
        self.locals = vec!["me".into()];
        let (line, counter) = (self.line()?, self.counter()?);
        let it = self.it()?;
        self.sign(",")?;
        let seats = self.set()?;
        self.sign(",")?;
        let amount = self.expr()?;
        let keys = if self.takes_word("then") { self.exprs()?.into_vec() } else { vec![] };
        if !self.takes_word("from") {
            return self.wrong("a majority says `from` which amount on somebody takes part");
        }
        let at_least = self.expr()?;
        let neutral = self.maybe("neutral")?;
        let places = if self.takes_word("places") { self.exprs()?.into_vec() } else { vec![] };
        let word = self.word()?;
        let Some((_, ties)) = TIES.iter().find(|(is, _)| *is == word) else {
            return self.wrong(format!("`{word}` says nothing about ties"));
        };
        let ties = *ties;
        let share =
            MajorityDef { line, seats, it, amount, at_least, neutral, places, ties, keys, counter };
        self.program.def.majorities.push(share);
        Ok(index)
    }

    fn new_route(&mut self) -> Read<usize> {
        let index = self.program.def.routes.len();
        self.names(Sort::Route, index)?;
        while !self.takes("=") {
            let local = self.word()?;
            self.locals.push(local);
        }
        let from = self.expr()?;
        let enters = self.takes_word("entered");
        self.sign(",")?;
        let word = self.word()?;
        let Some(it) = register(&word) else {
            return self.wrong(format!("`{word}` is no register"));
        };
        let through = self.maybe("through")?;
        if !self.takes_word("avoid") {
            return self.wrong("a route has a list of spaces to `avoid`");
        }
        let avoid = self.slot()?;
        let (stop, cost) = match (self.maybe("stop")?, self.maybe("cost")?) {
            (Some(stop), Some(cost)) => (stop, cost),
            _ => return self.wrong("a route has a `stop` and a `cost`"),
        };
        let route = RouteDef { from, enters, it, through, avoid, stop, cost };
        self.program.def.routes.push(route);
        self.program.route_locals.push(self.locals.clone());
        Ok(index)
    }

    fn new_script(&mut self) -> Read<usize> {
        let index = self.program.def.scripts.len();
        let name = self.names(Sort::Script, index)?;
        let fails = self.takes_word("fails");
        let asks = if self.takes_word("asks") { Some(self.number()?) } else { None };
        let mut steps = vec![];
        if self.takes_word("returns") {
            while !self.is_at_end() {
                steps.push(self.proc()?);
            }
        }
        let does = Does { asks, steps, fails };
        let (asks, returned) = (does.asks.is_some(), does.steps.clone());
        let def = &mut self.program.def;
        for proc in &returned {
            if !def.returned.contains(proc) {
                def.returned.push(*proc);
            }
        }
        let (named, handle, params) = (named(&name), index as u32, vec![]);
        def.scripts.push(ScriptDef { named, handle, params, n_values: 1, asks, returned });
        self.program.scripts.push(does);
        Ok(index)
    }
}

impl Writer<'_> {
    /// A statement outside of procedures.
    pub fn declaration(&mut self, item: Item) {
        let program = self.program;
        let (sort, index) = match item {
            Item::Seats => return self.seats(),
            Item::Link(one, other) => {
                self.keyword("link");
                self.space(&one);
                return self.space(&other);
            }
            Item::Proc(proc) => {
                self.keyword("proc");
                self.proc(&proc);
                return program.locals[proc.index()].iter().for_each(|local| self.keyword(local));
            }
            Item::Named(sort, index) => (sort, index),
            Item::Show | Item::Run | Item::Label | Item::Op(_) => return,
        };
        let counted = sort == Sort::Run && program.runs[index].counted;
        let word = match sort {
            Sort::Space => "at".into(),
            Sort::Run => (if counted { "list" } else { "table" }).into(),
            _ => format!("{sort:?}").to_lowercase(),
        };
        self.keyword(&word);
        self.known(sort, index);
        match sort {
            Sort::Ability => self.ability(AbilityId::from(index)),
            Sort::Cost => {
                program.cost_locals[index].iter().for_each(|local| self.keyword(local));
                self.keyword("=");
                self.locals = program.cost_locals[index].clone();
                self.price(&program.def.costs[CostId::from(index).index()]);
            }
            Sort::Counter => self.counter_def(index),
            Sort::Entry => self.entry_def(index),
            Sort::Group => self.group_def(index),
            Sort::Majority => self.majority_def(&program.def.majorities[index]),
            Sort::Period => {
                for (cell, ..) in &program.def.periods[index].resets {
                    let counter = program.holder_of(*cell);
                    counter.into_iter().for_each(|(counter, _)| self.counter(&counter));
                }
            }
            Sort::Piece => self.piece_def(index),
            Sort::Route => {
                program.route_locals[index].iter().for_each(|local| self.keyword(local));
                self.locals = program.route_locals[index].clone();
                self.route_def(&program.def.routes[index]);
            }
            Sort::Run => {
                self.keyword("=");
                let run = &program.runs[index];
                let all = &program.def.tables[run.start as usize..(run.start + run.len) as usize];
                all.iter().for_each(|number| self.number(number));
            }
            Sort::Script => {
                let does = &program.scripts[index];
                if does.fails {
                    self.keyword("fails");
                }
                if let Some(asks) = does.asks {
                    self.keyword(&format!("asks {asks}"));
                }
                if !does.steps.is_empty() {
                    self.keyword("returns");
                }
                does.steps.iter().for_each(|proc| self.proc(proc));
            }
            Sort::Space => self.printed_on_space(index),
            Sort::Value => {
                self.locals = names(&OF_VALUES);
                self.keyword("=");
                self.expr(&program.def.values[index].base);
            }
            Sort::Zone => self.zone_def(index),
            Sort::Attr
            | Sort::Event
            | Sort::Kind
            | Sort::Line
            | Sort::Proc
            | Sort::Seat
            | Sort::Stream => {}
        }
    }

    fn ability(&mut self, id: AbilityId) {
        let def = &self.program.def;
        let ability = &def.abilities[id.index()];
        self.locals = names(&OF_ABILITIES);
        if let Some(entry) = ability.entry {
            self.keyword("of");
            self.known(Sort::Entry, entry.index());
        }
        if let Some(event) = def.listeners.iter().position(|all| all.contains(&id)) {
            self.keyword("on");
            self.known(Sort::Event, event);
        }
        match ability.whose {
            Whose::Mine => {}
            Whose::Others => self.keyword("others"),
            Whose::Anyone => self.keyword("anyone"),
        }
        self.part("when", ability.when);
        if ability.optional {
            self.keyword("optional");
        }
        if ability.again {
            self.keyword("again");
        }
        if let Some(limit) = ability.limit {
            self.keyword("limit");
            self.counter(&limit.counter);
            self.number(&limit.times);
            for (is, word) in [(limit.by_seat, "seat"), (limit.shared, "shared")] {
                if is {
                    self.keyword(word);
                }
            }
        }
        if let Some(steps) = ability.steps {
            self.keyword("does");
            self.proc(&steps);
        }
        for (value, of) in def.values.iter().enumerate() {
            for modifier in of.modifiers.iter().filter(|modifier| modifier.ability == id) {
                self.keyword("changes");
                self.known(Sort::Value, value);
                let word = CHANGES.iter().find(|(_, is)| *is == modifier.change);
                self.keyword(word.map_or("", |(word, _)| word));
                self.locals = names(&OF_VALUES);
                self.expr(&modifier.by);
            }
        }
    }

    fn majority_def(&mut self, share: &MajorityDef) {
        self.locals = vec!["me".into()];
        self.line(&share.line);
        self.counter(&share.counter);
        self.it(&share.it);
        self.put(", ");
        self.set(&share.seats);
        self.put(", ");
        self.expr(&share.amount);
        if !share.keys.is_empty() {
            self.keyword("then");
            self.exprs(&share.keys);
        }
        self.part("from", Some(share.at_least));
        self.part("neutral", share.neutral);
        if !share.places.is_empty() {
            self.keyword("places");
            self.exprs(&share.places);
        }
        let word = TIES.iter().find(|(_, is)| *is == share.ties);
        self.keyword(word.map_or("", |(word, _)| word));
    }

    fn route_def(&mut self, route: &RouteDef) {
        self.part("=", Some(route.from));
        if route.enters {
            self.keyword("entered");
        }
        self.put(",");
        self.it(&route.it);
        self.part("through", route.through);
        self.keyword("avoid");
        self.slot(&route.avoid);
        self.part("stop", Some(route.stop));
        self.part("cost", Some(route.cost));
    }
}
