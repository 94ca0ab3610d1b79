//! Is a renaming a symmetry? The region graph says.
//!
//! A renaming must be an isomorphism from the graph to the graph that starts at the renamed initial state
//! (the same graph, if the initial state is its own image): states to states, delays to delays, transitions
//! to transitions, invalid evaluations to invalid evaluations; and what a query asks must hold of a
//! state exactly if it holds of the image.

use network::{Goal, LocationId, Network, Storage};
use rustc_hash::FxHashMap;

use super::images::Image;
use crate::answers::{Judge, Trouble, Values};
use crate::discrete::Discrete;
use crate::oracle::{GivesUp, Graph, NodeId};
use crate::region::{Limits, Region};

/// A goal that is asked.
#[derive(Clone, Debug)]
pub struct Asked {
    goal: Goal,
    /// A state that satisfies it ends the search.
    ends: bool,
}

impl Asked {
    /// A state that satisfies the goal ends the search. So does one in which it is invalid: if one alternative holds and
    /// another is invalid, the order of alternatives decides, and a symmetry may change that order.
    #[must_use]
    pub fn last(goal: Goal) -> Asked {
        Asked { goal, ends: true }
    }

    /// States and their images have the same value.
    #[must_use]
    pub fn exact(goal: Goal) -> Asked {
        Asked { goal, ends: false }
    }

    fn tells_apart(&self, here: Option<bool>, there: Option<bool>) -> bool {
        let may_end = |value: Option<bool>| value != Some(false);
        here != there && !(self.ends && may_end(here) && may_end(there))
    }
}

/// What is wrong with these images as symmetries of a network and of goals, if anything.
pub fn defect(
    network: &Network,
    images: &[Image],
    goals: &[Asked],
    most: usize,
) -> Result<Option<String>, GivesUp> {
    let mut limits = Limits::none(network.clock_count());
    'again: loop {
        let mut graph = Graph::explore(network, limits.clone(), most)?;
        if !graph.limits.is_even() {
            limits = graph.limits;
            limits.make_even();
            continue;
        }
        for image in images {
            let moved = started_at_image(network, image);
            let mut other = Graph::explore(&moved, graph.limits.clone(), most)?;
            let found = compare(&mut graph, &mut other, image, goals);
            match found {
                Ok(found) if other.limits == graph.limits => {
                    if found.is_some() {
                        return Ok(found);
                    }
                }
                Ok(_) | Err(Trouble::Raised) => {
                    limits = larger(&graph.limits, &other.limits);
                    continue 'again;
                }
            }
        }
        return Ok(None);
    }
}

fn larger(left: &Limits, right: &Limits) -> Limits {
    let values = left.values.iter().zip(&right.values).map(|(one, other)| *one.max(other));
    let mut limits =
        Limits { values: values.collect(), differences: left.differences.max(right.differences) };
    limits.make_even();
    limits
}

/// The network with the image of its initial state as initial state.
fn started_at_image(network: &Network, image: &Image) -> Network {
    let mut moved = network.clone();
    let start = image.discrete(&Discrete::initial(network));
    for (process, location) in moved.processes.iter_mut().zip(&start.locations) {
        process.initial = LocationId(location.0);
    }
    for variable in moved.variables.iter_mut().filter(|each| each.storage == Storage::State) {
        let base = variable.base.index();
        let count = variable.initial.len();
        variable.initial.copy_from_slice(&start.cells[base..base + count]);
    }
    let clocks = network.initial_clocks();
    let mut images = clocks.clone();
    for (clock, value) in clocks.iter().enumerate() {
        images[image.clocks[clock]] = *value;
    }
    for family in &mut moved.clocks {
        let base = family.base.index();
        let count = family.initial.len();
        family.initial.copy_from_slice(&images[base..base + count]);
    }
    moved
}

fn compare(
    graph: &mut Graph<'_>,
    other: &mut Graph<'_>,
    image: &Image,
    goals: &[Asked],
) -> Result<Option<String>, Trouble> {
    let satisfied = |graph: &mut Graph<'_>| -> Result<Vec<Values>, Trouble> {
        goals.iter().map(|asked| Judge { graph }.satisfying(&asked.goal)).collect()
    };
    let (here, there) = (satisfied(graph)?, satisfied(other)?);
    if graph.nodes.len() != other.nodes.len() {
        let (left, right) = (graph.nodes.len(), other.nodes.len());
        return Ok(Some(format!("{left} states, and {right} from the image of the start")));
    }
    let numbers: FxHashMap<(&Discrete, &Region), NodeId> = (0..other.nodes.len())
        .map(|node| ((other.discrete(node), &other.nodes[node].region), node))
        .collect();
    let image_of = |node: NodeId| {
        let discrete = image.discrete(graph.discrete(node));
        let region = graph.nodes[node].region.renamed(&image.clocks);
        numbers.get(&(&discrete, &region)).copied()
    };
    for (number, node) in graph.nodes.iter().enumerate() {
        let state = || format!("{:?} {:?}", graph.discrete(number), node.region);
        let Some(moved) = image_of(number) else {
            return Ok(Some(format!("the image of {} is not reachable", state())));
        };
        let target = &other.nodes[moved];
        let mut actions: Vec<Option<NodeId>> =
            node.actions.iter().map(|next| image_of(*next)).collect();
        actions.sort_unstable();
        let same = node.delay.map(image_of) == target.delay.map(Some)
            && actions.iter().copied().eq(target.actions.iter().map(|next| Some(*next)))
            && node.alarm == target.alarm;
        if !same {
            return Ok(Some(format!("{} and its image can do different things", state())));
        }
        let mut values = goals.iter().zip(here.iter().zip(&there));
        if values.any(|(goal, (here, there))| goal.tells_apart(here[number], there[moved])) {
            return Ok(Some(format!("the query tells {} and its image apart", state())));
        }
    }
    Ok(None)
}
