//! How a number is computed, in words: `Points for a feast 4 × 2 different (Mill, Inn)`.
//!
//! Only the parts that made the number are shown: of a condition, the branch taken.

use boardwright_rules::def::Def;
use boardwright_rules::def::ask::Class;
use boardwright_rules::def::code::{Op, Pc};
use boardwright_rules::def::expr::{Binary, Expr, ExprId, Fold, NIL, Set, SetId};
use boardwright_rules::def::part::{ModifierKind, Named, Scope};
use boardwright_rules::eval::{Eval, concerns};
use boardwright_rules::id::{AttrId, CounterId, PieceId, SeatId, ValueId};
use boardwright_rules::view::sees;
use boardwright_rules::world::World;
use boardwright_text::{Speaks, called};

use super::place::Places;
use super::secret::Eyes;
use super::{Cause, Effect};

/// How deep expressions are described; below that, only their values are shown.
const DEPTH_MAX: u8 = 8;
/// Above this number, things are only counted.
const ITEMS_MAX: usize = 6;

/// A number and its parts.
pub(super) struct Traced {
    /// The number with its name, or how it is computed.
    pub text: String,
    /// What it comes to.
    pub value: i32,
    /// Whether the text says more than the number.
    pub says_more: bool,
    /// Whether it is a sum or product of several, so that it needs brackets inside others.
    is_joined: bool,
    /// The named values in it.
    pub parts: Vec<Cause>,
}

impl Traced {
    fn number(value: i32) -> Self {
        let text = value.to_string();
        Self { text, value, says_more: false, is_joined: false, parts: vec![] }
    }

    fn called(value: i32, name: &str) -> Self {
        Self { text: format!("{name} {value}"), says_more: true, ..Self::number(value) }
    }

    fn said(value: i32, text: String) -> Self {
        Self { text, says_more: true, ..Self::number(value) }
    }

    /// A text on its own.
    pub fn from_text(text: String) -> Self {
        Self::said(0, text)
    }

    /// The same, with the named values in it.
    pub fn with(self, parts: Vec<Cause>) -> Self {
        Self { parts, ..self }
    }

    /// The text as part of a larger one.
    fn inner(&self) -> String {
        if self.is_joined { format!("({})", self.text) } else { self.text.clone() }
    }
}

/// The context of a trace besides an evaluation.
#[derive(Clone, Copy)]
pub(super) struct Tracer<'a> {
    pub places: &'a Places<'a>,
    /// Who reads it.
    pub viewer: SeatId,
    /// The instruction whose bindings are available, if any.
    pub pc: Option<Pc>,
}

impl Tracer<'_> {
    /// An expression in words.
    pub fn trace(&self, eval: &mut Eval, expr: ExprId) -> Traced {
        self.at(eval, expr, 0)
    }

    fn at(&self, eval: &mut Eval, expr: ExprId, depth: u8) -> Traced {
        let (def, world) = (eval.def, eval.world);
        let value = eval.eval(expr);
        let Some(found) = def.exprs.get(expr as usize).filter(|_| depth < DEPTH_MAX) else {
            return Traced::number(value);
        };
        let me = eval.locals.first().copied().unwrap_or(NIL);
        match *found {
            Expr::Local(slot) => self.bound(eval, slot, value, depth),
            Expr::Cell(cell) | Expr::Mine(cell) => {
                let counter = def.counters.iter().find(|it| it.cell == cell);
                counter
                    .map_or(Traced::number(value), |it| Traced::called(value, it.named.heading()))
            }
            Expr::Counter(counter, of) => {
                let holder = eval.eval(of);
                counted(eval, counter, holder, me, value)
            }
            Expr::TrackValue(counter, of) => {
                let holder = eval.eval(of);
                let name = def.counters[counter.index()].named.name();
                let at = world.counter(def, counter, holder);
                Traced::said(value, def.language().say("{0} {1} (at {2})", &[&name, &value, &at]))
            }
            Expr::Attr(attr, of) => {
                let (attr, of) = (attr_name(eval, attr), eval.eval(of));
                self.printed(eval, attr, Class::Piece, of, value)
            }
            Expr::EntryAttr(attr, of) => {
                let (attr, of) = (attr_name(eval, attr), eval.eval(of));
                self.printed(eval, attr, Class::Entry, of, value)
            }
            Expr::SpaceAttr(attr, of) => {
                let (attr, of) = (attr_name(eval, attr), eval.eval(of));
                self.printed(eval, attr, Class::Space, of, value)
            }
            Expr::Value(id, seat, about) => {
                let (seat, about) = (eval.eval(seat), eval.eval(about));
                let part = self.value(eval, id, (seat, about), depth + 1);
                let name = def.values[id.index()].named.name();
                // A value that is just its base needs no line.
                let plain = matches!(part.parts.as_slice(), [base] if base.amount.is_none());
                let parts = if plain { vec![] } else { vec![part] };
                Traced { parts, ..Traced::called(value, name) }
            }
            Expr::Size(of) => {
                let place = eval.eval(of);
                sized(eval, place, me, value)
            }
            Expr::Free(of) => {
                let place = eval.eval(of);
                let place = called(def, world, Class::Place, place);
                Traced::said(value, def.language().say("{0} free in {1}", &[&value, &place]))
            }
            Expr::Len(set) if let Some(Set::Pieces(of)) = def.sets.get(set as usize) => {
                let place = eval.eval(*of);
                sized(eval, place, me, value)
            }
            Expr::Len(set) => {
                let items = items(eval, set);
                listed(eval, set, &items, value)
            }
            Expr::Walk { fold, set, it, body } => {
                self.walked(eval, (fold, set, it, body), value, depth)
            }
            Expr::If(condition, then, other) => {
                let taken = if eval.eval(condition) != 0 { then } else { other };
                self.at(eval, taken, depth)
            }
            Expr::Neg(inner) => {
                let inner = self.at(eval, inner, depth + 1);
                Traced { text: format!("−{}", inner.inner()), value, ..inner }
            }
            Expr::Binary(binary, left, right) => {
                let left = self.at(eval, left, depth + 1);
                let right = self.at(eval, right, depth + 1);
                joined(eval, binary, left, right, value)
            }
            Expr::BinaryConst(binary, left, right) => {
                let left = self.at(eval, left, depth + 1);
                joined(eval, binary, left, Traced::number(right), value)
            }
            _ => Traced::number(value),
        }
    }

    /// What a binding was computed from, if that still gives the same value.
    fn bound(&self, eval: &mut Eval, slot: u16, value: i32, depth: u8) -> Traced {
        let def = eval.def;
        let Some(pc) = self.pc else { return Traced::number(value) };
        let proc = def.safety.proc_of(pc);
        let binds = |at: &Pc| match def.code.get(*at as usize) {
            Some(Op::Let(bound, expr)) if *bound == slot => Some(*expr),
            _ => None,
        };
        let before = (0..pc).rev().take_while(|at| def.safety.proc_of(*at) == proc);
        let Some(expr) = before.into_iter().find_map(|at| binds(&at)) else {
            return Traced::number(value);
        };
        let seat = eval.locals.first().copied().unwrap_or(NIL);
        let eyes = Eyes { def, world: eval.world, viewer: self.viewer, seat };
        if eval.eval(expr) == value && !eyes.miss(expr) {
            self.at(eval, expr, depth + 1)
        } else {
            Traced::number(value)
        }
    }

    /// Whether the reader sees a piece.
    fn sees(&self, eval: &Eval, piece: i32) -> bool {
        let piece = u16::try_from(piece).ok().filter(|at| usize::from(*at) < eval.def.pieces.len());
        piece.is_some_and(|at| sees(eval.def, self.viewer, eval.world.place_of(PieceId(at))))
    }

    fn printed(&self, eval: &Eval, attr: String, class: Class, thing: i32, value: i32) -> Traced {
        if thing < 0 || class == Class::Piece && !self.sees(eval, thing) {
            return Traced::number(value);
        }
        let of = called(eval.def, eval.world, class, thing);
        Traced::said(value, eval.def.language().say("{0} of {1} {2}", &[&attr, &of, &value]))
    }

    fn walked(
        &self,
        eval: &mut Eval,
        (fold, set, it, body): (Fold, SetId, u8, ExprId),
        value: i32,
        depth: u8,
    ) -> Traced {
        let register = usize::from(it);
        let mut things = vec![];
        let kept = eval.its[register];
        for item in items(eval, set) {
            eval.its[register] = item;
            things.push((item, eval.eval(body)));
        }
        let language = eval.def.language();
        let traced = match fold {
            Fold::Count => {
                let counted: Vec<i32> =
                    things.iter().filter(|(_, holds)| *holds != 0).map(|(item, _)| *item).collect();
                listed(eval, set, &counted, value)
            }
            Fold::Distinct => {
                let all: Vec<i32> = things.iter().map(|(item, _)| *item).collect();
                let of = names(eval, set, &all);
                match of.is_empty() {
                    true => Traced::number(value),
                    false => {
                        let phrase = "{0} different ({1})";
                        Traced::said(value, language.say(phrase, &[&value, &of]))
                    }
                }
            }
            Fold::Sum | Fold::Min | Fold::Max => {
                let counting: Vec<(i32, i32)> = match fold {
                    Fold::Sum => things.into_iter().filter(|(_, number)| *number != 0).collect(),
                    _ => {
                        things.into_iter().filter(|(_, number)| *number == value).take(1).collect()
                    }
                };
                let mut parts = vec![];
                if counting.len() > ITEMS_MAX {
                    let phrase = "{0} ({1} of them)";
                    Traced::said(value, language.say(phrase, &[&value, &counting.len()]))
                } else {
                    let mut texts = vec![];
                    for (item, _) in &counting {
                        eval.its[register] = *item;
                        let traced = self.at(eval, body, depth + 1);
                        parts.extend(traced.parts);
                        texts.push(match (traced.says_more, class_of(eval, set)) {
                            (false, Some(class)) => {
                                let name = called(eval.def, eval.world, class, *item);
                                format!("{name} {}", traced.text)
                            }
                            _ => traced.text,
                        });
                    }
                    let is_joined = texts.len() > 1;
                    match texts.is_empty() {
                        true => Traced::number(value),
                        false => {
                            Traced { is_joined, parts, ..Traced::said(value, texts.join(" + ")) }
                        }
                    }
                }
            }
            _ => Traced::number(value),
        };
        eval.its[register] = kept;
        traced
    }

    /// A named value: its base, and each modifier that applies.
    pub fn value(&self, eval: &Eval, id: ValueId, (seat, about): (i32, i32), depth: u8) -> Cause {
        let (def, world) = (eval.def, eval.world);
        let value = &def.values[id.index()];
        let inner = Tracer { pc: None, ..*self };
        let locals = [seat, about];
        let base = inner.at(&mut Eval::within(def, world, &locals), value.base, depth);
        let mut number = base.value;
        let mut parts = vec![Cause {
            text: def.language().word("base").to_owned(),
            place: self.places.value(&value.named.id),
            amount: base.says_more.then_some(base.text),
            parts: base.parts,
            ..Cause::of(Effect::Is(base.value))
        }];
        for modifier in &value.modifiers {
            let ability = &def.abilities[modifier.ability.index()];
            let bearers: Vec<Option<PieceId>> = match ability.entry {
                None => vec![None],
                Some(entry) => {
                    let pieces = def.entries[entry.index()].bearers.iter().copied();
                    let works = |piece: &PieceId| {
                        concerns(ability.whose, world.controller_of(*piece), seat)
                            && world.in_force(def, *piece)
                            && world.entry_of(def, *piece) == entry
                    };
                    pieces.filter(works).map(Some).collect()
                }
            };
            for piece in bearers {
                let locals = [seat, about, piece.map_or(NIL, |piece| i32::from(piece.0))];
                let mut eval = Eval::within(def, world, &locals);
                if ability.when.is_some_and(|when| !eval.holds(when)) {
                    continue;
                }
                let by = inner.at(&mut eval, modifier.by, depth);
                let before = number;
                number = changed(modifier.change, number, by.value);
                let who = match piece {
                    Some(piece) => called(def, world, Class::Piece, i32::from(piece.0)),
                    None => ability.named.name().to_owned(),
                };
                let phrase = match modifier.change {
                    ModifierKind::Add if by.value < 0 => "{0}: −{1}",
                    ModifierKind::Add => "{0}: +{1}",
                    ModifierKind::Times => "{0}: × {1}",
                    ModifierKind::Set => "{0}: {1} instead",
                    ModifierKind::AtLeast => "{0}: at least {1}",
                    ModifierKind::AtMost => "{0}: at most {1}",
                };
                let shown = match (modifier.change, by.says_more) {
                    (ModifierKind::Add, false) => by.value.unsigned_abs().to_string(),
                    (ModifierKind::Add, true) if by.value < 0 => {
                        format!("{} ({})", by.value.unsigned_abs(), by.text)
                    }
                    _ => by.inner(),
                };
                let cause = def.causes.get(ability.cause as usize);
                parts.push(Cause {
                    text: def.language().say(phrase, &[&who, &shown]),
                    place: cause.and_then(super::Place::of),
                    parts: by.parts,
                    ..Cause::of(Effect::By { by: number.wrapping_sub(before), to: number })
                });
            }
        }
        if let Some((least, most)) = value.bounds
            && !(least..=most).contains(&number)
        {
            let (phrase, bound) = match number > most {
                true => ("{0}: at most {1}", most),
                false => ("{0}: at least {1}", least),
            };
            parts.push(Cause {
                text: def.language().say(phrase, &[&value.named.name(), &bound.to_string()]),
                place: self.places.value(&value.named.id),
                ..Cause::of(Effect::By { by: bound.wrapping_sub(number), to: bound })
            });
            number = bound;
        }
        Cause {
            text: value_called(def, world, self.places, id, (seat, about)),
            place: self.places.value(&value.named.id),
            parts,
            ..Cause::of(Effect::Is(number))
        }
    }
}

/// A named value with what it is about: `Worth of p1 (North quay)`.
pub(super) fn value_called(
    def: &Def,
    world: &World,
    places: &Places,
    id: ValueId,
    (seat, about): (i32, i32),
) -> String {
    let name = def.values[id.index()].named.name();
    let of = match seat {
        NIL => name.to_owned(),
        _ if !is_of_seats(def, id) => name.to_owned(),
        seat => {
            let seat = called(def, world, Class::Seat, seat);
            def.language().say("{0} of {1}", &[&name, &seat])
        }
    };
    match places.about(id).filter(|_| about != NIL) {
        Some(class) => format!("{of} ({})", called(def, world, class, about)),
        None => of,
    }
}

/// Whether a value can differ from seat to seat.
fn is_of_seats(def: &Def, id: ValueId) -> bool {
    let value = &def.values[id.index()];
    let mut looks = !value.modifiers.is_empty();
    def.visit_expr(value.base, &mut |part| {
        looks |= matches!(part, Expr::Local(0) | Expr::Mine(_));
    });
    looks
}

fn changed(change: ModifierKind, number: i32, by: i32) -> i32 {
    match change {
        ModifierKind::Add => number.wrapping_add(by),
        ModifierKind::Times => number.wrapping_mul(by),
        ModifierKind::Set => by,
        ModifierKind::AtLeast => number.max(by),
        ModifierKind::AtMost => number.min(by),
    }
}

fn attr_name(eval: &Eval, attr: AttrId) -> String {
    eval.def.attr_names.get(attr.index()).map_or("?", Named::name).replace('_', " ")
}

/// A counter, with its holder unless that is the acting seat or the table.
fn counted(eval: &Eval, counter: CounterId, holder: i32, me: i32, value: i32) -> Traced {
    let def = eval.def;
    let it = &def.counters[counter.index()];
    let class = match it.scope {
        Scope::Seat if holder != me => Class::Seat,
        Scope::Piece(_) => Class::Piece,
        Scope::Space(_) => Class::Space,
        _ => return Traced::called(value, it.named.heading()),
    };
    let who = called(def, eval.world, class, holder);
    Traced::called(value, &def.language().say("{0} of {1}", &[&it.named.heading(), &who]))
}

/// The number of pieces in a container.
fn sized(eval: &Eval, place: i32, me: i32, value: i32) -> Traced {
    let def = eval.def;
    let Some(place) = usize::try_from(place).ok().and_then(|at| def.places.get(at)) else {
        return Traced::number(value);
    };
    let zone = &def.zones[place.zone.index()];
    let name = zone.named.heading();
    let class = match zone.scope {
        Scope::Seat if place.holder != me => Class::Seat,
        Scope::Piece(_) => Class::Piece,
        Scope::Space(_) => Class::Space,
        _ => return Traced::called(value, name),
    };
    let who = called(def, eval.world, class, place.holder);
    Traced::called(value, &def.language().say("{0} of {1}", &[&name, &who]))
}

/// The current elements of a set.
fn items(eval: &mut Eval, set: SetId) -> Vec<i32> {
    let mut items = vec![];
    eval.each(set, &mut |_, item| {
        items.push(item);
        true
    });
    items
}

/// The class of a set's elements.
fn class_of(eval: &Eval, set: SetId) -> Option<Class> {
    match eval.def.sets.get(set as usize)? {
        Set::Seats(_) | Set::Players(_) | Set::Others(_) => Some(Class::Seat),
        Set::Pieces(_) | Set::ZonePieces(_) | Set::KindPieces(_) => Some(Class::Piece),
        Set::Spaces(..) | Set::Neighbours(_) => Some(Class::Space),
        Set::Both(one, other) => class_of(eval, *one).or_else(|| class_of(eval, *other)),
        Set::Where { set, .. } => class_of(eval, *set),
        Set::Numbers(..) | Set::Fixed(..) | Set::Listed(_) | Set::Picked(_) | Set::One(_) => None,
    }
}

/// The names of things, equal ones once with their number; empty if there are too many or they have
/// no names.
fn names(eval: &Eval, set: SetId, items: &[i32]) -> String {
    let Some(class) = class_of(eval, set) else { return String::new() };
    let mut counted: Vec<(String, usize)> = vec![];
    for item in items {
        let name = called(eval.def, eval.world, class, *item);
        match counted.iter_mut().find(|(other, _)| *other == name) {
            Some((_, n)) => *n += 1,
            None => counted.push((name, 1)),
        }
    }
    if counted.len() > ITEMS_MAX {
        return String::new();
    }
    let text = |(name, n): (String, usize)| if n == 1 { name } else { format!("{n} × {name}") };
    counted.into_iter().map(text).collect::<Vec<_>>().join(", ")
}

fn listed(eval: &Eval, set: SetId, items: &[i32], value: i32) -> Traced {
    match names(eval, set, items) {
        names if names.is_empty() => Traced::number(value),
        names => Traced::said(value, format!("{value} ({names})")),
    }
}

fn joined(eval: &Eval, binary: Binary, left: Traced, right: Traced, value: i32) -> Traced {
    let sign = match binary {
        Binary::Add => "+",
        Binary::Sub => "−",
        Binary::Mul => "×",
        Binary::Div => "//",
        Binary::Mod => "%",
        Binary::Min | Binary::Max => return bounded(eval, binary, left, right, value),
        _ => return Traced::number(value),
    };
    let text = match binary {
        Binary::Add => format!("{} {sign} {}", left.text, right.text),
        Binary::Sub => format!("{} {sign} {}", left.text, right.inner()),
        _ => format!("{} {sign} {}", left.inner(), right.inner()),
    };
    let says_more = left.says_more || right.says_more;
    let parts = left.parts.into_iter().chain(right.parts).collect();
    match says_more {
        true => Traced { text, value, says_more, is_joined: true, parts },
        false => Traced::number(value),
    }
}

/// The minimum or maximum of two: its value, and, if one is a bound, the value without it.
fn bounded(eval: &Eval, binary: Binary, left: Traced, right: Traced, value: i32) -> Traced {
    let (kept, other) = match left.value == value {
        true => (left, right),
        false => (right, left),
    };
    if other.value == value || !other.says_more {
        return kept;
    }
    let phrase = match binary {
        Binary::Min => "{0}, less than {1}",
        _ => "{0}, more than {1}",
    };
    let text = eval.def.language().say(phrase, &[&kept.text, &other.text]);
    let parts = kept.parts.into_iter().chain(other.parts).collect();
    Traced { text, value, says_more: true, is_joined: true, parts }
}
