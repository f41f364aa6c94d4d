//! Warnings that an author allows, with a reason: `# allow(G012): the harbour is meant to be free`.

use std::collections::{HashMap, HashSet};

use super::{Diagnostic, Level, codes::file as codes};
use crate::source::{FileId, Sources, Span};
use crate::yaml::comments;

/// One code named in an `allow` comment.
struct Allow {
    file: FileId,
    /// The line whose warnings it allows.
    line: u32,
    code: String,
    span: Span,
    used: bool,
}

/// Drops the warnings that comments allow, and adds one for each comment that gives no reason or
/// has no effect.
///
/// A comment after a value applies to its own line, a comment on its own line to the next one.
/// Errors cannot be allowed. Only YAML files are searched.
pub fn suppress(diags: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    let mut allows = vec![];
    let mut added = vec![];
    for file in sources.ids() {
        let path = &sources.file(file).path;
        let may_allow = sources.file(file).text.contains("allow(");
        if may_allow && (path.ends_with(".yaml") || path.ends_with(".yml")) {
            collect(sources, file, &mut allows, &mut added);
        }
    }
    if allows.is_empty() {
        return diags.into_iter().chain(added).collect();
    }
    let mut at: HashMap<Place, Vec<usize>> = HashMap::new();
    for (index, allow) in allows.iter().enumerate() {
        at.entry((allow.file, allow.line, allow.code.clone())).or_default().push(index);
    }
    let mut kept = vec![];
    let mut said = HashSet::new();
    for diag in diags {
        let place = place(&diag, sources);
        let found = place.as_ref().filter(|_| diag.level == Level::Warning);
        match found.and_then(|place| at.get(place)) {
            Some(indices) => indices.iter().for_each(|index| allows[*index].used = true),
            None => {
                said.extend(place);
                kept.push(diag);
            }
        }
    }
    for allow in allows.iter().filter(|allow| !allow.used) {
        added.push(unused(allow, &said));
    }
    kept.append(&mut added);
    kept
}

/// A line of a file, and a code.
type Place = (FileId, u32, String);

fn place(diag: &Diagnostic, sources: &Sources) -> Option<Place> {
    let span = diag.primary.as_ref()?.span;
    Some((span.file, sources.line_col(span).0, diag.code.to_owned()))
}

fn collect(sources: &Sources, file: FileId, allows: &mut Vec<Allow>, added: &mut Vec<Diagnostic>) {
    // Consecutive comment lines all apply to the line below the last of them.
    let mut waiting: Vec<usize> = vec![];
    let mut previous = 0;
    for comment in comments(&sources.file(file).text) {
        if !comment.alone || comment.line != previous + 1 {
            waiting.clear();
        }
        previous = comment.line;
        if comment.alone {
            for index in &waiting {
                if let Some(allow) = allows.get_mut(*index) {
                    allow.line = comment.line + 1;
                }
            }
        }
        let Some((listed, reason)) = parse(comment.text) else { continue };
        let start = comment.start as u32;
        let span = Span { file, start, end: start + comment.text.len() as u32 };
        let line = if comment.alone { comment.line + 1 } else { comment.line };
        for code in listed.split(',').map(str::trim) {
            if comment.alone {
                waiting.push(allows.len());
            }
            allows.push(Allow { file, line, code: code.to_owned(), span, used: false });
        }
        if reason.is_empty() {
            added.push(
                Diagnostic::warning(
                    codes::ALLOW_REASON,
                    format!("`{listed}` is allowed without a reason"),
                    span,
                    "no reason given",
                )
                .help(format!("write `# allow({listed}): why it is meant so`")),
            );
        }
    }
}

/// The codes and the reason of an `allow` comment.
fn parse(comment: &str) -> Option<(&str, &str)> {
    let rest = comment.trim_start_matches('#').trim_start().strip_prefix("allow(")?;
    let (codes, rest) = rest.split_once(')')?;
    Some((codes.trim(), rest.trim_start().strip_prefix(':').unwrap_or_default().trim()))
}

fn unused(allow: &Allow, said: &HashSet<Place>) -> Diagnostic {
    let report = Diagnostic::warning(
        codes::ALLOW_UNUSED,
        format!("no warning `{}` here to be allowed", allow.code),
        allow.span,
        "has no effect",
    );
    let is_error = said.contains(&(allow.file, allow.line, allow.code.clone()));
    if is_error {
        report.note(format!("`{}` is an error; only warnings can be allowed", allow.code))
    } else {
        report.help("remove the comment")
    }
}
