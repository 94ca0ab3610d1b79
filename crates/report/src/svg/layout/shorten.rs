//! Shortens edges sideways without changing any order: items, and the straight parts of long edges as a whole,
//! move to the median of what they are connected to, as far as their neighbours let them.

use super::columns::separation;
use super::layered::Layered;

/// Moves the columns; the sum of sideways distances never grows.
pub(super) fn shorten(layered: &Layered, columns: &mut [f64]) {
    let blocks = blocks(layered, columns);
    let mut block_of = vec![0; columns.len()];
    for (index, block) in blocks.iter().enumerate() {
        block.iter().for_each(|item| block_of[*item] = index);
    }
    let mut place = vec![0; columns.len()];
    for layer in &layered.layers {
        layer.iter().enumerate().for_each(|(index, item)| place[*item] = index);
    }
    let rounds = if columns.len() > 20_000 { 6 } else { 60 };
    for round in 0..rounds {
        // A block between its two middle connections may stand anywhere between them. Going to one side and
        // then to the other takes its neighbours along; staying comes last.
        let lean = match (rounds - round) % 3 {
            0 => Lean::Left,
            2 => Lean::Right,
            _ => Lean::Stay,
        };
        let mut moved = false;
        for step in 0..blocks.len() {
            let index = if round % 2 == 0 { step } else { blocks.len() - 1 - step };
            let block = &blocks[index];
            let Some(target) = wish(layered, columns, block, &block_of, lean) else { continue };
            let (least, most) = room(layered, columns, block, &place);
            let x = target.clamp(least.min(most), most.max(least));
            if (x - columns[block[0]]).abs() > 0.01 {
                block.iter().for_each(|item| columns[*item] = x);
                moved = true;
            }
        }
        if !moved && lean == Lean::Stay && round + 3 >= rounds {
            break;
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

/// Where a block would like to be: at the median of its connections, or somewhere between the two middle ones.
fn wish(
    layered: &Layered,
    columns: &[f64],
    block: &[usize],
    block_of: &[usize],
    lean: Lean,
) -> Option<f64> {
    let own = block_of[block[0]];
    let mut ends: Vec<f64> = block
        .iter()
        .flat_map(|item| layered.above[*item].iter().chain(&layered.below[*item]))
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
fn room(layered: &Layered, columns: &[f64], block: &[usize], place: &[usize]) -> (f64, f64) {
    let (mut least, mut most) = (f64::NEG_INFINITY, f64::INFINITY);
    for &item in block {
        let layer = &layered.layers[layered.rank[item]];
        if let Some(&left) = place[item].checked_sub(1).and_then(|index| layer.get(index)) {
            least = least.max(columns[left] + separation(layered, left, item));
        }
        if let Some(&right) = layer.get(place[item] + 1) {
            most = most.min(columns[right] - separation(layered, item, right));
        }
    }
    (least, most)
}
