//! Runs that support an answer.

use network::features::Features;
use network::{Goal, Network};

use crate::plan::{Plan, TraceOption};
use crate::prepared::Prepared;
use crate::trace::{Budget, Confirm, Leg, Path, TraceError, Unfolding, Wanted, path_to, unfold};
use crate::verdict::RuntimeFault;
use engine::search::Evidence;
use engine::semantics::StepFault;
use engine::store::NodeId;
use program::Participant;
use reference::Run;

/// The run to a node that satisfies the goal.
pub(super) fn run_to(
    prepared: &Prepared<'_>,
    plan: &Plan,
    goal: &Goal,
    evidence: &mut Evidence<'_>,
    node: NodeId,
    budget: &mut Budget<'_>,
) -> Result<Run, TraceError> {
    let path = path_to(prepared, plan, evidence, node, budget)?;
    let target = plan.symmetry.closure.as_ref().map_or(goal, |closure| &closure.goal);
    let transitions = with_rounds(prepared, target, unfold(prepared, &path)?, budget)?;
    let goals = std::slice::from_ref(goal);
    let Some(closure) = &plan.symmetry.closure else {
        let confirm = Confirm::new(prepared.network, goals).ok_or(TraceError::GaveUp)?;
        let run = confirm.run(&transitions, &Wanted::Goal, budget)?;
        let shortened = may_shorten(plan, prepared.network)
            .then(|| confirm.shortened(&transitions, budget))
            .flatten();
        return Ok(shortened.unwrap_or(run));
    };
    // The run leads to some image of the goal. Renamed back, it leads to the goal.
    let unfolding = Unfolding::new(prepared, None);
    let mut problem = TraceError::Infeasible(0);
    for image in &closure.images {
        let back = image.inverse();
        let renamed: Result<Vec<_>, _> =
            transitions.iter().map(|step| unfolding.rename(&back, step)).collect();
        let run = renamed
            .and_then(|steps| confirm(prepared.network, goals, (&steps, &Wanted::Goal), budget));
        budget.check()?;
        match run {
            Ok(run) => return Ok(run),
            Err(error) => problem = error,
        }
    }
    Err(problem)
}

/// The transitions to a goal, with as many rounds of loops as it takes.
fn with_rounds(
    prepared: &Prepared<'_>,
    goal: &Goal,
    legs: Vec<Leg>,
    budget: &mut Budget<'_>,
) -> Result<Vec<Vec<Participant>>, TraceError> {
    match Leg::plain(legs) {
        Ok(transitions) => Ok(transitions),
        Err(legs) => {
            let goals = std::slice::from_ref(goal);
            let confirm = Confirm::new(prepared.network, goals).ok_or(TraceError::GaveUp)?;
            confirm.with_rounds(&legs, None, budget)
        }
    }
}

/// May detours be left out? Not where the order of the search decides which run is shown; and where clocks stand
/// still, finding times takes too long to be tried often.
fn may_shorten(plan: &Plan, network: &Network) -> bool {
    plan.trace == TraceOption::Some && !Features::of(network).stopwatches
}

/// The confirmed run of transitions.
pub(super) fn confirm(
    network: &Network,
    goals: &[Goal],
    (transitions, wanted): (&[Vec<Participant>], &Wanted),
    budget: &mut Budget<'_>,
) -> Result<Run, TraceError> {
    let confirm = Confirm::new(network, goals).ok_or(TraceError::GaveUp)?;
    confirm.run(transitions, wanted, budget)
}

/// A fault that happened while expanding a node (or at the start), with the run that leads to it.
pub(crate) fn fault(
    prepared: &Prepared<'_>,
    (plan, goals): (&Plan, &[Goal]),
    evidence: &mut Evidence<'_>,
    (node, fault): (Option<NodeId>, StepFault),
    budget: &mut Budget<'_>,
) -> RuntimeFault {
    let run = fault_run(prepared, (plan, goals), evidence, (node, &fault), budget);
    RuntimeFault::new(fault.fault, run)
}

fn fault_run(
    prepared: &Prepared<'_>,
    (plan, goals): (&Plan, &[Goal]),
    evidence: &mut Evidence<'_>,
    (node, fault): (Option<NodeId>, &StepFault),
    budget: &mut Budget<'_>,
) -> Result<Run, TraceError> {
    let path = match node {
        None => Path::default(),
        Some(node) => path_to(prepared, plan, evidence, node, budget)?,
    };
    let mut unfolding = Unfolding::new(prepared, path.start.as_ref());
    let legs = unfolding.legs(&path.steps)?;
    let attempted = unfolding.rename(unfolding.back(), &fault.transition)?;
    let steps =
        match Leg::plain(legs) {
            Ok(steps) => steps,
            Err(legs) => Confirm::new(prepared.network, &[])
                .ok_or(TraceError::GaveUp)?
                .with_rounds(&legs, Some(&attempted), budget)?,
        };
    let wanted = Wanted::Fault(attempted, fault.fault);
    confirm(prepared.network, goals, (&steps, &wanted), budget)
}

/// Does the plan want a trace?
pub(super) fn is_wanted(plan: &Plan) -> bool {
    plan.trace != TraceOption::None
}
