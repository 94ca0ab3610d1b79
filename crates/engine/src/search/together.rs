//! Reachability by several workers, each of which owns a part of the states.
//!
//! The verdict is that of one worker: every state that one would store is covered by what all store. How
//! many states are expanded may differ from run to run where larger zones supersede smaller ones, since
//! which comes first is then up to chance; where none is superseded, all figures are the same.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

use super::labour::labour;
use super::post::Post;
use super::reach::Outcome;
use super::worker::{Ending, Mail, Worker};
use crate::state::Participant;
use crate::store::Store;
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
    /// The states, by owner.
    pub stores: Vec<Store>,
}

/// What a worker leaves behind when it goes.
struct Legacy {
    progress: Progress,
    symmetry: Option<SymmetryStats>,
    approximated: bool,
    store: Store,
}

impl Legacy {
    fn of(worker: Worker<'_>) -> Legacy {
        Legacy {
            progress: worker.progress(),
            symmetry: worker.symmetry(),
            approximated: worker.approximated(),
            store: worker.into_store(),
        }
    }
}

/// Hires a worker by its number.
pub type Hire<'h, 'p> = &'h (dyn Fn(usize) -> Worker<'p> + Sync);

/// Searches with `workers` workers, one of them on this thread, which looks after the watch.
pub fn reach_together(workers: usize, hire: Hire<'_, '_>, watch: &mut dyn Watch) -> Together {
    let post = Post::new(workers);
    let board = Board::new(workers);
    let legacies = std::thread::scope(|scope| {
        let others: Vec<_> = (1..workers)
            .map(|me| {
                let (post, board) = (&post, &board);
                scope.spawn(move || {
                    let _presence = post.presence();
                    let mut worker = hire(me);
                    labour(&mut worker, me, post, &mut |worker, _| {
                        board.publish(me, worker.progress());
                        ControlFlow::Continue(())
                    });
                    Legacy::of(worker)
                })
            })
            .collect();
        let _presence = post.presence();
        let mut legacies = vec![lead(&post, &board, hire(0), watch)];
        for other in others {
            match other.join() {
                Ok(legacy) => legacies.push(legacy),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        legacies
    });
    conclude(post.into_end(), legacies)
}

/// Works as the first worker and looks after the watch.
fn lead(
    post: &Post<Mail, Ending>,
    board: &Board,
    mut worker: Worker<'_>,
    watch: &mut dyn Watch,
) -> Legacy {
    if let ControlFlow::Break(end) = worker.start() {
        post.end(end);
    }
    let mut watched = 0;
    labour(&mut worker, 0, post, &mut |worker, waited| {
        board.publish(0, worker.progress());
        // The watch counts the expansions of all; waiting is worth one, so that limits are noticed.
        let explored = board.explored.load(Relaxed);
        let expansions = explored.saturating_sub(watched).max(u64::from(waited));
        watched = explored;
        let mut progress = || board.sum();
        for _ in 0..expansions {
            if let ControlFlow::Break(reason) = watch.expanded(&mut progress) {
                return worker.stop(Outcome::Stopped(reason));
            }
        }
        ControlFlow::Continue(())
    });
    Legacy::of(worker)
}

fn conclude(end: Option<Ending>, legacies: Vec<Legacy>) -> Together {
    let (outcome, attempted) = end.unwrap_or((Outcome::Exhausted, Vec::new()));
    let mut all = Together {
        outcome,
        attempted,
        progress: Progress::default(),
        symmetry: None,
        approximated: false,
        stores: Vec::new(),
    };
    for legacy in legacies {
        all.progress = all.progress.plus(legacy.progress);
        all.approximated |= legacy.approximated;
        all.stores.push(legacy.store);
        match (&mut all.symmetry, legacy.symmetry) {
            (None, symmetry) => all.symmetry = symmetry,
            (Some(all), Some(symmetry)) => {
                all.counters.add(&symmetry.counters);
                all.seconds += symmetry.seconds;
            }
            (Some(_), None) => {}
        }
    }
    all
}

/// Where workers write down their figures now and then.
struct Board {
    workers: Vec<Mutex<Progress>>,
    /// Expansions of all.
    explored: AtomicU64,
}

impl Board {
    fn new(workers: usize) -> Board {
        let workers = (0..workers).map(|_| Mutex::default()).collect();
        Board { workers, explored: AtomicU64::new(0) }
    }

    fn publish(&self, worker: usize, progress: Progress) {
        let mut known = self.workers[worker].lock().unwrap_or_else(PoisonError::into_inner);
        self.explored.fetch_add(progress.explored - known.explored, Relaxed);
        *known = progress;
    }

    fn sum(&self) -> Progress {
        let figures = |one: &Mutex<Progress>| *one.lock().unwrap_or_else(PoisonError::into_inner);
        self.workers.iter().map(figures).fold(Progress::default(), Progress::plus)
    }
}
