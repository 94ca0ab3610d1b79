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
        if self.interrupt.is_set() {
            return ControlFlow::Break(StopReason::Interrupted);
        }
        let now = Instant::now();
        if self.allowance.time.is_some_and(|most| now - self.started >= most) {
            return ControlFlow::Break(StopReason::TimeLimit);
        }
        if now - self.looked < BETWEEN_LOOKS {
            return ControlFlow::Continue(());
        }
        self.looked = now;
        let resident = self.look();
        let figures = progress();
        if self.allowance.memory.is_some_and(|most| is_too_much(resident, &figures, most)) {
            return ControlFlow::Break(StopReason::MemoryLimit);
        }
        if now - self.drawn >= BETWEEN_LINES
            && let Some(line) = &mut self.line
        {
            self.drawn = now;
            line.show(&figures, resident);
        }
        ControlFlow::Continue(())
    }
}
