//! The verbs of steps: what each takes, with an example. The manual is printed from here.

mod ask;
mod counters;
mod flow;
mod parts;
mod score;
mod shape;

pub use shape::Step;

/// A verb: how a step with it is written.
#[derive(Clone, Copy, Debug)]
pub struct VerbShape {
    /// The verb.
    pub verb: &'static str,
    /// How it is written.
    pub shape: StepShape,
}

/// How a step is written.
#[derive(Clone, Copy, Debug)]
pub struct StepShape {
    /// What it does, in one or two sentences.
    pub about: &'static str,
    /// A step, or several, as YAML.
    pub example: &'static str,
    /// What may stand in place of a mapping, if something may.
    pub short: Option<&'static str>,
    /// Keys of its mapping.
    pub keys: &'static [KeyShape],
    /// What other keys of its mapping are, if there may be others.
    pub others: Option<&'static str>,
    /// Keys that stand beside the verb, besides the common ones.
    pub beside: &'static [KeyShape],
    /// What `as` binds, if it may stand there.
    pub gives: Option<&'static str>,
}

/// A key and what it takes.
#[derive(Clone, Copy, Debug)]
pub struct KeyShape {
    /// The key.
    pub key: &'static str,
    /// What stands there: `number`, `seat`, `set`, `steps`, `text` ...
    pub takes: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// Whether it must be there.
    pub needed: bool,
}

/// Keys that may stand beside every verb.
pub const COMMON: &[KeyShape] = &[
    may("if", "condition", "the step is left out unless it holds"),
    may("as", "name", "binds what the step gives"),
    may("key", "name", "names the step, for patches and for `offer`"),
    may("label", "text", "what people read"),
    may("source", "mapping", "where the rule is from"),
];

/// Every verb, in the order of the manual.
pub fn verbs() -> Vec<VerbShape> {
    [counters::VERBS, parts::VERBS, ask::VERBS, flow::VERBS, score::VERBS].concat()
}

/// How a verb is written.
pub fn verb(name: &str) -> Option<VerbShape> {
    let all = [counters::VERBS, parts::VERBS, ask::VERBS, flow::VERBS, score::VERBS];
    all.into_iter().flatten().find(|shape| shape.verb == name).copied()
}

const fn may(key: &'static str, takes: &'static str, about: &'static str) -> KeyShape {
    KeyShape { key, takes, about, needed: false }
}

const fn need(key: &'static str, takes: &'static str, about: &'static str) -> KeyShape {
    KeyShape { key, takes, about, needed: true }
}

/// A verb with nothing but its text and example; the rest is filled in with struct update.
const fn plain(about: &'static str, example: &'static str) -> StepShape {
    StepShape { about, example, short: None, keys: &[], others: None, beside: &[], gives: None }
}
