//! Calls: arguments against parameters, functions of Luau's library, `ask`.

use std::collections::BTreeMap;
use std::rc::Rc;

use full_moon::ast::{Expression, Field, FunctionArgs, TableConstructor};
use full_moon::node::Node;
use full_moon::tokenizer::TokenReference;

use super::super::types::{AskForm, Param, Signature, Ty, maybe};
use super::fit::{self, clash, type_name};
use super::{Checker, Named};
use boardwright_language::script_text::syntax::{literal, plain_text, word};
use boardwright_syntax::diag::codes::script as codes;
use boardwright_syntax::diag::similar;

/// One argument.
pub(super) enum Given<'a> {
    Value(&'a Expression),
    /// `f "text"`.
    Text(&'a TokenReference),
    /// `f { ... }`.
    Table(&'a TableConstructor),
}

impl Given<'_> {
    pub(super) fn node(&self) -> &dyn Node {
        match self {
            Self::Value(value) => *value,
            Self::Text(token) => *token,
            Self::Table(table) => *table,
        }
    }
}

fn given(args: &FunctionArgs) -> Vec<Given<'_>> {
    match args {
        FunctionArgs::Parentheses { arguments, .. } => arguments.iter().map(Given::Value).collect(),
        FunctionArgs::String(token) => vec![Given::Text(token)],
        FunctionArgs::TableConstructor(table) => vec![Given::Table(table)],
        _ => vec![],
    }
}

/// The value of a key in a table constructor.
pub(super) fn keyed<'a>(table: &'a TableConstructor, name: &str) -> Option<&'a Expression> {
    table.fields().iter().find_map(|field| match field {
        Field::NameKey { key, value, .. } if word(key) == name => Some(&**value),
        _ => None,
    })
}

type Bindings = BTreeMap<Rc<str>, Ty>;

impl<'a> Checker<'a> {
    /// The result type of a call. `callee` is the called expression, for its position.
    pub(super) fn call(&mut self, of: &Ty, args: &'a FunctionArgs, callee: &dyn Node) -> Ty {
        let given = given(args);
        match fit::some(of) {
            Ty::Library("", "ask") => self.ask(&given, callee),
            Ty::Library("", "require") => match given.first() {
                Some(Given::Value(value)) => literal(value).and_then(|name| self.required(name)),
                Some(Given::Text(token)) => plain_text(token).and_then(|name| self.required(name)),
                _ => None,
            }
            .map_or(Ty::Any, Ty::Module),
            Ty::Library(library, name) => {
                let types: Vec<Ty> = given.iter().map(|it| self.argument(it)).collect();
                library_gives(library, name, &types)
            }
            Ty::Function(signature) => self.apply(&Rc::clone(signature), &given, callee),
            wrong @ (Ty::Number | Ty::Flag | Ty::Nil | Ty::Seat | Ty::Piece(_) | Ty::Space(_)) => {
                let message = format!("{} is called as a function", type_name(wrong));
                let span = self.tree.span(callee);
                self.error(codes::VALUE_TYPE, span, message, type_name(wrong), None);
                self.arguments(&given)
            }
            _ => self.arguments(&given),
        }
    }

    fn arguments(&mut self, given: &[Given<'a>]) -> Ty {
        for argument in given {
            self.argument(argument);
        }
        Ty::Any
    }

    pub(super) fn argument(&mut self, argument: &Given<'a>) -> Ty {
        match argument {
            Given::Value(value) => self.expr(value),
            Given::Text(_) => Ty::Text,
            Given::Table(table) => self.table(table),
        }
    }

    fn apply(&mut self, head: &Signature, given: &[Given<'a>], callee: &dyn Node) -> Ty {
        if head.name == "can_pay" && self.is_kernel(head) {
            return self.can_pay(given, callee);
        }
        let mut bound = Bindings::new();
        for (at, argument) in given.iter().enumerate() {
            let Some(param) = head.params.get(at) else {
                self.argument(argument);
                continue;
            };
            let wanted = filled(&param.ty, &bound);
            let ty = match (argument, fit::some(&wanted)) {
                (Given::Value(Expression::Function(it)), Ty::Function(callback)) => {
                    let params: Vec<Ty> = callback.params.iter().map(|it| open(&it.ty)).collect();
                    let gives = self.function(it.body(), Named::No, &params, None);
                    if let Ty::Function(pattern) = fit::some(&param.ty) {
                        unify(&pattern.gives, &gives, &mut bound);
                    }
                    continue;
                }
                _ => self.argument(argument),
            };
            let is_unknown = match argument {
                Given::Value(value) => self.is_unknown_id(value, &wanted),
                _ => false,
            };
            if is_unknown {
                continue;
            }
            let first = match &ty {
                Ty::Several(all) => all.first().cloned().unwrap_or(Ty::Nil),
                ty => ty.clone(),
            };
            if clash(&first, &wanted) {
                let of = format!("`{}` of `{}`", param.name, head.name);
                self.wrong(argument.node(), &first, &wanted, &of);
            }
            unify(&param.ty, &first, &mut bound);
        }
        self.count(head, given, callee);
        if let Some(known) = self.of_kind(head, given) {
            return known;
        }
        // Type parameters that remain unknown become `Any`.
        open(&filled(&head.gives, &bound))
    }

    fn is_kernel(&self, head: &Signature) -> bool {
        self.types.calls.get(head.name.as_str()).is_some_and(|it| **it == *head)
    }

    /// The result types of `pieces("tile")` and `entries("tile")`.
    fn of_kind(&self, head: &Signature, given: &[Given<'a>]) -> Option<Ty> {
        let is_kernel = self.is_kernel(head);
        let [Given::Value(value)] = given else { return None };
        let kind = *self.types.names.kinds.get(literal(value).filter(|_| is_kernel)?)?;
        let Ty::List(item) = &head.gives else { return None };
        match **item {
            Ty::Piece(None) => Some(Ty::List(Rc::new(Ty::Piece(Some([kind].into()))))),
            Ty::Entry(None) => Some(Ty::List(Rc::new(Ty::Entry(Some([kind].into()))))),
            _ => None,
        }
    }

    /// Checks that there are enough arguments, and not too many.
    fn count(&mut self, head: &Signature, given: &[Given<'a>], callee: &dyn Node) {
        let is_open = matches!(
            given.last(),
            Some(Given::Value(Expression::FunctionCall(_) | Expression::Symbol(_)))
        );
        let span = self.tree.span(callee);
        let missing = head.params.iter().skip(given.len()).find(|it| !fit::takes_nil(&it.ty));
        if let Some(missing) = missing.filter(|_| !is_open) {
            let message = format!("`{}` is not given `{}`", head.name, missing.name);
            let label = format!("{} is missing", type_name(&missing.ty));
            self.error(codes::VALUE_TYPE, span, message, label, Some(usage(head)));
        }
        // A function without a name may be given more by those that take any.
        let is_known = !head.more && !head.name.is_empty();
        let extra = given.get(head.params.len()).filter(|_| is_known);
        // `...` at the end may be nothing at all.
        let is_rest = |it: &Given| matches!(it, Given::Value(Expression::Symbol(token)) if word(token) == "...");
        if let Some(extra) = extra.filter(|it| !is_rest(it)) {
            let message = format!("`{}` does not take so many arguments", head.name);
            let span = self.tree.span(extra.node());
            let of_lists =
                |param: &Param| matches!(&param.ty, Ty::List(it) if matches!(**it, Ty::List(_)));
            let help = match head.params.last().filter(|it| of_lists(it)) {
                Some(_) => format!("put the lists into one: `{}({{ a, b }})`", head.name),
                None => usage(head),
            };
            self.error(codes::VALUE_TYPE, span, message, "this would be let go", Some(help));
        }
    }

    /// Reports a value of the wrong type.
    pub(super) fn wrong(&mut self, value: &dyn Node, ty: &Ty, wanted: &Ty, of: &str) {
        let message = format!("{of} must be {}, not {}", type_name(wanted), type_name(ty));
        let span = self.tree.span(value);
        let help = match (fit::some(ty), fit::some(wanted)) {
            (Ty::Seat | Ty::Piece(_) | Ty::Entry(_) | Ty::Space(_), Ty::OneOf(_) | Ty::Text) => {
                Some("a thing has its name as a text: `.id`".to_owned())
            }
            (Ty::Piece(_), Ty::Space(_)) => Some("a piece lies on its `.space`".to_owned()),
            (Ty::Piece(_), Ty::Entry(_)) => Some("a piece has its `.entry`".to_owned()),
            _ => None,
        };
        self.error(codes::VALUE_TYPE, span, message, type_name(ty), help);
    }

    /// `ask { ... }`: checks its form, its keys and their types.
    fn ask(&mut self, given: &[Given<'a>], callee: &dyn Node) -> Ty {
        let table = match given {
            [Given::Table(table)] => *table,
            [Given::Value(Expression::TableConstructor(table))] => table,
            [Given::Value(value)] => {
                let ty = self.expr(value);
                if clash(&ty, &Ty::Table) {
                    self.wrong(*value, &ty, &Ty::Table, "what `ask` is given");
                }
                return Ty::Any;
            }
            _ => {
                let message = "`ask` expects one table: a question";
                let span = self.tree.span(callee);
                let help = Some("write `ask { pick = list, label = \"which?\" }`".to_owned());
                self.error(codes::QUESTION, span, message, "", help);
                return self.arguments(given);
            }
        };
        let mut keys: Vec<(&'a TokenReference, Ty)> = vec![];
        let mut is_open = false;
        for field in table.fields() {
            match field {
                Field::NameKey { key, value, .. } => {
                    let ty = self.expr(value);
                    keys.push((key, ty));
                }
                Field::NoKey(value) => {
                    self.expr(value);
                    let span = self.tree.span(value);
                    let help = "name it: `pick = ...`".to_owned();
                    self.error(
                        codes::QUESTION,
                        span,
                        "a value without a key in `ask`",
                        "",
                        Some(help),
                    );
                }
                Field::ExpressionKey { key, value, .. } => {
                    self.expr(key);
                    self.expr(value);
                    is_open = true;
                }
                _ => is_open = true,
            }
        }
        if is_open { Ty::Any } else { self.question(table, &keys) }
    }

    fn question(&mut self, table: &'a TableConstructor, keys: &[(&'a TokenReference, Ty)]) -> Ty {
        let types = self.types;
        let mains: Vec<&str> = types.asks.iter().map(|form| form.main.as_str()).collect();
        let before = self.diags.len();
        for (key, _) in keys {
            let name = word(key);
            if types.asks.iter().any(|form| form.keys.contains_key(name)) {
                continue;
            }
            let known: Vec<&str> =
                types.asks.iter().flat_map(|form| form.keys.keys()).map(String::as_str).collect();
            let span = self.tree.span(*key);
            let help = match similar(name, known.iter().copied()) {
                Some(near) => format!("a key with a similar name exists: `{near}`"),
                None => format!("`ask` knows {}", listed(&known)),
            };
            self.error(codes::QUESTION, span, format!("`ask` has no key `{name}`"), "", Some(help));
        }
        let has_unknown = self.diags.len() > before;
        let mut forms = keys.iter().filter(|(key, _)| mains.contains(&word(key)));
        let Some((main, _)) = forms.next() else {
            if !has_unknown {
                let message = format!("`ask` expects one of {}", listed(&mains));
                let help = Some("write `ask { pick = list, label = \"which?\" }`".to_owned());
                self.error(codes::QUESTION, self.tree.span(table), message, "", help);
            }
            return Ty::Any;
        };
        if let Some((second, _)) = forms.next() {
            let (first, second_word) = (word(main), word(second));
            let message = format!("`ask` has both `{first}` and `{second_word}`");
            let span = self.tree.span(*second);
            let help = Some("ask two questions, one after the other".to_owned());
            self.error(codes::QUESTION, span, message, "", help);
            return Ty::Any;
        }
        let Some(form) = types.asks.iter().find(|form| form.main == word(main)) else {
            return Ty::Any;
        };
        for (key, ty) in keys {
            self.ask_key(form, table, key, ty);
        }
        self.answer(form, table, keys)
    }

    fn ask_key(
        &mut self,
        form: &AskForm,
        table: &'a TableConstructor,
        key: &'a TokenReference,
        ty: &Ty,
    ) {
        let (name, main) = (word(key), form.main.as_str());
        let Some(wanted) = form.keys.get(name) else {
            // Keys of no form at all are already reported.
            if self.types.asks.iter().any(|form| form.keys.contains_key(name)) {
                let message = format!("`{name}` of `ask` does not go with `{main}`");
                let known: Vec<&str> = form.keys.keys().map(String::as_str).collect();
                let help = format!("with `{main}` go {}", listed(&known));
                self.error(codes::QUESTION, self.tree.span(key), message, "", Some(help));
            }
            return;
        };
        let Some(value) = keyed(table, name) else { return };
        if clash(ty, wanted) {
            let message =
                format!("`{name}` of `ask` must be {}, not {}", type_name(wanted), type_name(ty));
            self.error(codes::QUESTION, self.tree.span(value), message, type_name(ty), None);
            return;
        }
        if let (Ty::Record(wanted), Expression::TableConstructor(inner)) =
            (fit::some(wanted), value)
        {
            self.ask_part(name, &wanted.fields, inner);
        }
    }

    /// A table inside a question: `amount = { from = 0, to = 3 }`.
    fn ask_part(&mut self, name: &str, wanted: &BTreeMap<String, Ty>, table: &'a TableConstructor) {
        let before = self.diags.len();
        for field in table.fields() {
            let Field::NameKey { key, .. } = field else { continue };
            if !wanted.contains_key(word(key)) {
                let what = format!("`{name}` of `ask` has no");
                let known = wanted.keys().map(String::as_str);
                self.unknown(codes::QUESTION, self.tree.span(key), (&what, word(key)), known, "");
            }
        }
        let is_named = |field: &Field| matches!(field, Field::NameKey { .. });
        if !table.fields().iter().all(is_named) || self.diags.len() > before {
            return;
        }
        for (key, ty) in wanted {
            if !fit::takes_nil(ty) && keyed(table, key).is_none() {
                let message = format!("`{name}` of `ask` needs `{key}`");
                let help = Some(format!("write `{key} = ...`"));
                self.error(codes::QUESTION, self.tree.span(table), message, "", help);
            }
        }
    }

    /// The type of a question's answer.
    fn answer(
        &self,
        form: &AskForm,
        table: &'a TableConstructor,
        keys: &[(&'a TokenReference, Ty)],
    ) -> Ty {
        let Some(Ty::List(_) | Ty::Any) = form.keys.get(&form.main).map(fit::some) else {
            return form.gives.clone();
        };
        let options = keys.iter().find(|(key, _)| word(key) == form.main).map(|(_, ty)| ty);
        let Some(Ty::List(item)) = options.map(fit::some) else { return Ty::Any };
        let number = |key: &str| match keyed(table, key) {
            None => Some(None),
            Some(Expression::Number(token)) => Some(Some(word(token) == "1")),
            Some(_) => None,
        };
        match (number("min"), number("max")) {
            (Some(None | Some(true)), Some(None | Some(true))) => (**item).clone(),
            (Some(Some(false)), Some(_)) | (Some(_), Some(Some(false))) => {
                Ty::List(Rc::clone(item))
            }
            _ => Ty::Any,
        }
    }
}

/// The usage of a function.
fn usage(head: &Signature) -> String {
    let params: Vec<String> = head
        .params
        .iter()
        .map(|it| if fit::takes_nil(&it.ty) { format!("{}?", it.name) } else { it.name.clone() })
        .collect();
    format!("write `{}({})`", head.name, params.join(", "))
}

fn listed(names: &[&str]) -> String {
    let mut names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.sort();
    names.dedup();
    names.join(", ")
}

/// A type with its type parameters replaced, as far as they are known.
fn filled(ty: &Ty, bound: &Bindings) -> Ty {
    match ty {
        Ty::Generic(name) => bound.get(name).cloned().unwrap_or_else(|| ty.clone()),
        Ty::List(item) => Ty::List(Rc::new(filled(item, bound))),
        Ty::Map(key, value) => Ty::Map(Rc::new(filled(key, bound)), Rc::new(filled(value, bound))),
        Ty::Maybe(inner) => maybe(filled(inner, bound)),
        Ty::Several(all) => Ty::Several(all.iter().map(|ty| filled(ty, bound)).collect()),
        Ty::Function(head) => {
            let params = head
                .params
                .iter()
                .map(|it| Param { name: it.name.clone(), ty: filled(&it.ty, bound) });
            Ty::Function(Rc::new(Signature {
                name: head.name.clone(),
                generics: head.generics.clone(),
                params: params.collect(),
                more: head.more,
                gives: filled(&head.gives, bound),
            }))
        }
        ty => ty.clone(),
    }
}

/// A type with unknown type parameters replaced by `Any`.
fn open(ty: &Ty) -> Ty {
    match ty {
        Ty::Generic(_) => Ty::Any,
        Ty::List(item) => Ty::List(Rc::new(open(item))),
        Ty::Map(key, value) => Ty::Map(Rc::new(open(key)), Rc::new(open(value))),
        Ty::Maybe(inner) => match open(inner) {
            Ty::Any => Ty::Any,
            inner => maybe(inner),
        },
        Ty::Several(all) => Ty::Several(all.iter().map(open).collect()),
        ty => ty.clone(),
    }
}

/// Infers type parameters. The first known type counts.
fn unify(pattern: &Ty, actual: &Ty, bound: &mut Bindings) {
    match (pattern, actual) {
        (Ty::Generic(_), Ty::Generic(_) | Ty::Nil) => {}
        (Ty::Generic(name), actual) => {
            let known = bound.remove(name);
            let ty = match known {
                Some(known) => fit::join(known, actual.clone()),
                None => actual.clone(),
            };
            bound.insert(Rc::clone(name), ty);
        }
        (Ty::Maybe(pattern), Ty::Maybe(actual)) => unify(pattern, actual, bound),
        (Ty::Maybe(pattern), actual) => unify(pattern, actual, bound),
        (pattern, Ty::Maybe(actual)) => unify(pattern, actual, bound),
        (Ty::List(pattern), Ty::List(actual)) => unify(pattern, actual, bound),
        (Ty::List(pattern), _) => unify(pattern, &Ty::Any, bound),
        _ => {}
    }
}

/// The result type of a function of Luau's library.
fn library_gives(library: &str, name: &str, given: &[Ty]) -> Ty {
    let first = || given.first().map_or(Ty::Any, |ty| fit::some(ty).clone());
    match (library, name) {
        ("math" | "bit32", "btest") => Ty::Flag,
        ("math" | "bit32", _) => Ty::Number,
        ("string", "format" | "lower" | "upper" | "rep" | "reverse" | "sub" | "char") => Ty::Text,
        ("string", "len") => Ty::Number,
        ("string", "split") => Ty::List(Rc::new(Ty::Text)),
        ("table", "concat") => Ty::Text,
        ("table", "clone" | "freeze") | ("", "assert") => first(),
        ("table", "find") | ("", "tonumber") => maybe(Ty::Number),
        ("table", "isfrozen") => Ty::Flag,
        ("", "tostring" | "type" | "typeof") => Ty::Text,
        _ => Ty::Any,
    }
}
