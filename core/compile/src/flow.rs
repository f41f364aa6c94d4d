//! The flow of the game: periods, lines of the score sheet, procedures, and the main code.

use boardwright_rules::def::code::Op;
use boardwright_rules::def::expr::Expr;
use boardwright_rules::def::part::Named;
use boardwright_rules::def::{PeriodDef, ProcDef};
use boardwright_rules::id::{LineId, PeriodId, ProcId};

use super::Lower;
use super::bounds::NAMES_MAX;
use super::fill::FillPlan;
use super::names::{Head, Type};
use super::refs::{declare, named};
use super::scope::Scope;
use super::values::long_form;
use boardwright_language::raw;
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::game;
use boardwright_syntax::source::{FileId, Span};
use boardwright_syntax::yaml::{Kind, Node};

/// The period every game has.
pub(crate) const TURN: &str = "turn";
/// The period that never ends, for events that happen once.
pub const GAME: &str = "game";

impl Lower<'_> {
    /// Gives periods their ids: `turn`, `game`, those listed, and those used by `resets`.
    pub(super) fn declare_periods(&mut self, root: &Node) {
        let nowhere = root.span;
        self.period(TURN, nowhere);
        self.period(GAME, nowhere);
        let listed = root.as_map().and_then(|map| map.get("periods"));
        match listed.map(|node| (&node.kind, node)) {
            Some((Kind::Seq(items), _)) => {
                for item in items {
                    if let Some(name) = self.plain_text(item, "each item of `periods`") {
                        self.check_id(name, item.span);
                        self.period(name, item.span);
                    }
                }
            }
            Some((Kind::Null, _)) | None => {}
            Some((_, node)) => self.wrong_type(node, "`periods`", "a list of names"),
        }
        for section in ["resources", "tracks"] {
            let Some(map) = root.as_map().and_then(|map| map.get(section)?.as_map()) else {
                continue;
            };
            for entry in &map.entries {
                let resets = entry.value.as_map().and_then(|map| map.get("resets"));
                if let Some((name, span)) =
                    resets.and_then(|node| Some((node.as_text()?, node.span)))
                {
                    self.period(name, span);
                }
            }
        }
    }

    fn period(&mut self, name: &str, span: Span) {
        if self.names.periods.get(name).is_some()
            || self.too_many(self.def.periods.len(), NAMES_MAX, "periods", span)
        {
            return;
        }
        let id = PeriodId::from(self.def.periods.len());
        self.def.periods.push(PeriodDef { named: named(name, None, None), resets: vec![] });
        declare(&mut self.names.periods, "period", name, span, id, &mut self.diags);
    }

    /// Gives lines of the score sheet their ids; the first is the score from play.
    pub(super) fn declare_lines(&mut self, root: &Node) {
        if let Some(score) = self.names.score {
            let mut named = self.def.counters[score.index()].named.clone();
            // It precedes numbers of any size, so it takes the form of a heading.
            named.name = named.heading().to_owned();
            let span = self.names.counters.0.get(&named.id);
            let span = span.map_or(root.span, |declared| declared.span);
            let id = named.id.clone();
            self.def.lines.push(named);
            declare(&mut self.names.lines, "line", &id, span, LineId(0), &mut self.diags);
        }
        for entry in self.section(root, "lines") {
            self.check_id(&entry.key, entry.key_span);
            let Some(raw) = self.read_entry::<raw::Line>(entry, &[]) else { continue };
            if self.too_many(self.def.lines.len(), NAMES_MAX, "lines", entry.key_span) {
                return;
            }
            let id = LineId::from(self.def.lines.len());
            self.def.lines.push(named(&entry.key, raw.name.as_deref(), raw.text.as_deref()));
            let (key, span) = (&entry.key, entry.key_span);
            declare(&mut self.names.lines, "line", key, span, id, &mut self.diags);
        }
    }

    /// Reserves the cells of the score sheet, after the cells of all counters.
    pub(super) fn declare_sheet(&mut self) {
        let count = self.def.lines.len() as u32 * u32::from(self.def.seats);
        let span = self.names.lines.0.values().next().map(|line| line.span);
        let span = span.unwrap_or(Span::at(FileId(0), 0));
        self.def.sheet = self.reserve_cells(count, "lines", span).unwrap_or(0);
    }

    /// Gives procedures their ids, parameters and results.
    pub(super) fn procedure_heads(&mut self, root: &Node, plan: &mut FillPlan) {
        for entry in self.section(root, "procedures") {
            self.check_id(&entry.key, entry.key_span);
            let long = long_form(entry, "do");
            let nothing = [("do", Kind::Seq(vec![]))];
            let Some(raw) = self.read_entry::<raw::Procedure>(&long, &nothing) else { continue };
            let params = raw.params.as_ref().map(|node| self.step_params(node, "`params`"));
            let (needs, defaults) = params.unwrap_or_default().into_iter().unzip();
            let gives = raw.returns.as_ref().and_then(|node| self.type_of(node));
            let named = named(&entry.key, raw.name.as_deref(), raw.text.as_deref());
            let Some(id) = self.new_proc(named, entry.key_span) else { return };
            let head = Head { id, needs, defaults, gives };
            let (key, span) = (&entry.key, entry.key_span);
            declare(&mut self.names.procs, "procedure", key, span, head, &mut self.diags);
            let path = match entry.value.kind {
                Kind::Map(_) => format!("procedures.{key}.do"),
                _ => format!("procedures.{key}"),
            };
            plan.procs.push((id, raw, path));
        }
    }

    fn new_proc(&mut self, named: Named, span: Span) -> Option<ProcId> {
        if self.too_many(self.def.procs.len(), NAMES_MAX, "procedures", span) {
            return None;
        }
        self.def.procs.push(ProcDef { named, start: 0, locals: 1 });
        Some(ProcId::from(self.def.procs.len() - 1))
    }

    /// Lowers the bodies of procedures.
    pub(super) fn fill_procedures(&mut self, plan: &FillPlan) {
        for (id, raw, path) in &plan.procs {
            let heads = self.names.procs.0.values();
            let Some(head) = heads.map(|head| &head.what).find(|head| head.id == *id).cloned()
            else {
                continue;
            };
            self.check_defaults(&head);
            let named = self.def.procs[id.index()].named.clone();
            self.procedure_into(*id, named, &head.needs, head.gives.as_ref(), &raw.body, path);
        }
    }

    /// Lowers `setup`, `play` and `scoring`, and the code that runs them.
    pub(super) fn fill_main(&mut self, root: &Node) {
        let section = |name: &str| root.as_map().and_then(|map| map.get(name));
        if section("play").is_none() {
            let message = "the game has no `play`";
            self.diags.push(
                Diagnostic::placeless(game::NO_PLAY, message)
                    .help("add a section `play` with the steps of the game, such as `turns`"),
            );
        }
        let [setup, play, scoring] = ["setup", "play", "scoring"].map(|name| {
            let body = section(name).filter(|node| node.kind != Kind::Null)?;
            let span = body.span;
            let id = self.procedure(named(name, None, None), &[], None, body, name);
            Some((id, span, name))
        });
        let code_end = self.def.code.len();
        self.def.scoring = scoring.map(|(id, ..)| id);
        let scored = scoring.map(|(id, ..)| self.def.procs[id.index()].start as usize);
        let first = Expr::Const(0);
        let main = ProcId::from(self.def.procs.len());
        let start = self.def.code.len() as u32;
        let seat = self.new_expr(first);
        for (id, span, path) in [setup, play].into_iter().flatten() {
            let cause = self.cause_at(span, path);
            self.push_op(Op::Call(id, Box::new([seat])), cause);
        }
        let over = self.def.code.len() as u32;
        if let Some((id, span, path)) = scoring {
            let cause = self.cause_at(span, path);
            self.push_op(Op::Call(id, Box::new([seat])), cause);
            // `end: game` jumps to scoring, wherever it is; within scoring it ends the game.
            for at in 0..scored.unwrap_or(code_end) {
                if self.def.code[at] == Op::EndGame {
                    self.def.code[at] = Op::Jump(over);
                }
            }
        }
        self.push_op(Op::EndGame, 0);
        self.def.procs.push(ProcDef { named: named("main", None, None), start, locals: 1 });
        self.def.main = Some(main);
    }

    fn push_op(&mut self, op: Op, cause: u32) {
        self.def.code.push(op);
        self.def.cause_of.push(cause);
    }

    /// Lowers the ranking.
    pub(super) fn fill_ranking(&mut self, root: &Node) {
        let ranking = root.as_map().and_then(|map| map.get("ranking"));
        let items: Vec<&Node> = match ranking.map(|node| (&node.kind, node)) {
            Some((Kind::Seq(items), _)) => items.iter().collect(),
            Some((Kind::Null, _)) | None => vec![],
            Some((_, one)) => vec![one],
        };
        for item in &items {
            if let Some((key, _)) = self.expr_in(item, &Scope::seat(), Some(&Type::Number)) {
                self.def.ranking.push(key);
            }
        }
        if !items.is_empty() {
            return;
        }
        match self.names.score {
            Some(score) => {
                let seat = self.new_expr(Expr::Local(0));
                let key = self.new_expr(Expr::Counter(score, seat));
                self.def.ranking.push(key);
            }
            // A resource that cannot be the score was already reported.
            None if self.diags.iter().any(|diag| diag.code == game::SCORE_SEAT) => {}
            None => {
                let mut diag = Diagnostic::placeless(game::NO_WINNER, "nothing says who wins");
                diag.level = boardwright_syntax::diag::Level::Warning;
                self.diags.push(
                    diag.help("mark a resource with `score: true`, or add a section `ranking`"),
                );
            }
        }
    }
}
