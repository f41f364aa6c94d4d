//! Packs that do not build on each other.

use super::super::testing::{report, value};
use super::on_base;

/// Two packs side by side, each with one patch.
fn both(a: &str, b: &str) -> super::super::Loaded {
    on_base(&format!("== a/a.yaml\npatch:\n  - {a}\n== b/b.yaml\npatch:\n  - {b}\n"))
}

#[test]
fn different_values_clash() {
    let loaded =
        both("{ at: tiles.mill.cost.wood, set: 5 }", "{ at: tiles.mill.cost.wood, replace: 4 }");
    insta::assert_snapshot!(report(&loaded), @r"
    error[L049]: packs `a` and `b` disagree about `tiles.mill.cost.wood`
      b/b.yaml:2:42: replaced by 4 by `b`
      a/a.yaml:2:38: set to 5 by `a`
      note: neither pack extends the other, so neither takes precedence
      help: use one of them, let one extend the other, or add a pack that extends both and sets `tiles.mill.cost.wood`
    ");
}

#[test]
fn a_part_clashes_with_its_whole() {
    let loaded = both("{ at: tiles.mill.cost.wood, add: 5 }", "{ at: tiles.mill, replace: {} }");
    insta::assert_snapshot!(report(&loaded), @r"
    error[L049]: packs `a` and `b` disagree about `tiles.mill`
      b/b.yaml:2:32: replaced by {} by `b`
      a/a.yaml:2:38: `tiles.mill.cost.wood` add 5 by `a`
      note: neither pack extends the other, so neither takes precedence
      help: use one of them, let one extend the other, or add a pack that extends both and sets `tiles.mill`
    ");
}

#[test]
fn what_goes_together_does_not_clash() {
    let wood = "at: tiles.mill.cost.wood";
    for (a, b, path, after) in [
        (
            format!("{{ {wood}, add: 1 }}"),
            format!("{{ {wood}, add: 2 }}"),
            "tiles.mill.cost.wood",
            "9",
        ),
        (
            format!("{{ {wood}, scale: {{ by: 2 }} }}"),
            format!("{{ {wood}, scale: {{ by: 3 }} }}"),
            "tiles.mill.cost.wood",
            "36",
        ),
        (
            format!("{{ {wood}, set: 1 }}"),
            format!("{{ {wood}, replace: 1 }}"),
            "tiles.mill.cost.wood",
            "1",
        ),
        (
            "{ at: tiles.mill.tags, append: a }".into(),
            "{ at: tiles.mill.tags, append: b }".into(),
            "tiles.mill.tags",
            r#"["river", "wind", "a", "b"]"#,
        ),
        (
            "{ at: tiles.mill.do, append: { key: x } }".into(),
            "{ at: tiles.mill.do.pay.pay.coin, set: 3 }".into(),
            "tiles.mill.do.pay.pay.coin",
            "3",
        ),
        (
            format!("{{ {wood}, set: 1 }}"),
            "{ at: tiles.mill.cost, set: { wood: 1 } }".into(),
            "tiles.mill.cost",
            "{ wood: 1 }",
        ),
    ] {
        let loaded = both(&a, &b);
        assert_eq!(report(&loaded), "", "{a} {b}");
        assert_eq!(value(&loaded, path), after);
    }
}

#[test]
fn what_does_not_go_together_clashes() {
    let wood = "at: tiles.mill.cost.wood";
    for (a, b) in [
        (format!("{{ {wood}, add: 1 }}"), format!("{{ {wood}, scale: {{ by: 2 }} }}")),
        (format!("{{ {wood}, set: 1 }}"), format!("{{ {wood}, add: 2 }}")),
        (format!("{{ {wood}, add: 2 }}"), format!("{{ {wood}, unset: true }}")),
        ("{ at: tiles.mill.tags, append: a }".into(), "{ at: tiles.mill.tags, set: [] }".into()),
        (
            "{ at: tiles.mill.do.pay.pay.coin, set: 3 }".into(),
            "{ at: tiles.mill.do, remove: pay }".into(),
        ),
    ] {
        let told = report(&both(&a, &b));
        assert!(told.starts_with("error[L049]") && told.matches("error").count() == 1, "{told}");
    }
}

#[test]
fn what_another_pack_took_away_is_named() {
    let loaded = on_base(
        "== a/a.yaml\nremove: [tiles.mill]\n\
         == b/b.yaml\npatch: [{ at: tiles.mill.cost.wood, add: 1 }]\n",
    );
    insta::assert_snapshot!(report(&loaded), @r"
    error[L045]: unknown path `tiles.mill.cost.wood`
      b/b.yaml:1:21: `tiles` exists, but has no `mill`
      a/a.yaml:1:10: `tiles.mill` taken away by `a`
      help: there are `hut`
    ");
}

#[test]
fn one_pack_may_extend_the_other() {
    let loaded = on_base(
        "== b/pack.yaml\nid: b\ntitle: b\nextends: a\n\
         == b/b.yaml\npatch: [{ at: tiles.hut.cost.wood, expect: 2, set: 3 }]\n\
         == a/a.yaml\npatch: [{ at: tiles.hut.cost.wood, set: 2 }]\n",
    );
    assert_eq!(report(&loaded), "");
    assert_eq!(value(&loaded, "tiles.hut.cost.wood"), "3");
}

#[test]
fn a_third_pack_settles_it() {
    let loaded = on_base(
        "== a/a.yaml\npatch: [{ at: tiles.hut.cost.wood, set: 2 }]\n\
         == b/b.yaml\npatch: [{ at: tiles.hut.cost.wood, set: 3 }]\n\
         == c/pack.yaml\nid: c\ntitle: c\nextends: [a, b]\n\
         patch: [{ at: tiles.hut.cost.wood, set: 4 }]\n",
    );
    assert_eq!(report(&loaded), "");
    assert_eq!(value(&loaded, "tiles.hut.cost.wood"), "4");
}

#[test]
fn two_packs_may_take_the_same_away() {
    let loaded = on_base(
        "== a/a.yaml\nremove: [tiles.hut, tiles.mill.do.pay]\n\
         == b/b.yaml\nremove: [tiles.hut]\n\
         patch: [{ at: tiles.mill.do, remove: pay }]\n",
    );
    assert_eq!(report(&loaded), "");
    assert_eq!(value(&loaded, "tiles.hut"), "-");
}

#[test]
fn one_pack_takes_a_thing_away_once() {
    let loaded = on_base("== a/a.yaml\nremove: [tiles.hut, tiles.hut]\n");
    insta::assert_snapshot!(report(&loaded), @r"
    error[L045]: unknown path `tiles.hut`
      a/a.yaml:1:27: `tiles` exists, but has no `hut`
      a/a.yaml:1:10: `tiles.hut` taken away by `a`
      help: there are `mill`
    ");
}

/// Unrelated packs, each expecting the value that the game has.
#[test]
fn expecting_the_value_of_the_game_does_not_hide_a_clash() {
    let wood = "at: tiles.mill.cost.wood, expect: 6";
    let loaded = both(&format!("{{ {wood}, set: 5 }}"), &format!("{{ {wood}, set: 4 }}"));
    insta::assert_snapshot!(report(&loaded), @r"
    error[L049]: packs `a` and `b` disagree about `tiles.mill.cost.wood`
      b/b.yaml:2:49: set to 4 by `b`
      a/a.yaml:2:49: set to 5 by `a`
      note: neither pack extends the other, so neither takes precedence
      help: use one of them, let one extend the other, or add a pack that extends both and sets `tiles.mill.cost.wood`
    ");
    let whole = "{ at: tiles.mill.cost, expect: { coin: 2, wood: 6 }, set: { wood: 1 } }";
    for (a, b) in [
        (format!("{{ {wood}, set: 5 }}"), whole.into()),
        (whole.into(), format!("{{ {wood}, set: 5 }}")),
        (format!("{{ {wood}, unset: true }}"), format!("{{ {wood}, set: 5 }}")),
        (format!("{{ {wood}, unset: true }}"), whole.into()),
        ("{ at: tiles.mill.cost.fish, set: 1 }".into(), whole.into()),
        (
            "{ at: tiles.mill.do.pay, set: { pay: { coin: 2 } } }".into(),
            "{ at: tiles.mill.do.pay.pay.coin, expect: 1, set: 3 }".into(),
        ),
    ] {
        let told = report(&both(&a, &b));
        assert!(told.starts_with("error[L049]") && told.matches("error").count() == 1, "{told}");
    }
}

#[test]
fn expecting_the_value_of_the_game_is_enough_where_packs_agree() {
    let wood = "at: tiles.mill.cost.wood, expect: 6";
    for (a, b, after) in [("set: 5", "set: 5", "5"), ("add: 1", "add: 2", "9")] {
        let loaded = both(&format!("{{ {wood}, {a} }}"), &format!("{{ {wood}, {b} }}"));
        assert_eq!(report(&loaded), "");
        assert_eq!(value(&loaded, "tiles.mill.cost.wood"), after);
    }
}

#[test]
fn expecting_what_never_was_is_told_though_another_pack_changed_it() {
    let wood = "at: tiles.mill.cost.wood";
    let loaded =
        both(&format!("{{ {wood}, set: 5 }}"), &format!("{{ {wood}, expect: 7, set: 4 }}"));
    insta::assert_snapshot!(report(&loaded), @r"
    error[L047]: `tiles.mill.cost.wood` is 5, not 7 as this patch expects
      b/b.yaml:2:41: expects 7
      a/a.yaml:2:38: set to 5 here
      help: check whether the patch still makes sense, then change or remove `expect`
    ");
}
