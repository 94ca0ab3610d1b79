//! Runs with their names.

use network::{ChannelId, Network, ProcessId};
use reference::{EdgeInstance, Ending, Rational, Run, Snapshot};

use super::names::Names;
use crate::view::{FaultView, MoveView, RenameView, RunKind, RunView, StateView, StepView, Time};

/// A run. `fault` says what is undefined, if the run leads to an undefined evaluation.
#[must_use]
pub fn run_view(network: &Network, run: &Run, kind: RunKind, fault: Option<&str>) -> RunView {
    let names = Names::of(network);
    let initial = state_view(network, &run.start);
    let mut view = RunView::new(kind, names.processes(), initial);
    view.variables.clone_from(&names.variables);
    view.clocks.clone_from(&names.clocks);
    for step in &run.steps {
        view.steps.push(StepView {
            delay: time(step.delay),
            time: Time::ZERO,
            moves: moves_view(&names, &step.transition, step.channel),
            changes: Vec::new(),
            after: state_view(network, &step.after),
        });
    }
    view.set_times();
    view.set_changes();
    match &run.ending {
        Ending::Arrives(delay) => view.final_delay = passing(*delay),
        Ending::Stuck(delay) => {
            view.final_delay = passing(*delay);
            view.stuck = true;
        }
        Ending::Repeats { from, renaming } => {
            let name = |process: &ProcessId| network.process(*process).name.clone();
            let rename = |(from, to)| RenameView { from: name(from), to: name(to) };
            view.loop_start = Some(*from);
            view.loop_renaming = renaming.iter().map(|(from, to)| rename((from, to))).collect();
        }
        Ending::DelaysForever => view.endless = true,
        Ending::Fails { delay, transition } => {
            view.fault = Some(FaultView {
                message: fault.unwrap_or("an evaluation is undefined").to_owned(),
                delay: time(*delay),
                moves: moves_view(&names, transition, None),
            });
        }
    }
    view
}

/// The edges of a transition.
#[must_use]
pub fn moves_view(
    names: &Names<'_>,
    transition: &[EdgeInstance],
    channel: Option<ChannelId>,
) -> Vec<MoveView> {
    let taken = |edge: &EdgeInstance| names.taken(edge.process, edge.edge, &edge.bindings, channel);
    transition.iter().map(taken).collect()
}

#[must_use]
fn state_view(network: &Network, state: &Snapshot) -> StateView {
    let locations = network.processes.iter().zip(&state.locations);
    StateView {
        locations: locations
            .map(|(process, location)| process.locations[location.index()].name.clone())
            .collect(),
        variables: state.memory.clone(),
        clocks: state.clocks.iter().map(|value| time(*value)).collect(),
    }
}

/// A delay, unless nothing passes.
fn passing(delay: Rational) -> Option<Time> {
    Some(time(delay)).filter(|delay| !delay.is_zero())
}

fn time(value: Rational) -> Time {
    Time::new(i128::from(value.numerator()), i128::from(value.denominator()))
}
