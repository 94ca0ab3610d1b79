//! Interned discrete states.

use super::hash::Index;
use super::packing::Packing;
use super::parts::PartTree;
use super::prefetch::prefetch;

/// Which discrete states are stored as trees of parts that they share.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Compression {
    Never,
    /// Those that are so long that it saves memory.
    #[default]
    LongStates,
    /// All of them, whether or not it saves memory. For tests.
    Always,
}

/// Shorter states are stored as they are: with their tree they would not be much smaller.
const LONG_WORDS: usize = 24;

/// Packed discrete states, each once, numbered in order of arrival.
#[derive(Clone, Debug)]
pub(super) struct DiscreteTable {
    packing: Packing,
    /// Of each state its key, or the root of it, and the words that do not belong to the key.
    words: Vec<u64>,
    stride: usize,
    /// Where keys are compressed.
    parts: Option<PartTree>,
    index: Index,
    count: u32,
}

impl DiscreteTable {
    pub(super) fn new(packing: Packing, compression: Compression) -> DiscreteTable {
        let key = packing.key_words();
        let compresses = match compression {
            Compression::Never => false,
            Compression::LongStates => key >= LONG_WORDS,
            Compression::Always => true,
        };
        let parts = compresses.then(|| PartTree::new(key));
        let stored_key = parts.as_ref().map_or(key, PartTree::root_words);
        let stride = stored_key + packing.words() - key;
        DiscreteTable {
            packing,
            words: Vec::new(),
            stride,
            parts,
            index: Index::default(),
            count: 0,
        }
    }

    /// The number of the state with these packed cells and this hash of its key; `meta` cells of the
    /// first arrival are kept.
    pub(super) fn intern(&mut self, words: &[u64], hash: u64) -> u32 {
        let (key, rest) = words.split_at(self.packing.key_words());
        let key = match &mut self.parts {
            Some(parts) => parts.root(key),
            None => key,
        };
        let found = self.index.find(hash, |number| {
            let start = number as usize * self.stride;
            self.words[start..start + key.len()] == *key
        });
        found.unwrap_or_else(|| {
            let number = self.count;
            self.count += 1;
            self.words.extend_from_slice(key);
            self.words.extend_from_slice(rest);
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
        prefetch(&self.words, number as usize * self.stride);
        Some(number)
    }

    /// How states are packed.
    pub(super) fn packing(&self) -> &Packing {
        &self.packing
    }

    /// The cells of a state.
    pub(super) fn cells(&self, number: u32, out: &mut Vec<i32>) {
        let start = number as usize * self.stride;
        let stored = &self.words[start..start + self.stride];
        let Some(parts) = &self.parts else { return self.packing.unpack(stored, out) };
        let (root, rest) = stored.split_at(parts.root_words());
        let mut words = parts.words(root).chain(rest.iter().copied());
        self.packing.unpack_each(|| words.next().expect("a state has all its words"), out);
    }

    pub(super) fn count(&self) -> usize {
        self.count as usize
    }

    /// Bytes that its indices will soon take at once.
    pub(super) fn imminent(&self) -> usize {
        self.index.imminent() + self.parts.as_ref().map_or(0, PartTree::imminent)
    }

    pub(super) fn bytes(&self) -> usize {
        let parts = self.parts.as_ref().map_or(0, PartTree::bytes);
        self.words.capacity() * size_of::<u64>() + self.index.bytes() + parts
    }
}
