//! Runs that support an answer.

use network::eval::Fault;
use network::{Goal, Network};

use crate::concrete::Run;
use crate::plan::{Plan, TraceOption};
use crate::search::ZoneSpace;
use crate::state::Participant;
use crate::store::NodeId;
use crate::trace::{Confirm, TraceError, Wanted, transitions_to};
use crate::verdict::RuntimeFault;

/// The run to a node that satisfies the goal.
pub(super) fn run_to(
    network: &Network,
    goal: &Goal,
    space: &mut ZoneSpace<'_>,
    node: NodeId,
) -> Result<Run, TraceError> {
    let transitions = transitions_to(space, node)?;
    confirm(network, std::slice::from_ref(goal), &transitions, &Wanted::Goal)
}

/// The confirmed run of transitions.
pub(super) fn confirm(
    network: &Network,
    goals: &[Goal],
    transitions: &[Vec<Participant>],
    wanted: &Wanted,
) -> Result<Run, TraceError> {
    let confirm = Confirm::new(network, goals).ok_or(TraceError::NoTimes)?;
    confirm.run(transitions, wanted)
}

/// A fault that happened while expanding a node (or at the start), with the run that leads to it.
pub(super) fn fault(
    network: &Network,
    space: &mut ZoneSpace<'_>,
    node: Option<NodeId>,
    fault: Fault,
) -> RuntimeFault {
    let attempted = std::mem::take(&mut space.graph.semantics.attempted);
    let transitions = match node {
        None => Ok(Vec::new()),
        Some(node) => transitions_to(space, node),
    };
    let run = transitions.ok().and_then(|transitions| {
        confirm(network, &[], &transitions, &Wanted::Fault(attempted)).ok()
    });
    RuntimeFault { fault, run }
}

/// Does the plan want a trace?
pub(super) fn is_wanted(plan: &Plan) -> bool {
    plan.trace != TraceOption::None
}
