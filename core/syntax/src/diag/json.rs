//! Diagnostics as one JSON object, for scripts.

use serde_json::{Map, Value, json};

use super::{Diagnostic, Label, Level, sort};
use crate::source::Sources;

pub(super) fn render(diags: &[&Diagnostic], sources: &Sources) -> String {
    let list: Vec<Value> = diags.iter().map(|diag| object(diag, sources)).collect();
    let whole = json!({
        "diagnostics": list,
        "errors": sort::count(diags, Level::Error),
        "warnings": sort::count(diags, Level::Warning),
    });
    format!("{whole:#}\n")
}

fn object(diag: &Diagnostic, sources: &Sources) -> Value {
    let mut fields = place(diag.primary.as_ref(), sources);
    fields.insert("code".into(), diag.code.into());
    fields.insert("level".into(), diag.level.word().into());
    fields.insert("message".into(), diag.message.as_str().into());
    let others = diag.others.iter().map(|label| Value::Object(place(Some(label), sources)));
    fields.insert("others".into(), others.collect());
    fields.insert("notes".into(), diag.notes.clone().into());
    fields.insert("help".into(), diag.help.clone().into());
    Value::Object(fields)
}

/// The fields of a place; without one they are null, so that readers still find them.
fn place(label: Option<&Label>, sources: &Sources) -> Map<String, Value> {
    let mut fields = Map::new();
    let mut put = |key: &str, value: Option<Value>| {
        fields.insert(key.into(), value.unwrap_or(Value::Null));
    };
    let start = label.map(|label| sources.line_col(label.span));
    let end = label.map(|label| sources.line_col_end(label.span));
    put("file", label.map(|label| sources.file(label.span.file).path.as_str().into()));
    put("line", start.map(|(line, _)| line.into()));
    put("column", start.map(|(_, column)| column.into()));
    put("end_line", end.map(|(line, _)| line.into()));
    put("end_column", end.map(|(_, column)| column.into()));
    put("label", label.map(|label| label.text.as_str().into()));
    fields
}
