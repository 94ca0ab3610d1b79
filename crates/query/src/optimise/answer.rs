//! What is found out about cheapest runs.

use crate::plan::Plan;
use crate::trace::TraceError;
use crate::verdict::{Answer, RuntimeFault, Stats, Undecided, Verdict};
use engine::watch::StopReason;
use network::eval::Fault;
use reference::{Rational, Run};

/// In which order states are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SearchOrder {
    /// Best first, and beams in between.
    #[default]
    Auto,
    /// The cheapest first; with estimates, A*.
    Best,
    /// Depth first, back where nothing better can follow.
    Depth,
    /// Level by level, keeping the most promising states of each. It finds good runs and proves little.
    Beam,
}

/// How a cheapest run is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    pub order: SearchOrder,
    /// Compute from the model what the rest of a run costs at least.
    pub estimates: bool,
    /// How many states of each level a beam keeps.
    pub width: usize,
    /// Other seeds give other beams.
    pub seed: u64,
    /// In the usual order, so many states are expanded best first before beams look for good runs.
    pub first_slice: u64,
    /// Believe that the variable `remaining` never says more than what the rest of a run costs. It is then used to
    /// leave out states; otherwise only to decide which to look at first.
    pub trust_remaining: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            order: SearchOrder::Auto,
            estimates: true,
            width: 256,
            seed: 0,
            first_slice: 1_000,
            trust_remaining: false,
        }
    }
}

/// A cheaper run was found, or more is proved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Improvement {
    /// When, from the start of the search on.
    pub seconds: f64,
    /// What the best run costs, if one is known.
    pub value: Option<i64>,
    /// No run costs less.
    pub bound: i64,
}

/// The answer to the question for the cheapest run.
#[derive(Clone, Debug)]
pub struct Cheapest {
    /// Can the goal be reached? Or the fault that ended the search.
    pub verdict: Result<Verdict, RuntimeFault>,
    /// The infimum of the costs of the runs found, if there are any. It is whole, but for ratios.
    pub value: Option<Rational>,
    /// No run costs less than this, as far as the search went. Nothing if that is not known.
    pub bound: Option<Rational>,
    /// What was known when: each has a cheaper run or a larger bound than the one before.
    pub improvements: Vec<Improvement>,
    /// A run of that value; or, if runs only come close to it, one that does.
    pub run: Option<Run>,
    /// What the run costs, by the definition.
    pub run_cost: Option<Rational>,
    /// Why there is no run although the goal can be reached.
    pub trace_error: Option<TraceError>,
    /// Why the search ended early, if it did.
    pub stopped: Option<StopReason>,
    /// Where a result was found not to fit 32 bits, if what is left of it was used.
    pub wrapped: Option<Fault>,
    /// How it was looked for, for people.
    pub notes: Vec<String>,
    pub plan: Plan,
    pub stats: Stats,
}

impl Cheapest {
    /// An answer without a value.
    pub(crate) fn new(
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
            wrapped: None,
            notes: Vec::new(),
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
    /// times. A search that leaves states out may have left out better times for the same transitions, so the infimum may be less than the
    /// value; then it is the value. If it is more, or less than what was proved, there is a mistake, and nothing is told.
    pub(super) fn found(&mut self, run: Result<(Run, Rational, i64), TraceError>, value: i64) {
        let is_proved = |infimum: i64| self.bound.is_none_or(|bound| bound <= infimum.into());
        match run {
            Ok((run, cost, infimum)) if infimum <= value && is_proved(infimum) => {
                self.run = Some(run);
                self.run_cost = Some(cost);
                if infimum < value {
                    self.value = Some(infimum.into());
                    let bound = self.bound.map_or(0, Rational::floor);
                    let seconds = self.stats.seconds;
                    self.improvements.push(Improvement { seconds, value: Some(infimum), bound });
                }
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
        Some(cost == value)
    }
}
