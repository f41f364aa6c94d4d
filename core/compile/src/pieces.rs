//! Pieces: copies of entries, with their faces, owners and start zones.

use std::collections::BTreeMap;

use boardwright_rules::def::expr::NIL;
use boardwright_rules::def::part::{PieceDef, Scope};
use boardwright_rules::id::{EntryId, PieceId, PlaceId, ZoneId};

use super::Lower;
use super::bounds::PIECES_MAX;
use super::plan::{EntryPlan, FillPlan, PiecePlan};
use boardwright_syntax::diag::Diagnostic;
use boardwright_syntax::diag::codes::game;
use boardwright_syntax::source::Span;

impl Lower<'_> {
    /// Gives pieces their ids: a run for each kind, in the order of entries, seats and copies.
    pub(super) fn count_pieces(&mut self, plan: &mut FillPlan) {
        let mut told = false;
        for kind in 0..self.def.kinds.len() {
            let first = self.def.pieces.len();
            for (at, entry) in plan.entries.iter().enumerate() {
                if entry.kind.index() != kind || entry.face_of.is_some() {
                    continue;
                }
                let faces = faces(plan, entry.id);
                let owners = if entry.per_seat { 0..i32::from(self.def.seats) } else { NIL..0 };
                for owner in owners {
                    let count = usize::from(entry.copies);
                    let first = self.def.pieces.len();
                    if first + count > PIECES_MAX {
                        if !told {
                            self.too_many(PIECES_MAX, PIECES_MAX, "pieces", entry.written.key_span);
                            told = true;
                        }
                        continue;
                    }
                    plan.pieces.push(PiecePlan { entry: at, first, count, owner });
                    self.copies_of(entry, &faces, owner);
                }
            }
            let kind = &mut self.def.kinds[kind];
            kind.first = PieceId::from(first);
            kind.pieces = (self.def.pieces.len() - first) as u16;
        }
    }

    fn copies_of(&mut self, entry: &EntryPlan, faces: &[EntryId], owner: i32) {
        for _ in 0..entry.copies {
            let piece = PieceId::from(self.def.pieces.len());
            let faces = faces.to_vec();
            for face in &faces {
                self.def.entries[face.index()].bearers.push(piece);
            }
            let start = PlaceId(0);
            self.def.pieces.push(PieceDef { kind: entry.kind, faces, owner, start });
        }
    }

    /// Puts every piece into its start zone.
    pub(super) fn place_pieces(&mut self, plan: &FillPlan) {
        let mut held: BTreeMap<PlaceId, (usize, Span)> = BTreeMap::new();
        let mut starts: BTreeMap<usize, Option<ZoneId>> = BTreeMap::new();
        for run in &plan.pieces {
            let entry = &plan.entries[run.entry];
            let zone = *starts.entry(run.entry).or_insert_with(|| self.start_zone(entry));
            let Some(zone) = zone else { continue };
            let seat = usize::try_from(run.owner).unwrap_or(0);
            let at = if self.def.zones[zone.index()].scope == Scope::Seat { seat } else { 0 };
            let place = PlaceId::from(self.def.zones[zone.index()].first.index() + at);
            for piece in &mut self.def.pieces[run.first..run.first + run.count] {
                piece.start = place;
            }
            held.entry(place).or_insert((0, entry.written.key_span)).0 += run.count;
        }
        let mut told = None;
        for (place, (count, span)) in held {
            let zone = self.def.places[place.index()].zone;
            let def = &self.def.zones[zone.index()];
            if count > usize::from(def.capacity) && told != Some(zone) {
                told = Some(zone);
                let (zone, most) = (&def.named.id, def.capacity);
                let message = format!("{count} pieces start in `{zone}`, which holds {most}");
                let label = "the first of them";
                self.diags.push(
                    Diagnostic::error(game::CAPACITY, message, span, label)
                        .help("start some of them in another zone, or give this one more room"),
                );
            }
        }
    }

    /// The start zone of the pieces of an entry; reports if there is none.
    fn start_zone(&mut self, entry: &EntryPlan) -> Option<ZoneId> {
        let id = &entry.written.key;
        let Some((name, span)) = &entry.zone else {
            if entry.copies > 0 {
                let message = format!("pieces of `{id}` start nowhere");
                let label = "neither the entry nor its kind names a zone";
                self.diags.push(
                    Diagnostic::error(game::NO_ZONE, message, entry.written.key_span, label)
                        .help("add `zone: ...` to the kind or the entry"),
                );
            }
            return None;
        };
        let zone = self.zone_ref(name, *span)?;
        let def = &self.def.zones[zone.index()];
        let problem = match def.scope {
            Scope::Table => None,
            Scope::Seat if entry.per_seat => None,
            Scope::Seat => Some("each seat has one, and these pieces belong to no seat"),
            _ => Some("there is one for each piece or space"),
        };
        if let Some(problem) = problem {
            let message = format!("pieces of `{id}` cannot start in `{name}`");
            let help = match def.scope {
                Scope::Seat => "give each seat its own: `owner: seat`; or deal them in `setup`",
                _ => "start them in a zone of the table or a seat, and move them in `setup`",
            };
            let diag = Diagnostic::error(game::START, message, *span, problem).help(help);
            self.diags.push(diag);
            return None;
        }
        let kinds = self.names.holds.get(&zone);
        if kinds.is_some_and(|kinds| !kinds.contains(&entry.kind)) {
            let kind = &self.def.kinds[entry.kind.index()].named.id;
            let message = format!("`{name}` does not hold pieces of kind `{kind}`");
            let label = format!("`{id}` starts here");
            let diag = Diagnostic::error(game::HOLDS, message, *span, label);
            self.diags.push(diag.help(format!("add `{kind}` to `holds` of the zone `{name}`")));
        }
        Some(zone)
    }
}

/// The faces of an entry, itself first.
fn faces(plan: &FillPlan, id: EntryId) -> Vec<EntryId> {
    let further = plan.entries.iter().filter(|face| face.face_of == Some(id)).map(|face| face.id);
    std::iter::once(id).chain(further).collect()
}
