//! What is printed on pieces and spaces, as people read it.

use boardwright_rules::id::{PieceId, SpaceId};
use boardwright_text::{InWords, Printed, beside, printed};

use crate::session::{Session, setup_in_short};
use crate::testing::{harbour, opened};

const HARBOUR: &str = "\
resources:
  wood: { name: Wood, start: 4 }
  gold: { name: Gold }
kinds:
  tile:
    name: Tile
    plural: Tiles
    zone: deck
    attributes:
      cost: cost
      points: { type: number, name: point, plural: points }
      level: number
      rare: { type: flag, name: rare piece }
      colour: { type: [dark_red, blue], name: Colour, text: Only for the eye. }
      hues: [[dark_red, blue]]
      steps_up: numbers
      brings: amounts
      good: resource
      kin: entry/tile
      motto: text
      order: { type: number, internal: true }
      reward: steps
tiles:
  mill:
    name: Mill
    plural: Mills
    count: 2
    cost: { wood: 2 }
    points: 1
    level: 2
    rare: true
    colour: dark_red
    hues: [blue, dark_red]
    steps_up: [0, 1]
    brings: { gold: 1, wood: 2 }
    good: gold
    kin: inn
    motto: Round and round
    order: 7
    reward: [{ gain: { gold: 1 } }]
  inn: { name: Inn, points: 3, cost: { wood: \"me.wood\" } }
zones:
  deck: { name: Deck, visible: none, order: stack }
  market: { name: Market }
spaces:
  port:
    attributes: { size: { type: number, name: Size, text: How many ships there is room for. } }
    list: { north: { size: 2 }, south: {} }
setup:
  - move: { from: deck, to: market, count: 3 }
play:
  - each: { as_seat: all, do: [{ pick: { from: market }, as: what }, { move: { what: what, to: deck } }, { move: { what: what, to: market } }] }
ranking: [me.wood]
";

#[test]
fn attributes_are_read_in_the_order_of_their_declaration() {
    let game = harbour(&[("game.yaml", HARBOUR)]);
    let session = Session::new(&game, 7).unwrap();
    let world = &session.table().state().world;
    let on = Printed::Piece(PieceId(0));
    let said: Vec<String> =
        printed(&game.def, world, on, None).into_iter().map(|part| part.said).collect();
    assert_eq!(
        said,
        [
            "cost: 2 Wood",
            "1 point",
            "level: 2",
            "rare piece",
            "Colour: dark red",
            "hues: blue, dark red",
            "steps up: 0, 1",
            "brings: 1 Gold, 2 Wood",
            "good: Gold",
            "kin: Inn",
            "motto: Round and round",
        ]
    );
    // What is not printed is not shown; what differs between seats is left open.
    let inn = Printed::Piece(PieceId(2));
    assert_eq!(beside(&game.def, world, inn, None).as_deref(), Some("cost: 4 Wood; 3 points"));
    let north = printed(&game.def, world, Printed::Space(SpaceId(0)), None);
    let north: Vec<(&str, &str)> =
        north.iter().map(|part| (part.said.as_str(), part.means.as_str())).collect();
    assert_eq!(north, [("Size: 2", "How many ships there is room for.")]);
    assert_eq!(printed(&game.def, world, Printed::Space(SpaceId(1)), None), []);
}

#[test]
fn lists_and_the_log_say_what_is_printed() {
    let game = harbour(&[("game.yaml", HARBOUR)]);
    let mut session = Session::new(&game, 7).unwrap();
    let labels: Vec<String> = (0..session.options().len())
        .map(|at| session.table().label(at).unwrap_or_default())
        .collect();
    assert!(labels.contains(&"cost: 4 Wood; 3 points".to_owned()), "{labels:?}");
    assert_eq!(setup_in_short(&game.def, session.log()), "3 Tiles");
    let told = session.choose("inn").unwrap();
    assert_eq!(
        told,
        ["Inn goes from Market to Deck", "Inn (cost: 4 Wood; 3 points) goes from Deck to Market"],
        "where it was not known"
    );
}

#[test]
fn a_wrong_key_of_an_attribute_is_told() {
    let text = HARBOUR.replace("type: flag, name:", "type: flag, nam:");
    let told = opened(&[("game.yaml", &text)]).diags;
    assert!(told.iter().any(|it| it.message.contains("`nam`")), "{told:?}");
}
