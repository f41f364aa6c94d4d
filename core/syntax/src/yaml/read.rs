//! Reads one YAML file into a tree, and collects all problems in one pass: bytes to text, the
//! parser's events to exact byte spans, scalars to values.
//!
//! The parser counts characters, extends the span of quoted text over a comment and gives missing
//! values the span of the next token. `Events` corrects all of that.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{Entry, Kind, Map, Node, syntax};
use crate::diag::Diagnostic;
use crate::diag::codes::{expr as expr_codes, file as codes, layer as layer_codes};
use crate::number::{COUNTER_MAX, COUNTER_MIN};
use crate::source::{FileId, Sources, Span};
use crate::visible::{is_hostile, visible};
use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, StrInput};

/// The largest size of a file, in bytes.
pub const FILE_SIZE_MAX: usize = 1 << 20;

/// The deepest nesting of lists and mappings.
pub const DEPTH_MAX: usize = 64;

/// Most values in a file, not counting keys.
pub const NODES_MAX: usize = 200_000;

/// Most characters in a key or a text.
pub const TEXT_MAX: usize = 10_000;

/// Most problems reported for one file; reading stops at the last of them.
pub const PROBLEMS_MAX: usize = 200;

/// Reads a file. Reports all problems to `diags`, up to the first syntax error that stops the
/// parser.
///
/// `None` if there was such an error. Otherwise it returns a tree even if there are problems: the
/// first of two equal keys counts, an alias is null, tags are ignored. An empty file is
/// [`Kind::Null`].
pub fn read(sources: &Sources, file: FileId, diags: &mut Vec<Diagnostic>) -> Option<Node> {
    let source = sources.file(file);
    if source.text.len() > FILE_SIZE_MAX {
        diags.push(too_large(&source.path, source.text.len()));
        return None;
    }
    if let Some(problem) = syntax::control_character(&source.text, file) {
        diags.push(problem);
        return None;
    }
    let mut reader = Reader::new(&source.text, file);
    let done = reader.run();
    diags.append(&mut reader.problems);
    let nothing = Node { span: Span::at(file, 0), kind: Kind::Null };
    done.map(|()| reader.root.unwrap_or(nothing))
}

/// A list or mapping that is being read.
struct Frame {
    start: usize,
    /// The end of the last item inside.
    end: usize,
    /// Whether it was opened by a brace or bracket.
    flow: bool,
    body: Body,
}

enum Body {
    Seq(Vec<Node>),
    Map { entries: Vec<Entry>, seen: BTreeMap<String, Span>, key: Key },
}

/// The role of the next node of a mapping.
enum Key {
    /// A key.
    Expected,
    /// The value of this key.
    Read(String, Span),
    /// The value of a key that was refused; it is dropped.
    Refused,
}

struct Reader<'t> {
    text: &'t str,
    file: FileId,
    frames: Vec<Frame>,
    root: Option<Node>,
    n_nodes: usize,
    n_documents: usize,
    problems: Vec<Diagnostic>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, file: FileId) -> Self {
        Self {
            text,
            file,
            frames: vec![],
            root: None,
            n_nodes: 0,
            n_documents: 0,
            problems: vec![],
        }
    }

    /// Reads the text to its end; `None` if that is impossible.
    fn run(&mut self) -> Option<()> {
        let mut events = Events::new(self.text);
        while let Some(next) = events.next() {
            match next {
                Ok((event, range)) => self.event(event, range)?,
                Err((error, at)) => {
                    self.broken(&error, at);
                    return None;
                }
            }
            if self.problems.len() >= PROBLEMS_MAX {
                let last = self.problems.pop()?;
                self.problems.push(last.note("this file has more problems; reading stops here"));
                return None;
            }
        }
        Some(())
    }

    fn broken(&mut self, error: &ScanError, at: usize) {
        let open =
            self.frames.iter().rev().find(|frame| frame.flow).map(|frame| Range {
                start: frame.start,
                end: (frame.start + 1).min(self.text.len()),
            });
        let open = open.map(|range| self.span(range));
        self.problems.push(syntax::report(self.text, self.file, error, at, open));
    }

    fn event(&mut self, event: Event, range: Range) -> Option<()> {
        match event {
            Event::DocumentStart(_) => self.document(range),
            Event::Scalar(value, style, anchor, tag) => {
                self.properties(anchor, tag.is_some(), range);
                self.scalar(&value, style, range)
            }
            Event::Alias(_) => {
                self.problems.push(syntax::alias(self.span(range)));
                self.node(Node { span: self.span(range), kind: Kind::Null })
            }
            Event::SequenceStart(anchor, tag) => {
                self.properties(anchor, tag.is_some(), range);
                self.open(range, Body::Seq(vec![]))
            }
            Event::MappingStart(anchor, tag) => {
                self.properties(anchor, tag.is_some(), range);
                let (entries, seen) = (vec![], BTreeMap::new());
                self.open(range, Body::Map { entries, seen, key: Key::Expected })
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(range),
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => Some(()),
        }
    }

    fn document(&mut self, range: Range) -> Option<()> {
        self.n_documents += 1;
        if self.n_documents == 1 {
            return Some(());
        }
        self.problems.push(
            Diagnostic::error(
                codes::DOCUMENTS,
                "more than one document in a file",
                self.span(range),
                "a second one starts here",
            )
            .help("move what follows to a file of its own"),
        );
        None
    }

    fn properties(&mut self, anchor: usize, tagged: bool, range: Range) {
        if anchor == 0 && !tagged {
            return;
        }
        // An anchor and a tag come before the value, in any order, separated by blanks.
        let before = self.text.get(range.start..).unwrap_or_default();
        let mut offset = range.start;
        for word in before.split_inclusive(char::is_whitespace).take(8) {
            let trimmed = word.trim_end();
            let start = offset as u32;
            let span = Span { file: self.file, start, end: start + trimmed.len() as u32 };
            offset += word.len();
            match trimmed.chars().next() {
                None => {}
                Some('&') => self.problems.push(
                    Diagnostic::error(
                        codes::ANCHOR,
                        "anchors are not supported",
                        span,
                        "a YAML anchor",
                    )
                    .help("remove it; put text that starts with `&` in quotes"),
                ),
                Some('!') => self.problems.push(
                    Diagnostic::error(codes::TAG, "tags are not supported", span, "a YAML tag")
                        .help("remove it; put text that starts with `!` in quotes"),
                ),
                Some(_) => break,
            }
        }
    }

    fn scalar(&mut self, value: &str, style: ScalarStyle, range: Range) -> Option<()> {
        let span = self.span(range);
        let clean = self.clean(value, span);
        let value = clean.as_ref();
        if let Some(Frame { body: Body::Map { key: Key::Expected, .. }, .. }) = self.frames.last() {
            self.key(value, style, span);
            return Some(());
        }
        let kind = match style {
            ScalarStyle::Plain => match plain(value) {
                Ok(kind) => kind,
                Err(OutOfRange { nearest }) => {
                    self.problems.push(
                        Diagnostic::error(
                            codes::NUMBER,
                            "whole number out of range",
                            span,
                            format!("numbers go from {COUNTER_MIN} to {COUNTER_MAX}"),
                        )
                        .help("if it is not meant as a number, put it in quotes"),
                    );
                    Kind::Int(nearest)
                }
            },
            _ => Kind::Text(value.to_owned()),
        };
        self.node(Node { span, kind })
    }

    /// The text to continue with; reports text that is too long or has unprintable characters.
    fn clean<'v>(&mut self, value: &'v str, span: Span) -> Cow<'v, str> {
        let value = match value.char_indices().nth(TEXT_MAX) {
            None => value,
            Some((end, _)) => {
                let message = format!("more than {TEXT_MAX} characters in a text");
                let label = format!("has {}", value.chars().count());
                let start = Span { end: span.end.min(span.start + 20), ..span };
                self.problems.push(
                    Diagnostic::error(codes::TOO_LONG, message, start, label)
                        .help("shorten it, or split it"),
                );
                value.get(..end).unwrap_or_default()
            }
        };
        if let Some(found) = value.chars().find(|char| is_hostile(*char)) {
            self.problems.push(syntax::hostile(found, span));
        }
        visible(value)
    }

    fn key(&mut self, text: &str, style: ScalarStyle, span: Span) {
        let plain = style == ScalarStyle::Plain;
        let refused = if plain && text == "<<" {
            Some(
                Diagnostic::error(codes::MERGE, "merge keys are not supported", span, "merge key")
                    .help("write the entries out here"),
            )
        } else if plain && text.is_empty() {
            Some(
                Diagnostic::error(codes::KEY, "value without a key", span, "a key is missing here")
                    .help("write `key: value`"),
            )
        } else {
            None
        };
        let Some(frame) = self.frames.last_mut() else { return };
        frame.end = span.end as usize;
        let Body::Map { seen, key, .. } = &mut frame.body else { return };
        let refused = refused.or_else(|| {
            seen.get(text).map(|first| {
                Diagnostic::error(
                    codes::DUPLICATE,
                    format!("duplicate key `{}`", text.escape_debug()),
                    span,
                    "set a second time",
                )
                .and(*first, "set here first")
                .help("remove or rename one of the two")
            })
        });
        *key = match &refused {
            Some(_) => Key::Refused,
            None => {
                seen.insert(text.to_owned(), span);
                Key::Read(text.to_owned(), span)
            }
        };
        self.problems.extend(refused);
    }

    fn open(&mut self, range: Range, body: Body) -> Option<()> {
        if self.frames.len() >= DEPTH_MAX {
            self.problems.push(syntax::too_deep(self.span(range)));
            return None;
        }
        // The range of an opening bracket extends over blanks and comments; other ranges are empty.
        let opening = self.text.get(range.start..range.end).unwrap_or_default();
        let flow = opening.starts_with(['[', '{'])
            || (opening.starts_with(['&', '!']) && opening.contains(['[', '{']));
        let start = match body {
            Body::Seq(_) if !flow => self.dash(range.start),
            _ => range.start,
        };
        self.frames.push(Frame { start, end: range.end.max(start), flow, body });
        Some(())
    }

    /// The place of the first dash of a list. For a list that is not indented more than its key,
    /// the parser reports the place after the dash.
    fn dash(&self, start: usize) -> usize {
        let Some(Frame { body: Body::Map { .. }, end: key_end, .. }) = self.frames.last() else {
            return start;
        };
        let before = self.text.get(..start).unwrap_or_default();
        let line = before.rfind(['\n', '\r']).map_or(0, |offset| offset + 1);
        let rest = self.text.get(line..).unwrap_or_default();
        let indent = rest.len() - rest.trim_start_matches(' ').len();
        match rest.as_bytes().get(indent) {
            Some(b'-') if line + indent >= *key_end => line + indent,
            _ => start,
        }
    }

    fn close(&mut self, range: Range) -> Option<()> {
        let mut frame = self.frames.pop()?;
        match &mut frame.body {
            Body::Seq(items) if frame.flow => {
                join_items(self.text, items, &mut self.problems);
            }
            Body::Map { entries, .. } if frame.flow => {
                join_entries(self.text, entries, &mut self.problems);
            }
            _ => {}
        }
        let end = if frame.flow { self.bracket(range.start) + 1 } else { frame.end };
        let span =
            self.span(Range { start: frame.start, end: end.clamp(frame.start, self.text.len()) });
        let kind = match frame.body {
            Body::Seq(items) => Kind::Seq(items),
            Body::Map { entries, .. } => Kind::Map(Map { entries }),
        };
        self.node(Node { span, kind })
    }

    /// The place of a closing bracket. After a trailing comma, the parser has not reached it yet.
    fn bracket(&self, at: usize) -> usize {
        let mut rest = self.text.get(at..).unwrap_or_default();
        rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
        while rest.starts_with('#') {
            rest = rest.split_once('\n').map_or("", |(_, below)| below).trim_start();
        }
        match rest.starts_with([']', '}']) {
            true => self.text.len() - rest.len(),
            false => at,
        }
    }

    /// Adds a finished node to its parent.
    fn node(&mut self, node: Node) -> Option<()> {
        self.n_nodes += 1;
        if self.n_nodes > NODES_MAX {
            self.problems.push(
                Diagnostic::error(
                    codes::TOO_MANY,
                    format!("more than {NODES_MAX} values in a file"),
                    node.span,
                    "one too many",
                )
                .help("split the file; the files of a folder are read together"),
            );
            return None;
        }
        let Some(frame) = self.frames.last_mut() else {
            self.root.get_or_insert(node);
            return Some(());
        };
        frame.end = frame.end.max(node.span.end as usize);
        match &mut frame.body {
            Body::Seq(items) => items.push(node),
            Body::Map { entries, key, .. } => match std::mem::replace(key, Key::Expected) {
                Key::Read(key, key_span) => entries.push(Entry { key, key_span, value: node }),
                Key::Refused => {}
                Key::Expected => {
                    *key = Key::Refused;
                    self.problems.push(
                        Diagnostic::error(
                            codes::KEY,
                            format!("a key must be text, not {}", node.describe()),
                            node.span,
                            "used as a key",
                        )
                        .help(match frame.flow {
                            true => "put the whole text in quotes, braces included",
                            false => "put the key in quotes if it is meant as text",
                        }),
                    );
                }
            },
        }
        Some(())
    }

    fn span(&self, range: Range) -> Span {
        Span { file: self.file, start: range.start as u32, end: range.end as u32 }
    }
}

/// A range of the text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub start: usize,
    pub end: usize,
}

/// The events of one text.
pub(super) struct Events<'t> {
    text: &'t str,
    parser: Parser<'t, StrInput<'t>>,
    /// The byte offset of each character; `None` if the text is ASCII.
    offsets: Option<Vec<u32>>,
}

impl<'t> Events<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let offsets = (!text.is_ascii())
            .then(|| text.char_indices().map(|(offset, _)| offset as u32).collect::<Vec<_>>());
        Self { text, parser: Parser::new_from_str(text), offsets }
    }

    /// The next event, or a syntax error and its offset.
    pub(super) fn next(&mut self) -> Option<Result<(Event<'t>, Range), (ScanError, usize)>> {
        match self.parser.next_event()? {
            Ok((event, span)) => {
                let start = self.byte(&span.start);
                let raw = Range { start, end: self.byte(&span.end).max(start) };
                let range = match &event {
                    Event::Scalar(value, style, ..) => self.scalar(value, *style, raw),
                    _ => raw,
                };
                Some(Ok((event, range)))
            }
            Err(error) => {
                let at = self.byte(error.marker());
                Some(Err((error, at)))
            }
        }
    }

    fn byte(&self, marker: &Marker) -> usize {
        match &self.offsets {
            None => marker.index().min(self.text.len()),
            Some(table) => {
                table.get(marker.index()).map_or(self.text.len(), |offset| *offset as usize)
            }
        }
    }

    fn scalar(&self, value: &str, style: ScalarStyle, raw: Range) -> Range {
        let rest = self.text.get(raw.start..).unwrap_or_default();
        let end = match style {
            ScalarStyle::SingleQuoted => closing(rest, '\'').map(|len| raw.start + len),
            ScalarStyle::DoubleQuoted => closing(rest, '"').map(|len| raw.start + len),
            ScalarStyle::Plain if value.is_empty() => return self.missing(raw),
            _ => None,
        };
        let end = end.unwrap_or_else(|| {
            let inside = self.text.get(raw.start..raw.end).unwrap_or_default();
            raw.start + inside.trim_end().len()
        });
        Range { start: raw.start, end }
    }

    /// The place of a missing value: right after its colon.
    fn missing(&self, raw: Range) -> Range {
        let colon = self.text.get(raw.start..).is_some_and(|rest| rest.starts_with(':'));
        let at = raw.start + usize::from(colon);
        Range { start: at, end: at }
    }
}

/// The length of the quoted text at the start of `rest`, including both quotes.
fn closing(rest: &str, quote: char) -> Option<usize> {
    let mut chars = rest.char_indices().peekable();
    chars.next_if(|(_, first)| *first == quote)?;
    while let Some((offset, char)) = chars.next() {
        if quote == '"' && char == '\\' {
            chars.next();
        } else if char == quote {
            let doubled = quote == '\'' && chars.next_if(|(_, next)| *next == quote).is_some();
            if !doubled {
                return Some(offset + 1);
            }
        }
    }
    None
}

/// Reads an unquoted scalar. `Err` for a whole number that is out of range.
fn plain(text: &str) -> Result<Kind, OutOfRange> {
    match text {
        "" | "~" | "null" => return Ok(Kind::Null),
        "true" => return Ok(Kind::Bool(true)),
        "false" => return Ok(Kind::Bool(false)),
        _ => {}
    }
    if is_whole(text) {
        return match text.parse() {
            Ok(number) => Ok(Kind::Int(number)),
            Err(_) if text.starts_with('-') => Err(OutOfRange { nearest: i64::MIN }),
            Err(_) => Err(OutOfRange { nearest: i64::MAX }),
        };
    }
    Ok(if is_real(text) { Kind::Real(text.to_owned()) } else { Kind::Text(text.to_owned()) })
}

/// A whole number too far from zero.
struct OutOfRange {
    /// The nearest allowed number.
    pub nearest: i64,
}

/// `7`, `-7`, `+7`, `0`; not `007`, which people use for labels.
fn is_whole(text: &str) -> bool {
    let digits = unsigned(text);
    is_digits(digits) && (digits.len() == 1 || !digits.starts_with('0'))
}

/// Whether a text has a fraction or an exponent, or is a word for not-a-number or infinity.
fn is_real(text: &str) -> bool {
    let body = unsigned(text);
    if matches!(body, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    let (number, exponent) = match body.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, Some(unsigned(exponent))),
        None => (body, None),
    };
    if exponent.is_some_and(|digits| !is_digits(digits)) {
        return false;
    }
    match number.split_once('.') {
        Some(("", fraction)) => is_digits(fraction),
        Some((whole, fraction)) => is_digits(whole) && (fraction.is_empty() || is_digits(fraction)),
        None => exponent.is_some() && is_digits(number),
    }
}

fn unsigned(text: &str) -> &str {
    text.strip_prefix(['-', '+']).unwrap_or(text)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Decodes the bytes of a file as UTF-8 and drops a byte order mark. Line ends stay as they are;
/// both kinds are understood.
///
/// # Errors
///
/// The file is not UTF-8.
pub fn decode(bytes: &[u8]) -> Result<String, NotText> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text).to_owned()),
        Err(error) => {
            let offset = error.valid_up_to();
            let line = bytes.iter().take(offset).filter(|byte| **byte == b'\n').count() + 1;
            let wide = matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
            Err(NotText { offset, line, wide })
        }
    }
}

/// Bytes that are not UTF-8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotText {
    /// The offset of the first invalid byte.
    pub offset: usize,
    /// The line it is on, from 1.
    pub line: usize,
    /// Whether it looks like UTF-16.
    pub wide: bool,
}

impl NotText {
    /// The diagnostic. `path` is the displayed path; `file` holds the text with U+FFFD in place of
    /// invalid bytes.
    pub fn report(self, path: &str, file: FileId) -> Diagnostic {
        let start = self.offset as u32;
        let span = Span { file, start, end: start + '\u{fffd}'.len_utf8() as u32 };
        let message = format!("`{path}` is not UTF-8 text on line {}", self.line);
        let help = match self.wide {
            true => "it looks like UTF-16; save the file as UTF-8",
            false => "save the file with the encoding UTF-8",
        };
        Diagnostic::error(layer_codes::NOT_UTF8, message, span, "the first byte that does not fit")
            .help(help)
    }
}

/// The diagnostic for a file over the size limit.
fn too_large(path: &str, size: usize) -> Diagnostic {
    Diagnostic::placeless(
        codes::TOO_LARGE,
        format!("`{path}` has {size} bytes, at most {FILE_SIZE_MAX} are read"),
    )
    .help("split the file; the files of a folder are read together")
}

/// Joins the parts of such values in a mapping in braces: a value with an open parenthesis, and the
/// keys without a value up to the closing one.
fn join_entries(text: &str, entries: &mut Vec<Entry>, problems: &mut Vec<Diagnostic>) {
    let mut at = 0;
    while at < entries.len() {
        let rest = entries.get(at..).unwrap_or_default();
        if let Some((n_more, span)) = cut_entry(text, rest) {
            entries.drain(at + 1..=at + n_more);
            if let Some(entry) = entries.get_mut(at) {
                entry.value = whole(text, span);
                problems.push(report(text, span, "{ }"));
            }
        }
        at += 1;
    }
}

/// The same for the items of a list in brackets.
fn join_items(text: &str, items: &mut Vec<Node>, problems: &mut Vec<Diagnostic>) {
    let mut at = 0;
    while at < items.len() {
        let rest = items.get(at..).unwrap_or_default();
        let simple = |item: &Node| !matches!(item.kind, Kind::Seq(_) | Kind::Map(_));
        let spans = rest.iter().map(|item| simple(item).then_some(item.span));
        if let Some((n_more, span)) = cut(text, spans) {
            items.drain(at + 1..=at + n_more);
            if let Some(item) = items.get_mut(at) {
                *item = whole(text, span);
                problems.push(report(text, span, "[ ]"));
            }
        }
        at += 1;
    }
}

fn cut_entry(text: &str, entries: &[Entry]) -> Option<(usize, Span)> {
    let (first, rest) = entries.split_first()?;
    let more = rest.iter().map(|entry| (entry.value.kind == Kind::Null).then_some(entry.key_span));
    let is_text = matches!(first.value.kind, Kind::Text(_));
    cut(text, std::iter::once(is_text.then_some(first.value.span)).chain(more))
}

/// How many more parts it takes to close the parentheses, and the place of all parts.
fn cut(text: &str, mut parts: impl Iterator<Item = Option<Span>>) -> Option<(usize, Span)> {
    let first = parts.next()??;
    let mut open = balance(text, first)?;
    if open <= 0 {
        return None;
    }
    for (n_before, part) in parts.enumerate() {
        let part = part?;
        open += balance(text, part)?;
        if open <= 0 {
            return (open == 0).then_some((n_before + 1, Span { end: part.end, ..first }));
        }
    }
    None
}

/// The number of open parentheses minus closed ones; `None` for text in quotes.
fn balance(text: &str, span: Span) -> Option<i64> {
    let part = slice(text, span);
    if part.starts_with(['"', '\'']) {
        return None;
    }
    let count = |sign: char| part.matches(sign).count() as i64;
    Some(count('(') - count(')'))
}

fn slice(text: &str, span: Span) -> &str {
    text.get(span.start as usize..span.end as usize).unwrap_or_default()
}

fn whole(text: &str, span: Span) -> Node {
    Node { span, kind: Kind::Text(slice(text, span).to_owned()) }
}

fn report(text: &str, span: Span, brackets: &str) -> Diagnostic {
    let message = format!("inside `{brackets}` a comma ends the value");
    let value = slice(text, span);
    Diagnostic::error(expr_codes::BRACKET, message, span, "cut at the comma")
        .help(format!("put the expression in quotes: `{}`", quoted(value)))
}

/// A value in quotes, of the kind that it does not contain.
pub(super) fn quoted(value: &str) -> String {
    let quote = if value.contains('"') { '\'' } else { '"' };
    format!("{quote}{value}{quote}")
}
