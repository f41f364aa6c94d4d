//! `pack.yaml`: the name of a pack, its dependencies, and its options.

mod decode;
mod shape;

use semver::{Version, VersionReq};

pub use shape::ManifestShape;

use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::Node;

/// Fewest players a game can have.
pub const PLAYERS_MIN: u8 = 1;
/// Most players a game can have.
pub const PLAYERS_MAX: u8 = 8;

/// Keys a manifest may have. Layering reads `patch` and `remove`.
pub fn keys() -> Vec<&'static str> {
    boardwright_language::raw::keys_of::<ManifestShape>()
}

/// A value with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// The place.
    pub span: Span,
}

/// The contents of `pack.yaml`.
#[derive(Clone, PartialEq, Debug)]
pub struct Manifest {
    /// Id of the pack: the name of its folder.
    pub id: Spanned<String>,
    /// The title players see.
    pub title: Spanned<String>,
    /// Its version; 0.0.0 by default.
    pub version: Version,
    /// Versions of the engine it works with.
    pub engine: Option<Spanned<VersionReq>>,
    /// The number of players; a pack that extends another may leave it out.
    pub players: Option<Players>,
    /// Packs it builds on. A pack without any is a game of its own.
    pub extends: Vec<Extends>,
    /// Packs it cannot be used with.
    pub conflicts: Vec<Conflict>,
    /// Options to choose before a game starts, in source order.
    pub options: Vec<OptionDef>,
    /// The licence.
    pub licence: Option<String>,
    /// The credits.
    pub credits: Vec<String>,
    /// The language of its own text.
    pub language: String,
    /// A description.
    pub text: Option<String>,
    /// Advice for using it together with other packs.
    pub notices: Vec<Notice>,
}

/// A number of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Players {
    /// Fewest.
    pub min: u8,
    /// Most.
    pub max: u8,
    /// Its place.
    pub span: Span,
}

/// A pack that another one builds on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extends {
    /// Its id.
    pub id: String,
    /// Compatible versions; any by default.
    pub version: VersionReq,
    /// Its place.
    pub span: Span,
}

/// A pack that another one cannot be used with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// Its id.
    pub id: String,
    /// The reason.
    pub reason: Option<String>,
    /// Its place.
    pub span: Span,
}

/// An option to choose before a game starts.
#[derive(Clone, PartialEq, Debug)]
pub struct OptionDef {
    /// Its id.
    pub id: Spanned<String>,
    /// The title players see.
    pub title: String,
    /// Its value if nobody chooses: text, a whole number, or yes-or-no.
    pub default: Node,
    /// The possible values; empty for yes-or-no.
    pub values: Vec<Node>,
    /// What it does.
    pub text: Option<String>,
}

/// Advice that is shown when another pack is also used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// The other pack.
    pub with: Spanned<String>,
    /// The advice.
    pub text: String,
}

impl Manifest {
    /// Reads a manifest from its tree. `folder` is the name of its folder. Reports all problems;
    /// returns `None` only if there is not enough to go on.
    pub fn decode(node: &Node, folder: &str, diags: &mut Vec<Diagnostic>) -> Option<Manifest> {
        decode::manifest(node, folder, diags)
    }
}

/// The version of the engine, to compare with `engine` in manifests.
pub fn engine_version() -> Version {
    Version::parse(env!("CARGO_PKG_VERSION")).unwrap_or(Version::new(0, 0, 0))
}

/// Whether a name is kebab-case: lower-case letters and digits, joined by single hyphens.
pub fn is_kebab(name: &str) -> bool {
    let good = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.split('-').all(good)
}

#[cfg(test)]
mod tests;
