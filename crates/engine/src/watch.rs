//! Watching a search: figures, and a way to end it early. Limits of time and memory are for the caller to keep.

use std::ops::ControlFlow;

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
}

/// Never ends a search.
impl Watch for () {
    fn expanded(&mut self, _: &mut dyn FnMut() -> Progress) -> ControlFlow<StopReason> {
        ControlFlow::Continue(())
    }
}
