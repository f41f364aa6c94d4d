//! Tests that check nothing. They pass under any rules, so they are mistakes.

use super::{Made, Scenario, ScenarioStep};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::scenario as codes;
use boardwright_syntax::source::Span;
use boardwright_syntax::yaml::{Entry, Kind, Map, Node};

/// Reports a test that checks nothing.
pub(super) fn nothing(what: &str, span: Span) -> Diagnostic {
    let message = format!("{what} checks nothing");
    Diagnostic::error(codes::NOTHING, message, span, "nothing stands here")
        .help("write what must hold, or leave it out")
}

/// Reports an empty file.
pub(super) fn file(node: &Node) -> Diagnostic {
    let diag = Diagnostic::error(
        codes::NOTHING,
        "a file of tests checks nothing",
        node.span,
        "it has no scenario, law or range",
    );
    diag.help("begin with `scenario:` and its promise, or remove the file")
}

/// Reports an empty list of scenarios.
pub(super) fn list(node: &Node) -> Diagnostic {
    let message = "a list of scenarios checks nothing";
    Diagnostic::error(codes::NOTHING, message, node.span, "no scenario")
        .help("write a scenario, or leave `scenarios` out")
}

/// Reports a scenario that checks nothing. A choice alone is no check: `offers` states what must be
/// possible, `expect` what the result must be. `1 + 1` alone is no check either; beside others it
/// may stand.
pub(super) fn scenario(scenario: &Scenario) -> Option<Diagnostic> {
    let checks = |step: &ScenarioStep| match step {
        ScenarioStep::Choose(_) | ScenarioStep::Any(_) => false,
        ScenarioStep::Expect(all) => all.iter().any(|it| looks_at_something(&it.key)),
        _ => true,
    };
    if scenario.steps.iter().any(checks) {
        return None;
    }
    let message = format!("the scenario \"{}\" checks nothing", scenario.name);
    let label = "it checks nothing after its choices";
    let diag = Diagnostic::error(codes::NOTHING, message, scenario.span, label);
    Some(diag.help(match scenario.steps.last() {
        Some(ScenarioStep::Choose(Made { seat: Some(seat), text, .. })) => format!(
            "say what comes of it, `expect: {{ {seat}.wood: 2 }}`; or what must be possible, \
             `- offers: {text}`; or what must not, `- {{ {seat}: {text}, refused: true }}`"
        ),
        _ => "say what must hold: `expect: { p1.wood: 2 }`".into(),
    }))
}

/// Whether a check is one in name only.
pub(super) fn is_hollow(step: &ScenarioStep) -> bool {
    match step {
        ScenarioStep::Offered(texts, _)
        | ScenarioStep::Offers(texts)
        | ScenarioStep::NotOffered(texts) => texts.is_empty(),
        ScenarioStep::Question(text, _) => text.trim().is_empty(),
        ScenarioStep::Expect(all) => all.is_empty(),
        ScenarioStep::Score(all) => all.is_empty(),
        ScenarioStep::Choose(_)
        | ScenarioStep::Any(_)
        | ScenarioStep::Refused(..)
        | ScenarioStep::Asks(..) => false,
    }
}

/// Whether an expression is about the game at all, that is, names something in it.
fn looks_at_something(expr: &str) -> bool {
    let mut names = expr.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    const PLAIN: [&str; 11] =
        ["true", "false", "nil", "and", "or", "not", "if", "then", "else", "elseif", ""];
    names.any(|name| !PLAIN.contains(&name) && !name.starts_with(|c: char| c.is_ascii_digit()))
}

/// Makes a scenario's move steps move everything they name: pieces without room would otherwise be
/// left behind silently. Rules may intend that, so they state `whole` themselves.
pub(super) fn move_whole(node: &mut Node) {
    match &mut node.kind {
        Kind::Seq(items) => items.iter_mut().for_each(move_whole),
        Kind::Map(map) => {
            for Entry { key, value, .. } in &mut map.entries {
                match &mut value.kind {
                    Kind::Map(moved) if key == "move" => whole(moved),
                    _ => move_whole(value),
                }
            }
        }
        _ => {}
    }
}

fn whole(moved: &mut Map) {
    let Some(all) = moved.entry("all").filter(|_| moved.get("whole").is_none()) else { return };
    let key_span = all.key_span;
    let value = Node { span: key_span, kind: Kind::Bool(true) };
    moved.entries.push(Entry { key: "whole".into(), key_span, value });
}
