//! Generates the reference page: every key, step, function and code, from their declarations.

mod codes;
mod language;
mod packs;
mod sections;
mod steps;

use boardwright_language::shape::{Body, Def, Field, Shape};

use super::loose;

/// The page.
pub(super) fn page() -> String {
    let parts: [(&str, String); 11] = [
        ("The manifest", packs::manifest()),
        ("Sections", sections::sections()),
        ("Abilities", sections::abilities()),
        ("Steps", steps::steps()),
        ("Expressions", language::expressions()),
        ("Patches", packs::patches()),
        ("Texts", packs::texts()),
        ("Scenarios", packs::scenarios()),
        ("Balance", packs::balance()),
        ("Scripts", language::scripts()),
        ("Codes", codes::codes()),
    ];
    let mut out = String::from(
        "# Reference\n\n\
         Generated from the declarations of the engine by `UPDATE_GENERATED=1 cargo test`; do not \
         edit. [README.md](README.md) explains the terms and how packs build on each other.\n\n",
    );
    for (title, text) in &parts {
        out += &format!("- [{title}](#{})\n", anchor(title));
        let inner = text.lines().filter_map(|line| line.strip_prefix("### "));
        let inner: Vec<String> = inner.map(|head| format!("[{head}](#{})", anchor(head))).collect();
        if !inner.is_empty() {
            out += &format!("  {}\n", inner.join(" "));
        }
    }
    for (title, text) in &parts {
        out += &format!("\n## {title}\n\n{}\n", text.trim());
    }
    out
}

/// The anchor of a heading.
fn anchor(head: &str) -> String {
    let kept = head.to_lowercase();
    let kept =
        kept.chars().filter(|char| char.is_alphanumeric() || matches!(char, ' ' | '-' | '_'));
    kept.map(|char| if char == ' ' { '-' } else { char }).collect()
}

/// Paragraphs, each on one line.
fn flowing(text: &str) -> String {
    let parts = text.split("\n\n").map(|part| part.trim().replace('\n', " "));
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// A block of YAML.
fn example(text: &str) -> String {
    format!("```yaml\n{}\n```\n\n", text.trim_end())
}

/// A table with a line for each row.
fn table<const N: usize>(heads: [&str; N], rows: &[[String; N]]) -> String {
    let mut out = format!("| {} |\n|{}\n", heads.join(" | "), "---|".repeat(N));
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| cell_text(cell)).collect();
        out += &format!("| {} |\n", cells.join(" | "));
    }
    out + "\n"
}

fn cell_text(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ").trim().to_owned()
}

/// The keys of a definition.
fn keys(def: &Def) -> String {
    let Body::Record(fields) = &def.body else { return String::new() };
    let shown = fields.iter().filter(|field| !matches!(field.key, "source" | "note"));
    let rows: Vec<[String; 4]> = shown.map(|field| row(def, field)).collect();
    table(["key", "takes", "what it is for", "if left out"], &rows)
}

fn row(def: &Def, field: &Field) -> [String; 4] {
    let takes = match loose::find(def.name, field.key) {
        Some(loose) => loose.takes.to_owned(),
        None => takes(&field.shape),
    };
    let (about, without) = split_default(&field.docs.summary());
    let without = match (field.required, field.default, without) {
        (true, ..) => "required".to_owned(),
        (_, _, Some(without)) => without,
        (_, Some("vec![]") | None, None) => String::new(),
        (_, Some(default), None) => format!("`{default}`"),
    };
    [format!("`{}`", field.key), takes, about, without]
}

/// Splits "; 1 if nothing is said" off a text.
fn split_default(text: &str) -> (String, Option<String>) {
    let ends = [" if nothing is said.", " if none is given."];
    let cut = ends.iter().find_map(|end| text.strip_suffix(end)?.rsplit_once("; "));
    match cut {
        Some((about, without)) => (format!("{about}."), Some(without.to_owned())),
        None => (text.to_owned(), None),
    }
}

/// The type of a shape, in the words of an author.
fn takes(shape: &Shape) -> String {
    match shape {
        Shape::Def(def) => match (def.define)() {
            Def { name: "Number", .. } => "a whole number".to_owned(),
            Def { body: Body::Record(fields), .. } => {
                let keys: Vec<&str> = fields.iter().map(|field| field.key).collect();
                format!("`{{ {} }}`", keys.join(", "))
            }
            _ => shape.describe(),
        },
        Shape::List(item) => match **item {
            Shape::Name => "a list of names".to_owned(),
            _ => format!("a list of {}", takes(item)),
        },
        _ => shape.describe(),
    }
}
