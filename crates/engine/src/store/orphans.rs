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
//! from then on the tree of nodes grows neither deep nor wide.

use super::nodes::{NodeId, Store};

impl Store {
    /// Drops a waiting node, with those of its ancestors that nobody else needs, if they lead back to an
    /// ancestor that is gone. Of a parent, `local` says which node of this store it is, if it is one.
    pub fn drop_orphan(&mut self, node: NodeId, local: impl Fn(NodeId) -> Option<NodeId>) -> bool {
        let mut eldest = node;
        let orphaned = loop {
            if self.is_needed(eldest) {
                break false;
            }
            match self.own_parent(eldest, &local) {
                None => break false,
                Some(parent) if self.is_superseded(parent) => break true,
                Some(parent) => eldest = parent,
            }
        };
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
