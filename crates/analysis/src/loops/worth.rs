//! Whether taking rounds at once saves anything.
//!
//! Without acceleration a search goes round until the other clocks are beyond all that they are compared with. If that is no more than a few rounds
//! away, looking for more costs more than it saves.

use network::visit::{Visitor, walk_edge, walk_goal, walk_guard};
use network::{ClockConstraint, ClockPlace, Goal, Network};

use super::find::PollingLoop;
use crate::intervals::interval;
use crate::writes::possible;

/// How many times longer than the rounds that are gone round anyway others must be able to wait.
const LEAST_GAIN: i64 = 4;

/// The longest that anybody waits with another clock than this one: the largest constant that such a clock is compared with, in the
/// network or in these goals.
#[must_use]
pub fn longest_wait(network: &Network, goals: &[&Goal], clock: usize) -> i64 {
    let mut longest = Longest { network, clock, found: 0 };
    for process in &network.processes {
        process.edges.iter().for_each(|edge| walk_edge(&mut longest, edge));
        process.locations.iter().for_each(|each| walk_guard(&mut longest, &each.invariant));
    }
    goals.iter().for_each(|goal| walk_goal(&mut longest, goal));
    longest.found
}

impl PollingLoop {
    /// Is anything saved if others wait so long? The rounds below the bound are gone round one by one, and so is one at least.
    #[must_use]
    pub fn saves(&self, longest_wait: i64) -> bool {
        let upper = self.delay.upper.map_or(0, |upper| upper.at);
        let anyway = self.from_then_on.least.at.max(upper);
        longest_wait > anyway.saturating_mul(LEAST_GAIN)
    }
}

struct Longest<'n> {
    network: &'n Network,
    clock: usize,
    found: i64,
}

impl Visitor for Longest<'_> {
    fn constraint(&mut self, constraint: &ClockConstraint) {
        let is_other = |place: &ClockPlace| possible(self.network, place) != [self.clock];
        let mut places = constraint.left.iter().chain(&constraint.right);
        if places.any(is_other) {
            let values = interval(self.network, &constraint.bound);
            self.found =
                self.found.max(values.lower.saturating_abs()).max(values.upper.saturating_abs());
        }
    }
}
