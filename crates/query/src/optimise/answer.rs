//! What is found out about cheapest runs.

use crate::plan::Plan;
use crate::trace::TraceError;
use crate::verdict::{Answer, RuntimeFault, Stats, Undecided, Verdict};
use engine::watch::StopReason;
use reference::{Rational, Run};

/// How a cheapest run is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// Believe that the variable `remaining` never says more than what the rest of a run costs. It is then used to
    /// leave out states; otherwise only to decide which to look at first.
    pub trust_remaining: bool,
}

/// A cheaper run was found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Improvement {
    /// When, from the start of the search on.
    pub seconds: f64,
    pub value: i64,
}

/// The answer to the question for the cheapest run.
#[derive(Clone, Debug)]
pub struct Cheapest {
    /// Can the goal be reached? Or the fault that ended the search.
    pub verdict: Result<Verdict, RuntimeFault>,
    /// The infimum of the costs of the runs found, if there are any.
    pub value: Option<i64>,
    /// No run costs less than this, as far as the search went. Nothing if that is not known.
    pub bound: Option<i64>,
    /// The runs found, each cheaper than the one before.
    pub improvements: Vec<Improvement>,
    /// A run of that value; or, if runs only come close to it, one that does.
    pub run: Option<Run>,
    /// What the run costs, by the definition.
    pub run_cost: Option<Rational>,
    /// Why there is no run although the goal can be reached.
    pub trace_error: Option<TraceError>,
    /// Why the search ended early, if it did.
    pub stopped: Option<StopReason>,
    pub plan: Plan,
    pub stats: Stats,
}

impl Cheapest {
    /// An answer without a value.
    pub(super) fn new(
        verdict: Result<Verdict, RuntimeFault>,
        plan: Plan,
        stats: Stats,
    ) -> Cheapest {
        Cheapest {
            verdict,
            value: None,
            bound: None,
            improvements: Vec::new(),
            run: None,
            run_cost: None,
            trace_error: None,
            stopped: None,
            plan,
            stats,
        }
    }

    /// An invalid evaluation ended the search.
    pub(super) fn fault(&mut self, fault: RuntimeFault) {
        self.verdict = Answer::new(Err(fault), self.plan.clone(), self.stats).verdict;
        self.bound = None;
    }

    /// Adds the run that supports the value: what it costs, and the infimum of what its transitions cost at other
    /// times. If that is not the value, one of them is wrong, and neither is told.
    pub(super) fn found(&mut self, run: Result<(Run, Rational, i64), TraceError>, value: i64) {
        match run {
            Ok((run, cost, infimum)) if infimum == value => {
                self.run = Some(run);
                self.run_cost = Some(cost);
            }
            Ok(_) => {
                (self.value, self.bound) = (None, None);
                self.improvements.clear();
                self.verdict = Ok(Verdict::Unknown(Undecided::CostMismatch));
            }
            Err(error) => self.trace_error = Some(error),
        }
    }

    /// Is it proved that no run costs less than the value?
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        self.value.is_some() && self.value == self.bound
    }

    /// Does a run cost exactly the value? If not, runs come as close to it as one likes.
    #[must_use]
    pub fn is_attained(&self) -> Option<bool> {
        let (value, cost) = (self.value?, self.run_cost?);
        Some(cost == Rational::from(value))
    }
}
