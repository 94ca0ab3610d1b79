//! The comparisons of clock differences in a network and a query.
//!
//! Zones are split along these before they are extrapolated (Bengtsson and Yi, "On clock difference
//! constraints and termination in reachability analysis of timed automata", ICFEM'03). For that the set
//! must be closed under the substitutions that updates perform: after `x = z`, the comparison `x - y < c`
//! is one of `z - y`, so that pair belongs to the set as well; after `x = v` it is one of `y` alone, which
//! the bounds of `y` take care of.

use network::visit::{Visitor, walk_constraint, walk_goal, walk_guard};
use network::{ClockConstraint, Goal, Network};
use zones::Bound;

use super::writes::{effects, possible};
use crate::intervals::interval;

/// `left - right < limit` or `<= limit`, for two clocks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Diagonal {
    /// The clock on the left.
    pub left: usize,
    /// The clock that is subtracted.
    pub right: usize,
    pub limit: i32,
    /// `<` rather than `<=`.
    pub strict: bool,
}

/// The most comparisons that zones are split along.
const MOST_DIAGONALS: usize = 512;

/// All comparisons, closed under the updates of the network. An error says why they cannot be listed.
pub fn diagonals(network: &Network, goals: &[Goal]) -> Result<Vec<Diagonal>, String> {
    let mut collector = DiagonalCollector { network, found: Vec::new(), problem: None };
    for process in &network.processes {
        process
            .locations
            .iter()
            .for_each(|location| walk_guard(&mut collector, &location.invariant));
        process.edges.iter().for_each(|edge| walk_guard(&mut collector, &edge.guard));
    }
    goals.iter().for_each(|goal| walk_goal(&mut collector, goal));
    if let Some(problem) = collector.problem {
        return Err(problem);
    }
    let mut found = collector.found;
    close_under_copies(network, &mut found)?;
    found.sort_unstable();
    found.dedup();
    if found.len() > MOST_DIAGONALS {
        return Err(format!("{} comparisons of clock differences", found.len()));
    }
    Ok(found)
}

/// The largest value an update sets a clock to.
pub fn largest_reset(network: &Network) -> i32 {
    struct Resets<'n>(&'n Network, i64);
    impl Visitor for Resets<'_> {
        fn stmt(&mut self, stmt: &network::Stmt) {
            if let network::StmtKind::SetClock { source: None, offset, .. } = &stmt.kind {
                self.1 = self.1.max(interval(self.0, offset).upper);
            }
            network::visit::walk_stmt(self, stmt);
        }
    }
    let mut resets = Resets(network, 0);
    let edges = network.processes.iter().flat_map(|process| &process.edges);
    let updates = edges.flat_map(|edge| &edge.update);
    let bodies = network.functions.iter().flat_map(|function| &function.body);
    let hooks = network.before_update.iter().chain(&network.after_update);
    updates.chain(bodies).chain(hooks).for_each(|stmt| resets.stmt(stmt));
    let initial = network.initial_clocks().into_iter().max().unwrap_or(0);
    // A larger one is never set but to an error.
    let largest = resets.1.max(initial.into()).min(Bound::MAX_LIMIT.into());
    i32::try_from(largest).unwrap_or(Bound::MAX_LIMIT)
}

struct DiagonalCollector<'n> {
    network: &'n Network,
    found: Vec<Diagonal>,
    problem: Option<String>,
}

impl Visitor for DiagonalCollector<'_> {
    fn constraint(&mut self, constraint: &ClockConstraint) {
        walk_constraint(self, constraint);
        let (Some(left), Some(right)) = (&constraint.left, &constraint.right) else { return };
        let values = interval(self.network, &constraint.bound);
        let lefts = possible(self.network, left);
        let rights = possible(self.network, right);
        let count = (values.upper - values.lower + 1)
            .saturating_mul(i64::try_from(lefts.len() * rights.len()).unwrap_or(i64::MAX));
        if count > i64::try_from(MOST_DIAGONALS).unwrap_or(i64::MAX) {
            let problem = format!("a clock difference is compared in {count} different ways");
            self.problem = Some(problem);
            return;
        }
        for left in &lefts {
            for right in rights.iter().filter(|right| *right != left) {
                for limit in values.lower..=values.upper {
                    let limit = i32::try_from(limit).unwrap_or(i32::MAX);
                    let strict = constraint.strict;
                    self.found.push(Diagonal { left: *left, right: *right, limit, strict });
                }
            }
        }
    }
}

fn close_under_copies(network: &Network, found: &mut Vec<Diagonal>) -> Result<(), String> {
    let edges = network.processes.iter().flat_map(|process| &process.edges);
    let updates = edges.map(|edge| edge.update.as_slice());
    let hooks = [network.before_update.as_slice(), network.after_update.as_slice()];
    let mut copies = Vec::new();
    for update in updates.chain(hooks) {
        copies.extend(effects(network, update).copies);
    }
    if copies.iter().any(|(_, _, offset)| offset.lower != 0 || offset.upper != 0) {
        return Err("clock differences are compared and clocks are shifted".to_owned());
    }
    let mut next = 0;
    while next < found.len() && found.len() <= MOST_DIAGONALS {
        let diagonal = found[next];
        next += 1;
        for (target, source, _) in &copies {
            for changed in [
                Diagonal {
                    left: if diagonal.left == *target { *source } else { diagonal.left },
                    ..diagonal
                },
                Diagonal {
                    right: if diagonal.right == *target { *source } else { diagonal.right },
                    ..diagonal
                },
            ] {
                if changed.left != changed.right && !found.contains(&changed) {
                    found.push(changed);
                }
            }
        }
    }
    Ok(())
}
