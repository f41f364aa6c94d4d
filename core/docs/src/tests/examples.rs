//! Lowers the examples of the reference in a small pack that has everything they use.

use super::super::{patches, scenario};
use boardwright_compile::{TableSpec, lower};
use boardwright_language::raw::step::{VERBS, VerbShape};
use boardwright_language::shape::{Shaped, definitions};
use boardwright_packs::manifest::ManifestShape;
use boardwright_syntax::diag::{Diagnostic, Level};
use boardwright_syntax::source::{SourceFile, Sources};
use boardwright_syntax::yaml::{self, Node};

/// The objects that the examples of steps refer to.
const FIXTURE: &str = "
resources:
  wood: { start: 2 }
  fish: {}
  gold: {}
  boats: {}
  vp: { score: true }
  passed: { max: 1, resets: round }
  mark: { held_by: cells }
  used: { held_by: tile }
tracks:
  skill: { values: [0, 1, 2, 3] }
kinds:
  tile:
    zone: deck
    attributes:
      cost: cost
      spoils: amounts
      level: number
      reward: steps
      action: { steps: { power: number } }
      shops: list/steps
  ship: { zone: docks }
ships:
  boat: {}
zones:
  deck: { order: stack }
  discard: { order: stack }
  market: { order: row, slots: 4 }
  table: {}
  docks: {}
  hand: { held_by: seat }
  yard: { held_by: seat, active: true }
spaces:
  cells: { list: [east, west], line: true, attributes: { depth: number } }
events: { built: { what: piece/tile }, harvest: {} }
periods: [round]
lines: { harbours: {}, area: {} }
play: [{ call: turn }]
";

fn read(text: &str) -> (Option<Node>, Sources, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let (pack, path) = ("manual".to_owned(), "manual/game.yaml".to_owned());
    let file = sources.add(SourceFile { pack, path, text: text.to_owned() });
    let mut diags = vec![];
    let node = yaml::read(&sources, file, &mut diags);
    (node, sources, diags)
}

fn indented(text: &str, by: usize) -> String {
    text.lines().map(|line| format!("{}{line}\n", " ".repeat(by))).collect()
}

/// A pack that contains the example of a verb, with `self`, `it` and some names bound.
fn pack_with(verb: &VerbShape) -> String {
    // A menu calls `build` without arguments; other steps pass what to build.
    let build = match verb.verb {
        "choose" => "[{ gain: { vp: 1 } }]",
        _ => "{ params: { what: piece/tile, where: space/cells }, do: [{ gain: { vp: 1 } }] }",
    };
    let nothing = "- gain: { vp: 1 }".to_owned();
    let (shown, given) = match verb.verb {
        "end" => (format!("- turns:\n    do:\n{}", indented(&verb.example(), 6)), nothing),
        // Only a procedure returns a value.
        "return" => (nothing, verb.example()),
        _ => (verb.example(), nothing),
    };
    let (shown, given) = (indented(&shown, 12), indented(&given, 6));
    format!(
        "{FIXTURE}
procedures:
  turn: [{{ gain: {{ vp: 1 }} }}]
  build: {build}
  giving:
    returns: number
    do:
{given}
tiles:
  mill:
    level: 1
    cost: {{ wood: 1 }}
    faces: {{ back: {{ level: 2 }} }}
    reward:
      - {{ find: {{ from: pieces(tile) }}, as: tile }}
      - {{ find: {{ from: pieces(ship) }}, as: ship }}
      - {{ find: {{ from: cells }}, as: cell }}
      - let: {{ where: cell }}
      - each:
          of: pieces(tile)
          do:
{shown}"
    )
}

#[test]
fn examples_of_steps_can_be_lowered() {
    let mut wrong = vec![];
    for verb in VERBS {
        let text = pack_with(verb);
        let (root, sources, mut diags) = read(&text);
        if let Some(root) = root {
            let table = TableSpec { players: 2, ..TableSpec::default() };
            diags.extend(lower(&root, &table, &sources).2);
        }
        let errors = diags.iter().filter(|diag| diag.level == Level::Error);
        wrong.extend(errors.map(|diag| format!("{}: {} {}", verb.verb, diag.code, diag.message)));
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn every_other_example_is_yaml() {
    let manifest = definitions(&ManifestShape::shape());
    let manifest = manifest.iter().flat_map(|def| def.docs.examples.clone());
    let patches = patches::OPERATORS.iter().map(|operator| operator.example.to_owned());
    for text in manifest.chain(patches).chain(
        [scenario::EXAMPLE, scenario::POSITIONS_EXAMPLE, scenario::BALANCE_EXAMPLE]
            .map(str::to_owned),
    ) {
        let (node, _, diags) = read(&text);
        assert!(node.is_some() && diags.is_empty(), "{text}: {diags:?}");
    }
}
