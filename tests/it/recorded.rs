//! Scenarios recorded from games: in the pack they hold at once, and they fail when a rule they
//! reached is changed.

use boardwright_packs::library::Library;
use boardwright_play::game::{Game, open};
use boardwright_play::scenario::{record, run, scenarios};
use boardwright_play::session::Session;
use boardwright_syntax::diag::{Format, render};
use boardwright_tests::{files, library, read};

/// The ranges of choices from which scenarios are recorded.
const PARTS: [(usize, usize); 5] = [(0, 1), (0, 14), (9, 12), (20, 31), (40, 60)];

/// The recorded scenarios of a game played without much thought.
fn recorded(game: &Game, seed: u64) -> Vec<String> {
    let mut session = Session::new(game, seed).expect("it starts");
    let mut found = vec![];
    for n in 1..=PARTS.iter().map(|(_, to)| *to).max().unwrap_or(0) {
        let n_options = session.options().len();
        session.choose_index((n * 7 + seed as usize) % n_options).expect("offered");
        for (from, _) in PARTS.iter().filter(|(_, to)| *to == n) {
            let name = format!("seed {seed}, choices {from} to {n}");
            found.push(record(&session, &name, *from).expect("it can be recorded"));
        }
        if session.is_over() {
            let whole = record(&session, &format!("seed {seed}, all of it"), 0);
            found.push(whole.expect("a whole game can be recorded"));
            break;
        }
    }
    found
}

/// The results of the scenarios in a copy of a pack with some texts replaced.
fn outcomes(pack: &str, recorded: &[String], changes: &[(&str, &str)]) -> Vec<Result<(), String>> {
    let folder = format!("content/{pack}/");
    let kept = files(&folder).into_iter().filter(|path| !path.contains("/tests/"));
    let mut all: Vec<(String, Vec<u8>)> = kept
        .map(|path| {
            let text = changes.iter().fold(read(&path), |text, (old, new)| text.replace(old, new));
            (path.trim_start_matches(&folder).to_owned(), text.into_bytes())
        })
        .collect();
    let tests = recorded.iter().enumerate();
    all.extend(tests.map(|(at, text)| (format!("tests/{at:02}.yaml"), text.clone().into_bytes())));
    let mut library = Library::new();
    library.add_memory(pack, all);
    let opened = open(&library, &[pack], None, &[]);
    let told = render(&opened.diags, &opened.sources, Format::Human { colour: false });
    let game = opened.game.unwrap_or_else(|| panic!("{told}"));
    let (found, diags) = scenarios(&game.loaded);
    assert_eq!(diags, [], "what was recorded is written as it should be");
    let outcome = |scenario| {
        let ran = run(&game, scenario);
        let told = render(&ran.diags, &game.loaded.sources, Format::Human { colour: false });
        if ran.passed { Ok(()) } else { Err(told) }
    };
    found.iter().map(outcome).collect()
}

fn round_trip(pack: &str, players: u8, seeds: std::ops::Range<u64>, changes: &[(&str, &str)]) {
    let game = open(&library(), &[pack], Some(players), &[]).game.expect("it validates");
    let recorded: Vec<String> = seeds.flat_map(|seed| recorded(&game, seed)).collect();
    assert!(recorded.len() > 4, "{} scenarios", recorded.len());
    for (outcome, text) in outcomes(pack, &recorded, &[]).iter().zip(&recorded) {
        assert!(outcome.is_ok(), "{text}\n{outcome:?}");
    }
    let n_fail = outcomes(pack, &recorded, changes).iter().filter(|it| it.is_err()).count();
    assert!(n_fail > recorded.len() / 3, "{n_fail} of {} notice the rule", recorded.len());
}

#[test]
fn scenarios_recorded_in_a_small_game_hold_until_a_rule_changes() {
    let more =
        [("gain: { wood: 2 }", "gain: { wood: 3 }"), ("gain: { fish: 2 }", "gain: { fish: 3 }")];
    round_trip("hello", 2, 1..4, &more);
    round_trip("hello", 1, 1..3, &more);
}

#[test]
fn scenarios_recorded_in_a_large_game_hold_until_a_rule_changes() {
    let more = [
        ("score: { start: ta.points }", "score: { start: \"ta.points + 1\" }"),
        ("gain: { money: 3 }", "gain: { money: 4 }"),
    ];
    round_trip("nippon", 3, 1..3, &more);
}
