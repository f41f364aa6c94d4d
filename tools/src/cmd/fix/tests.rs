//! The command on folders of packs. Each rule is tested beside its code.

use insta::assert_snapshot;

use crate::Exit;
use crate::bundled;
use crate::testing::{Place, told};

const MANIFEST: &str = "id: isle\ntitle: Isle\n";
const OLD: &str = "\
zones:
  hand: { per: seat } # cards
setup:
  - gain: { wood: 1, to: p2 }
";
const NEW: &str = "\
zones:
  hand: { held_by: seat } # cards
setup:
  - gain: { wood: 1 }
    who: p2
";

fn place() -> Place {
    let place = Place::new();
    place.write("isle/pack.yaml", MANIFEST);
    place.write("isle/game.yaml", OLD);
    place
}

#[test]
fn a_pack_is_rewritten_once() {
    let place = place();
    assert_snapshot!(place.run("fix isle").all(), @r"
    exit 0
    fixed isle/game.yaml: per 1, who 1
    1 file changed, 1 as before
    ");
    assert_eq!(place.read("isle/game.yaml"), NEW);
    assert_eq!(place.read("isle/pack.yaml"), MANIFEST);
    assert_snapshot!(place.run("fix").all(), @r"
    exit 0
    0 files changed, 2 as before
    ");
    assert_eq!(place.run("fix --check").exit, Exit::Fine);
}

#[test]
fn a_check_writes_nothing_and_fails() {
    let place = place();
    assert_snapshot!(place.run("fix --check").all(), @r"
    exit 1
    would fix isle/game.yaml: per 1, who 1
    1 file to change, 1 as before
    ");
    assert_eq!(place.read("isle/game.yaml"), OLD);
}

#[test]
fn a_diff_writes_nothing_and_can_be_applied() {
    let place = place();
    let ran = place.run("fix isle/game.yaml --diff");
    assert_eq!(ran.exit, Exit::Fine);
    assert_snapshot!(ran.out, @r"
    --- a/isle/game.yaml
    +++ b/isle/game.yaml
    @@ -1,4 +1,5 @@
     zones:
    -  hand: { per: seat } # cards
    +  hand: { held_by: seat } # cards
     setup:
    -  - gain: { wood: 1, to: p2 }
    +  - gain: { wood: 1 }
    +    who: p2
    ");
    assert_eq!(place.read("isle/game.yaml"), OLD);
    assert_eq!(place.run("fix isle --diff --check").exit, Exit::Problems);
}

#[test]
fn what_a_person_must_do_is_told_with_its_place() {
    let place = place();
    let text = "setup:\n  - begin: turn\n  - { if: a, when: b, do: [], else: [] }\n";
    place.write("isle/game.yaml", text);
    assert_snapshot!(place.run("fix isle").all(), @r"
    exit 1
    fixed isle/game.yaml: commit 1
    by hand isle/game.yaml:4:14: a step has `if`, `when` and `else`
      help: write `if: A` with `do: [{ if: B, do: ..., else: ... }]`: otherwise `else` would be done if `A` does not hold, too
    1 file changed, 1 as before, 1 place to rewrite by hand
    ");
}

#[test]
fn a_file_that_is_not_yaml_is_left_alone() {
    let place = place();
    place.write("isle/broken.yaml", "setup: [{ own: it }\nplay: [");
    let ran = place.run("fix isle");
    assert_eq!(ran.exit, Exit::Problems);
    assert!(
        ran.err.contains("error[Y001]") && ran.err.contains("isle/broken.yaml:2"),
        "{}",
        ran.err
    );
    assert_eq!(place.read("isle/broken.yaml"), "setup: [{ own: it }\nplay: [");
    assert_eq!(place.read("isle/game.yaml"), NEW);
}

#[test]
fn packs_beside_it_are_known() {
    let place = place();
    let game = "\
kinds: { tile: { attributes: { reward: steps } } }
procedures: { turn: [{ key: fee, require: a, label: no }] }
";
    place.write("isle/game.yaml", game);
    place.write("isle-more/pack.yaml", "id: isle-more\ntitle: More\nextends: isle\n");
    place.write("isle-more/tiles.yaml", "tiles: { mill: { reward: { own: it } } }\n");
    place.write("isle-more/text/fr.yaml", "procedures.turn.do.fee.label: non\n");
    assert_eq!(place.run("fix isle-more").exit, Exit::Fine);
    assert_eq!(
        place.read("isle-more/tiles.yaml"),
        "tiles: { mill: { reward: { set_owner: it } } }\n"
    );
    assert_eq!(place.read("isle-more/text/fr.yaml"), "procedures.turn.do.fee.reason: non\n");
    assert_eq!(place.read("isle/game.yaml"), game);
}

#[test]
fn a_byte_order_mark_stays() {
    let place = place();
    place.write("isle/game.yaml", &format!("\u{feff}{OLD}"));
    place.run("fix isle");
    assert_eq!(place.read("isle/game.yaml"), format!("\u{feff}{NEW}"));
}

#[test]
fn packs_that_come_with_the_program_stay_readable() {
    let place = Place::new();
    for (id, files) in bundled::packs() {
        for (path, bytes) in files.iter().filter(|(path, _)| path.ends_with(".yaml")) {
            let text = String::from_utf8(bytes.clone()).expect("text");
            place.write(&format!("{id}/{path}"), &text);
        }
    }
    let ran = place.run("fix");
    assert!(!ran.err.contains("error") && !ran.err.contains("left alone"), "{}", ran.err);
    let again = place.run("fix");
    assert!(again.out.is_empty() && again.err.contains("0 files changed"), "{}", again.all());
}

#[test]
fn what_is_no_pack_is_told() {
    assert_snapshot!(told("fix nowhere"), @r"
    exit 2
    error: there is no folder `nowhere`
      note: packs that come with the program cannot be rewritten
      help: give the folder of a pack, or one with packs below it
    ");
    assert_snapshot!(told("fix"), @r"
    exit 2
    error: there is no pack in the folder `.`
      note: a folder is a pack when it has a `pack.yaml`
      help: give the folder of a pack, or one with packs below it
    ");
}

#[test]
fn the_rules_are_listed() {
    let told = told("fix --list");
    assert!(told.contains("\ncommit    `begin: turn` no longer"), "{told}");
    assert_eq!(told.lines().count(), 1 + boardwright_fix::RULES.len());
}
