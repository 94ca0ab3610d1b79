//! Reachability by several workers that share a store.
//!
//! The verdict is that of one worker: every state that one would store is covered by what all store. How
//! many states are expanded may differ from run to run where larger zones supersede smaller ones, since
//! which comes first is then up to chance; where none is superseded, all figures are the same.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::reach::Outcome;
use super::worker::{Ending, SharedPool, Worker};
use crate::state::Participant;
use crate::store::Shards;
use crate::verdict::SymmetryStats;
use crate::watch::{Progress, Watch};

/// What workers found.
pub struct Together {
    /// How the search ended.
    pub outcome: Outcome,
    /// The transition that was being computed then.
    pub attempted: Vec<Participant>,
    /// Figures of all.
    pub progress: Progress,
    /// What symmetry did for all; orbits as the first saw them.
    pub symmetry: Option<SymmetryStats>,
    /// Was some delay over-approximated?
    pub approximated: bool,
}

/// What the other workers leave behind.
#[derive(Default)]
struct Others {
    progress: Progress,
    symmetry: SymmetryStats,
    approximated: bool,
}

/// Searches with `workers` workers, one of them on this thread, which looks after the watch.
pub fn reach_together<'p, 's>(
    shards: &'s Shards,
    pool: SharedPool,
    workers: usize,
    hire: &(dyn Fn() -> Worker<'p, 's> + Sync),
    watch: &mut dyn Watch,
) -> Together {
    let mut first = hire();
    first.start(&pool);
    let others = Mutex::new(Others::default());
    let explored = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 1..workers {
            scope.spawn(|| {
                let mut worker = hire();
                worker.work(&pool, workers, &mut |expanded, _| {
                    explored.fetch_add(expanded as u64, Ordering::Relaxed);
                    ControlFlow::Continue(())
                });
                if let Ok(mut others) = others.lock() {
                    others.progress = sum(others.progress, worker.progress());
                    others.approximated |= worker.approximated();
                    let symmetry = worker.symmetry().unwrap_or_default();
                    others.symmetry.counters.add(&symmetry.counters);
                    others.symmetry.seconds += symmetry.seconds;
                }
            });
        }
        first.work(&pool, workers, &mut |expanded, worker| {
            let mut progress = || {
                let others =
                    Progress { explored: explored.load(Ordering::Relaxed), ..shards.progress() };
                sum(worker.progress(), others)
            };
            // The watch counts expansions; a rest is worth one, so that limits are noticed.
            for _ in 0..expanded.max(1) {
                if let ControlFlow::Break(reason) = watch.expanded(&mut progress) {
                    return ControlFlow::Break(Outcome::Stopped(reason));
                }
            }
            ControlFlow::Continue(())
        });
    });
    let others = others.into_inner().unwrap_or_default();
    let approximated = others.approximated || first.approximated();
    let progress = sum(sum(first.progress(), others.progress), shards.progress());
    let symmetry = first.symmetry().map(|mut symmetry| {
        symmetry.counters.add(&others.symmetry.counters);
        symmetry.seconds += others.symmetry.seconds;
        symmetry
    });
    let (outcome, attempted): Ending = pool.into_end().unwrap_or((Outcome::Exhausted, Vec::new()));
    Together { outcome, attempted, progress, symmetry, approximated }
}

fn sum(left: Progress, right: Progress) -> Progress {
    Progress {
        stored: left.stored + right.stored,
        explored: left.explored + right.explored,
        transitions: left.transitions + right.transitions,
        covered: left.covered + right.covered,
        bytes: left.bytes + right.bytes,
        imminent: left.imminent + right.imminent,
    }
}
