//! Where following states is in vain: the same is followed again and again.
//!
//! Where many states lead to one chain, each follows it, and only the first finds something new. Nobody remembers what was
//! followed, so a sample is kept: the zones of some discrete parts, chosen by their hashes. A state of the sample whose
//! zone is included in one that was followed before would have been covered, had that one been stored.

use std::collections::HashMap;

use program::State;
use zones::Zone;

/// Following pays as long as no more than one state in so many is a repetition.
const MOST: u32 = 4;

/// The share above which a place is given up is the larger the fewer states were looked at: repetitions count less by so
/// many states.
const DOUBT: u32 = 64;

/// States of the sample after which older ones count half.
const MEMORY: u32 = 256;

/// The sample becomes sparser when it has more numbers in its zones than this: a megabyte.
const MOST_NUMBERS: usize = 1 << 18;

/// What was followed of late, as far as a sample tells.
pub(super) struct Repeats {
    /// The zones that were followed, by the hash of their discrete part.
    sample: HashMap<u64, Vec<Zone>>,
    /// The numbers in these zones.
    numbers: usize,
    /// In the sample are discrete parts whose hash begins with so many zeros.
    sparsity: u32,
    /// For each process and location.
    counts: Vec<Vec<Count>>,
}

/// What was followed at one place.
#[derive(Clone, Copy, Default)]
struct Count {
    followed: u32,
    again: u32,
}

impl Repeats {
    /// For so many locations of each process.
    pub(super) fn new(locations: impl Iterator<Item = usize>) -> Repeats {
        Repeats {
            sample: HashMap::new(),
            numbers: 0,
            sparsity: 0,
            counts: locations.map(|count| vec![Count::default(); count]).collect(),
        }
    }

    /// A state whose discrete part has this hash is about to be followed because a process is at a location. Have so many
    /// states been followed there before that it is not worth while any more?
    pub(super) fn are_many(
        &mut self,
        hash: u64,
        state: &State,
        (process, location): (usize, usize),
    ) -> bool {
        if hash.leading_zeros() < self.sparsity {
            return false;
        }
        let again = self.was_followed(hash, &state.zone);
        let count = &mut self.counts[process][location];
        count.followed += 1;
        count.again += u32::from(again);
        if count.followed == MEMORY {
            *count = Count { followed: count.followed / 2, again: count.again / 2 };
        }
        count.again * MOST > count.followed + DOUBT
    }

    /// Was one followed that includes it? If not, it is remembered.
    fn was_followed(&mut self, hash: u64, zone: &Zone) -> bool {
        let known = self.sample.entry(hash).or_default();
        if known.iter().any(|known| known.includes(zone)) {
            return true;
        }
        known.push(zone.clone());
        self.numbers += zone.raws().len();
        while self.numbers > MOST_NUMBERS {
            self.sparsity += 1;
            let sparsity = self.sparsity;
            self.sample.retain(|hash, _| hash.leading_zeros() >= sparsity);
            self.numbers = self.sample.values().flatten().map(|zone| zone.raws().len()).sum();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use program::State;
    use zones::Zone;

    use super::{MOST_NUMBERS, Repeats};

    #[test]
    fn the_sample_stays_small() {
        let mut repeats = Repeats::new([1].into_iter());
        let state = State { cells: vec![0], zone: Zone::zero(30) };
        for number in 1..20_000_u64 {
            let hash = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            assert!(!repeats.are_many(hash, &state, (0, 0)));
            assert!(repeats.numbers <= MOST_NUMBERS);
        }
        let kept: usize = repeats.sample.values().flatten().map(|zone| zone.raws().len()).sum();
        assert_eq!(kept, repeats.numbers);
        assert!(kept > MOST_NUMBERS / 8, "it is not empty either: {kept}");
    }
}
