//! `move`, `shuffle`, `refill`, `flip`, `own`, `control`.

use boardwright_rules::def::code::{At, Op};
use boardwright_rules::def::expr::{Binary, Expr, ExprId};

use super::Step;
use crate::diag::Diagnostic;
use crate::diag::codes::{step as codes, step_names, types};
use crate::lower::Lower;
use crate::lower::names::{Type, normal};
use crate::lower::scope::Scope;
use crate::yaml::{Kind, Map, Node};

const PLACE: Type = Type::Place(None);
const PIECE: Type = Type::Piece(None);

impl Lower<'_> {
    pub(super) fn move_pieces(&mut self, step: &Step, scope: &mut Scope) -> Option<()> {
        let map = self.keys(step)?;
        let forms = ["what", "all", "from"];
        let found: Vec<&str> = forms.into_iter().filter(|form| map.get(form).is_some()).collect();
        let form = match found.as_slice() {
            [form] => *form,
            [] => {
                self.missing(step, step.value.span, "what");
                return None;
            }
            [first, second, ..] => {
                let message = format!("`{first}` and `{second}` of `move` exclude each other");
                let span = map.entry(second)?.key_span;
                let diag = Diagnostic::error(codes::EXCLUSIVE, message, span, "one too many");
                self.diags.push(diag.help("keep one of `what`, `all` and `from`"));
                return None;
            }
        };
        let to = self.at_key(map, "to", scope, &PLACE);
        let at = self.at_of(map, scope);
        match form {
            "what" => {
                let piece = self.expr_in(map.get("what")?, scope, Some(&PIECE));
                let ((piece, ty), to, at) = (piece?, to?, at?);
                if step.map.get("as").is_some() {
                    let slot = self.bind_as(step, scope, ty)?;
                    self.bind_slot(scope, slot, piece);
                    let piece = self.local(slot);
                    self.emit(scope, Op::Move { piece, to, at });
                } else {
                    self.emit(scope, Op::Move { piece, to, at });
                }
            }
            "all" => {
                let node = map.get("all")?;
                let (set, ty) = self.set_in(node, scope)?;
                if !self.fits(&ty, &PIECE) {
                    let message = format!("pieces were expected, not {}", self.describe(&ty));
                    let diag = Diagnostic::error(types::MISMATCH, message, node.span, "not pieces");
                    self.diags.push(diag);
                    return None;
                }
                let (to, at) = (to?, at?);
                self.emit(scope, Op::MoveAll { set, to, at });
            }
            _ => {
                let from = self.at_key(map, "from", scope, &PLACE);
                let count = self.if_key(map, "count", scope, &Type::Number)?;
                let count = count.unwrap_or_else(|| self.number(1));
                let (from, to, at) = (from?, to?, at?);
                let slot = match step.map.get("as") {
                    Some(_) => Some(self.bind_as(step, scope, PIECE)?),
                    None => None,
                };
                self.emit(scope, Op::Draw { from, to, count, at, slot });
            }
        }
        Some(())
    }

    fn at_of(&mut self, map: &Map, scope: &Scope) -> Option<At> {
        Some(match map.get("at") {
            None => At::Top,
            Some(node) => match node.as_text() {
                Some("top") => At::Top,
                Some("bottom") => At::Bottom,
                _ => At::Slot(self.expr_in(node, scope, Some(&Type::Number))?.0),
            },
        })
    }

    pub(super) fn shuffle(&mut self, step: &Step, scope: &mut Scope) -> Option<()> {
        let (place, _) = self.expr_in(step.value, scope, Some(&PLACE))?;
        self.emit(scope, Op::Shuffle(place));
        Some(())
    }

    pub(super) fn refill(&mut self, step: &Step, scope: &mut Scope) -> Option<()> {
        let map = self.keys(step)?;
        let row = self.at_key(map, "row", scope, &PLACE);
        let from = self.at_key(map, "from", scope, &PLACE);
        let (row, from) = (row?, from?);
        self.emit(scope, Op::Refill(row, from));
        Some(())
    }

    /// The piece under a verb: directly, or under `what`.
    fn piece_of<'n>(
        &mut self,
        step: &Step<'n>,
        scope: &Scope,
    ) -> Option<(ExprId, Option<&'n Map>)> {
        if let Kind::Text(_) = step.value.kind {
            let (piece, _) = self.expr_in(step.value, scope, Some(&PIECE))?;
            return Some((piece, None));
        }
        let map = self.keys(step)?;
        Some((self.at_key(map, "what", scope, &PIECE)?, Some(map)))
    }

    pub(super) fn flip(&mut self, step: &Step, scope: &mut Scope) -> Option<()> {
        let (piece, map) = self.piece_of(step, scope)?;
        let face = match map.and_then(|map| map.get("to")) {
            Some(node) => self.face(node, scope)?,
            None => {
                let face = self.add(Expr::Face(piece));
                self.with_number(Binary::Eq, face, 0)
            }
        };
        self.emit(scope, Op::Flip(piece, face));
        Some(())
    }

    /// A face by its name or number.
    fn face(&mut self, node: &Node, scope: &Scope) -> Option<ExprId> {
        let name = node.as_text().filter(|name| scope.var(name).is_none());
        let word = name.filter(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
        let Some(word) = word else {
            return Some(self.expr_in(node, scope, Some(&Type::Number))?.0);
        };
        let mut found: Vec<usize> = vec![];
        for piece in &self.def.pieces {
            let ids = piece.faces.iter().filter_map(|id| self.def.entries.get(id.index()));
            let ids: Vec<&str> = ids.map(|entry| entry.named.id.as_str()).collect();
            let Some(first) = ids.first() else { continue };
            let id = normal(&format!("{first}-{word}"));
            found.extend(ids.iter().position(|face| normal(face) == id));
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
        let diag = Diagnostic::error(step_names::FACE, message, node.span, "not a face");
        let all = self.def.pieces.iter().flat_map(|piece| {
            let ids = piece.faces.iter().filter_map(|id| self.def.entries.get(id.index()));
            let ids: Vec<&str> = ids.map(|entry| entry.named.id.as_str()).collect();
            let head = ids.first().map(|first| format!("{first}-")).unwrap_or_default();
            ids.into_iter().skip(1).filter_map(move |id| id.strip_prefix(head.as_str()))
        });
        let faces: std::collections::BTreeSet<&str> = all.collect();
        let help = match crate::diag::similar(word, faces.into_iter()) {
            Some(near) => format!("a face with a similar name exists: `{near}`"),
            None => "write the number of the face; the entry itself is 0".into(),
        };
        self.diags.push(diag.help(help));
        None
    }

    pub(super) fn hand_over(&mut self, step: &Step, scope: &mut Scope) -> Option<()> {
        let (piece, map) = self.piece_of(step, scope)?;
        let by = match map {
            Some(map) => self.seat_at(map, "by", scope)?,
            None => self.me(scope),
        };
        self.emit(
            scope,
            match step.verb {
                "own" => Op::Own(piece, by),
                _ => Op::Control(piece, by),
            },
        );
        Some(())
    }
}
