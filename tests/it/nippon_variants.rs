//! Changes `nippon` by YAML alone: a changed factory, a new factory, a house rule and a step
//! without a key, each a tiny pack in `tests/packs` that validates, passes its scenarios and keeps
//! the laws.

use boardwright_lab::battery::conformance;
use boardwright_play::game::{check, open};
use boardwright_play::scenario;
use boardwright_syntax::diag::{Format, render};
use boardwright_tests::{files, library, root};

/// The number of random games of each pack that must keep the laws.
const SEEDS: u64 = 1;

#[test]
fn a_changed_factory_a_new_factory_and_a_house_rule_need_no_code() {
    let mut library = library();
    library.add_folder(root().join("tests/packs"));
    for pack in ["changed-mill", "new-mill", "house-rule", "fourth-works"] {
        let yaml = files(&format!("tests/packs/{pack}"));
        assert!(yaml.iter().all(|path| path.ends_with(".yaml")), "{pack} has more than YAML");
        let opened = check(&library, &[pack]);
        let report = render(&opened.diags, &opened.sources, Format::Human { colour: false });
        assert!(opened.diags.is_empty(), "{pack}:\n{report}");
        let game = opened.game.expect("it validates");
        let mut scenarios = scenario::scenarios(&game.loaded).0;
        scenarios.retain(|scenario| scenario.pack == pack);
        assert!(!scenarios.is_empty(), "{pack} shows nothing");
        for scenario in scenarios {
            let ran = scenario::run(&game, &scenario);
            let told = render(&ran.diags, &game.loaded.sources, Format::Human { colour: false });
            assert!(ran.passed, "{pack}: {}\n{told}", scenario.name);
        }
        let game = open(&library, &[pack], Some(3), &[]).game.expect("it validates");
        let findings = conformance(&game, 0..SEEDS);
        assert!(findings.is_empty(), "{pack}: {findings:#?}");
    }
}

/// Two independent packs of the project, used together with one player.
#[test]
fn the_solo_game_has_a_queue_of_any_length() {
    let mut library = library();
    library.add_folder(root().join("tests/packs"));
    let game = check(&library, &["solo-queue"]).game.expect("it validates");
    let mut scenarios = scenario::scenarios(&game.loaded).0;
    scenarios.retain(|scenario| scenario.pack == "solo-queue");
    assert!(!scenarios.is_empty());
    for scenario in scenarios {
        let ran = scenario::run(&game, &scenario);
        let told = render(&ran.diags, &game.loaded.sources, Format::Human { colour: false });
        assert!(ran.passed, "{}\n{told}", scenario.name);
    }
    for queue in ["short", "standard", "long"] {
        let options = [("queue".to_owned(), queue.to_owned())];
        let game = open(&library, &["solo-queue"], Some(1), &options).game.expect("it validates");
        let findings = conformance(&game, 0..SEEDS);
        assert!(findings.is_empty(), "{queue}: {findings:#?}");
    }
}

/// Without the change the same scenarios fail: they test the change and nothing else.
#[test]
fn the_scenarios_of_these_packs_fail_without_them() {
    let library = library();
    let game = open(&library, &["nippon"], None, &[]).game.expect("it validates");
    let mut changed = boardwright_tests::library();
    changed.add_folder(root().join("tests/packs"));
    for pack in ["changed-mill", "new-mill", "house-rule", "fourth-works"] {
        let with = open(&changed, &[pack], None, &[]).game.expect("it validates");
        let mut scenarios = scenario::scenarios(&with.loaded).0;
        scenarios.retain(|scenario| scenario.pack == pack);
        for scenario in scenarios {
            assert!(!scenario::run(&game, &scenario).passed, "{pack}: {}", scenario.name);
        }
    }
}
