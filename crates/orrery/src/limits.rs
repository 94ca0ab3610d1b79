//! Limits of a search: time, memory, cancellation; and a look at how far it is.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engine::watch::{Alarm, Progress, StopReason, Watch};

use crate::memory;

/// What a search may use, and who is told how far it is. The time counts from [`Limits::new`] on.
///
/// A search that reaches a limit ends with the verdict "unknown", and the reason.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
/// use orrery::Limits;
///
/// let stop = Arc::new(AtomicBool::new(false)); // set by another thread, or on Ctrl-C
/// let mut limits = Limits::new()
///     .time(Duration::from_secs(60))
///     .memory(4 << 30)
///     .cancel(&stop)
///     .progress(|progress, memory| eprintln!("{} states, {memory} bytes", progress.stored));
/// # let model = orrery::Model::from_text("m.xta", "process P() { state a; init a; } system P;")?;
/// # let query = model.query("A[] P.a")?;
/// let answer = model.check_within(&query, &orrery::Options::default(), &mut limits)?;
/// # assert_eq!(answer.holds(), Some(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Limits<'a> {
    time: Option<Duration>,
    memory: Option<u64>,
    cancel: Option<Arc<AtomicBool>>,
    progress: Option<Report<'a>>,
    improvements: Option<Improved<'a>>,
    started: Instant,
    /// Expansions until the next look at the clock.
    countdown: u32,
    /// Expansions between the last look at the clock and the next.
    stride: u32,
    /// The last look at the clock.
    clocked: Instant,
    looked: Instant,
    reported: Instant,
    peak: u64,
}

/// Is told the figures of a search, and the bytes of memory this process takes (0 if unknown).
type Report<'a> = Box<dyn FnMut(&Progress, u64) + 'a>;

/// Is told what the best run costs, and what no run costs less than.
type Improved<'a> = Box<dyn FnMut(i64, i64) + 'a>;

/// The most expansions between two looks at the clock.
const EXPANSIONS: u32 = 64;
/// Time between two looks at the clock. Expansions that take long are counted one by one.
const BETWEEN_CLOCKS: Duration = Duration::from_millis(2);
/// Time between two looks at the memory: the kernel counts pages for this, so not too often; memory
/// grows by a few megabytes meanwhile.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);
/// Time between two reports of progress.
const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

/// The figures and the memory, if it was time to look.
type Looked = ControlFlow<StopReason, Option<(Progress, u64)>>;

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits::new()
    }
}

impl<'a> Limits<'a> {
    /// No limits yet. The clock starts.
    #[must_use]
    pub fn new() -> Limits<'a> {
        let now = Instant::now();
        Limits {
            time: None,
            memory: None,
            cancel: None,
            progress: None,
            improvements: None,
            started: now,
            countdown: 1,
            stride: 1,
            clocked: now,
            looked: now,
            reported: now,
            peak: 0,
        }
    }

    /// Stops so long after the start.
    #[must_use]
    pub fn time(mut self, most: Duration) -> Limits<'a> {
        self.time = Some(most);
        self
    }

    /// Stops when this process takes more bytes of real memory than that. Where the system does not tell how
    /// much it takes (it does on Linux), the stored states count.
    #[must_use]
    pub fn memory(mut self, most: u64) -> Limits<'a> {
        self.memory = Some(most);
        self
    }

    /// How many bytes this process may take in all without bringing the machine or its container into trouble;
    /// none if that is unknown.
    #[must_use]
    pub fn affordable_memory() -> Option<u64> {
        memory::affordable()
    }

    /// Stops when somebody sets this.
    #[must_use]
    pub fn cancel(mut self, flag: &Arc<AtomicBool>) -> Limits<'a> {
        self.cancel = Some(Arc::clone(flag));
        self
    }

    /// Calls this about ten times a second, with the figures of the search and the bytes of memory that this
    /// process takes (0 if unknown).
    #[must_use]
    pub fn progress(mut self, report: impl FnMut(&Progress, u64) + 'a) -> Limits<'a> {
        self.progress = Some(Box::new(report));
        self
    }

    /// Calls this whenever a cheaper run is found, with what it costs and what no run costs less than.
    #[must_use]
    pub fn improvements(mut self, report: impl FnMut(i64, i64) + 'a) -> Limits<'a> {
        self.improvements = Some(Box::new(report));
        self
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The most memory seen, the present included; 0 if unknown.
    #[must_use]
    pub fn peak_memory(&mut self) -> u64 {
        self.look();
        self.peak
    }

    /// Is there time left, and does nobody want to stop?
    fn allowed(&self, now: Instant) -> ControlFlow<StopReason> {
        if self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return ControlFlow::Break(StopReason::Interrupted);
        }
        if self.time.is_some_and(|most| now - self.started >= most) {
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
        if self.memory.is_some_and(|most| is_too_much(resident, &figures, most)) {
            return ControlFlow::Break(StopReason::MemoryLimit);
        }
        ControlFlow::Continue(Some((figures, resident)))
    }

    fn look(&mut self) -> u64 {
        let now = memory::resident();
        self.peak = self.peak.max(now);
        now
    }
}

/// The limit has been reached; or it is about to be exceeded by more than a tenth, because a table grows:
/// then it is better to stop early.
fn is_too_much(resident: u64, figures: &Progress, most: u64) -> bool {
    let taken = if resident == 0 { figures.bytes } else { resident };
    taken > most || taken.saturating_add(figures.imminent) > most.saturating_add(most / 10)
}

impl Watch for Limits<'_> {
    fn expanded(&mut self, progress: &mut dyn FnMut() -> Progress) -> ControlFlow<StopReason> {
        self.countdown -= 1;
        if self.countdown > 0 {
            return ControlFlow::Continue(());
        }
        let now = Instant::now();
        let slow = now - self.clocked > BETWEEN_CLOCKS;
        self.stride = if slow { 1 } else { (self.stride * 2).min(EXPANSIONS) };
        (self.countdown, self.clocked) = (self.stride, now);
        self.allowed(now)?;
        if let Some((figures, resident)) = self.affordable(now, progress)?
            && now - self.reported >= BETWEEN_REPORTS
            && let Some(report) = &mut self.progress
        {
            self.reported = now;
            report(&figures, resident);
        }
        ControlFlow::Continue(())
    }

    fn improved(&mut self, value: i64, bound: i64) {
        if let Some(report) = &mut self.improvements {
            report(value, bound);
        }
    }

    fn working(&mut self) -> ControlFlow<StopReason> {
        let now = Instant::now();
        self.allowed(now)?;
        self.affordable(now, &mut Progress::default)?;
        ControlFlow::Continue(())
    }

    fn alarm(&self) -> Alarm {
        let (cancel, time, started) = (self.cancel.clone(), self.time, self.started);
        Alarm::new(move || {
            if cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                return Some(StopReason::Interrupted);
            }
            time.is_some_and(|most| started.elapsed() >= most).then_some(StopReason::TimeLimit)
        })
    }
}
