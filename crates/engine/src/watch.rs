//! Watching a search: figures, limits, interruption. The only place that looks at a clock on the wall.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Figures of a search so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// States stored and not superseded.
    pub stored: u64,
    /// States expanded.
    pub explored: u64,
    /// Transitions computed.
    pub transitions: u64,
    /// States found covered on arrival.
    pub covered: u64,
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

/// Shows progress.
pub type Reporter<'a> = Box<dyn FnMut(&Progress) + 'a>;

/// Limits, and a look now and then for whoever shows progress.
pub struct Limits<'a> {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// How many bytes the store may take.
    pub memory: Option<u64>,
    /// Set from outside to stop.
    pub interrupted: Option<&'a AtomicBool>,
    /// Called about ten times a second.
    pub report: Option<Reporter<'a>>,
    countdown: u32,
    last_report: Instant,
}

/// Expansions between two looks at the clock.
const EXPANSIONS_BETWEEN_LOOKS: u32 = 64;
const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits {
            deadline: None,
            memory: None,
            interrupted: None,
            report: None,
            countdown: EXPANSIONS_BETWEEN_LOOKS,
            last_report: Instant::now(),
        }
    }
}

impl Limits<'_> {
    /// Is there time left, and does nobody want to stop?
    fn allowed(&self) -> ControlFlow<StopReason> {
        if self.interrupted.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return ControlFlow::Break(StopReason::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return ControlFlow::Break(StopReason::TimeLimit);
        }
        ControlFlow::Continue(())
    }
}

impl Watch for Limits<'_> {
    fn expanded(&mut self, progress: &mut dyn FnMut() -> Progress) -> ControlFlow<StopReason> {
        self.countdown -= 1;
        if self.countdown > 0 {
            return ControlFlow::Continue(());
        }
        self.countdown = EXPANSIONS_BETWEEN_LOOKS;
        self.allowed()?;
        let now = Instant::now();
        let figures = progress();
        if self.memory.is_some_and(|limit| figures.bytes > limit) {
            return ControlFlow::Break(StopReason::MemoryLimit);
        }
        if let Some(report) = &mut self.report
            && now - self.last_report >= BETWEEN_REPORTS
        {
            self.last_report = now;
            report(&figures);
        }
        ControlFlow::Continue(())
    }

    fn working(&mut self) -> ControlFlow<StopReason> {
        self.allowed()
    }
}
