//! Names for people for the rules that work belongs to, and where these are written.

use std::collections::BTreeMap;
use std::fmt;

use boardwright_rules::def::code::{Op, Pc};
use boardwright_rules::id::{AbilityId, MenuId, ProcId, ScriptId, ValueId};
use boardwright_rules::probe::WorkOwner;
use serde::Serialize;

use super::tally::ANY;
use super::units::{Unit, Units};
use boardwright_play::content;
use boardwright_play::game::Game;
use boardwright_syntax::source::Span;

/// The kind of a rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Work the engine does by itself.
    Engine,
    /// A procedure, or a section with steps.
    Procedure,
    /// An option of a menu: its condition and its steps.
    Option,
    /// An ability: its condition, its steps, its modifier of a value.
    Ability,
    /// Steps printed on a thing.
    Steps,
    /// A named value.
    Value,
    /// A script.
    Script,
}

impl Kind {
    /// The word for the kind.
    pub fn word(self) -> &'static str {
        match self {
            Self::Engine => "engine",
            Self::Procedure => "procedure",
            Self::Option => "option",
            Self::Ability => "ability",
            Self::Steps => "steps",
            Self::Value => "value",
            Self::Script => "script",
        }
    }
}

/// Something an author has written, and its place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Spot {
    /// Its kind.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// The file; empty for the engine.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

impl Spot {
    /// `file:line`; empty for the engine.
    pub fn place(&self) -> String {
        place(&self.file, self.line)
    }
}

/// Its name with its place.
impl fmt::Display for Spot {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self.line {
            0 => out.write_str(&self.name),
            _ => write!(out, "{} ({})", self.name, self.place()),
        }
    }
}

/// `file:line`; empty if there is no line.
pub(super) fn place(file: &str, line: u32) -> String {
    if line == 0 { String::new() } else { format!("{file}:{line}") }
}

/// Finds names and places in a game.
pub(super) struct Namer<'g> {
    game: &'g Game,
    /// Where procedures and values are declared.
    procs: BTreeMap<ProcId, Span>,
    values: BTreeMap<ValueId, Span>,
    /// The last instruction of procedures without a key: those printed on things, or fired from
    /// them.
    last: BTreeMap<ProcId, Pc>,
}

impl<'g> Namer<'g> {
    pub fn new(game: &'g Game) -> Self {
        let names = &game.names;
        let procs = names.procs.0.values().map(|it| (it.what.id, it.span)).collect();
        let values = names.values.0.values().map(|it| (it.what.0, it.span)).collect();
        let code = (0..game.def.code.len()).map(|pc| pc as Pc);
        let last = code.filter_map(|pc| Some((game.def.safety.proc_of(pc)?, pc))).collect();
        Self { game, procs, values, last }
    }

    /// The engine, which no author has written.
    pub fn engine(&self) -> Spot {
        Spot { kind: Kind::Engine, name: "the engine".into(), file: String::new(), line: 0 }
    }

    fn declared(&self, kind: Kind, name: &str, span: Span) -> Spot {
        let sources = &self.game.loaded.sources;
        let file = sources.file(span.file).path.clone();
        let (line, _) = sources.line_col(span);
        Spot { kind, name: name.into(), file, line }
    }

    fn caused(&self, kind: Kind, name: &str, cause: Option<u32>) -> Spot {
        let cause = cause.and_then(|cause| self.game.def.causes.get(cause as usize));
        let Some(cause) = cause.filter(|cause| !cause.file.is_empty()) else {
            return self.engine();
        };
        // For steps in scripts, the path is their place.
        let of_script = cause.path.starts_with(&cause.file);
        let name = match name {
            "" if of_script => "returned by a script",
            "" => &cause.path,
            name => name,
        };
        Spot { kind, name: name.into(), file: cause.file.clone(), line: cause.line }
    }

    fn cause_of(&self, pc: Pc) -> Option<u32> {
        self.game.def.cause_of.get(pc as usize).copied()
    }

    /// A procedure, a section with steps, or printed steps.
    pub fn of_proc(&self, proc: ProcId) -> Spot {
        let def = &self.game.def;
        let name = &def.procs[proc.index()].named.id;
        if let Some(span) = self.procs.get(&proc) {
            return self.declared(Kind::Procedure, name, *span);
        }
        let ability = def.abilities.iter().position(|ability| ability.steps == Some(proc));
        if let Some(ability) = ability {
            return self.of_ability(AbilityId::from(ability));
        }
        // The last instruction stands for the whole procedure.
        let cause = self.last.get(&proc).and_then(|pc| self.cause_of(*pc));
        let path = cause.and_then(|cause| def.causes.get(cause as usize));
        let is_section = path.is_some_and(|cause| !cause.path.contains('.'));
        if is_section || Some(proc) == def.main {
            return self.caused(Kind::Procedure, name, cause);
        }
        self.caused(Kind::Steps, "", cause)
    }

    fn of_ability(&self, ability: AbilityId) -> Spot {
        self.caused(Kind::Ability, "", Some(self.game.def.abilities[ability.index()].cause))
    }

    fn of_option(&self, menu: MenuId, branch: u16) -> Spot {
        let def = &self.game.def;
        let body = def.menu(menu).branches.get(usize::from(branch)).map(|branch| branch.body);
        let named = content::option(def, menu.index(), usize::from(branch));
        let name = named.map_or_else(String::new, |option| option.name);
        self.caused(Kind::Option, &name, body.and_then(|pc| self.cause_of(pc)))
    }

    fn of_value(&self, value: ValueId) -> Spot {
        let name = &self.game.def.values[value.index()].named.id;
        match self.values.get(&value) {
            Some(span) => self.declared(Kind::Value, name, *span),
            None => Spot { kind: Kind::Value, name: name.clone(), ..self.engine() },
        }
    }

    fn of_script(&self, script: ScriptId) -> Spot {
        let name = &self.game.def.scripts[script.index()].named.id;
        match self.game.scripts.place_of(script) {
            Some((file, line)) => {
                let file = self.game.loaded.sources.file(file).path.clone();
                Spot { kind: Kind::Script, name: name.clone(), file, line }
            }
            None => Spot { kind: Kind::Script, name: name.clone(), ..self.engine() },
        }
    }

    /// The unit that instructions belong to.
    pub fn of_unit(&self, unit: Unit) -> Spot {
        match unit {
            Unit::Engine => self.engine(),
            Unit::Proc(proc) => self.of_proc(proc),
            Unit::Ability(ability) => self.of_ability(ability),
            Unit::Option(menu, branch) => self.of_option(menu, branch),
        }
    }

    /// A part of the work that is measured separately.
    pub fn of_part(&self, part: WorkOwner, units: &Units) -> Spot {
        match part {
            WorkOwner::Value(value) => self.of_value(value),
            WorkOwner::Ability(ability) => self.of_ability(ability),
            WorkOwner::Option(menu, branch) => self.of_option(menu, branch),
            WorkOwner::Script(script) => self.of_script(script),
            WorkOwner::Ahead(pc) | WorkOwner::Answer(pc, _) => self.of_unit(units.unit_at(pc)),
            WorkOwner::Trial => self.engine(),
        }
    }

    /// The step that an instruction belongs to.
    pub fn line(&self, pc: Pc) -> Spot {
        self.caused(Kind::Steps, "", self.cause_of(pc))
    }

    /// A question, or a step that looks ahead.
    pub fn question(&self, pc: Pc) -> Spot {
        self.line(pc)
    }

    /// An answer that is listed separately.
    pub fn answer(&self, pc: Pc, option: i32) -> Option<String> {
        let Op::Choose(menu) = self.game.def.code.get(pc as usize)? else { return None };
        if option == ANY {
            return Some("options of abilities".into());
        }
        let branch = self.game.def.menu(*menu).branches.get(usize::try_from(option).ok()?)?;
        let name = if branch.name.is_empty() { &branch.label } else { &branch.name };
        (!name.is_empty()).then(|| name.clone())
    }
}
