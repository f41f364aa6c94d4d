//! A tiny broken pack for every code, and its report as an author reads it.
//!
//! A folder `bad-packs/<code>-<slug>/` holds one or more packs; all of them are checked together.

use std::collections::BTreeSet;

use boardwright_pack::diag::{Format, codes, render};
use boardwright_pack::game::check;
use boardwright_pack::library::Library;
use boardwright_tests::root;

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

#[test]
fn every_bad_pack_gets_the_report_it_deserves() {
    for (code, name) in cases() {
        let mut library = Library::new();
        library.add_folder(root().join("tests/bad-packs").join(&name));
        let ids: Vec<String> = library.ids().map(str::to_owned).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let opened = check(&library, &ids);
        let report = render(&opened.diags, &opened.sources, Format::Human { colour: false });
        let told: BTreeSet<&str> = opened.diags.iter().map(|diag| diag.code).collect();
        assert!(told.contains(code.as_str()), "{name} does not show {code}:\n{report}");
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!(name.clone(), report);
        });
    }
}

#[test]
fn every_code_has_a_bad_pack() {
    let shown: BTreeSet<String> = cases().into_iter().map(|(code, _)| code).collect();
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
