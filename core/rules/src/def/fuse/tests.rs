use super::*;
use crate::def::part::{CounterDef, GroupDef, Named, Visible};
use crate::eval::Eval;
use crate::event::Event;
use crate::id::SpaceId;
use crate::world::World;

/// A grid of three columns and two rows from space 2 on, with a counter on some of its spaces.
fn def(scope: Scope, first: u32, holders: u32, of: &[Expr]) -> Def {
    let counter = CounterDef {
        named: Named::default(),
        scope,
        cell: 1,
        first,
        holders,
        min: 0,
        max: 99,
        start: 0,
        resets: None,
        visible: Visible::All,
        gained: None,
        line: None,
        track: None,
        conserved: false,
    };
    let group = GroupDef { named: Named::default(), first: SpaceId(2), spaces: 6, columns: 3 };
    let mut exprs = of.to_vec();
    exprs.push(Expr::Counter(CounterId(0), of.len() as ExprId - 1));
    Def { counters: vec![counter], groups: vec![group], cells: 10, exprs, ..Def::default() }
}

/// What the last expression gives for each number at hand.
fn values(def: &Def) -> Vec<i32> {
    let mut world = World::new(def, 0);
    for cell in 0..def.cells {
        world.fold(def, &Event::Changed { cell, from: 0, to: 10 + cell as i32 });
    }
    let value = |at_hand: i32| {
        let locals = [at_hand];
        let mut eval = Eval::new(def, &world, &locals);
        eval.its[0] = at_hand;
        eval.eval(def.exprs.len() as ExprId - 1)
    };
    (-3..12).map(value).collect()
}

/// Shortens, and makes sure that every value stays.
fn last(plain: Def) -> Expr {
    let mut short = plain.clone();
    fuse(&mut short);
    assert_eq!(values(&plain), values(&short));
    short.exprs[short.exprs.len() - 1]
}

const IN_ROW: fn(i32) -> [Expr; 3] = |row| [Expr::It(0), Expr::Const(row), Expr::SpaceAt(0, 0, 1)];

#[test]
fn a_counter_of_what_is_at_hand_becomes_its_cell() {
    let it = last(def(Scope::Space(0), 2, 6, &[Expr::It(0)]));
    assert_eq!(it, Expr::CellOfIt { it: 0, first: 2, cell: 1, holders: 6 });
    let local = last(def(Scope::Seat, 0, 4, &[Expr::Local(0)]));
    assert_eq!(local, Expr::CellOfLocal { slot: 0, first: 0, cell: 1, holders: 4 });
}

#[test]
fn a_row_of_a_grid_becomes_a_run_of_cells() {
    let row = last(def(Scope::Space(0), 2, 6, &IN_ROW(2)));
    assert_eq!(row, Expr::CellOfIt { it: 0, first: 1, cell: 4, holders: 3 });
}

#[test]
fn what_is_not_sure_stays() {
    for row in [-1, 0, 3, i32::MAX] {
        assert!(matches!(last(def(Scope::Space(0), 2, 6, &IN_ROW(row))), Expr::Counter(..)));
    }
    // The counter ends within the row, or begins after it.
    assert!(matches!(last(def(Scope::Space(0), 2, 5, &IN_ROW(2))), Expr::Counter(..)));
    assert!(matches!(last(def(Scope::Space(0), 5, 3, &IN_ROW(1))), Expr::Counter(..)));
    assert!(matches!(last(def(Scope::Table, 0, 1, &[Expr::It(0)])), Expr::Counter(..)));
}
