//! The JSON schemas of packs, from the shapes and the verbs.

mod step;

use serde_json::{Map, Value, json};

use super::loose::{self, any, by_players, listed, map, to};
use super::patches::OPERATORS;
use boardwright_language::raw::scenario::{CHECKS, FIRST, THEN};

use super::scenario::{BALANCE_KEYS, KEYS, LAW_KEYS, STEP_KEYS, ScenarioKey};
use boardwright_language::raw::step::{Form, VERBS, VerbShape};
use boardwright_language::raw::{Ability, Attribute, EntryHead, Parameter, PaysAs, Sections};
use boardwright_language::shape::{Shape, Shaped, definitions, json_schema};
use boardwright_packs::layer::Confidence;
use boardwright_packs::manifest::ManifestShape;

/// Definitions of entries in sections, which can be `like` another entry.
const IN_SECTIONS: [&str; 8] =
    ["EntryHead", "Group", "Kind", "Line", "Procedure", "Resource", "Track", "Zone"];

/// The schema of files with sections.
pub(super) fn game() -> Value {
    let mut schema = base(&Sections::shape(), "Rules of a Boardwright pack");
    let inside = [
        EntryHead::shape(),
        Ability::shape(),
        PaysAs::shape(),
        Parameter::shape(),
        Attribute::shape(),
    ];
    for shape in inside {
        add_defs(&mut schema, &base(&shape, ""));
    }
    add_defs(&mut schema, &json!({ "$defs": common_defs() }));
    for def in IN_SECTIONS {
        let properties = &mut schema["$defs"][def]["properties"];
        properties["like"] = described(
            json!({ "type": "string" }),
            "an entry of this section whose keys are inherited",
        );
        properties["abstract"] = described(
            json!({ "type": "boolean" }),
            "whether it exists only for other entries to be like it",
        );
    }
    // A required key may come from the entry it is like.
    schema["$defs"]["Procedure"]["required"] = json!([]);
    // Attributes go beside the keys of every entry.
    schema["$defs"]["EntryHead"]["additionalProperties"] = json!(true);
    let sections = &mut schema["$defs"]["Sections"];
    sections["properties"]["patch"] = patches();
    sections["properties"]["remove"] = removals();
    sections["additionalProperties"] = map(&to("EntryHead"));
    schema
}

/// The schema of `pack.yaml`.
pub(super) fn pack() -> Value {
    let mut schema = base(&ManifestShape::shape(), "Manifest of a Boardwright pack");
    add_defs(&mut schema, &json!({ "$defs": { "Patch": patch() } }));
    schema
}

/// The schema of scenarios.
pub(super) fn scenario() -> Value {
    let mut defs = common_defs();
    let keys = |keys: &[ScenarioKey]| -> Map<String, Value> {
        keys.iter().map(|key| (key.key.to_owned(), described((key.schema)(), key.about))).collect()
    };
    defs.insert(
        "Scenario".into(),
        json!({
            "description": "What the rules promise, told as a short game.",
            "type": "object",
            "properties": keys(KEYS),
            "required": ["scenario"],
            "additionalProperties": false,
        }),
    );
    let mut of_step = keys(STEP_KEYS);
    for (prefix, when) in [(FIRST, "before the choice beside it"), (THEN, "after it")] {
        for key in STEP_KEYS.iter().filter(|key| CHECKS.contains(&key.key)) {
            let about = format!("`{}`, looking {when}", key.key);
            of_step.insert(format!("{prefix}{}", key.key), described((key.schema)(), &about));
        }
    }
    defs.insert(
        "Move".into(),
        json!({
            "description": "A choice of a seat, or a check.",
            "type": "object",
            "properties": of_step,
            "patternProperties": { "^p[1-8]$": to("Choice") },
            "additionalProperties": false,
        }),
    );
    defs.insert(
        "Choice".into(),
        described(
            json!({ "type": ["string", "integer", "boolean"] }),
            "the text of an option, as the game offers it",
        ),
    );
    defs.insert(
        "Law".into(),
        json!({
            "description": "What holds at every decision of every game.",
            "type": "object",
            "properties": keys(LAW_KEYS),
            "required": ["law", "always"],
            "additionalProperties": false,
        }),
    );
    defs.insert(
        "Balance".into(),
        json!({
            "description": "A range in which a figure over many games must stay.",
            "type": "object",
            "properties": keys(BALANCE_KEYS),
            "required": ["name", "what"],
            "anyOf": [{ "required": ["at_least"] }, { "required": ["at_most"] }],
            "additionalProperties": false,
        }),
    );
    let many = json!({
        "type": "object",
        "properties": {
            "scenarios": { "type": "array", "items": to("Scenario"), "minItems": 1 },
            "positions": described(
                json!({ "type": "object", "additionalProperties": { "type": "object" } }),
                "what several scenarios start from, by name: `given: { like: harvest }`",
            ),
            "balance": { "type": "array", "items": to("Balance") },
            "laws": { "type": "array", "items": to("Law") },
        },
        "minProperties": 1,
        "additionalProperties": false,
    });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Scenarios of a Boardwright pack",
        "anyOf": [to("Scenario"), many],
        "$defs": defs,
    })
}

/// The schema of a shape, including its loose keys.
fn base(root: &Shape, title: &str) -> Value {
    let mut schema = json_schema(root, title);
    for def in definitions(root) {
        let properties = schema.pointer_mut(&format!("/$defs/{}/properties", def.name));
        let Some(properties) = properties.and_then(Value::as_object_mut) else { continue };
        for (key, property) in properties {
            let about = property["description"].as_str().unwrap_or_default().to_owned();
            if let Some(loose) = loose::find(def.name, key) {
                *property = described((loose.schema)(), &about);
            }
        }
    }
    schema
}

fn add_defs(schema: &mut Value, from: &Value) {
    let (Some(defs), Some(more)) = (schema["$defs"].as_object_mut(), from["$defs"].as_object())
    else {
        return;
    };
    for (name, def) in more {
        defs.insert(name.clone(), def.clone());
    }
}

/// Definitions shared by several schemas.
fn common_defs() -> Map<String, Value> {
    let whole = json!({ "type": "integer" });
    let plain = json!({ "type": ["string", "integer", "boolean"] });
    let conf: Vec<&str> = Confidence::ALL.iter().map(|conf| conf.name()).collect();
    let change = |about: &str| described(to("Expr"), about);
    let mut defs = Map::new();
    let mut add = |name: &str, schema: Value, about: &str| {
        defs.insert(name.to_owned(), described(schema, about));
    };
    add(
        "Number",
        any(&[whole.clone(), by_players(&whole)]),
        "A whole number, or one for each number of players.",
    );
    add(
        "Expr",
        any(&[plain.clone(), by_players(&plain)]),
        "An expression or whole number, or one for each number of players.",
    );
    add(
        "Type",
        any(&[
            json!({ "type": "string" }),
            json!({ "type": "array", "items": { "type": ["string", "integer"] } }),
            json!({
                "type": "object",
                "properties": { "steps": map(&to("Type")) },
                "required": ["steps"],
                "additionalProperties": false,
            }),
        ]),
        "The name of a type, a list of words, or steps with parameters: `{ steps: { n: number } }`.",
    );
    let of_part = json!({
        "type": "object",
        "properties": {
            "conf": described(json!({ "enum": conf }), "how certain it is"),
            "ref": described(json!({ "type": "string" }), "where it comes from"),
        },
        "required": ["conf"],
        "additionalProperties": false,
    });
    let of_parts = json!({
        "type": "object",
        "additionalProperties": any(&[json!({ "enum": conf }), of_part]),
    });
    add(
        "Source",
        json!({
            "type": "object",
            "properties": {
                "conf": described(json!({ "enum": conf }), "how certain it is"),
                "ref": described(json!({ "type": "string" }), "where it comes from"),
                "note": described(json!({ "type": "string" }), "a remark"),
                "parts": described(of_parts, "keys of the same entry that are more or less certain"),
            },
        }),
        "How certain the printed values are, and where they come from.",
    );
    add(
        "Change",
        json!({
            "type": "object",
            "properties": {
                "add": change("added to it"),
                "times": change("multiplies it"),
                "set": change("replaces it"),
                "at_least": change("it is not less"),
                "at_most": change("it is not more"),
            },
            "minProperties": 1,
            "maxProperties": 1,
            "additionalProperties": false,
        }),
        "How an ability changes a value.",
    );
    add("Patch", patch(), "");
    step::definitions(&mut defs);
    defs
}

fn patches() -> Value {
    described(
        json!({ "type": "array", "items": to("Patch") }),
        "Changes to the packs this one builds on.",
    )
}

fn removals() -> Value {
    described(
        json!({ "type": "array", "items": { "type": "string" } }),
        "Paths that this pack removes.",
    )
}

/// One change: `at`, optionally `expect`, and exactly one operator.
fn patch() -> Value {
    let mut properties = Map::new();
    let path = json!({ "type": "string" });
    properties.insert("at".into(), described(path, "the path, such as `tiles.mill.cost`"));
    properties.insert("expect".into(), described(json!({}), "the value that must be there now"));
    for operator in OPERATORS {
        properties.insert(operator.name.into(), described(json!({}), operator.about));
    }
    let one: Vec<Value> =
        OPERATORS.iter().map(|operator| json!({ "required": [operator.name] })).collect();
    json!({
        "description": "A change to something another pack says.",
        "type": "object",
        "properties": properties,
        "required": ["at"],
        "oneOf": one,
        "additionalProperties": false,
    })
}

/// A schema with a description.
fn described(mut schema: Value, about: &str) -> Value {
    if !about.is_empty() {
        schema["description"] = about.into();
    }
    schema
}

/// Steps: a list or a single one, or one of these for each number of players.
fn steps() -> Value {
    // A step without a value is a bare word.
    let takes_nothing = |verb: &&&VerbShape| {
        !verb.takes_mapping() && verb.short.is_some_and(|short| short.form == Form::Nothing)
    };
    let words: Vec<&str> = VERBS.iter().filter(takes_nothing).map(|verb| verb.verb).collect();
    let words = json!({ "enum": words });
    let one = any(&[to("Step"), words.clone(), json!({ "type": "null" })]);
    any(&[to("Step"), words, listed(&one), json!({ "type": "null" })])
}
