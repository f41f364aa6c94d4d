//! The command line of `ladder`.

use crate::testing::told;

#[test]
fn bad_requests_say_what_to_do() {
    insta::assert_snapshot!(told("ladder hello --bots random"), @"");
}
