//! `when` with `do` and `else`.

use super::{left, rules, steps};

#[test]
fn when_becomes_if() {
    let old = "\
- when: me.wood > 3
  do: [{ gain: { vp: 1 } }]
  else:
    - { when: a, do: { when: \"b\", do: [] } }
- key: k
  when: >-
    a and
    b
  do:
    when: c
    do: [{ end: game }]
";
    let new = "\
- if: me.wood > 3
  do: [{ gain: { vp: 1 } }]
  else:
    - { if: a, do: { if: \"b\", do: [] } }
- key: k
  if: >-
    a and
    b
  do:
    if: c
    do: [{ end: game }]
";
    assert_eq!(steps(old), new);
}

#[test]
fn two_conditions_are_joined() {
    let old = "\
- if: a or b # both
  when: \"c\" # are needed
  do: [{ when: x, if: y, do: [] }]
- when: it.name == \"mill\"
  do: []
  if: >-
    not
    b
- { if: a, when: b, do: [] }
";
    let new = "\
- if: \"(a or b) and (c)\" # both
  # are needed
  do: [{ if: \"(y) and (x)\", do: [] }]
- if: '(not b) and (it.name == \"mill\")'
  do: []
- { if: \"(a) and (b)\", do: [] }
";
    assert_eq!(steps(old), new);
}

#[test]
fn what_is_otherwise_done_cannot_be_joined() {
    let old = "\
setup:
  - if: a
    when: b
    do: [{ end: game }]
    else: [{ end: turns }]
  - when: b
  - { when: { 2: a, _: b }, if: c, do: [] }
";
    let expected = [
        "3: a step has `if`, `when` and `else`",
        "6: a step with `when` has no `do`",
        "7: `if` and `when` of this step cannot be joined",
    ];
    assert_eq!(left(old), expected);
}

/// As the only keys, `if` and `do` would belong to the option, which would then not be offered.
#[test]
fn a_single_step_of_an_option_becomes_a_list() {
    let old = "\
procedures:
  turn:
    - choose:
        options:
          go: { when: a, do: [{ end: game }] }
          stay:
            when: b
            do:
              - choose: { options: { on: { when: c, do: [] } } }
            # why
            else: []
    - may: { when: a, do: [] }
    - may:
        when: a
        do: []
    - try: { when: a, do: [] }
";
    let new = "\
procedures:
  turn:
    - choose:
        options:
          go: [{ if: a, do: [{ end: game }] }]
          stay:
            - if: b
              do:
                - choose: { options: { on: [{ if: c, do: [] }] } }
              # why
              else: []
    - may: [{ if: a, do: [] }]
    - may:
        - if: a
          do: []
    - try: { if: a, do: [] }
";
    assert_eq!(rules(old), new);
}
