//! Every tree of steps and every expression, however odd, can be reported on.

use proptest::prelude::*;

use super::lowered;
use crate::expr::FUNCTIONS;
use boardwright_language::raw::step::VERBS;

fn word() -> impl Strategy<Value = String> {
    let mut words = vec![
        "me", "it", "wood", "deck", "a1", "mill", "x", "p2", "goods", "cell", "tile", "1", "0",
        "-1", "nil", "true", "skill", "built", "build", "claim", "mark", "hand", "back", "all",
    ];
    words.extend(FUNCTIONS.iter().map(|function| function.name));
    proptest::sample::select(words).prop_map(str::to_owned)
}

fn expression() -> impl Strategy<Value = String> {
    word().prop_recursive(5, 24, 3, |inner| {
        prop_oneof![
            (inner.clone(), word()).prop_map(|(a, b)| format!("{a}.{b}")),
            (word(), proptest::collection::vec(inner.clone(), 0..4))
                .prop_map(|(f, args)| format!("{f}({})", args.join(", "))),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) == ({b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) + ({b})")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("({a})[{b}]")),
        ]
    })
}

fn value() -> impl Strategy<Value = String> {
    let keys: Vec<&str> = VERBS
        .iter()
        .flat_map(|verb| verb.keys.iter().chain(verb.beside).map(|key| key.key))
        .chain(VERBS.iter().map(|verb| verb.verb))
        .chain(["wood", "skill", "build", "built", "area", "load", "again"])
        .collect();
    let leaf = expression().prop_map(|text| format!("\"{text}\""));
    leaf.prop_recursive(4, 24, 4, move |inner| {
        let key = proptest::sample::select(keys.clone());
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3)
                .prop_map(|items| format!("[{}]", items.join(", "))),
            proptest::collection::btree_map(key, inner, 0..4).prop_map(|map| {
                let entries: Vec<String> =
                    map.iter().map(|(key, value)| format!("{key}: {value}")).collect();
                format!("{{ {} }}", entries.join(", "))
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn any_steps_are_survived(
        verb in proptest::sample::select(VERBS),
        value in value(),
        beside in value(),
    ) {
        lowered(&format!("- {}: {value}\n  do: {beside}\n  as: x", verb.verb));
    }

    #[test]
    fn any_expression_is_survived(text in expression()) {
        lowered(&format!("- let: {{ y: \"{text}\" }}\n- pick: \"{text}\"\n- note: \"{{{text}}}\""));
    }
}
