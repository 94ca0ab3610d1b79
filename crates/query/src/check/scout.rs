//! Short searches in other orders, beside a long one.
//!
//! A search that must see everything takes the order that wastes least. If there is a goal, another order may come by it
//! much sooner, and nobody knows which. So when a search has become long, scouts go out: guided by the distance to the
//! goal, at random, deep at random; each for a while, then each for longer. What one of them finds is an answer.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread;
use std::time::Duration;

use super::reachability::alone;
use super::shared_goals::SharedGoals;
use crate::plan::{Order, Plan, TraceOption};
use crate::prepared::Prepared;
use engine::search::{Evidence, Outcome};
use engine::watch::{Alarm, Progress, StopReason, Watch};

/// How much longer a search must be, and scouts may take, each time.
const GROWTH: u64 = 4;
/// How often scouts go out.
const MOST_ROUNDS: u32 = 6;
/// The orders of scouts, and which part of the expansions so far each may take.
const SCOUTS: [(Order, u64); 3] = [(Order::Guided, 32), (Order::Random, 16), (Order::Newest, 64)];
/// The fewest expansions of a scout.
const FEWEST_EXPANSIONS: u64 = 4;

/// May scouts go out? Only if it does not matter which run is shown, and if there is something to look for.
pub(super) fn are_wanted(plan: &Plan, prepared: &Prepared<'_>) -> bool {
    plan.scouts.is_some()
        && plan.order == Order::Adaptive
        && matches!(plan.trace, TraceOption::None | TraceOption::Some)
        && !prepared.goals[0].is_impossible()
}

/// Scouts that go out from the thread that searches, each time the search has become longer by a factor.
pub(super) struct Scouts<'s, 'p, 'n> {
    prepared: &'p Prepared<'n>,
    shared: &'p SharedGoals,
    plan: &'s Plan,
    round: u32,
    expansions: u64,
    /// Expansions of scouts that found nothing.
    pub(super) spent: u64,
    /// What decides the query.
    pub(super) found: Option<Evidence<'p>>,
    /// Has one of them decided it?
    pub(super) won: bool,
}

impl<'s, 'p, 'n> Scouts<'s, 'p, 'n> {
    pub(super) fn new(
        prepared: &'p Prepared<'n>,
        shared: &'p SharedGoals,
        plan: &'s Plan,
    ) -> Scouts<'s, 'p, 'n> {
        let round = if are_wanted(plan, prepared) { 0 } else { MOST_ROUNDS };
        Scouts { prepared, shared, plan, round, expansions: 0, spent: 0, found: None, won: false }
    }

    fn is_due(&self) -> bool {
        self.round < MOST_ROUNDS && self.expansions >= self.due()
    }

    /// Expansions after which the next round is due.
    fn due(&self) -> u64 {
        self.plan.scouts.unwrap_or(u64::MAX).saturating_mul(GROWTH.pow(self.round))
    }

    /// One round. The search may go on if nothing was found and no limit was reached.
    fn go(&mut self, watch: &mut dyn Watch) -> ControlFlow<StopReason> {
        let (round, so_far) = (self.round, self.due());
        self.round += 1;
        for (order, part) in SCOUTS {
            let seed = self.plan.seed.wrapping_add(u64::from(round));
            let plan = Plan { order, seed, ..self.plan.clone() };
            let mut brief =
                Brief { watch: &mut *watch, left: (so_far / part).max(FEWEST_EXPANSIONS) };
            let mut frontier = self.prepared.frontier(&plan);
            let evidence = alone(self.prepared, self.shared, &plan, &mut *frontier, &mut brief);
            match evidence.outcome {
                // A scout that has seen everything has decided the query as well.
                Outcome::Found(_) | Outcome::Exhausted => {
                    (self.found, self.won) = (Some(evidence), true);
                    return ControlFlow::Break(StopReason::Interrupted);
                }
                Outcome::Stopped(reason) if brief.left > 0 => return ControlFlow::Break(reason),
                // An invalid evaluation far away is no answer while the goal may be near the start.
                Outcome::Stopped(_) | Outcome::Faulted(..) => {}
            }
            self.spent += evidence.progress.explored;
        }
        ControlFlow::Continue(())
    }

    /// The watch of a search that sends scouts out.
    pub(super) fn beside<'a>(&'a mut self, watch: &'a mut dyn Watch) -> Scouted<'a, 's, 'p, 'n> {
        Scouted { scouts: self, watch }
    }
}

/// Sends scouts out when it is time.
pub(super) struct Scouted<'a, 's, 'p, 'n> {
    scouts: &'a mut Scouts<'s, 'p, 'n>,
    watch: &'a mut dyn Watch,
}

impl Watch for Scouted<'_, '_, '_, '_> {
    fn expanded(&mut self, progress: &mut dyn FnMut() -> Progress) -> ControlFlow<StopReason> {
        self.scouts.expansions += 1;
        if self.scouts.is_due() {
            self.scouts.go(self.watch)?;
        }
        self.watch.expanded(progress)
    }

    fn working(&mut self) -> ControlFlow<StopReason> {
        self.watch.working()
    }

    fn alarm(&self) -> Alarm {
        self.watch.alarm()
    }
}

/// Ends a search after some expansions.
pub(super) struct Brief<'w> {
    pub(super) watch: &'w mut dyn Watch,
    pub(super) left: u64,
}

impl Watch for Brief<'_> {
    fn expanded(&mut self, progress: &mut dyn FnMut() -> Progress) -> ControlFlow<StopReason> {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return ControlFlow::Break(StopReason::Interrupted);
        }
        self.watch.expanded(progress)
    }

    fn working(&mut self) -> ControlFlow<StopReason> {
        self.watch.working()
    }

    fn alarm(&self) -> Alarm {
        self.watch.alarm()
    }
}

/// What the thread of the search and that of the scouts tell each other.
#[derive(Default)]
struct Signals {
    explored: AtomicU64,
    found: AtomicBool,
    over: AtomicBool,
}

/// Searches with scouts on a thread of their own; what they found, if that came first, or what the search did.
pub(super) fn beside<'p>(
    scouts: &mut Scouts<'_, 'p, '_>,
    watch: &mut dyn Watch,
    search: impl FnOnce(&mut dyn Watch) -> Evidence<'p>,
) -> Evidence<'p> {
    if scouts.round >= MOST_ROUNDS {
        return search(watch);
    }
    let signals = Signals::default();
    thread::scope(|scope| {
        let signals = &signals;
        let others = scope.spawn(move || patrol(scouts, signals));
        let evidence = search(&mut Signalled { signals, watch });
        signals.over.store(true, Relaxed);
        let found = others.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        match (&evidence.outcome, found) {
            (Outcome::Stopped(_), Some(found)) => found,
            _ => evidence,
        }
    })
}

/// Sends scouts out one round after the other, as long as the search goes on.
fn patrol<'p>(scouts: &mut Scouts<'_, 'p, '_>, signals: &Signals) -> Option<Evidence<'p>> {
    let mut watch = UntilOver(signals);
    while scouts.round < MOST_ROUNDS {
        scouts.expansions = signals.explored.load(Relaxed);
        if signals.over.load(Relaxed) {
            return None;
        }
        if !scouts.is_due() {
            thread::sleep(Duration::from_millis(1));
        } else if scouts.go(&mut watch).is_break() {
            break;
        }
    }
    let found = scouts.found.take();
    signals.found.store(found.is_some(), Relaxed);
    found
}

/// Watches for scouts on their own thread.
struct UntilOver<'s>(&'s Signals);

impl Watch for UntilOver<'_> {
    fn expanded(&mut self, _: &mut dyn FnMut() -> Progress) -> ControlFlow<StopReason> {
        self.working()
    }

    fn working(&mut self) -> ControlFlow<StopReason> {
        if self.0.over.load(Relaxed) {
            ControlFlow::Break(StopReason::Interrupted)
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Watches a search beside which scouts are out.
struct Signalled<'s, 'w> {
    signals: &'s Signals,
    watch: &'w mut dyn Watch,
}

impl Watch for Signalled<'_, '_> {
    fn expanded(&mut self, progress: &mut dyn FnMut() -> Progress) -> ControlFlow<StopReason> {
        self.signals.explored.fetch_add(1, Relaxed);
        if self.signals.found.load(Relaxed) {
            return ControlFlow::Break(StopReason::Interrupted);
        }
        self.watch.expanded(progress)
    }

    fn working(&mut self) -> ControlFlow<StopReason> {
        self.watch.working()
    }

    fn alarm(&self) -> Alarm {
        self.watch.alarm()
    }
}
