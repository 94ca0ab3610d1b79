//! Which clocks matter at a location vector, and which rows of a zone they have.

use analysis::LocalBounds;

/// Active clocks by process and location. A clock that is not active is reset before it is next read, so
/// its value makes no difference and zones have no row for it.
#[derive(Clone, Debug)]
pub struct ActiveClocks {
    words: usize,
    clocks: usize,
    /// Where the locations of each process start, in units of `words`.
    starts: Vec<u32>,
    /// The processes at whose locations clocks are active, with where their locations start.
    deciding: Vec<(u32, u32)>,
    /// A bit for each clock, for each location of each process.
    local: Vec<u64>,
    everywhere: Box<[u64]>,
}

impl ActiveClocks {
    /// The clocks that have bounds.
    #[must_use]
    pub fn of(bounds: &LocalBounds, locations: &[usize], clocks: usize) -> ActiveClocks {
        let words = clocks.div_ceil(64).max(1);
        let bits = |bounds: &[analysis::ClockBound]| {
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
        let starts = starts(locations);
        let deciding = deciding(&starts, &local, words);
        ActiveClocks { words, clocks, starts, deciding, local, everywhere }
    }

    /// Every clock, always: the reduction switched off.
    #[must_use]
    pub fn all(locations: &[usize], clocks: usize) -> ActiveClocks {
        let words = clocks.div_ceil(64).max(1);
        let mut everywhere = vec![0u64; words].into_boxed_slice();
        (0..clocks).for_each(|clock| everywhere[clock / 64] |= 1 << (clock % 64));
        let local = vec![0; locations.iter().sum::<usize>() * words];
        let starts = starts(locations);
        let deciding = deciding(&starts, &local, words);
        ActiveClocks { words, clocks, starts, deciding, local, everywhere }
    }

    /// The rows at a location vector.
    pub fn rows(&self, locations: &[i32], out: &mut Rows) {
        let is_new = out.row.len() != self.clocks;
        if let [everywhere] = *self.everywhere {
            let bits = self.deciding.iter().fold(everywhere, |bits, (process, start)| {
                let location = locations[*process as usize].cast_unsigned();
                bits | self.local[(start + location) as usize]
            });
            // Most transitions leave the same clocks active as the one before.
            if is_new || bits != out.bits {
                out.clear(self.clocks);
                out.bits = bits;
                out.add(0, bits);
            }
            return;
        }
        out.clear(self.clocks);
        for word in 0..self.words {
            let mut bits = self.everywhere[word];
            for (start, location) in self.starts.iter().zip(locations) {
                let at = (start + location.cast_unsigned()) as usize;
                bits |= self.local[at * self.words + word];
            }
            out.add(word, bits);
        }
    }

    /// Are the active clocks at each location exactly those that have bounds there?
    pub(super) fn is_of(&self, bounds: &LocalBounds, processes: usize) -> bool {
        let counts: Vec<usize> = (0..processes).map(|process| self.locations(process)).collect();
        let other = ActiveClocks::of(bounds, &counts, self.clocks);
        self.local == other.local && self.everywhere == other.everywhere
    }

    /// How many locations a process has.
    pub(super) fn locations(&self, process: usize) -> usize {
        let all = self.local.len() / self.words;
        let end = self.starts.get(process + 1).map_or(all, |start| *start as usize);
        end - self.starts[process] as usize
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

/// The processes at whose locations clocks are active, with where their locations start.
fn deciding(starts: &[u32], local: &[u64], words: usize) -> Vec<(u32, u32)> {
    let ends = starts.iter().skip(1).map(|end| *end as usize).chain([local.len() / words]);
    let processes = (0..).zip(starts).zip(ends);
    let some = |start: u32, end: usize| {
        local[start as usize * words..end * words].iter().any(|bits| *bits != 0)
    };
    processes
        .filter(|((_, start), end)| some(**start, *end))
        .map(|((process, start), _)| (process, *start))
        .collect()
}

/// The rows of a zone: row `r` (from 1) is the clock `clocks[r - 1]`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rows {
    /// The active clocks in order.
    pub clocks: Vec<usize>,
    /// The row of each clock; 0 if it is not active.
    pub row: Vec<usize>,
    /// The active clocks as bits, where one word suffices.
    bits: u64,
}

impl Rows {
    fn clear(&mut self, clocks: usize) {
        self.clocks.clear();
        self.row.clear();
        self.row.resize(clocks, 0);
    }

    /// Adds the clocks of a word of bits.
    fn add(&mut self, word: usize, mut bits: u64) {
        while bits != 0 {
            let clock = word * 64 + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            self.clocks.push(clock);
            self.row[clock] = self.clocks.len();
        }
    }

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
