//! Expectations in rules: they do not change what is offered, and a failure names the place.

use crate::session::Session;
use crate::testing::harbour;

const GAME: &str = "\
resources: { wood: { start: 0 } }
kinds: { tile: { zone: deck, attributes: { level: number } } }
tiles: { mill: { level: 3 } }
zones:
  deck: { order: stack }
  hand: { held_by: seat }
play:
  - repeat: { times: 3, do: [{ each: { as_seat: p1, do: [{ call: turn }] } }] }
procedures:
  turn:
    - choose:
        options:
          take:
            - let: { top: \"first(deck)\" }
            - expect: \"top ~= nil\"
            - move: { what: top, to: me.hand }
            - pay: { wood: \"top.level - 3\" }
          try_it:
            - try: [{ let: { top: \"first(deck)\" } }, { expect: \"top ~= nil\" }, { gain: { wood: top.level } }]
          rest: []
ranking: [me.wood]
";

#[test]
fn what_is_expected_is_no_condition_of_an_option() {
    let game = harbour(&[("game.yaml", GAME)]);
    let mut session = Session::new(&game, 7).unwrap();
    session.choose("take").unwrap();
    // The deck is empty: the rules are wrong, but nothing is reported before it happens.
    assert_eq!(session.options(), ["take", "try_it", "rest"]);
    let thorough = session.table().options_thoroughly(1_000).map(|it| it.options);
    assert_eq!(thorough.as_deref(), Some(session.table().options()));
    assert!(session.not_offered().is_empty());
    let mut chosen = |option| session.choose(option).unwrap_err().reason;
    let wrong = "the rules are wrong (harbour/game.yaml:15): they expect `top ~= nil`";
    assert_eq!(chosen("take"), wrong);
    // A failed expectation does not count as a failed `try` block, either.
    assert_eq!(chosen("try_it"), wrong.replace("15", "19"));
    session.choose("rest").unwrap();
}
