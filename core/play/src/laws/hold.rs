//! Checks whether laws hold: resolves their expressions and evaluates them in a world.

use boardwright_rules::def::expr::{ExprId, SetId};
use boardwright_rules::eval::Eval;
use boardwright_rules::fuel::LIST_FUEL;
use boardwright_rules::world::World;

use super::{Law, Laws};
use crate::scenario::Now;
use boardwright_compile::expr::Out;
use boardwright_compile::names::Type;
use boardwright_compile::scope::Scope;
use boardwright_compile::{Lower, pick};
use boardwright_language::raw::by_table::is_table;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::game as codes;
use boardwright_syntax::expr::{Ast, AstKind, BinOp, print};
use boardwright_syntax::yaml::{Kind, Node};

/// The maximum number of values in a report.
const VALUES_SHOWN: usize = 6;

/// A law, resolved.
pub(super) struct Ready {
    name: String,
    pack: String,
    /// File and line.
    place: String,
    each: Each,
    holds: ExprId,
    /// The values compared in it, for the report.
    sides: Vec<(String, ExprId, Type)>,
}

/// What a law is checked for.
enum Each {
    /// Once, for the table.
    Table,
    /// For each seat, bound to `me`; possibly only for seats of people.
    Seats { people: bool },
    /// For each element of a set, bound to `it`.
    Set(SetId, Type),
}

/// A law that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The law.
    pub law: String,
    /// The pack that states it.
    pub pack: String,
    /// File and line.
    pub place: String,
    /// The seat or element it fails for; empty for the table.
    pub whom: String,
    /// The values of its parts.
    pub values: Vec<String>,
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Self { law, pack, place, whom, values } = self;
        let whom = if whom.is_empty() { String::new() } else { format!(" for {whom}") };
        write!(f, "`{law}` does not hold{whom}: {}", values.join(", "))?;
        write!(f, " (a law of `{pack}`, {place})")
    }
}

/// Resolves a law; `None` if it was not understood, which is then reported.
pub(super) fn ready(lower: &mut Lower, law: &Law) -> Option<Ready> {
    let each = match &law.each {
        None => Each::Table,
        Some(node) => match &node.kind {
            Kind::Text(text) if text == "seat" => Each::Seats { people: false },
            Kind::Text(text) if text == "player" => Each::Seats { people: true },
            _ => {
                let (set, ty) = lower.set_in(node, &Scope::seat())?;
                Each::Set(set, ty)
            }
        },
    };
    let mut scope = match &each {
        Each::Set(_, ty) => Scope::with(&[("it".into(), ty.clone())]),
        Each::Table | Each::Seats { .. } => Scope::seat(),
    };
    if !matches!(each, Each::Seats { .. }) {
        // No seat is acting when a law is checked.
        scope.vars.retain(|var| var.name != "me");
    }
    let always = for_players(lower, &law.always)?;
    let text = lower.text_of(always)?;
    let ast = lower.parse(&text)?;
    let n_told = lower.diags.len();
    let lowered = lower.one(&ast, &scope, Some(&Type::Flag));
    for diag in lower.diags.iter_mut().skip(n_told) {
        if diag.message == "unknown name `me`" {
            let help = "add `each: player`: then `me` is each of them in turn";
            diag.help = Some(help.into());
            diag.notes.clear();
        }
    }
    let (holds, _) = lowered?;
    let mut sides = vec![];
    compared(lower, &ast, &scope, &mut sides);
    let (line, _) = lower.sources.line_col(law.span);
    let place = format!("{}:{line}", lower.sources.file(law.span.file).path);
    let (name, pack) = (law.name.clone(), law.pack.clone());
    Some(Ready { name, pack, place, each, holds, sides })
}

/// Picks the value for this number of players.
fn for_players<'n>(lower: &mut Lower, node: &'n Node) -> Option<&'n Node> {
    let Kind::Map(map) = &node.kind else { return Some(node) };
    if !is_table(map) {
        return Some(node);
    }
    let players = lower.players;
    let found = pick(map, players, &lower.options);
    if found.is_none() {
        let message = format!("there is no value for {players} players");
        let label = "a value by number of players";
        let diag = Diagnostic::error(codes::NO_PLAYERS, message, node.span, label);
        let help = format!("add `{players}: ...`, or `_: ...` for all other numbers");
        lower.diags.push(diag.help(help));
    }
    found
}

/// Collects the two sides of every comparison in a law, except plain constants.
fn compared(lower: &mut Lower, ast: &Ast, scope: &Scope, sides: &mut Vec<(String, ExprId, Type)>) {
    match &ast.kind {
        AstKind::Binary(BinOp::And | BinOp::Or, left, right) => {
            compared(lower, left, scope, sides);
            compared(lower, right, scope, sides);
        }
        AstKind::Binary(_, left, right) => {
            for side in [left, right] {
                let plain = matches!(side.kind, AstKind::Int(_) | AstKind::Nil | AstKind::Bool(_));
                if !plain && sides.len() < VALUES_SHOWN {
                    side_of(lower, side, scope, sides);
                }
            }
        }
        _ => {}
    }
}

/// Adds one side; a side that cannot stand alone is left out.
fn side_of(lower: &mut Lower, ast: &Ast, scope: &Scope, sides: &mut Vec<(String, ExprId, Type)>) {
    let n_told = lower.diags.len();
    if let Some(Out::One(expr, ty)) = lower.out(ast, scope, None) {
        sides.push((print(ast), expr, ty));
    }
    lower.diags.truncate(n_told);
}

impl Laws {
    /// Lists the laws that do not hold in a world.
    pub fn broken(&self, world: &World) -> Vec<Broken> {
        let mut broken = vec![];
        // All laws share one budget: many that are each just cheap enough also take long.
        world.refuel(LIST_FUEL);
        for law in &self.laws {
            if world.is_spent() {
                break;
            }
            match &law.each {
                Each::Table => self.look(law, world, &[0], &Type::Nil, &mut broken),
                Each::Seats { people } => {
                    let seats = if *people { self.def.players } else { self.def.seats };
                    for seat in 0..i32::from(seats) {
                        self.look(law, world, &[seat], &Type::Seat, &mut broken);
                    }
                }
                Each::Set(set, ty) => {
                    let mut things = vec![];
                    Eval::within(&self.def, world, &[0]).each(*set, &mut |_, thing| {
                        things.push(thing);
                        true
                    });
                    for thing in things.into_iter().take_while(|_| !world.is_spent()) {
                        self.look(law, world, &[0, thing], ty, &mut broken);
                    }
                }
            }
        }
        broken
    }

    /// Checks one law with these bindings; the last binding is its subject.
    fn look(
        &self,
        law: &Ready,
        world: &World,
        locals: &[i32],
        ty: &Type,
        broken: &mut Vec<Broken>,
    ) {
        let holds = Eval::within(&self.def, world, locals).eval(law.holds) != 0;
        let too_long = world.is_spent();
        if holds && !too_long {
            return;
        }
        let now = Now { def: &self.def, names: &self.names, world };
        let whom = match (ty, locals.last()) {
            (Type::Nil, _) | (_, None) => String::new(),
            (ty, Some(thing)) => now.value_text(ty, *thing),
        };
        let values = law.sides.iter().map(|(text, expr, ty)| {
            let is = Eval::within(&self.def, world, locals).eval(*expr);
            format!("`{text}` is {}", now.value_text(ty, is))
        });
        let mut values: Vec<String> = values.collect();
        if too_long {
            values = vec!["it takes too long to work out".into()];
        }
        if values.is_empty() {
            values.push("it is false".into());
        }
        let (law, pack, place) = (law.name.clone(), law.pack.clone(), law.place.clone());
        broken.push(Broken { law, pack, place, whom, values });
    }
}
