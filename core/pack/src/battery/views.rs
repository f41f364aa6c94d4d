//! What a seat cannot see changes neither its view nor its options: everything hidden from it is
//! dealt anew, and it must not be able to tell.

use boardwright_rules::id::SeatId;
use boardwright_rules::view::view;

use super::{Law, Moment};

pub(super) struct Views;

impl Law for Views {
    fn name(&self) -> &'static str {
        "views"
    }

    fn decision(&mut self, now: &Moment, index: usize) -> Result<(), String> {
        let (def, table) = (&now.game.def, now.table());
        let state = table.state();
        for seat in (0..usize::from(def.seats)).map(SeatId::from) {
            let seed = now.seed.wrapping_mul(31).wrapping_add(index as u64);
            let other = state.redealt(def, seat, seed);
            let name = now.session.seat_id(seat);
            if view(def, &other.world, seat) != view(def, &state.world, seat) {
                return Err(format!("{name} sees something that is hidden from it"));
            }
            if table.asked().is_none_or(|(asked, _)| asked != seat) {
                continue;
            }
            let hint = "its options depend on what it cannot see";
            let again = now.resumed(other).map_err(|told| format!("{name}: {hint}: {told}"))?;
            let (is, was) = (again.texts(), table.texts());
            if is != was {
                let differs = |from: &[String], to: &[String]| {
                    from.iter().find(|text| !to.contains(text)).cloned()
                };
                let text = differs(&was, &is).or_else(|| differs(&is, &was)).unwrap_or_default();
                return Err(format!("{name}: {hint}, such as `{text}`"));
            }
            if again.question() != table.question() {
                return Err(format!("{name}: the question tells what it cannot see"));
            }
        }
        Ok(())
    }
}
