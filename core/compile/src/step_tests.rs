//! Lowers steps and expressions, and compares the code or the diagnostics.

mod amounts;
mod errors;
mod exprs;
mod fuzz;
mod presence;
mod sets;
mod verbs;

use super::listing::listing;
use super::{OptionValue, TableSpec, lower};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::source::{SourceFile, Sources};
use boardwright_syntax::yaml;

/// A game with one of everything.
const GAME: &str = "
resources:
  wood: { start: 2, tags: [goods] }
  fish: { tags: [goods] }
  gold: { pays_as: { goods: 2 } }
  vp: { score: true }
  passed: { max: 1 }
  round: { held_by: table, start: 1 }
  load: { held_by: tile }
  mark: { held_by: cell }
  claim: { held_by: [seat, cell] }
tracks:
  skill: { values: [1, 1, 2, 3], thresholds: { higher: 2 } }
kinds:
  tile:
    attributes:
      cost: cost
      level: number
      colour: [red, blue]
      steps_up: numbers
      reward: steps
      job: { steps: { power: number } }
      shifts: list/steps
tiles:
  mill: { count: 2, zone: deck, cost: { wood: 2 }, level: 1, colour: red, steps_up: [1, 3], tags: [wet], reward: [ { gain: { wood: 1 } } ], job: [ { gain: { wood: power } } ], shifts: [ [ { gain: { wood: 1 } } ], [] ] }
  old_barn: { zone: deck, level: 2, colour: blue, faces: { back: { level: 3, colour: blue } } }
zones:
  deck: { order: stack }
  market: { order: row, slots: 3, slot_attributes: { surcharge: [0, 1, 2] } }
  hand: { held_by: seat, visible: owner }
  plot: { held_by: cell }
spaces:
  cell: { grid: { columns: 3, rows: 2, links: orthogonal }, attributes: { depth: number } }
values:
  limit: { base: 3 }
  price: { base: 1, about: piece }
sets:
  damp: \"where(cell, it.depth > 1)\"
  near: { about: space/cell, of: \"where(damp, distance(it, about) < 3)\" }
procedures:
  build: { params: { what: piece/tile, where: space/cell }, returns: number, do: [ { return: \"what.level\" } ] }
  sort: { params: { what: set/piece/tile, n: { type: number, default: \"me.wood\" }, marked: tag }, do: [ { gain: { wood: \"n + count(what, tagged(it, marked))\" } } ] }
events: { built: { what: piece/tile }, harvest: {} }
periods: [round]
lines: { area: {} }
";

/// Lowers the game with these steps as its play. Nil checks have their own tests.
fn lowered(steps: &str) -> (String, Vec<Diagnostic>, Sources) {
    lowered_in(GAME, steps, true)
}

fn lowered_in(game: &str, steps: &str, careless: bool) -> (String, Vec<Diagnostic>, Sources) {
    let indented: String = steps.trim().lines().map(|line| format!("  {line}\n")).collect();
    let text = format!("{game}play:\n{indented}");
    let mut sources = Sources::default();
    let (pack, path) = ("test".to_owned(), "test/game.yaml".to_owned());
    let file = sources.add(SourceFile { pack, path, text });
    let mut diags = vec![];
    let root = yaml::read(&sources, file, &mut diags).expect("a test writes YAML");
    let options = [
        ("long".to_owned(), OptionValue::Flag(true)),
        ("rounds".to_owned(), OptionValue::Number(4)),
        ("side".to_owned(), OptionValue::Word("north".to_owned())),
    ];
    let options = options.into();
    let table = TableSpec { players: 2, options, careless, ..TableSpec::default() };
    let (def, _, more) = lower(&root, &table, &sources);
    diags.extend(
        more.into_iter().filter(|diag| diag.level == boardwright_syntax::diag::Level::Error),
    );
    let code = def.map_or(String::new(), |def| {
        let play = def.procs.iter().find(|proc| proc.named.id == "play");
        let start = play.map_or(0, |proc| proc.start);
        let lines: Vec<String> = listing(&def).lines().map(str::to_owned).collect();
        let first = lines.iter().position(|line| line.starts_with(&format!("{start:4} ")));
        relative(lines.get(first.unwrap_or(0)..).unwrap_or_default(), start)
    });
    (code, diags, sources)
}

/// The code up to the first return, with addresses relative to its start.
fn relative(lines: &[String], start: u32) -> String {
    let mut out = vec![];
    for line in lines {
        if !line.starts_with(' ') {
            break;
        }
        let words = line.trim_start().split(' ').collect::<Vec<_>>();
        let mut shown: Vec<String> = vec![];
        for (at, word) in words.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|at| words.get(at)).copied();
            let is_place = at == 0 || matches!(before, Some("jump" | "until" | "end" | "at"));
            match word.parse::<u32>() {
                Ok(pc) if is_place && pc >= start => shown.push((pc - start).to_string()),
                _ => shown.push((*word).to_owned()),
            }
        }
        out.push(shown.join(" "));
    }
    out.join("\n")
}

/// The code of steps without errors.
fn code(steps: &str) -> String {
    let (code, diags, sources) = lowered(steps);
    assert!(diags.is_empty(), "{}", told(&diags, &sources));
    let mut lines: Vec<&str> = code.lines().collect();
    if lines.last().is_some_and(|line| line.ends_with(" return")) {
        lines.pop();
    }
    lines.join("\n")
}

/// The code of an expression.
fn expr(text: &str) -> String {
    let code = code(&format!("- let: {{ x: \"{text}\" }}"));
    code.split_once(" = ").map_or(code.clone(), |(_, value)| value.to_owned())
}

/// The diagnostics of steps: code, column, message, label, notes, help.
fn wrong(steps: &str) -> String {
    let (_, diags, sources) = lowered(steps);
    told(&diags, &sources)
}

/// The diagnostics of an expression that should be a number.
fn wrong_expr(text: &str) -> String {
    wrong(&format!("- gain: {{ wood: \"{text}\" }}"))
}

fn told(diags: &[Diagnostic], sources: &Sources) -> String {
    let line = |diag: &Diagnostic| {
        let place = diag.primary.as_ref().map_or(String::new(), |label| {
            let written = sources.slice(label.span);
            format!(" <{}> [{}]", written.lines().next().unwrap_or_default(), label.text)
        });
        let notes: String = diag.notes.iter().map(|note| format!(" ({note})")).collect();
        let help = diag.help.as_ref().map_or(String::new(), |help| format!(" => {help}"));
        format!("{} {}{place}{notes}{help}", diag.code, diag.message)
    };
    diags.iter().map(line).collect::<Vec<_>>().join("\n")
}
