//! Zones: every stored state has all valuations that one symbolic transition and the delays after it lead to.

use ::zones::Zone;
use network::eval::Fault;
use program::State;

use super::Domain;
use crate::semantics::{Rows, Semantics};
use crate::store::{NodeId, Store};

/// States with zones, stored as they are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zones;

impl Domain for Zones {
    #[inline]
    fn pack(&mut self, _: &mut State) {}

    #[inline]
    fn unpack(&mut self, _: &mut State) {}

    #[inline]
    fn cells(&mut self, store: &Store, node: NodeId, out: &mut Vec<i32>) {
        store.cells(node, out);
    }

    #[inline]
    fn valuations(&mut self, store: &Store, node: NodeId, rows: &Rows, out: &mut Zone) {
        store.zone(node, rows.dim(), out);
    }

    /// They are there already.
    #[inline]
    fn add_delays(&mut self, _: &mut Semantics<'_>, _: &mut Zone) -> Result<(), Fault> {
        Ok(())
    }

    fn key_cells(&self, store: &Store) -> usize {
        store.packing().key_cells()
    }
}
