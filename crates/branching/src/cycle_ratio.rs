//! The cycle of a graph with the least ratio of two sums over its edges.
//!
//! A cycle is better than `above / below` if its first sum minus that ratio times its second is negative. So a negative cycle of
//! these weights is looked for, and its ratio taken instead, until there is none (Lawler, 1976). Ratios are exact
//! fractions, there are finitely many, and each is less than the one before.

/// An edge with the two numbers that are summed; neither is negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeightedEdge {
    pub from: u32,
    pub to: u32,
    pub above: i64,
    pub below: i64,
}

/// Whoever was asked said not to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// A cycle with the least ratio.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CycleRatio {
    pub above: i64,
    /// Never 0: a cycle without anything below is no ratio.
    pub below: i64,
    /// The numbers of its edges, in order.
    pub cycle: Vec<usize>,
}

/// The cycle with the least ratio, among those whose second sum is not 0; none if there is no such cycle, or an error
/// if `go_on` says so.
pub fn least_cycle_ratio(
    states: usize,
    edges: &[WeightedEdge],
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<CycleRatio>, Stopped> {
    let component = components(states, edges);
    let inner: Vec<usize> = (0..edges.len())
        .filter(|at| component[edges[*at].from as usize] == component[edges[*at].to as usize])
        .collect();
    let Some(mut best) = any_cycle(states, edges, &inner) else { return Ok(None) };
    while let Some(cycle) = negative_cycle(states, edges, &inner, &best, go_on)? {
        best = measured(edges, cycle);
    }
    Ok(Some(best))
}

fn measured(edges: &[WeightedEdge], cycle: Vec<usize>) -> CycleRatio {
    let above = cycle.iter().map(|at| edges[*at].above).sum();
    let below = cycle.iter().map(|at| edges[*at].below).sum();
    CycleRatio { above, below, cycle }
}

/// Some cycle whose second sum is not 0.
fn any_cycle(states: usize, edges: &[WeightedEdge], inner: &[usize]) -> Option<CycleRatio> {
    let first = *inner.iter().find(|at| edges[**at].below > 0)?;
    let (start, end) = (edges[first].to, edges[first].from);
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); states];
    inner.iter().for_each(|at| leaving[edges[*at].from as usize].push(*at));
    let mut came_by: Vec<Option<usize>> = vec![None; states];
    let mut waiting = std::collections::VecDeque::from([start]);
    let mut seen = vec![false; states];
    seen[start as usize] = true;
    while let Some(state) = waiting.pop_front() {
        for at in &leaving[state as usize] {
            let to = edges[*at].to as usize;
            if !std::mem::replace(&mut seen[to], true) {
                came_by[to] = Some(*at);
                waiting.push_back(edges[*at].to);
            }
        }
    }
    let mut cycle = vec![first];
    let mut state = end;
    while state != start {
        let at = came_by[state as usize]?;
        cycle.push(at);
        state = edges[at].from;
    }
    cycle.reverse();
    Some(measured(edges, cycle))
}

/// Rounds of relaxation between two looks for a cycle.
const BETWEEN_LOOKS: usize = 8;

/// A cycle that is better than the best so far (Bellman and Ford; a cycle of the edges that improved states last is
/// negative).
fn negative_cycle(
    states: usize,
    edges: &[WeightedEdge],
    inner: &[usize],
    best: &CycleRatio,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Vec<usize>>, Stopped> {
    let weight = |edge: &WeightedEdge| {
        i128::from(edge.above) * i128::from(best.below)
            - i128::from(edge.below) * i128::from(best.above)
    };
    let mut least = vec![0i128; states];
    let mut came_by: Vec<Option<usize>> = vec![None; states];
    for round in 1..=states + 1 {
        if !go_on() {
            return Err(Stopped);
        }
        let mut changed = false;
        for at in inner {
            let edge = &edges[*at];
            let sum = least[edge.from as usize] + weight(edge);
            if sum < least[edge.to as usize] {
                least[edge.to as usize] = sum;
                came_by[edge.to as usize] = Some(*at);
                changed = true;
            }
        }
        if !changed {
            return Ok(None);
        }
        if round.is_multiple_of(BETWEEN_LOOKS) || round > states {
            let found = cycle_among(edges, &came_by);
            if found.is_some() {
                return Ok(found);
            }
        }
    }
    Ok(cycle_among(edges, &came_by))
}

/// A cycle of the edges by which states were improved last.
fn cycle_among(edges: &[WeightedEdge], came_by: &[Option<usize>]) -> Option<Vec<usize>> {
    let mut mark = vec![0usize; came_by.len()];
    for start in 0..came_by.len() {
        let mut state = start;
        while mark[state] == 0 {
            mark[state] = start + 1;
            match came_by[state] {
                Some(at) => state = edges[at].from as usize,
                None => break,
            }
        }
        if mark[state] != start + 1 || came_by[state].is_none() {
            continue;
        }
        let (first, mut cycle) = (state, Vec::new());
        loop {
            let at = came_by[state]?;
            cycle.push(at);
            state = edges[at].from as usize;
            if state == first {
                cycle.reverse();
                return Some(cycle);
            }
        }
    }
    None
}

/// The strongly connected component of each state, by number (Tarjan, without recursion).
fn components(states: usize, edges: &[WeightedEdge]) -> Vec<usize> {
    let mut leaving: Vec<Vec<u32>> = vec![Vec::new(); states];
    edges.iter().for_each(|edge| leaving[edge.from as usize].push(edge.to));
    let (mut index, mut low) = (vec![usize::MAX; states], vec![0; states]);
    let mut component = vec![usize::MAX; states];
    let (mut next, mut found) = (0, 0);
    let mut open: Vec<usize> = Vec::new();
    for root in 0..states {
        if index[root] != usize::MAX {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((state, at)) = path.pop() {
            if at == 0 {
                index[state] = next;
                low[state] = next;
                next += 1;
                open.push(state);
            }
            if let Some(to) = leaving[state].get(at).map(|to| *to as usize) {
                path.push((state, at + 1));
                if index[to] == usize::MAX {
                    path.push((to, 0));
                } else if component[to] == usize::MAX {
                    low[state] = low[state].min(index[to]);
                }
                continue;
            }
            if low[state] == index[state] {
                while let Some(member) = open.pop() {
                    component[member] = found;
                    if member == state {
                        break;
                    }
                }
                found += 1;
            }
            if let Some((parent, _)) = path.last() {
                low[*parent] = low[*parent].min(low[state]);
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::{WeightedEdge, least_cycle_ratio};

    /// The least ratio of simple cycles, by trying all of them.
    fn by_hand(states: u32, edges: &[WeightedEdge]) -> Option<(i64, i64)> {
        fn walk(
            edges: &[WeightedEdge],
            start: u32,
            path: &mut Vec<u32>,
            sums: (i64, i64),
            best: &mut Option<(i64, i64)>,
        ) {
            let at = path[path.len() - 1];
            for edge in edges.iter().filter(|edge| edge.from == at) {
                let sums = (sums.0 + edge.above, sums.1 + edge.below);
                if edge.to == start {
                    let better = best.is_none_or(|best| sums.0 * best.1 < best.0 * sums.1);
                    if sums.1 > 0 && better {
                        *best = Some(sums);
                    }
                } else if edge.to > start && !path.contains(&edge.to) {
                    path.push(edge.to);
                    walk(edges, start, path, sums, best);
                    path.pop();
                }
            }
        }
        let mut best = None;
        for start in 0..states {
            walk(edges, start, &mut vec![start], (0, 0), &mut best);
        }
        best
    }

    #[test]
    fn least_ratios_are_those_of_all_simple_cycles() {
        let mut seed = 17u64;
        let mut below = |count: u64| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % count
        };
        let (mut none, mut some) = (0, 0);
        for _ in 0..600 {
            let states = 1 + below(6);
            let edges: Vec<WeightedEdge> = (0..below(12))
                .map(|_| WeightedEdge {
                    from: u32::try_from(below(states)).unwrap(),
                    to: u32::try_from(below(states)).unwrap(),
                    above: i64::try_from(below(9)).unwrap(),
                    below: i64::try_from(below(3)).unwrap().saturating_sub(1).max(0),
                })
                .collect();
            let states = usize::try_from(states).unwrap();
            let found = least_cycle_ratio(states, &edges, &mut || true).unwrap();
            let expected = by_hand(u32::try_from(states).unwrap(), &edges);
            match (&found, expected) {
                (Some(found), Some((above, below))) => {
                    assert_eq!(found.above * below, above * found.below, "{edges:?}");
                    let mut at = edges[found.cycle[0]].from;
                    for number in &found.cycle {
                        assert_eq!(edges[*number].from, at);
                        at = edges[*number].to;
                    }
                    assert_eq!(at, edges[found.cycle[0]].from);
                    some += 1;
                }
                (None, None) => none += 1,
                other => panic!("{other:?} of {edges:?}"),
            }
        }
        assert!(none > 50 && some > 50, "{none} without, {some} with");
    }
}
