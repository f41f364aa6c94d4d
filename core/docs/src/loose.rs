//! Keys whose type depends on the rest of a pack. Their shape is only "anything"; this module
//! describes what authors may write, in words and as a schema.

use serde_json::{Value, json};

use boardwright_packs::manifest::{PLAYERS_MAX, PLAYERS_MIN};

/// A key that its shape does not describe fully.
pub(super) struct Loose {
    /// The definition it belongs to; `*` for all.
    pub def: &'static str,
    /// The key.
    pub key: &'static str,
    /// What it takes, in words.
    pub takes: &'static str,
    /// What it takes, as a schema.
    pub schema: fn() -> Value,
}

/// Looks up a key.
pub(super) fn find(def: &str, key: &str) -> Option<&'static Loose> {
    LOOSE.iter().find(|loose| (loose.def == def || loose.def == "*") && loose.key == key)
}

macro_rules! loose {
    ($($def:literal $key:literal $takes:literal $schema:expr),* $(,)?) => {
        /// All such keys.
        pub(super) const LOOSE: &[Loose] = &[
            $(Loose { def: $def, key: $key, takes: $takes, schema: || $schema }),*
        ];
    };
}

loose! {
    "*" "source" "`{ conf, ref, note, parts }`" to("Source"),
    "Sections" "setup" "steps" to("Steps"),
    "Sections" "play" "steps" to("Steps"),
    "Sections" "scoring" "steps" to("Steps"),
    "Sections" "ranking" "expressions" listed(&to("Expr")),
    "Sections" "events" "events, each with its parameters: `name: type`"
        map(&json!({ "type": ["object", "null"], "additionalProperties": to("Type") })),
    "Sections" "values" "values by name" map(&any(&[to("Value"), to("Expr")])),
    "Sections" "sets" "sets by name" map(&any(&[to("NamedSet"), to("Expr")])),
    "NamedSet" "of" "an expression that gives a set" to("Expr"),
    "NamedSet" "about" "a type" to("Type"),
    "Sections" "hints" "hints by name" map(&any(&[to("Hint"), to("Expr")])),
    "Sections" "procedures" "procedures by name" map(&any(&[to("Procedure"), to("Steps")])),
    "Resource" "held_by" "`table`, `seat`, a kind, a group, or `[seat, group]`"
        any(&[json!({ "type": "string" }), pair()]),
    "Resource" "resets" "a period, or `{ leaves: zone }`"
        any(&[
            json!({ "type": "string" }),
            json!({
                "type": "object",
                "properties": { "leaves": { "type": "string", "description": "a zone" } },
                "required": ["leaves"],
                "additionalProperties": false,
            }),
        ]),
    "Resource" "pays_as" "`name: number`, or `name: { rate, when }`"
        any(&[
            by_players(&map(&any(&[to("Number"), to("PaysAs")]))),
            map(&any(&[to("Number"), to("PaysAs")])),
        ]),
    "Track" "values" "whole numbers" numbers(),
    "Track" "thresholds" "`name: position`" map(&to("Number")),
    "Track" "bonuses" "`position: steps`" map(&to("Steps")),
    "Kind" "attributes" "`name: type`, or `name: { type, name, plural, text, internal }`"
        map(&any(&[to("Type"), to("Attribute")])),
    "Group" "attributes" "`name: type`, or `name: { type, name, plural, text, internal }`"
        map(&any(&[to("Type"), to("Attribute")])),
    "Attribute" "type" "a type" to("Type"),
    "Group" "bricks" "whole numbers" numbers(),
    "Group" "list" "spaces: `id: { ... }`, or a list of ids" any(&[
        json!({ "type": "object", "additionalProperties": { "type": ["object", "null"] } }),
        json!({ "type": "array", "items": { "type": ["string", "object"] } }),
    ]),
    "Group" "at" "`space: { attribute: value }`" map(&json!({ "type": ["object", "null"] })),
    "Group" "links" "pairs of spaces" listed(&pair()),
    "Zone" "held_by" "`table`, `seat`, a kind or a group" json!({ "type": "string" }),
    "Zone" "slot_attributes" "`name: numbers`, one for each slot" map(&numbers()),
    "Value" "base" "an expression or whole number" to("Expr"),
    "Value" "about" "a type" to("Type"),
    "Hint" "worth" "an expression or whole number" to("Expr"),
    "Procedure" "params" "`name: type`, or `name: { type, default }`"
        map(&any(&[to("Type"), to("Parameter")])),
    "Parameter" "type" "a type" to("Type"),
    "Parameter" "default" "an expression or whole number" to("Expr"),
    "Procedure" "returns" "a type" to("Type"),
    "Procedure" "do" "steps" to("Steps"),
    "EntryHead" "like" "an entry of the same section" json!({ "type": "string" }),
    "EntryHead" "faces" "`name: { ... }`, each like an entry" map(&to("EntryHead")),
    "EntryHead" "ability" "an ability" to("Ability"),
    "EntryHead" "abilities" "a list of abilities" listed(&to("Ability")),
    "Rule" "abilities" "a list of abilities" listed(&to("Ability")),
    "Rule" "modify" "`value: change`" map(&any(&[to("Expr"), to("Change")])),
    "Rule" "if" "a condition" to("Expr"),
    "Rule" "do" "steps" to("Steps"),
    "Ability" "modify" "`value: change`" map(&any(&[to("Expr"), to("Change")])),
    "Ability" "if" "a condition" to("Expr"),
    "Ability" "hidden_if" "a condition" to("Expr"),
    "Ability" "do" "steps" to("Steps"),
    "ManifestShape" "version" "a version such as `1.0.2`" json!({ "type": "string" }),
    "ManifestShape" "engine" "a range such as `^0.1`" json!({ "type": "string" }),
    "ManifestShape" "extends" "a pack such as `hello@^1.2`, or a list" texts(),
    "ManifestShape" "conflicts" "packs: a list, or `id: reason`" any(&[
        json!({ "type": "string" }),
        map(&json!({ "type": "string" })),
        json!({ "type": "array", "items": any(&[
            json!({ "type": "string" }),
            map(&json!({ "type": "string" })),
        ]) }),
    ]),
    "ManifestShape" "credits" "text, or a list" texts(),
    "ManifestShape" "patch" "a list of patches" json!({ "type": "array", "items": to("Patch") }),
    "ManifestShape" "remove" "a list of paths"
        json!({ "type": "array", "items": { "type": "string" } }),
    "PlayersShape" "min" "a whole number from 1 to 8" seats(),
    "PlayersShape" "max" "a whole number from 1 to 8" seats(),
    "OptionShape" "default" "`true`, `false`, or one of `values`" scalar(),
    "OptionShape" "values" "a list" json!({ "type": "array", "items": scalar() }),
}

/// A reference to a definition.
pub(super) fn to(def: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{def}") })
}

/// One of several schemas.
pub(super) fn any(of: &[Value]) -> Value {
    json!({ "anyOf": of })
}

/// A list, or one list for each number of players.
pub(super) fn listed(item: &Value) -> Value {
    let list = json!({ "type": "array", "items": item });
    any(&[list.clone(), by_players(&list)])
}

/// A table by number of players or by a yes-or-no option.
pub(super) fn by_players(value: &Value) -> Value {
    json!({
        "type": "object",
        "description": "one value for each number of players, or for an option (`long=yes`); `_` for all others",
        "patternProperties": { "^([1-8]|_|[a-z][a-z0-9-]*=(yes|no))$": value },
        "additionalProperties": false,
        "minProperties": 1,
    })
}

/// A mapping with names of the author's choice.
pub(super) fn map(value: &Value) -> Value {
    json!({ "type": ["object", "null"], "additionalProperties": value })
}

fn numbers() -> Value {
    listed(&to("Number"))
}

fn pair() -> Value {
    json!({ "type": "array", "items": { "type": "string" }, "minItems": 2, "maxItems": 2 })
}

fn texts() -> Value {
    let text = json!({ "type": "string" });
    any(&[text.clone(), json!({ "type": "array", "items": text })])
}

fn seats() -> Value {
    json!({ "type": "integer", "minimum": PLAYERS_MIN, "maximum": PLAYERS_MAX })
}

fn scalar() -> Value {
    json!({ "type": ["string", "integer", "boolean"] })
}
