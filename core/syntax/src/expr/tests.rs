//! Parsing, diagnostics, and the laws of printing.

mod laws;

use super::{Ast, AstKind, parse, print};
use crate::diag::{Diagnostic, codes};
use crate::source::{FileId, Span};

/// The offset of the tests' expressions in their file.
const START: u32 = 100;

fn span_of(text: &str) -> Span {
    Span { file: FileId(3), start: START, end: START + text.len() as u32 }
}

/// The result of parsing a text: its tree in prefix form, or the diagnostics.
fn told(text: &str) -> String {
    let mut diags = vec![];
    match parse(text, span_of(text), &mut diags) {
        Some(ast) => prefix(&ast),
        None => diags.iter().map(|diag| line(text, diag)).collect::<Vec<_>>().join("\n"),
    }
}

fn told_all(texts: &[&str]) -> String {
    texts.iter().map(|text| told(text)).collect::<Vec<_>>().join("\n")
}

/// `code <underlined text> message`, then the label, other places and the help.
fn line(text: &str, diag: &Diagnostic) -> String {
    assert!(codes::all().any(|info| info.code == diag.code), "{} is not listed", diag.code);
    let slice = |span: Span| &text[(span.start - START) as usize..(span.end - START) as usize];
    let label = diag.primary.as_ref().expect("a place");
    let mut line = format!("{} <{}> {}", diag.code, slice(label.span), diag.message);
    if !label.text.is_empty() {
        line += &format!("\n  {}", label.text);
    }
    for other in &diag.others {
        line += &format!("\n  <{}> {}", slice(other.span), other.text);
    }
    if let Some(help) = &diag.help {
        line += &format!("\n  help: {help}");
    }
    line
}

fn prefix(ast: &Ast) -> String {
    let all = |asts: &[Ast]| asts.iter().map(|ast| format!(" {}", prefix(ast))).collect::<String>();
    match &ast.kind {
        AstKind::Field(base, field) => format!("(. {} {})", prefix(base), field.name),
        AstKind::Index(base, index) => format!("([] {} {})", prefix(base), prefix(index)),
        AstKind::Call(callee, args) => format!("(call {}{})", prefix(callee), all(args)),
        AstKind::Unary(op, operand) => format!("({} {})", op.text(), prefix(operand)),
        AstKind::Binary(op, a, b) => format!("({} {} {})", op.text(), prefix(a), prefix(b)),
        AstKind::If(a, b, c) => format!("(if {} {} {})", prefix(a), prefix(b), prefix(c)),
        AstKind::List(items) => format!("(list{})", all(items)),
        _ => print(ast),
    }
}

#[test]
fn values_are_read() {
    let texts = ["0", "-5", "-(5)", "9223372036854775807", "-9223372036854775808", "true", "nil"];
    insta::assert_snapshot!(told_all(&texts), @r"
    0
    -5
    (- 5)
    9223372036854775807
    -9223372036854775808
    true
    nil
    ");
    let texts = [r#""salt_mill""#, r#"'a"b'"#, r#""it\'s\n""#, "{}", "{1, 2, 3,}", "_a1"];
    insta::assert_snapshot!(told_all(&texts), @r#"
    'salt_mill'
    'a"b'
    'it\'s\n'
    (list)
    (list 1 2 3)
    _a1
    "#);
}

#[test]
fn precedence_is_that_of_lua() {
    let texts = [
        "a or b and c == d + e * -f",
        "a - b - c",
        "a - -1",
        "not a == b",
        "not not a and b",
        "-a.b[1](2) % 3",
        "(a or b) and c",
        "me.fish >= 2 and count(me.mills, level == 3) > 0",
        "if a then b else c + 1",
        "1 + if a then b elseif c then d else e",
        "({1, 2})[i]",
        "f()",
    ];
    insta::assert_snapshot!(told_all(&texts), @r"
    (or a (and b (== c (+ d (* e (- f))))))
    (- (- a b) c)
    (- a -1)
    (== (not a) b)
    (and (not (not a)) b)
    (% (- (call ([] (. a b) 1) 2)) 3)
    (and (or a b) c)
    (and (>= (. me fish) 2) (> (call count (. me mills) (== level 3)) 0))
    (if a b (+ c 1))
    (+ 1 (if a b (if c d e)))
    ([] (list 1 2) i)
    (call f)
    ");
}

#[test]
fn spelling_of_other_languages_is_told_all_at_once() {
    insta::assert_snapshot!(told("a != 1 && !b || c = 2 / 3"), @r"
    E010 <!=> `!=` is written `~=` here
      expected `~=`
      help: write `~=`
    E010 <&&> `&&` is written `and` here
      expected `and`
      help: write `and`
    E010 <!> `!` is written `not` here
      expected `not`
      help: write `not`
    E010 <||> `||` is written `or` here
      expected `or`
      help: write `or`
    E011 </> a single `/` would give a fraction
      expected `//`
      help: write `//`, it rounds down: whole numbers only
    ");
    insta::assert_snapshot!(told_all(&["a = 2", "a ≥ 2", "handSize == TRUE"]), @r"
    E010 <=> `=` is written `==` here
      expected `==`
      help: write `==`
    E010 <≥> `≥` is written `>=` here
      expected `>=`
      help: write `>=`
    E013 <handSize> `handSize` has a capital letter
      expected lower case
      help: write `hand_size`
    E013 <TRUE> `TRUE` has a capital letter
      expected lower case
      help: write `true`
    ");
}

#[test]
fn numbers_are_whole() {
    let texts = ["1.5", "a + .5", "1e3", "2e-1", "1_000", "0x10", "good.3a", "a.5"];
    insta::assert_snapshot!(told_all(&texts[..4]), @r"
    E007 <1.5> `1.5` is not a whole number
      expected a whole number
      help: whole numbers only; for a share multiply first, then divide: `x * 3 // 2`
    E007 <.5> `.5` is not a whole number
      expected a whole number
      help: whole numbers only; for a share multiply first, then divide: `x * 3 // 2`
    E007 <1e3> `1e3` is not a whole number
      expected a whole number
      help: whole numbers only; for a share multiply first, then divide: `x * 3 // 2`
    E007 <2e-1> `2e-1` is not a whole number
      expected a whole number
      help: whole numbers only; for a share multiply first, then divide: `x * 3 // 2`
    ");
    insta::assert_snapshot!(told_all(&texts[4..8]), @r"
    E009 <1_000> the number in `1_000` runs into a word
      number or name?
      help: write `1000`
    E009 <0x10> the number in `0x10` runs into a word
      number or name?
      help: an id that begins with a digit goes in quotes: `'0x10'`
    E009 <3a> the number in `3a` runs into a word
      number or name?
      help: an id that begins with a digit goes in quotes: `'3a'`
    E016 <5> expected the name of a field, found `5`
      cannot be used here
      help: the name of a field follows the dot: `it.level`
    ");
    insta::assert_snapshot!(told("1 + 9223372036854775808"), @r"
    E008 <9223372036854775808> `9223372036854775808` is too large a number
      expected at most 1000000000
      help: to say `no limit` leave the limit out
    ");
}

#[test]
fn operators_that_do_not_exist_are_named() {
    let texts = ["a ^ 2", "a .. b", "#hand", "a:b()", "a -- why", "a ? b", "a & b", "a; b"];
    insta::assert_snapshot!(told_all(&texts), @r"
    E012 <^> expressions do not have `^`
      there are no powers
      help: multiply instead: `a * a`
    E012 <..> expressions do not have `..`
      texts are not joined
      help: for a field write a single `.`
    E012 <#> expressions do not have `#`
      there is no length sign
      help: write `count(...)`
    E012 <:> expressions do not have `:`
      there are no methods
      help: for a field write `.`; pass everything as arguments: `f(a, b)`
    E012 <--> expressions do not have `--`
      it begins a comment in Lua
      help: for a remark use YAML's `#`; to subtract a negative number write `- -`
    E012 <?> expressions do not have `?`
      there is no question mark
      help: write `if condition then value else value`
    E012 <&> expressions do not have `&`
      nothing works on single bits here
      help: to combine conditions write `and`, `or`, `not`; the rest needs a script
    E012 <;> expressions do not have `;`
      there are no statements
      help: between values write `,`; an expression is a single one
    ");
}

#[test]
fn comparisons_do_not_chain() {
    let texts = ["1 < 2 < 3", "a.b <= f(x) < 3 and c", "a < b == true", "(a < b) == true"];
    insta::assert_snapshot!(told_all(&texts), @r"
    E018 <<> comparisons cannot follow each other
      second one
      <<> first one
      help: write `1 < 2 and 2 < 3`
    E018 <<> comparisons cannot follow each other
      second one
      <<=> first one
      help: write `a.b <= f(x) and f(x) < 3`
    E018 <==> comparisons cannot follow each other
      second one
      <<> first one
      help: write `(a < b) == true` or `a < b and b == true`
    (== (< a b) true)
    ");
}

#[test]
fn texts_and_characters() {
    let texts = ["'open", "'a\nb'", r"'a\qb'", "$x", "‘a’", "größe", "a\u{a0}b", r"'a\"];
    insta::assert_snapshot!(told_all(&texts), @r#"
    E005 <'open> the text has no closing `'`
      begins here
      help: end it with `'` on the same line
    E005 <'a> the text has no closing `'`
      begins here
      help: end it with `'` on the same line
    E006 <\q> `\q` has no meaning in a text
      expected `\\`, `\'`, `\"`, `\n`, `\r` or `\t`
      help: for a backslash itself write `\\`
    E004 <$> `$` has no meaning in an expression
      expected a name, a number, an operator or a bracket
      help: leave it out, or put it in quotes if it belongs to an id
    E004 <‘> `‘` has no meaning in an expression
      expected a name, a number, an operator or a bracket
      help: write straight quotes: `'`
    E004 <ö> `ö` has no meaning in an expression
      expected a name, a number, an operator or a bracket
      help: names have only `a-z`, `0-9` and `_`; an id with other letters goes in quotes
    E004 < > the character U+00A0 has no meaning in an expression
      expected a name, a number, an operator or a bracket
      help: write a plain blank
    E005 <'a> the text has no closing `'`
      begins here
      help: end it with `'` on the same line
    "#);
}

#[test]
fn grammar_slips_are_told_where_they_are() {
    let texts = ["", "  ", "a +", "f(a,)", "a b", "f 'x'", "me.end", "for", "()", "* a", "f(a b)"];
    insta::assert_snapshot!(told_all(&texts), @r"
    E001 <> the expression is empty
      nothing here
      help: write a value, such as `0` or `true`
    E001 <  > the expression is empty
      nothing here
      help: write a value, such as `0` or `true`
    E015 <> expected a value, found the end
      expected a name, a number, a text, `(`, `{` or `if`
      help: write a value here
    E015 <)> expected a value, found `)`
      expected a name, a number, a text, `(`, `{` or `if`
      help: leave out the last `,`, or write one more value
    E016 <b> expected an operator or the end, found `b`
      cannot be used here
      help: put an operator such as `+` or `and` between, or a comma in a list
    E016 <'x'> expected an operator or the end, found `'x'`
      cannot be used here
      help: arguments go in parentheses: `f(...)`; between values put an operator
    E014 <end> `end` is a reserved word of Lua
      expected a name
      help: write `['end']` instead of `.end`
    E014 <for> `for` is a reserved word of Lua
      expected a name
      help: if it is an id, put it in quotes: `'for'`
    E015 <)> expected a value, found `)`
      expected a name, a number, a text, `(`, `{` or `if`
      help: write a value here
    E015 <*> expected a value, found `*`
      expected a name, a number, a text, `(`, `{` or `if`
      help: write a value here
    E016 <b> expected an operator or `)`, found `b`
      cannot be used here
      <(> opened here
      help: put an operator such as `+` or `and` between, or a comma in a list
    ");
    let texts = ["(a", "a)", "f(a]", "{1, 2", "(a, b)", "{a = 1}", "{1, 2}[1]", "'x'.y", "a[1"];
    insta::assert_snapshot!(told_all(&texts), @r"
    E017 <(> `(` is never closed
      opened here
      help: close it with `)`
    E017 <)> `)` closes nothing
      never opened
      help: leave it out, or add its partner further left
    E017 <]> `(` is closed with `]`
      expected `)`
      <(> opened here
      help: close it with `)`
    E017 <{> `{` is never closed
      opened here
      help: close it with `}`
    E016 <,> expected an operator or `)`, found `,`
      cannot be used here
      <(> opened here
      help: a list is written `{1, 2}`
    E016 <a> the entries of a list have no names
      a name
      help: write the values only: `{1, 2, 3}`
    E020 <[> `[` cannot follow a list
      takes nothing of it
      help: write `at(1, 1, 2)`
    E020 <.> `.` cannot follow `'x'`
      expected an operator or the end
      help: if it is meant, put parentheses: `('x').`...
    E017 <[> `[` is never closed
      opened here
      help: close it with `]`
    ");
    let texts = ["if a then b", "if a b", "if a then b else c end", "a then b"];
    insta::assert_snapshot!(told_all(&texts), @r"
    E019 <> `if` without `else`: found the end instead
      expected an operator or `else`
      <if> this `if`
      help: write `if condition then value else value`
    E019 <b> `if` without `then`: found `b` instead
      expected an operator or `then`
      <if> this `if`
      help: write `if condition then value else value`
    E016 <end> expected an operator or the end, found `end`
      cannot be used here
      help: leave it out: `if` has no `end` in an expression
    E016 <then> expected an operator or the end, found `then`
      cannot be used here
      help: write `if condition then value else value`
    ");
}
