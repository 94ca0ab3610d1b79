//! The states that satisfy a formula.

use network::{Along, Formula, Goal};

use crate::fixpoint::{some_always, some_until};
use crate::graph::Graph;
use crate::set::StateSet;

/// The states that satisfy a formula, given those that satisfy each predicate in it. A graph knows neither time nor whose
/// edges its edges are: formulas with bounds on time and games are for arenas ([`crate::timed`]).
///
/// Quantifiers over every path are those over some path, turned round: `A<> p` is `not E[] not p`, and
/// `A[p U q]` fails where some path avoids `q` for ever, or leaves `p` before `q`.
#[must_use]
pub fn satisfying(graph: &Graph, formula: &Formula, of: &dyn Fn(&Goal) -> StateSet) -> StateSet {
    let states = graph.states();
    let inner = |part: &Formula| satisfying(graph, part, of);
    match formula {
        Formula::Goal(goal) => of(goal),
        Formula::Not(part) => outside(inner(part)),
        Formula::And(parts) => {
            let mut all = StateSet::full(states);
            parts.iter().for_each(|part| all.intersect(&inner(part)));
            all
        }
        Formula::Or(parts) => {
            let mut all = StateSet::empty(states);
            parts.iter().for_each(|part| all.union(&inner(part)));
            all
        }
        Formula::Same(left, right) => {
            let (left, right) = (inner(left), inner(right));
            StateSet::of(states, |state| left.contains(state) == right.contains(state))
        }
        Formula::Some(along) => match along {
            Along::Eventually(part) | Along::Within(part, _) => {
                some_until(graph, &StateSet::full(states), &inner(part))
            }
            Along::Always(part) => some_always(graph, &inner(part)),
            Along::Until(first, second) => some_until(graph, &inner(first), &inner(second)),
            Along::WeakUntil(first, second) => {
                let first = inner(first);
                let mut found = some_until(graph, &first, &inner(second));
                found.union(&some_always(graph, &first));
                found
            }
        },
        Formula::All(along) => match along {
            Along::Eventually(part) | Along::Within(part, _) => {
                outside(some_always(graph, &outside(inner(part))))
            }
            Along::Always(part) => {
                outside(some_until(graph, &StateSet::full(states), &outside(inner(part))))
            }
            Along::Until(first, second) => all_until(graph, inner(first), inner(second)),
            Along::WeakUntil(first, second) => {
                let before = outside(inner(second));
                let mut neither = outside(inner(first));
                neither.intersect(&before);
                outside(some_until(graph, &before, &neither))
            }
        },
        Formula::Control(_) => {
            debug_assert!(false, "games are played in arenas");
            StateSet::empty(states)
        }
    }
}

fn all_until(graph: &Graph, first: StateSet, second: StateSet) -> StateSet {
    let before = outside(second);
    let mut neither = outside(first);
    neither.intersect(&before);
    let mut wrong = some_until(graph, &before, &neither);
    wrong.union(&some_always(graph, &before));
    outside(wrong)
}

fn outside(mut set: StateSet) -> StateSet {
    set.complement();
    set
}

/// Is a formula true of a model without any state? What is said of every path is, and what is said of a state or
/// of some path is not.
#[must_use]
pub fn of_nothing(formula: &Formula) -> bool {
    match formula {
        Formula::Goal(_) | Formula::Some(_) => false,
        Formula::All(_) | Formula::Control(_) => true,
        Formula::Not(part) => !of_nothing(part),
        Formula::And(parts) => parts.iter().all(of_nothing),
        Formula::Or(parts) => parts.iter().any(of_nothing),
        Formula::Same(left, right) => of_nothing(left) == of_nothing(right),
    }
}
