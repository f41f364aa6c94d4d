//! The sections of a pack and the keys of their entries.

use super::{example, flowing, keys, table};
use boardwright_language::raw::{
    Ability, Attribute, EntryHead, Limit, Parameter, PaysAs, Sections, Whose,
};
use boardwright_language::shape::{Body, Def, Shape, Shaped, definitions};

/// Definitions, each with its key; an empty key for the entries themselves.
type Shown = &'static [(&'static str, &'static str)];

/// Sections in the order of the manual, each with the definitions of its entries.
const SHOWN: &[(&str, Shown)] = &[
    ("resources", &[("Resource", ""), ("PaysAs", "pays_as"), ("Visible", "visible")]),
    ("tracks", &[("Track", "")]),
    ("kinds", &[("Kind", ""), ("Attribute", "attributes"), ("Owner", "owner")]),
    ("zones", &[("Zone", ""), ("Order", "order")]),
    ("spaces", &[("Group", ""), ("Grid", "grid"), ("Links", "links` of `grid")]),
    ("values", &[("Value", "")]),
    ("sets", &[("NamedSet", "")]),
    ("procedures", &[("Procedure", ""), ("Parameter", "params")]),
    ("rules", &[("Rule", "")]),
    ("lines", &[("Line", "")]),
    ("table", &[("Panel", "")]),
    ("hints", &[("Hint", "")]),
    ("automa", &[("Automa", "")]),
];

pub(super) fn sections() -> String {
    let all = definitions(&Sections::shape());
    let mut out = String::from(
        "The files of a pack are read together, however its sections are divided among them. Ids \
         are in snake_case; only those of packs are in kebab-case, like their folders. Any value \
         can be replaced by one for each number of players, with `_` for all others: \
         `{ 2: 6, 3: 7, _: 8 }`. The same works for a yes-or-no option: \
         `{ long=yes: 8, _: 6 }`.\n\n\
         Every entry of every section can have `source` (`{ conf: known, ref: page 4 }`: how \
         certain its values are, `known`, `secondary` or `reconstructed`), `note` (a remark), \
         `like` (an entry of the same section whose keys it inherits), and `abstract: true` (it \
         exists only for others to be like it). A key that is more or less certain than the rest \
         of its entry is marked separately: `{ conf: known, ref: page 4, parts: { cost: \
         reconstructed } }`, or with a reference of its own, `parts: { cost: { conf: secondary, \
         ref: a review } }`. A path refers to a nested key: `bonuses.2`.\n\n",
    );
    if let Some(def) = all.iter().find(|def| def.name == "Sections") {
        let Body::Record(fields) = &def.body else { return out };
        let rows: Vec<[String; 2]> =
            fields.iter().map(|field| [format!("`{}`", field.key), field.docs.summary()]).collect();
        out += &table(["section", "contents"], &rows);
        out += &def.docs.examples.iter().map(|text| example(text)).collect::<String>();
    }
    for (section, defs) in SHOWN {
        out += &format!("### {section}\n\n");
        for (name, key) in *defs {
            let def = all.iter().find(|def| def.name == *name).cloned();
            let def = def.or_else(|| match *name {
                "PaysAs" => of(&PaysAs::shape()),
                "Attribute" => of(&Attribute::shape()),
                "Parameter" => of(&Parameter::shape()),
                _ => None,
            });
            out += &def.map_or(String::new(), |def| definition(&def, key));
        }
    }
    out += "### entries\n\n";
    out += &of(&EntryHead::shape()).map_or(String::new(), |def| definition(&def, ""));
    out
}

pub(super) fn abilities() -> String {
    let parts = [(Ability::shape(), ""), (Whose::shape(), "by"), (Limit::shape(), "limit")];
    let told = parts.iter().filter_map(|(shape, key)| Some(definition(&of(shape)?, key)));
    told.collect()
}

fn of(shape: &Shape) -> Option<Def> {
    definitions(shape).into_iter().next()
}

/// The documentation of a definition: its text, its keys or words, its examples.
fn definition(def: &Def, key: &str) -> String {
    let lead = if key.is_empty() { String::new() } else { format!("Under `{key}`: ") };
    let mut out = format!(
        "{lead}{}

",
        flowing(&def.docs.text)
    );
    match &def.body {
        Body::Choice(words) => {
            let rows: Vec<[String; 2]> = words
                .iter()
                .map(|word| [format!("`{}`", word.word), word.docs.summary()])
                .collect();
            out += &table(["word", "meaning"], &rows);
        }
        _ => out += &keys(def),
    }
    out + &def.docs.examples.iter().map(|text| example(text)).collect::<String>()
}
