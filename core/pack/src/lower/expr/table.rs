//! Tables by number of players: `{ 2: 6, 3: 7, _: 8 }`.

use crate::diag::Diagnostic;
use crate::diag::codes::step as code;
use crate::lower::Lower;
use crate::yaml::{Map, Node};

impl Lower<'_> {
    /// The node itself, or the row of a table for the players of this table.
    pub(crate) fn for_players<'n>(&mut self, node: &'n Node) -> Option<&'n Node> {
        let Some(map) = node.as_map() else { return Some(node) };
        if !is_table(map) {
            return Some(node);
        }
        let row = map.get(&self.players.to_string()).or_else(|| map.get("_"));
        if row.is_none() {
            let message = format!("no value for {} players", self.players);
            let label = format!("expected a row `{}` or `_`", self.players);
            let diag = Diagnostic::error(code::PLAYERS, message, node.span, label);
            self.diags.push(diag.help("add it, or a row `_` for all other numbers of players"));
        }
        row
    }
}

/// Whether all keys are numbers of players.
pub(crate) fn is_table(map: &Map) -> bool {
    let is_number = |key: &str| !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit());
    !map.entries.is_empty()
        && map.entries.iter().all(|entry| is_number(&entry.key) || entry.key == "_")
}
