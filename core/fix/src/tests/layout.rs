//! Everything that no rule changes stays the same, byte for byte.

use super::{rules, run, steps};
use crate::{PackDeclarations, RULES, Sort, diff, fix};

#[test]
fn lines_that_end_as_on_windows() {
    let old = "setup:\r\n  - begin: turn # x\r\n  - gain: { wood: 1, to: p2 }\r\n  - gain:\r\n      wood: 1\r\n      to: p2\r\n";
    let new = "setup:\r\n  - begin: turn # x\r\n  - commit\r\n  - gain: { wood: 1 }\r\n    who: p2\r\n  - gain:\r\n      wood: 1\r\n    who: p2\r\n";
    assert_eq!(rules(old), new);
}

#[test]
fn no_line_break_at_the_end() {
    assert_eq!(steps("- begin: turn"), "- begin: turn\n- commit");
    assert_eq!(steps("- set: { a: 1, of: it }"), "- set: { a: 1 }\n  who: it");
}

#[test]
fn letters_of_more_than_one_byte() {
    let old = "- note: \"Füße 🐟\" # ä\n- { note: \"é\", if: \"ö\" }\n- [{ ü: 1 }]\n- set: { a: \"é\", of: ü } # ß\n";
    let new = "- note: \"Füße 🐟\" # ä\n- { note: \"é\", if: \"ö\" }\n- [{ ü: 1 }]\n- set: { a: \"é\" } # ß\n  who: ü\n";
    assert_eq!(steps(old), new);
}

#[test]
fn a_step_is_changed_by_several_rules() {
    let old = "\
- if: a
  when: b # c
  do:
    - { own: { what: it, by: p2 }, if: x }
    - each: { seat: all, do: [{ begin: turn }, { call: it.reward }, { pay: { cost: it.cost, by: me } }] }
";
    let new = "\
- if: \"(a) and (b)\"
  # c
  do:
    - { set_owner: it, who: p2, if: x }
    - each: { as_seat: all, do: [{ begin: turn }, commit, { perform: it.reward }, { pay: it.cost, who: me }] }
";
    assert_eq!(steps(old), new);
}

#[test]
fn rules_are_counted() {
    let old = "setup: [{ own: { what: a, by: b } }, { own: c }, { when: a, do: [] }]\n";
    let fixed = run(old, Sort::Rules, &PackDeclarations::default());
    assert_eq!(fixed.counts, [("owner", 2), ("if", 1), ("who", 1)]);
    assert!(fixed.counts.iter().all(|(name, _)| RULES.iter().any(|rule| rule.name == *name)));
}

#[test]
fn places_by_hand_are_told_in_both_texts() {
    let old = "setup:\n  - begin: turn\n  - { if: a, when: b, do: [], else: [] }\n";
    let fixed = run(old, Sort::Rules, &PackDeclarations::default());
    assert_eq!(
        fixed.text,
        "setup:\n  - begin: turn\n  - commit\n  - { if: a, when: b, do: [], else: [] }\n"
    );
    let [left] = fixed.left.as_slice() else { panic!("{:?}", fixed.left) };
    assert_eq!((left.rule, left.before, left.after), ("if", (3, 14), (4, 14)));
}

#[test]
fn text_that_is_not_yaml_is_told() {
    let why = fix("isle/game.yaml", "setup: [\n", Sort::Rules, &PackDeclarations::default());
    let why = why.expect_err("it is not YAML");
    assert_eq!(why.by, None);
    assert_eq!(why.diags.first().map(|diag| diag.code), Some("Y001"));
}

#[test]
fn a_diff_shows_the_lines_that_change() {
    let old = "a: 1\nb: 2\nc: 3\n";
    let new = "a: 1\nb: 4\nc: 3\n";
    let expected = "--- a/x.yaml\n+++ b/x.yaml\n@@ -1,3 +1,3 @@\n a: 1\n-b: 2\n+b: 4\n c: 3\n";
    assert_eq!(diff("x.yaml", old, new), expected);
    assert_eq!(diff("x.yaml", old, old), "");
}
