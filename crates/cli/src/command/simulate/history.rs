//! The run so far, and the way back.

use network::eval::Fault;
use network::{ChannelId, Network};
use reference::{Candidate, Concrete, EdgeInstance, Ending, Rational, Run, RunStep};

/// What happened.
enum Event {
    Delay(Rational),
    Transition(Vec<EdgeInstance>, Option<ChannelId>),
}

/// The states visited, with what led to each.
pub(super) struct History<'n> {
    initial: Concrete<'n>,
    events: Vec<(Event, Concrete<'n>)>,
}

impl<'n> History<'n> {
    /// A run that has not started.
    pub(super) fn new(network: &'n Network) -> History<'n> {
        History { initial: Concrete::initial(network), events: Vec::new() }
    }

    /// Where the run is now.
    pub(super) fn now(&self) -> &Concrete<'n> {
        self.events.last().map_or(&self.initial, |(_, state)| state)
    }

    /// How many transitions there were.
    pub(super) fn steps(&self) -> usize {
        let transitions = self.events.iter();
        transitions.filter(|(event, _)| matches!(event, Event::Transition(..))).count()
    }

    /// Lets time pass; false if that is not possible.
    pub(super) fn delay(&mut self, delay: Rational) -> Result<bool, Fault> {
        if delay == Rational::ZERO {
            return Ok(true);
        }
        let mut next = self.now().clone();
        let possible = next.delay(delay)?;
        if possible {
            self.events.push((Event::Delay(delay), next));
        }
        Ok(possible)
    }

    /// Takes a transition; false if that is not possible.
    pub(super) fn take(&mut self, candidate: &Candidate) -> Result<bool, Fault> {
        self.take_edges(&candidate.edges)
    }

    /// Takes the transition with these edges; false if that is not possible.
    pub(super) fn take_edges(&mut self, edges: &[EdgeInstance]) -> Result<bool, Fault> {
        let mut next = self.now().clone();
        let taken = next.take(edges)?;
        if let Some(channel) = taken {
            self.events.push((Event::Transition(edges.to_vec(), channel), next));
        }
        Ok(taken.is_some())
    }

    /// Takes the last delay or transition back; false if there is none.
    pub(super) fn undo(&mut self) -> bool {
        self.events.pop().is_some()
    }

    /// Back to the start.
    pub(super) fn restart(&mut self) {
        self.events.clear();
    }

    /// The run so far.
    pub(super) fn run(&self) -> Run {
        let mut steps = Vec::new();
        let mut waited = Rational::ZERO;
        for (event, state) in &self.events {
            match event {
                Event::Delay(delay) => {
                    waited = waited.checked_add(*delay).unwrap_or(waited);
                }
                Event::Transition(transition, channel) => {
                    let (transition, channel) = (transition.clone(), *channel);
                    let after = state.snapshot();
                    steps.push(RunStep { delay: waited, transition, channel, after });
                    waited = Rational::ZERO;
                }
            }
        }
        Run { start: self.initial.snapshot(), steps, ending: Ending::Arrives(waited) }
    }
}
