//! Loading always ends and never panics, whatever an author writes.

use proptest::prelude::*;

use super::super::testing::{report, told};
use super::on_base;

fn part() -> impl Strategy<Value = String> {
    let words = [
        "tiles", "mill", "hut", "cost", "wood", "do", "pay", "gain", "tags", "river", "ranking",
        "points", "key", "0", "like", "abstract", "name", "", "source",
    ];
    prop::sample::select(words.to_vec()).prop_map(String::from)
}

fn path() -> impl Strategy<Value = String> {
    prop::collection::vec(part(), 1..6).prop_map(|parts| parts.join("."))
}

fn value() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("~".to_string()),
        Just("true".to_string()),
        any::<i64>().prop_map(|n| n.to_string()),
        (-3..9i64).prop_map(|n| n.to_string()),
        part().prop_map(|text| format!("'{text}'")),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let entry = (part(), inner.clone()).prop_map(|(key, value)| format!("'{key}': {value}"));
        prop_oneof![
            prop::collection::vec(inner, 0..3).prop_map(|all| format!("[{}]", all.join(", "))),
            prop::collection::vec(entry, 0..3).prop_map(|all| format!("{{{}}}", all.join(", "))),
        ]
    })
}

fn operator() -> impl Strategy<Value = String> {
    let names = ["set", "replace", "unset", "add", "scale", "append", "insert", "remove", "expect"];
    let anything = (prop::sample::select(names.to_vec()), value())
        .prop_map(|(name, value)| format!("{name}: {value}"));
    prop_oneof![
        2 => anything,
        1 => (part(), value()).prop_map(|(k, v)| format!("insert: {{ after: '{k}', items: {v} }}")),
        1 => (any::<i64>(), 1..5i64).prop_map(|(n, m)| format!("scale: {{ by: {n}, over: {m} }}")),
        1 => Just("unset: true".to_string()),
        1 => (-9..9i64).prop_map(|n| format!("add: {n}")),
        1 => value().prop_map(|value| format!("expect: 6, set: {value}")),
    ]
}

fn pack(id: &'static str) -> impl Strategy<Value = String> {
    let patch = (path(), operator()).prop_map(|(at, op)| format!("  - {{ at: '{at}', {op} }}\n"));
    let patches = prop::collection::vec(patch, 0..8).prop_map(|all| all.concat());
    let removed =
        prop::collection::vec(path(), 0..2).prop_map(|all| format!("['{}']", all.join("', '")));
    (patches, removed, value()).prop_map(move |(patches, removed, value)| {
        format!("== {id}/x.yaml\npatch:\n{patches}\nremove: {removed}\nextra: {value}\n")
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn loading_never_panics(a in pack("a"), b in pack("b"), asked in path()) {
        let loaded = on_base(&format!("{a}{b}"));
        report(&loaded);
        loaded.provenance.describe(&asked, &loaded.sources);
        let again = on_base(&format!("{a}{b}"));
        prop_assert_eq!(loaded.root, again.root);
    }

    #[test]
    fn manifests_never_panic(entries in prop::collection::vec((0..15usize, value()), 0..8)) {
        let mut text = String::from("== game/pack.yaml\n");
        for (n, (key, value)) in entries.iter().enumerate() {
            if entries.iter().take(n).all(|(other, _)| other != key) {
                text += &format!("{}: {value}\n", crate::manifest::keys()[*key]);
            }
        }
        let loaded = super::super::testing::layered(&text);
        told(&loaded.diags, &loaded.sources);
    }
}
