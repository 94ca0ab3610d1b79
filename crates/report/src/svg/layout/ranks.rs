//! Which way is down, and how far.

/// Which edges must be turned round so that no cycle is left: those that lead back to a node on the
/// current path of a depth-first walk from `start`. Self-loops are not allowed.
pub(super) fn back_edges(count: usize, edges: &[(usize, usize)], start: usize) -> Vec<bool> {
    let mut leaving = vec![Vec::new(); count];
    let mut entered = vec![false; count];
    for (index, (source, target)) in edges.iter().enumerate() {
        leaving[*source].push(index);
        entered[*target] = true;
    }
    let mut back = vec![false; edges.len()];
    let mut state = vec![Walk::New; count];
    let sources = (0..count).filter(|node| !entered[*node]);
    for root in [start].into_iter().chain(sources).chain(0..count) {
        if state[root] != Walk::New {
            continue;
        }
        state[root] = Walk::Open;
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            let Some(&edge) = leaving[node].get(*next) else {
                state[node] = Walk::Done;
                path.pop();
                continue;
            };
            *next += 1;
            let target = edges[edge].1;
            match state[target] {
                Walk::New => {
                    state[target] = Walk::Open;
                    path.push((target, 0));
                }
                Walk::Open => back[edge] = true,
                Walk::Done => {}
            }
        }
    }
    back
}

/// The same with another choice: edges that lead back in the order of a breadth-first walk. Edges are shorter than
/// after a depth-first walk, but more of them lead upwards.
pub(super) fn back_edges_by_distance(
    count: usize,
    edges: &[(usize, usize)],
    start: usize,
) -> Vec<bool> {
    let mut leaving = vec![Vec::new(); count];
    for (source, target) in edges {
        leaving[*source].push(*target);
    }
    let mut seen = vec![false; count];
    let mut order = Vec::with_capacity(count);
    for root in [start].into_iter().chain(0..count) {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        let mut next = order.len();
        order.push(root);
        while let Some(&node) = order.get(next) {
            next += 1;
            for &target in &leaving[node] {
                if !std::mem::replace(&mut seen[target], true) {
                    order.push(target);
                }
            }
        }
    }
    let mut position = vec![0; count];
    order.iter().enumerate().for_each(|(index, node)| position[*node] = index);
    edges.iter().map(|(source, target)| position[*target] < position[*source]).collect()
}

/// How far a depth-first walk is with a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Walk {
    New,
    Open,
    Done,
}

/// A rank for each node such that every edge leads to a greater rank and edges are short. The edges
/// form no cycle.
///
/// Longest paths first; then single nodes move between their neighbours as long as that shortens
/// edges in all, which is what the network simplex method does with whole trees.
pub(super) fn ranks(count: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut above = vec![Vec::new(); count];
    let mut below = vec![Vec::new(); count];
    for (upper, lower) in edges {
        above[*lower].push(*upper);
        below[*upper].push(*lower);
    }
    let order = sorted(&above, &below);
    let mut rank = vec![0_usize; count];
    for &node in &order {
        rank[node] = above[node].iter().map(|&upper| rank[upper] + 1).max().unwrap_or(0);
    }
    for round in 0..20 {
        let mut moved = false;
        for step in 0..count {
            let node = if round % 2 == 0 { order[count - 1 - step] } else { order[step] };
            let better = best_rank(node, &above, &below, &rank);
            moved |= better != rank[node];
            rank[node] = better;
        }
        if !moved {
            break;
        }
    }
    let least = rank.iter().copied().min().unwrap_or(0);
    rank.iter().map(|value| value - least).collect()
}

/// The rank between its neighbours at which the edges of a node are shortest in all.
fn best_rank(node: usize, above: &[Vec<usize>], below: &[Vec<usize>], rank: &[usize]) -> usize {
    let highest = above[node].iter().map(|&upper| rank[upper] + 1).max();
    let lowest = below[node].iter().map(|&lower| rank[lower] - 1).min();
    match (above[node].len().cmp(&below[node].len()), highest, lowest) {
        (std::cmp::Ordering::Greater, Some(highest), _) => highest,
        (std::cmp::Ordering::Less, _, Some(lowest)) => lowest,
        _ => rank[node],
    }
}

/// The nodes in an order in which edges lead forward.
fn sorted(above: &[Vec<usize>], below: &[Vec<usize>]) -> Vec<usize> {
    let mut open: Vec<usize> = above.iter().map(Vec::len).collect();
    let mut order: Vec<usize> = (0..above.len()).filter(|node| open[*node] == 0).collect();
    let mut next = 0;
    while let Some(&node) = order.get(next) {
        next += 1;
        for &lower in &below[node] {
            open[lower] -= 1;
            if open[lower] == 0 {
                order.push(lower);
            }
        }
    }
    debug_assert_eq!(order.len(), above.len(), "the edges form no cycle");
    order
}
