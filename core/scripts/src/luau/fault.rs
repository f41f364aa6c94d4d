//! Turns an error of the VM into a code, a line and a sentence.

use std::borrow::Cow;

use mlua::Error;

use super::help;
use super::value::Unfit;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::script as script_codes;
use boardwright_syntax::source::{FileId, Sources, Span};
use boardwright_syntax::visible::visible;

/// The longest message written by a script, in characters.
const MESSAGE_MAX: usize = 400;

/// How many bytes of a script's text are read to make a message.
pub(super) const BYTES_MAX: usize = MESSAGE_MAX * 4 + 4;

pub(super) const TOO_DEEP: &str = "functions call each other deeper than a script may";
const ODD_NAME: &str = "fields have texts as names";
const NO_MEMORY: &str = "this script needs more memory than a script may have";

/// A script error. The state is unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptError {
    /// The file it happened in.
    pub file: FileId,
    /// The line, from 1.
    pub line: u32,
    /// The code of the diagnostic.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
}

impl ScriptError {
    /// The same as a diagnostic that points at the line.
    pub fn diagnostic(&self, sources: &Sources) -> Diagnostic {
        let (line, label) = match help::missing_before(self, &sources.file(self.file).text) {
            Some((line, word)) => (line, format!("`{word}` is missing at its end")),
            None => (self.line, String::new()),
        };
        let span = line_span(sources, self.file, line);
        let diag = Diagnostic::error(self.code, self.message.clone(), span, label);
        match help::help(self, &sources.file(self.file).text) {
            Some(help) => diag.help(help),
            None => diag,
        }
    }
}

/// The text of a line, without surrounding blanks.
pub(crate) fn line_span(sources: &Sources, file: FileId, line: u32) -> Span {
    let text = &sources.file(file).text;
    let start = sources.start_of_line(file, line as usize);
    let whole = text[start..].split('\n').next().unwrap_or("");
    let start = start + (whole.len() - whole.trim_start().len());
    Span { file, start: start as u32, end: (start + whole.trim().len()) as u32 }
}

/// A place inside a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub file: FileId,
    pub line: u32,
}

impl Place {
    pub(super) fn fault(self, code: &'static str, message: impl Into<String>) -> ScriptError {
        ScriptError { file: self.file, line: self.line, code, message: message.into() }
    }

    pub(super) fn unfit(self, unfit: Unfit, done: &str) -> ScriptError {
        self.fault(unfit.code, clip(&unfit.sentence(done)))
    }
}

/// The VM's name for a file. Short and without special characters, whatever the path is.
pub(super) fn chunk_name(file: FileId) -> String {
    format!("=u{}", file.0)
}

/// Parses `u7:12` and returns the rest.
pub(super) fn place(text: &str) -> Option<(Place, &str)> {
    let (file, rest) = number(text.strip_prefix('u')?)?;
    let (line, rest) = number(rest.strip_prefix(':')?)?;
    Some((Place { file: FileId(file), line }, rest))
}

fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// Translates an error of the VM. `own` says whether a file belongs to a pack rather than to `std`:
/// a mistake noticed inside `std` is shown where the pack called it.
///
/// Errors thrown by scripts never get here: [`super::vm::Meter`] records them with the place the VM
/// knows. So the message starts with the VM's own words, and the call stack is read from the end,
/// where the VM wrote it.
pub(super) fn translate(
    error: &Error,
    default: Place,
    own: impl Fn(FileId) -> bool,
) -> ScriptError {
    let text = match root(error) {
        Root::NoMemory => return default.fault(script_codes::MEMORY, NO_MEMORY),
        // Host functions convert nothing but the names of fields.
        Root::OddName => ODD_NAME.into(),
        Root::Text(text) => text,
    };
    let text = match error {
        Error::CallbackError { traceback, .. } => Cow::Owned(format!("{text}\n{traceback}")),
        _ => text,
    };
    let (message, frames) = split_frames(&text);
    let frames = || frames.iter().filter_map(|line| place(line)).map(|(place, _)| place);
    let (blamed, message) = match place(message) {
        Some((place, rest)) if rest.starts_with(": ") => (Some(place), &rest[2..]),
        _ => (None, message.strip_prefix("host:").map_or(message, after_position)),
    };
    if let Error::SyntaxError { .. } = error {
        // A syntax error is in a single file, and has no call stack.
        let line = blamed.map_or(default.line, |place| place.line);
        return Place { line, ..default }.fault(script_codes::SYNTAX, clip(&help::syntax(message)));
    }
    let place = frames().find(|place| own(place.file)).or_else(|| frames().next());
    let code = classify(message);
    place.unwrap_or(default).fault(code, clip(&reword(code, message)))
}

/// The root cause of an error.
enum Root<'a> {
    NoMemory,
    /// A field was read with a key that is not a text.
    OddName,
    Text(Cow<'a, str>),
}

fn root(error: &Error) -> Root<'_> {
    match error {
        Error::CallbackError { cause, .. } | Error::BadArgument { cause, .. } => root(cause),
        Error::MemoryError(_) => Root::NoMemory,
        Error::RuntimeError(text) => Root::Text(Cow::Borrowed(text)),
        Error::SyntaxError { message, .. } => Root::Text(Cow::Borrowed(message)),
        Error::FromLuaConversionError { .. } => Root::OddName,
        other => Root::Text(Cow::Owned(other.to_string())),
    }
}

/// Splits a message from the call stack below it.
fn split_frames(text: &str) -> (&str, Vec<&str>) {
    match text.rsplit_once("\nstack traceback:\n") {
        Some((message, frames)) => (message, frames.lines().map(str::trim_start).collect()),
        None => (text.strip_suffix('\n').unwrap_or(text), vec![]),
    }
}

fn after_position(rest: &str) -> &str {
    rest.split_once(": ").map_or(rest, |(_, message)| message)
}

/// The codes the prelude uses to stop a script.
const STOPS: [&str; 14] = [
    script_codes::FILE_RESULT,
    script_codes::REQUIRE,
    script_codes::REQUIRE_CIRCLE,
    script_codes::FAILED,
    script_codes::UNKNOWN_NAME,
    script_codes::GLOBAL,
    script_codes::READ_ONLY,
    script_codes::NOT_THERE,
    script_codes::MEMORY,
    script_codes::TOO_MUCH,
    script_codes::QUESTION,
    script_codes::QUESTIONS,
    script_codes::ASK_PLACE,
    script_codes::IMPURE,
];

/// The code the prelude used to stop a script.
pub(super) fn known(code: &str) -> &'static str {
    STOPS.into_iter().find(|known| *known == code).unwrap_or(script_codes::FAILED)
}

fn classify(message: &str) -> &'static str {
    if message.starts_with("stack overflow") || message.starts_with("C stack overflow") {
        script_codes::CALL_DEPTH
    } else if ["table overflow", "resulting string too large"].contains(&message) {
        script_codes::MEMORY
    } else if message.starts_with("attempt to yield across") {
        script_codes::ASK_PLACE
    } else if message == "attempt to modify a readonly table" {
        script_codes::READ_ONLY
    } else if message == ODD_NAME {
        script_codes::NOT_THERE
    } else {
        script_codes::FAILED
    }
}

fn reword(code: &str, message: &str) -> String {
    match code {
        script_codes::FAILED => help::plain(message),
        script_codes::MEMORY => NO_MEMORY.into(),
        script_codes::CALL_DEPTH => TOO_DEEP.into(),
        script_codes::ASK_PLACE => {
            "`ask` stands inside a function given to another one, such as the order of a sort"
                .into()
        }
        script_codes::READ_ONLY => "this table is read-only: it is shared, or was frozen".into(),
        _ => message.into(),
    }
}

/// A message on one line, shortened if it is too long.
pub(super) fn clip(message: &str) -> String {
    let shown = match message.char_indices().nth(MESSAGE_MAX) {
        None => message.to_owned(),
        Some((end, _)) => format!("{} ...", &message[..end]),
    };
    let plain = |c: char| match c {
        '\n' | '\t' => ' ',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    visible(&shown.chars().map(plain).collect::<String>()).into_owned()
}
