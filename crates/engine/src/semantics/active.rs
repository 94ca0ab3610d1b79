//! Which clocks matter at a location vector, and which rows of a zone they have.

use crate::bounds::LocalBounds;

/// Active clocks by process and location. A clock that is not active is reset before it is next read, so
/// its value makes no difference and zones have no row for it.
#[derive(Clone, Debug)]
pub struct ActiveClocks {
    words: usize,
    clocks: usize,
    local: Vec<Vec<Box<[u64]>>>,
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
        let of_process = |(process, count): (usize, &usize)| {
            (0..*count).map(|location| bits(bounds.of_location(process, location))).collect()
        };
        ActiveClocks {
            words,
            clocks,
            local: locations.iter().enumerate().map(of_process).collect(),
            everywhere: bits(bounds.of_everywhere()),
        }
    }

    /// Every clock, always: the reduction switched off.
    #[must_use]
    pub fn all(locations: &[usize], clocks: usize) -> ActiveClocks {
        let words = clocks.div_ceil(64).max(1);
        let mut everywhere = vec![0u64; words].into_boxed_slice();
        (0..clocks).for_each(|clock| everywhere[clock / 64] |= 1 << (clock % 64));
        let none = || vec![0u64; words].into_boxed_slice();
        let local = locations.iter().map(|count| (0..*count).map(|_| none()).collect()).collect();
        ActiveClocks { words, clocks, local, everywhere }
    }

    /// The rows at a location vector.
    pub fn rows(&self, locations: &[i32], out: &mut Rows) {
        out.clocks.clear();
        out.row.clear();
        out.row.resize(self.clocks, 0);
        for word in 0..self.words {
            let mut bits = self.everywhere[word];
            for (process, location) in self.local.iter().zip(locations) {
                bits |= process[location.cast_unsigned() as usize][word];
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
