//! A run of a network in which loops over ids are one step, as a run of the network in which they are loops.

use analysis::Fused;
use network::Network;
use reference::{EdgeInstance, Run, replay};
use zones::Rational;

use crate::budget::Budget;
use crate::error::TraceError;

/// Writes each loop out, in the order of the network. The result is replayed like any other run.
pub fn expand(
    whole: &Network,
    fused: &Fused,
    run: &Run,
    budget: &mut Budget<'_>,
) -> Result<Run, TraceError> {
    let mut steps = Vec::new();
    for step in &run.steps {
        let mut delay = step.delay;
        for transition in written_out(fused, &step.transition) {
            steps.push((delay, transition));
            delay = Rational::ZERO;
        }
    }
    let run = replay(whole, &steps, run.ending.clone(), &mut || budget.allows());
    budget.check()?;
    run.map_err(TraceError::Replay)
}

/// The transitions that a transition stands for.
fn written_out(fused: &Fused, transition: &[EdgeInstance]) -> Vec<Vec<EdgeInstance>> {
    let steps = transition.first().and_then(|first| fused.steps(first.process, first.edge));
    let Some(steps) = steps else { return vec![transition.to_vec()] };
    let one = |(edge, told)| {
        let own = EdgeInstance { process: fused.by, edge, bindings: Vec::new() };
        let others = transition.iter().filter(|other| Some(other.process) == told);
        std::iter::once(own).chain(others.cloned()).collect()
    };
    steps.map(one).collect()
}
