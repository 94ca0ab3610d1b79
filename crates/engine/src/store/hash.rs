//! A stable hash and an index of hashed entries.

use super::prefetch::prefetch;

/// Mixes two words into one: the halves of their product.
#[inline]
fn fold(left: u64, right: u64) -> u64 {
    let product = u128::from(left) * u128::from(right);
    #[expect(clippy::cast_possible_truncation, reason = "both halves are used")]
    let folded = (product as u64) ^ ((product >> 64) as u64);
    folded
}

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;
const STEP: u64 = 0xd6e8_feb8_6659_fd93;

/// A hash of words that is the same on every machine and in every release: checkpoints and several
/// machines will rely on it.
pub(super) struct Hash(u64);

impl Hash {
    /// The hash of no words, of something of this kind or length.
    #[inline]
    pub(super) fn new(kind: u64) -> Hash {
        Hash(SEED ^ kind)
    }

    #[inline]
    pub(super) fn add(&mut self, word: u64) {
        self.0 = fold(self.0 ^ word, STEP);
    }

    #[inline]
    pub(super) fn finish(self) -> u64 {
        fold(self.0, SEED | 1)
    }
}

/// The hash of a slice of words.
#[inline]
pub(super) fn hash_words(words: &[u64]) -> u64 {
    let mut hash = Hash::new(words.len() as u64);
    words.iter().for_each(|word| hash.add(*word));
    hash.finish()
}

/// An open-addressing index: 32 bits of hash beside the number of the entry. The entries are elsewhere.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// `hash << 32 | number + 1`, or 0.
    slots: Vec<u64>,
    used: usize,
}

impl Index {
    /// The number of the entry with this hash for which `same` holds.
    #[inline]
    pub(super) fn find(&self, hash: u64, mut same: impl FnMut(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let tag = hash >> 32;
        let mut at = tag as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            #[expect(clippy::cast_possible_truncation, reason = "the low half is the number")]
            if slot >> 32 == tag && same(slot as u32 - 1) {
                return Some(slot as u32 - 1);
            }
            at = (at + 1) & mask;
        }
    }

    /// Asks for the memory that looking for this hash begins with.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        let tag = hash >> 32;
        prefetch(&self.slots, tag as usize & self.slots.len().wrapping_sub(1));
    }

    /// The entry that a hash probably means: the first one in its place, without a comparison.
    #[inline]
    pub(super) fn guess(&self, hash: u64) -> Option<u32> {
        let tag = hash >> 32;
        let slot = *self.slots.get(tag as usize & self.slots.len().wrapping_sub(1))?;
        #[expect(clippy::cast_possible_truncation, reason = "the low half is the number")]
        (slot >> 32 == tag && slot != 0).then(|| (slot as u32).wrapping_sub(1))
    }

    /// Adds an entry that is not there yet.
    pub(super) fn insert(&mut self, hash: u64, number: u32) {
        if (self.used + 1) * 4 > self.slots.len() * 3 {
            self.grow();
        }
        self.used += 1;
        place(&mut self.slots, (hash >> 32) << 32 | u64::from(number + 1));
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(16);
        let mut slots = vec![0; size];
        self.slots.iter().filter(|slot| **slot != 0).for_each(|slot| place(&mut slots, *slot));
        self.slots = slots;
    }

    /// Bytes it will take at once when it grows, if that is soon: as both tables exist while entries move over,
    /// whoever limits memory must know beforehand.
    pub(super) fn imminent(&self) -> usize {
        let soon = self.used + self.slots.len() / 32;
        if soon * 4 > self.slots.len() * 3 { self.bytes() * 2 } else { 0 }
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u64>()
    }
}

fn place(slots: &mut [u64], slot: u64) {
    let mask = slots.len() - 1;
    let mut at = (slot >> 32) as usize & mask;
    while slots[at] != 0 {
        at = (at + 1) & mask;
    }
    slots[at] = slot;
}
