//! Prints a tree in a canonical form, with no redundant parentheses.

use super::{Ast, AstKind, BinOp, GRIP_UNARY, UnOp};

/// Prints an expression; parsing it again gives the same tree, except for its spans.
///
/// The text may be longer than the source (blanks, parentheses), and so, for an expression near the
/// limit, longer than [`super::LENGTH_MAX`].
pub fn print(ast: &Ast) -> String {
    let mut out = String::new();
    write(&mut out, ast);
    out
}

/// The binding strength of the printed form.
fn grip(ast: &Ast) -> u8 {
    match &ast.kind {
        AstKind::If(..) => 0,
        AstKind::Binary(op, ..) => op.grip(),
        AstKind::Unary(..) => GRIP_UNARY,
        AstKind::Int(value) if *value < 0 => GRIP_UNARY,
        _ => GRIP_UNARY + 1,
    }
}

fn write(out: &mut String, ast: &Ast) {
    match &ast.kind {
        AstKind::Int(value) => out.push_str(&value.to_string()),
        AstKind::Bool(true) => out.push_str("true"),
        AstKind::Bool(false) => out.push_str("false"),
        AstKind::Nil => out.push_str("nil"),
        AstKind::Str(text) => write_text(out, text),
        AstKind::Name(name) => out.push_str(name),
        AstKind::Field(base, field) => {
            write_base(out, base);
            out.push('.');
            out.push_str(&field.name);
        }
        AstKind::Index(base, index) => {
            write_base(out, base);
            out.push('[');
            write(out, index);
            out.push(']');
        }
        AstKind::Call(callee, args) => {
            write_base(out, callee);
            out.push('(');
            write_items(out, args);
            out.push(')');
        }
        AstKind::Unary(op, operand) => write_unary(out, *op, operand),
        AstKind::Binary(op, left, right) => write_binary(out, *op, left, right),
        AstKind::If(condition, yes, no) => {
            out.push_str("if ");
            write_branches(out, condition, yes, no);
        }
        AstKind::List(items) => {
            out.push('{');
            write_items(out, items);
            out.push('}');
        }
    }
}

fn write_enclosed(out: &mut String, ast: &Ast) {
    out.push('(');
    write(out, ast);
    out.push(')');
}

/// Writes an operand that must bind at least this tightly.
fn write_operand(out: &mut String, ast: &Ast, grip_min: u8) {
    if grip(ast) < grip_min { write_enclosed(out, ast) } else { write(out, ast) }
}

/// Writes the base of a field, an index or a call.
fn write_base(out: &mut String, ast: &Ast) {
    match ast.kind {
        AstKind::Name(_) | AstKind::Field(..) | AstKind::Index(..) | AstKind::Call(..) => {
            write(out, ast);
        }
        _ => write_enclosed(out, ast),
    }
}

fn write_unary(out: &mut String, op: UnOp, operand: &Ast) {
    out.push_str(op.text());
    match (op, &operand.kind) {
        // `--` starts a comment, and `-5` is a number.
        (UnOp::Neg, AstKind::Unary(UnOp::Neg, _) | AstKind::Int(_)) => {
            write_enclosed(out, operand);
        }
        (UnOp::Neg, _) => write_operand(out, operand, GRIP_UNARY),
        (UnOp::Not, _) => {
            out.push(' ');
            write_operand(out, operand, GRIP_UNARY);
        }
    }
}

fn write_binary(out: &mut String, op: BinOp, left: &Ast, right: &Ast) {
    // Operators are left-associative, comparisons not associative.
    let left_min = if op.is_comparison() { op.grip() + 1 } else { op.grip() };
    write_operand(out, left, left_min);
    out.push(' ');
    out.push_str(op.text());
    out.push(' ');
    write_operand(out, right, op.grip() + 1);
}

fn write_branches(out: &mut String, condition: &Ast, yes: &Ast, no: &Ast) {
    write(out, condition);
    out.push_str(" then ");
    write(out, yes);
    if let AstKind::If(condition, yes, no) = &no.kind {
        out.push_str(" elseif ");
        write_branches(out, condition, yes, no);
    } else {
        out.push_str(" else ");
        write(out, no);
    }
}

fn write_items(out: &mut String, items: &[Ast]) {
    for (idx, item) in items.iter().enumerate() {
        if idx > 0 {
            out.push_str(", ");
        }
        write(out, item);
    }
}

/// Writes a text in single quotes, because YAML mostly uses the double ones.
fn write_text(out: &mut String, text: &str) {
    out.push('\'');
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\'' => out.push_str("\\'"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ => out.push(c),
        }
    }
    out.push('\'');
}
