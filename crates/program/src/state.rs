//! Symbolic states and the transitions between them.

use zones::Zone;

/// A symbolic state: a discrete state with the clock valuations it is reached with.
///
/// The zone has a row for the reference clock and one for each *active* clock, in the order of the
/// clocks; which clocks are active follows from the locations.
#[derive(Clone, Debug)]
pub struct State {
    /// Locations, state variables, and after these the `meta` variables.
    pub cells: Vec<i32>,
    pub zone: Zone,
}

impl State {
    /// A state to be overwritten.
    #[must_use]
    pub fn blank() -> State {
        State { cells: Vec::new(), zone: Zone::zero(1) }
    }

    /// Is the discrete part the same? The first cells say so; `meta` variables come after them, and a stored
    /// state has the values of those that its discrete part was first reached with.
    #[must_use]
    pub fn has_discrete_part_of(&self, other: &State, key_cells: usize) -> bool {
        self.cells[..key_cells] == other.cells[..key_cells]
    }

    /// Takes over another state without allocating where buffers suffice.
    pub fn copy_from(&mut self, other: &State) {
        self.cells.clear();
        self.cells.extend_from_slice(&other.cells);
        self.zone.copy_from(&other.zone);
    }
}

/// An edge taking part in a transition: the process, and the number of the edge in the program (where
/// edges are told apart by their select bindings).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Participant {
    pub process: u32,
    pub edge: u32,
}

/// A transition: the initiator first, then receivers in process order.
pub type Transition = [Participant];
