//! All states a model can be in: locations and variables, each with a region of clock values.
//!
//! Nothing is clever here. Time leads from region to region; every transition is found by trying all edges,
//! in every region anew.
//!
//! *Faults.* An evaluation that is invalid leads nowhere and marks the node. [`Alarm::Certain`]: whoever gets
//! as far as this node evaluates it. [`Alarm::Possible`]: it depends on what is evaluated first, as for a clock
//! comparison before an index, a receiver without a sender, an edge behind a committed location or a
//! higher priority.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use crate::interpret::Stop;
use crate::program::Program;
use crate::region::{Limits, Region};
use crate::step::{Bound, Enabled, State, priority};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Alarm {
    /// It may be met.
    Possible,
    Certain,
}

/// A state with a region, and where it leads.
#[derive(Clone, Debug)]
pub struct Node {
    /// The number of the state.
    pub state: usize,
    pub region: Region,
    /// Where time leads, perhaps back here.
    pub delay: Option<usize>,
    pub actions: Vec<usize>,
    pub alarm: Option<Alarm>,
}

/// Everything that can be reached; node 0 is where it starts.
pub struct Graph<'p, 'm> {
    pub program: &'p Program<'m>,
    pub nodes: Vec<Node>,
    pub states: Vec<State>,
    /// Up to where clocks matter.
    pub limits: Limits,
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GivesUp {
    /// Too many nodes, or steps.
    TooLarge,
    /// The start is not allowed.
    NoStart,
    /// The text has no meaning: a mistake of the generator.
    Senseless(&'static str),
}

/// Constants larger than this are not explored.
const LARGEST: i32 = 60;

impl<'p, 'm> Graph<'p, 'm> {
    /// Explores everything, unless there are more nodes than that.
    pub fn explore(
        program: &'p Program<'m>,
        mut limits: Limits,
        most: usize,
    ) -> Result<Graph<'p, 'm>, GivesUp> {
        loop {
            let mut explorer = Explorer::new(program, limits);
            match explorer.run(most) {
                Ok(()) => return Ok(explorer.graph),
                Err(Halt::GivesUp(why)) => return Err(why),
                Err(Halt::Stop(Stop::Raised)) => {
                    limits = explorer.graph.limits;
                    if limits.of.iter().any(|limit| *limit > LARGEST) {
                        return Err(GivesUp::TooLarge);
                    }
                }
                Err(Halt::Stop(Stop::Endless)) => return Err(GivesUp::TooLarge),
                Err(Halt::Stop(Stop::Fault | Stop::ClockFault)) => return Err(GivesUp::NoStart),
                Err(Halt::Stop(Stop::Senseless(what))) => return Err(GivesUp::Senseless(what)),
            }
        }
    }

    /// All successors of a node.
    pub fn successors(&self, node: usize) -> impl Iterator<Item = usize> {
        let node = &self.nodes[node];
        node.delay.into_iter().chain(node.actions.iter().copied())
    }
}

enum Halt {
    Stop(Stop),
    GivesUp(GivesUp),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stop(stop)
    }
}

/// What can be invalid in a state whatever the clocks are.
#[derive(Clone, Copy)]
struct Risks {
    edges: bool,
    invariants: bool,
}

struct Explorer<'p, 'm> {
    graph: Graph<'p, 'm>,
    risks: Vec<Risks>,
    state_numbers: FxHashMap<State, usize>,
    node_numbers: FxHashMap<(usize, Region), usize>,
}

impl<'p, 'm> Explorer<'p, 'm> {
    fn new(program: &'p Program<'m>, mut limits: Limits) -> Explorer<'p, 'm> {
        limits.of.resize(program.clocks.len(), -1);
        Explorer {
            graph: Graph { program, nodes: Vec::new(), states: Vec::new(), limits },
            risks: Vec::new(),
            state_numbers: FxHashMap::default(),
            node_numbers: FxHashMap::default(),
        }
    }

    fn run(&mut self, most: usize) -> Result<(), Halt> {
        let program = self.graph.program;
        let first = State::first(program);
        let region = program.first_region(&self.graph.limits);
        match first.is_allowed(program, &region, &mut self.graph.limits) {
            Ok(true) => {}
            Err(stop @ (Stop::Raised | Stop::Senseless(_))) => return Err(stop.into()),
            _ => return Err(Halt::GivesUp(GivesUp::NoStart)),
        }
        let state = self.state(first)?;
        if self.risks[state].invariants {
            return Err(Halt::GivesUp(GivesUp::NoStart));
        }
        self.node(state, region);
        let mut next = 0;
        while next < self.graph.nodes.len() {
            if self.graph.nodes.len() > most {
                return Err(Halt::GivesUp(GivesUp::TooLarge));
            }
            self.expand(next)?;
            next += 1;
        }
        Ok(())
    }

    fn state(&mut self, state: State) -> Result<usize, Stop> {
        if let Some(number) = self.state_numbers.get(&state) {
            return Ok(*number);
        }
        let number = self.graph.states.len();
        let edges = state.may_be_invalid(self.graph.program)?;
        let invariants = state.may_be_disallowed(self.graph.program)?;
        self.risks.push(Risks { edges, invariants });
        self.graph.states.push(state.clone());
        self.state_numbers.insert(state, number);
        Ok(number)
    }

    fn node(&mut self, state: usize, region: Region) -> usize {
        match self.node_numbers.entry((state, region)) {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(free) => {
                let number = self.graph.nodes.len();
                let region = free.key().1.clone();
                free.insert(number);
                let (delay, actions, alarm) = (None, Vec::new(), None);
                self.graph.nodes.push(Node { state, region, delay, actions, alarm });
                number
            }
        }
    }

    fn expand(&mut self, node: usize) -> Result<(), Stop> {
        let Node { state, region, .. } = self.graph.nodes[node].clone();
        let here = self.graph.states[state].clone();
        let enabled = here.enabled(self.graph.program, &region, &mut self.graph.limits)?;
        let mut alarm = self.risks[state].edges.then_some(Alarm::Possible);
        alarm = alarm.max(self.guard_alarm(&here, &enabled));
        alarm = alarm.max(self.actions(node, &here, &region, &enabled)?);
        if !here.is_urged(self.graph.program, &enabled.ready) {
            alarm = alarm.max(self.delay(node, &here, &region)?);
        }
        self.graph.nodes[node].alarm = alarm;
        Ok(())
    }

    /// A guard or channel that cannot be evaluated is certain to be met if the edge could begin a
    /// transition, and possible otherwise.
    fn guard_alarm(&self, here: &State, enabled: &Enabled<'m>) -> Option<Alarm> {
        let program = self.graph.program;
        let level = |(bound, alarm): &(Bound<'_>, Alarm)| {
            let free = !here.has_committed(program) || here.is_committed(program, bound.process);
            let begins = !matches!(bound.edge.sync, Some((_, false)));
            if free && begins { *alarm } else { Alarm::Possible }
        };
        enabled.invalid.iter().map(level).max()
    }

    /// Of the transitions that lead somewhere, those of the highest priority count.
    fn actions(
        &mut self,
        node: usize,
        here: &State,
        region: &Region,
        enabled: &Enabled<'m>,
    ) -> Result<Option<Alarm>, Stop> {
        let program = self.graph.program;
        let mut found: Vec<((i32, i32), usize, Region)> = Vec::new();
        let mut invalid: Vec<(i32, i32)> = Vec::new();
        let mut alarm = None;
        for edges in here.combine(program, &enabled.ready) {
            let priority = priority(program, &edges);
            let fired = here.fire(program, &edges, region, &mut self.graph.limits);
            let allowed = fired.and_then(|(target, region)| {
                let target = self.state(target)?;
                // Invariants are evaluated one after the other; what clocks forbid may come first.
                if self.risks[target].invariants {
                    alarm = alarm.max(Some(Alarm::Possible));
                }
                let Graph { states, limits, .. } = &mut self.graph;
                let allowed = states[target].is_allowed(program, &region, limits)?;
                Ok(allowed.then_some((target, region)))
            });
            match allowed {
                Ok(None) => {}
                Ok(Some((target, region))) => found.push((priority, target, region)),
                Err(Stop::Fault) => invalid.push(priority),
                Err(Stop::ClockFault) => alarm = alarm.max(Some(Alarm::Possible)),
                Err(stop) => return Err(stop),
            }
        }
        let highest = found.iter().map(|(priority, ..)| *priority).max();
        found.retain(|(priority, ..)| Some(*priority) == highest);
        let mut targets: Vec<usize> =
            found.into_iter().map(|(_, target, region)| self.node(target, region)).collect();
        targets.sort_unstable();
        targets.dedup();
        self.graph.nodes[node].actions = targets;
        let of = |priority: &(i32, i32)| {
            let met = highest.is_none_or(|highest| *priority >= highest);
            if met { Alarm::Certain } else { Alarm::Possible }
        };
        Ok(alarm.max(invalid.iter().map(of).max()))
    }

    /// Time passes to the next region, unless a location, an invariant or an urgent synchronisation forbids
    /// it. A synchronisation that becomes enabled at a first moment does not forbid to wait for it; one
    /// that becomes enabled without a first moment does.
    fn delay(&mut self, node: usize, here: &State, region: &Region) -> Result<Option<Alarm>, Stop> {
        let program = self.graph.program;
        if !here.lets_time_pass(program) {
            return Ok(None);
        }
        let later = region.later(&self.graph.limits);
        if !later.is_moment() {
            let enabled = here.enabled(program, &later, &mut self.graph.limits)?;
            if here.is_urged(program, &enabled.ready) {
                return Ok(None);
            }
        }
        match here.is_allowed(program, &later, &mut self.graph.limits) {
            Ok(true) => {
                let state = self.graph.nodes[node].state;
                let later = self.node(state, later);
                self.graph.nodes[node].delay = Some(later);
                Ok(None)
            }
            Ok(false) => Ok(None),
            Err(Stop::Fault) => Ok(Some(Alarm::Certain)),
            Err(Stop::ClockFault) => Ok(Some(Alarm::Possible)),
            Err(stop) => Err(stop),
        }
    }
}
