//! The search by total length.

use super::loops::{Loops, Round};
use super::stems::Stems;
use crate::plan::{Plan, SymmetryPlan, TraceOption};
use crate::prepared::Prepared;
use crate::trace::{Budget, TraceError};
use crate::verdict::Minimality;
use engine::search::{LassoSpace, RunEnd};
use network::{Goal, Network};
use program::Participant;

/// States that are expanded before a run that is known is taken instead.
const MOST_EXPANSIONS: usize = 1 << 16;
/// The same if any run will do.
const FEW_EXPANSIONS: usize = 1 << 11;

/// A maximal run of the real model.
pub(crate) struct Lasso {
    pub(crate) transitions: Vec<Vec<Participant>>,
    /// After how many transitions the predicate starts to count.
    pub(crate) since: usize,
    /// Where the loop starts, or why the run may end.
    pub(crate) tail: Result<usize, RunEnd>,
}

/// What the search says.
pub(crate) struct Searched {
    /// A run that is shorter than the one that is known.
    pub(crate) lasso: Option<Lasso>,
    /// Is no run shorter than this, or than the one that is known?
    pub(crate) minimality: Minimality,
}

/// Looks for a maximal run with fewer than `known` transitions. With `after_goal`, the first goal starts it and
/// the second is to hold from there on (`-->`).
pub(crate) fn shortest_lasso(
    network: &Network,
    goals: &[Goal],
    plan: &Plan,
    (after_goal, known): (bool, usize),
    budget: &mut Budget<'_>,
) -> Searched {
    let plan = Plan { symmetry: SymmetryPlan::off(), ..plan.clone() };
    let mut at_least = 0;
    let Ok(prepared) = Prepared::new(network, goals, &[], &[], &plan) else {
        return Searched { lasso: None, minimality: Minimality::AtLeast(at_least) };
    };
    let prepared = prepared.with_alarm(budget.alarm());
    let any = plan.trace == TraceOption::Some;
    let mut left = if any { FEW_EXPANSIONS } else { MOST_EXPANSIONS };
    let mut step = || {
        left = left.checked_sub(1).ok_or(TraceError::GaveUp)?;
        budget.check()
    };
    let stems = Stems::new(&prepared, &plan, after_goal);
    let searched = stems
        .map_err(TraceError::from)
        .and_then(|stems| by_total(stems, known, &mut at_least, &mut step));
    let minimality = match searched {
        Ok((_, true)) => Minimality::Proved,
        Ok((_, false)) | Err(_) => Minimality::AtLeast(at_least),
    };
    Searched { lasso: searched.ok().and_then(|(lasso, _)| lasso), minimality }
}

/// Tries one total after the other. Says whether all that are smaller were tried in full, and in `at_least` how many were.
fn by_total(
    mut stems: Stems<'_>,
    known: usize,
    at_least: &mut u64,
    step: &mut dyn FnMut() -> Result<(), TraceError>,
) -> Result<(Option<Lasso>, bool), TraceError> {
    let mut loops: Vec<(usize, Loops)> = Vec::new();
    let mut proved = true;
    for total in 0..known {
        if proved {
            *at_least = total as u64;
        }
        if total > 0 {
            stems.lengthen(&mut *step)?;
        }
        for (stem, loops) in &mut loops {
            match loops.lengthen(&mut stems.space, step)? {
                Round::Found(word) => {
                    let mut transitions = stems.transitions(*stem);
                    let tail = Ok(transitions.len());
                    let since = stems.all[*stem].since.unwrap_or(0);
                    transitions.extend(word);
                    return Ok((Some(Lasso { transitions, since, tail }), proved));
                }
                Round::Nothing => {}
                Round::Open => proved = false,
            }
        }
        for number in stems.longest() {
            let stem = &stems.all[number];
            let Some(since) = stem.since else { continue };
            step()?;
            if let Some(end) = stems.space.end(&stem.state)? {
                let transitions = stems.transitions(number);
                return Ok((Some(Lasso { transitions, since, tail: Err(end) }), proved));
            }
            loops.push((number, Loops::new(stem.state.clone())));
        }
    }
    Ok((None, proved))
}
