//! Warnings about likely mistakes: unused declarations, and texts that disagree with the rules.
//!
//! Checks the finished definition, so that the real effect of the steps counts. Scripts can use
//! anything by name; in a game with scripts, anything they might use is not reported.

mod circles;
mod copies;
#[cfg(test)]
mod tests;
mod texts;
mod uses;

use boardwright_rules::def::Def;

use boardwright_compile::names::Names;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::yaml::Node;

pub use texts::check as texts;

/// Adds the warnings about the rules of a game, resolved for one table. Those about its texts do not
/// depend on the table: see [`texts`](texts()).
pub fn rules(root: &Node, def: &Def, names: &Names, diags: &mut Vec<Diagnostic>) {
    copies::check(root, diags);
    circles::check(def, names, diags);
    // After an error, code is missing, and unused content cannot be determined.
    if diags.iter().any(|diag| diag.level == boardwright_syntax::diag::Level::Error) {
        return;
    }
    uses::check(def, names, diags);
}
