//! Expressions: names, fields, arithmetic, tables.

use std::collections::BTreeMap;
use std::rc::Rc;

use full_moon::ast::{
    BinOp, Call, Expression, Field as TableField, Index, Prefix, Suffix, TableConstructor, UnOp,
    Var,
};
use full_moon::node::Node;
use full_moon::tokenizer::TokenReference;

use super::super::types::{Field, Form, Record, Ty};
use super::fit::{self, join, type_name};
use super::{Checker, Named};
use crate::luau::allowed::{ABSENT, LIBRARIES, MADE, PLAIN};
use boardwright_language::script_text::syntax::{literal, word};
use boardwright_syntax::diag::codes::script as codes;
use boardwright_syntax::source::Span;

/// Luau keywords that may be misspelt, so that they are read as a name.
const WORDS: [&str; 8] =
    ["return", "local", "function", "break", "continue", "while", "repeat", "elseif"];

impl<'a> Checker<'a> {
    /// The type of an expression; problems inside it are reported.
    pub(super) fn expr(&mut self, expression: &'a Expression) -> Ty {
        match expression {
            Expression::Number(_) => Ty::Number,
            Expression::String(_) => Ty::Text,
            Expression::Symbol(token) => match word(token) {
                "true" | "false" => Ty::Flag,
                "nil" => Ty::Nil,
                _ => Ty::Any,
            },
            Expression::Parentheses { expression, .. } => match self.expr(expression) {
                Ty::Several(all) => all.first().cloned().unwrap_or(Ty::Nil),
                ty => ty,
            },
            Expression::Function(it) => {
                let mut head = self.signature("", it.body());
                let gives = self.function(it.body(), Named::No, &[], None);
                head.gives = gives;
                Ty::Function(Rc::new(head))
            }
            Expression::FunctionCall(it) => self.path(it.prefix(), it.suffixes()),
            Expression::Var(Var::Name(name)) => self.name(name),
            Expression::Var(Var::Expression(it)) => self.path(it.prefix(), it.suffixes()),
            Expression::TableConstructor(it) => self.table(it),
            Expression::UnaryOperator { unop, expression } => self.unary(unop, expression),
            Expression::BinaryOperator { lhs, binop, rhs } => self.binary(lhs, binop, rhs),
            Expression::InterpolatedString(it) => {
                for inner in it.expressions() {
                    self.expr(inner);
                }
                Ty::Text
            }
            Expression::TypeAssertion { expression, type_assertion } => {
                self.expr(expression);
                self.resolve(type_assertion.cast_to())
            }
            Expression::IfExpression(it) => {
                let locals = self.locals.len();
                let ty = self.expr(it.condition());
                self.bind(it.binding(), ty);
                let mut found = self.one(it.if_expression());
                self.locals.truncate(locals);
                for each in it.else_if_expressions().into_iter().flatten() {
                    let ty = self.expr(each.condition());
                    self.bind(each.binding(), ty);
                    found = join(found, self.one(each.expression()));
                    self.locals.truncate(locals);
                }
                join(found, self.one(it.else_expression()))
            }
            _ => Ty::Any,
        }
    }

    /// The type of an expression's only value.
    fn one(&mut self, expression: &'a Expression) -> Ty {
        match self.expr(expression) {
            Ty::Several(all) => all.first().cloned().unwrap_or(Ty::Nil),
            ty => ty,
        }
    }

    /// The type of a name.
    pub(super) fn name(&mut self, token: &TokenReference) -> Ty {
        let name = word(token);
        if let Some(local) = self.local(name) {
            return local.ty.clone();
        }
        if let Some(call) = self.types.calls.get(name) {
            return Ty::Function(Rc::clone(call));
        }
        if let Some((library, _)) = LIBRARIES.iter().find(|(library, _)| *library == name) {
            return Ty::Shelf(library);
        }
        if let Some(known) = PLAIN.iter().chain(&MADE).find(|known| **known == name) {
            return Ty::Library("", known);
        }
        let span = self.tree.span(token);
        if let Some((_, why)) = ABSENT.iter().find(|(absent, _)| *absent == name) {
            let message = format!("scripts have no `{name}`");
            self.error(codes::UNKNOWN_NAME, span, message, "", Some((*why).to_owned()));
            return Ty::Any;
        }
        let locals: Vec<String> = self.locals.iter().map(|it| it.name.clone()).collect();
        let known = locals.iter().map(String::as_str);
        let known = known.chain(WORDS).chain(self.types.calls.keys().copied());
        let known = known.chain(LIBRARIES.iter().map(|(name, _)| *name));
        let known = known.chain(PLAIN).chain(MADE);
        self.unknown(
            codes::UNKNOWN_NAME,
            span,
            ("there is no", name),
            known,
            "no local, and no function",
        );
        Ty::Any
    }

    /// A name or value with what follows it: `view.me.hand[1]`, `list.map(a, f)`.
    pub(super) fn path(
        &mut self,
        prefix: &'a Prefix,
        suffixes: impl Iterator<Item = &'a Suffix>,
    ) -> Ty {
        let mut ty = match prefix {
            Prefix::Name(name) => self.name(name),
            Prefix::Expression(inner) => self.one(inner),
            _ => Ty::Any,
        };
        let mut before: &dyn Node = prefix;
        for suffix in suffixes {
            ty = match suffix {
                Suffix::Index(index) => self.index(&ty, index),
                Suffix::Call(Call::AnonymousCall(args)) => self.call(&ty, args, before),
                Suffix::Call(Call::MethodCall(call)) => {
                    let span = self.tree.span(call.name());
                    let method = match fit::some(&ty) {
                        Ty::Text | Ty::OneOf(_) => {
                            self.field(&Ty::Shelf("string"), word(call.name()), span)
                        }
                        Ty::View => self.field(&ty, word(call.name()), span),
                        Ty::Seat | Ty::Piece(_) | Ty::Entry(_) | Ty::Space(_) | Ty::Place => {
                            self.no_method(&ty, word(call.name()), span)
                        }
                        _ => Ty::Any,
                    };
                    self.call(&method, call.args(), call.name())
                }
                _ => ty,
            };
            before = suffix;
        }
        ty
    }

    fn no_method(&mut self, of: &Ty, name: &str, span: Span) -> Ty {
        if self.types.calls.contains_key(name) {
            let help = format!("write `{name}(...)` or `view:{name}(...)`");
            let message = format!("{} has no function `{name}`", type_name(of));
            self.error(codes::NOT_THERE, span, message, "", Some(help));
            return Ty::Any;
        }
        self.field(of, name, span)
    }

    /// `of.name`, `of["name"]`, `of[1]`.
    pub(super) fn index(&mut self, of: &Ty, index: &'a Index) -> Ty {
        match index {
            Index::Dot { name, .. } => self.field(of, word(name), self.tree.span(name)),
            Index::Brackets { expression, .. } => {
                let key = self.one(expression);
                if let Some(name) = literal(expression) {
                    return self.field(of, name, self.tree.span(&**expression));
                }
                match (fit::some(of), key) {
                    (Ty::List(item), Ty::Number) => super::super::types::maybe((**item).clone()),
                    (Ty::Map(_, value), _) => super::super::types::maybe((**value).clone()),
                    _ => Ty::Any,
                }
            }
            _ => Ty::Any,
        }
    }

    /// The type of a field.
    pub(super) fn field(&mut self, of: &Ty, name: &str, span: Span) -> Ty {
        match fit::some(of) {
            Ty::View => self.view_field(name, span),
            thing @ (Ty::Seat | Ty::Piece(_) | Ty::Entry(_) | Ty::Space(_) | Ty::Place) => {
                self.thing_field(thing, name, span)
            }
            Ty::Record(record) => match (record.fields.get(name), record.form) {
                (Some(_), Form::Open) if self.habits.fields.contains(name) => Ty::Any,
                (Some(ty), _) => ty.clone(),
                (None, Form::Open) => Ty::Any,
                (None, _) if self.habits.fields.contains(name) => Ty::Any,
                (None, form) => {
                    let known = record.fields.keys().map(String::as_str);
                    let (code, what) = match form {
                        Form::With => {
                            (codes::UNDECLARED, "the head of this function does not declare")
                        }
                        _ => (codes::NOT_THERE, "the type of this table has no"),
                    };
                    self.unknown(code, span, (what, name), known, "");
                    self.declare_it(form, name);
                    Ty::Any
                }
            },
            Ty::Map(_, value) => super::super::types::maybe((**value).clone()),
            Ty::Module(module) => match module.functions.get(name) {
                Some(function) => function.clone(),
                None if module.form == Form::Open => Ty::Any,
                None => {
                    let what = format!("`{}` has no function", module.name);
                    let known = module.functions.keys().map(String::as_str);
                    self.unknown(codes::NOT_THERE, span, (&what, name), known, "");
                    Ty::Any
                }
            },
            Ty::Shelf(library) => self.library_member(library, name, span),
            wrong @ (Ty::Number | Ty::Flag | Ty::Nil) => {
                let message = format!("{} has no fields", type_name(wrong));
                self.error(codes::VALUE_TYPE, span, message, "", None);
                Ty::Any
            }
            _ => Ty::Any,
        }
    }

    /// Suggests declaring a parameter if no name is similar.
    fn declare_it(&mut self, form: Form, name: &str) {
        if let Some(last) = self.diags.last_mut().filter(|_| form == Form::With) {
            let help = format!("declare it in the head: `with: {{ {name}: number }}`");
            last.help.get_or_insert(help);
        }
    }

    fn library_member(&mut self, library: &'static str, name: &str, span: Span) -> Ty {
        let members = LIBRARIES.iter().find(|(known, _)| *known == library);
        let members = members.map_or(&[][..], |(_, members)| members);
        if let Some(member) = members.iter().find(|member| **member == name) {
            return match *member {
                "huge" => Ty::Number,
                member => Ty::Library(library, member),
            };
        }
        let path = format!("{library}.{name}");
        match ABSENT.iter().find(|(absent, _)| *absent == path) {
            Some((_, why)) => {
                let message = format!("scripts have no `{path}`");
                self.error(codes::UNKNOWN_NAME, span, message, "", Some((*why).to_owned()));
            }
            None => {
                let what = format!("`{library}` has no function");
                self.unknown(codes::UNKNOWN_NAME, span, (&what, name), members.iter().copied(), "");
            }
        }
        Ty::Any
    }

    fn view_field(&mut self, name: &str, span: Span) -> Ty {
        if let Some(field) = self.types.view.get(name) {
            return field.ty.clone();
        }
        if let Some(call) = self.types.calls.get(name) {
            return Ty::Function(Rc::clone(call));
        }
        // Seats of tables with more people are allowed.
        if name.strip_prefix('p').is_some_and(|n| n.parse::<u8>().is_ok()) {
            return Ty::Seat;
        }
        let elsewhere = [
            (vec![&self.types.seat], "a seat: write `view.me."),
            (self.types.pieces.iter().collect(), "a piece: write `piece."),
            (self.types.spaces.iter().collect(), "a space: write `space."),
        ];
        for (fields, written) in elsewhere {
            if fields.iter().any(|fields| fields.contains_key(name)) {
                let help = format!("`{name}` belongs to {written}{name}`");
                self.error(
                    codes::NOT_THERE,
                    span,
                    format!("the view has no `{name}`"),
                    "",
                    Some(help),
                );
                return Ty::Any;
            }
        }
        let known = self.types.view.keys().map(String::as_str);
        let known = known.chain(self.types.calls.keys().copied());
        self.unknown(codes::NOT_THERE, span, ("the view has no", name), known, "");
        Ty::Any
    }

    fn thing_field(&mut self, thing: &Ty, name: &str, span: Span) -> Ty {
        let types = self.types;
        let all = types.fields(thing);
        if all.is_empty() {
            return Ty::Any;
        }
        let found = all.iter().filter_map(|fields| fields.get(name));
        let found: Option<Ty> = found.map(|field: &Field| field.ty.clone()).reduce(join);
        found.unwrap_or_else(|| {
            let what = match self.class_of(thing) {
                Some(class) => format!("{} `{class}` has no", type_name(thing)),
                None => format!("{} has no", type_name(thing)),
            };
            let known = all.iter().flat_map(|fields| fields.keys()).map(String::as_str);
            self.unknown(codes::NOT_THERE, span, (&what, name), known, "");
            Ty::Any
        })
    }

    /// The kind or group of a thing, if it is one.
    fn class_of(&self, thing: &Ty) -> Option<&'a str> {
        let def = self.types.def;
        match thing {
            Ty::Piece(Some(kinds)) | Ty::Entry(Some(kinds)) => match kinds.as_ref() {
                [kind] => Some(&def.kinds[kind.index()].named.id),
                _ => None,
            },
            Ty::Space(Some(group)) => Some(&def.groups[usize::from(*group)].named.id),
            _ => None,
        }
    }

    fn unary(&mut self, op: &UnOp, value: &'a Expression) -> Ty {
        let ty = self.one(value);
        match op {
            UnOp::Minus(_) => {
                self.reckoned(value, &ty);
                Ty::Number
            }
            UnOp::Hash(_) => {
                if matches!(
                    fit::some(&ty),
                    Ty::Number | Ty::Flag | Ty::View | Ty::Seat | Ty::Piece(_) | Ty::Space(_)
                ) {
                    let message = format!("`#` counts the items of a list, not {}", type_name(&ty));
                    let span = self.tree.span(value);
                    self.error(codes::VALUE_TYPE, span, message, type_name(&ty), None);
                }
                Ty::Number
            }
            _ => Ty::Flag,
        }
    }

    fn binary(&mut self, left: &'a Expression, op: &BinOp, right: &'a Expression) -> Ty {
        let (one, other) = (self.one(left), self.one(right));
        match op {
            BinOp::And(_) => match one {
                Ty::Flag if other == Ty::Flag => Ty::Flag,
                _ => Ty::Any,
            },
            BinOp::Or(_) => join(fit::some(&one).clone(), other),
            BinOp::TwoEqual(_) | BinOp::TildeEqual(_) => {
                let _ = self.is_unknown_id(right, &one) || self.is_unknown_id(left, &other);
                Ty::Flag
            }
            BinOp::TwoDots(_) => Ty::Text,
            BinOp::LessThan(_)
            | BinOp::LessThanEqual(_)
            | BinOp::GreaterThan(_)
            | BinOp::GreaterThanEqual(_) => {
                self.reckoned(left, &one);
                self.reckoned(right, &other);
                Ty::Flag
            }
            _ => {
                self.reckoned(left, &one);
                self.reckoned(right, &other);
                Ty::Number
            }
        }
    }

    /// Reports a value that cannot be used in arithmetic.
    pub(super) fn reckoned(&mut self, value: &dyn Node, ty: &Ty) {
        if fit::no_number(ty) {
            let message = format!("a number was expected, not {}", type_name(ty));
            let help = match fit::some(ty) {
                Ty::List(_) => Some("`#` counts the items of a list".to_owned()),
                _ => None,
            };
            self.error(codes::VALUE_TYPE, self.tree.span(value), message, type_name(ty), help);
        }
    }

    /// Reports a text that is not one of the allowed ones. Returns whether it did.
    pub(super) fn is_unknown_id(&mut self, value: &Expression, wanted: &Ty) -> bool {
        let (Ty::OneOf(words), Some(text)) = (fit::some(wanted), literal(value)) else {
            return false;
        };
        let is_known = words.known.iter().any(|known| known == text)
            // An id of another table of the same packs is not a mistake.
            || words.what == "entry" && self.types.names.entries.get(text).is_some();
        if is_known {
            return false;
        }
        let span = self.tree.span(value);
        let what = match words.what {
            "word" => "this is never".to_owned(),
            what => format!("there is no {what}"),
        };
        let known = words.known.iter().map(String::as_str);
        self.unknown(codes::UNKNOWN_ID, span, (&what, text), known, "");
        true
    }

    pub(super) fn table(&mut self, table: &'a TableConstructor) -> Ty {
        let (mut items, mut fields, mut others) = (vec![], BTreeMap::new(), false);
        for field in table.fields() {
            match field {
                TableField::NoKey(value) => {
                    let ty = self.one(value);
                    self.note(value, &ty);
                    items.push(ty);
                }
                TableField::NameKey { key, value, .. } => {
                    let ty = self.one(value);
                    self.note(value, &ty);
                    fields.insert(word(key).to_owned(), ty);
                }
                TableField::ExpressionKey { key, value, .. } => {
                    self.expr(key);
                    let ty = self.one(value);
                    self.note(value, &ty);
                    others = true;
                }
                _ => others = true,
            }
        }
        match (items.is_empty(), fields.is_empty(), others) {
            (false, true, false) => {
                let item = items.into_iter().reduce(join).unwrap_or(Ty::Any);
                Ty::List(Rc::new(item))
            }
            (true, false, false) => Ty::Record(Rc::new(Record { fields, form: Form::Open })),
            _ => Ty::Table,
        }
    }
}
