//! Fields of things: `seat.wood`, `piece.level`, `space.mark`.

use boardwright_rules::def::code::Bearer as Prints;
use boardwright_rules::def::expr::NIL;
use boardwright_rules::def::part::Scope;
use boardwright_rules::eval::{Eval, space_of};
use boardwright_rules::id::{CounterId, EntryId, KindId, PieceId, PlaceId, SeatId, SpaceId};

use super::look::{GameLook, class, index_of, number_of, thing, unknown};
use crate::luau::{Look, Ref, Value};
use boardwright_compile::fill::Bearer;
use boardwright_compile::names::{Attr, AttrType, Type};

impl GameLook<'_> {
    /// A field of a thing.
    pub fn thing_field(&self, of: Ref, name: &str) -> Result<Value, String> {
        let index = of.index as usize;
        let found = match of.class {
            class::SEAT if index < usize::from(self.def.seats) => self.seat_field(of, name)?,
            class::PIECE if index < self.def.pieces.len() => self.piece_field(of, name)?,
            class::SPACE if index < self.def.spaces.len() => self.space_field(of, name)?,
            class::PLACE if index < self.def.places.len() => self.place_field(of, name),
            class::ENTRY if index < self.def.entries.len() => {
                self.entry_field(EntryId::from(index), of.index as i32, name)?
            }
            _ => return Err("there is no such thing in this game".into()),
        };
        found.ok_or_else(|| unknown(&format!("{} has no", self.show(of)), name, self.fields(of)))
    }

    fn seat_field(&self, of: Ref, name: &str) -> Result<Option<Value>, String> {
        let (seat, def) = (of.index as i32, self.def);
        let named = &def.seat_names[of.index as usize];
        match name {
            "id" => return Ok(Some(Value::Text(named.id.clone()))),
            "name" => return Ok(Some(Value::Text(named.name.clone()))),
            "number" => return Ok(Some(Value::Int(i64::from(seat) + 1))),
            "player" => return Ok(Some(Value::Bool(seat < i32::from(def.players)))),
            _ => {}
        }
        let own = self.own(Scope::Seat, seat, name);
        if own.is_some() || self.names.values.get(name).is_none() {
            return Ok(own);
        }
        self.named_value(name, seat, NIL).map(Some)
    }

    fn piece_field(&self, of: Ref, name: &str) -> Result<Option<Value>, String> {
        let (def, world) = (self.def, self.world);
        let piece = PieceId::from(of.index as usize);
        let kind = def.pieces[piece.index()].kind;
        let place = world.place_of(piece);
        let found = match name {
            "owner" => thing(class::SEAT, world.owner_of(piece)),
            "controller" => thing(class::SEAT, world.controller_of(piece)),
            "face" => Value::Int(i64::from(world.face_of(piece))),
            "entry" => thing(class::ENTRY, i32::from(world.entry_of(def, piece).0)),
            "place" => thing(class::PLACE, i32::from(place.0)),
            "space" => thing(class::SPACE, space_of(def, world, piece)),
            "holder" => {
                let place = def.places[place.index()];
                match def.zones[place.zone.index()].scope {
                    Scope::Piece(_) => thing(class::PIECE, place.holder),
                    _ => Value::Nil,
                }
            }
            "slot" => Value::Int(i64::from(world.slot_of(piece))),
            _ => {
                return match self.own(Scope::Piece(kind), of.index as i32, name) {
                    Some(own) => Ok(Some(own)),
                    None => self.entry_field(world.entry_of(def, piece), of.index as i32, name),
                };
            }
        };
        Ok(Some(found))
    }

    fn space_field(&self, of: Ref, name: &str) -> Result<Option<Value>, String> {
        let def = self.def;
        let space = &def.spaces[of.index as usize];
        match name {
            "id" => return Ok(Some(Value::Text(space.named.id.clone()))),
            "name" => return Ok(Some(Value::Text(space.named.name.clone()))),
            "text" => return Ok(Some(Value::Text(space.named.text.clone()))),
            _ => {}
        }
        if let Some(own) = self.own(Scope::Space(space.group), of.index as i32, name) {
            return Ok(Some(own));
        }
        match self.names.space_attrs.get(&(space.group, name.to_owned())) {
            Some(attr) => {
                let column = def.space_attrs.get(attr.id.index());
                let value = column.and_then(|column| column.get(of.index as usize));
                let (bearer, thing) = (Bearer::Space(SpaceId::from(of.index as usize)), of.index);
                let value = value.copied().unwrap_or(NIL);
                self.printed(name, attr, (bearer, thing as i32), value).map(Some)
            }
            None => Ok(None),
        }
    }

    fn place_field(&self, of: Ref, name: &str) -> Option<Value> {
        let place = PlaceId::from(of.index as usize);
        let it = self.def.places[place.index()];
        let zone = &self.def.zones[it.zone.index()];
        Some(match name {
            "pieces" => self.pieces_in(place),
            "size" => Value::Int(self.world.len(place) as i64),
            "free" => Value::Int(self.world.free(self.def, place) as i64),
            "zone" => Value::Text(zone.named.id.clone()),
            "holder" => match zone.scope {
                Scope::Seat => thing(class::SEAT, it.holder),
                Scope::Piece(_) => thing(class::PIECE, it.holder),
                Scope::Space(_) => thing(class::SPACE, it.holder),
                _ => Value::Nil,
            },
            _ => return None,
        })
    }

    /// A field of an entry, for its bearer: a piece, or the entry itself.
    fn entry_field(
        &self,
        entry: EntryId,
        borne_by: i32,
        name: &str,
    ) -> Result<Option<Value>, String> {
        let def = self.def;
        let it = &def.entries[entry.index()];
        match name {
            "id" => return Ok(Some(Value::Text(it.named.id.clone()))),
            "name" => return Ok(Some(Value::Text(it.named.name.clone()))),
            "text" => return Ok(Some(Value::Text(it.named.text.clone()))),
            "kind" => {
                return Ok(Some(Value::Text(def.kinds[it.kind.index()].named.id.clone())));
            }
            _ => {}
        }
        match self.names.attrs.get(&(it.kind, name.to_owned())) {
            Some(attr) => {
                let by = (Bearer::Entry(entry), borne_by);
                self.printed(name, attr, by, def.attr(attr.id, entry)).map(Some)
            }
            None => Ok(None),
        }
    }

    /// A counter or zone of a holder.
    fn own(&self, scope: Scope, holder: i32, name: &str) -> Option<Value> {
        let counter = self.names.counters.get(name).copied();
        let counter = counter.filter(|id| self.def.counters[id.index()].scope == scope);
        if let Some(found) = counter.and_then(|id| self.counter(id, holder)) {
            return Some(found);
        }
        let zone = self.names.zones.get(name).copied();
        let zone = zone.filter(|id| self.def.zones[id.index()].scope == scope)?;
        Some(self.pieces_in(self.place(zone, holder)?))
    }

    /// A printed attribute as a value.
    fn printed(
        &self,
        name: &str,
        attr: &Attr,
        (bearer, borne_by): (Bearer, i32),
        value: i32,
    ) -> Result<Value, String> {
        let one = |ty: &Type, value: i32| match ty.sure() {
            Type::Flag => Value::Bool(value != 0),
            Type::Number => Value::Int(i64::from(value)),
            Type::Word(list) => {
                let words = self.names.words.get(usize::from(*list));
                let word = usize::try_from(value).ok().and_then(|at| words?.get(at));
                word.map_or(Value::Nil, |word| Value::Text(word.clone()))
            }
            Type::Counter => {
                let counter = usize::try_from(value).ok();
                let counter = counter.and_then(|at| self.def.counters.get(at));
                counter.map_or(Value::Nil, |it| Value::Text(it.named.id.clone()))
            }
            Type::Entry(_) => thing(class::ENTRY, value),
            Type::Space(_) => thing(class::SPACE, value),
            Type::Seat => thing(class::SEAT, value),
            Type::Piece(_) => thing(class::PIECE, value),
            Type::Place(_) => thing(class::PLACE, value),
            Type::Tag | Type::Nil | Type::Maybe(_) => Value::Nil,
            Type::Set(_) | Type::Paid(..) | Type::Several(_) => Value::Nil,
        };
        match &attr.holds {
            AttrType::One(ty) => Ok(one(ty, value)),
            AttrType::List(ty) => {
                let Ok(start) = usize::try_from(value) else { return Ok(Value::List(vec![])) };
                let tables = &self.def.tables;
                let len = tables.get(start).copied().unwrap_or(0).max(0) as usize;
                let run = tables.get(start + 1..start + 1 + len).unwrap_or(&[]);
                Ok(Value::List(run.iter().map(|item| one(ty, *item)).collect()))
            }
            AttrType::Cost | AttrType::Amounts => Ok(self.amounts(attr, bearer, borne_by)),
            AttrType::Steps(_) | AttrType::StepList => {
                Err(format!("`{name}` holds steps; scripts cannot read steps"))
            }
            AttrType::Text => Err(format!("`{name}` is text for people; scripts cannot read it")),
        }
    }

    /// Printed amounts by resource, for the acting seat; 0 for resources that only others print.
    fn amounts(&self, attr: &Attr, bearer: Bearer, thing: i32) -> Value {
        let locals = [self.seat, thing];
        let named = self.names.printed.amounts(attr.id, bearer);
        let amounts = named.into_iter().map(|(name, amount)| {
            let amount =
                amount.map_or(0, |expr| Eval::within(self.def, self.world, &locals).eval(expr));
            (name.to_owned(), Value::Int(i64::from(amount)))
        });
        Value::Map(amounts.collect())
    }

    /// Whether a seat could pay the cost printed on a thing.
    pub fn can_pay(&self, of: &Value, cost: &str, seat: i32) -> Result<Value, String> {
        let Value::Ref(of) = of else { return Err("a thing with a cost was expected".into()) };
        let (index, def) = (of.index as usize, self.def);
        let printed = |kind: Option<KindId>, bearer: Prints| {
            let attr = self.names.attrs.get(&(kind?, cost.to_owned()))?;
            Some((attr, bearer))
        };
        let found = match of.class {
            class::PIECE => printed(def.pieces.get(index).map(|it| it.kind), Prints::Piece),
            class::ENTRY => printed(def.entries.get(index).map(|it| it.kind), Prints::Entry),
            class::SPACE => def.spaces.get(index).and_then(|space| {
                let attr = self.names.space_attrs.get(&(space.group, cost.to_owned()))?;
                Some((attr, Prints::Space))
            }),
            _ => None,
        };
        let cost_of = found.filter(|(attr, _)| attr.holds == AttrType::Cost);
        let Some((attr, bearer)) = cost_of else {
            return Err(format!("{} has no cost `{cost}`", self.show(*of)));
        };
        let locals = [seat, of.index as i32];
        let eval = Eval::within(def, self.world, &locals);
        Ok(Value::Bool(eval.can_pay(bearer, attr.id, of.index as i32, seat)))
    }

    /// Whether a seat could pay amounts, written as for `pay`.
    pub fn can_pay_amounts(&self, amounts: &Value, seat: i32) -> Result<Value, String> {
        let entries: &[(String, Value)] = match amounts {
            Value::Map(entries) => entries,
            Value::List(items) if items.is_empty() => &[],
            _ => return Err("amounts by name were expected, such as `{ wood = 2 }`".into()),
        };
        let Some((cost, names)) = &self.names.plain_cost else {
            return Err("there is no resource that could be paid".into());
        };
        let mut locals = vec![0; names.len() + 1];
        locals[0] = seat;
        for (name, amount) in entries {
            let Some(at) = names.iter().position(|known| known == name) else {
                let known = names.iter().map(String::as_str);
                return Err(unknown("there is no resource that pays called", name, known));
            };
            locals[at + 1] = match amount {
                Value::Int(n @ 0..) => number_of(&Value::Int(*n))?,
                Value::Int(n) => return Err(format!("`{name}` is {n}; nobody pays less than 0")),
                _ => return Err(format!("`{name}` is not a number")),
            };
        }
        let eval = Eval::within(self.def, self.world, &locals);
        Ok(Value::Bool(eval.can_pay_with(*cost, seat, &locals)))
    }

    /// The value of a track at a seat's position.
    pub fn track_value(&self, track: &str, seat: &Value) -> Result<Value, String> {
        let id = self.counter_named(track)?;
        let Some(it) = &self.def.counters[id.index()].track else {
            return Err(format!("`{track}` is not a track"));
        };
        let seat = index_of(seat, class::SEAT, "a seat")?;
        let position = self.world.counter(self.def, id, seat).max(0) as u32;
        let (start, len) = it.values;
        let at = start + position.min(len.saturating_sub(1));
        let value = self.def.tables.get(at as usize).copied().unwrap_or(position as i32);
        Ok(Value::Int(i64::from(value)))
    }

    /// The counter with a name.
    pub fn counter_named(&self, name: &str) -> Result<CounterId, String> {
        let known = self.names.counters.get(name).copied();
        known.ok_or_else(|| {
            unknown("there is no resource or track", name, self.names.counters.ids())
        })
    }

    /// The holder of a counter kept for each seat on each space.
    pub fn pair(&self, counter: CounterId, seat: &Value, space: &Value) -> Result<i32, String> {
        let it = &self.def.counters[counter.index()];
        let Scope::SeatSpace(group) = it.scope else {
            return Err(format!("`{}` is not kept for a seat on a space", it.named.id));
        };
        let group = &self.def.groups[usize::from(group)];
        let seat = index_of(seat, class::SEAT, "a seat")?;
        let space = index_of(space, class::SPACE, "a space")? - i32::from(group.first.0);
        if space < 0 || space >= i32::from(group.spaces) {
            return Err(format!("a space of `{}` was expected", group.named.id));
        }
        Ok(seat * i32::from(group.spaces) + space)
    }

    /// The container of a zone: the table's, that of the acting seat, or that of a thing.
    pub fn place_named(&self, zone: &Value, of: Option<&Value>) -> Result<PlaceId, String> {
        let Value::Text(name) = zone else { return Err("the name of a zone was expected".into()) };
        let Some(id) = self.names.zones.get(name).copied() else {
            return Err(unknown("there is no zone", name, self.names.zones.ids()));
        };
        let holder = match (of, self.def.zones[id.index()].scope) {
            (None | Some(Value::Nil), Scope::Table | Scope::Seat) => self.seat,
            (None | Some(Value::Nil), _) => {
                return Err(format!("say whose `{name}` is meant, as `of`"));
            }
            (Some(of), _) => number_of(of)?,
        };
        self.place(id, holder).ok_or_else(|| format!("there is no `{name}` of that thing"))
    }

    /// The index of a space.
    pub fn space_index(&self, value: &Value) -> Result<usize, String> {
        let index = index_of(value, class::SPACE, "a space")? as usize;
        if index < self.def.spaces.len() { Ok(index) } else { Err("a space was expected".into()) }
    }

    /// A seat of this game.
    pub fn seat_index(&self, value: &Value) -> Result<SeatId, String> {
        let index = index_of(value, class::SEAT, "a seat")? as usize;
        if index < usize::from(self.def.seats) {
            Ok(SeatId::from(index))
        } else {
            Err("a seat was expected".into())
        }
    }

    /// The possible field names of a thing, for suggestions.
    fn fields(&self, of: Ref) -> impl Iterator<Item = &str> {
        let index = of.index as usize;
        let kind: Option<KindId> = match of.class {
            class::PIECE => self.def.pieces.get(index).map(|piece| piece.kind),
            class::ENTRY => self.def.entries.get(index).map(|entry| entry.kind),
            _ => None,
        };
        let printed =
            self.names.attrs.keys().filter(move |key| Some(key.0) == kind).map(|key| &*key.1);
        let fixed: &[&str] = match of.class {
            class::SEAT => &["id", "name", "number", "player"],
            class::PIECE => {
                &["controller", "entry", "face", "holder", "id", "owner", "place", "slot", "space"]
            }
            class::PLACE => &["free", "holder", "pieces", "size", "zone"],
            _ => &["id", "kind", "name", "text"],
        };
        let counters = self.names.counters.ids();
        printed.chain(fixed.iter().copied()).chain(counters).chain(self.names.zones.ids())
    }
}
