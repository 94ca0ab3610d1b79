//! Why there is no run.

use std::fmt;

use network::eval::Fault;

use engine::semantics::StepFault;
use engine::watch::StopReason;
use reference::ReplayError;

/// Why no run could be made of a trace. For an exact search this is a bug in Orrery; for an
/// over-approximation it means that the trace is spurious.
#[derive(Clone, PartialEq, Debug)]
pub enum TraceError {
    /// The transitions cannot follow one another.
    Infeasible(usize),
    /// They can, but the goal is not met at the end.
    GoalMissed,
    /// No moments satisfy all constraints.
    NoTimes,
    /// It takes too long to find out whether some do, or the numbers are too large.
    GaveUp,
    /// It has too many steps to be written out.
    TooManySteps,
    /// A limit was reached, or somebody asked to stop.
    Stopped(StopReason),
    /// The run leaves the predicate it is to stay within.
    Left,
    /// It goes on with a `meta` value of another path, and no run does without.
    ForeignMeta,
    /// The definition does not agree.
    Replay(ReplayError),
    /// An invalid evaluation on the way.
    Fault(Fault),
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TraceError::Infeasible(_) => write!(f, "its steps cannot follow one another"),
            TraceError::GoalMissed => write!(f, "it does not end where it should"),
            TraceError::NoTimes => write!(f, "no delays allow its steps one after the other"),
            TraceError::GaveUp => write!(f, "finding the times of its steps takes too long"),
            TraceError::TooManySteps => write!(f, "it has more than a million steps"),
            TraceError::Stopped(_) => write!(f, "a limit was reached while it was made"),
            TraceError::Left => write!(f, "it leaves the predicate that must hold all along"),
            TraceError::ForeignMeta => {
                write!(f, "the answer depends on a `meta` value that came from another path")
            }
            TraceError::Replay(error) => error.fmt(f),
            TraceError::Fault(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for TraceError {}

impl From<StepFault> for TraceError {
    fn from(fault: StepFault) -> TraceError {
        TraceError::from(fault.fault)
    }
}

impl From<Fault> for TraceError {
    fn from(fault: Fault) -> TraceError {
        match StopReason::of(fault.kind) {
            Some(reason) => TraceError::Stopped(reason),
            None => TraceError::Fault(fault),
        }
    }
}
