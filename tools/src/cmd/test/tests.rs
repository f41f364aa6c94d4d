//! Tests of a pack that pass, fail and are accepted.

use insta::assert_snapshot;

use crate::Exit;
use crate::testing::Place;

#[test]
fn a_new_pack_passes_and_a_changed_one_tells_what_changed() {
    let place = Place::new();
    assert_eq!(place.run("new pack isle").exit, Exit::Fine);
    let ran = place.run("test isle --games 1");
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.out);
    assert!(ran.out.ends_with("7 passed, 0 failed\n"), "{}", ran.out);

    let game = place.read("isle/game.yaml").replace("gain: { wood: 2 }", "gain: { wood: 3 }");
    place.write("isle/game.yaml", &game);
    let ran = place.run("test isle --games 1");
    assert_eq!(ran.exit, Exit::Problems);
    assert!(ran.out.contains("FAIL  scenario: gathering gives 2 wood"), "{}", ran.out);
    assert!(ran.out.contains("gains 3 Wood"), "{}", ran.out);
    assert!(ran.out.contains("`boardwright test isle --accept` writes it"), "{}", ran.out);
    let all = place.run("test isle --games 1 --verbose --filter golden");
    assert!(all.out.lines().count() > 2 * ran.out.lines().count(), "{}", all.out);

    let ran = place.run("test isle --accept --filter golden");
    assert_snapshot!(ran.out, @r"
    isle
      ok    golden: 2p-seed1.txt: wrote isle/tests/golden/2p-seed1.txt
    1 passed, 0 failed
    ");
    let again = place.run("test isle --accept --filter golden");
    assert!(!again.out.contains("wrote"), "nothing is left to write: {}", again.out);
    assert_eq!(place.run("test isle --filter golden").exit, Exit::Fine);
}

#[test]
fn golden_games_with_options_are_named_after_them() {
    let place = Place::new();
    assert_eq!(place.run("new pack isle").exit, Exit::Fine);
    let ran = place.run("test isle --accept --players 3 --option size=4 --filter golden");
    assert_snapshot!(ran.out, @r"
    isle
      ok    golden: 3p-seed1-size=4.txt: wrote isle/tests/golden/3p-seed1-size=4.txt
    1 passed, 0 failed
    ");
    assert!(place.read("isle/tests/golden/3p-seed1-size=4.txt").contains("option size: 4"));

    let ran = place.run("test isle --accept --filter golden");
    assert!(!ran.out.contains("wrote"), "nothing was asked for: {}", ran.out);
    assert!(ran.out.contains("ok    golden: 3p-seed1-size=4.txt"), "{}", ran.out);
    assert!(ran.out.ends_with("2 passed, 0 failed\n"), "{}", ran.out);

    let ran = place.run("test isle --option sise=4");
    assert!(ran.err.starts_with("error: there is no option `sise`\n"), "{}", ran.err);
    place.write("isle/tests/golden/2p-seed1-sise=4.txt", "");
    let ran = place.run("test isle --filter sise");
    assert!(ran.out.contains("FAIL  golden: 2p-seed1-sise=4.txt"), "{}", ran.out);
    assert!(ran.out.contains("there is no option `sise`"), "{}", ran.out);
}

#[test]
fn a_pack_that_cannot_be_read_fails() {
    let place = Place::new();
    place.write("isle/pack.yaml", "id: isle\ntitle: Isle\nplayers: { min: 2, max: 2 }\n");
    place.write("isle/game.yaml", "play: [{ gian: { wood: 1 } }]\n");
    let ran = place.run("test isle");
    assert_eq!(ran.exit, Exit::Problems);
    assert!(ran.out.contains("FAIL  validate"), "{}", ran.out);
}

#[test]
fn bundled_packs_are_not_written_to() {
    assert_snapshot!(Place::new().run("test hello --accept --filter golden").err, @r"
    error: `hello` comes with the program and is left as it is
      help: give the folder of a pack to accept golden games for
    ");
}

#[test]
fn nothing_to_test_is_told() {
    let ran = Place::new().run("test");
    assert_eq!(ran.exit, Exit::CouldNotRun);
    assert!(ran.err.starts_with("error: there is no pack in this folder\n"), "{}", ran.err);
}

#[test]
fn many_games_come_to_the_same_on_any_number_of_threads() {
    let place = Place::new();
    place.run("new pack isle");
    let one = place.run("test isle --games 6 --seed 3 --threads 1 --format json");
    let three = place.run("test isle --games 6 --seed 3 --threads 3 --format json");
    assert_eq!(one.exit, Exit::Fine, "{}", one.all());
    assert_eq!(one.out, three.out);
    let json: serde_json::Value = serde_json::from_str(&one.out).expect("JSON");
    let names: Vec<&str> = json["packs"][0]["tests"]
        .as_array()
        .expect("tests")
        .iter()
        .filter_map(|test| test["name"].as_str())
        .filter(|name| name.starts_with("random play") || name.starts_with("laws"))
        .collect();
    assert_eq!(names.first(), Some(&"laws: 3 games, 2 players"));
    assert_eq!(names.last(), Some(&"random play: 6 games, 4 players"));
    let coverage = &json["packs"][0]["coverage"];
    for by in ["scenarios", "random_games", "together"] {
        assert_eq!(coverage[by]["parts"][0]["what"], "pieces", "{by}");
    }
}

#[test]
fn what_is_never_reached_is_told_with_its_place() {
    let place = Place::new();
    place.run("new pack isle");
    place.write("isle/more.yaml", "procedures: { sleep: [{ gain: { wood: 1 } }] }\n");
    let ran = place.run("test isle --coverage --games 2");
    assert!(ran.out.contains("content reached"), "{}", ran.all());
    assert!(ran.out.contains("steps never reached"), "{}", ran.all());
    assert!(ran.out.contains("isle/more.yaml:1  procedures.sleep.1"), "{}", ran.all());
    assert!(!place.run("test isle --games 1").out.contains("content reached"));
}

#[test]
fn a_broken_law_of_a_pack_is_told_with_the_way_to_the_game() {
    let place = Place::new();
    place.run("new pack isle");
    let law = "laws:\n  - law: nobody has wood\n    each: player\n    always: me.wood == 0\n";
    place.write("isle/tests/laws.yaml", law);
    let ran = place.run("test isle --games 5 --players 3 --filter random");
    assert_eq!(ran.exit, Exit::Problems, "{}", ran.all());
    for told in [
        "FAIL  random play: 5 games, 3 players",
        "stated: `nobody has wood` does not hold for p1: `me.wood` is ",
        "(a law of `isle`, isle/tests/laws.yaml:2)",
        "seed 1, 3 players, decision 1",
        "`boardwright test isle --players 3 --seed 1 --games 1`",
    ] {
        assert!(ran.out.contains(told), "{told}\n{}", ran.out);
    }
}

#[test]
fn a_number_of_players_that_cannot_play_is_told() {
    assert_snapshot!(Place::new().run("test hello --players 7").err, @r"
    error: `hello` cannot be played by 7 players
      help: it is for 1, 2, 3, 4 players
    ");
}

#[test]
fn all_packs_and_pairs_are_tested_and_those_that_fail_are_named() {
    let place = Place::new();
    place.run("new pack isle");
    place.write("one/pack.yaml", "id: one\ntitle: One\nextends: isle\n");
    place.write("two/pack.yaml", "id: two\ntitle: Two\nextends: isle\n");
    let lost = "patch: [{ at: play, insert: { before: nowhere, items: [{ shuffle: deck }] } }]\n";
    place.write("bad/pack.yaml", &format!("id: bad\ntitle: Bad\nextends: isle\n{lost}"));
    let ran = place.run("test --all --pairs --games 0 --filter none-is-called-so");
    assert_eq!(ran.exit, Exit::Problems);
    assert!(ran.out.contains("\none+two\n"), "{}", ran.out);
    let failed = "failed\n  bad: validate\n  bad+one: validate\n  bad+two: validate\n";
    assert!(ran.out.ends_with(&format!("{failed}0 passed, 3 failed\n")), "{}", ran.out);
}

#[test]
fn balance_blocks_are_played_when_asked_for() {
    let place = Place::new();
    assert_eq!(place.run("new pack isle").exit, Exit::Fine);
    let block = |most: &str| {
        format!(
            "balance:\n  - {{ name: even seats, games: 40, what: win rate of each seat, \
             at_most: {most} }}\n"
        )
    };
    place.write("isle/tests/balance.yaml", &block("95%"));
    let quiet = place.run("test isle --games 0 --filter balance");
    assert!(quiet.out.contains("0 passed, 0 failed"), "{}", quiet.out);
    let ran = place.run("test isle --games 0 --filter balance --balance");
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.out);
    assert!(ran.out.contains("ok    balance: even seats: from p"), "{}", ran.out);
    assert!(ran.out.contains("(40 games, 2 players, random)"), "{}", ran.out);
    place.write("isle/tests/balance.yaml", &block("10%"));
    let ran = place.run("test isle --games 0 --filter balance --balance");
    assert_eq!(ran.exit, Exit::Problems, "{}", ran.out);
    assert!(ran.out.contains("error[C032]"), "{}", ran.out);
}
