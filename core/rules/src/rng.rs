//! Random numbers: one stream for each purpose, with the ranges and shuffles of `rand` on a
//! generator that gives the same numbers on every machine.
//!
//! A new version of `rand` may draw differently. A replay depends on every draw, so the vectors in
//! the tests below are frozen: they fail before a saved game can diverge. Ranges are those of
//! `u32`, which are the same on 32-bit and 64-bit machines.

use std::convert::Infallible;

use rand::distr::{Distribution, Uniform};
use rand::seq::SliceRandom;
use rand::{Rng, TryRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

/// A stream of random numbers, one per purpose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stream(Pcg64Mcg);

/// Takes the upper half of each draw, which is the better half of this generator.
struct Upper<'s>(&'s mut Pcg64Mcg);

impl TryRng for Upper<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.0.next_u64() >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(bytes)
    }
}

impl Stream {
    /// The stream with this name for a game with this seed.
    pub fn new(seed: u64, name: &str) -> Self {
        let mut mixed = seed ^ 0x9e37_79b9_7f4a_7c15;
        for byte in name.bytes() {
            // Multi-word names once had hyphens. A seed must still mean the same game.
            let byte = if byte == b'_' { b'-' } else { byte };
            mixed = split_mix(mixed ^ u64::from(byte));
        }
        let high = split_mix(mixed ^ 0x5851_f42d_4c95_7f2d);
        Self(Pcg64Mcg::new(u128::from(high) << 64 | u128::from(mixed)))
    }

    /// A number below `n`, each equally likely; 0 if `n` is 0. Nothing is drawn if there is only
    /// one.
    pub fn below(&mut self, n: u32) -> u32 {
        if n < 2 {
            return 0;
        }
        // The distribution, not `random_range`: only the distribution is exactly fair.
        Uniform::new(0, n).map_or(0, |range| range.sample(&mut Upper(&mut self.0)))
    }

    /// Shuffles; each order is equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        items.shuffle(&mut Upper(&mut self.0));
    }
}

fn split_mix(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The next `times` draws below a number.
    fn drawn(stream: &mut Stream, below: u32, times: usize) -> Vec<u32> {
        (0..times).map(|_| stream.below(below)).collect()
    }

    /// A shuffle of the numbers below `n`.
    fn shuffled(stream: &mut Stream, n: u32) -> Vec<u32> {
        let mut items: Vec<u32> = (0..n).collect();
        stream.shuffle(&mut items);
        items
    }

    #[test]
    fn values_are_frozen() {
        let mut stream = Stream::new(7, "zone/bag");
        assert_eq!(drawn(&mut stream, 100, 8), [70, 31, 74, 47, 6, 31, 72, 2]);
        assert_eq!(shuffled(&mut stream, 10), [6, 9, 2, 7, 3, 8, 0, 1, 5, 4]);
        assert_eq!(drawn(&mut stream, 2, 8), [1, 1, 0, 0, 0, 0, 1, 1]);
        assert_eq!(drawn(&mut stream, 6, 8), [0, 0, 1, 2, 5, 3, 1, 5]);
    }

    #[test]
    fn large_ranges_are_frozen() {
        let mut stream = Stream::new(u64::MAX, "");
        let large = [4_094_536_276, 1_103_734_900, 2_362_378_363];
        assert_eq!(drawn(&mut stream, u32::MAX, 3), large);
        // A quarter of the draws is rejected here, to be fair.
        let fair = [
            135_884_424,
            1_250_924_242,
            1_333_071_257,
            1_433_083_912,
            1_178_139_216,
            1_639_056_317,
        ];
        assert_eq!(drawn(&mut stream, 3 << 30, 6), fair);
    }

    #[test]
    fn long_shuffles_are_frozen() {
        let mut stream = Stream::new(7, "zone/bag");
        assert_eq!(shuffled(&mut stream, 10), [8, 6, 3, 2, 5, 4, 0, 9, 1, 7]);
        let all: u32 = (0..40)
            .map(|_| shuffled(&mut stream, 300)[150])
            .fold(0, |all, it| all.wrapping_mul(31).wrapping_add(it));
        assert_eq!((all, stream.below(1_000)), (1_256_180_631, 518));
    }

    #[test]
    fn where_there_is_nothing_to_choose_nothing_is_drawn() {
        let mut stream = Stream::new(1, "a");
        let before = stream.clone();
        assert_eq!((stream.below(0), stream.below(1)), (0, 0));
        assert_eq!(shuffled(&mut stream, 1), [0]);
        assert_eq!(stream, before);
    }

    #[test]
    fn every_order_and_every_number_comes() {
        let mut stream = Stream::new(3, "fair");
        let (mut orders, mut numbers) = (std::collections::BTreeMap::new(), [0; 6]);
        for _ in 0..6_000 {
            *orders.entry(shuffled(&mut stream, 3)).or_insert(0) += 1;
            numbers[stream.below(6) as usize] += 1;
        }
        assert_eq!(orders.len(), 6);
        // Five standard deviations.
        let fair = |n: &i32| (855..1_145).contains(n);
        assert!(orders.values().all(fair) && numbers.iter().all(fair), "{orders:?} {numbers:?}");
    }

    #[test]
    fn streams_differ_by_name_and_seed() {
        let first = |seed, name| Stream::new(seed, name).below(u32::MAX);
        assert_ne!(first(1, "a"), first(1, "b"));
        assert_ne!(first(1, "a"), first(2, "a"));
    }
}
