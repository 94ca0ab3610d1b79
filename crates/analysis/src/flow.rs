//! Location-dependent clock bounds.
//!
//! For each process and location: the largest constant a clock may yet be compared with from below
//! (`x > c`, the L bound) and from above (`x < c`, the U bound) before the process itself sets the
//! clock. Static guard analysis of Behrmann, Bouyer, Fleury and Larsen (TACAS'03), with separate L and U
//! (Behrmann, Bouyer, Larsen, Pelánek, TACAS'04). Constants that depend on variables count with the largest
//! value the variables' domains allow. The constants of the query are part of the bounds: there is no
//! way to ask for bounds without one.

use std::collections::BTreeSet;

use network::{BinaryOp, ClockConstraint, Expr, Goal, Guard, Network, Process};

use super::writes::{ClockEffects, effects, possible};
use crate::intervals::interval;

/// "Never compared": below every constant.
const NONE: i32 = zones::NONE;

/// The largest constant that a zone can hold. A constraint with a larger one is never evaluated but to an
/// error, so it counts as this one. A constant that arises from others by assignments may be larger and
/// evaluated all the same: [`LocalBounds::fits`] remembers that.
const LARGEST_CLOCK_CONSTANT: i64 = zones::Bound::MAX_LIMIT as i64;

/// Rounds of the fixpoint after which a bound that still grows is taken to be the largest.
const MOST_ROUNDS: usize = 2000;

/// The bounds of one clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockBound {
    pub clock: u32,
    /// L: compared from below with at most this.
    pub lower: i32,
    /// U: compared from above with at most this.
    pub upper: i32,
}

/// The bounds at one location vector, by clock.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    /// L of each clock.
    pub lower: Vec<i32>,
    /// U of each clock.
    pub upper: Vec<i32>,
}

/// The bounds of a network and a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalBounds {
    /// By process and location; clocks without bounds are left out.
    local: Vec<Vec<Vec<ClockBound>>>,
    /// Bounds that count at every location vector.
    everywhere: Vec<ClockBound>,
    clocks: usize,
    fits: bool,
}

impl LocalBounds {
    /// Are they the same after a renaming of locations (of processes) and clocks? Symmetric states must know
    /// of the same clocks, as exactly.
    #[must_use]
    pub fn are_kept_by(
        &self,
        place: &dyn Fn(usize, usize) -> (usize, usize),
        clock: &dyn Fn(usize) -> usize,
    ) -> bool {
        let set = |bounds: &[ClockBound], clock: &dyn Fn(usize) -> usize| {
            let triple = |each: &ClockBound| (clock(each.clock as usize), each.lower, each.upper);
            bounds.iter().map(triple).collect::<BTreeSet<_>>()
        };
        let same = |here: &[ClockBound], there: &[ClockBound]| {
            set(here, clock) == set(there, &|clock| clock)
        };
        let mut local = self.local.iter().enumerate();
        same(&self.everywhere, &self.everywhere)
            && local.all(|(process, locations)| {
                locations.iter().enumerate().all(|(location, here)| {
                    let (process, location) = place(process, location);
                    same(here, &self.local[process][location])
                })
            })
    }

    /// The bounds of `network` and of `goals` in normal form. With `equal`, L and U are made equal
    /// (M bounds, for which abstraction is a bisimulation).
    #[must_use]
    pub fn of(network: &Network, goals: &[Goal], equal: bool) -> LocalBounds {
        let mut analysis = Analysis::new(network);
        for goal in goals {
            analysis.goal(goal, &[]);
        }
        analysis.spread();
        let mut local: Vec<_> =
            (0..network.processes.len()).map(|process| analysis.process(process)).collect();
        let mut everywhere = collect(&analysis.everywhere);
        if equal {
            let bounds = local.iter_mut().flatten().flatten().chain(&mut everywhere);
            bounds.for_each(|bound| {
                bound.lower = bound.lower.max(bound.upper);
                bound.upper = bound.lower;
            });
        }
        LocalBounds { local, everywhere, clocks: network.clock_count(), fits: analysis.fits }
    }

    /// Is no clock compared with more than a zone can hold, by way of the clocks it is assigned to?
    #[must_use]
    pub fn fits(&self) -> bool {
        self.fits
    }

    /// Makes the bounds of a clock at least `constant` everywhere.
    pub fn raise(&mut self, clock: u32, constant: i32) {
        self.everywhere.push(ClockBound { clock, lower: constant, upper: constant });
    }

    /// Adds `more` to the bounds of these clocks, which count everywhere.
    pub fn extend(&mut self, clocks: impl Iterator<Item = usize>, more: i32) {
        let clocks: Vec<_> = clocks.collect();
        for bound in &mut self.everywhere {
            if clocks.contains(&(bound.clock as usize)) {
                bound.lower = clip(i64::from(bound.lower.max(0)) + i64::from(more));
                bound.upper = clip(i64::from(bound.upper.max(0)) + i64::from(more));
            }
        }
    }

    /// Keeps lower bounds of a clock exact and forgets its upper bounds: of two states, the one that is
    /// reached earlier covers the other.
    pub fn track_least(&mut self, clock: u32) {
        let upper = zones::Bound::MAX_LIMIT;
        self.everywhere.push(ClockBound { clock, lower: NONE, upper });
    }

    /// Makes every clock's bounds the largest it has anywhere, at every location vector.
    #[must_use]
    pub fn global(&self) -> LocalBounds {
        let mut largest = Bounds::default();
        largest.clear(self.clocks);
        let all = self.local.iter().flatten().flatten().chain(&self.everywhere);
        all.for_each(|bound| largest.raise(*bound));
        let everywhere = (0u32..)
            .zip(largest.lower.iter().zip(&largest.upper))
            .map(|(clock, (lower, upper))| ClockBound { clock, lower: *lower, upper: *upper })
            .filter(|bound| bound.lower != NONE || bound.upper != NONE)
            .collect();
        let local = self.local.iter().map(|process| vec![Vec::new(); process.len()]).collect();
        LocalBounds { local, everywhere, clocks: self.clocks, fits: self.fits }
    }

    /// The bounds at a location vector.
    pub fn at(&self, locations: &[i32], out: &mut Bounds) {
        out.clear(self.clocks);
        self.everywhere.iter().for_each(|bound| out.raise(*bound));
        for (process, location) in self.local.iter().zip(locations) {
            let bounds = &process[location.cast_unsigned() as usize];
            bounds.iter().for_each(|bound| out.raise(*bound));
        }
    }

    /// The bounds at one location of one process.
    #[must_use]
    pub fn of_location(&self, process: usize, location: usize) -> &[ClockBound] {
        &self.local[process][location]
    }

    /// The bounds that count everywhere.
    #[must_use]
    pub fn of_everywhere(&self) -> &[ClockBound] {
        &self.everywhere
    }

    /// The largest constant of any clock.
    #[must_use]
    pub fn largest(&self) -> i32 {
        let all = self.local.iter().flatten().flatten().chain(&self.everywhere);
        all.map(|bound| bound.lower.max(bound.upper)).max().unwrap_or(0).max(0)
    }
}

impl Bounds {
    fn clear(&mut self, clocks: usize) {
        self.lower.clear();
        self.lower.resize(clocks, NONE);
        self.upper.clear();
        self.upper.resize(clocks, NONE);
    }

    #[inline]
    fn raise(&mut self, bound: ClockBound) {
        let clock = bound.clock as usize;
        self.lower[clock] = self.lower[clock].max(bound.lower);
        self.upper[clock] = self.upper[clock].max(bound.upper);
    }
}

/// L and U of one clock.
type Pair = (i32, i32);
const NOTHING: Pair = (NONE, NONE);

fn join(pair: &mut Pair, other: Pair) -> bool {
    let joined = (pair.0.max(other.0), pair.1.max(other.1));
    let grew = joined != *pair;
    *pair = joined;
    grew
}

struct Analysis<'n> {
    network: &'n Network,
    /// Bounds of the query at a location of a process: `[process][location]`, sparse by clock.
    asked: Vec<Vec<Vec<(usize, Pair)>>>,
    everywhere: Vec<Pair>,
    /// Copies that some process or hook may do at any time.
    foreign: Vec<(usize, ClockEffects)>,
    /// No constant that arises by copying exceeds [`LARGEST_CLOCK_CONSTANT`].
    fits: bool,
}

impl<'n> Analysis<'n> {
    fn new(network: &'n Network) -> Analysis<'n> {
        let mut foreign = Vec::new();
        for (number, process) in network.processes.iter().enumerate() {
            for edge in &process.edges {
                let effects = effects(network, &edge.update);
                if !effects.copies.is_empty() {
                    foreign.push((number, effects));
                }
            }
        }
        for hook in [&network.before_update, &network.after_update] {
            let effects = effects(network, hook);
            if !effects.copies.is_empty() {
                foreign.push((usize::MAX, effects));
            }
        }
        let locations = |process: &Process| vec![Vec::new(); process.locations.len()];
        Analysis {
            network,
            asked: network.processes.iter().map(locations).collect(),
            everywhere: vec![NOTHING; network.clock_count()],
            foreign,
            fits: true,
        }
    }

    /// A query asks in every state; conjuncts that name locations narrow that down. Which of them do must
    /// not depend on their order, or symmetries that leave the query alone would change its bounds.
    fn goal(&mut self, goal: &Goal, at: &[(usize, usize)]) {
        match goal {
            Goal::And(parts) => {
                let mut here = at.to_vec();
                named_locations(goal, &mut here);
                parts.iter().for_each(|part| self.goal(part, &here));
            }
            Goal::Or(parts) => parts.iter().for_each(|part| self.goal(part, at)),
            Goal::Not(part) => self.goal(part, at),
            Goal::Clock(constraint) => {
                let mut bounds = Vec::new();
                constraint_bounds(self.network, constraint, &mut bounds);
                for (clock, pair) in bounds {
                    if at.is_empty() {
                        join(&mut self.everywhere[clock], pair);
                    }
                    for (process, location) in self.nearest(clock, at) {
                        self.asked[process][location].push((clock, pair));
                    }
                }
            }
            Goal::Holds(_) | Goal::Deadlock => {}
        }
    }

    /// Of several locations at which a clock is asked about, that of the process it belongs to.
    fn nearest(&self, clock: usize, at: &[(usize, usize)]) -> Vec<(usize, usize)> {
        let families = self.network.clocks.iter();
        let family = families.rev().find(|family| family.base.index() <= clock);
        let owner = family.and_then(|family| family.owner);
        let own = |(process, _): &&(usize, usize)| owner.is_some_and(|own| own.index() == *process);
        match at.iter().find(own) {
            Some(own) => vec![*own],
            None => at.to_vec(),
        }
    }

    /// What is asked of a copy everywhere is asked of the original everywhere.
    fn spread(&mut self) {
        let (mut grew, mut round) = (true, 0);
        while grew {
            grew = false;
            for (_, effects) in &self.foreign {
                let after = self.everywhere.clone();
                let patient = round <= MOST_ROUNDS;
                let copied = through_copies(effects, &after, &mut self.everywhere, patient);
                grew |= copied.grew;
                self.fits &= copied.fits;
            }
            round += 1;
        }
    }

    fn process(&mut self, number: usize) -> Vec<Vec<ClockBound>> {
        let process = &self.network.processes[number];
        let clocks = self.network.clock_count();
        // Dense while computing: one process at a time is small.
        let mut bounds = vec![vec![NOTHING; clocks]; process.locations.len()];
        self.seed(number, &mut bounds);
        let edge_effects: Vec<_> =
            process.edges.iter().map(|edge| effects(self.network, &edge.update)).collect();
        let mut round = 0;
        loop {
            let passed = self.propagate(number, &edge_effects, &mut bounds, round <= MOST_ROUNDS);
            self.fits &= passed.fits;
            if !passed.grew {
                break;
            }
            round += 1;
        }
        bounds.iter().map(|at| collect(at)).collect()
    }

    /// What is compared at a location itself: its invariant, the guards of its edges, the query.
    fn seed(&self, number: usize, bounds: &mut [Vec<Pair>]) {
        let process = &self.network.processes[number];
        let mut found = Vec::new();
        for (location, at) in process.locations.iter().zip(bounds.iter_mut()) {
            guard_bounds(self.network, &location.invariant, &mut found);
            for (clock, pair) in found.drain(..) {
                join(&mut at[clock], pair);
            }
        }
        for edge in &process.edges {
            guard_bounds(self.network, &edge.guard, &mut found);
            let at = &mut bounds[edge.source.index()];
            for (clock, pair) in found.drain(..) {
                join(&mut at[clock], pair);
            }
        }
        for (asked, at) in self.asked[number].iter().zip(bounds.iter_mut()) {
            for (clock, pair) in asked {
                join(&mut at[*clock], *pair);
            }
        }
    }

    fn propagate(
        &self,
        number: usize,
        effects: &[ClockEffects],
        bounds: &mut [Vec<Pair>],
        patient: bool,
    ) -> Passed {
        let process = &self.network.processes[number];
        let mut passed = Passed { grew: false, fits: true };
        for (edge, effects) in process.edges.iter().zip(effects) {
            let target = bounds[edge.target.index()].clone();
            let source = &mut bounds[edge.source.index()];
            for (clock, pair) in target.iter().enumerate() {
                if *pair != NOTHING && effects.overwritten.binary_search(&clock).is_err() {
                    passed.grew |= join(&mut source[clock], *pair);
                }
            }
            passed.add(through_copies(effects, &target, source, patient));
        }
        for at in bounds.iter_mut() {
            for (_, effects) in self.foreign.iter().filter(|(owner, _)| *owner != number) {
                let before = at.clone();
                passed.add(through_copies(effects, &before, at, patient));
            }
        }
        passed
    }
}

/// The locations that processes are at where a goal holds, as far as its conjuncts name them.
fn named_locations(goal: &Goal, out: &mut Vec<(usize, usize)>) {
    fn of_expr(expr: &Expr, out: &mut Vec<(usize, usize)>) {
        match expr {
            Expr::At(process, location) => out.push((process.index(), location.index())),
            Expr::Binary(BinaryOp::And, left, right) => {
                of_expr(left, out);
                of_expr(right, out);
            }
            _ => {}
        }
    }
    match goal {
        Goal::And(parts) => parts.iter().for_each(|part| named_locations(part, out)),
        Goal::Holds(expr) => of_expr(expr, out),
        Goal::Or(_) | Goal::Not(_) | Goal::Clock(_) | Goal::Deadlock => {}
    }
}

/// What became of bounds on their way against the transitions.
#[derive(Clone, Copy)]
struct Passed {
    /// Some bound is larger than before.
    grew: bool,
    /// None exceeded [`LARGEST_CLOCK_CONSTANT`].
    fits: bool,
}

impl Passed {
    fn add(&mut self, other: Passed) {
        self.grew |= other.grew;
        self.fits &= other.fits;
    }
}

/// A test of a copy is a test of the original. Chains of copies are followed as often as there are
/// copies.
fn through_copies(
    effects: &ClockEffects,
    after: &[Pair],
    before: &mut [Pair],
    patient: bool,
) -> Passed {
    let mut passed = Passed { grew: false, fits: true };
    if effects.copies.is_empty() {
        return passed;
    }
    let mut reached = after.to_vec();
    for _ in 0..effects.copies.len() {
        for (target, source, offset) in &effects.copies {
            let mut shifted = |constant: i32| {
                if constant == NONE {
                    return NONE;
                }
                let before = i64::from(constant) - offset.lower.min(0);
                let before = if patient { before } else { LARGEST_CLOCK_CONSTANT + 1 };
                passed.fits &= before <= LARGEST_CLOCK_CONSTANT;
                clip(before)
            };
            let pair = (shifted(reached[*target].0), shifted(reached[*target].1));
            join(&mut reached[*source], pair);
        }
    }
    for (_, source, _) in &effects.copies {
        passed.grew |= join(&mut before[*source], reached[*source]);
    }
    passed
}

fn collect(pairs: &[Pair]) -> Vec<ClockBound> {
    (0u32..)
        .zip(pairs)
        .filter(|(_, pair)| **pair != NOTHING)
        .map(|(clock, (lower, upper))| ClockBound { clock, lower: *lower, upper: *upper })
        .collect()
}

fn guard_bounds(network: &Network, guard: &Guard, out: &mut Vec<(usize, Pair)>) {
    guard.clocks.iter().for_each(|constraint| constraint_bounds(network, constraint, out));
}

fn clip(constant: i64) -> i32 {
    i32::try_from(constant.clamp(-LARGEST_CLOCK_CONSTANT, LARGEST_CLOCK_CONSTANT))
        .expect("clamped to what fits")
}

/// What one constraint compares clocks with.
fn constraint_bounds(
    network: &Network,
    constraint: &ClockConstraint,
    out: &mut Vec<(usize, Pair)>,
) {
    let bound = interval(network, &constraint.bound);
    let left = constraint.left.as_ref().map(|place| possible(network, place));
    let right = constraint.right.as_ref().map(|place| possible(network, place));
    match (left, right) {
        // x < c or x <= c; nothing to remember if it is false for every clock value.
        (Some(clocks), None) => {
            if bound.upper >= 0 {
                let pair = (NONE, clip(bound.upper));
                out.extend(clocks.into_iter().map(|clock| (clock, pair)));
            }
        }
        // x > c or x >= c, with the bound negated; nothing to remember if it is always true.
        (None, Some(clocks)) => {
            let constant = -bound.lower;
            if constant > 0 || (constant == 0 && constraint.strict) {
                let pair = (clip(constant), NONE);
                out.extend(clocks.into_iter().map(|clock| (clock, pair)));
            }
        }
        // x - y: both ways and both clocks. Abstractions treat diagonals separately; these bounds keep
        // the clocks active.
        (Some(left), Some(right)) => {
            let constant = clip(bound.lower.abs().max(bound.upper.abs()));
            let pair = (constant, constant);
            out.extend(left.into_iter().chain(right).map(|clock| (clock, pair)));
        }
        (None, None) => {}
    }
}
