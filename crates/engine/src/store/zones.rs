//! Interned zones, in half the width where the constants allow.

use zones::{Bound, Zone};

use super::hash::{Index, hash_words};

/// "Unbounded" in 16 bits.
const WIDE_OPEN: i16 = i16::MAX;

/// The bit of a start that says that the zone is stored in 32 bits.
const WIDE: u32 = 1 << 31;

/// Zones row by row without the diagonal, each once, in 16-bit bounds; a zone whose bounds do not fit is
/// stored in 32 bits.
#[derive(Clone, Debug, Default)]
pub(super) struct ZoneTable {
    narrow: Vec<i16>,
    wide: Vec<i32>,
    /// For each zone where it starts.
    starts: Vec<u32>,
    index: Index,
    words: Vec<u64>,
}

/// A zone laid out for storage.
#[derive(Clone, Debug, Default)]
pub(super) struct Packed {
    narrow: Vec<i16>,
    wide: Vec<i32>,
    is_wide: bool,
    dim: usize,
}

/// A laid-out zone, wherever it is.
#[derive(Clone, Copy)]
pub(super) enum Bounds<'a> {
    Narrow(&'a [i16]),
    Wide(&'a [i32]),
}

impl Packed {
    /// Lays out a zone.
    pub(super) fn fill(&mut self, zone: &Zone) {
        self.narrow.clear();
        self.wide.clear();
        self.dim = zone.dim();
        self.is_wide = !self.fill_narrow(zone);
        if self.is_wide {
            for (number, row) in zone.rows().enumerate() {
                let others = row.iter().enumerate().filter(|(column, _)| *column != number);
                self.wide.extend(others.map(|(_, bound)| bound.raw()));
            }
        }
    }

    fn fill_narrow(&mut self, zone: &Zone) -> bool {
        let mut fits = true;
        for (number, row) in zone.rows().enumerate() {
            for part in [&row[..number], &row[number + 1..]] {
                self.narrow.extend(part.iter().map(|bound| {
                    let narrow = i16::try_from(bound.raw()).unwrap_or(WIDE_OPEN);
                    fits &= narrow != WIDE_OPEN || bound.is_unbounded();
                    narrow
                }));
            }
        }
        fits
    }

    pub(super) fn bounds(&self) -> Bounds<'_> {
        if self.is_wide { Bounds::Wide(&self.wide) } else { Bounds::Narrow(&self.narrow) }
    }

    pub(super) fn dim(&self) -> usize {
        self.dim
    }
}

impl Bounds<'_> {
    /// Is the other zone, of the same dimension, a subset?
    pub(super) fn includes(self, small: Bounds<'_>) -> bool {
        match (self, small) {
            (Bounds::Narrow(big), Bounds::Narrow(small)) => all_le(small, big),
            (Bounds::Wide(big), Bounds::Wide(small)) => all_le(small, big),
            _ => (0..self.len()).all(|at| small.raw(at) <= self.raw(at)),
        }
    }

    fn len(self) -> usize {
        match self {
            Bounds::Narrow(bounds) => bounds.len(),
            Bounds::Wide(bounds) => bounds.len(),
        }
    }

    /// The bound at a position, as [`Bound::raw`] gives it.
    #[inline]
    pub(super) fn raw(self, at: usize) -> i32 {
        match self {
            Bounds::Narrow(bounds) => widen(bounds[at]).raw(),
            Bounds::Wide(bounds) => bounds[at],
        }
    }
}

/// Compares in blocks, so that the compiler can vectorise and a difference is still noticed early.
fn all_le<T: Copy + Ord>(small: &[T], big: &[T]) -> bool {
    let chunks = small.chunks(32).zip(big.chunks(32));
    chunks.into_iter().all(|(small, big)| {
        let mut worse = false;
        for (small, big) in small.iter().zip(big) {
            worse |= small > big;
        }
        !worse
    })
}

impl ZoneTable {
    /// The number of a laid-out zone, which is stored if it is new.
    pub(super) fn intern(&mut self, packed: &Packed) -> u32 {
        let mut words = std::mem::take(&mut self.words);
        to_words(packed, &mut words);
        let hash = hash_words(&words);
        self.words = words;
        let found = self.index.find(hash, |number| self.is_same(number, packed));
        found.unwrap_or_else(|| self.add(packed, hash))
    }

    fn add(&mut self, packed: &Packed, hash: u64) -> u32 {
        let number = u32::try_from(self.starts.len()).expect("zones are counted in 32 bits");
        let start = match packed.bounds() {
            Bounds::Wide(bounds) => {
                self.wide.extend_from_slice(bounds);
                self.wide.len() - bounds.len()
            }
            Bounds::Narrow(bounds) => {
                self.narrow.extend_from_slice(bounds);
                self.narrow.len() - bounds.len()
            }
        };
        let start = u32::try_from(start).ok().filter(|start| *start < WIDE);
        let start = start.expect("the memory limit stops the search before this many bounds");
        self.starts.push(if packed.is_wide { start | WIDE } else { start });
        self.index.insert(hash, number);
        number
    }

    fn is_same(&self, number: u32, packed: &Packed) -> bool {
        match (self.bounds(number, packed.dim), packed.bounds()) {
            (Bounds::Narrow(stored), Bounds::Narrow(bounds)) => stored == bounds,
            (Bounds::Wide(stored), Bounds::Wide(bounds)) => stored == bounds,
            _ => false,
        }
    }

    /// A stored zone of this dimension. (A zone of another dimension may have started here; where it
    /// continues with the same bounds, sharing them is fine.)
    pub(super) fn bounds(&self, number: u32, dim: usize) -> Bounds<'_> {
        let start = self.starts[number as usize];
        let from = (start & !WIDE) as usize;
        let size = dim * (dim - 1);
        if start & WIDE != 0 {
            Bounds::Wide(self.wide.get(from..from + size).unwrap_or(&[]))
        } else {
            Bounds::Narrow(self.narrow.get(from..from + size).unwrap_or(&[]))
        }
    }

    /// Rebuilds a zone of this dimension.
    pub(super) fn zone(&self, number: u32, dim: usize, out: &mut Zone) {
        let bounds = self.bounds(number, dim);
        out.load(dim, |i, j| {
            if i == j { Bound::LE_ZERO } else { Bound::from_raw(bounds.raw(position(dim, i, j))) }
        });
    }

    pub(super) fn count(&self) -> usize {
        self.starts.len()
    }

    /// Bytes that its index will soon take at once.
    pub(super) fn imminent(&self) -> usize {
        self.index.imminent()
    }

    pub(super) fn bytes(&self) -> usize {
        self.narrow.capacity() * 2
            + self.wide.capacity() * 4
            + self.starts.capacity() * 4
            + self.index.bytes()
    }
}

/// Where the bound on `row i - row j` is, in a laid-out zone.
#[inline]
pub(super) fn position(dim: usize, i: usize, j: usize) -> usize {
    i * (dim - 1) + j - usize::from(j > i)
}

#[inline]
fn widen(bound: i16) -> Bound {
    if bound == WIDE_OPEN { Bound::UNBOUNDED } else { Bound::from_raw(i32::from(bound)) }
}

fn to_words(packed: &Packed, words: &mut Vec<u64>) {
    words.clear();
    words.push(packed.dim as u64);
    match packed.bounds() {
        Bounds::Wide(bounds) => words.extend(bounds.chunks(2).map(|pair| {
            pair.iter().fold(0, |word, bound| word << 32 | u64::from(bound.cast_unsigned()))
        })),
        Bounds::Narrow(bounds) => words.extend(bounds.chunks(4).map(|four| {
            four.iter().fold(0, |word, bound| word << 16 | u64::from(bound.cast_unsigned()))
        })),
    }
}
