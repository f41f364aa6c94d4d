//! Moves the holder beside the verb.

use super::{left, steps};

#[test]
fn every_verb() {
    let old = "\
- gain: { wood: 1, to: p2 }
- lose: { wood: 1, from: [me, it.space] }
- set: { of: it, mark: 0 }
- advance: { skill: 1, of: \"after(me, 1)\" }
- retreat: { skill: 1, of: p2 }
- score: { tiles: 1, to: p2 }
- pay: { wood: 2, by: p1, to: p2 }
- own: { what: it, by: p2 }
- control: { by: p2, what: first(me.yard) }
- own: { what: it }
";
    let new = "\
- gain: { wood: 1 }
  who: p2
- lose: { wood: 1 }
  who: [me, it.space]
- set: { mark: 0 }
  who: it
- advance: { skill: 1 }
  who: \"after(me, 1)\"
- retreat: { skill: 1 }
  who: p2
- score: { tiles: 1 }
  who: p2
- pay: { wood: 2 }
  who: p1
  to: p2
- set_owner: it
  who: p2
- set_controller: first(me.yard)
  who: p2
- set_owner: it
";
    assert_eq!(steps(old), new);
}

#[test]
fn in_brackets_it_stays_in_the_same_brackets() {
    let old = "- try: [{ gain: { wood: 1, to: p2 }, if: a }, gain: { wood: 1, to: p2 }, { pay: { to: x, by: y, wood: 1 } }]\n";
    let new = "- try: [{ gain: { wood: 1 }, who: p2, if: a }, { gain: { wood: 1 }, who: p2 }, { pay: { wood: 1 }, who: y, to: x }]\n";
    assert_eq!(steps(old), new);
}

#[test]
fn other_keys_of_the_step_stay_where_they_are() {
    let old = "\
- key: k
  if: a
  gain: { wood: 1, to: p2 } # a gift
  source: { conf: known }
";
    let new = "\
- key: k
  if: a
  gain: { wood: 1 } # a gift
  who: p2
  source: { conf: known }
";
    assert_eq!(steps(old), new);
}

#[test]
fn mappings_without_braces() {
    let old = "\
- gain:
    # whose
    to: p2 # the second
    wood: 1
- set:
    mark: >-
      1 +
      2
    of:
      - me
      - at(1, a, b)
  key: k
- pay:
    cost:
      wood: 1
      any: [{ fish: 1 }]
    by: p2
- pay:
    cost: it.cost
    to: p2
  if: a
- own:
    by: >-
      after(me,
      1)
    what: it
- gain:
    to: p2
";
    let new = "\
- gain:
    # whose
    # the second
    wood: 1
  who: p2
- set:
    mark: >-
      1 +
      2
  who: [me, \"at(1, a, b)\"]
  key: k
- pay: { wood: 1, any: [{ fish: 1 }] }
  who: p2
- pay: it.cost
  to: p2
  if: a
- set_owner: it
  who: \"after(me, 1)\"
- gain:
    {}
  who: p2
";
    assert_eq!(steps(old), new);
}

#[test]
fn braces_over_several_lines() {
    let old = "\
- gain: {
    wood: 1, # one
    to: p2, # the second
    fish: \"max(a, b)\",
  }
- {
    gain: { wood: 1,
            to: p2 },
    if: a, # only then
  }
- lose: { from: [p1,
    space], wood: 1 }
";
    let new = "\
- gain: {
    wood: 1, # one
    # the second
    fish: \"max(a, b)\",
  }
  who: p2
- {
    gain: { wood: 1 }, who: p2,
    if: a, # only then
  }
- lose: { wood: 1 }
  who: [p1, space]
";
    assert_eq!(steps(old), new);
}

#[test]
fn a_wrapped_cost_comes_out() {
    let old = "\
- pay: { cost: { any: [{ wood: 1 }, { fish: 2, if: \"a\" }] }, by: host, to: me }
- pay: { cost: \"it.cost\" }
- pay: it.cost
";
    let new = "\
- pay: { any: [{ wood: 1 }, { fish: 2, if: \"a\" }] }
  who: host
  to: me
- pay: \"it.cost\"
- pay: it.cost
";
    assert_eq!(steps(old), new);
}

#[test]
fn the_escape_for_resources_with_the_name_of_a_key() {
    let old = "\
- gain: { amounts: { to: 1, fish: me.x }, to: p2 }
- gain: { amounts: { to: me.x } }
- lose: { wood: 1, amounts: { fish: 2 } }
- set:
    amounts:
      a: 1
      b: at(1, 2)
";
    let new = "\
- gain: { to: 1, fish: me.x }
  who: p2
- gain: { to: me.x }
  who: me
- lose: { wood: 1, fish: 2 }
- set: { a: 1, b: \"at(1, 2)\" }
";
    assert_eq!(steps(old), new);
}

#[test]
fn what_only_looks_like_a_holder_stays() {
    let old = "\
- gain: { to: 3 }
- move: { what: it, to: me.yard }
- pay: { fish: { amount: 1, from: me.yard } }
- travel: { from: a, pay: { fish: 1 }, to: it.owner }
- majority: { line: area, of: me.boats, places: [8] }
- gain: { by: 1, of: 2, from: 3 }
- gain: { to: it }
  who: p2
";
    assert_eq!(steps(old), old);
}

#[test]
fn comments_are_not_lost() {
    let old = "\
setup:
  - pay: {
      # what it costs
      cost: it.cost, by: p2 }
  - gain: { 2: { wood: 1, to: p2 }, _: { wood: 2 } }
  - pay: { fish: 1, to: p2 }
    to: p1
";
    let lost = "cannot be moved out of `pay` without losing a comment or key";
    let expected = [
        format!("2: whose it is {lost}"),
        "5: whose it is stands in a table by players or options".to_owned(),
        format!("6: whose it is {lost}"),
    ];
    assert_eq!(left(old), expected);
}
