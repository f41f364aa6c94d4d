//! Properties of every text and every tree.

use proptest::prelude::*;

use super::super::{BinOp, DEPTH_MAX, Ident, LENGTH_MAX, PROBLEMS_MAX, UnOp};
use super::*;

const NOWHERE: Span = Span { file: FileId(0), start: 0, end: 0 };

fn node(kind: AstKind) -> Ast {
    Ast { span: NOWHERE, kind }
}

/// Parses a text without places: an empty span fits no text, so every part gets it.
fn read(text: &str) -> Option<Ast> {
    parse(text, NOWHERE, &mut vec![])
}

fn name() -> impl Strategy<Value = String> {
    "[a-z_][a-z0-9_]{0,5}".prop_filter("a word of the grammar", |name| {
        matches!(read(name), Some(Ast { kind: AstKind::Name(_), .. }))
    })
}

fn leaf() -> impl Strategy<Value = Ast> {
    prop_oneof![
        any::<i64>().prop_map(AstKind::Int),
        (-3..4i64).prop_map(AstKind::Int),
        any::<bool>().prop_map(AstKind::Bool),
        Just(AstKind::Nil),
        "[a-z\\\\'\"\n\r\t\u{e9} -]{0,6}".prop_map(AstKind::Str),
        name().prop_map(AstKind::Name),
    ]
    .prop_map(node)
}

fn tree() -> impl Strategy<Value = Ast> {
    leaf().prop_recursive(6, 40, 3, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        let items = || prop::collection::vec(inner.clone(), 0..3);
        let unary = prop_oneof![Just(UnOp::Neg), Just(UnOp::Not)];
        let binary = prop::sample::select(BinOp::ALL.to_vec());
        prop_oneof![
            (boxed(), name())
                .prop_map(|(base, name)| AstKind::Field(base, Ident { span: NOWHERE, name })),
            (boxed(), boxed()).prop_map(|(base, index)| AstKind::Index(base, index)),
            (boxed(), items()).prop_map(|(callee, args)| AstKind::Call(callee, args)),
            (unary, boxed()).prop_map(|(op, operand)| AstKind::Unary(op, operand)),
            (binary, boxed(), boxed()).prop_map(|(op, a, b)| AstKind::Binary(op, a, b)),
            (boxed(), boxed(), boxed()).prop_map(|(a, b, c)| AstKind::If(a, b, c)),
            items().prop_map(AstKind::List),
        ]
        .prop_map(node)
    })
}

/// Texts that are nearly expressions.
fn soup() -> impl Strategy<Value = String> {
    let pieces = "a b.c 1 - -- + * // / % == ~= != < = ( ) [ ] { } , . .. if then else elseif \
                  and or not true nil 'x' ' \\ \u{f6} ! && 1.5 end";
    let pieces: Vec<&str> = pieces.split(' ').collect();
    prop::collection::vec((prop::sample::select(pieces), "[ ]?"), 0..14).prop_map(|pieces| {
        pieces.into_iter().map(|(piece, blank)| piece.to_owned() + &blank).collect()
    })
}

/// Nothing panics, every diagnostic points into the text, and the result is a tree or a diagnostic.
fn check(text: &str) -> Result<(), TestCaseError> {
    let mut diags = vec![];
    let ast = parse(text, span_of(text), &mut diags);
    prop_assert_eq!(ast.is_some(), diags.is_empty());
    prop_assert!(diags.len() <= PROBLEMS_MAX);
    for diag in &diags {
        prop_assert!(!line(text, diag).is_empty());
    }
    if let Some(ast) = ast {
        prop_assert_eq!(read(&print(&ast)), read(text));
        nested(&ast)?;
    }
    Ok(())
}

/// Every part lies inside its parent.
fn nested(ast: &Ast) -> Result<(), TestCaseError> {
    for child in ast.children() {
        prop_assert!(ast.span.start <= child.span.start && child.span.end <= ast.span.end);
        nested(child)?;
    }
    Ok(())
}

proptest! {
    #[test]
    fn printed_trees_read_the_same(ast in tree()) {
        let text = print(&ast);
        prop_assume!(text.chars().count() <= LENGTH_MAX);
        prop_assert_eq!(read(&text), Some(ast), "{}", text);
    }

    #[test]
    fn no_text_panics(text in any::<String>()) {
        check(&text)?;
    }

    #[test]
    fn no_near_expression_panics(text in soup()) {
        check(&text)?;
    }
}

fn codes_of(text: &str) -> Vec<&'static str> {
    let mut diags = vec![];
    parse(text, span_of(text), &mut diags);
    diags.iter().map(|diag| diag.code).collect()
}

#[test]
fn length_is_bounded() {
    let fits = format!("'{}'", "é".repeat(LENGTH_MAX - 2));
    assert!(codes_of(&fits).is_empty());
    assert_eq!(codes_of(&format!("{fits} ")), ["E002"]);
}

#[test]
fn depth_is_bounded_for_every_way_to_nest() {
    let n_max = DEPTH_MAX as usize - 1;
    for (open, close, n_max) in [
        ("f(", ")", n_max),
        ("a[", "]", n_max),
        ("{", "}", n_max),
        ("not ", "", n_max),
        ("-(", ")", n_max),
        ("1 - (", ")", n_max),
        ("(", ")", 2 * n_max + 1),
        ("if a then b else ", "", n_max),
        ("if a then b elseif c then d else ", "", n_max / 2),
        ("", ".b", n_max),
        ("", " + 1", n_max),
    ] {
        let text = |n: usize| format!("{}a{}", open.repeat(n), close.repeat(n));
        assert!(codes_of(&text(n_max)).is_empty(), "{open}a{close}");
        assert_eq!(codes_of(&text(n_max + 1)), ["E003"], "{open}a{close}");
    }
    assert_eq!(codes_of(&"(".repeat(LENGTH_MAX)), ["E003"]);
    assert_eq!(codes_of(&"-(".repeat(LENGTH_MAX / 2)), ["E003"]);
}

#[test]
fn reports_are_bounded() {
    assert_eq!(codes_of(&"!".repeat(LENGTH_MAX)), ["E010"; PROBLEMS_MAX]);
    assert_eq!(codes_of(&"a = b and ".repeat(LENGTH_MAX / 10)), ["E010"; PROBLEMS_MAX]);
}

#[test]
fn deepest_tree_is_printed_and_read() {
    let mut ast = node(AstKind::Name("a".to_owned()));
    for _ in 1..DEPTH_MAX {
        ast = node(AstKind::Unary(UnOp::Neg, Box::new(ast)));
    }
    assert_eq!(read(&print(&ast)), Some(ast));
}

#[test]
fn places_are_whole_where_yaml_changed_the_text() {
    let span = Span { file: FileId(1), start: 10, end: 40 };
    let mut diags = vec![];
    assert!(parse("a $ b", span, &mut diags).is_none());
    assert_eq!(diags[0].primary.as_ref().map(|label| label.span), Some(span));
}

#[test]
fn codes_are_unique_and_explained() {
    let mut seen = std::collections::BTreeSet::new();
    for info in codes::all() {
        assert!(seen.insert(info.code), "{} twice", info.code);
        assert!(!info.title.is_empty() && !info.text.is_empty(), "{}", info.code);
    }
}
