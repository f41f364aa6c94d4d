//! Scenarios: what the rules of a pack promise, told as a short game. Content, not code: they
//! stand in `tests/*.yaml` of a pack.
//!
//! A scenario is strict. A choice that is not offered, or made by the wrong seat, fails it; what
//! nobody scripted after the last step does not matter.

mod expect;
mod given;
mod heard;
mod hollow;
mod piece;
mod play;
mod positions;
mod read;
mod record;
#[cfg(test)]
mod tests;

pub(crate) use expect::Now;
pub use record::record;

pub(crate) use read::{unknown, words, wrong};

use crate::coverage::Coverage;
use crate::game::Game;
use boardwright_packs::layer::Loaded;
use boardwright_syntax::diag::{Diagnostic, Level};
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::Node;

/// How many decisions `until` may pass.
pub const DECISIONS_MAX: usize = 10_000;
/// How many scenarios one file may hold.
pub const SCENARIOS_MAX: usize = 1_000;
/// In how many games `any option` may end.
pub const GAMES_MAX: usize = 200;

/// Stands for each option in turn.
pub const ANY: &str = "any option";

/// A scenario as it is written.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What it promises.
    pub name: String,
    /// The pack it belongs to.
    pub pack: String,
    /// Where its name stands.
    pub span: Span,
    /// How many people play; the smallest number from two on if it is not said.
    pub players: Option<u8>,
    /// The seed.
    pub seed: u64,
    /// Where that is said.
    pub players_span: Option<Span>,
    /// Options as typed.
    pub options: Vec<TypedOption>,
    /// Whether choices with one option are made without being scripted.
    pub auto: bool,
    /// Choices from the start on.
    pub after: Vec<Made>,
    /// The menu or question at which the scenario begins.
    pub until: Option<(String, Span)>,
    /// How the table is changed then.
    pub given: Option<Node>,
    /// Steps that are rehearsed instead of the running game.
    pub rehearsal: Option<Rehearsal>,
    /// What is done and looked at.
    pub steps: Vec<Step>,
}

/// An option and what it is set to, as typed.
#[derive(Clone, Debug)]
pub struct TypedOption {
    /// The option.
    pub id: String,
    /// Where it stands.
    pub id_span: Span,
    /// What it is set to.
    pub text: String,
    /// Where that stands.
    pub text_span: Span,
}

/// A choice as it is written.
#[derive(Clone, Debug)]
pub struct Made {
    /// Who chooses; anybody if it is not said.
    pub seat: Option<String>,
    /// Where that is said.
    pub seat_span: Span,
    /// The canonical text.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// What is rehearsed.
#[derive(Clone, Debug)]
pub enum Rehearsal {
    /// Steps.
    Steps {
        /// Who acts.
        seat: String,
        /// Where that stands.
        seat_span: Span,
        /// The steps.
        steps: Node,
    },
    /// The `scoring` of the game.
    Scoring(Span),
}

/// One step of a scenario.
#[derive(Clone, Debug)]
pub enum Step {
    /// A choice.
    Choose(Made),
    /// Each option in turn: what follows must hold after every one of them.
    Any(Made),
    /// A choice that must not be offered, and what its reason must contain.
    Refused(Made, String, Span),
    /// Exactly these options, in any order.
    Offered(Vec<(String, Span)>, Span),
    /// These options among others.
    Offers(Vec<(String, Span)>),
    /// None of these options.
    NotOffered(Vec<(String, Span)>),
    /// Whose decision it is.
    Asks(String, Span),
    /// What the question must contain.
    Question(String, Span),
    /// What must hold.
    Expect(Vec<Expectation>),
    /// Points by seat.
    Score(Vec<Points>),
}

/// How many points a seat must have.
#[derive(Clone, Debug)]
pub struct Points {
    /// The seat.
    pub seat: String,
    /// Where it stands.
    pub seat_span: Span,
    /// The line of the score sheet, and where it stands; the total if it is not said.
    pub line: Option<(String, Span)>,
    /// How many.
    pub points: i64,
    /// Where that stands.
    pub span: Span,
}

/// Something that must hold.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The expression.
    pub key: String,
    /// Where it stands.
    pub key_span: Span,
    /// What it must come to.
    pub wanted: Node,
    /// Its number in the scenario.
    pub idx: usize,
}

/// How a scenario went.
#[derive(Clone, Debug)]
pub struct ScenarioReport {
    /// Its name.
    pub name: String,
    /// The pack it belongs to.
    pub pack: String,
    /// Whether everything held.
    pub passed: bool,
    /// What did not, with its place.
    pub diags: Vec<Diagnostic>,
    /// What happened, in words.
    pub log: Vec<String>,
    /// What scripts printed, with file and line.
    pub printed: Vec<String>,
}

/// All scenarios of all packs, in the order of packs and files, and what is wrong with them.
pub fn scenarios(loaded: &Loaded) -> (Vec<Scenario>, Vec<Diagnostic>) {
    read::all(loaded)
}

/// The keys of a scenario, and those of its steps.
#[cfg(test)]
pub(crate) fn keys() -> (&'static [&'static str], Vec<&'static str>) {
    (&read::KEYS, read::step_keys().collect())
}

/// Runs a scenario with the packs of a game. For how many players and with which options the game
/// was opened does not matter: the scenario says it.
pub fn run(game: &Game, scenario: &Scenario) -> ScenarioReport {
    run_covered(game, scenario, None)
}

/// The same, and it is told to a coverage of this game what was reached.
pub fn run_covered(
    game: &Game,
    scenario: &Scenario,
    coverage: Option<&mut Coverage>,
) -> ScenarioReport {
    boardwright_syntax::diag::rest();
    let play::Told { diags, log, printed } = play::play(game, scenario, coverage);
    let passed = diags.iter().all(|diag| diag.level != Level::Error);
    let (name, pack) = (scenario.name.clone(), scenario.pack.clone());
    ScenarioReport { name, pack, passed, diags, log, printed }
}

impl Scenario {
    /// Everything that must hold, in order.
    fn expectations(&self) -> impl Iterator<Item = &Expectation> {
        self.steps.iter().flat_map(|step| match step {
            Step::Expect(all) => all.as_slice(),
            _ => &[],
        })
    }
}
