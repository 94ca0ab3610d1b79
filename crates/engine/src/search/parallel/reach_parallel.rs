//! Reachability by several workers, each of which owns a part of the states.
//!
//! Every state that one worker would store is covered by what all store, so a goal is found if and only if one
//! finds it. Which of several goals (or invalid evaluations) is met first is up to chance. How
//! many states are expanded may differ from run to run where larger zones supersede smaller ones, since
//! which comes first is then up to chance; where none is superseded, all figures are the same.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

use super::mailboxes::Mailboxes;
use super::worker::{Message, Worker};
use super::worker_loop::work;
use crate::domain::Domain;
use crate::graph::SymmetryStats;
use crate::search::reachability::{Evidence, Outcome};
use crate::semantics::BoundsOfRows;
use crate::store::Store;
use crate::watch::{Progress, Watch};

/// What a worker hands over in the end.
struct WorkerResult<'p, D> {
    progress: Progress,
    symmetry: Option<SymmetryStats>,
    approximated: bool,
    store: Store,
    cover: BoundsOfRows<'p>,
    domain: D,
}

impl<'p, D: Domain> WorkerResult<'p, D> {
    fn of(worker: Worker<'p, D>) -> WorkerResult<'p, D> {
        let (progress, symmetry) = (worker.progress(), worker.symmetry());
        let approximated = worker.approximated();
        let (store, cover, domain) = worker.into_store();
        WorkerResult { progress, symmetry, approximated, store, cover, domain }
    }
}

/// Makes a worker of this number.
pub type MakeWorker<'h, 'p, D> = &'h (dyn Fn(usize) -> Worker<'p, D> + Sync);

/// Searches with `workers` workers, one of them on this thread, which looks after the watch.
pub fn reach_parallel<'p, D: Domain + 'p>(
    workers: usize,
    make_worker: MakeWorker<'_, 'p, D>,
    watch: &mut dyn Watch,
) -> Evidence<'p> {
    let mailboxes = Mailboxes::new(workers);
    let board = Board::new(workers);
    let results = std::thread::scope(|scope| {
        let others: Vec<_> = (1..workers)
            .map(|me| {
                let (mailboxes, board) = (&mailboxes, &board);
                scope.spawn(move || {
                    let _presence = mailboxes.presence();
                    let mut worker = make_worker(me);
                    work(&mut worker, me, mailboxes, &mut |worker, _| {
                        board.publish(me, worker.progress());
                        ControlFlow::Continue(())
                    });
                    WorkerResult::of(worker)
                })
            })
            .collect();
        let _presence = mailboxes.presence();
        let mut results = vec![lead(&mailboxes, &board, make_worker(0), watch)];
        for other in others {
            match other.join() {
                Ok(result) => results.push(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    });
    conclude(mailboxes.into_end(), results)
}

/// Works as the first worker and looks after the watch.
fn lead<'p, D: Domain>(
    mailboxes: &Mailboxes<Message, Outcome>,
    board: &Board,
    mut worker: Worker<'p, D>,
    watch: &mut dyn Watch,
) -> WorkerResult<'p, D> {
    if let ControlFlow::Break(end) = worker.start() {
        mailboxes.end(end);
    }
    let mut watched = 0;
    work(&mut worker, 0, mailboxes, &mut |worker, waited| {
        board.publish(0, worker.progress());
        // The watch counts the expansions of all; waiting is worth one, so that limits are noticed.
        let explored = board.explored.load(Relaxed);
        let expansions = explored.saturating_sub(watched).max(u64::from(waited));
        watched = explored;
        let mut progress = || board.sum();
        for _ in 0..expansions {
            if let ControlFlow::Break(reason) = watch.expanded(&mut progress) {
                return ControlFlow::Break(Outcome::Stopped(reason));
            }
        }
        ControlFlow::Continue(())
    });
    WorkerResult::of(worker)
}

/// Puts together what the workers found; the first of them is the one that led.
fn conclude<'p, D: Domain + 'p>(
    end: Option<Outcome>,
    results: Vec<WorkerResult<'p, D>>,
) -> Evidence<'p> {
    let mut results = results.into_iter();
    let first = results.next().expect("there is at least one worker");
    let mut all = Evidence {
        edges: Vec::new(),
        outcome: end.unwrap_or(Outcome::Exhausted),
        progress: first.progress,
        symmetry: first.symmetry,
        approximated: first.approximated,
        stores: vec![first.store],
        cover: first.cover,
        domain: Box::new(first.domain),
    };
    for result in results {
        all.progress = all.progress.plus(result.progress);
        all.approximated |= result.approximated;
        all.stores.push(result.store);
        match (&mut all.symmetry, result.symmetry) {
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
