//! Sets of nodes.

/// A bit for each node, none of them set at first.
#[derive(Clone, Debug, Default)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    #[inline]
    pub(super) fn set(&mut self, number: u32) {
        let word = number as usize / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (number % 64);
    }

    #[inline]
    pub(super) fn has(&self, number: u32) -> bool {
        self.0.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<u64>()
    }
}
