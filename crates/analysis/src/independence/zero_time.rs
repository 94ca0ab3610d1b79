//! What a process may still do after an edge while no time passes.
//!
//! A clock that only this process sets keeps the value that it was set to, for as long as no time passes. So an edge
//! that sets it to 0 is not followed by one that asks for at least 1.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use network::{ClockConstraint, ClockPlace, Edge, Expr, Network, Process, Stmt, StmtKind};

use super::bits::Bits;
use crate::writes::{effects, possible};

/// Clocks with known values.
type Values = BTreeMap<usize, i64>;

/// For each edge of a process, the edges that it may take from then on before time passes, that edge among them. `own` are
/// the clocks that no other process sets.
pub(super) fn futures(network: &Network, process: &Process, own: &[bool]) -> Vec<Bits> {
    let follow = Follow { network, process, own, leaving: leaving(process) };
    process.edges.iter().enumerate().map(|(number, _)| follow.after(number)).collect()
}

/// The edges that leave each location.
fn leaving(process: &Process) -> Vec<Vec<usize>> {
    let mut leaving = vec![Vec::new(); process.locations.len()];
    for (number, edge) in process.edges.iter().enumerate() {
        leaving[edge.source.index()].push(number);
    }
    leaving
}

struct Follow<'n> {
    network: &'n Network,
    process: &'n Process,
    own: &'n [bool],
    leaving: Vec<Vec<usize>>,
}

impl Follow<'_> {
    fn after(&self, first: usize) -> Bits {
        let mut taken = Bits::none(self.process.edges.len());
        taken.insert(first);
        // What is known of clocks at each location that was reached.
        let mut known: BTreeMap<usize, Values> = BTreeMap::new();
        let edge = &self.process.edges[first];
        let mut open = vec![(edge.target.index(), self.set(edge, &Values::new()))];
        while let Some((location, values)) = open.pop() {
            let values = match known.entry(location) {
                Entry::Vacant(entry) => entry.insert(values).clone(),
                Entry::Occupied(mut entry) => {
                    let joined = both(entry.get(), &values);
                    if joined == *entry.get() {
                        continue;
                    }
                    entry.insert(joined.clone());
                    joined
                }
            };
            for number in &self.leaving[location] {
                let edge = &self.process.edges[*number];
                if edge.guard.clocks.iter().all(|each| self.may_hold(each, &values)) {
                    taken.insert(*number);
                    open.push((edge.target.index(), self.set(edge, &values)));
                }
            }
        }
        taken
    }

    /// What is known after an edge of what was known before.
    fn set(&self, edge: &Edge, before: &Values) -> Values {
        let mut values = before.clone();
        for stmt in &edge.update {
            match plain(self.network, stmt) {
                Some((clock, value)) if self.own[clock] => {
                    values.insert(clock, value);
                }
                _ => {
                    let effects = effects(self.network, std::slice::from_ref(stmt));
                    let copied = effects.copies.iter().map(|(target, ..)| target);
                    for clock in effects.resets.iter().chain(copied) {
                        values.remove(clock);
                    }
                }
            }
        }
        values
    }

    fn may_hold(&self, constraint: &ClockConstraint, values: &Values) -> bool {
        let Expr::Const(bound) = constraint.bound else { return true };
        let value = |place: &ClockPlace| {
            single(self.network, place).and_then(|clock| values.get(&clock).copied())
        };
        let difference = match (&constraint.left, &constraint.right) {
            (Some(left), None) => value(left),
            (None, Some(right)) => value(right).map(|value| -value),
            _ => None,
        };
        let bound = i64::from(bound) - i64::from(constraint.strict);
        !constraint.when.is_true() || difference.is_none_or(|difference| difference <= bound)
    }
}

/// A statement that does nothing but set one clock to a constant.
fn plain(network: &Network, stmt: &Stmt) -> Option<(usize, i64)> {
    match &stmt.kind {
        StmtKind::SetClock { target, source: None, offset: Expr::Const(value) } => {
            Some((single(network, target)?, i64::from(*value)))
        }
        _ => None,
    }
}

/// The clock of a place with constant indices.
fn single(network: &Network, place: &ClockPlace) -> Option<usize> {
    let is_fixed = place.indices.iter().all(|index| matches!(index, Expr::Const(_)));
    match possible(network, place)[..] {
        [clock] if is_fixed => Some(clock),
        _ => None,
    }
}

/// What is known either way.
fn both(left: &Values, right: &Values) -> Values {
    let same = |(clock, value): &(&usize, &i64)| right.get(clock) == Some(value);
    left.iter().filter(same).map(|(clock, value)| (*clock, *value)).collect()
}
