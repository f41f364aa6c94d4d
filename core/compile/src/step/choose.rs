//! `choose`, and menus that are declared before their steps are lowered.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_rules::def::ask::{Branch, MenuDef};
use boardwright_rules::def::code::{Op, Pc};
use boardwright_rules::def::expr::ExprId;
use boardwright_rules::id::{MenuId, NoteId};

use super::{StepContext, TABLE_MAX};
use crate::Lower;
use crate::expr::similar;
use crate::names::{Declared, Type};
use crate::presence::Flow;
use crate::scope::Scope;
use boardwright_language::raw::formerly;
use boardwright_language::raw::step::{self as raw, Key, OPTION_KEYS, OptionSteps};
use boardwright_syntax::diag::codes::{names, step as codes};
use boardwright_syntax::diag::{Diagnostic, listed};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

/// Deepest nesting searched for menus.
const LOOK_DEPTH_MAX: u32 = 80;

/// Menus that share options.
#[derive(Default)]
pub(crate) struct Menus {
    /// The steps whose options other menus include, by key.
    included: BTreeMap<String, Node>,
    /// Pairs: options offered in the first menu are offered in the second, too, because it is a
    /// copy of the first or includes it.
    shared: Vec<(MenuId, MenuId)>,
}

/// A menu whose options are being lowered.
struct Filling<'a, 'n> {
    step: &'a StepContext<'n>,
    id: MenuId,
    start: Pc,
    branches: Vec<Branch>,
    /// The places of the options.
    spans: Vec<Span>,
    /// Jumps to the end of the menu.
    ends: Vec<Pc>,
    /// Keys of the menus it includes.
    included: Vec<String>,
    /// The facts after an option, and where the menu is asked again.
    after: Flow,
    again: Flow,
}

impl Lower<'_> {
    /// Gives an id to every menu with a key, so that abilities can offer options for it.
    pub(crate) fn predeclare_menus(&mut self, node: &Node) {
        let mut included = BTreeSet::new();
        look_for_includes(node, 0, &mut included);
        self.look_for_menus(node, 0, &included);
    }

    fn look_for_menus(&mut self, node: &Node, depth: u32, included: &BTreeSet<String>) {
        if depth > LOOK_DEPTH_MAX {
            return;
        }
        match &node.kind {
            Kind::Seq(items) => {
                for item in items {
                    self.look_for_menus(item, depth + 1, included);
                }
            }
            Kind::Map(map) => {
                let key = map.get("key").and_then(Node::as_text);
                if let (Some(key), Some(_)) = (key, map.get("choose"))
                    && self.names.menus.get(key).is_none()
                    && self.def.menus.len() <= TABLE_MAX
                {
                    let what = self.new_menu();
                    let declared = Declared { what, id: key.to_owned(), span: node.span };
                    self.names.menus.0.insert(key.to_owned(), declared);
                    if included.contains(key) {
                        self.menus.included.insert(key.to_owned(), node.clone());
                    }
                }
                for entry in &map.entries {
                    self.look_for_menus(&entry.value, depth + 1, included);
                }
            }
            _ => {}
        }
    }

    fn new_menu(&mut self) -> MenuId {
        let note = self.plain_note("what now?");
        let id = MenuId::from(self.def.menus.len());
        let (branches, offers) = (vec![], vec![]);
        self.def.menus.push(MenuDef { note, branches, offers, end: 0, unasked: None });
        id
    }

    /// The menu declared for a step, or a copy if other code already uses it.
    fn menu_of(&mut self, step: &StepContext) -> MenuId {
        let key = step.key.and_then(|key| key.text()).map(str::to_owned);
        let declared = key.and_then(|key| self.names.menus.0.get(&key));
        let declared = declared.filter(|menu| menu.span == step.node.span).map(|menu| menu.what);
        let is_free = |id: &MenuId| {
            self.def.menus.get(id.index()).is_some_and(|menu| menu.branches.is_empty())
        };
        if let Some(id) = declared.filter(is_free) {
            return id;
        }
        let copy = self.new_menu();
        self.menus.shared.extend(declared.map(|first| (first, copy)));
        copy
    }

    /// These menus, and all menus that offer the same options.
    pub(crate) fn with_shared(&self, mut menus: Vec<MenuId>) -> Vec<MenuId> {
        let shared = self.menus.shared.iter().filter(|(first, _)| menus.contains(first));
        let more: Vec<MenuId> = shared.map(|(_, other)| *other).collect();
        menus.extend(more);
        menus
    }

    pub(super) fn choose<'n>(
        &mut self,
        step: &StepContext<'n>,
        choose: &raw::Choose<'n>,
        scope: &mut Scope,
    ) -> Option<()> {
        let note = self.question(step, choose.ask, scope, "what now?");
        let Some(options) = choose.options.node.as_map() else {
            return self.wrong_form(step, choose.options.node, "a mapping of options");
        };
        let id = self.menu_of(step);
        let start = self.emit(scope, Op::Choose(id));
        let (branches, spans, ends) = (vec![], vec![], vec![]);
        let own = step.key.and_then(|key| key.text()).map(str::to_owned);
        let included = own.into_iter().collect();
        let (after, again) = (Flow::nowhere(), Flow::nowhere());
        let mut filling =
            Filling { step, id, start, branches, spans, ends, included, after, again };
        let before = self.open_round(scope);
        self.fill_options(&mut filling, options, scope);
        self.include(&mut filling, choose.include, scope);
        self.close_round(&before, &filling.again, scope);
        scope.flow = std::mem::take(&mut filling.after);
        if step.key.is_some() {
            // Offers of abilities bind nothing.
            scope.flow.or(&before);
        }
        for jump in std::mem::take(&mut filling.ends) {
            self.aim_here(jump);
        }
        let unasked = self.unasked(&filling, choose.skip_if_only);
        let end = self.here();
        if let Some(menu) = self.def.menus.get_mut(id.index()) {
            menu.note = note;
            menu.branches = filling.branches;
            menu.end = end;
            menu.unasked = unasked;
        }
        Some(())
    }

    /// Adds options to a menu.
    fn fill_options(&mut self, menu: &mut Filling, options: &Map, scope: &mut Scope) {
        for option in options.entries.iter().map(OptionSteps::of) {
            let Some(Offered { when, hidden, unless }) = self.offered(&option, scope) else {
                continue;
            };
            let label = option.entry.key.clone();
            let first = menu.branches.iter().position(|branch| branch.label == label);
            if let Some(first) = first {
                let message = format!("the menu has two options `{label}`");
                let (here, there) = (option.entry.key_span, menu.spans[first]);
                let diag = Diagnostic::error(names::DUPLICATE, message, here, "included from here");
                self.diags.push(diag.and(there, "there is one already").help("rename one of them"));
                continue;
            }
            let body = self.here();
            let (before, bound) = (scope.flow.clone(), self.bound_so_far());
            if let Some(when) = when {
                self.assume(scope, when, true);
            }
            if let Some(steps) = option.body {
                self.steps(steps, scope, &menu.step.inside(&label));
            }
            let done = std::mem::replace(&mut scope.flow, before);
            self.forget_bound(&bound);
            match option.again {
                true => menu.again.or(&done),
                false => menu.after.or(&done),
            }
            match option.again {
                true => {
                    self.emit(scope, Op::Jump(menu.start));
                }
                false => menu.ends.push(self.emit(scope, Op::Jump(0))),
            }
            let (name, again) = (option.label.unwrap_or_default().to_owned(), option.again);
            menu.branches.push(Branch { label, name, when, hidden, unless, body, again });
            menu.spans.push(option.entry.key_span);
        }
    }

    /// Adds the options of other menus to a menu, including those they include.
    fn include(&mut self, menu: &mut Filling, include: Option<Key<raw::Menus>>, scope: &mut Scope) {
        let Some(include) = include else { return };
        let keys = include.node.as_seq().unwrap_or_else(|| std::slice::from_ref(include.node));
        for key in keys {
            let Some(name) = key.as_text() else {
                let _: Option<()> = self.wrong_form(menu.step, key, "the key of a `choose` step");
                continue;
            };
            let name = name.to_owned();
            if menu.included.contains(&name) {
                let message = "the options of this menu are already included";
                let diag = Diagnostic::error(names::DUPLICATE, message, key.span, "included twice");
                self.diags.push(diag.help("remove it; what a menu includes comes with it"));
                continue;
            }
            let declared = self.names.menus.get(&name).copied();
            let (Some(id), Some(node)) = (declared, self.menus.included.get(&name).cloned()) else {
                self.unknown_menu(key.as_text().unwrap_or_default(), key.span, false);
                continue;
            };
            menu.included.push(name);
            self.menus.shared.push((id, menu.id));
            let Some(raw::Step { verb: raw::Verb::Choose(other), .. }) = raw::Step::of(&node)
            else {
                continue;
            };
            let before = self.diags.len();
            if let Some(options) = other.options.node.as_map() {
                self.fill_options(menu, options, scope);
            }
            let told = self.diags.split_off(before);
            self.diags.extend(told.into_iter().map(|diag| diag.and(key.span, "included here")));
            self.include(menu, other.include, scope);
        }
    }

    /// The option that is taken without asking.
    fn unasked(&mut self, menu: &Filling, key: Option<Key<raw::Name>>) -> Option<u16> {
        let key = key?;
        let name = key.text().unwrap_or_default();
        let found = menu.branches.iter().position(|branch| branch.label == name);
        let Some(found) = found else {
            let message = format!("the menu has no option `{name}`");
            let span = key.node.span;
            let diag =
                Diagnostic::error(names::UNKNOWN, message, span, "expected one of its options");
            let labels: Vec<&str> = menu.branches.iter().map(|it| it.label.as_str()).collect();
            self.diags.push(match similar(name, labels.iter().copied()) {
                Some(near) => diag.help(format!("there is `{near}`")),
                None => diag.help(format!("its options are {}", listed(labels))),
            });
            return None;
        };
        if menu.branches[found].again {
            let message =
                format!("`{name}` asks the menu again, so it cannot be taken without asking");
            let diag = Diagnostic::error(codes::EXCLUSIVE, message, key.node.span, "comes back");
            let help = "name an option that leaves the menu, or remove its `again`";
            self.diags.push(diag.and(menu.spans[found], "has `again: true`").help(help));
            return None;
        }
        u16::try_from(found).ok()
    }

    /// The condition of an option, and the reason when it does not hold.
    fn offered(&mut self, option: &OptionSteps, scope: &Scope) -> Option<Offered> {
        for key in option.keys.map_or(&[][..], |keys| &keys.entries) {
            self.check_option_key(option.entry, key);
        }
        let mut condition = |node: Option<&Node>| match node {
            Some(node) => self.expr_in(node, scope, Some(&Type::Flag)).map(|(id, _)| Some(id)),
            None => Some(None),
        };
        let (when, hidden) = (condition(option.condition), condition(option.hidden_if));
        let (when, hidden) = (when?, hidden?);
        let when = self.unless_hidden(when, hidden);
        let reason = option.reason.and_then(|node| Some((node.as_text()?, node.span)));
        let reason = reason.map(|(text, span)| self.note(text, span, scope));
        Some(Offered { when, hidden, unless: reason })
    }

    /// The condition of an option that is hidden at times.
    pub(crate) fn unless_hidden(
        &mut self,
        when: Option<ExprId>,
        hidden: Option<ExprId>,
    ) -> Option<ExprId> {
        let Some(hidden) = hidden else { return when };
        let shown = self.not(hidden);
        Some(when.map_or(shown, |when| self.and(shown, when)))
    }

    fn check_option_key(&mut self, option: &Entry, key: &Entry) {
        if OPTION_KEYS.contains(&key.key.as_str()) {
            return;
        }
        let message = format!("unknown key `{}` in the option `{}`", key.key, option.key);
        let diag = Diagnostic::error(codes::KEY, message, key.key_span, "not expected here");
        if let Some(now) = formerly(&key.key) {
            self.diags.push(diag.help(now));
            return;
        }
        self.diags.push(match similar(&key.key, OPTION_KEYS) {
            Some(near) => diag.help(format!("there is `{near}`")),
            None => diag.help(format!("expected {}", listed(OPTION_KEYS))),
        });
    }

    /// The question of a step: its `ask`, else its label, else a generic one.
    pub(super) fn question(
        &mut self,
        step: &StepContext,
        ask: Option<Key<raw::Text>>,
        scope: &Scope,
        plain: &str,
    ) -> NoteId {
        let is_text = |key: &Key<raw::Text>| key.text().is_some();
        match ask.filter(is_text).or(step.label.filter(is_text)) {
            Some(key) => self.note(key.text().unwrap_or_default(), key.node.span, scope),
            None => self.plain_note(plain),
        }
    }
}

/// The condition of an option, when it is not listed, and the reason when it is unavailable.
struct Offered {
    when: Option<ExprId>,
    hidden: Option<ExprId>,
    unless: Option<NoteId>,
}

/// The keys of menus that others include.
fn look_for_includes(node: &Node, depth: u32, found: &mut BTreeSet<String>) {
    if depth > LOOK_DEPTH_MAX {
        return;
    }
    match &node.kind {
        Kind::Seq(items) => items.iter().for_each(|it| look_for_includes(it, depth + 1, found)),
        Kind::Map(map) => {
            if let Some(keys) = map.get("choose").and_then(|it| it.as_map()?.get("include")) {
                let keys = keys.as_seq().unwrap_or_else(|| std::slice::from_ref(keys));
                found.extend(keys.iter().filter_map(Node::as_text).map(str::to_owned));
            }
            map.entries.iter().for_each(|it| look_for_includes(&it.value, depth + 1, found));
        }
        _ => {}
    }
}
