//! Abilities: what pieces do while in force, and rules of the game, which have no piece.
//!
//! `when` becomes a listener, `modify` a modifier of a value, `offer` one more option of a menu. A
//! limit is a hidden counter of the uses.

use super::Lower;
use super::bounds::NAMES_MAX;
use super::counters::NewCounter;
use super::fill::{AbilityPlan, Does, FillPlan, LimitOf};
use super::flow::TURN;
use super::names::Type;
use super::refs::{declare, named};
use super::scope::Scope;
use boardwright_language::raw::{self, Ability, Rule};
use boardwright_language::shape::{Decode, Name};
use boardwright_rules::def::code::Op;
use boardwright_rules::def::expr::{Binary, Expr, ExprId};
use boardwright_rules::def::part::{
    AbilityDef, Limit, Modifier, ModifierKind, Named, Scope as Per, Visible, Whose,
};
use boardwright_rules::id::{AbilityId, CounterId, EntryId, KindId, MenuId, ValueId};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::{names as code, shape};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

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

/// The ways to change a value, as written.
const CHANGES: [(&str, ModifierKind); 5] = [
    ("add", ModifierKind::Add),
    ("times", ModifierKind::Times),
    ("set", ModifierKind::Set),
    ("at_least", ModifierKind::AtLeast),
    ("at_most", ModifierKind::AtMost),
];

impl Lower<'_> {
    /// Reads the form of an ability; several modifications become several abilities. Reports other
    /// forms.
    fn ability_form(&mut self, raw: &Ability, node: &Node, is_rule: bool) -> Vec<Does> {
        let forms = [raw.when.is_some(), raw.modify.is_some(), raw.offer.is_some()];
        if forms.iter().filter(|there| **there).count() != 1 {
            let message = "an ability must have exactly one of `when`, `modify` and `offer`";
            let span = self.sources.head(node.span);
            let label = "expected one of them";
            self.diags.push(Diagnostic::error(shape::MISSING_KEY, message, span, label));
            return vec![];
        }
        self.form_keys(raw, node, is_rule);
        if let Some(on) = &raw.when {
            let event = self.event_ref(&on.value, on.span);
            return event.map(|(event, params)| Does::On(event, params)).into_iter().collect();
        }
        if let Some(offer) = &raw.offer {
            return vec![Does::Offer(offer.0.clone())];
        }
        let Some(modify) = &raw.modify else { return vec![] };
        let mut does = vec![];
        for entry in self.entries_of(modify, "`modify`") {
            // Values get their ids after abilities, so `fill` looks up their names.
            let changes = self.changes(&entry.value);
            does.extend(
                changes.into_iter().map(|(change, by)| {
                    Does::Modify(entry.key.clone(), entry.key_span, change, by)
                }),
            );
        }
        does
    }

    /// Reports keys that do not fit the form, and required keys that are missing.
    fn form_keys(&mut self, raw: &Ability, node: &Node, is_rule: bool) {
        let Some(map) = node.as_map() else { return };
        let (form, needless): (&str, &[&str]) = match (&raw.modify, &raw.offer) {
            (Some(_), _) => {
                ("modify", &["do", "optional", "limit", "group", "label", "again", "hidden_if"])
            }
            (_, Some(_)) => ("offer", &["optional"]),
            _ => ("when", &["again", "hidden_if"]),
        };
        let is_needless = |key: &str| {
            // A rule belongs to every seat.
            needless.contains(&key) || (is_rule && form != "when" && key == "by")
        };
        for entry in map.entries.iter().filter(|entry| is_needless(&entry.key)) {
            let message = format!("`{}` means nothing beside `{form}`", entry.key);
            let label = "has no effect here";
            let diag = Diagnostic::error(shape::UNKNOWN_KEY, message, entry.key_span, label);
            self.diags.push(diag.help("remove it"));
        }
        if form != "modify" && raw.body.is_none() {
            let message = format!("an ability with `{form}` must say what it does");
            let span = self.sources.head(node.span);
            let diag = Diagnostic::error(shape::MISSING_KEY, message, span, "lacks `do`");
            self.diags.push(diag.help("add `do:` with a list of steps"));
        }
    }

    /// Reads a change of a value: `"+1"`, `"-1"`, a number, an expression, or `{ add: ... }`.
    fn changes(&mut self, node: &Node) -> Vec<(ModifierKind, Node)> {
        match &node.kind {
            Kind::Int(number) => {
                // YAML reads `+1` as a number; the sign shows that it is to be added.
                let plus = self.sources.slice(node.span).starts_with('+');
                let change =
                    if plus || *number < 0 { ModifierKind::Add } else { ModifierKind::Set };
                let span = Span { start: node.span.start + u32::from(plus), ..node.span };
                vec![(change, Node { span, kind: node.kind.clone() })]
            }
            Kind::Text(text) => vec![self.change_text(text, node)],
            Kind::Map(map) => {
                let mut changes = vec![];
                for entry in &map.entries {
                    match CHANGES.iter().find(|(word, _)| *word == entry.key) {
                        Some((_, change)) => changes.push((*change, entry.value.clone())),
                        None => {
                            let words = CHANGES.map(|(word, _)| word);
                            self.unknown_key(entry, "a change", &[], &words);
                        }
                    }
                }
                changes
            }
            _ => {
                self.wrong_type(node, "a change", "text such as `\"+1\"`, a number or a mapping");
                vec![]
            }
        }
    }

    fn change_text(&self, text: &str, node: &Node) -> (ModifierKind, Node) {
        let trimmed = text.trim_start();
        let Some(rest) = trimmed.strip_prefix('+') else {
            let change =
                if trimmed.starts_with('-') { ModifierKind::Add } else { ModifierKind::Set };
            return (change, node.clone());
        };
        // If the span is as long as the text, positions inside the expression are exact.
        let written = self.sources.slice(node.span);
        let start = written.find('+').map_or(0, |at| at as u32 + 1);
        let quotes = u32::from(written.starts_with(['"', '\'']));
        let mut span = node.span;
        span.start += start;
        span.end = span.end.saturating_sub(quotes).max(span.start);
        (ModifierKind::Add, Node { span, kind: Kind::Text(rest.to_owned()) })
    }
}

impl Lower<'_> {
    /// The counter of an ability's uses, if it has a limit. `ordinal` distinguishes the abilities
    /// of a piece; pieces of a kind share their counters.
    fn ability_limit(
        &mut self,
        raw: &Ability,
        bearer: &Bearer,
        ordinal: usize,
        span: Span,
    ) -> Option<(CounterId, i32, LimitOf)> {
        if raw.modify.is_some() || (raw.limit.is_none() && raw.group.is_none()) {
            return None;
        }
        let limit = raw.limit.as_ref();
        let times = limit.and_then(|limit| limit.times).unwrap_or(1);
        if times < 1 {
            let message = format!("an ability cannot work {times} times");
            let label = "expected 1 or more";
            self.diags.push(Diagnostic::error(shape::RANGE, message, span, label));
        }
        let turn = Name { span, text: TURN.to_owned() };
        let period = limit.and_then(|limit| limit.per.as_ref()).unwrap_or(&turn);
        let resets = self.period_ref(period)?;
        let (id, scope, of) = match &raw.group {
            Some(group) => {
                let id = format!("group/{}/{}", group.text, period.text);
                (id, Per::Seat, LimitOf::Seat)
            }
            None => match bearer.of {
                Some((_, kind)) => {
                    let kind_id = &self.def.kinds[kind.index()].named.id;
                    let id = format!("used/{kind_id}/{}/{}", ordinal + 1, period.text);
                    (id, Per::Piece(kind), LimitOf::Piece)
                }
                None => {
                    let rule = &bearer.named.id;
                    let id = format!("rule/{rule}/{}/{}", ordinal + 1, period.text);
                    (id, Per::Seat, LimitOf::Seat)
                }
            },
        };
        let counter = match self.names.counters.get(&id) {
            Some(counter) => *counter,
            None => {
                let new = NewCounter {
                    named: named(&id, None, None),
                    scope,
                    bounds: (0, boardwright_syntax::number::COUNTER_MAX),
                    start: 0,
                    resets: Some(resets),
                    visible: Visible::All,
                };
                self.add_counter(new, span)?
            }
        };
        Some((counter, times, of))
    }
}

impl Lower<'_> {
    /// Reads which menus each window consists of.
    pub(crate) fn declare_windows(&mut self, root: &Node) {
        for entry in self.section(root, "windows") {
            let (key, span) = (&entry.key, entry.key_span);
            self.check_id(key, span);
            let menus = self.decode_node(&entry.value, |node, cx| {
                cx.under(key, span, |cx| Option::<Vec<Name>>::decode(node, cx))
            });
            let menus = menus.flatten().unwrap_or_default();
            declare(&mut self.names.windows, "window", key, span, menus, &mut self.diags);
        }
    }

    /// Reports windows with unknown menus, and windows with the same name as a menu.
    pub(crate) fn check_windows(&mut self) {
        let windows: Vec<_> = self.names.windows.0.values().cloned().collect();
        for window in windows {
            if let Some(menu) = self.names.menus.0.get(&window.id) {
                let message = format!("`{}` is a window and the key of a `choose` step", window.id);
                let step = self.sources.head(menu.span);
                let diag = Diagnostic::error(code::CLASH, message, window.span, "a window");
                self.diags.push(diag.and(step, "the step").help("rename one of them"));
            }
            for menu in window.what {
                if self.names.menus.get(&menu.text).is_none() {
                    self.unknown_menu(&menu.text, menu.span, false);
                }
            }
        }
    }

    /// Whether the menu is asked again after an option, unless the ability says otherwise. In a
    /// window it is, because the action that the window interrupts still has to go on.
    fn asks_again(&self, does: &Does) -> bool {
        let is_window = |name: &Name| self.names.windows.get(&name.text).is_some();
        matches!(does, Does::Offer(names) if names.iter().any(is_window))
    }

    /// Adds offers to their menus, once all menus are complete.
    pub(crate) fn fill_offers(&mut self, plan: &FillPlan) {
        for ability in &plan.abilities {
            let Does::Offer(names) = &ability.does else { continue };
            for menu in self.menus_called(names) {
                if let Some(menu) = self.def.menus.get_mut(menu.index())
                    && !menu.offers.contains(&ability.id)
                {
                    menu.offers.push(ability.id);
                }
            }
        }
    }

    /// The menus with these names, and the menus that share their options.
    fn menus_called(&mut self, names: &[Name]) -> Vec<MenuId> {
        let mut found = vec![];
        for name in names {
            if let Some(menu) = self.names.menus.get(&name.text) {
                found.push(*menu);
            } else if let Some(window) = self.names.windows.get(&name.text) {
                let menus = window.iter().filter_map(|menu| self.names.menus.get(&menu.text));
                found.extend(menus.copied());
            } else {
                self.unknown_menu(&name.text, name.span, true);
            }
        }
        self.with_shared(found)
    }

    /// Reports a key that no menu has; `or_window` if the name of a window is also allowed.
    pub(crate) fn unknown_menu(&mut self, name: &str, span: Span, or_window: bool) {
        let message = format!("no `choose` step has the key `{name}`");
        let label = match or_window {
            true => "expected the key of a `choose` step, or a window",
            false => "expected the key of a `choose` step",
        };
        let diag = Diagnostic::error(code::UNKNOWN, message, span, label);
        let windows = self.names.windows.ids().filter(|_| or_window);
        let near_window = boardwright_syntax::diag::similar(name, windows);
        self.diags.push(match boardwright_syntax::diag::similar(name, self.names.menus.ids()) {
            Some(other) => diag.help(format!("a `choose` step has a similar key: `{other}`")),
            None => match near_window {
                Some(other) => diag.help(format!("a window has a similar name: `{other}`")),
                None => diag.help(format!("add `key: {name}` beside `choose`")),
            },
        });
    }
}

/// Keys allowed on both a rule and its ability.
const BOTH: [&str; 2] = ["source", "note"];

impl Lower<'_> {
    /// Gives the abilities of rules their ids.
    pub(crate) fn rule_heads(&mut self, root: &Node, plan: &mut FillPlan) {
        for entry in self.section(root, "rules") {
            let (key, span) = (&entry.key, entry.key_span);
            self.check_id(key, span);
            let rule = self.decode_node(&entry.value, |node, cx| {
                cx.under(key, span, |cx| Rule::decode(node, cx))
            });
            if let Some(rule) = rule {
                self.rule_head(entry, &rule, plan);
            }
        }
    }

    fn rule_head(&mut self, entry: &Entry, rule: &Rule, plan: &mut FillPlan) {
        let Some(map) = entry.value.as_map() else { return };
        let keys = raw::keys_of::<Ability>();
        let of_ability = |it: &&Entry| keys.contains(&it.key.as_str());
        let own: Vec<Entry> = map.entries.iter().filter(of_ability).cloned().collect();
        let single;
        let abilities = match &rule.abilities {
            None => {
                let kind = Kind::Map(Map { entries: own });
                single = [Node { span: entry.value.span, kind }];
                &single[..]
            }
            Some(list) => {
                if let Some(extra) = own.iter().find(|it| !BOTH.contains(&it.key.as_str())) {
                    let message = format!("`{}` means nothing beside `abilities`", extra.key);
                    let code = shape::UNKNOWN_KEY;
                    let diag = Diagnostic::error(code, message, extra.key_span, "of which one?");
                    self.diags.push(diag.help("move it into one of the abilities"));
                }
                match list.as_seq() {
                    Some(items) => items,
                    None => return self.wrong_type(list, "`abilities`", "a list"),
                }
            }
        };
        let path = format!("rules.{}", entry.key);
        let named = named(&entry.key, rule.name.as_deref(), rule.text.as_deref());
        let (single, count) = (path.clone(), abilities.len());
        let bearer = Bearer { of: None, named, path: &path, single, count };
        for (at, node) in abilities.iter().enumerate() {
            self.ability_head(&bearer, node, (at, at), plan);
        }
    }
}
