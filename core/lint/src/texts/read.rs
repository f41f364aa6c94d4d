//! Compares each sentence of a text with its steps: amount, resource, trigger.

use std::collections::BTreeSet;

use super::clauses::{Said, Sentence};
use super::effects::{Effect, cost, effects, is_open};
use super::{Check, Text};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::game as code;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Kind, Node};

/// Steps that a sentence may describe: an ability, or an attribute with steps.
pub(super) struct Deed<'n> {
    /// Its trigger, and the place of the trigger.
    when: Option<(&'n str, Span)>,
    effects: Vec<Effect<'n>>,
    is_open: bool,
    /// Whether it happens only on a condition.
    has_condition: bool,
}

impl<'n> Deed<'n> {
    /// What a printed cost takes.
    pub fn price(node: &'n Node) -> Self {
        let mut all = vec![];
        cost(node, &mut all);
        let is_open = node.as_map().is_none_or(|map| map.entries.len() != all.len());
        Self { when: None, effects: all, is_open, has_condition: false }
    }
}

/// Collects the deeds of an attribute with steps, an ability, or a list of abilities.
pub(super) fn deeds<'n>(node: &'n Node, found: &mut Vec<Deed<'n>>) {
    let is_ability = |node: &Node| {
        let map = node.as_map();
        map.is_some_and(|map| ["when", "modify", "offer"].iter().any(|key| map.get(key).is_some()))
    };
    match &node.kind {
        Kind::Seq(items) if items.iter().any(is_ability) => {
            items.iter().for_each(|item| deeds(item, found));
        }
        Kind::Map(map) if !is_ability(node) && map.get("do").is_none() => {
            map.entries.iter().for_each(|entry| deeds(&entry.value, found));
        }
        _ => {
            let when = node.as_map().and_then(|map| map.get("when"));
            let when = when.and_then(|when| Some((when.as_text()?, when.span)));
            let mut all = vec![];
            effects(node, &mut all);
            let has_condition = node.as_map().is_some_and(|map| map.get("if").is_some());
            found.push(Deed { when, effects: all, is_open: is_open(node), has_condition });
        }
    }
}

impl Check<'_> {
    /// Checks the sentences of a text. `unmentioned` holds what was already reported for its
    /// amount.
    pub(super) fn read(
        &self,
        text: &Text,
        (deeds, prices): (&[Deed], &[Deed]),
        known: Option<&BTreeSet<i64>>,
        unmentioned: &BTreeSet<&str>,
        diags: &mut Vec<Diagnostic>,
    ) {
        for sentence in self.language.sentences(text.text) {
            let mut meant = self.belonging(&sentence, deeds);
            if sentence.is_price {
                meant.extend(prices);
            }
            if meant.is_empty() {
                // Even with another trigger, it describes the only steps there are.
                match (self.trigger(text, &sentence, deeds, diags), deeds) {
                    (true, [only]) => meant.push(only),
                    _ => continue,
                }
            }
            if meant.iter().any(|deed| deed.is_open) {
                continue;
            }
            let effects: Vec<Effect> =
                meant.iter().flat_map(|deed| deed.effects.iter().copied()).collect();
            for said in &sentence.amounts {
                // A number that the rules do not have at all is reported elsewhere.
                if said.number == 1 || known.is_none_or(|known| known.contains(&said.number)) {
                    self.amount(text, said, &effects, unmentioned, diags);
                }
            }
        }
    }

    /// The steps a sentence belongs to: those with its trigger, or all if it has none.
    fn belonging<'d, 'n>(&self, sentence: &Sentence, deeds: &'d [Deed<'n>]) -> Vec<&'d Deed<'n>> {
        let waits = deeds.iter().any(|deed| deed.when.is_some());
        let may_be_condition = sentence.is_if && deeds.iter().any(|deed| deed.has_condition);
        let trigger = sentence.trigger.as_ref().filter(|_| waits && !may_be_condition);
        let Some(trigger) = trigger else {
            return deeds.iter().collect();
        };
        let is_meant = |deed: &&Deed| {
            let may_be = |when| self.happens.may_describe(self.language, &self.data, trigger, when);
            deed.when.is_some_and(|(when, _)| may_be(when))
        };
        deeds.iter().filter(is_meant).collect()
    }

    /// Reports a trigger whose words describe something else that can happen; returns whether they
    /// do.
    fn trigger(
        &self,
        text: &Text,
        sentence: &Sentence,
        deeds: &[Deed],
        diags: &mut Vec<Diagnostic>,
    ) -> bool {
        let Some(trigger) = &sentence.trigger else { return false };
        let all: Vec<(&str, Span)> = deeds.iter().filter_map(|deed| deed.when).collect();
        let other =
            |(when, _): &(&str, Span)| self.happens.other(self.language, &self.data, trigger, when);
        // All of them must be something else.
        let others: Option<Vec<String>> = all.iter().map(other).collect();
        let first = others.and_then(|others| others.into_iter().next());
        let Some((other, (when, span))) = first.zip(all.first().copied()) else {
            return false;
        };
        let said = trigger.join(" ");
        let message = format!(
            "the text of `{}` mentions `{other}`, but its rules wait for `{when}`",
            text.id
        );
        diags.push(
            Diagnostic::warning(code::TRIGGER_SAID, message, text.span, format!("says \"{said}\""))
                .and(span, "waits for something else")
                .help(match other.starts_with("gained ") {
                    true => format!("correct the text, or wait for `{other}`"),
                    false => format!("correct the text, or wait for what `{other}` announces"),
                }),
        );
        true
    }

    fn amount(
        &self,
        text: &Text,
        said: &Said,
        effects: &[Effect],
        unmentioned: &BTreeSet<&str>,
        diags: &mut Vec<Diagnostic>,
    ) {
        let (things, is_exact) = self.counted(&said.words);
        let of_them = |effect: &&Effect| effect.what.is_some_and(|what| things.contains(what));
        let found: Vec<&Effect> = effects.iter().filter(of_them).collect();
        let certain = is_exact && said.way.is_some() && things.len() == 1;
        if found.is_empty() && !(certain && effects.iter().any(|it| it.what.is_some())) {
            return;
        }
        let agrees = |way| way == said.way || said.way.is_none();
        let fitting: Vec<&Effect> = found
            .iter()
            .copied()
            .filter(|effect| effect.way.is_none() || agrees(effect.way))
            .collect();
        if fitting.is_empty() && !certain {
            return;
        }
        // A text may give the sum of several amounts.
        let sum: i64 = fitting.iter().filter_map(|effect| effect.amount).sum();
        let is_said = |effect: &&Effect| effect.amount.is_none_or(|it| it == said.number);
        let reported =
            found.iter().any(|it| it.what.is_some_and(|what| unmentioned.contains(what)));
        if reported || sum == said.number && sum > 0 || fitting.iter().any(is_said) {
            return;
        }
        let Some(what) = things.first() else { return };
        let number = said.number;
        let message =
            format!("the text of `{}` says {number} `{what}`, but its steps do not", text.id);
        let label = format!("says {number} {}", said.words.join(" "));
        let mut diag = Diagnostic::warning(code::AMOUNT_SAID, message, text.span, label);
        if let Some(effect) = fitting.first().or(found.first()) {
            diag = diag.and(effect.span, "what the steps do");
        }
        diags.push(diag.help("correct the text or the steps"));
    }

    /// What the words after a number name, and whether they use the exact name.
    fn counted(&self, words: &[String]) -> (BTreeSet<&str>, bool) {
        for at in 0..words.len() {
            let here = words.get(at..).unwrap_or_default();
            let exact = |name: &str| self.language.begin_with(here, name);
            let is_exact = self.data.counted().filter(|(id, name)| {
                exact(name.text) || name.plural.is_some_and(exact) || exact(id)
            });
            let found: BTreeSet<&str> = is_exact.map(|(id, _)| id).collect();
            if !found.is_empty() {
                return (found, true);
            }
            let Some(word) = here.first().filter(|word| self.language.is_meaningful(word)) else {
                continue;
            };
            let like = self.data.counted().filter(|(id, name)| {
                let like = |name: &str| self.language.names(word, id, name);
                like(name.text) || name.plural.is_some_and(like)
            });
            let found: BTreeSet<&str> = like.map(|(id, _)| id).collect();
            if !found.is_empty() {
                return (found, false);
            }
        }
        (BTreeSet::new(), false)
    }
}
