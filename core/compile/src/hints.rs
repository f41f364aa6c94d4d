//! Hints for bots: what is worth something before the rules give points for it.

use boardwright_rules::def::HintDef;

use super::Lower;
use super::bounds::NAMES_MAX;
use super::names::Type;
use super::refs::named;
use super::scope::Scope;
use super::values::long_form;
use boardwright_language::raw;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::game;
use boardwright_syntax::yaml::{Kind, Node};

impl Lower<'_> {
    /// Lowers the hints.
    pub(super) fn fill_hints(&mut self, root: &Node) {
        for entry in self.section(root, "hints") {
            self.check_id(&entry.key, entry.key_span);
            let long = long_form(entry, "worth");
            let zero = [("worth", Kind::Int(0))];
            let Some(raw) = self.read_entry::<raw::Hint>(&long, &zero) else { continue };
            if self.too_many(self.def.hints.len(), NAMES_MAX, "hints", entry.key_span) {
                return;
            }
            let per = raw.for_one_point.unwrap_or(1);
            if per < 1 {
                let message = format!("`for_one_point` of the hint `{}` is {per}", entry.key);
                let label = "expected how much is worth one point: 1 or more";
                let help =
                    "something that costs points has a negative worth: `worth: \"-me.debt\"`";
                let diag = Diagnostic::error(game::HINT_PER, message, entry.key_span, label);
                self.diags.push(diag.help(help));
            }
            let worth = self.expr_in(&raw.worth, &Scope::seat(), Some(&Type::Number));
            let Some((worth, _)) = worth else { continue };
            let named = named(&entry.key, raw.name.as_deref(), raw.text.as_deref());
            self.def.hints.push(HintDef { named, worth, per: per.max(1) });
        }
    }
}
