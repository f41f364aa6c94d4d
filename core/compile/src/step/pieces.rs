//! `move`, `shuffle`, `refill`, `flip`, `set_owner`, `set_controller`.

use boardwright_rules::def::code::{At, Op};
use boardwright_rules::def::expr::{Binary, Expr, ExprId, SetId};

use super::StepContext;
use crate::Lower;
use crate::names::Type;
use crate::scope::Scope;
use boardwright_language::raw::step::{self as raw, Key};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::{names_used, step as codes, types};

const PIECE: Type = Type::Piece(None);

impl Lower<'_> {
    pub(super) fn move_pieces(
        &mut self,
        step: &StepContext,
        moves: &raw::Move,
        scope: &mut Scope,
    ) -> Option<()> {
        const ONE: &str = "keep one of `what`, `all` and `from`";
        let to = self.expr_at(moves.to, scope);
        let at = self.position(moves.at, scope);
        let whole = self.is_set(step, moves.whole)?;
        if let (Some(key), None) = (moves.whole, moves.all) {
            let message = "`whole` of `move` goes with `all`";
            let diag = Diagnostic::error(codes::FORM, message, key.span, "without `all`");
            self.diags.push(diag.help("a single piece needs room anyway: leave `whole` out"));
            return None;
        }
        match (moves.what, moves.all, moves.from) {
            (Some(what), None, None) => self.move_one(step, what, (to?, at?), scope),
            (None, Some(all), None) => {
                let (set, to, at) = (self.pieces_in(all, scope)?, to?, at?);
                self.emit(scope, Op::MoveAll { set, to, at, whole });
                Some(())
            }
            (None, None, Some(from)) => {
                let count = self.expr_if(moves.count, scope)?;
                let count = count.unwrap_or_else(|| self.number(1));
                let from = self.expr_at(from, scope);
                let (from, to, at) = (from?, to?, at?);
                let slot = match step.binds {
                    Some(_) => {
                        let some = self.known(count).is_some_and(|count| count > 0)
                            && self.holds_some(from, scope);
                        Some(self.bind_as(step, scope, if some { PIECE } else { PIECE.maybe() })?)
                    }
                    None => None,
                };
                self.emit(scope, Op::Draw { from, to, count, at, slot });
                Some(())
            }
            (None, None, None) => self.missing(step, step.value.span, "what"),
            (Some(_), Some(all), _) => self.exclusive(step, "what", (all.name, all.span), ONE),
            (Some(_), _, Some(from)) => self.exclusive(step, "what", (from.name, from.span), ONE),
            (_, Some(_), Some(from)) => self.exclusive(step, "all", (from.name, from.span), ONE),
        }
    }

    fn move_one(
        &mut self,
        step: &StepContext,
        what: Key<raw::Piece>,
        (to, at): (ExprId, At),
        scope: &mut Scope,
    ) -> Option<()> {
        let (mut piece, ty) = self.expr_in(what.node, scope, Some(&PIECE))?;
        if step.binds.is_some() {
            let slot = self.bind_as(step, scope, ty)?;
            self.bind_slot(scope, slot, piece);
            piece = self.local(slot);
        }
        self.emit(scope, Op::Move { piece, to, at });
        Some(())
    }

    /// The set of pieces under a key.
    fn pieces_in(&mut self, all: Key<raw::Pieces>, scope: &Scope) -> Option<SetId> {
        let (set, ty) = self.set_in(all.node, scope)?;
        if !self.fits(&ty, &PIECE) {
            let message = format!("pieces were expected, not {}", self.describe(&ty));
            let diag = Diagnostic::error(types::MISMATCH, message, all.node.span, "not pieces");
            self.diags.push(diag);
            return None;
        }
        Some(set)
    }

    /// Applies an operation to the piece under `what`, or to each piece under `all`.
    fn with_pieces(
        &mut self,
        step: &StepContext,
        (what, all): (Option<Key<raw::Piece>>, Option<Key<raw::Pieces>>),
        scope: &mut Scope,
        does: impl FnOnce(&mut Self, &Scope, ExprId),
    ) -> Option<()> {
        match (what, all) {
            (Some(what), None) => {
                let piece = self.expr_at(what, scope)?;
                does(self, scope, piece);
            }
            (None, Some(all)) => {
                let set = self.pieces_in(all, scope)?;
                let block = scope.enter();
                let slot = scope.slot();
                self.walk_set(step, set, slot, scope, |lower, scope| {
                    let piece = lower.local(slot);
                    does(lower, scope, piece);
                });
                scope.leave(block);
            }
            (None, None) => return self.missing(step, step.value.span, "what"),
            (Some(_), Some(all)) => {
                let all = (all.name, all.span);
                return self.exclusive(step, "what", all, "keep one of `what` and `all`");
            }
        }
        Some(())
    }

    fn position(&mut self, at: Option<Key<raw::Position>>, scope: &Scope) -> Option<At> {
        Some(match at.map(|key| (key.text(), key.node)) {
            None | Some((Some("top"), _)) => At::Top,
            Some((Some("bottom"), _)) => At::Bottom,
            Some((_, node)) => At::Slot(self.expr_in(node, scope, Some(&Type::Number))?.0),
        })
    }

    pub(super) fn shuffle(&mut self, shuffle: &raw::Shuffle, scope: &mut Scope) -> Option<()> {
        let place = self.expr_at(shuffle.container, scope)?;
        self.emit(scope, Op::Shuffle(place));
        Some(())
    }

    pub(super) fn refill(&mut self, refill: &raw::Refill, scope: &mut Scope) -> Option<()> {
        let row = self.expr_at(refill.row, scope);
        let from = self.expr_at(refill.from, scope);
        let (row, from) = (row?, from?);
        self.emit(scope, Op::Refill(row, from));
        Some(())
    }

    pub(super) fn flip(
        &mut self,
        step: &StepContext,
        flip: &raw::Flip,
        scope: &mut Scope,
    ) -> Option<()> {
        let block = scope.enter();
        let mut to = None;
        if let Some(face) = flip.to {
            to = Some(self.face(face, scope)?);
        }
        let to = to.map(|to| if flip.all.is_some() { self.held(scope, to) } else { to });
        let done = self.with_pieces(step, (flip.what, flip.all), scope, |lower, scope, piece| {
            let face = to.unwrap_or_else(|| {
                let face = lower.add(Expr::Face(piece));
                lower.with_number(Binary::Eq, face, 0)
            });
            lower.emit(scope, Op::Flip(piece, face));
        });
        scope.leave(block);
        done
    }

    /// A face by its name or number.
    fn face(&mut self, face: Key<raw::Face>, scope: &Scope) -> Option<ExprId> {
        let node = face.node;
        let name = node.as_text().filter(|name| scope.var(name).is_none());
        let word = name.filter(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '_'));
        let Some(word) = word else {
            return Some(self.expr_in(node, scope, Some(&Type::Number))?.0);
        };
        let mut found: Vec<usize> = vec![];
        for piece in &self.def.pieces {
            let ids = piece.faces.iter().filter_map(|id| self.def.entries.get(id.index()));
            let ids: Vec<&str> = ids.map(|entry| entry.named.id.as_str()).collect();
            let Some(first) = ids.first() else { continue };
            let id = format!("{first}_{word}");
            found.extend(ids.iter().position(|face| *face == id));
        }
        found.sort_unstable();
        found.dedup();
        if let [face] = found.as_slice() {
            return Some(self.number(*face as i32));
        }
        let message = match found.is_empty() {
            true => format!("no piece has a face `{word}`"),
            false => format!("`{word}` is not the same face on all pieces"),
        };
        let diag = Diagnostic::error(names_used::FACE, message, node.span, "not a face");
        let all = self.def.pieces.iter().flat_map(|piece| {
            let ids = piece.faces.iter().filter_map(|id| self.def.entries.get(id.index()));
            let ids: Vec<&str> = ids.map(|entry| entry.named.id.as_str()).collect();
            let head = ids.first().map(|first| format!("{first}_")).unwrap_or_default();
            ids.into_iter().skip(1).filter_map(move |id| id.strip_prefix(head.as_str()))
        });
        let faces: std::collections::BTreeSet<&str> = all.collect();
        let help = match boardwright_syntax::diag::similar(word, faces.into_iter()) {
            Some(near) => format!("a face with a similar name exists: `{near}`"),
            None => "write the number of the face; the entry itself is 0".into(),
        };
        self.diags.push(diag.help(help));
        None
    }

    pub(super) fn set_owner(
        &mut self,
        step: &StepContext,
        owner: &raw::SetOwner,
        scope: &mut Scope,
    ) -> Option<()> {
        let pieces = (owner.what, owner.all);
        self.give(step, pieces, owner.who, scope, Op::Own)
    }

    pub(super) fn set_controller(
        &mut self,
        step: &StepContext,
        controller: &raw::SetController,
        scope: &mut Scope,
    ) -> Option<()> {
        let pieces = (controller.what, controller.all);
        self.give(step, pieces, controller.who, scope, Op::Control)
    }

    /// Makes a seat the owner or controller of pieces.
    fn give(
        &mut self,
        step: &StepContext,
        pieces: (Option<Key<raw::Piece>>, Option<Key<raw::Pieces>>),
        who: Option<Key<raw::Seat>>,
        scope: &mut Scope,
        op: impl FnOnce(ExprId, ExprId) -> Op,
    ) -> Option<()> {
        let block = scope.enter();
        // A piece may have no owner or controller.
        let mut who = match who {
            Some(who) => self.expr_in(who.node, scope, Some(&Type::Seat.maybe()))?.0,
            None => self.me(scope),
        };
        if pieces.1.is_some() {
            who = self.held(scope, who);
        }
        let done = self.with_pieces(step, pieces, scope, |lower, scope, piece| {
            lower.emit(scope, op(piece, who));
        });
        scope.leave(block);
        done
    }
}
