//! Expressions: resolves names to ids, checks types, and adds the result to the arena.

mod amounts;
mod compare;
mod field;
mod fold;
mod func;
mod hyphen;
mod name;
mod sets;
pub(crate) mod types;

pub use amounts::Amounts;
pub(crate) use fold::work_out;
pub use func::{FUNCTIONS, Function};
pub(crate) use types::{class, similar};

use boardwright_rules::def::expr::{Binary, Expr, ExprId, NIL, SetId};
use boardwright_rules::id::AttrId;

use crate::Lower;
use crate::names::{Type, is_thing};
use crate::scope::Scope;
use boardwright_language::shape::{Decode, ExprText};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::types as code;
use boardwright_syntax::expr::{Ast, AstKind, BinOp, UnOp, parse, print};
use boardwright_syntax::number::{COUNTER_MAX, COUNTER_MIN};
use boardwright_syntax::yaml::Node;

/// The result of lowering an expression.
#[derive(Clone, Debug)]
pub enum Out {
    /// One value.
    One(ExprId, Type),
    /// Several values of a type.
    Many(SetId, Type),
    /// A printed list, and the type of its items.
    List(ExprId, Type),
    /// A cost, or amounts of resources.
    Amounts(Amounts),
    /// Several values of a script, by their index in `Names::several`.
    Several(u16),
    /// Printed steps of an object of this type.
    Steps(AttrId, ExprId, Type),
    /// Several printed steps of an object of this type.
    StepList(AttrId, ExprId, Type),
    /// Printed text.
    Text,
    /// The setting of an option that has words.
    OptionWord(String),
}

impl Lower<'_> {
    /// Lowers an expression with one value, of the wanted type if one is given.
    pub(crate) fn expr(
        &mut self,
        text: &ExprText,
        scope: &Scope,
        want: Option<&Type>,
    ) -> Option<(ExprId, Type)> {
        let ast = self.parse(text)?;
        self.one(&ast, scope, want)
    }

    /// Lowers an expression with several values; returns the type of one of them.
    pub(crate) fn set(&mut self, text: &ExprText, scope: &Scope) -> Option<(SetId, Type)> {
        let ast = self.parse(text)?;
        self.many(&ast, scope)
    }

    /// Parses the text of an expression.
    pub fn parse(&mut self, text: &ExprText) -> Option<Ast> {
        parse(&text.text, text.span, &mut self.diags)
    }

    /// The text of an expression in a node.
    pub fn text_of(&mut self, node: &Node) -> Option<ExprText> {
        self.decode_node(node, ExprText::decode)
    }

    /// Lowers the expression in a node.
    pub(crate) fn expr_in(
        &mut self,
        node: &Node,
        scope: &Scope,
        want: Option<&Type>,
    ) -> Option<(ExprId, Type)> {
        let text = self.text_of(node)?;
        self.expr(&text, scope, want)
    }

    /// Lowers the set in a node.
    pub fn set_in(&mut self, node: &Node, scope: &Scope) -> Option<(SetId, Type)> {
        if let Some(set) = self.gaps_listed(node) {
            return Some(set);
        }
        let text = self.text_of(node)?;
        self.set(&text, scope)
    }

    /// Lowers an expression to one value; reports it if it does not have the wanted type.
    pub fn one(&mut self, ast: &Ast, scope: &Scope, want: Option<&Type>) -> Option<(ExprId, Type)> {
        let out = self.out(ast, scope, want)?;
        if let (Out::One(id, ty), Some(needed)) = (&out, want.filter(|it| it.needs_a_thing()))
            && is_thing(ty)
            && self.nil_is_told
            && self.may_be_nil(*id, scope, Some(ast.span))
        {
            let wanted = format!("{} was expected", self.describe(needed));
            return self.nothing(ast, &wanted, scope);
        }
        match (out, want) {
            (Out::One(id, ty), None) => Some((id, ty)),
            (Out::One(id, ty), Some(want)) if self.fits(&ty, want) => Some((id, ty)),
            // A piece also stands for its entry.
            (Out::One(id, Type::Piece(kind)), Some(Type::Entry(of)))
                if kind.is_none() || of.is_none() || kind == *of =>
            {
                Some((self.add(Expr::EntryOf(id)), Type::Entry(kind)))
            }
            (out, want) => self.mismatch(ast, &out, want),
        }
    }

    /// Lowers an expression; the hint decides where a name has several meanings.
    pub fn out(&mut self, ast: &Ast, scope: &Scope, hint: Option<&Type>) -> Option<Out> {
        let hint = hint.map(Type::sure);
        Some(match &ast.kind {
            AstKind::Int(value) => match i32::try_from(*value) {
                Ok(value) if (COUNTER_MIN..=COUNTER_MAX).contains(&value) => {
                    Out::One(self.number(value), Type::Number)
                }
                _ => {
                    let message = format!("the number {value} is too large");
                    let label = format!("expected at most {COUNTER_MAX}");
                    let diag = Diagnostic::error(code::NUMBER_RANGE, message, ast.span, label);
                    self.diags.push(diag.help("write a smaller number; for no limit leave it out"));
                    return None;
                }
            },
            AstKind::Bool(value) => Out::One(self.number(i32::from(*value)), Type::Flag),
            AstKind::Nil => Out::One(self.number(NIL), Type::Nil),
            AstKind::Str(text) => return self.quoted(text, ast.span, scope, hint),
            AstKind::Name(name) => match self.gap_named(name) {
                Some(gap) => return Some(self.gap_out(gap, hint)),
                None => return self.named(name, ast.span, scope, hint),
            },
            AstKind::Field(base, field) => return self.field(ast, base, field, scope),
            AstKind::Index(base, index) => return self.index(ast, base, index, scope),
            AstKind::Call(callee, args) => return self.function(ast, callee, args, scope),
            AstKind::Unary(UnOp::Neg, a) => {
                let (a, _) = self.one(a, scope, Some(&Type::Number))?;
                Out::One(self.negated(a), Type::Number)
            }
            AstKind::Unary(UnOp::Not, a) => {
                let (a, _) = self.one(a, scope, Some(&Type::Flag))?;
                Out::One(self.not(a), Type::Flag)
            }
            AstKind::Binary(op, a, b) => return self.operator(ast, *op, a, b, scope),
            AstKind::If(condition, yes, no) => {
                let condition = self.one(condition, scope, Some(&Type::Flag));
                // Whether it may be nil is checked on the whole expression.
                let hint = hint.map(|ty| ty.clone().maybe());
                let decides = condition.as_ref().map(|(id, _)| *id);
                let then = self.given(scope, decides, true);
                let yes_value = self.one(yes, &then, hint.as_ref());
                let expected = yes_value.as_ref().map(|(_, ty)| ty.clone().maybe());
                let expected = expected.filter(|ty| *ty != Type::Nil);
                let otherwise = self.given(scope, decides, false);
                let no_value = self.one(no, &otherwise, expected.as_ref().or(hint.as_ref()));
                let ((condition, _), (yes, yes_ty), (no, no_ty)) =
                    (condition?, yes_value?, no_value?);
                let ty = if yes_ty == Type::Nil { no_ty } else { yes_ty };
                Out::One(self.choice(condition, yes, no), ty)
            }
            AstKind::List(items) => return self.list(ast, items, scope, hint),
        })
    }

    /// The scope of code that runs only if a condition holds, or only if it does not.
    pub(crate) fn given(&mut self, scope: &Scope, condition: Option<ExprId>, holds: bool) -> Scope {
        let mut inner = scope.clone();
        if let Some(condition) = condition {
            let bound = self.bound_so_far();
            self.assume(&mut inner, condition, holds);
            self.forget_bound(&bound);
        }
        inner
    }

    fn operator(&mut self, ast: &Ast, op: BinOp, a: &Ast, b: &Ast, scope: &Scope) -> Option<Out> {
        let op = match op {
            BinOp::And | BinOp::Or => {
                let a = self.one(a, scope, Some(&Type::Flag));
                let first = a.as_ref().map(|(id, _)| *id);
                let given = self.given(scope, first, op == BinOp::And);
                let b = self.one(b, &given, Some(&Type::Flag));
                let ((a, _), (b, _)) = (a?, b?);
                let id = if op == BinOp::And { self.and(a, b) } else { self.or(a, b) };
                return Some(Out::One(id, Type::Flag));
            }
            BinOp::Eq | BinOp::Ne => return self.equal(ast, op == BinOp::Eq, a, b, scope),
            BinOp::Add => Binary::Add,
            BinOp::Sub => Binary::Sub,
            BinOp::Mul => Binary::Mul,
            BinOp::Div => Binary::Div,
            BinOp::Mod => Binary::Mod,
            BinOp::Lt => Binary::Lt,
            BinOp::Le => Binary::Le,
            BinOp::Gt => Binary::Gt,
            BinOp::Ge => Binary::Ge,
        };
        let n_told = self.diags.len();
        let a = self.one(a, scope, Some(&Type::Number));
        let b = self.one(b, scope, Some(&Type::Number));
        if (a.is_none() || b.is_none()) && self.is_hyphen(ast, n_told, scope) {
            return None;
        }
        let ((a, _), (b, _)) = (a?, b?);
        let compares = matches!(op, Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge);
        let ty = if compares { Type::Flag } else { Type::Number };
        Some(Out::One(self.binary(op, a, b), ty))
    }

    /// Describes a result in the words of an author.
    pub(crate) fn describe_out(&self, out: &Out) -> String {
        match out {
            Out::One(_, ty) => self.describe(ty),
            Out::Many(_, ty) => format!("several of {}", self.describe(ty)),
            Out::List(_, ty) => format!("a list, each {}", self.describe(ty)),
            Out::Amounts(amounts) => amounts.describe().to_owned(),
            Out::Several(several) => self.describe(&Type::Several(*several)),
            Out::Steps(..) => "a list of steps".to_owned(),
            Out::StepList(..) => "several lists of steps".to_owned(),
            Out::Text => "text".to_owned(),
            Out::OptionWord(_) => "a word".to_owned(),
        }
    }

    pub(crate) fn mismatch<T>(&mut self, ast: &Ast, out: &Out, want: Option<&Type>) -> Option<T> {
        let written = print(ast);
        let is = self.describe_out(out);
        let expected = want.map(|want| self.describe(want.sure()));
        let expected = expected.unwrap_or_else(|| "a single value".to_owned());
        let message = format!("`{written}` is {is}, {expected} was expected");
        let label = format!("expected {expected}");
        let code = match out {
            Out::Many(..) => code::NOT_A_SET,
            _ => code::MISMATCH,
        };
        let diag = Diagnostic::error(code, message, ast.span, label);
        let help = match (out, want) {
            (Out::One(_, Type::Number), Some(Type::Flag)) => {
                Some(format!("compare it: `{written} > 0`"))
            }
            (Out::One(_, Type::Counter), Some(Type::Number)) => {
                Some(format!("say whose it is: `me.{written}`"))
            }
            (Out::Many(..) | Out::One(_, Type::Place(_)), Some(Type::Number)) => {
                Some(format!("count them: `count({written})`"))
            }
            (Out::One(_, Type::Place(_)), Some(Type::Piece(_))) => Some(format!(
                "take one: `first({written})`, or go through all: `each: {{ of: {written} }}`"
            )),
            (Out::Many(..), _) => Some(format!("take one of them: `first({written})`")),
            (Out::List(..), _) => Some(format!("take one of them: `at(1, {written})`")),
            (Out::Amounts(_), Some(Type::Number)) => {
                Some(format!("name a resource: `{written}.wood`, or add up: `total({written})`"))
            }
            (Out::Several(several), _) => {
                let values = self.names.several.get(usize::from(*several));
                let first = values.and_then(|values| values.first());
                first.map(|(name, _)| format!("say which of them: `{written}.{name}`"))
            }
            (Out::OptionWord(word), _) => Some(format!("compare it: `{written} == {word}`")),
            _ => None,
        };
        self.diags.push(match help {
            Some(help) => diag.help(help),
            None => diag,
        });
        None
    }
}
