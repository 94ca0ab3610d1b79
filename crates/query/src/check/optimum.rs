//! `sup`, `inf` and `bounds`.
//!
//! Integer terms depend on the discrete state, so a full search sees all their values. A clock term is
//! exact only up to the constant its clock is kept exact to; that constant is multiplied by four until the extreme
//! value lies below it, or until some reachable state lets time pass for ever.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::time::Instant;

use network::eval::{Evaluator, Fault};
use network::{Extremum, Goal, LocationId, Network, Term};
use zones::Zone;

use super::difference::{self, Differences, Range};
use super::witness;
use crate::plan::{Plan, PlanError, heard};
use crate::prepared::{ClockWish, Prepared};
use crate::trace::Budget;
use crate::verdict::{Answer, Stats, TermValue, Undecided, ValueRange, Verdict};
use analysis::{LocalBounds, largest_reset};
use engine::goal::{GoalCode, normal};
use engine::search::{Found, Inspect, Outcome, PredicateRegion, reach};
use engine::semantics::Semantics;
use engine::watch::Watch;
use program::State;

/// Up to this, extreme values of clocks and their differences are pursued in any case. Where a model has
/// larger constants, up to four times these, as far as zones hold them.
const PURSUED: i32 = 1 << 24;

/// Beyond this, extreme values are not pursued further. `largest` is the largest constant of the model.
pub(super) fn last_pursued(largest: i32) -> i32 {
    largest.saturating_mul(4).clamp(PURSUED, zones::Bound::MAX_LIMIT)
}

/// Which extreme values are asked for, where, and of what.
#[derive(Clone, Copy)]
pub(super) struct AskedExtreme<'q> {
    pub(super) extremum: Extremum,
    pub(super) within: &'q Goal,
    pub(super) terms: &'q [Term],
}

pub(super) fn optimum(
    network: &Network,
    wanted: AskedExtreme<'_>,
    plan: Plan,
    watch: &mut dyn Watch,
) -> Result<Answer, PlanError> {
    let AskedExtreme { extremum, within, terms } = wanted;
    if terms.iter().all(|term| difference::of(term).is_none()) {
        return without_differences(network, wanted, plan, watch);
    }
    let started = Instant::now();
    let plan = difference::unimaged(plan);
    let mut differences = Differences::new(network, within, &plan);
    let others: Vec<Term> =
        terms.iter().filter(|term| difference::of(term).is_none()).cloned().collect();
    let mut answer = if others.is_empty() {
        Answer::new(Ok(Verdict::Holds), plan, Stats::default())
    } else {
        without_differences(network, AskedExtreme { terms: &others, ..wanted }, plan, watch)?
    };
    if !matches!(answer.verdict, Ok(Verdict::Holds)) {
        return Ok(answer);
    }
    let mut known = std::mem::take(&mut answer.values).into_iter();
    for term in terms {
        answer.values.extend(match difference::of(term) {
            None => known.next(),
            Some(clocks) => match differences.range(clocks, extremum, watch)? {
                Range::Known(range) => {
                    Some(TermValue { term: text(term), ranges: range.into_iter().collect() })
                }
                Range::Beyond => {
                    answer.verdict = Ok(too_large(differences.last));
                    None
                }
                Range::Open(open) => return Ok(*open),
            },
        });
    }
    answer.stats.progress = answer.stats.progress.plus(differences.progress);
    answer.stats.seconds = started.elapsed().as_secs_f64();
    Ok(answer)
}

fn text(term: &Term) -> String {
    match term {
        Term::Int { text, .. } | Term::Clock { text, .. } => text.clone(),
    }
}

fn too_large(last: i32) -> Verdict {
    let because = format!("a clock exceeds {last}; it may be unbounded");
    Verdict::Unknown(Undecided::Maybe { suggests: true, because })
}

/// Finds extreme values of integers and clocks.
fn without_differences(
    network: &Network,
    AskedExtreme { extremum, within, terms }: AskedExtreme<'_>,
    plan: Plan,
    watch: &mut dyn Watch,
) -> Result<Answer, PlanError> {
    let started = Instant::now();
    let within = normal(within);
    // Terms that name elements have the same values as their images: all of them are looked at.
    let (withins, images) = images(&within, terms, &plan);
    let clocks = term_clocks(network, &images)?;
    // The constants of the model are a good first guess.
    let largest = largest_constant(network, &within);
    let last = last_pursued(largest);
    let mut constant = largest.clamp(1, last);
    loop {
        let wish = |clock: &u32| ClockWish::ExactUpTo(*clock, constant);
        let wishes: Vec<_> = clocks.iter().flatten().map(wish).collect();
        let prepared =
            Prepared::new(network, &withins, &images, &wishes, &plan)?.with_alarm(watch.alarm());
        let seen = RefCell::new(Seen::new(terms.len()));
        let inspect = records(&prepared, extremum, &clocks, &seen);
        let mut space = prepared.space(&plan, inspect);
        let outcome = reach(&mut space, &mut *prepared.frontier(&plan), watch);
        let mut evidence = space.into_evidence(outcome);
        let stats = super::reachability::stats(&evidence, started);
        let approximate = super::reachability::approximation(&plan, &evidence);
        let mut answer = Answer::new(Ok(Verdict::Holds), plan.clone(), stats);
        match evidence.outcome.clone() {
            Outcome::Faulted(node, fault) => {
                let fault = witness::fault(
                    &prepared,
                    (&plan, &evaluated(&within, terms)),
                    &mut evidence,
                    (node, fault),
                    &mut Budget::new(watch),
                );
                answer.faulted(fault, approximate, true);
                return Ok(answer);
            }
            Outcome::Stopped(reason) => {
                answer.verdict = Ok(Verdict::Unknown(Undecided::Stopped(reason)));
                return Ok(answer);
            }
            Outcome::Found(_) | Outcome::Exhausted => {}
        }
        drop(evidence);
        let seen = seen.into_inner();
        let beyond = seen.is_beyond(constant, extremum);
        if !beyond || constant >= last {
            if beyond {
                answer.verdict = Ok(too_large(last));
            }
            answer.values = seen.values(terms, extremum);
            over_approximated(&mut answer, approximate);
            return Ok(answer);
        }
        constant = constant.saturating_mul(4).min(last);
    }
}

/// What is evaluated in each state, as goals.
fn evaluated(within: &Goal, terms: &[Term]) -> Vec<Goal> {
    let values = terms.iter().filter_map(|term| match term {
        Term::Int { value, .. } => Some(Goal::Holds(value.clone())),
        Term::Clock { .. } => None,
    });
    std::iter::once(within.clone()).chain(values).collect()
}

/// The condition and the terms, and all their images one after the other.
fn images(within: &Goal, terms: &[Term], plan: &Plan) -> (Vec<Goal>, Vec<Term>) {
    let Some(closure) = &plan.symmetry.closure else {
        return (vec![within.clone()], terms.to_vec());
    };
    let withins = closure.goals.iter().filter_map(|all| all.first().cloned()).collect();
    let images = closure.goals.iter().flat_map(|all| all.iter().skip(1).filter_map(heard));
    (withins, images.collect())
}

/// Values over an over-approximation are only bounds on the real ones.
fn over_approximated(answer: &mut Answer, approximate: Option<&str>) {
    if let (Some(because), Ok(Verdict::Holds)) = (approximate, &answer.verdict) {
        let because = because.to_owned();
        answer.verdict = Ok(Verdict::Unknown(Undecided::Maybe { suggests: true, because }));
    }
}

/// The clock of each clock term. A clock that is chosen by the state is not supported.
fn term_clocks(network: &Network, terms: &[Term]) -> Result<Vec<Option<u32>>, PlanError> {
    let mut memory = network.initial_memory();
    let locations: Vec<LocationId> =
        network.processes.iter().map(|process| process.initial).collect();
    let mut clocks = Vec::with_capacity(terms.len());
    for term in terms {
        clocks.push(match term {
            Term::Int { .. } => None,
            Term::Clock { left, text, .. } => {
                let fixed =
                    left.indices.iter().all(|index| matches!(index, network::Expr::Const(_)));
                let clock = Evaluator::new(network, &locations, &mut memory).clock(left);
                match clock {
                    Ok(clock) if fixed => Some(clock.0),
                    _ => {
                        let reason = format!("a clock whose index is not constant ({text})");
                        return Err(PlanError::Unsupported(reason));
                    }
                }
            }
        });
    }
    Ok(clocks)
}

/// The largest constant that the model or the condition compares clocks with or sets them to.
pub(super) fn largest_constant(network: &Network, within: &Goal) -> i32 {
    let compared = LocalBounds::of(network, std::slice::from_ref(within), true).largest();
    compared.max(largest_reset(network))
}

/// What has been seen of each term.
struct Seen {
    terms: Vec<Values>,
}

#[derive(Clone, Default)]
struct Values {
    integers: BTreeSet<i32>,
    /// Lower and upper ends: a limit and whether it is only approached; `None` is infinite.
    clocks: Vec<ValueRange>,
    /// Some state lets the clock grow for ever.
    endless: bool,
}

impl Seen {
    fn new(terms: usize) -> Seen {
        Seen { terms: vec![Values::default(); terms] }
    }

    /// Does an extreme value of some clock lie beyond what is exact?
    fn is_beyond(&self, constant: i32, extremum: Extremum) -> bool {
        let constant = i64::from(constant);
        let upper = |range: &ValueRange| range.upper.is_none_or(|(limit, _)| limit > constant);
        let lower = |range: &ValueRange| range.lower.is_none_or(|(limit, _)| limit >= constant);
        self.terms.iter().any(|values| {
            let supremum = !values.endless && values.clocks.iter().any(upper);
            let infimum = !values.clocks.is_empty() && values.clocks.iter().all(lower);
            match extremum {
                Extremum::Supremum => supremum,
                Extremum::Infimum => infimum,
                Extremum::Bounds => supremum || infimum,
            }
        })
    }

    fn values(&self, terms: &[Term], extremum: Extremum) -> Vec<TermValue> {
        let value = |(values, term): (&Values, &Term)| TermValue {
            term: text(term),
            ranges: values.ranges(extremum),
        };
        self.terms.iter().zip(terms).map(value).collect()
    }
}

impl Values {
    /// Adds the values of a clock in some state; for `bounds` ranges are kept apart where there is a gap.
    fn add(&mut self, range: ValueRange, extremum: Extremum) {
        self.clocks.push(range);
        self.clocks = merged(std::mem::take(&mut self.clocks), extremum, false);
    }

    /// The ranges to report: one spanning all values, but for `bounds`.
    fn ranges(&self, extremum: Extremum) -> Vec<ValueRange> {
        let point = |value: &i32| {
            let end = Some((i64::from(*value), false));
            ValueRange { lower: end, upper: end }
        };
        let integers = self.integers.iter().map(point).collect();
        merged(integers, extremum, true).into_iter().chain(self.clocks.iter().copied()).collect()
    }
}

/// Ranges in order, with those that touch made one; all of them, if gaps do not matter.
fn merged(mut ranges: Vec<ValueRange>, extremum: Extremum, whole: bool) -> Vec<ValueRange> {
    ranges.sort_by_key(lower_key);
    let mut merged: Vec<ValueRange> = Vec::new();
    for range in ranges {
        match merged.last_mut() {
            Some(last) if extremum != Extremum::Bounds || touches(last, &range, whole) => {
                if upper_key(&range) > upper_key(last) {
                    last.upper = range.upper;
                }
            }
            _ => merged.push(range),
        }
    }
    merged
}

fn lower_key(range: &ValueRange) -> (i64, bool) {
    range.lower.unwrap_or((i64::MIN, false))
}

/// Later ends are larger; an end that is only approached is smaller than one that is reached.
fn upper_key(range: &ValueRange) -> (i64, bool) {
    range.upper.map_or((i64::MAX, true), |(limit, open)| (limit, !open))
}

/// Is there no gap between two ranges, the first of which starts earlier? Whole numbers have none
/// between neighbours.
fn touches(first: &ValueRange, second: &ValueRange, whole: bool) -> bool {
    let (end, reached) = upper_key(first);
    let (start, open) = lower_key(second);
    start < end || (start == end && (reached || !open)) || (whole && start == end + 1)
}

/// Records the values of terms in each new state.
fn records<'p>(
    prepared: &'p Prepared<'_>,
    extremum: Extremum,
    clocks: &'p [Option<u32>],
    seen: &'p RefCell<Seen>,
) -> Inspect<'p> {
    Box::new(move |semantics, state| {
        let mut seen = seen.borrow_mut();
        let count = seen.terms.len();
        for (image, within) in prepared.goals.iter().enumerate() {
            let pieces = within.pieces(semantics, state)?;
            if pieces.is_empty() {
                continue;
            }
            let clocks = &clocks[image * count..(image + 1) * count];
            let terms = prepared.amounts[image * count..].iter().zip(clocks);
            for (values, (amount, clock)) in seen.terms.iter_mut().zip(terms) {
                let (machine, memory, rows) = semantics.loaded();
                if let Some(amount) = amount {
                    values.integers.insert(machine.amount(*amount, memory)?);
                }
                if let Some(clock) = clock {
                    let row = rows.of(Some(*clock));
                    pieces.iter().for_each(|piece| values.add(range(piece, row), extremum));
                }
            }
            let is_open =
                |(values, clock): (&Values, &Option<u32>)| clock.is_some() && !values.endless;
            if seen.terms.iter().zip(clocks).any(is_open) {
                let endless = is_endless(semantics, within, state, &pieces)?;
                seen.terms.iter_mut().for_each(|values| values.endless |= endless);
            }
        }
        Ok(Found::Nothing)
    })
}

/// The values of a row in a zone.
fn range(zone: &Zone, row: usize) -> ValueRange {
    let lower = zone.get(0, row);
    let upper = zone.get(row, 0);
    ValueRange {
        lower: lower.limit().map(|limit| (-i64::from(limit), lower.is_strict())),
        upper: upper.limit().map(|limit| (i64::from(limit), upper.is_strict())),
    }
}

/// Can time pass for ever, within the condition, from some of these valuations?
fn is_endless(
    semantics: &mut Semantics<'_>,
    within: &GoalCode,
    state: &State,
    pieces: &[Zone],
) -> Result<bool, Fault> {
    let around = PredicateRegion::of(semantics, within, &state.cells, Some(&state.zone))?;
    let found = around.is_some_and(|around| {
        let mut endless = around.endless();
        endless.any(|zone| pieces.iter().any(|piece| piece.intersects(zone)))
    });
    Ok(found)
}
