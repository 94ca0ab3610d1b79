//! Sets of states.

/// A set of states of a graph, as one bit for each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateSet {
    words: Vec<u64>,
    size: usize,
}

const BITS: usize = u64::BITS as usize;

impl StateSet {
    /// No state of `size`.
    #[must_use]
    pub fn empty(size: usize) -> StateSet {
        StateSet { words: vec![0; size.div_ceil(BITS)], size }
    }

    /// Every state of `size`.
    #[must_use]
    pub fn full(size: usize) -> StateSet {
        let mut set = StateSet::empty(size);
        set.complement();
        set
    }

    /// Those of `size` states for which this is true.
    #[must_use]
    pub fn of(size: usize, mut contains: impl FnMut(usize) -> bool) -> StateSet {
        let mut set = StateSet::empty(size);
        (0..size).filter(|state| contains(*state)).for_each(|state| set.insert(state));
        set
    }

    /// How many states there are, in the set or not.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    pub fn insert(&mut self, state: usize) {
        self.words[state / BITS] |= 1 << (state % BITS);
    }

    /// Takes a state out.
    pub fn remove(&mut self, state: usize) {
        self.words[state / BITS] &= !(1 << (state % BITS));
    }

    /// Is this state in the set?
    #[must_use]
    pub fn contains(&self, state: usize) -> bool {
        self.words[state / BITS] >> (state % BITS) & 1 == 1
    }

    /// How many states are in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Is no state in the set?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// The first state in the set.
    #[must_use]
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The states in the set, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                (left != 0).then(|| {
                    left &= left - 1;
                    at * BITS + bit
                })
            })
        })
    }

    /// Exactly those states that were not in the set.
    pub fn complement(&mut self) {
        self.words.iter_mut().for_each(|word| *word = !*word);
        let used = self.size % BITS;
        if used > 0
            && let Some(last) = self.words.last_mut()
        {
            *last &= (1 << used) - 1;
        }
    }

    /// Adds the states of another set.
    pub fn union(&mut self, other: &StateSet) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
    }

    /// Keeps the states of another set only.
    pub fn intersect(&mut self, other: &StateSet) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= other);
    }

    /// Takes the states of another set out.
    pub fn subtract(&mut self, other: &StateSet) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= !other);
    }

    /// Have both sets a state in common?
    #[must_use]
    pub fn intersects(&self, other: &StateSet) -> bool {
        self.words.iter().zip(&other.words).any(|(word, other)| word & other != 0)
    }

    /// How many states both sets have in common.
    #[must_use]
    pub fn common(&self, other: &StateSet) -> usize {
        let both = self.words.iter().zip(&other.words);
        both.map(|(word, other)| (word & other).count_ones() as usize).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::StateSet;

    #[test]
    fn complements_stay_within_the_size() {
        for size in [0, 1, 63, 64, 65, 130] {
            let full = StateSet::full(size);
            assert_eq!(full.len(), size);
            assert_eq!(full.iter().collect::<Vec<_>>(), (0..size).collect::<Vec<_>>());
            let mut odd = StateSet::of(size, |state| state % 2 == 1);
            odd.complement();
            assert_eq!(odd, StateSet::of(size, |state| state % 2 == 0));
        }
    }
}
