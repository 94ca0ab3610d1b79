//! Interned discrete states.

use super::hash::{Index, hash_words};
use super::packing::Packing;

/// Packed discrete states, each once, numbered in order of arrival.
#[derive(Clone, Debug)]
pub(super) struct DiscreteTable {
    packing: Packing,
    words: Vec<u64>,
    index: Index,
    count: u32,
    buffer: Vec<u64>,
}

impl DiscreteTable {
    pub(super) fn new(packing: Packing) -> DiscreteTable {
        DiscreteTable {
            packing,
            words: Vec::new(),
            index: Index::default(),
            count: 0,
            buffer: Vec::new(),
        }
    }

    /// The number of the state with these cells; `meta` cells of the first arrival are kept.
    pub(super) fn intern(&mut self, cells: &[i32]) -> u32 {
        let mut buffer = std::mem::take(&mut self.buffer);
        self.packing.pack(cells, &mut buffer);
        let key = &buffer[..self.packing.key_words()];
        let hash = hash_words(key);
        let stride = self.packing.words();
        let found = self.index.find(hash, |number| {
            let start = number as usize * stride;
            self.words[start..start + key.len()] == *key
        });
        let number = found.unwrap_or_else(|| {
            let number = self.count;
            self.count += 1;
            self.words.extend_from_slice(&buffer);
            self.index.insert(hash, number);
            number
        });
        self.buffer = buffer;
        number
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
