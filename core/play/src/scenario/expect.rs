//! Expectations: expressions of the pack language, compared with what a scenario states.

use boardwright_rules::def::Def;
use boardwright_rules::def::ask::Class;
use boardwright_rules::def::expr::{ExprId, NIL, SetId};
use boardwright_rules::eval::Eval;
use boardwright_rules::id::PlaceId;
use boardwright_rules::rank::standings;
use boardwright_rules::world::World;
use boardwright_text::thing;

use super::{Expectation, Scenario};
use boardwright_compile::Lower;
use boardwright_compile::expr::Out;
use boardwright_compile::names::{Names, Type};
use boardwright_compile::scope::Scope;
use boardwright_language::shape::ExprText;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::scenario as codes;
use boardwright_syntax::yaml::{Kind, Node};

/// An expectation, resolved.
#[derive(Clone, Debug)]
pub(super) enum Check {
    /// One value.
    One(ExprId, Type),
    /// Several elements.
    Many(SetId, Type),
    /// Whether the game is over.
    Over,
    /// Who won.
    Winner,
    /// It was not understood, which is already reported.
    Told,
}

/// Resolves all expectations of a scenario.
pub(super) fn resolve(lower: &mut Lower, scenario: &Scenario) -> Vec<Check> {
    scenario.expectations().map(|expectation| check(lower, expectation)).collect()
}

fn check(lower: &mut Lower, expectation: &Expectation) -> Check {
    match expectation.key.as_str() {
        "over" => return Check::Over,
        "winner" => return Check::Winner,
        _ => {}
    }
    // Counters and zones of the table have no holder in expressions.
    let key = &expectation.key;
    let text = key.strip_prefix("table.").unwrap_or(key).to_owned();
    let mut span = expectation.key_span;
    let quoted = (span.end - span.start) as usize == key.len() + 2;
    if quoted {
        (span.start, span.end) = (span.start + 1, span.end - 1);
    }
    span.start += (key.len() - text.len()) as u32;
    let text = ExprText { span, text, quoted };
    let Some(ast) = lower.parse(&text) else { return Check::Told };
    match lower.out(&ast, &Scope::seat(), None) {
        None => Check::Told,
        Some(Out::One(expr, ty)) => Check::One(expr, ty),
        Some(Out::Many(set, ty)) => Check::Many(set, ty),
        Some(_) => {
            let message = format!("`{}` has no value that could be compared", expectation.key);
            let label = "expected a number, a flag, a thing or several things";
            let diag = Diagnostic::error(codes::EXPECTED, message, expectation.key_span, label);
            lower.diags.push(diag);
            Check::Told
        }
    }
}

/// The table at which an expectation is checked.
pub(crate) struct Now<'a> {
    pub def: &'a Def,
    pub names: &'a Names,
    pub world: &'a World,
}

impl Now<'_> {
    /// Checks an expectation; returns the problem if it does not hold.
    pub(super) fn compare(&self, expectation: &Expectation, check: &Check) -> Option<Diagnostic> {
        let wanted = &expectation.wanted;
        let is = match check {
            Check::Told => return None,
            Check::Over => vec![yes_no(self.world.is_over())],
            Check::Winner => self.winners(),
            Check::One(expr, Type::Place(_)) => {
                let place = self.eval(*expr);
                self.pieces(place)
            }
            Check::One(expr, ty) => vec![self.value_text(ty, self.eval(*expr))],
            Check::Many(set, ty) => self.several(*set, ty),
        };
        let listed = matches!(check, Check::Many(..) | Check::One(_, Type::Place(_)));
        let want = wanted_texts(wanted).unwrap_or_default();
        let same = if listed || matches!(wanted.kind, Kind::Seq(_)) {
            sorted(&is) == sorted(&want)
        } else if matches!(check, Check::Winner) {
            is.len() == 1 && sorted(&is) == sorted(&want)
        } else {
            is == want
        };
        if same {
            return None;
        }
        let shown = |all: &[String]| match all {
            [one] if !listed => one.clone(),
            all => format!("[{}]", all.join(", ")),
        };
        let key = &expectation.key;
        let message = format!("`{key}` is {}, {} was expected", shown(&is), shown(&want));
        let label = format!("is {}", shown(&is));
        Some(Diagnostic::error(codes::EXPECTED, message, wanted.span, label))
    }

    fn eval(&self, expr: ExprId) -> i32 {
        Eval::new(self.def, self.world, &[0]).eval(expr)
    }

    fn several(&self, set: SetId, ty: &Type) -> Vec<String> {
        let mut found = vec![];
        Eval::new(self.def, self.world, &[0]).each(set, &mut |_, item| {
            found.push(item);
            true
        });
        found.into_iter().map(|item| self.value_text(ty, item)).collect()
    }

    fn pieces(&self, place: i32) -> Vec<String> {
        let place = usize::try_from(place).ok().filter(|place| *place < self.def.places.len());
        let Some(place) = place else { return vec![] };
        let pieces = self.world.pieces_in(PlaceId::from(place));
        pieces.map(|piece| self.value_text(&Type::Piece(None), i32::from(piece.0))).collect()
    }

    fn winners(&self) -> Vec<String> {
        if !self.world.is_over() {
            return vec!["nobody yet".into()];
        }
        let best = standings(self.def, self.world).into_iter().filter(|it| it.place == 1);
        best.map(|it| self.value_text(&Type::Seat, i32::from(it.seat.0))).collect()
    }

    /// A value in words.
    pub fn value_text(&self, ty: &Type, value: i32) -> String {
        let class = match ty.sure() {
            Type::Number => return value.to_string(),
            Type::Flag => return yes_no(value != 0),
            Type::Word(list) => {
                let words = self.names.words.get(usize::from(*list));
                let word = usize::try_from(value).ok().and_then(|at| words?.get(at));
                return word.map_or("nothing".into(), String::clone);
            }
            _ if value == NIL => return "nothing".into(),
            Type::Seat => Class::Seat,
            Type::Piece(_) => Class::Piece,
            Type::Space(_) => Class::Space,
            Type::Place(_) => Class::Place,
            Type::Entry(_) => Class::Entry,
            Type::Counter => Class::Counter,
            Type::Tag => {
                let tag = self.names.entry_tags.keys().nth(value as usize);
                return tag.map_or("nothing".into(), String::clone);
            }
            Type::Nil | Type::Maybe(_) | Type::Set(_) | Type::Paid(..) | Type::Several(_) => {
                return "nothing".into();
            }
        };
        thing(self.def, self.world, class, value)
    }
}

fn yes_no(flag: bool) -> String {
    if flag { "true" } else { "false" }.into()
}

/// The expected value, in the words used for actual values. `None` if it cannot be compared.
fn wanted_texts(node: &Node) -> Option<Vec<String>> {
    let one = |node: &Node| match &node.kind {
        Kind::Null => Some("nothing".to_owned()),
        Kind::Bool(flag) => Some(yes_no(*flag)),
        Kind::Int(number) => Some(number.to_string()),
        Kind::Text(text) if text == "nil" => Some("nothing".into()),
        Kind::Text(text) | Kind::Real(text) => Some(text.clone()),
        Kind::Seq(_) | Kind::Map(_) => None,
    };
    match &node.kind {
        Kind::Seq(items) => items.iter().map(one).collect(),
        _ => Some(vec![one(node).unwrap_or_else(|| "a mapping".into())]),
    }
}

fn sorted(all: &[String]) -> Vec<String> {
    let mut all = all.to_vec();
    all.sort();
    all
}
