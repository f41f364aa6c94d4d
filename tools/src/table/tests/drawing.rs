//! Displayed output.

use boardwright_packs::library::Library;
use boardwright_phrases::Language::English;
use boardwright_play::game::{Game, open};
use boardwright_play::session::Session;
use boardwright_rules::id::SeatId;
use boardwright_rules::rank::Standing;
use insta::assert_snapshot;

use crate::table::{Asking, Choice, Closed, Look, TablePart, Tie, draw, sheet, show};

const PACK: &str = "id: isle\ntitle: Isle\nplayers: { min: 2, max: 4 }\n";

/// A bit of everything that can be drawn.
const GAME: &str = r#"
resources:
  wood: { name: Wood, start: 2 }
  secret: { name: Secret, start: 3, visible: owner }
  round: { name: Round, held_by: table, start: 1 }
  load: { name: Load, held_by: ship }
  flag: { name: Flag, held_by: field }
  sway: { name: Sway, held_by: [seat, port] }
  vp: { name: Points, score: true }
tracks:
  skill: { name: Skill, values: [1, 1, 3] }
kinds:
  ship: { name: Ship, zone: dock }
  crate: { name: Crate, zone: bag }
ships:
  cog: { name: Cog }
crates:
  salt: { name: Salt, count: 4 }
zones:
  dock: { name: Dock, order: row, slots: 3 }
  bag: { name: Bag, order: bag }
  hold: { name: Hold, held_by: ship }
  hand: { name: Hand, held_by: seat, visible: owner }
  lot: { name: Lot, held_by: field }
spaces:
  field: { grid: { columns: 3, rows: 2 } }
  port: { name: Ports, list: [{ id: north }, { id: south }] }
play:
  - let: { boat: "first(pieces(ship))" }
  - move: { from: bag, to: boat.hold, count: 1 }
  - gain: { load: 2 }
    who: boat
  - move: { from: bag, to: p1.hand, count: 2 }
  - move: { from: bag, to: b2.lot, count: 1 }
  - set: { flag: 5 }
    who: a1
  - gain: { sway: 1 }
    who: [p2, north]
  - choose: { ask: "go on?", options: { go: { label: Go on now, do: [] }, stop: [] } }
"#;

const LOOK: Look = Look { mark: "you", width: 96, colour: false };

fn asked(question: &str, choices: &[Choice], closed: &[Closed], width: usize) -> String {
    Asking::whole(English, width, false).ask(question, choices, closed).text
}

fn game(text: &str) -> Game {
    let mut library = Library::new();
    let file = |path: &str, text: &str| (path.to_owned(), text.as_bytes().to_vec());
    library.add_memory("isle", vec![file("pack.yaml", PACK), file("game.yaml", text)]);
    let opened = open(&library, &["isle"], Some(2), &[]);
    let told: Vec<String> = opened.diags.iter().map(|diag| diag.message.clone()).collect();
    opened.game.unwrap_or_else(|| panic!("{}", told.join("\n")))
}

#[test]
fn the_table_as_each_seat_sees_it() {
    let game = game(GAME);
    let session = Session::new(&game, 1).expect("a game");
    let world = &session.table().state().world;
    assert_snapshot!(draw(&game, world, SeatId(0), TablePart::Main, LOOK), @r"
      2   .   Salt  .
      1   5    .    .
          a    b    c

    Ports
      north  p2: 1 Sway
      nothing on south

    Round  1
    Dock   1: Cog [2 Load, Salt]  2: -  3: -
    Bag    -

            p1 (you)     p2
    Wood    2            2
    Secret  3            ?
    Points  0            0
    Skill   0 (worth 1)  0 (worth 1)
    Hand    Salt x2      -
    ");
    let other = draw(&game, world, SeatId(1), TablePart::Main, LOOK);
    let rows: Vec<&str> =
        other.lines().filter(|it| it.starts_with("Secret") || it.starts_with("Hand")).collect();
    assert_snapshot!(rows.join("\n"), @r"
    Secret  ?            3
    Hand    2 pieces     -
    ");
}

#[test]
fn a_question_shows_text_name_and_rules() {
    let choice = |text: &str, name: &str, rules: &str| Choice {
        text: text.into(),
        name: name.into(),
        rules: rules.into(),
        ..Choice::default()
    };
    let long = "Whenever you build another tile, gain 1 wood, and if it was dear, gain 1 fish too.";
    let choices =
        [choice("mill", "Old mill", long), choice("hut", "", "Warm."), choice("x", "", "")];
    assert_snapshot!(asked("which tile?", &choices, &[], 88), @r"
    which tile?
      1  Old mill  Whenever you build another tile, gain 1 wood, and if it was dear, gain 1
                   fish too.
      2  hut       Warm.
      3  x
    ");
    let cells: Vec<Choice> = (1..=8).map(|n| choice(&format!("a{n}"), "", "")).collect();
    assert_snapshot!(asked("where?", &cells, &[], 88), @r"
    where?
      1 a1  2 a2  3 a3  4 a4  5 a5  6 a6  7 a7  8 a8
    ");
    let numbers: Vec<Choice> = (0..=8).map(|n| choice(&n.to_string(), "", "")).collect();
    assert_snapshot!(asked("how many?", &numbers, &[], 88), @r"
    how many?
      0  1  2  3  4  5  6  7  8
    ");
}

#[test]
fn the_score_sheet_has_a_line_for_each_reason() {
    let game = game(GAME);
    let standing = |seat, place, points| Standing {
        seat: SeatId(seat),
        place,
        keys: vec![points],
        lines: vec![points],
    };
    let sheet_of = |all: &[Standing]| sheet(&game.def, all, None, false);
    assert_snapshot!(sheet_of(&[standing(1, 1, 12), standing(0, 2, 9)]), @r"
             p2   p1
    Points   12    9
    ----------------
    total    12    9
    place   1st  2nd

    p2 wins
    ");
    let tied = sheet_of(&[standing(0, 1, 9), standing(1, 1, 9)]);
    assert_eq!(tied.lines().last(), Some("p1 and p2 share the victory"));
}

#[test]
fn what_broke_a_tie_is_named() {
    let game = game(&format!("{GAME}ranking: [me.vp, me.wood]\n"));
    let standing = |seat, place, keys: [i32; 2]| Standing {
        seat: SeatId(seat),
        place,
        keys: keys.to_vec(),
        lines: vec![keys[0]],
    };
    let tied = [standing(1, 1, [9, 4]), standing(0, 2, [9, 2])];
    let tie = Tie::of(&game, &tied).expect("a tie");
    let text = sheet(&game.def, &tied, Some(&tie), false);
    assert_eq!(text.lines().last(), Some("the tie is broken by Wood: 4 against 2"));
    assert_eq!(Tie::of(&game, &[standing(1, 1, [9, 4]), standing(0, 2, [8, 9])]), None);
}

#[test]
fn an_option_tells_what_it_brings_and_a_closed_one_why_not() {
    let choice = |text: &str, outcome: &str| Choice {
        text: text.into(),
        outcome: outcome.into(),
        label: "level 2".into(),
        ..Choice::default()
    };
    let choices = [choice("mill", "−2 Wood"), choice("hut", "−1 Wood, +1 Points")];
    let closed = [Closed { name: "Go fishing".into(), reason: "needs 1 boat: there is 0".into() }];
    assert_snapshot!(asked("what?", &choices, &closed, 80), @r"
    what?
      1  mill  level 2; −2 Wood
      2  hut   level 2; −1 Wood, +1 Points
      -  Go fishing  not now: needs 1 boat: there is 0
    ");
    let same = [choice("mill", "−2 Wood"), choice("hut", "−2 Wood")];
    assert_snapshot!(asked("what?", &same, &[], 80), @r"
    what?  (each: −2 Wood)
      1  mill  level 2
      2  hut   level 2
    ");
}

/// The same, laid out by its author.
const LAID_OUT: &str = r#"
table:
  ports: { name: Ports, show: [port] }
  lots: { name: A rather long title, show: [field], each: "{it}!" }
  stock: { name: Stock, show: [wood, secret, vp, sway] }
  learning: { name: Learning, show: [skill] }
  cards: { name: Cards, show: [hand], main: false }
  ships: { name: Ships, show: [dock, bag], main: false }
  rivals: { name: Others, show: [wood, secret, skill, hand], brief: true }
"#;

#[test]
fn a_pack_lays_out_its_table() {
    let game = game(&format!("{GAME}{LAID_OUT}"));
    let session = Session::new(&game, 1).expect("a game");
    let world = &session.table().state().world;
    let drawn = |part| draw(&game, world, SeatId(0), part, Look { width: 60, ..LOOK });
    assert_snapshot!(drawn(TablePart::Main), @r"
    Ports          north: p2: 1 Sway  south: -
    A rather long title
    a2!   b2!   c2!
          Salt
    a1!   b1!   c1!
     5
    Stock          Wood 2  Secret 3  Points 0  Sway: -
    Learning       Skill    ●──  0 (worth 1)
    Others         p2  Wood 2  Secret ?  Skill 0  Hand 0
    ");
    assert_snapshot!(drawn(TablePart::Board), @r"
    Ports          north: p2: 1 Sway  south: -
    A rather long title
    a2!   b2!   c2!
          Salt
    a1!   b1!   c1!
     5
    Ships          Dock: 1: Cog [2 Load, Salt], 2 free  Bag 0
    ");
    assert_snapshot!(drawn(TablePart::Seat(SeatId(1))), @r"
    p2
    Stock          Wood 2  Secret ?  Points 0  Sway: north (1)
    Learning       Skill    ●──  0 (worth 1)
    Cards          Hand 0
    ");
    let shown = |wanted| show(&game, world, SeatId(0), (wanted, true), LOOK);
    assert_snapshot!(shown("skill"), @r"
    Skill (track)
      p1: 0 (worth 1), p2: 0 (worth 1)
    ");
    assert_eq!(shown("no such"), "  nothing is called `no such`\n");
    assert_eq!(shown("cards"), "Cards          Salt x2\n");
}

#[test]
fn what_a_bonus_brings_another_seat_is_not_told() {
    let track = "skill: { name: Skill, values: [1, 1, 3]";
    let bonus = ", bonuses: { 2: [{ gain: { secret: 1, wood: 1 } }] }";
    let panel = "table: { skills: { name: Skills, show: [skill], seats: all } }\n";
    let game = game(&(GAME.replace(track, &format!("{track}{bonus}")) + panel));
    let session = Session::new(&game, 1).expect("a game");
    let world = &session.table().state().world;
    let drawn = draw(&game, world, SeatId(0), TablePart::Main, LOOK);
    assert_snapshot!(drawn, @r"
    Skills         p1  Skill    ●─◆  0 (worth 1), next ◆ at 2: +1 Wood, +1 Secret
                   p2  Skill    ●─◆  0 (worth 1), next ◆ at 2
    ");
}

/// Boards of each shape, and things to ask about.
const SHAPES: &str = r#"
resources:
  wood: { name: Wood, start: 2, max: 9 }
kinds:
  tile:
    name: Tile
    zone: shop
    attributes: { cost: cost, points: { type: number, name: point, plural: points, text: Counted at the end. } }
tiles:
  mill: { name: Mill, count: 2, cost: { wood: 1 }, points: 2, text: Grinds. }
zones:
  shop: { name: Shop }
  site: { held_by: hill, capacity: 1 }
  village: { name: Village, held_by: seat }
spaces:
  hill: { name: Hills, bricks: [3, 2, 3] }
  walk: { name: Walk, list: [gate, well, tower], ring: true }
  road: { name: Road, list: [farm, ford], line: true }
values:
  feast_points: { name: Points for a feast, base: 3 }
procedures:
  feast: [{ gain: { wood: 1 } }]
play:
  - let: { tile: "first(shop)" }
  - expect: "tile ~= nil"
  - move: { what: tile, to: r2c1.site }
  - choose: { ask: "go on?", options: { go: { label: Go on now, do: [{ gain: { wood: 3 } }] }, feast: [{ call: feast }] } }
ranking: [me.wood]
"#;

#[test]
fn boards_are_drawn_in_their_shape() {
    let game = game(SHAPES);
    let session = Session::new(&game, 1).expect("a game");
    let world = &session.table().state().world;
    let drawn = draw(&game, world, SeatId(0), TablePart::Board, LOOK);
    assert_snapshot!(drawn, @r"
    Hills
      r3c1  r3c2  r3c3
         r2c1  r2c2
         Mill
      r1c1  r1c2  r1c3

    Walk
      gate → well → tower → (gate)

    Road
      farm → ford

    Shop  Mill (cost: 1 Wood; 2 points)
    ");
    let narrow = Look { width: 16, ..LOOK };
    let drawn = draw(&game, world, SeatId(0), TablePart::Board, narrow);
    assert!(drawn.starts_with("Hills\n  r2c1  Mill"), "{drawn}");
}

#[test]
fn a_part_with_one_board_is_drawn_in_its_shape() {
    let map = "table: { map: { name: Map, show: [hill] } }\n";
    let named = SHAPES.replace("hill: { name: Hills, bricks: [3, 2, 3] }", NAMED_HILLS) + map;
    let game = game(&named);
    let session = Session::new(&game, 1).expect("a game");
    let world = &session.table().state().world;
    let drawn = |width| {
        let look = Look { width, ..LOOK };
        draw(&game, world, SeatId(0), TablePart::Main, look)
    };
    assert_snapshot!(drawn(60), @r"
    Map
           r3c1                r3c2                r3c3
                     Mill                r2c2
               cost: 1 Wood; 2
                    points
           r1c1                r1c2                r1c3
    ");
    // Words are broken where they must be.
    assert_snapshot!(drawn(34), @r"
    Map
       r3c1        r3c2        r3c3
             Mill        r2c2
           cost: 1
           Wood; 2
            points
       r1c1        r1c2        r1c3
    ");
    // A list where a space would have too little room.
    assert_snapshot!(drawn(24), @r"
    Map            r1c1: -
                   r1c2: -
                   r1c3: -
                   Mill: cost: 1
                     Wood; 2 points
                   r2c2: -
                   r3c1: -
                   r3c2: -
                   r3c3: -
    ");
}

/// The same with a list of words on each tile.
fn hued_shapes() -> String {
    SHAPES
        .replace("zone: shop\n", "zone: shop\n    show: \"in {it.hues}\"\n")
        .replace("attributes: { cost: cost,", "attributes: { hues: [[red, dark_blue]], cost: cost,")
        .replace("cost: { wood: 1 }, points: 2", "hues: [dark_blue, red], points: 2")
}

#[test]
fn a_sentence_names_the_items_of_a_printed_list() {
    let game = game(&hued_shapes());
    let session = Session::new(&game, 1).expect("a game");
    let world = &session.table().state().world;
    let drawn = draw(&game, world, SeatId(0), TablePart::Board, LOOK);
    assert!(drawn.contains("Shop  Mill (in dark blue, red)"), "{drawn}");
}

#[test]
fn a_printed_list_of_nothing_is_not_another_list() {
    let asking = hued_shapes().replace(
        "play:\n",
        "play:\n  - let: { none: \"first(shop, it.points > 9)\" }\n  - may: { ask: \"hues {none.hues}\", do: [] }\n",
    );
    let game = game(&asking);
    let session = Session::new(&game, 1).expect("a game");
    assert_eq!(session.question(), "hues -");
}

/// Hills that are called after what lies on them.
const NAMED_HILLS: &str = "hill: { name: Hills, bricks: [3, 2, 3], named: site }";

#[test]
fn things_say_what_is_printed_and_options_what_they_do() {
    let game = game(SHAPES);
    let session = Session::new(&game, 1).expect("a game");
    let world = &session.table().state().world;
    let shown = |wanted, stands| show(&game, world, SeatId(0), (wanted, stands), LOOK);
    assert_snapshot!(shown("mill", true), @r"
    Mill (Tile)
      cost: 1 Wood
      2 points (Counted at the end.)
      Grinds.
      lies in r2c1, Shop
    ");
    assert_snapshot!(shown("mill", false), @r"
    Mill (Tile)
      cost: 1 Wood
      2 points (Counted at the end.)
      Grinds.
    ");
    assert_snapshot!(shown("go on now", false), @r"
    Go on now (option)
      gain 3 wood
    ");
    assert_snapshot!(shown("feast points", false), @r"
    Points for a feast (value)
      3 unless something changes it
    ");
    assert_snapshot!(shown("r2c1", true), @r"
    r2c1 (Hills)
      site: Mill (cost: 1 Wood; 2 points)
      next to r1c1, r1c2, r2c2, r3c1, r3c2
    ");
}

#[test]
fn a_zone_is_told_with_what_is_printed_on_its_pieces() {
    let game = game(
        "\
resources:
  vp: { score: true }
kinds:
  tile: { name: Tile, zone: shop, attributes: { price: { type: number, name: coin, plural: coins } } }
tiles:
  mill: { name: Mill, count: 2, price: 3, text: Grinds corn. }
  hut: { name: Hut, price: 1 }
zones:
  shop: { name: Shop, text: Open to all. }
  yard: { name: Yard, held_by: seat }
  attic: { name: Attic }
play:
  - let: { dear: \"first(shop, it.price == 3)\" }
  - expect: \"dear ~= nil\"
  - move: { what: dear, to: p2.yard }
  - choose: { options: { go: [], stop: [] } }
",
    );
    let session = Session::new(&game, 1).unwrap();
    let world = &session.table().state().world;
    let told = |wanted: &str| show(&game, world, SeatId(0), (wanted, true), LOOK);
    let (shop, yard, attic) = (told("shop"), told("yard"), told("attic"));
    // Each piece in a line with its text, and none without.
    assert!(shop.contains("    Mill (3 coins): Grinds corn.\n    Hut (1 coin)\n"), "{shop}");
    // Where every seat has its own, the texts follow, each once.
    assert!(yard.contains("p2: Mill (3 coins)\n    Mill: Grinds corn.\n"), "{yard}");
    assert!(attic.ends_with("    -\n"), "{attic}");
}
