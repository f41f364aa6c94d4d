//! Reports the measurements: a table for people, a line of JSON for comparing with other engines.

use std::process::Command;

use serde_json::json;

use crate::sample::{Measured, Sampled};

/// Prints a small table.
pub fn print(measured: &Measured) {
    let gate = if measured.gated { "gates passed" } else { "no gate known" };
    println!("\n{}, {} players ({gate})", measured.pack, measured.players);
    println!(
        "  {:8} {:>12} {:>14} {:>10} {:>10} {:>8} {:>8} {:>16}",
        "", "games/s", "decisions/s", "dec/game", "legal/dec", "ratio", "alloc", "spread"
    );
    let ratio = measured.native.as_ref().map(|native| measured.ours.rate() / native.rate());
    row("ours", &measured.ours, ratio, Some(measured.allocations));
    if let Some(native) = &measured.native {
        row("native", native, Some(1.0), None);
    }
}

fn row(who: &str, sampled: &Sampled, ratio: Option<f64>, allocations: Option<f64>) {
    let (rate, tally) = (sampled.rate(), &sampled.tally);
    let optional = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.3}"));
    println!(
        "  {who:8} {rate:12.0} {:14.0} {:10.4} {:10.4} {:>8} {:>8} {:>16}",
        rate * tally.decisions_per_game(),
        tally.decisions_per_game(),
        tally.legal_per_decision(),
        optional(ratio),
        optional(allocations),
        spread(sampled).map(|rate| format!("{rate:.0}")).join("-"),
    );
}

fn spread(sampled: &Sampled) -> [f64; 2] {
    let rate = |rate: Option<&f64>| rate.copied().unwrap_or_default();
    [rate(sampled.rates.first()), rate(sampled.rates.last())]
}

/// One line of JSON, for joining the tables of several engines.
pub fn json(measured: &Measured) -> String {
    let (rate, tally) = (measured.ours.rate(), &measured.ours.tally);
    let line = json!({
        "peer": "ours",
        "version": version(),
        "game": measured.pack.replace('-', "_"),
        "mode": "yaml+lua",
        "players": measured.players,
        "games_per_cpu_s": round(rate),
        "decisions_per_cpu_s": round(rate * tally.decisions_per_game()),
        "decisions_per_game": round(tally.decisions_per_game()),
        "legal_per_decision": round(tally.legal_per_decision()),
        "allocations_per_decision": round(measured.allocations),
        "ratio_to_native": measured.native.as_ref().map(|native| round(rate / native.rate())),
        "spread": spread(&measured.ours).map(round),
    });
    format!("{line}\n")
}

fn round(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

/// The commit, or the version where there is none.
pub fn version() -> String {
    let told = Command::new("git")
        .args(["describe", "--always", "--dirty"])
        .current_dir(boardwright_tests::root())
        .output()
        .ok()
        .filter(|output| output.status.success());
    let text = told.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string());
    text.unwrap_or_else(|| env!("CARGO_PKG_VERSION").into())
}
