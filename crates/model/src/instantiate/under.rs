//! Queries about the model that a strategy controls.
//!
//! A strategy that keeps something (`control: A[] p`) allows everything that keeps the game won. So the runs under it are those
//! that stay among the states from which the game is won, and a query under it is a formula about these.

use network::{Along, Formula, Led, Query, QueryKind, Scope};

/// What is asked of the runs of an earlier query's strategy, if that leads somewhere.
pub(super) fn led(kind: &QueryKind, name: &str, earlier: &[Query]) -> Option<Box<Led>> {
    let known = earlier.iter().rev().find(|query| query.strategy.as_deref() == Some(name))?;
    let QueryKind::Branching(Formula::Control(game)) = &known.kind else { return None };
    let leads = matches!(game, Along::Eventually(_) | Along::Until(..));
    leads.then(|| Box::new(Led { game: game.clone(), kind: kind.clone() }))
}

/// The query, of the model that an earlier one's strategy controls.
pub(super) fn under(kind: QueryKind, name: &str, earlier: &[Query]) -> QueryKind {
    let known = earlier.iter().rev().find(|query| query.strategy.as_deref() == Some(name));
    let Some(known) = known else {
        return QueryKind::Wrong(format!("no query before this one makes a strategy `{name}`"));
    };
    let QueryKind::Branching(strategy) = &known.kind else {
        return QueryKind::Wrong(format!("the strategy `{name}` could not be made"));
    };
    let Formula::Control(Along::Always(_) | Along::WeakUntil(..)) = strategy else {
        let reason = "a query under a strategy that leads somewhere (`A<>`, `A[p U q]`)";
        return QueryKind::Unsupported(reason.to_owned());
    };
    let won = strategy.clone();
    if kind.scope() == Scope::Nothing {
        return kind;
    }
    // Nothing holds under a strategy that does not exist.
    let formula = kind.as_formula().and_then(|formula| controlled(&formula, &won));
    formula.map_or_else(
        || QueryKind::Unsupported("this kind of query under a strategy".to_owned()),
        |formula| QueryKind::Branching(Formula::And(vec![won, formula])),
    )
}

/// What a formula says of the paths that stay among these states; none if it cannot be said.
fn controlled(formula: &Formula, won: &Formula) -> Option<Formula> {
    let not = |formula: Formula| Formula::Not(Box::new(formula));
    let within = |part: Formula| Box::new(Formula::And(vec![won.clone(), part]));
    let part = |part: &Formula| controlled(part, won);
    let parts = |parts: &[Formula]| parts.iter().map(part).collect::<Option<Vec<Formula>>>();
    let reached = |part: Formula| Formula::Some(Along::Until(Box::new(won.clone()), within(part)));
    let kept = |part: Formula| Formula::Some(Along::Always(within(part)));
    Some(match formula {
        Formula::Goal(goal) => Formula::Goal(goal.clone()),
        Formula::Not(inner) => not(part(inner)?),
        Formula::And(inner) => Formula::And(parts(inner)?),
        Formula::Or(inner) => Formula::Or(parts(inner)?),
        Formula::Same(left, right) => Formula::Same(Box::new(part(left)?), Box::new(part(right)?)),
        Formula::Some(Along::Eventually(goal)) => reached(part(goal)?),
        Formula::Some(Along::Always(goal)) => kept(part(goal)?),
        Formula::All(Along::Always(goal)) => not(reached(not(part(goal)?))),
        Formula::All(Along::Eventually(goal)) => not(kept(not(part(goal)?))),
        Formula::Some(_) | Formula::All(_) | Formula::Control(_) => return None,
    })
}
