//! Random choices that a seed determines.

/// A small generator (xorshift); good enough to wander about.
#[derive(Clone, Debug)]
pub(super) struct Dice {
    state: u64,
}

impl Dice {
    /// The same seed gives the same choices.
    pub(super) fn new(seed: u64) -> Dice {
        Dice { state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1 }
    }

    /// A number below `sides`, which is at least 1.
    pub(super) fn throw(&mut self, sides: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        let sides = u64::try_from(sides.max(1)).unwrap_or(1);
        usize::try_from((self.state >> 11) % sides).unwrap_or(0)
    }
}
