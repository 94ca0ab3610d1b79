//! Goals that name elements, asked of all elements at once.
//!
//! If a symmetry fixes the initial state, a goal is reachable exactly if its image is. So the goal may be
//! replaced by the disjunction of all its images, which names nobody and leaves all those symmetries in
//! place. A run to some image is renamed to one to the goal as it was asked.
//!
//! *Invalid evaluations.* The image of a goal under a symmetry π is evaluated in π(s) as the goal is in s: it is true,
//! false or invalid in π(s) exactly if the goal is in s. All symmetries here fix the initial state, so s is
//! reachable exactly if π(s) is. Hence an image that is invalid in a reachable state shows that the query as
//! asked is invalid in a reachable state, even if the image of another symmetry holds there; and nothing is
//! missed, for the identity is among the symmetries. This rests on images that evaluate what the goal evaluates,
//! in the same order; so no image is reordered.

use std::hash::{DefaultHasher, Hash, Hasher};

use network::{Goal, Network};

use super::image::image_of_goal;
use crate::group::query_group::Group;
use crate::identities::classes::Classes;
use crate::renaming::state_map::StateMap;
use crate::renaming::total::Renaming;
use analysis::Faults;
use program::Layout;

/// The most images a goal may have.
const MOST_IMAGES: usize = 256;
/// The most parts all images may have together.
const MOST_PARTS: usize = 2048;

/// What a query asks, and its images under a group.
#[derive(Clone, Debug)]
pub struct Closure {
    /// Some image of the first goal holds.
    pub goal: Goal,
    /// The images of all goals, those as asked first.
    pub goals: Vec<Vec<Goal>>,
    /// What makes each image; the identity first.
    pub images: Vec<Renaming>,
}

impl Closure {
    /// The closure of goals under a group all of whose symmetries fix the initial state.
    #[must_use]
    pub fn of(
        network: &Network,
        classes: &Classes,
        group: &Group,
        asked: &[Goal],
    ) -> Option<Closure> {
        let inner = group.network(network);
        let asked: Vec<Goal> = match &group.split {
            None => asked.to_vec(),
            Some(split) => {
                asked.iter().map(|goal| split.goal(network, goal)).collect::<Option<_>>()?
            }
        };
        let most = MOST_IMAGES.min(MOST_PARTS / asked.iter().map(parts).sum::<usize>().max(1));
        let mut images = vec![Renaming::identity(inner)];
        let keys = |goals: &[Goal]| goals.iter().map(|goal| key(inner, goal)).collect();
        let mut known: Vec<Vec<Goal>> = vec![keys(&asked)];
        let mut goals: Vec<Vec<Goal>> = vec![asked];
        let mut next = 0;
        while next < goals.len() {
            for generator in group.sorts.iter().flatten().chain(&group.listed) {
                let image = |goal: &Goal| image_of_goal(inner, classes, generator, goal);
                let image: Option<Vec<Goal>> = goals[next].iter().map(image).collect();
                let image = image?;
                let key = keys(&image);
                if !known.contains(&key) {
                    if goals.len() == most {
                        return None;
                    }
                    images.push(images[next].then(generator));
                    goals.push(image);
                    known.push(key);
                }
            }
            next += 1;
        }
        if let Some(split) = &group.split {
            goals.iter_mut().flatten().for_each(|goal| *goal = split.whole_goal(goal));
        }
        let firsts = goals.iter().filter_map(|all| all.first().cloned()).collect();
        Some(Closure { goal: Goal::Or(firsts), goals, images })
    }

    /// What makes these goals of those that were asked, if they are an image of them.
    #[must_use]
    pub fn renaming_to(&self, network: &Network, goals: &[Goal]) -> Option<&Renaming> {
        let keys =
            |goals: &[Goal]| -> Vec<Goal> { goals.iter().map(|goal| key(network, goal)).collect() };
        let wanted = keys(goals);
        let number = self.goals.iter().position(|image| keys(image) == wanted)?;
        self.images.get(number)
    }
}

/// Does a symmetry leave the initial state as it is?
pub(crate) fn fixes_start(network: &Network, classes: &Classes, renaming: &Renaming) -> bool {
    let layout = Layout::of(network);
    let map = StateMap::new(network, classes, renaming);
    let locations = network.processes.iter().map(|process| process.initial.0.cast_signed());
    let mut cells: Vec<i32> = locations.collect();
    let memory = network.initial_memory();
    cells.extend_from_slice(&memory[..layout.carried - layout.processes]);
    let mut image = Vec::new();
    map.apply_to_cells(&cells, &mut image);
    let clocks = network.initial_clocks();
    image[..layout.discrete] == cells[..layout.discrete]
        && clocks.iter().enumerate().all(|(clock, value)| clocks[map.clock(clock)] == *value)
}

/// The goal with its parts in an order that does not depend on how it was made. Two goals with the same key are true
/// of the same states and invalid in the same states: a part that may be invalid stays, and none passes it.
fn key(network: &Network, goal: &Goal) -> Goal {
    let sorted = |parts: &[Goal]| {
        let may_fault = |part: &Goal| Faults::of(network).goal(part);
        let mut sorted = Vec::with_capacity(parts.len());
        for stretch in parts.chunk_by(|left, right| !may_fault(left) && !may_fault(right)) {
            let mut stretch: Vec<Goal> = stretch.iter().map(|part| key(network, part)).collect();
            stretch.sort_by_cached_key(|part| {
                let mut hasher = DefaultHasher::new();
                part.hash(&mut hasher);
                hasher.finish()
            });
            sorted.extend(stretch);
        }
        sorted
    };
    match goal {
        Goal::And(parts) => Goal::And(sorted(parts)),
        Goal::Or(parts) => Goal::Or(sorted(parts)),
        Goal::Not(_) | Goal::Holds(_) | Goal::Clock(_) | Goal::Deadlock => goal.clone(),
    }
}

fn parts(goal: &Goal) -> usize {
    match goal {
        Goal::And(all) | Goal::Or(all) => all.iter().map(parts).sum(),
        Goal::Not(part) => parts(part),
        Goal::Holds(_) | Goal::Clock(_) | Goal::Deadlock => 1,
    }
}
