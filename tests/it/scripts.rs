//! Scripts as content: steps of every kind in Luau, combined with the rules of a pack.

use boardwright_lab::battery::conformance;
use boardwright_play::game::{check, open, player_counts};
use boardwright_play::scenario;
use boardwright_play::session::Session;
use boardwright_syntax::diag::{Format, render};
use boardwright_tests::{library, root};

/// The number of random games that must keep the laws: what is offered can be completed, even when
/// a script decides it.
const SEEDS: u64 = 6;

#[test]
fn scripts_return_what_yaml_can_say() {
    let mut library = library();
    library.add_folder(root().join("tests/packs"));
    let opened = check(&library, &["scripted-village"]);
    let told = render(&opened.diags, &opened.sources, Format::Human { colour: false });
    let game = opened.game.unwrap_or_else(|| panic!("{told}"));
    assert!(opened.diags.is_empty(), "{told}");
    for scenario in scenario::scenarios(&game.loaded).0 {
        if scenario.pack == "scripted-village" {
            let ran = scenario::run(&game, &scenario);
            let told = render(&ran.diags, &game.loaded.sources, Format::Human { colour: false });
            assert!(ran.passed, "{}\n{told}", scenario.name);
        }
    }
    for players in player_counts(&game.loaded) {
        let opened = open(&library, &["scripted-village"], Some(players), &[]);
        let findings = conformance(&opened.game.expect("it validates"), 0..SEEDS);
        assert!(findings.is_empty(), "{players} players: {findings:#?}");
    }
}

/// The same rule in YAML and in Luau is the same rule: a game whose modifiers are all scripts plays
/// identically, option by option.
#[test]
fn scripts_and_yaml_play_the_same_games() {
    let mut library = library();
    library.add_folder(root().join("tests/packs"));
    for players in 2..=4 {
        let open = |pack| open(&library, &[pack], Some(players), &[]).game.expect("it validates");
        let (yaml, luau) = (open("nippon"), open("scripted-modifiers"));
        for seed in 1..=2_u64 {
            let mut one = Session::new(&yaml, seed).expect("it can be set up");
            let mut other = Session::new(&luau, seed).expect("it can be set up");
            let mut chance = seed;
            while !one.is_over() {
                let options = one.options();
                assert_eq!(options, other.options(), "{players} players, seed {seed}");
                chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let index = (chance >> 33) as usize % options.len();
                one.choose_index(index).expect("it is offered");
                other.choose_index(index).expect("it is offered");
            }
            assert!(other.is_over());
            assert_eq!(one.score_sheet(), other.score_sheet(), "{players} players, seed {seed}");
        }
    }
}
