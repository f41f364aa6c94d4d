//! Sentences are read correctly, or not at all.

use super::verbs::Way;
use super::words::Language;

/// Amounts as "+2 wood", "-1 fish", "3 steps", after the trigger and a bar.
fn read(language: &str, text: &str) -> String {
    let Some(language) = Language::find(language) else { return String::new() };
    let sentence = |it: &super::clauses::Sentence| {
        let trigger =
            it.trigger.as_ref().map_or(String::new(), |it| format!("{} | ", it.join(" ")));
        let amounts = it.amounts.iter().map(|said| {
            let way = match said.way {
                Some(Way::In) => "+",
                Some(Way::Out) => "-",
                None => "",
            };
            format!("{way}{} {}", said.number, said.words.join(" "))
        });
        trigger + &amounts.collect::<Vec<_>>().join(", ")
    };
    language.sentences(text).iter().map(sentence).collect::<Vec<_>>().join(". ")
}

#[test]
fn a_trigger_may_stand_before_or_behind() {
    assert_eq!(
        read("en", "Whenever you build another tile, gain 1 wood."),
        "you build another tile | +1 wood"
    );
    assert_eq!(read("en", "Gain 1 wood whenever you build."), "you build | +1 wood");
    assert_eq!(
        read("en", "When built: 2 money and 1 step on R&D."),
        "built | 2 money and, 1 step on r d"
    );
    assert_eq!(read("en", "When built gain 1 fish"), "+1 fish");
    assert_eq!(
        read("fr", "Chaque fois que vous construisez, gagnez 2 bois."),
        "vous construisez | +2 bois"
    );
    assert_eq!(read("de", "Jedes Mal, wenn du baust, erhältst du 2 Holz."), "du baust | +2 holz");
}

#[test]
fn amounts_go_the_way_of_their_verb() {
    assert_eq!(read("en", "Pay 1 fish for 2 wood."), "-1 fish, +2 wood");
    assert_eq!(read("en", "Gain 2 wood, 3 fish; lose two points."), "+2 wood, +3 fish, -2 points");
    assert_eq!(
        read("de", "Du kannst 1 Fisch zahlen, um 2 Holz zu erhalten."),
        "-1 fisch zahlen, +2 holz"
    );
    assert_eq!(read("fr", "Payez 1 poisson pour 2 bois."), "-1 poisson, +2 bois");
    assert_eq!(read("en", "2 silk, 4 money or 3 points."), "2 silk, 4 money or, 3 points");
}

#[test]
fn conditions_bounds_and_comparisons_are_not_read() {
    assert_eq!(read("en", "If you have 3 wood, gain 1 fish."), "+1 fish");
    assert_eq!(read("en", "Gain up to 3 wood, at most 4 fish."), "");
    assert_eq!(read("en", "Tiles cost 2 wood less."), "");
    assert_eq!(read("en", "Gain 1 fish for each 2 wood."), "+1 fish");
}
