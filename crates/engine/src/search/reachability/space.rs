//! What a search needs to know.

use crate::semantics::StepFault;
use crate::store::NodeId;
use crate::watch::{Progress, StopReason};

/// A graph that stores what it reaches.
///
/// Laws, which make a search that expands every node that is not superseded complete: covering is a
/// preorder; if `small` is covered by `big` and has a successor `s`, then `big` has a successor that
/// covers `s`; if `small` is covered by `big` and satisfies the goal, so does `big`. They are what tests
/// check of every layer and covering.
pub trait Space {
    /// Stores the initial states; the new ones are added to `fresh`.
    fn start(&mut self, fresh: &mut Vec<Fresh>) -> Result<(), StepFault>;

    /// Stores the successors of a node; the new ones are added to `fresh`.
    fn expand(&mut self, node: NodeId, fresh: &mut Vec<Fresh>) -> Result<(), StepFault>;

    /// What there is to say about a new node.
    fn inspect(&mut self, node: NodeId) -> Result<Found, StepFault>;

    /// Is there no need to expand this node any more? Whoever asks does not expand it then.
    fn is_superfluous(&mut self, node: NodeId) -> bool;

    /// How many nodes were superseded after they had been expanded.
    fn expanded_in_vain(&self) -> u64;

    fn progress(&self) -> Progress;
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fresh {
    pub node: NodeId,
    /// Its place in searches that care: smaller first.
    pub rank: u64,
}

/// What the inspection of a node says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// This is what was searched for.
    Goal,
    Nothing,
    /// The inspection itself was cut short.
    Stopped(StopReason),
}
