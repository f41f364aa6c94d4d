//! The functions of the expression language.

use boardwright_rules::def::expr::{Binary, Expr, ExprId, Fold, Set, SetId};
use boardwright_rules::def::part::Scope as Per;
use boardwright_rules::id::{KindId, ZoneId};

use super::Out;
use super::types::similar;
use crate::Lower;
use crate::names::{Type, is_thing};
use crate::scope::Scope;
use boardwright_syntax::diag::codes::{names_used, types as code};
use boardwright_syntax::diag::{Diagnostic, listed, looks_left};
use boardwright_syntax::expr::{Ast, AstKind, print};

mod list;

pub use list::{FUNCTIONS, Function};

impl Lower<'_> {
    pub(super) fn function(
        &mut self,
        ast: &Ast,
        callee: &Ast,
        args: &[Ast],
        scope: &Scope,
    ) -> Option<Out> {
        let AstKind::Name(name) = &callee.kind else {
            let message = format!("`{}` is not a function", print(callee));
            let label = "only functions take `(...)`";
            let diag = Diagnostic::error(code::FUNCTION, message, callee.span, label);
            self.diags.push(match args {
                [by] => {
                    let (what, by) = (print(callee), print(by));
                    diag.help(format!("to multiply write `{what} * {by}`"))
                }
                _ => diag.help("leave out the parentheses and what is in them"),
            });
            return None;
        };
        let Some(function) = FUNCTIONS.iter().find(|function| function.name == name) else {
            return match self.names.sets.get(name) {
                Some(_) => self.write_set(name, ast.span, args, scope),
                None => self.no_function(name, callee),
            };
        };
        if args.len() < function.args.0 || args.len() > function.args.1 {
            let message = format!("`{name}` is given {} arguments", args.len());
            let label = format!("expected `{}`", function.form);
            self.diags.push(Diagnostic::error(code::ARGUMENTS, message, ast.span, label));
            return None;
        }
        let n = Args { all: args, scope };
        self.about_sets(name, n)
            .or_else(|| self.about_numbers(name, n))
            .or_else(|| self.about_spaces(name, n))
            .or_else(|| self.about_seats(name, n))
            .or_else(|| self.about_parts(name, n))
            .unwrap_or_else(|| self.no_function(name, callee))
    }

    fn no_function<T>(&mut self, name: &str, callee: &Ast) -> Option<T> {
        let message = format!("unknown function `{name}`");
        let label = "not a function";
        let diag = Diagnostic::error(code::FUNCTION, message, callee.span, label);
        if name == "holding" {
            let help = "write `held(resource, space, seat)`; `boardwright fix` does it";
            self.diags.push(diag.help(help));
            return None;
        }
        let names = FUNCTIONS.iter().map(|function| function.name);
        let sets = self.names.sets.0.keys().map(String::as_str);
        self.diags.push(match similar(name, names.chain(sets)) {
            Some(near) => match FUNCTIONS.iter().find(|function| function.name == near) {
                Some(Function { form, .. }) => {
                    diag.help(format!("a function with a similar name exists: `{form}`"))
                }
                None => diag.help(format!("a set with a similar name exists: `{near}`")),
            },
            None => {
                let some = ["count", "sum", "any", "all", "first", "min", "max", "at"];
                diag.help(format!("some are {}; the reference has all", listed(some)))
            }
        });
        None
    }

    fn about_sets(&mut self, name: &str, n: Args) -> Option<Option<Out>> {
        let flag = &Type::Flag;
        let number = &Type::Number;
        Some(match name {
            "count" => self.walk(Fold::Count, n, flag, Some(Type::Number)),
            "sum" => self.walk(Fold::Sum, n, number, Some(Type::Number)),
            "any" => self.walk(Fold::Any, n, flag, Some(Type::Flag)),
            "all" => self.walk(Fold::All, n, flag, Some(Type::Flag)),
            "first" => self.walk(Fold::First, n, flag, None),
            "last" => self.walk(Fold::Last, n, flag, None),
            "best" => self.walk(Fold::Best, n, number, None),
            "all_best" => self.all_best(n),
            "distinct" => self.walk(Fold::Distinct, n, &Type::Nil, Some(Type::Number)),
            "empty" => self.set_arg(n, 0).map(|(set, _)| {
                let count = self.count(set);
                Out::One(self.with_number(Binary::Eq, count, 0), Type::Flag)
            }),
            "has" => self.has(n),
            "where" => self.only_where(n),
            "both" => self.both(n),
            _ => return None,
        })
    }

    fn about_numbers(&mut self, name: &str, n: Args) -> Option<Option<Out>> {
        Some(match name {
            "min" => self.least(n, Binary::Min, Fold::Min),
            "max" => self.least(n, Binary::Max, Fold::Max),
            "abs" => self.number_arg(n, 0).map(|id| {
                let negative = self.negated(id);
                Out::One(self.binary(Binary::Max, id, negative), Type::Number)
            }),
            "clamp" => {
                let (value, low, high) =
                    (self.number_arg(n, 0), self.number_arg(n, 1), self.number_arg(n, 2));
                value.zip(low).zip(high).map(|((value, low), high)| {
                    let value = self.binary(Binary::Min, value, high);
                    Out::One(self.binary(Binary::Max, value, low), Type::Number)
                })
            }
            "range" => {
                let (from, to) = (self.number_arg(n, 0), self.number_arg(n, 1));
                from.zip(to)
                    .map(|(from, to)| Out::Many(self.add_set(Set::Numbers(from, to)), Type::Number))
            }
            "at" => self.at(n),
            _ => return None,
        })
    }

    fn about_spaces(&mut self, name: &str, n: Args) -> Option<Option<Out>> {
        let space = Type::Space(None);
        Some(match name {
            "neighbours" => self
                .arg(n, 0, &space)
                .map(|(id, ty)| Out::Many(self.add_set(Set::Neighbours(id)), ty)),
            "next" => self
                .arg(n, 0, &space)
                .zip(self.direction(n, 1))
                .map(|((id, ty), way)| Out::One(self.add(Expr::Next(id, way)), ty)),
            "along" => {
                let (from, way) = (self.arg(n, 0, &space), self.direction(n, 1));
                let steps = self.number_arg(n, 2);
                from.zip(way).zip(steps).map(|(((id, ty), way), steps)| {
                    Out::One(self.add(Expr::Along(id, way, steps)), ty)
                })
            }
            "ray" => self.ray(n),
            "distance" => {
                let (a, b) = (self.arg(n, 0, &space), self.arg(n, 1, &space));
                a.zip(b)
                    .map(|((a, _), (b, _))| Out::One(self.add(Expr::Distance(a, b)), Type::Number))
            }
            "space_at" => {
                let group = self.group_arg(n, 0);
                let (column, row) = (self.number_arg(n, 1), self.number_arg(n, 2));
                group.zip(column).zip(row).map(|((group, column), row)| {
                    let id = self.add(Expr::SpaceAt(group, column, row));
                    Out::One(id, Type::Space(Some(group)))
                })
            }
            "spaces" => self
                .group_arg(n, 0)
                .map(|group| Out::Many(self.group_set(group), Type::Space(Some(group)))),
            "held" => self.held_at(n),
            _ => return None,
        })
    }

    fn about_seats(&mut self, name: &str, n: Args) -> Option<Option<Out>> {
        Some(match name {
            "seats" | "players" | "others" => {
                let from = match n.all.first() {
                    Some(_) => self.arg(n, 0, &Type::Seat).map(|(id, _)| id),
                    None => Some(self.me(n.scope)),
                };
                from.map(|from| {
                    let set = match name {
                        "seats" => Set::Seats(from),
                        "players" => Set::Players(from),
                        _ => Set::Others(from),
                    };
                    Out::Many(self.add_set(set), Type::Seat)
                })
            }
            "after" => {
                let (seat, steps) = (self.arg(n, 0, &Type::Seat), self.number_arg(n, 1));
                seat.zip(steps).map(|((seat, _), steps)| {
                    Out::One(self.add(Expr::SeatAfter(seat, steps)), Type::Seat)
                })
            }
            "apart" => {
                let (a, b) = (self.arg(n, 0, &Type::Seat), self.arg(n, 1, &Type::Seat));
                a.zip(b).map(|((a, _), (b, _))| {
                    Out::One(self.add(Expr::SeatsApart(a, b)), Type::Number)
                })
            }
            _ => return None,
        })
    }

    fn about_parts(&mut self, name: &str, n: Args) -> Option<Option<Out>> {
        let place = Type::Place(None);
        Some(match name {
            "size" | "free" => self.arg(n, 0, &place).map(|(id, _)| {
                let expr = if name == "size" { Expr::Size(id) } else { Expr::Free(id) };
                Out::One(self.add(expr), Type::Number)
            }),
            "in_slot" => {
                let (zone, slot) = (self.arg(n, 0, &place), self.number_arg(n, 1));
                zone.zip(slot).map(|((zone, _), slot)| {
                    Out::One(self.add(Expr::InSlot(zone, slot)), Type::Piece(None))
                })
            }
            "slot" => self.slot_attr(n),
            "pieces" => self.pieces(n),
            "entries" => self
                .kind_arg(n, 0)
                .map(|kind| Out::Many(self.kind_entries(kind), Type::Entry(Some(kind)))),
            "tagged" => self.tagged(n),
            "total" => self.total(n.all.first()?, n.scope),
            "can_pay" => {
                let seat = match n.all.get(1) {
                    Some(_) => self.arg(n, 1, &Type::Seat).map(|(seat, _)| seat),
                    None => Some(self.me(n.scope)),
                };
                seat.and_then(|seat| self.can_pay(n.all.first()?, seat, n.scope))
            }
            "value" => self.value(n),
            _ => return None,
        })
    }

    fn walk(&mut self, fold: Fold, n: Args, want: &Type, result: Option<Type>) -> Option<Out> {
        let (set, ty) = self.set_arg(n, 0)?;
        let body = n.all.get(1).map(|body| (body, want));
        let id = self.fold(fold, set, &ty, body, n.scope)?;
        Some(Out::One(id, result.unwrap_or(ty)))
    }

    fn has(&mut self, n: Args) -> Option<Out> {
        let (set, ty) = self.set_arg(n, 0)?;
        // Nil is in no set.
        let (thing, _) = self.arg(n, 1, &ty.maybe())?;
        Some(Out::One(self.add(Expr::Has(set, thing)), Type::Flag))
    }

    fn only_where(&mut self, n: Args) -> Option<Out> {
        let (set, ty) = self.set_arg(n, 0)?;
        let body = n.all.get(1)?;
        let (inner, it) = self.under_it_of(n.scope, (set, &ty), body.span)?;
        let (body, _) = self.one(body, &inner, Some(&Type::Flag))?;
        Some(Out::Many(self.filtered(set, it, body), ty))
    }

    /// The members with the largest number.
    fn all_best(&mut self, n: Args) -> Option<Out> {
        let (set, ty) = self.set_arg(n, 0)?;
        let number = n.all.get(1)?;
        let (inner, it) = self.under_it_of(n.scope, (set, &ty), number.span)?;
        let (own, _) = self.one(number, &inner, Some(&Type::Number))?;
        // The maximum is computed while a member is in its own register, so it needs another one.
        let mut beside = n.scope.clone();
        beside.registers = inner.registers;
        let (again, _) = self.many(n.all.first()?, &beside)?;
        let body = Some((number, &Type::Number));
        let largest = self.fold(Fold::Max, again, &ty, body, &beside)?;
        let is_best = self.binary(Binary::Eq, own, largest);
        Some(Out::Many(self.filtered(set, it, is_best), ty))
    }

    fn both(&mut self, n: Args) -> Option<Out> {
        let (mut set, ty) = self.set_arg(n, 0)?;
        for (at, arg) in n.all.iter().enumerate().skip(1) {
            let (other, other_ty) = self.set_arg(n, at)?;
            if !self.fits(&other_ty, &ty) {
                let (has, other) = (self.describe(&ty), self.describe(&other_ty));
                let message = format!("`{}` holds {other}, the first set {has}", print(arg));
                self.diags.push(Diagnostic::error(code::MISMATCH, message, arg.span, ""));
                return None;
            }
            set = self.add_set(Set::Both(set, other));
        }
        Some(Out::Many(set, ty))
    }

    fn least(&mut self, n: Args, op: Binary, fold: Fold) -> Option<Out> {
        let first = n.all.first()?;
        let out = self.out(first, n.scope, Some(&Type::Number))?;
        if let Out::One(first, Type::Number) = out {
            let mut id = first;
            for at in 1..n.all.len() {
                let other = self.number_arg(n, at)?;
                id = self.binary(op, id, other);
            }
            return Some(Out::One(id, Type::Number));
        }
        let (set, ty) = self.as_set(first, out)?;
        let body = match n.all.get(1) {
            Some(body) => (body, &Type::Number),
            None if ty == Type::Number => {
                let id = self.add(Expr::It(n.scope.registers));
                let it = n.scope.registers;
                return Some(Out::One(
                    self.add(Expr::Walk { fold, set, it, body: id }),
                    Type::Number,
                ));
            }
            None => {
                let message = format!("what of `{}` is compared?", print(first));
                let diag =
                    Diagnostic::error(code::ARGUMENTS, message, first.span, "several things");
                self.diags.push(diag.help("add a number: `max(set, it.level)`"));
                return None;
            }
        };
        let id = self.fold(fold, set, &ty, Some(body), n.scope)?;
        Some(Out::One(id, Type::Number))
    }

    /// `at(n, 4, 5, 6)`, `at(n, {4, 5, 6})`, `at(n, it.numbers)`.
    fn at(&mut self, n: Args) -> Option<Out> {
        let index = self.number_arg(n, 0)?;
        let rest = n.all.get(1..)?;
        if let [list] = rest {
            let items = match &list.kind {
                AstKind::List(items) => items.as_slice(),
                _ => match self.out(list, n.scope, None)? {
                    Out::List(list, ty) => {
                        let id = self.add(Expr::ListAt(list, index));
                        return Some(Out::One(id, ty));
                    }
                    Out::One(id, ty) => return Some(Out::One(id, ty)),
                    out => return self.mismatch(list, &out, Some(&Type::Number)),
                },
            };
            return self.pick_at(index, items, n.scope);
        }
        self.pick_at(index, rest, n.scope)
    }

    fn pick_at(&mut self, index: ExprId, items: &[Ast], scope: &Scope) -> Option<Out> {
        let mut ids = vec![];
        let mut ty = None;
        for item in items {
            let (id, found) = self.one(item, scope, ty.as_ref())?;
            ids.push(id);
            ty.get_or_insert(found.maybe());
        }
        let known: Option<Vec<i32>> = ids.iter().map(|id| self.known(*id)).collect();
        let id = match known {
            Some(values) if !values.is_empty() => {
                let last = values.len() as i32;
                let known = self.known(index).map(|at| at.clamp(1, last) as usize - 1);
                match known.and_then(|at| values.get(at)) {
                    Some(value) => self.number(*value),
                    None => {
                        let start = self.table(&values);
                        self.add(Expr::Table { start, len: values.len() as u32, index })
                    }
                }
            }
            _ => {
                let mut id = ids.last().copied()?;
                for (at, value) in ids.iter().enumerate().rev().skip(1) {
                    let here = self.with_number(Binary::Le, index, at as i32 + 1);
                    id = self.choice(here, *value, id);
                }
                id
            }
        };
        Some(Out::One(id, ty?.sure().clone()))
    }

    fn ray(&mut self, n: Args) -> Option<Out> {
        let (from, ty) = self.arg(n, 0, &Type::Space(None))?;
        let direction = self.direction(n, 1)?;
        let body = n.all.get(2)?;
        let (inner, it) = self.under_it(n.scope, &ty, body.span)?;
        let (body, _) = self.one(body, &inner, Some(&Type::Flag))?;
        Some(Out::One(self.add(Expr::Ray { from, direction, it, body }), Type::Number))
    }

    fn held_at(&mut self, n: Args) -> Option<Out> {
        let first = n.all.first()?;
        let counter = self.bare_id(first).and_then(|name| self.names.counters.get(name)).copied();
        let scope = counter.and_then(|counter| self.def.counters.get(counter.index()));
        let (Some(counter), Some(Per::SeatSpace(group))) = (counter, scope.map(|def| def.scope))
        else {
            let message = format!("`{}` is not kept for each seat on each space", print(first));
            let diag = Diagnostic::error(names_used::RESOURCE, message, first.span, "");
            self.diags.push(diag.help("name a resource with `held_by: [seat, <group>]`"));
            return None;
        };
        let space = self.arg(n, 1, &Type::Space(Some(group)));
        let seat = match n.all.get(2) {
            Some(_) => self.arg(n, 2, &Type::Seat).map(|(seat, _)| seat),
            None => Some(self.me(n.scope)),
        };
        let ((space, _), seat) = (space?, seat?);
        let pair = self.add(Expr::Pair(counter, seat, space));
        Some(Out::One(self.add(Expr::Counter(counter, pair)), Type::Number))
    }

    /// `slot(piece, surcharge)`: the attribute of the slot a piece is in.
    fn slot_attr(&mut self, n: Args) -> Option<Out> {
        let (piece, _) = self.arg(n, 0, &Type::Piece(None))?;
        let second = n.all.get(1)?;
        let name = self.bare_id(second).unwrap_or_default().to_owned();
        let found: Vec<(ZoneId, usize)> = self
            .names
            .slot_attrs
            .iter()
            .filter(|((_, attr), _)| *attr == name)
            .map(|((zone, _), at)| (*zone, *at))
            .collect();
        if found.is_empty() {
            let message = format!("no row has a slot attribute `{}`", print(second));
            let diag = Diagnostic::error(names_used::UNKNOWN, message, second.span, "not known");
            let all: Vec<String> = self
                .names
                .slot_attrs
                .keys()
                .map(|(_, name)| name.clone())
                .take(looks_left())
                .collect();
            self.suggest(diag, "slot attribute", &name, &all);
            return None;
        }
        let (index, place) = (self.add(Expr::SlotOf(piece)), self.add(Expr::PlaceOf(piece)));
        let mut id = self.number(0);
        for (zone, at) in found.into_iter().rev() {
            let Some(def) = self.def.zones.get(zone.index()) else { continue };
            let (Some((_, start)), len) = (def.slots.get(at).copied(), def.capacity) else {
                continue;
            };
            let value = self.add(Expr::Table { start, len: u32::from(len), index });
            let is = self.add(Expr::IsZone(zone, place));
            id = self.choice(is, value, id);
        }
        Some(Out::One(id, Type::Number))
    }

    fn pieces(&mut self, n: Args) -> Option<Out> {
        let name = self.bare_id(n.all.first()?);
        let is_kind = name.is_some_and(|name| self.names.kinds.get(name).is_some());
        let zone = name.and_then(|name| self.names.zones.get(name)).copied();
        if let (Some(zone), false) = (zone, is_kind) {
            return Some(Out::Many(self.add_set(Set::ZonePieces(zone)), Type::Piece(None)));
        }
        let kind = self.kind_arg(n, 0)?;
        Some(Out::Many(self.add_set(Set::KindPieces(kind)), Type::Piece(Some(kind))))
    }

    fn tagged(&mut self, n: Args) -> Option<Out> {
        let first = n.all.first()?;
        let (id, ty) = self.one(first, n.scope, None)?;
        let second = n.all.get(1)?;
        let name = self.bare_id(second).unwrap_or_default().to_owned();
        let bound = n.scope.var(&name).is_some_and(|var| var.ty == Type::Tag);
        if bound && matches!(ty, Type::Piece(_) | Type::Entry(_)) {
            let (tag, _) = self.one(second, n.scope, Some(&Type::Tag))?;
            return Some(Out::One(self.has_this_tag(id, &ty, tag), Type::Flag));
        }
        let tags = &self.names.entry_tags;
        let found = tags.iter().find(|(tag, _)| **tag == name);
        let Some(entries) = found.map(|(_, entries)| entries.clone()) else {
            let all: Vec<String> = tags.keys().take(looks_left()).cloned().collect();
            let message = format!("no entry has the tag `{}`", print(second));
            let diag = Diagnostic::error(names_used::UNKNOWN, message, second.span, "not known");
            self.suggest(diag, "tag", &name, &all);
            return None;
        };
        if !matches!(ty, Type::Piece(_) | Type::Entry(_)) {
            let is = self.describe(&ty);
            let message = format!("`{}` is {is}, a piece was expected", print(first));
            self.diags.push(Diagnostic::error(code::MISMATCH, message, first.span, ""));
            return None;
        }
        Some(Out::One(self.has_tag(id, &ty, &entries), Type::Flag))
    }

    fn value(&mut self, n: Args) -> Option<Out> {
        let first = n.all.first()?;
        let name = self.bare_id(first).unwrap_or_default();
        let Some((value, about)) = self.names.values.get(name).cloned() else {
            let message = format!("unknown value `{}`", print(first));
            let diag = Diagnostic::error(names_used::UNKNOWN, message, first.span, "not known");
            let all: Vec<String> =
                self.names.values.ids().map(str::to_owned).take(looks_left()).collect();
            self.suggest(diag, "value", name, &all);
            return None;
        };
        let about = match (about, n.all.get(1)) {
            (Some(ty), Some(_)) => self.arg(n, 1, &ty)?.0,
            (None, None) => self.nil(),
            (Some(ty), None) => {
                let is = self.describe(&ty);
                let message = format!("`{name}` is asked about {is}");
                let diag = Diagnostic::error(code::ARGUMENTS, message, first.span, "about what?");
                self.diags.push(diag.help(format!("write `value({name}, x)`")));
                return None;
            }
            (None, Some(extra)) if !matches!(extra.kind, AstKind::Nil) => {
                let message = format!("`{name}` is not about anything");
                let diag = Diagnostic::error(code::ARGUMENTS, message, extra.span, "too much");
                self.diags.push(diag.help("leave it out, or declare `about` of the value"));
                return None;
            }
            (None, Some(_)) => self.nil(),
        };
        let seat = match n.all.get(2) {
            Some(_) => self.arg(n, 2, &Type::Seat)?.0,
            None => self.me(n.scope),
        };
        Some(Out::One(self.add(Expr::Value(value, seat, about)), Type::Number))
    }
}

/// Arguments and their places.
#[derive(Clone, Copy)]
struct Args<'a> {
    all: &'a [Ast],
    scope: &'a Scope,
}

/// Several arguments of the same sort.
impl Lower<'_> {
    fn arg(&mut self, n: Args, at: usize, want: &Type) -> Option<(ExprId, Type)> {
        let (id, ty) = self.one(n.all.get(at)?, n.scope, Some(want))?;
        Some((id, if ty == Type::Nil && is_thing(want) { want.sure().clone() } else { ty }))
    }

    fn number_arg(&mut self, n: Args, at: usize) -> Option<ExprId> {
        self.arg(n, at, &Type::Number).map(|(id, _)| id)
    }

    fn set_arg(&mut self, n: Args, at: usize) -> Option<(SetId, Type)> {
        self.many(n.all.get(at)?, n.scope)
    }

    fn direction(&mut self, n: Args, at: usize) -> Option<u8> {
        let ast = n.all.get(at)?;
        let name = self.bare_id(ast).unwrap_or_default().to_owned();
        let found = self.names.directions.iter().find(|(way, _)| **way == name);
        if let Some((_, way)) = found {
            return Some(*way);
        }
        let message = format!("`{}` is not a direction", print(ast));
        let diag = Diagnostic::error(names_used::UNKNOWN, message, ast.span, "not a direction");
        let all: Vec<String> = self.names.directions.keys().take(looks_left()).cloned().collect();
        self.suggest(diag, "direction", &name, &all);
        None
    }

    fn kind_arg(&mut self, n: Args, at: usize) -> Option<KindId> {
        let ast = n.all.get(at)?;
        let name = self.bare_id(ast).unwrap_or_default();
        if let Some(kind) = self.names.kinds.get(name) {
            return Some(*kind);
        }
        let message = format!("`{}` is not a kind of pieces", print(ast));
        let diag = Diagnostic::error(names_used::UNKNOWN, message, ast.span, "not a kind");
        let all: Vec<String> =
            self.names.kinds.ids().map(str::to_owned).take(looks_left()).collect();
        self.suggest(diag, "kind", name, &all);
        None
    }

    fn group_arg(&mut self, n: Args, at: usize) -> Option<u16> {
        let ast = n.all.get(at)?;
        let name = self.bare_id(ast).unwrap_or_default();
        if let Some(group) = self.names.groups.get(name) {
            return Some(*group);
        }
        let message = format!("`{}` is not a group of spaces", print(ast));
        let diag = Diagnostic::error(names_used::UNKNOWN, message, ast.span, "not a group");
        let all: Vec<String> =
            self.names.groups.ids().map(str::to_owned).take(looks_left()).collect();
        self.suggest(diag, "group", name, &all);
        None
    }
}
