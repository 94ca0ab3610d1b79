//! Exact semantics under a stack of layers.

use network::Network;
use program::State;
use symmetry::{Counters, ProcessTwins};

use super::independent::IndependentSteps;
use super::layer::{Layer, pass};
use super::quotient::QuotientFigures;
use crate::semantics::{Emit, Entry, Semantics, StepFault, StepRef, check_range};

/// What symmetry did in a search.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SymmetryStats {
    pub counters: Counters,
    /// Seconds spent on it, estimated from samples.
    pub seconds: f64,
    /// How many states a stored one stands for, on average: estimated from samples, by which elements each
    /// state tells apart.
    pub orbit: f64,
}

/// Exact semantics under a stack of layers.
pub struct Graph<'p> {
    network: &'p Network,
    pub semantics: Semantics<'p>,
    layers: Vec<Box<dyn Layer + 'p>>,
    entry: Entry,
    /// Finds processes whose transitions need not all be computed.
    twins: Option<ProcessTwins>,
    /// Finds processes of which it suffices to compute what they begin.
    independent: Option<IndependentSteps<'p>>,
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
        Graph { network, semantics, layers, entry, twins: None, independent: None }
    }

    /// Computes the transitions of one of each class of twin processes only.
    #[must_use]
    pub fn with_twins(mut self, twins: Option<ProcessTwins>) -> Graph<'p> {
        self.twins = twins;
        self
    }

    /// Leaves out transitions that might as well be taken later, where that changes nothing about what is looked for.
    #[must_use]
    pub fn with_independent(mut self, independent: Option<IndependentSteps<'p>>) -> Graph<'p> {
        self.independent = independent;
        self
    }

    /// Of how many states only what some processes begin was computed.
    #[must_use]
    pub(crate) fn reduced(&self) -> u64 {
        self.independent.as_ref().map_or(0, |steps| steps.reduced)
    }

    /// Emits the initial states; none if an invariant does not hold at the start.
    pub fn initial(&mut self, emit: &mut Emit<'_>) -> Result<(), StepFault> {
        match self.semantics.initial(self.network, self.entry) {
            Ok(Some(mut state)) => self.normalise(&mut state, emit),
            Ok(None) => Ok(()),
            Err(fault) => Err(self.semantics.failed(fault)),
        }
    }

    /// Emits the successors of a state.
    pub fn successors(&mut self, state: &State, emit: &mut Emit<'_>) -> Result<(), StepFault> {
        self.semantics.load(&state.cells);
        self.successors_of_loaded(state, emit)
    }

    /// Emits the successors of a state that has just been loaded in the semantics.
    pub(crate) fn successors_of_loaded(
        &mut self,
        state: &State,
        emit: &mut Emit<'_>,
    ) -> Result<(), StepFault> {
        let Graph { semantics, layers, entry, twins, independent, .. } = self;
        let exact_range = semantics.exact_range;
        let mut through = |step: StepRef<'_>, state: &mut State| {
            pass(layers, step, state, &mut |step, state| {
                check_range(exact_range, &state.zone)?;
                emit(step, state)
            })
        };
        // What one of several twins begins would not do for processes that are chosen one by one.
        let chosen = independent.as_mut().and_then(|steps| steps.choose(semantics, state));
        if let Some(beginners) = chosen {
            let entry = if *entry == Entry::Moments { Entry::Bare } else { *entry };
            let result = semantics.successors_begun_by(beginners, state, entry, &mut through);
            return result.map(|_| ()).map_err(|fault| semantics.failed(fault));
        }
        let twins =
            twins.as_mut().and_then(|twins| twins.ranks(state, &semantics.loaded().2.clocks));
        let result = match entry {
            Entry::Moments => semantics.moments_of_loaded(state, twins, &mut through),
            Entry::Bare | Entry::Delayed => {
                semantics.successors_of_loaded(state, *entry, twins, &mut through)
            }
        };
        match result {
            Ok(_) => Ok(()),
            Err(fault) => Err(semantics.failed(fault)),
        }
    }

    /// Emits the successors of a state on entry: without delays and without layers.
    pub fn entries(&mut self, state: &State, emit: &mut Emit<'_>) -> Result<(), StepFault> {
        let Graph { semantics, twins, .. } = self;
        semantics.load(&state.cells);
        let twins =
            twins.as_mut().and_then(|twins| twins.ranks(state, &semantics.loaded().2.clocks));
        match semantics.successors_of_loaded(state, Entry::Bare, twins, emit) {
            Ok(_) => Ok(()),
            Err(fault) => Err(semantics.failed(fault)),
        }
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
    pub fn normalise(&mut self, state: &mut State, emit: &mut Emit<'_>) -> Result<(), StepFault> {
        let exact_range = self.semantics.exact_range;
        let result = pass(&mut self.layers, StepRef::of(&[]), state, &mut |step, state| {
            check_range(exact_range, &state.zone)?;
            emit(step, state)
        });
        result.map(|_| ()).map_err(|fault| self.semantics.failed(fault))
    }
}
