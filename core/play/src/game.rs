//! A game ready to be played: packs found, layered, resolved for one table, scripts linked.

mod choice;
mod languages;
#[cfg(test)]
pub(crate) mod tests;
mod translate;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::rc::Rc;

use boardwright_rules::def::Def;
use boardwright_rules::def::part::Named;
use boardwright_rules::machine::Why;
use boardwright_rules::table::{Refused, Table};
use boardwright_rules::text::{self, NotOffered};
use boardwright_rules::world::World;

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
    /// What names mean.
    pub names: Names,
    /// Its scripts.
    pub scripts: GameScripts,
    /// How many people play.
    pub players: u8,
    /// What its options are set to.
    pub options: BTreeMap<String, OptionValue>,
}

/// What opening packs gave.
pub struct Opened {
    /// The game; only if there is no error.
    pub game: Option<Game>,
    /// The texts, for showing the problems.
    pub sources: Sources,
    /// What is wrong, or worth knowing, sorted by place.
    pub diags: Vec<Diagnostic>,
}

/// Opens packs for a number of players (the smallest from two on that they allow, if it is not
/// said) with options as typed: `("long", "yes")`.
pub fn open(
    library: &Library,
    packs: &[&str],
    players: Option<u8>,
    options: &[(String, String)],
) -> Opened {
    open_in(library, packs, players, options, None)
}

/// The same, and it is counted which lines of its scripts run, for [`crate::coverage`].
pub fn open_covered(
    library: &Library,
    packs: &[&str],
    players: Option<u8>,
    options: &[(String, String)],
) -> Opened {
    open_as(library, packs, players, options, How { counts_lines: true, ..How::default() })
}

/// The same for packs made at random. They never make sure that something is there, and the kernel
/// must do with that: scripts may hand over nothing, too.
pub fn open_careless(library: &Library, packs: &[&str], players: Option<u8>) -> Opened {
    open_as(library, packs, players, &[], How { careless: true, ..How::default() })
}

/// The same in a language: that of `text/<language>.yaml`, as far as it is translated.
pub fn open_in(
    library: &Library,
    packs: &[&str],
    players: Option<u8>,
    options: &[(String, String)],
    language: Option<&str>,
) -> Opened {
    open_as(library, packs, players, options, How { language, ..How::default() })
}

/// How a game is opened.
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
        translate::translate(&mut loaded, language, &mut diags);
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
        translate::speak(def, &loaded, how.language);
    }
    finish(loaded, resolved.made, (players, options), diags)
}

/// Looks for everything that is wrong with packs: resolves them for every number of players with
/// the options as they are by default, and once for each other value of an option.
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
    // What is wrong with a file was told along with its scenarios.
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

/// How many values packs may have in all the tables they are resolved for, one for each value of
/// an option.
pub const VARIANTS_WORK: usize = 2_000_000;

/// The values of options that are looked at: all of them, unless that is too much.
fn variants(loaded: &Loaded, diags: &mut Vec<Diagnostic>) -> Vec<(String, OptionValue)> {
    let mut others = choice::other_values(loaded);
    let each = boardwright_compile::values_in(&loaded.root) + choice::count(loaded);
    let most = (VARIANTS_WORK / each.max(1)).max(1);
    if others.len() > most {
        let message = format!("only {most} of {} values of options are looked at", others.len());
        let help = "leave out options nobody needs, or put them into packs of their own";
        diags.push(choice::at_option(loaded, &others[most].0, message).help(help));
        others.truncate(most);
    }
    others
}

/// Of options as typed, those that packs have, with a value they can have.
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

/// How many people can play.
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
        // Perhaps nobody looked for the warnings that are allowed.
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
    /// What is wrong.
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
    let steps = ScriptSteps { texts: Some(&texts), types: Some(&types) };
    let with_lints = &mut |lower: &mut Lower| {
        boardwright_lint::all(&loaded.root, &lower.def, &lower.names, &mut lower.diags);
        more(lower);
    };
    let (def, names, mut diags) =
        lower_with(&loaded.root, &table, &loaded.sources, &steps, with_lints);
    // What a game lacks has no place of its own: its manifest stands for it.
    if let Some(info) = loaded.order.first() {
        let lacking = |diag: &&mut Diagnostic| {
            diag.primary.is_none() && [codes::NO_PLAY, codes::NO_WINNER].contains(&diag.code)
        };
        for diag in diags.iter_mut().filter(lacking) {
            let (span, text) = (info.manifest.id.span, "this game".to_owned());
            diag.primary = Some(boardwright_syntax::diag::Label { span, text });
        }
    }
    let packs: Vec<String> =
        loaded.order.iter().map(|info| info.manifest.id.value.clone()).collect();
    // Steps in scripts that are wrong are no reason not to look at the rest of the scripts.
    let in_script = |diag: &Diagnostic| {
        let file = diag.primary.as_ref().map(|label| loaded.sources.file(label.span.file));
        file.is_some_and(|file| file.path.ends_with(".luau"))
    };
    let mut errors = diags.iter().filter(|diag| diag.level == Level::Error);
    if def.is_none()
        && errors.all(in_script)
        && let (Some(def), names, _) = lower(&loaded.root, &table, &loaded.sources)
    {
        diags.extend(boardwright_scripts::check(host, &def, &names, options));
    }
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

/// Definitions of what scripts of packs see, for Luau's language server. Scripts are not read: those
/// that are being written may be wrong.
pub fn script_types(library: &Library, packs: &[&str]) -> Result<String, Box<Opened>> {
    let mut loaded = layer::load(library, packs, &yaml::read);
    let mut diags = std::mem::take(&mut loaded.diags);
    // All seats there can be.
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
    /// The report of the first script that failed, if one did.
    pub fn script_failure(&self) -> Option<Diagnostic> {
        self.scripts.report(&self.def, None, &self.loaded.sources)
    }

    /// Why the first script that failed did so, in words.
    pub fn script_failed(&self) -> Option<String> {
        self.scripts.first_failure().map(|told| format!("a script failed: {told}"))
    }

    /// The report of the script that failed, if that is why the kernel refused.
    pub fn script_report(&self, refused: &Refused) -> Option<Diagnostic> {
        script_report(&self.def, &self.scripts, refused, &self.loaded.sources)
    }

    /// Why the kernel refused, in words: with the place in the pack that led there.
    pub fn refusal(&self, refused: &Refused, world: &World) -> String {
        refusal(&self.def, &self.scripts, refused, world)
    }
}

/// What is not offered, with the reasons; of scripts that fail, what they failed at.
pub(crate) fn not_offered(table: &Table, scripts: &GameScripts) -> Vec<NotOffered> {
    let mut left_out = table.not_offered();
    for it in &mut left_out {
        if let Some(told) = it.fault.and_then(|pc| scripts.failure_at(table.def, pc)) {
            it.reason = table.def.language.say("a script failed: {0}", &[&told]);
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
            // Where nothing is left to choose, or no time, a script may be why.
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
        Why::Unexpected { .. } => text::why(def, world, why),
        _ => {
            let words = format!("the rules lead into a dead end: {}", text::why(def, world, why));
            // Where nothing is left to choose, or no time, a script may be why.
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
