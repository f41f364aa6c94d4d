//! Diagnostics as SARIF 2.1.0, which code hosts and editors read.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Diagnostic, Label, codes};
use crate::source::Sources;

/// The schema of the format.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

pub(super) fn render(diags: &[&Diagnostic], sources: &Sources) -> String {
    let used: BTreeSet<&str> = diags.iter().map(|diag| diag.code).collect();
    let rules: Vec<Value> = used.iter().map(|code| rule(code)).collect();
    let results: Vec<Value> = diags.iter().map(|diag| result(diag, sources)).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "boardwright",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

fn rule(code: &str) -> Value {
    match codes::all().find(|info| info.code == code) {
        Some(info) => json!({
            "id": code,
            "shortDescription": { "text": info.title },
            "fullDescription": { "text": info.text },
        }),
        None => json!({ "id": code }),
    }
}

fn result(diag: &Diagnostic, sources: &Sources) -> Value {
    let notes = diag.notes.iter().map(|note| format!("\nnote: {note}"));
    let help = diag.help.iter().map(|help| format!("\nhelp: {help}"));
    let message: String = [diag.message.clone()].into_iter().chain(notes).chain(help).collect();
    let locations: Vec<Value> = diag.primary.iter().map(|label| location(label, sources)).collect();
    let others: Vec<Value> = diag.others.iter().map(|label| location(label, sources)).collect();
    json!({
        "ruleId": diag.code,
        "level": diag.level.word(),
        "message": { "text": message },
        "locations": locations,
        "relatedLocations": others,
    })
}

fn location(label: &Label, sources: &Sources) -> Value {
    let (line, column) = sources.line_col(label.span);
    let (end_line, end_column) = sources.line_col_end(label.span);
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(&sources.file(label.span.file).path) },
            "region": {
                "startLine": line,
                "startColumn": column,
                "endLine": end_line,
                "endColumn": end_column,
            },
        },
    });
    if !label.text.is_empty() {
        location["message"] = json!({ "text": label.text });
    }
    location
}

/// A path as a relative URI: special characters are percent-encoded.
fn uri(path: &str) -> String {
    path.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect()
}
