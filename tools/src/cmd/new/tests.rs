//! What `new` writes is valid, and never overwrites.

use insta::assert_snapshot;

use crate::Exit;
use crate::testing::{Place, told};

#[test]
fn a_new_pack_is_written_and_checked() {
    let place = Place::new();
    assert_snapshot!(place.run("new pack my-game --in packs").all(), @"");
    assert_snapshot!(place.run("new pack my-game --in packs").all(), @"");
    assert_snapshot!(place.run("validate").all(), @"");
}

#[test]
fn a_new_tile_knows_what_its_kind_prints() {
    let place = Place::new();
    place.run("new pack my-game");
    let ran = place.run("new tile old-mill --pack my-game");
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.all());
    assert_snapshot!(place.read("my-game/tiles/old-mill.yaml"), @"");
    assert_snapshot!(place.run("new tile tower --pack my-game").all(), @"");
    assert_snapshot!(place.run("new tile barn --pack my-game --section tile").all(), @"");
    assert_snapshot!(place.run("new tile barn --pack hello").all(), @"");
}

#[test]
fn a_new_variant_changes_something_of_its_game() {
    let place = Place::new();
    place.run("new pack my-game");
    let ran = place.run("new variant more-wood --of my-game");
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.all());
    assert!(place.read("more-wood/pack.yaml").contains("extends: my-game"));
    assert_snapshot!(place.run("explain more-wood resources.wood.start").out, @"");
    assert_eq!(place.run("test more-wood --games 1").exit, Exit::Fine);
}

#[test]
fn a_new_scenario_passes() {
    let place = Place::new();
    place.run("new pack my-game");
    assert_eq!(place.run("new scenario mill-pays --pack my-game").exit, Exit::Fine);
    let ran = place.run("test my-game --filter mill-pays");
    assert_snapshot!(ran.all(), @"");
}

#[test]
fn names_that_cannot_be_ids_are_told_with_one_that_can() {
    assert_snapshot!(told("new pack My_Game"), @"");
}
