//! Layers packs and compares values and diagnostics.

mod clash;
mod define;
mod explain;
mod like;
mod patch;
mod random;
mod resolve;
mod texts;

/// The game all these tests build on.
const BASE: &str = "
== coast/tiles.yaml
tiles:
  mill:
    name: Mill
    cost: { wood: 6, coin: 2 }
    tags: [river, wind]
    do:
      - { key: pay, pay: { coin: 1 } }
      - { key: gain, gain: { wood: 3 } }
  hut: { name: Hut, cost: { wood: 1 } }
ranking:
  - { key: points, by: points }
  - { key: wood, by: wood }
";

fn on_base(text: &str) -> super::Loaded {
    super::testing::layered(&format!("{BASE}{text}"))
}

/// The value at a path after the patches of one pack, or the diagnostics.
fn patched(patch: &str, path: &str) -> String {
    let loaded = on_base(&format!("== cheap/rules.yaml\npatch:\n  - {patch}\n"));
    match loaded.diags.is_empty() {
        true => super::testing::value(&loaded, path),
        false => super::testing::report(&loaded),
    }
}

#[test]
fn every_code_that_is_used_is_explained() {
    let sources = [
        include_str!("apply.rs"),
        include_str!("clash.rs"),
        include_str!("expect.rs"),
        include_str!("like.rs"),
        include_str!("marks.rs"),
        include_str!("merge.rs"),
        include_str!("patch.rs"),
        include_str!("path.rs"),
        include_str!("resolve.rs"),
        include_str!("texts.rs"),
        include_str!("../library.rs"),
        include_str!("../library/disk.rs"),
        include_str!("../manifest/decode.rs"),
        include_str!("../../../syntax/src/yaml/bytes.rs"),
    ];
    let text = sources.concat();
    let is_code = |word: &&str| {
        word.len() == 4 && word.starts_with('L') && word.bytes().skip(1).all(|b| b.is_ascii_digit())
    };
    let used: std::collections::BTreeSet<&str> = text.split('"').filter(is_code).collect();
    let known =
        boardwright_syntax::diag::codes::all().map(|info| info.code).filter(|c| c.starts_with('L'));
    assert_eq!(used, known.collect());
}
