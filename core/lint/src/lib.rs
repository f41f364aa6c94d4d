//! What most likely is not meant: things declared and never used, texts that do not agree with the
//! rules.
//!
//! Looks at the finished definition, so that what counts is what the steps really do. Scripts can
//! do anything by name; in a game that has some, what they might use is not reported.

pub mod agree;
mod circles;
mod copies;
#[cfg(test)]
mod tests;
mod uses;

use boardwright_rules::def::Def;

use boardwright_compile::names::Names;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::yaml::Node;

/// Adds all warnings about a game.
pub fn all(root: &Node, def: &Def, names: &Names, diags: &mut Vec<Diagnostic>) {
    copies::check(root, diags);
    circles::check(def, names, diags);
    // Where something is wrong, code is missing, and nothing can be said about what is not used.
    if diags.iter().any(|diag| diag.level == boardwright_syntax::diag::Level::Error) {
        return;
    }
    uses::check(def, names, diags);
}
