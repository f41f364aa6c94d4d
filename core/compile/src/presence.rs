//! Nil checking. A value that may be nil (`first(...)`, `it.owner`, an optional pick) is allowed
//! where an object is wanted only after a condition has established that it is not nil. This module
//! derives facts from conditions and tracks them through steps.

use boardwright_rules::def::expr::{Binary, Expr, ExprId, Fold, NIL, Set, SetId};
use boardwright_rules::def::part::Scope as Per;
use boardwright_rules::id::AttrId;

use super::Lower;
use super::expr::work_out;
use super::listing;
use super::names::{Type, is_thing};
use super::scope::{Bound, Scope};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::types as code;
use boardwright_syntax::expr::{Ast, AstKind, print};
use boardwright_syntax::source::Span;

/// A fact that a condition establishes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fact {
    /// This value is not nil.
    There(ExprId),
    /// The container is not empty.
    In(ExprId),
    /// The set is not empty; with a condition, some member satisfies it.
    Some(SetId, Option<ExprId>),
}

/// The facts known at one point of the code.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flow {
    /// Bindings that may be nil.
    maybe: Vec<u16>,
    /// Facts from conditions about the table; they hold until it changes.
    facts: Vec<Fact>,
    /// Whether the code never gets here.
    pub never: bool,
}

impl Flow {
    /// The facts at an unreachable point.
    pub(crate) fn nowhere() -> Self {
        Self { never: true, ..Self::default() }
    }

    /// Records a binding.
    pub(crate) fn bind(&mut self, slot: u16, maybe: bool) {
        self.maybe.retain(|it| *it != slot);
        if maybe {
            self.maybe.push(slot);
        }
    }

    /// Drops the facts: the table changes, or a name is bound again, and they may have depended on
    /// it.
    pub(crate) fn changed(&mut self) {
        self.facts.clear();
    }

    /// Ends a block of steps: drops the facts and bindings made inside it.
    pub(crate) fn leave(&mut self, before: &Flow, next: u16) {
        self.facts.retain(|fact| before.facts.contains(fact));
        self.maybe.retain(|slot| *slot < next);
    }

    /// Merges the facts of two paths: what holds on both.
    pub(crate) fn or(&mut self, other: &Flow) {
        match (self.never, other.never) {
            (_, true) => {}
            (true, false) => *self = other.clone(),
            (false, false) => {
                self.maybe.extend(&other.maybe);
                self.maybe.sort_unstable();
                self.maybe.dedup();
                self.facts.retain(|fact| other.facts.contains(fact));
            }
        }
    }
}

/// A loop whose steps are being lowered and will run again from its start.
#[derive(Default)]
pub(crate) struct Round {
    /// Bindings made since its start, on every path.
    bound: Vec<u16>,
    /// Earlier bindings that must not be nil, and the place that needs them.
    needed: Vec<(u16, Span)>,
}

impl Lower<'_> {
    /// Whether an expression may be nil. `span` is the place where it must not be.
    pub(crate) fn may_be_nil(&mut self, id: ExprId, scope: &Scope, span: Option<Span>) -> bool {
        let Some(expr) = self.def.exprs.get(id as usize).copied() else { return false };
        let maybe = match expr {
            Expr::Const(value) => return value == NIL,
            Expr::Local(slot) => {
                let maybe = scope.flow.maybe.contains(&slot);
                if let (false, Some(span)) = (maybe, span) {
                    let rounds = self.rounds.iter_mut().filter(|it| !it.bound.contains(&slot));
                    rounds.for_each(|round| round.needed.push((slot, span)));
                }
                return maybe;
            }
            Expr::Walk { fold: Fold::First | Fold::Last, set, it, body } => {
                self.may_lack(set, Some((it, body)), scope)
            }
            Expr::Walk { fold: Fold::Best, set, .. } => self.may_lack(set, None, scope),
            Expr::If(condition, yes, no) => {
                let then = self.given(scope, Some(condition), true);
                let otherwise = self.given(scope, Some(condition), false);
                self.may_be_nil(yes, &then, span) || self.may_be_nil(no, &otherwise, span)
            }
            // A field of nil is nil.
            Expr::EntryOf(of) | Expr::PlaceOf(of) => self.may_be_nil(of, scope, span),
            Expr::Place(_, of) => self.known(of) != Some(NIL) && self.may_be_nil(of, scope, span),
            Expr::SeatOfPlace(place) => match self.def.exprs.get(place as usize).copied() {
                Some(Expr::Place(zone, of)) => {
                    let zone = self.def.zones.get(zone.index());
                    let of_seat = zone.is_some_and(|zone| zone.scope == Per::Seat);
                    !of_seat || self.may_be_nil(of, scope, span)
                }
                _ => true,
            },
            Expr::Attr(attr, of) | Expr::EntryAttr(attr, of) => {
                self.may_lack_attr(attr) || self.may_be_nil(of, scope, span)
            }
            Expr::SpaceAttr(attr, of) => {
                self.may_lack_space_attr(attr) || self.may_be_nil(of, scope, span)
            }
            Expr::Table { start, len, .. } => {
                let (start, len) = (start as usize, len as usize);
                let values = self.def.tables.get(start..start + len);
                values.is_some_and(|values| values.contains(&NIL))
            }
            Expr::Owner(_)
            | Expr::Controller(_)
            | Expr::SpaceOf(_)
            | Expr::HolderOf(_)
            | Expr::InSlot(..)
            | Expr::Next(..)
            | Expr::Along(..)
            | Expr::SpaceAt(..) => true,
            _ => false,
        };
        maybe && !self.is_proven(Fact::There(id), scope)
    }

    /// Whether a set may have no member that satisfies a condition.
    pub(crate) fn may_lack(&self, set: SetId, body: Option<(u8, ExprId)>, scope: &Scope) -> bool {
        let body = body.filter(|(_, body)| self.known(*body).is_none_or(|value| value == 0));
        let fills = match body {
            None => self.fills(set),
            Some((it, body)) => self.always_some(set, it, body),
        };
        let body = body.map(|(_, body)| body);
        let holds = match self.def.sets.get(set as usize) {
            Some(Set::Pieces(place)) => body.is_none() && self.holds_some(*place, scope),
            _ => false,
        };
        !fills && !holds && !self.is_proven(Fact::Some(set, body), scope)
    }

    /// Whether a container is known not to be empty.
    pub(crate) fn holds_some(&self, place: ExprId, scope: &Scope) -> bool {
        self.is_proven(Fact::In(place), scope)
    }

    /// Whether a set is never empty.
    fn fills(&self, set: SetId) -> bool {
        match self.def.sets.get(set as usize) {
            Some(Set::Seats(_) | Set::Players(_)) => true,
            Some(Set::Others(_)) => self.def.seats > 1,
            Some(Set::Fixed(_, len)) => *len > 0,
            Some(Set::Spaces(_, len)) => *len > 0,
            Some(Set::KindPieces(kind)) => self.def.pieces.iter().any(|it| it.kind == *kind),
            Some(Set::Where { set, it, body }) => self.always_some(*set, *it, *body),
            Some(Set::Both(one, other)) => self.fills(*one) || self.fills(*other),
            Some(Set::Numbers(from, to)) => {
                self.known(*from).zip(self.known(*to)).is_some_and(|(from, to)| from <= to)
            }
            _ => false,
        }
    }

    /// Whether some member of a constant set satisfies a condition that reads only printed values.
    fn always_some(&self, set: SetId, it: u8, body: ExprId) -> bool {
        let things: Vec<i32> = match self.def.sets.get(set as usize) {
            Some(Set::Spaces(first, len)) => {
                let first = i32::from(first.0);
                (first..first + i32::from(*len)).collect()
            }
            Some(Set::Fixed(start, len)) => {
                let (start, len) = (*start as usize, *len as usize);
                self.def.tables.get(start..start + len).unwrap_or_default().to_vec()
            }
            _ => return false,
        };
        let holds = |thing| self.said_of(body, (it, thing)).is_some_and(|it| it != 0);
        things.into_iter().any(holds)
    }

    /// The value of an expression about `it` if it reads only printed values.
    fn said_of(&self, id: ExprId, (it, thing): (u8, i32)) -> Option<i32> {
        let value = |id: ExprId| self.said_of(id, (it, thing));
        let printed = |column: Option<&Vec<i32>>, of: ExprId| {
            column?.get(usize::try_from(value(of)?).ok()?).copied()
        };
        match *self.def.exprs.get(id as usize)? {
            Expr::Const(value) => Some(value),
            Expr::It(register) if register == it => Some(thing),
            Expr::SpaceAttr(attr, of) => printed(self.def.space_attrs.get(attr.index()), of),
            Expr::EntryAttr(attr, of) => printed(self.def.attrs.get(attr.index()), of),
            Expr::Not(of) => Some(i32::from(value(of)? == 0)),
            Expr::And(one, other) => Some(i32::from(value(one)? != 0 && value(other)? != 0)),
            Expr::Or(one, other) => Some(i32::from(value(one)? != 0 || value(other)? != 0)),
            Expr::Binary(op, one, other) => work_out(op, value(one)?, value(other)?),
            Expr::BinaryConst(op, of, by) => work_out(op, value(of)?, by),
            _ => None,
        }
    }

    /// Whether some space of a group may have nil in this attribute.
    fn may_lack_space_attr(&self, attr: AttrId) -> bool {
        let Some(column) = self.def.space_attrs.get(attr.index()) else { return true };
        let groups = self.names.space_attrs.iter().filter(|(_, it)| it.id == attr);
        let groups: Vec<u16> = groups.map(|((group, _), _)| *group).collect();
        let spaces = column.iter().zip(&self.def.spaces);
        spaces.into_iter().any(|(value, space)| *value == NIL && groups.contains(&space.group))
    }

    /// Whether some entry may have nil in this attribute.
    fn may_lack_attr(&self, attr: AttrId) -> bool {
        let of_kind = |at: &usize| {
            let kind = self.def.entries.get(*at).map(|entry| entry.kind);
            self.names.attrs.iter().any(|((of, _), it)| it.id == attr && kind == Some(*of))
        };
        // A face takes what it does not print from its entry.
        let is_face = |at: &usize| {
            let mut faces = self.def.pieces.iter().filter_map(|it| it.faces.get(1..)).flatten();
            faces.any(|face| face.index() == *at)
        };
        let Some(column) = self.def.attrs.get(attr.index()) else { return true };
        let lacks = column.iter().enumerate().filter(|(_, value)| **value == NIL);
        lacks.map(|(at, _)| at).any(|at| of_kind(&at) && !is_face(&at))
    }

    fn is_proven(&self, fact: Fact, scope: &Scope) -> bool {
        scope.flow.facts.iter().any(|known| match (*known, fact) {
            (Fact::There(one), Fact::There(other)) => self.is_same(one, other),
            (Fact::In(one), Fact::In(other)) => self.is_same(one, other),
            (Fact::Some(one, if_one), Fact::Some(other, if_other)) => {
                let same_if = match (if_one, if_other) {
                    (Some(one), Some(other)) => self.is_same(one, other),
                    // A member that satisfies a condition is not nil.
                    (_, if_other) => if_other.is_none(),
                };
                same_if && self.is_same_set(one, other)
            }
            _ => false,
        })
    }

    fn is_same(&self, one: ExprId, other: ExprId) -> bool {
        let listed = |id| listing::expression(&self.def, id);
        one == other || listed(one) == listed(other)
    }

    fn is_same_set(&self, one: SetId, other: SetId) -> bool {
        let listed = |id| listing::set(&self.def, id);
        one == other || listed(one) == listed(other)
    }

    /// Assumes that a condition holds, or does not, from here on.
    pub(crate) fn assume(&mut self, scope: &mut Scope, condition: ExprId, holds: bool) {
        let mut facts = self.facts(condition, holds, scope);
        while let Some(fact) = facts.pop() {
            // A value with an owner is not nil.
            if let Fact::There(id) = fact
                && let Some(of) = self.def.exprs.get(id as usize).and_then(belongs_to)
            {
                facts.push(Fact::There(of));
            }
            match fact {
                Fact::There(id) => match self.def.exprs.get(id as usize) {
                    Some(Expr::Local(slot)) => {
                        let slot = *slot;
                        scope.flow.maybe.retain(|it| *it != slot);
                        self.rounds.iter_mut().for_each(|round| round.bound.push(slot));
                    }
                    _ => scope.flow.facts.push(fact),
                },
                Fact::In(_) | Fact::Some(..) => scope.flow.facts.push(fact),
            }
        }
    }

    /// Assumes the conditions of a set for the member being visited.
    pub(crate) fn assume_of_set(&mut self, scope: &mut Scope, set: SetId, register: u8) {
        let mut next = Some(set);
        while let Some(set) = next.take() {
            if let Some(Set::Where { set, it, body }) = self.def.sets.get(set as usize).cloned() {
                if it == register {
                    self.assume(scope, body, true);
                }
                next = Some(set);
            }
        }
    }

    /// The facts that follow from a condition that holds, or does not.
    fn facts(&mut self, condition: ExprId, holds: bool, scope: &Scope) -> Vec<Fact> {
        let Some(expr) = self.def.exprs.get(condition as usize).copied() else { return vec![] };
        match expr {
            Expr::Not(of) => self.facts(of, !holds, scope),
            Expr::And(one, other) | Expr::Or(one, other) => {
                let (first, mut second) =
                    (self.facts(one, holds, scope), self.facts(other, holds, scope));
                let both = matches!(expr, Expr::And(..)) == holds;
                match both {
                    true => second.extend(first),
                    false => second.retain(|fact| first.contains(fact)),
                }
                second
            }
            Expr::BinaryConst(op, of, by) => self.compared(op, of, by, holds),
            Expr::Binary(Binary::Eq, one, other) if holds => self.alike(one, other, scope),
            Expr::Binary(Binary::Ne, one, other) if !holds => self.alike(one, other, scope),
            Expr::Has(_, thing) | Expr::IsKind(_, thing) | Expr::IsZone(_, thing) if holds => {
                vec![Fact::There(thing)]
            }
            Expr::Walk { fold: Fold::Any, set, body, .. } if holds => {
                vec![Fact::Some(set, Some(body))]
            }
            _ => vec![],
        }
    }

    /// The facts that follow from a comparison with a constant.
    fn compared(&self, op: Binary, of: ExprId, by: i32, holds: bool) -> Vec<Fact> {
        match (op, by) {
            (Binary::Ne, NIL) if holds => return vec![Fact::There(of)],
            (Binary::Eq, NIL) if !holds => return vec![Fact::There(of)],
            _ => {}
        }
        let some = match (op, holds) {
            (Binary::Eq, true) | (Binary::Ne, false) => by >= 1,
            (Binary::Ne, true) | (Binary::Eq, false) => by == 0,
            (Binary::Gt, true) | (Binary::Le, false) => by >= 0,
            (Binary::Ge, true) | (Binary::Lt, false) => by >= 1,
            _ => false,
        };
        let same = matches!((op, holds), (Binary::Eq, true) | (Binary::Ne, false)) && by >= 0;
        match self.def.exprs.get(of as usize) {
            Some(Expr::Size(place)) if some => vec![Fact::In(*place)],
            Some(Expr::Len(set)) if some => vec![Fact::Some(*set, None)],
            Some(Expr::Walk { fold: Fold::Count, set, body, .. }) if some => {
                vec![Fact::Some(*set, Some(*body))]
            }
            _ if same => vec![Fact::There(of)],
            _ => vec![],
        }
    }

    /// A value that equals a non-nil value is not nil.
    fn alike(&mut self, one: ExprId, other: ExprId, scope: &Scope) -> Vec<Fact> {
        let mut facts = vec![];
        if !self.may_be_nil(one, scope, None) {
            facts.push(Fact::There(other));
        }
        if !self.may_be_nil(other, scope, None) {
            facts.push(Fact::There(one));
        }
        facts
    }

    /// Lowers steps that may be skipped. Names first bound in them may be nil afterwards.
    pub(crate) fn branch(&mut self, scope: &mut Scope, steps: impl FnOnce(&mut Self, &mut Scope)) {
        let (before, bound) = (scope.flow.clone(), self.bound_so_far());
        let n_vars = scope.vars.len();
        steps(self, scope);
        scope.flow.or(&before);
        self.new_names_may_be_nil(n_vars, scope);
        self.forget_bound(&bound);
    }

    /// Lowers steps that repeat any number of times, including none.
    pub(crate) fn round(&mut self, scope: &mut Scope, steps: impl FnOnce(&mut Self, &mut Scope)) {
        let before = self.open_round(scope);
        self.branch(scope, steps);
        let after = scope.flow.clone();
        self.close_round(&before, &after, scope);
    }

    /// Starts steps that may repeat. Returns the facts at their start.
    pub(crate) fn open_round(&mut self, scope: &mut Scope) -> Flow {
        scope.flow.changed();
        self.rounds.push(Round::default());
        scope.flow.clone()
    }

    /// Ends them: reports bindings that are needed and not nil at the start, but may be nil in the
    /// next round.
    pub(crate) fn close_round(&mut self, before: &Flow, after: &Flow, scope: &Scope) {
        let round = self.rounds.pop().unwrap_or_default();
        let mut told = vec![];
        for (slot, span) in round.needed {
            let lost = after.maybe.contains(&slot) && !before.maybe.contains(&slot);
            if lost && !told.contains(&slot) {
                told.push(slot);
                self.nothing_next_time(slot, span, scope);
            }
        }
    }

    /// Marks names as possibly nil that were bound on one path only.
    pub(crate) fn new_names_may_be_nil(&self, n_vars: usize, scope: &mut Scope) {
        for var in scope.vars.iter().skip(n_vars) {
            if let (Bound::Slot(slot), true) = (var.bound, is_thing(&var.ty)) {
                scope.flow.bind(slot, true);
            }
        }
    }

    /// The number of bindings each enclosing loop has made so far.
    pub(crate) fn bound_so_far(&self) -> Vec<usize> {
        self.rounds.iter().map(|round| round.bound.len()).collect()
    }

    /// Forgets bindings made on one path only.
    pub(crate) fn forget_bound(&mut self, so_far: &[usize]) {
        for (round, n) in self.rounds.iter_mut().zip(so_far) {
            round.bound.truncate(*n);
        }
    }

    /// Records that a name was bound.
    pub(crate) fn note_bound(&mut self, slot: u16) {
        self.rounds.iter_mut().for_each(|round| round.bound.push(slot));
        self.doubted.retain(|it| *it != slot);
    }

    fn nothing_next_time(&mut self, slot: u16, span: Span, scope: &Scope) {
        let var = scope.vars.iter().find(|var| var.bound == Bound::Slot(slot));
        let name = var.map_or("it", |var| var.name.as_str());
        let message = format!("`{name}` may be nothing when these steps are repeated");
        let diag = Diagnostic::error(code::NOTHING, message, span, "may be nothing then");
        let help = format!("make sure of it here: {}", sure_of(name));
        self.diags.push(diag.help(help));
    }

    /// Reports an expression that may be nil where an object is wanted. Always returns `None`.
    pub(crate) fn nothing<T>(&mut self, ast: &Ast, wanted: &str, scope: &Scope) -> Option<T> {
        if let AstKind::Name(name) = &ast.kind
            && let Some(Bound::Slot(slot)) = scope.var(name).map(|var| var.bound)
        {
            if self.doubted.contains(&slot) {
                return None;
            }
            self.doubted.push(slot);
        }
        let written = print(ast);
        let is = if written == "nil" { "is nothing" } else { "may be nothing" };
        let message = format!("`{written}` {is}, {wanted}");
        let diag = Diagnostic::error(code::NOTHING, message, ast.span, is);
        let help = match &ast.kind {
            AstKind::Nil => "write what is meant; a parameter takes nothing if its type ends \
                             with `?`, as in `piece?`"
                .to_owned(),
            AstKind::Name(name) => format!("make sure of it before: {}", sure_of(name)),
            _ if scope.registers > 0 || scope.depth == 0 => {
                format!("make sure of it before: `{written} ~= nil and ...`")
            }
            AstKind::Field(..) => format!("make sure of it right before: {}", sure_of(&written)),
            _ => {
                format!("bind it with `let: {{ x: ... }}`, then make sure of it: {}", sure_of("x"))
            }
        };
        self.diags.push(diag.help(help));
        None
    }
}

/// The object whose field an expression is.
fn belongs_to(expr: &Expr) -> Option<ExprId> {
    match *expr {
        Expr::EntryOf(of)
        | Expr::PlaceOf(of)
        | Expr::Place(_, of)
        | Expr::SeatOfPlace(of)
        | Expr::Attr(_, of)
        | Expr::EntryAttr(_, of)
        | Expr::SpaceAttr(_, of)
        | Expr::Owner(of)
        | Expr::Controller(of)
        | Expr::SpaceOf(of)
        | Expr::HolderOf(of) => Some(of),
        _ => None,
    }
}

/// How an author checks that a value is not nil.
fn sure_of(name: &str) -> String {
    format!(
        "`require: \"{name} ~= nil\"` or `if` where there may be none, `expect: \"{name} ~= \
         nil\"` where the rules see to it that there is one"
    )
}

impl Type {
    /// Whether values of this type must not be nil.
    pub(crate) fn needs_a_thing(&self) -> bool {
        is_thing(self) && !matches!(self, Type::Maybe(_) | Type::Nil)
    }
}
