//! The flow of the game: procedures, values, seats, the main code.

use boardwright_rules::def::Def;
use boardwright_rules::def::code::Op;

use super::{def, lines, lowered, wrong, wrong_in};

fn code(def: &Def) -> String {
    lines(&def.code, |op| format!("{op:?}"))
}

#[test]
fn main_runs_set_up_play_and_scoring() {
    let (def, ..) = lowered("setup: []\nplay: []\nscoring: []\nranking: [\"1\"]", 2);
    let def = def.unwrap_or_default();
    insta::assert_snapshot!(code(&def), @r"
    Triggers
    Steps
    Return(None)
    Return(None)
    Return(None)
    Call(ProcId(0), [0])
    Call(ProcId(1), [0])
    Call(ProcId(2), [0])
    EndGame
    ");
    let main = def.main.map(|main| def.procs[main.index()].start);
    assert_eq!(main, Some(5));
    assert_eq!(def.cause_of.len(), def.code.len());
    assert_eq!(def.cause(6).path, "play");
}

#[test]
fn procedures_keep_their_parameters() {
    let text = "
procedures:
  build: { params: { what: piece/tile, where: space/cell, how_much: number }, returns: flag, do: [] }
  rest:  []
kinds:  { tile: {} }
spaces: { cell: { grid: { columns: 1, rows: 1 } } }
play: []
";
    let (_, names, ..) = lowered(text, 2);
    let heads: Vec<_> = names.procs.0.values().collect();
    let heads =
        lines(&heads, |head| format!("{} {:?} -> {:?}", head.id, head.what.needs, head.what.gives));
    insta::assert_snapshot!(heads, @r#"
    build [("what", Piece(Some(KindId(0)))), ("where", Space(Some(0))), ("how_much", Number)] -> Some(Flag)
    rest [] -> None
    "#);
}

#[test]
fn seats_without_decisions_come_last() {
    let def = def("automa: { seats: 1, name: The rival }\nresources: { wood: {} }", 2);
    assert_eq!((def.players, def.seats), (2, 3));
    let seats = lines(&def.seat_names, |seat| format!("{} {}", seat.id, seat.name));
    assert_eq!(seats, "p1 Player 1\np2 Player 2\np3 The rival");
    assert_eq!(def.counters[0].holders, 3);
}

#[test]
fn the_score_ranks_if_nothing_else_does() {
    let (def, ..) = lowered("resources: { vp: { score: true } }\nplay: []", 2);
    let def = def.unwrap_or_default();
    let ranking = lines(&def.ranking, |key| format!("{:?}", def.exprs[*key as usize]));
    assert!(ranking.starts_with("Counter(CounterId(0)"), "{ranking}");
}

#[test]
fn end_of_game_goes_through_scoring() {
    let (def, ..) = lowered("play: [{ end: game }]\nscoring: []\nranking: [\"1\"]", 2);
    let def = def.unwrap_or_default();
    let ends = def.code.iter().filter(|op| **op == Op::EndGame).count();
    assert_eq!(ends, 1);
}

#[test]
fn what_a_game_lacks() {
    insta::assert_snapshot!(wrong("resources: {}"), @r"
    G001 the game has no `play` => add a section `play` with the steps of the game, such as `turns`
    G002 nothing says who wins => mark a resource with `score: true`, or add a section `ranking`
    ");
}

#[test]
fn what_is_wrong_with_the_course() {
    insta::assert_snapshot!(wrong_in("
automa: { seats: 9 }
periods: { round: 1 }
lines: { goals: { nmae: Goals } }
values: { limit: { min: 3, max: 2, base: 1 }, toll: { about: stone, base: 1 }, hand: {} }
procedures:
  build: { params: { what: peice, me: seat }, do: [] }
  rest:  { params: {} }
events: { built: [] }
"), @"
    G004 1:1 [2 people play, a table has 8 seats] there is no room for 9 more seats
    S003 2:10 [expected a list of names] `periods` must be a list of names, found a mapping
    S001 3:19 [not known here] unknown key `nmae` => a key with a similar name exists: `name`
    S003 8:18 [expected a mapping] `built` must be a mapping, found a list
    G007 4:11 [expected `min` <= `max`] `limit` has a `min` above its `max`
    N007 4:62 [no such type here] unknown type `stone` => types here are `number`, `flag`, `seat`, `piece`, `piece/<kind>`, `space`, `space/<group>`, `zone`, `entry`, `entry/<kind>`, `resource`, `track`, `tag`, `piece?`, or a list of words
    S002 4:86 [lacks `base`] missing key `base` => add `base:`, it takes any value
    N007 6:28 [no such type here] unknown type `peice` => a type with a similar name exists: `piece`
    N004 6:35 [has a fixed meaning] `me` cannot be used as an id => choose another id; the name shown to players can be any text
    S002 7:10 [lacks `do`] missing key `do` => add `do:`, it takes any value
    ");
}

#[test]
fn what_is_wrong_with_parameters_and_sets() {
    insta::assert_snapshot!(wrong_in("
kinds: { tile: { attributes: { job: { steps: { n: set/stone, self: number } }, odd: { step: {} } } } }
procedures:
  sort: { params: { of: set/seat, n: { type: number, default: of }, m: { tpye: number } }, returns: set/seat, do: [] }
events: { sorted: { of: set/seat } }
sets: { wood: seats(), some: 3, near: { about: set/seat, of: seats() }, count: seats() }
resources: { wood: {} }
"), @"
    N007 1:51 [no such type here] unknown type `stone` => types here are `number`, `flag`, `seat`, `piece`, `piece/<kind>`, `space`, `space/<group>`, `zone`, `entry`, `entry/<kind>`, `resource`, `track`, `tag`, `piece?`, or a list of words
    N004 1:62 [has a fixed meaning] `self` cannot be used as an id => choose another id; the name shown to players can be any text
    S003 1:85 [expected the name of a type, `{ steps: { parameter: type } }`, or `{ type: ..., name: ... }`] a type must be the name of a type, `{ steps: { parameter: type } }`, or `{ type: ..., name: ... }`, found a mapping
    N007 4:25 [expected one thing] a set such as `set/seat` cannot be used here => sets are for parameters of steps; this is the type of one thing
    N007 5:48 [expected one thing] a set such as `set/seat` cannot be used here => sets are for parameters of steps; this is the type of one thing
    N004 5:73 [a function of the expression language] `count` cannot be used as an id => choose another id
    S001 3:74 [not known here] unknown key `tpye` => a key with a similar name exists: `type`
    N007 3:101 [expected one thing] a set such as `set/seat` cannot be used here => sets are for parameters of steps; this is the type of one thing
    N003 6:14 [as resource] `wood` is both a set and a resource => rename one of them: an expression could mean either
    E105 5:30 [expected a set] `3` is a number, several things were expected => write a zone, a group of spaces, `seats()`, `range(1, 3)` or a list
    N101 3:63 [not known here] unknown name `of`
    ");
}
