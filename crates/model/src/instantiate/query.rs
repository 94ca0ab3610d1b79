//! Queries over the finished network.

use network::{Expectation, Extremum, Formula, Goal, Meter, Objective, Query, QueryKind, Term};
use syntax::Span;
use syntax::tree::{self, Optimum, PathQuantifier};

use super::under::{led, under};
use super::{Lowered, Lowering, Stop, unsupported};
use crate::check as checked;
use crate::typed::Expr;
use crate::types::Type;

impl Lowering<'_> {
    /// All queries; `runnable` says whether the network can be used at all.
    pub(super) fn queries(
        &mut self,
        queries: &[(&tree::Query, checked::Query)],
        runnable: bool,
    ) -> Vec<Query> {
        let mut lowered: Vec<Query> = Vec::with_capacity(queries.len());
        for (tree, query) in queries {
            let mut next = self.query(tree, query, runnable);
            if let Some(name) = &next.under {
                next.led = led(&next.kind, name, &lowered);
                next.kind = under(next.kind, name, &lowered);
            }
            lowered.push(next);
        }
        lowered
    }

    fn query(&mut self, tree: &tree::Query, query: &checked::Query, runnable: bool) -> Query {
        let kind = match (&query.broken, runnable) {
            (Some(reason), _) => QueryKind::Wrong(reason.clone()),
            (None, false) => QueryKind::Wrong("the model has errors".to_owned()),
            (None, true) => self.query_kind(&query.kind),
        };
        Query {
            kind,
            strategy: query.strategy.clone(),
            under: query.under.clone(),
            led: None,
            text: tree.text.clone(),
            line: (tree.line > 0).then_some(tree.line),
            comment: tree.comment.clone(),
            expect: tree.expect.as_ref().and_then(expectation),
            options: tree.options.clone(),
            origin: self.origin(tree.span),
        }
    }

    fn query_kind(&mut self, kind: &checked::QueryKind) -> QueryKind {
        // A query that is too large does not use up what the others need.
        let usage = self.usage.clone();
        let lowered = self.lower_query(kind);
        self.stack.clear();
        if lowered.is_err() {
            self.usage = usage;
        }
        match lowered {
            Ok(kind) => kind,
            Err(Stop::Unsupported { reason, .. }) => QueryKind::Unsupported(reason),
            Err(Stop::Reported) => {
                let latest = self.findings.latest_error();
                let reason = latest.map(|diagnostic| diagnostic.message.clone());
                QueryKind::Wrong(reason.unwrap_or_else(|| "the query is wrong".to_owned()))
            }
        }
    }

    fn lower_query(&mut self, kind: &checked::QueryKind) -> Lowered<QueryKind> {
        Ok(match kind {
            checked::QueryKind::Path(quantifier, predicate) => {
                let goal = self.goal(predicate)?;
                match quantifier {
                    PathQuantifier::Possibly => QueryKind::Reachable(goal),
                    PathQuantifier::Always => QueryKind::Invariant(goal),
                    PathQuantifier::PotentiallyAlways => QueryKind::PotentiallyAlways(goal),
                    PathQuantifier::Eventually => QueryKind::Eventually(goal),
                }
            }
            checked::QueryKind::LeadsTo(first, second) => {
                QueryKind::LeadsTo(self.goal(first)?, self.goal(second)?)
            }
            checked::QueryKind::Branching(formula) => QueryKind::Branching(self.formula(formula)?),
            checked::QueryKind::Control(goal) => match self.formula(goal)? {
                Formula::All(along) => QueryKind::Branching(Formula::Control(along)),
                _ => return unsupported("a game about this", goal.span),
            },
            checked::QueryKind::Optimum(optimum, within, terms) => {
                let extremum = match optimum {
                    Optimum::Supremum => Extremum::Supremum,
                    Optimum::Infimum => Extremum::Infimum,
                    Optimum::Bounds => Extremum::Bounds,
                };
                let within = match within {
                    Some(within) => self.goal(within)?,
                    None => Goal::always(),
                };
                let cost =
                    terms.iter().find(|(term, _)| matches!(term.ty, Type::Meter(Meter::Cost)));
                if let Some((cost, _)) = cost {
                    return cheapest(extremum, within, terms.len(), cost.span);
                }
                let mut lowered = Vec::with_capacity(terms.len());
                for (term, text) in terms {
                    lowered.push(self.term(term, text)?);
                }
                QueryKind::Optimum { extremum, within, terms: lowered }
            }
            checked::QueryKind::Unsupported(family) => QueryKind::Unsupported(family.clone()),
            checked::QueryKind::Empty => {
                QueryKind::Unsupported("the query is empty: nothing is asked".to_owned())
            }
        })
    }

    fn term(&mut self, term: &Expr, text: &str) -> Lowered<Term> {
        let text = text.to_owned();
        if term.ty.is_integral() {
            return Ok(Term::Int { text, value: self.int(term)? });
        }
        let mut linear = self.linear(term)?;
        let offset = !matches!(linear.offset, network::Expr::Const(0));
        match (linear.plus.pop(), linear.minus.pop()) {
            (Some(left), right) if linear.plus.is_empty() && linear.minus.is_empty() && !offset => {
                Ok(Term::Clock { text, left, right })
            }
            _ => unsupported("an extreme value of more than a clock or a difference", term.span),
        }
    }
}

/// The least cost of a run, which is asked for alone: it is found by a search of its own.
fn cheapest(extremum: Extremum, goal: Goal, terms: usize, span: Span) -> Lowered<QueryKind> {
    match extremum {
        Extremum::Infimum if terms == 1 => {
            Ok(QueryKind::Cheapest { goal, objective: Objective::Cost })
        }
        Extremum::Infimum => unsupported("the least cost together with other values", span),
        Extremum::Supremum | Extremum::Bounds => unsupported("the greatest cost", span),
    }
}

/// What the author expects, as far as it is about the answer.
fn expectation(expect: &tree::Expect) -> Option<Expectation> {
    if let (Some(value), false) = (&expect.value, expect.kind.as_deref() == Some("quality")) {
        return Some(Expectation::Value(value.clone()));
    }
    match expect.outcome.as_deref()? {
        "success" => Some(Expectation::Holds),
        "failure" => Some(Expectation::Fails),
        "error" => Some(Expectation::Error),
        _ => None,
    }
}
