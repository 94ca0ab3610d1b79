//! The transitions along the parents of a node.

use std::ops::ControlFlow;

use crate::search::ZoneSpace;
use crate::state::{Participant, State};
use crate::store::NodeId;
use crate::trace::TraceError;

/// The transitions from an initial state to a node. Nodes remember only their parents; the transition
/// between two nodes is found again by expanding the parent.
pub fn transitions_to(
    space: &mut ZoneSpace<'_>,
    node: NodeId,
) -> Result<Vec<Vec<Participant>>, TraceError> {
    let mut nodes = vec![node];
    while let Some(last) = nodes.last().copied() {
        match space.store.parent(last) {
            NodeId::NONE => break,
            parent => nodes.push(parent),
        }
    }
    nodes.reverse();
    let (mut source, mut target) = (State::blank(), State::blank());
    let mut transitions = Vec::with_capacity(nodes.len());
    for pair in nodes.windows(2) {
        space.load(pair[0], &mut source);
        space.load(pair[1], &mut target);
        let (mut found, mut included) = (None, None);
        space.graph.successors(&source, &mut |transition, state| {
            if state.cells == target.cells {
                if state.zone == target.zone {
                    found = Some(transition.to_vec());
                    return Ok(ControlFlow::Break(()));
                }
                if included.is_none() && target.zone.includes(&state.zone) {
                    included = Some(transition.to_vec());
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
        // A stored node is a successor of its parent, unless zones were merged into a hull.
        let step = found.or(included).ok_or(TraceError::Infeasible(transitions.len()))?;
        transitions.push(step);
    }
    Ok(transitions)
}
