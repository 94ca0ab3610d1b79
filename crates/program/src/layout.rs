//! Where things are in the memory a program runs on.

use network::{Network, Slot, Storage};

/// Cells `0..processes` hold the current locations; then come the state variables, then `meta`, then
/// scratch. Cells `0..discrete` are the discrete state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Processes, hence location cells.
    pub processes: usize,
    /// Location cells and state variables.
    pub discrete: usize,
    /// The above and `meta` variables: what is carried from state to state.
    pub carried: usize,
    pub memory: usize,
}

impl Layout {
    /// The layout of a network's memory.
    #[must_use]
    pub fn of(network: &Network) -> Layout {
        let processes = network.processes.len();
        let discrete = processes + network.slots_in(Storage::State);
        let carried = discrete + network.slots_in(Storage::Meta);
        Layout { processes, discrete, carried, memory: processes + network.memory_slots() }
    }

    /// The cell of a slot.
    #[must_use]
    pub fn cell(&self, slot: Slot) -> usize {
        self.processes + slot.index()
    }

    /// The memory at the start: initial locations and values.
    #[must_use]
    pub fn initial(&self, network: &Network) -> Vec<i32> {
        let locations = network.processes.iter().map(|process| process.initial.0.cast_signed());
        locations.chain(network.initial_memory()).collect()
    }
}
