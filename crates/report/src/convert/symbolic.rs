//! Runs as paths of symbolic states, for UPPAAL's trace files; and the way back from names to numbers.

use network::{EdgeId, Network, ProcessId};
use program::State;
use query::trace::{Budget, Confirm, TraceError, symbolic_path};
use reference::{EdgeInstance, Run};

use crate::view::{MoveView, RunView};
use crate::xtr::{FiredEdge, SymbolicRun, SymbolicState, SymbolicStep, ZoneBound};

/// The symbolic states along a run; none if it is not a run of the network.
#[must_use]
pub fn symbolic_run(network: &Network, run: &RunView) -> Option<SymbolicRun> {
    let path = transitions(network, run)?;
    let mut states = symbolic_path(network, &path)?.into_iter();
    let mut symbolic =
        SymbolicRun { initial: symbolic_state(network, &states.next()?), steps: Vec::new() };
    for (transition, reached) in path.iter().zip(states) {
        let edges = transition.iter().map(|edge| FiredEdge {
            process: edge.process.index(),
            edge: edge.edge.index(),
            select: edge.bindings.clone(),
        });
        let target = symbolic_state(network, &reached);
        symbolic.steps.push(SymbolicStep { edges: edges.collect(), target });
    }
    Some(symbolic)
}

/// The run along the transitions of a trace file, each as soon as it can be: such a file has no delays, only zones.
///
/// # Errors
/// A sentence that says at which step the file does not fit the network.
pub fn run_along(network: &Network, symbolic: &SymbolicRun) -> Result<Run, String> {
    let mut path = Vec::new();
    for (number, step) in (1..).zip(&symbolic.steps) {
        let edges = step.edges.iter().map(|fired| instance(network, fired));
        let edges: Option<Vec<_>> = edges.collect();
        let mut edges = edges
            .ok_or_else(|| format!("step {number} has an edge that the model does not have"))?;
        if edges.is_empty() {
            return Err(format!("step {number} has no edges"));
        }
        // The sender is first; receivers act in the order of the processes.
        edges[1..].sort_by_key(|edge| edge.process);
        path.push(edges);
    }
    let confirm = Confirm::new(network, &[]).ok_or("the model has too many edges")?;
    let run = confirm.along(&path, &mut Budget::new(&mut ())).map_err(|error| match error {
        TraceError::Fault(fault) => fault.kind.describe(network),
        error => error.to_string(),
    })?;
    let after = run.steps.iter().map(|step| &step.after);
    let told = symbolic.steps.iter().map(|step| &step.target);
    for (number, (reached, told)) in
        std::iter::once((&run.start, &symbolic.initial)).chain(after.zip(told)).enumerate()
    {
        let reached = reached.locations.iter().map(|location| location.index());
        if !reached.eq(told.locations.iter().copied()) {
            return Err(format!("the locations after step {number} differ from those in the file"));
        }
    }
    Ok(run)
}

/// An edge by its numbers; none if there is no such edge.
fn instance(network: &Network, fired: &FiredEdge) -> Option<EdgeInstance> {
    let edge = network.processes.get(fired.process)?.edges.get(fired.edge)?;
    let values = edge.selects.iter().zip(&fired.select);
    let known = edge.selects.len() == fired.select.len()
        && values.clone().all(|(select, value)| select.domain.contains(*value));
    known.then(|| EdgeInstance {
        process: ProcessId::at(fired.process),
        edge: EdgeId::at(fired.edge),
        bindings: fired.select.clone(),
    })
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

/// A state with its zone, in numbers.
#[must_use]
pub fn symbolic_state(network: &Network, state: &State) -> SymbolicState {
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
