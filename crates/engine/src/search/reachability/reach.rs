//! Reachability on one thread: the loop that serves every order and every reduction.

use std::ops::ControlFlow;

use super::space::{Found, Fresh, Space};
use crate::search::order::Frontier;
use crate::semantics::StepFault;
use crate::store::NodeId;
use crate::watch::{StopReason, Watch};

/// How a search ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// At a node that satisfies the goal.
    Found(NodeId),
    Exhausted,
    Stopped(StopReason),
    /// With an invalid evaluation while expanding the node (or at the start).
    Faulted(Option<NodeId>, StepFault),
}

/// Expands nodes until one satisfies the goal or none is left.
///
/// Invariant: every state reachable from the initial ones is covered by a stored node, or reachable from
/// a node in the frontier.
pub fn reach<S: Space>(
    space: &mut S,
    frontier: &mut dyn Frontier,
    watch: &mut dyn Watch,
) -> Outcome {
    let mut fresh = Vec::new();
    if let Err(fault) = space.start(&mut fresh) {
        return Outcome::Faulted(None, fault);
    }
    loop {
        for Fresh { node, rank } in fresh.drain(..) {
            match space.inspect(node) {
                Err(fault) => return Outcome::Faulted(Some(node), fault),
                Ok(Found::Goal) => return Outcome::Found(node),
                Ok(Found::Stopped(reason)) => return Outcome::Stopped(reason),
                Ok(Found::Nothing) => frontier.push(node, rank),
            }
        }
        let Some(node) = frontier.pop() else { return Outcome::Exhausted };
        if space.is_superfluous(node) {
            continue;
        }
        if let Err(fault) = space.expand(node, &mut fresh) {
            return Outcome::Faulted(Some(node), fault);
        }
        frontier.expanded(space.expanded_in_vain());
        if let ControlFlow::Break(reason) = watch.expanded(&mut || space.progress()) {
            return Outcome::Stopped(reason);
        }
    }
}
