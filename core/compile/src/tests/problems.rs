//! Name clashes, unused content, bounds, and meaningless trees.

use proptest::prelude::*;

use super::{lowered, wrong, wrong_in};

#[test]
fn an_id_means_one_thing_in_an_expression() {
    insta::assert_snapshot!(wrong_in("
resources: { old_mill: {} }
zones: { old_mill: {}, tile: {} }
kinds: { tile: { zone: tile }, cell: {} }
spaces: { cell: { list: [x] } }
tiles: { tile: {} }
"), @"
    N003 2:10 [as zone] `old_mill` is both a resource and a zone => rename one of them: an expression could mean either
    N003 5:10 [as entry of kind `tile`] `tile` is both a zone and an entry of kind `tile` => rename one of them: an expression could mean either
    N003 4:11 [as group of spaces] `cell` is both a kind and a group of spaces => rename one of them: an expression could mean either
    ");
}

#[test]
fn no_few_lines_ask_for_millions() {
    insta::assert_snapshot!(wrong_in("
resources: { wood: { held_by: [seat, cell] }, fish: { held_by: [seat, cell] }, salt: { held_by: [seat, cell] },
  a: { held_by: [seat, cell] }, b: { held_by: [seat, cell] }, c: { held_by: [seat, cell] }, d: { held_by: [seat, cell] },
  e: { held_by: [seat, cell] }, f: { held_by: [seat, cell] } }
kinds: { tile: { zone: box } }
zones: { box: {} }
tiles: { mill: { count: 4000 }, hut: { count: 4000 }, shed: { count: 1000000000 } }
spaces: { cell: { grid: { columns: 26, rows: 150 } }, more: { bricks: [4000, 4000] } }
"), @"
    G004 7:55 [a game may have up to 4096] too many spaces
    G008 6:70 [expected 0 to 4096] `shed` cannot have 1000000000 copies => write how many pieces there are; 0 leaves the entry out
    G004 6:33 [there may be up to 4096] too many pieces => look for a number that is too large, such as a `count`
    G004 3:33 [all counters together may have 65536] too many counters: `f` needs 7800 more cells
    ");
}

#[test]
fn no_pack_uses_up_all_ids() {
    let many = vec!["1"; super::super::VALUES_MAX].join(", ");
    insta::assert_snapshot!(wrong(&format!("play: [{many}]")), @"G004 the game has 60002 values, 60000 are allowed => share steps by means of procedures, or leave some out");
}

#[test]
fn not_even_a_mapping() {
    insta::assert_snapshot!(wrong("- 1\n- 2"), @r"
    S003 1:1 [expected a mapping of sections] a pack must be a mapping of sections, found a list
    G001 the game has no `play` => add a section `play` with the steps of the game, such as `turns`
    G002 nothing says who wins => mark a resource with `score: true`, or add a section `ranking`
    ");
    insta::assert_snapshot!(wrong("resources: 3\nkinds: [x]\nplay: []\nranking: 1"), @r"
    S003 2:8 [expected a mapping] `kinds` must be a mapping, found a list
    S003 1:12 [expected a mapping] `resources` must be a mapping, found a whole number
    ");
}

/// Meaningful sections and keys with meaningless values.
fn yaml(depth: u32) -> BoxedStrategy<String> {
    let words = prop::sample::select(vec![
        "resources",
        "kinds",
        "zones",
        "tiles",
        "tile",
        "spaces",
        "values",
        "events",
        "tracks",
        "procedures",
        "lines",
        "play",
        "setup",
        "ranking",
        "automa",
        "per",
        "seat",
        "table",
        "count",
        "zone",
        "ability",
        "on",
        "modify",
        "offer",
        "limit",
        "group",
        "faces",
        "list",
        "grid",
        "columns",
        "rows",
        "bricks",
        "links",
        "at",
        "a1",
        "attributes",
        "number",
        "cost",
        "steps",
        "wood",
        "x",
        "2",
        "_",
        "-1",
        "99999999999",
        "true",
        "\"me.wood\"",
        "gained wood",
        "do",
        "gain",
        "bonuses",
        "values",
        "slots",
        "order",
        "row",
        "slot_attributes",
    ]);
    let leaf = words.clone().prop_map(str::to_owned);
    if depth == 0 {
        return leaf.boxed();
    }
    let inner = yaml(depth - 1);
    let map = prop::collection::btree_map(words, inner.clone(), 0..5).prop_map(|map| {
        let fields: Vec<String> =
            map.iter().map(|(key, value)| format!("{key}: {value}")).collect();
        format!("{{ {} }}", fields.join(", "))
    });
    let list = prop::collection::vec(inner, 0..4).prop_map(|list| format!("[{}]", list.join(", ")));
    prop_oneof![1 => leaf, 5 => map, 2 => list].boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn no_tree_breaks_the_lowering(text in yaml(5), players in 0_u8..10) {
        let _ = lowered(&text, players);
    }
}
