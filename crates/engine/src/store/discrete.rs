//! Interned discrete states.

use super::hash::Index;
use super::packing::Packing;
use super::prefetch::prefetch;

/// Packed discrete states, each once, numbered in order of arrival.
#[derive(Clone, Debug)]
pub(super) struct DiscreteTable {
    packing: Packing,
    words: Vec<u64>,
    index: Index,
    count: u32,
}

impl DiscreteTable {
    pub(super) fn new(packing: Packing) -> DiscreteTable {
        DiscreteTable { packing, words: Vec::new(), index: Index::default(), count: 0 }
    }

    /// The number of the state with these packed cells and this hash of its key; `meta` cells of the
    /// first arrival are kept.
    pub(super) fn intern(&mut self, words: &[u64], hash: u64) -> u32 {
        let key = &words[..self.packing.key_words()];
        let stride = self.packing.words();
        let found = self.index.find(hash, |number| {
            let start = number as usize * stride;
            self.words[start..start + key.len()] == *key
        });
        found.unwrap_or_else(|| {
            let number = self.count;
            self.count += 1;
            self.words.extend_from_slice(words);
            self.index.insert(hash, number);
            number
        })
    }

    /// Asks for the memory that looking for this hash begins with.
    #[inline]
    pub(super) fn prefetch_index(&self, hash: u64) {
        self.index.prefetch(hash);
    }

    /// Asks for the state that this hash probably belongs to: its number.
    #[inline]
    pub(super) fn prefetch_words(&self, hash: u64) -> Option<u32> {
        let number = self.index.guess(hash)?;
        prefetch(&self.words, number as usize * self.packing.words());
        Some(number)
    }

    /// How states are packed.
    pub(super) fn packing(&self) -> &Packing {
        &self.packing
    }

    /// The cells of a state.
    pub(super) fn cells(&self, number: u32, out: &mut Vec<i32>) {
        let stride = self.packing.words();
        let start = number as usize * stride;
        self.packing.unpack(&self.words[start..start + stride], out);
    }

    pub(super) fn count(&self) -> usize {
        self.count as usize
    }

    /// Bytes that its index will soon take at once.
    pub(super) fn imminent(&self) -> usize {
        self.index.imminent()
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>() + self.index.bytes()
    }
}
