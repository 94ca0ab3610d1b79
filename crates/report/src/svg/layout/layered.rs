//! The graph that is laid out: every edge only between neighbouring ranks.

use network::drawing::TemplateDrawing;

use super::boxes::Boxes;
use super::order::reduce_crossings;
use super::ranks::{back_edges, ranks};
use crate::svg::geometry::Rect;

/// Nodes, labels and the places where long edges pass a rank.
pub(super) struct Layered {
    /// How much room each item needs around its anchor. The first `nodes` items are the nodes of the part, in order.
    pub(super) extents: Vec<Rect>,
    /// How many of the items are nodes.
    pub(super) nodes: usize,
    /// The rank of each item; nodes have even ones, labels odd ones.
    pub(super) rank: Vec<usize>,
    /// The items of each rank from left to right.
    pub(super) layers: Vec<Vec<usize>>,
    /// The neighbours of each item in the rank above.
    pub(super) above: Vec<Vec<usize>>,
    /// The neighbours of each item in the rank below.
    pub(super) below: Vec<Vec<usize>>,
    /// Each edge as a path of items, from its upper to its lower end.
    pub(super) chains: Vec<Chain>,
    /// The areas around each node that lines must not enter, relative to its centre.
    pub(super) solid: Vec<Vec<Rect>>,
}

/// An edge.
pub(super) struct Chain {
    /// Its number in the drawing.
    pub(super) edge: usize,
    /// Does it lead upwards?
    pub(super) upward: bool,
    /// Its items, ends included.
    pub(super) items: Vec<usize>,
    /// Which of them carries the label.
    pub(super) label: usize,
}

impl Layered {
    /// The part of a drawing that consists of these nodes, ordered.
    pub(super) fn build(drawing: &TemplateDrawing, boxes: &Boxes, nodes: &[usize]) -> Layered {
        let mut local = vec![usize::MAX; drawing.nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            local[*node] = index;
        }
        let inside = |(index, edge): (usize, &network::drawing::EdgeDrawing)| {
            let (source, target) = (local[edge.source], local[edge.target]);
            (source != usize::MAX && source != target).then_some((index, source, target))
        };
        let edges: Vec<(usize, usize, usize)> =
            drawing.edges.iter().enumerate().filter_map(inside).collect();
        let ends: Vec<(usize, usize)> = edges.iter().map(|edge| (edge.1, edge.2)).collect();
        let start = drawing.initial.and_then(|node| nodes.iter().position(|n| *n == node));
        let back = back_edges(nodes.len(), &ends, start.unwrap_or(0));
        let turned: Vec<(usize, usize)> = ends
            .iter()
            .zip(&back)
            .map(
                |(&(source, target), &back)| if back { (target, source) } else { (source, target) },
            )
            .collect();
        let levels = ranks(nodes.len(), &turned);
        let mut layered = Layered {
            extents: nodes.iter().map(|node| boxes.nodes[*node]).collect(),
            nodes: nodes.len(),
            rank: levels.iter().map(|level| 2 * level).collect(),
            layers: Vec::new(),
            above: vec![Vec::new(); nodes.len()],
            below: vec![Vec::new(); nodes.len()],
            chains: Vec::with_capacity(edges.len()),
            solid: nodes.iter().map(|node| boxes.solid[*node].clone()).collect(),
        };
        for (index, (upper, lower)) in turned.into_iter().enumerate() {
            let edge = edges[index].0;
            layered.add_chain(edge, (upper, lower), back[index], boxes.edges[edge]);
        }
        reduce_crossings(&mut layered);
        layered
    }

    /// Adds an edge with an item on every rank between its ends.
    fn add_chain(&mut self, edge: usize, ends: (usize, usize), upward: bool, label: Rect) {
        let (upper, lower) = ends;
        let (from, to) = (self.rank[upper], self.rank[lower]);
        let middle = usize::midpoint(from, to) | 1;
        let mut items = vec![upper];
        let mut label_item = 0;
        for rank in from + 1..to {
            let item = self.extents.len();
            if rank == middle {
                label_item = items.len();
                self.extents.push(label);
            } else {
                self.extents.push(Rect { left: -4.0, top: 0.0, right: 4.0, bottom: 0.0 });
            }
            self.rank.push(rank);
            self.above.push(Vec::new());
            self.below.push(Vec::new());
            items.push(item);
        }
        items.push(lower);
        for pair in items.windows(2) {
            self.below[pair[0]].push(pair[1]);
            self.above[pair[1]].push(pair[0]);
        }
        self.chains.push(Chain { edge, upward, items, label: label_item });
    }

    /// Is the item a node?
    pub(super) fn is_node(&self, item: usize) -> bool {
        item < self.nodes
    }
}
