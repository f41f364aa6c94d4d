//! Reports: one self-contained HTML file, so that it opens without a network.

use std::collections::BTreeMap;

use boardwright_lab::simulate::compare::Comparison;
use boardwright_lab::simulate::profile::Report;
use boardwright_lab::simulate::{GameRecord, Summary};
use serde_json::{Value, json};

const PAGE: &str = include_str!("../assets/report.html");
const CSS: &str = include_str!("../assets/report.css");
const JS: &str = include_str!("../assets/report.js");
const D3: &str = include_str!("../assets/d3.min.js");
const PLOT: &str = include_str!("../assets/plot.umd.min.js");

/// The report of a run.
pub fn report(summary: &Summary, records: &[GameRecord], profile: Option<&Report>) -> String {
    let sets = [set(&summary.title, summary, records)];
    let mut data = json!({ "sets": sets });
    if let Some(profile) = profile {
        data["profile"] = json!(profile);
    }
    page(&format!("{}: {} games", summary.title, summary.games), &data)
}

/// The report of a comparison, with both sets side by side.
pub fn comparison(
    labels: [&str; 2],
    comparison: &Comparison,
    records: [&[GameRecord]; 2],
) -> String {
    let [a, b] = labels;
    let sets = [set(a, &comparison.a, records[0]), set(b, &comparison.b, records[1])];
    let mut differences = json!(comparison);
    if let Some(map) = differences.as_object_mut() {
        // They are already listed with their sets.
        map.remove("a");
        map.remove("b");
    }
    let data = json!({ "sets": sets, "comparison": differences });
    page(&format!("{a} and {b}: {} pairs of games", comparison.pairs), &data)
}

fn set(label: &str, summary: &Summary, records: &[GameRecord]) -> Value {
    let games = || records.iter().filter(|game| game.failed.is_none());
    let seats = games().flat_map(|game| &game.seats);
    json!({
        "label": label,
        "summary": summary,
        "scores": counts(seats.map(|seat| seat.score)),
        "decisions": counts(games().map(|game| game.decisions as i64)),
        "lead_changes": counts(games().map(|game| game.lead_changes as i64)),
    })
}

/// How often each number occurs.
fn counts(numbers: impl Iterator<Item = i64>) -> Vec<(i64, u64)> {
    let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
    for number in numbers {
        *counts.entry(number).or_default() += 1;
    }
    counts.into_iter().collect()
}

fn page(title: &str, data: &Value) -> String {
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    // Nothing in the data may close the element that contains it.
    let data = data.to_string().replace('<', "\\u003c");
    let mut text = String::with_capacity(PAGE.len() + D3.len() + PLOT.len() + data.len() + 65_536);
    let mut rest = PAGE;
    while let Some(at) = rest.find('@') {
        let (before, gap) = rest.split_at(at);
        text.push_str(before);
        let Some(end) = gap[1..].find('@') else { break };
        text.push_str(match &gap[1..=end] {
            "TITLE" => &title,
            "CSS" => CSS,
            "DATA" => &data,
            "D3" => D3,
            "PLOT" => PLOT,
            "JS" => JS,
            _ => "",
        });
        rest = &gap[end + 2..];
    }
    text.push_str(rest);
    text
}
