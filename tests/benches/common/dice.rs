//! The random player's dice: small, fast, and exactly fair.

/// A stream of random numbers (SplitMix64).
pub struct Dice(u64);

impl Dice {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Sixty-four random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `n`, each exactly as likely as the others.
    pub fn below(&mut self, n: u32) -> u32 {
        loop {
            let product = u64::from((self.bits() >> 32) as u32) * u64::from(n);
            let low = product as u32;
            // Only low halves below 2^32 mod n are unfair, and that remainder is below n.
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 32) as u32;
            }
        }
    }
}
