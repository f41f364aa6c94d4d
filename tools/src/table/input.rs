//! What a person typed: an option, or a command.

use boardwright_syntax::diag::similar;

/// The meaning of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// The n-th option.
    Option(usize),
    /// Several options that begin with it or contain it.
    Several(Vec<usize>),
    /// Unknown; with the most similar known text.
    Unknown(Option<String>),
    /// Nothing at all.
    Nothing,
    /// Help: what can be typed.
    Help,
    /// Why something is not offered, or what is not offered.
    Why(Option<String>),
    /// Undo the last choice.
    Undo,
    /// Undo it even though that is unfair.
    UndoAnyway,
    /// The score if the game ended now.
    Score,
    /// Write the game to a file.
    Save(Option<String>),
    /// The same, overwriting an existing file.
    SaveOver(String),
    /// A scenario begins here.
    RecordStart,
    /// Write a scenario to a file.
    Record(Option<String>),
    /// The same, overwriting an existing file.
    RecordOver(String),
    /// What happened so far.
    Log,
    /// What happened since the person's last decision.
    News,
    /// The table again.
    Table,
    /// Everything on the table that belongs to no seat.
    Board,
    /// Everything the person has.
    Me,
    /// Everything another seat has.
    Seat(String),
    /// What something is, and its current state.
    Show(String),
    /// What the rules say about something.
    Rules(String),
    /// The question again.
    Again,
    /// Stop here.
    Quit,
    /// Stop here without saving.
    QuitUnsaved,
}

/// The names of the commands.
pub const COMMANDS: [&str; 18] = [
    "?", "help", "why", "undo", "undo!", "save", "record", "log", "news", "score", "table",
    "board", "me", "seat", "show", "rules", "options", "quit",
];

/// Interprets a line. `texts` are the options in order, `names` their names for people.
///
/// The exact text of an option takes precedence over everything else; a `/` before it makes it a
/// command in any case. Numbers count only if no option is itself a number.
pub fn read(line: &str, texts: &[String], names: &[String]) -> Typed {
    let line = line.trim();
    if line.is_empty() {
        return Typed::Nothing;
    }
    if let Some(at) = texts.iter().position(|text| text == line) {
        return Typed::Option(at);
    }
    if let Some(command) = command(line) {
        return command;
    }
    if let Ok(n) = line.parse::<usize>() {
        return match n.checked_sub(1).filter(|at| *at < texts.len() && numbered(texts)) {
            Some(at) => Typed::Option(at),
            None => Typed::Unknown(None),
        };
    }
    by_beginning(line, texts, names)
}

/// The same for a list that may not show all options: one that is not `listed` is taken only if its
/// full name was typed. Otherwise it is listed first.
pub fn on_screen(
    typed: Typed,
    line: &str,
    (texts, names): (&[String], &[String]),
    listed: &[usize],
) -> Typed {
    let Typed::Option(at) = typed else { return typed };
    let line = line.trim().to_lowercase();
    let is = |of: &[String]| of.get(at).is_some_and(|it| it.to_lowercase() == line);
    if listed.contains(&at) || is(texts) || is(names) { typed } else { Typed::Several(vec![at]) }
}

/// Whether options can be chosen by their number in the list.
pub fn numbered(texts: &[impl AsRef<str>]) -> bool {
    texts.iter().all(|text| text.as_ref().parse::<i64>().is_err())
}

fn command(line: &str) -> Option<Typed> {
    let plain = line.strip_prefix('/').unwrap_or(line);
    let (word, rest) = plain.split_once(char::is_whitespace).unwrap_or((plain, ""));
    let rest = Some(rest.trim()).filter(|rest| !rest.is_empty()).map(str::to_owned);
    match (word.to_lowercase().as_str(), &rest) {
        ("?" | "help", _) => Some(Typed::Help),
        ("why", _) => Some(Typed::Why(rest)),
        ("undo", None) => Some(Typed::Undo),
        ("undo!", None) => Some(Typed::UndoAnyway),
        ("score", None) => Some(Typed::Score),
        ("save", _) => Some(Typed::Save(rest)),
        ("log", None) => Some(Typed::Log),
        ("news", None) => Some(Typed::News),
        ("table", None) => Some(Typed::Table),
        ("board", None) => Some(Typed::Board),
        ("me", None) => Some(Typed::Me),
        ("options", None) => Some(Typed::Again),
        ("seat", Some(seat)) => Some(Typed::Seat(seat.clone())),
        ("show", Some(what)) => Some(Typed::Show(what.clone())),
        ("rules", Some(what)) => Some(Typed::Rules(what.clone())),
        ("record", _) => Some(record(rest)),
        ("record!", Some(file)) => Some(Typed::RecordOver(file.clone())),
        ("save!", Some(file)) => Some(Typed::SaveOver(file.clone())),
        ("quit" | "exit" | "q", None) => Some(Typed::Quit),
        ("quit!" | "exit!" | "q!", None) => Some(Typed::QuitUnsaved),
        ("quit", Some(how)) if how == "without saving" => Some(Typed::QuitUnsaved),
        _ => None,
    }
}

/// The argument of `record`: `start`, `stop`, `stop FILE`, `FILE`, or nothing.
fn record(rest: Option<String>) -> Typed {
    let words = rest.as_deref().unwrap_or_default();
    match words.split_once(char::is_whitespace).unwrap_or((words, "")) {
        ("start", "") => Typed::RecordStart,
        ("stop", "") => Typed::Record(None),
        ("stop", file) => Typed::Record(Some(file.trim().to_owned())),
        _ => Typed::Record(rest),
    }
}

fn by_beginning(line: &str, texts: &[String], names: &[String]) -> Typed {
    let lower = line.to_lowercase();
    let matching = |of: &[String], fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..of.len()).filter(|at| fits(&of[*at].to_lowercase())).collect()
    };
    let same = |text: &str| text == lower;
    let begins = |text: &str| text.starts_with(&lower);
    let either = |fits: &dyn Fn(&str) -> bool| {
        let mut found = matching(texts, fits);
        found.extend(matching(names, fits));
        found.sort_unstable();
        found.dedup();
        found
    };
    // People see names, so the beginning of a name counts as much as that of a text.
    for found in [matching(texts, &same), matching(names, &same), either(&begins)] {
        match found.as_slice() {
            [] => {}
            [one] => return Typed::Option(*one),
            several => return Typed::Several(several.to_vec()),
        }
    }
    let contains = |text: &str| text.contains(&lower);
    let within = either(&contains);
    if !within.is_empty() {
        return Typed::Several(within);
    }
    let known = texts.iter().map(String::as_str).chain(COMMANDS);
    Typed::Unknown(similar(line, known).map(str::to_owned))
}
