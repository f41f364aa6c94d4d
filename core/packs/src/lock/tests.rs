use boardwright_phrases::Language;

use super::*;

fn lock(packs: &[(&str, &str, &str)]) -> Lock {
    let pack = |(id, version, sha256): &(&str, &str, &str)| LockedPack {
        id: (*id).into(),
        version: (*version).into(),
        sha256: (*sha256).into(),
    };
    Lock { engine: "0.1.0".into(), packs: packs.iter().map(pack).collect() }
}

fn told(then: &Lock, now: &Lock) -> String {
    then.check(now, Language::English).join("\n")
}

#[test]
fn same_locks_have_no_difference() {
    let one = lock(&[("coast", "1.0.0", "aa"), ("cheap", "1.0.0", "bb")]);
    assert_eq!(one.check(&one, Language::English), Vec::<String>::new());
}

#[test]
fn each_difference_is_told() {
    let then = lock(&[("coast", "1.0.0", "aa"), ("cheap", "1.0.0", "bb"), ("late", "1.0.0", "c")]);
    let mut now = lock(&[("coast", "1.1.0", "ab"), ("cheap", "1.0.0", "bx"), ("new", "2.0.0", "")]);
    now.engine = "0.2.0".into();
    insta::assert_snapshot!(told(&then, &now), @r"
    engine 0.1.0 was used, this is 0.2.0
    pack `coast` 1.0.0 was used, this is 1.1.0
    pack `cheap` 1.0.0 has other files than were used
    pack `late` 1.0.0 was used, not now
    pack `new` 2.0.0 was not used
    ");
}

#[test]
fn order_matters() {
    let then = lock(&[("a", "1.0.0", ""), ("b", "1.0.0", ""), ("c", "1.0.0", "")]);
    let now = lock(&[("a", "1.0.0", ""), ("c", "1.0.0", ""), ("b", "1.0.0", "")]);
    insta::assert_snapshot!(
        told(&then, &now),
        @"packs were used in the order `a`, `b`, `c`, not `a`, `c`, `b`"
    );
}

#[test]
fn lock_survives_being_saved() {
    let one = lock(&[("coast", "1.0.0", "aa")]);
    let text = serde_json::to_string(&one).unwrap();
    assert_eq!(serde_json::from_str::<Lock>(&text).unwrap(), one);
}

#[test]
fn hash_sees_where_a_file_ends() {
    let hash = |files: &[(&str, &str)]| {
        let mut hash = PackHash::new();
        files.iter().for_each(|(path, text)| hash.file(path, text.as_bytes()));
        hash.finish()
    };
    assert_ne!(hash(&[("a", "bc")]), hash(&[("ab", "c")]));
    assert_ne!(hash(&[("a", ""), ("b", "")]), hash(&[("a", "b")]));
    assert_eq!(hash(&[("a", "b")]).len(), 64);
}
