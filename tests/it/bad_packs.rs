//! A tiny broken pack for every code, and its report as an author reads it.
//!
//! A folder `bad-packs/<code>-<slug>/` holds one or more packs; all of them are used together. If
//! they can be played, their scenarios and the games of their balance blocks run as well.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use boardwright_lab::simulate::run::{Job, Table, Work, run};
use boardwright_lab::simulate::{Plan, RunInfo, Shard, Summary};
use boardwright_packs::library::Library;
use boardwright_play::balance;
use boardwright_play::game::{Game, check};
use boardwright_play::scenario;
use boardwright_syntax::diag::{Diagnostic, Format, codes, render};
use boardwright_syntax::source::Sources;
use boardwright_tests::root;

/// Codes no folder of files can show, and why.
const NOT_SHOWN: &[(&str, &str)] = &[
    ("G018", "needs thousands of options"),
    ("L001", "needs a folder that is missing"),
    ("L002", "needs a file that cannot be read"),
    ("L006", "a link does not survive every checkout"),
    ("L007", "needs two folders of packs"),
    ("S117", "needs a pack larger than a test should read"),
    ("U007", "needs a script of more than 64 KB"),
    ("U009", "needs Luau that the parser of scripts does not know"),
    ("U027", "cannot be reached from a pack: the engine's own guard"),
    ("Y010", "needs a file of more than 1 MiB"),
    ("Y012", "needs 200,000 values"),
    ("Y018", "needs a text of more than 10,000 characters"),
];

fn cases() -> Vec<(String, String)> {
    let folder = root().join("tests/bad-packs");
    let mut cases: Vec<(String, String)> = std::fs::read_dir(folder)
        .expect("there are bad packs")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter_map(|name| Some((name.split_once('-')?.0.to_uppercase(), name)))
        .collect();
    cases.sort();
    cases
}

/// Every problem reported about the packs of a folder.
fn problems(name: &str) -> (Vec<Diagnostic>, Sources) {
    let mut library = Library::new();
    library.add_folder(root().join("tests/bad-packs").join(name));
    let ids: Vec<String> = library.ids().map(str::to_owned).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let opened = check(&library, &ids);
    let Some(game) = opened.game else { return (opened.diags, opened.sources) };
    let (scenarios, mut told) = scenario::scenarios(&game.loaded);
    for scenario in &scenarios {
        told.extend(scenario::run(&game, scenario).diags);
    }
    told.extend(out_of_range(&library, &ids, &game));
    let mut diags = opened.diags;
    diags.extend(told);
    (diags, game.loaded.sources)
}

/// Plays the games of balance blocks and reports figures out of range.
fn out_of_range(library: &Library, ids: &[&str], game: &Game) -> Vec<Diagnostic> {
    let packs: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
    let (players, options) = (game.players, &[][..]);
    let table = Table { library, packs: &packs, players, options };
    let mut told = vec![];
    for block in balance::blocks(&game.loaded).0 {
        let shard = Shard::default();
        let plan = Plan { bots: block.bots.clone(), seed: 1, games: block.games, shard };
        let jobs: Vec<Job> = (1..=plan.games).map(|number| Job { table: 0, number }).collect();
        let stop = AtomicBool::new(false);
        let work = Work::new(1, &stop);
        let mut records = vec![];
        let ran = run(std::slice::from_ref(&table), &plan, &jobs, &work, &mut |_, record| {
            records.push(record);
            true
        });
        ran.expect("bots play bad packs too");
        let summary = Summary::new(&RunInfo::new(game, &plan), &records);
        told.extend(boardwright_lab::judge::judge(&block, &summary).diags);
    }
    told
}

#[test]
fn every_bad_pack_gets_the_report_it_deserves() {
    let mut silent = vec![];
    for (code, name) in cases() {
        let (diags, sources) = problems(&name);
        let report = render(&diags, &sources, Format::Human { colour: false });
        let report = report.replace(&*root().to_string_lossy(), "<root>");
        if !diags.iter().any(|diag| diag.code == code) {
            silent.push(format!("{name} does not show {code}:\n{report}"));
            continue;
        }
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false,
            snapshot_path => "../bad-packs/reports" }, {
            insta::assert_snapshot!(name, report);
        });
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}

#[test]
fn every_code_has_a_bad_pack() {
    let mut shown: BTreeSet<String> = cases().into_iter().map(|(code, _)| code).collect();
    for (code, why) in NOT_SHOWN {
        assert!(shown.insert((*code).to_owned()), "{code} is shown after all, though it {why}");
    }
    let missing: Vec<&str> =
        codes::all().map(|info| info.code).filter(|code| !shown.contains(*code)).collect();
    assert!(missing.is_empty(), "no bad pack shows {missing:?}");
}

#[test]
fn codes_are_unique_and_explained() {
    let mut seen = BTreeSet::new();
    for info in codes::all() {
        assert!(seen.insert(info.code), "{} is used twice", info.code);
        assert!(info.text.len() > 40, "{} is hardly explained", info.code);
    }
}

#[test]
fn every_report_belongs_to_a_bad_pack() {
    let names: BTreeSet<String> = cases().into_iter().map(|(_, name)| name).collect();
    for file in boardwright_tests::files("tests/bad-packs/reports") {
        let name = file.trim_start_matches("tests/bad-packs/reports/").trim_end_matches(".snap");
        assert!(names.contains(name), "{file} is left over");
    }
}
