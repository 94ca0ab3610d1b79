//! How far along its way each process is.
//!
//! Exploring a small zone before a larger one that later covers it is time lost, together with all that
//! follows from it (Herbreteau and Tran, "Improving search order for reachability testing in timed
//! automata", FORMATS'15). A state whose processes are less far along is expanded first: what can still
//! lead to a discrete state comes before it, so that it tends to be expanded when its largest zones
//! are there.

use network::Network;

/// The level of each location of each process: the longest way to it from the initial one, loops left
/// out.
#[derive(Clone, Debug)]
pub struct Levels {
    local: Vec<Vec<u32>>,
}

impl Levels {
    /// The levels of a network.
    #[must_use]
    pub fn of(network: &Network) -> Levels {
        let local = network.processes.iter().map(|process| {
            let mut successors = vec![Vec::new(); process.locations.len()];
            for edge in &process.edges {
                if edge.source != edge.target {
                    successors[edge.source.index()].push(edge.target.index());
                }
            }
            levels(&successors, process.initial.index())
        });
        Levels { local: local.collect() }
    }

    /// The sum of the levels of a location vector.
    #[must_use]
    pub fn at(&self, locations: &[i32]) -> u64 {
        let levels = self.local.iter().zip(locations);
        levels.map(|(local, location)| u64::from(local[location.cast_unsigned() as usize])).sum()
    }
}

/// The longest path to each node of a graph after the edges that close loops have been left out.
fn levels(successors: &[Vec<usize>], start: usize) -> Vec<u32> {
    let order = finished_last_first(successors, start);
    let mut place = vec![usize::MAX; successors.len()];
    order.iter().enumerate().for_each(|(number, node)| place[*node] = number);
    let mut levels = vec![0; successors.len()];
    for node in &order {
        for next in &successors[*node] {
            if place[*next] > place[*node] && place[*next] != usize::MAX {
                levels[*next] = levels[*next].max(levels[*node] + 1);
            }
        }
    }
    levels
}

/// The nodes that can be reached, in reverse order of finishing in a depth-first search: every edge that
/// leads backwards in this order closes a loop.
fn finished_last_first(successors: &[Vec<usize>], start: usize) -> Vec<usize> {
    let mut seen = vec![false; successors.len()];
    let mut finished = Vec::new();
    let mut stack = vec![(start, 0)];
    seen[start] = true;
    while let Some((node, next)) = stack.last_mut() {
        match successors[*node].get(*next) {
            Some(target) => {
                *next += 1;
                if !seen[*target] {
                    seen[*target] = true;
                    stack.push((*target, 0));
                }
            }
            None => {
                finished.push(*node);
                stack.pop();
            }
        }
    }
    finished.reverse();
    finished
}
