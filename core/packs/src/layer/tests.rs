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
