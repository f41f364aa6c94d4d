//! Look-ahead takes many shortcuts; an exhaustive search must find the same options.

use boardwright_bots::{Bot, RandomBot};
use boardwright_lab::battery::conformance;
use boardwright_lab::fuzz::compare::{Compared, compare_options};
use boardwright_lab::fuzz::{self, Effort, News, Run};
use boardwright_play::game::{Game, open, player_counts};
use boardwright_play::save::replay;
use boardwright_play::scenario;
use boardwright_play::session::Session;
use boardwright_rules::event::Deaf;
use boardwright_rules::table::Table;
use boardwright_syntax::diag::{Format, render};
use boardwright_tests::{files, library, read, root};
use boardwright_text::InWords;

/// The number of random games for each pack and number of players.
const GAMES: u64 = 12;
/// The maximum number of answers tried at one decision.
const TRIALS: u32 = 200_000;
/// The number of random packs. They take about a minute of one core with the test profile.
const PACKS: usize = 4_000;

/// Plays random games and compares every list of options with an exhaustive search. Returns how
/// many could be compared, and how many had too many answers to try.
fn compare(pack: &str) -> (usize, usize) {
    let mut library = library();
    library.add_folder(root().join("tests/packs"));
    let game = open(&library, &[pack], None, &[]).game.expect("it validates");
    let (mut compared, mut too_much) = (0, 0);
    for players in player_counts(&game.loaded) {
        let game = open(&library, &[pack], Some(players), &[]).game.expect("it validates");
        // One definition for all games: what is learnt in one game must not mislead the next.
        for seed in 0..GAMES {
            let mut table =
                Table::new(&game.def, &game.scripts, seed, &mut Deaf).expect("it can be set up");
            let mut bot = RandomBot::new(seed);
            for decision in 0.. {
                let Some(index) = bot.pick(&table) else { break };
                match compare_options(&table, TRIALS).0 {
                    Compared::Same { .. } => compared += 1,
                    Compared::TooMuch => too_much += 1,
                    Compared::Differs(difference) => {
                        let place = format!("{pack}, {players} players, game {seed}, {decision}");
                        panic!("{place}: {:?}: {difference}", table.question());
                    }
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
        let (compared, too_much) = compare(pack);
        assert!(compared > 100, "{pack}: {compared} compared, {too_much} too much");
        assert!(too_much * 20 < compared, "{pack}: {compared} compared, {too_much} too much");
    }
}

/// Packs that look-ahead was once wrong about, or that are hard for it.
#[test]
fn packs_that_were_found_once_keep_the_laws() {
    let mut library = library();
    library.add_folder(root().join("tests/packs"));
    let games = files("tests/packs").into_iter().filter(|file| file.ends_with("/pack.yaml"));
    let games = games.filter(|file| !read(file).contains("\nextends:"));
    let packs: Vec<String> =
        games.filter_map(|file| file.split('/').nth(2).map(str::to_owned)).collect();
    assert!(packs.len() > 3, "only {packs:?}");
    for pack in packs {
        let game = open(&library, &[&pack], None, &[]).game.expect("it validates");
        for players in player_counts(&game.loaded) {
            let game = open(&library, &[&pack], Some(players), &[]).game.expect("it validates");
            // This pack exists to make look-ahead give up.
            let seeds = if pack == "long-walk" { 0..0 } else { 0..8 };
            let findings = conformance(&game, seeds);
            let told: Vec<String> = findings.iter().map(ToString::to_string).collect();
            assert!(told.is_empty(), "{pack} with {players} players: {}", told.join("\n"));
        }
        for scenario in scenario::scenarios(&game.loaded).0 {
            let report = scenario::run(&game, &scenario);
            let told = render(&report.diags, &game.loaded.sources, Format::Human { colour: false });
            assert!(report.passed, "{pack}: {}\n{told}", scenario.name);
        }
    }
}

#[test]
fn random_packs_offer_what_trying_everything_offers() {
    let run = Run { seed: 1, packs: PACKS, threads: 2, effort: Effort::default() };
    let (tally, found) = fuzz::run(&run, &mut |news| !matches!(news, News::Found(_)));
    if let Some(found) = found.first() {
        let files: Vec<String> =
            found.reduced.files().iter().map(|(path, text)| format!("{path}:\n{text}")).collect();
        panic!("seed {}: {}\n{}", found.made.seed, found.fault, files.join("\n"));
    }
    assert_eq!((tally.packs, tally.invalid), (PACKS, 0));
    // The packs must be worth comparing: many decisions, and answers that are rightly withheld.
    assert!(tally.decisions > 5 * PACKS, "{tally:?}");
    assert!(tally.withheld * 5 > tally.decisions, "{tally:?}");
    assert!(tally.too_much * 50 < tally.decisions, "{tally:?}");
    assert!(tally.unforeseen * 50 < tally.games, "{tally:?}");
}

/// A pack made for these tests.
fn opened(pack: &str) -> Game {
    let mut library = library();
    library.add_folder(root().join("tests/packs"));
    open(&library, &[pack], None, &[]).game.expect("it validates")
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
