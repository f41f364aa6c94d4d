//! Every piece is in one place, counters stay in bounds, and declared conserved totals do not
//! change.

use boardwright_rules::id::PlaceId;

use super::{Law, Moment};

#[derive(Default)]
pub(super) struct Conservation {
    /// Totals of conserved counters at the first decision.
    totals: Option<Vec<(usize, i64)>>,
}

impl Law for Conservation {
    fn name(&self) -> &'static str {
        "conservation"
    }

    fn decision(&mut self, now: &Moment, _: usize) -> Result<(), String> {
        pieces(now)?;
        counters(now)?;
        self.conserved(now)
    }

    fn end(&mut self, now: &Moment) -> Result<(), String> {
        self.decision(now, 0)
    }
}

fn pieces(now: &Moment) -> Result<(), String> {
    let (def, world) = (&now.game.def, &now.table().state().world);
    let mut seen = vec![0_u32; def.pieces.len()];
    for place in (0..def.places.len()).map(PlaceId::from) {
        let (mut n_there, mut slots) = (0, vec![]);
        for piece in world.pieces_in(place).take(def.pieces.len() + 1) {
            seen[piece.index()] += 1;
            n_there += 1;
            if world.place_of(piece) != place {
                return Err("a piece lies in one place and says it is in another".into());
            }
            let slot = world.slot_of(piece);
            if slot > 0 && slots.contains(&slot) {
                let zone = &def.zones[def.places[place.index()].zone.index()].named.id;
                return Err(format!("two pieces lie in slot {slot} of `{zone}`"));
            }
            slots.push(slot);
        }
        if n_there != world.len(place) {
            return Err("a container counts its pieces wrong".into());
        }
    }
    match seen.iter().position(|times| *times != 1) {
        None => Ok(()),
        Some(piece) => {
            let entry = def.pieces[piece].faces.first().map(|entry| &def.entries[entry.index()]);
            let name = entry.map_or("a piece", |entry| &entry.named.id);
            Err(format!("`{name}` lies in {} places", seen[piece]))
        }
    }
}

fn counters(now: &Moment) -> Result<(), String> {
    let (def, world) = (&now.game.def, &now.table().state().world);
    for counter in &def.counters {
        // Points go on the sheet whatever the bounds are.
        if counter.line.is_some() {
            continue;
        }
        for cell in counter.cell..counter.cell + counter.holders {
            let is = world.cell(cell);
            if !(counter.min..=counter.max).contains(&is) {
                let (id, min, max) = (&counter.named.id, counter.min, counter.max);
                return Err(format!("`{id}` is {is}, it goes from {min} to {max}"));
            }
        }
    }
    Ok(())
}

impl Conservation {
    fn conserved(&mut self, now: &Moment) -> Result<(), String> {
        let (def, world) = (&now.game.def, &now.table().state().world);
        let totals: Vec<(usize, i64)> = def
            .counters
            .iter()
            .enumerate()
            .filter(|(_, counter)| counter.conserved)
            .map(|(index, counter)| {
                let cells = counter.cell..counter.cell + counter.holders;
                (index, cells.map(|cell| i64::from(world.cell(cell))).sum())
            })
            .collect();
        let first = self.totals.get_or_insert_with(|| totals.clone());
        for ((index, is), (_, was)) in totals.iter().zip(first.iter()) {
            if is != was {
                let id = &def.counters[*index].named.id;
                return Err(format!("there were {was} `{id}` in all, now there are {is}"));
            }
        }
        Ok(())
    }
}
