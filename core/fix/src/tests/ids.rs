use super::*;

fn ids(text: &str, sort: Sort, base: &str) -> String {
    run(text, sort, &known(&[base])).text
}

#[test]
fn ids_become_snake_case_wherever_they_stand() {
    let old = "\
zones: { old-box: {}, deck: {} } # a-b
kinds: { big-tile: { zone: old-box, attributes: { steps-up: numbers, hue: [dark-red, red] } } }
spaces: { wet-cell: { grid: { columns: 2, rows: 2 }, at: { a1: { depth: 1 } } } }
big-tiles:
  old-mill: { tags: [by-river], hue: dark-red, faces: { new-side: {} }, ability: { when: gained dry-wood, do: [{ call: fill-up }] } }
procedures:
  fill-up:
    - let: { far-cell: \"first(spaces(wet_cell), it == 'wet-cell-b2')\" }
    - flip: { what: \"first(pieces(big_tile), it.entry == 'old-mill-new-side')\", to: new-side }
    - if: \"me.dry_wood - n-1 > 0\"
      do: [{ note: \"a well-known {me.dry-wood} of {'old-mill'}, old-mill\" }]
    - each: { as_seat: all, order: counter-clockwise, do: [{ gain: { dry-wood: { long-game=yes: 2, _: 1 } } }] }
resources: { dry-wood: { name: Semi-dry wood } }
";
    insta::assert_snapshot!(ids(old, Sort::Rules, "{}"), @r#"
    zones: { old_box: {}, deck: {} } # a-b
    kinds: { big_tile: { zone: old_box, attributes: { steps_up: numbers, hue: [dark_red, red] } } }
    spaces: { wet_cell: { grid: { columns: 2, rows: 2 }, at: { a1: { depth: 1 } } } }
    big_tiles:
      old_mill: { tags: [by_river], hue: dark_red, faces: { new_side: {} }, ability: { when: gained dry_wood, do: [{ call: fill_up }] } }
    procedures:
      fill_up:
        - let: { far_cell: "first(spaces(wet_cell), it == 'wet_cell_b2')" }
        - flip: { what: "first(pieces(big_tile), it.entry == 'old_mill_new_side')", to: new_side }
        - if: "me.dry_wood - n-1 > 0"
          do: [{ note: "a well-known {me.dry_wood} of {'old_mill'}, old-mill" }]
        - each: { as_seat: all, order: counter_clockwise, do: [{ gain: { dry_wood: { long_game=yes: 2, _: 1 } } }] }
    resources: { dry_wood: { name: Semi-dry wood } }
    "#);
}

#[test]
fn ids_of_packs_and_what_people_read_keep_their_hyphens() {
    let manifest = "\
id: my-mill
extends: old-mill@^1.0
conflicts: { old-game: \"for long-games only\" }
options: { long-game: { title: A long-game, default: false } }
patch:
  - { at: tiles.new-one.steps-up, set: 1 }
remove: [tiles.old-mill]
";
    insta::assert_snapshot!(ids(manifest, Sort::Manifest, "tiles: { old_mill: {} }"), @r#"
    id: my-mill
    extends: old-mill@^1.0
    conflicts: { old-game: "for long-games only" }
    options: { long_game: { title: A long-game, default: false } }
    patch:
      - { at: tiles.new_one.steps_up, set: 1 }
    remove: [tiles.old_mill]
    "#);
    let texts = "\
pack: { options: { long-game: { title: Semi-long } } }
tiles: { old-mill: { name: old-mill } }
phrases: { \"the old-mill {'old-mill'}\": \"x-y {'old-mill'}\" }
";
    insta::assert_snapshot!(ids(texts, Sort::Texts, "tiles: { old_mill: {} }"), @r#"
    pack: { options: { long_game: { title: Semi-long } } }
    tiles: { old_mill: { name: old-mill } }
    phrases: { "the old-mill {'old_mill'}": "x-y {'old_mill'}" }
    "#);
}

#[test]
fn scenarios_and_scripts_name_the_ids_of_today() {
    let base = "tiles: { old_mill: {}, hut: {} }";
    let scenario = "\
scenario: the old-mill pays
given: { p1: { yard: [old-mill] } }
steps:
  - { p1: old-mill, refused: an old-mill, expect: { \"count(me.yard, it.entry == 'old-mill')\": 1 } }
  - { p1: build old-mill, offers: [old-mill, well-made] }
";
    insta::assert_snapshot!(ids(scenario, Sort::Tests, base), @r#"
    scenario: the old-mill pays
    given: { p1: { yard: [old_mill] } }
    steps:
      - { p1: old_mill, refused: an old-mill, expect: { "count(me.yard, it.entry == 'old_mill')": 1 } }
      - { p1: build old_mill, then_offers: [old_mill, well-made] }
    "#);
    let script = "-- an 'old-mill'\nlocal a, b = view.entry(\"old-mill\"), x-y -- \"old-mill\"\nreturn { note = 'well-made' }\n";
    insta::assert_snapshot!(ids(script, Sort::Script, base), @r#"
    -- an 'old-mill'
    local a, b = view.entry("old_mill"), x-y -- "old-mill"
    return { note = 'well-made' }
    "#);
}
