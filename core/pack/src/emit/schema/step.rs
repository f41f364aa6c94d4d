//! Steps: exactly one verb, the common keys, and what stands beside some verbs.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::super::loose::{any, by_players, listed, map, to};
use super::{described, steps};
use crate::raw::step::{COMMON, KeyShape, VerbShape, verbs};

/// Adds `Step`, `Steps` and what they are made of.
pub(super) fn definitions(defs: &mut Map<String, Value>) {
    defs.insert("Step".into(), step());
    defs.insert("Steps".into(), described(steps(), "Steps, done one after the other."));
    let option = json!({
        "type": "object",
        "properties": {
            "if": described(to("Expr"), "when it is offered"),
            "unless": described(text(), "the reason told where it is not offered"),
            "label": described(text(), "what people read"),
            "again": described(flag(), "whether the question is asked anew after it"),
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
    for verb in verbs() {
        defs.insert(def_name(&verb), body(&verb));
    }
}

fn step() -> Value {
    let verbs = verbs();
    let mut properties = Map::new();
    for key in COMMON {
        properties.insert(key.key.to_owned(), property("", key));
    }
    let mut beside: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut needs = Map::new();
    for verb in &verbs {
        properties.insert(verb.verb.to_owned(), described(to(&def_name(verb)), verb.shape.about));
        for key in verb.shape.beside {
            properties.insert(key.key.to_owned(), property(verb.verb, key));
            beside.entry(key.key).or_default().push(verb.verb);
            if key.needed {
                needs.insert(verb.verb.to_owned(), json!([key.key]));
            }
        }
    }
    let required = |verb: &str| json!({ "required": [verb] });
    let one: Vec<Value> = verbs.iter().map(|verb| required(verb.verb)).collect();
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

/// What stands under a verb.
fn body(verb: &VerbShape) -> Value {
    let shape = &verb.shape;
    let mut forms = vec![];
    if let Some(short) = shape.short {
        forms.push(taken(short));
    }
    if !shape.keys.is_empty() || shape.others.is_some() {
        let keys = shape.keys.iter();
        let properties: Map<String, Value> =
            keys.clone().map(|key| (key.key.to_owned(), property(verb.verb, key))).collect();
        let required: Vec<&str> = keys.filter(|key| key.needed).map(|key| key.key).collect();
        let others = shape.others.map_or(json!(false), |about| described(other(verb), about));
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
    described(schema, shape.about)
}

/// What stands under other keys of a verb's mapping.
fn other(verb: &VerbShape) -> Value {
    match verb.verb {
        "call" | "emit" => map(&to("Expr")),
        "pay" => amount(),
        _ => to("Expr"),
    }
}

fn property(verb: &str, key: &KeyShape) -> Value {
    let schema = match (verb, key.key) {
        ("choose", "options") => {
            json!({ "type": "object", "additionalProperties": any(&[to("Option"), to("Steps")]) })
        }
        ("secretly", "pick") => to("step-pick"),
        ("pay", "any") => json!({ "type": "array", "items": to("Cost") }),
        ("pay", "with") => json!({ "type": "array", "items": { "type": "object" } }),
        _ => taken(key.takes),
    };
    described(schema, key.about)
}

/// The schema of what the manual calls so.
fn taken(words: &str) -> Value {
    match words {
        "steps" => to("Steps"),
        "text" | "text with gaps" | "name" | "event" | "period" | "line" | "type" => text(),
        "true or false" => flag(),
        "cost" => to("Cost"),
        "mapping" => json!({ "type": "object" }),
        "list of numbers" => any(&[to("Expr"), listed(&to("Expr"))]),
        _ if words.contains("[seat, space]") => {
            any(&[to("Expr"), json!({ "type": "array", "items": to("Expr") })])
        }
        _ => closed(words).unwrap_or_else(|| to("Expr")),
    }
}

/// Words to choose from, if there is nothing else to write: "`all` or `players`".
fn closed(words: &str) -> Option<Value> {
    let mut listed = vec![];
    for (at, part) in words.split('`').enumerate() {
        if at % 2 == 1 {
            listed.push(part);
        } else if !matches!(part.trim(), "" | "," | "or") {
            return None;
        }
    }
    let plain = listed.iter().all(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
    (listed.len() > 1 && plain).then(|| json!({ "enum": listed }))
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
