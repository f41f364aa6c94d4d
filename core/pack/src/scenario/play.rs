//! Plays a scenario: up to where it begins, then step by step.

use boardwright_rules::def::Def;
use boardwright_rules::def::part::Named;
use boardwright_rules::id::{CounterId, ProcId, SeatId};
use boardwright_rules::machine::Request;
use boardwright_rules::table::{Refused, Table};
use boardwright_rules::text::NotOffered;
use boardwright_rules::world::World;

use super::expect::{self, Check, Now};
use super::heard::Heard;
use super::{DECISIONS_MAX, Made, Scenario, Step, given, piece};
use crate::coverage::{Coverage, Recorder};
use crate::diag::codes::scenario as codes;
use crate::diag::{Diagnostic, Level, similar};
use crate::game::{self, Game};
use crate::lower::names::Names;
use crate::scripts::GameScripts;
use crate::session::{sheet, tell};
use crate::source::{Sources, Span};

/// How many of the choices made so far are shown.
const MADE_SHOWN: usize = 8;

/// How many lines that scripts printed are shown with a failure.
const PRINTED_SHOWN: usize = 20;

/// What came of a scenario.
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

    /// Adds what was printed to the first error.
    fn with_prints(mut self) -> Self {
        let first = self.diags.iter_mut().find(|diag| diag.level == Level::Error);
        if let Some(first) = first {
            let shown = self.printed.iter().take(PRINTED_SHOWN);
            first.notes.extend(shown.map(|line| format!("printed: {line}")));
        }
        self
    }
}

/// Plays a scenario; gives what went wrong and what happened.
pub(super) fn play(game: &Game, scenario: &Scenario, coverage: Option<&mut Coverage>) -> Told {
    let mut diags = vec![];
    let loaded = &game.loaded;
    let players = game::wanted_players(loaded, scenario.players, &mut diags);
    let typed: Vec<(String, String)> =
        scenario.options.iter().map(|it| (it.id.clone(), it.text.clone())).collect();
    let options = game::wanted_options(loaded, &typed, &mut diags);
    for diag in &mut diags {
        // The command line has no place to point at, a scenario has.
        let name = diag.message.split('`').nth(1).unwrap_or_default();
        let option = scenario.options.iter().find(|option| option.id == name);
        let span = match (diag.code, option) {
            (codes::PLAYERS, _) => scenario.players_span,
            (codes::OPTION, Some(option)) => Some(option.id_span),
            (codes::OPTION_VALUE, Some(option)) => Some(option.text_span),
            _ => None,
        };
        let span = span.unwrap_or(scenario.span);
        diag.primary = Some(crate::diag::Label { span, text: String::new() });
    }
    let (mut checks, mut proc) = (vec![], None);
    let resolved = game::resolve(loaded, game.scripts.host(), players, &options, &mut |lower| {
        checks = expect::resolve(lower, scenario);
        proc = scenario.rehearsal.as_ref().map(|rehearsal| {
            let named = Named { id: ".scenario".into(), ..Named::default() };
            lower.procedure(named, &[], None, &rehearsal.steps, "do")
        });
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
    let made = vec![];
    let mut play = Play { def, names, scripts, sources, scenario, table, heard, log, made, diags };
    play.look();
    if play.begin(proc).is_some() {
        play.steps(&checks);
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
    /// Choices made so far.
    made: Vec<String>,
    diags: Vec<Diagnostic>,
}

impl Play<'_> {
    /// Lets the recorder look at what moved.
    fn look(&mut self) {
        if let Some(recorder) = &mut self.heard.recorder {
            recorder.look(self.def, &self.table.state().world);
        }
    }

    /// Plays to where the scenario begins. `None` if it does not get there.
    fn begin(&mut self, proc: Option<ProcId>) -> Option<()> {
        for made in &self.scenario.after {
            self.auto();
            self.choose(made)?;
        }
        if let Some((text, span)) = &self.scenario.until {
            self.until(text, *span)?;
        }
        let changed = self.scenario.given.as_ref().map(|node| {
            let mut state = self.table.state().clone();
            given::apply(self.def, self.names, &mut state.world, node, &mut self.diags);
            state
        });
        if !self.diags.is_empty() {
            return None;
        }
        self.scripts.forget_failures();
        let started = match (proc, &self.scenario.rehearsal) {
            (Some(proc), Some(rehearsal)) => {
                let seat = self.seat(&rehearsal.seat, rehearsal.seat_span)?;
                let world = changed.map_or_else(|| self.table.state().world.clone(), |it| it.world);
                let before = world.clone();
                let call = (proc, seat, [].as_slice());
                let table = Table::rehearse(self.def, self.scripts, world, call, &mut self.heard);
                table.map(|table| self.table = table).map(|()| before)
            }
            _ => match changed {
                Some(state) => self.table.put(&state).map(|()| state.world),
                None => return Some(()),
            },
        };
        match started {
            Ok(mut before) => {
                self.look();
                let lines = tell::lines(self.def, &mut before, &self.heard.take_events());
                self.log.extend(lines.into_iter().map(|line| line.text));
                self.tell_script_failure();
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

    fn steps(&mut self, checks: &[Check]) {
        for step in &self.scenario.steps {
            if !matches!(step, Step::Expect(_) | Step::Score(_)) {
                self.auto();
            }
            let went_on = match step {
                Step::Choose(made) => self.choose(made),
                Step::Refused(made, reason, span) => self.refused(made, reason, *span),
                Step::Offered(wanted, span) => {
                    self.offered(wanted, *span);
                    Some(())
                }
                Step::Offers(wanted) => {
                    self.offers(wanted);
                    Some(())
                }
                Step::NotOffered(unwanted) => {
                    self.not_offered(unwanted);
                    Some(())
                }
                Step::Asks(seat, span) => self.asks(seat, *span),
                Step::Question(text, span) => {
                    self.question(text, *span);
                    Some(())
                }
                Step::Expect(all) => {
                    let world = &self.table.state().world;
                    let now = Now { def: self.def, names: self.names, world };
                    let problems: Vec<Diagnostic> =
                        all.iter().filter_map(|it| now.compare(it, checks.get(it.idx)?)).collect();
                    for diag in problems {
                        let diag = self.so_far(diag);
                        self.diags.push(diag);
                    }
                    Some(())
                }
                Step::Score(all) => {
                    self.score(all);
                    Some(())
                }
            };
            if went_on.is_none() {
                return;
            }
        }
    }

    /// Makes choices with one option, if the scenario wants that.
    fn auto(&mut self) {
        for _ in 0..DECISIONS_MAX {
            if !self.scenario.auto || self.table.options().len() != 1 {
                return;
            }
            if self.take(0, self.scenario.span).is_none() {
                return;
            }
        }
    }

    /// The seat asked must be the one that chooses.
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
        if let Some(index) = self.table.meant(&made.text) {
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
        self.tell_script_failure();
        Some(())
    }

    fn refused(&mut self, made: &Made, reason: &str, span: Span) -> Option<()> {
        self.check_seat(made)?;
        let named = self.table.name(&made.text);
        if self.table.meant(&made.text).is_some() {
            let message = format!("`{}` is offered, it should be refused", made.text);
            let diag = Diagnostic::error(codes::OFFERED, message, made.span, "offered");
            let diag = self.explain(diag, &[]);
            self.diags.push(diag);
            return Some(());
        }
        let found = self.left_out().into_iter().find(|it| is_it(it, &made.text));
        let label = match found.map(|it| it.reason).or(named.err()) {
            _ if reason.is_empty() => return Some(()),
            Some(told) if told.contains(reason) => return Some(()),
            Some(told) => format!("the reason is \"{told}\""),
            None => "no reason is told: it is no possible answer to this question".into(),
        };
        let message = format!("`{}` is refused for another reason than \"{reason}\"", made.text);
        let diag = Diagnostic::error(codes::OTHER_REASON, message, span, label);
        let diag = self.explain(diag, &[&made.text]);
        self.diags.push(diag);
        Some(())
    }

    fn offered(&mut self, wanted: &[(String, Span)], span: Span) {
        let texts = self.table.texts();
        let meant: Vec<Option<usize>> = wanted.iter().map(|it| self.table.meant(&it.0)).collect();
        let both = wanted.iter().zip(&meant);
        let missing: Vec<&str> =
            both.filter(|(_, at)| at.is_none()).map(|((text, _), _)| text.as_str()).collect();
        let others = texts.iter().enumerate().filter(|(at, _)| !meant.contains(&Some(*at)));
        let more: Vec<&str> = others.map(|(_, text)| text.as_str()).collect();
        if missing.is_empty() && more.is_empty() {
            return;
        }
        let parts = [("missing", missing), ("more", more)];
        let parts = parts.iter().filter(|(_, texts)| !texts.is_empty());
        let label: Vec<String> =
            parts.map(|(what, texts)| format!("{what}: {}", texts.join(", "))).collect();
        let message = "other options are offered";
        let diag = Diagnostic::error(codes::OPTIONS, message, span, label.join("; "));
        let diag = self.explain(diag, &[]);
        self.diags.push(diag);
    }

    fn offers(&mut self, wanted: &[(String, Span)]) {
        self.name_all(wanted);
        for (text, span) in wanted.iter() {
            if self.table.meant(text).is_some() {
                continue;
            }
            let known = self.left_out().into_iter().find(|it| is_it(it, text));
            let said: &[&str] = if known.is_some() { &[text] } else { &[] };
            let label = known.map_or("not offered".to_owned(), |it| it.reason);
            let message = format!("`{text}` is not offered");
            let diag = Diagnostic::error(codes::OPTIONS, message, *span, label);
            let diag = self.explain(diag, said);
            self.diags.push(diag);
        }
    }

    /// Makes numbers of a range options, as far as they can be completed.
    fn name_all(&mut self, numbers: &[(String, Span)]) {
        for (text, _) in numbers {
            let _ = self.table.name(text);
        }
    }

    fn not_offered(&mut self, unwanted: &[(String, Span)]) {
        self.name_all(unwanted);
        for (text, span) in unwanted {
            if self.table.meant(text).is_none() {
                continue;
            }
            let message = format!("`{text}` is offered");
            let diag = Diagnostic::error(codes::OPTIONS, message, *span, "should not be");
            let diag = self.explain(diag, &[]);
            self.diags.push(diag);
        }
    }

    fn asks(&mut self, seat: &str, span: Span) -> Option<()> {
        let wanted = self.seat(seat, span)?;
        let asked = self.table.asked().map(|(asked, _)| asked);
        if asked != Some(wanted) {
            let who = asked.map_or("nobody", |asked| self.seat_id(asked));
            let message = format!("{who} is asked, not {seat}");
            let diag = Diagnostic::error(codes::WRONG_SEAT, message, span, "not asked now");
            let diag = self.explain(diag, &[]);
            self.diags.push(diag);
        }
        Some(())
    }

    fn question(&mut self, text: &str, span: Span) {
        let question = self.table.question();
        if !question.contains(text) {
            let message = format!("the question is \"{question}\", without \"{text}\"");
            let label = "these words were expected in it";
            let diag = Diagnostic::error(codes::QUESTION, message, span, label);
            let diag = self.explain(diag, &[]);
            self.diags.push(diag);
        }
    }

    fn score(&mut self, wanted: &[(String, i64, Span)]) {
        let world = self.table.state().world.clone();
        let score = self.def.counters.iter().position(|counter| counter.line.is_some());
        for (seat, points, span) in wanted {
            let Some(id) = self.seat(seat, *span) else { continue };
            let is = score.map_or(0, |score| {
                world.counter(self.def, CounterId::from(score), i32::from(id.0))
            });
            if i64::from(is) != *points {
                let message = format!("{seat} has {is} points, {points} were expected");
                let diag = Diagnostic::error(codes::POINTS, message, *span, format!("is {is}"));
                let sheet = sheet::sheet(self.def, &world);
                let diag = diag.note(format!("the score sheet is\n{}", sheet.trim_end()));
                let diag = self.so_far(diag);
                self.diags.push(diag);
            }
        }
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

    /// The rules cannot go on: a script failed, or something else that is told at `span`.
    fn dead_end(
        &self,
        refused: &Refused,
        code: &'static str,
        span: Span,
        label: &str,
    ) -> Diagnostic {
        match game::script_report(self.def, self.scripts, refused, self.sources) {
            Some(diag) => in_scenario(diag, self.scenario),
            None => {
                let world = &self.table.state().world;
                let reason = game::refusal(self.def, self.scripts, refused, world);
                Diagnostic::error(code, reason, span, label)
            }
        }
    }

    /// What is not offered; a script that fails on the way is reported.
    fn left_out(&mut self) -> Vec<NotOffered> {
        let left_out = self.table_left_out();
        self.tell_script_failure();
        left_out
    }

    /// Reports a script that failed. In look-ahead nothing else tells of it.
    fn tell_script_failure(&mut self) {
        let Some(diag) = self.scripts.report(self.def, None, self.sources) else { return };
        let diag = in_scenario(diag, self.scenario);
        if !self.diags.contains(&diag) {
            self.diags.push(diag);
        }
    }

    fn table_left_out(&self) -> Vec<NotOffered> {
        self.scripts.forget_failures();
        self.table.not_offered()
    }

    /// Adds what is asked and offered; of the options in `said` the reason was told already.
    fn explain(&self, diag: Diagnostic, said: &[&str]) -> Diagnostic {
        let diag = match self.table.asked() {
            None => diag.note("the game is over"),
            Some((seat, _)) => {
                let offered = self.table.texts().join(", ");
                let (seat, question) = (self.seat_id(seat), self.table.question());
                // Many questions begin with the seat themselves.
                let question = question.strip_prefix(&format!("{seat}: ")).unwrap_or(&question);
                let diag = diag.note(format!("{seat} is asked: {question}"));
                let diag = diag.note(format!("offered: {offered}"));
                let left_out = self.table_left_out();
                let told: Vec<String> = left_out
                    .iter()
                    .filter(|it| !said.contains(&it.option.as_str()))
                    .map(|it| format!("{} ({})", it.option, it.reason))
                    .collect();
                if told.is_empty() {
                    diag
                } else {
                    diag.note(format!("not offered: {}", told.join(", ")))
                }
            }
        };
        self.so_far(diag)
    }

    /// Adds the choices made so far.
    fn so_far(&self, diag: Diagnostic) -> Diagnostic {
        if self.made.is_empty() {
            return diag;
        }
        let skipped = self.made.len().saturating_sub(MADE_SHOWN);
        let dots = if skipped > 0 { "... " } else { "" };
        diag.note(format!("so far: {dots}{}", self.made[skipped..].join(", ")))
    }
}

/// Says which scenario ran.
fn in_scenario(diag: Diagnostic, scenario: &Scenario) -> Diagnostic {
    diag.note(format!("in the scenario \"{}\"", scenario.name))
}

/// Whether a text means something that is not offered.
fn is_it(left_out: &NotOffered, text: &str) -> bool {
    left_out.option == text || left_out.name == text
}
