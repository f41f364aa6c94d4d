//! Every pack: it validates without a message, passes its scenarios, keeps the laws, and its golden
//! games have not changed.

use std::collections::BTreeMap;

use boardwright_lab::battery::conformance;
use boardwright_lab::golden::{Golden, Which};
use boardwright_play::game::{check, open, player_counts};
use boardwright_play::pairs::{blame, pairs};
use boardwright_play::scenario;
use boardwright_syntax::diag::{Format, Level, render};
use boardwright_syntax::source::Sources;
use boardwright_syntax::yaml;
use boardwright_tests::{files, library, packs, read, root};

/// Rewrites the golden games of all packs instead of comparing them.
const UPDATE: &str = "UPDATE_GOLDEN";
/// The number of random games for each pack and number of players that must keep the laws.
const SEEDS: u64 = 4;

#[test]
fn every_pack_validates_without_a_word() {
    let library = library();
    for pack in packs() {
        let opened = check(&library, &[&pack]);
        let report = render(&opened.diags, &opened.sources, Format::Human { colour: false });
        // A note is advice that its author wants shown.
        let quiet = opened.diags.iter().all(|diag| diag.level == Level::Note);
        assert!(quiet, "{pack}:\n{report}");
    }
}

#[test]
fn every_pack_passes_its_scenarios() {
    let library = library();
    for pack in packs() {
        let game = open(&library, &[&pack], None, &[]).game.expect("it validates");
        let (mut scenarios, diags) = scenario::scenarios(&game.loaded);
        scenarios.retain(|scenario| scenario.pack == pack);
        let told = render(&diags, &game.loaded.sources, Format::Human { colour: false });
        assert!(diags.is_empty(), "{pack}:\n{told}");
        assert!(!scenarios.is_empty(), "{pack} has no scenario");
        for scenario in scenarios {
            let report = scenario::run(&game, &scenario);
            let sources = &game.loaded.sources;
            let told = render(&report.diags, sources, Format::Human { colour: false });
            assert!(report.passed, "{pack}: {}\n{told}", scenario.name);
        }
    }
}

#[test]
fn every_pack_keeps_the_laws() {
    let library = library();
    for pack in packs() {
        let game = open(&library, &[&pack], None, &[]).game.expect("it validates");
        for players in player_counts(&game.loaded) {
            let opened = open(&library, &[&pack], Some(players), &[]);
            let game = opened.game.expect("it validates for every number of players");
            let findings = conformance(&game, 0..SEEDS);
            assert!(findings.is_empty(), "{pack} with {players} players: {findings:#?}");
        }
    }
}

#[test]
fn every_pair_that_may_meet_validates_and_keeps_the_laws() {
    let library = library();
    let (mut sources, mut diags) = (Sources::default(), vec![]);
    let mut manifests = BTreeMap::new();
    for pack in packs() {
        let read = library.manifest(&pack, &mut sources, &yaml::read, &mut diags);
        manifests.insert(pack, read.expect("it validates").manifest);
    }
    for pair in pairs(&manifests) {
        let (name, pair) = (pair.join("+"), pair.each_ref().map(String::as_str));
        let mut opened = check(&library, &pair);
        opened.diags.retain(|diag| diag.level == Level::Error);
        blame(&library, &pair, &mut opened.diags);
        let report = render(&opened.diags, &opened.sources, Format::Human { colour: false });
        let game = opened.game.unwrap_or_else(|| panic!("{name}:\n{report}"));
        let findings = conformance(&game, 1..=1);
        assert!(findings.is_empty(), "{name} with {} players: {findings:#?}", game.players);
    }
}

#[test]
fn golden_games_are_as_they_were_told() {
    let library = library();
    let update = std::env::var_os(UPDATE).is_some();
    let mut changed = vec![];
    for file in files("content").into_iter().filter(|file| file.contains("/tests/golden/")) {
        let mut parts = file.split('/');
        let pack = parts.nth(1).expect("it lies in a pack");
        let which = parts.next_back().and_then(Which::parse).unwrap_or_else(|| {
            panic!("{file}: expected `<players>p-seed<seed>.txt`, or `...-<option>=<value>.txt`")
        });
        let opened = open(&library, &[pack], Some(which.players), &which.options);
        let told = Golden::new(&opened.game.expect("it validates"), &which).text();
        if told != read(&file) {
            if update {
                std::fs::write(root().join(&file), told)
                    .unwrap_or_else(|error| panic!("{file}: {error}"));
            }
            changed.push(file);
        }
    }
    let names = changed.join("\n");
    if update {
        return println!("written, read the difference:\n{names}");
    }
    assert!(
        changed.is_empty(),
        "told otherwise than before:\n{names}\n\
         `{UPDATE}=1 cargo test -p boardwright-tests --test it golden_games` writes them anew"
    );
}

/// The pack for developers shows each verb at work.
#[test]
fn devtest_uses_every_verb() {
    let yaml = files("content/devtest").into_iter().filter(|path| path.ends_with(".yaml"));
    let text: String = yaml.map(|path| read(&path)).collect();
    let is_used = |verb: &str| {
        let bare = [format!("- {verb}\n"), format!(" {verb}, ")];
        text.contains(&format!("{verb}: "))
            || bare.iter().any(|form| text.contains(form))
            || text.contains(&format!("{verb}:\n"))
    };
    let verbs = boardwright_language::raw::step::VERBS.iter().map(|shape| shape.verb);
    let unused: Vec<&str> = verbs.filter(|verb| !is_used(verb)).collect();
    assert_eq!(unused, Vec::<&str>::new());
}
