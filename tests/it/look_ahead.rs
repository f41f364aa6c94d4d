//! Look-ahead takes many shortcuts; trying everything must come to the same options.

use boardwright_pack::bot::{Bot, RandomBot};
use boardwright_pack::diag::{Format, render};
use boardwright_pack::game::{Game, open, player_counts};
use boardwright_pack::save::replay;
use boardwright_pack::scenario;
use boardwright_pack::session::Session;
use boardwright_rules::event::Deaf;
use boardwright_rules::table::Table;
use boardwright_tests::{library, root};

/// Plays random games and compares every list of options with what trying everything finds; gives
/// how many could be compared, and how many were too much to try.
fn compare(pack: &str, seeds: std::ops::Range<u64>) -> (usize, usize) {
    let mut library = library();
    library.add_folder(root().join("tests/packs"));
    let game = open(&library, &[pack], None, &[]).game.expect("it validates");
    let (mut compared, mut too_much) = (0, 0);
    for players in player_counts(&game.loaded) {
        let game = open(&library, &[pack], Some(players), &[]).game.expect("it validates");
        // One definition: what was learnt in one game must not mislead the next.
        for seed in seeds.clone() {
            let mut table =
                Table::new(&game.def, &game.scripts, seed, &mut Deaf).expect("it can be set up");
            let mut bot = RandomBot::new(seed);
            for decision in 0.. {
                let Some(index) = bot.pick(&table) else { break };
                match table.options_thoroughly() {
                    Some(all) => {
                        compared += 1;
                        let place = format!("{pack}, {players} players, game {seed}, {decision}");
                        assert_eq!(table.options(), all, "{place}: {:?}", table.question());
                    }
                    None => too_much += 1,
                }
                table.choose(index, &mut Deaf).expect("what is offered can be done");
            }
        }
    }
    (compared, too_much)
}

#[test]
fn shortcuts_offer_what_trying_everything_offers() {
    for pack in
        ["nippon", "devtest", "devtest-more", "hindsight", "dead-ends", "empty-chair", "short-walk"]
    {
        let (compared, too_much) = compare(pack, 0..GAMES);
        assert!(compared > 100, "{pack}: {compared} compared, {too_much} too much");
        assert!(too_much * 20 < compared, "{pack}: {compared} compared, {too_much} too much");
    }
}

/// A pack made for these tests.
fn opened(pack: &str) -> Game {
    let mut library = library();
    library.add_folder(root().join("tests/packs"));
    open(&library, &[pack], None, &[]).game.expect("it validates")
}

#[test]
fn narrow_ways_are_offered_and_dead_ends_are_not() {
    for pack in ["dead-ends", "long-walk"] {
        let game = opened(pack);
        let (scenarios, diags) = scenario::scenarios(&game.loaded);
        assert!(diags.is_empty() && !scenarios.is_empty());
        for scenario in scenarios {
            let report = scenario::run(&game, &scenario);
            let told = render(&report.diags, &game.loaded.sources, Format::Human { colour: false });
            assert!(report.passed, "{pack}: {}\n{told}", scenario.name);
        }
    }
}

#[test]
fn a_dead_end_is_taken_back_and_not_offered_again() {
    let game = opened("long-walk");
    let mut session = Session::new(&game, 1).expect("it can be set up");
    session.choose("rest").expect("nothing can fail");
    let carries = |session: &Session| session.options().iter().any(|option| option == "carry");
    assert!(carries(&session), "there are too many ways to try them all");
    session.choose("carry").expect("somebody is asked where to go");
    let mut most_back = 0;
    for _ in 0..400 {
        if session.options().iter().any(|option| option == "rest") {
            break;
        }
        let before = session.options();
        match session.choose_index(0) {
            Ok(_) => {}
            Err(refusal) => {
                let back = refusal.taken_back.expect("it is taken back");
                assert!(refusal.reason.contains("dead end"), "{}", refusal.reason);
                assert!(refusal.reason.contains("game.yaml:"), "{}", refusal.reason);
                assert!(back > 0 || session.options() == before[1..], "only that one is struck");
                most_back = most_back.max(back);
                let save = session.save();
                let resumed = save.resume(&game).expect("a game goes on after a strike");
                assert_eq!(resumed.table().state(), session.table().state());
                replay(&game, &save).expect("what was taken back was not chosen");
            }
        }
    }
    assert!(most_back > 0, "where nothing is left, the choice before it is taken back");
    assert!(!carries(&session), "the option is struck");
    assert!(session.why("carry").is_some(), "and says why");
    assert_eq!(session.choices().count(), 1, "nothing of it was chosen");
    session.choose("rest").expect("the game goes on");
}

/// How many random games of each pack and number of players.
const GAMES: u64 = 24;
