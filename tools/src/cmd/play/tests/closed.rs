//! Options that are not offered, and who may know of them.

use insta::assert_snapshot;

use crate::testing::Place;

#[test]
fn an_option_of_a_card_of_somebody_else_is_not_listed_but_explained() {
    let place = Place::new();
    place.write("guild/pack.yaml", &super::PACK.replace("quay", "guild"));
    let game = r#"
resources:
  wood: { start: 0 }
  vp: { score: true }
kinds:
  mill: { zone: mills }
  inn: { zone: inns }
mills:
  mill:
    ability: { offer: main, by: anyone, label: mill, if: "me.wood > 0", do: [{ lose: { wood: 1 } }] }
inns:
  inn:
    ability: { offer: main, by: anyone, label: inn, if: "me.wood > 0", do: [{ lose: { wood: 1 } }] }
zones:
  mills: { visible: none }
  inns: { visible: none }
  yard: { held_by: seat, active: true }
setup:
  - move: { from: mills, to: p1.yard }
  - move: { from: inns, to: p2.yard }
play:
  - key: main
    choose: { ask: what now?, options: { go: [{ gain: { vp: 1 } }], stay: [] } }
"#;
    place.write("guild/game.yaml", game);
    let out = place.type_in("play guild --players 2 --seed 1", "why inn: inn\nquit\n").out;
    let from = out.find("what now?").expect("a question");
    let to = out.find("the game is saved").expect("it ends");
    assert_snapshot!(out[from..to], @r"
    what now?
      1  go    +1 vp
      2  stay
      -  mill: mill  not now: it has been used, or its condition does not hold now
    > why inn: inn
      inn: inn  it has been used, or its condition does not hold now
    > quit
    ");
}
