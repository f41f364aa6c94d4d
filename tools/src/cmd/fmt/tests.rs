//! Which files are written, and what is reported.

use insta::assert_snapshot;

use crate::Exit;
use crate::testing::Place;

const LOOSE: &str = "scoring:\n  - each: { as_seat: all, do: [{gain: {vp: me.wood + 1}}] }\n";
const NEAT: &str =
    "scoring:\n  - each: { as_seat: all, do: [{ gain: { vp: \"me.wood + 1\" } }] }\n";

fn place() -> Place {
    let place = Place::new();
    place.write("isle/pack.yaml", "id: isle\ntitle: Isle\n");
    place.write("isle/game.yaml", LOOSE);
    place
}

#[test]
fn files_are_formatted_once() {
    let place = place();
    assert_snapshot!(place.run("fmt isle").all(), @r"
    exit 0
    formatted isle/game.yaml
    1 of 2 files changed
    ");
    assert_eq!(place.read("isle/game.yaml"), NEAT);
    assert_snapshot!(place.run("fmt").all(), @r"
    exit 0
    2 files, nothing to change
    ");
}

#[test]
fn a_check_and_a_diff_write_nothing() {
    let place = place();
    assert_snapshot!(place.run("fmt isle --check").all(), @r"
    exit 1
    would change isle/game.yaml
    1 of 2 files would change
    ");
    assert_snapshot!(place.run("fmt . --diff").all(), @r#"
    exit 0
    --- isle/game.yaml
    +++ isle/game.yaml
    @@ -1,2 +1,2 @@
     scoring:
    -  - each: { as_seat: all, do: [{gain: {vp: me.wood + 1}}] }
    +  - each: { as_seat: all, do: [{ gain: { vp: "me.wood + 1" } }] }
    1 of 2 files would change
    "#);
    assert_eq!(place.run("fmt --diff --check").exit, Exit::Problems);
    assert_eq!(place.read("isle/game.yaml"), LOOSE);
}

#[test]
fn what_cannot_be_read_is_told_and_left_alone() {
    let place = place();
    place.write("isle/tiles.yaml", "tiles:\n  mill: { name: 'Mill }\n");
    let ran = place.run("fmt isle");
    assert_eq!(ran.exit, Exit::Problems);
    assert!(ran.err.contains("isle/tiles.yaml:2:17"), "{}", ran.err);
    assert_eq!(place.read("isle/tiles.yaml"), "tiles:\n  mill: { name: 'Mill }\n");
    assert_eq!(place.read("isle/game.yaml"), NEAT);
}

#[test]
fn attributes_of_the_pack_below_are_known() {
    let place = place();
    place.write("isle/game.yaml", "kinds:\n  tile: { attributes: { motto: text } }\n");
    place.write("reef/pack.yaml", "id: reef\ntitle: Reef\nextends: isle\n");
    place.write("reef/tiles.yaml", "tiles:\n  mill: { motto: 'Round', other: 'x' }\n");
    place.run("fmt reef");
    assert_eq!(place.read("reef/tiles.yaml"), "tiles:\n  mill: { motto: Round, other: 'x' }\n");
}

#[test]
fn bundled_packs_cannot_be_written() {
    assert_snapshot!(crate::testing::told("fmt hello"), @r"
    exit 2
    error: the pack `hello` comes with the program
      help: name the folder of a pack of your own
    ");
}

#[test]
fn new_packs_are_formatted() {
    let place = Place::new();
    place.run("new pack isle");
    place.run("new variant reef --of isle");
    let ran = place.run("fmt . --check --diff");
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.all());
}
