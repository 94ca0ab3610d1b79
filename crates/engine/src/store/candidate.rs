//! A state on its way into a store, packed.

use zones::Zone;

use super::cover::{Ceiling, RowBounds, Threshold};
use super::hash::hash_words;
use super::packing::Packing;
use super::signature::{Questions, Signature};
use super::zones::Packed;
use program::State;

/// A packed state, and the space to compare it with stored ones. Reused from state to state.
#[derive(Clone, Debug, Default)]
pub struct Candidate {
    pub(super) words: Vec<u64>,
    pub(super) hash: u64,
    pub(super) zone: Packed,
    pub(super) threshold: Threshold,
    pub(super) ceiling: Ceiling,
    /// Of the zone and of its threshold, for long lists.
    pub(super) own: Signature,
    pub(super) least: Signature,
    raws: Vec<i32>,
}

impl Candidate {
    pub fn fill(&mut self, packing: &Packing, state: &State) {
        self.fill_cells(packing, &state.cells);
        self.fill_zone(&state.zone);
    }

    /// Packs the discrete part of a state. Whoever knows which store it belongs to asks that for the memory
    /// that it will look at ([`super::Store::await_hash`]) before the zone is packed.
    pub(crate) fn fill_cells(&mut self, packing: &Packing, cells: &[i32]) {
        packing.pack(cells, &mut self.words);
        self.hash = hash_words(&self.words[..packing.key_words()]);
    }

    /// Packs the zone of a state.
    pub(crate) fn fill_zone(&mut self, zone: &Zone) {
        self.zone.fill(zone);
    }

    /// Prepares for being covered; with the bounds of its rows, by simulation.
    pub(super) fn prepare(&mut self, bounds: Option<&RowBounds>) {
        match bounds {
            Some(bounds) => self.threshold.of_simulation(&self.zone, bounds),
            None => self.threshold.of_inclusion(&self.zone),
        }
    }

    /// Signs the zone and its threshold, which has been prepared.
    pub(super) fn sign(&mut self, questions: &Questions) {
        self.zone.raws(&mut self.raws);
        self.own = questions.answered(&self.raws);
        self.least = questions.answered(self.threshold.raws());
    }

    /// Signs so that nothing is ruled out, where thresholds are not known.
    pub(super) fn sign_anything(&mut self) {
        self.own = Signature::EVERYTHING;
        self.least = Signature::NOTHING;
    }

    /// The cells of the state.
    pub fn cells(&self, packing: &Packing, out: &mut Vec<i32>) {
        packing.unpack(&self.words, out);
    }

    /// The zone of the state.
    pub fn zone(&self, out: &mut Zone) {
        self.zone.unpack(out);
    }

    /// A hash of the discrete part, the same on every machine.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }
}
