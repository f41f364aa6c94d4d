//! Groups of spaces.

use boardwright_rules::def::Def;

use super::{def, lines, wrong_in};

/// Spaces with their neighbours and the target of each direction.
fn spaces(def: &Def) -> String {
    let id = |space: usize| def.spaces[space].named.id.as_str();
    let mut out = vec![];
    for (at, space) in def.spaces.iter().enumerate() {
        let near: Vec<&str> = space.neighbours.iter().map(|near| id(near.index())).collect();
        let ways = def.directions.iter().enumerate().filter_map(|(way, name)| {
            let next = usize::try_from(def.next[at * def.directions.len() + way]).ok()?;
            Some(format!("{name}={}", id(next)))
        });
        let ways: Vec<String> = ways.collect();
        out.push(format!("{}: {} | {}", space.named.id, near.join(" "), ways.join(" ")));
    }
    out.join("\n")
}

#[test]
fn grids_link_beside_and_know_all_directions() {
    let def = def("spaces: { cell: { grid: { columns: 2, rows: 2 } } }", 2);
    insta::assert_snapshot!(spaces(&def), @r"
    a1: b1 a2 | n=a2 ne=b2 e=b1
    b1: a1 b2 | n=b2 w=a1 nw=a2
    a2: a1 b2 | e=b2 se=b1 s=a1
    b2: b1 a2 | s=b1 sw=a1 w=a2
    ");
    assert_eq!(def.groups[0].columns, 2);
}

#[test]
fn bricks_lie_on_gaps() {
    let def = def("spaces: { area: { bricks: [3, 2] } }", 2);
    insta::assert_snapshot!(spaces(&def), @r"
    r1c1: r1c2 r2c1 | ne=r2c1 e=r1c2
    r1c2: r1c1 r1c3 r2c1 r2c2 | ne=r2c2 e=r1c3 w=r1c1 nw=r2c1
    r1c3: r1c2 r2c2 | w=r1c2 nw=r2c2
    r2c1: r1c1 r1c2 r2c2 | e=r2c2 se=r1c2 sw=r1c1
    r2c2: r1c2 r1c3 r2c1 | se=r1c3 sw=r1c2 w=r2c1
    ");
}

#[test]
fn a_longer_row_of_bricks_reaches_out_on_both_sides() {
    let def = def("spaces: { area: { bricks: [1, 2, 1] } }", 2);
    insta::assert_snapshot!(spaces(&def), @r"
    r1c1: r2c1 r2c2 | ne=r2c2 nw=r2c1
    r2c1: r1c1 r2c2 r3c1 | ne=r3c1 e=r2c2 se=r1c1
    r2c2: r1c1 r2c1 r3c1 | sw=r1c1 w=r2c1 nw=r3c1
    r3c1: r2c1 r2c2 | se=r2c2 sw=r2c1
    ");
}

#[test]
fn lists_are_rings_lines_or_linked_by_hand() {
    let def = def(
        "
spaces:
  month: { list: [spring, summer, winter], ring: true }
  lane:  { list: [{ id: here, name: Here }, { id: there }], line: true }
  port:  { list: { west: {}, east: {} }, links: [[west, there]] }
",
        2,
    );
    insta::assert_snapshot!(spaces(&def), @r"
    spring: summer winter | next=summer previous=winter
    summer: spring winter | next=winter previous=spring
    winter: spring summer | next=spring previous=summer
    here: there | next=there
    there: here west | previous=here
    west: there | next=east
    east:  | previous=west
    ");
    assert_eq!(def.spaces[3].named.name, "Here");
}

#[test]
fn spaces_print_numbers_words_and_lists() {
    let def = def(
        "
spaces:
  cell:
    grid: { columns: 2, rows: 1 }
    attributes: { size: number, ground: [sand, rock], steps: numbers }
    at: { b1: { name: Cove, size: 3, ground: rock, steps: [4, 5] } }
  port: { list: { west: { size: 2 } }, attributes: { size: number } }
",
        2,
    );
    let columns: Vec<usize> = (0..def.attr_names.len()).collect();
    let columns =
        lines(&columns, |at| format!("{} {:?}", def.attr_names[*at].id, def.space_attrs[*at]));
    insta::assert_snapshot!(columns, @r"
    index [1, 2, 1]
    column [1, 2, 0]
    row [1, 1, 0]
    size [0, 3, 2]
    ground [-1, 1, -1]
    steps [-1, 0, -1]
    ");
    assert_eq!(def.tables, [2, 4, 5]);
    assert_eq!(def.spaces[1].named.name, "Cove");
}

#[test]
fn what_is_wrong_with_spaces() {
    insta::assert_snapshot!(wrong_in("
spaces:
  cell: { grid: { columns: 30, rows: 3 } }
  area: { bricks: [2], list: [x] }
  port: { list: [west, { name: East }, west], links: [[west, esat], [west]] }
  none: {}
  dock: { list: { pier: { size: 2 } }, attributes: { row: number, index: number, depth: seat } }
"), @"
    S002 3:3 [expected one of `grid`, `bricks` and `list`] the group `area` must have one form
    S002 5:3 [expected one of `grid`, `bricks` and `list`] the group `none` must have one form
    G004 2:3 [a game may have up to 4096] too many spaces
    S003 4:24 [expected an id, or a mapping with `id`] a space must be an id, or a mapping with `id`, found a mapping
    N002 4:40 [declared again here] the space `west` is declared twice => rename one of them
    N004 6:67 [every space has it already] `index` cannot be an attribute of a space
    N007 6:89 [no such type here] unknown type `seat` => types here are `number`, `flag`, `text`, `numbers`, `list/<type>`, `cost`, `amounts`, `steps`, `list/steps`, `resource`, `track`, `entry/<kind>`, `space/<group>`, or a list of words
    S001 6:27 [a space of this group has no such key or attribute] unknown key `size` => its attributes are `depth`, `index`, `row`
    N001 4:62 [no space has this name] unknown space `esat` => there are: `pier`, `r1c1`, `r1c2`, `west`, `x`
    S003 4:69 [expected a list of two spaces] a link must be a list of two spaces, found a list
    ");
}
