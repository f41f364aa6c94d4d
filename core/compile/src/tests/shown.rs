//! The display: bookkeeping, the parts of the table, texts in picks.

use super::{def, wrong_in};

const GAME: &str = "
resources:
  wood: {}
  seen: { internal: true }
  tide: { held_by: coast }
tracks:
  dark: { values: [0, 1], internal: true }
spaces:
  coast: { list: [north, south], internal: true }
  port: { list: { a: { of: north }, b: { of: south } }, attributes: { of: space/coast } }
kinds:
  hut: { zone: box }
  sign: { zone: heap, internal: true }
huts: { shed: { count: 2 } }
signs: { arrow: {} }
zones:
  box: {}
  heap: { internal: true }
";

#[test]
fn what_only_keeps_books_is_known() {
    let def = def(GAME, 2);
    let quiet = |id: &str| {
        let at = def.counters.iter().position(|it| it.named.id == id).expect("a counter");
        def.is_quiet_counter(boardwright_rules::id::CounterId::from(at))
    };
    assert!(!quiet("wood"));
    assert!(quiet("seen") && quiet("dark"));
    assert!(quiet("tide"), "what belongs to spaces that keep books does, too");
    assert_eq!(def.show.quiet_zones.len() + def.show.quiet_kinds.len(), 2);
}

#[test]
fn the_table_has_parts() {
    let text = format!(
        "{GAME}
table:
  stock: {{ name: Stock, show: [wood, box] }}
  ports: {{ show: [port], by: of, each: '{{it}} of {{it.of}}', main: false }}
setup:
  - pick: {{ from: box, show: 'a {{it.entry}}' }}
"
    );
    let def = def(&text, 2);
    let parts: Vec<String> = def
        .show
        .panels
        .iter()
        .map(|it| format!("{} {} {:?} {:?}", it.named.id, it.items.len(), it.by, it.main))
        .collect();
    insta::assert_snapshot!(parts.join("\n"), @r"
    stock 2 None true
    ports 1 Some(AttrId(1)) false
    ");
    assert_eq!(def.show.labels.len(), 1);
}

#[test]
fn parts_that_cannot_be_shown_are_told() {
    let text = format!(
        "{GAME}
table:
  one: {{ show: [wod] }}
  two: {{ show: [wood], each: '{{it}}' }}
  three: {{ show: [port], by: size }}
"
    );
    insta::assert_snapshot!(wrong_in(&text), @r"
    N001 20:17 [no resource, track, zone or group of spaces] unknown name `wod` => something with a similar name exists: `wood`
    S003 21:30 [expected a zone or a group of spaces] `each` needs a zone or a group of spaces
    S003 22:30 [expected an attribute of the group that is a space] `by` needs an attribute of the group that is a space
    ");
}

#[test]
fn what_is_said_beside_pieces_is_about_them() {
    let told = wrong_in(
        "
kinds: { tile: { zone: box, show: \"{it.size} {it.run} {it.sise} {me.box}\", attributes: { size: number, run: steps } } }
zones: { box: {} }
tiles: { mill: { size: 1 } }
",
    );
    insta::assert_snapshot!(told, @r"
    E101 1:47 [expected a single value] `it.run` is a list of steps, a single value was expected
    E102 1:59 [not a field of a piece of kind `tile`] `it` is a piece of kind `tile` and has no `sise` => there is `size`
    E102 1:69 [not a field of a seat] `me` is a seat and has no `box`
    ");
}

#[test]
fn spaces_are_called_by_what_everybody_sees_on_them() {
    let told = wrong_in(
        "
spaces:
  port: { list: [north], named: dock }
  hill: { list: [top], named: dock }
  cave: { list: [deep], named: lair }
  wood: { list: [edge], named: den }
zones:
  dock: { held_by: port }
  lair: { held_by: cave, visible: none }
",
    );
    insta::assert_snapshot!(told, @r"
    S003 3:31 [expected a zone with `held_by: hill` that everybody sees into] `named` needs a zone with `held_by: hill` that everybody sees into
    S003 4:32 [expected a zone with `held_by: cave` that everybody sees into] `named` needs a zone with `held_by: cave` that everybody sees into
    N001 5:32 [no zone has this name] unknown zone `den` => there are: `dock`, `lair`
    ");
}
