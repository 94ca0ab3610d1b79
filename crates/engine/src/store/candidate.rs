//! A state on its way into a store, packed.

use zones::Zone;

use super::cover::{Ceiling, Threshold};
use super::hash::hash_words;
use super::packing::Packing;
use super::zones::Packed;
use crate::state::State;

/// A packed state, and the space to compare it with stored ones. Reused from state to state.
#[derive(Clone, Debug, Default)]
pub struct Candidate {
    pub(super) words: Vec<u64>,
    pub(super) hash: u64,
    pub(super) zone: Packed,
    pub(super) threshold: Threshold,
    pub(super) ceiling: Ceiling,
}

impl Candidate {
    /// Packs a state.
    pub fn fill(&mut self, packing: &Packing, state: &State) {
        packing.pack(&state.cells, &mut self.words);
        self.hash = hash_words(&self.words[..packing.key_words()]);
        self.zone.fill(&state.zone);
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
