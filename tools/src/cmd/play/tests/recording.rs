//! Scenarios recorded from play: they hold at once, and fail when a rule is changed.

use insta::assert_snapshot;

use super::place;
use crate::Exit;

#[test]
fn a_game_is_recorded_from_a_mark_or_from_its_start() {
    let place = place();
    let typed =
        "fish\nrecord start\nbuild\ndinghy\nrecord stop quay/tests/boat\nrecord all\nquit!\n";
    let ran = place.type_in("play quay --seats human,human --seed 1 --option rounds=2", typed);
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.all());
    assert!(ran.out.contains("the scenario begins here"), "{}", ran.out);
    assert!(ran.out.contains("to run it: boardwright test quay"), "{}", ran.out);
    assert_snapshot!(place.read("quay/tests/boat.yaml"));
    assert_snapshot!("recorded_from_the_start", place.read("all.yaml"));

    assert!(!place.run("fmt quay --check").all().contains("boat.yaml"));
    let ran = place.run("test quay --filter scenario");
    assert_snapshot!(ran.out, @"
    quay
      ok    scenario: choices 2 to 3 of a game of quay, seed 1
    1 passed, 0 failed
    ");
    let game = place.read("quay/game.yaml").replace("gain: { fish: 2 }", "gain: { fish: 3 }");
    place.write("quay/game.yaml", &game);
    assert_eq!(
        place.run("test quay --filter scenario").exit,
        Exit::Fine,
        "p1 fishes before the mark"
    );
    let game = game.replace(
        "dinghy: { name: Dinghy, text: Small and cheap., cost: { fish: 1 } }",
        "dinghy: {}",
    );
    place.write("quay/game.yaml", &game);
    assert_eq!(place.run("test quay --filter scenario").exit, Exit::Problems);
}

#[test]
fn recordings_take_no_place_of_other_files() {
    let place = place();
    place.write("mine.yaml", "mine");
    let typed =
        "record\nfish\nrecord mine\nrecord! mine\nrecord no/folder/x\nundo\nrecord\nquit!\n";
    let ran = place.type_in("play quay --players 1 --seed 1 --option rounds=2", typed);
    let told: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("  ")).collect();
    let told: Vec<&str> = told
        .into_iter()
        .filter(|it| it.contains("record") || it.contains("scenario") || it.contains("folder"))
        .collect();
    assert_snapshot!(told.join("\n"));
    assert!(place.read("mine.yaml").starts_with("# Recorded"));
}
