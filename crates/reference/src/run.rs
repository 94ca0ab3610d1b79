//! Runs: concrete behaviours with exact delays.

use network::{LocationId, ProcessId};
use zones::Rational;

use super::discrete::EdgeInstance;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    /// Where each process is.
    pub locations: Vec<LocationId>,
    /// State variables, and `meta` after them.
    pub memory: Vec<i32>,
    pub clocks: Vec<Rational>,
    /// Time since the start.
    pub time: Rational,
}

/// A delay and the transition after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunStep {
    /// How much time passes first.
    pub delay: Rational,
    /// The transition: initiator first, then receivers in process order.
    pub transition: Vec<EdgeInstance>,
    /// The channel it is on, if any.
    pub channel: Option<network::ChannelId>,
    /// The state after it.
    pub after: Snapshot,
}

/// How a run ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// After another delay it is where it should be.
    Arrives(Rational),
    /// It goes on by repeating the steps from this one on, for ever.
    Repeats {
        /// The first step of the loop.
        from: usize,
        /// The loop closes up to a renaming of processes, which is too long to write out: the next
        /// round is done by the second of each pair where this one was done by the first.
        renaming: Vec<(ProcessId, ProcessId)>,
    },
    /// Time passes for ever.
    DelaysForever,
    /// After another delay nothing is possible any more.
    Stuck(Rational),
    /// The transition that would be next is an error.
    Fails {
        /// How much time passes first.
        delay: Rational,
        transition: Vec<EdgeInstance>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    pub start: Snapshot,
    pub steps: Vec<RunStep>,
    pub ending: Ending,
}

impl Run {
    /// The state before step number `step`; after the last one for the number of steps.
    #[must_use]
    pub fn before(&self, step: usize) -> &Snapshot {
        step.checked_sub(1).map_or(&self.start, |previous| &self.steps[previous].after)
    }

    #[must_use]
    pub fn last(&self) -> &Snapshot {
        self.before(self.steps.len())
    }
}
