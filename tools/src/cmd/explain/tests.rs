//! Codes and values, explained.

use insta::assert_snapshot;

use crate::testing::{Place, told};

#[test]
fn a_code_is_explained() {
    assert_snapshot!(told("explain l004"), @r"
    exit 0
    L004: a folder has no `pack.yaml`

    A folder is a pack when there is a `pack.yaml` in it, with at least `id` and
    `title`. Other folders beside packs are passed over with a warning.
    ");
}

#[test]
fn an_unknown_code_is_told_with_a_similar_one() {
    assert_snapshot!(told("explain LL04"), @r"
    exit 2
    error: unknown code `LL04`
      help: a similar code exists: `L004`
    ");
    assert_snapshot!(told("explain hello"), @r"
    exit 2
    error: which part of the pack `hello` is meant?
      help: add a path: `boardwright explain hello resources`
    ");
}

#[test]
fn all_codes_are_listed_once() {
    let out = Place::new().run("explain").out;
    let mut codes: Vec<&str> = out.lines().filter_map(|line| line.split("  ").next()).collect();
    codes.retain(|code| code.len() == 4);
    let n_codes = codes.len();
    codes.dedup();
    assert!(n_codes > 20);
    assert_eq!(codes.len(), n_codes);
}

#[test]
fn a_path_that_is_not_there_is_told_with_what_is() {
    let place = Place::new();
    place.run("new pack isle");
    assert_snapshot!(place.run("explain isle tiles.towr").all(), @r"
    exit 2
    error: there is no `towr` in `tiles`
      help: a key with a similar name exists: `tower`
    ");
    assert_snapshot!(place.run("explain isle tiles.hut.cost.wood.more").all(), @r"
    exit 2
    error: there is no `more` in `tiles.hut.cost.wood`
      note: `tiles.hut.cost.wood` is a single value
    ");
}

#[test]
fn a_patched_step_is_told_with_what_it_was_and_is() {
    let place = Place::new();
    let patch = "{ at: procedures.turn.main.choose.options.feast.do.fee.pay, set: { fish: 2 } }";
    let keyed = "{ at: procedures.turn.main.choose.options.feast.do, \
                 set: [{ key: fee, pay: { fish: 3 } }, { gain: { vp: 3 } }] }";
    let manifest = "id: lent\ntitle: Lent\nextends: hello\npatch:\n";
    place.write("lent/pack.yaml", &format!("{manifest}  - {keyed}\n  - {patch}\n"));
    let path = "procedures.turn.main.choose.options.feast.do.fee.pay.fish";
    let ran = place.run(&format!("explain hello {path} --with lent"));
    assert_snapshot!("patched_step", ran.out);
}

#[test]
fn a_value_inside_a_step_is_found_by_the_keys_of_its_steps() {
    let place = Place::new();
    place.write("quay/pack.yaml", "id: quay\ntitle: Quay\nplayers: { min: 1, max: 2 }\n");
    let game = "\
resources: { fish: { name: Fish }, vp: { name: Points, score: true } }
play:
  - key: catch
    repeat: { times: 3, do: [{ key: net, gain: { fish: 2 } }, { gain: { vp: 1 } }] }
";
    place.write("quay/game.yaml", game);
    let patch = "patch: [{ at: play.catch.repeat.do.net.gain.fish, expect: 2, set: 4 }]";
    place.write("big/pack.yaml", &format!("id: big\ntitle: Big nets\nextends: quay\n{patch}\n"));
    let explain = |path: &str| place.run(&format!("explain quay+big {path} --content .")).all();
    assert_snapshot!(explain("play.catch.repeat.do.net.gain.fish"), @r"
    exit 0
    play.catch.repeat.do.net.gain.fish
      set to 2 in quay/game.yaml:4:56
      then set to 4 by `big` at big/pack.yaml:4:67

    now: 4
    ");
    assert_snapshot!(explain("play.catch.repeat.do.nets.gain"), @r"
    exit 2
    error: there is no `nets` in `play.catch.repeat.do`
      help: a key with a similar name exists: `net`
    ");
    assert_snapshot!(explain("play.catch.repeat.do.net.gain.wood"), @r"
    exit 2
    error: there is no `wood` in `play.catch.repeat.do.net.gain`
      help: there are `fish`
    ");
}
