//! Limits of abilities: hidden counters of their uses.

use boardwright_rules::def::part::{Scope, Visible};
use boardwright_rules::id::CounterId;

use super::Bearer;
use crate::Lower;
use crate::counters::NewCounter;
use crate::flow::TURN;
use crate::plan::LimitOf;
use crate::refs::named;
use boardwright_language::raw::Ability;
use boardwright_language::shape::Name;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::shape;
use boardwright_syntax::source::Span;

impl Lower<'_> {
    /// The counter of an ability's uses, if it has a limit. `ordinal` distinguishes the abilities
    /// of a piece; pieces of a kind share their counters.
    pub(super) fn ability_limit(
        &mut self,
        raw: &Ability,
        bearer: &Bearer,
        ordinal: usize,
        span: Span,
    ) -> Option<(CounterId, i32, LimitOf)> {
        if raw.modify.is_some() || (raw.limit.is_none() && raw.group.is_none()) {
            return None;
        }
        let limit = raw.limit.as_ref();
        let times = limit.and_then(|limit| limit.times).unwrap_or(1);
        if times < 1 {
            let message = format!("an ability cannot work {times} times");
            let label = "expected 1 or more";
            self.diags.push(Diagnostic::error(shape::RANGE, message, span, label));
        }
        let turn = Name { span, text: TURN.to_owned() };
        let period = limit.and_then(|limit| limit.per.as_ref()).unwrap_or(&turn);
        let resets = self.period_ref(period)?;
        let (id, scope, of) = match &raw.group {
            Some(group) => {
                let id = format!("group/{}/{}", group.text, period.text);
                (id, Scope::Seat, LimitOf::Seat)
            }
            None => match bearer.of {
                Some((_, kind)) => {
                    let kind_id = &self.def.kinds[kind.index()].named.id;
                    let id = format!("used/{kind_id}/{}/{}", ordinal + 1, period.text);
                    (id, Scope::Piece(kind), LimitOf::Piece)
                }
                None => {
                    let rule = &bearer.named.id;
                    let id = format!("rule/{rule}/{}/{}", ordinal + 1, period.text);
                    (id, Scope::Seat, LimitOf::Seat)
                }
            },
        };
        let counter = match self.names.counters.get(&id) {
            Some(counter) => *counter,
            None => {
                let new = NewCounter {
                    named: named(&id, None, None),
                    scope,
                    bounds: (0, boardwright_syntax::number::COUNTER_MAX),
                    start: 0,
                    resets: Some(resets),
                    visible: Visible::All,
                };
                self.add_counter(new, span)?
            }
        };
        Some((counter, times, of))
    }
}
