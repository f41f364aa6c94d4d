//! Previews of options: what they cost and bring.

use insta::assert_snapshot;

use crate::testing::Place;

/// Each option is a case.
const GAME: &str = r#"
resources:
  coal: { name: Coal, start: 4 }
  money: { name: Money, start: 5 }
  favour: { name: Favour, internal: true }
  vp: { name: Points, score: true }
kinds:
  card: { zone: deck, attributes: { worth: number } }
cards:
  low: { worth: 1, count: 10 }
  high: { worth: 5, count: 10 }
zones:
  deck: { order: stack, visible: none }
  hand: { held_by: seat }
setup:
  - shuffle: deck
play:
  - choose:
      ask: what now?
      options:
        given_back: { do: [{ pay: { coal: 3 } }, { gain: { coal: 3, vp: 1 } }] }
        behind_a_question:
          do:
            - may: { ask: a favour?, do: [{ gain: { favour: 1 } }] }
            - set: { coal: 0 }
            - gain: { coal: 5 }
        more_or_less:
          do:
            - pay: { money: 2 }
            - choose:
                ask: how many?
                options: { few: [{ gain: { vp: 1 } }], many: [{ pay: { money: 1 } }, { gain: { vp: 3 } }] }
        on_one_way_only:
          do:
            - pay: { money: 1 }
            - may: { ask: points?, do: [{ gain: { vp: 1 } }] }
        hidden:
          do:
            - pay: { coal: 1 }
            - move: { from: deck, to: me.hand }
            - gain: { vp: "sum(me.hand, it.worth)" }
        final: { do: [{ pay: { coal: 2 } }, commit, { gain: { vp: 9 } }] }
        endless:
          do:
            - pay: { coal: 4 }
            - repeat:
                times: 12
                do:
                  - choose: { ask: and now?, options: { left: [], right: [], ahead: [] } }
            - gain: { vp: 2 }
"#;

#[test]
fn what_is_the_same_on_every_way_is_told_before_the_first_step() {
    let place = Place::new();
    let pack = super::PACK.replace("quay", "tried");
    place.write("tried/pack.yaml", &pack);
    place.write("tried/game.yaml", GAME);
    let out = place.type_in("play tried --players 1 --seed 1", "quit\n").out;
    let from = out.find("what now?").expect("a question");
    let to = out.find("\n>").expect("somebody is asked");
    assert_snapshot!(out[from..to], @r"
    what now?
      1  given_back         −3 Coal, +3 Coal, +1 Points
      2  behind_a_question  −4 Coal, +5 Coal
      3  more_or_less       −2..3 Money, +1..3 Points
      4  on_one_way_only    −1 Money
      5  hidden             −1 Coal
      6  final              −2 Coal
      7  endless            −4 Coal
    ");
}
