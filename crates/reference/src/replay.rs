//! Re-executing a run by the definition.

use std::fmt;

use network::eval::Fault;
use network::{ChannelId, LocationKind, Network, Storage};
use zones::Rational;

use super::discrete::{Discrete, EdgeInstance};
use super::run::{Ending, Run, RunStep, Snapshot};
use super::transitions::{Candidate, candidate_of, candidates_at};
use super::valuation::Valuation;

/// Why a run is not one.
#[derive(Clone, PartialEq, Debug)]
pub enum ReplayError {
    /// The invariants do not hold at the start.
    Start,
    /// The delay before this step is not possible.
    Delay(usize),
    /// This transition is not possible.
    Transition(usize),
    /// An invalid evaluation in this step.
    Fault(usize, Fault),
    /// The run does not end as it says.
    Ending,
    /// A number left 64 bits.
    Arithmetic,
    /// Somebody did not want to go on after so many steps.
    Stopped(usize),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Start => write!(f, "the invariants do not hold at the start"),
            ReplayError::Delay(step) => write!(f, "the delay before step {step} is not possible"),
            ReplayError::Transition(step) => write!(f, "transition {step} is not possible"),
            ReplayError::Fault(step, fault) => write!(f, "step {step} faults: {fault}"),
            ReplayError::Ending => write!(f, "the run does not end as it claims"),
            ReplayError::Stopped(steps) => write!(f, "replaying was stopped after {steps} steps"),
            ReplayError::Arithmetic => write!(f, "the numbers of the run are too large"),
        }
    }
}

impl std::error::Error for ReplayError {}

/// A concrete state that can move.
#[derive(Clone, Debug)]
pub struct Concrete<'n> {
    pub discrete: Discrete<'n>,
    pub valuation: Valuation,
    /// Time since the start.
    pub time: Rational,
}

impl<'n> Concrete<'n> {
    /// The initial state, whether or not its invariants hold.
    #[must_use]
    pub fn initial(network: &'n Network) -> Concrete<'n> {
        Concrete {
            discrete: Discrete::initial(network),
            valuation: Valuation::initial(network),
            time: Rational::ZERO,
        }
    }

    /// The state that was kept as a value.
    #[must_use]
    pub fn of(network: &'n Network, kept: &Snapshot) -> Concrete<'n> {
        let mut discrete = Discrete::initial(network);
        discrete.locations.clone_from(&kept.locations);
        discrete.memory[..kept.memory.len()].copy_from_slice(&kept.memory);
        let valuation = Valuation { clocks: kept.clocks.clone() };
        Concrete { discrete, valuation, time: kept.time }
    }

    /// The state as a value.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        let network = self.discrete.network;
        let carried = network.slots_in(Storage::State) + network.slots_in(Storage::Meta);
        Snapshot {
            locations: self.discrete.locations.clone(),
            memory: self.discrete.memory[..carried].to_vec(),
            clocks: self.valuation.clocks.clone(),
            time: self.time,
        }
    }

    /// Do the invariants hold?
    pub fn is_valid(&mut self) -> Result<bool, Fault> {
        let invariants = self.discrete.invariants()?;
        Ok(invariants.is_some_and(|all| self.valuation.satisfies_all(&all)))
    }

    /// The first process whose invariant does not hold, by number.
    pub fn violated(&mut self) -> Result<Option<usize>, Fault> {
        for process in 0..self.discrete.network.processes.len() {
            let holds = self.discrete.invariant(process)?;
            if !holds.is_some_and(|bounds| self.valuation.satisfies_all(&bounds)) {
                return Ok(Some(process));
            }
        }
        Ok(None)
    }

    /// May time pass here at all, as far as urgency goes?
    ///
    /// It may not at urgent or committed locations, nor while a synchronisation on an urgent channel is
    /// enabled, whatever its target invariant.
    pub fn may_delay(&mut self) -> Result<bool, Fault> {
        let processes = 0..self.discrete.network.processes.len();
        let mut kinds = processes.map(|process| self.discrete.is_at(process, LocationKind::Normal));
        if !kinds.all(|normal| normal) {
            return Ok(false);
        }
        // Waiting asks for urgent synchronisations only: where there are none, no guard is evaluated.
        if !self.discrete.network.channels.iter().any(|channel| channel.urgent) {
            return Ok(true);
        }
        // A listener whose guard holds comes along, so it is enough to look at what is possible now.
        let now = candidates_at(&mut self.discrete, &self.valuation)?;
        Ok(!now.iter().any(|candidate| candidate.urgent))
    }

    /// Lets time pass if the invariants and urgency allow; false if they do not. Invariants are convex,
    /// so it is enough that they hold before and after.
    pub fn delay(&mut self, delay: Rational) -> Result<bool, Fault> {
        if delay == Rational::ZERO {
            return Ok(true);
        }
        if delay < Rational::ZERO || !self.may_delay()? {
            return Ok(false);
        }
        let stopped = self.discrete.stopped()?;
        let later = self.valuation.after(delay, &stopped);
        let (Some(valuation), Some(time)) = (later, self.time.checked_add(delay)) else {
            return Ok(false);
        };
        self.valuation = valuation;
        self.time = time;
        self.is_valid()
    }

    /// The transitions possible right now, target invariants and priorities included, with the states
    /// they lead to.
    pub fn transitions(&mut self) -> Result<Vec<(Candidate, Concrete<'n>)>, Fault> {
        let mut possible = Vec::new();
        for candidate in candidates_at(&mut self.discrete, &self.valuation)? {
            if let Some(after) = self.after(&candidate)? {
                possible.push((candidate, after));
            }
        }
        let highest = possible.iter().map(|(candidate, _)| candidate.priority).max();
        possible.retain(|(candidate, _)| Some(candidate.priority) == highest);
        Ok(possible)
    }

    /// The state after a candidate, if its guards hold and the target invariants do; priorities are not
    /// considered.
    pub fn after(&self, candidate: &Candidate) -> Result<Option<Concrete<'n>>, Fault> {
        let holds = |all: &Vec<_>| self.valuation.satisfies_all(all);
        if !holds(&candidate.constraints) || candidate.excluded.iter().any(holds) {
            return Ok(None);
        }
        let mut after = self.clone();
        for write in after.discrete.fire(&candidate.edges)? {
            if !after.valuation.write(&write) {
                let (clock, value) = (write.clock, write.value);
                let kind = network::FaultKind::NegativeClock { clock, value };
                return Err(Fault { kind, origin: network::Origin::NONE });
            }
        }
        Ok(after.is_valid()?.then_some(after))
    }

    /// Takes a transition; its channel, or nothing if it is not possible.
    pub fn take(&mut self, edges: &[EdgeInstance]) -> Result<Option<Option<ChannelId>>, Fault> {
        let all = candidates_at(&mut self.discrete, &self.valuation)?;
        let Some(chosen) = all.iter().find(|candidate| candidate.edges == edges) else {
            return Ok(None);
        };
        let Some(after) = self.after(chosen)? else { return Ok(None) };
        let mut higher = all.iter().filter(|other| other.priority > chosen.priority);
        if higher.any(|other| matches!(self.after(other), Ok(Some(_)))) {
            return Ok(None);
        }
        *self = after;
        Ok(Some(chosen.channel))
    }
}

/// Re-executes steps and an ending from the initial state, filling in the states on the way.
///
/// Of a loop, one round has been replayed; whether it can go on for ever is not decided here. The end of
/// a run that is stuck is checked to allow no transition. `go_on` is asked before each step.
pub fn replay(
    network: &Network,
    steps: &[(Rational, Vec<EdgeInstance>)],
    ending: Ending,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Run, ReplayError> {
    let mut state = Concrete::initial(network);
    let fault = |step: usize| move |fault: Fault| ReplayError::Fault(step, fault);
    if !state.is_valid().map_err(fault(0))? {
        return Err(ReplayError::Start);
    }
    let start = state.snapshot();
    let mut done = Vec::with_capacity(steps.len());
    for (number, (delay, edges)) in steps.iter().enumerate() {
        if !go_on() {
            return Err(ReplayError::Stopped(number));
        }
        if !state.delay(*delay).map_err(fault(number))? {
            return Err(ReplayError::Delay(number));
        }
        let taken = state.take(edges).map_err(fault(number))?;
        let channel = taken.ok_or(ReplayError::Transition(number))?;
        let transition = edges.clone();
        done.push(RunStep { delay: *delay, transition, channel, after: state.snapshot() });
    }
    finish(&mut state, &ending, steps.len())?;
    Ok(Run { start, steps: done, ending })
}

fn finish(state: &mut Concrete<'_>, ending: &Ending, steps: usize) -> Result<(), ReplayError> {
    let fault = |fault: Fault| ReplayError::Fault(steps, fault);
    match ending {
        Ending::Arrives(delay) => {
            if !state.delay(*delay).map_err(fault)? {
                return Err(ReplayError::Delay(steps));
            }
        }
        Ending::Stuck(delay) => {
            if !state.delay(*delay).map_err(fault)? {
                return Err(ReplayError::Delay(steps));
            }
            if !state.transitions().map_err(fault)?.is_empty() {
                return Err(ReplayError::Ending);
            }
        }
        Ending::Repeats { from, .. } => {
            if *from > steps {
                return Err(ReplayError::Ending);
            }
        }
        Ending::DelaysForever => {
            if !state.may_delay().map_err(fault)? {
                return Err(ReplayError::Ending);
            }
        }
        Ending::Fails { delay, transition } => {
            if !state.delay(*delay).map_err(fault)? {
                return Err(ReplayError::Delay(steps));
            }
            let faults = match candidate_of(&mut state.discrete, transition) {
                Err(_) => true,
                Ok(None) => false,
                Ok(Some(candidate)) => match state.after(&candidate) {
                    Err(_) => true,
                    Ok(None) => false,
                    // Whether and how time passes afterwards cannot be told.
                    Ok(Some(mut after)) => {
                        after.may_delay().is_err() || after.discrete.stopped().is_err()
                    }
                },
            };
            if !faults {
                return Err(ReplayError::Ending);
            }
        }
    }
    Ok(())
}
