//! The symbolic graph: exact semantics, and layers that replace states by others that stand for them.
//!
//! A layer sees one state at a time, after it has been computed and before it is stored. Which layers are
//! sound for a network and a query is decided by the plan, and nowhere else.

mod clear_dead;
mod coarsen;
mod quotient;
mod split;

pub use clear_dead::ClearDead;
pub use coarsen::Coarsen;
pub use quotient::{Quotient, QuotientFigures, QuotientParts, Record, Renamed};
pub use split::Split;

use std::ops::ControlFlow;

use network::Network;
use network::eval::Fault;

use crate::semantics::{Emit, Entry, Semantics, check_range};
use crate::state::{State, Transition};
use crate::symmetry::ProcessTwins;
use crate::verdict::SymmetryStats;

/// Where a layer passes a state on to.
pub type Next<'n> = dyn FnMut(&mut State) -> Result<ControlFlow<()>, Fault> + 'n;

/// Replaces states by others that stand for them.
pub trait Layer: Send {
    /// Changes the state and passes it on; several times if it splits it.
    fn apply(&mut self, state: &mut State, next: &mut Next<'_>) -> Result<ControlFlow<()>, Fault>;

    /// What representatives took, if this layer chooses any.
    fn quotient_figures(&self) -> Option<QuotientFigures> {
        None
    }
}

/// Exact semantics under a stack of layers.
pub struct Graph<'p> {
    network: &'p Network,
    /// The exact semantics.
    pub semantics: Semantics<'p>,
    layers: Vec<Box<dyn Layer + 'p>>,
    entry: Entry,
    /// Finds processes whose transitions need not all be computed.
    twins: Option<ProcessTwins>,
}

impl<'p> Graph<'p> {
    /// A graph; the first layer is applied first.
    #[must_use]
    pub fn new(
        network: &'p Network,
        semantics: Semantics<'p>,
        layers: Vec<Box<dyn Layer + 'p>>,
        entry: Entry,
    ) -> Graph<'p> {
        Graph { network, semantics, layers, entry, twins: None }
    }

    /// Computes the transitions of one of each class of twin processes only.
    #[must_use]
    pub fn with_twins(mut self, twins: Option<ProcessTwins>) -> Graph<'p> {
        self.twins = twins;
        self
    }

    /// Emits the initial states; none if an invariant does not hold at the start.
    pub fn initial(&mut self, emit: &mut Emit<'_>) -> Result<(), Fault> {
        if let Some(mut state) = self.semantics.initial(self.network, self.entry)? {
            self.normalise(&mut state, emit)?;
        }
        Ok(())
    }

    /// Emits the successors of a state.
    pub fn successors(&mut self, state: &State, emit: &mut Emit<'_>) -> Result<(), Fault> {
        self.semantics.load(&state.cells);
        self.successors_of_loaded(state, emit)
    }

    /// Emits the successors of a state that has just been loaded in the semantics.
    pub fn successors_of_loaded(
        &mut self,
        state: &State,
        emit: &mut Emit<'_>,
    ) -> Result<(), Fault> {
        let Graph { semantics, layers, entry, twins, .. } = self;
        let twins =
            twins.as_mut().and_then(|twins| twins.ranks(state, &semantics.loaded().2.clocks));
        let exact_range = semantics.exact_range;
        let mut through = |transition: &Transition, state: &mut State| {
            pass(layers, transition, state, &mut |transition, state| {
                check_range(exact_range, &state.zone)?;
                emit(transition, state)
            })
        };
        semantics.successors_of_loaded(state, *entry, twins, &mut through).map(|_| ())
    }

    /// Emits the successors of a state on entry: without delays and without layers.
    pub fn entries(&mut self, state: &State, emit: &mut Emit<'_>) -> Result<(), Fault> {
        let Graph { semantics, twins, .. } = self;
        semantics.load(&state.cells);
        let twins =
            twins.as_mut().and_then(|twins| twins.ranks(state, &semantics.loaded().2.clocks));
        semantics.successors_of_loaded(state, Entry::Bare, twins, emit).map(|_| ())
    }

    /// What symmetry did so far; none if there is none.
    #[must_use]
    pub fn symmetry_stats(&self) -> Option<SymmetryStats> {
        let figures = self.layers.iter().find_map(|layer| layer.quotient_figures())?;
        let orbit = self.twins.as_ref().map_or(1.0, ProcessTwins::average_orbit);
        let QuotientFigures { counters, seconds } = figures;
        Some(SymmetryStats { counters, seconds, orbit })
    }

    /// Passes a state through the layers.
    pub fn normalise(&mut self, state: &mut State, emit: &mut Emit<'_>) -> Result<(), Fault> {
        let exact_range = self.semantics.exact_range;
        pass(&mut self.layers, &[], state, &mut |transition, state| {
            check_range(exact_range, &state.zone)?;
            emit(transition, state)
        })
        .map(|_| ())
    }
}

fn pass(
    layers: &mut [Box<dyn Layer + '_>],
    transition: &Transition,
    state: &mut State,
    emit: &mut Emit<'_>,
) -> Result<ControlFlow<()>, Fault> {
    match layers.split_first_mut() {
        None => emit(transition, state),
        Some((layer, rest)) => layer.apply(state, &mut |state| pass(rest, transition, state, emit)),
    }
}
