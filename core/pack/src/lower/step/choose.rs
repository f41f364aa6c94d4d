//! `choose`, and menus that are known before their steps are.

use boardwright_rules::def::ask::{Branch, MenuDef};
use boardwright_rules::def::code::Op;
use boardwright_rules::id::{MenuId, NoteId};

use super::{Step, TABLE_MAX};
use crate::diag::Diagnostic;
use crate::diag::codes::step as codes;
use crate::lower::Lower;
use crate::lower::expr::{listed, similar};
use crate::lower::names::{Declared, Type, normal};
use crate::lower::scope::Scope;
use crate::raw::step as raw;
use crate::yaml::{Entry, Kind, Map, Node};

const OPTION_KEYS: [&str; 7] = ["if", "unless", "label", "again", "do", "key", "source"];
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
        let key = step.text("key").map(|(key, _)| normal(key));
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

    pub(super) fn choose(&mut self, step: &Step, scope: &mut Scope) -> Option<()> {
        let map = self.keys(step)?;
        let note = self.question(step, map, scope, "what now?");
        let options = match map.get("options").map(|node| (node, node.as_map())) {
            Some((_, Some(options))) => options,
            Some((node, None)) => {
                self.wrong_form(step, node, "a mapping of options");
                return None;
            }
            None => return None,
        };
        let id = self.menu_of(step);
        let start = self.emit(scope, Op::Choose(id));
        let mut branches = vec![];
        let mut ends = vec![];
        for entry in &options.entries {
            let Some(option) = self.option_parts(entry, scope) else { continue };
            let body = self.here();
            let label = entry.key.clone();
            if let Some(steps) = option.steps {
                self.steps(steps, scope, &step.inside(&entry.key));
            }
            match option.again {
                true => {
                    self.emit(scope, Op::Jump(start));
                }
                false => ends.push(self.emit(scope, Op::Jump(0))),
            }
            let (name, when, unless) = (option.name, option.when, option.unless);
            let again = option.again;
            branches.push(Branch { label, name, when, unless, body, again });
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

    fn option_parts<'n>(&mut self, entry: &'n Entry, scope: &Scope) -> Option<OptionParts<'n>> {
        let mut parts = OptionParts {
            steps: None,
            name: String::new(),
            when: None,
            unless: None,
            again: false,
        };
        let map = match &entry.value.kind {
            Kind::Map(map) if !is_step(map) => map,
            Kind::Null => return Some(parts),
            _ => {
                parts.steps = Some(&entry.value);
                return Some(parts);
            }
        };
        for key in &map.entries {
            self.check_option_key(entry, key);
        }
        parts.steps = map.get("do");
        if let Some(condition) = map.get("if") {
            parts.when = Some(self.expr_in(condition, scope, Some(&Type::Flag))?.0);
        }
        if let Some(node) = map.get("unless")
            && let Some(text) = node.as_text()
        {
            parts.unless = Some(self.note(text, node.span, scope));
        }
        parts.name = map.get("label").and_then(Node::as_text).unwrap_or_default().to_owned();
        parts.again = map.get("again").is_some_and(|node| node.kind == Kind::Bool(true));
        Some(parts)
    }

    fn check_option_key(&mut self, option: &Entry, key: &Entry) {
        if OPTION_KEYS.contains(&key.key.as_str()) {
            return;
        }
        let message = format!("unknown key `{}` in the option `{}`", key.key, option.key);
        let diag = Diagnostic::error(codes::KEY, message, key.key_span, "not expected here");
        self.diags.push(match similar(&key.key, OPTION_KEYS) {
            Some(near) => diag.help(format!("there is `{near}`")),
            None => diag.help(format!("expected {}", listed(OPTION_KEYS))),
        });
    }

    /// The question of a step: its `ask`, else its label, else a plain one.
    pub(super) fn question(
        &mut self,
        step: &Step,
        map: &Map,
        scope: &Scope,
        plain: &str,
    ) -> NoteId {
        let ask = map.get("ask").and_then(|node| Some((node.as_text()?, node.span)));
        match ask.or_else(|| step.text("label")) {
            Some((text, span)) => self.note(text, span, scope),
            None => self.plain_note(plain),
        }
    }
}

struct OptionParts<'n> {
    steps: Option<&'n Node>,
    name: String,
    when: Option<boardwright_rules::def::expr::ExprId>,
    unless: Option<NoteId>,
    again: bool,
}

/// Whether a mapping is a step of its own.
fn is_step(map: &Map) -> bool {
    map.entries.iter().any(|entry| raw::verb(&entry.key).is_some())
}
