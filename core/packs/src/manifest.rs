//! `pack.yaml`: what a pack is called, what it builds on, what it offers to choose.

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

/// Keys a manifest may have. `patch` and `remove` are read by the layering.
pub fn keys() -> Vec<&'static str> {
    boardwright_language::raw::keys_of::<ManifestShape>()
}

/// A value with the place it was written at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

/// What `pack.yaml` says.
#[derive(Clone, PartialEq, Debug)]
pub struct Manifest {
    /// Id of the pack: the name of its folder.
    pub id: Spanned<String>,
    /// What people call it.
    pub title: Spanned<String>,
    /// Its version; 0.0.0 when the manifest states none.
    pub version: Version,
    /// Versions of the engine it works with.
    pub engine: Option<Spanned<VersionReq>>,
    /// For how many players it is; a pack that extends another may leave it out.
    pub players: Option<Players>,
    /// Packs it builds on. A pack without any is a game of its own.
    pub extends: Vec<Extends>,
    /// Packs it cannot be used with.
    pub conflicts: Vec<Conflict>,
    /// What can be chosen before a game starts, in written order.
    pub options: Vec<OptionDef>,
    /// Terms it may be used under.
    pub licence: Option<String>,
    /// Whom to thank.
    pub credits: Vec<String>,
    /// Language its own text is written in.
    pub language: String,
    /// What it is about.
    pub text: Option<String>,
    /// Advice for using it together with other packs.
    pub notices: Vec<Notice>,
}

/// How many can play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Players {
    /// Fewest.
    pub min: u8,
    /// Most.
    pub max: u8,
    /// Where it stands.
    pub span: Span,
}

/// A pack that another one builds on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extends {
    /// Its id.
    pub id: String,
    /// Versions that will do; any when not stated.
    pub version: VersionReq,
    /// Where it stands.
    pub span: Span,
}

/// A pack that another one cannot be used with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// Its id.
    pub id: String,
    /// Why.
    pub reason: Option<String>,
    /// Where it stands.
    pub span: Span,
}

/// Something to choose before a game starts.
#[derive(Clone, PartialEq, Debug)]
pub struct OptionDef {
    /// Its id.
    pub id: Spanned<String>,
    /// What people call it.
    pub title: String,
    /// What it is when nobody chooses: text, a whole number, or yes-or-no.
    pub default: Node,
    /// What it can be; empty for yes-or-no.
    pub values: Vec<Node>,
    /// What it does.
    pub text: Option<String>,
}

/// Advice that is shown when another pack is used too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// The other pack.
    pub with: Spanned<String>,
    /// The advice.
    pub text: String,
}

impl Manifest {
    /// Reads a manifest from its tree. `folder` is the name of the folder it lies in. Tells all
    /// problems; `None` only when there is not enough to go on.
    pub fn decode(node: &Node, folder: &str, diags: &mut Vec<Diagnostic>) -> Option<Manifest> {
        decode::manifest(node, folder, diags)
    }
}

/// Version of the engine, as `engine` in a manifest is compared with.
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
