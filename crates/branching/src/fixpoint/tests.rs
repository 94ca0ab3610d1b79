//! Formulas against paths: every maximal path is followed, as far as it does not repeat itself.

use network::{Along, Expr, Formula, Goal};

use crate::formula::satisfying;
use crate::graph::Graph;
use crate::set::StateSet;

/// A small graph with two predicates.
struct Sample {
    states: usize,
    edges: Vec<(u32, u32)>,
    ends: Vec<usize>,
    goals: [Vec<bool>; 2],
}

/// Random numbers below a limit.
fn dice(seed: u64) -> impl FnMut(usize) -> usize {
    let mut random = fastrand::Rng::with_seed(seed);
    move |below| random.usize(..below)
}

impl Sample {
    fn new(seed: u64) -> Sample {
        let mut dice = dice(seed);
        let states = 1 + dice(5);
        let number = |at: usize| u32::try_from(at).expect("it is small");
        let count = dice(2 * states + 1);
        let edges = (0..count).map(|_| (number(dice(states)), number(dice(states)))).collect();
        let ends = (0..states).filter(|_| dice(4) == 0).collect();
        let goals = [0, 1].map(|_| (0..states).map(|_| dice(2) == 0).collect());
        Sample { states, edges, ends, goals }
    }

    fn next(&self, state: usize) -> Vec<usize> {
        let from = self.edges.iter().filter(|(from, _)| *from as usize == state);
        from.map(|(_, to)| *to as usize).collect()
    }

    /// Follows all paths from the last state of one, with what has been seen on it. A path that comes back to a state goes on
    /// for ever from there; what is asked here can be told from the states on it.
    fn some_path(&self, path: &mut Vec<usize>, wanted: &dyn Fn(&[usize]) -> bool) -> bool {
        let here = path[path.len() - 1];
        let next = self.next(here);
        if (self.ends.contains(&here) || next.is_empty()) && wanted(path) {
            return true;
        }
        next.into_iter().any(|to| {
            if path.contains(&to) {
                return wanted(path);
            }
            path.push(to);
            let found = self.some_path(path, wanted);
            path.pop();
            found
        })
    }

    fn holds(&self, formula: &Formula, state: usize) -> bool {
        let here = |part: &Formula, at: usize| self.holds(part, at);
        match formula {
            Formula::Goal(goal) => self.goals[usize::from(*goal == other())][state],
            Formula::Not(part) => !here(part, state),
            Formula::And(parts) => parts.iter().all(|part| here(part, state)),
            Formula::Or(parts) => parts.iter().any(|part| here(part, state)),
            Formula::Same(left, right) => here(left, state) == here(right, state),
            Formula::Some(along) => self.some_path(&mut vec![state], &|path| self.is(along, path)),
            Formula::All(along) => !self.some_path(&mut vec![state], &|path| !self.is(along, path)),
            Formula::Control(_) => unreachable!("games are not played on graphs"),
        }
    }

    /// Is a maximal path with these states like this? On a path that repeats itself, they come again in the same order.
    fn is(&self, along: &Along, path: &[usize]) -> bool {
        match along {
            Along::Eventually(part) | Along::Within(part, _) => {
                path.iter().any(|at| self.holds(part, *at))
            }
            Along::Always(part) => path.iter().all(|at| self.holds(part, *at)),
            Along::Until(first, second) => {
                let found = path.iter().position(|at| self.holds(second, *at));
                found.is_some_and(|end| path[..end].iter().all(|at| self.holds(first, *at)))
            }
            Along::WeakUntil(first, second) => {
                let found = path.iter().position(|at| self.holds(second, *at));
                let end = found.unwrap_or(path.len());
                path[..end].iter().all(|at| self.holds(first, *at))
            }
        }
    }

    fn graph(&self) -> Graph {
        let ends = StateSet::of(self.states, |state| self.ends.contains(&state));
        Graph::new(self.states, &self.edges, ends)
    }
}

fn one() -> Goal {
    Goal::Holds(Expr::Const(1))
}

fn other() -> Goal {
    Goal::Holds(Expr::Const(2))
}

fn formula(dice: &mut dyn FnMut(usize) -> usize, depth: usize) -> Formula {
    if depth == 0 {
        return Formula::Goal(if dice(2) == 0 { one() } else { other() });
    }
    let mut part = || Box::new(formula(dice, depth - 1));
    let (first, second) = (part(), part());
    let along = match dice(3) {
        0 => Along::Eventually(first.clone()),
        1 => Along::Always(first.clone()),
        _ => Along::Until(first.clone(), second.clone()),
    };
    match dice(9) {
        0 => Formula::Not(first),
        1 => Formula::And(vec![*first, *second]),
        2 => Formula::Or(vec![*first, *second]),
        3 => Formula::Same(first, second),
        4 | 5 => Formula::All(along),
        _ => Formula::Some(along),
    }
}

#[test]
fn fixpoints_say_what_paths_say() {
    for seed in 1..60_000 {
        let sample = Sample::new(seed);
        let formula = formula(&mut dice(seed + 1_000_000), 2);
        let of = |goal: &Goal| {
            StateSet::of(sample.states, |at| sample.goals[usize::from(*goal == other())][at])
        };
        let found = satisfying(&sample.graph(), &formula, &of);
        for state in 0..sample.states {
            let expected = sample.holds(&formula, state);
            assert_eq!(found.contains(state), expected, "{seed}: state {state}, {formula:?}");
        }
    }
}
