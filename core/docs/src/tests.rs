//! Checks generated files: references in schemas resolve, examples are right, the words fit.

mod amounts;
mod examples;
mod words;

use std::collections::BTreeSet;

use serde_json::Value;

use super::{patches, schema};
use boardwright_language::raw::step::{COMMON, VERBS};
use boardwright_language::script_api;
use boardwright_language::script_api::luau_type::annotation;
use boardwright_packs::layer;

/// Every `$ref` below a value.
fn refs<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
    match value {
        Value::Object(map) => {
            found.extend(map.get("$ref").and_then(Value::as_str));
            map.values().for_each(|value| refs(value, found));
        }
        Value::Array(items) => items.iter().for_each(|item| refs(item, found)),
        _ => {}
    }
}

/// Every `null` below a value: a lookup that failed.
fn nulls(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Null => found.push(path.to_owned()),
        Value::Object(map) => {
            map.iter().for_each(|(key, value)| nulls(value, &format!("{path}/{key}"), found));
        }
        Value::Array(items) => items.iter().for_each(|item| nulls(item, path, found)),
        _ => {}
    }
}

#[test]
fn schemas_refer_to_what_is_there() {
    for schema in [schema::game(), schema::pack(), schema::scenario()] {
        let mut found = vec![];
        refs(&schema, &mut found);
        assert!(!found.is_empty());
        for reference in found {
            let path = reference.trim_start_matches('#');
            assert!(schema.pointer(path).is_some(), "{reference} leads nowhere");
        }
        let mut found = vec![];
        nulls(&schema, "", &mut found);
        assert_eq!(found, Vec::<String>::new());
    }
}

#[test]
fn steps_have_every_verb_and_every_key_beside_it() {
    let schema = schema::game();
    let properties = schema.pointer("/$defs/Step/properties").expect("steps are described");
    let beside = VERBS.iter().flat_map(|verb| verb.beside).chain(COMMON);
    let keys: BTreeSet<&str> =
        VERBS.iter().map(|verb| verb.verb).chain(beside.map(|key| key.key)).collect();
    let known: BTreeSet<&str> =
        properties.as_object().expect("a mapping").keys().map(String::as_str).collect();
    assert_eq!(known, keys);
}

#[test]
fn everything_in_steps_is_described() {
    let schema = schema::game();
    for verb in VERBS {
        let path = format!("/$defs/step-{}/description", verb.verb);
        assert!(schema.pointer(&path).is_some(), "{path}");
    }
}

#[test]
fn operators_are_those_of_the_layers() {
    let told: Vec<&str> = patches::OPERATORS.iter().map(|operator| operator.name).collect();
    assert_eq!(told, layer::OPERATORS);
}

#[test]
fn calls_are_sorted() {
    assert!(script_api::call_names().is_sorted());
}

#[test]
fn types_of_luau_become_annotations() {
    let told = [
        "number",
        "Piece?",
        "{ Piece }",
        "{ { T } }",
        "{ [string]: number }",
        "((T) -> boolean)?",
        "(T?, number?)",
        "{ from: number, to: { Seat }? }",
        "(a: T, b: { T }) -> (T) -> U",
    ]
    .map(annotation)
    .join("\n");
    insta::assert_snapshot!(told, @r"
    integer
    Piece?
    Piece[]
    T[][]
    table<string, integer>
    (fun(item: T): boolean)?
    T?, integer?
    { from: integer, to: Seat[]? }
    fun(a: T, b: T[]): fun(item: T): U
    ");
}

#[test]
fn pages_fit_editors() {
    for file in super::all() {
        assert!(file.text.ends_with('\n') && !file.text.ends_with("\n\n"), "{}", file.path);
        let blank = |line: &str| line.ends_with(' ');
        assert!(!file.text.lines().any(blank), "{} has blanks at the end of a line", file.path);
    }
}
