//! A question with its options, the options not offered, and the commands.

use boardwright_phrases::Language;
use boardwright_play::game::Game;
use boardwright_rules::def::ask::Class;
use boardwright_rules::def::part::Named;
use boardwright_rules::id::PieceId;
use boardwright_rules::machine::Request;
use boardwright_rules::table::Table;
use boardwright_text::{InWords, NotOffered, place_called};

use super::input::numbered;
use super::outcome::Trial;
use super::width::{blanks, cut, len, lines, pad, pad_left};
use crate::io::{Ink, ink};

/// Above this number, plain options are shown side by side.
const COLUMN_MAX: usize = 6;
/// The same when there is little room; also the minimum number of columns worth starting with.
const FEW: usize = 3;
/// Above this number of options, their rules are not shown.
const RULES_MAX: usize = 16;
/// The maximum number of options listed.
const LISTED_MAX: usize = 40;
/// Above this number of options, there are no previews.
const TRIED_MAX: usize = 60;
/// Below this number, options are not grouped.
const GROUPED_MIN: usize = 7;
/// Reasons that do not fit in the list are cut, but not below this width; `why` shows them in full.
const REASON_MIN: usize = 20;
/// The width of the command column in the help.
const HELP_KEY: usize = 12;
/// The text before the reason why something is not offered.
const NOT_NOW: &str = "not now: {0}";

/// An option as a person sees it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// Its canonical text.
    pub text: String,
    /// Its name for people, if that says more than the text.
    pub name: String,
    /// The pack's label for it in this list.
    pub label: String,
    /// Its immediate costs and gains.
    pub outcome: String,
    /// Its rules text.
    pub rules: String,
    /// The heading it is listed under.
    pub group: String,
}

/// An option of a menu that is not offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closed {
    /// Its name for people.
    pub name: String,
    /// The reason.
    pub reason: String,
}

impl Choice {
    /// The options a table offers now.
    pub fn all(game: &Game, table: &Table) -> Vec<Self> {
        let texts = table.texts();
        let tries = texts.len() > 1 && texts.len() <= TRIED_MAX;
        let mut trial = Trial::new(game, table);
        let mut outcome = |at: usize| if tries { trial.of_option(at) } else { String::new() };
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

    /// The text shown first.
    fn title(&self) -> &str {
        if self.name.is_empty() { &self.text } else { &self.name }
    }
}

/// The place of a piece that can be picked.
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

/// The options not offered, with their names for people.
pub fn closed(left_out: &[NotOffered]) -> Vec<Closed> {
    let told = |it: &NotOffered| Closed {
        name: if it.name.is_empty() { it.option.clone() } else { it.name.clone() },
        reason: it.reason.clone(),
    };
    left_out.iter().map(told).collect()
}

/// Whether options that are not offered are listed with the others, as for menus.
pub fn lists_closed(table: &Table) -> bool {
    matches!(table.asked(), Some((_, Request::Choose(_))))
}

/// How much is shown about the options.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Telling {
    /// Everything.
    Whole,
    /// One row each.
    Rows,
    /// One row each, without the rules text.
    Names,
}

/// The form in which a question is asked.
#[derive(Clone, Copy, Debug)]
pub struct Asking<'a> {
    pub language: Language,
    pub width: usize,
    pub colour: bool,
    pub telling: Telling,
    /// The maximum number of options listed.
    pub n_options: usize,
    /// The rows available for the question and its options.
    pub n_rows: usize,
    /// The text below the options.
    pub below: Option<&'a str>,
}

/// A formatted question.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Asked {
    pub text: String,
    /// The options that are listed.
    pub listed: Vec<usize>,
}

/// Some options in a row, or one of them in several.
struct Row {
    text: String,
    options: Vec<usize>,
}

impl Asking<'_> {
    /// Everything, as far as a list is readable.
    pub fn whole(language: Language, width: usize, colour: bool) -> Self {
        let (telling, n_options, n_rows) = (Telling::Whole, LISTED_MAX, usize::MAX);
        Self { language, width, colour, telling, n_options, n_rows, below: None }
    }

    /// The question and the numbered options, then those not offered.
    pub fn ask(self, question: &str, choices: &[Choice], closed: &[Closed]) -> Asked {
        let (language, colour) = (self.language, self.colour);
        let each = same_outcome(choices).map(|it| language.say("(each: {0})", &[&it]));
        let mut text = self.head(question, each);
        let below = self.below.map(|below| format!("  {}\n", ink(colour, Ink::Dim, below)));
        let below = self.closed(choices, closed) + &below.unwrap_or_default();
        let all: Vec<usize> = (0..choices.len()).collect();
        let listed = all.get(..self.n_options).filter(|_| all.len() > self.n_options);
        let rows = self.rows(choices, listed.unwrap_or(&all));
        let room = self.n_rows.saturating_sub(text.lines().count() + below.lines().count());
        let needed: usize = rows.iter().map(|row| row.text.lines().count()).sum();
        // One row is needed for the number of options left out.
        let is_cut = needed > room;
        let mut left = if is_cut { room.saturating_sub(1).max(1) } else { usize::MAX };
        let mut told = vec![];
        for row in rows {
            let n = row.text.lines().count();
            if n > left {
                break;
            }
            left -= n;
            text.push_str(&row.text);
            told.extend(row.options);
        }
        if told.len() < choices.len() {
            let more = choices.len() - told.len();
            let phrase =
                "... and {0} more: `options` lists all, any part of a name those that have it";
            let line = cut(&language.say(phrase, &[&more]), self.width.saturating_sub(2));
            text.push_str(&format!("  {}\n", ink(colour, Ink::Dim, line)));
        }
        Asked { text: text + &below, listed: told }
    }

    /// The question, and what all its options have in common.
    fn head(self, question: &str, each: Option<String>) -> String {
        let mut rows = lines(question, 0, self.width);
        let used = rows.last().map_or(0, |row| len(row));
        rows = rows.iter().map(|row| ink(self.colour, Ink::Head, row)).collect();
        if let Some(each) = each {
            match rows.last_mut().filter(|_| used + 2 + len(&each) <= self.width) {
                Some(last) => last.push_str(&format!("  {}", ink(self.colour, Ink::Dim, each))),
                None => rows.extend(
                    lines(&each, 0, self.width.saturating_sub(2))
                        .iter()
                        .map(|row| format!("  {}", ink(self.colour, Ink::Dim, row))),
                ),
            }
        }
        rows.join("\n") + "\n"
    }

    /// Some of the options, with their numbers.
    pub fn some(self, choices: &[Choice], listed: &[usize]) -> String {
        self.rows(choices, listed).into_iter().map(|row| row.text).collect()
    }

    /// The options not offered: with reasons, or in a row.
    fn closed(self, choices: &[Choice], closed: &[Closed]) -> String {
        let indent = 2 + choices.len().to_string().len() + 2;
        let mark = pad_left("-", indent - 2);
        if self.telling > Telling::Whole && !closed.is_empty() {
            let names: Vec<&str> = closed.iter().map(|it| it.name.as_str()).collect();
            let told = self.language.say(NOT_NOW, &[&names.join(", ")]);
            let line = cut(&format!("{mark}  {told}"), self.width);
            return format!("{}\n", ink(self.colour, Ink::Dim, line));
        }
        let wide = closed.iter().map(|it| len(&it.name)).max().unwrap_or(0);
        let not_now = len(&self.language.say(NOT_NOW, &[&""]));
        let line = |it: &Closed| {
            let room = self.width.saturating_sub(indent + wide + not_now + 2).max(REASON_MIN);
            let reason = self.language.say(NOT_NOW, &[&cut(&it.reason, room)]);
            let line = format!("{mark}  {}  {reason}", pad(&it.name, wide));
            format!("{}\n", ink(self.colour, Ink::Dim, line))
        };
        closed.iter().map(line).collect()
    }

    fn rows(self, choices: &[Choice], listed: &[usize]) -> Vec<Row> {
        let shown: Vec<(usize, &Choice)> =
            listed.iter().filter_map(|at| Some((*at, choices.get(*at)?))).collect();
        let same = same_outcome(choices).is_some();
        let rules = |it: &Choice| match self.telling {
            Telling::Names => String::new(),
            Telling::Whole if choices.len() > RULES_MAX => String::new(),
            _ => it.rules.clone(),
        };
        let says_more = |it: &Choice| {
            !rules(it).is_empty() || !it.label.is_empty() || !it.outcome.is_empty() && !same
        };
        let column_max = if self.telling == Telling::Whole { COLUMN_MAX } else { FEW };
        if shown.len() > column_max && !shown.iter().any(|(_, it)| says_more(it)) {
            return self.in_columns(&shown, choices);
        }
        let mut titles: Vec<String> = vec![];
        for (_, choice) in &shown {
            let twice = choices.iter().filter(|other| other.title() == choice.title()).count() > 1;
            titles.push(match twice && !choice.name.is_empty() {
                true => format!("{} [{}]", choice.name, choice.text),
                false => choice.title().to_owned(),
            });
        }
        let wide = titles.iter().map(|title| len(title)).max().unwrap_or(0).min(self.width / 2);
        let groups = shown.iter().map(|(_, it)| it.group.as_str()).collect::<Vec<_>>();
        let grouped = shown.len() >= GROUPED_MIN && groups.windows(2).any(|two| two[0] != two[1]);
        let mut rows = vec![];
        let mut last = "";
        for ((at, choice), title) in shown.into_iter().zip(titles) {
            let mut text = String::new();
            if grouped && choice.group != last {
                last = &choice.group;
                text = format!("  {}\n", ink(self.colour, Ink::Dim, last));
            }
            let mut says: Vec<(&str, bool)> = vec![(&choice.label, false)];
            says.push((if same { "" } else { &choice.outcome }, false));
            let rules = rules(choice);
            says.push((&rules, true));
            says.retain(|(words, _)| !words.is_empty());
            text.push_str(&self.row(self.number(choices, at), &title, wide, &says));
            rows.push(Row { text, options: vec![at] });
        }
        rows
    }

    /// The number of an option, padded to the width of the last one.
    fn number(self, choices: &[Choice], at: usize) -> String {
        let texts: Vec<&str> = choices.iter().map(|choice| choice.text.as_str()).collect();
        let width = choices.len().to_string().len();
        match numbered(&texts) {
            true => format!("{}  ", pad_left(&(at + 1).to_string(), width)),
            false => String::new(),
        }
    }

    /// An option with its description.
    fn row(self, number: String, title: &str, wide: usize, says: &[(&str, bool)]) -> String {
        let key = ink(self.colour, Ink::Key, pad(title, wide));
        let indent = 2 + len(&number) + wide + 2;
        let mut line = format!("  {number}{key}");
        // With few options, names may be long; their descriptions then start below.
        let mut used = 2 + len(&number) + len(title).max(wide);
        for (n, (words, dim)) in says.iter().enumerate() {
            let gap = if n == 0 { "  " } else { "; " };
            let left = self.width.saturating_sub(used + 2);
            let is_whole = match self.telling {
                Telling::Whole => true,
                // If there is other text, the rules text is left out rather than cut.
                _ if *dim && n > 0 && len(words) > left => break,
                // Costs are never cut.
                _ => !dim,
            };
            let broken = match is_whole {
                true => {
                    let used = (used + 2).saturating_sub(indent);
                    lines(words, used, self.width.saturating_sub(indent))
                }
                false if left < FEW => break,
                false => vec![cut(words, left)],
            };
            line.push_str(gap);
            used += 2;
            for (row, words) in broken.iter().enumerate() {
                if row > 0 {
                    line.push_str(&format!("\n{}", blanks(indent)));
                    used = indent;
                }
                let words_ink =
                    if *dim { ink(self.colour, Ink::Dim, words) } else { words.clone() };
                line.push_str(&words_ink);
                used += len(words);
            }
        }
        line.lines().map(|row| format!("{}\n", row.trim_end())).collect()
    }

    /// Many options with no more than their text, side by side.
    fn in_columns(self, shown: &[(usize, &Choice)], choices: &[Choice]) -> Vec<Row> {
        let wide = shown.iter().map(|(_, it)| len(it.title())).max().unwrap_or(0);
        let number = |at: usize| self.number(choices, at).replacen("  ", " ", 1);
        let number_width = len(self.number(choices, 0).trim());
        let per_line = (self.width.saturating_sub(2) / (wide + number_width + 4)).max(1);
        let mut rows = vec![];
        for row in shown.chunks(per_line) {
            let mut text = String::new();
            for (n, (at, option)) in row.iter().enumerate() {
                let padded = if n + 1 == row.len() { 0 } else { wide };
                let key = ink(self.colour, Ink::Key, pad(option.title(), padded));
                text.push_str(&format!("  {}{key}", number(*at)));
            }
            rows.push(Row { text: text + "\n", options: row.iter().map(|(at, _)| *at).collect() });
        }
        rows
    }
}

/// The costs and gains that all options share.
fn same_outcome(choices: &[Choice]) -> Option<&str> {
    let first = choices.first()?.outcome.as_str();
    let alike = choices.len() > 1 && choices.iter().all(|it| it.outcome == first);
    (alike && !first.is_empty()).then_some(first)
}

/// The options not offered, with reasons. `names` are their names for people.
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

/// The commands that can be typed.
pub fn help(language: Language, width: usize, colour: bool) -> String {
    let commands = [
        (
            "an option",
            "its number, or the beginning of its name; any part of a name lists the options that have it",
        ),
        ("options", "the question again, with all its options"),
        ("news", "what happened since your last decision"),
        ("why", "what is not offered, and why not"),
        ("why OPTION", "why this one is not; if it is, what it costs and brings, and why"),
        ("why NUMBER", "why a number is what it is: a name on the table, `p2` and a name, `score`"),
        ("why last", "what followed from the last choice, and why"),
        ("table", "show the table again"),
        ("board", "everything on the table"),
        ("me", "everything you have"),
        ("seat 2", "everything another seat has"),
        ("show THING", "what a thing does, and its present state"),
        ("rules THING", "what the rules say about it"),
        ("score", "the score if the game ended now"),
        ("log", "what happened so far"),
        ("undo", "take the last choice back"),
        ("undo!", "also past a reveal, marked in the log; the same cards come again"),
        ("save [FILE]", "write the game to a file"),
        ("save! FILE", "overwrite a file with the game"),
        ("record start", "begin a scenario here"),
        ("record [FILE]", "write a scenario: what was chosen, and what that changed"),
        ("record! FILE", "overwrite a file with the scenario"),
        ("quit", "save and stop; the game can be resumed"),
        ("quit!", "leave without saving"),
        ("help, ?", "this"),
    ];
    let line = |(key, about): (&'static str, &'static str)| {
        let key = ink(colour, Ink::Key, pad(language.word(key), HELP_KEY));
        let indent = 2 + HELP_KEY + 2;
        let about = lines(language.word(about), 0, width.saturating_sub(indent));
        format!("  {key}  {}\n", about.join(&format!("\n{}", blanks(indent))))
    };
    commands.into_iter().map(line).collect()
}
