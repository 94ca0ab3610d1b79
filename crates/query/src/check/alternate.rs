//! A search in whole numbers beside the one with zones: they alternate, and the first answer counts.
//!
//! Both decide the same question, so the verdict does not depend on which is first. On one thread the shares
//! are counted in expansions, so that the same one is first every time.

use std::ops::ControlFlow;
use std::time::Instant;

use network::{Goal, Network};

use super::reachability::{Asked, conclude, goals_of, prefilter, reachable, seeks, stats};
use super::shared_goals::SharedGoals;
use crate::plan::{Plan, PlanError};
use crate::prepared::Prepared;
use crate::verdict::Answer;
use engine::domain::Integers;
use engine::search::{Frontier, Outcome, Reach, Space as _, ZoneSpace};
use engine::watch::{Alarm, Progress, StopReason, Watch};

/// Expansions in whole numbers before zones are tried at all.
const HEAD_START: u64 = 1 << 18;
/// Expansions of the search with zones before the other one goes on. That one then expands as many states for each
/// clock: a zone has a row of bounds for each clock, a valuation has one number, so both take about the same time.
const EXPANSIONS_PER_SHARE: u64 = 64;
/// Where very many zones have one discrete state, most of the time goes into comparing them. So many comparisons take about as
/// long as an expansion, and count as one.
const COMPARISONS_PER_EXPANSION: u64 = 512;

/// Is the goal reachable? As [`reachable`], by whichever search is first.
pub(super) fn first_answer(
    network: &Network,
    asked: Asked,
    plan: &Plan,
    watch: &mut dyn Watch,
    others: &[Goal],
) -> Result<(Answer, Vec<bool>), PlanError> {
    let started = Instant::now();
    let integers = plan.in_integers();
    let prepared = Prepared::new(network, &goals_of(&asked, others), &[], &[], &integers)?
        .with_alarm(watch.alarm());
    let shared = SharedGoals::new(others.len());
    let clocks = network.clock_count().max(1) as u64;
    let mut both = Alternation::new(&prepared, &shared, &integers, clocks, watch);
    both.take(HEAD_START);
    if both.is_undecided() {
        let zones = plan.in_zones();
        let (mut answer, unmet) = reachable(network, asked.clone(), zones, &mut both, others)?;
        if both.is_undecided() {
            let beside = both.progress();
            answer.stats.progress.explored += beside.explored;
            answer.stats.progress.transitions += beside.transitions;
            return Ok((answer, unmet));
        }
    }
    let Alternation { space, outcome, watch, .. } = both;
    let outcome = outcome.unwrap_or(Outcome::Stopped(StopReason::Interrupted));
    let evidence = space.into_evidence(outcome);
    let stats = stats(&evidence, started);
    conclude(&prepared, &asked, (integers, stats), evidence, &shared, watch, started)
}

/// The search in whole numbers, and the watch of the other one, which gives it its both.
struct Alternation<'w, 'p> {
    watch: &'w mut dyn Watch,
    space: ZoneSpace<'p, Integers<'p>>,
    frontier: Box<dyn Frontier + Send>,
    reach: Reach,
    /// How it ended, if it has.
    outcome: Option<Outcome>,
    shared: &'p SharedGoals,
    /// It met an invalid evaluation, or a state of which one alternative holds and another is invalid. What comes
    /// first is for the search with zones to say.
    gave_up: bool,
    /// Expansions for one of the other search.
    weight: u64,
    /// Expansions of the other search since this one last went on.
    waited: u64,
    /// Comparisons of zones that the other search had made by then.
    compared: u64,
}

impl<'w, 'p> Alternation<'w, 'p> {
    fn new(
        prepared: &'p Prepared<'_>,
        shared: &'p SharedGoals,
        plan: &Plan,
        weight: u64,
        watch: &'w mut dyn Watch,
    ) -> Alternation<'w, 'p> {
        let goals = &prepared.goals;
        let parts = prepared.parts(plan, seeks(goals, shared), prefilter(goals, shared));
        Alternation {
            watch,
            space: ZoneSpace::of(parts, prepared.integers()),
            frontier: prepared.frontier(plan),
            reach: Reach::default(),
            outcome: None,
            shared,
            gave_up: false,
            weight,
            waited: 0,
            compared: 0,
        }
    }

    fn is_undecided(&self) -> bool {
        self.outcome.is_none()
    }

    fn progress(&self) -> Progress {
        self.space.progress()
    }

    /// Searches for some expansions.
    fn take(&mut self, expansions: u64) {
        if self.gave_up || self.outcome.is_some() {
            return;
        }
        let Alternation { watch, space, frontier, reach, .. } = self;
        let mut budget = ExpansionBudget { watch: &mut **watch, left: expansions };
        match reach.go_on(space, &mut **frontier, &mut budget) {
            Outcome::Stopped(_) if budget.left == 0 => {}
            Outcome::Faulted(..) => self.gave_up = true,
            _ if self.shared.is_mixed() => self.gave_up = true,
            outcome => self.outcome = Some(outcome),
        }
    }
}

/// The watch of the search with zones.
impl Watch for Alternation<'_, '_> {
    fn expanded(&mut self, progress: &mut dyn FnMut() -> Progress) -> ControlFlow<StopReason> {
        self.waited += 1;
        if self.waited == EXPANSIONS_PER_SHARE {
            self.waited = 0;
            let compared = progress().compared;
            let comparisons = compared.saturating_sub(self.compared);
            self.compared = compared;
            let spent = EXPANSIONS_PER_SHARE + comparisons / COMPARISONS_PER_EXPANSION;
            self.take(spent * self.weight);
        }
        match self.outcome {
            Some(Outcome::Stopped(reason)) => ControlFlow::Break(reason),
            Some(_) => ControlFlow::Break(StopReason::Interrupted),
            None => {
                let Alternation { watch, space, .. } = self;
                watch.expanded(&mut || progress().plus(space.progress()))
            }
        }
    }

    fn working(&mut self) -> ControlFlow<StopReason> {
        self.watch.working()
    }

    fn alarm(&self) -> Alarm {
        self.watch.alarm()
    }
}

/// Ends a search after so many expansions, and obeys the limits of the whole.
struct ExpansionBudget<'w> {
    watch: &'w mut dyn Watch,
    left: u64,
}

impl Watch for ExpansionBudget<'_> {
    fn expanded(&mut self, progress: &mut dyn FnMut() -> Progress) -> ControlFlow<StopReason> {
        self.watch.expanded(progress)?;
        self.left -= 1;
        if self.left == 0 {
            ControlFlow::Break(StopReason::Interrupted)
        } else {
            ControlFlow::Continue(())
        }
    }

    fn working(&mut self) -> ControlFlow<StopReason> {
        self.watch.working()
    }

    fn alarm(&self) -> Alarm {
        self.watch.alarm()
    }
}
