//! Diagnostics as workflow commands, which GitHub shows beside the changed lines.

use std::fmt::Write;

use super::render::SHOWN_MAX;
use super::{Diagnostic, Level, sort};
use crate::source::Sources;

pub(super) fn render(diags: &[&Diagnostic], sources: &Sources) -> String {
    let mut text = String::new();
    // GitHub shows few of them, and silently drops those beyond its own limit.
    let (shown, rest) = diags.split_at(diags.len().min(SHOWN_MAX));
    for diag in shown {
        let command = match diag.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "notice",
        };
        let mut fields = String::new();
        if let Some(label) = &diag.primary {
            let (line, column) = sources.line_col(label.span);
            let (end_line, end_column) = sources.line_col_end(label.span);
            let file = field(&sources.file(label.span.file).path);
            let _ = write!(fields, "file={file},line={line},col={column},endLine={end_line},");
            if line == end_line {
                let _ = write!(fields, "endColumn={end_column},");
            }
        }
        let _ = writeln!(
            text,
            "::{command} {fields}title={}::{}",
            diag.code,
            data(&body(diag, sources))
        );
    }
    if let Some(more) = sort::and_more(rest) {
        let worst = rest.iter().map(|diag| diag.level).min();
        let command = if worst == Some(Level::Error) { "error" } else { "warning" };
        let _ = writeln!(text, "::{command} title=more::{more}");
    }
    text
}

/// The whole text, one item per line.
fn body(diag: &Diagnostic, sources: &Sources) -> String {
    let mut text = diag.message.clone();
    if let Some(label) = diag.primary.as_ref().filter(|label| !label.text.is_empty()) {
        let _ = write!(text, ": {}", label.text);
    }
    for label in &diag.others {
        let (line, column) = sources.line_col(label.span);
        let file = &sources.file(label.span.file).path;
        let _ = write!(text, "\n{file}:{line}:{column}: {}", label.text);
    }
    for note in &diag.notes {
        let _ = write!(text, "\nnote: {note}");
    }
    if let Some(help) = &diag.help {
        let _ = write!(text, "\nhelp: {help}");
    }
    text
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn field(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
