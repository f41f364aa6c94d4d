//! Matches the words of an option: its canonical text, or what `play` shows.

use std::collections::BTreeSet;

use boardwright_rules::machine::Request;
use boardwright_text::InWords;

use super::{Play, is_it};
use crate::scenario::Made;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::scenario as codes;
use boardwright_syntax::source::Span;

/// Words that belong to no pack: they join names, or are the engine's own answers.
const JOINTS: [&str; 12] =
    ["yes", "no", "none", "done", "nothing", "pay", "of", "at", "from", "and", "p", ""];

/// The options that a text fits.
pub(super) enum Fit {
    /// This one.
    One(usize),
    /// These, in a form that tells them apart.
    Several(Vec<String>),
    /// None that is offered.
    Nothing,
}

impl Play<'_> {
    /// The options that a text fits. Canonical texts come first, then the names people use, also in
    /// the form `play` uses for options with equal names: `Boat [boat #2]`.
    pub(super) fn fit(&self, typed: &str) -> Fit {
        let typed = typed.trim();
        let texts = self.table.texts();
        if let Some(at) = texts.iter().position(|text| text == typed) {
            return Fit::One(at);
        }
        let mut called = vec![];
        for (at, text) in texts.iter().enumerate() {
            let Some(named) = self.table.describe(at) else { continue };
            let both = format!("{} [{text}]", named.name);
            if both == typed {
                return Fit::One(at);
            }
            if !named.name.is_empty() && named.name == typed {
                called.push((at, both));
            }
        }
        match called.as_slice() {
            [] => Fit::Nothing,
            [(one, _)] => Fit::One(*one),
            _ => Fit::Several(called.into_iter().map(|(_, both)| both).collect()),
        }
    }

    /// The option that a text means, if there is one. Ambiguous words are reported.
    pub(super) fn meant(&mut self, text: &str, span: Span) -> Result<Option<usize>, ()> {
        match self.fit(text) {
            Fit::One(at) => Ok(Some(at)),
            Fit::Nothing => Ok(None),
            Fit::Several(all) => {
                let message = format!("`{text}` fits several options");
                let label = format!("{} have this name", all.len());
                let diag = Diagnostic::error(codes::SEVERAL, message, span, label);
                let diag = self.explain(diag, &[]);
                let listed: Vec<String> = all.iter().map(|it| format!("`{it}`")).collect();
                self.diags.push(diag.help(format!("write one of {}", listed.join(", "))));
                Err(())
            }
        }
    }

    /// Whether a choice is the only option now, made by the deciding seat.
    pub(super) fn is_only(&self, made: &Made) -> bool {
        let asked = self.table.asked().map(|(seat, _)| self.seat_id(seat));
        let fits = made.seat.as_deref().is_none_or(|seat| asked == Some(seat));
        fits && matches!(self.fit(&made.text), Fit::One(_))
    }

    /// Reports a text that can never be an answer: checking that it is not offered would prove
    /// nothing.
    pub(super) fn no_answer(&mut self, text: &str, span: Span) -> bool {
        let is_open = matches!(self.table.asked(), Some((_, Request::Script(_))) | None);
        if is_open || self.is_of_this_game(text) || self.left_out().iter().any(|it| is_it(it, text))
        {
            return false;
        }
        let message = format!("`{text}` is nothing that could be offered");
        let diag = Diagnostic::error(codes::NO_ANSWER, message, span, "not known");
        let diag = self.explain(diag, &[]);
        let texts = self.table.texts();
        let ids = self.ids();
        let known = texts.iter().map(String::as_str).chain(ids.iter().copied());
        let diag = match boardwright_syntax::diag::similar(text, known) {
            Some(near) => diag.help(format!("a similar name exists: `{near}`")),
            None => diag.help("write the id of an option or a thing: this would hold of any word"),
        };
        self.diags.push(diag);
        true
    }

    /// Whether all words of a text are ids of this game, or the whole text is somebody's or
    /// something's name.
    fn is_of_this_game(&self, text: &str) -> bool {
        let ids = self.ids();
        let text = text.trim();
        if ids.contains(text) {
            return true;
        }
        let mut words = text.split(is_between);
        words.all(|word| {
            let is_plain = JOINTS.contains(&word) || word.parse::<i64>().is_ok();
            is_plain || ids.contains(word) || self.is_written(word)
        })
    }

    /// Whether the rules of some pack contain a word: one that a variant removed is still a name.
    fn is_written(&self, word: &str) -> bool {
        let files = self.sources.ids().map(|id| self.sources.file(id));
        let mut rules = files.filter(|file| !file.path.contains("/tests/"));
        rules.any(|file| file.text.split(is_between).any(|it| it == word))
    }

    /// Ids and names of everything that can be an answer.
    fn ids(&self) -> BTreeSet<&str> {
        let (def, names) = (self.def, self.names);
        let spaces = def.spaces.iter().map(|space| &space.named);
        let named = def.seat_names.iter().chain(spaces);
        let named = named.chain(def.entries.iter().map(|entry| &entry.named));
        let named = named.chain(def.counters.iter().map(|counter| &counter.named));
        let named = named.chain(def.zones.iter().map(|zone| &zone.named));
        let named = named.chain(def.abilities.iter().map(|ability| &ability.named));
        let named = named.chain(def.procs.iter().map(|proc| &proc.named));
        let branches = def.menus.iter().flat_map(|menu| &menu.branches);
        let words = names.words.iter().flatten().map(String::as_str);
        let ids = named.flat_map(|it| [it.id.as_str(), it.name.as_str()]);
        let ids = ids.chain(branches.flat_map(|it| [it.label.as_str(), it.name.as_str()]));
        ids.chain(words).filter(|id| !id.is_empty()).collect()
    }
}

/// Whether a character separates words.
fn is_between(c: char) -> bool {
    !(c.is_alphanumeric() || c == '_')
}
