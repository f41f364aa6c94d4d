//! Resolves bare names and fields, and suggests alternatives for unknown ones.

use boardwright_rules::def::expr::{Binary, Expr, ExprId, NIL, Set};
use boardwright_rules::def::part::Scope as Per;
use boardwright_rules::id::{CounterId, EntryId, SpaceId, ValueId, ZoneId};

use super::types::similar;
use super::{Amounts, Out, compare};
use crate::names::{Type, is_thing};
use crate::scope::{Bound, Scope, Var};
use crate::{Lower, OptionValue};
use boardwright_syntax::diag::codes::{names_used, types as code};
use boardwright_syntax::diag::{Diagnostic, is_tired, listed, looks_left};
use boardwright_syntax::expr::{Ast, AstKind, Ident, print};
use boardwright_syntax::source::Span;

/// A possible meaning of a name.
#[derive(Clone, Debug)]
enum Meaning {
    Var(Var),
    Seat(i32),
    TableCounter(CounterId),
    Place(ZoneId),
    Value(ValueId),
    Group(u16),
    Space(SpaceId),
    Entry(EntryId),
    Counter(CounterId),
    Tag(Vec<CounterId>),
    Word(u16, i32),
    EntryTag(i32),
    Set,
}

impl Lower<'_> {
    pub(super) fn named(
        &mut self,
        name: &str,
        span: Span,
        scope: &Scope,
        hint: Option<&Type>,
    ) -> Option<Out> {
        let meanings = self.meanings(name, Some(scope), hint);
        if let Some(diag) = self.bare_field(name, span, scope, hint, &meanings) {
            self.diags.push(diag);
            return None;
        }
        self.take_meaning(meanings, name, span, scope, hint)
    }

    /// Reports a field written without `it`. A bare name is never a field: otherwise an attribute
    /// added by one pack would change the meaning of a name in another.
    fn bare_field(
        &self,
        name: &str,
        span: Span,
        scope: &Scope,
        hint: Option<&Type>,
        meanings: &[Meaning],
    ) -> Option<Diagnostic> {
        if matches!(meanings.first(), Some(Meaning::Var(_) | Meaning::Seat(_))) {
            return None;
        }
        let it = scope.var("it").filter(|it| !matches!(it.bound, Bound::List(_)))?;
        let field = self.field_of(&it.ty, name)?;
        let fits = |ty: Option<Type>| match (hint, ty) {
            (Some(hint), Some(ty)) => self.fits(&ty, hint),
            (Some(_), None) => false,
            (None, _) => true,
        };
        let mut others = meanings.iter().filter(|other| fits(self.meaning_type(other)));
        let Some(other) = others.next() else {
            return Some(self.field_without_it(name, span));
        };
        if !fits(self.field_type(&field)) {
            return None;
        }
        let message = format!("`{name}` could mean two things");
        let label = format!("the field `it.{name}`, or {} `{name}`", word_of(other));
        let diag = Diagnostic::error(names_used::BARE_FIELD, message, span, label);
        let help = format!(
            "write `it.{name}` for the field, `'{name}'` for the other, or give the attribute \
             another name"
        );
        Some(match self.declared_at(other, name) {
            Some(place) => diag.and(place, "declared here").help(help),
            None => diag.help(help),
        })
    }

    pub(super) fn field_without_it(&self, name: &str, span: Span) -> Diagnostic {
        let message = format!("`{name}` is a field of `it`");
        let diag = Diagnostic::error(names_used::BARE_FIELD, message, span, "a field without `it`");
        diag.help(format!("write `it.{name}`"))
    }

    /// The place of a declaration.
    fn declared_at(&self, meaning: &Meaning, name: &str) -> Option<Span> {
        let (names, name) = (&self.names, name.to_owned());
        match meaning {
            Meaning::TableCounter(_) | Meaning::Counter(_) => {
                names.counters.0.get(&name).map(|it| it.span)
            }
            Meaning::Place(_) => names.zones.0.get(&name).map(|it| it.span),
            Meaning::Value(_) => names.values.0.get(&name).map(|it| it.span),
            Meaning::Set => names.sets.0.get(&name).map(|it| it.span),
            Meaning::Group(_) => names.groups.0.get(&name).map(|it| it.span),
            Meaning::Space(_) => names.spaces.0.get(&name).map(|it| it.span),
            Meaning::Entry(_) => names.entries.0.get(&name).map(|it| it.span),
            Meaning::Var(_) | Meaning::Seat(_) | Meaning::Tag(_) => None,
            Meaning::Word(..) | Meaning::EntryTag(_) => None,
        }
    }

    pub(super) fn quoted(
        &mut self,
        name: &str,
        span: Span,
        scope: &Scope,
        hint: Option<&Type>,
    ) -> Option<Out> {
        let meanings = self.meanings(name, None, hint);
        self.take_meaning(meanings, name, span, scope, hint)
    }

    fn take_meaning(
        &mut self,
        meanings: Vec<Meaning>,
        name: &str,
        span: Span,
        scope: &Scope,
        hint: Option<&Type>,
    ) -> Option<Out> {
        let fitting = meanings.iter().find(|meaning| {
            let ty = self.meaning_type(meaning);
            hint.zip(ty).is_some_and(|(hint, ty)| self.fits(&ty, hint))
        });
        match fitting.or(meanings.first()).cloned() {
            Some(Meaning::Set) => self.write_set(name, span, &[], scope),
            Some(meaning) => Some(self.add_meaning(meaning, scope)),
            None => self.unknown(name, span, scope, hint),
        }
    }

    /// All meanings of a name, the nearest first.
    fn meanings(&self, name: &str, scope: Option<&Scope>, hint: Option<&Type>) -> Vec<Meaning> {
        let mut found = vec![];
        if let Some(scope) = scope {
            found.extend(scope.var(name).cloned().map(Meaning::Var));
            if let Some(seat) = seat_name(name) {
                let there = seat < i32::from(self.def.seats);
                found.push(Meaning::Seat(if there { seat } else { NIL }));
            }
        }
        let names = &self.names;
        let counter = names.counters.get(name).copied();
        if let Some(counter) = counter
            && self.per(counter) == Some(Per::Table)
        {
            found.push(Meaning::TableCounter(counter));
        }
        let zone = names.zones.get(name).copied();
        let of_table = |zone: &ZoneId| {
            self.def.zones.get(zone.index()).is_some_and(|zone| zone.scope == Per::Table)
        };
        found.extend(zone.filter(of_table).map(Meaning::Place));
        let value = names.values.get(name).filter(|(_, about)| about.is_none());
        found.extend(value.map(|(value, _)| Meaning::Value(*value)));
        let set = names.sets.get(name).filter(|set| set.about.is_none());
        found.extend(set.map(|_| Meaning::Set));
        found.extend(names.groups.get(name).map(|group| Meaning::Group(*group)));
        found.extend(names.spaces.get(name).map(|space| Meaning::Space(*space)));
        found.extend(names.entries.get(name).map(|entry| Meaning::Entry(*entry)));
        found.extend(counter.map(Meaning::Counter));
        let tag = names.tags.iter().find(|(tag, _)| **tag == name);
        found.extend(tag.map(|(_, counters)| Meaning::Tag(counters.clone())));
        // A word counts only if one from its list is expected.
        if let Some(Type::Word(list)) = hint
            && let Some(words) = names.words.get(usize::from(*list))
            && let Some(at) = words.iter().position(|word| word == name)
        {
            found.push(Meaning::Word(*list, at as i32));
        }
        if hint == Some(&Type::Tag) {
            let mut tags = names.entry_tags.keys();
            let tag = tags.position(|tag| tag == name);
            found.extend(tag.map(|at| Meaning::EntryTag(at as i32)));
        }
        found
    }

    fn per(&self, counter: CounterId) -> Option<Per> {
        self.def.counters.get(counter.index()).map(|def| def.scope)
    }

    fn entry_kind(&self, entry: EntryId) -> Option<boardwright_rules::id::KindId> {
        self.def.entries.get(entry.index()).map(|entry| entry.kind)
    }

    fn space_group(&self, space: SpaceId) -> Option<u16> {
        self.def.spaces.get(space.index()).map(|space| space.group)
    }

    fn meaning_type(&self, meaning: &Meaning) -> Option<Type> {
        Some(match meaning {
            Meaning::Var(Var { bound: Bound::List(_), .. }) => return None,
            Meaning::Var(var) => var.ty.clone(),
            Meaning::Seat(_) => Type::Seat,
            Meaning::TableCounter(_) | Meaning::Value(_) => Type::Number,
            Meaning::Place(zone) => Type::Place(Some(*zone)),
            Meaning::Group(_) | Meaning::Tag(_) | Meaning::Set => return None,
            Meaning::Space(space) => Type::Space(self.space_group(*space)),
            Meaning::Entry(entry) => Type::Entry(self.entry_kind(*entry)),
            Meaning::Counter(_) => Type::Counter,
            Meaning::Word(list, _) => Type::Word(*list),
            Meaning::EntryTag(_) => Type::Tag,
        })
    }

    fn add_meaning(&mut self, meaning: Meaning, scope: &Scope) -> Out {
        let ty = self.meaning_type(&meaning).unwrap_or(Type::Number);
        let id = match meaning {
            Meaning::Var(var) => match var.bound {
                Bound::List(slot) => {
                    return Out::Many(self.add_set(Set::Picked(slot)), var.ty);
                }
                bound => match (bound, var.ty) {
                    (Bound::Slot(first), Type::Paid(paid, _)) => {
                        let paid = self.names.paid.get(usize::from(paid));
                        let paid = paid.cloned().unwrap_or_default();
                        return Out::Amounts(Amounts::Paid(
                            paid.into_iter().zip(first..).collect(),
                        ));
                    }
                    (_, Type::Several(several)) => return Out::Several(several),
                    _ => self.add_bound(bound),
                },
            },
            Meaning::Seat(seat) => self.number(seat),
            Meaning::TableCounter(counter) => {
                let nil = self.nil();
                self.counter(counter, nil)
            }
            Meaning::Place(zone) => {
                let nil = self.nil();
                self.add(Expr::Place(zone, nil))
            }
            Meaning::Value(value) => {
                let (me, nil) = (self.me(scope), self.nil());
                self.add(Expr::Value(value, me, nil))
            }
            Meaning::Group(group) => {
                let set = self.group_set(group);
                return Out::Many(set, Type::Space(Some(group)));
            }
            Meaning::Space(space) => self.number(i32::from(space.0)),
            Meaning::Entry(entry) => self.number(i32::from(entry.0)),
            Meaning::Counter(counter) => self.number(i32::from(counter.0)),
            Meaning::Tag(counters) => {
                let values: Vec<i32> = counters.iter().map(|id| i32::from(id.0)).collect();
                return Out::Many(self.fixed(&values), Type::Counter);
            }
            Meaning::Word(_, at) | Meaning::EntryTag(at) => self.number(at),
            // Sets are expanded by `take_meaning`.
            Meaning::Set => self.nil(),
        };
        Out::One(id, ty)
    }

    fn add_bound(&mut self, bound: Bound) -> ExprId {
        self.add(match bound {
            Bound::Slot(slot) | Bound::List(slot) => Expr::Local(slot),
            Bound::It(register) => Expr::It(register),
            Bound::Is(expr) => return expr,
        })
    }

    /// The acting seat.
    pub(crate) fn me(&mut self, scope: &Scope) -> ExprId {
        let bound = scope.var("me").map_or(Bound::Slot(0), |var| var.bound);
        self.add_bound(bound)
    }

    /// The value of `it`, and its type.
    pub(super) fn it(&mut self, scope: &Scope) -> Option<(ExprId, Type)> {
        let var = scope.var("it").filter(|var| !matches!(var.bound, Bound::List(_)))?;
        let (bound, ty) = (var.bound, var.ty.clone());
        Some((self.add_bound(bound), ty))
    }

    /// `a.b`.
    pub(super) fn field(
        &mut self,
        ast: &Ast,
        base: &Ast,
        field: &Ident,
        scope: &Scope,
    ) -> Option<Out> {
        if let AstKind::Name(name) = &base.kind
            && scope.var(name).is_none()
        {
            if name == "option" {
                return self.option(field);
            }
            if let Some(position) = self.threshold(name, &field.name) {
                return Some(Out::One(self.number(position), Type::Number));
            }
        }
        if field.name == "value"
            && let Some(out) = self.track_value(base, scope)
        {
            return out;
        }
        match self.out(base, scope, None)? {
            Out::One(id, ty) => match self.field_of(&ty, &field.name) {
                // A field of nil is nil; but a number would be 0, and a cost free.
                Some(found)
                    if self.nil_is_told
                        && !self.field_type(&found).is_some_and(|ty| is_thing(&ty))
                        && self.may_be_nil(id, scope, Some(base.span)) =>
                {
                    let wanted = format!("and nothing has no `{}`", field.name);
                    self.nothing(base, &wanted, scope)
                }
                Some(found) => Some(self.add_field(id, &ty, found)),
                None => self.no_field(base, &ty, field),
            },
            Out::Many(_, ty) => {
                let what = print(base);
                let is = self.describe(&ty);
                let message = format!("`{what}` is several of {is}, `{}` is of one", field.name);
                let diag = Diagnostic::error(code::NOT_A_SET, message, ast.span, "of which one?");
                let help = format!("for a total write `sum({what}, it.{})`", field.name);
                self.diags.push(diag.help(help));
                None
            }
            Out::Amounts(amounts) => self.amount_field(base, &amounts, field, scope),
            Out::Several(several) => self.value_field(base, several, field, scope),
            out => {
                let is = self.describe_out(&out);
                let message = format!("`{}` is {is} and has no fields", print(base));
                self.diags.push(Diagnostic::error(code::FIELD, message, field.span, "no field"));
                None
            }
        }
    }

    /// `deal.price`: one of several values of a script.
    fn value_field(
        &mut self,
        base: &Ast,
        several: u16,
        field: &Ident,
        scope: &Scope,
    ) -> Option<Out> {
        let what = print(base);
        if let Some(var) = scope.var(&format!("{what}.{}", field.name)) {
            return Some(self.add_meaning(Meaning::Var(var.clone()), scope));
        }
        let is = self.describe(&Type::Several(several));
        let message = format!("`{what}` is {is} and has no `{}`", field.name);
        let diag = Diagnostic::error(code::FIELD, message, field.span, "not one of them");
        let values = self.names.several.get(usize::from(several)).into_iter().flatten();
        let known: Vec<String> = values.map(|(name, _)| name.clone()).collect();
        self.diags.push(match similar(&field.name, known.iter().map(String::as_str)) {
            Some(near) => diag.help(format!("there is `{near}`")),
            None => diag.help(format!("it has {}", listed(&known))),
        });
        None
    }

    fn threshold(&self, track: &str, name: &str) -> Option<i32> {
        let track = *self.names.counters.get(track)?;
        let found = self
            .names
            .thresholds
            .iter()
            .find(|((of, threshold), _)| *of == track && threshold == name);
        found.map(|(_, position)| *position)
    }

    /// `seat.track.value`; the outer `None` if it is another expression.
    fn track_value(&mut self, base: &Ast, scope: &Scope) -> Option<Option<Out>> {
        let (seat, name) = match &base.kind {
            AstKind::Field(seat, track) => (Some(seat), track.name.as_str()),
            AstKind::Name(name) if scope.var(name).is_none() => (None, name.as_str()),
            _ => return None,
        };
        let counter = *self.names.counters.get(name)?;
        self.def.counters.get(counter.index())?.track.as_ref()?;
        let (holder, ty) = match seat {
            Some(seat) => match self.one(seat, scope, Some(&Type::Seat)) {
                Some(found) => found,
                None => return Some(None),
            },
            None => {
                self.it(scope).filter(|(_, ty)| *ty == Type::Seat)?;
                let diag = self.field_without_it(name, base.span);
                self.diags.push(diag);
                return Some(None);
            }
        };
        if ty != Type::Seat {
            return None;
        }
        Some(Some(Out::One(self.add(Expr::TrackValue(counter, holder)), Type::Number)))
    }

    fn option(&mut self, field: &Ident) -> Option<Out> {
        let found = self.options.iter().find(|(name, _)| **name == field.name);
        match found.map(|(_, value)| value.clone()) {
            Some(OptionValue::Flag(flag)) => {
                Some(Out::One(self.number(i32::from(flag)), Type::Flag))
            }
            Some(OptionValue::Number(number)) => Some(Out::One(self.number(number), Type::Number)),
            Some(OptionValue::Word(word)) => Some(Out::OptionWord(word)),
            None => {
                let message = format!("unknown option `{}`", field.name);
                let label = "not an option of this pack";
                let diag = Diagnostic::error(names_used::OPTION, message, field.span, label);
                let options: Vec<String> =
                    self.options.keys().take(looks_left()).cloned().collect();
                self.suggest(diag, "option", &field.name, &options);
                None
            }
        }
    }

    fn no_field<T>(&mut self, base: &Ast, ty: &Type, field: &Ident) -> Option<T> {
        let is = self.describe(ty);
        let what = print(base);
        let message = format!("`{what}` is {is} and has no `{}`", field.name);
        let label = format!("not a field of {is}");
        let mut diag = Diagnostic::error(code::FIELD, message, field.span, label);
        if is_tired() {
            self.diags.push(diag);
            return None;
        }
        let possible = self.field_names(ty);
        if let Some(near) = similar(&field.name, possible.iter().map(String::as_str)) {
            diag = diag.help(format!("there is `{near}`"));
        } else if matches!(ty, Type::Seat)
            && self.names.values.get(&field.name).is_some_and(|(_, about)| about.is_some())
        {
            diag = diag.help(format!("say about what: `value({}, x)`", field.name));
        }
        if !possible.is_empty() {
            diag = diag.note(format!("{is} has {}", listed(&possible)));
        }
        self.diags.push(diag);
        None
    }

    /// `seat[resource]`, where the resource is known only in play.
    pub(super) fn index(
        &mut self,
        ast: &Ast,
        base: &Ast,
        index: &Ast,
        scope: &Scope,
    ) -> Option<Out> {
        let out = self.out(base, scope, None)?;
        let (which, _) = self.one(index, scope, Some(&Type::Counter))?;
        let (holder, ty) = match out {
            Out::One(holder, ty) => (holder, ty),
            Out::Amounts(amounts) => return self.amount_index(base, &amounts, which, scope),
            out => return self.mismatch(base, &out, None),
        };
        let counters: Vec<CounterId> = (0..self.def.counters.len())
            .map(CounterId::from)
            .filter(|id| self.per(*id).is_some_and(|per| self.has_scope(&ty, per)))
            .collect();
        if counters.is_empty() {
            let message =
                format!("`{}` is {} and has no resources", print(base), self.describe(&ty));
            let diag = Diagnostic::error(code::NO_MEANING, message, ast.span, "nothing to look up");
            self.diags.push(diag.help("name a seat, a piece or a space, as in `me[fish]`"));
            return None;
        }
        let mut id = self.number(0);
        for counter in counters.into_iter().rev() {
            let is = self.with_number(Binary::Eq, which, i32::from(counter.0));
            let value = self.counter(counter, holder);
            id = self.choice(is, value, id);
        }
        Some(Out::One(id, Type::Number))
    }

    fn unknown<T>(
        &mut self,
        name: &str,
        span: Span,
        scope: &Scope,
        hint: Option<&Type>,
    ) -> Option<T> {
        let message = format!("unknown name `{name}`");
        let diag = Diagnostic::error(names_used::UNKNOWN, message, span, "not known here");
        if let Some(Type::Word(list)) = hint
            && let Some(words) = self.names.words.get(usize::from(*list))
        {
            let diag = diag.note(format!("expected one of {}", listed(words)));
            let words = words.clone();
            self.suggest(diag, "word", name, &words);
            return None;
        }
        if hint == Some(&Type::Tag) {
            let tags: Vec<String> =
                self.names.entry_tags.keys().take(looks_left()).cloned().collect();
            self.suggest(diag.note("no entry has such a tag"), "tag", name, &tags);
            return None;
        }
        let kept_for = self.names.zones.get(name).is_some();
        if kept_for {
            let help = format!("the table has none: say whose, as in `me.{name}`");
            self.diags.push(diag.help(help));
            return None;
        }
        let value_about = self.names.values.get(name).is_some();
        if value_about {
            let help = format!("say about what: `value({name}, x)`");
            self.diags.push(diag.help(help));
            return None;
        }
        if self.names.sets.get(name).is_some() {
            self.diags.push(diag.help(format!("say about what: `{name}(x)`")));
            return None;
        }
        let is_function = super::FUNCTIONS.iter().find(|function| function.name == name);
        if let Some(function) = is_function {
            self.diags.push(diag.help(format!("it is a function: `{}`", function.form)));
            return None;
        }
        if is_tired() {
            self.diags.push(diag);
            return None;
        }
        let names = &self.names;
        let mut known: Vec<String> = scope.vars.iter().map(|var| var.name.clone()).collect();
        if let Some(it) = scope.var("it") {
            known.extend(self.field_names(&it.ty.clone()));
        }
        known.extend(names.counters.0.keys().cloned());
        known.extend(names.zones.0.keys().cloned());
        known.extend(names.values.0.keys().cloned());
        known.extend(names.sets.0.keys().cloned());
        known.extend(names.groups.0.keys().cloned());
        known.extend(names.spaces.0.keys().cloned());
        known.extend(names.entries.0.keys().cloned());
        known.extend(names.tags.keys().map(|tag| tag.to_owned()));
        if similar(name, known.iter().map(String::as_str)).is_some() {
            self.suggest(diag, "thing", name, &known);
        } else {
            let bound: Vec<&str> = scope.vars.iter().map(|var| var.name.as_str()).collect();
            self.diags.push(diag.note(format!("bound here: {}", listed(bound))));
        }
        None
    }

    /// Reports an unknown name, with the most similar candidate, or else all of them.
    pub(crate) fn suggest(
        &mut self,
        diag: Diagnostic,
        what: &str,
        name: &str,
        possible: &[String],
    ) {
        let a = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        self.diags.push(match similar(name, possible.iter().map(String::as_str)) {
            Some(near) => diag.help(format!("{a} {what} with a similar name exists: `{near}`")),
            None if is_tired() => diag,
            None if possible.is_empty() => diag.help(format!("there is no {what} at all yet")),
            None => diag.help(format!("there is {}", listed(possible))),
        });
    }

    /// The kind, group, counter or zone named by a bare argument.
    pub(super) fn bare_id<'a>(&self, ast: &'a Ast) -> Option<&'a str> {
        compare::bare(ast)
    }
}

/// `p1` is the first seat.
fn seat_name(name: &str) -> Option<i32> {
    let digit = name.strip_prefix('p')?.parse::<i32>().ok()?;
    (name.len() == 2 && (1..=8).contains(&digit)).then_some(digit - 1)
}

/// The word for a meaning.
fn word_of(meaning: &Meaning) -> &'static str {
    match meaning {
        Meaning::Var(_) => "the binding",
        Meaning::Seat(_) => "the seat",
        Meaning::TableCounter(_) | Meaning::Counter(_) => "the resource",
        Meaning::Place(_) => "the zone",
        Meaning::Value(_) => "the value",
        Meaning::Group(_) => "the spaces",
        Meaning::Space(_) => "the space",
        Meaning::Entry(_) => "the entry",
        Meaning::Tag(_) => "the resources with the tag",
        Meaning::Word(..) => "the word",
        Meaning::EntryTag(_) => "the tag",
        Meaning::Set => "the set",
    }
}
