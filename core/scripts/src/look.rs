//! A game as scripts see it. Scripts are rules, so they may read everything.

use std::collections::BTreeMap;

use boardwright_rules::def::Def;
use boardwright_rules::def::ask::Class;
use boardwright_rules::def::part::Scope;
use boardwright_rules::eval::value_for;
use boardwright_rules::id::{CounterId, PlaceId, SpaceId, ZoneId};
use boardwright_rules::world::World;

use crate::luau::{Look, Ref, Value};
use boardwright_compile::OptionValue;
use boardwright_compile::names::Names;
use boardwright_syntax::diag::similar;

/// The classes of things, as scripts see them.
pub(super) mod class {
    pub const SEAT: u8 = 1;
    pub const PIECE: u8 = 2;
    pub const SPACE: u8 = 3;
    pub const PLACE: u8 = 4;
    pub const ENTRY: u8 = 5;
}

/// Functions scripts may call: `view.value("limit", piece)`.
pub const CALLS: &[&str] = &[
    "along",
    "can_pay",
    "distance",
    "entries",
    "held",
    "neighbours",
    "option",
    "pieces",
    "pieces_in",
    "place",
    "points",
    "total",
    "track",
    "value",
];

/// A game at one moment, with the acting seat and the piece whose ability runs.
pub(super) struct GameLook<'a> {
    pub def: &'a Def,
    pub world: &'a World,
    pub names: &'a Names,
    pub options: &'a BTreeMap<String, OptionValue>,
    pub seat: i32,
    pub piece: i32,
}

/// A thing, or nil if the number is negative.
pub(super) fn thing(class: u8, index: i32) -> Value {
    u32::try_from(index).map_or(Value::Nil, |index| Value::Ref(Ref { class, index }))
}

impl GameLook<'_> {
    /// A kernel number as a value.
    pub fn value_of(&self, class: Class, value: i32) -> Value {
        match class {
            Class::Number => Value::Int(i64::from(value)),
            Class::Truth => Value::Bool(value != 0),
            Class::Seat => thing(class::SEAT, value),
            Class::Piece => thing(class::PIECE, value),
            Class::Space => thing(class::SPACE, value),
            Class::Place => thing(class::PLACE, value),
            Class::Entry => thing(class::ENTRY, value),
            Class::Counter | Class::Word(_) | Class::Cost(..) | Class::List(_) => {
                Value::Text(boardwright_text::thing(self.def, self.world, class, value))
            }
        }
    }

    /// The pieces of a container.
    pub fn pieces_in(&self, place: PlaceId) -> Value {
        let pieces = self.world.pieces_in(place);
        Value::List(pieces.map(|piece| thing(class::PIECE, i32::from(piece.0))).collect())
    }

    /// The container of a zone for a holder.
    pub fn place(&self, zone: ZoneId, holder: i32) -> Option<PlaceId> {
        let zone = self.def.zones.get(zone.index())?;
        if zone.scope == Scope::Table {
            return Some(zone.first);
        }
        let offset = u32::try_from(holder).ok()?.checked_sub(zone.first_holder)?;
        (offset < u32::from(zone.places)).then(|| PlaceId(zone.first.0 + offset as u16))
    }

    /// A counter for a holder, if it has one.
    pub fn counter(&self, counter: CounterId, holder: i32) -> Option<Value> {
        let cell = World::cell_of(self.def, counter, holder)?;
        Some(Value::Int(i64::from(self.world.cell(cell))))
    }

    /// A named value for a seat, about something.
    pub fn named_value(&self, name: &str, seat: i32, about: i32) -> Result<Value, String> {
        let Some((value, _)) = self.names.values.get(name) else {
            return Err(unknown("there is no value", name, self.names.values.ids()));
        };
        let number = value_for(self.def, self.world, *value, seat, about, &mut |_, _, _| {});
        Ok(Value::Int(i64::from(number)))
    }

    /// All seats, or only those of people.
    fn seats(&self, n: u8) -> Value {
        Value::List((0..i32::from(n)).map(|seat| thing(class::SEAT, seat)).collect())
    }

    fn spaces_of(&self, group: u16) -> Value {
        let Some(group) = self.def.groups.get(usize::from(group)) else { return Value::Nil };
        let first = i32::from(group.first.0);
        let spaces = first..first + i32::from(group.spaces);
        Value::List(spaces.map(|space| thing(class::SPACE, space)).collect())
    }

    fn root_counter(&self, name: &str) -> Option<Result<Value, String>> {
        let counter = *self.names.counters.get(name)?;
        let def = self.def.counters.get(counter.index())?;
        Some(match def.scope {
            Scope::Table => self.counter(counter, 0).ok_or_else(String::new),
            Scope::Seat => Err(format!("`{name}` belongs to a seat: write `view.me.{name}`")),
            Scope::Piece(_) => Err(format!("`{name}` belongs to a piece: write `piece.{name}`")),
            Scope::Space(_) => Err(format!("`{name}` belongs to a space: write `space.{name}`")),
            Scope::SeatSpace(_) => Err(format!(
                "`{name}` belongs to a seat and a space: write `held(\"{name}\", space, seat)`"
            )),
        })
    }

    fn root_zone(&self, name: &str) -> Option<Result<Value, String>> {
        let zone = *self.names.zones.get(name)?;
        let def = self.def.zones.get(zone.index())?;
        Some(match def.scope {
            Scope::Table => Ok(self.pieces_in(def.first)),
            Scope::Piece(_) => Err(format!("`{name}` belongs to a piece: write `piece.{name}`")),
            Scope::Space(_) => Err(format!("`{name}` belongs to a space: write `space.{name}`")),
            _ => Err(format!("`{name}` belongs to a seat: write `view.me.{name}`")),
        })
    }

    fn root_value(&self, name: &str) -> Option<Result<Value, String>> {
        let (_, about) = self.names.values.get(name)?;
        Some(match about {
            None => self.named_value(name, self.seat, -1),
            Some(_) => Err(format!(
                "`{name}` is asked about something: write `view.value(\"{name}\", thing)`"
            )),
        })
    }

    /// The names the view knows, for suggestions.
    fn known(&self) -> impl Iterator<Item = &str> {
        let names = self.names;
        ["me", "self", "players", "seats"]
            .into_iter()
            .chain(names.counters.ids())
            .chain(names.zones.ids())
            .chain(names.values.ids())
            .chain(names.groups.ids())
            .chain(names.spaces.ids())
            .chain(names.entries.ids())
    }
}

impl Look for GameLook<'_> {
    fn field(&self, of: Ref, name: &str) -> Result<Value, String> {
        self.thing_field(of, name)
    }

    fn root(&self, name: &str) -> Result<Value, String> {
        match name {
            "me" => return Ok(thing(class::SEAT, self.seat)),
            "self" => return Ok(thing(class::PIECE, self.piece)),
            "players" => return Ok(self.seats(self.def.players)),
            "seats" => return Ok(self.seats(self.def.seats)),
            _ => {}
        }
        let found = self
            .root_counter(name)
            .or_else(|| self.root_zone(name))
            .or_else(|| self.root_value(name));
        if let Some(found) = found {
            return found;
        }
        if let Some(group) = self.names.groups.get(name) {
            return Ok(self.spaces_of(*group));
        }
        if let Some(space) = self.names.spaces.get(name) {
            return Ok(thing(class::SPACE, i32::from(space.0)));
        }
        if let Some(entry) = self.names.entries.get(name) {
            return Ok(thing(class::ENTRY, i32::from(entry.0)));
        }
        let seat = self.def.seat_names.iter().position(|seat| seat.id == name);
        match seat {
            Some(seat) => Ok(thing(class::SEAT, seat as i32)),
            None => Err(unknown("the view has no", name, self.known())),
        }
    }

    fn call(&self, name: &str, args: &[Value]) -> Result<Value, String> {
        let (names, def) = (self.names, self.def);
        match (name, args) {
            ("value", [Value::Text(value)]) => self.named_value(value, self.seat, -1),
            ("value", [Value::Text(value), about]) => {
                self.named_value(value, self.seat, number_of(about)?)
            }
            ("value", [Value::Text(value), about, seat]) => {
                self.named_value(value, index_of(seat, class::SEAT, "a seat")?, number_of(about)?)
            }
            ("neighbours", [space]) => {
                let space = self.space_index(space)?;
                let next = def.spaces[space].neighbours.iter();
                Ok(Value::List(next.map(|it| thing(class::SPACE, i32::from(it.0))).collect()))
            }
            ("along", [space, Value::Text(direction), Value::Int(steps)]) => {
                let direction = *names.directions.get(direction.as_str()).ok_or_else(|| {
                    let known = names.directions.keys().map(String::as_str);
                    unknown("there is no direction", direction, known)
                })?;
                let mut at = self.space_index(space)?;
                for _ in 0..(*steps).clamp(0, def.spaces.len() as i64) {
                    let next = def.next_space(SpaceId::from(at), direction);
                    let Ok(next) = usize::try_from(next) else { return Ok(Value::Nil) };
                    at = next;
                }
                Ok(thing(class::SPACE, at as i32))
            }
            ("distance", [from, to]) => {
                let (from, to) = (self.space_index(from)?, self.space_index(to)?);
                Ok(distance(def, from, to))
            }
            ("option", [Value::Text(option)]) => match self.options.get(option.as_str()) {
                Some(OptionValue::Flag(flag)) => Ok(Value::Bool(*flag)),
                Some(OptionValue::Number(number)) => Ok(Value::Int(i64::from(*number))),
                Some(OptionValue::Word(word)) => Ok(Value::Text(word.clone())),
                None => {
                    let known = self.options.keys().map(String::as_str);
                    Err(unknown("there is no option", option, known))
                }
            },
            ("pieces", [Value::Text(kind)]) => {
                let kind = names.kinds.get(kind).ok_or_else(|| {
                    unknown("there is no kind of pieces", kind, names.kinds.ids())
                })?;
                let kind = &def.kinds[kind.index()];
                let first = i32::from(kind.first.0);
                let pieces = first..first + i32::from(kind.pieces);
                Ok(Value::List(pieces.map(|piece| thing(class::PIECE, piece)).collect()))
            }
            ("entries", [Value::Text(kind)]) => {
                let kind = names.kinds.get(kind).ok_or_else(|| {
                    unknown("there is no kind of pieces", kind, names.kinds.ids())
                })?;
                let entries = def.entries.iter().enumerate().filter(|(_, it)| it.kind == *kind);
                Ok(Value::List(entries.map(|(at, _)| thing(class::ENTRY, at as i32)).collect()))
            }
            ("can_pay", [amounts @ (Value::Map(_) | Value::List(_))]) => {
                self.can_pay_amounts(amounts, self.seat)
            }
            ("can_pay", [amounts @ (Value::Map(_) | Value::List(_)), seat @ Value::Ref(_)]) => {
                self.can_pay_amounts(amounts, i32::from(self.seat_index(seat)?.0))
            }
            ("can_pay", [of, Value::Text(cost)]) => self.can_pay(of, cost, self.seat),
            ("can_pay", [of, Value::Text(cost), seat]) => {
                self.can_pay(of, cost, i32::from(self.seat_index(seat)?.0))
            }
            ("total", [Value::List(items)]) if items.is_empty() => Ok(Value::Int(0)),
            ("total", [Value::Map(amounts)]) => {
                let each = amounts.iter().map(|(name, amount)| match amount {
                    Value::Int(n) => Ok(*n),
                    _ => Err(format!("`{name}` is not a number")),
                });
                each.sum::<Result<i64, String>>().map(Value::Int)
            }
            ("pieces_in", [Value::Text(_)] | [Value::Text(_), _]) => {
                self.place_named(&args[0], args.get(1)).map(|place| self.pieces_in(place))
            }
            ("place", [Value::Text(_)] | [Value::Text(_), _]) => {
                let place = self.place_named(&args[0], args.get(1))?;
                Ok(thing(class::PLACE, i32::from(place.0)))
            }
            ("points", [Value::Text(line), seat]) => {
                let line = names.lines.get(line).ok_or_else(|| {
                    unknown("there is no line of the score sheet", line, names.lines.ids())
                })?;
                let seat = self.seat_index(seat)?;
                Ok(Value::Int(i64::from(self.world.points(def, line.index(), seat))))
            }
            ("track", [Value::Text(track), seat]) => self.track_value(track, seat),
            ("held", [Value::Text(counter), space, seat @ ..]) if seat.len() < 2 => {
                let id = self.counter_named(counter)?;
                let me = thing(class::SEAT, self.seat);
                let holder = self.pair(id, seat.first().unwrap_or(&me), space)?;
                Ok(self.counter(id, holder).unwrap_or(Value::Int(0)))
            }
            _ => Err(format!("`{name}` expects {}", expected(name))),
        }
    }

    fn show(&self, of: Ref) -> String {
        let class = match of.class {
            class::SEAT => Class::Seat,
            class::PIECE => Class::Piece,
            class::SPACE => Class::Space,
            class::PLACE => Class::Place,
            _ => Class::Entry,
        };
        boardwright_text::thing(self.def, self.world, class, of.index as i32)
    }
}

fn expected(name: &str) -> &'static str {
    match name {
        "value" => "the name of a value, then what it is asked about and a seat, if at all",
        "neighbours" => "a space",
        "along" => "a space, a direction and a number of steps",
        "distance" => "two spaces",
        "option" => "the name of an option",
        "pieces" | "entries" => "the name of a kind of pieces",
        "can_pay" => {
            "a thing and the name of its cost, or amounts such as `{ wood = 2 }`; then a seat, if it \
             is not `me`"
        }
        "total" => "amounts, such as `tile.cost`",
        "place" | "pieces_in" => "the name of a zone, then whose it is, if it is not the table's",
        "points" => "the name of a line of the score sheet and a seat",
        "track" => "the name of a track and a seat",
        "held" => "the name of a resource, a space, then a seat, if it is not `me`",
        _ => "something else",
    }
}

/// Says that there is no such name, and suggests a similar one.
pub(super) fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> String {
    match similar(name, known) {
        Some(near) => format!("{what} `{name}`; `{near}` is there"),
        None => format!("{what} `{name}`"),
    }
}

/// The kernel's number for a value: a thing, a number, a truth value.
pub(super) fn number_of(value: &Value) -> Result<i32, String> {
    match value {
        Value::Nil => Ok(-1),
        Value::Bool(flag) => Ok(i32::from(*flag)),
        Value::Int(number) => i32::try_from(*number)
            .map_err(|_| format!("{number} is too large a number for the game")),
        Value::Ref(thing) => Ok(thing.index as i32),
        Value::Text(text) => Err(format!("a thing or a number was expected, not \"{text}\"")),
        Value::List(_) | Value::Map(_) => {
            Err("a thing or a number was expected, not a table".into())
        }
    }
}

/// The index of a thing of a class.
pub(super) fn index_of(value: &Value, class: u8, told: &str) -> Result<i32, String> {
    match value {
        Value::Ref(thing) if thing.class == class => Ok(thing.index as i32),
        _ => Err(format!("{told} was expected")),
    }
}

/// The distance in steps, or nil if there is no path.
fn distance(def: &Def, from: usize, to: usize) -> Value {
    let mut seen = vec![false; def.spaces.len()];
    let (mut edge, mut steps) = (vec![from], 0);
    seen[from] = true;
    while !edge.is_empty() {
        if edge.contains(&to) {
            return Value::Int(steps);
        }
        let next = edge.iter().flat_map(|space| &def.spaces[*space].neighbours);
        let fresh: Vec<usize> = next
            .map(|space| space.index())
            .filter(|space| !std::mem::replace(&mut seen[*space], true))
            .collect();
        (edge, steps) = (fresh, steps + 1);
    }
    Value::Nil
}
