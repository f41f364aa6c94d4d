use super::Language;
use super::phrases::PHRASES;

#[test]
fn phrases_are_sorted_and_have_the_same_gaps() {
    assert!(PHRASES.windows(2).all(|pair| pair[0][0] < pair[1][0]), "sorted by the English ones");
    let gaps = |text: &str| {
        let mut gaps: Vec<String> =
            text.split('{').skip(1).map(|it| it.chars().take(1).collect()).collect();
        gaps.sort();
        gaps
    };
    for said in PHRASES {
        for other in &said[1..] {
            assert!(!other.is_empty(), "{said:?}");
            assert_eq!(gaps(said[0]), gaps(other), "{said:?}");
        }
    }
}

#[test]
fn a_phrase_is_said_in_each_language() {
    let say = |name: &str| {
        Language::find(name).say("{0} gains {1} {2} (now {3})", &[&"p1", &2, &"Holz", &5])
    };
    assert_eq!(say("en"), "p1 gains 2 Holz (now 5)");
    assert_eq!(say("fr"), "p1 gagne 2 Holz (total 5)");
    assert_eq!(say("de-AT"), "p1 erhält 2 Holz (jetzt 5)");
    assert_eq!(say("xx"), "p1 gains 2 Holz (now 5)");
}

#[test]
fn names_inside_a_sentence() {
    assert_eq!(Language::French.inside("Bois"), "bois");
    assert_eq!(Language::French.inside("Énergie"), "énergie");
    assert_eq!(Language::French.inside("R&D"), "R&D");
    assert_eq!(Language::German.inside("Holz"), "Holz");
}
