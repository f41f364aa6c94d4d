//! Scenarios: what a pack's rules promise, as a short game. Content, not code: they are in the
//! pack's `tests/*.yaml`.
//!
//! A scenario is strict. A choice that is not offered, or made by the wrong seat, fails it. What
//! would follow after the last step does not matter.

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

/// The maximum number of decisions `until` may pass.
pub const DECISIONS_MAX: usize = 10_000;
/// The maximum number of scenarios in one file.
pub const SCENARIOS_MAX: usize = 1_000;
/// The maximum number of games `any option` may branch into.
pub const GAMES_MAX: usize = 200;

/// Stands for each option in turn.
pub const ANY: &str = "any option";

/// A scenario as written.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What it promises; its name.
    pub name: String,
    /// The pack it belongs to.
    pub pack: String,
    /// Where the name is written.
    pub span: Span,
    /// The number of players; by default the smallest allowed number from two up.
    pub players: Option<u8>,
    /// The seed.
    pub seed: u64,
    /// Where the number of players is written.
    pub players_span: Option<Span>,
    /// Options as typed by the author.
    pub options: Vec<TypedOption>,
    /// Whether choices with a single option are made without being scripted.
    pub auto: bool,
    /// Choices from the start of the game.
    pub after: Vec<Made>,
    /// The menu or question at which the scenario begins.
    pub until: Option<(String, Span)>,
    /// How the table is changed at that point.
    pub given: Option<Node>,
    /// Steps that are rehearsed instead of playing on.
    pub rehearsal: Option<Rehearsal>,
    /// The actions and checks.
    pub steps: Vec<ScenarioStep>,
}

/// An option and its value, as typed.
#[derive(Clone, Debug)]
pub struct TypedOption {
    /// The option.
    pub id: String,
    /// Where it is written.
    pub id_span: Span,
    /// The value.
    pub text: String,
    /// Where the value is written.
    pub text_span: Span,
}

/// A choice as written.
#[derive(Clone, Debug)]
pub struct Made {
    /// Who chooses; anybody if left out.
    pub seat: Option<String>,
    /// Where the seat is written.
    pub seat_span: Span,
    /// The canonical text.
    pub text: String,
    /// Where it is written.
    pub span: Span,
}

/// What is rehearsed.
#[derive(Clone, Debug)]
pub enum Rehearsal {
    /// Steps.
    Steps {
        /// Who acts.
        seat: String,
        /// Where the seat is written.
        seat_span: Span,
        /// The steps.
        steps: Node,
    },
    /// The `scoring` of the game.
    Scoring(Span),
}

/// One step of a scenario.
#[derive(Clone, Debug)]
pub enum ScenarioStep {
    /// A choice.
    Choose(Made),
    /// Each option in turn: what follows must hold after every one of them.
    Any(Made),
    /// A choice that must not be offered, and what the reason must contain.
    Refused(Made, String, Span),
    /// Exactly these options, in any order.
    Offered(Vec<(String, Span)>, Span),
    /// At least these options.
    Offers(Vec<(String, Span)>),
    /// None of these options.
    NotOffered(Vec<(String, Span)>),
    /// Whose decision it is.
    Asks(String, Span),
    /// What the question must contain.
    Question(String, Span),
    /// Expectations that must hold.
    Expect(Vec<Expectation>),
    /// Points by seat.
    Score(Vec<Points>),
}

/// How many points a seat must have.
#[derive(Clone, Debug)]
pub struct Points {
    /// The seat.
    pub seat: String,
    /// Where it is written.
    pub seat_span: Span,
    /// The line of the score sheet, and where it is written; by default the total.
    pub line: Option<(String, Span)>,
    /// The number of points.
    pub points: i64,
    /// Where the number is written.
    pub span: Span,
}

/// Something that must hold.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The expression.
    pub key: String,
    /// Where it is written.
    pub key_span: Span,
    /// The expected value.
    pub wanted: Node,
    /// Its number in the scenario.
    pub idx: usize,
}

/// The result of a scenario.
#[derive(Clone, Debug)]
pub struct ScenarioReport {
    /// Its name.
    pub name: String,
    /// The pack it belongs to.
    pub pack: String,
    /// Whether everything held.
    pub passed: bool,
    /// What did not hold, with its place.
    pub diags: Vec<Diagnostic>,
    /// What happened, in words.
    pub log: Vec<String>,
    /// What scripts printed, with file and line.
    pub printed: Vec<String>,
}

/// Reads all scenarios of all packs, in the order of packs and files, with the problems found.
pub fn scenarios(loaded: &Loaded) -> (Vec<Scenario>, Vec<Diagnostic>) {
    read::all(loaded)
}

/// The keys of a scenario, and those of its steps.
#[cfg(test)]
pub(crate) fn keys() -> (&'static [&'static str], Vec<&'static str>) {
    (&read::KEYS, read::step_keys().collect())
}

/// Runs a scenario with the packs of a game. The number of players and the options come from the
/// scenario, not from the game.
pub fn run(game: &Game, scenario: &Scenario) -> ScenarioReport {
    run_covered(game, scenario, None)
}

/// Runs a scenario and adds what it reached to a coverage of this game.
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
            ScenarioStep::Expect(all) => all.as_slice(),
            _ => &[],
        })
    }
}
