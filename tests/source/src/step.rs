//! Which edges are enabled, how they combine, and what they do, in one state.

use crate::explore::Alarm;
use crate::interpret::{Clocks, Machine, Stop};
use crate::program::{Binding, Program};
use crate::region::{Limits, Region};
use crate::tree::{Edge, Stay};
use crate::value::Value;

/// Where the processes are and what the variables hold.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The number of the location of each process.
    pub locations: Vec<usize>,
    /// The variables; those that are no part of the state as at the start.
    pub values: Vec<Value>,
}

/// An edge with its select variables bound.
#[derive(Clone, Debug)]
pub struct Bound<'m> {
    pub process: usize,
    pub edge: &'m Edge,
    /// The values of its select variables.
    pub chosen: Vec<i32>,
    /// The channel it uses, once it is known.
    pub channel: Option<usize>,
}

/// The edges of a state at given clock values.
pub struct Enabled<'m> {
    /// Those whose guards hold.
    pub ready: Vec<Bound<'m>>,
    /// Those whose guard or channel cannot be evaluated, and whether whoever looks at them must notice.
    pub invalid: Vec<(Bound<'m>, Alarm)>,
}

impl State {
    #[must_use]
    pub fn first(program: &Program<'_>) -> State {
        State {
            locations: vec![0; program.processes.len()],
            values: program.cells.iter().map(|cell| cell.initial.clone()).collect(),
        }
    }

    /// Something that evaluates in this state.
    #[must_use]
    pub fn machine<'p, 'm>(&'p self, program: &'p Program<'m>) -> Machine<'p, 'm> {
        Machine::new(program, &self.locations, self.values.clone())
    }

    fn stay(&self, program: &Program<'_>, process: usize) -> Stay {
        program.processes[process].template.locations[self.locations[process]].stay
    }

    /// Is the process at a committed location?
    #[must_use]
    pub fn is_committed(&self, program: &Program<'_>, process: usize) -> bool {
        self.stay(program, process) == Stay::Committed
    }

    /// Is any process at a committed location?
    #[must_use]
    pub fn has_committed(&self, program: &Program<'_>) -> bool {
        (0..self.locations.len()).any(|process| self.is_committed(program, process))
    }

    /// Do the locations let time pass?
    #[must_use]
    pub fn lets_time_pass(&self, program: &Program<'_>) -> bool {
        (0..self.locations.len()).all(|process| self.stay(program, process) == Stay::Normal)
    }

    /// All edges that leave the locations, for all values of their select variables.
    #[must_use]
    pub fn leaving<'m>(&self, program: &Program<'m>) -> Vec<Bound<'m>> {
        let mut all = Vec::new();
        for (number, process) in program.processes.iter().enumerate() {
            let here = self.locations[number];
            for edge in process.template.edges.iter().filter(|edge| edge.source == here) {
                let mut choices: Vec<Vec<i32>> = vec![Vec::new()];
                for (_, ty) in &edge.selects {
                    let range = program.types.range(ty);
                    let extended = choices.iter().flat_map(|values| {
                        let with = |value| values.iter().copied().chain([value]).collect();
                        range.clone().map(with)
                    });
                    choices = extended.collect();
                }
                all.extend(choices.into_iter().map(|chosen| Bound {
                    process: number,
                    edge,
                    chosen,
                    channel: None,
                }));
            }
        }
        all
    }

    /// The edges that are enabled, at these clock values.
    pub fn enabled<'m>(
        &self,
        program: &Program<'m>,
        region: &Region,
        limits: &mut Limits,
    ) -> Result<Enabled<'m>, Stop> {
        let mut enabled = Enabled { ready: Vec::new(), invalid: Vec::new() };
        let mut here = region.clone();
        // Guards change nothing, so one machine serves all of them.
        let mut machine = self.machine(program);
        machine.clocks = Clocks::Region(&mut here, limits);
        for mut bound in self.leaving(program) {
            machine.bind(&bound);
            match machine.offer(&bound) {
                Ok(None) => {}
                Ok(Some(channel)) => {
                    bound.channel = channel;
                    enabled.ready.push(bound);
                }
                Err(Stop::Fault) => enabled.invalid.push((bound, Alarm::Certain)),
                Err(Stop::ClockFault) => enabled.invalid.push((bound, Alarm::Possible)),
                Err(stop) => return Err(stop),
            }
        }
        Ok(enabled)
    }

    /// Can the guard or the channel of some edge be invalid, whatever the clocks are?
    pub fn may_be_invalid(&self, program: &Program<'_>) -> Result<bool, Stop> {
        for bound in self.leaving(program) {
            if bound.edge.guard.is_none() && bound.edge.sync.is_none() {
                continue;
            }
            let invalid = guess(|guesses| {
                let mut machine = self.machine(program);
                machine.clocks = Clocks::Guessed(guesses, 0);
                machine.bind(&bound);
                let result = machine.offer(&bound).map(|_| ());
                (result, machine.guessed())
            })?;
            if invalid {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Do all invariants hold at these clock values?
    pub fn is_allowed(
        &self,
        program: &Program<'_>,
        region: &Region,
        limits: &mut Limits,
    ) -> Result<bool, Stop> {
        let mut here = region.clone();
        let mut machine = self.machine(program);
        machine.clocks = Clocks::Region(&mut here, limits);
        machine.invariants(self)
    }

    /// Can some invariant be invalid, whatever the clocks are?
    pub fn may_be_disallowed(&self, program: &Program<'_>) -> Result<bool, Stop> {
        guess(|guesses| {
            let mut machine = self.machine(program);
            machine.clocks = Clocks::Guessed(guesses, 0);
            let result = machine.invariants(self).map(|_| ());
            (result, machine.guessed())
        })
    }

    /// Every way in which these edges combine to transitions: who begins comes first, receivers follow in
    /// the order of processes.
    #[must_use]
    pub fn combine<'b, 'm>(
        &self,
        program: &Program<'m>,
        ready: &'b [Bound<'m>],
    ) -> Vec<Vec<&'b Bound<'m>>> {
        let mut found = Vec::new();
        for first in ready {
            match (&first.edge.sync, first.channel) {
                (None, _) => found.push(vec![first]),
                (Some((_, true)), Some(channel)) => {
                    let others = receivers(program, ready, first, channel);
                    if program.channels[channel].broadcast {
                        found.extend(everybody(first, &others));
                    } else {
                        found.extend(others.concat().into_iter().map(|other| vec![first, other]));
                    }
                }
                _ => {}
            }
        }
        if self.has_committed(program) {
            found.retain(|edges: &Vec<&Bound<'m>>| {
                edges.iter().any(|bound| self.is_committed(program, bound.process))
            });
        }
        found
    }

    /// Does some urgent synchronisation, enabled by these edges, forbid to wait?
    #[must_use]
    pub fn is_urged(&self, program: &Program<'_>, ready: &[Bound<'_>]) -> bool {
        ready.iter().any(|first| match (&first.edge.sync, first.channel) {
            (Some((_, true)), Some(channel)) if program.channels[channel].urgent => {
                program.channels[channel].broadcast
                    || receivers(program, ready, first, channel).iter().any(|of| !of.is_empty())
            }
            _ => false,
        })
    }

    /// What a transition leads to.
    pub fn fire<'m>(
        &self,
        program: &Program<'m>,
        edges: &[&Bound<'m>],
        region: &Region,
        limits: &mut Limits,
    ) -> Result<(State, Region), Stop> {
        let mut region = region.clone();
        let mut machine = self.machine(program);
        machine.clocks = Clocks::Region(&mut region, limits);
        for update in &program.model.before {
            machine.run(update)?;
        }
        for bound in edges {
            machine.bind(bound);
            for update in &bound.edge.updates {
                machine.run(update)?;
            }
        }
        machine.process = None;
        machine.names.clear();
        for update in &program.model.after {
            machine.run(update)?;
        }
        let mut values = std::mem::take(&mut machine.values);
        for (value, cell) in values.iter_mut().zip(&program.cells) {
            if cell.meta {
                value.clone_from(&cell.initial);
            }
        }
        let mut locations = self.locations.clone();
        for bound in edges {
            locations[bound.process] = bound.edge.target;
        }
        let region = region.simplified(limits);
        Ok((State { locations, values }, region))
    }
}

/// The priority of a transition: of its channel, then of its processes.
#[must_use]
pub fn priority(program: &Program<'_>, edges: &[&Bound<'_>]) -> (i32, i32) {
    let channel = edges.first().and_then(|first| first.channel);
    let of_channel =
        channel.map_or(program.internal_priority, |channel| program.channels[channel].priority);
    let processes = edges.iter().map(|bound| program.processes[bound.process].priority);
    (of_channel, processes.max().unwrap_or(0))
}

fn receivers<'b, 'm>(
    program: &Program<'m>,
    ready: &'b [Bound<'m>],
    sender: &Bound<'m>,
    channel: usize,
) -> Vec<Vec<&'b Bound<'m>>> {
    let of = |process: usize| {
        let listens = |other: &&Bound<'m>| {
            other.process == process
                && process != sender.process
                && other.channel == Some(channel)
                && matches!(other.edge.sync, Some((_, false)))
        };
        ready.iter().filter(listens).collect()
    };
    (0..program.processes.len()).map(of).collect()
}

fn everybody<'b, 'm>(
    sender: &'b Bound<'m>,
    receivers: &[Vec<&'b Bound<'m>>],
) -> Vec<Vec<&'b Bound<'m>>> {
    let mut ways = vec![vec![sender]];
    for choices in receivers.iter().filter(|choices| !choices.is_empty()) {
        let extended = ways.iter().flat_map(|way| {
            choices.iter().map(move |choice| {
                let mut longer = way.clone();
                longer.push(choice);
                longer
            })
        });
        ways = extended.collect();
    }
    ways
}

/// Is an evaluation invalid for some answers to the comparisons it makes?
pub fn guess(mut evaluate: impl FnMut(&[bool]) -> (Result<(), Stop>, usize)) -> Result<bool, Stop> {
    /// Beyond this, nothing is said to be certain.
    const MOST: usize = 500;
    let mut waiting: Vec<Vec<bool>> = vec![Vec::new()];
    let mut tried = 0;
    while let Some(guesses) = waiting.pop() {
        tried += 1;
        if tried > MOST {
            return Ok(true);
        }
        let (result, used) = evaluate(&guesses);
        match result {
            Err(Stop::Fault | Stop::ClockFault) => return Ok(true),
            Err(stop) => return Err(stop),
            Ok(()) => {}
        }
        for position in guesses.len()..used {
            let mut other = guesses.clone();
            other.resize(position, false);
            other.push(true);
            waiting.push(other);
        }
    }
    Ok(false)
}

impl<'m> Machine<'_, 'm> {
    /// The names an edge knows.
    fn bind(&mut self, bound: &Bound<'m>) {
        self.rest();
        self.process = Some(bound.process);
        let names = bound.edge.selects.iter().zip(&bound.chosen);
        self.names =
            names.map(|((name, _), value)| (name.as_str(), Binding::Number(*value))).collect();
    }

    /// The channel an edge offers, if its guard holds.
    fn offer(&mut self, bound: &Bound<'m>) -> Result<Option<Option<usize>>, Stop> {
        if let Some(guard) = &bound.edge.guard
            && !self.truth(guard)?
        {
            return Ok(None);
        }
        let Some((channel, _)) = &bound.edge.sync else { return Ok(Some(None)) };
        match self.value(channel)? {
            Value::Chan(channel) => Ok(Some(Some(channel))),
            _ => Err(Stop::Senseless("no channel")),
        }
    }

    fn invariants(&mut self, state: &State) -> Result<bool, Stop> {
        let program = self.program();
        for (number, process) in program.processes.iter().enumerate() {
            let location = &process.template.locations[state.locations[number]];
            if let Some(invariant) = &location.invariant {
                self.process = Some(number);
                if !self.truth(invariant)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// How many comparisons were guessed.
    #[must_use]
    pub fn guessed(&self) -> usize {
        if let Clocks::Guessed(_, used) = self.clocks { used } else { 0 }
    }
}

/// Is an expression of a query invalid in a state, for some clock values?
pub fn query_may_be_invalid<'m>(
    program: &Program<'m>,
    state: &State,
    evaluate: impl Fn(&mut Machine<'_, 'm>) -> Result<(), Stop>,
) -> Result<bool, Stop> {
    guess(|guesses| {
        let mut machine = state.machine(program);
        machine.clocks = Clocks::Guessed(guesses, 0);
        let result = evaluate(&mut machine);
        (result, machine.guessed())
    })
}
