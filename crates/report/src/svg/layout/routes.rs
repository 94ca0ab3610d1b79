//! Rows, and edges through them.

use network::drawing::Point;

use super::layered::{Chain, Layered};
use crate::svg::geometry::{Rect, distance};

/// How far a stub reaches into the space between rows: room for an arrow head.
const STUB: f64 = 9.0;

/// Where a rank lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    top: f64,
    middle: f64,
    bottom: f64,
}

/// An edge with its bends in the direction of the edge, and the place where it passes its label.
pub(super) struct Routed {
    pub(super) edge: usize,
    pub(super) nails: Vec<Point>,
    pub(super) label: Point,
}

/// A row for each rank. The farther edges have to go sideways between two rows, the farther apart these are.
pub(super) fn rows(layered: &Layered, columns: &[f64]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::with_capacity(layered.layers.len());
    for layer in &layered.layers {
        let above = layer.iter().map(|item| -layered.extents[*item].top).fold(0.0, f64::max);
        let below = layer.iter().map(|item| layered.extents[*item].bottom).fold(0.0, f64::max);
        let sideways = layer
            .iter()
            .flat_map(|item| layered.above[*item].iter().map(move |upper| (item, upper)))
            .map(|(item, upper)| (columns[*item] - columns[*upper]).abs())
            .fold(0.0, f64::max);
        let gap = (sideways * 0.25).clamp(16.0, 72.0);
        let top = rows.last().map_or(0.0, |row| row.bottom + gap);
        rows.push(Row { top, middle: top + above, bottom: top + above + below });
    }
    rows
}

/// The centres of the nodes, the edges, and how far all of it reaches.
pub(super) fn route(
    layered: &Layered,
    columns: &[f64],
    rows: &[Row],
) -> (Vec<Point>, Vec<Routed>, Rect) {
    let centre = |item: usize| Point { x: columns[item], y: rows[layered.rank[item]].middle };
    let centres: Vec<Point> = (0..layered.nodes).map(centre).collect();
    let mut extent: Option<Rect> = None;
    for item in 0..layered.extents.len() {
        let area = layered.extents[item].moved(centre(item));
        extent = Some(extent.map_or(area, |sum| sum.union(&area)));
    }
    let routing = Routing { layered, columns, rows };
    let stubs = routing.stubs();
    let edges = layered
        .chains
        .iter()
        .zip(&stubs)
        .map(|(chain, stubs)| routing.route(chain, *stubs))
        .collect();
    let nothing = Rect { left: 0.0, top: 0.0, right: 0.0, bottom: 0.0 };
    (centres, edges, extent.unwrap_or(nothing))
}

/// Sideways distances from the centre at which an edge leaves its upper and enters its lower row, where it
/// must go straight down that far to get past a text.
type Stubs = (Option<f64>, Option<f64>);

/// Where an edge leads next, its number, and whether it needs a stub.
type End = (f64, usize, bool);

struct Routing<'a> {
    layered: &'a Layered,
    columns: &'a [f64],
    rows: &'a [Row],
}

impl Routing<'_> {
    fn row(&self, item: usize) -> Row {
        self.rows[self.layered.rank[item]]
    }

    /// Which edges need stubs at which end. Several at one node are spread over its width.
    fn stubs(&self) -> Vec<Stubs> {
        let chains = &self.layered.chains;
        let mut stubs: Vec<Stubs> = vec![(None, None); chains.len()];
        let mut lower = vec![Vec::new(); self.layered.nodes];
        let mut upper = vec![Vec::new(); self.layered.nodes];
        for (index, chain) in chains.iter().enumerate() {
            let [first, second, .., before, last] = chain.items[..] else {
                // Labels have ranks of their own, so a chain has at least one inner item.
                let [first, second, last] = chain.items[..] else { continue };
                self.collect(index, first, second, &mut lower);
                self.collect(index, last, second, &mut upper);
                continue;
            };
            self.collect(index, first, second, &mut lower);
            self.collect(index, last, before, &mut upper);
        }
        for (side, is_lower) in [(lower, true), (upper, false)] {
            for mut ends in side {
                ends.sort_by(|a, b| a.0.total_cmp(&b.0));
                let step = (14.0 / (ends.len().max(2) - 1) as f64).min(6.0);
                let middle = (ends.len() as f64 - 1.0) / 2.0;
                for (place, (_, chain, hits)) in ends.into_iter().enumerate() {
                    let offset = hits.then_some((place as f64 - middle) * step);
                    let stub = &mut stubs[chain];
                    *(if is_lower { &mut stub.0 } else { &mut stub.1 }) = offset;
                }
            }
        }
        stubs
    }

    /// Notes an end, and whether its straight line to the next row would run over a text.
    fn collect(&self, chain: usize, node: usize, next: usize, into: &mut [Vec<End>]) {
        let from = Point { x: self.columns[node], y: self.row(node).middle };
        let to = self.facing(next, node);
        let layer = &self.layered.layers[self.layered.rank[node]];
        let hits = layer.iter().filter(|item| self.layered.is_node(**item)).any(|item| {
            let by = Point { x: self.columns[*item], y: self.row(node).middle };
            let around = Rect::around(by, 12.0);
            let solid = self.layered.solid[*item].iter();
            (*item != node && around.length_inside(from, to) > 0.0)
                || solid.clone().any(|area| area.moved(by).length_inside(from, to) > 0.0)
        });
        into[node].push((to.x, chain, hits));
    }

    /// The point at which a line from `from` meets the row of `item`.
    fn facing(&self, item: usize, from: usize) -> Point {
        let row = self.row(item);
        let below = self.layered.rank[item] > self.layered.rank[from];
        Point { x: self.columns[item], y: if below { row.top } else { row.bottom } }
    }

    fn route(&self, chain: &Chain, stubs: Stubs) -> Routed {
        let (first, last) = (chain.items[0], chain.items[chain.items.len() - 1]);
        let centre = |item: usize| Point { x: self.columns[item], y: self.row(item).middle };
        let mut points = vec![centre(first)];
        if let Some(offset) = stubs.0 {
            points
                .push(Point { x: self.columns[first] + offset, y: self.row(first).bottom + STUB });
        }
        for item in &chain.items[1..chain.items.len() - 1] {
            let (x, row) = (self.columns[*item], self.row(*item));
            points.extend([Point { x, y: row.top }, Point { x, y: row.bottom }]);
        }
        if let Some(offset) = stubs.1 {
            points.push(Point { x: self.columns[last] + offset, y: self.row(last).top - STUB });
        }
        points.push(centre(last));
        let mut nails = simplified(&points);
        if chain.upward {
            nails.reverse();
        }
        Routed { edge: chain.edge, nails, label: centre(chain.items[chain.label]) }
    }
}

/// The inner points without those on a straight line between their neighbours.
fn simplified(points: &[Point]) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::with_capacity(points.len());
    for (index, point) in points.iter().enumerate() {
        let Some(before) = kept.last().copied() else {
            kept.push(*point);
            continue;
        };
        let Some(after) = points.get(index + 1) else { break };
        let (a, b) =
            ((point.x - before.x, point.y - before.y), (after.x - point.x, after.y - point.y));
        let bend = (a.0 * b.1 - a.1 * b.0).abs();
        let span = distance(before, *after).max(1.0);
        if distance(before, *point) > 0.5 && bend / span > 0.4 {
            kept.push(*point);
        }
    }
    kept.drain(1..).collect()
}
