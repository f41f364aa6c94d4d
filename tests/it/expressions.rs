//! Expressions are simplified before they are evaluated; the original must give the same value,
//! whatever is bound.

use boardwright_bots::{Bot, RandomBot};
use boardwright_play::game::open;
use boardwright_rules::def::Def;
use boardwright_rules::def::expr::{Expr, ExprId, NIL, Set, SetId};
use boardwright_rules::def::short::Shorts;
use boardwright_rules::eval::Eval;
use boardwright_rules::event::Deaf;
use boardwright_rules::rng::Stream;
use boardwright_rules::table::Table;
use boardwright_rules::world::World;
use boardwright_tests::library;

/// How many numbers are bound.
const LOCALS: usize = 24;
/// How often each expression is tried in each position.
const TRIES: u32 = 3;

#[test]
fn shortened_expressions_come_to_the_same() {
    for pack in ["nippon", "devtest", "devtest-more", "hello", "connect-four"] {
        let game = open(&library(), &[pack], None, &[]).game.expect("it validates");
        let def = &game.def;
        let plain = Def { short: Shorts::plain(def), ..def.clone() };
        let exprs: Vec<ExprId> =
            (0..def.exprs.len() as ExprId).filter(|expr| !needs_a_list(def, *expr)).collect();
        let mut table = Table::new(def, &game.scripts, 1, &mut Deaf).expect("it can be set up");
        let (mut bot, mut dice) = (RandomBot::new(1), Stream::new(1, "numbers"));
        for decision in 0.. {
            if decision % 20 == 0 {
                let world = &table.state().world;
                exprs.iter().for_each(|expr| compare((def, &plain), world, *expr, &mut dice));
            }
            let Some(index) = bot.pick(&table) else { break };
            table.choose(index, &mut Deaf).expect("what is offered can be done");
        }
    }
}

fn compare((def, plain): (&Def, &Def), world: &World, expr: ExprId, dice: &mut Stream) {
    let things = def.pieces.len().max(def.spaces.len()).max(def.places.len()) as u32 + 3;
    for _ in 0..TRIES {
        let mut numbers = [NIL; LOCALS];
        let mut its = numbers;
        for number in numbers.iter_mut().chain(&mut its) {
            // Most relevant numbers are small, so large ones are rare.
            let below = if dice.below(3) == 0 { things } else { 8 };
            *number = dice.below(below) as i32 - 1;
        }
        // The first binding is the acting seat.
        numbers[0] = dice.below(u32::from(def.seats) + 1) as i32 - 1;
        let [short, long] = [def, plain].map(|def| {
            let mut eval = Eval::new(def, world, &numbers);
            let walks = eval.its.len();
            eval.its.copy_from_slice(&its[..walks]);
            eval.eval(expr)
        });
        assert_eq!(short, long, "{expr}: {:?} with {numbers:?}", def.exprs[expr as usize]);
    }
}

/// Whether an expression reads a list from a binding, which then must be one.
fn needs_a_list(def: &Def, expr: ExprId) -> bool {
    let mut needs = false;
    def.visit_expr(expr, &mut |part| {
        needs |= match part {
            Expr::Len(set) | Expr::Has(set, _) | Expr::Walk { set, .. } => is_list(def, *set),
            _ => false,
        };
    });
    needs
}

fn is_list(def: &Def, set: SetId) -> bool {
    match &def.sets[set as usize] {
        Set::Picked(_) => true,
        Set::Where { set, .. } => is_list(def, *set),
        Set::Both(one, other) => is_list(def, *one) || is_list(def, *other),
        _ => false,
    }
}
