//! Sets of small numbers, a bit for each.

/// A set of numbers below a limit that all sets of one kind share.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// The empty set of numbers below `limit`.
    #[must_use]
    pub fn none(limit: usize) -> Bits {
        Bits { words: vec![0; limit.div_ceil(64)] }
    }

    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    pub fn insert(&mut self, number: usize) {
        self.words[number / 64] |= 1 << (number % 64);
    }

    pub(super) fn contains(&self, number: usize) -> bool {
        self.words[number / 64] >> (number % 64) & 1 == 1
    }

    pub(super) fn add(&mut self, other: &Bits) {
        self.words.iter_mut().zip(&other.words).for_each(|(mine, other)| *mine |= other);
    }

    pub(super) fn meets(&self, other: &Bits) -> bool {
        self.words.iter().zip(&other.words).any(|(mine, other)| mine & other != 0)
    }

    /// Its numbers, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        numbers(self.words.iter().copied())
    }

    /// The numbers that are in both, in order.
    pub fn common<'b>(&'b self, other: &'b Bits) -> impl Iterator<Item = usize> + use<'b> {
        numbers(self.words.iter().zip(&other.words).map(|(mine, other)| mine & other))
    }
}

fn numbers(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.enumerate().flat_map(|(at, mut word)| {
        std::iter::from_fn(move || {
            let lowest = (word != 0).then(|| word.trailing_zeros() as usize)?;
            word &= word - 1;
            Some(at * 64 + lowest)
        })
    })
}
