//! Expressions and scripts.

use super::table;
use boardwright_compile::expr::FUNCTIONS;
use boardwright_language::script_api::std_heads::modules;
use boardwright_language::script_api::{ASKS, CALLS, CLASSES, STEPS};

const TYPES: &[(&str, &str)] = &[
    ("number", "a whole number"),
    ("flag", "`true` or `false`"),
    ("seat", "a seat: `me`, `p1` to `p8`"),
    ("piece, piece/<kind>", "a piece, or a piece of one kind"),
    ("space, space/<group>", "a space, or a space of one group"),
    (
        "zone",
        "a container: `market`, `me.hand`; also the set of the pieces in it, ordered from \
      bottom to top in a stack",
    ),
    ("entry, entry/<kind>", "what is printed on pieces: `mill`"),
    ("resource, track", "a resource or track as a value"),
    ("word", "one of the words an attribute or option lists: `it.colour == red`"),
    ("set", "several values of one type, in order"),
    ("nil", "no object; can be compared with any object"),
    (
        "piece?, seat?, ...",
        "an object, or nil: it can be compared, bound and put into a set, but it counts as a piece \
         (or seat, ...) only once `require`, `expect`, `if` or `and` has ensured that it is not \
         nil: `top ~= nil and top.level > 1`",
    ),
];

const FIELDS: &[(&str, &str)] = &[
    (
        "seat",
        "its resources, its tracks (the position; `.value` is the value shown there), its \
      zones, and values evaluated for it: `me.wood`, `me.skill.value`, `me.hand`, \
      `me.hand_limit`",
    ),
    (
        "piece",
        "its attributes, resources and zones; its tags as flags; `owner`, `controller`, \
      `face`, `entry`, `place`, `space`, `holder` (the piece it lies on), `slot`, and `kind`, for \
      comparison with a kind",
    ),
    (
        "space",
        "its attributes, resources and zones; `index`, and in grids and bricks `column` and \
      `row`, all from 1",
    ),
    ("zone", "`size`, `free`, `seat` (the seat it belongs to)"),
    ("entry", "its attributes, its tags as flags"),
    ("track", "its thresholds: `skill.good`"),
    ("option", "options of the manifest: `option.size`"),
];

const OPERATORS: &[(&str, &str)] = &[
    ("or", "true if at least one operand is true"),
    ("and", "true if both operands are true"),
    ("< > <= >= == ~=", "compare; seats and other objects only with `==` and `~=`"),
    ("+ -", "add, subtract"),
    ("* // %", "multiply; divide, rounding down; the remainder of that division"),
    ("not -", "before one operand: negate a condition or a number"),
    ("if a then b else c", "one of two values"),
];

pub(super) fn expressions() -> String {
    let mut out = String::from(
        "Expressions are a subset of Lua's expressions. Numbers are whole. A text in quotes, \
         `'old_mill'`, always refers to the declaration with that id.\n\n\
         A name is looked up first among the bindings (`me`, `it`, `self`, parameters, and those \
         of `as` and `let`), then among the declarations of the pack: resources and zones of the \
         table, values, spaces, entries, resources and words. A field is always written with its \
         object: in a condition on a set, the current member is `it`, and its fields are written \
         `it.level`.\n\n### Types\n\n",
    );
    let rows = |all: &[(&str, &str)], tick: &str| -> Vec<[String; 2]> {
        let row = |(a, b): &(&str, &str)| [format!("{tick}{a}{tick}"), (*b).to_owned()];
        all.iter().map(row).collect()
    };
    out += &table(["type", "what it is"], &rows(TYPES, ""));
    out += "### Fields\n\n";
    out += &table(["of a", "fields"], &rows(FIELDS, ""));
    out += "### Operators\n\nThose with the lowest precedence come first.\n\n";
    out += &table(["operator", "what it does"], &rows(OPERATORS, "`"));
    out += "### Functions\n\n";
    let functions: Vec<[String; 2]> = FUNCTIONS
        .iter()
        .map(|function| {
            let form = function.form.replace(" or ", "`, `");
            [format!("`{form}`"), function.about.to_owned()]
        })
        .collect();
    out + &table(["function", "what it gives"], &functions)
}

pub(super) fn scripts() -> String {
    let mut out = String::from(
        "[scripts/README.md](../scripts/README.md) teaches scripts; this section lists what they \
         can use. `boardwright schema --luau PACK` writes the same for editors, including the \
         declarations of the pack.\n\n",
    );
    for class in CLASSES {
        out += &format!("**{}**: {}\n\n", class.name, class.about);
        let mut rows: Vec<[String; 3]> = class
            .fields
            .iter()
            .map(|(name, ty, about)| [format!("`{name}`"), format!("`{ty}`"), (*about).to_owned()])
            .collect();
        if let Some(others) = class.others {
            rows.push(["*others*".to_owned(), String::new(), others.to_owned()]);
        }
        out += &table(["field", "type", "what it is"], &rows);
    }
    out += "Functions of the kernel, also written `view:neighbours(space)`:\n\n";
    let rows: Vec<[String; 2]> = CALLS
        .iter()
        .map(|call| {
            let params: Vec<&str> = call.params.iter().map(|(name, _)| *name).collect();
            let form = format!("`{}({}): {}`", call.name, params.join(", "), call.gives);
            [form, call.about.to_owned()]
        })
        .collect();
    out += &table(["function", "what it gives"], &rows);
    out += "Questions, asked with `ask`:\n\n";
    let rows: Vec<[String; 2]> = ASKS
        .iter()
        .map(|(form, _, about)| [format!("`{}`", form.replace(": ", " = ")), (*about).to_owned()])
        .collect();
    out += &table(["question", "answer"], &rows);
    out += "Steps that a script may return, each `{ verb = ... }`:\n\n";
    let rows: Vec<[String; 4]> = STEPS
        .iter()
        .map(|step| {
            let beside: Vec<String> =
                step.beside.iter().map(|(name, _)| format!("`{name}`")).collect();
            let takes = format!("`{}`", step.takes);
            [format!("`{}`", step.verb), takes, beside.join(", "), step.about.to_owned()]
        })
        .collect();
    out += &table(["verb", "takes", "beside it", "what it does"], &rows);
    out += "The shared library:\n\n";
    let rows: Vec<[String; 2]> = modules()
        .iter()
        .flat_map(|module| {
            let name = module.path.rsplit('/').next().unwrap_or_default().to_owned();
            module.functions.iter().map(move |head| {
                let form = format!("`{name}.{}({}): {}`", head.name, head.params, head.gives);
                [form, head.about.clone()]
            })
        })
        .collect();
    out + &table(["function", "what it does"], &rows)
}
