//! What people read about options, and what they do not.

use crate::session::Session;
use crate::testing::harbour;
use boardwright_text::InWords;

const MENU: &str = "\
resources:
  wood: { start: 0 }
  guild: { start: 0, max: 1 }
kinds: { charm: { zone: charms } }
zones: { charms: { active: true } }
charms:
  bell:
    ability: { offer: main, by: anyone, label: ring, hidden_if: \"me.guild == 0\", if: \"me.wood > 0\", do: [{ lose: { wood: 1 } }] }
play:
  - each: { as_seat: all, do: [{ call: turn }] }
procedures:
  turn:
    - key: main
      choose:
        options:
          join: { again: true, hidden_if: \"me.guild == 1\", do: [{ gain: { guild: 1 } }] }
          trade: { hidden_if: \"me.guild == 0\", if: \"me.wood > 0\", reason: no wood, do: [{ lose: { wood: 1 } }] }
          chop: { again: true, do: [{ gain: { wood: 1 } }] }
          pass: []
ranking: [me.wood]
";

fn left_out(session: &Session) -> Vec<String> {
    let told = session.not_offered().into_iter();
    told.map(|it| format!("{}: {}", it.option, it.reason)).collect()
}

#[test]
fn a_hidden_option_is_neither_offered_nor_listed() {
    let game = harbour(&[("game.yaml", MENU)]);
    let mut session = Session::new(&game, 7).unwrap();
    assert_eq!(session.options(), ["join", "chop", "pass"]);
    assert_eq!(left_out(&session), Vec::<String>::new());
    session.choose("chop").unwrap();
    assert_eq!(session.options(), ["join", "chop", "pass"], "hidden, whatever `if` says");
    session.choose("join").unwrap();
    assert_eq!(session.options(), ["trade", "chop", "pass", "bell: ring"]);
    assert_eq!(left_out(&session), Vec::<String>::new());
    session.choose("trade").unwrap();
    // The second player.
    session.choose("join").unwrap();
    assert_eq!(session.options(), ["chop", "pass"]);
    assert_eq!(
        left_out(&session),
        ["trade: no wood", "bell: ring: it has been used, or its condition does not hold now"]
    );
}

const MARKET: &str = "\
resources:
  wood: { name: Wood, start: 1 }
  gold: { name: Gold }
kinds:
  tile: { zone: market, show: \"{it.cost}, level {it.level}\", attributes: { cost: cost, level: number } }
tiles:
  mill: { name: Mill, cost: { wood: 2, gold: 1 }, level: 1 }
  inn: { name: Inn, level: 2 }
  hut: { name: Hut, cost: { any: [{ wood: \"me.wood + self.level\" }, { worth: 4, with: [{ gold: 1 }] }] }, level: 3 }
zones:
  market: { name: Market }
  yard: { held_by: seat }
spaces:
  port: { list: [north, south, east], line: true }
play:
  - each:
      as_seat: all
      do:
        - gain: { wood: 1 }
        - pick: { from: market }
          as: tile
        - note: \"{me} sees {tile} for {tile.cost}\"
        - move: { what: tile, to: me.yard }
        - pick: { from: me.yard, show: \"own {it.level}\" }
          as: own
        - travel: { from: north, min: 0, max: 2, show: \"port {it.index}\", stop_label: Stay here }
          as: goal
ranking: [me.wood]
";

/// The options: canonical text, name for people, and the text beside it.
fn read(session: &Session) -> Vec<String> {
    let table = session.table();
    let option = |(at, text): (usize, String)| {
        let name = table.describe(at).unwrap_or_default().name;
        format!("{text} | {name} | {}", table.label(at).unwrap_or_default())
    };
    session.options().into_iter().enumerate().map(option).collect()
}

#[test]
fn kinds_say_what_is_read_beside_their_pieces() {
    let game = harbour(&[("game.yaml", MARKET)]);
    let mut session = Session::new(&game, 7).unwrap();
    assert_eq!(
        read(&session),
        [
            "mill | Mill | 2 Wood, 1 Gold, level 1",
            "inn | Inn | nothing, level 2",
            "hut | Hut | 5 Wood or 4 Gold, level 3",
        ]
    );
    let told = session.choose("mill").unwrap();
    assert_eq!(told, ["p1 sees Mill for 2 Wood, 1 Gold", "Mill goes from Market to yard of p1"]);
    assert_eq!(read(&session), ["mill | Mill | own 1"], "`show` of the pick goes first");
    session.choose("mill").unwrap();
    assert_eq!(read(&session), ["south | south | port 2", "none | Stay here | "]);
    session.choose("south").unwrap();
    assert_eq!(read(&session), ["east | east | port 3", "none | Stay here | "]);
    session.choose("none").unwrap();
    let log: Vec<&str> = session.log().iter().map(|line| line.text.as_str()).collect();
    assert!(log.contains(&"p1: Stay here"), "{log:?}");
    // The log is for everybody, and the other player would pay less.
    let mut session = Session::new(&game, 7).unwrap();
    let told = session.choose("hut").unwrap();
    assert_eq!(told.first().map(String::as_str), Some("p1 sees Hut for ? Wood or 4 Gold"));
}

const TOWN: &str = "\
resources: { wood: { name: Wood } }
kinds:
  tile: { zone: deck, show: \"level {it.level}\", attributes: { level: number } }
  worker: { zone: home, owner: seat }
tiles:
  mill: { name: Mill, count: 2, text: Grinds., level: 1 }
  inn: { name: Inn, level: 2 }
workers:
  hand: { name: Worker, count: 2 }
zones:
  deck: { name: Deck }
  home: { name: Home, held_by: seat }
  site: { held_by: plot, capacity: 1 }
  camp: { held_by: plot, capacity: 1 }
spaces:
  plot: { list: { ash: { name: Ash }, elm: { name: Elm }, oak: { name: Oak }, fir: { name: Fir } }, named: site }
setup:
  - let: { first_one: \"first(deck, it.level == 1)\", house: \"first(deck, it.level == 2)\" }
  - expect: \"first_one ~= nil and house ~= nil\"
  - move: { what: first_one, to: ash.site }
  - move: { what: house, to: elm.site }
play:
  - each: { as_seat: p1, do: [{ call: turn }, { call: turn }] }
procedures:
  turn:
    - let: { last: elm }
    - pick: { from: plot, if: \"it ~= fir\", ask: \"where to, from {last}?\", reason: \"not as near as {last}\" }
      as: goal
    - let: { one: \"first(me.home)\" }
    - expect: \"one ~= nil\"
    - move: { what: one, to: goal.camp }
    - if: \"not empty(deck)\"
      do: [{ move: { what: first(deck), to: oak.site } }]
ranking: [me.wood]
";

#[test]
fn a_space_is_called_by_the_piece_on_it() {
    let game = harbour(&[("game.yaml", TOWN)]);
    let mut session = Session::new(&game, 7).unwrap();
    assert_eq!(session.question(), "where to, from Inn?");
    assert_eq!(read(&session), ["ash | Mill | level 1", "elm | Inn | level 2", "oak | Oak | "]);
    assert_eq!(session.table().describe(0).unwrap().text, "Grinds.");
    assert_eq!(left_out(&session), ["fir: not as near as Inn"]);
    let told = session.choose("Inn").unwrap();
    assert_eq!(told, ["Worker goes from Home of p1 to Inn", "Mill goes from Deck to Oak"]);
    // Two with the same name are followed by their own names.
    assert_eq!(read(&session), ["ash | Mill (Ash) | level 1", "oak | Mill (Oak) | level 1"]);
    assert_eq!(left_out(&session), ["fir: not as near as Inn", "elm: there is no room in Inn"]);
    let refused = session.choose("Inn").unwrap_err();
    assert_eq!(refused.reason, "there is no room in Inn");
    assert!(session.choose("Mill").is_err(), "which of them is not said");
    session.choose("oak").unwrap();
    let log: Vec<&str> = session.log().iter().map(|line| line.text.as_str()).collect();
    assert_eq!(log.iter().filter(|line| line.starts_with("p1: ")).count(), 2);
    assert!(log.contains(&"p1: Inn") && log.contains(&"p1: Mill (Oak)"), "{log:?}");
}

const HANDS: &str = "\
resources:
  hand: { name: Hand, plural: Hands, start: 3 }
  vp: { name: Victory point, plural: Victory points }
  wood: { name: Wood }
kinds:
  ox: { name: Ox, plural: Oxen, section: oxen, zone: field }
oxen:
  red: { name: Red ox, plural: Red oxen, count: 3 }
  dun: { name: Dun ox, count: 9 }
zones:
  field: { name: Field }
  barn: { name: Barn }
play:
  - each:
      as_seat: p1
      do:
        - repeat: { times: 6, do: [{ call: turn }] }
procedures:
  turn:
    - choose:
        options:
          one: [{ gain: { vp: 1, wood: 1 } }]
          two: [{ gain: { vp: 2, wood: 2 } }, { lose: { hand: 1 } }]
          none: [{ set: { vp: 0, hand: 0 } }]
          red: [{ move: { all: \"where(field, it.entry == red)\", to: barn } }]
          dun: [{ move: { all: \"where(field, it.entry == dun)\", to: barn } }]
          buy: [{ pay: { hand: 9 } }]
ranking: [me.wood]
";

#[test]
fn the_number_decides_between_name_and_plural() {
    let game = harbour(&[("game.yaml", HANDS)]);
    let mut session = Session::new(&game, 7).unwrap();
    let reason = left_out(&session);
    assert_eq!(reason, ["buy: needs 9 Hands: there is 3"]);
    let mut tell = |option: &str| session.choose(option).unwrap().join(" / ");
    assert_eq!(tell("one"), "p1 gains 1 Victory point (now 1) and 1 Wood (now 1)");
    assert_eq!(
        tell("two"),
        "p1 gains 2 Victory points (now 3) and 2 Wood (now 3) and loses 1 Hand (now 2)"
    );
    assert_eq!(tell("none"), "p1 now has 0 Victory points and 0 Hands");
    assert_eq!(tell("red"), "3 Red oxen go from Field to Barn");
    assert_eq!(tell("dun"), "9 Oxen go from Field to Barn");
}

#[test]
fn every_language_has_its_own_plurals() {
    let french = "\
resources.hand.name: Main
resources.hand.plural: Mains
resources.vp.name: Point
resources.wood: { name: Bûche, plural: Bûches }
";
    let files = [("game.yaml", HANDS), ("text/fr.yaml", french)];
    let library = crate::testing::library(&files);
    let opened = crate::game::open_in(&library, &["harbour"], Some(2), &[], Some("fr"));
    let game = opened.game.unwrap();
    let mut session = Session::new(&game, 7).unwrap();
    let mut tell = |option: &str| session.choose(option).unwrap().join(" / ");
    assert_eq!(tell("one"), "p1 gagne 1 point (total 1) et 1 bûche (total 1)");
    // `Victory points` would be worse than no plural.
    assert_eq!(
        tell("two"),
        "p1 gagne 2 point (total 3) et 2 bûches (total 3) et perd 1 main (total 2)"
    );
    assert_eq!(tell("none"), "p1 a désormais 0 point et 0 main");
}

#[test]
fn what_a_loop_does_to_many_pieces_is_told_once() {
    let game = harbour(&[(
        "game.yaml",
        "\
resources: { wood: {} }
kinds: { card: { name: Card, plural: Cards, zone: box } }
cards: { oak: { name: Oak, count: 7 }, elm: { name: Elm, count: 5 } }
zones: { box: { name: Box }, deck: { name: Deck, held_by: seat }, pile: { name: Pile } }
setup:
  - each:
      as_seat: all
      do:
        - each: { of: \"where(box, it.entry == (if me == p1 then oak else elm))\", do: [{ set_owner: c }, { move: { what: c, to: me.deck } }] }
          as: c
  - each: { of: p2.deck, do: [{ set_owner: c, who: p1 }, { set_controller: c, who: p1 }] }
    as: c
play: []
ranking: [me.wood]
",
    )]);
    let session = Session::new(&game, 7).unwrap();
    let log: Vec<&str> = session.log().iter().map(|line| line.text.as_str()).collect();
    assert_eq!(
        log,
        [
            "7 × Oak now belong to p1",
            "7 × Oak go from Box to Deck of p1",
            "5 × Elm now belong to p2",
            "5 × Elm go from Box to Deck of p2",
            "5 × Elm now belong to p1",
            "the game is over",
        ]
    );
}
