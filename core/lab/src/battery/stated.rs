//! The laws that the packs state.

use std::rc::Rc;

use super::{Finding, Law, Moment};
use boardwright_play::game::Game;
use boardwright_play::laws::Laws;
use boardwright_syntax::diag::Diagnostic;

pub(super) struct Stated(pub Rc<Laws>);

impl Law for Stated {
    fn name(&self) -> &'static str {
        "stated"
    }

    fn decision(&mut self, now: &Moment, _: usize) -> Result<(), String> {
        let mut broken = self.0.broken(&now.table().state().world);
        // Report each law once, though it may be broken for several seats.
        broken.dedup_by(|next, first| next.law == first.law);
        let told: Vec<String> = broken.iter().map(ToString::to_string).collect();
        if told.is_empty() { Ok(()) } else { Err(told.join("; ")) }
    }

    fn end(&mut self, now: &Moment) -> Result<(), String> {
        self.decision(now, 0)
    }
}

/// Laws that cannot be read are findings, too.
pub(super) fn unreadable(game: &Game, diags: &[Diagnostic]) -> Vec<Finding> {
    let finding = |diag: &Diagnostic| Finding {
        law: "stated",
        seed: 0,
        players: game.players,
        decision: 0,
        what: diag.message.clone(),
        choices: vec![],
    };
    diags.iter().map(finding).collect()
}
