//! Scripts as content: steps of every kind in Luau, with the rules of a pack around them.

use boardwright_pack::battery::conformance;
use boardwright_pack::diag::{Format, render};
use boardwright_pack::game::{check, open, player_counts};
use boardwright_pack::scenario;
use boardwright_tests::{library, root};

/// How many random games must keep the laws: what is offered can be completed, also when a script
/// decides it.
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
