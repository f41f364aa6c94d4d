//! Checks scripts before play, against what their pack has: names, fields, ids, types.
//!
//! A small inference that follows locals, loops and calls. What it does not know is [`Ty::Any`], and
//! nothing is wrong with that: it reports only what cannot work. Steps that scripts return are not
//! looked at here.

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
use full_moon::ast::luau::TypeInfo;
use full_moon::ast::{Expression, FunctionBody};

use super::types::{Form, Kinds, Module, Ty, Types};
use crate::luau::Host;
use boardwright_compile::OptionValue;
use boardwright_compile::names::{Names, Type};
use boardwright_language::script_text::syntax::{Tree, Trees};
use boardwright_syntax::diag::{Diagnostic, similar};
use boardwright_syntax::source::{FileId, Span};
use habits::Habits;

/// Everything that is wrong with the scripts of the packs at a table.
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
        checker.file();
        checker.diags
    })
    .collect()
}

/// What the values in tables of scripts are, by their places, in the language of packs.
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

/// A type of scripts in the language of packs.
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
        // Whether it is there is for the script to see: nothing is refused when it is handed over.
        Ty::Maybe(one) => return pack_type(one),
        _ => return None,
    })
}

/// So many names are listed where none is similar.
const NAMES_MAX: usize = 16;

/// What the shared library is called as a pack.
const STD: &str = "std";

/// Where modules are found.
#[derive(Clone, Copy)]
struct Shelf<'a> {
    host: &'a Host,
    trees: &'a Trees,
    pack: &'a str,
}

impl Shelf<'_> {
    /// The file of a module, as the pack requires it.
    fn file(&self, module: &str) -> Option<FileId> {
        let is_it = |pack: &str, name: &str| name == module && (pack == self.pack || pack == STD);
        self.host.files.iter().find(|it| is_it(&it.pack, &it.module)).map(|it| it.file)
    }
}

/// A function whose body is being read.
struct Frame {
    /// What it must give, and who says so.
    wants: Option<(Ty, Wanted)>,
    /// What it gives.
    gives: Vec<Ty>,
    /// Whether it has a name. Where one has none, nothing often stands for `false`.
    named: Named,
    /// How many problems there were before it.
    problems: usize,
}

/// Who says what a function gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    /// Its head.
    Head,
    /// A step that binds it.
    Step,
}

/// Whether a function has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Named {
    /// It has one, and steps call it by that.
    Script,
    Yes,
    No,
}

/// A name that is declared.
struct Local {
    name: String,
    ty: Ty,
}

/// Reads one file.
struct Checker<'a> {
    types: &'a Types<'a>,
    tree: &'a Tree,
    shelf: Shelf<'a>,
    /// The name of the file as a module.
    module: Option<&'a str>,
    /// The local whose functions the file returns.
    table: Option<String>,
    /// Types the file declares.
    aliases: BTreeMap<String, &'a TypeInfo>,
    /// Names of type parameters of the functions around.
    generics: Vec<Rc<str>>,
    habits: Habits,
    locals: Vec<Local>,
    frames: Vec<Frame>,
    /// How deep the types being resolved are, so that a circle ends.
    depth: usize,
    /// What the values in tables are, if somebody wants to know.
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

    /// Notes what a value in a table is.
    fn note(&mut self, value: &Expression, ty: &Ty) {
        if let Some(noted) = &mut self.noted {
            let span = self.tree.span(value);
            let known = noted.entry(span).or_insert_with(|| ty.clone());
            // What is one thing in one call and another in the next is not known.
            if known != ty {
                *known = Ty::Any;
            }
        }
    }

    /// Adds a local.
    fn declare(&mut self, name: &str, ty: Ty) {
        let ty = match ty {
            // `local a = f()` is its first result.
            Ty::Several(all) => all.first().cloned().unwrap_or(Ty::Nil),
            ty => ty,
        };
        self.locals.push(Local { name: name.to_owned(), ty });
    }

    fn local(&self, name: &str) -> Option<&Local> {
        self.locals.iter().rev().find(|local| local.name == name)
    }

    /// The name of a function in steps, if it names no other.
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

    /// What a script must give that steps bind, if it is known: its path names one function.
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

    /// A name nobody knows, with one that may be meant.
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

    /// Reads a function: its parameters, whatever its head and its caller say of them, and its body.
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
                // What is handed in may be known better: a piece, and of which kind.
                Some(written) if fit::is_part(&known, &written) => known,
                Some(written) => written,
            };
            let ty = if self.habits.assigned.contains(name) { Ty::Any } else { ty };
            self.declare(name, ty);
        }
        let declared = body.return_type().map(|it| self.resolve(it.type_info()));
        let wants = match (declared, wants) {
            // Anything a script may return: what is bound says more. Or the head is wrong itself.
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

    /// What a function gives, and whether it gives it on every way.
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
                "U043",
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

    /// A module, as `require` gives it.
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
