//! Kinds, entries, pieces and zones.

use boardwright_rules::def::Def;

use super::{def, lines, lowered, wrong_in};

fn pieces(def: &Def) -> String {
    lines(&def.pieces, |piece| {
        let faces: Vec<&str> =
            piece.faces.iter().map(|face| def.entries[face.index()].named.id.as_str()).collect();
        let place = def.places[piece.start.index()];
        let zone = &def.zones[place.zone.index()].named.id;
        format!("{} of {} in {zone} of {}", faces.join("/"), piece.owner, place.holder)
    })
}

const THINGS: &str = "
kinds:
  tile:
    zone: bag
    attributes: { level: number, colour: [red, blue], cost: cost, reward: steps, rare: flag }
  man: { owner: seat, zone: home, section: people, attributes: { level: number } }
people:
  worker: { count: 2, level: 7 }
tiles:
  mill: { count: { 2: 1, 3: 2 }, level: 2, colour: blue, cost: { wood: 1 }, faces: { back: { name: Old mill, level: 3 } } }
  hut:  { name: Hut, rare: true, reward: [] }
zones:
  bag:  { order: bag }
  home: { held_by: seat }
resources: { wood: {} }
";

#[test]
fn pieces_of_a_kind_are_a_run_of_ids() {
    let def = def(THINGS, 2);
    insta::assert_snapshot!(pieces(&def), @r"
    mill/mill_back of -1 in bag of -1
    hut of -1 in bag of -1
    worker of 0 in home of 0
    worker of 0 in home of 0
    worker of 1 in home of 1
    worker of 1 in home of 1
    ");
    let kinds =
        lines(&def.kinds, |kind| format!("{} {}+{}", kind.named.id, kind.first.0, kind.pieces));
    assert_eq!(kinds, "tile 0+2\nman 2+4");
    let entries = lines(&def.entries, |entry| {
        format!("{} \"{}\" {:?}", entry.named.id, entry.named.name, entry.bearers)
    });
    insta::assert_snapshot!(entries, @r#"
    mill "mill" [PieceId(0)]
    mill_back "Old mill" [PieceId(0)]
    hut "Hut" [PieceId(1)]
    worker "worker" [PieceId(2), PieceId(3), PieceId(4), PieceId(5)]
    "#);
}

#[test]
fn kinds_share_the_columns_of_like_attributes() {
    let def = def(THINGS, 2);
    let columns: Vec<usize> = (0..def.attr_names.len()).collect();
    let columns = lines(&columns, |at| format!("{} {:?}", def.attr_names[*at].id, def.attrs[*at]));
    insta::assert_snapshot!(columns, @r"
    level [2, 3, 0, 7]
    colour [1, 1, -1, -1]
    cost [0, 0, -1, -1]
    reward [-1, -1, 0, -1]
    rare [0, 0, 1, 0]
    ");
}

#[test]
fn zones_have_a_container_for_each_holder() {
    let text = "
zones:
  deck:   { order: stack, visible: none, reshuffles: waste }
  waste:  { order: stack }
  market: { order: row, slots: 3, slides: true, slot_attributes: { extra: [0, 1, 2] } }
  hand:   { held_by: seat, visible: owner, capacity: 5 }
  docks:  { held_by: port, active: true, unique: owner, holds: [ship] }
  hold:   { held_by: ship }
spaces: { port: { list: [west, east] } }
kinds: { ship: { zone: deck } }
ships: { barge: { count: 2 } }
";
    let def = def(text, 2);
    let zones = lines(&def.zones, |zone| {
        format!(
            "{} {:?} {}+{} holder {} {:?} {} {:?} {:?}",
            zone.named.id,
            zone.scope,
            zone.first.0,
            zone.places,
            zone.first_holder,
            zone.order,
            zone.capacity,
            zone.visible,
            zone.slots,
        )
    });
    insta::assert_snapshot!(zones, @r"
    deck Table 0+1 holder 0 Stack 65535 None []
    waste Table 1+1 holder 0 Stack 65535 All []
    market Table 2+1 holder 0 Row { slides: true } 3 All [(AttrId(1), 0)]
    hand Seat 3+2 holder 0 Pool 5 Owner []
    docks Space(0) 5+2 holder 0 Pool 65535 All []
    hold Piece(KindId(0)) 7+2 holder 0 Pool 65535 All []
    ");
    assert_eq!(def.tables, [0, 1, 2]);
    assert_eq!(def.zones[0].reshuffles.map(|zone| zone.0), Some(1));
    assert_eq!(def.streams[..2], ["zone/deck", "zone/waste"]);
    let (_, names, ..) = lowered(text, 2);
    assert_eq!(names.holds.len(), 1);
}

#[test]
fn what_is_wrong_with_entries() {
    insta::assert_snapshot!(wrong_in("
kinds:
  tile: { attributes: { level: number, name: text, colour: [red], twin: entry/tile } }
  ship: { section: tiles }
tiles:
  mill: { levle: 2, colour: rde, count: -1, zone: box }
  hut:  { twin: mil, zone: pier }
  shed: { zone: bxo }
  barn: {}
goods: {}
zones:
  box:  { holds: [ship] }
  pier: { held_by: seat }
"), @"
    N006 3:20 [kind `ship` cannot have it as well] the section `tiles` is already used => give `ship` a section of its own: `section: ships`
    N005 9:1 [neither a section of every pack nor that of a kind] unknown section `goods` => if these are pieces, declare their kind: `kinds: { ...: { section: goods } }`
    N004 2:40 [every entry has a key of this name] `name` cannot be an attribute
    S001 5:11 [the kind `tile` has no such key or attribute] unknown key `levle` => a key with a similar name exists: `level`
    G008 5:41 [expected 0 to 4096] `mill` cannot have -1 copies => write how many pieces there are; 0 leaves the entry out
    G011 5:51 [`mill` starts here] `box` does not hold pieces of kind `tile` => add `tile` to `holds` of the zone `box`
    G010 6:28 [each seat has one, and these pieces belong to no seat] pieces of `hut` cannot start in `pier` => give each seat its own: `owner: seat`; or deal them in `setup`
    N001 7:17 [no zone has this name] unknown zone `bxo` => a zone with a similar name exists: `box`
    G009 8:3 [neither the entry nor its kind names a zone] pieces of `barn` start nowhere => add `zone: ...` to the kind or the entry
    N008 5:29 [expected one of `red`] `colour` cannot be `rde` => a similar word is known: `red`
    N001 6:17 [no entry has this name] unknown entry `mil` => an entry with a similar name exists: `mill`
    ");
}

#[test]
fn what_is_wrong_with_zones() {
    insta::assert_snapshot!(wrong_in("
kinds: { tile: { zone: market } }
tiles: { mill: { count: 3 }, hut: {} }
zones:
  market: { order: row, slots: 2, slot_attributes: { extra: [1] } }
  shop:   { order: row }
  pool:   { slots: 2, held_by: [seat, port], unique: entyr, reshuffles: shpo, holds: [tlie] }
  pile:   { order: heap }
spaces: { port: { list: [x] } }
"), @"
    G014 4:61 [expected 2] `extra` has 1 values for 2 slots => write 2 numbers, one for each slot, or change `slots`
    S002 5:3 [lacks `slots`] a row must say how many slots it has => add `slots: 4`
    S003 6:32 [expected one word] `held_by` of a zone must be one word, found a list
    G013 6:13 [not for this zone] `slots` is for rows only, `pool` is none => add `order: row`, or use `capacity` to limit how many it holds
    N001 6:54 [no attribute has this name] unknown attribute `entyr` => an attribute with a similar name exists: `entry`
    N001 6:87 [no kind has this name] unknown kind `tlie` => a kind with a similar name exists: `tile`
    S004 7:20 [`order` must be `bag`, `stack`, `row` or `pool`] unknown word `heap` => write `bag`, `stack`, `row` or `pool`
    N001 6:73 [no zone has this name] unknown zone `shpo` => a zone with a similar name exists: `shop`
    G012 2:10 [the first of them] 4 pieces start in `market`, which holds 2 => start some of them in another zone, or give this one more room
    ");
}
