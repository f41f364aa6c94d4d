//! Checks scripts before play, against the content of their pack: names, fields, ids, types.
//!
//! A small inference that follows locals, loops and calls. What it does not know is [`Ty::Any`], and
//! nothing is wrong with that: it reports only what cannot work. Of steps that scripts return it looks
//! only at tables of amounts that are worked out: the rest is compiled like steps in YAML.

mod amounts;
mod block;
mod call;
mod expr;
mod fit;
mod gives;
mod habits;
#[cfg(test)]
mod tests;
mod written;

use std::collections::BTreeMap;
use std::rc::Rc;

use boardwright_rules::def::Def;
use boardwright_syntax::diag::codes::script as codes;
use full_moon::ast::luau::TypeInfo;
use full_moon::ast::{Expression, FunctionBody};

use super::link::link;
use super::types::{Form, Kinds, Module, Ty, Types};
use crate::luau::Host;
use boardwright_compile::OptionValue;
use boardwright_compile::names::{Names, Type};
use boardwright_language::script_text::syntax::{Tree, Trees};
use boardwright_packs::layer::Loaded;
use boardwright_syntax::diag::{Diagnostic, similar};
use boardwright_syntax::source::{FileId, Span};
use boardwright_syntax::yaml::{Kind, Node};
use habits::Habits;

/// Finds every problem in the scripts of the packs at a table.
pub fn check(
    host: &Host,
    def: &Def,
    names: &Names,
    options: &BTreeMap<String, OptionValue>,
) -> Vec<Diagnostic> {
    if host.files.iter().all(|file| file.pack == STD) {
        return vec![];
    }
    let types = Types::new(def, names, options);
    let own = host.files.iter().filter(|file| file.pack != STD);
    own.flat_map(|file| {
        let Some(tree) = host.trees.get(file.file) else { return vec![] };
        let shelf = Shelf { host, trees: &host.trees, pack: &file.pack };
        let mut checker = Checker::new(&types, tree, shelf);
        checker.module = Some(&file.module);
        checker.noted = Some(BTreeMap::new());
        checker.file();
        checker.amounts_of_steps();
        checker.diags
    })
    .collect()
}

/// What is wrong with the scripts of a game that has errors itself. Of it they see what there is: a
/// name that its files have anywhere may well have been meant to be declared there.
pub fn check_in_part(
    host: &Rc<Host>,
    def: &Def,
    names: &Names,
    options: &BTreeMap<String, OptionValue>,
    loaded: &Loaded,
) -> Vec<Diagnostic> {
    let packs: Vec<String> =
        loaded.order.iter().map(|info| info.manifest.id.value.clone()).collect();
    let mut found = link(host, def, &packs, &loaded.sources).diags;
    // What a step with an error hands over is not known.
    found.retain(|diag| diag.code != codes::MISSING_PARAMETER);
    found.extend(check(host, def, names, options));
    found.retain(|diag| {
        let label = diag
            .primary
            .as_ref()
            .filter(|_| [codes::NOT_THERE, codes::UNKNOWN_ID].contains(&diag.code));
        let name = label.map(|label| loaded.sources.slice(label.span).trim_matches(['"', '\'']));
        name.is_none_or(|name| !is_written(&loaded.root, name))
    });
    found
}

/// Whether a name stands anywhere in a tree, as a key or as a text.
fn is_written(node: &Node, name: &str) -> bool {
    match &node.kind {
        Kind::Text(text) => text == name,
        Kind::Seq(items) => items.iter().any(|item| is_written(item, name)),
        Kind::Map(map) => {
            map.entries.iter().any(|entry| entry.key == name || is_written(&entry.value, name))
        }
        _ => false,
    }
}

/// The types of values in tables of scripts, by position, in the type language of packs.
pub fn value_types(
    host: &Host,
    def: &Def,
    names: &Names,
    options: &BTreeMap<String, OptionValue>,
) -> BTreeMap<Span, Type> {
    let types = Types::new(def, names, options);
    let mut found = BTreeMap::new();
    for file in host.files.iter().filter(|file| file.pack != STD) {
        let Some(tree) = host.trees.get(file.file) else { continue };
        let shelf = Shelf { host, trees: &host.trees, pack: &file.pack };
        let mut checker = Checker::new(&types, tree, shelf);
        checker.noted = Some(BTreeMap::new());
        checker.file();
        let noted = checker.noted.unwrap_or_default().into_iter();
        found.extend(noted.filter_map(|(span, ty)| Some((span, pack_type(&ty)?))));
    }
    found
}

/// A script type in the type language of packs.
fn pack_type(ty: &Ty) -> Option<Type> {
    let kind = |kinds: &Kinds| match kinds.as_deref() {
        Some([kind]) => Some(*kind),
        _ => None,
    };
    Some(match ty {
        Ty::Number => Type::Number,
        Ty::Flag => Type::Flag,
        Ty::Seat => Type::Seat,
        Ty::Piece(kinds) => Type::Piece(kind(kinds)),
        Ty::Entry(kinds) => Type::Entry(kind(kinds)),
        Ty::Space(group) => Type::Space(*group),
        Ty::Place => Type::Place(None),
        Ty::List(each) => Type::Set(Box::new(pack_type(each)?)),
        // The script must check whether it is there: passing it on is always allowed.
        Ty::Maybe(one) => return pack_type(one),
        _ => return None,
    })
}

/// How many names are listed if none is similar.
const NAMES_MAX: usize = 16;

/// The pack name of the shared library.
const STD: &str = "std";

/// The modules a file can require.
#[derive(Clone, Copy)]
struct Shelf<'a> {
    host: &'a Host,
    trees: &'a Trees,
    pack: &'a str,
}

impl Shelf<'_> {
    /// The file of a module, as required by the pack.
    fn file(&self, module: &str) -> Option<FileId> {
        let is_it = |pack: &str, name: &str| name == module && (pack == self.pack || pack == STD);
        self.host.files.iter().find(|it| is_it(&it.pack, &it.module)).map(|it| it.file)
    }
}

/// A function whose body is being checked.
struct Frame {
    /// The result it must have, and what requires that.
    wants: Option<(Ty, Wanted)>,
    /// The types of its results.
    gives: Vec<Ty>,
    /// Whether it has a name. In a function without a name, no result often stands for `false`.
    named: Named,
    /// The number of problems before it.
    problems: usize,
}

/// What requires the result of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    /// Its head.
    Head,
    /// The step that binds it.
    Step,
}

/// Whether a function has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Named {
    /// It has one, and steps call it by that name.
    Script,
    Yes,
    No,
}

/// A declared local.
struct Local {
    name: String,
    ty: Ty,
}

/// Checks one file.
struct Checker<'a> {
    types: &'a Types<'a>,
    tree: &'a Tree,
    shelf: Shelf<'a>,
    /// The module name of the file.
    module: Option<&'a str>,
    /// The local whose functions the file exports.
    table: Option<String>,
    /// The types the file declares.
    aliases: BTreeMap<String, &'a TypeInfo>,
    /// The type parameters of the enclosing functions.
    generics: Vec<Rc<str>>,
    habits: Habits,
    locals: Vec<Local>,
    frames: Vec<Frame>,
    /// The depth of type resolution, so that cycles end.
    depth: usize,
    /// The types of values in tables, if they are collected.
    noted: Option<BTreeMap<Span, Ty>>,
    diags: Vec<Diagnostic>,
}

impl<'a> Checker<'a> {
    fn new(types: &'a Types<'a>, tree: &'a Tree, shelf: Shelf<'a>) -> Self {
        Self {
            types,
            tree,
            shelf,
            module: None,
            table: written::returned(tree.block()),
            aliases: written::aliases(tree.block()),
            generics: vec![],
            habits: Habits::of(tree.block()),
            locals: vec![],
            frames: vec![],
            depth: 0,
            noted: None,
            diags: vec![],
        }
    }

    fn file(&mut self) {
        let block = self.tree.block();
        self.frames.push(Frame { wants: None, gives: vec![], named: Named::No, problems: 0 });
        self.block(block);
        self.frames.pop();
    }

    /// Records the type of a value in a table.
    fn note(&mut self, value: &Expression, ty: &Ty) {
        if let Some(noted) = &mut self.noted {
            let span = self.tree.span(value);
            let known = noted.entry(span).or_insert_with(|| ty.clone());
            // A value with different types in different calls is unknown.
            if known != ty {
                *known = Ty::Any;
            }
        }
    }

    /// Adds a local.
    fn declare(&mut self, name: &str, ty: Ty) {
        let ty = match ty {
            // `local a = f()` takes the first result.
            Ty::Several(all) => all.first().cloned().unwrap_or(Ty::Nil),
            ty => ty,
        };
        self.locals.push(Local { name: name.to_owned(), ty });
    }

    fn local(&self, name: &str) -> Option<&Local> {
        self.locals.iter().rev().find(|local| local.name == name)
    }

    /// The name of a function in steps, if it is unambiguous.
    fn step_path(&self, function: &str) -> Option<String> {
        let module = self.module?;
        let files = &self.shelf.host.files;
        let is_one = files.iter().filter(|file| file.module == module).count() == 1;
        is_one.then(|| format!("{module}.{function}"))
    }

    /// Whether steps call a function.
    fn is_called(&self, function: &str) -> bool {
        let path = self.step_path(function);
        path.is_some_and(|path| self.types.def.scripts.iter().any(|it| it.named.id == path))
    }

    /// The type that steps bind to a script's result, if it is known: its path names one function.
    fn bound(&self, function: &str) -> Option<Ty> {
        let path = self.step_path(function)?;
        let scripts = self.types.def.scripts.iter().zip(&self.types.names.script_gives);
        let mut bound =
            scripts.filter(|(def, _)| def.named.id == path).filter_map(|it| it.1.as_ref());
        let first = bound.next()?;
        bound.all(|it| it == first).then(|| self.types.of(first))
    }

    fn report(&mut self, diag: Diagnostic) {
        if !self.diags.contains(&diag) {
            self.diags.push(diag);
        }
    }

    fn error(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
        help: Option<String>,
    ) {
        let mut diag = Diagnostic::error(code, message, span, label);
        diag.help = help;
        self.report(diag);
    }

    /// Reports an unknown name, and suggests a similar one.
    fn unknown<'n>(
        &mut self,
        code: &'static str,
        span: Span,
        (what, name): (&str, &str),
        known: impl Iterator<Item = &'n str>,
        label: &str,
    ) {
        let all: std::collections::BTreeSet<&str> = known.collect();
        let help = match similar(name, all.iter().copied()) {
            Some(near) => Some(format!("a similar name exists: `{near}`")),
            None if all.is_empty() || all.len() > NAMES_MAX => None,
            None => {
                let all: Vec<String> = all.iter().map(|name| format!("`{name}`")).collect();
                Some(format!("there are {}", all.join(", ")))
            }
        };
        self.error(code, span, format!("{what} `{name}`"), label, help);
    }

    /// Checks a function: its parameters, with what its head and its caller say about them, and its
    /// body.
    fn function(
        &mut self,
        body: &'a FunctionBody,
        named: Named,
        given: &[Ty],
        wants: Option<(Ty, Wanted)>,
    ) -> Ty {
        let generics = self.generics.len();
        self.generics.extend(written::generics(body));
        let locals = self.locals.len();
        let mut annotations = body.type_specifiers();
        for (at, parameter) in body.parameters().iter().enumerate() {
            let written = annotations.next().flatten().map(|it| self.resolve(it.type_info()));
            let full_moon::ast::Parameter::Name(name) = parameter else { continue };
            let name = boardwright_language::script_text::syntax::word(name);
            let known = given.get(at).cloned().unwrap_or(Ty::Any);
            let ty = match written {
                Some(_) if matches!(&known, Ty::Record(it) if it.form == Form::With) => known,
                Some(Ty::Any) | None => known,
                // The caller may know more: that it is a piece, and its kind.
                Some(written) if fit::is_part(&known, &written) => known,
                Some(written) => written,
            };
            let ty = if self.habits.assigned.contains(name) { Ty::Any } else { ty };
            self.declare(name, ty);
        }
        let declared = body.return_type().map(|it| self.resolve(it.type_info()));
        let wants = match (declared, wants) {
            // The head allows anything a script may return: the bound type says more. Or the head
            // itself is wrong.
            (Some(Ty::Table), Some(bound)) => Some(bound),
            (Some(_), Some((Ty::Any, by))) => Some((Ty::Any, by)),
            (Some(ty), _) => Some((ty, Wanted::Head)),
            (None, wants) => wants,
        };
        let problems = self.diags.len();
        self.frames.push(Frame { wants, gives: vec![], named, problems });
        self.block(body.block());
        let frame = self.frames.pop();
        let gives = frame.map_or(Ty::Any, |frame| self.result(body, frame));
        self.locals.truncate(locals);
        self.generics.truncate(generics);
        gives
    }

    /// The result type of a function; checks that every path returns one.
    fn result(&mut self, body: &'a FunctionBody, frame: Frame) -> Ty {
        let falls = !block::ends(body.block());
        let wants_some = match &frame.wants {
            Some((ty, _)) => !fit::takes_nil(ty),
            None => false,
        };
        let gives_some = frame.gives.iter().any(|ty| *ty != Ty::Nil);
        let is_free = matches!(&frame.wants, Some((_, Wanted::Head))) && !wants_some;
        let is_wanted = wants_some || gives_some && frame.named != Named::No;
        if falls && is_wanted && !is_free && self.diags.len() == frame.problems {
            let span = self.tree.span(body.end_token());
            let help = "write `return` and a value on every way through it; `return nil` says that \
                        there is none";
            self.error(
                codes::NO_RETURN,
                span,
                "a function gives something on one way and nothing on another",
                "here it ends without a `return`",
                Some(help.to_owned()),
            );
        }
        if let Some((ty, Wanted::Head)) = frame.wants {
            return ty;
        }
        let mut all = frame.gives;
        if falls {
            all.push(Ty::Nil);
        }
        all.into_iter().reduce(fit::join).unwrap_or(Ty::Nil)
    }

    /// The module that `require` returns.
    fn required(&self, name: &str) -> Option<Rc<Module>> {
        let file = self.shelf.file(name)?;
        let tree = self.shelf.trees.get(file)?;
        if self.depth > 0 || tree.file == self.tree.file {
            return None;
        }
        let mut other = Checker::new(self.types, tree, self.shelf);
        other.depth = 1;
        Some(Rc::new(other.exported(name)))
    }
}
