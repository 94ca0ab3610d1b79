//! Stored states and their orbits.
//!
//! Without subsumption, a search that stores one state of each orbit stores as many states as the states
//! stored without symmetry have orbits: no more, or representatives are not unique; no fewer, or states
//! that are not symmetric were taken for one another.

use engine::search::{Found, Outcome, reach};
use engine::semantics::Rows;
use engine::watch::Watch;
use network::features::Features;
use network::{Goal, Network};
use program::State;
use query::plan::{Abstraction, Plan};
use query::prepared::Prepared;
use rustc_hash::FxHashSet;

use super::images::Image;

/// A state in a form that can be compared: cells, active clocks, bounds between them.
type Key = (Vec<i32>, Vec<usize>, Vec<i32>);

/// Everything a plan stores on the way through all states; none if that takes too long.
pub fn stored(network: &Network, plan: &Plan, watch: &mut dyn Watch) -> Option<Stored> {
    let goal = [Goal::Or(Vec::new())];
    // Every state is to be stored, also those that are left at once.
    let plan = &Plan { passing: Vec::new(), ..plan.clone() };
    let prepared = Prepared::new(network, &goal, &[], &[], plan).ok()?;
    let mut space = prepared.space(plan, Box::new(|_, _| Ok(Found::Nothing)));
    let outcome = reach(&mut space, &mut *prepared.frontier(plan), watch);
    if !matches!(outcome, Outcome::Exhausted) {
        return None;
    }
    let keys = network.processes.len() + network.state_slots();
    let mut evidence = space.into_evidence(outcome);
    let mut states = Vec::new();
    for node in evidence.nodes() {
        let mut state = State::blank();
        evidence.load(node, &mut state);
        let mut rows = Rows::default();
        prepared.active.rows(&state.cells[..network.processes.len()], &mut rows);
        state.cells.truncate(keys);
        states.push((state, rows.clocks));
    }
    Some(Stored { states })
}

/// Stored states, each with the clocks of its rows.
pub struct Stored {
    pub states: Vec<(State, Vec<usize>)>,
}

impl Stored {
    /// How many orbits the states belong to, given all images.
    #[must_use]
    pub fn orbits(&self, group: &[Image]) -> usize {
        let least = |(state, clocks): &(State, Vec<usize>)| {
            group.iter().map(|image| key(image, state, clocks)).min()
        };
        self.states.iter().filter_map(least).collect::<FxHashSet<Key>>().len()
    }

    /// Does a renaming map the states among themselves?
    #[must_use]
    pub fn is_closed(&self, images: &[Image]) -> bool {
        let Some(identity) = images.first() else { return true };
        let all: FxHashSet<Key> =
            self.states.iter().map(|(state, clocks)| key(identity, state, clocks)).collect();
        let stays = |image: &Image| {
            self.states.iter().all(|(state, clocks)| all.contains(&key(image, state, clocks)))
        };
        images.iter().all(stays)
    }
}

/// Is the number of stored states a number of orbits under this plan? How a zone is split along differences,
/// or what is left of it where another transition has priority, depends on the order of the clocks.
#[must_use]
pub fn is_counted(network: &Network, plan: &Plan) -> bool {
    let Features { priorities, broadcast_clock_guards, .. } = Features::of(network);
    plan.abstraction != Abstraction::Split && !priorities && !broadcast_clock_guards
}

fn key(image: &Image, state: &State, clocks: &[usize]) -> Key {
    let mut order: Vec<(usize, usize)> =
        clocks.iter().enumerate().map(|(row, clock)| (image.clocks[*clock], row + 1)).collect();
    order.sort_unstable();
    let rows: Vec<usize> = std::iter::once(0).chain(order.iter().map(|(_, row)| *row)).collect();
    let pairs = rows.iter().flat_map(|row| rows.iter().map(move |column| (*row, *column)));
    let bounds = pairs.map(|(row, column)| state.zone.get(row, column).raw()).collect();
    (image.row(&state.cells), order.into_iter().map(|(clock, _)| clock).collect(), bounds)
}
