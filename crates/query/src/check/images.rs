//! The answer to a query as the answer to an image of it.
//!
//! A symmetry that fixes the initial state maps runs of the model to runs of the model: docs/theory/detection.md.

use network::{EdgeId, Network, ProcessId, Query, QueryKind, Term};

use crate::plan::{Alike, Plan};
use crate::trace::Budget;
use crate::verdict::{Answer, Verdict};
use engine::goal::{negated, normal};
use engine::watch::Watch;
use reference::{EdgeInstance, Ending, Run, replay, satisfies, stays};
use symmetry::{Group, Renaming};

/// Can other queries be answered by this answer?
pub(super) fn can_be_passed_on(answer: &Answer) -> bool {
    let decided = matches!(answer.verdict, Ok(Verdict::Holds | Verdict::Fails));
    // Strategies, and what is said of the states of a run, are not renamed.
    let is_plain = answer.strategy.is_none()
        && answer.controlled.is_none()
        && answer.verification.is_none()
        && answer.claims.is_empty();
    decided && is_plain && answer.trace_error.is_none()
}

/// Is a query one that may be answered by the answer to another?
pub(super) fn can_be_given(query: &Query) -> bool {
    query.led.is_none() && query.under.is_none() && query.strategy.is_none()
}

/// The answer to a query by that to another one, of which a symmetry makes it; none if the run cannot be renamed.
pub(super) fn image(
    network: &Network,
    (alike, renaming): (&Alike, &Renaming),
    (number, answer): (usize, &Answer),
    (kind, plan): (&QueryKind, Plan),
    watch: &mut dyn Watch,
) -> Option<Answer> {
    let mut image = Answer::new(answer.verdict.clone(), plan, answer.stats);
    if let Some(run) = &answer.run {
        let budget = &mut Budget::new(watch);
        let run = renamed(network, (&alike.group, renaming), run, budget)?;
        if !shows(network, kind, &run) {
            return None;
        }
        image.run = Some(run);
    }
    image.minimality = answer.minimality;
    image.values.clone_from(&answer.values);
    for (value, term) in image.values.iter_mut().zip(kind.terms()) {
        let (Term::Int { text, .. } | Term::Clock { text, .. }) = term;
        value.term.clone_from(text);
    }
    image.found_by = Some(number);
    Some(image)
}

/// The run with everything renamed and the same delays, replayed.
fn renamed(
    network: &Network,
    (group, renaming): (&Group, &Renaming),
    run: &Run,
    budget: &mut Budget<'_>,
) -> Option<Run> {
    let transition = |transition: &[EdgeInstance]| {
        let edge = |each: &EdgeInstance| {
            let from = (each.process.0, each.edge.0, each.bindings.as_slice());
            let (process, edge, bindings) = group.edge(network, renaming, from)?;
            Some(EdgeInstance { process: ProcessId(process), edge: EdgeId(edge), bindings })
        };
        let mut edges = transition.iter().map(edge).collect::<Option<Vec<_>>>()?;
        // Receivers come in the order of the processes.
        if let Some((_, receivers)) = edges.split_first_mut() {
            receivers.sort_unstable();
        }
        Some(edges)
    };
    let steps = run.steps.iter().map(|step| Some((step.delay, transition(&step.transition)?)));
    let steps = steps.collect::<Option<Vec<_>>>()?;
    let process = |process: &ProcessId| ProcessId(renaming.processes[process.index()]);
    let ending = match &run.ending {
        Ending::Repeats { from, renaming } => {
            let pairs = renaming.iter().map(|(from, to)| (process(from), process(to)));
            Ending::Repeats { from: *from, renaming: pairs.collect() }
        }
        Ending::Fails { delay, transition: last } => {
            Ending::Fails { delay: *delay, transition: transition(last)? }
        }
        Ending::Arrives(_) | Ending::DelaysForever | Ending::Stuck(_) => run.ending.clone(),
    };
    replay(network, &steps, ending, &mut || budget.check().is_ok()).ok()
}

/// Does a run show what the query asks? It is the image of one that does, so this is a second look.
fn shows(network: &Network, kind: &QueryKind, run: &Run) -> bool {
    let seen = match kind {
        QueryKind::Reachable(goal) => satisfies(network, run, &normal(goal)),
        QueryKind::Invariant(goal) => satisfies(network, run, &negated(goal)),
        QueryKind::PotentiallyAlways(goal) => stays(network, run, (0, &normal(goal)), &mut || true),
        QueryKind::Eventually(goal) => stays(network, run, (0, &negated(goal)), &mut || true),
        QueryKind::LeadsTo(..)
        | QueryKind::Optimum { .. }
        | QueryKind::Cheapest { .. }
        | QueryKind::Branching(_)
        | QueryKind::Unsupported(_)
        | QueryKind::Wrong(_) => Ok(true),
    };
    seen == Ok(true)
}
