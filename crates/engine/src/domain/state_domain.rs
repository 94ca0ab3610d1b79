//! What a search must know about the states it stores.

use ::zones::Zone;
use network::eval::Fault;
use program::State;

use crate::semantics::{Rows, Semantics};
use crate::store::{NodeId, Store};

/// A kind of stored states.
pub trait Domain: Send {
    /// Turns a state that has passed all layers into what is stored. Its first cells, up to those that belong to the
    /// key, stay where they are.
    fn pack(&mut self, state: &mut State);

    /// Turns what [`Domain::pack`] made back into the state.
    fn unpack(&mut self, state: &mut State);

    /// The cells of a stored state, as the semantics knows them.
    fn cells(&mut self, store: &Store, node: NodeId, out: &mut Vec<i32>);

    /// The valuations of the stored state whose cells were asked for last; its clocks have these rows.
    fn valuations(&mut self, store: &Store, node: NodeId, rows: &Rows, out: &mut Zone);

    /// Adds the delays that the state, which is loaded in the semantics, stands for.
    fn add_delays(&mut self, semantics: &mut Semantics<'_>, zone: &mut Zone) -> Result<(), Fault>;

    /// How many cells tell states apart, of those that the semantics knows.
    fn key_cells(&self, store: &Store) -> usize;
}
