//! The graph that is laid out: every edge only between neighbouring ranks.

use network::drawing::TemplateDrawing;

use super::boxes::Boxes;
use super::order::reduce_crossings;
use super::ranks::{back_edges, back_edges_by_distance, ranks};
use crate::svg::geometry::Rect;

/// The room of a line.
const LINE: Rect = Rect { left: -4.0, top: 0.0, right: 4.0, bottom: 0.0 };

/// A choice of which edges lead upwards, and what follows from it.
struct Ranked {
    back: Vec<bool>,
    /// The edges from their upper to their lower ends.
    turned: Vec<(usize, usize)>,
    levels: Vec<usize>,
    /// How many levels the edges cross in all.
    span: usize,
}

impl Ranked {
    fn new(count: usize, ends: &[(usize, usize)], back: Vec<bool>) -> Ranked {
        let turn = |(ends, back): (&(usize, usize), &bool)| {
            if *back { (ends.1, ends.0) } else { *ends }
        };
        let turned: Vec<(usize, usize)> = ends.iter().zip(&back).map(turn).collect();
        let levels = ranks(count, &turned);
        let span = turned.iter().map(|(upper, lower)| levels[*lower] - levels[*upper]).sum();
        Ranked { back, turned, levels, span }
    }
}

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
    /// The part of a drawing that consists of these nodes, ordered; nothing has a size yet.
    pub(super) fn build(drawing: &TemplateDrawing, nodes: &[usize]) -> Layered {
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
        let start = start.unwrap_or(0);
        let mut ranked = Ranked::new(nodes.len(), &ends, back_edges(nodes.len(), &ends, start));
        if ranked.span > 6 * ends.len() {
            let other = back_edges_by_distance(nodes.len(), &ends, start);
            let other = Ranked::new(nodes.len(), &ends, other);
            if other.span < ranked.span / 2 {
                ranked = other;
            }
        }
        let mut layered = Layered {
            extents: vec![LINE; nodes.len()],
            nodes: nodes.len(),
            rank: ranked.levels.iter().map(|level| 2 * level).collect(),
            layers: Vec::new(),
            above: vec![Vec::new(); nodes.len()],
            below: vec![Vec::new(); nodes.len()],
            chains: Vec::with_capacity(edges.len()),
            solid: Vec::new(),
        };
        for (index, ends) in ranked.turned.into_iter().enumerate() {
            layered.add_chain(edges[index].0, ends, ranked.back[index]);
        }
        reduce_crossings(&mut layered);
        layered
    }

    /// Gives nodes and labels their sizes.
    pub(super) fn measure(&mut self, boxes: &Boxes, nodes: &[usize]) {
        for (item, node) in nodes.iter().enumerate() {
            self.extents[item] = boxes.nodes[*node];
        }
        for chain in &self.chains {
            self.extents[chain.items[chain.label]] = boxes.edges[chain.edge];
        }
        self.solid = nodes.iter().map(|node| boxes.solid[*node].clone()).collect();
    }

    /// Adds an edge with an item on every rank between its ends.
    fn add_chain(&mut self, edge: usize, ends: (usize, usize), upward: bool) {
        let (upper, lower) = ends;
        let (from, to) = (self.rank[upper], self.rank[lower]);
        let middle = usize::midpoint(from, to) | 1;
        let mut items = vec![upper];
        let mut label_item = 0;
        for rank in from + 1..to {
            let item = self.extents.len();
            if rank == middle {
                label_item = items.len();
            }
            self.extents.push(LINE);
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
