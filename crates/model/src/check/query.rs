//! Queries.

use network::Meter;
use syntax::tree::{self, Formula, Optimum, PathQuantifier};
use syntax::{Code, Diagnostic};

use super::{Checker, Region};
use crate::typed::{Expr, ExprKind};
use crate::types::{Condition, Type};

/// A query whose names and types have been checked.
pub(crate) struct Query {
    pub(crate) kind: QueryKind,
    /// What the strategy is called that it asks for.
    pub(crate) strategy: Option<String>,
    /// The strategy that controls the model it is about.
    pub(crate) under: Option<String>,
    /// It cannot be answered, and that has been reported.
    pub(crate) broken: Option<String>,
}

/// What a checked query asks.
pub(crate) enum QueryKind {
    /// One of the four path formulas.
    Path(PathQuantifier, Expr),
    /// `p --> q`
    LeadsTo(Expr, Expr),
    /// A formula with quantifiers over paths among its parts.
    Branching(Expr),
    /// What a controller is to force: a quantifier over every path.
    Control(Expr),
    /// `sup` and its kin.
    Optimum(Optimum, Option<Expr>, Vec<(Expr, String)>),
    Unsupported(String),
    Empty,
}

impl Checker {
    /// Checks one query; what is wrong with it does not concern the others.
    pub(crate) fn query(&mut self, number: usize, tree: &tree::Query) -> Query {
        let errors = self.findings.errors();
        let limitations = self.model.limitations.len();
        self.region = Region::Query(number);
        let (formula, strategy, under) = plain(&tree.formula);
        let kind = self.formula(formula);
        self.region = Region::Global;
        let beyond = self.model.limitations.last().map(|(reason, _)| reason.clone());
        self.model.limitations.truncate(limitations);
        if kind.is_none() && self.findings.errors() == errors {
            // Nothing is wrong with the query, but with what it names.
            if let Some(reason) = beyond {
                let kind = QueryKind::Unsupported(reason);
                return Query { kind, strategy, under, broken: None };
            }
        }
        let broken = (kind.is_none() || self.findings.errors() > errors).then(|| {
            let latest = self.findings.latest_error().filter(|_| self.findings.errors() > errors);
            let unsaid = match tree.formula {
                Formula::Error => "the query could not be read",
                _ => "the query names something that is declared wrongly",
            };
            latest.map_or_else(|| unsaid.to_owned(), |diagnostic| diagnostic.message.clone())
        });
        Query { kind: kind.unwrap_or(QueryKind::Empty), strategy, under, broken }
    }

    fn formula(&mut self, formula: &Formula) -> Option<QueryKind> {
        match formula {
            Formula::Path(quantifier, predicate) => {
                let predicate = self.predicate(predicate)?;
                if predicate.has_path() {
                    let (span, ty) = (predicate.span, predicate.ty.clone());
                    let kind = ExprKind::Path(*quantifier, Box::new(predicate));
                    return Some(QueryKind::Branching(Expr { kind, ty, span }));
                }
                use PathQuantifier::{Eventually, PotentiallyAlways};
                if matches!(quantifier, Eventually | PotentiallyAlways) {
                    self.refuse_deadlock(&predicate);
                }
                Some(QueryKind::Path(*quantifier, predicate))
            }
            Formula::LeadsTo(first, second) => {
                let first = self.predicate(first);
                let second = self.predicate(second);
                let (first, second) = (first?, second?);
                if first.has_path() || second.has_path() {
                    return Some(QueryKind::Branching(leads_to(first, second)));
                }
                self.refuse_deadlock(&first);
                self.refuse_deadlock(&second);
                Some(QueryKind::LeadsTo(first, second))
            }
            Formula::Optimum { optimum, within, terms } => {
                let within = match within {
                    Some(within) => Some(self.predicate(within)?),
                    None => None,
                };
                if let Some(within) = &within {
                    self.refuse_deadlock(within);
                    self.refuse_path(within)?;
                }
                let mut checked = Vec::with_capacity(terms.len());
                for term in terms {
                    checked.push((self.term(term)?, syntax::print::print_expression(term)));
                }
                Some(QueryKind::Optimum(*optimum, within, checked))
            }
            Formula::Branching(formula) => self.branching(formula),
            Formula::Control(goal) => self.predicate(goal).map(QueryKind::Control),
            Formula::Strategy(_, formula) | Formula::Under(formula, _) => self.formula(formula),
            Formula::Unsupported(family) => Some(QueryKind::Unsupported(family.clone())),
            Formula::Empty => Some(QueryKind::Empty),
            Formula::Error => None,
        }
    }

    /// A formula that does not start with `A[]` or its kin. One that says no more than these could is a query of
    /// UPPAAL in other letters.
    fn branching(&mut self, tree: &tree::Expr) -> Option<QueryKind> {
        let formula = self.predicate(tree)?;
        if !formula.has_path() {
            let message = "this is a predicate, not a query";
            self.error(Code::NotAPredicate, tree.span, message.to_owned());
            return None;
        }
        match formula.kind {
            ExprKind::Path(quantifier, predicate) if !predicate.has_path() => {
                use PathQuantifier::{Eventually, PotentiallyAlways};
                if matches!(quantifier, Eventually | PotentiallyAlways) {
                    self.refuse_deadlock(&predicate);
                }
                Some(QueryKind::Path(quantifier, *predicate))
            }
            _ => Some(QueryKind::Branching(formula)),
        }
    }

    fn refuse_path(&mut self, within: &Expr) -> Option<()> {
        if within.has_path() {
            let message = "`sup`, `inf` and `bounds` do not work with quantifiers over paths";
            self.error(Code::NotAPredicate, within.span, message.to_owned());
            return None;
        }
        Some(())
    }

    /// What `sup` and its kin are asked of.
    fn term(&mut self, tree: &tree::Expr) -> Option<Expr> {
        let expr = self.expression(tree);
        if expr.ty.is_error() {
            return None;
        }
        if matches!(expr.ty, Type::Meter(Meter::Cost)) {
            return Some(expr);
        }
        if !expr.ty.is_integral() && !expr.ty.is_clock_term() {
            let message =
                format!("this must be an integer or a clock, not {}", expr.ty.with_article());
            self.error(Code::NotAPredicate, tree.span, message);
            return None;
        }
        self.require_pure(&expr, "a query").then_some(expr)
    }

    fn refuse_deadlock(&mut self, predicate: &Expr) {
        if let Some(place) = find_deadlock(predicate) {
            let message = "`deadlock` can only be asked for by `E<>` and `A[]`";
            let help = "a run that ends in a deadlock is maximal: `E[]` and `A<>` see it anyway";
            let span = place.span;
            self.report(Diagnostic::new(Code::MisplacedDeadlock, span, message).help(help));
        }
    }
}

/// What a query asks, without the name of the strategy it asks for and of the one that controls the model.
fn plain(formula: &Formula) -> (&Formula, Option<String>, Option<String>) {
    match formula {
        Formula::Strategy(name, inner) => (inner, Some(name.clone()), None),
        Formula::Under(inner, under) => {
            let (inner, strategy, _) = plain(inner);
            (inner, strategy, Some(under.clone()))
        }
        formula => (formula, None, None),
    }
}

/// `A[] (first imply A<> second)`
fn leads_to(first: Expr, second: Expr) -> Expr {
    let (span, ty) = (first.span.to(second.span), second.ty.clone());
    let over = |quantifier, part: Expr| {
        let kind = ExprKind::Path(quantifier, Box::new(part));
        Expr { kind, ty: Type::Condition(Condition::Constraint), span }
    };
    let second = over(PathQuantifier::Eventually, second);
    let kind = ExprKind::Binary(tree::BinaryOp::Imply, Box::new(first), Box::new(second));
    over(PathQuantifier::Always, Expr { kind, ty, span })
}

fn find_deadlock(expr: &Expr) -> Option<&Expr> {
    if matches!(expr.kind, ExprKind::Deadlock) {
        return Some(expr);
    }
    let mut found = None;
    expr.for_each_part(|part| {
        if found.is_none() {
            found = find_deadlock(part);
        }
    });
    found
}
