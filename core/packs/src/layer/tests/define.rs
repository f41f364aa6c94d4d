//! Sections split over many files.

use super::super::testing::{layered, report, value};
use super::on_base;

#[test]
fn file_names_mean_nothing() {
    let one = layered("== coast/tiles.yaml\ntiles: { hut: { wood: 1 }, mill: {} }\n");
    let two = layered(
        "== coast/tiles/a.yaml\ntiles: { hut: { wood: 1 } }\n\
         == coast/b.yaml\n\
         == coast/x/y/z.yaml\ntiles: { mill: {} }\n",
    );
    assert_eq!(value(&one, "tiles"), value(&two, "tiles"));
    assert_eq!(report(&two), "");
}

#[test]
fn other_files_are_kept_apart() {
    let loaded = layered(
        "== coast/scripts/a/mill.luau\n-- x\n\
         == coast/tests/a/b.yaml\nx: 1\n\
         == coast/text/de.yaml\n\
         == coast/a.yaml\n\
         == coast/notes.md\n",
    );
    let pack = &loaded.order[0];
    let paths = |files: &[super::super::PackFile]| {
        files.iter().map(|file| file.path.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(paths(&pack.scripts), "scripts/a/mill.luau");
    assert_eq!(paths(&pack.tests), "tests/a/b.yaml");
    assert_eq!(paths(&pack.texts), "text/de.yaml");
    assert_eq!(paths(&pack.files), "a.yaml");
    assert_eq!(loaded.sources.file(pack.scripts[0].file).text, "-- x\n");
}

#[test]
fn an_id_is_defined_once_in_a_pack() {
    let loaded = layered(
        "== coast/a.yaml\ntiles: { hut: 1 }\nsetup: [1]\n\
         == coast/b.yaml\ntiles: { hut: 2 }\nsetup: [2]\n",
    );
    assert_eq!(value(&loaded, "tiles.hut"), "1");
    insta::assert_snapshot!(report(&loaded), @r"
    error[L031]: `hut` is defined twice in `tiles`
      coast/b.yaml:1:10: again here
      coast/a.yaml:1:10: first here
      help: give one of them another id, or remove one
    error[L032]: the section `setup` is defined twice
      coast/b.yaml:2:1: again here
      coast/a.yaml:2:1: first here
      note: a section that is a list stands in one file only
      help: put all of it into one file
    ");
}

#[test]
fn a_later_pack_adds_but_does_not_overwrite() {
    let loaded = on_base("== more/a.yaml\ntiles: { quay: 1, hut: 2 }\nranking: [1]\n");
    assert_eq!(value(&loaded, "tiles.quay"), "1");
    insta::assert_snapshot!(report(&loaded), @r"
    error[L033]: `hut` is already defined in `tiles`
      more/a.yaml:1:19: defined again here
      coast/tiles.yaml:9:3: first defined here, by a pack this one is layered on
      help: patch it instead: `patch: [{ at: tiles.hut, replace: ... }]`, or use another id
    error[L034]: the section `ranking` is already there
      more/a.yaml:2:1: defined again here
      coast/tiles.yaml:10:1: first defined here
      help: use `patch` with `at: ranking` and `append`, `insert` or `replace` instead
    ");
}

#[test]
fn a_section_has_one_kind() {
    let loaded = on_base("== more/a.yaml\ntiles: [1]\nranking: { a: 1 }\n== more/b.yaml\n- 1\n");
    insta::assert_snapshot!(report(&loaded), @r"
    error[L030]: this file is a list
      more/b.yaml:1:1: expected sections, such as `tiles:` with entries below
      help: write `tiles:` and below it, indented by two spaces, `mill: { name: Mill }`
    error[L034]: the section `tiles` is already there
      more/a.yaml:1:1: defined again here
      coast/tiles.yaml:1:1: first defined here
      help: use `patch` with `at: tiles` and `append`, `insert` or `replace` instead
    error[L034]: the section `ranking` is not a mapping elsewhere
      more/a.yaml:2:12: an entry of a mapping
      help: define it in the same way everywhere
    ");
}

#[test]
fn what_was_removed_can_be_defined_anew() {
    let loaded = on_base(
        "== a/a.yaml\nremove: [tiles.hut]\n\
         == b/pack.yaml\nid: b\ntitle: b\nextends: [coast, a]\n\
         == b/a.yaml\ntiles: { hut: { name: New } }\n",
    );
    assert_eq!(report(&loaded), "");
    let told = loaded.provenance.describe("tiles.hut.name", &loaded.sources).unwrap();
    insta::assert_snapshot!(told, @r#"
    set to "Hut" in coast/tiles.yaml:9:16
    then `tiles.hut` removed by `a` at a/a.yaml:1:10 -> gone
    then set to "New" in b/a.yaml:1:23
    "#);
}
