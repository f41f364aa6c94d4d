use boardwright_rules::id::SeatId;

use super::{Answer, Effect, Reply, Whose};
use crate::session::Session;
use crate::testing::harbour;

/// Each player has a purse and a hand hidden from the others, and a mill that makes the best of
/// wood.
const GAME: &str = "\
resources:
  wood: { name: Wood, start: 2 }
  gold: { name: Gold, start: 1, visible: owner }
  grain: { name: Grain, held_by: tile }
  vp: { name: Points, score: true }
kinds:
  tile: { name: Tile, zone: deck, attributes: { cost: cost, level: number } }
tiles:
  mill: { name: Mill, count: 4, cost: { wood: me.price }, level: 1, ability: { modify: { chopped: \"+1\" } } }
zones:
  deck: { name: Deck, order: stack, visible: none }
  hand: { name: Hand, held_by: seat, visible: owner }
  yard: { name: Yard, held_by: seat, active: true }
values:
  chopped: { name: Wood for a chop, base: 2 }
  price: { name: Price, base: 2 }
  hidden: { name: Treasure, base: \"sum(me.hand, it.level) + me.gold\" }
lines:
  mills: { name: Mills }
setup:
  - each: { as_seat: all, do: [{ move: { from: deck, to: me.hand, count: 1 } }] }
play:
  - repeat:
      times: 3
      do: [{ each: { as_seat: all, from: p1, do: [commit, { call: turn }] } }]
procedures:
  turn:
    - choose:
        options:
          build:
            - pick: { from: me.hand }
              as: what
            - pay: what.cost
            - move: { what: what, to: me.yard }
            - gain: { grain: 2 }
              who: what
            - score: { mills: what.level }
          chop: [{ gain: { wood: me.chopped } }]
          dig: [{ gain: { gold: 1 } }]
";

fn answer(session: &Session, seat: u16, asked: &str) -> Answer {
    match session.why_number(SeatId(seat), asked) {
        Reply::Answer(answer) => answer,
        other => panic!("{asked}: {other:?}"),
    }
}

/// A line for each cause, with what led to it.
fn told(answer: &Answer) -> String {
    let mut text = format!("{}\n", answer.about);
    for cause in &answer.causes {
        let effect = match cause.effect {
            Effect::By { by, to } => format!("{by:+} = {to} "),
            Effect::Is(number) => format!("{number} "),
            Effect::None => String::new(),
        };
        let amount = cause.amount.as_ref().map_or(String::new(), |it| format!(": {it}"));
        let chain: String = cause.because.iter().map(|it| format!(" < {}", it.text)).collect();
        let place = cause.place.as_ref().map_or(0, |place| place.line);
        text.push_str(&format!("{effect}{}{amount}{chain} [{place}]\n", cause.text));
        for part in &cause.parts {
            let parts: Vec<&str> = part.parts.iter().map(|it| it.text.as_str()).collect();
            text.push_str(&format!("  {}: {}\n", part.text, parts.join("; ")));
        }
    }
    text
}

fn played<'g>(game: &'g crate::game::Game, choices: &[&str]) -> Session<'g> {
    let mut session = Session::new(game, 7).unwrap();
    for choice in choices {
        session.choose(choice).unwrap_or_else(|refusal| panic!("{choice}: {refusal:?}"));
    }
    session
}

#[test]
fn a_history_goes_back_to_the_start_with_what_changed_the_amounts() {
    let game = harbour(&[("game.yaml", GAME)]);
    let session = played(&game, &["build", "mill", "chop", "chop"]);
    insta::assert_snapshot!(told(&answer(&session, 0, "wood")), @r"
    Wood of p1: 3
    +3 = 3 p1 chose chop: Wood for a chop 3 [38]
      Wood for a chop of p1: base; Mill: +1
    -2 = 0 p1 chose build › Mill: price Price 2 [33]
    2 at the start [2]
    ");
    insta::assert_snapshot!(told(&answer(&session, 0, "grain")), @r"
    Grain of Mill: 2
    +2 = 2 p1 chose build › Mill [35]
    0 at the start [4]
    ");
    insta::assert_snapshot!(told(&answer(&session, 0, "mills")), @r"
    points for Mills of p1: 1
    +1 = 1 p1 chose build › Mill: level of Mill 1 [37]
    0 at the start [0]
    ");
    let Reply::Answer(last) = session.why_last(SeatId(0), 2, Whose::Mine) else { panic!() };
    insta::assert_snapshot!(told(&last), @r"
    what followed from p1: Mill
    -2 = 0 Wood of p1: price Price 2 < p1 chose build › Mill [33]
    Mill: Hand of p1 → Yard of p1 < p1 chose build › Mill [34]
    +2 = 2 Grain of Mill < p1 chose build › Mill [35]
    +1 = 1 points for Mills of p1: level of Mill 1 < p1 chose build › Mill [37]
    ");
}

#[test]
fn what_is_hidden_is_refused_and_nobody_learns_it_by_a_sum() {
    let game = harbour(&[("game.yaml", GAME)]);
    let session = played(&game, &["dig", "dig"]);
    assert_eq!(answer(&session, 0, "gold").about, "Gold of p1: 2");
    assert_eq!(answer(&session, 1, "my gold").about, "Gold of p2: 2");
    assert_eq!(answer(&session, 1, "treasure").about, "Treasure of p2: 3");
    for asked in ["p2 gold", "treasure p2"] {
        let reply = session.why_number(SeatId(0), asked);
        assert!(matches!(reply, Reply::Refused(ref why) if why.contains("hidden")), "{reply:?}");
    }
    // The number of pieces is public, the pieces are not.
    let hand = answer(&session, 0, "p2 hand");
    assert_eq!(hand.about, "Hand of p2: 1");
    assert_eq!(hand.causes[0].text, "1 piece: Deck → Hand of p2");
    // The mill in the other hand has no number for this seat.
    let reply = session.why_number(SeatId(0), "p2 grain");
    assert!(matches!(reply, Reply::Refused(_)), "{reply:?}");
    // What p2 dug up is no news for p1.
    let Reply::Answer(last) = session.why_last(SeatId(0), 1, Whose::Anyones) else { panic!() };
    assert!(last.about.starts_with("what followed from p1"), "{last:?}");
}

#[test]
fn an_answer_survives_taking_back_and_a_saved_game() {
    let game = harbour(&[("game.yaml", GAME)]);
    let mut session = played(&game, &["chop", "chop", "chop"]);
    let before = answer(&session, 0, "wood");
    assert_eq!(before.about, "Wood of p1: 6");
    session.choose("chop").unwrap();
    session.choose("chop").unwrap();
    assert_eq!(answer(&session, 0, "wood").about, "Wood of p1: 8");
    session.undo().unwrap();
    session.undo().unwrap();
    assert_eq!(answer(&session, 0, "wood"), before);
    let resumed = session.save().resume(&game).unwrap();
    assert_eq!(answer(&resumed, 0, "wood"), before);
}

#[test]
fn an_option_tells_what_it_costs_and_why() {
    let game = harbour(&[("game.yaml", GAME)]);
    let mut session = played(&game, &["chop", "chop"]);
    let build = session.options().iter().position(|it| it == "build").unwrap();
    session.choose_index(build).unwrap();
    // Nothing else can be picked, so this pick is the outcome.
    let price = session.why_option(0).unwrap();
    insta::assert_snapshot!(told(&price), @r"
    if you take Mill
    -2 = 2 Wood of p1: price Price 2 < p1 chose Mill [33]
    ");
}

#[test]
fn what_can_mean_several_things_is_listed_and_what_is_nothing_has_a_similar_name() {
    let game = harbour(&[("game.yaml", GAME)]);
    let session = played(&game, &["build", "mill", "build", "mill"]);
    let Reply::Which(meanings) = session.why_number(SeatId(0), "grain") else { panic!() };
    let told: Vec<&str> = meanings.iter().map(|it| it.told.as_str()).collect();
    assert_eq!(told, ["Grain of Mill: 2", "Grain of Mill: 2"]);
    let asks: Vec<&str> = meanings.iter().map(|it| it.ask.as_str()).collect();
    assert_eq!(asks, ["grain mill p2", "grain mill p1"]);
    for ask in asks.iter().chain(&["my grain"]) {
        assert_eq!(answer(&session, 0, ask).about, "Grain of Mill: 2");
    }
    let reply = session.why_number(SeatId(0), "woood");
    assert_eq!(reply, Reply::Unknown(Some("wood".into())));
    assert_eq!(session.why_number(SeatId(0), "xyz"), Reply::Unknown(None));
}

/// A track that is worth more than where it stands, fields with a number on them, and a rank in which
/// somebody takes part who is no player.
const FIELDS: &str = "\
resources:
  wood: { name: Wood, start: 2 }
  vp: { name: Points, score: true }
tracks:
  skill: { name: Skill, values: [1, 3, 9] }
spaces:
  field:
    attributes: { yields: number }
    list: { meadow: { name: Meadow, yields: 4 }, moor: { name: Moor, yields: 3 } }
kinds:
  stone: { zone: quarry }
stones:
  pebble: { name: Pebble, count: 3 }
zones:
  quarry: { name: Quarry }
  heap: { name: Heap, held_by: field }
values:
  price: { name: Price, base: 5 }
  wild: { name: Wilderness, about: space/field, base: \"about.yields + 3\" }
  claim: { name: Claim, about: space/field, base: \"about.yields + me.wood\" }
lines:
  rank: { name: Rank }
setup:
  - move: { from: quarry, to: moor.heap, count: 2 }
play:
  - repeat:
      times: 9
      do: [{ each: { as_seat: all, from: p1, do: [commit, { call: turn }] } }]
procedures:
  turn:
    - choose:
        options:
          train: [{ advance: { skill: 1 } }]
          weigh:
            - let: { rest: \"value(wild, moor)\" }
            - majority: { line: rank, of: me.wood, neutral: rest, places: [8, 4, 2], ties: split }
table:
  fields: { name: Fields, show: [field], each: \"{it}: you {value(claim, it, me)}, wild {value(wild, it)}\" }
";

#[test]
fn a_position_on_a_track_tells_what_it_is_worth() {
    let game = harbour(&[("game.yaml", FIELDS)]);
    let session = played(&game, &["train"]);
    let skill = answer(&session, 0, "skill");
    insta::assert_snapshot!(told(&skill), @r"
    Skill of p1: 1 (worth 3)
    3 what Skill is worth at 1 [5]
    +1 = 1 p1 chose train [33]
    0 at the start [5]
    ");
    assert_eq!(answer(&session, 0, "skill worth"), skill);
    // Without another worth there is nothing to tell.
    let text = told(&answer(&played(&game, &[]), 0, "wood"));
    assert!(!text.contains("worth"), "{text}");
}

#[test]
fn a_part_of_the_table_tells_whose_its_numbers_are_and_how_they_come_about() {
    let game = harbour(&[("game.yaml", FIELDS)]);
    let session = played(&game, &[]);
    let moor = answer(&session, 0, "moor");
    assert_eq!(moor.about, "Moor: you 5, wild 6");
    let causes = moor.causes.iter().map(|it| (it.effect, it.text.as_str(), it.parts.len()));
    let wanted =
        [(Effect::Is(5), "Claim of p1 (Moor)", 1), (Effect::Is(6), "Wilderness (Moor)", 1)];
    assert_eq!(causes.collect::<Vec<_>>(), wanted);
    let worked_out: Vec<_> =
        moor.causes.iter().map(|it| it.parts[0].amount.clone().unwrap_or_default()).collect();
    assert_eq!(worked_out, ["yields of Moor 3 + Wood 2", "yields of Moor 3 + 3"]);
    // A value that is the same for all is nobody's.
    assert_eq!(answer(&session, 0, "wilderness moor").about, "Wilderness (Moor): 6");
    assert_eq!(answer(&session, 0, "claim moor").about, "Claim of p1 (Moor): 5");
    // What sort of number it is may be said, too, and one is meant as much as several.
    assert_eq!(answer(&session, 0, "yields moor"), moor);
    assert_eq!(answer(&session, 0, "prices").about, "Price: 5");
}

#[test]
fn a_rank_names_who_takes_part_without_being_a_player() {
    let game = harbour(&[("game.yaml", FIELDS)]);
    let session = played(&game, &["weigh"]);
    insta::assert_snapshot!(told(&answer(&session, 0, "line rank")), @r"
    points for Rank of p1: 3
    +3 = 3 p1 chose weigh: p1 2, p2 2, Wilderness 6; the places are worth 8, 4, 2 [36]
    0 at the start [0]
    ");
}

#[test]
fn a_bare_number_means_what_comes_to_it() {
    let game = harbour(&[("game.yaml", FIELDS)]);
    let session = played(&game, &["train"]);
    let Reply::Which(meanings) = session.why_equal(SeatId(0), 2) else { panic!() };
    let told: Vec<&str> = meanings.iter().map(|it| it.told.as_str()).collect();
    assert_eq!(told, ["Wood of p1: 2", "Wood of p2: 2"]);
    let Reply::Answer(answer) = session.why_equal(SeatId(0), 3) else { panic!() };
    assert_eq!(answer.about, "Skill of p1: 1 (worth 3)");
    assert_eq!(session.why_equal(SeatId(0), 77), Reply::Unknown(None));
}
