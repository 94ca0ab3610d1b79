//! The run so far, what can happen next, and the way back.

use std::{error, fmt};

use network::eval::Fault;
use network::{ChannelId, Network};
use reference::{Candidate, Concrete, EdgeInstance, Ending, Rational, Run, RunStep, Snapshot};

use super::moment::Clocks;
use super::outlook::Outlook;
use super::player::{Player, Turn};
use super::zone::{ZoneOutlook, earliest};

/// Why a model cannot be simulated.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StartError {
    /// The model has something that Orrery cannot run.
    Unsupported(String),
    /// The invariants do not hold at the start.
    Invariants,
    /// An invalid evaluation at the start: what is wrong.
    Fault(String),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Unsupported(reason) => write!(f, "not supported: {reason}"),
            StartError::Invariants => f.write_str("the invariants do not hold at the start"),
            StartError::Fault(reason) => write!(f, "at the start, {reason}"),
        }
    }
}

impl error::Error for StartError {}

/// Why a step was not done. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StepError {
    /// It is not possible here.
    Impossible,
    /// It is an invalid evaluation: what is wrong.
    Fault(String),
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StepError::Impossible => f.write_str("this is not possible here"),
            StepError::Fault(reason) => f.write_str(reason),
        }
    }
}

impl error::Error for StepError {}

#[derive(Clone, Debug)]
enum Event {
    Delay(Rational),
    Transition(Vec<EdgeInstance>, Option<ChannelId>),
}

/// Steps through a model, and remembers the way. Times are exact fractions.
#[derive(Clone, Debug)]
pub struct Simulator<'n> {
    network: &'n Network,
    initial: Concrete<'n>,
    events: Vec<(Event, Concrete<'n>)>,
}

impl<'n> Simulator<'n> {
    pub(crate) fn new(network: &'n Network) -> Result<Simulator<'n>, StartError> {
        if let Some(limitation) = network.limitations.first() {
            return Err(StartError::Unsupported(limitation.reason.clone()));
        }
        let initial = Concrete::initial(network);
        match initial.clone().is_valid() {
            Ok(true) => Ok(Simulator { network, initial, events: Vec::new() }),
            Ok(false) => Err(StartError::Invariants),
            Err(fault) => Err(StartError::Fault(fault.kind.describe(network))),
        }
    }

    fn now(&self) -> &Concrete<'n> {
        self.events.last().map_or(&self.initial, |(_, state)| state)
    }

    /// The present state: locations, variables, clocks, time.
    #[must_use]
    pub fn state(&self) -> Snapshot {
        self.now().snapshot()
    }

    /// How many transitions there were.
    #[must_use]
    pub fn steps(&self) -> usize {
        let transitions = self.events.iter();
        transitions.filter(|(event, _)| matches!(event, Event::Transition(..))).count()
    }

    /// What can happen next, and why the rest cannot.
    pub fn outlook(&self) -> Result<Outlook, StepError> {
        Outlook::of(self.now()).map_err(|fault| self.fault(fault))
    }

    /// What can happen next if the controller of a game follows a strategy.
    pub fn turn(&self, player: &Player) -> Result<Turn, StepError> {
        let mut now = self.now().clone();
        let clocks = Clocks::of(&mut now).map_err(|fault| self.fault(fault))?;
        Ok(player.turn(self.network, (&self.state(), &clocks), self.outlook()?))
    }

    /// What may happen next if the delays so far are left open; none if that cannot be told with zones.
    pub fn zone_outlook(&self) -> Result<Option<ZoneOutlook>, StepError> {
        ZoneOutlook::of(self.now(), &self.path()).map_err(|fault| self.fault(fault))
    }

    /// The transitions so far.
    fn path(&self) -> Vec<Vec<EdgeInstance>> {
        let edges = |(event, _): &(Event, Concrete<'n>)| match event {
            Event::Delay(_) => None,
            Event::Transition(edges, _) => Some(edges.clone()),
        };
        self.events.iter().filter_map(edges).collect()
    }

    /// Takes a transition that some delays allow, and chooses all delays of the run anew: each transition happens as soon
    /// as it can.
    pub fn take_in_zone(&mut self, candidate: &Candidate) -> Result<(), StepError> {
        let mut path = self.path();
        path.push(candidate.edges.clone());
        self.follow(&earliest(self.network, &path)?)
    }

    /// Takes the last transition back and chooses all delays anew; false if there was none.
    pub fn undo_in_zone(&mut self) -> Result<bool, StepError> {
        let mut path = self.path();
        let some = path.pop().is_some();
        self.follow(&earliest(self.network, &path)?)?;
        Ok(some)
    }

    /// Goes a run from the start. If that fails, nothing has changed.
    fn follow(&mut self, run: &Run) -> Result<(), StepError> {
        let mut fresh =
            Simulator { network: self.network, initial: self.initial.clone(), events: Vec::new() };
        for step in &run.steps {
            fresh.delay(step.delay)?;
            fresh.take_edges(&step.transition)?;
        }
        *self = fresh;
        Ok(())
    }

    /// Lets time pass, if all invariants allow it for so long.
    pub fn delay(&mut self, delay: Rational) -> Result<(), StepError> {
        if delay == Rational::ZERO {
            return Ok(());
        }
        let mut next = self.now().clone();
        if !next.delay(delay).map_err(|fault| self.fault(fault))? {
            return Err(StepError::Impossible);
        }
        self.events.push((Event::Delay(delay), next));
        Ok(())
    }

    /// Takes a transition, now.
    pub fn take(&mut self, candidate: &Candidate) -> Result<(), StepError> {
        self.take_edges(&candidate.edges)
    }

    /// Takes the transition with these edges, now.
    pub fn take_edges(&mut self, edges: &[EdgeInstance]) -> Result<(), StepError> {
        let mut next = self.now().clone();
        let taken = next.take(edges).map_err(|fault| self.fault(fault))?;
        let channel = taken.ok_or(StepError::Impossible)?;
        self.events.push((Event::Transition(edges.to_vec(), channel), next));
        Ok(())
    }

    /// Takes the last delay or transition back; false if there is none.
    pub fn undo(&mut self) -> bool {
        self.events.pop().is_some()
    }

    /// Back to the start.
    pub fn restart(&mut self) {
        self.events.clear();
    }

    /// The run so far.
    #[must_use]
    pub fn run(&self) -> Run {
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

    fn fault(&self, fault: Fault) -> StepError {
        StepError::Fault(fault.kind.describe(self.network))
    }
}
