//! A question with its options, what is not offered, and what can be typed.

use boardwright_pack::game::Game;
use boardwright_rules::def::ask::Class;
use boardwright_rules::def::part::Named;
use boardwright_rules::id::PieceId;
use boardwright_rules::language::Language;
use boardwright_rules::machine::Request;
use boardwright_rules::table::Table;
use boardwright_rules::text::{NotOffered, place_called};

use super::input::numbered;
use super::outcome;
use super::width::{blanks, len, lines, pad, pad_left};
use crate::io::{Ink, ink};

/// More plain options than this are shown side by side.
const COLUMN_MAX: usize = 6;
/// With more options than this their rules are not shown.
const RULES_MAX: usize = 16;
/// More options than this are not all listed.
const LISTED_MAX: usize = 40;
/// With more options than this nothing is tried out.
const TRIED_MAX: usize = 60;
/// When trying out options has taken more work than this, in units of fuel, it ends.
const TRIED_WORK_MAX: u64 = 4_000_000;
/// With fewer options than this they are not put into groups.
const GROUPED_MIN: usize = 7;
/// Reasons are cut in the list where they do not fit, but not below this; `why` tells them in full.
const REASON_MIN: usize = 20;
/// Told before the reason why something is not offered.
const NOT_NOW: &str = "not now: {0}";

/// An option as a person sees it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// Its canonical text.
    pub text: String,
    /// What people call it, if that says more than the text.
    pub name: String,
    /// What the pack says about it in this list.
    pub label: String,
    /// What it costs and brings at once.
    pub outcome: String,
    /// What the rules say about it.
    pub rules: String,
    /// What it is listed under.
    pub group: String,
}

/// An option of a menu that is not offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closed {
    /// What people call it.
    pub name: String,
    /// Why it is not.
    pub reason: String,
}

impl Choice {
    /// The options a table offers now.
    pub fn all(game: &Game, table: &Table) -> Vec<Self> {
        let texts = table.texts();
        let tries = texts.len() > 1 && texts.len() <= TRIED_MAX;
        let mut work = 0;
        let mut outcome = |at: usize| {
            if !tries || work > TRIED_WORK_MAX {
                return String::new();
            }
            let (text, took) = outcome::of_option(game, table, at);
            work += took;
            text
        };
        let choice = |(at, text): (usize, String)| {
            let mut named = table.describe(at).unwrap_or_default();
            if named.text.is_empty() {
                named.text = table.rules_of(&text).unwrap_or_default();
            }
            Self {
                label: table.label(at).unwrap_or_default(),
                outcome: outcome(at),
                group: group(game, table, at).unwrap_or_default(),
                ..Self::new(text, named)
            }
        };
        texts.into_iter().enumerate().map(choice).collect()
    }

    fn new(text: String, named: Named) -> Self {
        let Named { name, text: rules, .. } = named;
        let name = if name == text { String::new() } else { name };
        Self { text, name, rules, ..Self::default() }
    }

    /// What is shown of it first.
    fn title(&self) -> &str {
        if self.name.is_empty() { &self.text } else { &self.name }
    }
}

/// Where a piece lies that can be picked.
fn group(game: &Game, table: &Table, index: usize) -> Option<String> {
    let (_, Request::Pick(pick) | Request::PickSome(pick)) = table.asked()? else { return None };
    if game.def.picks.get(pick.index())?.class != Class::Piece {
        return None;
    }
    let piece = PieceId(u16::try_from(*table.options().get(index)?).ok()?);
    game.def.pieces.get(piece.index())?;
    let world = &table.state().world;
    Some(place_called(&game.def, world, world.place_of(piece)))
}

/// What is not offered, with what people call it.
pub fn closed(left_out: &[NotOffered]) -> Vec<Closed> {
    let told = |it: &NotOffered| Closed {
        name: if it.name.is_empty() { it.option.clone() } else { it.name.clone() },
        reason: it.reason.clone(),
    };
    left_out.iter().map(told).collect()
}

/// Whether what is not offered is listed with the options: it is for menus.
pub fn lists_closed(table: &Table) -> bool {
    matches!(table.asked(), Some((_, Request::Choose(_))))
}

/// The question and the numbered options, then those that are not offered.
pub fn ask(
    language: Language,
    question: &str,
    choices: &[Choice],
    closed: &[Closed],
    width: usize,
    colour: bool,
) -> String {
    let mut text = ink(colour, Ink::Head, question);
    let same = same_outcome(choices);
    if let Some(same) = same {
        text.push_str(&ink(
            colour,
            Ink::Dim,
            format!("  {}", language.say("(each: {0})", &[&same])),
        ));
    }
    text.push('\n');
    let all: Vec<usize> = (0..choices.len()).collect();
    let listed = all.get(..LISTED_MAX).filter(|_| choices.len() > LISTED_MAX).unwrap_or(&all);
    text.push_str(&some(choices, listed, width, colour));
    if listed.len() < choices.len() {
        let more = choices.len() - listed.len();
        let phrase = "... and {0} more: type a part of a name to see those with it";
        let line = format!("  {}\n", language.say(phrase, &[&more]));
        text.push_str(&ink(colour, Ink::Dim, line));
    }
    let wide = closed.iter().map(|it| len(&it.name)).max().unwrap_or(0);
    let indent = 2 + choices.len().to_string().len() + 2;
    let not_now = len(&language.say(NOT_NOW, &[&""]));
    for it in closed {
        let room = width.saturating_sub(indent + wide + not_now + 2).max(REASON_MIN);
        let reason = match it.reason.char_indices().nth(room) {
            Some(_) => {
                let cut: String = it.reason.chars().take(room.saturating_sub(3)).collect();
                format!("{cut}...")
            }
            None => it.reason.clone(),
        };
        let mark = pad_left("-", indent - 2);
        let reason = language.say(NOT_NOW, &[&reason]);
        let line = format!("{mark}  {}  {reason}", pad(&it.name, wide));
        text.push_str(&format!("{}\n", ink(colour, Ink::Dim, line)));
    }
    text
}

/// What all options cost and bring alike.
fn same_outcome(choices: &[Choice]) -> Option<&str> {
    let first = choices.first()?.outcome.as_str();
    let alike = choices.len() > 1 && choices.iter().all(|it| it.outcome == first);
    (alike && !first.is_empty()).then_some(first)
}

/// Some of the options, with their numbers.
pub fn some(choices: &[Choice], listed: &[usize], width: usize, colour: bool) -> String {
    let texts: Vec<String> = choices.iter().map(|choice| choice.text.clone()).collect();
    let by_number = numbered(&texts);
    let shown: Vec<(usize, &Choice)> =
        listed.iter().filter_map(|at| Some((*at, choices.get(*at)?))).collect();
    let same = same_outcome(choices).is_some();
    let says_more = |it: &Choice| {
        !it.rules.is_empty() || !it.label.is_empty() || !it.outcome.is_empty() && !same
    };
    if shown.len() > COLUMN_MAX && !shown.iter().any(|(_, it)| says_more(it)) {
        return in_columns(&shown, (choices.len(), by_number), width, colour);
    }
    let title = |choice: &Choice| {
        let twice = choices.iter().filter(|other| other.title() == choice.title()).count() > 1;
        match twice && !choice.name.is_empty() {
            true => format!("{} [{}]", choice.name, choice.text),
            false => choice.title().to_owned(),
        }
    };
    let wide = shown.iter().map(|(_, it)| len(&title(it))).max().unwrap_or(0).min(width / 2);
    let number_width = choices.len().to_string().len();
    let groups = shown.iter().map(|(_, it)| it.group.as_str()).collect::<Vec<_>>();
    let grouped = shown.len() >= GROUPED_MIN && groups.windows(2).any(|two| two[0] != two[1]);
    let mut text = String::new();
    let mut last = "";
    for (at, choice) in shown {
        if grouped && choice.group != last {
            last = &choice.group;
            text.push_str(&format!("  {}\n", ink(colour, Ink::Dim, last)));
        }
        let number = match by_number {
            true => format!("{}  ", pad_left(&(at + 1).to_string(), number_width)),
            false => String::new(),
        };
        let key = ink(colour, Ink::Key, pad(&title(choice), wide));
        let indent = 2 + len(&number) + wide + 2;
        let mut says: Vec<(&str, bool)> = vec![(&choice.label, false)];
        says.push((if same { "" } else { &choice.outcome }, false));
        says.push((if choices.len() > RULES_MAX { "" } else { &choice.rules }, true));
        says.retain(|(words, _)| !words.is_empty());
        let mut line = format!("  {number}{key}");
        // The names of few options may be long; what is said about them then starts below.
        let mut used = 2 + len(&number) + len(&title(choice)).max(wide);
        for (n, (words, dim)) in says.into_iter().enumerate() {
            let gap = if n == 0 { "  " } else { "; " };
            line.push_str(gap);
            used += 2;
            let broken = lines(words, used.saturating_sub(indent), width.saturating_sub(indent));
            for (row, words) in broken.iter().enumerate() {
                if row > 0 {
                    line.push_str(&format!("\n{}", blanks(indent)));
                    used = indent;
                }
                let words_ink = if dim { ink(colour, Ink::Dim, words) } else { words.clone() };
                line.push_str(&words_ink);
                used += len(words);
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Many options that say nothing more than their text, side by side.
fn in_columns(
    shown: &[(usize, &Choice)],
    (n_all, by_number): (usize, bool),
    width: usize,
    colour: bool,
) -> String {
    let wide = shown.iter().map(|(_, it)| len(it.title())).max().unwrap_or(0);
    let number_width = if by_number { n_all.to_string().len() } else { 0 };
    let per_line = (width.saturating_sub(2) / (wide + number_width + 4)).max(1);
    let mut text = String::new();
    for row in shown.chunks(per_line) {
        let mut line = String::new();
        for (n, (at, option)) in row.iter().enumerate() {
            let number = match by_number {
                true => format!("{} ", pad_left(&(at + 1).to_string(), number_width)),
                false => String::new(),
            };
            let padded = if n + 1 == row.len() { 0 } else { wide };
            let key = ink(colour, Ink::Key, pad(option.title(), padded));
            line.push_str(&format!("  {number}{key}"));
        }
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// What is not offered, and why. `names` are what people call what is left out.
pub fn not_offered(
    language: Language,
    left_out: &[NotOffered],
    names: &[Closed],
    offered: &[Choice],
    wanted: Option<&str>,
    colour: bool,
) -> String {
    let name = |at: usize, it: &NotOffered| {
        names.get(at).map_or_else(|| it.option.clone(), |closed| closed.name.clone())
    };
    let all: Vec<(String, &NotOffered)> =
        left_out.iter().enumerate().map(|(at, it)| (name(at, it), it)).collect();
    let fits = |(name, it): &&(String, &NotOffered)| {
        wanted.is_none_or(|wanted| {
            let wanted = wanted.to_lowercase();
            let begins = it.option.to_lowercase().starts_with(&wanted);
            begins || name.to_lowercase().contains(&wanted)
        })
    };
    let found: Vec<&(String, &NotOffered)> = all.iter().filter(fits).collect();
    if found.is_empty() {
        let is_offered = |wanted: &str| {
            let wanted = wanted.to_lowercase();
            offered
                .iter()
                .any(|it| it.text.to_lowercase() == wanted || it.title().to_lowercase() == wanted)
        };
        return match wanted {
            None => format!("  {}\n", language.word("everything that could be offered is")),
            Some(wanted) if is_offered(wanted) => {
                format!("  {}\n", language.say("`{0}` is offered", &[&wanted]))
            }
            Some(wanted) => {
                let phrase = "`{0}` is not among what could be chosen here";
                format!("  {}\n", language.say(phrase, &[&wanted]))
            }
        };
    }
    let width = found.iter().map(|(name, _)| len(name)).max().unwrap_or(0);
    let line = |(name, it): &&(String, &NotOffered)| {
        format!("  {}  {}\n", ink(colour, Ink::Key, pad(name, width)), it.reason)
    };
    found.iter().map(line).collect()
}

/// What can be typed.
pub fn help(language: Language, colour: bool) -> String {
    let lines = [
        ("an option", "its number, or the beginning of its name; a part lists those with it"),
        ("options", "the question again"),
        ("why", "what is not offered, and why not"),
        ("why OPTION", "why this one is not"),
        ("table", "show the table again"),
        ("board", "everything on the table"),
        ("me", "everything you have"),
        ("seat 2", "everything another seat has"),
        ("show THING", "what a thing does, and how it stands"),
        ("rules THING", "what the rules say about it"),
        ("log", "what happened so far"),
        ("undo", "take the last choice back"),
        ("save [FILE]", "write the game to a file"),
        ("save! FILE", "write the game over a file that is there"),
        ("quit", "save and stop; the game can be resumed"),
        ("quit!", "leave without saving"),
        ("help, ?", "this"),
    ];
    let line = |(key, about): (&'static str, &'static str)| {
        let (key, about) = (language.word(key), language.word(about));
        format!("  {}  {about}\n", ink(colour, Ink::Key, format!("{key:12}")))
    };
    lines.into_iter().map(line).collect()
}
