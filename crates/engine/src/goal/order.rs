//! Where it shows in which order the parts of a goal are evaluated.
//!
//! `own != -1 && a[own] == 0` is false where nobody owns anything; `a[own] == 0 && own != -1` is invalid there. The
//! order of conjuncts and alternatives is part of what a goal means, wherever one of them may be invalid.

use network::{Goal, Network};

use super::normal::negated;
use analysis::{Facts, Faults};

/// The conjuncts with those that ask for deadlocks behind the others: deadlocks are costly to find. A conjunct may
/// protect those after it from invalid evaluations, so nothing is moved past one that may be invalid without it,
/// and nothing that may itself be invalid is moved.
pub(super) fn deadlocks_last<'g>(parts: &'g [Goal], network: &Network) -> Vec<&'g Goal> {
    let (mut sorted, mut late) = (Vec::with_capacity(parts.len()), Vec::new());
    let mut facts = Facts::default();
    for part in parts {
        let may_fault = Faults::given(network, facts.clone()).goal(part);
        if part.has_deadlock() && !may_fault {
            late.push(part);
            continue;
        }
        if may_fault {
            sorted.append(&mut late);
        }
        sorted.push(part);
        facts.assume_goal(network, part);
    }
    sorted.append(&mut late);
    sorted
}

/// Can it be told in which order alternatives are evaluated? Where none may be invalid, those without clocks come
/// first. So it can if one may be invalid that comes after one that holds of some valuations of a state and not of
/// others, or if one with clocks may be that comes before one without.
pub(super) fn shows_order(parts: &[Goal], network: &Network) -> bool {
    let may_fault = |part: &Goal| Faults::of(network).goal(part);
    let first = parts.iter().position(|part| !part.is_discrete());
    let after = first.map_or(&[][..], |first| &parts[first + 1..]);
    let last = parts.iter().rposition(Goal::is_discrete);
    let before = last.map_or(&[][..], |last| &parts[..last]);
    after.iter().any(may_fault) || before.iter().any(|part| !part.is_discrete() && may_fault(part))
}

/// The goals that clocks must be known for: these, and whatever decides how far the evaluation of one gets that
/// may be invalid. `x > 5 || a[own] == 0` evaluates the index where `x > 5` is false; `x > 5 && a[own] == 0 && P.A`
/// evaluates it at other locations too. So all its constraints count, and their opposites, everywhere.
pub fn constraining(goals: &[Goal], network: &Network) -> Vec<Goal> {
    let mut all = goals.to_vec();
    let delicate = |goal: &&Goal| !goal.is_discrete() && Faults::of(network).goal(goal);
    for goal in goals.iter().filter(delicate) {
        let mut atoms = Vec::new();
        constraints(goal, &mut atoms);
        let opposites: Vec<Goal> = atoms.iter().map(negated).collect();
        all.push(Goal::Or(atoms.into_iter().chain(opposites).collect()));
    }
    all
}

fn constraints(goal: &Goal, out: &mut Vec<Goal>) {
    match goal {
        Goal::And(parts) | Goal::Or(parts) => {
            parts.iter().for_each(|part| constraints(part, out));
        }
        Goal::Not(part) => constraints(part, out),
        Goal::Clock(_) => out.push(goal.clone()),
        Goal::Holds(_) | Goal::Deadlock => {}
    }
}
