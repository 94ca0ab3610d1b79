//! Randomness, one choice at a time.

/// A sequence of numbers from a seed (splitmix64), so that a network can be found again by its seed.
pub fn numbers(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// Makes choices from a sequence of numbers. The same choices can be made several times, for copies.
pub(super) struct Dice<'a> {
    next: &'a mut dyn FnMut() -> u64,
    /// What has been drawn since recording started; none if nothing is being copied.
    tape: Option<Vec<u64>>,
    /// Where the copy has got to.
    position: usize,
}

impl<'a> Dice<'a> {
    pub(super) fn new(next: &'a mut dyn FnMut() -> u64) -> Dice<'a> {
        Dice { next, tape: None, position: 0 }
    }

    /// From now on, remember what is drawn.
    pub(super) fn record(&mut self) {
        self.tape = Some(Vec::new());
        self.position = 0;
    }

    /// Draws again what was drawn since recording started.
    pub(super) fn rewind(&mut self) {
        self.position = 0;
    }

    pub(super) fn forget(&mut self) {
        self.tape = None;
    }

    fn draw(&mut self) -> u64 {
        let Some(tape) = &mut self.tape else { return (self.next)() };
        if self.position == tape.len() {
            tape.push((self.next)());
        }
        self.position += 1;
        tape[self.position - 1]
    }

    /// A number from 0 to `below - 1`.
    pub(super) fn below(&mut self, below: usize) -> usize {
        let below = below.max(1) as u64;
        usize::try_from(self.draw() % below).unwrap_or(0)
    }

    /// A number from `lower` to `upper`.
    pub(super) fn between(&mut self, lower: i32, upper: i32) -> i32 {
        let size = usize::try_from(i64::from(upper) - i64::from(lower) + 1).unwrap_or(1);
        lower + i32::try_from(self.below(size)).unwrap_or(0)
    }

    /// True in so many of a hundred cases.
    pub(super) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the items; none if there are none.
    pub(super) fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        let position = self.below(items.len());
        items.get(position).copied()
    }

    /// A position, more likely the larger its weight.
    pub(super) fn weighted(&mut self, weights: &[usize]) -> usize {
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
