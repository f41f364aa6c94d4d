//! Puts an expression into words, if all of it has plain words.

use super::{Words, joined, small};
use boardwright_syntax::expr::{Ast, AstKind, BinOp, UnOp, parse};
use boardwright_syntax::source::Span;

/// Expressions nested deeper are shown as written.
const DEPTH_MAX: usize = 12;

impl Words<'_> {
    /// An expression in words; `None` if a part of it has none.
    pub(super) fn spoken(&self, text: &str) -> Option<String> {
        let span = Span { file: self.root.span.file, start: 0, end: 0 };
        let ast = parse(text, span, &mut vec![])?;
        self.say(&ast, 0)
    }

    /// A condition in words; `None` if a part of it has none.
    pub(super) fn spoken_condition(&self, text: &str) -> Option<String> {
        let span = Span { file: self.root.span.file, start: 0, end: 0 };
        let ast = parse(text, span, &mut vec![])?;
        self.holds(&ast, 0)
    }

    /// A boolean expression. A printed flag reads as a property of its object.
    fn holds(&self, ast: &Ast, depth: usize) -> Option<String> {
        let AstKind::Field(base, field) = &ast.kind else { return self.say(ast, depth) };
        if is_name(base, "option") {
            return Some(format!("with the option *{}*", self.option_title(&field.name)));
        }
        let base = self.say(base, depth + 1)?;
        Some(format!("{base} {} *{}*", is(&base, ""), field.name.replace('_', " ")))
    }

    fn say(&self, ast: &Ast, depth: usize) -> Option<String> {
        if depth > DEPTH_MAX {
            return None;
        }
        let say = |ast: &Ast| self.say(ast, depth + 1);
        Some(match &ast.kind {
            AstKind::Int(number) => number.to_string(),
            AstKind::Bool(true) => "yes".into(),
            AstKind::Bool(false) => "no".into(),
            AstKind::Nil => "nothing".into(),
            AstKind::Str(text) => self.named(text),
            AstKind::Name(name) => self.named(name),
            AstKind::Field(base, field) => self.field(base, &field.name, depth)?,
            AstKind::Call(callee, args) => self.function(callee, args, depth)?,
            AstKind::Unary(UnOp::Neg, operand) => format!("minus {}", say(operand)?),
            AstKind::Unary(UnOp::Not, operand) => self.denied(operand, depth)?,
            AstKind::Binary(op, left, right) => self.binary(*op, left, right, depth)?,
            AstKind::If(condition, yes, no) => {
                let condition = self.holds(condition, depth + 1)?;
                format!("{} if {condition}, else {}", say(yes)?, say(no)?)
            }
            AstKind::Index(..) | AstKind::List(_) => return None,
        })
    }

    /// A bare name: a zone, a resource of the table, a space, or a binding.
    fn named(&self, name: &str) -> String {
        let the = |name: String| format!("the {}", small(&name));
        match name {
            "me" => "you".into(),
            "it" => "it".into(),
            "outer" => "the other".into(),
            "self" => "this piece".into(),
            "actor" => "whoever does it".into(),
            "about" => "it".into(),
            _ => {
                let found = ["zones", "resources", "tracks", "values", "sets"];
                let found = found.iter().find_map(|section| self.name_in(section, name));
                let group = || {
                    let name = self.name_in("spaces", name)?;
                    Some(if name.ends_with('s') {
                        the(name)
                    } else {
                        format!("{} spaces", the(name))
                    })
                };
                let space = || self.space_name(name);
                found.map(the).or_else(group).or_else(space).unwrap_or_else(|| called(name))
            }
        }
    }

    /// The name of a space of a list.
    fn space_name(&self, id: &str) -> Option<String> {
        let groups = self.root.as_map()?.get("spaces")?.as_map()?;
        groups.entries.iter().find_map(|group| {
            let list = group.value.as_map()?.get("list")?.as_map()?;
            let space = list.entries.iter().find(|it| it.key == id)?;
            space.value.as_map()?.get("name")?.as_text().map(str::to_owned)
        })
    }

    fn field(&self, base: &Ast, field: &str, depth: usize) -> Option<String> {
        let words = || field.replace(['_', '-'], " ");
        let sections = ["resources", "tracks", "values", "zones"];
        let known = || sections.iter().find_map(|section| self.name_in(section, field));
        let named = || known().map_or_else(words, |name| small(&name));
        if let AstKind::Name(name) = &base.kind {
            match name.as_str() {
                "me" => return Some(format!("your {}", named())),
                "it" => return Some(format!("its {}", named())),
                "option" => return Some(format!("the option *{}*", self.option_title(field))),
                _ => {}
            }
        }
        let base_said = self.say(base, depth + 1)?;
        match (&base.kind, field) {
            // The position of a track is its bare name; `value` is the number shown there.
            (AstKind::Field(..), "value") => Some(format!("what {base_said} shows")),
            _ => Some(format!("the {} of {base_said}", named())),
        }
    }

    /// The title of an option of the packs.
    fn option_title(&self, id: &str) -> String {
        let mut options = self.packs.iter().flat_map(|pack| &pack.manifest.options);
        let option = options.find(|option| option.id.value == id);
        option.map_or_else(|| id.replace('_', " "), |option| option.title.clone())
    }

    fn function(&self, callee: &Ast, args: &[Ast], depth: usize) -> Option<String> {
        let AstKind::Name(name) = &callee.kind else { return None };
        let say = |ast: &Ast| self.say(ast, depth + 1);
        let holds = |ast: &Ast| self.holds(ast, depth + 1);
        let all = |args: &[Ast]| args.iter().map(say).collect::<Option<Vec<_>>>();
        Some(match (name.as_str(), args) {
            ("players" | "seats", []) => "all players".into(),
            ("others", []) => "the other players".into(),
            ("count", [set]) if is_players(set) => "the number of players".into(),
            ("count" | "size", [set]) => format!("the number of pieces in {}", say(set)?),
            ("count", [set, only]) => {
                format!("the number of those of {} where {}", say(set)?, holds(only)?)
            }
            ("free", [set]) => format!("the free places of {}", say(set)?),
            ("any", [set, only]) => format!("one of {} is such that {}", say(set)?, holds(only)?),
            ("all", [set, only]) => format!("each of {} is such that {}", say(set)?, holds(only)?),
            ("first" | "last", [set]) => format!("the {name} of {}", say(set)?),
            ("first" | "last", [set, only]) => {
                format!("the {name} of {} where {}", say(set)?, holds(only)?)
            }
            ("where", [set, only]) => format!("those of {} where {}", say(set)?, holds(only)?),
            ("all_best", [set, each]) => {
                format!("those of {} with the most {}", say(set)?, bare(&say(each)?))
            }
            ("sum", [set, each]) => format!("the total of {} over {}", say(each)?, say(set)?),
            ("distinct", [set, each]) => {
                format!("the number of different {} in {}", bare(&say(each)?), say(set)?)
            }
            ("total", [cost]) => format!("the total of {}", say(cost)?),
            ("can_pay", [cost]) => format!("you can pay {}", say(cost)?),
            ("can_pay", [cost, seat]) => format!("{} can pay {}", say(seat)?, say(cost)?),
            ("empty", [set]) => format!("{} is empty", say(set)?),
            ("pieces", [Ast { kind: AstKind::Name(kind), .. }]) => {
                let name = self.name_in("kinds", kind).or_else(|| self.name_in("zones", kind))?;
                format!("all of {}", small(&name))
            }
            ("in_slot", [row, slot]) => {
                format!("the piece on place {} of {}", say(slot)?, say(row)?)
            }
            ("held", [what, space]) => format!("your {} at {}", say(what)?, say(space)?),
            ("held", [what, space, seat]) => {
                format!("{} of {} at {}", say(what)?, say(seat)?, say(space)?)
            }
            ("value", [what, about @ ..]) => match about {
                [] => say(what)?,
                [about, ..] => format!("{} for {}", say(what)?, say(about)?),
            },
            ("min", [set, each]) if is_field_of_it(each) => {
                format!("the lowest of {} over {}", bare(&say(each)?), say(set)?)
            }
            ("max", [set, each]) if is_field_of_it(each) => {
                format!("the highest of {} over {}", bare(&say(each)?), say(set)?)
            }
            ("min", [_, _, ..]) => format!("the smallest of {}", joined(&all(args)?, "and")),
            ("max", [_, _, ..]) => format!("the largest of {}", joined(&all(args)?, "and")),
            ("clamp", [what, low, high]) => {
                format!("{}, from {} to {}", say(what)?, say(low)?, say(high)?)
            }
            ("at", [n, values @ ..]) if values.len() > 1 => {
                format!("number {} of {}", say(n)?, joined(&all(values)?, "and"))
            }
            ("range", [low, high]) => format!("the numbers from {} to {}", say(low)?, say(high)?),
            ("after", [seat, n]) => format!("the player {} places after {}", say(n)?, say(seat)?),
            (set, [about]) => {
                format!("the {} of {}", small(&self.name_in("sets", set)?), say(about)?)
            }
            _ => return None,
        })
    }

    fn denied(&self, operand: &Ast, depth: usize) -> Option<String> {
        let said = self.holds(operand, depth + 1)?;
        Some(match &operand.kind {
            AstKind::Call(callee, _) if is_name(callee, "empty") => {
                format!("{} is not empty", said.strip_suffix(" is empty")?)
            }
            AstKind::Call(callee, _) if is_name(callee, "can_pay") => {
                said.replacen(" can pay ", " cannot pay ", 1)
            }
            AstKind::Call(callee, _) if is_name(callee, "any") => {
                format!("none{}", said.strip_prefix("one")?)
            }
            AstKind::Field(base, field) if is_name(base, "option") => {
                format!("without the option *{}*", self.option_title(&field.name))
            }
            AstKind::Field(_, field) => {
                let name = format!("*{}*", field.name.replace('_', " "));
                format!("{} not {name}", said.strip_suffix(&name)?.trim_end())
            }
            _ => format!("not {said}"),
        })
    }

    fn binary(&self, op: BinOp, left: &Ast, right: &Ast, depth: usize) -> Option<String> {
        let side = |ast: &Ast| {
            let said = self.operand(ast, op, depth)?;
            let loose = match &ast.kind {
                AstKind::Binary(inner, ..) => *inner != op && !op.is_comparison(),
                AstKind::If(..) => true,
                _ => false,
            };
            // A comparison inside `and` and `or` needs no brackets.
            let compares = matches!(&ast.kind, AstKind::Binary(inner, ..) if inner.is_comparison());
            Some(if loose && !compares { format!("({said})") } else { said })
        };
        let (a, b) = (side(left)?, side(right)?);
        let nothing = |ast: &Ast| ast.kind == AstKind::Nil;
        Some(match op {
            BinOp::Add => format!("{a} plus {b}"),
            BinOp::Sub => format!("{a} minus {b}"),
            BinOp::Mul => format!("{a} times {b}"),
            BinOp::Div => format!("{a} divided by {b}, rounded down"),
            BinOp::Mod => format!("what is left of {a} divided by {b}"),
            BinOp::Eq if nothing(right) => format!("there is no {}", bare(&a)),
            BinOp::Ne if nothing(right) => format!("there is {a}"),
            BinOp::Eq => format!("{a} {} {b}", is(&a, "")),
            BinOp::Ne => format!("{a} {} {b}", is(&a, " not")),
            BinOp::Lt => format!("{a} {} less than {b}", is(&a, "")),
            BinOp::Le => format!("{a} {} at most {b}", is(&a, "")),
            BinOp::Gt => format!("{a} {} more than {b}", is(&a, "")),
            BinOp::Ge => format!("{a} {} at least {b}", is(&a, "")),
            BinOp::And => format!("{a} and {b}"),
            BinOp::Or => format!("{a} or {b}"),
        })
    }

    /// An operand of a condition is a condition itself.
    fn operand(&self, ast: &Ast, op: BinOp, depth: usize) -> Option<String> {
        match op {
            BinOp::And | BinOp::Or => self.holds(ast, depth + 1),
            _ => self.say(ast, depth + 1),
        }
    }
}

/// A name bound by a step.
fn called(name: &str) -> String {
    format!("*{}*", name.replace('_', " "))
}

/// "its level" without the first word.
fn bare(said: &str) -> String {
    let rest = ["its ", "the "].iter().find_map(|word| said.strip_prefix(word));
    rest.unwrap_or(said).to_owned()
}

fn is(said: &str, not: &str) -> String {
    let verb = if said == "you" { "are" } else { "is" };
    format!("{verb}{not}")
}

fn is_name(ast: &Ast, name: &str) -> bool {
    matches!(&ast.kind, AstKind::Name(it) if it == name)
}

fn is_players(ast: &Ast) -> bool {
    match &ast.kind {
        AstKind::Call(callee, args) => {
            args.is_empty() && (is_name(callee, "players") || is_name(callee, "seats"))
        }
        _ => false,
    }
}

fn is_field_of_it(ast: &Ast) -> bool {
    matches!(&ast.kind, AstKind::Field(base, _) if is_name(base, "it"))
}
