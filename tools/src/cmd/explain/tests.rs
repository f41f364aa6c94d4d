//! Codes and values, explained.

use insta::assert_snapshot;

use crate::testing::{Place, told};

#[test]
fn a_code_is_explained() {
    assert_snapshot!(told("explain l004"), @"");
}

#[test]
fn an_unknown_code_is_told_with_a_similar_one() {
    assert_snapshot!(told("explain LL04"), @"");
    assert_snapshot!(told("explain hello"), @"");
}

#[test]
fn all_codes_are_listed_once() {
    let out = Place::new().run("explain").out;
    let mut codes: Vec<&str> = out.lines().filter_map(|line| line.split("  ").next()).collect();
    codes.retain(|code| code.len() == 4);
    let n_codes = codes.len();
    codes.dedup();
    assert!(n_codes > 20);
    assert_eq!(codes.len(), n_codes);
}

#[test]
fn a_path_that_is_not_there_is_told_with_what_is() {
    let place = Place::new();
    place.run("new pack isle");
    assert_snapshot!(place.run("explain isle tiles.towr").all(), @"");
    assert_snapshot!(place.run("explain isle tiles.hut.cost.wood.more").all(), @"");
}
