//! TEMPORARY by hand
use std::path::PathBuf;

use boardwright_rules::def::Def;
use boardwright_rules::def::ask::*;
use boardwright_rules::def::code::Op;
use boardwright_rules::def::expr::*;
use boardwright_rules::def::part::*;
use boardwright_rules::id::*;
use boardwright_rules::script::{NoScripts, Scripts};

/// A game.
pub struct Game {
    /// Definition.
    pub def: Def,
}
impl Game {
    /// Scripts.
    pub fn scripts(&self) -> &dyn Scripts {
        &NoScripts
    }
}
/// Root.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn e(def: &mut Def, expr: Expr) -> ExprId {
    def.exprs.push(expr);
    def.exprs.len() as u32 - 1
}
fn s(def: &mut Def, set: Set) -> SetId {
    def.sets.push(set);
    def.sets.len() as u32 - 1
}

/// Open.
pub fn open(pack: &str, _players: Option<u8>) -> Result<Game, String> {
    let four = pack == "connect-four";
    let (w, h, k) = if four { (7, 6, 4) } else { (3, 3, 3) };
    let mut def = Def { seats: 2, players: 2, ..Def::default() };
    let d = &mut def;
    d.directions = ["n", "ne", "e", "se", "s", "sw", "w", "nw"].map(String::from).to_vec();
    let ways = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    d.groups.push(GroupDef {
        named: Named::default(),
        first: SpaceId(0),
        spaces: w * h,
        columns: w,
    });
    for y in 0..h as i32 {
        for x in 0..w as i32 {
            let mut neighbours = vec![];
            for (dx, dy) in ways {
                let (a, b) = (x + dx, y + dy);
                let inside = a >= 0 && b >= 0 && a < w as i32 && b < h as i32;
                let n = if inside { b * w as i32 + a } else { NIL };
                d.next.push(n);
                if inside {
                    neighbours.push(SpaceId(n as u16));
                }
            }
            d.spaces.push(SpaceDef { named: Named::default(), group: 0, neighbours });
        }
    }
    let counter = |scope, cell, holders, max, line| CounterDef {
        named: Named::default(),
        scope,
        cell,
        first: 0,
        holders,
        min: 0,
        max,
        start: 0,
        resets: None,
        visible: Visible::All,
        gained: None,
        line,
        track: None,
        conserved: false,
    };
    let n = u32::from(w * h);
    d.counters.push(counter(Scope::Space(0), 0, n, 2, None));
    d.counters.push(counter(Scope::Seat, n, 2, 1, Some(LineId(0))));
    d.sheet = n + 2;
    d.lines.push(Named::default());
    d.cells = n + 4;
    d.notes.push(NoteDef::default());
    d.periods.push(boardwright_rules::def::PeriodDef { named: Named::default(), resets: vec![] });
    let disc = CounterId(0);
    let me = e(d, Expr::Local(0));
    let is_first = e(d, Expr::BinaryConst(Binary::Eq, me, 0));
    let one = e(d, Expr::Const(1));
    let two = e(d, Expr::Const(2));
    let base = e(d, Expr::If(is_first, one, two));
    d.values.push(ValueDef { named: Named::default(), base, modifiers: vec![] });
    let nil = e(d, Expr::Const(NIL));
    let number = e(d, Expr::Value(ValueId(0), me, nil));
    let zero = e(d, Expr::Const(0));
    let it = e(d, Expr::It(0));
    let six = e(d, Expr::Const(6));
    let seven = e(d, Expr::Const(7));
    let disc_it = e(d, Expr::Counter(disc, it));
    let (until, set, here_slot, mine_slot) = if four {
        let at = e(d, Expr::SpaceAt(0, it, six));
        let c = e(d, Expr::Counter(disc, at));
        let full = e(d, Expr::BinaryConst(Binary::Gt, c, 0));
        let free = e(d, Expr::BinaryConst(Binary::Eq, c, 0));
        let range = s(d, Set::Numbers(one, seven));
        let until = e(d, Expr::Walk { fold: Fold::All, set: range, it: 0, body: full });
        (until, s(d, Set::Where { set: range, it: 0, body: free }), 4, 3)
    } else {
        let full = e(d, Expr::BinaryConst(Binary::Gt, disc_it, 0));
        let free = e(d, Expr::BinaryConst(Binary::Eq, disc_it, 0));
        let cells = s(d, Set::Spaces(SpaceId(0), w * h));
        let until = e(d, Expr::Walk { fold: Fold::All, set: cells, it: 0, body: full });
        (until, s(d, Set::Where { set: cells, it: 0, body: free }), 1, 2)
    };
    d.picks.push(PickDef {
        note: NoteId(0),
        set,
        class: if four { Class::Number } else { Class::Space },
        slot: 1,
        several: None,
        optional: false,
    });
    let mine = e(d, Expr::Local(mine_slot));
    let here = e(d, Expr::Local(here_slot));
    let same = e(d, Expr::Binary(Binary::Eq, disc_it, mine));
    let mut line = |a: u8, b: u8| {
        let a = e(d, Expr::Ray { from: here, direction: a, it: 0, body: same });
        let b = e(d, Expr::Ray { from: here, direction: b, it: 0, body: same });
        let one_a = e(d, Expr::Binary(Binary::Add, one, a));
        let sum = e(d, Expr::Binary(Binary::Add, one_a, b));
        e(d, Expr::BinaryConst(if four { Binary::Ge } else { Binary::Eq }, sum, k))
    };
    let lines = [line(0, 4), line(2, 6), line(1, 5), line(7, 3)];
    let mut won = lines[0];
    for l in &lines[1..] {
        won = e(d, Expr::Or(won, *l));
    }
    let go_on = e(d, Expr::Not(until));
    let next = e(d, Expr::SeatAfter(me, one));
    d.code = vec![
        Op::Triggers,
        Op::Steps,
        Op::Let(0, zero),
        Op::Unless(go_on, 0),
        Op::Begin(PeriodId(0)),
        Op::Commit,
        Op::Pick(PickId(0)),
    ];
    if four {
        let column = e(d, Expr::Local(1));
        let top = e(d, Expr::SpaceAt(0, column, six));
        let top_l = e(d, Expr::Local(2));
        let empty = e(d, Expr::BinaryConst(Binary::Eq, disc_it, 0));
        let fall = e(d, Expr::Ray { from: top_l, direction: 4, it: 0, body: empty });
        let landed = e(d, Expr::Along(top_l, 4, fall));
        d.code.extend([Op::Let(2, top), Op::Let(3, number), Op::Let(4, landed)]);
    } else {
        d.code.push(Op::Let(2, number));
    }
    d.code.push(Op::Set(disc, here, mine));
    let at = d.code.len() as u32;
    d.code.extend([
        Op::Unless(won, at + 3),
        Op::Gain(CounterId(1), me, one),
        Op::EndGame,
        Op::Unless(go_on, at + 6),
        Op::Let(0, next),
        Op::Jump(3),
        Op::Return(None),
    ]);
    d.code[3] = Op::Unless(go_on, at + 6);
    d.cause_of = vec![0; d.code.len()];
    d.causes.push(Default::default());
    d.procs.push(boardwright_rules::def::ProcDef { named: Named::default(), start: 2, locals: 6 });
    d.main = Some(ProcId(0));
    let won = e(d, Expr::Mine(n));
    d.ranking = vec![won];
    d.streams = vec!["game".into()];
    Ok(Game { def: def.finish() })
}
