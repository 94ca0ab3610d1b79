//! Nodes that nobody needs any more.
//!
//! A search may forget a node as long as every successor of each live, expanded node is covered by a live
//! node. What follows from a node that is superseded follows from the larger one as well, so its
//! successors need not be covered any more. One of them that is a node of its own may be needed all the
//! same: because it covers a state found elsewhere, or because it superseded a node that did. A node that
//! has never done either is needed by its parent alone; once the parent is gone it is an *orphan* and may
//! be dropped, and with it, one after the other, the nodes that only it needed. So nothing that must be
//! covered is lost.
//!
//! A dropped state can be reached again and expanded again, but not for ever. Needed nodes go only when
//! larger ones supersede them, which are needed too. So the set of states that are covered by needed nodes
//! only grows; a node that becomes needed makes it larger, since nothing covered it when it was added.
//! There are finitely many states, so from some moment on no node becomes needed. A node is expanded only
//! if all nodes between it and its nearest needed ancestor are live, and live nodes are different states:
//! from then on the tree of nodes grows neither deep nor wide. (Of several stores each knows its own nodes
//! only. A node whose parent is elsewhere is never dropped, so that its state is not reached again.)
//!
//! Whether a node is an orphan is found out by going back to its nearest needed ancestor. Where that is far
//! away and nothing comes of it, the search for orphans is given up for good: nothing is lost by that
//! either. (Looking only some way back would be no remedy. The proof that there is an end needs all of it.)

use super::nodes::{NodeId, Store};

/// How many steps back are still to be taken; none any more once they are used up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience(u64);

/// Steps that are taken before anything is known.
const AT_FIRST: u64 = 4096;
/// Steps that one node is worth.
const FOR_EACH: u64 = 4;
/// Steps that are saved, at least, by dropping a node.
const FOR_AN_ORPHAN: u64 = 64;

impl Default for Patience {
    fn default() -> Patience {
        Patience(AT_FIRST)
    }
}

impl Store {
    /// Drops a waiting node, with those of its ancestors that nobody else needs, if they lead back to an
    /// ancestor that is gone. Of a parent, `local` says which node of this store it is, if it is one.
    pub(crate) fn drop_orphan(
        &mut self,
        node: NodeId,
        local: impl Fn(NodeId) -> Option<NodeId>,
    ) -> bool {
        if self.patience.0 == 0 {
            return false;
        }
        let mut steps = 0;
        let mut eldest = node;
        let orphaned = loop {
            if self.is_needed(eldest) {
                break false;
            }
            steps += 1;
            match self.own_parent(eldest, &local) {
                None => break false,
                Some(parent) if self.is_superseded(parent) => break true,
                Some(parent) => eldest = parent,
            }
        };
        let earned = if orphaned { FOR_AN_ORPHAN } else { FOR_EACH };
        self.patience.0 = (self.patience.0 + earned).saturating_sub(steps);
        let mut next = orphaned.then_some(node);
        while let Some(each) = next {
            self.forget(each);
            next = self.own_parent(each, &local).filter(|_| each != eldest);
        }
        orphaned
    }

    fn own_parent(&self, node: NodeId, local: impl Fn(NodeId) -> Option<NodeId>) -> Option<NodeId> {
        Some(self.parent(node)).filter(|parent| *parent != NodeId::NONE).and_then(local)
    }
}
