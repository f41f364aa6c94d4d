//! Prints diagnostics. The human form is here, the forms for programs are in their own files.

use std::borrow::Cow;

use annotate_snippets as snip;
use snip::{AnnotationKind, Group, Renderer, Snippet};

use super::{Diagnostic, Label, Level, github, json, ordered, sarif, sort};
use crate::source::{FileId, Sources};
use crate::visible::visible;

/// Most diagnostics printed for people and as workflow commands; the rest are counted by code.
pub const SHOWN_MAX: usize = 100;
/// Longer lines are cut around the marked part.
const LINE_WIDTH_MAX: usize = 110;

/// The output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people: the text with marks under it.
    Human {
        /// Whether to colour it with escape codes.
        colour: bool,
    },
    /// One JSON object.
    Json,
    /// SARIF 2.1.0, which code hosts and editors read.
    Sarif,
    /// Workflow commands, which GitHub shows beside the changed lines.
    Github,
}

/// Prints diagnostics in source order. Line-based formats are empty if there are none.
pub fn render(diags: &[Diagnostic], sources: &Sources, format: Format) -> String {
    let diags = ordered(diags, sources);
    match format {
        Format::Human { colour } => human(&diags, sources, colour),
        Format::Json => json::render(&diags, sources),
        Format::Sarif => sarif::render(&diags, sources),
        Format::Github => github::render(&diags, sources),
    }
}

fn human(diags: &[&Diagnostic], sources: &Sources, colour: bool) -> String {
    if diags.is_empty() {
        return String::new();
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.term_width(LINE_WIDTH_MAX);
    let mut text = String::new();
    let (shown, rest) = diags.split_at(diags.len().min(SHOWN_MAX));
    for diag in shown {
        let diag = printable(diag);
        text.push_str(&renderer.render(&groups(&diag, sources)));
        text.push_str("\n\n");
    }
    if let Some(more) = sort::and_more(rest) {
        text.push_str(&format!("{more}\n\n"));
    }
    text.push_str(&sort::summary_of(diags));
    text.push('\n');
    text
}

/// A copy without characters that could do harm in a terminal. The renderer prints source lines
/// safely; our messages quote the same text.
fn printable(diag: &Diagnostic) -> Diagnostic {
    let clean = |text: &mut String| {
        if let Cow::Owned(cleaned) = visible(text) {
            *text = cleaned;
        }
    };
    let mut diag = diag.clone();
    clean(&mut diag.message);
    diag.primary.iter_mut().chain(&mut diag.others).for_each(|label| clean(&mut label.text));
    diag.notes.iter_mut().chain(&mut diag.help).for_each(clean);
    diag
}

fn groups<'a>(diag: &'a Diagnostic, sources: &'a Sources) -> Vec<Group<'a>> {
    let level = match diag.level {
        Level::Error => snip::Level::ERROR,
        Level::Warning => snip::Level::WARNING,
        Level::Note => snip::Level::NOTE,
    };
    let mut main = Group::with_title(level.primary_title(&diag.message).id(diag.code));
    for file in files(diag) {
        main = main.element(snippet(diag, sources, file));
    }
    for note in &diag.notes {
        main = main.element(snip::Level::NOTE.message(note));
    }
    match &diag.help {
        // With no source above it, a separate help line would look out of place.
        Some(help) if diag.primary.is_none() => {
            vec![main.element(snip::Level::HELP.message(help))]
        }
        Some(help) => {
            vec![main, Group::with_title(snip::Level::HELP.secondary_title(help))]
        }
        None => vec![main],
    }
}

/// The files a diagnostic mentions, starting with its main place.
fn files(diag: &Diagnostic) -> Vec<FileId> {
    let mut files = vec![];
    for (_, label) in labels(diag) {
        if !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    files
}

fn labels(diag: &Diagnostic) -> impl Iterator<Item = (AnnotationKind, &Label)> {
    let primary = diag.primary.iter().map(|label| (AnnotationKind::Primary, label));
    primary.chain(diag.others.iter().map(|label| (AnnotationKind::Context, label)))
}

/// The part of one file that is marked. Only these lines are passed on, because the renderer scans
/// everything it gets.
fn snippet<'a>(
    diag: &'a Diagnostic,
    sources: &'a Sources,
    file: FileId,
) -> Snippet<'a, snip::Annotation<'a>> {
    let source = sources.file(file);
    let text = source.text.as_str();
    let place = |offset: u32| text.floor_char_boundary(offset as usize);
    let here = || labels(diag).filter(|(_, label)| label.span.file == file);
    let first = here().map(|(_, label)| place(label.span.start)).min().unwrap_or(0);
    let last = here().map(|(_, label)| place(label.span.end)).max().unwrap_or(first);
    let (line, start) = sources.line_start(file, first);
    let end = text[last..].find('\n').map_or(text.len(), |at| last + at + 1);
    let marks = here().map(|(kind, label)| {
        let from = place(label.span.start);
        let to = place(label.span.end).max(from);
        let mark = kind.span(from - start..to - start);
        if label.text.is_empty() { mark } else { mark.label(label.text.as_str()) }
    });
    Snippet::source(&text[start..end])
        .line_start(line)
        .path(source.path.as_str())
        .annotations(marks)
}
