//! Randomness, one choice at a time.

/// A sequence of choices from a seed (splitmix64: Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub struct Dice {
    state: u64,
}

impl Dice {
    #[must_use]
    pub fn new(seed: u64) -> Dice {
        Dice { state: seed }
    }

    pub fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to `count - 1`.
    pub fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.draw() % count.max(1) as u64).unwrap_or(0)
    }

    /// From `lower` to `upper`.
    pub fn between(&mut self, lower: i32, upper: i32) -> i32 {
        let count = usize::try_from(i64::from(upper) - i64::from(lower) + 1).unwrap_or(1);
        lower + i32::try_from(self.below(count)).unwrap_or(0)
    }

    /// In so many of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Clone>(&mut self, items: &[T]) -> Option<T> {
        let place = self.below(items.len());
        items.get(place).cloned()
    }

    /// A position, the more likely the larger its weight.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut left = self.below(weights.iter().sum());
        for (position, weight) in weights.iter().enumerate() {
            if left < *weight {
                return position;
            }
            left -= weight;
        }
        0
    }
}
