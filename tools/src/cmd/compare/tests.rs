//! Comparisons of the bundled packs.

use crate::Exit;
use crate::testing::Place;

#[test]
fn the_same_packs_are_the_same_and_that_is_clear_early() {
    let ran = Place::new().run("compare hello hello --games 200 --threads 2");
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.err);
    assert!(ran.out.contains("30 pairs of games, bot: "), "{}", ran.out);
    assert!(ran.out.contains("stopped early, of at most 200: the answer is clear"), "{}", ran.out);
    assert!(ran.out.contains("Nothing is clearly taken more or less often"), "{}", ran.out);
}

#[test]
fn threads_do_not_change_when_it_stops() {
    let place = Place::new();
    let line = "compare hello hello --option-b days=10 --games 80 --format json";
    let one = place.run(&format!("{line} --threads 1 --out one"));
    let two = place.run(&format!("{line} --threads 2 --out two"));
    assert_eq!(one.exit, Exit::Fine, "{}", one.err);
    assert_eq!(one.out, two.out);
    for file in ["summary.json", "games.jsonl", "games.csv", "differences.csv", "report.html"] {
        let read = |folder: &str| place.read(&format!("{folder}/{file}"));
        assert_eq!(read("one"), read("two"), "{file}");
    }
    let told: serde_json::Value = serde_json::from_str(&one.out).expect("JSON");
    let decisions = &told["figures"][1];
    assert_eq!((&decisions["id"], &decisions["verdict"]), (&"decisions".into(), &"less".into()));
}

#[test]
fn what_only_one_set_has_is_told() {
    let line = "compare hello hello+hello-market-day --games 40 --all --threads 2 --out both";
    let place = Place::new();
    let ran = place.run(line);
    assert_eq!(ran.exit, Exit::Fine, "{}", ran.err);
    let row = ran.out.lines().find(|line| line.contains("Market stall")).unwrap_or_default();
    assert!(row.contains("none"), "{}", ran.out);
    assert!(place.read("both/games.csv").starts_with("set,game,seed,"));
}

#[test]
fn bad_requests_are_told() {
    let mut all = String::new();
    let place = Place::new();
    for line in [
        "compare hello",
        "compare hello helo",
        "compare hello hello+tic-tac-toe+connect-four --players 9",
        "compare hello hello --bots wizard",
        "compare hello hello --option-b size=5",
    ] {
        all.push_str(&format!("$ boardwright {line}\n{}\n", place.run(line).all()));
    }
    insta::assert_snapshot!(all);
}
