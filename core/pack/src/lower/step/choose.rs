//! `choose`, and menus that are known before their steps are.

use boardwright_rules::def::ask::{Branch, MenuDef};
use boardwright_rules::def::code::Op;
use boardwright_rules::def::expr::ExprId;
use boardwright_rules::id::{MenuId, NoteId};

use super::{Step, TABLE_MAX};
use crate::diag::Diagnostic;
use crate::diag::codes::step as codes;
use crate::lower::Lower;
use crate::lower::expr::{listed, similar};
use crate::lower::names::{Declared, Type, normal};
use crate::lower::scope::Scope;
use crate::raw::formerly;
use crate::raw::step::{self as raw, Key, OPTION_KEYS, OptionSteps};
use crate::yaml::{Entry, Kind, Node};

/// How deep menus are looked for.
const LOOK_DEPTH_MAX: u32 = 80;

impl Lower<'_> {
    /// Gives an id to every menu with a key, so that abilities can offer more for it.
    pub(crate) fn predeclare_menus(&mut self, node: &Node) {
        self.look_for_menus(node, 0);
    }

    fn look_for_menus(&mut self, node: &Node, depth: u32) {
        if depth > LOOK_DEPTH_MAX {
            return;
        }
        match &node.kind {
            Kind::Seq(items) => {
                for item in items {
                    self.look_for_menus(item, depth + 1);
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
                    self.names.menus.0.insert(normal(key), declared);
                }
                for entry in &map.entries {
                    self.look_for_menus(&entry.value, depth + 1);
                }
            }
            _ => {}
        }
    }

    fn new_menu(&mut self) -> MenuId {
        let note = self.plain_note("what now?");
        let id = MenuId::from(self.def.menus.len());
        self.def.menus.push(MenuDef { note, branches: vec![], offers: vec![], end: 0 });
        id
    }

    /// The menu declared for a step, unless other code has it already.
    fn menu_of(&mut self, step: &Step) -> MenuId {
        let key = step.key.and_then(|key| key.text()).map(normal);
        let declared = key.and_then(|key| self.names.menus.0.get(&key));
        let declared = declared.filter(|menu| menu.span == step.node.span).map(|menu| menu.what);
        let is_free = |id: &MenuId| {
            self.def.menus.get(id.index()).is_some_and(|menu| menu.branches.is_empty())
        };
        match declared.filter(is_free) {
            Some(id) => id,
            None => self.new_menu(),
        }
    }

    pub(super) fn choose(
        &mut self,
        step: &Step,
        choose: &raw::Choose,
        scope: &mut Scope,
    ) -> Option<()> {
        let note = self.question(step, choose.ask, scope, "what now?");
        let Some(options) = choose.options.node.as_map() else {
            return self.wrong_form(step, choose.options.node, "a mapping of options");
        };
        let id = self.menu_of(step);
        let start = self.emit(scope, Op::Choose(id));
        let mut branches = vec![];
        let mut ends = vec![];
        for option in options.entries.iter().map(OptionSteps::of) {
            let Some(Offered { when, hidden, unless }) = self.offered(&option, scope) else {
                continue;
            };
            let body = self.here();
            let label = option.entry.key.clone();
            if let Some(steps) = option.body {
                self.steps(steps, scope, &step.inside(&label));
            }
            match option.again {
                true => {
                    self.emit(scope, Op::Jump(start));
                }
                false => ends.push(self.emit(scope, Op::Jump(0))),
            }
            let (name, again) = (option.label.unwrap_or_default().to_owned(), option.again);
            branches.push(Branch { label, name, when, hidden, unless, body, again });
        }
        for jump in ends {
            self.aim_here(jump);
        }
        let end = self.here();
        if let Some(menu) = self.def.menus.get_mut(id.index()) {
            menu.note = note;
            menu.branches = branches;
            menu.end = end;
        }
        Some(())
    }

    /// When an option is offered, and the reason where it is not.
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

    /// When an option is there that is hidden at times.
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

    /// The question of a step: its `ask`, else its label, else a plain one.
    pub(super) fn question(
        &mut self,
        step: &Step,
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

/// When an option is there, when it is not even listed, and the reason where it is not there.
struct Offered {
    when: Option<ExprId>,
    hidden: Option<ExprId>,
    unless: Option<NoteId>,
}
