//! Statements.

use std::rc::Rc;

use full_moon::ast::luau::TypeSpecifier;
use full_moon::ast::punctuated::Punctuated;
use full_moon::ast::{
    Assignment, Block, Call, CompoundAssignment, CompoundOp, Expression, FunctionArgs,
    FunctionDeclaration, GenericFor, If, LastStmt, LocalFunction, NumericFor, Prefix, Return, Stmt,
    Suffix, Var,
};
use full_moon::tokenizer::TokenReference;

use super::super::types::{Form, Record, Ty};
use super::fit::{self, clash, type_name};
use super::{Checker, Named, Wanted};
use boardwright_language::script_text::syntax::word;
use boardwright_syntax::diag::codes::script as codes;

impl<'a> Checker<'a> {
    /// Checks a block; its locals end with it.
    pub(super) fn block(&mut self, block: &'a Block) {
        let locals = self.locals.len();
        self.open_block(block);
        self.locals.truncate(locals);
    }

    fn open_block(&mut self, block: &'a Block) {
        for stmt in block.stmts() {
            self.stmt(stmt);
        }
        if let Some(LastStmt::Return(last)) = block.last_stmt() {
            self.returned(last);
        }
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Assignment(it) => self.assignment(it),
            Stmt::CompoundAssignment(it) => self.compound(it),
            Stmt::Do(it) => self.block(it.block()),
            Stmt::FunctionCall(it) => {
                self.path(it.prefix(), it.suffixes());
            }
            Stmt::FunctionDeclaration(it) => self.declaration(it),
            Stmt::GenericFor(it) => self.generic_for(it),
            Stmt::NumericFor(it) => self.numeric_for(it),
            Stmt::If(it) => self.if_stmt(it),
            Stmt::LocalAssignment(it) => {
                let types: Vec<_> = it.type_specifiers().collect();
                self.local_assignment(it.names(), &types, it.expressions());
            }
            Stmt::ConstAssignment(it) => {
                let types: Vec<_> = it.type_specifiers().collect();
                self.local_assignment(it.names(), &types, it.expressions());
            }
            Stmt::LocalFunction(it) => self.local_function(it),
            Stmt::While(it) => {
                self.expr(it.condition());
                self.block(it.block());
            }
            Stmt::Repeat(it) => {
                let locals = self.locals.len();
                self.open_block(it.block());
                self.expr(it.until());
                self.locals.truncate(locals);
            }
            Stmt::ConstFunction(it) => {
                let name = word(it.name());
                self.declare(name, Ty::Any);
                self.function(it.body(), Named::Yes, &[], None);
            }
            // Types were read before; other statements have no values.
            _ => {}
        }
    }

    fn local_assignment(
        &mut self,
        names: &'a Punctuated<TokenReference>,
        annotations: &[Option<&'a TypeSpecifier>],
        values: &'a Punctuated<Expression>,
    ) {
        let given: Vec<&'a Expression> = values.iter().collect();
        let types = self.values(&given);
        for (at, name) in names.iter().enumerate() {
            let name = word(name);
            let ty = match (types.get(at), given.last()) {
                (Some(ty), _) => ty.clone(),
                // More results than are known.
                (None, Some(Expression::FunctionCall(_) | Expression::Symbol(_))) => Ty::Any,
                (None, _) => Ty::Nil,
            };
            let written = annotations.get(at).copied().flatten();
            let ty = match written.map(|it| self.resolve(it.type_info())) {
                Some(written) => {
                    if let Some(value) = given.get(at).filter(|_| clash(&ty, &written)) {
                        self.wrong(value, &ty, &written, "this local");
                    }
                    written
                }
                None => self.kept(name, ty, given.get(at).copied()),
            };
            self.declare(name, ty);
        }
    }

    /// What is still known about a local that may change later.
    fn kept(&self, name: &str, ty: Ty, value: Option<&Expression>) -> Ty {
        let is_made = matches!(value, Some(Expression::TableConstructor(_)));
        let habits = &self.habits;
        // Without a value it is set later.
        if value.is_none() || habits.assigned.contains(name) || ty == Ty::Nil {
            return Ty::Any;
        }
        let is_changed = habits.changed.contains(name) || is_made && habits.handed.contains(name);
        if is_changed && fit::is_table(&ty) { Ty::Table } else { ty }
    }

    /// The types of a list of values; the last may have several.
    pub(super) fn values(&mut self, values: &[&'a Expression]) -> Vec<Ty> {
        let mut types = vec![];
        for (at, value) in values.iter().enumerate() {
            match self.expr(value) {
                Ty::Several(all) if at + 1 == values.len() => types.extend(all.iter().cloned()),
                Ty::Several(all) => types.push(all.first().cloned().unwrap_or(Ty::Nil)),
                ty => types.push(ty),
            }
        }
        types
    }

    fn local_function(&mut self, it: &'a LocalFunction) {
        let name = word(it.name());
        let head = self.signature(name, it.body());
        let has_type = it.body().return_type().is_some();
        let is_set = self.habits.assigned.contains(name);
        let ty = if is_set { Ty::Any } else { Ty::Function(Rc::new(head)) };
        self.declare(name, ty);
        let gives = self.function(it.body(), Named::Yes, &[], None);
        if has_type || is_set {
            return;
        }
        let mut head = self.signature(name, it.body());
        head.gives = gives;
        if let Some(local) = self.locals.iter_mut().rev().find(|local| local.name == name) {
            local.ty = Ty::Function(Rc::new(head));
        }
    }

    /// `function mill.grind(view, with)`.
    fn declaration(&mut self, it: &'a FunctionDeclaration) {
        let names: Vec<&str> = it.name().names().iter().map(word).collect();
        let body = it.body();
        let locals = self.locals.len();
        if it.name().method_name().is_some() {
            self.declare("self", Ty::Any);
        }
        let (mut given, mut wants, mut named) = (vec![], None, Named::Yes);
        match (names.as_slice(), &self.table, it.name().method_name()) {
            ([table, name], Some(own), None) if table == own => {
                given = self.given(it);
                wants = self.bound(name).map(|ty| (ty, Wanted::Step));
                if self.is_called(name) {
                    named = Named::Script;
                }
            }
            ([name], ..) if self.local(name).is_none() => self.global(it.name().names()),
            _ => {}
        }
        if let (Some((bound, _)), Some(head)) = (&wants, body.return_type()) {
            let bound = bound.clone();
            if self.head_clashes(head.type_info(), &bound) {
                wants = Some((Ty::Any, Wanted::Step));
            }
        }
        self.function(body, named, &given, wants);
        self.locals.truncate(locals);
    }

    /// The arguments of a script function: the view, and the parameters its head declares.
    fn given(&mut self, it: &'a FunctionDeclaration) -> Vec<Ty> {
        let names: Vec<&str> = it.body().parameters().iter().map(parameter).collect();
        let written: Vec<_> = it.body().type_specifiers().collect();
        let written: Vec<Option<Ty>> =
            written.into_iter().map(|it| it.map(|it| self.resolve(it.type_info()))).collect();
        let written = |at: usize| written.get(at).cloned().flatten();
        let is_view = match (names.first(), written(0)) {
            (_, Some(ty)) => ty == Ty::View,
            (Some(name), None) => *name == "view",
            (None, None) => false,
        };
        if !is_view {
            return vec![];
        }
        let fields = match (names.get(1), written(1)) {
            (_, Some(Ty::Record(declared))) => declared.fields.clone(),
            (Some(&"with"), None) => Default::default(),
            _ => return vec![Ty::View],
        };
        vec![Ty::View, Ty::Record(Rc::new(Record { fields, form: Form::With }))]
    }

    fn assignment(&mut self, it: &'a Assignment) {
        let given: Vec<&'a Expression> = it.expressions().iter().collect();
        self.values(&given);
        for var in it.variables() {
            self.target(var);
        }
    }

    /// The type of an assignment's target: a local, or a field of a table.
    fn target(&mut self, var: &'a Var) -> Ty {
        match var {
            Var::Name(name) => match self.local(word(name)) {
                Some(local) => local.ty.clone(),
                None => {
                    self.assigned_global(name);
                    Ty::Any
                }
            },
            Var::Expression(path) => {
                let suffixes: Vec<&'a Suffix> = path.suffixes().collect();
                let Some((last, before)) = suffixes.split_last() else { return Ty::Any };
                let of = self.path(path.prefix(), before.iter().copied());
                match fit::some(&of) {
                    Ty::View
                    | Ty::Seat
                    | Ty::Piece(_)
                    | Ty::Entry(_)
                    | Ty::Space(_)
                    | Ty::Place => {
                        let message = format!("a script cannot change {}", type_name(&of));
                        let help =
                            "return steps such as `{ gain = { wood = 2 } }`: they change the game";
                        let span = self.tree.span(var);
                        self.error(codes::READ_ONLY, span, message, "set here", Some(help.into()));
                        Ty::Any
                    }
                    _ => match last {
                        Suffix::Index(index) => self.index(&of, index),
                        _ => Ty::Any,
                    },
                }
            }
            _ => Ty::Any,
        }
    }

    fn global(&mut self, names: &'a Punctuated<TokenReference>) {
        if let Some(name) = names.iter().next() {
            self.assigned_global(name);
        }
    }

    fn assigned_global(&mut self, name: &TokenReference) {
        let (span, name) = (self.tree.span(name), word(name));
        let known: Vec<String> = self.locals.iter().map(|it| it.name.clone()).collect();
        let help = match boardwright_syntax::diag::similar(name, known.iter().map(String::as_str)) {
            Some(near) => format!("a local with a similar name exists: `{near}`"),
            None => format!("write `local {name}` where it is first used"),
        };
        let message = format!("`{name}` is no local of this script");
        self.error(codes::GLOBAL, span, message, "set here", Some(help));
        // Report it only once.
        self.declare(name, Ty::Any);
    }

    fn compound(&mut self, it: &'a CompoundAssignment) {
        let left = match it.lhs() {
            // It is read as well as set.
            Var::Name(name) => self.name(name),
            var => self.target(var),
        };
        let right = self.expr(it.rhs());
        if !matches!(it.compound_operator(), CompoundOp::TwoDotsEqual(_)) {
            self.reckoned(it.lhs(), &left);
            self.reckoned(it.rhs(), &right);
        }
    }

    fn numeric_for(&mut self, it: &'a NumericFor) {
        for bound in [Some(it.start()), Some(it.end()), it.step()].into_iter().flatten() {
            let ty = self.expr(bound);
            self.reckoned(bound, &ty);
        }
        let locals = self.locals.len();
        self.declare(word(it.index_variable()), Ty::Number);
        self.block(it.block());
        self.locals.truncate(locals);
    }

    fn generic_for(&mut self, it: &'a GenericFor) {
        let values: Vec<&'a Expression> = it.expressions().iter().collect();
        let (key, value) = match values.as_slice() {
            [one] => self.each(one),
            all => {
                self.values(all);
                (Ty::Any, Ty::Any)
            }
        };
        let locals = self.locals.len();
        let written: Vec<_> = it.type_specifiers().collect();
        for (at, name) in it.names().iter().enumerate() {
            let known = match at {
                0 => key.clone(),
                1 => value.clone(),
                _ => Ty::Any,
            };
            let annotation = written.get(at).copied().flatten();
            let ty = match annotation.map(|it| self.resolve(it.type_info())) {
                Some(written) if !fit::is_part(&known, &written) => written,
                _ if self.habits.assigned.contains(word(name)) => Ty::Any,
                _ => known,
            };
            self.declare(word(name), ty);
        }
        self.block(it.block());
        self.locals.truncate(locals);
    }

    /// The keys and values a loop iterates over.
    fn each(&mut self, over: &'a Expression) -> (Ty, Ty) {
        let over = self.under_pairs(over).unwrap_or(over);
        let ty = self.expr(over);
        match fit::some(&ty) {
            Ty::List(item) => (Ty::Number, (**item).clone()),
            Ty::Map(key, value) => ((**key).clone(), (**value).clone()),
            Ty::Record(_) | Ty::Table | Ty::Any | Ty::Generic(_) => (Ty::Any, Ty::Any),
            Ty::Function(_) | Ty::Library(..) | Ty::Module(_) | Ty::Shelf(_) => (Ty::Any, Ty::Any),
            other => {
                let message = format!("a loop goes through a list, not {}", type_name(other));
                let span = self.tree.span(over);
                self.error(codes::VALUE_TYPE, span, message, "no list", None);
                (Ty::Any, Ty::Any)
            }
        }
    }

    /// The argument of `ipairs(...)` or `pairs(...)`.
    fn under_pairs(&self, over: &'a Expression) -> Option<&'a Expression> {
        let Expression::FunctionCall(call) = over else { return None };
        let Prefix::Name(name) = call.prefix() else { return None };
        if !["ipairs", "pairs"].contains(&word(name)) || self.local(word(name)).is_some() {
            return None;
        }
        let mut suffixes = call.suffixes();
        let (Some(Suffix::Call(Call::AnonymousCall(args))), None) =
            (suffixes.next(), suffixes.next())
        else {
            return None;
        };
        let FunctionArgs::Parentheses { arguments, .. } = &**args else { return None };
        let mut arguments = arguments.iter();
        arguments.next().filter(|_| arguments.next().is_none())
    }

    fn if_stmt(&mut self, it: &'a If) {
        let locals = self.locals.len();
        let ty = self.expr(it.condition());
        self.bind(it.binding(), ty);
        self.block(it.block());
        self.locals.truncate(locals);
        for each in it.else_if().into_iter().flatten() {
            let ty = self.expr(each.condition());
            self.bind(each.binding(), ty);
            self.block(each.block());
            self.locals.truncate(locals);
        }
        if let Some(block) = it.else_block() {
            self.block(block);
        }
    }

    /// `if local x = ... then`.
    pub(super) fn bind(
        &mut self,
        binding: Option<&'a full_moon::ast::luau::IfConditionBinding>,
        ty: Ty,
    ) {
        if let Some(binding) = binding {
            self.declare(word(binding.name()), fit::some(&ty).clone());
        }
    }

    fn returned(&mut self, last: &'a Return) {
        let values: Vec<&'a Expression> = last.returns().iter().collect();
        let types = self.values(&values);
        let frame = self.frames.last();
        let is_script = frame.is_some_and(|frame| frame.named == Named::Script);
        let wants = frame.and_then(|frame| frame.wants.clone());
        if let (true, [_, second, ..]) = (is_script, values.as_slice()) {
            self.only_one(second);
        } else if let Some((wanted, by)) = wants {
            let each: Vec<Ty> = match &wanted {
                Ty::Several(all) => all.to_vec(),
                one => vec![one.clone()],
            };
            for ((value, ty), wanted) in values.iter().zip(&types).zip(&each) {
                self.fits(value, ty, wanted, by);
            }
        }
        let gives = match types.as_slice() {
            [] => Ty::Nil,
            [one] => one.clone(),
            all => Ty::Several(all.into()),
        };
        if let Some(frame) = self.frames.last_mut() {
            frame.gives.push(gives);
        }
    }
}

fn parameter(it: &full_moon::ast::Parameter) -> &str {
    match it {
        full_moon::ast::Parameter::Name(name) => word(name),
        _ => "...",
    }
}

/// Whether code after a block is unreachable.
pub(super) fn ends(block: &Block) -> bool {
    matches!(block.last_stmt(), Some(LastStmt::Return(_))) || block.stmts().any(stops)
}

fn stops(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Do(it) => ends(it.block()),
        Stmt::If(it) => {
            let others = it.else_if().into_iter().flatten();
            ends(it.block())
                && others.map(|each| each.block()).all(ends)
                && it.else_block().is_some_and(ends)
        }
        Stmt::Repeat(it) => !breaks(it.block()) && (ends(it.block()) || is(it.until(), "false")),
        Stmt::While(it) => is(it.condition(), "true") && !breaks(it.block()),
        Stmt::FunctionCall(it) => {
            matches!(it.prefix(), Prefix::Name(name) if word(name) == "error")
        }
        _ => false,
    }
}

fn is(value: &Expression, symbol: &str) -> bool {
    matches!(value, Expression::Symbol(token) if word(token) == symbol)
}

/// Whether a loop with this block can be left by `break`.
fn breaks(block: &Block) -> bool {
    let inside = |stmt: &Stmt| match stmt {
        Stmt::Do(it) => breaks(it.block()),
        Stmt::If(it) => {
            let others = it.else_if().into_iter().flatten();
            breaks(it.block())
                || others.map(|each| each.block()).any(breaks)
                || it.else_block().is_some_and(breaks)
        }
        _ => false,
    };
    matches!(block.last_stmt(), Some(LastStmt::Break(_))) || block.stmts().any(inside)
}
