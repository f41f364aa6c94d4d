//! Stands in for `boardwright_pack::emit` until it is there: same names, less to say.
//!
//! To be removed: use `boardwright_pack::emit` in `cmd/docs.rs` and `cmd/schema.rs` instead.

use boardwright_pack::layer::Loaded;

/// A generated file.
pub struct Generated {
    /// Its path from the root of the project.
    pub path: &'static str,
    /// Its text.
    pub text: String,
}

/// Every generated file.
pub fn all() -> Vec<Generated> {
    vec![]
}

/// The rules of the packs that were loaded, as Markdown.
pub fn pack_docs(loaded: &Loaded) -> String {
    let title = loaded.order.last().map_or("", |info| &info.manifest.title.value);
    format!("# {title}\n")
}
