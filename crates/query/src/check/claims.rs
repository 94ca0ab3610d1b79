//! What a run shows of a formula: which parts of it hold in the states on the way, and which do not.
//!
//! A formula that is made of others by "and", "or" and "not" has its value because some of these have theirs. What is left are
//! claims: predicates, and quantifiers over paths. Some of the latter are shown by one path more (`E<> p`, and `A[] p` that
//! fails); the run goes on along it. Of the others a run shows nothing: that no path leads to `p` is said, and not shown.

use branching::{Graph, StateSet};
use network::{Along, Formula};

use crate::verdict::Claim;

/// Says where, of some states, a formula has a value; none if nowhere.
type Narrow<'a, T, E> = dyn FnMut(&Formula, bool, &T) -> Result<Option<T>, E> + 'a;

/// Takes a formula with a known value apart: into claims that explain the value. `narrow` says where, of some states of which
/// the whole is known, a part has a value; none if nowhere. What is returned are states of which all the claims are true.
pub(super) fn take_apart<T: Clone, E>(
    (formula, holds): (&Formula, bool),
    at: T,
    narrow: &mut Narrow<'_, T, E>,
    claims: &mut Vec<(Formula, bool)>,
) -> Result<T, E> {
    match (formula, holds) {
        (Formula::Not(part), _) => take_apart((part, !holds), at, narrow, claims),
        // All parts together give the value.
        (Formula::And(parts), true) | (Formula::Or(parts), false) => {
            let mut at = at;
            for part in parts {
                at = take_apart((part, holds), at, narrow, claims)?;
            }
            Ok(at)
        }
        // One of the parts is enough.
        (Formula::And(parts), false) | (Formula::Or(parts), true) => {
            for part in parts {
                if let Some(there) = narrow(part, holds, &at)? {
                    return take_apart((part, holds), there, narrow, claims);
                }
            }
            Ok(at)
        }
        (Formula::Same(left, right), _) => {
            for value in [true, false] {
                let other = value == holds;
                let Some(there) = narrow(left, value, &at)? else { continue };
                let Some(there) = narrow(right, other, &there)? else { continue };
                let there = take_apart((left, value), there, narrow, claims)?;
                return take_apart((right, other), there, narrow, claims);
            }
            Ok(at)
        }
        (Formula::Goal(_) | Formula::Some(_) | Formula::All(_) | Formula::Control(_), _) => {
            claims.push((formula.clone(), holds));
            Ok(at)
        }
    }
}

/// The states of a graph, as far as they satisfy a formula.
pub(super) type Satisfying<'a> = dyn Fn(&Formula) -> StateSet + 'a;

/// The states along a path that shows as much as one path can, from the start on (none if no path shows anything), and what is
/// claimed of them. If it does not go on, it ends with the first claim that it shows.
pub(super) fn shown(
    graph: &Graph,
    states: &Satisfying<'_>,
    start: usize,
    (formula, holds): (&Formula, bool),
    goes_on: bool,
) -> (Option<Vec<usize>>, Vec<Claim>) {
    let (mut path, mut claims, mut shows) = (vec![start], Vec::new(), false);
    let mut open = Some((formula.clone(), holds));
    while let Some((part, value)) = open.take() {
        let at = *path.last().expect("it begins somewhere");
        let after = path.len() - 1;
        let mut here = Vec::new();
        let narrow = &mut |part: &Formula, value: bool, at: &usize| -> Result<_, ()> {
            Ok((states(part).contains(*at) == value).then_some(*at))
        };
        let _ = take_apart((&part, value), at, narrow, &mut here);
        for (part, holds) in here.iter().filter(|_| goes_on || !shows) {
            let Some((within, target, value)) = continued(graph, states, part, *holds) else {
                continue;
            };
            let mut to = states(&target);
            if !value {
                to.complement();
            }
            if let Some(more) = graph.shortest_path(at, &within, &to) {
                path.extend(more);
                shows = true;
                open = Some((target, value));
                break;
            }
        }
        let told = here.into_iter().filter(|(part, _)| part != formula);
        claims.extend(told.map(|(part, holds)| Claim { after, part, holds }));
    }
    (shows.then_some(path), claims)
}

/// The path that shows a claim: within which states it stays until it is where a formula has a value.
fn continued(
    graph: &Graph,
    states: &Satisfying<'_>,
    part: &Formula,
    holds: bool,
) -> Option<(StateSet, Formula, bool)> {
    let anywhere = || StateSet::full(graph.states());
    match (part, holds) {
        (Formula::Some(Along::Eventually(part)), true)
        | (Formula::All(Along::Always(part)), false) => Some((anywhere(), (**part).clone(), holds)),
        (Formula::Some(Along::Until(first, second)), true) => {
            Some((states(first), (**second).clone(), true))
        }
        (Formula::All(Along::Until(first, second) | Along::WeakUntil(first, second)), false) => {
            let mut before = states(second);
            before.complement();
            Some((before, Formula::Or(vec![(**first).clone(), (**second).clone()]), false))
        }
        _ => None,
    }
}
