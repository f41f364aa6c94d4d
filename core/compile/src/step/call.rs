//! `call`, `perform`, `return`, `end`, `emit`, `trigger`.

use boardwright_rules::def::code::{Bearer, Op};
use boardwright_rules::def::expr::{Binary, ExprId, Set, SetId};
use boardwright_rules::id::{AttrId, EventId};

use super::StepContext;
use crate::Lower;
use crate::expr::Out;
use crate::names::{AttrType, Head, Type};
use crate::presence::Flow;
use crate::scope::{LoopSort, Scope};
use boardwright_language::raw::step::{self as raw, Leaves, Words};
use boardwright_language::shape::ExprText;
use boardwright_syntax::diag::codes::{names_used, step as codes, types};
use boardwright_syntax::diag::{Diagnostic, looks_left, similar};
use boardwright_syntax::expr::{Ast, AstKind, print};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

impl Lower<'_> {
    pub(super) fn call(
        &mut self,
        step: &StepContext,
        call: &raw::Call,
        scope: &mut Scope,
    ) -> Option<()> {
        let empty = Map::default();
        let (name, span, args) = match call.name {
            Some(key) => (key.text().unwrap_or_default(), key.node.span, &empty),
            None => self.one_entry(step, &call.arguments, &empty)?,
        };
        let Some(head) = self.names.procs.get(name).cloned() else {
            return self.no_procedure(name, span);
        };
        let Head { id, needs, defaults, gives } = head;
        let given = self.arguments(name, (&needs, &defaults), args, span, scope)?;
        let me = self.me(scope);
        let args = std::iter::once(me).chain(given).collect();
        self.emit(scope, Op::Call(id, args));
        if let Some(binds) = step.binds {
            let Some(gives) = gives else {
                let message = format!("`{name}` returns nothing to bind");
                let span = binds.node.span;
                let diag = Diagnostic::error(codes::GIVES, message, span, "binds nothing");
                let help = "add `returns: number` to the procedure and end it with `return: ...`, or \
                            leave `as` out";
                self.diags.push(diag.help(help));
                // It is bound all the same, so that its uses are not reported.
                self.bind_named(binds, scope, Type::Number)?;
                return None;
            };
            let slot = self.bind_named(binds, scope, gives)?;
            self.emit(scope, Op::Result(slot));
        }
        Some(())
    }

    /// The one entry of a mapping such as `build: { what: it }`.
    fn one_entry<'n>(
        &mut self,
        step: &StepContext,
        entries: &[&'n Entry],
        empty: &'n Map,
    ) -> Option<(&'n str, Span, &'n Map)> {
        let [Entry { key, key_span, value }] = entries else {
            return self.wrong_form(step, step.value, "one parameter with its value");
        };
        match &value.kind {
            Kind::Map(args) => Some((key, *key_span, args)),
            Kind::Null => Some((key, *key_span, empty)),
            _ => self.wrong_form(step, value, "a mapping of parameters to values"),
        }
    }

    /// The arguments, in the order of the parameters.
    fn arguments(
        &mut self,
        name: &str,
        (needs, defaults): (&[(String, Type)], &[Option<Node>]),
        args: &Map,
        span: Span,
        scope: &mut Scope,
    ) -> Option<Vec<ExprId>> {
        let mut complete = true;
        // A misspelt parameter is not also reported as missing.
        let mut meant = vec![];
        for entry in &args.entries {
            if needs.iter().any(|(need, _)| *need == entry.key) {
                continue;
            }
            complete = false;
            meant.extend(similar(&entry.key, needs.iter().map(|(need, _)| need.as_str())));
            let message = format!("`{name}` has no parameter `{}`", entry.key);
            let diag = Diagnostic::error(codes::KEY, message, entry.key_span, "not expected");
            let all: Vec<String> =
                needs.iter().map(|(need, _)| need.clone()).take(looks_left()).collect();
            self.suggest(diag, "parameter", &entry.key, &all);
        }
        let mut given = vec![];
        for (at, (need, ty)) in needs.iter().enumerate() {
            let arg = args.entries.iter().find(|entry| entry.key == *need);
            let default = defaults.get(at).and_then(Option::as_ref);
            match (arg, default) {
                (Some(arg), _) => match self.argument(&arg.value, ty, scope) {
                    Some(id) => given.push(id),
                    None => complete = false,
                },
                (None, Some(default)) => match self.default_argument(default, ty, scope) {
                    Some(id) => given.push(id),
                    None => complete = false,
                },
                (None, None) if meant.contains(&need.as_str()) => {}
                (None, None) => {
                    complete = false;
                    let is = self.describe(ty);
                    let message = format!("`{name}` lacks `{need}`");
                    let label = format!("expected `{need}`: {is}");
                    let diag = Diagnostic::error(codes::MISSING, message, span, label);
                    self.diags.push(diag.help(format!("write `{name}: {{ {need}: ... }}`")));
                }
            }
        }
        complete.then_some(given)
    }

    /// One argument. A set is kept in a list; the procedure copies it.
    fn argument(&mut self, node: &Node, ty: &Type, scope: &mut Scope) -> Option<ExprId> {
        let Type::Set(each) = ty else {
            return self.expr_in(node, scope, Some(ty)).map(|(id, _)| id);
        };
        let set = self.given_set(node, each, scope)?;
        let list = match self.def.sets.get(set as usize) {
            Some(Set::Picked(list)) => *list,
            _ => {
                let list = scope.list_slot();
                self.emit(scope, Op::Keep(list, set));
                list
            }
        };
        Some(self.local(list))
    }

    fn given_set(&mut self, node: &Node, each: &Type, scope: &Scope) -> Option<SetId> {
        let (set, found) = self.set_in(node, scope)?;
        if self.fits(&found, each) {
            return Some(set);
        }
        let (is, expected) = (self.describe(&found), self.describe(each));
        let message = format!("several of {is} are given, several of {expected} were expected");
        let label = format!("expected several of {expected}");
        self.diags.push(Diagnostic::error(types::MISMATCH, message, node.span, label));
        None
    }

    /// The default of a parameter. It knows `me` and nothing else of the caller. Errors in it are
    /// reported at its declaration.
    fn default_argument(&mut self, node: &Node, ty: &Type, scope: &mut Scope) -> Option<ExprId> {
        let before = self.diags.len();
        let hidden = std::mem::replace(&mut scope.vars, Scope::seat().vars);
        let value = self.argument(node, ty, scope);
        scope.vars = hidden;
        self.diags.truncate(before);
        value
    }

    /// Checks the defaults of parameters.
    pub(crate) fn check_defaults(&mut self, head: &Head) {
        for ((_, ty), default) in head.needs.iter().zip(&head.defaults) {
            match (default, ty) {
                (None, _) => {}
                (Some(node), Type::Set(each)) => {
                    self.given_set(node, each, &Scope::seat());
                }
                (Some(node), ty) => {
                    self.expr_in(node, &Scope::seat(), Some(ty));
                }
            }
        }
    }

    /// Runs the steps printed on a piece or space.
    pub(super) fn perform(
        &mut self,
        step: &StepContext,
        perform: &raw::Perform,
        scope: &mut Scope,
    ) -> Option<()> {
        let empty = Map::default();
        let (text, args) = match perform.steps {
            Some(key) => (self.text_of(key.node)?, &empty),
            None => {
                let (text, span, args) = self.one_entry(step, &perform.arguments, &empty)?;
                (ExprText { text: text.to_owned(), span, quoted: false }, args)
            }
        };
        if self.names.procs.get(&text.text).is_some() {
            let message = format!("`{}` is a procedure", text.text);
            let diag = Diagnostic::error(types::MISMATCH, message, text.span, "not printed steps");
            self.diags.push(diag.help(format!("write `call: {}`", text.text)));
            return None;
        }
        let ast = self.parse(&text)?;
        if let Some((n, attr, thing, ty)) = self.one_of_steps(&ast, scope) {
            let given = self.arguments(&print(&ast), (&[], &[]), args, text.span, scope);
            let (n, _) = self.one(n, scope, Some(&Type::Number))?;
            given?;
            return self.perform_one_of(n, attr, (thing, bearer(&ty)), scope);
        }
        match self.out(&ast, scope, None)? {
            Out::Steps(attr, thing, ty) => {
                let params = self.printed_params(attr);
                let given = self.arguments(&print(&ast), (&params, &[]), args, text.span, scope)?;
                let me = self.me(scope);
                let args = [me, thing].into_iter().chain(given).collect();
                self.emit(scope, Op::Perform(bearer(&ty), attr, thing, args));
            }
            out => {
                let is = self.describe_out(&out);
                let message = format!("`{}` is {is}, printed steps were expected", print(&ast));
                let diag = Diagnostic::error(types::MISMATCH, message, ast.span, "not steps");
                self.diags.push(match out {
                    Out::StepList(..) => {
                        diag.help(format!("say which: `perform: \"at(1, {})\"`", print(&ast)))
                    }
                    _ => diag.help("name an attribute of type `steps`; `call` runs a procedure"),
                });
                return None;
            }
        }
        Some(())
    }

    /// `at(n, it.shops)`: one of several printed steps; `None` for any other expression.
    fn one_of_steps<'a>(
        &mut self,
        ast: &'a Ast,
        scope: &Scope,
    ) -> Option<(&'a Ast, AttrId, ExprId, Type)> {
        let AstKind::Call(callee, of) = &ast.kind else { return None };
        let (AstKind::Name(at), [n, list]) = (&callee.kind, of.as_slice()) else { return None };
        let before = self.diags.len();
        match self.out(list, scope, None).filter(|_| at == "at") {
            Some(Out::StepList(attr, thing, ty)) => Some((n, attr, thing, ty)),
            _ => {
                self.diags.truncate(before);
                None
            }
        }
    }

    /// The parameters of printed steps, besides the object they are printed on.
    fn printed_params(&self, attr: AttrId) -> Vec<(String, Type)> {
        let mut all = self.names.attrs.values().chain(self.names.space_attrs.values());
        match all.find(|known| known.id == attr).map(|known| &known.holds) {
            Some(AttrType::Steps(params)) => params.clone(),
            _ => vec![],
        }
    }

    /// Runs the n-th of several printed steps: the last one beyond their end, none before the
    /// first.
    fn perform_one_of(
        &mut self,
        n: ExprId,
        attr: AttrId,
        (thing, bearer): (ExprId, Bearer),
        scope: &mut Scope,
    ) -> Option<()> {
        let columns = self.names.step_lists.get(&attr).cloned().unwrap_or_default();
        let block = scope.enter();
        let (n, thing, me) = (self.held(scope, n), self.held(scope, thing), self.me(scope));
        let mut ends = vec![];
        let is_there = self.with_number(Binary::Ge, n, 1);
        ends.extend(self.unless(scope, is_there));
        for (at, column) in columns.iter().enumerate() {
            let is_last = at + 1 == columns.len();
            let here = self.with_number(Binary::Le, n, at as i32 + 1);
            let next = if is_last { None } else { self.unless(scope, here) };
            self.emit(scope, Op::Perform(bearer, *column, thing, Box::new([me, thing])));
            if !is_last {
                ends.push(self.emit(scope, Op::Jump(0)));
            }
            next.into_iter().for_each(|next| self.aim_here(next));
        }
        ends.into_iter().for_each(|end| self.aim_here(end));
        scope.leave(block);
        Some(())
    }

    fn no_procedure<T>(&mut self, name: &str, span: Span) -> Option<T> {
        let message = format!("unknown procedure `{name}`");
        let label = "not declared under `procedures`";
        let diag = Diagnostic::error(names_used::PROCEDURE, message, span, label);
        if name.contains('.') {
            self.diags.push(diag.help(format!("for printed steps write `perform: {name}`")));
            return None;
        }
        let all: Vec<String> =
            self.names.procs.ids().map(str::to_owned).take(looks_left()).collect();
        self.suggest(diag, "procedure", name, &all);
        None
    }

    pub(super) fn return_value(
        &mut self,
        step: &StepContext,
        returns: &raw::Return,
        scope: &mut Scope,
    ) -> Option<()> {
        let Some(gives) = scope.gives.clone() else {
            let message = "these steps return nothing";
            let diag = Diagnostic::error(codes::GIVES, message, step.node.span, "returns a value");
            self.diags.push(diag.help(match self.gaps {
                Some(_) => "return the value from the script: `{ steps = { ... }, value = ... }`",
                None => "add `returns: number` to the procedure",
            }));
            return None;
        };
        let value = self.expr_in(returns.value.node, scope, Some(&gives));
        scope.flow = Flow::nowhere();
        self.close_blocks(scope, 0);
        self.emit(scope, Op::Return(Some(value?.0)));
        Some(())
    }

    /// Reports a procedure that returns an object and may end without one.
    pub(super) fn may_return_nothing(&mut self, span: Span, scope: &Scope) {
        let Some(gives) = scope.gives.as_ref().filter(|it| it.needs_a_thing()) else { return };
        if scope.flow.never || !self.nil_is_told {
            return;
        }
        let message = format!("{} was promised, and nothing is returned", self.describe(gives));
        let label = "may end here without `return`";
        let span = self.sources.head(span);
        let diag = Diagnostic::error(types::NOTHING, message, span, label);
        self.diags.push(diag.help("end with `return: ...`, or let `returns` end with `?`"));
    }

    /// Closes blocks that a jump leaves: they count as complete.
    fn close_blocks(&mut self, scope: &Scope, down_to: u16) {
        for _ in down_to..scope.blocks {
            self.emit(scope, Op::Done);
        }
    }

    pub(super) fn end(
        &mut self,
        step: &StepContext,
        end: &raw::End,
        scope: &mut Scope,
    ) -> Option<()> {
        let (word, span) = (self.text_under(step, end.what)?, end.what.node.span);
        let Some((_, leaves)) = Leaves::ALL.iter().find(|(known, _)| *known == word) else {
            let message = format!("`end: {word}` means nothing");
            let expected = step.shape.short.map_or("", |short| short.words);
            let label = format!("expected {expected}");
            let diag = Diagnostic::error(codes::FORM, message, span, label);
            let words: Vec<String> = Leaves::ALL.iter().map(|(it, _)| (*it).to_owned()).collect();
            self.suggest(diag, "word", word, &words);
            return None;
        };
        let sort = match leaves {
            Leaves::Turns => LoopSort::Turns,
            Leaves::Repeat => LoopSort::Repeat,
            Leaves::Each => LoopSort::Each,
            Leaves::Procedure if self.gaps.is_some() => {
                let message = "there is no procedure around this step";
                let label = "nothing to end";
                let diag = Diagnostic::error(codes::NOTHING_TO_END, message, span, label);
                let help = "a script returns the steps that are to be done, and no others";
                self.diags.push(diag.help(help));
                return None;
            }
            Leaves::Procedure => {
                self.close_blocks(scope, 0);
                self.may_return_nothing(step.node.span, scope);
                self.emit(scope, Op::Return(None));
                scope.flow = Flow::nowhere();
                return Some(());
            }
            Leaves::Game => {
                self.close_blocks(scope, 0);
                self.emit(scope, Op::EndGame);
                scope.flow = Flow::nowhere();
                return Some(());
            }
        };
        let Some(at) = scope.loops.iter().rposition(|around| around.sort == sort) else {
            let message = format!("there is no `{word}` around this step");
            let label = "nothing to end";
            let diag = Diagnostic::error(codes::NOTHING_TO_END, message, span, label);
            self.diags.push(match scope.loops.last().map(|around| around.sort.word()) {
                Some(around) => {
                    let a = if around == "each" { "an" } else { "a" };
                    diag.help(format!(
                        "the loop around this step is {a} `{around}`: write `end: {around}`"
                    ))
                }
                None => diag.help("`end: procedure` leaves the steps of a procedure"),
            });
            return None;
        };
        let around = scope.loops.get(at);
        let (blocks, list) = around.map_or((0, None), |around| (around.blocks, around.list));
        self.close_blocks(scope, blocks);
        if let Some(list) = list {
            self.emit(scope, Op::Break(list));
        }
        let jump = self.emit(scope, Op::Jump(0));
        let flow = std::mem::replace(&mut scope.flow, Flow::nowhere());
        if let Some(around) = scope.loops.get_mut(at) {
            around.exits.push(jump);
            around.left.or(&flow);
        }
        Some(())
    }

    pub(super) fn announce(
        &mut self,
        step: &StepContext,
        emit: &raw::Emit,
        scope: &mut Scope,
    ) -> Option<()> {
        let empty = Map::default();
        let (name, span, args) = match emit.event {
            Some(event) => (event.text().unwrap_or_default(), event.node.span, &empty),
            None => self.one_entry(step, &emit.arguments, &empty)?,
        };
        let (event, args) = self.event(name, span, args, scope)?;
        self.emit(scope, Op::Emit(event, args.into()));
        Some(())
    }

    pub(super) fn announce_to(&mut self, trigger: &raw::Trigger, scope: &mut Scope) -> Option<()> {
        let piece = self.expr_at(trigger.what, scope);
        let empty = Map::default();
        let args = trigger.with.and_then(|with| with.node.as_map()).unwrap_or(&empty);
        let name = trigger.event.text().unwrap_or_default();
        let (event, args) = self.event(name, trigger.event.node.span, args, scope)?;
        self.emit(scope, Op::EmitTo(event, piece?, args.into()));
        Some(())
    }

    fn event(
        &mut self,
        name: &str,
        span: Span,
        args: &Map,
        scope: &mut Scope,
    ) -> Option<(EventId, Vec<ExprId>)> {
        let Some((event, says)) = self.names.events.get(name).cloned() else {
            let message = format!("unknown event `{name}`");
            let label = "not declared under `events`";
            let diag = Diagnostic::error(names_used::EVENT, message, span, label);
            let all: Vec<String> =
                self.names.events.ids().map(str::to_owned).take(looks_left()).collect();
            self.suggest(diag, "event", name, &all);
            return None;
        };
        let args = self.arguments(name, (&says, &[]), args, span, scope)?;
        Some((event, args))
    }
}

/// The bearer of the steps of an object of this type.
fn bearer(ty: &Type) -> Bearer {
    match ty {
        Type::Piece(_) => Bearer::Piece,
        Type::Entry(_) => Bearer::Entry,
        _ => Bearer::Space,
    }
}
