//! The search by time: which run enters its loop, or the state it ends in, first?
//!
//! Stems are searched with one more clock that nobody resets, in the order of its least value. Loops are searched without it, since with it nothing
//! ever recurs. Infima of time are whole numbers that are reached or approached, so times are counted in half units: `2t` stands
//! for "at t", `2t + 1` for "as soon after t as one likes".

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use engine::search::{LassoSpace, LiveSpace, RunEnd};
use engine::semantics::Entry;
use network::{Goal, Network};
use program::{Participant, State};
use zones::{Bound, Rational, Zone};

use super::by_length::Lasso;
use super::loops::repeats;
use super::returning::{Returning, returning};
use super::stems::Stems;
use crate::check::reachability::{last_clock, with_time};
use crate::plan::{Plan, SymmetryPlan};
use crate::prepared::{ClockWish, Prepared};
use crate::trace::{Budget, TraceError};
use crate::verdict::Minimality;

/// States that are expanded before a run that is known is taken instead.
const MOST_EXPANSIONS: usize = 1 << 16;

/// What the search says.
pub(crate) struct Fastest {
    /// The run, and when it enters its loop, in half units.
    pub(crate) lasso: Option<(Lasso, u64)>,
    /// Does no run enter its loop before that?
    pub(crate) minimality: Minimality,
}

/// A moment in half units.
pub(crate) fn half_units(time: Rational) -> u64 {
    u64::try_from(time.floor()).unwrap_or(0) * 2 + u64::from(!time.is_integer())
}

/// Looks for the maximal run that enters its loop, or the state it ends in, first. With `after_goal`, the first goal starts it and the second
/// is to hold from there on (`-->`).
pub(crate) fn fastest_lasso(
    network: &Network,
    goals: &[Goal],
    plan: &Plan,
    after_goal: bool,
    budget: &mut Budget<'_>,
) -> Fastest {
    let plan = Plan { symmetry: SymmetryPlan::off(), ..plan.clone() };
    let timed = with_time(network);
    let wish = [ClockWish::Least(last_clock(&timed))];
    let prepared = Prepared::new(&timed, goals, &[], &wish, &plan);
    let (Ok(prepared), Ok(untimed)) = (prepared, Prepared::new(network, goals, &[], &[], &plan))
    else {
        return Fastest { lasso: None, minimality: Minimality::AtLeast(0) };
    };
    let alarm = budget.alarm();
    let (prepared, untimed) = (prepared.with_alarm(alarm.clone()), untimed.with_alarm(alarm));
    let mut left = MOST_EXPANSIONS;
    let mut step = || {
        left = left.checked_sub(1).ok_or(TraceError::GaveUp)?;
        budget.check()
    };
    let stay = untimed.goals[usize::from(after_goal)].clone();
    let loops = LiveSpace::new(untimed.graph(&plan, Entry::Bare), stay, untimed.store(&plan));
    let mut search =
        Search { loops, best: None, open: None, done: 0, hopeless: FxHashMap::default() };
    let stems = Stems::new(&prepared, &plan, after_goal).map_err(TraceError::from);
    let ended = stems.and_then(|stems| search.in_order_of_time(stems, &mut step));
    let Search { best, open, done, .. } = search;
    let least = best.as_ref().map_or(u64::MAX, |(_, least)| *least);
    let known = if ended.is_ok() { least } else { done.min(least) };
    let known = open.unwrap_or(known).min(known);
    let minimality = if best.is_some() && known >= least {
        Minimality::Proved
    } else {
        Minimality::AtLeast(known / 2)
    };
    Fastest { lasso: best, minimality }
}

struct Search<'p> {
    /// States within the predicate, without the additional clock.
    loops: LiveSpace<'p>,
    best: Option<(Lasso, u64)>,
    /// From when on not all loops were tried.
    open: Option<u64>,
    /// All stems that end before this were tried.
    done: u64,
    /// States from which there is no loop.
    hopeless: FxHashMap<Vec<i32>, Vec<Zone>>,
}

/// How a run goes on for ever after a stem.
enum Tail {
    Ends(RunEnd),
    Repeats(Vec<Vec<Participant>>),
}

type Steps<'s> = &'s mut dyn FnMut() -> Result<(), TraceError>;

impl Search<'_> {
    fn in_order_of_time(
        &mut self,
        mut stems: Stems<'_>,
        step: Steps<'_>,
    ) -> Result<(), TraceError> {
        let mut waiting = BinaryHeap::new();
        let mut added = 0;
        loop {
            for number in added..stems.all.len() {
                waiting.push(Reverse((earliest(&stems.all[number].state), number)));
            }
            added = stems.all.len();
            let Some(Reverse((least, number))) = waiting.pop() else { return Ok(()) };
            self.done = least;
            if self.best.as_ref().is_some_and(|(_, best)| *best <= least) {
                return Ok(());
            }
            step()?;
            if stems.all[number].since.is_some() {
                self.loops_of(&stems, (number, least), step)?;
            }
            stems.continue_stem(number)?;
        }
    }

    /// Looks for loops at the end of a stem that are entered before the best one so far.
    fn loops_of(
        &mut self,
        stems: &Stems<'_>,
        (number, least): (usize, u64),
        step: Steps<'_>,
    ) -> Result<(), TraceError> {
        let stem = &stems.all[number];
        loop {
            let limit = match &self.best {
                Some((_, best)) if *best <= least => return Ok(()),
                Some((_, best)) => Some(best - 1),
                None => None,
            };
            let Some(tail) = self.tail(&stem.state, (least, limit), step)? else { return Ok(()) };
            let mut when = least;
            let mut stride = 1;
            while !self.goes_on(&stem.state, when, &tail, step)? {
                // It does at the limit, and time is bounded only by what zones can say.
                when = limit.map_or(when + stride, |limit| limit.min(when + stride));
                stride *= 2;
                if limit == Some(when) || when > 2 * u64::from(Bound::MAX_LIMIT.unsigned_abs()) {
                    break;
                }
            }
            let when = self.first_from(&stem.state, (least, when), &tail, step)?;
            let mut transitions = stems.transitions(number);
            let from = transitions.len();
            let tail = match tail {
                Tail::Ends(end) => Err(end),
                Tail::Repeats(word) => {
                    transitions.extend(word);
                    Ok(from)
                }
            };
            let since = stem.since.unwrap_or(0);
            self.best = Some((Lasso { transitions, since, tail }, when));
        }
    }

    /// The first moment between these two from which a run goes on like this; it does at the second.
    fn first_from(
        &mut self,
        state: &State,
        (mut least, mut most): (u64, u64),
        tail: &Tail,
        step: Steps<'_>,
    ) -> Result<u64, TraceError> {
        while least < most {
            let middle = least.midpoint(most);
            if self.goes_on(state, middle, tail, step)? {
                most = middle;
            } else {
                least = middle + 1;
            }
        }
        Ok(most)
    }

    /// How a run that has come to this state by then goes on for ever without another transition before its loop.
    fn tail(
        &mut self,
        state: &State,
        (least, limit): (u64, Option<u64>),
        step: Steps<'_>,
    ) -> Result<Option<Tail>, TraceError> {
        for root in self.roots(state, limit)? {
            step()?;
            if let Some(end) = self.loops.end(&root)? {
                return Ok(Some(Tail::Ends(end)));
            }
            let known = self.hopeless.entry(root.cells.clone()).or_default();
            if known.iter().any(|zone| zone.includes(&root.zone)) {
                continue;
            }
            match returning(&root, &mut self.loops, step)? {
                Returning::Word(word) => return Ok(Some(Tail::Repeats(word))),
                Returning::Never => {
                    self.hopeless.entry(root.cells).or_default().push(root.zone);
                }
                Returning::Open => {
                    self.open = Some(self.open.map_or(least, |open| open.min(least)))
                }
            }
        }
        Ok(None)
    }

    /// Does a run that has come to this state by then go on like this?
    fn goes_on(
        &mut self,
        state: &State,
        when: u64,
        tail: &Tail,
        step: Steps<'_>,
    ) -> Result<bool, TraceError> {
        for root in self.roots(state, Some(when))? {
            step()?;
            let goes_on = match tail {
                Tail::Ends(_) => self.loops.end(&root)?.is_some(),
                Tail::Repeats(word) => repeats(&root, word, &mut self.loops, step)? == Some(true),
            };
            if goes_on {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What runs that have come to a state by a moment reach by delays, without the additional clock.
    fn roots(&mut self, state: &State, limit: Option<u64>) -> Result<Vec<State>, TraceError> {
        let mut zone = state.zone.clone();
        let last = zone.dim() - 1;
        if let Some(limit) = limit {
            let whole = i32::try_from(limit / 2).unwrap_or(Bound::MAX_LIMIT);
            let bound = if limit % 2 == 0 { Bound::le(whole) } else { Bound::lt(whole + 1) };
            if zone.constrain(last, 0, bound).is_err() {
                return Ok(Vec::new());
            }
        }
        let mut keep = vec![true; zone.dim()];
        keep[last] = false;
        zone.remove_rows(&keep);
        let entry = State { cells: state.cells.clone(), zone };
        let roots = self.loops.within(&entry)?.into_iter().map(|(_, root)| root);
        Ok(roots.collect())
    }
}

/// The least value of the additional clock, which is the last one.
fn earliest(state: &State) -> u64 {
    let bound = state.zone.get(0, state.zone.dim() - 1);
    let whole = bound.limit().unwrap_or(0).unsigned_abs();
    u64::from(whole) * 2 + u64::from(bound.is_strict())
}
