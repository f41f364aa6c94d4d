//! Each operator, and each of its errors.

use super::super::testing::{report, value};
use super::{on_base, patched};

#[test]
fn set_changes_a_value() {
    assert_eq!(patched("{ at: tiles.mill.cost.wood, set: 5 }", "tiles.mill.cost.wood"), "5");
}

#[test]
fn set_makes_a_new_key() {
    assert_eq!(patched("{ at: tiles.hut.text, set: Small }", "tiles.hut.text"), "\"Small\"");
}

#[test]
fn set_on_a_list_item_keeps_its_key() {
    let item =
        patched("{ at: tiles.mill.do.gain, set: { gain: { fish: 1 } } }", "tiles.mill.do.gain");
    assert_eq!(item, "{ key: \"gain\", gain: { fish: 1 } }");
}

#[test]
fn set_reaches_into_list_items() {
    let path = "tiles.mill.do.gain.gain.wood";
    assert_eq!(patched(&format!("{{ at: {path}, set: 4 }}"), path), "4");
}

#[test]
fn set_makes_no_item_and_no_section() {
    insta::assert_snapshot!(patched("{ at: tiles.mill.do.sell, set: { x: 1 } }", "x"), @"
    error[L045]: unknown path `tiles.mill.do.sell`
      cheap/rules.yaml:2:25: `tiles.mill.do` exists, but none of its items is `sell`
      help: there are `pay`, `gain`
    ");
    insta::assert_snapshot!(patched("{ at: harbours, set: { x: 1 } }", "x"), @r"
    error[L045]: unknown path `harbours`
      cheap/rules.yaml:2:11: there is no section `harbours`
      help: there are `tiles`, `ranking`
    ");
}

#[test]
fn replace_needs_something_to_replace() {
    let path = "tiles.mill.cost";
    assert_eq!(patched(&format!("{{ at: {path}, replace: {{ fish: 1 }} }}"), path), "{ fish: 1 }");
    insta::assert_snapshot!(patched("{ at: tiles.hut.cots, replace: 1 }", ""), @r"
    error[L045]: unknown path `tiles.hut.cots`
      cheap/rules.yaml:2:21: `tiles.hut` exists, but has no `cots`
      help: a similar name exists: `cost`
    ");
}

#[test]
fn unset_takes_a_key_away() {
    assert_eq!(
        patched("{ at: tiles.mill.cost.coin, unset: true }", "tiles.mill.cost"),
        "{ wood: 6 }"
    );
    insta::assert_snapshot!(patched("{ at: tiles.mill.do.pay, unset: true }", ""), @r"
    error[L044]: `unset` cannot be used at `tiles.mill.do.pay`
      cheap/rules.yaml:2:11: an item of a list
      help: write `{ at: tiles.mill.do, remove: pay }`
    ");
    insta::assert_snapshot!(patched("{ at: tiles, unset: true }", ""), @r"
    error[L044]: `unset` cannot be used at `tiles`
      cheap/rules.yaml:2:11: a whole section
      help: list it under `remove`
    ");
}

#[test]
fn add_and_scale_calculate_with_whole_numbers() {
    let path = "tiles.mill.cost.wood";
    let after = |op: &str| patched(&format!("{{ at: {path}, {op} }}"), path);
    assert_eq!(after("add: 2"), "8");
    assert_eq!(after("add: -7"), "-1");
    assert_eq!(after("scale: { by: 2 }"), "12");
    assert_eq!(after("scale: { by: 3, over: 4 }"), "4");
    assert_eq!(after("scale: { by: -3, over: 4 }"), "-5");
}

#[test]
fn numbers_have_an_end() {
    insta::assert_snapshot!(
        patched("{ at: tiles.mill.cost.wood, add: 9223372036854775807 }", ""), @r"
    error[L048]: the new value of `tiles.mill.cost.wood` is too big
      cheap/rules.yaml:2:38: goes beyond what a number can hold
      coast/tiles.yaml:4:19: it was 6
      help: use a smaller number, or `set`
    ");
}

#[test]
fn append_takes_an_item_or_a_list() {
    let path = "tiles.mill.tags";
    let after = |op: &str| patched(&format!("{{ at: {path}, append: {op} }}"), path);
    assert_eq!(after("old"), r#"["river", "wind", "old"]"#);
    assert_eq!(after("[old, big]"), r#"["river", "wind", "old", "big"]"#);
}

#[test]
fn insert_goes_beside_an_item() {
    let path = "tiles.mill.tags";
    let after = |op: &str| patched(&format!("{{ at: {path}, insert: {op} }}"), path);
    assert_eq!(after("{ before: wind, items: old }"), r#"["river", "old", "wind"]"#);
    assert_eq!(after("{ after: wind, items: [a, b] }"), r#"["river", "wind", "a", "b"]"#);
    insta::assert_snapshot!(after("{ after: wimd, items: [] }"), @r"
    error[L045]: unknown path `tiles.mill.tags.wimd`
      cheap/rules.yaml:2:36: `tiles.mill.tags` has no item with the key `wimd`
      help: a similar name exists: `wind`
    ");
}

#[test]
fn a_key_is_once_in_its_list() {
    insta::assert_snapshot!(patched("{ at: ranking, append: { key: wood } }", ""), @r"
    error[L054]: the list `ranking` already has an item `wood`
      cheap/rules.yaml:2:28: the same `key`
      coast/tiles.yaml:12:5: has it first
      help: use another `key`, or `set` at `ranking.wood`
    ");
}

#[test]
fn remove_takes_an_item_away() {
    assert_eq!(patched("{ at: tiles.mill.tags, remove: wind }", "tiles.mill.tags"), r#"["river"]"#);
    assert_eq!(patched("{ at: tiles.mill.do, remove: pay }", "tiles.mill.do.pay"), "-");
    insta::assert_snapshot!(patched("{ at: tiles.mill.do, remove: 0 }", ""), @r"
    error[L046]: `tiles.mill.do.0` counts the items of a list
      cheap/rules.yaml:2:34: `tiles.mill.do` has no item with the key `0`
      help: write `pay`; there are `pay`, `gain`
    ");
}

#[test]
fn removed_paths_are_gone() {
    let loaded = on_base(
        "== cheap/rules.yaml\n\
         remove: [tiles.mill, tiles.hut.cost.wood, ranking.wood, tiles.hutt]\n",
    );
    assert_eq!(value(&loaded, "tiles.mill"), "-");
    assert_eq!(value(&loaded, "tiles.hut"), r#"{ name: "Hut", cost: {} }"#);
    assert_eq!(value(&loaded, "ranking"), r#"[{ key: "points", by: "points" }]"#);
    insta::assert_snapshot!(report(&loaded), @r"
    error[L045]: unknown path `tiles.hutt`
      cheap/rules.yaml:1:63: `tiles` exists, but has no `hutt`
      help: a similar name exists: `hut`
    ");
}

#[test]
fn patches_may_stand_in_the_manifest() {
    let loaded = on_base(
        "== cheap/pack.yaml\nid: cheap\ntitle: Cheap\nextends: coast\n\
         patch:\n  - { at: tiles.mill.cost.wood, expect: 6, set: 5 }\n",
    );
    assert_eq!(report(&loaded), "");
    assert_eq!(value(&loaded, "tiles.mill.cost.wood"), "5");
}

#[test]
fn expect_shows_what_was_found_and_where() {
    assert_eq!(patched("{ at: tiles.hut.x, expect: ~, set: 1 }", "tiles.hut.x"), "1");
    assert_eq!(
        patched("{ at: tiles.mill.cost, expect: { coin: 2, wood: 6 }, set: 1 }", "tiles.mill.cost"),
        "1"
    );
    insta::assert_snapshot!(patched("{ at: tiles.mill.cost.wood, expect: 4, set: 5 }", ""), @r"
    error[L047]: `tiles.mill.cost.wood` is 6, not 4 as this patch expects
      cheap/rules.yaml:2:41: expects 4
      coast/tiles.yaml:4:19: set to 6 here
      help: check whether the patch still makes sense, then change or remove `expect`
    ");
    insta::assert_snapshot!(patched("{ at: tiles.mill.cost.fish, expect: 4, set: 5 }", ""), @r"
    error[L045]: unknown path `tiles.mill.cost.fish`
      cheap/rules.yaml:2:27: `tiles.mill.cost` exists, but has no `fish`
      help: there are `wood`, `coin`
    ");
}

#[test]
fn paths_end_at_simple_values() {
    insta::assert_snapshot!(patched("{ at: tiles.mill.name.short, set: M }", ""), @r"
    error[L045]: unknown path `tiles.mill.name.short`
      cheap/rules.yaml:2:11: `tiles.mill.name` is text
      coast/tiles.yaml:3:11: set here
      help: only a mapping can get a new key
    ");
    insta::assert_snapshot!(patched("{ at: tiles.mill.name.short.x, add: 1 }", ""), @r"
    error[L045]: unknown path `tiles.mill.name.short.x`
      cheap/rules.yaml:2:27: `tiles.mill.name` is text, so nothing is below it
    ");
}

#[test]
fn items_are_not_counted() {
    insta::assert_snapshot!(patched("{ at: tiles.mill.do.0.pay.coin, add: 1 }", ""), @"
    error[L046]: `tiles.mill.do.0.pay.coin` counts the items of a list
      cheap/rules.yaml:2:25: `tiles.mill.do` is a list; its items are found by their `key` or their verb, not by number
      help: write `tiles.mill.do.pay.pay.coin`; there are `pay`, `gain`
    ");
}

#[test]
fn an_item_named_twice_is_not_guessed() {
    let loaded = super::super::testing::layered(
        "== coast/a.yaml\nx: { y: [{ key: a }, { key: a }] }\n\
         == cheap/a.yaml\npatch: [{ at: x.y.a.b, set: 1 }]\n",
    );
    insta::assert_snapshot!(report(&loaded), @r"
    error[L054]: two items of the list `x.y` have the key `a`
      cheap/a.yaml:1:15: cannot tell which one is meant
      coast/a.yaml:1:10: one
      coast/a.yaml:1:22: and the other
      help: give one of them another `key`
    ");
}

#[test]
fn operators_need_the_right_target() {
    insta::assert_snapshot!(patched("{ at: tiles.mill.name, add: 1 }", ""), @r"
    error[L044]: `add` cannot be used at `tiles.mill.name`
      cheap/rules.yaml:2:11: is text, and `add` needs a whole number
      coast/tiles.yaml:3:11: set here
      help: use `set` to give it another value, or name a number with `at`
    ");
    insta::assert_snapshot!(patched("{ at: tiles.mill.cost, append: 1 }", ""), @r"
    error[L044]: `append` cannot be used at `tiles.mill.cost`
      cheap/rules.yaml:2:11: is a mapping, and `append` needs a list
      coast/tiles.yaml:4:11: set here
      help: use `set` to give it another value, or name a list with `at`
    ");
}

#[test]
fn a_patch_has_one_operator() {
    insta::assert_snapshot!(patched("{ at: tiles.mill.name }", ""), @r"
    error[L041]: this patch does nothing
      cheap/rules.yaml:2:5: has no operator
      help: add one of `set`, `replace`, `unset`, `add`, `scale`, `append`, `insert`, `remove`
    ");
    insta::assert_snapshot!(patched("{ at: tiles.mill.name, set: 1, add: 2 }", ""), @r"
    error[L041]: this patch has both `set` and `add`
      cheap/rules.yaml:2:36: a second operator
      cheap/rules.yaml:2:28: the first
      help: make two patches of it, each with its own `at`
    ");
    insta::assert_snapshot!(patched("{ at: tiles.mill.name, apend: 1 }", ""), @r"
    error[L042]: unknown key `apend` in a patch
      cheap/rules.yaml:2:28: not a key of a patch
      help: a key with a similar name exists: `append`
    error[L041]: this patch does nothing
      cheap/rules.yaml:2:5: has no operator
      help: add one of `set`, `replace`, `unset`, `add`, `scale`, `append`, `insert`, `remove`
    ");
}

#[test]
fn operators_say_what_they_take() {
    let all =
        ["unset: 1", "add: x", "scale: 2", "scale: { by: 1, over: 0 }", "insert: { items: 1 }"];
    let reports = all.map(|op| patched(&format!("{{ at: tiles.mill.name, {op} }}"), ""));
    insta::assert_snapshot!(reports.concat(), @r#"
    error[L043]: `unset` cannot have 1
      cheap/rules.yaml:2:35: expected `true`
      help: write `unset: true`; to give another value use `set`
    error[L043]: `add` cannot have "x"
      cheap/rules.yaml:2:33: expected a whole number
      help: write a number, such as `add: 2`; to change text use `set`
    error[L043]: `scale` cannot have 2
      cheap/rules.yaml:2:35: expected whole numbers, `{ by: 3, over: 2 }`, with `over` at least 1
      help: write `scale: { by: 3, over: 2 }`
    error[L043]: `scale` cannot have { by: 1, over: 0 }
      cheap/rules.yaml:2:35: expected whole numbers, `{ by: 3, over: 2 }`, with `over` at least 1
      help: write `scale: { by: 3, over: 2 }`
    error[L043]: `insert` cannot have { items: 1 }
      cheap/rules.yaml:2:36: expected `{ before: key, items: [...] }` or `{ after: key, items: [...] }`
      help: write `insert: { after: key, items: [...] }`
    "#);
}

#[test]
fn a_patch_says_where() {
    let all = ["{ set: 1 }", "3", "{ at: a..b, set: 1 }", "{ at: 3, set: 1 }"];
    insta::assert_snapshot!(all.map(|patch| patched(patch, "")).concat(), @r#"
    error[L040]: this patch does not say where
      cheap/rules.yaml:2:5: expected a key `at`
      help: add `at` with a path such as `tiles.mill.cost`
    error[L040]: an item of `patch` is a whole number
      cheap/rules.yaml:2:5: expected a mapping such as `{ at: tiles.mill.cost, set: 3 }`
    error[L040]: "a..b" is not a path
      cheap/rules.yaml:2:11: expected names joined by dots, such as `tiles.mill.cost`
      note: a path has at most 32 parts
    error[L040]: 3 is not a path
      cheap/rules.yaml:2:11: expected names joined by dots, such as `tiles.mill.cost`
      note: a path has at most 32 parts
    "#);
}

#[test]
fn a_game_has_nothing_to_patch() {
    let loaded = super::super::testing::layered("== coast/a.yaml\npatch: []\nremove: []\n");
    insta::assert_snapshot!(report(&loaded), @r"
    error[L035]: pack `coast` extends no other, so there is nothing to patch
      coast/a.yaml:1:1: changes what another pack defined
      help: name the other pack with `extends`, or change it where it is defined
    ");
}

#[test]
fn lists_of_patches_are_lists() {
    let loaded = on_base("== cheap/a.yaml\npatch: { at: x }\nremove: tiles.mill\n");
    insta::assert_snapshot!(report(&loaded), @r"
    error[L040]: `patch` is a mapping
      cheap/a.yaml:1:8: expected a list, each item after a `-`
    error[L040]: `remove` is text
      cheap/a.yaml:2:9: expected a list, each item after a `-`
    ");
}

#[test]
fn there_are_only_so_many_patches() {
    let patch = "  - { at: tiles.hut.cost.wood, add: 1 }\n";
    let loaded = on_base(&format!("== cheap/a.yaml\npatch:\n{}", patch.repeat(10_010)));
    assert_eq!(value(&loaded, "tiles.hut.cost.wood"), "10001");
    insta::assert_snapshot!(report(&loaded), @r"
    error[L005]: too many patches
      cheap/a.yaml:10002:5: from here
      note: at most 10000 are applied
    ");
}

#[test]
fn there_are_only_so_many_copies() {
    let list = format!("[{}]", "1, ".repeat(50_000));
    let patch = "  - { at: x.y, append: 1 }\n";
    let loaded = super::super::testing::layered(&format!(
        "== coast/a.yaml\nx: {{ y: {list} }}\n== cheap/a.yaml\npatch:\n{}",
        patch.repeat(100)
    ));
    insta::assert_snapshot!(report(&loaded), @r"
    error[L005]: the packs together are too big
      note: patches and `like` may copy at most 4000000 values
    ");
}

/// A procedure whose steps have no keys.
const STEPS: &str = "
== coast/flow.yaml
procedures:
  produce:
    do:
      - require: me.coal > 0
      - repeat:
          up_to: 3
          do:
            - pick: { from: me.works }
              as: what
            - pick: { from: me.workers, if: it.free }
              as: who
            - gain: { wood: 1 }
            - gain: { coal: 1 }
            - perform: what.reward
      - call: rest
";

fn stepped(patch: &str, path: &str) -> String {
    let loaded = on_base(&format!("{STEPS}== cheap/rules.yaml\npatch:\n  - {patch}\n"));
    match loaded.diags.is_empty() {
        true => value(&loaded, path),
        false => report(&loaded),
    }
}

#[test]
fn a_step_without_a_key_is_found_by_its_verb() {
    let to = |at: &str, path: &str| stepped(&format!("{{ at: procedures.produce.do.{at} }}"), path);
    let most = "procedures.produce.do.repeat.repeat.up_to";
    assert_eq!(to("repeat.up_to, set: 4", most), "4");
    assert_eq!(to("repeat.min, set: 0", "procedures.produce.do.repeat.repeat.min"), "0");
    assert_eq!(to("repeat.if, set: me.coal", "procedures.produce.do.repeat.if"), "\"me.coal\"");
    let inside = "procedures.produce.do.repeat.repeat.do";
    assert_eq!(
        to("repeat.do.pick(who).from, set: me.staff", &format!("{inside}.pick(who).pick.from")),
        "\"me.staff\""
    );
    assert_eq!(
        to("repeat.do.gain(coal).coal, set: 2", &format!("{inside}.gain(coal).gain.coal")),
        "2"
    );
    assert_eq!(
        to("repeat.do.perform(what.reward).if, set: yes", &format!("{inside}.perform.if")),
        "\"yes\""
    );
    let rest = "procedures.produce.do.call(rest)";
    assert_eq!(
        stepped("{ at: procedures.produce.do, remove: require }", rest),
        "{ call: \"rest\" }"
    );
    assert_eq!(stepped("{ at: procedures.produce.do, remove: call(rest) }", rest), "-");
}

#[test]
fn an_ambiguous_address_is_told_with_those_there_are() {
    insta::assert_snapshot!(
        stepped("{ at: procedures.produce.do.repeat.do.pick.from, set: deck }", ""), @"
    error[L054]: `pick` means 2 steps of `procedures.produce.do.repeat.repeat.do`
      cheap/rules.yaml:2:11: cannot tell which one is meant
      coast/flow.yaml:8:15: one
      coast/flow.yaml:10:15: and another
      help: write `pick(what)` or `pick(who)`
    ");
    insta::assert_snapshot!(
        stepped("{ at: procedures.produce.do.repeat.do.move, set: deck }", ""), @"
    error[L045]: unknown path `procedures.produce.do.repeat.repeat.do.move`
      cheap/rules.yaml:2:11: `procedures.produce.do.repeat.repeat.do` exists, but none of its items is `move`
      help: there are `pick(what)`, `pick(who)`, `gain(wood)`, `gain(coal)`, `perform`
    ");
}

#[test]
fn two_ways_to_one_step_are_one_place() {
    let text = "{STEPS}
== cheap/rules.yaml
patch: [{ at: procedures.produce.do.repeat.up_to, set: 4 }]
== dear/rules.yaml
patch: [{ at: procedures.produce.do.repeat.repeat.up_to, set: 5 }]
";
    let loaded = on_base(&text.replace("{STEPS}", STEPS));
    insta::assert_snapshot!(report(&loaded), @"
    error[L049]: packs `cheap` and `dear` disagree about `procedures.produce.do.repeat.repeat.up_to`
      dear/rules.yaml:1:63: set to 5 by `dear`
      cheap/rules.yaml:1:56: set to 4 by `cheap`
      note: neither pack extends the other, so neither takes precedence
      help: use one of them, let one extend the other, or add a pack that extends both and sets `procedures.produce.do.repeat.repeat.up_to`
    ");
}
