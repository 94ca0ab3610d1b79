//! Formulas of branching time on models with clocks, and games: by fixpoints over federations of zones.

use std::sync::Arc;
use std::time::Instant;

use branching::of_nothing;
use branching::timed::{Sets, Strategy, Trouble, reaching, satisfying, staying};
use network::{Along, Formula, Goal, Network};
use zones::Federation;

use super::branching::{Goals, Sought};
use super::claims::take_apart;
use super::decided::ends;
use super::reachability::with_time;
use super::witness;
use crate::arena::{
    ArenaHalt, ControlStrategy, GameEnds, TimedGraph, Unfinished, explore, fault_run, run_into,
};
use crate::controlled::{Afterwards, Controlled, controlled};
use crate::plan::{Plan, PlanError, SymmetryPlan};
use crate::prepared::{ClockWish, Prepared};
use crate::trace::{Budget, TraceError};
use crate::verdict::{Answer, Claim, RuntimeFault, Stats, Undecided, Verdict};
use engine::watch::{Progress, StopReason, Watch};

/// Does the initial state satisfy a formula?
pub(super) fn satisfied(
    network: &Network,
    formula: &Formula,
    plan: Plan,
    watch: &mut dyn Watch,
) -> Result<Answer, PlanError> {
    satisfied_beside(network, (formula, None), plan, watch).map(|(answer, _)| answer)
}

/// The same. With predicates beside the formula, also the model under the strategy, with what may happen after the game is
/// won; it tells the values of the clocks that these predicates are about.
pub(super) fn satisfied_beside(
    network: &Network,
    (formula, beside): (&Formula, Option<&[Goal]>),
    plan: Plan,
    watch: &mut dyn Watch,
) -> Result<(Answer, Option<Controlled>), PlanError> {
    let started = Instant::now();
    let game = match formula {
        Formula::Control(along) if witness::is_wanted(&plan) => Some(along),
        _ => None,
    };
    // A strategy is told for every process by its name, and with the values of all variables.
    let plan = match game {
        Some(_) => Plan { symmetry: SymmetryPlan::off(), dead_variables: false, ..plan },
        None => plan,
    };
    let goals = Goals::of(formula);
    let timers = Timers::of(formula, network);
    let network = timers.network.as_ref().unwrap_or(network);
    let more = beside.unwrap_or_default();
    let all: Vec<Goal> = goals.normal.iter().chain(more).cloned().collect();
    let prepared =
        Prepared::new(network, &all, &[], &timers.wishes, &plan)?.with_alarm(watch.alarm());
    let ends = ends(formula, &goals)
        .map(|ends| GameEnds { won_is_over: ends.won_is_over && beside.is_none(), ..ends });
    let found = match explore(&prepared, &plan, (&timers.clocks, ends), watch) {
        Ok(found) => found,
        Err(unfinished) => {
            let stats = figures(unfinished.progress, 0, started);
            let halted = halted(&prepared, &goals.normal, plan, (*unfinished, stats), watch);
            return Ok((halted, None));
        }
    };
    let timers = timers.clocks.len();
    let mut decide = Deciding { found: &found, formula, goals: &goals, timers, stopped: None };
    let decided = decide.all(watch);
    let mut stats = figures(found.progress, found.discrete_states, started);
    stats.zones = found.places().count() as u64;
    let (holds, shown) = match decided {
        Ok(decided) => decided,
        Err(trouble) => {
            let why = undecided(trouble, decide.stopped);
            return Ok((Answer::new(Ok(Verdict::Unknown(why)), plan, stats), None));
        }
    };
    let mut answer = Answer::new(Ok(verdict(holds)), plan, stats);
    if let Some(shown) = shown.filter(|_| witness::is_wanted(&answer.plan)) {
        show(&mut answer, (&prepared, &found), shown, holds, watch);
    }
    let goes_on = beside.is_some();
    let won = game.filter(|_| holds);
    let model =
        won.and_then(|along| tell(&mut answer, (&prepared, along, goes_on), &mut decide, watch));
    answer.stats.run_seconds = (started.elapsed().as_secs_f64() - answer.stats.seconds).max(0.0);
    Ok((answer, model))
}

/// Adds the strategy of a game that is won to its answer. The model under it with what may happen after that, if it is wanted.
fn tell(
    answer: &mut Answer,
    (prepared, along, goes_on): (&Prepared<'_>, &Along, bool),
    decide: &mut Deciding<'_>,
    watch: &mut dyn Watch,
) -> Option<Controlled> {
    match decide.strategy(along, watch) {
        Ok(rules) => {
            let model = |end| controlled(prepared, decide.found, &rules, end).ok();
            answer.strategy = Some(ControlStrategy::new(prepared, decide.found, &rules));
            answer.controlled = model(Afterwards::Nothing).map(Arc::new);
            return goes_on.then(|| model(Afterwards::Anything)).flatten();
        }
        // Of a strategy that is not known nothing can be said.
        Err(trouble) if goes_on => {
            answer.verdict = Ok(Verdict::Unknown(undecided(trouble, decide.stopped)));
        }
        Err(_) => answer.trace_error = Some(TraceError::GaveUp),
    }
    None
}

/// The run into the states that show it, and what is claimed of its end.
fn show(
    answer: &mut Answer,
    (prepared, found): (&Prepared<'_>, &TimedGraph),
    (place, set, claims): Shown,
    holds: bool,
    watch: &mut dyn Watch,
) {
    let budget = &mut Budget::new(watch);
    let place = u32::try_from(place).expect("states are counted in 32 bits");
    let run = run_into(prepared, &found.nodes, (place, &set), budget);
    let after = run.as_ref().map_or(0, |run| run.steps.len());
    answer.found(run, None, holds);
    let claim = |(part, holds)| Claim { after, part, holds };
    answer.claims = claims.into_iter().map(claim).collect();
}

fn verdict(holds: bool) -> Verdict {
    if holds { Verdict::Holds } else { Verdict::Fails }
}

/// Clocks that measure time for quantifiers with a bound.
struct Timers {
    /// The network with these clocks after its own, if there are any.
    network: Option<Network>,
    clocks: Vec<usize>,
    wishes: Vec<ClockWish>,
}

impl Timers {
    fn of(formula: &Formula, network: &Network) -> Timers {
        let (count, limit) = formula.bounds();
        let known = network.clock_count();
        let more = |all: Network, _| with_time(&all);
        let wish = |clock| ClockWish::ExactUpTo(clock, limit);
        Timers {
            network: (count > 0).then(|| (0..count).fold(network.clone(), more)),
            clocks: (known..known + count).collect(),
            wishes: (0u32..).skip(known).take(count).map(wish).collect(),
        }
    }
}

/// A place and valuations of it, and what is claimed of them.
type Shown = (usize, Federation, Vec<(Formula, bool)>);

/// What is computed on an arena.
struct Deciding<'a> {
    found: &'a TimedGraph,
    formula: &'a Formula,
    goals: &'a Goals,
    timers: usize,
    stopped: Option<StopReason>,
}

impl Deciding<'_> {
    /// The verdict, and the states that show it, if one run does.
    fn all(&mut self, watch: &mut dyn Watch) -> Result<(bool, Option<Shown>), Trouble> {
        let Some((start, zone)) = &self.found.start else {
            return Ok((of_nothing(self.formula), None));
        };
        let holds = self.states(self.formula, watch)?.at(*start).includes_zone(zone);
        let sought = Sought::of(self.formula).filter(|sought| sought.when == holds);
        let Some(sought) = sought else { return Ok((holds, None)) };
        let mut states = self.states(sought.part, watch)?;
        if !holds {
            states = states.outside(&self.found.arena);
        }
        let shown = self.found.places().find(|place| !states.at(*place).is_empty());
        let Some(place) = shown else { return Ok((holds, None)) };
        let mut claims = Vec::new();
        let set = states.at(place).clone();
        let mut narrow = |part: &Formula, value: bool, set: &Federation| {
            let satisfying = self.states(part, watch)?;
            let mut there = set.clone();
            if value {
                there.intersect(satisfying.at(place));
            } else {
                there.subtract(satisfying.at(place));
            }
            Ok((!there.is_empty()).then_some(there))
        };
        let set = take_apart((sought.part, holds), set, &mut narrow, &mut claims)?;
        Ok((holds, Some((place, set, claims))))
    }

    /// What the controller does to win a game.
    fn strategy(&mut self, along: &Along, watch: &mut dyn Watch) -> Result<Strategy, Trouble> {
        let arena = &self.found.arena;
        let (first, second, weak) = match along {
            Along::Eventually(end) => (Sets::all(arena), self.states(end, watch)?, false),
            // There is no such game.
            Along::Within(..) => return Err(Trouble::Stopped),
            Along::Always(stay) => (self.states(stay, watch)?, Sets::none(arena), true),
            Along::Until(first, second) => {
                (self.states(first, watch)?, self.states(second, watch)?, false)
            }
            Along::WeakUntil(first, second) => {
                (self.states(first, watch)?, self.states(second, watch)?, true)
            }
        };
        let mut look = self.look(watch);
        if weak {
            staying(arena, (&first, &second), &mut look)
        } else {
            reaching(arena, (&first, &second), &mut look)
        }
    }

    /// Looks at the limits, given the number of zones.
    fn look<'w>(&'w mut self, watch: &'w mut dyn Watch) -> impl FnMut(usize) -> bool + 'w {
        let TimedGraph { arena, progress, .. } = self.found;
        let largest = arena.places().iter().map(|place| place.zone.dim()).max().unwrap_or(1);
        let zone_bytes = 4 * (largest as u64).pow(2) + 64;
        let stopped = &mut self.stopped;
        move |zones: usize| {
            let bytes = progress.bytes + zone_bytes * zones as u64;
            let flow = match watch.expanded(&mut || Progress { bytes, ..*progress }) {
                std::ops::ControlFlow::Continue(()) => watch.working(),
                stop => stop,
            };
            if let std::ops::ControlFlow::Break(reason) = flow {
                *stopped = Some(reason);
            }
            stopped.is_none()
        }
    }

    /// The states that satisfy a formula.
    fn states(&mut self, formula: &Formula, watch: &mut dyn Watch) -> Result<Sets, Trouble> {
        let TimedGraph { arena, labels, .. } = self.found;
        let asked = self.formula.goals();
        let (goals, timers) = (self.goals, self.timers);
        let of = |goal: &Goal| {
            let number = asked.iter().position(|other| *other == goal);
            let number = number.expect("it is one of the goals of the formula");
            labels[goals.numbers[number]].clone()
        };
        let sets = satisfying(arena, formula, timers, &of, &mut self.look(watch))?;
        if sets.has_saturated() { Err(Trouble::TooLarge) } else { Ok(sets) }
    }
}

fn undecided(trouble: Trouble, stopped: Option<StopReason>) -> Undecided {
    match trouble {
        Trouble::Stopped => Undecided::Stopped(stopped.unwrap_or(StopReason::Interrupted)),
        Trouble::TooLarge => Undecided::ClockRange(None),
    }
}

fn figures(progress: Progress, discrete_states: u64, started: Instant) -> Stats {
    let seconds = started.elapsed().as_secs_f64();
    Stats { progress, discrete_states, seconds, ..Stats::default() }
}

/// The answer where there is no arena.
fn halted(
    prepared: &Prepared<'_>,
    goals: &[Goal],
    plan: Plan,
    (unfinished, stats): (Unfinished, Stats),
    watch: &mut dyn Watch,
) -> Answer {
    match unfinished.halt {
        ArenaHalt::Stopped(reason) => {
            Answer::new(Ok(Verdict::Unknown(Undecided::Stopped(reason))), plan, stats)
        }
        ArenaHalt::Fault(fault, at) => {
            let budget = &mut Budget::new(watch);
            let run = fault_run(prepared, goals, &unfinished.nodes, (at, &fault), budget);
            Answer::new(Err(RuntimeFault::new(fault.fault, run)), plan, stats)
        }
    }
}
