//! States on their way from one store to another.

use super::candidate::Candidate;
use super::nodes::NodeId;
use super::packing::Packing;
use super::width::padded;
use super::zones::Bounds;

/// Packed states in a row, in buffers that are used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct StateBatch {
    labels: Vec<Label>,
    words: Vec<u64>,
    bytes: Vec<i8>,
    halves: Vec<i16>,
    wides: Vec<i32>,
}

/// What is known of a state besides the state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Label {
    /// The node it was reached from, or is.
    pub node: NodeId,
    /// Its place in searches that care.
    pub rank: u64,
    hash: u64,
    dim: usize,
    width: BoundWidth,
}

#[derive(Clone, Copy, Debug)]
enum BoundWidth {
    Bytes,
    Halves,
    Wides,
}

impl StateBatch {
    /// Adds a packed state.
    pub(crate) fn push(&mut self, candidate: &Candidate, node: NodeId, rank: u64) {
        self.words.extend_from_slice(&candidate.words);
        let width = match candidate.zone.bounds() {
            Bounds::Bytes(bounds) => {
                self.bytes.extend_from_slice(bounds);
                BoundWidth::Bytes
            }
            Bounds::Halves(bounds) => {
                self.halves.extend_from_slice(bounds);
                BoundWidth::Halves
            }
            Bounds::Words(bounds) => {
                self.wides.extend_from_slice(bounds);
                BoundWidth::Wides
            }
        };
        let dim = candidate.zone.dim();
        self.labels.push(Label { node, rank, hash: candidate.hash, dim, width });
    }

    /// How many states there are in it.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.labels.len()
    }

    /// Throws everything out of it.
    pub(crate) fn clear(&mut self) {
        self.labels.clear();
        self.words.clear();
        self.bytes.clear();
        self.halves.clear();
        self.wides.clear();
    }

    /// What is in it, one after the other.
    #[must_use]
    pub(crate) fn contents(&self) -> Contents<'_> {
        Contents {
            labels: &self.labels,
            words: &self.words,
            bytes: &self.bytes,
            halves: &self.halves,
            wides: &self.wides,
        }
    }
}

/// What is left in a batch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contents<'a> {
    labels: &'a [Label],
    words: &'a [u64],
    bytes: &'a [i8],
    halves: &'a [i16],
    wides: &'a [i32],
}

impl<'a> Contents<'a> {
    /// The hashes of the states.
    pub(crate) fn hashes(&self) -> impl Iterator<Item = u64> + use<'a> {
        self.labels.iter().map(|label| label.hash)
    }

    /// The packed cells of the next state.
    #[must_use]
    pub(crate) fn next_words(&self, packing: &Packing) -> Option<&'a [u64]> {
        self.words.get(..packing.words()).filter(|_| !self.labels.is_empty())
    }

    /// Takes the next state out.
    pub(crate) fn next_into(
        &mut self,
        packing: &Packing,
        candidate: &mut Candidate,
    ) -> Option<Label> {
        let (label, labels) = self.labels.split_first()?;
        self.labels = labels;
        candidate.hash = label.hash;
        candidate.words.clear();
        candidate.words.extend_from_slice(take(&mut self.words, packing.words()));
        let count = padded(label.dim);
        let bounds = match label.width {
            BoundWidth::Bytes => Bounds::Bytes(take(&mut self.bytes, count)),
            BoundWidth::Halves => Bounds::Halves(take(&mut self.halves, count)),
            BoundWidth::Wides => Bounds::Words(take(&mut self.wides, count)),
        };
        candidate.zone.copy_from(label.dim, bounds);
        Some(*label)
    }
}

fn take<'a, T>(from: &mut &'a [T], count: usize) -> &'a [T] {
    let (taken, rest) = from.split_at(count);
    *from = rest;
    taken
}
