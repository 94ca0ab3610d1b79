//! Which clocks matter at a location vector, and which rows of a zone they have.

use crate::bounds::LocalBounds;

/// Active clocks by process and location. A clock that is not active is reset before it is next read, so
/// its value makes no difference and zones have no row for it.
#[derive(Clone, Debug)]
pub struct ActiveClocks {
    words: usize,
    clocks: usize,
    /// Where the locations of each process start, in units of `words`.
    starts: Vec<u32>,
    /// A bit for each clock, for each location of each process.
    local: Vec<u64>,
    everywhere: Box<[u64]>,
}

impl ActiveClocks {
    /// The clocks that have bounds.
    #[must_use]
    pub fn of(bounds: &LocalBounds, locations: &[usize], clocks: usize) -> ActiveClocks {
        let words = clocks.div_ceil(64).max(1);
        let bits = |bounds: &[crate::bounds::ClockBound]| {
            let mut bits = vec![0u64; words];
            for bound in bounds {
                bits[bound.clock as usize / 64] |= 1 << (bound.clock % 64);
            }
            bits.into_boxed_slice()
        };
        let mut local = Vec::new();
        for (process, count) in locations.iter().enumerate() {
            for location in 0..*count {
                local.extend_from_slice(&bits(bounds.of_location(process, location)));
            }
        }
        let everywhere = bits(bounds.of_everywhere());
        ActiveClocks { words, clocks, starts: starts(locations), local, everywhere }
    }

    /// Every clock, always: the reduction switched off.
    #[must_use]
    pub fn all(locations: &[usize], clocks: usize) -> ActiveClocks {
        let words = clocks.div_ceil(64).max(1);
        let mut everywhere = vec![0u64; words].into_boxed_slice();
        (0..clocks).for_each(|clock| everywhere[clock / 64] |= 1 << (clock % 64));
        let local = vec![0; locations.iter().sum::<usize>() * words];
        ActiveClocks { words, clocks, starts: starts(locations), local, everywhere }
    }

    /// The rows at a location vector.
    pub fn rows(&self, locations: &[i32], out: &mut Rows) {
        out.clocks.clear();
        out.row.clear();
        out.row.resize(self.clocks, 0);
        for word in 0..self.words {
            let mut bits = self.everywhere[word];
            for (start, location) in self.starts.iter().zip(locations) {
                let at = (start + location.cast_unsigned()) as usize;
                bits |= self.local[at * self.words + word];
            }
            while bits != 0 {
                let clock = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                out.clocks.push(clock);
                out.row[clock] = out.clocks.len();
            }
        }
    }
}

/// Where the locations of each process start if those of all are in one row.
fn starts(locations: &[usize]) -> Vec<u32> {
    let mut next = 0;
    let mut start = |count: &usize| {
        let start = next;
        next += u32::try_from(*count).expect("locations are counted in 32 bits");
        start
    };
    locations.iter().map(&mut start).collect()
}

/// The rows of a zone: row `r` (from 1) is the clock `clocks[r - 1]`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rows {
    /// The active clocks in order.
    pub clocks: Vec<usize>,
    /// The row of each clock; 0 if it is not active.
    pub row: Vec<usize>,
}

impl Rows {
    /// The dimension of zones with these rows.
    #[must_use]
    pub fn dim(&self) -> usize {
        self.clocks.len() + 1
    }

    /// The row of a clock, 0 for the constant 0.
    #[inline]
    #[must_use]
    pub fn of(&self, clock: Option<u32>) -> usize {
        clock.map_or(0, |clock| self.row[clock as usize])
    }
}
