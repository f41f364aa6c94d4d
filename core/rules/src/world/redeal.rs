//! Another table that looks the same to one seat: what the seat cannot see is dealt again.

use super::World;
use crate::def::Def;
use crate::id::{PieceId, PlaceId, SeatId};
use crate::rng::Stream;
use crate::view::sees;

impl World {
    /// A world in which everything `seat` cannot see is dealt again among the pieces that could lie
    /// there: those of the same kind and owner. Random streams are reseeded as well, so that
    /// look-ahead learns nothing about future draws.
    #[must_use]
    pub fn redealt(&self, def: &Def, seat: SeatId, seed: u64) -> World {
        let mut world = self.clone();
        let mut stream = Stream::new(seed, "redeal");
        let hidden: Vec<PlaceId> = (0..def.places.len())
            .map(PlaceId::from)
            .filter(|place| !sees(def, seat, *place))
            .collect();
        let mut orders: Vec<Vec<PieceId>> =
            hidden.iter().map(|place| self.pieces_in(*place).collect()).collect();
        let mut backs: Vec<(u16, i32)> = orders
            .iter()
            .flatten()
            .map(|piece| (def.pieces[piece.index()].kind.0, self.owner_of(*piece)))
            .collect();
        backs.sort_unstable();
        backs.dedup();
        for back in backs {
            let same =
                |piece: &PieceId| (def.pieces[piece.index()].kind.0, self.owner_of(*piece)) == back;
            let mut dealt: Vec<PieceId> =
                orders.iter().flatten().copied().filter(|piece| same(piece)).collect();
            // Start from a fixed order, so that the deal does not depend on what lies where now.
            dealt.sort_unstable();
            stream.shuffle(&mut dealt);
            for spot in orders.iter_mut().flatten().filter(|piece| same(piece)) {
                *spot = dealt.pop().expect("as many pieces as spots");
            }
        }
        for (place, order) in hidden.iter().zip(&orders) {
            let slots: Vec<u8> = self.pieces_in(*place).map(|piece| self.slot_of(piece)).collect();
            world.relink(*place, order, &slots);
        }
        for (index, name) in def.streams.iter().enumerate() {
            world.streams[index] = Stream::new(seed, name);
        }
        world
    }
}
