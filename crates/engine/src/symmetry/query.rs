//! The part of the symmetries that a query leaves in place.
//!
//! A query that names elements is not invariant under all permutations. The largest product of symmetric
//! groups that fixes it is used instead: two elements stay interchangeable if exchanging them turns the
//! query into itself (seed 004 gives up here).

use network::{Goal, Network, Term};

use super::bindings::Bindings;
use super::classes::Classes;
use super::detect::{Found, FoundRing};
use super::group::Group;
use super::matcher::Matcher;
use super::renaming::Renaming;

/// What a query asks, as far as symmetry is concerned.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// Goals in normal form.
    pub goals: &'q [Goal],
    /// Terms whose extreme values are asked for.
    pub terms: &'q [Term],
}

/// Does a renaming turn the question into itself?
fn is_invariant(
    network: &Network,
    classes: &Classes,
    renaming: &Renaming,
    question: Question<'_>,
) -> bool {
    let mut bindings = Bindings::of(network, classes, renaming);
    let mut matcher = Matcher::new(network, classes, &mut bindings);
    let goals = question.goals.iter().all(|goal| matcher.goals(goal, goal));
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
    let mut sorts = Vec::new();
    let mut restrictions = Vec::new();
    for (number, sort) in found.sorts.iter().enumerate() {
        if scalars_only && sort.scalar_sets.is_empty() {
            continue;
        }
        let transpositions = &sort.transpositions;
        let parts = partition(transpositions.len() + 1, |left, right| {
            let exchange = exchange(network, transpositions, left, right);
            is_invariant(network, &found.classes, &exchange, question)
        });
        for part in parts.iter().filter(|part| part.len() > 1) {
            let exchanges =
                part[1..].iter().map(|other| exchange(network, transpositions, part[0], *other));
            sorts.push(exchanges.collect());
        }
        if parts.len() > 1 {
            restrictions.push(Restriction { sort: number, parts });
        }
    }
    let mut turns = Vec::new();
    if !scalars_only && let [ring, ..] = found.rings.as_slice() {
        turns = ring_group(network, ring, |renaming| {
            is_invariant(network, &found.classes, renaming, question)
        });
    }
    let (group, _) = Group::new(network, &found.classes, sorts, turns);
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
fn exchange(network: &Network, transpositions: &[Renaming], left: usize, right: usize) -> Renaming {
    match (left, right) {
        (0, 0) => Renaming::identity(network),
        (0, other) | (other, 0) => transpositions[other - 1].clone(),
        (left, right) => {
            let (left, right) = (&transpositions[left - 1], &transpositions[right - 1]);
            left.then(right).then(left)
        }
    }
}

/// The most renamings of a ring that are tried one by one.
const MOST_TURNS: usize = 512;

/// All products of the turns and reversals of a ring that the question allows.
fn ring_group(
    network: &Network,
    ring: &FoundRing,
    allowed: impl Fn(&Renaming) -> bool,
) -> Vec<Renaming> {
    let mut generators = Vec::new();
    if let Some(turn) = &ring.turn {
        // If not every turn is allowed, perhaps some multiple is.
        let mut multiple = turn.clone();
        for _ in 1..ring.members.len() {
            if allowed(&multiple) {
                generators.push(multiple);
                break;
            }
            multiple = multiple.then(turn);
        }
    }
    generators.extend(ring.reversal.iter().filter(|reversal| allowed(reversal)).cloned());
    let mut all = vec![Renaming::identity(network)];
    let mut next = 0;
    while next < all.len() && all.len() < MOST_TURNS {
        let from = all[next].clone();
        next += 1;
        for generator in &generators {
            let product = from.then(generator);
            if !all.contains(&product) {
                all.push(product);
            }
        }
    }
    all
}
