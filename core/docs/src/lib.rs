//! Generates documents from the declarations: schemas for editors, the reference page, types for
//! scripts, and the rules of a pack as a page to read.
//!
//! The generated files are committed; a test reports stale ones.

pub mod diff;
pub mod glossary;
mod loose;
mod notes;
mod pack_docs;
mod patches;
mod reference;
pub mod scenario;
mod schema;
mod script_types;
#[cfg(test)]
mod tests;

pub use pack_docs::pack_docs;

/// A generated file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generated {
    /// Its path, relative to the root of the project.
    pub path: &'static str,
    /// Its text.
    pub text: String,
}

/// Every generated file.
pub fn all() -> Vec<Generated> {
    let file = |path, text| Generated { path, text };
    vec![
        file("content/schema/game.schema.json", pretty(&schema::game())),
        file("content/schema/pack.schema.json", pretty(&schema::pack())),
        file("content/schema/scenario.schema.json", pretty(&schema::scenario())),
        file("content/REFERENCE.md", reference::page()),
        file("scripts/types/boardwright.lua", script_types::luals()),
    ]
}

/// The schemas, for looking up what a place takes.
pub struct Schemas {
    /// For files with sections.
    pub rules: serde_json::Value,
    /// For `pack.yaml`.
    pub manifest: serde_json::Value,
    /// For scenarios, laws and balance.
    pub tests: serde_json::Value,
}

/// All schemas.
pub fn schemas() -> Schemas {
    Schemas { rules: schema::game(), manifest: schema::pack(), tests: schema::scenario() }
}

fn pretty(schema: &serde_json::Value) -> String {
    format!("{schema:#}\n")
}
