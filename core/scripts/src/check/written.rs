//! Types as written in scripts, and the signatures of a module's functions.

use std::collections::BTreeMap;
use std::rc::Rc;

use full_moon::ast::luau::{GenericParameterInfo, TypeFieldKey, TypeInfo};
use full_moon::ast::{Block, Expression, FunctionBody, LastStmt, Parameter, Stmt, Var};

use super::super::types::{Form, Module, Param, Record, Signature, Ty, maybe};
use super::{Checker, fit};
use boardwright_language::script_text::syntax::word;

/// Types refer to each other; cycles end at this depth.
const ALIASES_MAX: usize = 24;

/// The name of the table that a file returns.
pub(super) fn returned(block: &Block) -> Option<String> {
    let Some(LastStmt::Return(last)) = block.last_stmt() else { return None };
    let mut all = last.returns().iter();
    match (all.next(), all.next()) {
        (Some(Expression::Var(Var::Name(name))), None) => Some(word(name).to_owned()),
        _ => None,
    }
}

/// The types a file declares.
pub(super) fn aliases(block: &Block) -> BTreeMap<String, &TypeInfo> {
    let declared = block.stmts().filter_map(|stmt| match stmt {
        Stmt::TypeDeclaration(it) => Some(&**it),
        Stmt::ExportedTypeDeclaration(it) => Some(it.type_declaration()),
        _ => None,
    });
    // Types with parameters are not tracked.
    let plain = declared.filter(|it| it.generics().is_none());
    plain.map(|it| (word(it.type_name()).to_owned(), it.type_definition())).collect()
}

/// The type parameters of a function.
pub(super) fn generics(body: &FunctionBody) -> Vec<Rc<str>> {
    let Some(declared) = body.generics() else { return vec![] };
    let name = |info: &GenericParameterInfo| match info {
        GenericParameterInfo::Name(name) => Some(Rc::from(word(name))),
        _ => None,
    };
    declared.generics().iter().filter_map(|it| name(it.parameter())).collect()
}

impl<'a> Checker<'a> {
    /// Resolves a written type.
    pub(super) fn resolve(&mut self, info: &'a TypeInfo) -> Ty {
        match info {
            TypeInfo::Basic(name) => self.named(word(name)),
            TypeInfo::String(_) => Ty::Text,
            TypeInfo::Boolean(_) => Ty::Flag,
            TypeInfo::Optional { base, .. } => maybe(self.resolve(base)),
            TypeInfo::Array { type_info, .. } => Ty::List(Rc::new(self.resolve(type_info))),
            TypeInfo::Tuple { types, .. } => {
                let all: Vec<Ty> = types.iter().map(|it| self.resolve(it)).collect();
                match all.as_slice() {
                    [one] => one.clone(),
                    all => Ty::Several(all.into()),
                }
            }
            TypeInfo::Table { fields, .. } => {
                let mut known = BTreeMap::new();
                for field in fields {
                    match field.key() {
                        TypeFieldKey::Name(name) => {
                            let ty = self.resolve(field.value());
                            known.insert(word(name).to_owned(), ty);
                        }
                        TypeFieldKey::IndexSignature { inner, .. } => {
                            let key = Rc::new(self.resolve(inner));
                            return Ty::Map(key, Rc::new(self.resolve(field.value())));
                        }
                        _ => return Ty::Table,
                    }
                }
                Ty::Record(Rc::new(Record { fields: known, form: Form::Closed }))
            }
            TypeInfo::Union(union) => {
                let all: Vec<Ty> = union.types().iter().map(|it| self.resolve(it)).collect();
                all.into_iter().reduce(fit::join).unwrap_or(Ty::Any)
            }
            TypeInfo::Callback { arguments, return_type, generics: None, .. } => {
                let param = |at: usize, ty: Ty| Param { name: format!("{}", at + 1), ty };
                let params = arguments.iter().enumerate();
                let params = params.map(|(at, it)| param(at, self.resolve(it.type_info())));
                let params = params.collect();
                let gives = self.resolve(return_type);
                let (name, generics) = (String::new(), vec![]);
                Ty::Function(Rc::new(Signature { name, generics, params, more: true, gives }))
            }
            _ => Ty::Any,
        }
    }

    fn named(&mut self, name: &str) -> Ty {
        if let Some(generic) = self.generics.iter().find(|it| &***it == name) {
            return Ty::Generic(Rc::clone(generic));
        }
        match self.aliases.get(name).copied() {
            Some(_) if self.depth >= ALIASES_MAX => Ty::Any,
            Some(info) => {
                self.depth += 1;
                let found = self.resolve(info);
                self.depth -= 1;
                found
            }
            None => self.types.named(name).unwrap_or(Ty::Any),
        }
    }

    /// The signature of a function, from its head.
    pub(super) fn signature(&mut self, name: &str, body: &'a FunctionBody) -> Signature {
        let before = self.generics.len();
        let own = generics(body);
        self.generics.extend(own.iter().cloned());
        let mut written = body.type_specifiers();
        let (mut params, mut more) = (vec![], false);
        for parameter in body.parameters() {
            let ty = written.next().flatten().map(|it| self.resolve(it.type_info()));
            match parameter {
                Parameter::Name(name) => params.push(Param {
                    name: word(name).to_owned(),
                    // A parameter without a type may be omitted, too.
                    ty: ty.unwrap_or(Ty::Any),
                }),
                _ => more = true,
            }
        }
        let gives = body.return_type().map_or(Ty::Any, |it| self.resolve(it.type_info()));
        self.generics.truncate(before);
        Signature { name: name.to_owned(), generics: own, params, more, gives }
    }

    /// The functions the file exports.
    pub(super) fn exported(&mut self, name: &str) -> Module {
        let mut module =
            Module { name: name.to_owned(), functions: BTreeMap::new(), form: Form::Closed };
        let Some(table) = self.table.clone() else {
            module.form = Form::Open;
            return module;
        };
        for stmt in self.tree.block().stmts() {
            match stmt {
                Stmt::FunctionDeclaration(it) => {
                    let mut names = it.name().names().iter().map(word);
                    if (names.next(), it.name().method_name()) != (Some(&table), None) {
                        continue;
                    }
                    if let (Some(own), None) = (names.next(), names.next()) {
                        let ty = Ty::Function(Rc::new(self.signature(own, it.body())));
                        module.functions.insert(own.to_owned(), ty);
                    }
                }
                // Any other statement that may add to the table.
                Stmt::Assignment(_) | Stmt::LocalAssignment(_) if !self.is_empty(stmt, &table) => {
                    module.form = Form::Open;
                }
                Stmt::Do(_) | Stmt::If(_) | Stmt::FunctionCall(_) | Stmt::GenericFor(_) => {
                    module.form = Form::Open;
                }
                Stmt::NumericFor(_) | Stmt::While(_) | Stmt::Repeat(_) => module.form = Form::Open,
                _ => {}
            }
        }
        module
    }

    /// Whether a statement of a file adds nothing to its table.
    fn is_empty(&self, stmt: &Stmt, table: &str) -> bool {
        let Stmt::LocalAssignment(it) = stmt else { return false };
        let is_table = it.names().iter().any(|name| word(name) == table);
        let is_plain = |value: &Expression| match value {
            Expression::TableConstructor(it) => it.fields().is_empty(),
            _ => false,
        };
        !is_table || it.expressions().len() == 1 && it.expressions().iter().all(is_plain)
    }
}
