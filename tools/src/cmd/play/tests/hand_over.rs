//! Two people at one keyboard, with hands that only their owners see.

use super::PACK;
use crate::testing::Place;
use crate::{Around, Exit};

/// p1 has red cards, p2 blue ones, and everybody may play them.
const GAME: &str = r#"
resources:
  vp: { name: Points, score: true }
kinds:
  red: { name: Red card, zone: reds }
  blue: { name: Blue card, zone: blues }
reds:
  ace: { name: Ace }
  king: { name: King }
blues:
  queen: { name: Queen }
  jack: { name: Jack }
zones:
  reds: { name: Red deck, visible: none }
  blues: { name: Blue deck, visible: none }
  hand: { name: Hand, held_by: seat, visible: owner }
  pile: { name: Pile, held_by: seat }
setup:
  - move: { from: reds, to: p1.hand, count: 2 }
  - move: { from: blues, to: p2.hand, count: 2 }
play:
  - repeat:
      times: 2
      do:
        - each: { as_seat: all, from: p1, do: [{ begin: turn }, commit, { call: turn }] }
procedures:
  turn:
    - choose:
        ask: "{me}: what now?"
        options:
          play:
            label: Play a card
            do:
              - pick: { from: me.hand, ask: "which card?" }
                as: it
              - move: { what: it, to: me.pile }
              - gain: { vp: 1 }
          wait: { label: Wait, do: [] }
"#;

fn place(game: &str) -> Place {
    let place = Place::new();
    place.write("cards/pack.yaml", &PACK.replace("quay", "cards"));
    place.write("cards/game.yaml", game);
    place
}

fn at_terminal(place: &Place, line: &str, typed: &str) -> String {
    let around = Around { out_is_terminal: true, input_is_terminal: true, ..Around::default() };
    let ran = place.run_in(around, &format!("{line} --color never"), typed.as_bytes());
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.err);
    ran.out
}

const CLEAR: &str = "\u{1b}[2J";
const LINE: &str = "play cards --seats human,human --seed 1";

#[test]
fn the_next_hand_is_shown_only_when_its_owner_looks() {
    let place = place(GAME);
    let out = at_terminal(&place, LINE, "\nplay\nace\n\nundo\nlog\nshow hand\nquit\n");
    let [_, first, second] = out.split(CLEAR).collect::<Vec<_>>()[..] else {
        panic!("the screen is cleared before p1 and before p2: {out}")
    };
    assert!(first.contains("hand over to p1") && first.contains("King"), "{first}");
    assert!(!first.contains("Queen") && !first.contains("Jack"), "a hand of p2: {first}");
    let (notice, after) = second.split_once("press Enter when p2 is ready").expect("a notice");
    assert!(notice.contains("hand over to p2: only p2 may look now"), "{notice}");
    assert!(notice.contains("p1 gains 1 Points"), "what all may know is told again: {notice}");
    for card in ["King", "Queen", "Jack"] {
        assert!(!notice.contains(card), "nothing of a hand: {notice}");
    }
    assert!(after.contains("Queen") && after.contains("p2: what now?"), "{after}");
    assert!(after.contains("that cannot be taken back: p1 has chosen since"), "{after}");
    assert!(!after.contains("King"), "p1 still has it: {after}");
}

#[test]
fn one_person_or_no_secrets_need_no_handing_over() {
    let place = place(GAME);
    let out = at_terminal(&place, "play cards --seed 1 --pace 0", "wait\nwait\n");
    assert!(!out.contains("hand over") && !out.contains(CLEAR), "{out}");
    let open = self::place(&GAME.replace("visible: owner", "visible: all"));
    let out = at_terminal(&open, LINE, "wait\nwait\nwait\nwait\n");
    assert!(!out.contains("hand over") && !out.contains(CLEAR), "{out}");
}

#[test]
fn without_a_terminal_there_is_just_a_notice() {
    let ran = place(GAME).type_in(LINE, "wait\nwait\nwait\nwait\n");
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.err);
    assert_eq!(ran.out.matches("only p2 may look now").count(), 2, "{}", ran.out);
    assert!(!ran.out.contains("press Enter") && !ran.out.contains(CLEAR), "{}", ran.out);
}

#[test]
fn the_game_can_be_left_while_it_is_handed_over() {
    let place = place(GAME);
    let out = at_terminal(&place, LINE, "\nwait\nquit\n");
    assert!(out.contains("the game is saved in `cards-1.save.json`"), "{out}");
    assert!(!out.contains("p2: what now?"), "{out}");
}
