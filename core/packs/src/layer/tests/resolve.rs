//! Which packs, in which order.

use boardwright_phrases::Language;

use super::super::load;
use boardwright_syntax::yaml::read;

use super::super::testing::{layered, library, report};

fn order(text: &str, wanted: &[&str]) -> String {
    let loaded = load(&library(text).0, wanted, &read);
    let ids: Vec<&str> = loaded.order.iter().map(|pack| pack.manifest.id.value.as_str()).collect();
    format!("{}\n{}", ids.join(" "), report(&loaded))
}

fn pack(id: &str, rest: &str) -> String {
    format!("== {id}/pack.yaml\nid: {id}\ntitle: T\n{rest}\n")
}

const GAME: &str = "version: 1.4.0\nplayers: { min: 1, max: 2 }";

#[test]
fn packs_follow_those_they_extend_else_as_wanted() {
    let text = pack("game", GAME)
        + &pack("a", "extends: game")
        + &pack("b", "extends: [c, game@^1.2]")
        + &pack("c", "extends: game");
    assert_eq!(order(&text, &["b", "a"]), "game c b a\n");
    assert_eq!(order(&text, &["a", "b"]), "game a c b\n");
    assert_eq!(order(&text, &["game", "c", "game@1", "a"]), "game c a\n");
}

#[test]
fn unknown_packs_are_told() {
    let text = pack("game", GAME) + &pack("a", "extends: [game, gmae]");
    insta::assert_snapshot!(order(&text, &["a", "nothing", "b@new"]), @r"
    game a
    error[L020]: unknown pack `gmae`
      a/pack.yaml:3:17: no pack has this id
      help: a pack with a similar name exists: `game`
    error[L020]: unknown pack `nothing`
      help: known packs are `a`, `game`
    error[L015]: `new` is not a range of versions
      help: write something like `b@^1.2`
    ");
}

#[test]
fn circles_are_told() {
    let text = pack("a", "extends: b") + &pack("b", "extends: c") + &pack("c", "extends: b");
    insta::assert_snapshot!(order(&text, &["a"]), @r"
    c b a
    error[L021]: packs extend each other: `b` -> `c` -> `b`
      c/pack.yaml:3:10: closes the circle
      help: remove one of the `extends`
    ");
}

#[test]
fn versions_are_checked() {
    let text = pack("game", GAME) + &pack("a", "extends: game@^2");
    insta::assert_snapshot!(order(&text, &["a", "game@<1"]), @r"
    game a
    error[L022]: pack `game` is version 1.4.0, and ^2 is needed
      a/pack.yaml:3:10: asked for here
      game/pack.yaml:1:5: this is version 1.4.0
      help: use another version of `game`, or ask for `game@^1.4.0`
    error[L022]: pack `game` is version 1.4.0, and <1 is needed
      game/pack.yaml:1:5: of this pack
      help: use another version of `game`, or ask for `game@^1.4.0`
    ");
}

#[test]
fn conflicts_are_told_once_with_their_reason() {
    let text = pack("game", GAME)
        + &pack("a", "extends: game\nconflicts: [{ b: both move the harbour }, z]")
        + &pack("b", "extends: game\nconflicts: a");
    insta::assert_snapshot!(order(&text, &["a", "b"]), @r"
    game a b
    error[L023]: packs `a` and `b` cannot be used together
      a/pack.yaml:4:15: says so here
      note: both move the harbour
      help: leave one of them out
    ");
    assert_eq!(order(&text, &["b"]), "game b\n");
}

#[test]
fn there_is_one_game() {
    let text = pack("game", GAME) + &pack("play", GAME);
    insta::assert_snapshot!(order(&text, &["game", "play"]), @r"
    game play
    error[L024]: `game` and `play` are two games
      play/pack.yaml:1:5: extends no other pack, so it is a game of its own
      game/pack.yaml:1:5: and so is this one
      help: use one of them, or add `extends: game`
    ");
    insta::assert_snapshot!(order(&text, &[]), @r"

    error[L024]: no pack was named
      help: name the pack of a game
    ");
}

#[test]
fn options_are_there_once_and_notices_are_shown() {
    let text = pack("game", &format!("{GAME}\noptions: {{ long: {{ default: true }} }}"))
        + &pack(
            "a",
            "extends: game\noptions: { long: { default: true } }\n\
             notices: [{ with: game, text: Use more wood. }, { with: b, text: no }]",
        );
    insta::assert_snapshot!(order(&text, &["a"]), @r"
    game a
    error[L026]: two packs have the option `long`
      a/pack.yaml:4:12: again here
      game/pack.yaml:5:12: first here
      help: give one of them another id
    note[L025]: `a`, used with `game`: Use more wood.
      a/pack.yaml:5:19
    ");
}

#[test]
fn there_are_only_so_many_packs() {
    let mut text = pack("p0", GAME);
    for n in 1..200 {
        text += &pack(&format!("p{n}"), &format!("extends: p{}", n - 1));
    }
    let told = order(&text, &["p199"]);
    assert!(told.contains("error[L005]: too many packs"), "{told}");
}

#[test]
fn the_lock_changes_with_any_file() {
    let one = layered("== coast/a.yaml\n== coast/tests/a.yaml\n").lock;
    let two = layered("== coast/a.yaml\n== coast/tests/a.yaml\nx: 1\n").lock;
    assert_eq!(one.packs[0].version, "0.0.0");
    assert_eq!(
        one.check(&two, Language::English),
        ["pack `coast` 0.0.0 has other files than were used"]
    );
}
