//! The rewriting rules, in order. Each one examines the places that the walk has found.

mod commit;
mod condition;
mod paths;
mod who;
mod words;

use super::edit::{Edit, EditGroup};
use super::page::Page;
use super::place::Place;
use super::walk::{Found, Site};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Map};

pub(super) use paths::paths;

/// A rule: its name and its function.
#[derive(Clone, Copy)]
pub struct Rule {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
    pub(super) look: fn(&Page, &Site, &mut Findings),
}

/// All rules, in the order in which they are applied.
pub const RULES: &[Rule] = &[
    Rule {
        name: "return",
        about: "The verb `give` becomes `return`; `gives` and `needs` become `returns` and `params`.",
        look: words::returns,
    },
    Rule {
        name: "reason",
        about: "Why something is refused is always `reason`, not `unless` or `label`.",
        look: words::reason,
    },
    Rule {
        name: "owner",
        about: "The verbs `own`, `control` and `use` become `set_owner`, `set_controller` and `trigger`.",
        look: words::owner,
    },
    Rule {
        name: "commit",
        about: "`begin: turn` no longer makes choices final; the step `commit` after it does.",
        look: commit::commit,
    },
    Rule {
        name: "perform",
        about: "Printed steps are run with `perform`; `call` is for procedures.",
        look: words::perform,
    },
    Rule {
        name: "if",
        about: "The step `when: ...` with `do` and `else` becomes `if: ...` with `do` and `else`.",
        look: condition::condition,
    },
    Rule {
        name: "when",
        about: "The event of an ability stands under `when`, not `on`.",
        look: words::when,
    },
    Rule {
        name: "as_seat",
        about: "`each: { seat: ... }`, where every seat becomes `me`, is `each: { as_seat: ... }`.",
        look: words::as_seat,
    },
    Rule {
        name: "per",
        about: "`per` is a period; holders are `held_by`, rates `rate`, and hints have `for_one_point`.",
        look: words::per,
    },
    Rule {
        name: "who",
        about: "Whose it is stands beside the verb as `who`, not among the resources.",
        look: who::who,
    },
    Rule {
        name: "then",
        about: "Checks beside a choice look after it, and say so: `expect` becomes `then_expect`.",
        look: words::then,
    },
    super::held::RULE,
    super::ids::RULE,
];

/// The findings of a rule in a text.
#[derive(Default)]
pub(crate) struct Findings {
    pub changes: Vec<EditGroup>,
    pub left: Vec<Remark>,
}

/// A place that a person has to rewrite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Remark {
    pub at: usize,
    pub message: String,
    pub help: String,
}

impl Findings {
    /// Adds a change.
    pub(super) fn change(&mut self, edits: Vec<Edit>) {
        self.changes.push(EditGroup::new(edits));
    }

    /// Adds a place that a person has to rewrite.
    pub(super) fn leave(&mut self, at: Span, message: impl Into<String>, help: impl Into<String>) {
        let (message, help) = (message.into(), help.into());
        self.left.push(Remark { at: at.start as usize, message, help });
    }

    /// Renames a key, unless the mapping already has the new name.
    pub(super) fn rename(&mut self, map: &Map, old: &str, new: &str) {
        let Some(entry) = map.entry(old) else { return };
        match map.entry(new) {
            Some(_) => self.leave(
                entry.key_span,
                format!("`{old}` should become `{new}`, but there is a `{new}` beside it"),
                format!("keep one of them, as `{new}`"),
            ),
            None => self.change(vec![Page::rename(entry, new)]),
        }
    }
}

/// The findings of one rule.
pub(super) fn look(rule: &Rule, page: &Page, found: &Found) -> Findings {
    let mut findings = Findings::default();
    for site in &found.sites {
        (rule.look)(page, site, &mut findings);
    }
    findings
}

/// The mapping of a step.
fn step<'n>(site: &Site<'n>) -> Option<&'n Map> {
    (site.place == Place::Step).then(|| site.node.as_map()).flatten()
}

/// The first of some keys that a mapping has.
fn one_of<'n>(map: &'n Map, keys: &[&str]) -> Option<&'n Entry> {
    map.entries.iter().find(|entry| keys.contains(&entry.key.as_str()))
}
