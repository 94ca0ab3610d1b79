//! Queries of which a symmetry makes one another.
//!
//! A symmetry that fixes the initial state maps the runs of the model to its runs. If it turns one query into another, both have the
//! same answer, whatever their kind, and what shows one shows the other once it is renamed: docs/theory/detection.md.

use std::mem::discriminant;

use network::visit::{Visitor, walk_expr, walk_goal};
use network::{Along, Expr, Formula, Goal, Network, QueryKind, Term};

use super::options::{Options, SymmetryOption};
use super::symmetry::{question, read_by, spoken};
use symmetry::{Closure, Group, Renaming, detect, detect_whole, group_at_start};

/// For each of some queries, what makes it of the first.
pub struct Alike {
    /// The symmetries that fix the initial state.
    pub group: Group,
    /// For each of the others, the symmetry that turns the first query into it.
    pub renamings: Vec<Option<Renaming>>,
}

/// Which of some queries are images of the first, if any is.
#[must_use]
pub fn alike(
    network: &Network,
    first: &QueryKind,
    others: &[&QueryKind],
    options: &Options,
) -> Option<Alike> {
    if options.symmetry == SymmetryOption::Off || others.is_empty() {
        return None;
    }
    let asked = |kind: &QueryKind| -> (Vec<Goal>, Vec<Goal>) {
        let (goals, terms) = question(network, kind);
        let uses = goals.iter().cloned().chain(terms.iter().map(read_by)).collect();
        (goals.into_iter().chain(terms.iter().map(spoken)).collect(), uses)
    };
    let (from, mut uses) = asked(first);
    let others: Vec<Vec<Goal>> = others
        .iter()
        .map(|kind| {
            let (goals, used) = asked(kind);
            uses.extend(used);
            goals
        })
        .collect();
    // Identities must be used as such by all of them.
    let scalars_only = options.symmetry == SymmetryOption::Scalars;
    let found = if scalars_only { detect_whole } else { detect }(network, &uses);
    let (group, _) = group_at_start(network, &found, scalars_only);
    if group.is_trivial() {
        return None;
    }
    let closure = Closure::of(network, &found.classes, &group, &from)?;
    let to = |goals: &Vec<Goal>| closure.renaming_to(network, goals).cloned();
    let renamings: Vec<_> = others.iter().map(to).collect();
    renamings.iter().any(Option::is_some).then_some(Alike { group, renamings })
}

/// Could a symmetry turn one query into another? They must be of one kind, and differ in names and constants alone.
#[must_use]
pub fn may_be_alike(left: &QueryKind, right: &QueryKind) -> bool {
    let same_kind = match (left, right) {
        (
            QueryKind::Optimum { extremum: left, terms: some, .. },
            QueryKind::Optimum { extremum: right, terms: others, .. },
        ) => left == right && have_one_form(some, others),
        (
            QueryKind::Cheapest { objective: left, .. },
            QueryKind::Cheapest { objective: right, .. },
        ) => left == right,
        (QueryKind::Branching(left), QueryKind::Branching(right)) => are_one_form(left, right),
        (QueryKind::Unsupported(_) | QueryKind::Wrong(_), _) => false,
        (
            QueryKind::Reachable(_)
            | QueryKind::Invariant(_)
            | QueryKind::PotentiallyAlways(_)
            | QueryKind::Eventually(_)
            | QueryKind::LeadsTo(..)
            | QueryKind::Optimum { .. }
            | QueryKind::Cheapest { .. }
            | QueryKind::Branching(_),
            _,
        ) => discriminant(left) == discriminant(right),
    };
    same_kind && Form::of(left) == Form::of(right)
}

fn have_one_form(left: &[Term], right: &[Term]) -> bool {
    let mut pairs = left.iter().zip(right);
    left.len() == right.len() && pairs.all(|(one, other)| discriminant(one) == discriminant(other))
}

/// Are two formulas the same but for their goals?
fn are_one_form(left: &Formula, right: &Formula) -> bool {
    match (left, right) {
        (Formula::Goal(_), Formula::Goal(_)) => true,
        (Formula::Not(one), Formula::Not(other)) => are_one_form(one, other),
        (Formula::And(some), Formula::And(others)) | (Formula::Or(some), Formula::Or(others)) => {
            some.len() == others.len()
                && some.iter().zip(others).all(|(one, other)| are_one_form(one, other))
        }
        (Formula::Same(a, b), Formula::Same(c, d)) => are_one_form(a, c) && are_one_form(b, d),
        (Formula::Some(one), Formula::Some(other))
        | (Formula::All(one), Formula::All(other))
        | (Formula::Control(one), Formula::Control(other)) => are_along(one, other),
        _ => false,
    }
}

fn are_along(left: &Along, right: &Along) -> bool {
    let limits = match (left, right) {
        (Along::Within(_, left), Along::Within(_, right)) => left == right,
        _ => discriminant(left) == discriminant(right),
    };
    let (some, others) = (left.parts(), right.parts());
    limits && some.into_iter().zip(others).all(|(one, other)| are_one_form(one, other))
}

/// What is left of the goals and terms of a query without names and constants.
#[derive(PartialEq, Eq, Default)]
struct Form {
    nodes: Vec<(u8, u32)>,
}

impl Form {
    fn of(kind: &QueryKind) -> Form {
        let mut form = Form::default();
        kind.goals().into_iter().for_each(|goal| walk_goal(&mut form, goal));
        for term in kind.terms() {
            if let Term::Int { value, .. } = term {
                form.expr(value);
            }
        }
        form
    }
}

impl Visitor for Form {
    fn expr(&mut self, expr: &Expr) {
        self.nodes.push(match expr {
            Expr::Const(_) => (0, 0),
            Expr::Read(place) => (1, u32::try_from(place.indices.len()).unwrap_or(u32::MAX)),
            // The locations of a ring move along with it: such queries are not taken for alike.
            Expr::At(_, location) => (2, location.0),
            Expr::LocationOf(_) => (3, 0),
            Expr::Unary(op, _) => (4, *op as u32),
            Expr::Binary(op, ..) => (5, *op as u32),
            Expr::Cond(..) => (6, 0),
            Expr::Quantified { .. } => (7, 0),
            Expr::BlocksEqual(..) => (8, 0),
            Expr::After(..) => (9, 0),
        });
        walk_expr(self, expr);
    }
}
