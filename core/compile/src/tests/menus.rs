//! Menus: offers in several menus, windows, included menus, options taken without asking.

use boardwright_rules::def::Def;

use super::{lines, lowered, told, wrong};

/// A game with a piece that has an ability, and these steps and sections.
fn with(ability: &str, rest: &str) -> String {
    format!(
        "
resources: {{ wood: {{}} }}
kinds: {{ tile: {{ zone: box }} }}
zones: {{ box: {{ active: true }} }}
tiles:
  mill: {{ ability: {ability} }}
ranking: [\"1\"]
{}",
        rest.trim_start()
    )
}

fn menus(text: &str) -> String {
    let (def, _, diags, sources) = lowered(text, 2);
    let def: Def = def.unwrap_or_else(|| panic!("{}", told(&diags, &sources)));
    lines(&def.menus, |menu| {
        let options: Vec<&str> = menu.branches.iter().map(|it| it.label.as_str()).collect();
        let again: Vec<bool> =
            menu.offers.iter().map(|id| def.abilities[id.index()].again).collect();
        format!("{options:?} offers {again:?} unasked {:?}", menu.unasked)
    })
}

#[test]
fn an_offer_is_in_all_menus_that_it_names() {
    let rest = "
play:
  - { key: main, choose: { options: { a: [], b: [] } } }
  - { key: late, choose: { options: { c: [] } } }
  - { choose: { options: { d: [] } } }
";
    insta::assert_snapshot!(menus(&with("{ offer: [main, late, main], do: [] }", rest)), @r#"
    ["a", "b"] offers [false] unasked None
    ["c"] offers [false] unasked None
    ["d"] offers [] unasked None
    "#);
}

#[test]
fn a_window_is_open_in_its_menus_and_in_what_includes_them() {
    let rest = "
windows: { anytime: [main], never: }
play:
  - { key: main, choose: { options: { a: [], b: [] }, skip_if_only: b } }
  - { key: late, choose: { include: main, options: { c: [] }, skip_if_only: b } }
  - { choose: { include: [late], options: { d: [] } } }
  - repeat: { up_to: 2, do: [{ key: twice, choose: { include: main, options: { e: [] } } }] }
";
    insta::assert_snapshot!(menus(&with("{ offer: anytime, do: [] }", rest)), @r#"
    ["a", "b"] offers [true] unasked Some(1)
    ["c", "a", "b"] offers [true] unasked Some(2)
    ["e", "a", "b"] offers [true] unasked None
    ["d", "c", "a", "b"] offers [true] unasked None
    ["e", "a", "b"] offers [true] unasked None
    "#);
}

#[test]
fn steps_that_are_written_twice_have_all_offers() {
    let rest = "
play:
  - repeat: { up_to: 2, do: [{ key: main, choose: { options: { a: [] } } }] }
";
    insta::assert_snapshot!(menus(&with("{ offer: main, do: [] }", rest)), @r#"
    ["a"] offers [false] unasked None
    ["a"] offers [false] unasked None
    "#);
}

#[test]
fn what_is_wrong_with_menus() {
    let rest = "
windows: { anytime: [main, lat], main: [], evening: 3 }
play:
  - key: main
    choose: { options: { a: [{ gain: { wood: n } }], b: { again: true, do: [] } }, skip_if_only: b }
  - { key: late, choose: { include: main, options: { a: [] }, skip_if_only: c } }
  - { key: loop, choose: { include: [loop, night, 3], options: { d: [] } } }
";
    insta::assert_snapshot!(wrong(&with("{ offer: [anytim, noon], do: [] }", rest)), @"
    S003 8:53 [a whole number] `evening` must be a list, found a whole number => write a single item in `[ ]`, too
    N001 8:28 [expected the key of a `choose` step] no `choose` step has the key `lat` => a `choose` step has a similar key: `late`
    N003 8:34 [a window] `main` is a window and the key of a `choose` step => rename one of them
    N101 11:46 [not known here] unknown name `n`
    S109 11:98 [comes back] `b` asks the menu again, so it cannot be taken without asking => name an option that leaves the menu, or remove its `again`
    N002 11:26 [included from here] the menu has two options `a` => rename one of them
    N001 12:77 [expected one of its options] the menu has no option `c` => its options are `a`, `b`
    N002 13:38 [included twice] the options of this menu are already included => remove it; what a menu includes comes with it
    N001 13:44 [expected the key of a `choose` step] no `choose` step has the key `night` => add `key: night` beside `choose`
    S106 13:51 [expected the key of a `choose` step] `choose` takes the key of a `choose` step, not a whole number
    N001 6:30 [expected the key of a `choose` step, or a window] no `choose` step has the key `anytim` => a window has a similar name: `anytime`
    N001 6:38 [expected the key of a `choose` step, or a window] no `choose` step has the key `noon` => add `key: noon` beside `choose`
    ");
}
