//! Bots: how they are named, that they use only what their seat may know, and that they play well
//! enough.

use boardwright_rules::event::{Deaf, Event};
use boardwright_rules::id::SeatId;
use boardwright_rules::machine::Request;
use boardwright_rules::rng::Stream;
use boardwright_rules::table::Table;
use boardwright_rules::view::view;
use boardwright_text::InWords;

use super::mind::{Mind, Turn, keys, step};
use super::plan::TurnPlan;
use super::turns::{Outlook, Way};
use super::{Bot, RandomBot, Spec};
use boardwright_play::game::Game;
use boardwright_play::testing::harbour;

fn told(typed: &str) -> String {
    Spec::parse(typed).map_or_else(|error| error, |spec| format!("ok: {spec}"))
}

#[test]
fn a_bot_is_asked_for_by_its_name() {
    let typed = ["random", " first ", "greedy", "mcts", "mcts:50", "mcts:1_000", "mcts: 200ms"];
    insta::assert_snapshot!(typed.map(told).join("\n"), @r"
    ok: random
    ok: first
    ok: greedy
    ok: mcts:1000
    ok: mcts:50
    ok: mcts:1000
    ok: mcts:200ms
    ");
}

#[test]
fn what_is_no_bot_is_told_with_those_there_are() {
    let typed = ["gredy", "", "human", "random:5", "mcts:", "mcts:0", "mcts:fast", "mcts:-3ms"];
    insta::assert_snapshot!(typed.map(told).join("\n"), @r"
    there is no bot `gredy`: there are `random`, `first`, `greedy`, `mcts`; `greedy` is similar
    no bot is named: there are `random`, `first`, `greedy`, `mcts`
    there is no bot `human`: there are `random`, `first`, `greedy`, `mcts`
    `random` takes no budget: write `random` alone
    the budget of `mcts:` cannot be read: expected iterations such as `mcts:1000`, or milliseconds such as `mcts:200ms`
    the budget `0` is not between 1 and 10000000
    the budget of `mcts:fast` cannot be read: expected iterations such as `mcts:1000`, or milliseconds such as `mcts:200ms`
    the budget of `mcts:-3ms` cannot be read: expected iterations such as `mcts:1000`, or milliseconds such as `mcts:200ms`
    ");
}

/// A game in which it would pay to know the deck, the other player's purse, or a secret pick.
const HIDDEN: &str = "
resources:
  vp: { score: true }
  purse: { visible: owner, start: 2, max: 9 }
  fate: { held_by: table, visible: none, max: 5 }
kinds:
  card: { zone: deck, attributes: { level: number } }
cards:
  low: { count: 4, level: 1 }
  mid: { count: 4, level: 2 }
  high: { count: 4, level: 5 }
zones:
  deck: { order: stack, visible: none }
  hand: { held_by: seat, visible: owner }
  spent: { order: stack }
setup:
  - shuffle: deck
  - each: { as_seat: all, do: [{ move: { from: deck, to: me.hand, count: 2 } }] }
play:
  - repeat:
      times: 3
      do:
        - each:
            as_seat: all
            from: p1
            do:
              - begin: turn
              - commit
              - choose:
                  ask: what?
                  options:
                    draw:
                      - move: { from: deck, to: spent }
                        as: drawn
                      - gain: { vp: \"if drawn ~= nil then drawn.level else 0\" }
                    show:
                      - pick: { from: me.hand, ask: which? }
                        as: shown
                      - let: { top: \"first(p1.hand)\" }
                      - gain: { vp: \"shown.level + (if top == nil or top.level < shown.level then 2 else 0)\" }
                      - move: { what: shown, to: spent }
                    raid: [{ gain: { vp: \"sum(others(), it.purse) // 2 + fate\" } }]
                    save: [{ gain: { purse: 1, vp: 2 } }]
        - secretly:
            pick: { from: \"range(1, 3)\", ask: bid? }
            do:
              - gain: { vp: \"if bid == 2 then 1 else 0\" }
              - gain: { fate: \"if bid == 3 then 1 else 0\" }
          as: bid
";

fn hidden_game() -> Game {
    harbour(&[("game.yaml", HIDDEN)])
}

/// The same table with everything changed that a seat cannot see.
fn changed<'g>(game: &'g Game, table: &Table<'g>, seat: SeatId, seed: u64) -> Table<'g> {
    let def = &game.def;
    let mut state = table.state().redealt(def, seat, seed);
    let seen = view(def, &state.world, seat);
    for (cell, _) in seen.cells.iter().enumerate().filter(|(_, seen)| seen.is_none()) {
        let cell = cell as u32;
        let from = state.world.cell(cell);
        let to = (from + 1 + seed as i32 % 3) % 5;
        state.world.fold(def, &Event::Changed { cell, from, to });
    }
    assert_eq!(view(def, &table.state().world, seat), view(def, &state.world, seat));
    Table::resume(def, &game.scripts, state).expect("the same question")
}

#[test]
fn what_a_seat_cannot_see_changes_no_choice_of_its_bot() {
    let game = hidden_game();
    let mut n_changed = 0;
    for seed in 0..4 {
        let mut table = Table::new(&game.def, &game.scripts, seed, &mut Deaf).expect("a game");
        let mut chance = RandomBot::new(seed);
        while let Some((seat, request)) = table.asked() {
            // Secret picks are tested below.
            if !matches!(request, Request::Secret(_)) {
                for spec in [Spec::Greedy, Spec::parse("mcts:40").expect("a bot")] {
                    let real = spec.build(seat, seed).pick(&table);
                    for other in 1..3 {
                        let changed = changed(&game, &table, seat, seed + other);
                        n_changed += usize::from(changed.state() != table.state());
                        let told = format!("{spec}, seed {seed}: {}", table.question());
                        assert_eq!(spec.build(seat, seed).pick(&changed), real, "{told}");
                    }
                }
            }
            let index = chance.pick(&table).expect("something is asked");
            table.choose(index, &mut Deaf).expect("no dead end");
        }
    }
    assert!(n_changed > 20, "something hidden was changed");
}

#[test]
fn what_others_have_picked_in_secret_changes_no_choice_of_a_bot() {
    let game = hidden_game();
    let mut table = Table::new(&game.def, &game.scripts, 3, &mut Deaf).expect("a game");
    while !matches!(table.asked(), Some((_, Request::Secret(_)))) {
        table.choose(0, &mut Deaf).expect("no dead end");
    }
    for spec in ["greedy", "mcts:60"] {
        let spec = Spec::parse(spec).expect("a bot");
        for seed in 0..5 {
            let picks: Vec<Option<usize>> = (0..3)
                .map(|secret| {
                    let mut table = table.clone();
                    table.choose(secret, &mut Deaf).expect("no dead end");
                    let (seat, request) = table.asked().expect("the other is asked");
                    assert!(matches!(request, Request::Secret(_)) && seat == SeatId(1));
                    spec.build(seat, seed).pick(&table)
                })
                .collect();
            assert!(picks.windows(2).all(|two| two[0] == two[1]), "{spec}: {picks:?}");
        }
    }
}

#[test]
fn hints_tell_a_bot_what_the_score_does_not() {
    let play = "
resources: { vp: { score: true }, wood: {}, stone: {} }
play:
  - each:
      as_seat: all
      do:
        - begin: turn
        - commit
        - choose:
            ask: what?
            options:
              wood: [{ gain: { wood: 2 } }]
              stone: [{ gain: { stone: 1 } }]
              vp: [{ gain: { vp: 1 } }]
";
    let taken = |hints: &str| {
        let game = harbour(&[("game.yaml", &format!("{play}{hints}"))]);
        let table = Table::new(&game.def, &game.scripts, 1, &mut Deaf).expect("a game");
        let index = Spec::Greedy.build(SeatId(0), 1).pick(&table).expect("a choice");
        table.texts()[index].clone()
    };
    assert_eq!(taken(""), "vp");
    assert_eq!(taken("hints: { wood: me.wood }"), "wood");
    assert_eq!(taken("hints: { wood: { worth: me.wood, for_one_point: 3 } }"), "vp");
    assert_eq!(
        taken("hints: { wood: { worth: me.wood, for_one_point: 3 }, stone: me.stone * 2 }"),
        "stone"
    );
}

#[test]
fn points_to_come_are_those_scoring_would_give() {
    let game = harbour(&[(
        "game.yaml",
        "
resources: { vp: { score: true }, wood: {}, stone: {} }
play:
  - each:
      as_seat: all
      do:
        - begin: turn
        - commit
        - choose:
            ask: what?
            options: { wood: [{ gain: { wood: 2 } }], stone: [{ gain: { stone: 3 } }] }
scoring: [{ each: { as_seat: all, do: [{ gain: { vp: \"me.wood * 2 + me.stone\" } }] } }]
",
    )]);
    let table = Table::new(&game.def, &game.scripts, 1, &mut Deaf).expect("a game");
    let index = Spec::Greedy.build(SeatId(0), 1).pick(&table).expect("a choice");
    assert_eq!(table.texts()[index], "wood");
}

/// The first option a bot takes.
fn first_choice(game: &Game, bot: &str) -> String {
    let table = Table::new(&game.def, &game.scripts, 1, &mut Deaf).expect("a game");
    let bot = Spec::parse(bot).expect("a bot");
    let index = bot.build(SeatId(0), 1).pick(&table).expect("a choice");
    table.texts()[index].clone()
}

#[test]
fn mcts_sees_beyond_its_turn_and_greedy_does_not() {
    let game = harbour(&[(
        "game.yaml",
        "
resources: { vp: { score: true }, seed: {} }
play:
  - repeat:
      times: 2
      do:
        - each:
            as_seat: all
            from: p1
            do:
              - begin: turn
              - commit
              - choose:
                  ask: what?
                  options:
                    sow: [{ gain: { seed: 1 } }]
                    reap: [{ gain: { vp: me.seed * 5 } }]
                    glean: [{ gain: { vp: 1 } }]
",
    )]);
    assert_eq!(first_choice(&game, "greedy"), "glean");
    assert_eq!(first_choice(&game, "mcts:60"), "sow");
}

/// A turn of two decisions that can end in ten ways.
const TWO_STEPS: &str = "
resources: { vp: { score: true } }
play:
  - each:
      as_seat: all
      from: p1
      do:
        - begin: turn
        - commit
        - choose:
            ask: what?
            options:
              rest: [{ gain: { vp: 1 } }]
              fish:
                - pick: { from: \"range(1, 9)\", ask: how many? }
                  as: catch
                - gain: { vp: 10 * catch }
";

fn ways(table: &Table, most: usize) -> Vec<Way> {
    let mut mind = Mind::new(table).expect("a question");
    let mut stream = Stream::new(1, "test");
    Outlook::default().ways(&mut mind, &mut stream, table, (200, most))
}

#[test]
fn ways_that_begin_alike_leave_room_for_others() {
    let game = harbour(&[("game.yaml", TWO_STEPS)]);
    let table = Table::new(&game.def, &game.scripts, 1, &mut Deaf).expect("a game");
    let worth = |most| ways(&table, most).iter().map(|way| way.worth / 100).collect::<Vec<_>>();
    assert_eq!(worth(1), [90]);
    assert_eq!(worth(3), [90, 80, 70]);
    assert_eq!(worth(9), [90, 80, 70, 60, 1]);
}

#[test]
fn a_plan_is_followed_until_something_else_is_offered() {
    let game = harbour(&[("game.yaml", TWO_STEPS)]);
    let mut table = Table::new(&game.def, &game.scripts, 1, &mut Deaf).expect("a game");
    let best = ways(&table, 1).remove(0);
    let mut plan = TurnPlan::default();
    let index = plan.begin(&best).expect("a choice");
    assert_eq!(table.texts()[index], "fish");
    table.choose(index, &mut Deaf).expect("no dead end");
    let mut options = vec![];
    keys(&table, &mut options);
    assert_eq!(plan.next(&options), Some(8));
    assert_eq!(plan.next(&options), None, "the turn is over");
    plan.begin(&best);
    options.pop();
    assert_eq!(plan.next(&options), None, "one less is offered");
    options.clear();
    keys(&table, &mut options);
    assert_eq!(plan.next(&options), None, "what was planned is forgotten");
}

/// Three turns of one seat in a row, each of two decisions, and then one of the other.
const IN_A_ROW: &str = "
resources: { vp: { score: true }, wood: {} }
procedures:
  act:
    do:
      - begin: turn
      - commit
      - choose:
          ask: what?
          options: { cut: [{ gain: { wood: 1 } }], rest: [] }
      - choose:
          ask: then what?
          options: { sell: [{ gain: { vp: me.wood } }], keep: [] }
play:
  - each: { as_seat: p1, do: [{ repeat: { times: 3, do: [{ call: act }] } }] }
  - each: { as_seat: p2, do: [{ call: act }] }
";

#[test]
fn a_turn_ends_where_the_next_one_begins_though_the_same_seat_plays_on() {
    let game = harbour(&[("game.yaml", IN_A_ROW)]);
    let mut table = Table::new(&game.def, &game.scripts, 1, &mut Deaf).expect("a game");
    let mut turns = vec![];
    while let Some((seat, _)) = table.asked() {
        turns.push((seat.0, step(&mut table, 0).expect("no dead end")));
    }
    let turn = |seat| [(seat, Turn::GoesOn), (seat, Turn::Ends)];
    assert_eq!(turns, [turn(0), turn(0), turn(0), turn(1)].concat());
}

#[test]
fn a_bot_that_plays_several_turns_in_a_row_looks_to_the_end_of_one() {
    let game = harbour(&[("game.yaml", IN_A_ROW)]);
    let table = Table::new(&game.def, &game.scripts, 1, &mut Deaf).expect("a game");
    let found = ways(&table, 9);
    assert_eq!(found.len(), 4, "two decisions with two options each");
    assert!(found.iter().all(|way| way.steps.len() == 2), "{found:?}");
    // Over three turns it could keep its wood and sell more of it.
    assert_eq!(first_choice(&game, "greedy"), "cut");
}
