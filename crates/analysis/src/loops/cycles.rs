//! The simple cycles of a small graph.

/// An edge of a graph: source, target and a number of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Arc {
    pub source: usize,
    pub target: usize,
    pub number: usize,
}

/// How much looking for cycles may take. There can be very many.
pub(super) struct Allowance {
    pub steps: usize,
    /// Cycles of one graph.
    pub cycles: usize,
}

/// Simple cycles as numbers of edges, each starting at its least node; not all of them if there are too many.
pub(super) fn cycles(nodes: usize, arcs: &[Arc], allowance: &mut Allowance) -> Vec<Vec<usize>> {
    let mut leaving = vec![Vec::new(); nodes];
    arcs.iter().for_each(|arc| leaving[arc.source].push(*arc));
    let mut search =
        Search { leaving, path: Vec::new(), on_path: vec![false; nodes], found: Vec::new() };
    for start in 0..nodes {
        if !search.from(start, start, allowance) {
            break;
        }
    }
    search.found
}

struct Search {
    leaving: Vec<Vec<Arc>>,
    path: Vec<usize>,
    on_path: Vec<bool>,
    found: Vec<Vec<usize>>,
}

impl Search {
    /// Follows the edges of a node, back to the start, through nodes after it; false if there is no more to spend.
    fn from(&mut self, node: usize, start: usize, allowance: &mut Allowance) -> bool {
        self.on_path[node] = true;
        let mut goes_on = true;
        for next in 0..self.leaving[node].len() {
            let arc = self.leaving[node][next];
            if arc.target < start || (arc.target != start && self.on_path[arc.target]) {
                continue;
            }
            let Some(left) = allowance.steps.checked_sub(1) else {
                goes_on = false;
                break;
            };
            allowance.steps = left;
            self.path.push(arc.number);
            if arc.target == start {
                self.found.push(self.path.clone());
                goes_on = self.found.len() < allowance.cycles;
            } else {
                goes_on = self.from(arc.target, start, allowance);
            }
            self.path.pop();
            if !goes_on {
                break;
            }
        }
        self.on_path[node] = false;
        goes_on
    }
}

#[cfg(test)]
mod tests {
    use super::{Allowance, Arc, cycles};

    fn arcs(pairs: &[(usize, usize)]) -> Vec<Arc> {
        let arc = |(number, (source, target)): (usize, &(usize, usize))| Arc {
            source: *source,
            target: *target,
            number,
        };
        pairs.iter().enumerate().map(arc).collect()
    }

    fn all(nodes: usize, pairs: &[(usize, usize)]) -> Vec<Vec<usize>> {
        cycles(nodes, &arcs(pairs), &mut Allowance { steps: 1000, cycles: 100 })
    }

    #[test]
    fn each_cycle_is_found_once() {
        assert_eq!(
            all(3, &[(0, 1), (1, 2), (2, 0), (1, 0), (2, 2)]),
            [vec![0, 1, 2], vec![0, 3], vec![4]]
        );
        assert!(all(3, &[(0, 1), (1, 2), (0, 2)]).is_empty());
    }

    #[test]
    fn the_search_ends_when_its_allowance_is_used_up() {
        let complete: Vec<_> = (0..12).flat_map(|a| (0..12).map(move |b| (a, b))).collect();
        let mut allowance = Allowance { steps: 5000, cycles: 50 };
        assert_eq!(cycles(12, &arcs(&complete), &mut allowance).len(), 50);
        let mut allowance = Allowance { steps: 30, cycles: 5000 };
        assert!(cycles(12, &arcs(&complete), &mut allowance).len() < 30);
    }
}
