//! Lowers the layered tree to a [`Def`] for one table: names become ids, steps become code.
//!
//! There are two passes. `declare` gives every name its id and builds everything that needs no
//! expression; `fill` lowers expressions, steps and costs. Diagnostics are collected; the first
//! error does not stop the pass.

mod abilities;
mod ambiguous;
mod attributes;
mod automa;
mod bounds;
mod cost;
mod counters;
mod default_texts;
mod events;
pub mod expr;
pub mod fill;
mod flow;
mod grid;
mod hints;
mod kinds;
pub mod listing;
mod named_sets;
pub mod names;
mod note;
mod panels;
mod presence;
pub(crate) mod printed;
mod prints;
mod refs;
pub(crate) mod resource;
pub mod scope;
mod spaces;
mod step;
#[cfg(test)]
mod step_tests;
mod tables;
#[cfg(test)]
mod tests;
mod tracks;
mod types;
mod values;
pub mod words;
mod zones;

use std::collections::BTreeMap;

use boardwright_rules::def::Def;
use boardwright_rules::def::code::Op;
use boardwright_rules::def::part::Named;
use serde::{Deserialize, Serialize};

use boardwright_language::raw::by_table::SEATS_MAX;
use boardwright_language::script_text::Texts;
use boardwright_syntax::diag::codes::game;
use boardwright_syntax::diag::{Diagnostic, Level};
use boardwright_syntax::source::{Sources, Span};
use boardwright_syntax::yaml::Node;
use fill::FillPlan;
use names::Names;

pub use flow::GAME;
pub use tables::pick;

pub use bounds::{CELLS_MAX, PIECES_MAX, SPACES_MAX, VALUES_MAX};

/// The setting of a pack's option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// On or off.
    Flag(bool),
    /// A number.
    Number(i32),
    /// One of the words the option lists.
    Word(String),
}

/// The table a game is resolved for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TableSpec {
    /// The game's id and title.
    pub named: Named,
    /// The number of people who play.
    pub players: u8,
    /// The setting of every option.
    pub options: BTreeMap<String, OptionValue>,
    /// Turns off the check that values may be nil; randomly generated packs do not guard against
    /// it.
    pub careless: bool,
}

/// The state of both passes.
pub struct Lower<'a> {
    /// The source texts, for places.
    pub sources: &'a Sources,
    /// The number of people who play.
    pub players: u8,
    /// The settings of the options.
    pub options: BTreeMap<String, OptionValue>,
    /// The definition so far.
    pub def: Def,
    /// The meaning of names.
    pub names: Names,
    /// The diagnostics so far.
    pub diags: Vec<Diagnostic>,
    /// Whether printed costs are being lowered.
    in_cost: bool,
    /// What menus share.
    pub(crate) menus: step::Menus,
    /// The payment being lowered, if its caps may be per period.
    paying: Option<cost::Paying>,
    /// The gaps of steps returned by a script, while those are lowered.
    pub(crate) gaps: Option<step::Gaps>,
    /// The loops around the steps being lowered.
    rounds: Vec<presence::Round>,
    /// Whether values that may be nil are reported. Not in texts, which show what is missing, and
    /// not in tests, which fail.
    nil_is_told: bool,
    /// Bindings already reported as possibly nil, so that each is reported once.
    doubted: Vec<u16>,
}

/// The steps that scripts may return.
#[derive(Clone, Copy, Default)]
pub struct ScriptSteps<'a> {
    /// The texts of the scripts.
    pub texts: Option<&'a Texts>,
    /// The types of the values in their tables, by place, once the names of the game are known.
    pub types: Option<&'a ValueTypes<'a>>,
    /// What is wrong with them where the game itself has errors, so that both are told at once.
    pub problems: Option<&'a Problems<'a>>,
}

/// Looks at scripts with what there is of a game that has errors.
pub type Problems<'a> = dyn Fn(&Def, &Names) -> Vec<Diagnostic> + 'a;

/// Infers the types of the values in tables of scripts.
pub type ValueTypes<'a> = dyn Fn(&Def, &Names) -> BTreeMap<Span, names::Type> + 'a;

/// The number of values in a layered tree.
pub fn values_in(root: &Node) -> usize {
    tables::count(root)
}

/// Lowers the layered tree for one table.
///
/// Reports all problems it finds. It returns a definition if and only if none of them is an error.
pub fn lower(
    root: &Node,
    table: &TableSpec,
    sources: &Sources,
) -> (Option<Def>, Names, Vec<Diagnostic>) {
    lower_with(root, table, sources, &ScriptSteps::default(), &mut |_| {})
}

/// The same, with the steps that scripts return. Before the definition is finished, `more` may
/// check it and add the steps and expressions of a scenario.
pub fn lower_with(
    root: &Node,
    table: &TableSpec,
    sources: &Sources,
    scripts: &ScriptSteps,
    more: &mut dyn FnMut(&mut Lower),
) -> (Option<Def>, Names, Vec<Diagnostic>) {
    let mut lower = Lower::new(table, sources);
    let resolved = tables::resolve(root, lower.players, &lower.options, &mut lower.diags);
    let n_values = tables::count(&resolved);
    if n_values > VALUES_MAX {
        let message = format!("the game has {n_values} values, {VALUES_MAX} are allowed");
        let diag = Diagnostic::placeless(game::TOO_MANY, message);
        lower.diags.push(diag.help("share steps by means of procedures, or leave some out"));
        return (None, lower.names, lower.diags);
    }
    let mut plan = FillPlan::default();
    lower.declare(&resolved, &mut plan);
    // Piece and cell ids beyond their bounds are never created, so bodies can be lowered anyway.
    lower.fill(&resolved, &plan);
    lower.fill_returned(scripts);
    default_texts::fill_texts(&resolved, sources, &lower.names, &mut lower.def);
    lower.nil_is_told = false;
    more(&mut lower);
    let is_wrong = lower.diags.iter().any(|diag| diag.level == Level::Error);
    if let Some(problems) = scripts.problems.filter(|_| is_wrong) {
        lower.diags.extend(problems(&lower.def, &lower.names));
    }
    let Lower { mut def, names, diags, .. } = lower;
    def.words.clone_from(&names.words);
    let good = diags.iter().all(|diag| diag.level != Level::Error);
    (good.then(|| def.finish()), names, diags)
}

impl<'a> Lower<'a> {
    /// An empty definition for a table.
    fn new(table: &TableSpec, sources: &'a Sources) -> Self {
        let players = table.players.clamp(1, SEATS_MAX);
        let def = Def {
            named: table.named.clone(),
            players,
            seats: players,
            code: vec![Op::Triggers, Op::Steps],
            cause_of: vec![0, 0],
            causes: vec![boardwright_rules::def::Cause::default()],
            ..Def::default()
        };
        let options = table.options.clone();
        let (names, diags, menus) = (Names::default(), vec![], step::Menus::default());
        let (in_cost, paying, gaps) = (false, None, None);
        let (rounds, nil_is_told) = (vec![], !table.careless);
        Self {
            sources,
            players,
            options,
            def,
            names,
            diags,
            in_cost,
            menus,
            paying,
            gaps,
            rounds,
            nil_is_told,
            doubted: vec![],
        }
    }

    /// Gives every name its id. Sections are read in the order of their dependencies.
    fn declare<'n>(&mut self, root: &'n Node, plan: &mut FillPlan<'n>) {
        self.declare_seats(root);
        self.declare_periods(root);
        self.kind_heads(root, plan);
        self.group_heads(root, plan);
        self.known_sections(root, plan);
        self.kind_attributes(plan);
        self.space_groups(plan);
        self.entry_heads(root, plan);
        self.count_pieces(plan);
        self.declare_zones(root, plan);
        self.place_pieces(plan);
        self.declare_counters(root, plan);
        self.declare_tracks(root, plan);
        self.declare_lines(root);
        self.declare_events(root);
        self.declare_windows(root);
        self.ability_heads(plan);
        self.rule_heads(root, plan);
        self.value_heads(root, plan);
        self.set_heads(root);
        self.procedure_heads(root, plan);
        self.attribute_values(plan);
        self.declare_sheet();
        self.clashes();
        self.predeclare_menus(root);
        self.check_windows();
    }
}
