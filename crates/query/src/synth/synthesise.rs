//! From a goal to the policy that keeps it possible.

use std::time::Instant;

use branching::{StateSet, Symmetry, cover, some_until};
use engine::goal::normal;
use engine::watch::{StopReason, Watch};
use network::{Along, Expr, Formula, Goal, Network, Query, QueryKind};

use super::condition::{Cell, Condition};
use super::restricted::restricted;
use super::states::{States, keep_start, symmetries};
use crate::check::{Ended, StoredGraph, check, fault_with_run, stats};
use crate::plan::{FuseOption, Options, Plan, PlanError, SymmetryOption, SymmetryPlan, plan};
use crate::prepared::Prepared;
use crate::trace::Budget;
use crate::verdict::{Answer, RuntimeFault, Stats, Undecided, Verdict};

/// A policy, or why there is none.
#[derive(Clone, Debug)]
pub struct Synthesis {
    /// Holds if there is a policy, fails if the goal is out of reach from the start.
    pub verdict: Result<Verdict, RuntimeFault>,
    /// What was counted; none if the search did not end.
    pub figures: Option<Figures>,
    /// What is forbidden; what covers most of the rest comes first.
    pub forbidden: Vec<Forbidden>,
    /// A second search confirmed that exactly the unsafe states are forbidden, and that the model under the policy can
    /// reach the goal from everywhere.
    pub verified: bool,
    /// How the states were found.
    pub plan: Plan,
    pub stats: Stats,
}

/// What was counted, without symmetry.
#[derive(Clone, Debug)]
pub struct Figures {
    pub reachable: usize,
    /// Those from which the goal can be reached.
    pub safe: usize,
    pub unsafe_states: usize,
    /// States without any successor.
    pub dead_ends: usize,
    /// How many symmetries were used; a decimal number.
    pub symmetries: String,
}

/// Something to be forbidden: all of these conditions together, for one of the images.
#[derive(Clone, Debug)]
pub struct Forbidden {
    /// The conditions, and what symmetries make of them.
    pub images: Vec<Vec<Condition>>,
    /// How many reachable states they forbid that those before them do not.
    pub states: usize,
}

/// The least restrictive policy under which the goal of `E<> goal` stays possible for ever.
pub fn synthesise(
    network: &Network,
    keep: &Query,
    options: &Options,
    watch: &mut dyn Watch,
) -> Result<Synthesis, PlanError> {
    let started = Instant::now();
    let goal = goal_of(keep)?;
    if network.clock_count() > 0 {
        let reason = "policies are found for models without clocks only";
        return Err(PlanError::Unsupported(reason.to_owned()));
    }
    let possible = Formula::Some(Along::Eventually(Box::new(Formula::Goal(goal.clone()))));
    let asked = Query { kind: QueryKind::Branching(possible), ..keep.clone() };
    // What a dead variable holds is part of the states that are counted.
    let options = Options {
        dead_variables: false,
        slice: false,
        fuse_loops: FuseOption::Off,
        ..options.clone()
    };
    let mut plan = plan(network, &asked, &options)?;
    let mut symmetric = symmetries(network, plan.symmetry.group.as_deref());
    if !keep_start(network, &symmetric) {
        plan.symmetry = SymmetryPlan::off();
        symmetric = Vec::new();
    }
    let goals = [normal(&goal)];
    let prepared = Prepared::new(network, &goals, &[], &[], &plan)?;
    let mut found = match StoredGraph::explore(&prepared, &plan, watch) {
        Ok(found) => found,
        Err(ended) => return Ok(without_states(&prepared, &goals, plan, (*ended, started), watch)),
    };
    let everywhere = StateSet::full(found.graph.states());
    let safe = some_until(&found.graph, &everywhere, &found.labels[0]);
    let stats = stats(&found.evidence, started);
    let mut work = Work::new(watch);
    let states = States::of(&mut found, &safe, &symmetric, &mut || work.goes_on());
    let Some(states) = states else { return Ok(Synthesis::unknown(plan, stats, work.reason())) };
    let mut made = Synthesis {
        verdict: Ok(Verdict::Fails),
        figures: Some(Figures::of(&states, &plan)),
        forbidden: Vec::new(),
        verified: false,
        plan,
        stats,
    };
    if found.start().is_some_and(|start| safe.contains(start)) {
        made.express(network, &states, &symmetric, &mut work);
        made.verify(network, &asked, &goal, work.watch)?;
    }
    made.stats.seconds = started.elapsed().as_secs_f64();
    Ok(made)
}

/// The goal of `E<> goal`.
fn goal_of(keep: &Query) -> Result<Goal, PlanError> {
    if let QueryKind::Unsupported(reason) = &keep.kind {
        return Err(PlanError::Unsupported(reason.clone()));
    }
    if let QueryKind::Wrong(reason) = &keep.kind {
        return Err(PlanError::Wrong(reason.clone()));
    }
    match keep.kind.about_one_state() {
        Some((goal, false)) => Ok(goal.clone()),
        Some((_, true)) | None => {
            Err(PlanError::Wrong("what is to stay possible is written `E<> goal`".to_owned()))
        }
    }
}

impl Figures {
    fn of(states: &States, plan: &Plan) -> Figures {
        let (reachable, lost) = (states.table.rows(), states.lost.len());
        let order = plan.symmetry.group.as_ref().map(|group| group.order().to_string());
        Figures {
            reachable,
            safe: reachable - lost,
            unsafe_states: lost,
            dead_ends: states.dead_ends,
            symmetries: order.unwrap_or_else(|| "1".to_owned()),
        }
    }
}

impl Synthesis {
    fn unknown(plan: Plan, stats: Stats, reason: StopReason) -> Synthesis {
        let verdict = Ok(Verdict::Unknown(Undecided::Stopped(reason)));
        Synthesis { verdict, figures: None, forbidden: Vec::new(), verified: false, plan, stats }
    }

    /// Finds conditions for the unsafe states.
    fn express(
        &mut self,
        network: &Network,
        states: &States,
        symmetries: &[Symmetry],
        work: &mut Work<'_>,
    ) {
        let (table, lost) = (&states.table, &states.lost);
        let policy = cover(table, lost, symmetries, &mut || work.goes_on());
        // Where one has too many images, the symmetries are of no use for telling it.
        let policy = policy.or_else(|| cover(table, lost, &[], &mut || work.goes_on()));
        let Some(policy) = policy else {
            self.verdict = Ok(Verdict::Unknown(Undecided::Stopped(work.reason())));
            return;
        };
        self.verdict = Ok(Verdict::Holds);
        let conditions = |cube: &_| Condition::of_cube(network, table, cube);
        self.forbidden = policy
            .covers
            .iter()
            .map(|cover| Forbidden {
                images: cover.images.iter().map(conditions).collect(),
                states: cover.states,
            })
            .collect();
    }

    /// Asks again, without symmetry: are exactly the unsafe states forbidden, and does the goal stay possible?
    fn verify(
        &mut self,
        network: &Network,
        asked: &Query,
        goal: &Goal,
        watch: &mut dyn Watch,
    ) -> Result<(), PlanError> {
        if !matches!(self.verdict, Ok(Verdict::Holds)) {
            return Ok(());
        }
        let options = Options { symmetry: SymmetryOption::Off, ..Options::default() };
        let forbidden = self.expr();
        let possible = || Formula::Some(Along::Eventually(Box::new(Formula::Goal(goal.clone()))));
        let allowed = Formula::Goal(Goal::Holds(Expr::not(forbidden.clone())));
        let exact = Formula::Same(Box::new(possible()), Box::new(allowed));
        let model_under_policy = restricted(network, forbidden);
        self.verified = true;
        for (network, part) in [(network, exact), (&model_under_policy, possible())] {
            let always = Formula::All(Along::Always(Box::new(part)));
            let query = Query { kind: QueryKind::Branching(always), ..asked.clone() };
            match check(network, &query, &options, watch)?.verdict {
                Ok(Verdict::Holds) => {}
                Ok(Verdict::Fails) => self.verified = false,
                Ok(Verdict::Unknown(why)) => {
                    self.verified = false;
                    self.verdict = Ok(Verdict::Unknown(why));
                    return Ok(());
                }
                Err(fault) => {
                    self.verified = false;
                    self.verdict = Err(fault);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Is what is forbidden said of global variables only? Then the model itself can say it: templates do not see the
    /// locations and variables of processes.
    #[must_use]
    pub fn is_global(&self, network: &Network) -> bool {
        let images = self.forbidden.iter().flat_map(|forbidden| &forbidden.images);
        images.flatten().all(|condition| match &condition.cell {
            Cell::Location(_) => false,
            Cell::Variable(variable, _) => network.variable(*variable).owner.is_none(),
        })
    }

    /// What is forbidden, as one expression.
    fn expr(&self) -> Expr {
        let together = |conditions: &Vec<Condition>| {
            joined(conditions.iter().map(Condition::expr).collect(), Expr::TRUE, Expr::and)
        };
        let all = self.forbidden.iter().flat_map(|forbidden| &forbidden.images);
        joined(all.map(together).collect(), Expr::FALSE, Expr::or)
    }
}

/// A balanced tree of many operands: trees are walked by recursion.
fn joined(mut parts: Vec<Expr>, none: Expr, join: fn(Expr, Expr) -> Expr) -> Expr {
    while parts.len() > 1 {
        let mut above = Vec::with_capacity(parts.len().div_ceil(2));
        let mut rest = parts.into_iter();
        while let Some(left) = rest.next() {
            above.push(match rest.next() {
                Some(right) => join(left, right),
                None => left,
            });
        }
        parts = above;
    }
    parts.pop().unwrap_or(none)
}

/// The limits, asked now and then.
struct Work<'w> {
    watch: &'w mut dyn Watch,
    stopped: Option<StopReason>,
}

impl<'w> Work<'w> {
    fn new(watch: &'w mut dyn Watch) -> Work<'w> {
        Work { watch, stopped: None }
    }

    fn goes_on(&mut self) -> bool {
        if let std::ops::ControlFlow::Break(reason) = self.watch.working() {
            self.stopped = Some(reason);
        }
        self.stopped.is_none()
    }

    fn reason(&self) -> StopReason {
        self.stopped.unwrap_or(StopReason::Interrupted)
    }
}

/// What is said where the search did not end.
fn without_states(
    prepared: &Prepared<'_>,
    goals: &[Goal],
    plan: Plan,
    (ended, started): (Ended<'_>, Instant),
    watch: &mut dyn Watch,
) -> Synthesis {
    match ended {
        Ended::Stopped(reason, evidence) => {
            Synthesis::unknown(plan, stats(&evidence, started), reason)
        }
        Ended::Faulted(node, fault, mut evidence) => {
            let stats = stats(&evidence, started);
            let budget = &mut Budget::new(watch);
            let fault =
                fault_with_run(prepared, (&plan, goals), &mut evidence, (node, fault), budget);
            let answer = Answer::new(Err(fault), plan, stats);
            let mut made = Synthesis::unknown(answer.plan, stats, StopReason::Interrupted);
            made.verdict = answer.verdict;
            made
        }
    }
}
