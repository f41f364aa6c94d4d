//! How packs are formatted: quotes by place, layout, and what must never change.

mod random;

use super::{Places, Role, Trouble, format, one, read};
use boardwright_syntax::source::Sources;
use boardwright_syntax::yaml::Node;

/// Formats a rules file, alone in its pack.
fn rules(text: &str) -> String {
    done(text, Role::Rules, &places(text))
}

fn done(text: &str, role: Role, places: &Places) -> String {
    let (sources, file) = one(text.to_owned());
    let once = format(&sources, file, role, places).expect("it can be formatted");
    let (sources, file) = one(once.clone());
    let twice = format(&sources, file, role, places).expect("it can be formatted again");
    assert_eq!(once, twice, "formatting it again changes nothing");
    once
}

fn places(text: &str) -> Places {
    Places::new(&tree(text).into_iter().collect::<Vec<_>>())
}

fn tree(text: &str) -> Option<Node> {
    let (sources, file) = one(text.to_owned());
    read(&sources, file).ok()
}

/// Formats `SECTION: { KEY: VALUE }` of a step.
fn step(step: &str) -> String {
    let text = rules(&format!("setup:\n  - {step}\n"));
    text.trim_start_matches("setup:\n  - ").trim_end().to_owned()
}

#[test]
fn simple_expressions_have_no_quotes_and_others_have_double_ones() {
    insta::assert_snapshot!(
        [
            "return: 'me'",
            "return: \"it.cost.wood\"",
            "return: \"true\"",
            "return: '3'",
            "return: \"-3\"",
            "return: me.wood + 1",
            "return: count(me.hand)",
            "return: -it.slot",
            "return: not done",
            "return: 'it.good == \"fish\"'",
            "return: \"it.good == 'fish'\"",
            "return: \"007\"",
            "return: \"on\"",
            "return: \"null\"",
            "return: \"99999999999\"",
            "call: fill_queue",
            "call: \"fill_queue\"",
            "gain: { vp: me.wood // 2, to: \"self.owner\" }",
            "call: { build: { what: first(market), sure: \"false\" } }",
            "script: fair.goods\n    with: { what: \"tile\", n: me.wood + 1 }",
            "find: { from: \"market\", by: [it.level, -it.slot] }",
            "gain: { wood: { 2: \"me.a\", _: me.a + 1 } }",
        ]
        .map(step)
        .join("\n"),
        @r#"
        return: me
        return: it.cost.wood
        return: true
        return: 3
        return: -3
        return: "me.wood + 1"
        return: "count(me.hand)"
        return: "-it.slot"
        return: "not done"
        return: 'it.good == "fish"'
        return: "it.good == 'fish'"
        return: "007"
        return: "on"
        return: "null"
        return: "99999999999"
        call: fill_queue
        call: fill_queue
        gain: { vp: "me.wood // 2", to: self.owner }
        call: { build: { what: "first(market)", sure: false } }
        script: fair.goods
            with: { what: tile, n: "me.wood + 1" }
        find: { from: market, by: [it.level, "-it.slot"] }
        gain: { wood: { 2: me.a, _: "me.a + 1" } }
        "#
    );
}

#[test]
fn texts_have_quotes_only_where_yaml_needs_them() {
    insta::assert_snapshot!(
        rules(
            r#"
lines:
  a: { name: 'Old mill', text: "Wood, or fish." }
  b: { name: "Yes", text: "it's: so" }
  c:
    name: 'yes'
    text: "Wood, or fish?"
    note: "is it # one"
  d: { text: "is it?", note: '' }
  e: { text: 'say "so"', note: "a\\b", name: "it's \"so\"" }
  f: { text: "{me} builds", name: "12", note: "1:30" }
  g: { text: "2024-01-02", name: "1.0.0", note: "0x1F" }
  h: { text: 'tab	inside', name: "a\tb", note: "a \
     b" }
  i: { name: no, text: on, note: n }
"#
        ),
        @r#"
        lines:
          a: { name: Old mill, text: "Wood, or fish." }
          b: { name: "Yes", text: "it's: so" }
          c:
            name: "yes"
            text: Wood, or fish?
            note: "is it # one"
          d: { text: "is it?", note: "" }
          e: { text: say "so", note: a\b, name: it's "so" }
          f: { text: "{me} builds", name: "12", note: "1:30" }
          g: { text: "2024-01-02", name: 1.0.0, note: "0x1F" }
          h: { text: 'tab	inside', name: "a\tb", note: "a \
             b" }
          i: { name: "no", text: "on", note: n }
        "#
    );
}

#[test]
fn signs_of_changes_keep_their_quotes() {
    let text = "kinds:\n  tile: {}\ntiles:\n  a: { ability: { modify: { room: \"+1\", toll: \"-1\", \
                hand: \"2\", cap: { add: \"-1\" }, far: +1, near: me.wood } } }\n";
    insta::assert_snapshot!(rules(text), @r#"
    kinds:
      tile: {}
    tiles:
      a: { ability: { modify: { room: "+1", toll: "-1", hand: 2, cap: { add: -1 }, far: +1, near: me.wood } } }
    "#);
}

#[test]
fn printed_attributes_are_what_their_kind_says() {
    insta::assert_snapshot!(
        rules(
            r#"
kinds:
  base: { abstract: true, attributes: { motto: text } }
  tile: { like: base, section: houses, attributes: { reward: steps, cost: cost, colour: [red, blue], odd: wonder } }
houses:
  mill:
    motto: "Round and round"
    reward: [{ gain: { wood: me.fish + 1 } }]
    cost: { any: [{ wood: 2 }, { gold: 1, if: me.skill > 2 }] }
    colour: 'red'
    odd: "left alone"
    unknown: 'left alone'
    faces:
      back: { motto: "Still", reward: { 2: [{ return: 1 + 1 }], _: [] } }
spaces:
  port:
    attributes: { bonus: steps, called: text }
    list:
      north: { called: 'North', bonus: [{ return: me.a + 1 }] }
  cell:
    grid: { columns: 2, rows: 2 }
    attributes: { called: text }
    at: { a1: { called: 'Corner' } }
"#
        ),
        @r#"
        kinds:
          base: { abstract: true, attributes: { motto: text } }
          tile: { like: base, section: houses, attributes: { reward: steps, cost: cost, colour: [red, blue], odd: wonder } }
        houses:
          mill:
            motto: Round and round
            reward: [{ gain: { wood: "me.fish + 1" } }]
            cost: { any: [{ wood: 2 }, { gold: 1, if: "me.skill > 2" }] }
            colour: red
            odd: "left alone"
            unknown: 'left alone'
            faces:
              back: { motto: Still, reward: { 2: [{ return: "1 + 1" }], _: [] } }
        spaces:
          port:
            attributes: { bonus: steps, called: text }
            list:
              north: { called: North, bonus: [{ return: "me.a + 1" }] }
          cell:
            grid: { columns: 2, rows: 2 }
            attributes: { called: text }
            at: { a1: { called: Corner } }
        "#
    );
}

#[test]
fn patches_take_what_stands_at_their_path() {
    let base = "kinds:\n  tile: { attributes: { reward: steps } }\n";
    let text = r#"
id: my-hello
title: 'My hello'
patch:
  - { at: "procedures.turn.do.main.if", expect: me.wood > 1, set: me.wood > 2 }
  - { at: tiles.mill.text, set: 'Twice as much.' }
  - { at: tiles.mill.reward, append: { gain: { wood: me.fish + 1 } } }
  - at: procedures.turn.do
    insert: { before: 'main', items: [{ if: a == b, do: [] }] }
  - { at: procedures.score.do.most.majority.places.2, set: [me.a + 1, 'me.b'] }
  - { at: tiles.mill.surprise, set: 'left alone' }
"#;
    insta::assert_snapshot!(done(text, Role::Manifest, &places(base)), @r#"
    id: my-hello
    title: My hello
    patch:
      - { at: procedures.turn.do.main.if, expect: "me.wood > 1", set: "me.wood > 2" }
      - { at: tiles.mill.text, set: Twice as much. }
      - { at: tiles.mill.reward, append: { gain: { wood: "me.fish + 1" } } }
      - at: procedures.turn.do
        insert: { before: main, items: [{ if: "a == b", do: [] }] }
      - { at: procedures.score.do.most.majority.places.2, set: ["me.a + 1", me.b] }
      - { at: tiles.mill.surprise, set: 'left alone' }
    "#);
}

#[test]
fn scenarios_and_translations_follow_the_same_rules() {
    let text = r#"
scenario: "no wood, no mill"
steps:
  - p1: 'build'
    offered: [yes, "no", "3", 'mill']
  - { p1: mill, refused: "needs 1 wood", expect: { "p1.wood": 0, count(p1.yard): 1, 'neighbours("a")': ['b'] } }
do: { seat: p1, steps: [{ gain: { wood: 1 + 1 } }] }
"#;
    insta::assert_snapshot!(done(text, Role::Tests, &Places::plain()), @r#"
    scenario: no wood, no mill
    steps:
      - p1: build
        offered: ["yes", "no", "3", mill]
      - { p1: mill, refused: needs 1 wood, expect: { p1.wood: 0, "count(p1.yard)": 1, 'neighbours("a")': ['b'] } }
    do: { seat: p1, steps: [{ gain: { wood: "1 + 1" } }] }
    "#);
    let text = "tiles:\n  mill: { name: 'Mühle', text: \"Holz, Fisch.\" }\nphrases:\n  \"Rest.\": 'Pause.'\n";
    insta::assert_snapshot!(done(text, Role::Texts, &Places::plain()), @r#"
    tiles:
      mill: { name: Mühle, text: "Holz, Fisch." }
    phrases:
      "Rest.": Pause.
    "#);
}

#[test]
fn layout_is_the_same_everywhere() {
    let text = "\n\n# top   \nlines:   \n     a:   {name: A,text: B }\n\n\n     # about b\n     b:\n         \
                name : B\n         tags:\n         -   one\n         - [ 1,2 ]\n         -\n           \
                x: 1\n         -   - deep\n             - er\n         #  last of b\n     # end\n     c: { }\n     \
                d: [ ]\n     e: {\n       name: E,\n       f: [\n         1,\n       ]\n     }\n     \
                f:\n             [1,\n              2]\n\n";
    insta::assert_snapshot!(rules(text), @r#"
    # top
    lines:
      a: { name: A, text: B }

      # about b
      b:
        name: B
        tags:
          - one
          - [1, 2]
          -
            x: 1
          - - deep
            - er
          #  last of b
      # end
      c: {}
      d: []
      e: {
        name: E,
        f: [
          1,
        ]
      }
      f:
        [1,
         2]
    "#);
}

#[test]
fn texts_of_several_lines_move_with_their_key() {
    let text = "lines:\n    a:\n        text: |\n            one\n              two  \n\n            three\n    \
                # note\n    b:\n        text:   >+  # why\n         folded\n\n\n    c: { text: \"one\n           two\" }\n    \
                d:\n        name: one\n            two\n        note: |-\n         x\n";
    insta::assert_snapshot!(rules(text).replace("two  \n", "two..\n"), @r#"
    lines:
      a:
        text: |
          one
            two..

          three
      # note
      b:
        text: >+  # why
          folded


      c: { text: "one
             two" }
      d:
        name: one
            two
        note: |-
          x
    "#);
}

#[test]
fn aligned_columns_stay_aligned() {
    insta::assert_snapshot!(
        rules(
            "resources:
  wood:   { name: Wood,      start: 1 }  # plenty
  vp:     { name: \"Points\",  start: 10 } # none
  silver: { name:  'Silver', start: 2 }

  a:   { name: A }
lines:
  a: 1     # one
  b: 'two' # two
  ccc: 3   # three
"
        ),
        @r#"
        resources:
          wood:   { name: Wood,   start: 1 }  # plenty
          vp:     { name: Points, start: 10 } # none
          silver: { name: Silver, start: 2 }

          a: { name: A }
        lines:
          a: 1     # one
          b: 'two' # two
          ccc: 3   # three
        "#
    );
}

#[test]
fn windows_line_ends_stay() {
    assert_eq!(
        rules("lines:\r\n    a: {}\r\n\r\n\r\n    b: {}"),
        "lines:\r\n  a: {}\r\n\r\n  b: {}\r\n"
    );
}

#[test]
fn what_cannot_be_read_is_told_and_what_is_rare_is_left_alone() {
    let failed = |text: &str| {
        let (sources, file): (Sources, _) = one(text.to_owned());
        format(&sources, file, Role::Rules, &Places::plain()).expect_err("it is not formatted")
    };
    for text in ["a: 'open", "a: &b 1", "a: 1\na: 2", "gain: { vp: max(a, b) }"] {
        let Trouble::Unreadable(diags) = failed(text) else { panic!("{text}") };
        assert!(diags.iter().all(|diag| diag.primary.is_some()), "{diags:?}");
    }
    for text in [
        "- >\n  a\n  ",
        "? a\n:   b\n",
        "--- { a:   b }\n",
        "a: |2\n     b\n",
        "a:   1\rb: 2\n",
        "",
        "\n",
    ] {
        let kept = if text == "\n" { "" } else { text };
        assert_eq!(rules(text), kept);
    }
    assert_eq!(rules("---\na:   b\n...\n"), "---\na: b\n...\n");
}
