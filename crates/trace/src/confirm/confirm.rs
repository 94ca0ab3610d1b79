//! From transitions to a replayed run.

use std::ops::ControlFlow;

use network::eval::Fault;
use network::features::Features;
use network::guard::Difference;
use network::{ClockId, Goal, Network, Origin, Pricing};
use zones::{Rational, Zone};

use super::stuck;
use super::walk::Walk;
use crate::budget::Budget;
use crate::error::TraceError;
use engine::goal::GoalCode;
use engine::search::{PredicateRegion, RunEnd};
use engine::semantics::{ActiveClocks, Entry, Semantics, StepRef};
use program::{Compiler, Program};
use program::{Participant, State, Transition};
use reference::{Concrete, EdgeInstance, Ending, ReplayError, Run, replay, satisfies, stays};

/// How often a delay may pass from one part of a predicate to another before its run is given up.
const MOST_CROSSINGS: usize = 16;

/// Where a run may end in many zones, only so many are tried.
const MOST_PIECES: usize = 1 << 10;

/// How a run is meant to go on after its transitions.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// It arrives at the goal.
    Goal,
    /// It stays within the predicate and repeats its steps for ever.
    Loop(Stay, Ending),
    /// It stays within the predicate and may end like this.
    End(Stay, RunEnd),
    /// With this transition, whose evaluation is invalid, or with another evaluation that is.
    Fault(Vec<Participant>, Fault),
}

/// From where on a run stays within a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stay {
    /// From the state after this many transitions on.
    pub from: usize,
    /// Only from a moment on at which the first goal holds (`-->`); the predicate is the second.
    pub after_goal: bool,
}

/// Transitions, from where on they stay within a predicate, and where the loop begins that they are to close.
pub(super) type Timed<'a> = (&'a [Vec<EdgeInstance>], Option<Stay>, Option<usize>);

/// Confirms traces of one network: exact zones, then times, then replay.
pub struct Confirm<'n> {
    pub(super) network: &'n Network,
    pub(super) program: Program,
    active: ActiveClocks,
    pub(super) goals: Vec<Goal>,
    pub(super) codes: Vec<GoalCode>,
    pub(super) has_stopwatches: bool,
}

impl<'n> Confirm<'n> {
    /// Prepares for goals in normal form; none if the network cannot be compiled.
    #[must_use]
    pub fn new(network: &'n Network, goals: &[Goal]) -> Option<Confirm<'n>> {
        let mut compiler = Compiler::new(network);
        let parts = Program::compile(&mut compiler).ok()?;
        let codes =
            goals.iter().map(|goal| GoalCode::compile(goal, &mut compiler, Origin::NONE)).collect();
        let program = Program::assemble(parts, compiler);
        let locations: Vec<_> =
            network.processes.iter().map(|process| process.locations.len()).collect();
        let active = ActiveClocks::all(&locations, network.clock_count());
        let has_stopwatches = Features::of(network).stopwatches;
        Some(Confirm { network, program, active, goals: goals.to_vec(), codes, has_stopwatches })
    }

    /// The run of these transitions, confirmed by replaying it.
    pub fn run(
        &self,
        transitions: &[Vec<Participant>],
        wanted: &Wanted,
        budget: &mut Budget<'_>,
    ) -> Result<Run, TraceError> {
        let edges: Vec<_> = transitions.iter().map(|step| self.instances(step)).collect();
        match wanted {
            Wanted::Goal if self.goals.iter().any(Goal::has_deadlock) => {
                let last = self.follow(transitions, budget)?;
                let pieces = self.goal_pieces(&last, budget)?;
                self.first_of((&edges, None, None), &pieces, budget, |times, budget| {
                    self.arriving(&edges, times, budget)
                })
            }
            Wanted::Goal => match self.arriving_soonest(&edges, true, budget) {
                // A guard is invalid where the run ends: no time passes there. It has to pass before.
                Err(TraceError::Replay(ReplayError::Fault(step, _))) if step == edges.len() => {
                    self.arriving_soonest(&edges, false, budget)
                }
                run => run,
            },
            Wanted::Loop(stay, ending) => self.repeating(&edges, *stay, ending, budget),
            Wanted::End(stay, end) => {
                let last = self.follow(transitions, budget)?;
                let pieces = self.end_pieces((*stay, *end), &last, budget)?;
                let path = (edges.as_slice(), Some(*stay), None);
                let run = self.first_of(path, &pieces, budget, |times, budget| {
                    self.ending(&edges, times, (*stay, *end), budget)
                });
                match run {
                    // Not all of them were tried.
                    Err(TraceError::NoTimes) if pieces.len() >= MOST_PIECES => {
                        Err(TraceError::GaveUp)
                    }
                    run => run,
                }
            }
            Wanted::Fault(transition, fault) => {
                self.failing(&edges, (&self.instances(transition), fault), budget)
            }
        }
    }

    /// The run of these transitions to the goal, each as soon as it can be. Perhaps time passes after the last.
    fn arriving_soonest(
        &self,
        edges: &[Vec<EdgeInstance>],
        waits: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Run, TraceError> {
        let mut walk = Walk::new(self, 0);
        walk.steps(edges, None, budget)?;
        if waits {
            walk.pass()?
        } else {
            walk.mark()
        }
        walk.arrive(self.codes.first().ok_or(TraceError::GoalMissed)?)?;
        self.arriving(edges, &walk.solve(budget)?, budget)
    }

    /// The cheapest run of these transitions to the goal, confirmed by replaying it, and the infimum of what such
    /// runs cost.
    pub fn cheapest(
        &self,
        transitions: &[Vec<Participant>],
        pricing: Pricing<'n>,
        budget: &mut Budget<'_>,
    ) -> Result<(Run, i64), TraceError> {
        let edges: Vec<_> = transitions.iter().map(|step| self.instances(step)).collect();
        let mut walk = Walk::priced(self, pricing);
        walk.steps(&edges, None, budget)?;
        walk.pass()?;
        walk.arrive(self.codes.first().ok_or(TraceError::GoalMissed)?)?;
        let (times, infimum) = walk.cheapest(budget)?;
        Ok((self.arriving(&edges, &times, budget)?, infimum))
    }

    /// The run of these transitions, each as soon as it can be, confirmed by replaying it.
    pub fn along(
        &self,
        transitions: &[Vec<EdgeInstance>],
        budget: &mut Budget<'_>,
    ) -> Result<Run, TraceError> {
        let mut walk = Walk::new(self, 0);
        walk.steps(transitions, None, budget)?;
        walk.pass()?;
        self.replayed(transitions, &walk.solve(budget)?, Ending::Arrives, budget)
    }

    /// Are there times for these transitions? Where that takes too long to find out, there may be.
    pub fn is_feasible(
        &self,
        transitions: &[Vec<EdgeInstance>],
        budget: &mut Budget<'_>,
    ) -> Result<bool, TraceError> {
        let mut walk = Walk::new(self, 0);
        walk.steps(transitions, None, budget)?;
        match walk.solve(budget) {
            Ok(_) | Err(TraceError::GaveUp) => Ok(true),
            Err(TraceError::NoTimes) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The run at these moments, if the definition agrees that it arrives at the goal.
    fn arriving(
        &self,
        edges: &[Vec<EdgeInstance>],
        times: &[Rational],
        budget: &mut Budget<'_>,
    ) -> Result<Run, TraceError> {
        let run = self.replayed(edges, times, Ending::Arrives, budget)?;
        let mut arrives = satisfies(self.network, &run, &self.goals[0])?;
        // With stopped clocks, what zones say of deadlocks is approximate.
        if arrives && self.goals[0].has_deadlock() && self.has_stopwatches {
            let mut state = Concrete::of(self.network, run.last());
            if let Ending::Arrives(delay) = run.ending {
                state.delay(delay)?;
            }
            arrives = stuck::satisfies(&mut state, &self.goals[0])?;
        }
        if arrives { Ok(run) } else { Err(TraceError::GoalMissed) }
    }

    pub(super) fn semantics(&self) -> Semantics<'_> {
        Semantics::new(&self.program, self.network, &self.active)
    }

    /// The edges of a transition.
    #[must_use]
    pub fn instances(&self, transition: &Transition) -> Vec<EdgeInstance> {
        let instance = |each: &Participant| {
            let code = self.program.edge(each.process, each.edge);
            EdgeInstance {
                process: network::ProcessId(each.process),
                edge: code.edge,
                bindings: code.bindings.to_vec(),
            }
        };
        transition.iter().map(instance).collect()
    }

    /// The exact states after the transitions: several where a zone had to be split.
    fn follow(
        &self,
        transitions: &[Vec<Participant>],
        budget: &mut Budget<'_>,
    ) -> Result<Vec<State>, TraceError> {
        let mut semantics = self.semantics();
        // Whether a run is real is found out later; how precise delays are takes longer than all else.
        semantics.approximated = true;
        let initial = semantics.initial(self.network, Entry::Delayed)?;
        let mut states: Vec<State> = initial.into_iter().collect();
        for (number, wanted) in transitions.iter().enumerate() {
            let mut next = Vec::new();
            for state in &states {
                budget.check()?;
                let mut collect = |step: StepRef<'_>, state: &mut State| {
                    if step.transition == wanted.as_slice() {
                        next.push(state.clone());
                    }
                    Ok(ControlFlow::Continue(()))
                };
                // What another transition does wrong is not the matter of this one.
                let done = semantics.successors(state, Entry::Delayed, &mut collect);
                if next.is_empty() {
                    let _ = done?;
                }
            }
            if next.is_empty() {
                return Err(TraceError::Infeasible(number));
            }
            states = next;
        }
        Ok(states)
    }

    fn goal_pieces(
        &self,
        last: &[State],
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Zone>, TraceError> {
        let goal = self.codes.first().ok_or(TraceError::GoalMissed)?;
        let mut semantics = self.semantics();
        semantics.alarm = budget.alarm();
        let mut pieces = Vec::new();
        for state in last {
            semantics.load(&state.cells);
            pieces.extend(goal.pieces(&mut semantics, state)?);
        }
        Ok(pieces)
    }

    /// The predicate a run must stay within.
    pub(super) fn predicate(&self, stay: Stay) -> &GoalCode {
        &self.codes[usize::from(stay.after_goal)]
    }

    /// The run, if the definition agrees that it stays within the predicate. (After a goal it does so from
    /// some moment of the first delay on, which a run does not tell.)
    pub(super) fn staying(
        &self,
        stay: Stay,
        run: Run,
        budget: &mut Budget<'_>,
    ) -> Result<Run, TraceError> {
        let from = stay.from + usize::from(stay.after_goal);
        let predicate = &self.goals[usize::from(stay.after_goal)];
        let stays = stays(self.network, &run, (from, predicate), &mut || budget.allows())?;
        budget.check()?;
        if stays { Ok(run) } else { Err(TraceError::Left) }
    }

    /// The valuations in which a maximal run may end like this.
    fn end_pieces(
        &self,
        (stay, end): (Stay, RunEnd),
        last: &[State],
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Zone>, TraceError> {
        let mut semantics = self.semantics();
        semantics.alarm = budget.alarm();
        let mut pieces = Vec::new();
        for state in last {
            let around = PredicateRegion::of(
                &mut semantics,
                self.predicate(stay),
                &state.cells,
                Some(&state.zone),
            )?;
            let Some(around) = around else { continue };
            match end {
                RunEnd::Delay => {
                    let endless = around.endless();
                    pieces.extend(endless.filter_map(|piece| piece.intersection(&state.zone)));
                }
                RunEnd::Stuck => {
                    let mut stuck = around.stuck(&mut semantics, state)?;
                    while let Some(zone) = stuck.next(|| semantics.alarm.heed())? {
                        let parts =
                            around.pieces.iter().filter_map(|piece| zone.intersection(piece));
                        pieces.extend(parts);
                        if pieces.len() >= MOST_PIECES {
                            break;
                        }
                    }
                }
            }
        }
        Ok(pieces)
    }

    /// The first piece for which times exist and `make` succeeds.
    fn first_of(
        &self,
        path: Timed<'_>,
        pieces: &[Zone],
        budget: &mut Budget<'_>,
        make: impl Fn(&[Rational], &mut Budget<'_>) -> Result<Run, TraceError>,
    ) -> Result<Run, TraceError> {
        let mut problem = TraceError::GoalMissed;
        for piece in pieces {
            budget.check()?;
            match self.times(path, Some(piece), budget).and_then(|times| make(&times, budget)) {
                Ok(run) => return Ok(run),
                // If one is left open, all is.
                Err(TraceError::NoTimes) if problem != TraceError::GoalMissed => {}
                Err(error) => problem = error,
            }
        }
        Err(problem)
    }

    /// Moments for the start, each transition, and the end, which is in the piece if there is one. Delays that stay within
    /// one piece of the predicate nearly always do.
    pub(super) fn times(
        &self,
        (edges, stay, closing): Timed<'_>,
        piece: Option<&Zone>,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Rational>, TraceError> {
        let crossings = if stay.is_some() { &[0, 1, MOST_CROSSINGS][..] } else { &[0] };
        let mut problem = TraceError::NoTimes;
        for crossings in crossings {
            let mut walk = Walk::new(self, *crossings);
            if let Some(from) = closing {
                walk = walk.closing(from);
            }
            walk.steps(edges, stay, budget)?;
            walk.pass()?;
            piece.iter().for_each(|piece| walk.require(&constraints_of(piece)));
            walk.stay_until_now();
            match walk.solve(budget) {
                Ok(times) => return Ok(times),
                Err(TraceError::NoTimes) if walk.most_pieces > MOST_CROSSINGS + 1 => {
                    problem = TraceError::GaveUp;
                }
                Err(error) => problem = error,
            }
        }
        Err(problem)
    }

    /// Replays the transitions at these moments; the last moment is the end.
    pub(super) fn replayed(
        &self,
        edges: &[Vec<EdgeInstance>],
        times: &[Rational],
        ending: impl FnOnce(Rational) -> Ending,
        budget: &mut Budget<'_>,
    ) -> Result<Run, TraceError> {
        let overflow = TraceError::Replay(ReplayError::Arithmetic);
        let delays: Option<Vec<_>> =
            times.windows(2).map(|pair| pair[1].checked_sub(pair[0])).collect();
        let delays = delays.ok_or(overflow)?;
        let steps: Vec<_> = delays.iter().copied().zip(edges.iter().cloned()).collect();
        let last = delays.last().copied().unwrap_or(Rational::ZERO);
        let run = replay(self.network, &steps, ending(last), &mut || budget.allows());
        budget.check()?;
        run.map_err(TraceError::Replay)
    }
}

/// A zone over all clocks as constraints.
pub(super) fn constraints_of(zone: &Zone) -> Vec<Difference> {
    let clock = |row: usize| row.checked_sub(1).map(ClockId::at);
    let mut constraints = Vec::new();
    for i in 0..zone.dim() {
        for j in (0..zone.dim()).filter(|j| *j != i) {
            let bound = zone.get(i, j);
            if let Some(limit) = bound.limit() {
                let strict = bound.is_strict();
                constraints.push(Difference {
                    left: clock(i),
                    right: clock(j),
                    strict,
                    bound: limit,
                });
            }
        }
    }
    constraints
}
