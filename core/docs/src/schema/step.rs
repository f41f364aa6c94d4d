//! Schemas of steps: exactly one verb, the common keys, and the keys beside some verbs.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::super::loose::{any, by_players, listed, map, to};
use super::{described, steps};
use boardwright_language::raw::step::{COMMON, Form, KeyShape, VERBS, VerbShape};

/// Adds `Step`, `Steps` and their parts.
pub(super) fn definitions(defs: &mut Map<String, Value>) {
    defs.insert("Step".into(), step());
    defs.insert("Steps".into(), described(steps(), "Steps, done one after the other."));
    let option = json!({
        "type": "object",
        "properties": {
            "if": described(to("Expr"), "when it is offered"),
            "reason": described(text(), "what people read where it is not offered"),
            "hidden_if": described(to("Expr"), "when it is not even listed"),
            "label": described(text(), "what people read"),
            "again": described(flag(), "whether the question is asked again after it"),
            "do": described(to("Steps"), "what is done"),
        },
        "additionalProperties": false,
    });
    defs.insert("Option".into(), described(option, "An option of `choose`."));
    let cost = any(&[
        to("Expr"),
        json!({ "type": "object", "additionalProperties": amount() }),
        json!({ "type": "array" }),
    ]);
    defs.insert("Cost".into(), described(cost, "What is paid: `resource: how many`."));
    for verb in VERBS {
        defs.insert(def_name(verb), body(verb));
    }
}

fn step() -> Value {
    let mut properties = Map::new();
    for key in COMMON {
        properties.insert(key.key.to_owned(), property(key));
    }
    let mut beside: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut needs = Map::new();
    for verb in VERBS {
        properties.insert(verb.verb.to_owned(), described(to(&def_name(verb)), &verb.about()));
        for key in verb.beside {
            properties.insert(key.key.to_owned(), property(key));
            beside.entry(key.key).or_default().push(verb.verb);
            if key.needed {
                needs.insert(verb.verb.to_owned(), json!([key.key]));
            }
        }
    }
    let required = |verb: &str| json!({ "required": [verb] });
    let one: Vec<Value> = VERBS.iter().map(|verb| required(verb.verb)).collect();
    let only: Map<String, Value> = beside
        .iter()
        .map(|(key, verbs)| {
            let verbs: Vec<Value> = verbs.iter().map(|verb| required(verb)).collect();
            ((*key).to_owned(), any(&verbs))
        })
        .collect();
    json!({
        "description": "A step: exactly one verb, and perhaps keys beside it.",
        "type": "object",
        "properties": properties,
        "oneOf": one,
        "dependentRequired": needs,
        "dependentSchemas": only,
        "additionalProperties": false,
    })
}

fn def_name(verb: &VerbShape) -> String {
    format!("step-{}", verb.verb)
}

/// The value under a verb.
fn body(verb: &VerbShape) -> Value {
    let mut forms: Vec<Value> = verb.short.iter().map(|short| taken(short.form)).collect();
    if verb.takes_mapping() {
        let keys = verb.keys.iter();
        let properties: Map<String, Value> =
            keys.clone().map(|key| (key.key.to_owned(), property(key))).collect();
        let required: Vec<&str> = keys.filter(|key| key.needed).map(|key| key.key).collect();
        let others = verb.others.map_or(json!(false), |about| described(other(verb), about));
        forms.push(json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": others,
        }));
    }
    let schema = match forms.as_slice() {
        [one] => one.clone(),
        _ => any(&forms),
    };
    described(schema, &verb.about())
}

/// The values of keys of the author's choice.
fn other(verb: &VerbShape) -> Value {
    match verb.short.map(|short| short.form) {
        Some(Form::Callee | Form::PrintedSteps | Form::Event) => map(&to("Expr")),
        Some(Form::PrintedCost) => amount(),
        _ => to("Expr"),
    }
}

fn property(key: &KeyShape) -> Value {
    described(taken(key.form), &key.about())
}

/// The schema of a form.
fn taken(form: Form) -> Value {
    match form {
        Form::Expr
        | Form::Number
        | Form::Seat
        | Form::Seats
        | Form::Piece
        | Form::Space
        | Form::Container
        | Form::Set
        | Form::Pieces
        | Form::Condition
        | Form::ConditionOnIt
        | Form::Position
        | Form::Face
        | Form::PrintedCost
        | Form::PrintedAmounts
        | Form::PrintedSteps
        | Form::Callee
        | Form::Script => to("Expr"),
        Form::Nothing => json!({ "type": "null" }),
        Form::Numbers => any(&[to("Expr"), listed(&to("Expr"))]),
        Form::Holder => any(&[to("Expr"), json!({ "type": "array", "items": to("Expr") })]),
        Form::Steps => to("Steps"),
        Form::Text | Form::Template | Form::Name | Form::Event | Form::Period | Form::Line => {
            text()
        }
        Form::Results => any(&[to("Type"), map(&to("Type"))]),
        Form::Flag => flag(),
        Form::Cost => to("Cost"),
        Form::Costs => json!({ "type": "array", "items": to("Cost") }),
        Form::Purses => json!({ "type": "array", "items": { "type": "object" } }),
        Form::Options => {
            json!({ "type": "object", "additionalProperties": any(&[to("Option"), to("Steps")]) })
        }
        Form::Menus => any(&[text(), listed(&text())]),
        Form::Pick => to("step-pick"),
        Form::Arguments => map(&to("Expr")),
        Form::Source => json!({ "type": "object" }),
        Form::Words(words) => json!({ "enum": words }),
    }
}

fn amount() -> Value {
    let pieces = json!({
        "type": "object",
        "properties": {
            "amount": described(to("Expr"), "how many"),
            "from": described(to("Expr"), "pieces they lie on"),
        },
        "additionalProperties": false,
    });
    any(&[to("Expr"), pieces])
}

fn text() -> Value {
    json!({ "type": "string" })
}

fn flag() -> Value {
    let flag = json!({ "type": "boolean" });
    any(&[flag.clone(), by_players(&flag)])
}
