use super::*;
use crate::def::expr::{Binary, Fold, Set};
use crate::def::part::{CounterDef, Form, GroupDef, Named, Scope, SpaceDef, ValueDef, Visible};
use crate::eval::Eval;
use crate::event::Event;
use crate::id::{CounterId, SpaceId, ValueId};
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
    let group = GroupDef {
        named: Named::default(),
        first: SpaceId(2),
        spaces: 6,
        columns: 3,
        form: Form::Grid,
    };
    let mut exprs = of.to_vec();
    exprs.push(Expr::Counter(CounterId(0), of.len() as ExprId - 1));
    Def { counters: vec![counter], groups: vec![group], cells: 10, exprs, ..Def::default() }
}

/// The value of the last expression for each subject.
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

/// Shortens, and checks that every value stays the same.
fn last(mut def: Def) -> Short {
    def.short = Shorts::plain(&def);
    let plainly = values(&def);
    def.short = Shorts::of(&def);
    assert_eq!(plainly, values(&def));
    *def.short.get(def.exprs.len() as ExprId - 1)
}

fn cells(of: Of, first: u16, cell: u32, holders: u16) -> Short {
    Short::Leaf(Leaf::CellOf { of, first, holders, cell })
}

const IN_ROW: fn(i32) -> [Expr; 3] = |row| [Expr::It(0), Expr::Const(row), Expr::SpaceAt(0, 0, 1)];

#[test]
fn a_counter_of_what_is_at_hand_becomes_its_cell() {
    let it = last(def(Scope::Space(0), 2, 6, &[Expr::It(0)]));
    assert_eq!(it, cells(Of::it(0), 2, 1, 6));
    let local = last(def(Scope::Seat, 0, 4, &[Expr::Local(0)]));
    assert_eq!(Some(local), Of::local(0).map(|of| cells(of, 0, 1, 4)));
}

#[test]
fn a_row_of_a_grid_becomes_a_run_of_cells() {
    let row = last(def(Scope::Space(0), 2, 6, &IN_ROW(2)));
    assert_eq!(row, cells(Of::it(0), 1, 4, 3));
}

#[test]
fn a_comparison_of_leaves_becomes_one_step() {
    for (binary, to) in [(Binary::Eq, 12), (Binary::Ge, 14), (Binary::Sub, 3), (Binary::Div, 0)] {
        let mut by_number = def(Scope::Space(0), 2, 6, &[Expr::It(0)]);
        by_number.exprs.push(Expr::BinaryConst(binary, 1, to));
        assert!(matches!(last(by_number), Short::Two(..)));
        let mut by_local = def(Scope::Space(0), 2, 6, &[Expr::Local(0), Expr::It(0)]);
        by_local.exprs.push(Expr::Binary(binary, 2, 0));
        assert!(matches!(last(by_local), Short::Two(..)));
    }
}

#[test]
fn what_is_done_with_two_leaves_and_a_number_becomes_one_step() {
    for (last_of_all, by) in [(Binary::Max, 0), (Binary::Ge, -2), (Binary::Mod, 3)] {
        let mut three = def(Scope::Space(0), 2, 6, &[Expr::Local(0), Expr::It(0)]);
        three.exprs.push(Expr::Binary(Binary::Sub, 2, 0));
        three.exprs.push(Expr::BinaryConst(last_of_all, 3, by));
        assert!(matches!(last(three), Short::Then(..)));
    }
}

#[test]
fn a_run_of_constants_becomes_one_step() {
    for plus in [0, 1, -3, 40_000] {
        let mut run = def(Scope::Space(0), 2, 6, &[Expr::Local(0)]);
        run.tables = vec![7, 0, 1, 3, 6, 9];
        run.exprs.push(Expr::BinaryConst(Binary::Add, 0, plus));
        run.exprs.push(Expr::Table { start: 1, len: 4, index: 2 });
        // An offset that does not fit is not shortened.
        let short = matches!(last(run), Short::Leaf(Leaf::Table { .. }));
        assert_eq!(short, plus < 40_000);
    }
}

#[test]
fn a_number_of_a_printed_list_becomes_one_step() {
    let mut list = def(Scope::Space(0), 2, 6, &[Expr::Local(0)]);
    // Two lists, each preceded by its length.
    list.tables = vec![2, 8, 9, 3, 4, 5, 6];
    list.exprs.push(Expr::Const(3));
    list.exprs.push(Expr::ListAt(2, 0));
    assert!(matches!(last(list), Short::At(..)));
}

#[test]
fn a_value_that_nobody_changes_becomes_what_it_is_made_of() {
    // The subject of the value, minus the seat's counter.
    let mut value = def(Scope::Seat, 0, 4, &[Expr::Local(0)]);
    value.exprs.push(Expr::Local(1));
    value.exprs.push(Expr::Binary(Binary::Sub, 2, 1));
    value.exprs.push(Expr::It(0));
    value.exprs.push(Expr::Value(ValueId(0), 0, 4));
    let def_of = ValueDef { named: Named::default(), base: 3, modifiers: vec![], bounds: None };
    value.values = vec![def_of];
    assert!(matches!(last(value), Short::Two(Binary::Sub, Leaf::Itself(_), Leaf::CellOf { .. })));
}

#[test]
fn walks_and_rays_use_tests() {
    let folds = [Fold::Any, Fold::All, Fold::Count, Fold::Sum, Fold::First, Fold::Max];
    for (fold, to) in folds.into_iter().flat_map(|fold| [10, 12, 14].map(|to| (fold, to))) {
        let mut walk = def(Scope::Space(0), 2, 6, &[Expr::It(0)]);
        walk.sets = vec![
            Set::Spaces(SpaceId(0), 9),
            Set::Where { set: 0, it: 0, body: 2 },
            Set::Where { set: 1, it: 0, body: 4 },
        ];
        walk.exprs.push(Expr::BinaryConst(Binary::Gt, 1, to));
        walk.exprs.push(Expr::Local(0));
        walk.exprs.push(Expr::Binary(Binary::Ne, 1, 3));
        for set in 0..3 {
            let mut walk = walk.clone();
            walk.exprs.push(Expr::Walk { fold, set, it: 0, body: 4 });
            last(walk);
        }
    }
    let mut ray = def(Scope::Space(0), 0, 6, &[Expr::It(0)]);
    ray.directions = vec!["on".into()];
    ray.next = (1..12).chain([-1]).collect();
    let space = SpaceDef { named: Named::default(), group: 0, neighbours: vec![] };
    ray.spaces = vec![space; 12];
    ray.exprs.push(Expr::BinaryConst(Binary::Ge, 1, 11));
    ray.exprs.push(Expr::Local(0));
    ray.exprs.push(Expr::Ray { from: 3, direction: 0, it: 0, body: 2 });
    last(ray);
}

#[test]
fn what_is_not_sure_stays() {
    for row in [-1, 0, 3, i32::MAX] {
        assert!(matches!(last(def(Scope::Space(0), 2, 6, &IN_ROW(row))), Short::Plain(_)));
    }
    // The counter ends within the row, or begins after it.
    assert!(matches!(last(def(Scope::Space(0), 2, 5, &IN_ROW(2))), Short::Plain(_)));
    assert!(matches!(last(def(Scope::Space(0), 5, 3, &IN_ROW(1))), Short::Plain(_)));
    assert!(matches!(last(def(Scope::Table, 0, 1, &[Expr::It(0)])), Short::Plain(_)));
}
