//! Several threads: one for the proof, the others for good runs early.
//!
//! They share what is known (`known.rs`) and nothing else. What a beam finds makes the search for the proof leave out what costs as much; what
//! that search proves ends the beams.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread;

use super::answer::Settings;
use super::explorer::{Explorer, Halt};
use super::known::Knowledge;
use super::phase::Phase;
use super::search::{BestFirst, beams, may_be_too_dear};
use engine::watch::{Alarm, Progress, StopReason, Watch};

/// Makes the explorer of a thread, which heeds the alarm.
pub(super) type MakeExplorer<'m, 'p, 'n> = dyn Fn(Alarm) -> Explorer<'p, 'n> + Sync + 'm;

/// What the thread that proves and those that look for runs tell each other, apart from what is known.
#[derive(Default)]
struct Threads {
    over: Arc<AtomicBool>,
    /// What the stores of all beams take.
    bytes: AtomicU64,
}

/// Ends the other threads, also where this one panics: the scope waits for them.
struct EndOthers<'s>(&'s Threads);

impl Drop for EndOthers<'_> {
    fn drop(&mut self) {
        self.0.over.store(true, Relaxed);
    }
}

/// Best first on this thread, beams on all others.
pub(super) fn beside<'p, 'n>(
    explorer: &mut Explorer<'p, 'n>,
    mut best_first: BestFirst,
    (settings, threads, make): (Settings, usize, &MakeExplorer<'_, 'p, 'n>),
    watch: &mut dyn Watch,
) -> (Phase, Option<Halt>) {
    let signals = Threads::default();
    let end = thread::scope(|scope| {
        let signals = &signals;
        let others = threads as u64 - 1;
        let helper = |at: u64| {
            let seed = settings.seed.wrapping_add(at);
            scope.spawn(move || look_for_runs(make, (seed, others), signals))
        };
        let helpers: Vec<_> = (0..others).map(helper).collect();
        let ending = EndOthers(signals);
        let mut watched = Watched { watch, signals, known: explorer.known, told: None };
        let end = best_first.run(explorer, u64::MAX, &mut watched);
        drop(ending);
        for helper in helpers {
            let figures = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            explorer.add(figures);
        }
        end
    });
    (best_first.phase, end.err())
}

/// One beam after the other, as long as there is something to find. The figures of all.
fn look_for_runs(
    make: &MakeExplorer<'_, '_, '_>,
    (seed, stride): (u64, u64),
    signals: &Threads,
) -> Progress {
    let over = Arc::clone(&signals.over);
    let rings = move || over.load(Relaxed).then_some(StopReason::Interrupted);
    let mut explorer = make(Alarm::new(rings));
    let mut watch = WhileSearched { signals, bytes: 0 };
    let mut figures = Progress::default();
    for beam in beams(seed, stride) {
        let mut phase = explorer.phase();
        let end = beam.run(&mut explorer, &mut phase, &mut watch);
        figures = explorer.progress(&phase);
        let has_seen_all = matches!(end, Ok(true));
        // Numbers that are too large may be too dear as well.
        let is_over = end.is_err_and(|halt| !may_be_too_dear(&halt) && !matches!(halt, Halt::Cost));
        if has_seen_all || is_over || explorer.known.is_done() {
            break;
        }
    }
    figures
}

/// The watch of a thread that looks for runs. Limits are looked at by the one that proves.
struct WhileSearched<'s> {
    signals: &'s Threads,
    /// What its store took when last looked at.
    bytes: u64,
}

impl Watch for WhileSearched<'_> {
    fn expanded(&mut self, progress: &mut dyn FnMut() -> Progress) -> ControlFlow<StopReason> {
        let bytes = progress().bytes;
        // Sums of differences wrap around to the right value.
        self.signals.bytes.fetch_add(bytes.wrapping_sub(self.bytes), Relaxed);
        self.bytes = bytes;
        self.working()
    }

    fn working(&mut self) -> ControlFlow<StopReason> {
        match self.signals.over.load(Relaxed) {
            true => ControlFlow::Break(StopReason::Interrupted),
            false => ControlFlow::Continue(()),
        }
    }
}

/// The watch of the thread that proves: it counts the memory of the others, and tells what they found.
struct Watched<'w, 's> {
    watch: &'w mut dyn Watch,
    signals: &'s Threads,
    known: &'s Knowledge,
    told: Option<i64>,
}

impl Watch for Watched<'_, '_> {
    fn expanded(&mut self, progress: &mut dyn FnMut() -> Progress) -> ControlFlow<StopReason> {
        let value = self.known.value();
        if let Some(value) = value.filter(|_| value != self.told) {
            self.improved(value, self.known.bound());
        }
        let others = self.signals.bytes.load(Relaxed);
        self.watch.expanded(&mut || {
            let own = progress();
            Progress { bytes: own.bytes + others, ..own }
        })
    }

    fn improved(&mut self, value: i64, bound: i64) {
        // Mostly the first thread tells of its own runs at once.
        if self.told.is_none_or(|told| value < told) {
            self.told = Some(value);
            self.watch.improved(value, bound);
        }
    }

    fn working(&mut self) -> ControlFlow<StopReason> {
        self.watch.working()
    }

    fn alarm(&self) -> Alarm {
        self.watch.alarm()
    }
}
