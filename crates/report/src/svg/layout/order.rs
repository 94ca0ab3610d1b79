//! Orders each rank so that few edges cross: barycentre sweeps with exchanges of neighbours, keeping the
//! best order seen.

use super::layered::Layered;

/// Orders the layers.
///
/// Sweeps end in local optima, so small graphs are tried from several first orders. These are fixed, and
/// so the result depends on the graph only.
pub(super) fn reduce_crossings(layered: &mut Layered) {
    let size = layered.extents.len();
    let tries = (30_000 / size.max(1)).clamp(1, 24);
    let mut best: Option<(u64, Vec<Vec<usize>>)> = None;
    for attempt in 0..tries {
        layered.layers = first_order(layered, attempt);
        let found = improve(layered);
        if best.as_ref().is_none_or(|(least, _)| found.0 < *least) {
            best = Some(found);
        }
        if best.as_ref().is_some_and(|(least, _)| *least == 0) {
            break;
        }
    }
    layered.layers = best.map(|(_, layers)| layers).unwrap_or_default();
}

/// The items of each rank in the order in which a walk downwards meets them. Attempts differ in the
/// order in which the walk takes the edges.
fn first_order(layered: &Layered, attempt: usize) -> Vec<Vec<usize>> {
    let height = layered.rank.iter().max().map_or(0, |rank| rank + 1);
    let mut layers = vec![Vec::new(); height];
    let mut seen = vec![false; layered.rank.len()];
    let mut roots: Vec<usize> = (0..layered.nodes).collect();
    roots.sort_by_key(|item| layered.rank[*item]);
    let mut dice = attempt as u64;
    for root in roots {
        let mut open = vec![root];
        while let Some(item) = open.pop() {
            if std::mem::replace(&mut seen[item], true) {
                continue;
            }
            layers[layered.rank[item]].push(item);
            let mut next = layered.below[item].clone();
            match attempt {
                0 => next.reverse(),
                1 => {}
                _ => shuffle(&mut next, &mut dice),
            }
            open.extend(next.iter().filter(|lower| !seen[**lower]));
        }
    }
    layers
}

/// Mixes a list, the same way every time.
fn shuffle(list: &mut [usize], dice: &mut u64) {
    for last in (1..list.len()).rev() {
        *dice =
            dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        list.swap(last, ((*dice >> 33) as usize) % (last + 1));
    }
}

/// Sweeps until nothing improves; gives the best order seen with its crossings.
fn improve(layered: &mut Layered) -> (u64, Vec<Vec<usize>>) {
    let size = layered.extents.len();
    let rounds = if size > super::THICKET { 4 } else { 24 };
    let mut position = positions(layered);
    let mut best = layered.layers.clone();
    let mut least = crossings(layered, &position);
    let mut idle = 0;
    for round in 0..rounds {
        if least == 0 || idle == 5 {
            break;
        }
        sweep(layered, &mut position, round % 2 == 0, round % 4 >= 2);
        if size <= 4_000 {
            exchange(layered, &mut position);
        }
        let count = crossings(layered, &position);
        idle += 1;
        if count < least {
            least = count;
            idle = 0;
            best.clone_from(&layered.layers);
        }
    }
    (least, best)
}

/// The place of each item in its layer.
fn positions(layered: &Layered) -> Vec<usize> {
    let mut position = vec![0; layered.extents.len()];
    for layer in &layered.layers {
        for (place, item) in layer.iter().enumerate() {
            position[*item] = place;
        }
    }
    position
}

/// Sorts every layer by the mean place of its neighbours in the layer before.
fn sweep(layered: &mut Layered, position: &mut [usize], down: bool, reverse_ties: bool) {
    let height = layered.layers.len();
    for step in 1..height {
        let rank = if down { step } else { height - 1 - step };
        let fixed = if down { &layered.above } else { &layered.below };
        let mut layer = std::mem::take(&mut layered.layers[rank]);
        if reverse_ties {
            layer.reverse();
        }
        let mut keyed: Vec<(f64, usize)> = layer
            .iter()
            .map(|&item| {
                let neighbours = &fixed[item];
                let sum: usize = neighbours.iter().map(|other| position[*other]).sum();
                let mean = sum as f64 / neighbours.len() as f64;
                (if neighbours.is_empty() { position[item] as f64 } else { mean }, item)
            })
            .collect();
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (place, (_, item)) in keyed.iter().enumerate() {
            position[*item] = place;
        }
        layered.layers[rank] = keyed.into_iter().map(|(_, item)| item).collect();
    }
}

/// Exchanges neighbours wherever that removes crossings.
fn exchange(layered: &mut Layered, position: &mut [usize]) {
    let mut improved = true;
    let mut rounds = 0;
    while improved && rounds < 8 {
        improved = false;
        rounds += 1;
        for rank in 0..layered.layers.len() {
            for place in 1..layered.layers[rank].len() {
                let (left, right) = (layered.layers[rank][place - 1], layered.layers[rank][place]);
                let mut gain = 0;
                for side in [&layered.above, &layered.below] {
                    gain += inverted(&side[left], &side[right], position);
                    gain -= inverted(&side[right], &side[left], position);
                }
                // Even exchanges lead out of local optima now and then.
                if gain > 0 || (gain == 0 && rounds == 1) {
                    layered.layers[rank].swap(place - 1, place);
                    position.swap(left, right);
                    improved |= gain > 0;
                }
            }
        }
    }
}

/// How many pairs of neighbours are the wrong way round when the first item is on the left.
fn inverted(left: &[usize], right: &[usize], position: &[usize]) -> i64 {
    let pairs = left.iter().flat_map(|a| right.iter().map(move |b| (a, b)));
    pairs.filter(|(a, b)| position[**a] > position[**b]).count() as i64
}

/// The number of crossings (Barth, Jünger and Mutzel, "Simple and efficient bilayer cross counting", 2002).
fn crossings(layered: &Layered, position: &[usize]) -> u64 {
    let mut total = 0;
    let mut ends = Vec::new();
    let mut tree: Vec<u64> = Vec::new();
    for (rank, layer) in layered.layers.iter().enumerate().skip(1) {
        let width = layered.layers[rank - 1].len();
        tree.clear();
        tree.resize(width + 1, 0);
        let mut seen = 0;
        for item in layer {
            ends.clear();
            ends.extend(layered.above[*item].iter().map(|upper| position[*upper]));
            for end in &ends {
                total += seen - prefix(&tree, end + 1);
            }
            for end in &ends {
                add(&mut tree, end + 1);
                seen += 1;
            }
        }
    }
    total
}

/// The number of entries at places `1..=place` of a Fenwick tree.
fn prefix(tree: &[u64], mut place: usize) -> u64 {
    let mut sum = 0;
    while place > 0 {
        sum += tree[place];
        place &= place - 1;
    }
    sum
}

/// Adds an entry to a Fenwick tree.
fn add(tree: &mut [u64], mut place: usize) {
    while place < tree.len() {
        tree[place] += 1;
        place += place & place.wrapping_neg();
    }
}
