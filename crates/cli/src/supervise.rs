//! Keeps an eye on a search: time, memory, Ctrl-C, progress.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use engine::watch::{Progress, StopReason, Watch};

use crate::interrupt::Interrupt;
use crate::memory::Gauge;
use crate::progress::ProgressLine;

/// What a search may use.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Allowance {
    /// Time.
    pub(crate) time: Option<Duration>,
    /// Real memory of the whole process.
    pub(crate) memory: Option<u64>,
}

/// Watches one search.
pub(crate) struct Supervisor<'a> {
    interrupt: &'a Interrupt,
    gauge: &'a Gauge,
    allowance: Allowance,
    started: Instant,
    line: Option<ProgressLine>,
    countdown: u32,
    looked: Instant,
    drawn: Instant,
    peak: u64,
}

/// Expansions between two looks at the clock.
const EXPANSIONS: u32 = 64;
/// Time between two looks at the memory: the kernel counts pages for this, so not too often; memory
/// grows by a few megabytes meanwhile.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);
/// Time between two lines of progress.
const BETWEEN_LINES: Duration = Duration::from_millis(100);

/// The figures and the memory, if it was time to look.
type Looked = ControlFlow<StopReason, Option<(Progress, u64)>>;

impl<'a> Supervisor<'a> {
    /// Starts the clock.
    pub(crate) fn new(
        interrupt: &'a Interrupt,
        gauge: &'a Gauge,
        allowance: Allowance,
        line: Option<ProgressLine>,
    ) -> Supervisor<'a> {
        let now = Instant::now();
        Supervisor {
            interrupt,
            gauge,
            allowance,
            started: now,
            line,
            countdown: EXPANSIONS,
            looked: now,
            drawn: now,
            peak: 0,
        }
    }

    /// The time since the start, and the most memory seen, the present included.
    pub(crate) fn finish(mut self) -> (Duration, u64) {
        self.look();
        (self.started.elapsed(), self.peak)
    }

    /// Is there time left, and does nobody want to stop?
    fn allowed(&self, now: Instant) -> ControlFlow<StopReason> {
        if self.interrupt.is_set() {
            return ControlFlow::Break(StopReason::Interrupted);
        }
        if self.allowance.time.is_some_and(|most| now - self.started >= most) {
            return ControlFlow::Break(StopReason::TimeLimit);
        }
        ControlFlow::Continue(())
    }

    /// Is there memory left? Looks only now and then.
    fn affordable(&mut self, now: Instant, figures: &mut dyn FnMut() -> Progress) -> Looked {
        if now - self.looked < BETWEEN_LOOKS {
            return ControlFlow::Continue(None);
        }
        self.looked = now;
        let resident = self.look();
        let figures = figures();
        if self.allowance.memory.is_some_and(|most| is_too_much(resident, &figures, most)) {
            return ControlFlow::Break(StopReason::MemoryLimit);
        }
        ControlFlow::Continue(Some((figures, resident)))
    }

    fn look(&mut self) -> u64 {
        let now = self.gauge.resident();
        self.peak = self.peak.max(now);
        now
    }
}

/// The limit has been reached; or it is about to be exceeded by more than a tenth, because a table grows:
/// then it is better to stop early.
fn is_too_much(resident: u64, figures: &Progress, most: u64) -> bool {
    resident > most || resident.saturating_add(figures.imminent) > most.saturating_add(most / 10)
}

impl Watch for Supervisor<'_> {
    fn expanded(&mut self, progress: &mut dyn FnMut() -> Progress) -> ControlFlow<StopReason> {
        self.countdown -= 1;
        if self.countdown > 0 {
            return ControlFlow::Continue(());
        }
        self.countdown = EXPANSIONS;
        let now = Instant::now();
        self.allowed(now)?;
        if let Some((figures, resident)) = self.affordable(now, progress)?
            && now - self.drawn >= BETWEEN_LINES
            && let Some(line) = &mut self.line
        {
            self.drawn = now;
            line.show(&figures, resident);
        }
        ControlFlow::Continue(())
    }

    fn working(&mut self) -> ControlFlow<StopReason> {
        let now = Instant::now();
        self.allowed(now)?;
        self.affordable(now, &mut Progress::default)?;
        ControlFlow::Continue(())
    }
}
