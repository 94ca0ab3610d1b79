//! The exact symbolic states along a path: for trace files, and for stepping from zone to zone.

use std::ops::ControlFlow;

use network::Network;

use engine::semantics::{ActiveClocks, Entry, Semantics, StepRef};
use network::eval::Fault;
use program::{Compiler, Program};
use program::{State, Transition};
use reference::EdgeInstance;

/// A state reached, and which state of the layer before leads to it.
type LayerState = (State, usize);

/// The states before, between and after these transitions, each with all clocks and after all delays;
/// none if the transitions cannot follow one another.
#[must_use]
pub fn symbolic_path(network: &Network, path: &[Vec<EdgeInstance>]) -> Option<Vec<State>> {
    let program = compiled(network)?;
    let active = all_active(network);
    let mut semantics = roughly(&program, network, &active);
    let layers = layers(&program, network, &mut semantics, path)?;
    // Where a zone was split, only the pieces that the rest of the path starts from are on the path.
    let mut states = Vec::with_capacity(layers.len());
    let mut index = 0;
    for layer in layers.iter().rev() {
        let (state, from) = layer.get(index)?;
        states.push(state.clone());
        index = *from;
    }
    states.reverse();
    Some(states)
}

/// Where a path leads, and how it may go on.
#[derive(Clone, Debug)]
pub struct SymbolicEnd {
    /// The states after it, with all clocks and after all delays; several if a zone was split.
    pub states: Vec<State>,
    /// The transitions that some clock values of these states allow, each once.
    pub transitions: Vec<Vec<EdgeInstance>>,
    /// An invalid evaluation that was met when looking for transitions; some may then be missing.
    pub fault: Option<Fault>,
}

/// Where a path leads, and how it may go on; none if its transitions cannot follow one another.
#[must_use]
pub fn symbolic_end(network: &Network, path: &[Vec<EdgeInstance>]) -> Option<SymbolicEnd> {
    let program = compiled(network)?;
    let active = all_active(network);
    let mut semantics = roughly(&program, network, &active);
    let reached = layers(&program, network, &mut semantics, path)?.pop()?;
    let states: Vec<State> = reached.into_iter().map(|(state, _)| state).collect();
    let mut transitions: Vec<Vec<EdgeInstance>> = Vec::new();
    let mut fault = None;
    for state in &states {
        let mut collect = |step: StepRef<'_>, _: &mut State| {
            let edges = instances(&program, step.transition);
            if !transitions.contains(&edges) {
                transitions.push(edges);
            }
            Ok(ControlFlow::Continue(()))
        };
        if let Err(met) = semantics.successors(state, Entry::Delayed, &mut collect) {
            fault = Some(met);
        }
    }
    (!states.is_empty()).then_some(SymbolicEnd { states, transitions, fault })
}

fn compiled(network: &Network) -> Option<Program> {
    let mut compiler = Compiler::new(network);
    let parts = Program::compile(&mut compiler).ok()?;
    Some(Program::assemble(parts, compiler))
}

fn all_active(network: &Network) -> ActiveClocks {
    let locations: Vec<_> =
        network.processes.iter().map(|process| process.locations.len()).collect();
    ActiveClocks::all(&locations, network.clock_count())
}

/// Nobody asks how precise delays with stopped clocks are, which takes longer than all else.
fn roughly<'p>(program: &'p Program, network: &Network, active: &'p ActiveClocks) -> Semantics<'p> {
    let mut semantics = Semantics::new(program, network, active);
    semantics.approximated = true;
    semantics
}

/// For the start and after each transition, every state that the path so far leads to.
fn layers(
    program: &Program,
    network: &Network,
    semantics: &mut Semantics<'_>,
    path: &[Vec<EdgeInstance>],
) -> Option<Vec<Vec<LayerState>>> {
    let initial = semantics.initial(network, Entry::Delayed).ok()??;
    let mut layers: Vec<Vec<LayerState>> = vec![vec![(initial, 0)]];
    for wanted in path {
        let mut next = Vec::new();
        for (from, (state, _)) in layers.last()?.iter().enumerate() {
            let mut collect = |step: StepRef<'_>, state: &mut State| {
                if is_same(program, step.transition, wanted) {
                    next.push((state.clone(), from));
                }
                Ok(ControlFlow::Continue(()))
            };
            let _ = semantics.successors(state, Entry::Delayed, &mut collect).ok()?;
        }
        layers.push(next);
    }
    Some(layers)
}

fn instances(program: &Program, transition: &Transition) -> Vec<EdgeInstance> {
    let instance = |each: &program::Participant| {
        let code = program.edge(each.process, each.edge);
        EdgeInstance {
            process: network::ProcessId(each.process),
            edge: code.edge,
            bindings: code.bindings.to_vec(),
        }
    };
    transition.iter().map(instance).collect()
}

fn is_same(program: &Program, transition: &Transition, wanted: &[EdgeInstance]) -> bool {
    let same = |(each, wanted): (&program::Participant, &EdgeInstance)| {
        let code = program.edge(each.process, each.edge);
        each.process == wanted.process.0
            && code.edge == wanted.edge
            && *code.bindings == *wanted.bindings
    };
    transition.len() == wanted.len() && transition.iter().zip(wanted).all(same)
}
