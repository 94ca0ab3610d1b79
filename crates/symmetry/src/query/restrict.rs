//! The part of the symmetries that a query leaves in place.
//!
//! A query that names elements is not invariant under all permutations. The largest product of symmetric
//! groups that fixes it is used instead: two elements stay interchangeable if exchanging them turns the
//! query into itself.

use network::{Goal, Network, Term};

use super::images::fixes_start;
use super::listed::listed_group;
use crate::compare::matcher::Matcher;
use crate::group::query_group::Group;
use crate::group::split::Split;
use crate::identities::classes::Classes;
use crate::renaming::bindings::Bindings;
use crate::renaming::total::Renaming;
use crate::validate::found::Found;
use crate::validate::symmetry::reorders;
use analysis::{Faults, Ordered};

/// What a query asks, as far as symmetry is concerned.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// Goals in normal form.
    pub goals: &'q [Goal],
    /// Terms whose extreme values are asked for.
    pub terms: &'q [Term],
    /// Does a state that satisfies a goal end the search?
    pub ends: bool,
}

impl Question<'_> {
    pub const NOTHING: Question<'static> = Question { goals: &[], terms: &[], ends: false };

    /// The same asked of a split network; none if it cannot be.
    fn split(&self, split: &Split, whole: &Network) -> Option<(Vec<Goal>, Vec<Term>)> {
        let goals = self.goals.iter().map(|goal| split.goal(whole, goal));
        let terms = self.terms.iter().map(|term| split.term(whole, term));
        Some((goals.collect::<Option<_>>()?, terms.collect::<Option<_>>()?))
    }
}

/// Does a renaming turn the question into itself?
fn is_invariant(
    network: &Network,
    classes: &Classes,
    renaming: &Renaming,
    question: Question<'_>,
    ordered: &[Ordered],
) -> bool {
    let mut bindings = Bindings::of(network, classes, renaming);
    if ordered.iter().any(|each| reorders(classes, &bindings, each)) {
        return false;
    }
    let mut matcher = Matcher::new(network, classes, &mut bindings);
    let goals = question.goals.iter().all(|goal| {
        if question.ends { matcher.last_goals(goal, goal) } else { matcher.goals(goal, goal) }
    });
    let terms = question.terms.iter().all(|term| match term {
        Term::Int { value, .. } => matcher.exprs(value, value, None),
        Term::Clock { left, right, .. } => {
            let mut same = matcher.clocks(left, left);
            if let Some(right) = right {
                same = same && matcher.clocks(right, right);
            }
            same
        }
    });
    goals && terms && discharge(network, classes, &mut bindings)
}

/// The quantifiers of a question whose order may show.
fn ordered(network: &Network, question: Question<'_>) -> Vec<Ordered> {
    let mut faults = Faults::of(network);
    question.goals.iter().for_each(|goal| {
        faults.goal(goal);
    });
    for term in question.terms {
        match term {
            Term::Int { value, .. } => {
                faults.expr(value);
            }
            Term::Clock { left, right, .. } => {
                std::iter::once(left).chain(right).for_each(|clock| {
                    faults.clock(clock);
                });
            }
        }
    }
    faults.ordered
}

fn discharge(network: &Network, classes: &Classes, bindings: &mut Bindings<'_>) -> bool {
    while let Some((from, to)) = bindings.obligations.pop() {
        if !Matcher::new(network, classes, bindings).functions(from, to) {
            return false;
        }
    }
    true
}

/// Which elements of a sort stay interchangeable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restriction {
    /// The number of the sort among those found.
    pub sort: usize,
    /// Its elements in parts; elements of one part are interchangeable.
    pub parts: Vec<Vec<usize>>,
}

/// The group for a question, and what it had to give up.
#[must_use]
pub fn group_for(
    network: &Network,
    found: &Found,
    question: Question<'_>,
    scalars_only: bool,
) -> (Group, Vec<Restriction>) {
    let inner = found.network(network);
    let asked = match &found.split {
        None => Some((question.goals.to_vec(), question.terms.to_vec())),
        Some(split) => question.split(split, network),
    };
    // What cannot be said of single cells is fixed by nothing that was found.
    let ends = question.ends;
    let question = asked.as_ref().map(|(goals, terms)| Question { goals, terms, ends });
    let ordered = question.map_or_else(Vec::new, |question| ordered(inner, question));
    subgroup(inner, found, scalars_only, &|renaming| {
        let classes = &found.classes;
        question.is_some_and(|asked| is_invariant(inner, classes, renaming, asked, &ordered))
    })
}

/// The group of what leaves the initial state as it is, and what it had to give up.
#[must_use]
pub fn group_at_start(
    network: &Network,
    found: &Found,
    scalars_only: bool,
) -> (Group, Vec<Restriction>) {
    let network = found.network(network);
    subgroup(network, found, scalars_only, &|renaming| {
        fixes_start(network, &found.classes, renaming)
    })
}

/// The part of the symmetries that is allowed, in the network they were found in. What is must be closed under products.
fn subgroup(
    network: &Network,
    found: &Found,
    scalars_only: bool,
    allowed: &dyn Fn(&Renaming) -> bool,
) -> (Group, Vec<Restriction>) {
    let mut sorts = Vec::new();
    let mut restrictions = Vec::new();
    for (number, sort) in found.sorts.iter().enumerate() {
        if scalars_only && sort.scalar_sets.is_empty() {
            continue;
        }
        let exchanges = &sort.exchanges;
        let parts = partition(exchanges.len() + 1, |left, right| {
            allowed(&exchange(network, exchanges, left, right))
        });
        for part in parts.iter().filter(|part| part.len() > 1) {
            let exchanges =
                part[1..].iter().map(|other| exchange(network, exchanges, part[0], *other));
            sorts.push(exchanges.collect());
        }
        if parts.len() > 1 {
            restrictions.push(Restriction { sort: number, parts });
        }
    }
    let mut listed = Vec::new();
    if !scalars_only {
        // What is allowed among a group is a group, and makes allowed exchanges of allowed exchanges.
        let all: Vec<Vec<Renaming>> =
            found.sorts.iter().map(|sort| sort.exchanges.clone()).collect();
        listed = listed_group(network, &all, found.listed());
        listed.retain(|renaming| allowed(renaming));
    }
    let (mut group, _) = Group::new(network, &found.classes, sorts, listed);
    group.split.clone_from(&found.split);
    (group, restrictions)
}

/// Parts of `0..size` such that elements of a part can be exchanged with its first.
fn partition(size: usize, mut same: impl FnMut(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for element in 0..size {
        match parts.iter_mut().find(|part| same(part[0], element)) {
            Some(part) => part.push(element),
            None => parts.push(vec![element]),
        }
    }
    parts
}

/// The exchange of two elements, made of exchanges with element 0.
pub(crate) fn exchange(
    network: &Network,
    exchanges: &[Renaming],
    left: usize,
    right: usize,
) -> Renaming {
    match (left, right) {
        (0, 0) => Renaming::identity(network),
        (0, other) | (other, 0) => exchanges[other - 1].clone(),
        (left, right) => {
            let (left, right) = (&exchanges[left - 1], &exchanges[right - 1]);
            left.then(right).then(left)
        }
    }
}
