//! Chooses columns: long edges become straight, items stand above their neighbours.
//!
//! After Brandes and Köpf (2001): four extreme assignments, each aligning items with a median neighbour above or
//! below, ties to the left or right, then the mean of the middle two for every item. Blocks are compacted by
//! longest paths, which avoids the flaw of the original class shifting (Brandes, Walter and Zink, erratum 2020).

use std::collections::HashSet;

use super::layered::Layered;

/// Between lines, and between boxes in general.
const GAP: f64 = 8.0;
const NODE_GAP: f64 = 26.0;

/// The x coordinate of the anchor of each item.
pub(super) fn columns(layered: &Layered) -> Vec<f64> {
    let conflicts = conflicts(layered);
    let mut drafts = Vec::with_capacity(4);
    for down in [true, false] {
        for left in [true, false] {
            drafts.push(Draft { layered, conflicts: &conflicts, down, left }.columns());
        }
    }
    balance(&drafts)
}

/// Pairs of items whose connection crosses a long edge, which is to stay straight.
fn conflicts(layered: &Layered) -> HashSet<(usize, usize)> {
    let position = places(&layered.layers, layered.extents.len());
    let mut conflicts = HashSet::new();
    for layer in layered.layers.iter().skip(1) {
        let width = layer.first().map_or(0, |item| layered.layers[layered.rank[*item] - 1].len());
        let mut start = 0;
        let mut low = 0;
        for (place, item) in layer.iter().enumerate() {
            let inner = inner_neighbour(layered, *item).map(|upper| position[upper]);
            if inner.is_none() && place + 1 < layer.len() {
                continue;
            }
            let high = inner.unwrap_or(width);
            for other in &layer[start..=place] {
                for upper in &layered.above[*other] {
                    let is_inner = !layered.is_node(*other) && !layered.is_node(*upper);
                    if (position[*upper] < low || position[*upper] > high) && !is_inner {
                        conflicts.insert((*upper, *other));
                    }
                }
            }
            start = place + 1;
            low = high;
        }
    }
    conflicts
}

/// The item above one on a long edge, if it is on the same edge between its ends.
fn inner_neighbour(layered: &Layered, item: usize) -> Option<usize> {
    let upper = *layered.above[item].first()?;
    (!layered.is_node(item) && !layered.is_node(upper)).then_some(upper)
}

/// The place of each item in its layer.
fn places(layers: &[Vec<usize>], count: usize) -> Vec<usize> {
    let mut position = vec![0; count];
    for layer in layers {
        for (place, item) in layer.iter().enumerate() {
            position[*item] = place;
        }
    }
    position
}

/// One of the four extreme assignments.
struct Draft<'a> {
    layered: &'a Layered,
    conflicts: &'a HashSet<(usize, usize)>,
    down: bool,
    left: bool,
}

impl Draft<'_> {
    fn columns(&self) -> Vec<f64> {
        let mut layers = self.layered.layers.clone();
        if !self.down {
            layers.reverse();
        }
        if !self.left {
            layers.iter_mut().for_each(|layer| layer.reverse());
        }
        let root = self.align(&layers);
        let x = self.compact(&layers, &root);
        let sign = if self.left { 1.0 } else { -1.0 };
        root.iter().map(|root| sign * x[*root]).collect()
    }

    /// Joins items with median neighbours in the layer before; gives the first item of each block.
    fn align(&self, layers: &[Vec<usize>]) -> Vec<usize> {
        let count = self.layered.extents.len();
        let position = places(layers, count);
        let fixed = if self.down { &self.layered.above } else { &self.layered.below };
        let mut root: Vec<usize> = (0..count).collect();
        for layer in layers {
            let mut limit: Option<usize> = None;
            for &item in layer {
                let mut neighbours = fixed[item].clone();
                neighbours.sort_by_key(|other| position[*other]);
                let last = neighbours.len().saturating_sub(1);
                let medians = neighbours.get(last / 2..=last.div_ceil(2)).unwrap_or(&[]);
                let free = medians.iter().find(|other| {
                    let pair = if self.down { (**other, item) } else { (item, **other) };
                    limit.is_none_or(|limit| limit < position[**other])
                        && !self.conflicts.contains(&pair)
                });
                if let Some(&other) = free {
                    root[item] = root[other];
                    limit = Some(position[other]);
                }
            }
        }
        root
    }

    /// Pushes the blocks as far to the left as they go, then each back towards its right neighbours.
    fn compact(&self, layers: &[Vec<usize>], root: &[usize]) -> Vec<f64> {
        let count = root.len();
        let mut right_of: Vec<Vec<(usize, f64)>> = vec![Vec::new(); count];
        let mut open = vec![0_usize; count];
        for layer in layers {
            for pair in layer.windows(2) {
                right_of[root[pair[0]]].push((root[pair[1]], self.separation(pair[0], pair[1])));
                open[root[pair[1]]] += 1;
            }
        }
        let mut order: Vec<usize> =
            (0..count).filter(|item| root[*item] == *item && open[*item] == 0).collect();
        let mut x = vec![0.0_f64; count];
        let mut next = 0;
        while let Some(&block) = order.get(next) {
            next += 1;
            for &(right, gap) in &right_of[block] {
                x[right] = x[right].max(x[block] + gap);
                open[right] -= 1;
                if open[right] == 0 {
                    order.push(right);
                }
            }
        }
        for &block in order.iter().rev() {
            let room = right_of[block].iter().map(|(right, gap)| x[*right] - gap);
            let room = room.fold(f64::INFINITY, f64::min);
            if room.is_finite() {
                x[block] = x[block].max(room);
            }
        }
        x
    }

    /// The least distance between neighbours of a layer that may be seen in a mirror.
    fn separation(&self, first: usize, second: usize) -> f64 {
        let (left, right) = if self.left { (first, second) } else { (second, first) };
        separation(self.layered, left, right)
    }
}

/// The least distance between neighbours of a layer.
pub(super) fn separation(layered: &Layered, left: usize, right: usize) -> f64 {
    let nodes = layered.is_node(left) && layered.is_node(right);
    let gap = if nodes { NODE_GAP } else { GAP };
    layered.extents[left].right - layered.extents[right].left + gap
}

/// Moves the drafts over the narrowest one and takes the mean of the middle two.
fn balance(drafts: &[Vec<f64>]) -> Vec<f64> {
    let bounds = |draft: &Vec<f64>| {
        let least = draft.iter().copied().fold(f64::INFINITY, f64::min);
        let most = draft.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        (least, most)
    };
    let all: Vec<(f64, f64)> = drafts.iter().map(bounds).collect();
    let narrowest = all
        .iter()
        .copied()
        .min_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)))
        .unwrap_or((0.0, 0.0));
    let shifts: Vec<f64> = all
        .iter()
        .enumerate()
        .map(|(index, own)| {
            // Even drafts are pushed to the left, odd ones to the right.
            if index % 2 == 0 { narrowest.0 - own.0 } else { narrowest.1 - own.1 }
        })
        .collect();
    let count = drafts.first().map_or(0, Vec::len);
    (0..count)
        .map(|item| {
            let mut values: Vec<f64> =
                drafts.iter().zip(&shifts).map(|(draft, shift)| draft[item] + shift).collect();
            values.sort_by(f64::total_cmp);
            f64::midpoint(values[1], values[2])
        })
        .collect()
}
