//! Queries about the model that a strategy controls: formulas, where the strategy keeps something, or questions to the model under
//! it.

use network::{Along, Formula, Led, Query, QueryKind, Scope};

/// What is asked of the model under an earlier query's strategy, where a formula cannot ask it: the strategy leads somewhere, or
/// the query asks for values.
pub(super) fn led(kind: &QueryKind, name: &str, earlier: &[Query]) -> Option<Box<Led>> {
    let known = earlier.iter().rev().find(|query| query.strategy.as_deref() == Some(name))?;
    let QueryKind::Branching(Formula::Control(game)) = &known.kind else { return None };
    let leads = matches!(game, Along::Eventually(_) | Along::Until(..));
    (leads || kind.scope() == Scope::Values)
        .then(|| Box::new(Led { game: game.clone(), kind: kind.clone() }))
}

/// The query, of the model that an earlier one's strategy controls.
pub(super) fn under(kind: QueryKind, name: &str, earlier: &[Query]) -> QueryKind {
    let known = earlier.iter().rev().find(|query| query.strategy.as_deref() == Some(name));
    let Some(known) = known else {
        return QueryKind::Wrong(format!("no query before this one makes a strategy `{name}`"));
    };
    let QueryKind::Branching(Formula::Control(game)) = &known.kind else {
        return QueryKind::Wrong(format!("the strategy `{name}` could not be made"));
    };
    if kind.scope() == Scope::Nothing {
        return kind;
    }
    kind.as_formula().and_then(|formula| game.kept(&formula)).map_or_else(
        || QueryKind::Unsupported("this kind of query under a strategy".to_owned()),
        QueryKind::Branching,
    )
}
