//! `begin: turn` and the step `commit`.

use super::{left, steps};

#[test]
fn commit_follows_the_turn_in_a_list() {
    let old = "\
- begin: turn # a new one
- begin: round
- each:
    of: yard
    do:
    - begin: turn
    - gain: { wood: 1 }
- { begin: turn }
";
    let new = "\
- begin: turn # a new one
- commit
- begin: round
- each:
    of: yard
    do:
    - begin: turn
    - commit
    - gain: { wood: 1 }
- { begin: turn }
- commit
";
    assert_eq!(steps(old), new);
}

#[test]
fn commit_follows_the_turn_in_brackets() {
    let old = "- repeat: { times: 2, do: [{ begin: turn }, { call: turn }, begin: turn] }\n";
    let new = "- repeat: { times: 2, do: [{ begin: turn }, commit, { call: turn }, begin: turn, commit] }\n";
    assert_eq!(steps(old), new);
}

#[test]
fn a_condition_holds_for_both() {
    let old = "\
- if: option.final
  begin: turn
- begin: turn
  if: >-
    a and
    b
  key: start
- repeat: { times: 2, do: [{ begin: turn, if: \"max(a, b) > 1\" }] }
";
    let new = "\
- if: option.final
  begin: turn
- commit:
  if: option.final
- begin: turn
  if: >-
    a and
    b
  key: start
- commit:
  if: \"a and b\"
- repeat: { times: 2, do: [{ begin: turn, if: \"max(a, b) > 1\" }, { if: \"max(a, b) > 1\", commit: }] }
";
    assert_eq!(steps(old), new);
}

#[test]
fn a_single_step_becomes_a_list() {
    let old = "\
- repeat:
    times: 2
    do: { begin: turn }
- repeat:
    times: 2
    do:
      begin: turn
      # named for patches
      key: start
    ask: again?
- choose:
    options:
      go: { begin: turn }
";
    let new = "\
- repeat:
    times: 2
    do: [{ begin: turn }, commit]
- repeat:
    times: 2
    do:
      - begin: turn
        # named for patches
        key: start
      - commit
    ask: again?
- choose:
    options:
      go: [{ begin: turn }, commit]
";
    assert_eq!(steps(old), new);
}

#[test]
fn a_patch_of_one_step_is_left_to_a_person() {
    let old = "\
patch:
  - { at: procedures.turn.do.start, set: { begin: turn } }
  - { at: procedures.turn.do.start.begin, set: turn }
";
    let message = "`begin: turn` does not make choices final here any more";
    assert_eq!(left(old), [format!("2: {message}"), format!("3: {message}")]);
}
