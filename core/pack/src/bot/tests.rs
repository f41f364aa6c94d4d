//! Bots: how they are asked for, and how they play.

use super::Spec;

fn told(typed: &str) -> String {
    Spec::parse(typed).map_or_else(|error| error, |spec| format!("ok: {spec}"))
}

#[test]
fn a_bot_is_asked_for_by_its_name() {
    assert_eq!(told("random"), "ok: random");
    assert_eq!(told(" first "), "ok: first");
}
