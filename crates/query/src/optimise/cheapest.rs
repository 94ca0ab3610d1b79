//! From the question for the cheapest run to its answer.

use std::time::Instant;

use network::features::Features;
use network::{Goal, Network, Objective, Pricing, Query, QueryKind};

use super::answer::{Cheapest, SearchOrder, Settings};
use super::estimate::Estimates;
use super::explorer::{Explorer, Halt};
use super::grace::Grace;
use super::known::Knowledge;
use super::phase::Path;
use super::pricing::{PriceCode, terms};
use super::search::search;
use crate::plan::{Options, Plan, PlanError, plan};
use crate::prepared::Prepared;
use crate::trace::{Budget, Confirm, TraceError, Unfolding, Wanted};
use crate::verdict::{Answer, RuntimeFault, Stats, TermValue, Undecided, ValueRange, Verdict};
use engine::goal::normal;
use engine::semantics::StepFault;
use engine::watch::{Alarm, Watch};
use reference::{Rational, Run};

/// Plans and finds the cheapest run that a query asks for.
pub fn cheapest(
    network: &Network,
    query: &Query,
    (options, settings): (&Options, Settings),
    watch: &mut dyn Watch,
) -> Result<Cheapest, PlanError> {
    let plan = plan(network, query, options)?;
    let QueryKind::Cheapest { goal, objective } = &query.kind else {
        return Err(PlanError::Unsupported(
            "only `E<>` asks for a run that can be cheap".to_owned(),
        ));
    };
    answer(network, (goal, *objective), plan, settings, watch)
}

/// The answer to `inf{goal}: cost`.
pub fn least_cost(
    network: &Network,
    (goal, objective): (&Goal, Objective),
    plan: Plan,
    watch: &mut dyn Watch,
) -> Result<Answer, PlanError> {
    // One thread for the proof and one for good runs: more take memory from the proof.
    let plan = Plan { threads: plan.threads.min(2), ..plan };
    let found = answer(network, (goal, objective), plan, Settings::default(), watch)?;
    let optimal = found.is_optimal();
    let mut answer = Answer::new(found.verdict.clone(), found.plan.clone(), found.stats);
    let range = |value: Rational| {
        let approached = found.is_attained() == Some(false);
        ValueRange { lower: Some((value.floor(), approached)), upper: None }
    };
    match answer.verdict {
        // A run that is not known to be cheapest does not answer the question.
        Ok(Verdict::Holds) if !optimal => {
            let why = found.stopped.map_or(Undecided::CostRange, Undecided::Stopped);
            answer.verdict = Ok(Verdict::Unknown(why));
        }
        Ok(Verdict::Holds | Verdict::Fails) => {
            answer.verdict = Ok(Verdict::Holds);
            let ranges = found.value.map(range).into_iter().collect();
            answer.values = vec![TermValue { term: "cost".to_owned(), ranges }];
        }
        Ok(Verdict::Unknown(_)) | Err(_) => {}
    }
    answer.run = found.run;
    answer.trace_error = found.trace_error;
    Ok(answer)
}

/// What priced zones cannot follow.
fn refuse(network: &Network, goal: &Goal) -> Result<(), PlanError> {
    let features = Features::of(network);
    let reason = if features.stopwatches {
        "the cost of runs with stopped clocks"
    } else if features.clock_copies {
        "the cost of runs in which a clock is set to another clock"
    } else if goal.has_deadlock() {
        "the cost of reaching a deadlock"
    } else {
        return Ok(());
    };
    Err(PlanError::Unsupported(reason.to_owned()))
}

fn pricing(network: &Network, objective: Objective) -> Result<Pricing<'_>, PlanError> {
    match objective {
        Objective::Time => Ok(Pricing::Time),
        Objective::Cost => Pricing::of(network).ok_or_else(|| {
            let reason = "the model defines no costs: write `cost += …` on edges or `cost' == …` in invariants";
            PlanError::Wrong(reason.to_owned())
        }),
    }
}

fn answer(
    network: &Network,
    (goal, objective): (&Goal, Objective),
    plan: Plan,
    settings: Settings,
    watch: &mut dyn Watch,
) -> Result<Cheapest, PlanError> {
    refuse(network, goal)?;
    let pricing = pricing(network, objective)?;
    let started = Instant::now();
    let goal = normal(goal);
    let goals = std::slice::from_ref(&goal);
    let prepared = Prepared::new(network, goals, &terms(network, pricing), &[], &plan)?;
    let known = Knowledge::new(started);
    let make = |alarm: Alarm| {
        let price = PriceCode::new(network, pricing, &prepared, 0);
        let estimates =
            settings.estimates.then(|| Estimates::new(network, &goal, pricing, &prepared.active));
        Explorer::new(&prepared, &plan, price, (settings, estimates), (&known, alarm))
    };
    let mut explorer = make(watch.alarm());
    let (phase, halted) = search(&mut explorer, (settings, plan.threads, &make), watch);
    let seconds = started.elapsed().as_secs_f64();
    let stats = Stats { progress: explorer.progress(&phase), seconds, ..Stats::default() };
    let mut answer = Cheapest::new(Ok(verdict(&explorer, halted.as_ref())), plan.clone(), stats);
    if let Some(Halt::Stopped(reason)) = halted {
        answer.stopped = Some(reason);
    }
    answer.notes = notes(settings, plan.threads, explorer.estimates.as_ref());
    answer.bound = Some(known.bound().into());
    let known = known.into_ledger();
    answer.improvements = known.improvements;
    let mut grace = Grace::from_now();
    let mut budget = match halted {
        Some(Halt::Stopped(_)) => Budget::new(&mut grace),
        _ => Budget::new(watch),
    };
    if let Some(Halt::Fault(at)) = halted {
        let (fault, path) = *at;
        let run = fault_run(&prepared, goals, (path, &fault), &mut budget);
        answer.fault(RuntimeFault::new(fault.fault, run));
    } else if let Some(best) = known.best {
        answer.value = Some(best.value.into());
        let run = run_to(&prepared, (goals, pricing), &best.path, &mut budget);
        answer.found(run, best.value);
    }
    answer.stats.run_seconds = started.elapsed().as_secs_f64() - seconds;
    Ok(answer)
}

/// How it is looked for, for people.
fn notes(settings: Settings, threads: usize, estimates: Option<&Estimates<'_>>) -> Vec<String> {
    let order = match settings.order {
        SearchOrder::Auto if threads > 1 => {
            "order: the cheapest state first, and wider and wider beams on other threads"
        }
        SearchOrder::Auto => {
            "order: the cheapest state first, alternating with wider and wider beams"
        }
        SearchOrder::Best => "order: the cheapest state first",
        SearchOrder::Depth => "order: depth first with branch and bound",
        SearchOrder::Beam => "order: a beam of the most promising states of each level",
    };
    let estimate = match estimates {
        None => "estimates: off; the cost so far is the only bound".to_owned(),
        Some(estimates) => estimates.note(),
    };
    vec![order.to_owned(), estimate]
}

/// Can the goal be reached, as far as the search went?
fn verdict(explorer: &Explorer<'_, '_>, halted: Option<&Halt>) -> Verdict {
    match halted {
        _ if explorer.known.value().is_some() => Verdict::Holds,
        None if explorer.left_out => Verdict::Unknown(Undecided::LeftOut),
        None => Verdict::Fails,
        Some(Halt::Stopped(reason)) => Verdict::Unknown(Undecided::Stopped(*reason)),
        Some(Halt::Cost | Halt::Fault(_)) => Verdict::Unknown(Undecided::CostRange),
    }
}

/// The cheapest run along the path to the best state, with its cost and the infimum of the costs of such runs.
fn run_to(
    prepared: &Prepared<'_>,
    (goals, pricing): (&[Goal], Pricing<'_>),
    (start, steps): &Path,
    budget: &mut Budget<'_>,
) -> Result<(Run, Rational, i64), TraceError> {
    let transitions = Unfolding::new(prepared, start.renamed.as_ref()).steps(steps)?;
    let confirm = Confirm::new(prepared.network, goals).ok_or(TraceError::GaveUp)?;
    let (run, infimum) = confirm.cheapest(&transitions, pricing, budget)?;
    let cost = reference::cost(prepared.network, &run, pricing)?.ok_or(TraceError::GaveUp)?;
    Ok((run, cost, infimum))
}

/// The run to an invalid evaluation.
fn fault_run(
    prepared: &Prepared<'_>,
    goals: &[Goal],
    (path, fault): (Option<Path>, &StepFault),
    budget: &mut Budget<'_>,
) -> Result<Run, TraceError> {
    let (start, steps) =
        path.map_or_else(Default::default, |(start, steps)| (start.renamed, steps));
    let mut unfolding = Unfolding::new(prepared, start.as_ref());
    let transitions = unfolding.steps(&steps)?;
    let attempted = unfolding.rename(unfolding.back(), &fault.transition)?;
    let confirm = Confirm::new(prepared.network, goals).ok_or(TraceError::GaveUp)?;
    confirm.run(&transitions, &Wanted::Fault(attempted, fault.fault), budget)
}
