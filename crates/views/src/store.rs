//! The views found so far, one for all orders of its members.

use network::family::{Instance, Placement};
use rustc_hash::FxHashMap;

use crate::subsets::orders;
use crate::view::{Discrete, View};

/// A view, and how it was found.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) view: View,
    /// The view it was found from, and by what.
    pub(crate) parent: Option<(usize, String)>,
    /// A larger one has been found since.
    pub(crate) superseded: bool,
}

/// The views found so far.
#[derive(Debug)]
pub(crate) struct Store {
    /// All orders of the members.
    orders: Vec<Placement>,
    pub(crate) nodes: Vec<Node>,
    by_discrete: FxHashMap<Discrete, Vec<usize>>,
}

impl Store {
    pub(crate) fn new(instance: &Instance) -> Result<Store, String> {
        let members: Vec<usize> = (0..instance.ids.members).collect();
        let orders = orders(&members);
        let orders = orders.iter().map(|order| Placement::new(instance, instance, order));
        let orders = orders.collect::<Result<_, _>>()?;
        Ok(Store { orders, nodes: Vec::new(), by_discrete: FxHashMap::default() })
    }

    /// The same view for all orders of its members.
    pub(crate) fn all_orders(&self, view: &View) -> Vec<View> {
        self.orders.iter().map(|order| view.seen_by(order)).collect()
    }

    /// Adds a view, unless one of those found so far includes it. Plain inclusion: a view that only simulates another
    /// may be the one that fits together with a third.
    pub(crate) fn add(&mut self, view: &View, parent: Option<(usize, String)>) -> Option<usize> {
        let mut images = self.all_orders(view);
        let least = images.iter().map(View::discrete).min()?;
        images.retain(|image| image.discrete() == least);
        let known = self.by_discrete.entry(least).or_default();
        let covers = |at: &usize, small: &View| self.nodes[*at].view.zone.includes(&small.zone);
        if images.iter().any(|image| known.iter().any(|at| covers(at, image))) {
            return None;
        }
        let view = images.swap_remove(0);
        known.retain(|at| {
            let superseded = view.zone.includes(&self.nodes[*at].view.zone);
            self.nodes[*at].superseded |= superseded;
            !superseded
        });
        known.push(self.nodes.len());
        self.nodes.push(Node { view, parent, superseded: false });
        Some(self.nodes.len() - 1)
    }

    /// The views that no larger one has replaced.
    pub(crate) fn views(&self) -> impl Iterator<Item = &View> {
        self.nodes.iter().filter(|node| !node.superseded).map(|node| &node.view)
    }
}
