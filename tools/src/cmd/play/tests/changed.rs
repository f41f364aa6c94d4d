//! Saved games resumed after their packs have changed.

use insta::assert_snapshot;

use super::{GAME, PACK, place};
use crate::Exit;
use crate::testing::Place;

const PLAY: &str = "play quay --seats human,human --seed 4";
const RESUME: &str = "play quay --resume quay-4.save.json --seats human,human";

/// A game saved after both have fished and p1 has built, with the rules changed afterwards.
fn changed(from: &str, to: &str) -> Place {
    let place = place();
    place.type_in(&format!("{PLAY} --option rounds=2"), "fish\nfish\nbuild\nketch\nquit\n");
    assert!(GAME.contains(from), "{from}");
    place.write("quay/game.yaml", &GAME.replace(from, to));
    place
}

/// The output before the table.
fn head(out: &str) -> String {
    out.split("\n\n").next().unwrap_or_default().to_owned()
}

#[test]
fn a_number_that_changed_is_told_and_the_game_goes_on_in_another_file() {
    let place = changed("fish: 2", "fish: 3");
    let saved = place.read("quay-4.save.json");
    let ran = place.type_in(RESUME, "quit\n");
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.err);
    assert_snapshot!(head(&ran.out), @"
    The quay, 2 players, seed 4
    other packs than when this game was saved:
      pack `quay` 0.0.0 has other files than were used
    all 4 choices are still offered
    numbers are different from choice 1 on
    after choice 4, then and now:
      p1: Fish 2 → 3
      p2: Fish 3 → 4
    `quay-4.save.json` stays as it is; this game will be saved in `quay-4-2.save.json`
    going on after 4 choices; `log` shows them
    ");
    assert!(ran.out.contains("the game is saved in `quay-4-2.save.json`"), "{}", ran.out);
    assert_eq!(place.read("quay-4.save.json"), saved);
    // The other file is a game under the new rules; a third one does not overwrite it.
    let ran = place.type_in("play --resume quay-4-2.save.json --seats human,human", "quit\n");
    assert!(ran.out.contains("going on after 4 choices"), "{}", ran.out);
    assert!(!ran.out.contains("other packs"), "{}", ran.out);
    let ran = place.type_in(RESUME, "quit\n");
    assert!(ran.out.contains("the game is saved in `quay-4-3.save.json`"), "{}", ran.out);
    let ran = place.type_in(&format!("{RESUME} --save quay-4.save.json"), "");
    assert!(ran.err.contains("`quay-4.save.json` already exists"), "{}", ran.all());
    assert_eq!(place.read("quay-4.save.json"), saved);
    let ran = place.run("replay quay-4.save.json");
    assert_eq!(ran.exit, Exit::Problems);
    assert_snapshot!(ran.all(), @"
    exit 1
       1  p1: Go fishing
          p1 gains 3 Fish (now 4)
       2  p2: Go fishing
          p2 gains 3 Fish (now 4)
       3  p1: Build a boat
       4  p1: Ketch
          p1 pays 1 Fish (3 left)
          Ketch goes from Yard to Quay of p1

    Yard  Dinghy (cost: 1 Fish), Cutter (cost: 4 Fish)

            p1     p2 (to choose)
    Fish    3      4
    Points  0      0
    Quay    Ketch  -

    p2 is asked: p2: what now?
    other packs than when this game was saved:
      pack `quay` 0.0.0 has other files than were used
    all 4 choices are still offered
    numbers are different from choice 1 on
    after choice 4, then and now:
      p1: Fish 2 → 3
      p2: Fish 3 → 4
    ");
}

#[test]
fn a_choice_that_is_not_offered_any_more_is_told() {
    let place = changed(
        "ketch: { name: Ketch, cost: { fish: 1 } }",
        "ketch: { name: Ketch, cost: { fish: 9 } }",
    );
    let ran = place.type_in(RESUME, "quit\n");
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.err);
    assert_snapshot!(head(&ran.out), @"
    The quay, 2 players, seed 4
    other packs than when this game was saved:
      pack `quay` 0.0.0 has other files than were used
    3 of 4 choices could be made again
    choice 4 is not offered any more: p1 `Ketch`
      needs 9 fish: there is 3
    no number has changed since then
    `quay-4.save.json` stays as it is; this game will be saved in `quay-4-2.save.json`
    going on after 3 choices; `log` shows them
    ");
    assert!(ran.out.contains("to go on: "), "{}", ran.out);
    let place = changed("  ketch: { name: Ketch, cost: { fish: 1 } }\n", "");
    place.write("quay/pack.yaml", &format!("{PACK}language: de\n"));
    let ran = place.type_in(RESUME, "quit\n");
    assert_snapshot!(head(&ran.out), @"
    The quay, 2 Spieler, Startzahl 4
    andere Pakete als beim Speichern:
      Paket `quay` 0.0.0 hat andere Dateien als damals
    3 von 4 Entscheidungen waren noch möglich
    Entscheidung 4 ist nicht mehr möglich: p1 `Ketch`
      nichts heißt mehr `ketch`
    alle Zahlen sind wie damals
    `quay-4.save.json` bleibt, wie es ist; dieses Spiel wird in `quay-4-2.save.json` gespeichert
    weiter nach 3 Entscheidungen; `log` erzählt sie
    ");
    let ran = place.run("replay quay-4.save.json");
    assert_eq!(ran.exit, Exit::Problems);
    assert_snapshot!(ran.all(), @"
    exit 1
       1  p1: Go fishing
          p1 erhält 2 Fish (jetzt 3)
       2  p2: Go fishing
          p2 erhält 2 Fish (jetzt 3)
       3  p1: Build a boat

    Yard  Dinghy (cost: 1 Fish), Cutter (cost: 4 Fish)

            p1 (to choose)  p2
    Fish    3               3
    Points  0               0
    Quay    -               -

    p1 is asked: which boat?
    andere Pakete als beim Speichern:
      Paket `quay` 0.0.0 hat andere Dateien als damals
    3 von 4 Entscheidungen waren noch möglich
    Entscheidung 4 ist nicht mehr möglich: p1 `Ketch`
      nichts heißt mehr `ketch`
    alle Zahlen sind wie damals
    ");
}

#[test]
fn a_variant_can_be_put_on_top_of_a_saved_game() {
    let place = changed("start: 1", "start: 1");
    let patch = "patch:\n  - { at: resources.fish.start, set: 2 }\n";
    place.write("rich/pack.yaml", &format!("id: rich\ntitle: Rich\nextends: quay\n{patch}"));
    let line = "play --with rich --resume quay-4.save.json --seats human,human --content .";
    let ran = place.type_in(line, "quit\n");
    assert_snapshot!(head(&ran.out), @"
    The quay, 2 players, seed 4
    other packs than when this game was saved:
      pack `rich` 0.0.0 was not used
    all 4 choices are still offered
    numbers are different from set-up on
    after choice 4, then and now:
      p1: Fish 2 → 3
      p2: Fish 3 → 4
    `quay-4.save.json` stays as it is; this game will be saved in `quay-4-2.save.json`
    going on after 4 choices; `log` shows them
    ");
    let ran = place.type_in(RESUME, "quit\n");
    assert!(ran.out.contains("going on after 4 choices"), "{}", ran.out);
    assert!(!ran.out.contains("other packs"), "nothing changed without it: {}", ran.out);
}

#[test]
fn options_that_are_gone_are_told() {
    let place = changed("times: option.rounds", "times: 2");
    let pack = PACK
        .replace("options:\n", "")
        .replace("  rounds: { title: Rounds, default: 1, values: [1, 2] }\n", "");
    place.write("quay/pack.yaml", &pack);
    let ran = place.type_in(RESUME, "quit\n");
    assert_snapshot!(head(&ran.out), @"
    The quay, 2 players, seed 4
    other packs than when this game was saved:
      pack `quay` 0.0.0 has other files than were used
      option `rounds` was 2, and is gone
    all 4 choices are still offered
    every state is the one that was saved
    `quay-4.save.json` stays as it is; this game will be saved in `quay-4-2.save.json`
    going on after 4 choices; `log` shows them
    ");
}

#[test]
fn what_cannot_be_gone_on_with_has_a_way_out() {
    let place = changed("fish: 2", "fihs: 2");
    assert_snapshot!(place.run(RESUME).all(), @"
    exit 1
    error[N102]: unknown resource `fihs`
      --> quay/game.yaml:26:53
       |
    26 |           fish: { label: Go fishing, do: [{ gain: { fihs: 2 } }] }
       |                                                     ^^^^ not declared under `resources` or `tracks`
       |
    help: a resource with a similar name exists: `fish`

    1 error in 1 file
    help: the saved game stays as it is: correct the packs, and go on with it then
    ");
    let place = changed("fish: 2", "fish: 3");
    place.write("quay/pack.yaml", &PACK.replace("max: 3", "max: 1"));
    assert_snapshot!(place.run(RESUME).all(), @"
    exit 2
    error: 2 cannot play this game: it is for 1 player
      help: a saved game cannot go on with another number of people
    ");
    std::fs::remove_dir_all(place.path().join("quay")).expect("it is there");
    assert_snapshot!(place.run("play --resume quay-4.save.json").all(), @"
    exit 2
    error: the saved game needs pack `quay`, which is not here
      note: it was saved with `quay` 0.0.0
      help: name the folder it is in with `--content`
    ");
    assert_snapshot!(place.run("play hello --resume quay-4.save.json").all(), @"
    exit 2
    error: this is a saved game of `quay`, not of `hello`
      help: leave the pack out, or name a saved game of it
    ");
    assert_snapshot!(place.run("replay quay-4.save.json").all(), @"
    exit 2
    error: the saved game needs pack `quay`, which is not here
      note: it was saved with `quay` 0.0.0
      help: name the folder it is in with `--content`
    ");
}

#[test]
fn a_save_that_was_tampered_with_is_noticed() {
    let place = changed("fish: 2", "fish: 3");
    let saved = place.read("quay-4.save.json");
    let at = saved.rfind("\"hash\": \"").expect("a hash") + 9;
    let other = if saved[at..].starts_with('0') { "1" } else { "0" };
    place.write("quay-4.save.json", &format!("{}{other}{}", &saved[..at], &saved[at + 1..]));
    assert_snapshot!(place.run(RESUME).all(), @"
    exit 2
    error: the saved game cannot be played again: the state does not fit its choices: the file was changed after it was written
      help: go on with a copy of it that nobody has changed
    ");
    place.write("quay/game.yaml", GAME);
    assert_snapshot!(place.run(RESUME).all(), @"
    exit 2
    error: the saved game cannot be played again: choice 4: `ketch` led to another state than when it was saved
      help: the file was changed after it was written
    ");
    place.write("quay-4.save.json", &saved.replace("\"rounds\": 2", "\"rounds\": 1"));
    assert_snapshot!(place.run(RESUME).all(), @"
    exit 2
    error: the saved game cannot be played again: choice 2: `fish` led to another state than when it was saved
      help: the file was changed after it was written
    ");
}
