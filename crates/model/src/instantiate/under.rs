//! Queries about the model that a strategy controls.
//!
//! A strategy that keeps something (`control: A[] p`) allows everything that keeps the game won. So the runs under it are those
//! that stay among the states from which the game is won, and a query under it is a formula about these.

use network::{Along, Formula, Goal, Query, QueryKind};

/// The query, of the model that an earlier one's strategy controls.
pub(super) fn under(kind: QueryKind, name: &str, earlier: &[Query]) -> QueryKind {
    let known = earlier.iter().rev().find(|query| query.strategy.as_deref() == Some(name));
    let Some(known) = known else {
        return QueryKind::Wrong(format!("no query before this one makes a strategy `{name}`"));
    };
    let won = match &known.kind {
        QueryKind::Branching(Formula::Control(
            along @ (Along::Always(_) | Along::WeakUntil(..)),
        )) => Formula::Control(along.clone()),
        QueryKind::Branching(_) => {
            let reason = "a query under a strategy that leads somewhere (`A<>`, `A[p U q]`)";
            return QueryKind::Unsupported(reason.to_owned());
        }
        QueryKind::Reachable(_)
        | QueryKind::Invariant(_)
        | QueryKind::PotentiallyAlways(_)
        | QueryKind::Eventually(_)
        | QueryKind::LeadsTo(..)
        | QueryKind::Optimum { .. }
        | QueryKind::Cheapest { .. }
        | QueryKind::Unsupported(_)
        | QueryKind::Wrong(_) => {
            return QueryKind::Wrong(format!("the strategy `{name}` could not be made"));
        }
    };
    match controlled(&kind, &won) {
        // Nothing holds under a strategy that does not exist.
        Ok(formula) => QueryKind::Branching(Formula::And(vec![won, formula])),
        Err(kind) => *kind,
    }
}

/// What a query says of the runs that stay among these states.
fn controlled(kind: &QueryKind, won: &Formula) -> Result<Formula, Box<QueryKind>> {
    let is = |goal: &Goal| Formula::Goal(goal.clone());
    let not = |formula: Formula| Formula::Not(Box::new(formula));
    let within =
        |parts: Vec<Formula>| Formula::And(std::iter::once(won.clone()).chain(parts).collect());
    let reached = |parts: Vec<Formula>| {
        Formula::Some(Along::Until(Box::new(won.clone()), Box::new(within(parts))))
    };
    let kept = |parts: Vec<Formula>| Formula::Some(Along::Always(Box::new(within(parts))));
    match kind {
        QueryKind::Reachable(goal) => Ok(reached(vec![is(goal)])),
        QueryKind::Invariant(goal) => Ok(not(reached(vec![not(is(goal))]))),
        QueryKind::PotentiallyAlways(goal) => Ok(kept(vec![is(goal)])),
        QueryKind::Eventually(goal) => Ok(not(kept(vec![not(is(goal))]))),
        QueryKind::LeadsTo(first, second) => {
            Ok(not(reached(vec![is(first), kept(vec![not(is(second))])])))
        }
        QueryKind::Optimum { .. } | QueryKind::Branching(_) | QueryKind::Cheapest { .. } => {
            let reason = "this kind of query under a strategy".to_owned();
            Err(Box::new(QueryKind::Unsupported(reason)))
        }
        QueryKind::Unsupported(_) | QueryKind::Wrong(_) => Err(Box::new(kind.clone())),
    }
}
