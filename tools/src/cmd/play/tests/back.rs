//! `undo!` and `score`, as typed.

use insta::assert_snapshot;

use super::{PACK, place};
use crate::Exit;
use crate::testing::Place;

/// Cards are drawn from a hidden deck; they bring points at the end.
const GAME: &str = r#"
resources: { vp: { name: Points, score: true } }
kinds: { card: { name: Card, zone: deck, attributes: { worth: number } } }
cards:
  one: { name: One, worth: 1 }
  two: { name: Two, worth: 2 }
  five: { name: Five, worth: 5 }
  nine: { name: Nine, worth: 9 }
zones:
  deck: { name: Deck, order: stack, visible: none }
  hand: { name: Hand, held_by: seat, visible: owner }
  pile: { name: Pile, held_by: seat }
lines:
  hands: { name: Cards in hand }
  piles: { name: Cards on the table }
setup:
  - shuffle: deck
  - each: { as_seat: all, do: [{ move: { from: deck, to: me.hand, count: 1 } }] }
play:
  - repeat:
      times: 2
      do:
        - each:
            as_seat: all
            from: p1
            do:
              - choose:
                  ask: "{me}: draw?"
                  options:
                    draw: { label: Draw a card, do: [{ move: { from: deck, to: me.pile, count: 1 } }] }
                    stay: { label: Stay, do: [{ gain: { vp: 1 } }] }
scoring:
  - each:
      as_seat: all
      do: [{ score: { hands: "sum(me.hand, it.worth)", piles: "sum(me.pile, it.worth)" } }]
"#;

fn cards() -> Place {
    let place = Place::new();
    place.write("cards/pack.yaml", &PACK.replace("quay", "cards"));
    place.write("cards/game.yaml", GAME);
    place
}

const PLAY: &str = "play cards --seats human,human --seed 2";

#[test]
fn a_card_that_was_drawn_is_taken_back_and_comes_again() {
    let place = cards();
    let ran = place.type_in(PLAY, "draw\nundo\nundo!\ndraw\nundo!\nlog\nstay\nquit\n");
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.err);
    let said: Vec<&str> = ran
        .out
        .lines()
        .filter(|line| {
            ["> ", "  that", "taken", "p1 took", "p2 took"].iter().any(|it| line.starts_with(it))
                || line.contains("goes from")
        })
        .collect();
    assert_snapshot!(said.join("\n"), @"
      Deck is shuffled · Card goes from Deck to Hand of p1 · Card goes from Deck to Hand of p2
    > draw
      One (worth: 1) goes from Deck to Pile of p1
    > undo
      that cannot be taken back: p1 has chosen since; `undo!` does it all the same
    > undo!
    taken back
    p2 took back `Draw a card` of p1 (something hidden was revealed)
    > draw
      One (worth: 1) goes from Deck to Pile of p1
    > undo!
    taken back
    p2 took back `Draw a card` of p1 (something hidden was revealed)
    > log
      Deck is shuffled · Card goes from Deck to Hand of p1 · Card goes from Deck to Hand of p2
    p2 took back `Draw a card` of p1 (something hidden was revealed)
    p2 took back `Draw a card` of p1 (something hidden was revealed)
    > stay
    > quit
    ");
    // The marks are in the file, whoever reads it later.
    let ran = place
        .type_in("play cards --seats human,human --resume cards-2.save.json", "log\nundo!\nquit\n");
    assert_eq!(ran.out.matches("p2 took back `Draw a card` of p1 (something hidden").count(), 4);
    assert!(ran.out.contains("p2 took back `Stay` of p1 (others had chosen since)"), "{}", ran.out);
    let ran = place.run("replay cards-2.save.json");
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.err);
    assert_eq!(ran.out.matches(" took back ").count(), 3, "{}", ran.out);
    let ran = place.type_in(PLAY, "undo!\nquit\n");
    assert!(ran.out.contains("that cannot be taken back: there is nothing to take back"));
}

#[test]
fn what_is_fair_is_taken_back_without_a_mark() {
    let ran = place()
        .type_in("play quay --players 1 --option rounds=2 --seed 1", "fish\nundo!\nlog\nquit\n");
    assert!(ran.out.contains("taken back\n"), "{}", ran.out);
    assert!(!ran.out.contains("took back"), "{}", ran.out);
    assert!(ran.out.ends_with("--resume quay-1.save.json\n"), "{}", ran.out);
}

#[test]
fn the_score_can_be_asked_for_at_any_time() {
    let place = cards();
    let sheet = |ran: &str| {
        ran.split("> score\n").nth(1).and_then(|it| it.split("\n>").next()).map(str::to_owned)
    };
    let ran = place.type_in(PLAY, "stay\nscore\nquit\n");
    // p2 looks: the card in its own hand is counted, the one in the other hand is not shown.
    assert_snapshot!(sheet(&ran.out).unwrap_or_default(), @"
    if the game ended now:
                        p1  p2
    Points               1   0
    Cards in hand        ?   5
    Cards on the table   0   0
    --------------------------
    total                ?   5
    place                ?   ?
    ?: depends on what you cannot see
    ");
    let pack = place.read("cards/pack.yaml");
    place.write("cards/pack.yaml", &format!("{pack}language: de\n"));
    let ran = place.type_in(PLAY, "stay\nscore\nquit\n");
    assert_snapshot!(sheet(&ran.out).unwrap_or_default(), @"
    wenn das Spiel jetzt endete:
                        p1  p2
    Points               1   0
    Cards in hand        ?   5
    Cards on the table   0   0
    --------------------------
    Summe                ?   5
    Platz                ?   ?
    ?: hängt von etwas ab, das Sie nicht sehen
    ");
    // Looking at the score changes nothing.
    let state = |typed: &str| {
        let ran = place.type_in(&format!("{PLAY} --save {}.json", typed.len()), typed);
        assert_eq!(ran.exit, Exit::Fine, "{}", ran.err);
        place.read(&format!("{}.json", typed.len()))
    };
    assert_eq!(state("draw\nscore\nstay\nquit\n"), state("draw\nstay\nquit\n"));
}
