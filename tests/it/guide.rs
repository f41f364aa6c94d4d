//! The scripts in the guide are complete files: they are checked and run in a pack that has what
//! they use.

use boardwright_packs::library::Library;
use boardwright_play::game::{check, open};
use boardwright_play::session::Session;
use boardwright_syntax::diag::{Format, render};
use boardwright_tests::root;

const MANIFEST: &str = "id: guide\ntitle: Guide\nplayers: { min: 2, max: 2 }\n";

/// A mill with a coast on either side, one of which is chosen.
const GAME: &str = "
resources:
  fish: { name: Fish, start: 1 }
  wood: { name: Wood, start: 2 }
  vp: { score: true }
kinds:
  tile: { zone: box }
tiles:
  mill:
    name: Mill
    ability:
      when: built
      if: what == self
      do:
        - script: mill.on_build
          with: { per_coast: 2 }
zones:
  box: {}
  yard: { held_by: seat }
  attic: { held_by: seat }
  site: { held_by: plot, active: true }
spaces:
  plot:
    attributes: { coast: flag, size: number }
    line: true
    list: { east: { coast: true, size: 1 }, middle: {}, west: { coast: true, size: 3 } }
procedures:
  buy_points: { params: { n: number }, do: [{ pay: { wood: n } }, { gain: { vp: n } }] }
events: { built: { what: piece/tile } }
play:
  - each:
      of: pieces(tile)
      do:
        - move: { what: what, to: middle.site }
        - set_controller: what
        - emit: { built: { what: what } }
    as: what
";

/// The blocks of a language in a page.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let open = format!("```{language}\n");
    let behind = page.split(&open).skip(1);
    behind.filter_map(|rest| rest.split("\n```").next()).map(|block| format!("{block}\n")).collect()
}

#[test]
fn scripts_of_the_guide_are_checked_and_run() {
    let page = std::fs::read_to_string(root().join("scripts/README.md")).expect("there is a guide");
    let scripts = blocks(&page, "lua");
    assert!(!scripts.is_empty(), "the guide has examples");
    // The game's own steps are followed by those that call the second script.
    let steps = blocks(&page, "yaml").remove(0);
    let steps: String = steps.lines().map(|line| format!("  {line}\n")).collect();
    let game = format!("{GAME}  - let: {{ tile: \"first(pieces(tile))\" }}\n{steps}");
    let mut files: Vec<(String, Vec<u8>)> =
        vec![("pack.yaml".into(), MANIFEST.into()), ("game.yaml".into(), game.into())];
    for script in scripts {
        let name = script.trim_end().rsplit("return ").next().expect("it returns a table");
        files.push((format!("scripts/{name}.luau"), script.clone().into_bytes()));
    }
    let mut library = Library::new();
    library.add_memory("guide", files);
    let opened = check(&library, &["guide"]);
    let told = render(&opened.diags, &opened.sources, Format::Human { colour: false });
    assert_eq!(told, "");
    let game = open(&library, &["guide"], None, &[]).game.expect("nothing is wrong with it");
    let mut session = Session::new(&game, 1).expect("it can be played");
    assert_eq!(session.question(), "which coast?");
    assert_eq!(session.options(), ["east", "west"]);
    let lines = session.choose("west").expect("it is offered");
    assert_eq!(lines[0], "p1 gains 6 Fish (now 7), by Mill");
    assert_eq!(lines[1], "p1 pays 2 Fish (5 left)");
}
