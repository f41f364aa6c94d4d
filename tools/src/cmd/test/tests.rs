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
    assert!(ran.out.ends_with("9 passed, 0 failed\n"), "{}", ran.out);

    let game = place.read("isle/game.yaml").replace("gain: { wood: 2 }", "gain: { wood: 3 }");
    place.write("isle/game.yaml", &game);
    let ran = place.run("test isle --games 1");
    assert_eq!(ran.exit, Exit::Problems);
    assert!(ran.out.contains("FAIL  scenario: gathering gives 2 wood"), "{}", ran.out);
    assert!(ran.out.contains("gains 3 Wood"), "{}", ran.out);
    assert!(ran.out.contains("`--accept` writes it"), "{}", ran.out);

    let ran = place.run("test isle --accept --filter golden");
    assert!(ran.out.ends_with("3 passed, 0 failed\n"), "{}", ran.out);
    assert_eq!(place.run("test isle --filter golden").exit, Exit::Fine);
}

#[test]
fn golden_games_with_options_are_named_after_them() {
    let place = Place::new();
    assert_eq!(place.run("new pack isle").exit, Exit::Fine);
    let ran = place.run("test isle --accept --option size=4 --filter size=4");
    assert!(ran.out.ends_with("3 passed, 0 failed\n"), "{}", ran.out);
    assert!(place.read("isle/tests/golden/2p-seed1-size=4.txt").contains("option size: 4"));

    assert_eq!(place.run("test isle --accept --filter seed1.txt").exit, Exit::Fine);
    let ran = place.run("test isle --filter golden");
    assert!(ran.out.contains("ok    golden: 2p-seed1-size=4.txt"), "{}", ran.out);
    assert!(ran.out.ends_with("6 passed, 0 failed\n"), "{}", ran.out);

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
    error: `hello` comes with the program and stays as it is
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
             at-most: {most} }}\n"
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
