//! The command line of `ladder`.

use insta::assert_snapshot;

use crate::testing::{Place, told};

#[test]
fn bad_requests_say_what_to_do() {
    assert_snapshot!(told("ladder hello --bots random"), @r"
    exit 2
    error: a ladder needs two bots or more
      help: name them, separated by commas: `--bots random,greedy`
    ");
    assert_snapshot!(told("ladder hello --bots random,greedy,random"), @r"
    exit 2
    error: the bot `random` is named twice
      help: name each bot once: a bot does not meet itself
    ");
    assert_snapshot!(told("ladder hello --games 0"), @r"
    exit 2
    error: `--games` is 0
      help: give at least 1
    ");
    let unknown = told("ladder hello --bots random,gredy");
    assert!(unknown.contains("there is no bot `gredy`: there are `random`"), "{unknown}");
    let crowd = told("ladder hello --players 9");
    assert!(crowd.starts_with("exit 2"), "{crowd}");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let line = "ladder hello --bots random,first,greedy --games 4 --seed 3 --format json --threads";
    let one = told(&format!("{line} 1"));
    assert!(one.starts_with("exit 0"), "{one}");
    assert_eq!(one, told(&format!("{line} 3")));
}

#[test]
fn strength_is_told_in_two_tables() {
    let ran = Place::new().run("ladder tic-tac-toe --bots first,random,greedy --games 6 --seed 1");
    assert_snapshot!(ran.all());
}
