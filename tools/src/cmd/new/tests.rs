//! The files `new` writes are valid, and nothing is ever overwritten.

use insta::assert_snapshot;

use crate::Exit;
use crate::testing::{Place, told};

#[test]
fn a_new_pack_is_written_and_checked() {
    let place = Place::new();
    assert_snapshot!(place.run("new pack my-game --in packs").all(), @r"
    exit 0
    wrote packs/my-game/pack.yaml
    wrote packs/my-game/game.yaml
    wrote packs/my-game/tiles.yaml
    wrote packs/my-game/tests/build.yaml
    ok    my-game: no problem
    wrote packs/my-game/tests/golden/2p-seed1.txt

    Next:
      boardwright play packs/my-game                     play it against bots
      boardwright test packs/my-game                     run its scenarios, check the laws
      boardwright new tile my_tile --pack packs/my-game  add a tile
    ");
    assert_snapshot!(place.run("new pack my-game --in packs").all(), @r"
    exit 2
    error: `packs/my-game` already exists and is left as it is
      help: take another id, or another folder with `--in`
    ");
    assert_snapshot!(place.run("validate").all(), @r"
    exit 0
    ok my-game: 16 entries, 2-4 players, no problem
    ");
}

#[test]
fn a_new_tile_knows_what_its_kind_prints() {
    let place = Place::new();
    place.run("new pack my-game");
    let ran = place.run("new tile old_mill --pack my-game");
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.all());
    assert_snapshot!(place.read("my-game/tiles/old_mill.yaml"), @r"
    # Entries of one section may stand in any file of the pack.
    tiles:
      old_mill:
        name: Old mill
        count: 1 # how many copies there are
        cost: { wood: 1 }
        points: 1
        text: What it does, in the words of the rules.
        # ability: { when: an_event, do: [{ gain: { wood: 1 } }] }
    ");
    assert_snapshot!(place.run("new tile tower --pack my-game").all(), @r"
    exit 2
    error: `tiles` has an entry `tower` already
      note: it stands in my-game/tiles.yaml:17
      help: take another id
    ");
    assert_snapshot!(place.run("new tile barn --pack my-game --section tile").all(), @r"
    exit 2
    error: no kind of this pack has the section `tile`
      help: a section with a similar name exists: `tiles`
    ");
    assert_snapshot!(place.run("new tile barn --pack hello").all(), @r"
    exit 2
    error: `hello` comes with the program and is left as it is
      help: make a variant: `boardwright new variant my-hello --of hello`
    ");
}

#[test]
fn a_new_variant_changes_no_rule() {
    let place = Place::new();
    place.run("new pack my-game");
    let ran = place.run("new variant more-wood --of my-game");
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.all());
    assert!(place.read("more-wood/pack.yaml").contains("extends: my-game"));
    assert_snapshot!(place.run("diff my-game --with more-wood").all(), @r"
    exit 0
    My game with More wood
      What this variant changes, for those who choose it.

    no rule is different
    ");
    assert_eq!(place.run("test more-wood --games 1").exit, Exit::Fine);

    // The patch in its comment can be used.
    place.patched_variant("still-more-wood", "my-game");
    assert_snapshot!(place.run("explain still-more-wood resources.wood.start").out, @r"
    resources.wood.start
      set to 2 in my-game/game.yaml:5:30
      then set to 3 by `still-more-wood` at still-more-wood/pack.yaml:16:10

    now: 3
    ");
}

#[test]
fn a_new_scenario_passes() {
    let place = Place::new();
    place.run("new pack my-game");
    assert_eq!(place.run("new scenario mill-pays --pack my-game").exit, Exit::Fine);
    let ran = place.run("test my-game --filter mill-pays");
    assert_snapshot!(ran.all(), @r"
    exit 0
    my-game
      ok    scenario: mill pays
    1 passed, 0 failed
    ");
}

#[test]
fn names_that_cannot_be_ids_are_told_with_one_that_can() {
    assert_snapshot!(told("new pack My_Game"), @r"
    exit 2
    error: the id of a pack cannot be `My_Game`
      note: expected lower-case letters and digits, joined by `-`, a letter first
      help: `my-game` is possible
    ");
}
