//! Interned zones, in the narrowest integers that hold their bounds.

use zones::Zone;
use zones::narrow::{self, Bits};

use super::hash::{Hash, Index};
use super::width::{GROUP, Width, all_le, padded};

/// A matrix row by row, in groups, in one of three widths.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bounds<'a> {
    Bytes(&'a [i8]),
    Halves(&'a [i16]),
    Words(&'a [i32]),
}

/// A zone laid out for storage: in one of the widths, the narrowest that holds its bounds.
#[derive(Clone, Debug, Default)]
pub(super) struct Packed {
    dim: usize,
    width: Bits,
    bytes: Vec<i8>,
    halves: Vec<i16>,
    words: Vec<i32>,
}

impl Packed {
    /// Lays out a zone. The zone before it most often needed the same width.
    pub(super) fn fill(&mut self, zone: &Zone) {
        self.dim = zone.dim();
        let raws = zone.raws();
        let size = padded(self.dim);
        let expected = self.width;
        self.width = match expected {
            Bits::Eight => narrow::to_bytes(raws, sized(&mut self.bytes, size, raws.len())),
            _ => narrow::to_halves(raws, sized(&mut self.halves, size, raws.len())),
        };
        match self.width {
            width if width == expected && width != Bits::ThirtyTwo => {}
            Bits::Eight => {
                narrow::to_bytes(raws, sized(&mut self.bytes, size, raws.len()));
            }
            Bits::Sixteen => {
                narrow::to_halves(raws, sized(&mut self.halves, size, raws.len()));
            }
            Bits::ThirtyTwo => sized(&mut self.words, size, raws.len()).copy_from_slice(raws),
        }
    }

    /// Takes over what was laid out before.
    pub(super) fn copy_from(&mut self, dim: usize, bounds: Bounds<'_>) {
        self.dim = dim;
        match bounds {
            Bounds::Bytes(bounds) => {
                self.width = Bits::Eight;
                copy(&mut self.bytes, bounds);
            }
            Bounds::Halves(bounds) => {
                self.width = Bits::Sixteen;
                copy(&mut self.halves, bounds);
            }
            Bounds::Words(bounds) => {
                self.width = Bits::ThirtyTwo;
                copy(&mut self.words, bounds);
            }
        }
    }

    pub(super) fn unpack(&self, out: &mut Zone) {
        self.bounds().load(self.dim, out);
    }

    pub(super) fn bounds(&self) -> Bounds<'_> {
        match self.width {
            Bits::Eight => Bounds::Bytes(&self.bytes),
            Bits::Sixteen => Bounds::Halves(&self.halves),
            Bits::ThirtyTwo => Bounds::Words(&self.words),
        }
    }

    /// The integers of all bounds, row by row, with the rest of the last group.
    pub(super) fn raws(&self, out: &mut Vec<i32>) {
        out.resize(padded(self.dim), 0);
        self.bounds().widen_into(out);
    }

    pub(super) fn dim(&self) -> usize {
        self.dim
    }
}

/// Room for `used` bounds, in a vector with whole groups.
fn sized<T: Width>(all: &mut Vec<T>, size: usize, used: usize) -> &mut [T] {
    all.resize(size, T::default());
    let (room, rest) = all.split_at_mut(used);
    rest.fill(T::default());
    room
}

fn copy<T: Copy>(into: &mut Vec<T>, from: &[T]) {
    into.clear();
    into.extend_from_slice(from);
}

/// Zones, each once.
///
/// A zone is named by the group it starts at, with its width in the lowest bits, so that whoever has
/// the name finds the bounds without looking anything up.
#[derive(Clone, Debug, Default)]
pub(super) struct ZoneTable {
    bytes: Vec<i8>,
    halves: Vec<i16>,
    words: Vec<i32>,
    index: Index,
    count: usize,
}

const WIDTH_BITS: u32 = 2;

impl ZoneTable {
    /// The name of a zone.
    pub(super) fn intern(&mut self, packed: &Packed) -> u32 {
        let hash = hash_of(packed);
        let (dim, bounds) = (packed.dim, packed.bounds());
        if let Some(name) = self.index.find(hash, |name| bounds.is(self.bounds(name, dim))) {
            return name;
        }
        let (start, width) = match bounds {
            Bounds::Bytes(bounds) => (append(&mut self.bytes, bounds), 0),
            Bounds::Halves(bounds) => (append(&mut self.halves, bounds), 1),
            Bounds::Words(bounds) => (append(&mut self.words, bounds), 2),
        };
        let start = u32::try_from(start << WIDTH_BITS).expect("zones fit into 2^34 bounds");
        let name = start | width;
        self.count += 1;
        self.index.insert(hash, name);
        name
    }

    /// The bounds of a zone of this dimension.
    #[inline]
    pub(super) fn bounds(&self, name: u32, dim: usize) -> Bounds<'_> {
        let from = (name >> WIDTH_BITS) as usize * GROUP;
        let range = from..from + padded(dim);
        // A zone of another dimension near the end may be shorter than what is asked for.
        match name & ((1 << WIDTH_BITS) - 1) {
            0 => Bounds::Bytes(self.bytes.get(range).unwrap_or(&[])),
            1 => Bounds::Halves(self.halves.get(range).unwrap_or(&[])),
            _ => Bounds::Words(self.words.get(range).unwrap_or(&[])),
        }
    }

    /// Rebuilds a zone of this dimension.
    pub(super) fn zone(&self, name: u32, dim: usize, out: &mut Zone) {
        self.bounds(name, dim).load(dim, out);
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Bytes that its index will soon take at once.
    pub(super) fn imminent(&self) -> usize {
        self.index.imminent()
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes.capacity()
            + self.halves.capacity() * 2
            + self.words.capacity() * 4
            + self.index.bytes()
    }
}

/// Adds whole groups; the group they start at.
fn append<T: Copy>(all: &mut Vec<T>, more: &[T]) -> usize {
    let start = all.len() / GROUP;
    all.extend_from_slice(more);
    start
}

impl Bounds<'_> {
    /// The integers of all bounds.
    pub(super) fn widen_into(self, out: &mut [i32]) {
        match self {
            Bounds::Bytes(bounds) => Width::widen_into(bounds, out),
            Bounds::Halves(bounds) => Width::widen_into(bounds, out),
            Bounds::Words(bounds) => Width::widen_into(bounds, out),
        }
    }

    /// Rebuilds the zone of this dimension.
    fn load(self, dim: usize, out: &mut Zone) {
        match self {
            Bounds::Bytes(bounds) => {
                let reach = i32::from(i8::MAX) + 1;
                out.load_raws(dim, reach, |raws| Width::widen_into(bounds, raws));
            }
            Bounds::Halves(bounds) => {
                let reach = i32::from(i16::MAX) + 1;
                out.load_raws(dim, reach, |raws| Width::widen_into(bounds, raws));
            }
            Bounds::Words(bounds) => {
                out.load_raws(dim, i32::MAX, |raws| Width::widen_into(bounds, raws));
            }
        }
    }

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
