//! Abilities: what pieces do while in force.
//!
//! `when` becomes a listener, `modify` a modifier of a value, `offer` one more option of a menu.

mod form;
mod limit;
mod offer;
mod rule;

use boardwright_rules::def::code::Op;
use boardwright_rules::def::expr::{Binary, Expr, ExprId};
use boardwright_rules::def::part::{AbilityDef, Limit, Modifier, ModifierKind, Named, Whose};
use boardwright_rules::id::{AbilityId, EntryId, KindId, ValueId};

use super::Lower;
use super::bounds::NAMES_MAX;
use super::names::Type;
use super::plan::{AbilityPlan, Does, FillPlan, LimitOf};
use super::refs::named;
use super::scope::Scope;
use boardwright_language::raw::{self, Ability};
use boardwright_language::shape::Decode;
use boardwright_syntax::yaml::Node;

/// The name of the piece in conditions and steps.
const SELF: &str = "self";
const ACTOR: &str = "actor";
const ABOUT: &str = "about";

/// A bearer of abilities: an entry, or a rule.
struct Bearer<'a> {
    /// The entry and its kind; none for a rule.
    of: Option<(EntryId, KindId)>,
    named: Named,
    path: &'a str,
    /// The path of its ability, if it has only one.
    single: String,
    /// How many abilities it has.
    count: usize,
}

impl Lower<'_> {
    /// Gives abilities their ids and creates the events and counters they need.
    pub(super) fn ability_heads(&mut self, plan: &mut FillPlan) {
        let entries = std::mem::take(&mut plan.entries);
        for entry in &entries {
            // Uses are counted separately for each ability of a piece, whichever face it is on.
            let before = entries.iter().take_while(|other| other.id != entry.id);
            let same = before.filter(|other| {
                entry.face_of.is_some_and(|first| other.id == first || other.face_of == Some(first))
            });
            let first: usize = same.map(|other| other.abilities.len()).sum();
            let named = self.def.entries[entry.id.index()].named.clone();
            let single = format!("{}.ability", entry.path);
            let of = Some((entry.id, entry.kind));
            let (path, count) = (&entry.path, entry.abilities.len());
            let bearer = Bearer { of, named, path, single, count };
            for (at, node) in entry.abilities.iter().enumerate() {
                self.ability_head(&bearer, node, (at, first + at), plan);
            }
        }
        plan.entries = entries;
    }

    fn ability_head(
        &mut self,
        bearer: &Bearer,
        node: &Node,
        (at, ordinal): (usize, usize),
        plan: &mut FillPlan,
    ) {
        let Some(raw) = self.decode_node(node, Ability::decode) else { return };
        let does = self.ability_form(&raw, node, bearer.of.is_none());
        let path = match (&raw.key, bearer.count) {
            (Some(key), _) => format!("{}.abilities.{key}", bearer.path),
            (None, 1) => bearer.single.clone(),
            (None, _) => format!("{}.abilities.{}", bearer.path, at + 1),
        };
        let limit = self.ability_limit(&raw, bearer, ordinal, node.span);
        for does in does {
            if self.too_many(self.def.abilities.len(), NAMES_MAX, "abilities", node.span) {
                return;
            }
            let id = AbilityId::from(self.def.abilities.len());
            let cause = self.cause_at(node.span, &path);
            let printed = &bearer.named;
            let label = raw.label.as_deref();
            let called = match (&does, bearer.of, bearer.count) {
                (Does::Offer(..), None, 1) => printed.id.clone(),
                (Does::Offer(..), ..) => {
                    let number = (at + 1).to_string();
                    format!("{}: {}", printed.id, label.unwrap_or(&number))
                }
                _ => printed.id.clone(),
            };
            let name = label.unwrap_or(&printed.name);
            let named = named(&called, Some(name), Some(&printed.text));
            self.def.abilities.push(AbilityDef {
                named,
                entry: bearer.of.map(|(entry, _)| entry),
                whose: whose(raw.by),
                when: None,
                hidden: None,
                steps: None,
                again: raw.again.unwrap_or_else(|| self.asks_again(&does)),
                optional: raw.optional,
                limit: limit.map(|(counter, times, of)| Limit {
                    counter,
                    times,
                    by_seat: of == LimitOf::Seat,
                    shared: raw.group.is_some(),
                }),
                cause,
            });
            if let Some((entry, _)) = bearer.of {
                self.def.entries[entry.index()].abilities.push(id);
            }
            if let Does::On(event, _) = &does {
                self.def.listeners[event.index()].push(id);
            }
            plan.abilities.push(AbilityPlan {
                id,
                kind: bearer.of.map(|(_, kind)| kind),
                raw: raw.clone(),
                span: node.span,
                path: path.clone(),
                does,
                limit,
            });
        }
    }

    /// Lowers conditions, steps and changes of abilities.
    pub(super) fn fill_abilities(&mut self, plan: &FillPlan) {
        for ability in &plan.abilities {
            self.fill_ability(ability);
        }
        for value in &mut self.def.values {
            value.modifiers.sort_by_key(|modifier| rank(modifier.change));
        }
    }

    fn fill_ability(&mut self, ability: &AbilityPlan) {
        // A rule has no piece, so `self` is not bound.
        let this = match ability.kind {
            Some(kind) => (SELF.to_owned(), Type::Piece(Some(kind))),
            None => (String::new(), Type::Nil),
        };
        match &ability.does {
            Does::On(_, params) => {
                let mut all = vec![this, (ACTOR.to_owned(), Type::Seat)];
                all.extend(params.iter().cloned());
                self.fill_acting(ability, &all);
            }
            Does::Offer(..) => self.fill_acting(ability, &[this]),
            Does::Modify(name, span, change, by) => {
                let Some((value, about)) = self.names.values.get(name).cloned() else {
                    let ids: Vec<String> = self.names.values.ids().map(str::to_owned).collect();
                    let known = ids.iter().map(String::as_str);
                    return self.unknown_name("value", name, *span, known);
                };
                let about = (ABOUT.to_owned(), about.unwrap_or(Type::Nil));
                self.fill_modifier(ability, value, (*change, by), &[about, this]);
            }
        }
    }

    /// An ability with steps: condition, limit and body.
    fn fill_acting(&mut self, ability: &AbilityPlan, params: &[(String, Type)]) {
        let scope = Scope::with(params);
        let when = self.ability_when(ability.raw.condition.as_ref(), &scope);
        let hidden = self.ability_when(ability.raw.hidden_if.as_ref(), &scope);
        let when = self.unless_hidden(when, hidden);
        let holds = when;
        let when = match ability.limit {
            Some((counter, times, of)) => {
                let holder = match of {
                    LimitOf::Seat => Expr::Local(0),
                    LimitOf::Piece => Expr::Local(1),
                };
                let holder = self.new_expr(holder);
                let used = self.new_expr(Expr::Counter(counter, holder));
                let left = self.new_expr(Expr::BinaryConst(Binary::Lt, used, times));
                // The limit is checked first because it is cheap.
                Some(when.map_or(left, |when| self.new_expr(Expr::And(left, when))))
            }
            None => when,
        };
        let named = self.def.abilities[ability.id.index()].named.clone();
        let path = format!("{}.do", ability.path);
        let steps = self.procedure_of(named, params, ability.span, &path, |lower, scope| {
            if let Some(holds) = holds {
                lower.assume(scope, holds, true);
            }
            lower.ability_steps(ability, &path, scope);
        });
        let def = &mut self.def.abilities[ability.id.index()];
        def.when = when;
        def.hidden = hidden;
        def.steps = Some(steps);
    }

    fn fill_modifier(
        &mut self,
        ability: &AbilityPlan,
        value: ValueId,
        (change, by): (ModifierKind, &Node),
        params: &[(String, Type)],
    ) {
        let scope = Scope::with(params);
        let when = self.ability_when(ability.raw.condition.as_ref(), &scope);
        let scope = self.given(&scope, when, true);
        self.def.abilities[ability.id.index()].when = when;
        let Some((by, _)) = self.expr_in(by, &scope, Some(&Type::Number)) else { return };
        let modifier = Modifier { ability: ability.id, change, by };
        self.def.values[value.index()].modifiers.push(modifier);
    }

    fn ability_when(&mut self, condition: Option<&Node>, scope: &Scope) -> Option<ExprId> {
        self.expr_in(condition?, scope, Some(&Type::Flag)).map(|(when, _)| when)
    }

    /// The steps of an ability: they count the use, then run the body.
    fn ability_steps(&mut self, ability: &AbilityPlan, path: &str, scope: &mut Scope) {
        if !ability.raw.optional {
            return self.counted_steps(ability, path, scope);
        }
        let note = match ability.raw.label.as_deref() {
            Some(label) => self.note(label, ability.span, scope),
            None => {
                let name = self.def.abilities[ability.id.index()].named.name.clone();
                self.plain_note(&format!("use {}?", name.replace(['{', '}'], "")))
            }
        };
        self.optional(note, scope, |lower, scope| lower.counted_steps(ability, path, scope));
    }

    fn counted_steps(&mut self, ability: &AbilityPlan, path: &str, scope: &mut Scope) {
        if let Some((counter, _, of)) = ability.limit {
            let holder = self.local(match of {
                LimitOf::Seat => 0,
                LimitOf::Piece => 1,
            });
            let one = self.number(1);
            self.emit(scope, Op::Gain(counter, holder, one));
        }
        if let Some(body) = &ability.raw.body {
            self.steps(body, scope, path);
        }
    }
}

/// The order in which changes apply.
fn rank(change: ModifierKind) -> u8 {
    match change {
        ModifierKind::Add => 0,
        ModifierKind::Times => 1,
        ModifierKind::Set => 2,
        ModifierKind::AtLeast => 3,
        ModifierKind::AtMost => 4,
    }
}

fn whose(by: Option<raw::Whose>) -> Whose {
    match by {
        None | Some(raw::Whose::Me) => Whose::Mine,
        Some(raw::Whose::Others) => Whose::Others,
        Some(raw::Whose::Anyone) => Whose::Anyone,
    }
}
