//! Runs of a model into a set of states of its arena.

use network::{ClockConstraint, ClockFamilyId, ClockPlace, Expr, Goal, Network};
use reference::Run;
use zones::Federation;

use super::rows::ClockImages;
use super::store::ArenaNode;
use crate::prepared::Prepared;
use crate::trace::{Budget, Confirm, TraceError, Unfolding, Wanted};
use engine::semantics::{Step, StepFault};

/// How a state was reached: the first step is how the start was renamed.
fn steps(nodes: &[ArenaNode], mut id: u32) -> Vec<Step> {
    let mut steps = Vec::new();
    loop {
        let node = &nodes[id as usize];
        steps.push(node.step.clone());
        match node.parent {
            Some(parent) => id = parent,
            None => break,
        }
    }
    steps.reverse();
    steps
}

/// The run to a state whose valuation is in a set of valuations of this node.
pub(crate) fn run_into(
    prepared: &Prepared<'_>,
    nodes: &[ArenaNode],
    (id, set): (u32, &Federation),
    budget: &mut Budget<'_>,
) -> Result<Run, TraceError> {
    let steps = steps(nodes, id);
    let (start, steps) = steps.split_first().expect("there is the start");
    let mut unfolding = Unfolding::new(prepared, start.renamed.as_ref());
    let transitions = unfolding.steps(steps)?;
    // From clocks of the representative to real ones.
    let mut images = ClockImages::new(prepared);
    let mut real: Vec<usize> = (0..prepared.network.clock_count()).collect();
    for step in std::iter::once(start).chain(steps) {
        let before = real.clone();
        for (clock, was) in before.into_iter().enumerate() {
            real[images.image(clock, step.renamed.as_ref())] = was;
        }
    }
    let clocks: Vec<usize> =
        images.clocks(&nodes[id as usize].cells).iter().map(|clock| real[*clock]).collect();
    let goal = [valuations(prepared.network, set, &clocks)];
    let confirm = Confirm::new(prepared.network, &goal).ok_or(TraceError::GaveUp)?;
    confirm.run(&transitions, &Wanted::Goal, budget)
}

/// A set of valuations as a condition on clocks; row `i + 1` is the clock `clocks[i]`.
fn valuations(network: &Network, set: &Federation, clocks: &[usize]) -> Goal {
    let place = |row: usize| row.checked_sub(1).and_then(|at| clock_place(network, clocks[at]));
    let zones = set.zones().iter().map(|zone| {
        let minimal = zone.minimal();
        let parts = minimal.constraints().iter().filter_map(|each| {
            let bound = Expr::Const(each.bound.limit()?);
            Some(Goal::Clock(ClockConstraint {
                when: Expr::TRUE,
                left: place(each.left),
                right: place(each.right),
                strict: each.bound.is_strict(),
                bound,
            }))
        });
        Goal::And(parts.collect())
    });
    Goal::Or(zones.collect())
}

/// A clock, as it is named.
pub(crate) fn clock_place(network: &Network, clock: usize) -> Option<ClockPlace> {
    let at = network.clocks.iter().rposition(|family| family.base.index() <= clock)?;
    let family = &network.clocks[at];
    let mut rest = clock - family.base.index();
    let mut indices = Vec::new();
    for dim in family.dims.iter().rev() {
        let size = network::network::cell_count(std::slice::from_ref(dim)).max(1);
        let index = i32::try_from(rest % size).ok()?;
        indices.push(Expr::Const(dim.lower + index));
        rest /= size;
    }
    indices.reverse();
    Some(ClockPlace { family: ClockFamilyId::at(at), indices })
}

/// The run to an invalid evaluation.
pub(crate) fn fault_run(
    prepared: &Prepared<'_>,
    goals: &[Goal],
    nodes: &[ArenaNode],
    (id, fault): (Option<u32>, &StepFault),
    budget: &mut Budget<'_>,
) -> Result<Run, TraceError> {
    let steps = id.map_or_else(Vec::new, |id| steps(nodes, id));
    let (start, steps) = match steps.split_first() {
        Some((start, steps)) => (start.renamed.clone(), steps.to_vec()),
        None => (None, Vec::new()),
    };
    let mut unfolding = Unfolding::new(prepared, start.as_ref());
    let transitions = unfolding.steps(&steps)?;
    let attempted = unfolding.rename(unfolding.back(), &fault.transition)?;
    let confirm = Confirm::new(prepared.network, goals).ok_or(TraceError::GaveUp)?;
    confirm.run(&transitions, &Wanted::Fault(attempted, fault.fault), budget)
}
