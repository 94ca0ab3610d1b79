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
pub fn reach<S: Space>(
    space: &mut S,
    frontier: &mut dyn Frontier,
    watch: &mut dyn Watch,
) -> Outcome {
    Reach::default().go_on(space, frontier, watch)
}

/// A search that may be stopped and continued.
///
/// Invariant: every state reachable from the initial ones is covered by a stored node, or reachable from
/// a node that is in the frontier or new.
#[derive(Default)]
pub struct Reach {
    started: bool,
    fresh: Vec<Fresh>,
}

impl Reach {
    /// Starts, or continues after it was stopped.
    pub fn go_on<S: Space>(
        &mut self,
        space: &mut S,
        frontier: &mut dyn Frontier,
        watch: &mut dyn Watch,
    ) -> Outcome {
        let fresh = &mut self.fresh;
        if !std::mem::replace(&mut self.started, true)
            && let Err(fault) = space.start(fresh)
        {
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
            if let Err(fault) = space.expand(node, fresh) {
                return Outcome::Faulted(Some(node), fault);
            }
            frontier.expanded(space.expanded_in_vain());
            if let ControlFlow::Break(reason) = watch.expanded(&mut || space.progress()) {
                return Outcome::Stopped(reason);
            }
        }
    }
}
