//! Reads one YAML file into a tree, and collects all problems in one pass.

use std::borrow::Cow;
use std::collections::BTreeMap;

use saphyr_parser::{Event, ScalarStyle, ScanError};

use super::events::{Events, Range};
use super::{Entry, Kind, Map, Node, bytes, commas, scalar, syntax};
use crate::diag::{Diagnostic, codes::file as codes};
use crate::number::{COUNTER_MAX, COUNTER_MIN};
use crate::source::{FileId, Sources, Span};
use crate::visible::{is_hostile, visible};

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
        diags.push(bytes::too_large(&source.path, source.text.len()));
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
                self.problems.push(last.note("reading this file stops here, it has more problems"));
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
            ScalarStyle::Plain => match scalar::plain(value) {
                Ok(kind) => kind,
                Err(scalar::OutOfRange { nearest }) => {
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
                commas::join_items(self.text, items, &mut self.problems);
            }
            Body::Map { entries, .. } if frame.flow => {
                commas::join_entries(self.text, entries, &mut self.problems);
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
