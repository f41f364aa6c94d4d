//! Plays a scenario: up to its start, then step by step.

mod checks;
mod report;
mod words;

use boardwright_rules::def::Def;
use boardwright_rules::def::part::Named;
use boardwright_rules::id::{PlaceId, ProcId, SeatId};
use boardwright_rules::machine::Request;
use boardwright_rules::table::Table;
use boardwright_rules::world::World;
use boardwright_text::InWords;

use super::expect::{self, Check};
use super::heard::Heard;
use super::{DECISIONS_MAX, GAMES_MAX, Made, Rehearsal, Scenario, ScenarioStep, given, piece};
use crate::coverage::{Coverage, Recorder};
use crate::game::{self, Game};
use crate::session::tell;
use boardwright_compile::names::Names;
use boardwright_scripts::GameScripts;
use boardwright_syntax::diag::codes::scenario as codes;
use boardwright_syntax::diag::{Diagnostic, Level, similar};
use boardwright_syntax::source::{Sources, Span};
use report::{in_scenario, is_it};

/// The maximum number of lines of script output shown with a failure.
const PRINTED_SHOWN: usize = 20;

/// The outcome of a scenario.
#[derive(Default)]
pub(super) struct Told {
    /// What went wrong.
    pub diags: Vec<Diagnostic>,
    /// What happened.
    pub log: Vec<String>,
    /// What scripts printed.
    pub printed: Vec<String>,
}

impl Told {
    fn failed(diags: Vec<Diagnostic>, printed: Vec<String>) -> Self {
        Self { diags, log: vec![], printed }.with_prints()
    }

    /// Adds the script output to the first error.
    fn with_prints(mut self) -> Self {
        let first = self.diags.iter_mut().find(|diag| diag.level == Level::Error);
        if let Some(first) = first {
            let shown = self.printed.iter().take(PRINTED_SHOWN);
            first.notes.extend(shown.map(|line| format!("printed: {line}")));
        }
        self
    }
}

/// Plays a scenario and reports what went wrong and what happened.
pub(super) fn play(game: &Game, scenario: &Scenario, coverage: Option<&mut Coverage>) -> Told {
    let mut diags = vec![];
    let loaded = &game.loaded;
    let players = game::wanted_players(loaded, scenario.players, &mut diags);
    let typed: Vec<(String, String)> =
        scenario.options.iter().map(|it| (it.id.clone(), it.text.clone())).collect();
    let options = game::wanted_options(loaded, &typed, &mut diags);
    for diag in &mut diags {
        // The command line has no place to point at; a scenario has.
        let name = diag.message.split('`').nth(1).unwrap_or_default();
        let option = scenario.options.iter().find(|option| option.id == name);
        let span = match (diag.code, option) {
            (codes::PLAYERS, _) => scenario.players_span,
            (codes::OPTION, Some(option)) => Some(option.id_span),
            (codes::OPTION_VALUE, Some(option)) => Some(option.text_span),
            _ => None,
        };
        let span = span.unwrap_or(scenario.span);
        diag.primary = Some(boardwright_syntax::diag::Label { span, text: String::new() });
    }
    let (mut checks, mut proc, mut aside) = (vec![], None, None);
    let empties = scenario.given.as_ref().is_some_and(given::empties);
    let resolved = game::resolve(loaded, game.scripts.host(), players, &options, &mut |lower| {
        aside = empties.then(|| lower.zone_aside());
        checks = expect::resolve(lower, scenario);
        if let Some(Rehearsal::Steps { steps, .. }) = &scenario.rehearsal {
            let named = Named { id: ".scenario".into(), ..Named::default() };
            proc = Some(lower.procedure(named, &[], None, steps, "do"));
        }
    });
    diags.extend(resolved.diags.into_iter().filter(|diag| diag.level == Level::Error));
    let Some((def, names, scripts)) = resolved.made.filter(|_| diags.is_empty()) else {
        return Told::failed(diags, vec![]);
    };
    scripts.listen();
    let recorder = coverage.is_some().then(|| Recorder::new(&def));
    let mut heard = Heard::new(recorder);
    let mut world = World::new(&def, scenario.seed);
    let table = match Table::new(&def, &scripts, scenario.seed, &mut heard) {
        Ok(table) => table,
        Err(refused) => {
            let failed = game::script_report(&def, &scripts, &refused, &loaded.sources);
            diags.push(failed.map_or_else(
                || {
                    let reason = game::refusal(&def, &scripts, &refused, &world);
                    Diagnostic::error(codes::UNREACHED, reason, scenario.span, "set-up")
                },
                |diag| in_scenario(diag, scenario),
            ));
            return Told::failed(diags, scripts.take_printed());
        }
    };
    let mut log = vec![];
    log.extend(
        tell::lines(&def, &mut world, &heard.take_events()).into_iter().map(|line| line.text),
    );
    let (def, names, scripts) = (&def, &names, &scripts);
    let sources = &loaded.sources;
    let (made, games) = (vec![], 0);
    let mut play =
        Play { def, names, scripts, sources, scenario, table, heard, log, made, diags, games };
    play.look();
    if play.begin(proc, aside).is_some() {
        play.steps(0, &checks);
    }
    if let (Some(coverage), Some(recorder)) = (coverage, &play.heard.recorder) {
        coverage.absorb_steps(def, names, recorder);
        coverage.absorb_scripts(game);
    }
    let (diags, log) = (play.diags, play.log);
    Told { diags, log, printed: scripts.take_printed() }.with_prints()
}

struct Play<'a> {
    def: &'a Def,
    names: &'a Names,
    scripts: &'a GameScripts,
    sources: &'a Sources,
    scenario: &'a Scenario,
    table: Table<'a>,
    heard: Heard,
    log: Vec<String>,
    /// The choices made so far.
    made: Vec<String>,
    diags: Vec<Diagnostic>,
    /// How many games `any option` has finished.
    games: usize,
}

impl Play<'_> {
    /// Lets the recorder inspect pieces that moved.
    fn look(&mut self) {
        if let Some(recorder) = &mut self.heard.recorder {
            recorder.look(self.def, &self.table.state().world);
        }
    }

    /// Plays up to where the scenario begins. `None` if it does not get there.
    fn begin(&mut self, proc: Option<ProcId>, aside: Option<PlaceId>) -> Option<()> {
        for made in &self.scenario.after {
            self.auto(Some(made));
            self.choose(made)?;
        }
        if let Some((text, span)) = &self.scenario.until {
            self.until(text, *span)?;
        }
        let changed = self.scenario.given.as_ref().map(|node| {
            let mut state = self.table.state().clone();
            let world = &mut state.world;
            given::apply(self.def, self.names, world, node, aside, &mut self.diags);
            state
        });
        if !self.diags.is_empty() {
            return None;
        }
        self.scripts.forget_failures();
        let rehearsed = match (&self.scenario.rehearsal, proc) {
            (Some(Rehearsal::Steps { seat, seat_span, .. }), Some(proc)) => {
                Some((proc, self.seat(seat, *seat_span)?))
            }
            (Some(Rehearsal::Scoring(span)), _) => Some((self.scoring(*span)?, SeatId(0))),
            _ => None,
        };
        let started = match (rehearsed, changed) {
            (Some((proc, seat)), changed) => {
                let world = changed.map_or_else(|| self.table.state().world.clone(), |it| it.world);
                let before = world.clone();
                let call = (proc, seat, [].as_slice());
                let table = Table::rehearse(self.def, self.scripts, world, call, &mut self.heard);
                table.map(|table| self.table = table).map(|()| before)
            }
            (None, Some(state)) => self.table.put(&state).map(|()| state.world),
            (None, None) => return Some(()),
        };
        match started {
            Ok(mut before) => {
                self.look();
                let lines = tell::lines(self.def, &mut before, &self.heard.take_events());
                self.log.extend(lines.into_iter().map(|line| line.text));
                self.report_script_failure();
                Some(())
            }
            Err(refused) => {
                let span = self.scenario.span;
                let diag = self.dead_end(&refused, codes::UNREACHED, span, "after `given`");
                self.diags.push(diag);
                None
            }
        }
    }

    /// The `scoring` of this game.
    fn scoring(&mut self, span: Span) -> Option<ProcId> {
        if self.def.scoring.is_none() {
            let message = "this game has no `scoring`";
            let diag = Diagnostic::error(codes::UNKNOWN, message, span, "not declared");
            let help = "look at `score` after the steps that give points, or add the section";
            self.diags.push(diag.help(help));
        }
        self.def.scoring
    }

    fn until(&mut self, text: &str, span: Span) -> Option<()> {
        let menu = self.names.menus.get(text).copied();
        for _ in 0..DECISIONS_MAX {
            let Some((_, request)) = self.table.asked() else { break };
            let there = match menu {
                Some(menu) => request == Request::Choose(menu),
                None => self.table.question().contains(text),
            };
            if there {
                return Some(());
            }
            self.take(0, span)?;
        }
        let message = format!("nobody is asked `{text}`");
        let label = match (menu, self.table.asked()) {
            (None, _) => "no `choose` has this key, and no question contains it".to_owned(),
            (Some(_), None) => "the game is over before".to_owned(),
            (Some(_), Some(_)) => format!("not within {DECISIONS_MAX} decisions"),
        };
        let keys: Vec<String> = self.names.menus.ids().map(|key| format!("`{key}`")).collect();
        let help = match similar(text, self.names.menus.ids()) {
            Some(near) => format!("a key with a similar name exists: `{near}`"),
            None if keys.is_empty() => "name words of a question; no `choose` has a `key`".into(),
            None => format!("keys are {}; words of a question do as well", keys.join(", ")),
        };
        let diag = Diagnostic::error(codes::UNREACHED, message, span, label).help(help);
        let diag = self.so_far(diag);
        self.diags.push(diag);
        None
    }

    /// Runs the steps from an index on. `None` if one fails.
    fn steps(&mut self, from: usize, checks: &[Check]) -> Option<()> {
        let scenario = self.scenario;
        for (at, step) in scenario.steps.iter().enumerate().skip(from) {
            self.auto(next_choice(scenario, at));
            match step {
                ScenarioStep::Choose(made) => self.choose(made)?,
                ScenarioStep::Any(made) => return self.any(made, at + 1, checks),
                ScenarioStep::Refused(made, reason, span) => self.refused(made, reason, *span)?,
                ScenarioStep::Offered(wanted, span) => self.offered(wanted, *span),
                ScenarioStep::Offers(wanted) => self.offers(wanted),
                ScenarioStep::NotOffered(unwanted) => self.not_offered(unwanted),
                ScenarioStep::Asks(seat, span) => self.asks(seat, *span)?,
                ScenarioStep::Question(text, span) => self.question(text, *span),
                ScenarioStep::Expect(all) => self.expect(all, checks),
                ScenarioStep::Score(all) => self.score(all),
            }
        }
        Some(())
    }

    /// Makes choices with a single option, if the scenario wants that: up to a real decision, or to
    /// the next scripted choice.
    fn auto(&mut self, next: Option<&Made>) {
        for _ in 0..DECISIONS_MAX {
            let is_single = self.table.options().len() == 1 && self.table.range().is_none();
            if !self.scenario.auto || !is_single || next.is_some_and(|made| self.is_only(made)) {
                return;
            }
            if self.take(0, self.scenario.span).is_none() {
                return;
            }
        }
    }

    /// Continues after each option in turn, until something does not hold.
    fn any(&mut self, made: &Made, from: usize, checks: &[Check]) -> Option<()> {
        self.check_seat(made)?;
        let before = self.table.state().clone();
        let (n_made, n_log, n_diags) = (self.made.len(), self.log.len(), self.diags.len());
        for index in 0..self.table.options().len() {
            if index > 0 {
                self.made.truncate(n_made);
                self.log.truncate(n_log);
                self.table.put(&before).expect("it was on the table before");
            }
            if self.games == GAMES_MAX {
                let message = format!("`{}` leads to more than {GAMES_MAX} games", made.text);
                let diag = Diagnostic::error(codes::TOO_MANY, message, made.span, "too many");
                let diag = diag.help("name some of the choices, or look after fewer of them");
                self.diags.push(diag);
                return None;
            }
            self.games += 1;
            self.take(index, made.span)?;
            self.steps(from, checks)?;
            if self.diags.len() > n_diags {
                return None;
            }
        }
        Some(())
    }

    /// The deciding seat must be the one that chooses.
    fn check_seat(&mut self, made: &Made) -> Option<()> {
        let Some((asked, _)) = self.table.asked() else {
            let message = format!("`{}` cannot be chosen: the game is over", made.text);
            let diag = Diagnostic::error(codes::NOT_OFFERED, message, made.span, "game over");
            let diag = self.so_far(diag);
            self.diags.push(diag);
            return None;
        };
        let Some(seat) = &made.seat else { return Some(()) };
        let wanted = self.seat(seat, made.seat_span)?;
        if wanted == asked {
            return Some(());
        }
        let message = format!("{} is asked, not {seat}", self.seat_id(asked));
        let diag = Diagnostic::error(codes::WRONG_SEAT, message, made.seat_span, "not asked now");
        let diag = self.explain(diag, &[]);
        self.diags.push(diag);
        None
    }

    fn choose(&mut self, made: &Made) -> Option<()> {
        self.check_seat(made)?;
        let named = self.table.name(&made.text);
        let texts = self.table.texts();
        if let Some(index) = self.meant(&made.text, made.span).ok()? {
            return self.take(index, made.span);
        }
        let left_out = self.left_out();
        let known = left_out.iter().find(|it| is_it(it, &made.text));
        let label = known.map(|it| it.reason.clone()).or(named.err());
        let label = label.unwrap_or_else(|| "not offered".to_owned());
        let said: &[&str] = if known.is_some() { &[&made.text] } else { &[] };
        let seat = self.table.asked().map_or("nobody", |(seat, _)| self.seat_id(seat));
        let message = format!("`{}` is not offered to {seat}", made.text);
        let mut diag = Diagnostic::error(codes::NOT_OFFERED, message, made.span, label);
        let refused = left_out.iter().map(|it| it.option.as_str());
        if known.is_none()
            && let Some(near) = similar(&made.text, texts.iter().map(String::as_str).chain(refused))
        {
            diag = diag.help(format!("an option with a similar text exists: `{near}`"));
        }
        let diag = self.explain(diag, said);
        self.diags.push(diag);
        None
    }

    fn take(&mut self, index: usize, span: Span) -> Option<()> {
        let seat = self.table.asked().map_or("nobody", |(seat, _)| self.seat_id(seat)).to_owned();
        let text = self.table.texts().get(index).cloned().unwrap_or_default();
        let mut world = self.table.state().world.clone();
        self.scripts.forget_failures();
        let taken = self.table.choose(index, &mut self.heard);
        self.look();
        self.made.push(format!("{seat}: {text}"));
        self.log.push(format!("> {seat}: {text}"));
        let lines = tell::lines(self.def, &mut world, &self.heard.take_events());
        self.log.extend(lines.into_iter().map(|line| line.text));
        if let Err(refused) = taken {
            let diag = self.dead_end(&refused, codes::DEAD_END, span, "after this choice");
            let diag = self.so_far(diag);
            self.diags.push(diag);
            return None;
        }
        self.report_script_failure();
        Some(())
    }

    fn seat(&mut self, id: &str, span: Span) -> Option<SeatId> {
        let seat = piece::seat_of(self.def, id);
        if seat.is_none() {
            let known = self.def.seat_names.iter().map(|named| named.id.as_str());
            let diag = given::unknown("seat", id, span, known);
            self.diags.push(diag);
        }
        seat.map(|seat| SeatId::from(seat as usize))
    }

    fn seat_id(&self, seat: SeatId) -> &str {
        self.def.seat_names.get(seat.index()).map_or("nobody", |named| &named.id)
    }
}

/// The next scripted choice.
fn next_choice(scenario: &Scenario, from: usize) -> Option<&Made> {
    scenario.steps.iter().skip(from).find_map(|step| match step {
        ScenarioStep::Choose(made) => Some(made),
        _ => None,
    })
}
