//! Expressions and scripts.

use super::table;
use boardwright_compile::expr::FUNCTIONS;
use boardwright_language::script_api::std_heads::modules;
use boardwright_language::script_api::{ASKS, CALLS, CLASSES, STEPS};

const TYPES: &[(&str, &str)] = &[
    ("number", "a whole number"),
    ("flag", "`true` or `false`"),
    ("seat", "a seat: `me`, `p1` to `p8`"),
    ("piece, piece/<kind>", "a piece, perhaps of a kind"),
    ("space, space/<group>", "a space, perhaps of a group"),
    (
        "zone",
        "a container: `market`, `me.hand`; also the set of the pieces in it, of a stack \
      from the bottom to the top",
    ),
    ("entry, entry/<kind>", "what is printed on pieces: `mill`"),
    ("resource, track", "a resource or track as a thing"),
    ("word", "one of the words an attribute or option lists: `it.colour == red`"),
    ("set", "several things of one type, in order"),
    ("nil", "no thing; compares with every thing"),
    (
        "piece?, seat?, ...",
        "a thing, or nil: it can be compared, bound and put into a set, but it is not a piece before \
         `require`, `expect`, `if` or `and` has made sure of it: `top ~= nil and top.level > 1`",
    ),
];

const FIELDS: &[(&str, &str)] = &[
    (
        "seat",
        "its resources, its tracks (the position; `.value` is what is shown there), its \
      zones, and values as they are for it: `me.wood`, `me.skill.value`, `me.hand`, \
      `me.hand_limit`",
    ),
    (
        "piece",
        "its attributes, resources and zones; its tags as flags; `owner`, `controller`, \
      `face`, `entry`, `place`, `space`, `holder` (the piece it lies on), `slot`, and `kind`, to \
      be compared with a kind",
    ),
    (
        "space",
        "its attributes, resources and zones; `index`, in grids and bricks `column` and \
      `row`, all from 1",
    ),
    ("zone", "`size`, `free`, `seat` (whose it is)"),
    ("entry", "its attributes, its tags as flags"),
    ("track", "its thresholds: `skill.good`"),
    ("option", "options of the manifest: `option.size`"),
];

const OPERATORS: &[(&str, &str)] = &[
    ("or", "whether one of two holds"),
    ("and", "whether both hold"),
    ("< > <= >= == ~=", "compare; seats and things only with `==` and `~=`"),
    ("+ -", "add, subtract"),
    ("* // %", "multiply; divide, rounded down; what is left of that"),
    ("not -", "before one operand"),
    ("if a then b else c", "one of two values"),
];

pub(super) fn expressions() -> String {
    let mut out = String::from(
        "Expressions are a part of Lua's own. Whole numbers only. A text in quotes, `'old_mill'`, always \
         means what is declared under that id.\n\n\
         A name is looked up among what is bound (`me`, `it`, `self`, parameters, what `as` and \
         `let` bind), then among what the pack declares: resources and zones of the table, values, \
         spaces, entries, resources and words. Fields never stand alone: inside a condition on a set \
         the thing looked at is `it`, and its fields are `it.level`.\n\n### Types\n\n",
    );
    let rows = |all: &[(&str, &str)], tick: &str| -> Vec<[String; 2]> {
        let row = |(a, b): &(&str, &str)| [format!("{tick}{a}{tick}"), (*b).to_owned()];
        all.iter().map(row).collect()
    };
    out += &table(["type", "what it is"], &rows(TYPES, ""));
    out += "### Fields\n\n";
    out += &table(["of a", "fields"], &rows(FIELDS, ""));
    out += "### Operators\n\nThose that bind least come first.\n\n";
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
        "[scripts/README.md](../scripts/README.md) teaches scripts; this is what they see. \
         `boardwright schema --luau PACK` writes the same for editors, with what the pack has.\n\n",
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
    out += "Questions, put with `ask`:\n\n";
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
