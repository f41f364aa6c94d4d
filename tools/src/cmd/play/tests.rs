//! Games played from a script of typed lines.

use insta::assert_snapshot;

use crate::Exit;
use crate::testing::Place;

const PACK: &str = "\
id: quay
title: The quay
players: { min: 1, max: 3 }
options:
  rounds: { title: Rounds, default: 1, values: [1, 2] }
";

/// Everybody fishes or builds; boats bring points.
const GAME: &str = r#"
resources:
  fish: { name: Fish, start: 1 }
  vp: { name: Points, score: true }
kinds:
  boat: { name: Boat, zone: yard, attributes: { cost: cost } }
boats:
  dinghy: { name: Dinghy, text: Small and cheap., cost: { fish: 1 } }
  cutter: { name: Cutter, text: Fast and dear., cost: { fish: 4 } }
  ketch: { name: Ketch, cost: { fish: 1 } }
zones:
  yard: { name: Yard, visible: all }
  quay: { name: Quay, held_by: seat }
lines:
  boats: { name: Boats }
play:
  - repeat:
      times: option.rounds
      do:
        - each: { as_seat: all, from: p1, do: [{ begin: turn }, commit, { call: turn }] }
procedures:
  turn:
    - choose:
        ask: "{me}: what now?"
        options:
          fish: { label: Go fishing, do: [{ gain: { fish: 2 } }] }
          build:
            label: Build a boat
            do:
              - pick: { from: yard, ask: "which boat?" }
                as: it
              - pay: it.cost
              - move: { what: it, to: me.quay }
          wait: { if: "me.fish > 5", reason: "only with 6 fish", do: [] }
scoring:
  - each: { as_seat: all, do: [{ score: { boats: "count(me.quay)" } }] }
"#;

fn place() -> Place {
    let place = Place::new();
    place.write("quay/pack.yaml", PACK);
    place.write("quay/game.yaml", GAME);
    place
}

#[test]
fn a_game_of_two_people_from_the_first_question_to_the_score() {
    let ran = place().type_in("play quay --seats human,human --seed 1", "build\ndin\n1\n");
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.err);
    assert_snapshot!(ran.out, @r"
    The quay, 2 players, seed 1

    ────────────────────────────────────────────────────────────────────────────────────────────────
    Yard  Dinghy (cost: 1 Fish), Cutter (cost: 4 Fish), Ketch (cost: 1 Fish)

            p1 (you)  p2
    Fish    1         1
    Points  0         0
    Quay    -         -

    p1: what now?
      1  Go fishing    +2 Fish
      2  Build a boat  −1 Fish
      -  wait  not now: only with 6 fish
    > build

    which boat?  (each: −1 Fish)
      1  Dinghy  cost: 1 Fish; Small and cheap.
      2  Ketch   cost: 1 Fish
    > din
      p1 pays 1 Fish (0 left) · Dinghy goes from Yard to Quay of p1

    ────────────────────────────────────────────────────────────────────────────────────────────────
    Yard  Cutter (cost: 4 Fish), Ketch (cost: 1 Fish)

            p1      p2 (you)
    Fish    0       1
    Points  0       0
    Quay    Dinghy  -

    p2: what now?
      1  Go fishing    +2 Fish
      2  Build a boat  −1 Fish, +1 Points
      -  wait  not now: only with 6 fish
    > 1
      p2 gains 2 Fish (now 3) · p1 scores 1 for Boats · the game is over

             p1   p2
    Points    0    0
    Boats     1    0
    ----------------
    total     1    0
    place   1st  2nd

    p1 wins
    ");
}

#[test]
fn reasons_help_and_taking_back() {
    let typed = "why\nwhy wait\nwhy fish\nwait\nbuid\nfish\nundo\nlog\nquit\n";
    let place = place();
    let ran = place.type_in("play quay --players 1 --option rounds=2 --seed 1", typed);
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.err);
    assert_snapshot!(ran.out, @r"
    The quay, 1 player, seed 1

    ────────────────────────────────────────────────────────────────────────────────────────────────
    Yard  Dinghy (cost: 1 Fish), Cutter (cost: 4 Fish), Ketch (cost: 1 Fish)

            p1 (you)
    Fish    1
    Points  0
    Quay    -

    p1: what now?
      1  Go fishing    +2 Fish
      2  Build a boat  −1 Fish
      -  wait  not now: only with 6 fish
    > why
      wait  only with 6 fish
      `why fish`: why a number on the table is what it is
      `why last`: why something happened
    > why wait
      wait  only with 6 fish
    > why fish
      `fish` is offered
      if you take Go fishing
      +2 → 3  Fish of p1
              ‹ p1 chose Go fishing quay/game.yaml:26
      Fish of p1: 1
      1  at the start  quay/game.yaml:3
    > wait
      not offered: only with 6 fish
    > buid
      not offered; similar is `build`
    > fish
      p1 gains 2 Fish (now 3)

    ────────────────────────────────────────────────────────────────────────────────────────────────
    Yard  Dinghy (cost: 1 Fish), Cutter (cost: 4 Fish), Ketch (cost: 1 Fish)

            p1 (you)
    Fish    3
    Points  0
    Quay    -

    p1: what now?
      1  Go fishing    +2 Fish
      2  Build a boat  −1 Fish, +1 Points
      -  wait  not now: only with 6 fish
    > undo
    taken back

    ────────────────────────────────────────────────────────────────────────────────────────────────
    Yard  Dinghy (cost: 1 Fish), Cutter (cost: 4 Fish), Ketch (cost: 1 Fish)

            p1 (you)
    Fish    1
    Points  0
    Quay    -

    p1: what now?
      1  Go fishing    +2 Fish
      2  Build a boat  −1 Fish
      -  wait  not now: only with 6 fish
    > log
    > quit
    the game is saved in `quay-1.save.json`
    to go on: boardwright play quay --resume quay-1.save.json
    ");
}

#[test]
fn why_a_number_is_what_it_is() {
    let typed = "fish\nbuild\nketch\nwhy fish\nwhy p2 quay\nwhy did I get that?\nwhy last 2\n\
                 why fsh\nwhy points\nquit!\n";
    let ran = place().type_in("play quay --seats human,human --option rounds=2 --seed 1", typed);
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.err);
    let from = ran.out.find("> why").expect("why was asked");
    assert_snapshot!(&ran.out[from..], @r"
    > why fish
      `fish` is offered
      if you take Go fishing
      +2 → 5  Fish of p1
              ‹ p1 chose Go fishing quay/game.yaml:26
      Fish of p1: 3
      +2 → 3  p1 chose Go fishing  quay/game.yaml:26
           1  at the start  quay/game.yaml:3
    > why p2 quay
      Quay of p2: 1
      +1 → 1  Ketch: Yard → Quay of p2
              ‹ p2 chose Build a boat › Ketch quay/game.yaml:33
           0  at the start
    > why did I get that?
      what followed from p1: Go fishing
      +2 → 3  Fish of p1
              ‹ p1 chose Go fishing quay/game.yaml:26
    > why last 2
      what followed from p1: Go fishing
      +2 → 3  Fish of p1
              ‹ p1 chose Go fishing quay/game.yaml:26
    > why fsh
      nothing is called `fsh`; similar is `fish`
    > why points
      Points of p1: 0
      0  at the start  quay/game.yaml:4
    > quit!
    left without saving
    ");
}

#[test]
fn a_choice_another_person_answered_stands() {
    let typed = "fish\nundo\nfish\n";
    let ran = place().type_in("play quay --seats human,human --seed 1", typed);
    assert!(ran.out.contains("that cannot be taken back: p1 has chosen since"), "{}", ran.out);
}

#[test]
fn what_bots_did_since_is_taken_back_too() {
    let typed = "fish\nundo\nfish\nfish\n";
    let ran = place().type_in("play quay --option rounds=2 --seed 1", typed);
    assert!(ran.out.contains("taken back"), "{}", ran.out);
    assert!(ran.out.contains("wins") || ran.out.contains("share the victory"), "{}", ran.out);
}

#[test]
fn input_that_ends_saves_and_the_game_goes_on_later() {
    let place = place();
    let ran = place.type_in("play quay --seats human,human --seed 4", "fish\n");
    assert!(ran.out.ends_with(
        "the input ended; the game is saved in `quay-4.save.json`\n\
         to go on: boardwright play quay --seats human,human --resume quay-4.save.json\n"
    ));
    let ran = place.type_in("play quay --resume quay-4.save.json --seats human,human", "fish\n");
    assert!(ran.out.contains("going on after 1 choice"), "{}", ran.out);
    assert!(ran.out.contains("share the victory"), "{}", ran.out);
    let ran = place.run("replay quay-4.save.json --content .");
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.err);
    assert!(ran.out.contains("2 choices played again, every state the same"), "{}", ran.out);
}

#[test]
fn a_game_that_was_saved_in_a_file_stays_there() {
    let place = place();
    let ran =
        place.type_in("play quay --seats human,human --seed 4", "save mine.json\nfish\nquit\n");
    assert!(ran.out.contains("the game is saved in `mine.json`"), "{}", ran.out);
    assert!(!place.path().join("quay-4.save.json").exists(), "there is a second one");
    let ran = place.type_in("play quay --resume mine.json --seats human,human", "quit\n");
    assert!(ran.out.contains("going on after 1 choice"), "{}", ran.out);
    let ran = place.type_in("play quay --seed 4 --seats human,human", "save no/such/x\nquit\n");
    assert!(ran.out.contains("the game cannot be saved in `no/such/x`: No such"), "{}", ran.out);
    assert!(ran.out.contains("name a file in a folder that exists"), "{}", ran.out);
    assert!(ran.out.contains("the game is saved in `quay-4.save.json`"), "{}", ran.out);
}

#[test]
fn what_a_pack_wants_people_to_know_stands_above_the_game() {
    let place = place();
    place.write("calm/pack.yaml", "id: calm\ntitle: Calm\nextends: quay\n");
    let notice = "notices: [{ with: calm, text: a calm storm is dull }]";
    place.write("storm/pack.yaml", &format!("id: storm\ntitle: Storm\nextends: quay\n{notice}\n"));
    let both = place.type_in("play quay --with calm --with storm --seed 4", "").out;
    let head: Vec<&str> = both.lines().take(2).collect();
    assert_snapshot!(head.join("\n"), @r"
    The quay, 2 players, seed 4
    note: `storm`, used with `calm`: a calm storm is dull
    ");
    let one = place.type_in("play quay --with storm --seed 4", "").out;
    assert!(!one.contains("note:"), "{one}");
}

#[test]
fn arguments_that_do_not_fit_the_pack_could_not_run() {
    let place = place();
    assert_snapshot!(place.run("play quay --players 7").all(), @r"
    exit 2
    error: 7 cannot play this game: it is for 1 to 3 players
      help: give `--players` a number it is for
    ");
    assert_snapshot!(place.run("play quay --option rounds=9").all(), @r"
    exit 2
    error: option `rounds` cannot be `9`
      help: it can be `1`, `2`
    ");
    assert_snapshot!(place.run("play quay --players 3 --seats human,human").all(), @r"
    exit 2
    error: `--players` is 3, and `--seats` names 2
      help: leave one of them out
    ");
    assert_snapshot!(place.run("play quay --resume gone.json").all(), @r"
    exit 2
    error: cannot read `gone.json`
      note: No such file or directory (os error 2)
      help: give the file of a saved game
    ");
}

#[test]
fn a_single_option_is_taken_and_told_unless_asked_for() {
    let place = place();
    let poor = GAME.replace("start: 1", "start: 0");
    place.write("quay/game.yaml", &poor);
    let ran = place.run("play quay --players 1 --seed 1");
    assert!(ran.out.contains("p1: Go fishing (nothing else is possible)"), "{}", ran.out);
    let ran = place.type_in("play quay --players 1 --seed 1 --ask-all", "fish\n");
    assert!(ran.out.contains("1  Go fishing"), "{}", ran.out);
}

#[test]
fn a_game_that_was_played_has_a_log() {
    let place = place();
    let ran = place.run("play quay --seats random,random --seed 4 --log logs");
    assert!(ran.out.ends_with("the log is in `logs/seed-4.jsonl`\n"), "{}", ran.all());
    let log = place.read("logs/seed-4.jsonl");
    assert!(log.lines().any(|line| line.contains("\"type\":\"decision\"")), "{log}");
    assert!(log.lines().last().is_some_and(|line| line.contains("\"over\":true")), "{log}");
}

mod back;
mod changed;
mod closed;
mod hand_over;
mod previews;
mod recording;
mod saving;
mod window;

#[test]
fn any_number_of_a_large_range_can_be_typed() {
    let place = Place::new();
    place.write("bids/pack.yaml", "id: bids\ntitle: Bids\nplayers: { min: 1, max: 1 }\n");
    let game = "resources: { gold: { start: 70000 }, vp: { score: true } }\n\
        play:\n  - { amount: { to: 1000000000, ask: how much? }, as: n }\n\
        \x20 - pay: { gold: n }\n  - gain: { vp: n }\n";
    place.write("bids/game.yaml", game);
    let ran = place.type_in("play bids --seats human --seed 1", "70001\n-3\nmany\n1234\n");
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.err);
    // With the question, and after each answer that is not valid.
    let bounds = "any number from 0 to 1000000000 can be typed";
    assert!(ran.out.matches(bounds).count() >= 3, "{}", ran.out);
    assert!(ran.out.contains("not offered: "), "{}", ran.out);
    assert!(ran.out.contains("1234"), "{}", ran.out);
    assert!(ran.out.contains("wins"), "{}", ran.out);
}
