//! Interned zones, in the narrowest integers that hold their bounds.

use zones::{Bound, Zone};

use super::hash::{Hash, Index};
use super::width::{GROUP, Width, all_le, padded};

/// A matrix row by row, in groups, in one of three widths.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bounds<'a> {
    Bytes(&'a [i8]),
    Halves(&'a [i16]),
    Words(&'a [i32]),
}

/// A zone laid out for storage.
#[derive(Clone, Debug, Default)]
pub(super) struct Packed {
    dim: usize,
    /// The integers of the bounds.
    raw: Vec<i32>,
    width: WidthOf,
    bytes: Vec<i8>,
    halves: Vec<i16>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum WidthOf {
    #[default]
    Bytes,
    Halves,
    Words,
}

impl Packed {
    /// Lays out a zone.
    pub(super) fn fill(&mut self, zone: &Zone) {
        self.dim = zone.dim();
        self.raw.clear();
        self.raw.resize(padded(self.dim), 0);
        let (mut highest, mut lowest) = (0, 0);
        for (out, row) in self.raw.chunks_exact_mut(self.dim).zip(zone.rows()) {
            for (out, bound) in out.iter_mut().zip(row) {
                let raw = bound.raw();
                let finite = if bound.is_unbounded() { 0 } else { raw };
                highest = finite.max(highest);
                lowest = finite.min(lowest);
                *out = raw;
            }
        }
        // The largest value of a width is "no bound", the smallest is below all that is stored.
        if highest < i32::from(i8::MAX) && lowest > i32::from(i8::MIN) {
            self.width = WidthOf::Bytes;
            clamp_into(&self.raw, &mut self.bytes);
        } else if highest < i32::from(i16::MAX) && lowest > i32::from(i16::MIN) {
            self.width = WidthOf::Halves;
            clamp_into(&self.raw, &mut self.halves);
        } else {
            self.width = WidthOf::Words;
        }
    }

    /// Takes over what was laid out before.
    pub(super) fn copy_from(&mut self, dim: usize, bounds: Bounds<'_>) {
        self.dim = dim;
        self.raw.clear();
        match bounds {
            Bounds::Bytes(bounds) => {
                self.width = WidthOf::Bytes;
                copy(&mut self.bytes, bounds);
                self.raw.extend(bounds.iter().map(|bound| bound.raw()));
            }
            Bounds::Halves(bounds) => {
                self.width = WidthOf::Halves;
                copy(&mut self.halves, bounds);
                self.raw.extend(bounds.iter().map(|bound| bound.raw()));
            }
            Bounds::Words(bounds) => {
                self.width = WidthOf::Words;
                self.raw.extend_from_slice(bounds);
            }
        }
    }

    /// Rebuilds the zone.
    pub(super) fn unpack(&self, out: &mut Zone) {
        let reach = match self.width {
            WidthOf::Bytes => i32::from(i8::MAX) + 1,
            WidthOf::Halves => i32::from(i16::MAX) + 1,
            WidthOf::Words => i32::MAX,
        };
        load(&self.raw, self.dim, reach, out);
    }

    pub(super) fn bounds(&self) -> Bounds<'_> {
        match self.width {
            WidthOf::Bytes => Bounds::Bytes(&self.bytes),
            WidthOf::Halves => Bounds::Halves(&self.halves),
            WidthOf::Words => Bounds::Words(&self.raw),
        }
    }

    /// The integers of all bounds, row by row, with the rest of the last group.
    pub(super) fn raw(&self) -> &[i32] {
        &self.raw
    }

    pub(super) fn dim(&self) -> usize {
        self.dim
    }
}

fn copy<T: Copy>(into: &mut Vec<T>, from: &[T]) {
    into.clear();
    into.extend_from_slice(from);
}

/// Narrows all of them.
pub(super) fn clamp_into<T: Width>(raw: &[i32], out: &mut Vec<T>) {
    out.clear();
    out.extend(raw.iter().map(|raw| T::clamped(*raw)));
}

/// Zones, each once.
#[derive(Clone, Debug, Default)]
pub(super) struct ZoneTable {
    bytes: Vec<i8>,
    halves: Vec<i16>,
    words: Vec<i32>,
    /// For each zone the group it starts at, and its width in the lowest bits.
    starts: Vec<u32>,
    index: Index,
}

const WIDTH_BITS: u32 = 2;

impl ZoneTable {
    /// The number of a zone.
    pub(super) fn intern(&mut self, packed: &Packed) -> u32 {
        let hash = hash_of(packed);
        let (dim, bounds) = (packed.dim, packed.bounds());
        if let Some(number) = self.index.find(hash, |number| bounds.is(self.bounds(number, dim))) {
            return number;
        }
        let (start, width) = match bounds {
            Bounds::Bytes(bounds) => (append(&mut self.bytes, bounds), 0),
            Bounds::Halves(bounds) => (append(&mut self.halves, bounds), 1),
            Bounds::Words(bounds) => (append(&mut self.words, bounds), 2),
        };
        let start = u32::try_from(start << WIDTH_BITS).expect("zones fit into 2^34 bounds");
        let number = u32::try_from(self.starts.len()).expect("zones are counted in 32 bits");
        self.starts.push(start | width);
        self.index.insert(hash, number);
        number
    }

    /// The bounds of a zone of this dimension.
    #[inline]
    pub(super) fn bounds(&self, number: u32, dim: usize) -> Bounds<'_> {
        let start = self.starts[number as usize];
        let from = (start >> WIDTH_BITS) as usize * GROUP;
        let range = from..from + padded(dim);
        // A zone of another dimension near the end may be shorter than what is asked for.
        match start & ((1 << WIDTH_BITS) - 1) {
            0 => Bounds::Bytes(self.bytes.get(range).unwrap_or(&[])),
            1 => Bounds::Halves(self.halves.get(range).unwrap_or(&[])),
            _ => Bounds::Words(self.words.get(range).unwrap_or(&[])),
        }
    }

    /// Rebuilds a zone of this dimension.
    pub(super) fn zone(&self, number: u32, dim: usize, out: &mut Zone) {
        match self.bounds(number, dim) {
            Bounds::Bytes(bounds) => load(bounds, dim, i32::from(i8::MAX) + 1, out),
            Bounds::Halves(bounds) => load(bounds, dim, i32::from(i16::MAX) + 1, out),
            Bounds::Words(bounds) => load(bounds, dim, i32::MAX, out),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.starts.len()
    }

    /// Bytes that its index will soon take at once.
    pub(super) fn imminent(&self) -> usize {
        self.index.imminent()
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes.capacity()
            + self.halves.capacity() * 2
            + self.words.capacity() * 4
            + self.starts.capacity() * 4
            + self.index.bytes()
    }
}

fn load<T: Width>(bounds: &[T], dim: usize, reach: i32, out: &mut Zone) {
    out.load_rows(dim, reach, |i, row| {
        for (cell, bound) in row.iter_mut().zip(&bounds[i * dim..]) {
            *cell = Bound::from_raw(bound.raw());
        }
    });
}

/// Adds whole groups; the group they start at.
fn append<T: Copy>(all: &mut Vec<T>, more: &[T]) -> usize {
    let start = all.len() / GROUP;
    all.extend_from_slice(more);
    start
}

impl Bounds<'_> {
    /// Is it the same zone? Equal zones have the same width.
    pub(super) fn is(self, other: Bounds<'_>) -> bool {
        match (self, other) {
            (Bounds::Bytes(left), Bounds::Bytes(right)) => left == right,
            (Bounds::Halves(left), Bounds::Halves(right)) => left == right,
            (Bounds::Words(left), Bounds::Words(right)) => left == right,
            _ => false,
        }
    }

    /// Is the other zone, of the same dimension, a subset?
    #[inline]
    pub(super) fn includes(self, small: Bounds<'_>) -> bool {
        match (self, small) {
            (Bounds::Bytes(big), Bounds::Bytes(small)) => all_le(small, big),
            (Bounds::Halves(big), Bounds::Halves(small)) => all_le(small, big),
            (Bounds::Words(big), Bounds::Words(small)) => all_le(small, big),
            (Bounds::Bytes(big), Bounds::Halves(small)) => mixed_le(small, big),
            (Bounds::Bytes(big), Bounds::Words(small)) => mixed_le(small, big),
            (Bounds::Halves(big), Bounds::Bytes(small)) => mixed_le(small, big),
            (Bounds::Halves(big), Bounds::Words(small)) => mixed_le(small, big),
            (Bounds::Words(big), Bounds::Bytes(small)) => mixed_le(small, big),
            (Bounds::Words(big), Bounds::Halves(small)) => mixed_le(small, big),
        }
    }
}

/// As [`all_le`], for bounds of different widths.
fn mixed_le<S: Width, B: Width>(small: &[S], big: &[B]) -> bool {
    small.iter().zip(big).all(|(small, big)| small.raw() <= big.raw())
}

/// A hash of dimension and bounds, the same on every machine.
fn hash_of(packed: &Packed) -> u64 {
    let mut hash = Hash::new(packed.dim as u64);
    match packed.bounds() {
        Bounds::Bytes(bounds) => {
            for eight in bounds.as_chunks::<8>().0 {
                hash.add(u64::from_le_bytes(eight.map(i8::cast_unsigned)));
            }
        }
        Bounds::Halves(bounds) => {
            for four in bounds.as_chunks::<4>().0 {
                hash.add(
                    four.iter().fold(0, |word, half| word << 16 | u64::from(half.cast_unsigned())),
                );
            }
        }
        Bounds::Words(bounds) => {
            for [left, right] in bounds.as_chunks::<2>().0 {
                let left = u64::from(left.cast_unsigned());
                hash.add(left << 32 | u64::from(right.cast_unsigned()));
            }
        }
    }
    hash.finish()
}
