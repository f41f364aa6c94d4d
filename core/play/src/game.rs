//! A game ready to play: packs found, layered, resolved for one table, scripts linked.

mod choice;
mod languages;
#[cfg(test)]
pub(crate) mod tests;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::rc::Rc;

use boardwright_rules::def::Def;
use boardwright_rules::def::part::Named;
use boardwright_rules::machine::Why;
use boardwright_rules::table::{Refused, Table};
use boardwright_rules::world::World;
use boardwright_text::{InWords, NotOffered, Speaks};

use crate::balance;
use crate::laws;
use crate::scenario;
use boardwright_compile::names::Names;
use boardwright_compile::{Lower, OptionValue, ScriptSteps, TableSpec, lower, lower_with};
use boardwright_packs::layer::{self, Loaded};
use boardwright_packs::library::Library;
use boardwright_scripts::GameScripts;
use boardwright_scripts::luau::Host;
use boardwright_syntax::diag::codes::{file, game as codes};
use boardwright_syntax::diag::{Diagnostic, Level, ordered, suppress};
use boardwright_syntax::source::Sources;
use boardwright_syntax::yaml;

pub(crate) use choice::{options as wanted_options, players as wanted_players};

/// A game for one table.
pub struct Game {
    /// The packs, layered.
    pub loaded: Loaded,
    /// The game, resolved.
    pub def: Def,
    /// Maps names to what they mean.
    pub names: Names,
    /// Its scripts.
    pub scripts: GameScripts,
    /// The number of players.
    pub players: u8,
    /// The values of its options.
    pub options: BTreeMap<String, OptionValue>,
}

/// The result of opening packs.
pub struct Opened {
    /// The game; `None` if there are errors.
    pub game: Option<Game>,
    /// The source texts, for showing problems.
    pub sources: Sources,
    /// Errors and warnings, sorted by place.
    pub diags: Vec<Diagnostic>,
}

/// Opens packs for a number of players with options as typed: `("long", "yes")`. Without a number,
/// it takes the smallest the packs allow from two up.
pub fn open(
    library: &Library,
    packs: &[&str],
    players: Option<u8>,
    options: &[(String, String)],
) -> Opened {
    open_in(library, packs, players, options, None)
}

/// Opens packs like [`open`] and counts the script lines that run, for [`crate::coverage`].
pub fn open_covered(
    library: &Library,
    packs: &[&str],
    players: Option<u8>,
    options: &[(String, String)],
) -> Opened {
    open_as(library, packs, players, options, How { counts_lines: true, ..How::default() })
}

/// Opens packs made at random. They never guarantee that something exists, and the kernel must
/// cope: scripts may return nothing, too.
pub fn open_careless(library: &Library, packs: &[&str], players: Option<u8>) -> Opened {
    open_as(library, packs, players, &[], How { careless: true, ..How::default() })
}

/// Opens packs in a language: that of `text/<language>.yaml`, as far as it is translated.
pub fn open_in(
    library: &Library,
    packs: &[&str],
    players: Option<u8>,
    options: &[(String, String)],
    language: Option<&str>,
) -> Opened {
    open_as(library, packs, players, options, How { language, ..How::default() })
}

/// Settings for opening a game.
#[derive(Clone, Copy, Default)]
struct How<'a> {
    language: Option<&'a str>,
    counts_lines: bool,
    careless: bool,
}

fn open_as(
    library: &Library,
    packs: &[&str],
    players: Option<u8>,
    options: &[(String, String)],
    how: How,
) -> Opened {
    let mut loaded = layer::load(library, packs, &yaml::read);
    loaded.careless = how.careless;
    let mut diags = std::mem::take(&mut loaded.diags);
    if let Some(language) = how.language {
        languages::translate(&mut loaded, language, &mut diags);
    }
    let (host, mut problems) = boardwright_scripts::load(&mut loaded, how.counts_lines);
    diags.append(&mut problems);
    let players = choice::players(&loaded, players, &mut diags);
    let options = choice::options(&loaded, options, &mut diags);
    if loaded.unread {
        return finish(loaded, None, (players, options), diags);
    }
    let mut resolved = resolve(&loaded, &Rc::new(host), players, &options, &mut |_| {});
    diags.extend(resolved.diags);
    if let Some((def, ..)) = &mut resolved.made {
        languages::speak(def, &loaded, how.language);
    }
    finish(loaded, resolved.made, (players, options), diags)
}

/// Checks packs for everything that is wrong: resolves them for every number of players with
/// default options, and once for each other value of an option.
pub fn check(library: &Library, packs: &[&str]) -> Opened {
    let mut loaded = layer::load(library, packs, &yaml::read);
    let mut diags = std::mem::take(&mut loaded.diags);
    let (host, mut problems) = boardwright_scripts::load(&mut loaded, false);
    let host = Rc::new(host);
    diags.append(&mut problems);
    let first = choice::players(&loaded, None, &mut diags);
    let defaults = choice::options(&loaded, &[], &mut diags);
    diags.extend(scenario::scenarios(&loaded).1);
    let (blocks, problems) = balance::blocks(&loaded);
    diags.extend(problems);
    let (stated, problems) = laws::laws(&loaded);
    // Problems of a file were already reported with its scenarios.
    let problems: Vec<_> = problems.into_iter().filter(|it| !diags.contains(it)).collect();
    diags.extend(problems);
    if loaded.unread {
        return finish(loaded, None, (first, defaults), diags);
    }
    let mut first_made = None;
    let counts = player_counts(&loaded).map(|players| (players, None));
    let others = variants(&loaded, &mut diags);
    for (players, other) in counts.chain(others.into_iter().map(|other| (first, Some(other)))) {
        let mut options = defaults.clone();
        options.extend(other);
        let with_laws = &mut |lower: &mut Lower| laws::resolve(lower, &stated);
        let resolved = resolve(&loaded, &host, players, &options, with_laws);
        for diag in resolved.diags {
            if !diags.contains(&diag) {
                diags.push(diag);
            }
        }
        if players == first && first_made.is_none() {
            first_made = resolved.made;
        }
    }
    if let Some((def, ..)) = &first_made {
        diags.extend(balance::unknown(&blocks, def));
    }
    languages::check(&loaded, first, &defaults, &mut diags);
    finish(loaded, first_made, (first, defaults), diags)
}

/// The maximum number of values packs may have over all the tables they are resolved for, one table
/// for each value of an option.
pub const VARIANTS_WORK: usize = 2_000_000;

/// The option values that are checked: all of them, unless that is too much work.
fn variants(loaded: &Loaded, diags: &mut Vec<Diagnostic>) -> Vec<(String, OptionValue)> {
    let mut others = choice::other_values(loaded);
    let each = boardwright_compile::values_in(&loaded.root) + choice::count(loaded);
    let most = (VARIANTS_WORK / each.max(1)).max(1);
    if others.len() > most {
        let message = format!("only {most} of {} values of options are checked", others.len());
        let help = "leave out options nobody needs, or put them into packs of their own";
        diags.push(choice::at_option(loaded, &others[most].0, message).help(help));
        others.truncate(most);
    }
    others
}

/// Keeps the typed options that the packs have, if their values are allowed.
pub fn fitting(
    library: &Library,
    packs: &[&str],
    options: &[(String, String)],
) -> Vec<(String, String)> {
    let loaded = layer::load(library, packs, &yaml::read);
    let fits = |option: &&(String, String)| {
        let mut diags = vec![];
        choice::options(&loaded, std::slice::from_ref(*option), &mut diags);
        diags.is_empty()
    };
    options.iter().filter(fits).cloned().collect()
}

/// The possible numbers of players.
pub fn player_counts(loaded: &Loaded) -> RangeInclusive<u8> {
    choice::allowed(loaded)
}

fn finish(
    loaded: Loaded,
    made: Option<(Def, Names, GameScripts)>,
    (players, options): (u8, BTreeMap<String, OptionValue>),
    diags: Vec<Diagnostic>,
) -> Opened {
    let mut kept = suppress(diags, &loaded.sources);
    if loaded.unread || kept.iter().any(|diag| diag.level == Level::Error) {
        // The check that raises the allowed warnings may not have run.
        kept.retain(|diag| diag.code != file::ALLOW_UNUSED);
    }
    let diags: Vec<_> = ordered(&kept, &loaded.sources).into_iter().cloned().collect();
    let sources = loaded.sources.clone();
    let good = diags.iter().all(|diag| diag.level != Level::Error);
    let game = made.filter(|_| good).map(|(def, names, scripts)| Game {
        loaded,
        def,
        names,
        scripts,
        players,
        options,
    });
    Opened { game, sources, diags }
}

/// A table resolved from layered packs.
pub(crate) struct Resolved {
    /// The definition, its names and its scripts; only if there is no error.
    pub made: Option<(Def, Names, GameScripts)>,
    /// The problems found.
    pub diags: Vec<Diagnostic>,
}

/// Resolves layered packs for one table; `more` may add to the definition before it is finished.
pub(crate) fn resolve(
    loaded: &Loaded,
    host: &Rc<Host>,
    players: u8,
    options: &BTreeMap<String, OptionValue>,
    more: &mut dyn FnMut(&mut Lower),
) -> Resolved {
    let table = table_spec(loaded, players, options);
    let translation = loaded.translation();
    let texts = match translation {
        Some(said) => Cow::Owned(host.texts().said(&|it| layer::translated_steps(it, said))),
        None => Cow::Borrowed(host.texts()),
    };
    let types =
        |def: &Def, names: &Names| boardwright_scripts::value_types(host, def, names, options);
    // A game with errors is checked as far as it goes: its scripts may have mistakes, too.
    let problems = |def: &Def, names: &Names| {
        boardwright_scripts::check_in_part(host, def, names, options, loaded)
    };
    let steps = ScriptSteps { texts: Some(&texts), types: Some(&types), problems: Some(&problems) };
    let with_lints = &mut |lower: &mut Lower| {
        boardwright_lint::rules(&loaded.root, &lower.def, &lower.names, &mut lower.diags);
        more(lower);
    };
    let (def, names, mut diags) =
        lower_with(&loaded.root, &table, &loaded.sources, &steps, with_lints);
    // Something missing from a game has no place of its own, so the manifest stands in.
    if let Some(info) = loaded.order.first() {
        let lacking = |diag: &&mut Diagnostic| {
            diag.primary.is_none() && [codes::NO_PLAY, codes::NO_WINNER].contains(&diag.code)
        };
        for diag in diags.iter_mut().filter(lacking) {
            let (span, text) = (info.manifest.id.span, "this game".to_owned());
            diag.primary = Some(boardwright_syntax::diag::Label { span, text });
        }
    }
    for diag in &mut diags {
        let label = diag.primary.as_ref();
        let path = label.map(|label| loaded.sources.file(label.span.file).path.as_str());
        if path.is_some_and(|path| path.ends_with(".luau")) {
            diag.help = diag.help.take().map(|help| boardwright_scripts::luau::spelt(&help));
        }
    }
    let packs: Vec<String> =
        loaded.order.iter().map(|info| info.manifest.id.value.clone()).collect();
    let made = def.and_then(|def| {
        let mut linked = boardwright_scripts::link(host, &def, &packs, &loaded.sources);
        linked.diags.extend(boardwright_scripts::check(host, &def, &names, options));
        let fits = linked.diags.is_empty();
        diags.append(&mut linked.diags);
        let scripts = GameScripts::new(host, linked, names.clone(), options.clone(), loaded);
        fits.then_some((def, names, scripts))
    });
    Resolved { made, diags }
}

fn table_spec(loaded: &Loaded, players: u8, options: &BTreeMap<String, OptionValue>) -> TableSpec {
    let named = loaded.order.first().map_or_else(Named::default, |info| Named {
        id: info.manifest.id.value.clone(),
        name: info.manifest.title.value.clone(),
        text: info.manifest.text.clone().unwrap_or_default(),
        ..Named::default()
    });
    TableSpec { named, players, options: options.clone(), careless: loaded.careless }
}

/// Type definitions of what pack scripts see, for Luau's language server. Scripts are not read:
/// they may be half-written.
pub fn script_types(library: &Library, packs: &[&str]) -> Result<String, Box<Opened>> {
    let mut loaded = layer::load(library, packs, &yaml::read);
    let mut diags = std::mem::take(&mut loaded.diags);
    // All seats that can exist.
    let players = *player_counts(&loaded).end();
    let options = choice::options(&loaded, &[], &mut diags);
    let mut made = None;
    if !loaded.unread {
        let table = table_spec(&loaded, players, &options);
        let (def, names, problems) = lower(&loaded.root, &table, &loaded.sources);
        diags.extend(problems);
        made = def.map(|def| (def, names));
    }
    match made {
        Some((def, names)) => {
            Ok(boardwright_scripts::pack_types(&def, &names, &options, &packs.join("+")))
        }
        None => Err(Box::new(finish(loaded, None, (players, options), diags))),
    }
}

impl Game {
    /// The report of the first script that failed, if any.
    pub fn script_failure(&self) -> Option<Diagnostic> {
        self.scripts.report(&self.def, None, &self.loaded.sources)
    }

    /// Why the first script failed, in words.
    pub fn script_failed(&self) -> Option<String> {
        self.scripts.first_failure().map(|told| format!("a script failed: {told}"))
    }

    /// The report of the script that failed, if that is why the kernel refused.
    pub fn script_report(&self, refused: &Refused) -> Option<Diagnostic> {
        script_report(&self.def, &self.scripts, refused, &self.loaded.sources)
    }

    /// Why the kernel refused, in words, with the place in the pack that led there.
    pub fn refusal(&self, refused: &Refused, world: &World) -> String {
        refusal(&self.def, &self.scripts, refused, world)
    }
}

/// The options that are not offered, with reasons; for failed scripts, with their error.
pub(crate) fn not_offered(table: &Table, scripts: &GameScripts) -> Vec<NotOffered> {
    let mut left_out = table.not_offered();
    for it in &mut left_out {
        if let Some(told) = it.fault.and_then(|pc| scripts.failure_at(table.def, pc)) {
            it.reason = table.def.language().say("a script failed: {0}", &[&told]);
        }
    }
    left_out
}

/// The report of the script that failed, if that is why the kernel refused.
pub(crate) fn script_report(
    def: &Def,
    scripts: &GameScripts,
    refused: &Refused,
    sources: &Sources,
) -> Option<Diagnostic> {
    let pc = match refused {
        Refused::DeadEnd(why) | Refused::Struck { why, .. } => match why {
            Why::ScriptFailed { pc } => Some(*pc),
            // A script may be the reason that nothing is left to choose, or that time ran out.
            Why::Nothing { .. } | Why::TooLong { .. } => None,
            _ => return None,
        },
        Refused::NoSuchOption | Refused::Over => return None,
    };
    scripts.report(def, pc, sources)
}

/// Why the kernel refused, in words.
pub(crate) fn refusal(
    def: &Def,
    scripts: &GameScripts,
    refused: &Refused,
    world: &World,
) -> String {
    let (Refused::DeadEnd(why) | Refused::Struck { why, .. }) = refused else {
        return refused.to_string();
    };
    let pc = why.pc();
    let words = match why {
        Why::ScriptFailed { .. } => {
            let told = scripts.failure_at(def, pc).or_else(|| scripts.first_failure());
            let told = told.unwrap_or_else(|| "it asks too much".into());
            format!("a script failed: {told}")
        }
        Why::Unexpected { .. } => boardwright_text::why(def, world, why),
        _ => {
            let words = format!(
                "the rules lead into a dead end: {}",
                boardwright_text::why(def, world, why)
            );
            // A script may be the reason that nothing is left to choose, or that time ran out.
            let may_be = matches!(why, Why::Nothing { .. } | Why::TooLong { .. });
            let failed = scripts.first_failure().filter(|_| may_be);
            failed.map_or_else(|| words.clone(), |told| format!("{words}; a script failed: {told}"))
        }
    };
    let known = (pc as usize) < def.cause_of.len();
    let cause = if known { def.cause(pc).clone() } else { Default::default() };
    let told = matches!(why, Why::TooLong { .. } | Why::Unexpected { .. });
    if cause.file.is_empty() || told {
        return words;
    }
    format!("{words} (at {}:{})", cause.file, cause.line)
}
