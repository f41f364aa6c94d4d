//! Content coverage: which tiles and pieces, steps, script lines and scoring reasons were reached,
//! by scenarios, random games, or anything else that plays.
//!
//! A [`Recorder`] listens at one table. [`Coverage`] collects what the recorders of one or many
//! tables heard. It identifies content by names and places, so games for different numbers of
//! players add up.
//!
//! ```text
//! let mut coverage = Coverage::new(&game);
//! let mut recorder = Recorder::new(&game.def);
//! let mut table = Table::new(&game.def, &game.scripts, seed, &mut recorder)?;
//! table.choose(index, &mut recorder)?;
//! recorder.look(table.def, &table.state().world);     // after set-up and each choice
//! coverage.absorb(&game, &mut recorder);              // at the end, or from time to time
//! ```

mod record;
mod report;

use std::collections::{BTreeMap, BTreeSet};

use boardwright_rules::def::Def;
use boardwright_rules::def::code::Op;
use boardwright_rules::id::{CounterId, EntryId, KindId, ProcId, ZoneId};

use crate::game::Game;
use boardwright_compile::names::{AttrType, Names};

pub use record::Recorder;
pub use report::{CoverageArea, Missed, Report};

/// A place in a pack: where a step, an entry or a line of a script is written.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Spot {
    file: String,
    line: u32,
    /// What is written there: the path of a step, or a name.
    what: String,
}

/// How often each part of a game was reached.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Tiles and other pieces, by kind and id; each face counts separately.
    pub pieces: BTreeMap<(String, String), (Spot, u64)>,
    /// Steps, by place.
    pub steps: BTreeMap<Spot, u64>,
    /// How often steps gave or took points, by line of the score sheet.
    pub scorings: BTreeMap<(String, Spot), u64>,
    /// Lines of scripts.
    lines: BTreeMap<(String, u32), u64>,
}

impl Coverage {
    /// Lists everything in a game, with nothing reached yet.
    pub fn new(game: &Game) -> Self {
        let mut coverage = Self::default();
        coverage.know(game);
        coverage
    }

    /// Adds the content of a game for another number of players or with other options.
    pub fn know(&mut self, game: &Game) {
        for (id, declared) in &game.names.entries.0 {
            let Some(entry) = game.def.entries.get(declared.what.index()) else { continue };
            if entry.bearers.is_empty() || id.contains('/') {
                continue;
            }
            let sources = &game.loaded.sources;
            let file = sources.file(declared.span.file).path.clone();
            let (line, _) = sources.line_col(declared.span);
            let spot = Spot { file, line, what: entry.named.name.clone() };
            self.pieces.entry(key_of(&game.def, declared.what)).or_insert((spot, 0));
        }
        for pc in 0..game.def.code.len() {
            let Some(spot) = step_at(&game.def, pc) else { continue };
            if let Some(line) = scores(&game.def, pc) {
                self.scorings.entry((line, spot.clone())).or_insert(0);
            }
            self.steps.entry(spot).or_insert(0);
        }
        self.absorb_scripts(game);
    }

    /// Adds what a recorder heard at tables of a game, and which lines of its scripts ran. Resets
    /// the recorder.
    pub fn absorb(&mut self, game: &Game, recorder: &mut Recorder) {
        self.absorb_steps(&game.def, &game.names, recorder);
        self.absorb_scripts(game);
        *recorder = Recorder::new(&game.def);
    }

    /// Adds what a recorder heard at tables of a definition. Unknown content is skipped: scenarios
    /// bring steps of their own.
    pub(crate) fn absorb_steps(&mut self, def: &Def, names: &Names, recorder: &Recorder) {
        for index in 0..def.entries.len() {
            let entry = EntryId::from(index);
            if let Some((_, times)) = self.pieces.get_mut(&key_of(def, entry)) {
                *times += uses(def, names, recorder, entry);
            }
        }
        for pc in 0..def.code.len() {
            let (ran, scored) = recorder.at(pc);
            if ran == 0 && scored == 0 {
                continue;
            }
            let Some(spot) = step_at(def, pc) else { continue };
            if let Some(times) = self.steps.get_mut(&spot) {
                *times = times.saturating_add(ran);
            }
            if let Some(line) = scores(def, pc)
                && let Some(times) = self.scorings.get_mut(&(line, spot))
            {
                *times = times.saturating_add(scored);
            }
        }
    }

    /// Adds the script lines a game has run so far. Only a game opened with
    /// [`crate::game::open_covered`] counts them; other games add nothing.
    pub(crate) fn absorb_scripts(&mut self, game: &Game) {
        for (file, line, times) in game.scripts.host().lines_run() {
            let file = game.loaded.sources.file(file);
            if file.pack == "std" {
                continue;
            }
            let known = self.lines.entry((file.path.clone(), line)).or_insert(0);
            // The host counts from its own start.
            *known = (*known).max(times);
        }
    }

    /// Adds the counts of another coverage.
    pub fn merge(&mut self, other: &Self) {
        for (key, (spot, times)) in &other.pieces {
            self.pieces.entry(key.clone()).or_insert((spot.clone(), 0)).1 += times;
        }
        for (key, times) in &other.steps {
            *self.steps.entry(key.clone()).or_insert(0) += times;
        }
        for (key, times) in &other.scorings {
            *self.scorings.entry(key.clone()).or_insert(0) += times;
        }
        for (key, times) in &other.lines {
            *self.lines.entry(key.clone()).or_insert(0) += times;
        }
    }
}

fn key_of(def: &Def, entry: EntryId) -> (String, String) {
    let entry = &def.entries[entry.index()];
    (def.kinds[entry.kind.index()].named.id.clone(), entry.named.id.clone())
}

/// Whether an instruction does something. The others only lead from one step to the next.
fn acts(def: &Def, pc: usize) -> bool {
    let glue = |op: &Op| {
        matches!(op, Op::Return(None) | Op::Jump(_) | Op::Done | Op::Triggers | Op::Steps)
    };
    def.code.get(pc).is_some_and(|op| !glue(op) && !decides(op))
}

/// Whether an instruction evaluates a condition. A step whose `if` is false counts as not done;
/// only a step that is nothing but a condition is done by evaluating it.
fn decides(op: &Op) -> bool {
    matches!(op, Op::Unless(..))
}

/// The step that an instruction does, or does part of.
fn step_at(def: &Def, pc: usize) -> Option<Spot> {
    let cause_of = |pc: usize| def.cause_of.get(pc).copied();
    let cause = cause_of(pc)?;
    // The instructions of one step are consecutive.
    let only_decides = || {
        let same = |other: &usize| cause_of(*other) == Some(cause);
        let after = (pc..def.code.len()).take_while(same);
        let before = (0..pc).rev().take_while(same);
        decides(&def.code[pc]) && !before.chain(after).any(|other| acts(def, other))
    };
    let done = acts(def, pc) || only_decides();
    let cause = def.causes.get(cause as usize)?;
    // For steps in scripts, lines are counted instead.
    let counts = !cause.file.is_empty() && !cause.file.ends_with(".luau");
    (done && counts).then(|| Spot {
        file: cause.file.clone(),
        line: cause.line,
        what: cause.path.clone(),
    })
}

/// The line of the score sheet that an instruction may write to.
fn scores(def: &Def, pc: usize) -> Option<String> {
    let counted = |counter: &CounterId| def.counters.get(counter.index())?.line;
    let line = match def.code.get(pc)? {
        Op::Score(line, ..) => Some(*line),
        Op::Majority(majority) => def.majorities.get(majority.index()).map(|it| it.line),
        Op::Gain(counter, ..) | Op::Lose(counter, ..) | Op::Set(counter, ..) => counted(counter),
        _ => None,
    }?;
    def.lines.get(line.index()).map(|line| line.id.clone())
}

/// How often an entry was used: how often its steps ran; if it has none, how often a piece that
/// shows it came into force; if no zone puts it into force, how often such a piece moved.
fn uses(def: &Def, names: &Names, recorder: &Recorder, entry: EntryId) -> u64 {
    let own = &def.entries[entry.index()];
    let on_abilities = own.abilities.iter().filter_map(|id| def.abilities[id.index()].steps);
    let columns = |attr: &boardwright_compile::names::Attr| match attr.holds {
        AttrType::Steps(_) => vec![attr.id],
        AttrType::StepList => names.step_lists.get(&attr.id).cloned().unwrap_or_default(),
        _ => vec![],
    };
    let of_kind = names.attrs.range((own.kind, String::new())..);
    let of_kind = of_kind.take_while(|((kind, _), _)| *kind == own.kind).map(|(_, attr)| attr);
    let printed = of_kind.flat_map(columns).filter_map(|column| {
        let proc = usize::try_from(def.attr(column, entry)).ok()?;
        Some(ProcId::from(proc))
    });
    let (mut has_steps, mut ran) = (false, 0);
    // The last steps of a list appear in several columns.
    let procs: BTreeSet<ProcId> = on_abilities.chain(printed).collect();
    for proc in procs {
        let Some(start) = def.procs.get(proc.index()).map(|proc| proc.start) else { continue };
        let own = (start..).take_while(|pc| {
            (*pc as usize) < def.code.len() && def.safety.proc_of(*pc) == Some(proc)
        });
        let acting = own.map(|pc| pc as usize).filter(|pc| acts(def, *pc));
        if let Some(most) = acting.map(|pc| recorder.at(pc).0).max() {
            has_steps = true;
            ran += most;
        }
    }
    let (moved, in_force) = recorder.entry(entry);
    match has_steps {
        true => ran,
        false if !own.abilities.is_empty() || comes_into_force(def, names, own.kind) => in_force,
        false => moved,
    }
}

/// Whether some zone puts pieces of a kind into force. A zone that names no kinds takes all of
/// them, but is most likely meant for one.
fn comes_into_force(def: &Def, names: &Names, kind: KindId) -> bool {
    def.zones.iter().enumerate().filter(|(_, zone)| zone.active).any(|(index, _)| {
        let holds = names.holds.get(&ZoneId::from(index));
        holds.map_or(def.kinds.len() == 1, |kinds| kinds.contains(&kind))
    })
}
