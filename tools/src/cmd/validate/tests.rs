//! Reports of packs, alone and together.

use insta::assert_snapshot;

use crate::Exit;
use crate::testing::Place;

fn place() -> Place {
    let place = Place::new();
    place.run("new pack isle");
    place
}

#[test]
fn a_mistake_is_told_with_its_place_in_every_form() {
    let place = place();
    let tiles = place.read("isle/tiles.yaml").replace("cost: { wood: 5 }", "cost: { wod: 5 }");
    place.write("isle/tiles.yaml", &tiles);
    let ran = place.run("validate isle");
    assert_eq!(ran.exit, Exit::Problems);
    assert_snapshot!(ran.out, @r"
    error[N102]: unknown resource `wod`
      --> isle/tiles.yaml:20:13
       |
    20 |     cost: { wod: 5 }
       |             ^^^ neither a resource nor a tag of resources
       |
    help: a resource with a similar name exists: `wood`

    1 error in 1 file
    ");
    let ran = place.run("validate isle --format github");
    assert_snapshot!(ran.all(), @r"
    exit 1
    ::error file=isle/tiles.yaml,line=20,col=13,endLine=20,endColumn=16,title=N102::unknown resource `wod`: neither a resource nor a tag of resources%0Ahelp: a resource with a similar name exists: `wood`
    1 error in 1 file
    ");
    let ran = place.run("validate isle --format json");
    assert!(ran.out.contains("\"isle/tiles.yaml\""), "{}", ran.out);
    assert_eq!(place.run("validate isle --format sarif").exit, Exit::Problems);
}

#[test]
fn packs_on_top_are_checked_with_each() {
    let place = place();
    place.patched_variant("one", "isle");
    place.patched_variant("two", "isle");
    let two = place.read("two/pack.yaml").replace("set: 3", "set: 4");
    place.write("two/pack.yaml", &two);
    assert_snapshot!(place.run("validate isle --with one").all(), @r"
    exit 0
    ok isle+one: 16 entries, 2-4 players, no problem
    ");
    let ran = place.run("validate one --with isle --with two");
    assert_eq!(ran.exit, Exit::Problems);
    assert!(ran.out.starts_with("error[L049]: packs `one` and `two` disagree"), "{}", ran.out);
    assert!(ran.out.contains("one/pack.yaml:") && ran.out.contains("two/pack.yaml:"));
}

#[test]
fn all_packs_and_pairs_on_the_same_game_are_checked() {
    let place = place();
    place.patched_variant("one", "isle");
    place.patched_variant("two", "isle");
    let two = place.read("two/pack.yaml").replace("resources.wood.start", "tiles.hut.count");
    let two = two.replace("expect: 2", "expect: 5").replace("set: 3", "set: 6");
    place.write("two/pack.yaml", &two);
    place.write("three/pack.yaml", "id: three\ntitle: Three\nextends: isle\nconflicts: one\n");
    let ran = place.run("validate --all");
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.all());
    let pairs: Vec<&str> = ran.out.lines().filter(|line| line.contains('+')).collect();
    assert_snapshot!(pairs.join("\n"), @r"
    ok one+two: 16 entries, 2-4 players, no problem
    ok three+two: 16 entries, 2-4 players, no problem
    ");
}

#[test]
fn of_a_project_only_the_content_is_checked() {
    let place = Place::new();
    place.write("content/isle/pack.yaml", "id: isle\ntitle: Isle\nplayers: { min: 2, max: 2 }\n");
    place.write("tests/bad/pack.yaml", "id: bad\n");
    let out = place.run("validate --all").out;
    assert!(out.contains("isle") && !out.contains("bad"), "{out}");
}

#[test]
fn packs_that_contradict_each_other_are_named_with_the_path() {
    let place = place();
    place.patched_variant("one", "isle");
    place.patched_variant("two", "isle");
    let two = place.read("two/pack.yaml").replace("set: 3", "set: 4");
    place.write("two/pack.yaml", &two);
    place.write("bare/pack.yaml", "id: bare\ntitle: Bare\nextends: isle\nremove: [tiles.hut]\n");
    let huts = "patch: [{ at: tiles.hut.count, add: 1 }]\n";
    place.write("huts/pack.yaml", &format!("id: huts\ntitle: Huts\nextends: isle\n{huts}"));
    let ran = place.run("validate --all");
    assert_eq!(ran.exit, Exit::Problems);
    let told = ran.out.find("error[").and_then(|at| ran.out.get(at..)).unwrap_or_default();
    let told = told.split_once("\n2 errors").map_or(told, |(errors, _)| errors);
    assert_snapshot!("contradicting_pairs", told);
}

#[test]
fn how_sure_values_are_is_listed_the_least_sure_first() {
    let place = place();
    let tiles = place.read("isle/tiles.yaml");
    let tiles = tiles
        .replace("    name: Hut\n", "    name: Hut\n    source: { conf: known, ref: p. 3 }\n")
        .replace("    name: Tower\n", "    name: Tower\n    source: { conf: reconstructed }\n");
    place.write("isle/tiles.yaml", &tiles);
    assert_snapshot!(place.run("validate isle --provenance").all(), @r"
    exit 0
    isle: 1 known, 0 secondary, 1 reconstructed, 14 without a mark
      reconstructed  tiles.tower      isle/tiles.yaml:20:13
      known          tiles.hut        isle/tiles.yaml:5:13  p. 3
      without        resources.wood   isle/game.yaml:5:3
      without        resources.vp     isle/game.yaml:6:3
      without        kinds.tile       isle/game.yaml:10:3
      without        zones.deck       isle/game.yaml:14:3
      without        zones.market     isle/game.yaml:15:3
      without        zones.village    isle/game.yaml:16:3
      without        events.built     isle/game.yaml:20:3
      without        lines.tiles      isle/game.yaml:24:3
      without        setup            isle/game.yaml:27:5
      without        setup            isle/game.yaml:28:5
      without        play             isle/game.yaml:32:5
      without        procedures.turn  isle/game.yaml:38:3
      without        scoring          isle/game.yaml:58:5
      without        tiles.mill       isle/tiles.yaml:10:3
    ");
    assert_eq!(place.run("validate isle --provenance --format json").exit, Exit::CouldNotRun);
}

#[test]
fn what_lacks_a_translation_is_listed() {
    let place = place();
    place.write("isle/text/fr.yaml", "tiles.hut.name: Hutte\nphrases: { Wood: Bois }\n");
    let ran = place.run("validate isle --language fr");
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.all());
    let lines: Vec<&str> = ran.out.lines().filter(|line| !line.contains("procedures")).collect();
    assert_snapshot!(lines.join("\n"), @"
    isle: 2 of 18 texts in `fr`
      title                                                  isle/pack.yaml:2:5  Isle
      text                                                   isle/pack.yaml:2:5  A small game to start from. Gather wood, build tiles, score  ...
      options.size.title                                     isle/pack.yaml:2:5  Tiles that end the game
      resources.vp.name                                      isle/game.yaml:6:15  Victory points
      kinds.tile.name                                        isle/game.yaml:10:17  Tile
      zones.deck.name                                        isle/game.yaml:14:17  Deck
      zones.market.name                                      isle/game.yaml:15:19  Market
      zones.village.name                                     isle/game.yaml:16:20  Village
      lines.tiles.name                                       isle/game.yaml:24:18  Tiles
      tiles.mill.name                                        isle/tiles.yaml:10:11  Mill
      tiles.mill.text                                        isle/tiles.yaml:14:11  Whenever you build another tile, gain 1 wood.
      tiles.tower.name                                       isle/tiles.yaml:18:11  Tower
    ");
    assert_snapshot!(place.run("validate isle --language it").all(), @"
    exit 2
    error: `isle` is not translated into `it`
      note: known languages are `fr`, `en`
      help: add `text/it.yaml` to the pack
    ");
}

#[test]
fn the_laws_are_checked_when_asked_for() {
    assert_snapshot!(place().run("validate isle --deep").all(), @r"
    exit 0
    ok isle: 16 entries, 2-4 players, no problem
    ");
}
