//! Runs as paths of symbolic states, for UPPAAL's trace files; and the way back from names to numbers.

use network::{EdgeId, Network, ProcessId};
use program::State;
use query::trace::symbolic_path;
use reference::EdgeInstance;

use crate::view::{MoveView, RunView};
use crate::xtr::{FiredEdge, SymbolicRun, SymbolicState, SymbolicStep, ZoneBound};

/// The symbolic states along a run; none if it is not a run of the network.
#[must_use]
pub fn symbolic_run(network: &Network, run: &RunView) -> Option<SymbolicRun> {
    let path = transitions(network, run)?;
    let mut states = symbolic_path(network, &path)?.into_iter();
    let mut symbolic = SymbolicRun { initial: state(network, &states.next()?), steps: Vec::new() };
    for (transition, reached) in path.iter().zip(states) {
        let edges = transition.iter().map(|edge| FiredEdge {
            process: edge.process.index(),
            edge: edge.edge.index(),
            select: edge.bindings.clone(),
        });
        let target = state(network, &reached);
        symbolic.steps.push(SymbolicStep { edges: edges.collect(), target });
    }
    Some(symbolic)
}

/// The transitions of a run by their numbers; none if some process or edge does not exist.
#[must_use]
pub fn transitions(network: &Network, run: &RunView) -> Option<Vec<Vec<EdgeInstance>>> {
    let instance = |taken: &MoveView| {
        let process = network.processes.iter().position(|p| p.name == taken.process)?;
        let edge = network.processes[process].edges.get(taken.edge)?;
        let bindings: Vec<i32> = taken.select.iter().map(|select| select.value).collect();
        let known = bindings.len() == edge.selects.len();
        known.then(|| EdgeInstance {
            process: ProcessId::at(process),
            edge: EdgeId::at(taken.edge),
            bindings,
        })
    };
    run.steps.iter().map(|step| step.moves.iter().map(instance).collect()).collect()
}

fn state(network: &Network, state: &State) -> SymbolicState {
    let (locations, variables) = state.cells.split_at(network.processes.len());
    let minimal = state.zone.minimal();
    let bounds = minimal.constraints().iter().filter_map(|constraint| {
        Some(ZoneBound {
            left: constraint.left,
            right: constraint.right,
            limit: constraint.bound.limit()?,
            strict: constraint.bound.is_strict(),
        })
    });
    SymbolicState {
        locations: locations
            .iter()
            .map(|location| usize::try_from(*location).unwrap_or(0))
            .collect(),
        bounds: bounds.collect(),
        variables: variables.to_vec(),
    }
}
