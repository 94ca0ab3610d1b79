//! The exact symbolic states along a path, for trace files.

use std::ops::ControlFlow;

use network::Network;

use engine::semantics::{ActiveClocks, Entry, Semantics, StepRef};
use program::{Compiler, Program};
use program::{State, Transition};
use reference::EdgeInstance;

/// A state reached, and which state of the layer before leads to it.
type LayerState = (State, usize);

/// The states before, between and after these transitions, each with all clocks and after all delays;
/// none if the transitions cannot follow one another.
#[must_use]
pub fn symbolic_path(network: &Network, path: &[Vec<EdgeInstance>]) -> Option<Vec<State>> {
    let mut compiler = Compiler::new(network);
    let parts = Program::compile(&mut compiler).ok()?;
    let program = Program::assemble(parts, compiler);
    let locations: Vec<_> =
        network.processes.iter().map(|process| process.locations.len()).collect();
    let active = ActiveClocks::all(&locations, network.clock_count());
    let mut semantics = Semantics::new(&program, network, &active);
    let initial = semantics.initial(network, Entry::Delayed).ok()??;
    let mut layers: Vec<Vec<LayerState>> = vec![vec![(initial, 0)]];
    for wanted in path {
        let mut next = Vec::new();
        for (from, (state, _)) in layers.last()?.iter().enumerate() {
            let mut collect = |step: StepRef<'_>, state: &mut State| {
                if is_same(&program, step.transition, wanted) {
                    next.push((state.clone(), from));
                }
                Ok(ControlFlow::Continue(()))
            };
            let _ = semantics.successors(state, Entry::Delayed, &mut collect).ok()?;
        }
        layers.push(next);
    }
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

fn is_same(program: &Program, transition: &Transition, wanted: &[EdgeInstance]) -> bool {
    let same = |(each, wanted): (&program::Participant, &EdgeInstance)| {
        let code = program.edge(each.process, each.edge);
        each.process == wanted.process.0
            && code.edge == wanted.edge
            && *code.bindings == *wanted.bindings
    };
    transition.len() == wanted.len() && transition.iter().zip(wanted).all(same)
}
