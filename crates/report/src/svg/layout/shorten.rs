//! Shortens edges sideways without changing any order: items, the straight parts of long edges, and everything that
//! stands in one column and hangs together, each as a whole, move to the median of what they are connected to, as far
//! as their neighbours let them.

use super::columns::separation;
use super::layered::Layered;

/// Moves the columns; the sum of sideways distances never grows.
pub(super) fn shorten(layered: &Layered, columns: &mut [f64]) {
    let mut place = vec![0; columns.len()];
    for layer in &layered.layers {
        layer.iter().enumerate().for_each(|(index, item)| place[*item] = index);
    }
    let mover = Mover { layered, place };
    let blocks = blocks(layered, columns);
    let cycles = if columns.len() > super::THICKET { 2 } else { 16 };
    for _ in 0..cycles {
        // A block between its two middle connections may stand anywhere between them. Going to one side and
        // then to the other takes its neighbours along; staying comes last.
        for lean in [Lean::Left, Lean::Right, Lean::Stay] {
            mover.pass(columns, &blocks, lean);
            let groups = groups(layered, columns);
            mover.pass(columns, &groups, Lean::Stay);
        }
    }
}

/// Which end of an interval of equally good places to take.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lean {
    Left,
    Right,
    Stay,
}

/// Nodes one by one, and the straight inner parts of edges.
fn blocks(layered: &Layered, columns: &[f64]) -> Vec<Vec<usize>> {
    let mut blocks: Vec<Vec<usize>> = (0..layered.nodes).map(|node| vec![node]).collect();
    for chain in &layered.chains {
        let inner = &chain.items[1..chain.items.len() - 1];
        let straight = inner.chunk_by(|a, b| (columns[*a] - columns[*b]).abs() < 0.5);
        blocks.extend(straight.map(<[usize]>::to_vec));
    }
    blocks
}

/// Items in the same column that are connected through such items.
fn groups(layered: &Layered, columns: &[f64]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; columns.len()];
    let mut groups = Vec::new();
    for start in 0..columns.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut group = vec![start];
        let mut next = 0;
        while let Some(&item) = group.get(next) {
            next += 1;
            for &other in layered.above[item].iter().chain(&layered.below[item]) {
                let straight = (columns[other] - columns[start]).abs() < 0.01;
                if straight && !std::mem::replace(&mut seen[other], true) {
                    group.push(other);
                }
            }
        }
        groups.push(group);
    }
    groups
}

/// What moving needs to know.
struct Mover<'a> {
    layered: &'a Layered,
    /// The place of each item in its layer.
    place: Vec<usize>,
}

impl Mover<'_> {
    /// Moves each block once.
    fn pass(&self, columns: &mut [f64], blocks: &[Vec<usize>], lean: Lean) {
        let mut block_of = vec![0; columns.len()];
        for (index, block) in blocks.iter().enumerate() {
            block.iter().for_each(|item| block_of[*item] = index);
        }
        for block in blocks {
            let Some(target) = self.wish(columns, block, &block_of, lean) else { continue };
            let (least, most) = self.room(columns, block);
            let x = target.clamp(least.min(most), most.max(least));
            block.iter().for_each(|item| columns[*item] = x);
        }
    }

    /// Where a block would like to be: at the median of its connections, or somewhere between the two middle ones.
    fn wish(
        &self,
        columns: &[f64],
        block: &[usize],
        block_of: &[usize],
        lean: Lean,
    ) -> Option<f64> {
        let own = block_of[block[0]];
        let (above, below) = (&self.layered.above, &self.layered.below);
        let mut ends: Vec<f64> = block
            .iter()
            .flat_map(|item| above[*item].iter().chain(&below[*item]))
            .filter(|other| block_of[**other] != own)
            .map(|other| columns[*other])
            .collect();
        ends.sort_by(f64::total_cmp);
        let last = ends.len().checked_sub(1)?;
        let (least, most) = (ends[last / 2], ends[last.div_ceil(2)]);
        Some(match lean {
            Lean::Left => least,
            Lean::Right => most,
            Lean::Stay => columns[block[0]].clamp(least, most),
        })
    }

    /// How far a block can move to the left and right.
    fn room(&self, columns: &[f64], block: &[usize]) -> (f64, f64) {
        let (mut least, mut most) = (f64::NEG_INFINITY, f64::INFINITY);
        for &item in block {
            let layer = &self.layered.layers[self.layered.rank[item]];
            let place = self.place[item];
            if let Some(&left) = place.checked_sub(1).and_then(|index| layer.get(index)) {
                least = least.max(columns[left] + separation(self.layered, left, item));
            }
            if let Some(&right) = layer.get(place + 1) {
                most = most.min(columns[right] - separation(self.layered, item, right));
            }
        }
        (least, most)
    }
}
