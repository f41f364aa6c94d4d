//! Named sets. They are expanded wherever they are used.

use boardwright_rules::def::expr::ExprId;

use super::Lower;
use super::bounds::{NAMED_SETS_DEEP, NAMED_SETS_MAX, NAMES_MAX};
use super::expr::{FUNCTIONS, Out};
use super::names::{NamedSet, SetState, Type};
use super::refs::declare;
use super::scope::{Bound, Scope, Var};
use super::values::long_form;
use boardwright_language::raw;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::{game, names as code, types};
use boardwright_syntax::expr::{Ast, AstKind};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Kind, Node};

impl Lower<'_> {
    /// Reads the subject types of named sets.
    pub(super) fn set_heads(&mut self, root: &Node) {
        for entry in self.section(root, "sets") {
            self.check_id(&entry.key, entry.key_span);
            self.check_reserved(entry);
            if FUNCTIONS.iter().any(|function| function.name == entry.key) {
                let message = format!("`{}` cannot be used as an id", entry.key);
                let label = "a function of the expression language";
                let diag = Diagnostic::error(code::RESERVED, message, entry.key_span, label);
                self.diags.push(diag.help("choose another id"));
            }
            let long = long_form(entry, "of");
            let Some(raw) = self.read_entry::<raw::NamedSet>(&long, &[]) else { continue };
            if self.too_many(self.names.sets.0.len(), NAMES_MAX, "sets", entry.key_span) {
                return;
            }
            let about = raw.about.as_ref().filter(|node| node.as_text() != Some("none"));
            let about = about.and_then(|node| self.type_of(node));
            let state = match raw.of.kind {
                Kind::Null => SetState::Wrong,
                _ => SetState::New,
            };
            let set = NamedSet { of: raw.of, about, state };
            let (key, span) = (&entry.key, entry.key_span);
            declare(&mut self.names.sets, "set", key, span, set, &mut self.diags);
        }
    }

    /// Checks each named set on its own, so that its mistakes are reported once.
    pub(super) fn fill_sets(&mut self) {
        let names: Vec<String> = self.names.sets.0.keys().cloned().collect();
        for name in names {
            self.look_at_set(&name);
        }
    }

    fn look_at_set(&mut self, name: &str) -> SetState {
        let Some(declared) = self.names.sets.0.get_mut(name) else { return SetState::Wrong };
        match declared.what.state {
            SetState::New => {}
            SetState::Open => {
                let message = format!("the set `{}` is defined by itself", declared.id);
                let diag = Diagnostic::error(game::CIRCLE, message, declared.span, "needs itself");
                self.diags.push(diag.help("leave it out of the sets that define it"));
                return SetState::Wrong;
            }
            state => return state,
        }
        declared.what.state = SetState::Open;
        let NamedSet { of, about, .. } = declared.what.clone();
        let about = about.map(|ty| ("about".to_owned(), ty));
        let set = self.set_in(&of, &Scope::with(about.as_slice()));
        let state = if set.is_some() { SetState::Right } else { SetState::Wrong };
        if let Some(declared) = self.names.sets.0.get_mut(name) {
            declared.what.state = state;
        }
        state
    }

    /// Expands a named set where it is used.
    pub(super) fn write_set(
        &mut self,
        name: &str,
        span: Span,
        args: &[Ast],
        scope: &Scope,
    ) -> Option<Out> {
        let set = self.names.sets.get(name)?.clone();
        let about = match (&set.about, args) {
            (None, []) => None,
            (Some(ty), [about]) => {
                let (id, found) = self.one(about, scope, Some(ty))?;
                Some((id, if found == Type::Nil { ty.sure().clone() } else { found }))
            }
            (Some(ty), _) => {
                let message = format!("the set `{name}` is asked about {}", self.describe(ty));
                let diag = Diagnostic::error(types::ARGUMENTS, message, span, "about what?");
                self.diags.push(diag.help(format!("write `{name}(x)`")));
                return None;
            }
            (None, _) => {
                let message = format!("the set `{name}` is not about anything");
                let diag = Diagnostic::error(types::ARGUMENTS, message, span, "too much");
                let help = format!("write `{name}`, or declare `about` of the set");
                self.diags.push(diag.help(help));
                return None;
            }
        };
        if self.names.sets_deep >= NAMED_SETS_DEEP {
            let message =
                format!("sets are defined by each other more than {NAMED_SETS_DEEP} deep");
            let diag = Diagnostic::error(types::NESTED, message, span, "one too many");
            self.diags.push(diag.help("write out some of them"));
            return None;
        }
        self.names.sets_deep += 1;
        let written = self.write_out(name, (args, about), span, scope);
        self.names.sets_deep -= 1;
        written
    }

    fn write_out(
        &mut self,
        name: &str,
        (args, about): (&[Ast], Option<(ExprId, Type)>),
        span: Span,
        scope: &Scope,
    ) -> Option<Out> {
        if self.look_at_set(name) != SetState::Right {
            return None;
        }
        let set = self.names.sets.get(name)?.clone();
        self.names.n_written += 1;
        if self.names.n_written > NAMED_SETS_MAX {
            if self.names.n_written == NAMED_SETS_MAX + 1 {
                let message = "named sets are used too often, or made of too many others";
                let diag = Diagnostic::error(game::TOO_MANY, message, span, "one too many");
                self.diags.push(diag.help("bind a set with `let` where it is used several times"));
            }
            return None;
        }
        let me = scope.var("me").cloned();
        let vars = about.map(|(id, ty)| Var { name: "about".into(), bound: Bound::Is(id), ty });
        let inner = Scope {
            vars: me.into_iter().chain(vars).collect(),
            // The argument is evaluated inside the set, and its own walks need registers.
            registers: scope.registers.saturating_add(args.first().map_or(0, calls)),
            flow: scope.flow.clone(),
            ..Scope::default()
        };
        let (set, ty) = self.set_in(&set.of, &inner)?;
        Some(Out::Many(set, ty))
    }
}

/// How deep function calls are nested.
fn calls(ast: &Ast) -> u8 {
    let most = |all: &[&Ast]| all.iter().map(|ast| calls(ast)).max().unwrap_or(0);
    match &ast.kind {
        AstKind::Call(_, args) => 1 + most(&args.iter().collect::<Vec<_>>()),
        AstKind::List(items) => most(&items.iter().collect::<Vec<_>>()),
        AstKind::Field(base, _) | AstKind::Unary(_, base) => calls(base),
        AstKind::Index(a, b) | AstKind::Binary(_, a, b) => most(&[a, b]),
        AstKind::If(a, b, c) => most(&[a, b, c]),
        AstKind::Int(_) | AstKind::Bool(_) | AstKind::Nil | AstKind::Str(_) | AstKind::Name(_) => 0,
    }
}
