//! Equal parts of long packed states, each stored once.
//!
//! The words of a state are cut into parts of [`PART`] words. Each part is stored once and has a number. The
//! numbers are words again, two in each, and are cut in turn, until one part is left: the root of a tree
//! (Laarman, van de Pol and Weber, "Parallel recursive state compression for free", 2011). A step changes few
//! cells, so a new state adds about one part on each level, and its root. Equal words have equal roots.

use super::hash::{Index, hash_words};

/// Words of a part.
const PART: usize = 4;
/// Parts of one level whose numbers make a part of the next.
const PARTS_ABOVE: usize = 2 * PART;

/// The parts of states that all have the same length, and how they are put together.
#[derive(Clone, Debug)]
pub(super) struct PartTree {
    table: Table,
    /// Of the state that was taken apart last: most parts of the next one are the same.
    levels: Vec<Level>,
    root: Vec<u64>,
    words: Vec<u64>,
}

#[derive(Clone, Debug, Default)]
struct Table {
    parts: Vec<[u64; PART]>,
    index: Index,
}

/// Words, and the numbers of their parts.
#[derive(Clone, Debug)]
struct Level {
    words: Vec<u64>,
    numbers: Vec<u32>,
}

impl PartTree {
    /// For states of this many words.
    pub(super) fn new(words: usize) -> PartTree {
        let mut table = Table::default();
        let mut levels = Vec::new();
        let mut root = vec![0; words];
        while root.len() > PART {
            let numbers: Vec<u32> = root.chunks(PART).map(|part| table.number(part)).collect();
            let above = pairs(&numbers).collect();
            levels.push(Level { words: root, numbers });
            root = above;
        }
        PartTree { table, levels, root, words: Vec::new() }
    }

    /// Words of a root.
    pub(super) fn root_words(&self) -> usize {
        self.root.len()
    }

    /// The root of a state, whose parts are added unless they are there.
    pub(super) fn root(&mut self, words: &[u64]) -> &[u64] {
        let PartTree { table, levels, root, words: next } = self;
        next.clear();
        next.extend_from_slice(words);
        for level in levels {
            for (place, part) in next.chunks(PART).enumerate() {
                let old = &mut level.words[place * PART..][..part.len()];
                if old != part {
                    old.copy_from_slice(part);
                    level.numbers[place] = table.number(part);
                }
            }
            next.clear();
            next.extend(pairs(&level.numbers));
        }
        root.copy_from_slice(next);
        root
    }

    /// The words of the state with this root, one after the other.
    pub(super) fn words(&self, root: &[u64]) -> impl Iterator<Item = u64> {
        let length = self.levels.first().map_or(root.len(), |level| level.words.len());
        let parts = (0..length.div_ceil(PART)).flat_map(|place| self.part(root, place));
        parts.take(length)
    }

    /// A part of the words of the state with this root.
    #[inline]
    fn part(&self, root: &[u64], place: usize) -> [u64; PART] {
        let mut part = [0; PART];
        part[..root.len()].copy_from_slice(root);
        for level in (0..self.levels.len()).rev() {
            let place = place >> (level * PARTS_ABOVE.ilog2() as usize);
            let pair = part[place / 2 % PART];
            part = self.table.parts[halves(pair)[place % 2] as usize];
        }
        part
    }

    /// Bytes that its index will soon take at once.
    pub(super) fn imminent(&self) -> usize {
        self.table.index.imminent()
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.parts.capacity() * size_of::<[u64; PART]>() + self.table.index.bytes()
    }
}

impl Table {
    fn number(&mut self, words: &[u64]) -> u32 {
        let mut part = [0; PART];
        part[..words.len()].copy_from_slice(words);
        let hash = hash_words(&part);
        let parts = &mut self.parts;
        self.index.find(hash, |number| parts[number as usize] == part).unwrap_or_else(|| {
            let number = u32::try_from(parts.len()).expect("parts are counted in 32 bits");
            parts.push(part);
            self.index.insert(hash, number);
            number
        })
    }
}

/// Numbers as words, two in each.
fn pairs(numbers: &[u32]) -> impl Iterator<Item = u64> {
    numbers
        .chunks(2)
        .map(|pair| u64::from(pair[0]) | pair.get(1).map_or(0, |second| u64::from(*second) << 32))
}

#[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
fn halves(word: u64) -> [u32; 2] {
    [word as u32, (word >> 32) as u32]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::{any, prop, prop_assert, prop_assert_eq, proptest};

    use super::PartTree;

    proptest! {
        /// Steps change few words, so each state differs from the one before it in some.
        #[test]
        fn equal_states_and_only_they_have_equal_roots(
            length in 0usize..150,
            changes in prop::collection::vec((any::<prop::sample::Index>(), 0u64..3, any::<bool>()), 0..80),
        ) {
            let mut parts = PartTree::new(length);
            let mut state = vec![0; length];
            let mut seen: BTreeMap<Vec<u64>, Vec<u64>> = BTreeMap::new();
            for (place, value, high) in changes {
                if length > 0 {
                    state[place.index(length)] = if high { value << 40 } else { value };
                }
                let root = parts.root(&state).to_vec();
                prop_assert_eq!(root.len(), parts.root_words());
                prop_assert!(root.len() <= 4);
                let other = seen.insert(state.clone(), root.clone());
                prop_assert!(other.is_none_or(|other| other == root));
            }
            for (state, root) in &seen {
                prop_assert!(parts.words(root).eq(state.iter().copied()));
            }
        }
    }
}
