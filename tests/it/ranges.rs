//! Amounts from very large ranges: no list of the numbers is made, and each of them can be chosen.

use boardwright_bots::{Bot, RandomBot};
use boardwright_lab::battery::conformance;
use boardwright_packs::library::Library;
use boardwright_play::game::{Game, check, open};
use boardwright_play::save::{Save, replay};
use boardwright_play::scenario;
use boardwright_play::session::Session;

/// An auction of one bid per round, up to a thousand million, by people who have less.
const GAME: &str = "
resources: { gold: { start: 70000 }, vp: { score: true } }
play:
  - repeat:
      times: 2
      do:
        - each:
            as_seat: all
            do:
              - amount: { from: 1, to: 1000000000, ask: how much? }
                as: n
              - pay: { gold: n }
              - gain: { vp: n }
";

const SCENARIOS: &str = "
scenarios:
  - scenario: any number that can be paid is offered
    steps:
      - { offers: ['1', '1000', '69999'], not_offered: ['0', '70001', '1000000000'] }
      - { p1: '70001', refused: gold }
      - { p1: '1234', then_expect: { p1.gold: 68766, p1.vp: 1234 } }
      - { p2: '70000', then_expect: { p2.gold: 0 } }
";

fn opened(game: &str) -> Game {
    let mut library = Library::new();
    let file = |path: &str, text: &str| (path.to_owned(), text.as_bytes().to_vec());
    let manifest = "id: bids\ntitle: Bids\nplayers: { min: 2, max: 2 }\n";
    let files =
        [file("pack.yaml", manifest), file("game.yaml", game), file("tests/bids.yaml", SCENARIOS)];
    library.add_memory("bids", files.to_vec());
    let checked = check(&library, &["bids"]);
    assert!(checked.game.is_some(), "{:?}", checked.diags);
    open(&library, &["bids"], None, &[]).game.expect("it validates")
}

#[test]
fn any_number_of_a_range_can_be_chosen_saved_and_replayed() {
    let game = opened(GAME);
    let mut session = Session::new(&game, 1).expect("it can be set up");
    assert_eq!(session.table().range(), Some((1, 1_000_000_000)));
    assert!(session.options().len() < 40, "examples: {:?}", session.options());
    for refused in ["70001", "0", "-5", "007", "4000000000", "many"] {
        let refusal = session.choose(refused).expect_err("it cannot be chosen");
        assert!(!refusal.reason.is_empty());
    }
    let refusal = session.choose("70001").expect_err("p1 has less");
    assert!(refusal.reason.contains("gold"), "{}", refusal.reason);
    session.choose("12345").expect("p1 has more");
    session.choose("70000").expect("p2 has just as much");
    let save = Save::load(&session.save().to_text()).expect("it is a save");
    let mut resumed = save.resume(&game).expect("it can be resumed");
    assert_eq!(resumed.table().state(), session.table().state());
    let replayed = replay(&game, &save).expect("it can be replayed");
    assert_eq!(replayed.table().state(), session.table().state());
    resumed.choose("57655").expect("that is what p1 has left");
    session.undo().expect("nothing was learned");
    session.choose("69999").expect("p2 can bid less");
}

#[test]
fn bots_and_laws_get_along_with_ranges() {
    let game = opened(GAME);
    let mut session = Session::new(&game, 1).expect("it can be set up");
    let mut bot = RandomBot::new(1);
    let index = bot.pick(session.table()).expect("there are examples");
    session.choose_index(index).expect("they can be chosen");
    let found = conformance(&game, 0..4);
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn scenarios_name_numbers_of_a_range() {
    let game = opened(GAME);
    let (scenarios, diags) = scenario::scenarios(&game.loaded);
    assert!(diags.is_empty() && scenarios.len() == 1, "{diags:?}");
    let report = scenario::run(&game, &scenarios[0]);
    assert!(report.diags.is_empty(), "{:#?}", report.diags);
}

/// No example works, but another number does: that must not be reported as nothing to choose.
#[test]
fn a_number_that_is_no_example_is_no_dead_end() {
    let steps = "[{ amount: { to: 1000000000 }, as: n }, { require: n == 777777777 }]";
    let game = opened(&format!(
        "resources: {{ gold: {{}}, vp: {{ score: true }} }}
play: [{{ each: {{ as_seat: all, do: [{{ choose: {{ options: {{ go: {steps}, stay: [] }} }} }}] }} }}]
"
    ));
    let mut session = Session::new(&game, 1).expect("it can be set up");
    assert_eq!(session.options(), ["go", "stay"]);
    session.choose("go").expect("a number is asked for");
    assert!(session.choose("777777776").is_err());
    session.choose("777777777").expect("this one will do");
}
