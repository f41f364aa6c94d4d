//! Reports as SARIF 2.1.0, which code hosts and editors read.

use std::collections::BTreeSet;

use serde_json::json;
use serde_sarif::sarif;

use super::{Diagnostic, Label, Level, codes};
use crate::source::Sources;

/// The schema of the format.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

pub(super) fn render(diags: &[&Diagnostic], sources: &Sources) -> String {
    let used: BTreeSet<&str> = diags.iter().map(|diag| diag.code).collect();
    let rules: Vec<sarif::ReportingDescriptor> = used.iter().map(|code| rule(code)).collect();
    let results: Vec<sarif::Result> = diags.iter().map(|diag| result(diag, sources)).collect();
    let driver = sarif::ToolComponent::builder()
        .name("boardwright")
        .version(env!("CARGO_PKG_VERSION"))
        .rules(rules)
        .build();
    let run = sarif::Run::builder()
        .tool(driver)
        .results(results)
        .column_kind(json!("unicodeCodePoints"))
        .build();
    let log =
        sarif::Sarif::builder().schema(SCHEMA).version(json!("2.1.0")).runs(vec![run]).build();
    let mut text = serde_json::to_string_pretty(&log).unwrap_or_default();
    text.push('\n');
    text
}

fn rule(code: &str) -> sarif::ReportingDescriptor {
    match codes::all().find(|info| info.code == code) {
        Some(info) => sarif::ReportingDescriptor::builder()
            .id(code)
            .short_description(&info.title.to_owned())
            .full_description(&info.text.to_owned())
            .build(),
        None => sarif::ReportingDescriptor::builder().id(code).build(),
    }
}

fn result(diag: &Diagnostic, sources: &Sources) -> sarif::Result {
    let level = match diag.level {
        Level::Error => sarif::ResultLevel::Error,
        Level::Warning => sarif::ResultLevel::Warning,
        Level::Note => sarif::ResultLevel::Note,
    };
    let notes = diag.notes.iter().map(|note| format!("\nnote: {note}"));
    let help = diag.help.iter().map(|help| format!("\nhelp: {help}"));
    let message: String = [diag.message.clone()].into_iter().chain(notes).chain(help).collect();
    let locations: Vec<_> = diag.primary.iter().map(|label| location(label, sources)).collect();
    let others: Vec<_> = diag.others.iter().map(|label| location(label, sources)).collect();
    sarif::Result::builder()
        .rule_id(diag.code)
        .level(level)
        .message(&message)
        .locations(locations)
        .related_locations(others)
        .build()
}

fn location(label: &Label, sources: &Sources) -> sarif::Location {
    let (line, column) = sources.line_col(label.span);
    let (end_line, end_column) = sources.line_col_end(label.span);
    let region = sarif::Region::builder()
        .start_line(i64::from(line))
        .start_column(i64::from(column))
        .end_line(i64::from(end_line))
        .end_column(i64::from(end_column))
        .build();
    let file = sarif::ArtifactLocation::builder().uri(uri(&sources.file(label.span.file).path));
    let place =
        sarif::PhysicalLocation::builder().artifact_location(file.build()).region(region).build();
    let location = sarif::Location::builder().physical_location(place);
    if label.text.is_empty() {
        return location.build();
    }
    location.message(&label.text).build()
}

/// A path as a relative address: what is not plain is written as `%` and two digits.
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
