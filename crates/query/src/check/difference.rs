//! `sup` and `inf` of the difference of two clocks.
//!
//! Time does not change a difference, so no zone is kept exact enough by raising the constants of clocks.
//! But whether a difference exceeds a given constant is a question of reachability, which is answered exactly
//! by splitting zones along that constant. Zones have whole bounds: the supremum is the least whole number
//! that is not exceeded, found by doubling and then halving.

use network::{ClockConstraint, ClockPlace, Expr, Extremum, Goal, Network, Term};

use super::optimum::{largest_constant, last_pursued};
use super::reachability::{Asked, reachable};
use crate::plan::{Plan, PlanError, SymmetryPlan, TraceOption};
use crate::verdict::{Answer, ValueRange, Verdict};
use engine::watch::{Progress, Watch};

/// The clocks of a difference.
pub(super) fn of(term: &Term) -> Option<(&ClockPlace, &ClockPlace)> {
    match term {
        Term::Clock { left, right: Some(right), .. } => Some((left, right)),
        _ => None,
    }
}

/// How a difference came out.
pub(super) enum Range {
    /// Its extreme values; none if no state satisfies the condition.
    Known(Option<ValueRange>),
    /// It grows beyond what is pursued.
    Beyond,
    /// A search ended without an answer: this is what became of it.
    Open(Box<Answer>),
}

/// Finds the extreme values of a difference, where the condition holds.
pub(super) struct Differences<'d> {
    network: &'d Network,
    within: &'d Goal,
    plan: Plan,
    /// How far values are pursued.
    pub(super) last: i32,
    /// What all searches took.
    pub(super) progress: Progress,
}

/// What ends the pursuit of a value.
enum Obstacle {
    Beyond,
    Open(Box<Answer>),
    Planning(PlanError),
}

impl<'d> Differences<'d> {
    /// Searches by the plan of the query as a whole.
    pub(super) fn new(network: &'d Network, within: &'d Goal, plan: &Plan) -> Differences<'d> {
        let plan = Plan { trace: TraceOption::None, ..unimaged(plan.clone()) };
        let last = last_pursued(largest_constant(network, within));
        Differences { network, within, plan, last, progress: Progress::default() }
    }

    /// The extreme values that are asked for.
    pub(super) fn range(
        &mut self,
        (left, right): (&ClockPlace, &ClockPlace),
        extremum: Extremum,
        watch: &mut dyn Watch,
    ) -> Result<Range, PlanError> {
        let found = match extremum {
            Extremum::Supremum => self.upper(left, right, watch).map(|upper| (None, upper)),
            Extremum::Infimum => self.upper(right, left, watch).map(|lower| (lower, None)),
            Extremum::Bounds => self.upper(left, right, watch).and_then(|upper| {
                let lower = self.upper(right, left, watch)?;
                Ok((lower, upper))
            }),
        };
        match found {
            Ok((None, None)) => Ok(Range::Known(None)),
            Ok((lower, upper)) => {
                let lower = lower.map(|(limit, open)| (-limit, open));
                Ok(Range::Known(Some(ValueRange { lower, upper })))
            }
            Err(Obstacle::Beyond) => Ok(Range::Beyond),
            Err(Obstacle::Open(answer)) => Ok(Range::Open(answer)),
            Err(Obstacle::Planning(error)) => Err(error),
        }
    }

    /// The supremum of `left - right` and whether it is only approached; none if there is no state.
    fn upper(
        &mut self,
        left: &ClockPlace,
        right: &ClockPlace,
        watch: &mut dyn Watch,
    ) -> Result<Option<(i64, bool)>, Obstacle> {
        let within = self.within.clone();
        if !self.is_reachable(within, watch)? {
            return Ok(None);
        }
        let last = self.last;
        let mut exceeds =
            |limit: i32, strict: bool| self.exceeds((left, right), limit, strict, watch);
        // Invariant: `low` is exceeded, `high` is not.
        let (mut low, mut high) = (-1, 0);
        while exceeds(high, true)? {
            (low, high) = (high, further(high, last)?);
        }
        while high == 0 && low < 0 && !exceeds(low, true)? {
            low = -further(-low, last)?;
        }
        while i64::from(high) - i64::from(low) > 1 {
            let middle = low + (high - low) / 2;
            if exceeds(middle, true)? {
                low = middle;
            } else {
                high = middle;
            }
        }
        let attained = exceeds(high, false)?;
        Ok(Some((i64::from(high), !attained)))
    }

    /// Does the difference exceed a limit (or, unless strictly, attain it) somewhere?
    fn exceeds(
        &mut self,
        (left, right): (&ClockPlace, &ClockPlace),
        limit: i32,
        strict: bool,
        watch: &mut dyn Watch,
    ) -> Result<bool, Obstacle> {
        // left - right > limit, written as a bound from above.
        let constraint = ClockConstraint {
            when: Expr::TRUE,
            left: Some(right.clone()),
            right: Some(left.clone()),
            strict,
            bound: Expr::Const(-limit),
        };
        let goal = Goal::And(vec![self.within.clone(), Goal::Clock(constraint)]);
        self.is_reachable(goal, watch)
    }

    fn is_reachable(&mut self, goal: Goal, watch: &mut dyn Watch) -> Result<bool, Obstacle> {
        let plan = self.plan.clone();
        let asked = Asked::new(&goal, false, &plan);
        let (answer, _) =
            reachable(self.network, asked, plan, watch, &[]).map_err(Obstacle::Planning)?;
        self.progress = self.progress.plus(answer.stats.progress);
        match answer.verdict {
            Ok(Verdict::Holds) => Ok(true),
            Ok(Verdict::Fails) => Ok(false),
            _ => Err(Obstacle::Open(Box::new(answer))),
        }
    }
}

/// The group leaves the difference alone, unless it was to be searched for with all its images.
pub(super) fn unimaged(mut plan: Plan) -> Plan {
    if plan.symmetry.closure.is_some() {
        plan.symmetry = SymmetryPlan::off();
    }
    plan
}

fn further(limit: i32, last: i32) -> Result<i32, Obstacle> {
    if limit >= last { Err(Obstacle::Beyond) } else { Ok(limit.max(1).saturating_mul(2).min(last)) }
}
