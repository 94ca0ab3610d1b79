//! Answers.

use std::sync::Arc;

use network::Formula;
use network::eval::FaultKind;

use crate::arena::ControlStrategy;
use crate::controlled::Controlled;
use crate::plan::Plan;
use crate::trace::TraceError;
pub use engine::graph::SymmetryStats;
use engine::watch::{Progress, StopReason};
use reference::Run;

/// The largest constant that clocks may be compared with and set to.
pub const LARGEST_CLOCK_CONSTANT: i32 = zones::Bound::MAX_LIMIT;

/// The answer to a query.
#[derive(Clone, Debug)]
pub enum Verdict {
    Holds,
    Fails,
    /// Not decided, and why.
    Unknown(Undecided),
}

/// Why a query was not decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Undecided {
    /// The search ended early.
    Stopped(StopReason),
    /// A clock, or this constant that it is compared with or set to, is too large for zones.
    ClockRange(Option<i64>),
    /// A cost, or a clock whose value it depends on, is too large for exact arithmetic.
    CostRange,
    /// The search has left out states on purpose, to find a good run early.
    LeftOut,
    /// The search and the run it found do not agree on the cost: a mistake in Orrery.
    CostMismatch,
    /// An over-approximation does not exclude it: "may be satisfied" or "may not be satisfied".
    Maybe {
        /// What the over-approximation says.
        suggests: bool,
        because: String,
    },
}

/// An invalid evaluation and how it came about.
#[derive(Clone, Debug)]
pub struct RuntimeFault {
    pub fault: network::eval::Fault,
    /// The run that leads to it; the last step is the one that fails.
    pub run: Option<Run>,
    /// Why there is no run.
    pub trace_error: Option<TraceError>,
}

impl RuntimeFault {
    /// A fault with the run that leads to it, or why there is none.
    pub(crate) fn new(fault: network::eval::Fault, run: Result<Run, TraceError>) -> RuntimeFault {
        match run {
            Ok(run) => RuntimeFault { fault, run: Some(run), trace_error: None },
            Err(error) => RuntimeFault { fault, run: None, trace_error: Some(error) },
        }
    }
}

/// The value of a term, by `sup`, `inf` or `bounds`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TermValue {
    /// The term as written.
    pub term: String,
    /// The intervals of its values (one, but for `bounds`); none if no state satisfies the condition.
    pub ranges: Vec<ValueRange>,
}

/// An interval of values; `None` is unbounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueRange {
    /// The lower end and whether it is only approached.
    pub lower: Option<(i64, bool)>,
    /// The upper end and whether it is only approached.
    pub upper: Option<(i64, bool)>,
}

/// What is known about runs that are better than the one shown: shorter, or faster where that was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Minimality {
    /// There are no better runs.
    Proved,
    /// There may be some, but none has fewer transitions, or enters its loop before, than this.
    AtLeast(u64),
}

/// What came of a second look at a strategy: the ordinary search, on the model under it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verification {
    /// The strategy does what it should.
    Confirmed,
    /// The search did not end.
    Unknown(Undecided),
    /// The question cannot be asked of the model under the strategy, or that is too large.
    NotAsked,
    /// It does not, and how: a mistake in Orrery.
    Refuted(&'static str),
}

/// What is said of a state of a run: a part of the formula that was asked, and whether the state satisfies it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// After so many transitions.
    pub after: usize,
    pub part: Formula,
    pub holds: bool,
}

/// Everything there is to say about a query.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The verdict, or the fault that ended it.
    pub verdict: Result<Verdict, RuntimeFault>,
    /// Values of `sup`, `inf`, `bounds`.
    pub values: Vec<TermValue>,
    /// A witness or counterexample, if one was asked for and exists.
    pub run: Option<Run>,
    /// What the run shows of a formula of branching time, from its start to its end.
    pub claims: Vec<Claim>,
    /// What the controller does to win a game, if a run or the like was asked for.
    pub strategy: Option<ControlStrategy>,
    /// Was the strategy confirmed?
    pub verification: Option<Verification>,
    /// The model under the strategy.
    pub controlled: Option<Arc<Controlled>>,
    /// Is the run known to be a shortest or fastest one? Only said if that was asked for, of runs that
    /// go on for ever and where clocks stand still.
    pub minimality: Option<Minimality>,
    /// Why there is no run although one was asked for and exists: a limit, or else a bug in Orrery, to be reported.
    pub trace_error: Option<TraceError>,
    /// The number of the query whose search found this answer, if it was not its own.
    pub found_by: Option<usize>,
    pub plan: Plan,
    pub stats: Stats,
}

/// Figures of one query.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Stats {
    /// Figures of the search.
    pub progress: Progress,
    pub discrete_states: u64,
    pub zones: u64,
    pub seconds: f64,
    /// Seconds spent on making the run, after the search.
    pub run_seconds: f64,
    /// What symmetry did; none if there is none.
    pub symmetry: Option<SymmetryStats>,
}

impl Answer {
    /// An answer without values or runs.
    #[must_use]
    pub fn new(verdict: Result<Verdict, RuntimeFault>, plan: Plan, stats: Stats) -> Answer {
        let mut answer = Answer {
            verdict,
            values: Vec::new(),
            run: None,
            claims: Vec::new(),
            strategy: None,
            verification: None,
            controlled: None,
            minimality: None,
            trace_error: None,
            found_by: None,
            plan,
            stats,
        };
        answer.settle_limits();
        answer
    }

    /// A limit of the engine is no error of the model.
    fn settle_limits(&mut self) {
        if let Err(fault) = &self.verdict
            && let Some(undecided) = limit_reached(fault.fault.kind)
        {
            self.verdict = Ok(Verdict::Unknown(undecided));
        }
    }

    /// An invalid evaluation ends the search. Where something was over-approximated it counts only if a
    /// run leads to it.
    pub(crate) fn faulted(
        &mut self,
        fault: RuntimeFault,
        approximate: Option<&str>,
        suggests: bool,
    ) {
        self.verdict = match approximate {
            Some(because) if fault.run.is_none() => {
                let because = format!("an invalid evaluation may not be real: {because}");
                Ok(Verdict::Unknown(Undecided::Maybe { suggests, because }))
            }
            _ => Err(fault),
        };
        self.settle_limits();
    }

    /// Adds the run that supports the verdict, or what went wrong with it. Where something was
    /// over-approximated, the verdict stands only if the run could be confirmed.
    pub(crate) fn found(
        &mut self,
        run: Result<Run, TraceError>,
        approximate: Option<&str>,
        suggests: bool,
    ) {
        match (run, approximate) {
            (Ok(run), _) => self.run = Some(run),
            (Err(TraceError::Stopped(reason)), Some(_)) => {
                self.verdict = Ok(Verdict::Unknown(Undecided::Stopped(reason)));
            }
            (Err(_), Some(because)) => {
                let because = because.to_owned();
                self.verdict = Ok(Verdict::Unknown(Undecided::Maybe { suggests, because }));
            }
            (Err(error), None) => self.trace_error = Some(error),
        }
    }
}

/// What is undecided because of a limit of the engine, which is no error of the model.
fn limit_reached(fault: FaultKind) -> Option<Undecided> {
    match fault {
        FaultKind::ClockRange(constant) => Some(Undecided::ClockRange(constant)),
        _ => StopReason::of(fault).map(Undecided::Stopped),
    }
}
