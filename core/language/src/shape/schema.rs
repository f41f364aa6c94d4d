//! JSON Schema (draft 2020-12) of a shape, for editors.

use serde_json::{Map, Value, json};

use super::{Body, Def, Docs, Field, Shape, definitions};

/// How names are written.
const NAME_PATTERN: &str = "^[a-z][a-z0-9]*(_[a-z0-9]+)*$";

/// The schema of files of this shape.
pub fn json_schema(root: &Shape, title: &str) -> Value {
    let mut schema = object(shape(root));
    schema.insert("$schema".into(), "https://json-schema.org/draft/2020-12/schema".into());
    schema.insert("title".into(), title.into());
    let defs: Map<String, Value> =
        definitions(root).iter().map(|def| (def.name.to_owned(), definition(def))).collect();
    if !defs.is_empty() {
        schema.insert("$defs".into(), defs.into());
    }
    Value::Object(schema)
}

fn shape(of: &Shape) -> Value {
    match of {
        Shape::Any => json!({}),
        Shape::Bool => json!({ "type": "boolean" }),
        Shape::Int => json!({ "type": "integer" }),
        Shape::Count => json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX }),
        Shape::Text => json!({ "type": "string" }),
        Shape::Name => json!({ "type": "string", "pattern": NAME_PATTERN }),
        Shape::Expr => json!({ "type": ["string", "integer", "boolean"] }),
        Shape::List(item) => json!({ "type": "array", "items": shape(item) }),
        Shape::OneOrMany(item) => {
            let item = shape(item);
            json!({ "anyOf": [item.clone(), { "type": "array", "items": item }] })
        }
        Shape::Map(value) => json!({ "type": "object", "additionalProperties": shape(value) }),
        Shape::Table(value) => json!({
            "type": "object",
            "propertyNames": { "pattern": NAME_PATTERN },
            "additionalProperties": shape(value),
        }),
        Shape::Def(def) => json!({ "$ref": format!("#/$defs/{}", def.name) }),
    }
}

fn definition(def: &Def) -> Value {
    let mut schema = match &def.body {
        Body::Record(fields) => record(fields),
        Body::Choice(words) => {
            let list: Vec<&str> = words.iter().map(|word| word.word).collect();
            let about: Vec<&str> = words.iter().map(|word| word.docs.text.as_str()).collect();
            // `enumDescriptions` is not part of the standard, but editors show it.
            object(json!({ "enum": list, "enumDescriptions": about }))
        }
        Body::AnyOf(shapes) => {
            let any: Vec<Value> = shapes.iter().map(shape).collect();
            object(json!({ "anyOf": any }))
        }
    };
    schema = described(schema, &def.docs);
    Value::Object(schema)
}

fn record(fields: &[Field]) -> Map<String, Value> {
    let required: Vec<&str> =
        fields.iter().filter(|field| field.required).map(|field| field.key).collect();
    let properties: Map<String, Value> =
        fields.iter().map(|field| (field.key.to_owned(), property(field))).collect();
    // A mapping without required keys may be left empty, which YAML reads as null.
    let kind = if required.is_empty() { json!(["object", "null"]) } else { json!("object") };
    object(json!({
        "type": kind,
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    }))
}

fn property(field: &Field) -> Value {
    let mut schema = described(object(shape(&field.shape)), &field.docs);
    if let Some(default) = field.default {
        // Only defaults that read the same in Rust and JSON: numbers, `true`, `false`.
        if let Ok(value) = serde_json::from_str(default) {
            schema.insert("default".into(), value);
        }
    }
    Value::Object(schema)
}

fn described(mut schema: Map<String, Value>, docs: &Docs) -> Map<String, Value> {
    if !docs.text.is_empty() {
        schema.insert("description".into(), docs.text.as_str().into());
    }
    schema
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
