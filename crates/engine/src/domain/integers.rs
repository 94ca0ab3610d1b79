//! Integer time: every stored state has one valuation, and waiting is a step.
//!
//! The values of clocks are stored as cells, after those of locations and variables, so that two states are the
//! same if their cells are. Why whole numbers suffice, and for which models: docs/theory/integer-time.md.

use ::zones::Zone;
use network::Network;
use network::eval::Fault;
use program::{Layout, State};

use super::Domain;
use crate::semantics::{ActiveClocks, Rows, Semantics};
use crate::store::{NodeId, Store};

/// States with one valuation each.
#[derive(Clone, Debug)]
pub struct Integers<'p> {
    active: &'p ActiveClocks,
    processes: usize,
    /// Where clocks stand among the cells.
    first: usize,
    clocks: usize,
    rows: Rows,
    /// The value of each clock, 0 if it is not active.
    values: Vec<i32>,
    /// The values of the rows.
    point: Vec<i32>,
}

impl<'p> Integers<'p> {
    /// Those of a network in which the given clocks are active.
    #[must_use]
    pub fn new(network: &Network, active: &'p ActiveClocks) -> Integers<'p> {
        Integers {
            active,
            processes: network.processes.len(),
            first: Layout::of(network).discrete,
            clocks: network.clock_count(),
            rows: Rows::default(),
            values: Vec::new(),
            point: Vec::new(),
        }
    }

    /// Takes the values of clocks out of stored cells.
    fn take_values(&mut self, cells: &mut Vec<i32>) {
        self.values.clear();
        self.values.extend(cells.drain(self.first..self.first + self.clocks));
    }
}

impl Domain for Integers<'_> {
    fn pack(&mut self, state: &mut State) {
        self.active.rows(&state.cells[..self.processes], &mut self.rows);
        debug_assert_eq!(self.rows.dim(), state.zone.dim());
        self.values.clear();
        self.values.resize(self.clocks, 0);
        for (row, clock) in self.rows.clocks.iter().enumerate() {
            self.values[*clock] = state.zone.least(row + 1);
        }
        state.cells.splice(self.first..self.first, self.values.iter().copied());
        state.zone.fill_point(&[]);
    }

    fn unpack(&mut self, state: &mut State) {
        self.take_values(&mut state.cells);
        self.active.rows(&state.cells[..self.processes], &mut self.rows);
        self.point.clear();
        self.point.extend(self.rows.clocks.iter().map(|clock| self.values[*clock]));
        state.zone.fill_point(&self.point);
    }

    fn cells(&mut self, store: &Store, node: NodeId, out: &mut Vec<i32>) {
        store.cells(node, out);
        self.take_values(out);
    }

    fn valuations(&mut self, _: &Store, _: NodeId, rows: &Rows, out: &mut Zone) {
        self.point.clear();
        self.point.extend(rows.clocks.iter().map(|clock| self.values[*clock]));
        out.fill_point(&self.point);
    }

    fn add_delays(&mut self, semantics: &mut Semantics<'_>, zone: &mut Zone) -> Result<(), Fault> {
        semantics.add_delays(zone)
    }

    fn key_cells(&self, store: &Store) -> usize {
        store.packing().key_cells() - self.clocks
    }
}
