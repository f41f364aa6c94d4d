//! Rules of the game: abilities that each seat has, without a piece.

use super::Bearer;
use crate::Lower;
use crate::plan::FillPlan;
use crate::refs::named;
use boardwright_language::raw::{self, Ability, Rule};
use boardwright_language::shape::Decode;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::shape;
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

/// Keys allowed on both a rule and its ability.
const BOTH: [&str; 2] = ["source", "note"];

impl Lower<'_> {
    /// Gives the abilities of rules their ids.
    pub(crate) fn rule_heads(&mut self, root: &Node, plan: &mut FillPlan) {
        for entry in self.section(root, "rules") {
            let (key, span) = (&entry.key, entry.key_span);
            self.check_id(key, span);
            let rule = self.decode_node(&entry.value, |node, cx| {
                cx.under(key, span, |cx| Rule::decode(node, cx))
            });
            if let Some(rule) = rule {
                self.rule_head(entry, &rule, plan);
            }
        }
    }

    fn rule_head(&mut self, entry: &Entry, rule: &Rule, plan: &mut FillPlan) {
        let Some(map) = entry.value.as_map() else { return };
        let keys = raw::keys_of::<Ability>();
        let of_ability = |it: &&Entry| keys.contains(&it.key.as_str());
        let own: Vec<Entry> = map.entries.iter().filter(of_ability).cloned().collect();
        let single;
        let abilities = match &rule.abilities {
            None => {
                let kind = Kind::Map(Map { entries: own });
                single = [Node { span: entry.value.span, kind }];
                &single[..]
            }
            Some(list) => {
                if let Some(extra) = own.iter().find(|it| !BOTH.contains(&it.key.as_str())) {
                    let message = format!("`{}` means nothing beside `abilities`", extra.key);
                    let code = shape::UNKNOWN_KEY;
                    let diag = Diagnostic::error(code, message, extra.key_span, "of which one?");
                    self.diags.push(diag.help("move it into one of the abilities"));
                }
                match list.as_seq() {
                    Some(items) => items,
                    None => return self.wrong_type(list, "`abilities`", "a list"),
                }
            }
        };
        let path = format!("rules.{}", entry.key);
        let named = named(&entry.key, rule.name.as_deref(), rule.text.as_deref());
        let (single, count) = (path.clone(), abilities.len());
        let bearer = Bearer { of: None, named, path: &path, single, count };
        for (at, node) in abilities.iter().enumerate() {
            self.ability_head(&bearer, node, (at, at), plan);
        }
    }
}
