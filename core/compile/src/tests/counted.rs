//! Resources, tracks, tables by number of players and by option.

use boardwright_rules::def::Def;

use super::{REST, def, lines, lowered, lowered_with, told, wrong_in};

fn counters(def: &Def) -> String {
    lines(&def.counters, |counter| {
        format!(
            "{} {:?} cell {} holders {}+{} {}..{} start {}",
            counter.named.id,
            counter.scope,
            counter.cell,
            counter.first,
            counter.holders,
            counter.min,
            counter.max,
            counter.start,
        )
    })
}

#[test]
fn each_holder_has_a_cell() {
    let def = def(
        "
resources:
  wood:  { start: { 2: 4, _: 3 }, max: 9 }
  round: { held_by: table, start: 1 }
  flood: { held_by: coast }
  claim: { held_by: [seat, coast], max: 1 }
  load:  { held_by: ship, min: -2 }
spaces:
  quay:  { list: [x] }
  coast: { list: [north, south] }
kinds: { hut: { zone: box }, ship: { zone: box } }
huts:  { shed: { count: 2 } }
ships: { barge: { count: 3 } }
zones: { box: {} }
",
        3,
    );
    insta::assert_snapshot!(counters(&def), @r"
    wood Seat cell 0 holders 0+3 0..9 start 3
    round Table cell 3 holders 0+1 0..1000000000 start 1
    flood Space(1) cell 4 holders 1+2 0..1000000000 start 0
    claim SeatSpace(1) cell 6 holders 0+6 0..1 start 0
    load Piece(KindId(1)) cell 12 holders 2+3 -2..1000000000 start 0
    ");
    assert_eq!(def.cells, 15);
}

#[test]
fn tables_by_option_are_resolved() {
    let text = format!(
        "resources: {{ wood: {{ start: {{ long=yes: 5, 3: 4, _: 3 }} }}, \
         fish: {{ pays_as: {{ long=yes: {{ wood: 2 }}, long=no: {{}} }} }} }}{REST}"
    );
    for (long, players, start, pays) in [(true, 2, 5, 1), (true, 3, 5, 1), (false, 3, 4, 0)] {
        let (def, names, diags, sources) = lowered_with(&text, players, &[("long", long)]);
        let def = def.unwrap_or_else(|| panic!("{}", told(&diags, &sources)));
        assert_eq!((def.counters[0].start, names.pays_as.len()), (start, pays));
    }
    let text = format!("resources: {{ wood: {{ start: {{ long=yes: 5 }} }} }}{REST}");
    let (def, _, diags, sources) = lowered_with(&text, 2, &[("long", false)]);
    assert!(def.is_none());
    insta::assert_snapshot!(told(&diags, &sources), @"G003 1:29 [a value by option] there is no value for this setting of the options => add `_: ...` for all other settings");
}

#[test]
fn resets_are_runs_of_cells() {
    let def = def("resources: { wood: {}, passed: { max: 1, resets: round } }", 2);
    let periods = lines(&def.periods, |period| format!("{} {:?}", period.named.id, period.resets));
    insta::assert_snapshot!(periods, @r"
    turn []
    game []
    round [(2, 2, 0)]
    ");
}

#[test]
fn substitutes_become_purses_of_what_they_pay_for() {
    let text = "
resources:
  wood: { tags: [goods] }
  fish: { tags: [goods] }
  gold: { tags: [goods], pays_as: { goods: 1 } }
  silk: { pays_as: { wood: { rate: 2, when: short } } }
play: []
";
    let (_, names, ..) = lowered(text, 2);
    let pays: Vec<_> = names.pays_as.iter().collect();
    let pays = lines(&pays, |(of, by)| format!("{of:?} by {by:?}"));
    insta::assert_snapshot!(pays, @r"
    CounterId(0) by [(CounterId(2), 1, false), (CounterId(3), 2, true)]
    CounterId(1) by [(CounterId(2), 1, false)]
    ");
}

#[test]
fn tracks_show_values_and_give_bonuses() {
    let text = "
tracks:
  skill:
    values: [1, 1, 2, 3]
    thresholds: { good: 2 }
    bonuses: { 3: [], 1: [] }
";
    let def = def(text, 2);
    insta::assert_snapshot!(counters(&def), @"skill Seat cell 0 holders 0+2 0..3 start 0");
    let track = def.counters[0].track.as_ref().map(|track| {
        let bonuses = lines(&track.bonuses, |(at, proc)| {
            format!("{at}: {}", def.procs[proc.index()].named.id)
        });
        format!("{:?}\n{bonuses}", track.values)
    });
    insta::assert_snapshot!(track.unwrap_or_default(), @r"
    (0, 4)
    1: skill/1
    3: skill/3
    ");
    assert_eq!(def.tables, [1, 1, 2, 3]);
}

#[test]
fn the_score_is_the_first_line_and_the_sheet_follows_all_counters() {
    let def = def("resources: { wood: {}, vp: { score: true } }\nlines: { goals: {} }", 2);
    let names = lines(&def.lines, |line| line.id.clone());
    assert_eq!(names, "vp\ngoals");
    assert_eq!((def.sheet, def.cells), (4, 8));
    assert_eq!(def.counters[1].line.map(|line| line.0), Some(0));
}

#[test]
fn what_is_wrong_with_resources() {
    insta::assert_snapshot!(wrong_in("
resources:
  wood:  { strat: 2 }
  fish:  { start: 3, max: 2 }
  me:    {}
  vp:    { score: true }
  fame:  { score: true }
  flood: { held_by: caost }
  gold:  { pays_as: { wod: 1 } }
  silk:  { start: { 3: 1 } }
  Cloth: {}
spaces: { coast: { list: [x] } }
"), @"
    G003 9:19 [a value by number of players] there is no value for 2 players => add `2: ...`, or `_: ...` for all other numbers
    S001 2:12 [not known here] unknown key `strat` => a key with a similar name exists: `start`
    G007 3:19 [does not fit] `fish` starts at 3, but may only be 0 to 2 => start it at 2, or raise `max`
    N004 4:3 [has a fixed meaning] `me` cannot be used as an id => choose another id; the name shown to players can be any text
    G005 6:3 [the second one] only one resource can be the score => remove `score: true` from one of them; `scoring` can add its points
    N001 7:21 [no kind or group of spaces has this name] unknown kind or group of spaces `caost` => a kind or group of spaces with a similar name exists: `coast`
    S005 10:3 [expected small letters, digits and single underscores] `Cloth` is not an id => write `cloth`
    N001 8:23 [no resource or tag has this name] unknown resource or tag `wod` => a resource or tag with a similar name exists: `wood`
    ");
}

#[test]
fn what_is_wrong_with_tracks() {
    insta::assert_snapshot!(wrong_in("
tracks:
  skill: { values: [1, 2], start: 2, thresholds: { good: 4 }, bonuses: { 5: [], x: [] } }
  craft: {}
"), @"
    G015 2:35 [its positions go from 0 to 1] the track `skill` starts at 2 => name a position up to 1, or add more numbers to `values`
    G015 2:58 [its positions go from 0 to 1] there is no position 4 on this track => name a position up to 1, or add more numbers to `values`
    G015 2:74 [its positions go from 0 to 1] there is no position 5 on this track => name a position up to 1, or add more numbers to `values`
    G015 2:81 [expected a whole number from 1 to 1] `x` is not a position
    G015 3:3 [expected `values` with a number for each position] the track `craft` has no positions => add `values: [0, 1, 3]`
    ");
}

#[test]
fn what_pieces_hold_is_reset_when_they_leave() {
    let pieces = "
kinds: { ship: { zone: sea }, hut: { zone: land } }
ships: { barge: {} }
huts: { shed: {} }
zones: { sea: { holds: [ship] }, land: { holds: [hut] } }
";
    let def = def(
        &format!("resources: {{ load: {{ held_by: ship, resets: {{ leaves: sea }} }} }}{pieces}"),
        2,
    );
    assert_eq!(def.zones[0].resets, [boardwright_rules::id::CounterId(0)]);
    assert_eq!(def.counters[0].resets, None);
    insta::assert_snapshot!(wrong_in(&format!("
resources:
  load: {{ held_by: ship, resets: {{ leaves: land }} }}
  wood: {{ resets: {{ leaves: sea }} }}
  fish: {{ held_by: ship, resets: {{ leves: sea }} }}
  gold: {{ held_by: ship, resets: {{ leaves: see }} }}
  iron: {{ held_by: ship, resets: [sea] }}
{pieces}")), @"
    G011 2:44 [none of them leaves it] the zone `land` is not for pieces of kind `ship` => add `ship` to its `holds`, or name another zone
    S001 3:19 [nothing leaves] `leaves` is only for resources that pieces hold => add `held_by:` with a kind of pieces, or name a period
    S001 4:36 [`resets` has no such key or attribute] unknown key `leves` => a key with a similar name exists: `leaves`
    S002 4:34 [leaves what?] `resets` lacks the key `leaves` => write a period, or `{ leaves: <zone> }`
    N001 5:44 [no zone has this name] unknown zone `see` => a zone with a similar name exists: `sea`
    S003 6:34 [a list] `resets` must be a name, found a list
    ");
}
