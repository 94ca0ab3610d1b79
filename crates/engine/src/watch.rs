//! Watching a search: figures, and a way to end it early. Limits of time and memory are for the caller to keep.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use network::eval::{Fault, FaultKind};

/// Figures of a search so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// States stored and not superseded.
    pub stored: u64,
    pub explored: u64,
    pub transitions: u64,
    /// States found covered on arrival.
    pub covered: u64,
    /// States followed to where they lead, and not stored.
    pub followed: u64,
    /// States of which only what some processes begin was computed.
    pub reduced: u64,
    /// Zones compared with stored ones, bound by bound, in lists of more than one.
    pub compared: u64,
    /// Bytes the store takes.
    pub bytes: u64,
    /// Bytes the store will soon take at once, because a table of it is nearly full.
    pub imminent: u64,
}

impl Progress {
    /// The figures of two searches together.
    #[must_use]
    pub fn plus(self, other: Progress) -> Progress {
        Progress {
            stored: self.stored + other.stored,
            explored: self.explored + other.explored,
            transitions: self.transitions + other.transitions,
            covered: self.covered + other.covered,
            followed: self.followed + other.followed,
            reduced: self.reduced + other.reduced,
            compared: self.compared + other.compared,
            bytes: self.bytes + other.bytes,
            imminent: self.imminent + other.imminent,
        }
    }
}

/// Why a search ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    TimeLimit,
    MemoryLimit,
    /// Somebody asked for it.
    Interrupted,
    /// More transitions leave one state than can be followed.
    TooManyTransitions,
}

impl StopReason {
    /// As a fault, for work in the middle of a step.
    fn fault(self) -> Fault {
        let kind = match self {
            StopReason::TimeLimit => FaultKind::OutOfTime,
            StopReason::MemoryLimit | StopReason::Interrupted | StopReason::TooManyTransitions => {
                FaultKind::Cancelled
            }
        };
        Fault { kind, origin: network::Origin::NONE }
    }

    /// The reason that a fault stands for, if it does.
    #[must_use]
    pub fn of(fault: FaultKind) -> Option<StopReason> {
        match fault {
            FaultKind::OutOfTime => Some(StopReason::TimeLimit),
            FaultKind::Cancelled => Some(StopReason::Interrupted),
            FaultKind::TooManyTransitions(_) => Some(StopReason::TooManyTransitions),
            _ => None,
        }
    }
}

/// Says whether a search is to stop, wherever it is asked: for what may take long in the middle of a step, where no watch is at hand.
#[derive(Clone, Default)]
pub struct Alarm(Option<Arc<dyn Fn() -> Option<StopReason> + Send + Sync>>);

impl Alarm {
    /// An alarm that rings when this gives a reason.
    pub fn new(rings: impl Fn() -> Option<StopReason> + Send + Sync + 'static) -> Alarm {
        Alarm(Some(Arc::new(rings)))
    }

    /// Is an error if the search is to stop.
    pub fn heed(&self) -> Result<(), Fault> {
        let reason = self.0.as_ref().and_then(|rings| rings());
        reason.map_or(Ok(()), |reason| Err(reason.fault()))
    }
}

impl fmt::Debug for Alarm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Alarm").field(&self.0.is_some()).finish()
    }
}

/// Sees every expansion and may end the search.
pub trait Watch {
    /// A node has been expanded; `progress` computes the figures when asked.
    fn expanded(&mut self, progress: &mut dyn FnMut() -> Progress) -> ControlFlow<StopReason>;

    /// A cheaper run was found, of this cost; no run costs less than the bound.
    fn improved(&mut self, _value: i64, _bound: i64) {}

    /// Some other work has been done, such as a part of making a run. Called often; whoever has limits looks at
    /// them here as well.
    fn working(&mut self) -> ControlFlow<StopReason> {
        ControlFlow::Continue(())
    }

    /// The same for work in the middle of a step.
    fn alarm(&self) -> Alarm {
        Alarm::default()
    }
}

/// Never ends a search.
impl Watch for () {
    fn expanded(&mut self, _: &mut dyn FnMut() -> Progress) -> ControlFlow<StopReason> {
        ControlFlow::Continue(())
    }
}
