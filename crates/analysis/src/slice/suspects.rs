//! Evaluations that may be invalid. Without slicing they are errors, so they are never left out.

use std::collections::BTreeSet;

use network::{Direction, Edge, Network, Process, QueryKind, Stmt, Term};

use crate::faults::Faults;
use crate::intervals::{Facts, Interval, interval};

/// What may be invalid in a network when a query is asked.
pub(crate) struct Suspects {
    statements: BTreeSet<*const Stmt>,
    /// Processes with a guard, invariant, rate or channel that may be invalid.
    processes: Vec<bool>,
}

impl Suspects {
    pub(crate) fn of(network: &Network, kind: &QueryKind) -> Suspects {
        let mut faults = Faults::of(network);
        let processes = network.processes.iter();
        let processes = processes.map(|each| suspicious(network, &mut faults, each)).collect();
        faults.know(Facts::default());
        faults.block(&network.before_update);
        faults.know(Facts::default());
        faults.block(&network.after_update);
        asked(&mut faults, kind);
        Suspects { statements: faults.suspects, processes }
    }

    /// May anything be invalid?
    pub(crate) fn has_any(&self) -> bool {
        !self.statements.is_empty() || self.processes.contains(&true)
    }

    /// May the statement itself be invalid, apart from those inside it?
    pub(super) fn has(&self, stmt: &Stmt) -> bool {
        self.statements.contains(&std::ptr::from_ref(stmt))
    }

    /// May a guard, an invariant, a rate or a channel of this process be invalid?
    pub(super) fn has_process(&self, process: usize) -> bool {
        self.processes[process]
    }
}

/// Notes what the functions that the query calls do; perhaps nobody else calls them.
fn asked(faults: &mut Faults<'_>, kind: &QueryKind) {
    for goal in kind.goals() {
        faults.know(Facts::default());
        faults.goal(goal);
    }
    for term in kind.terms() {
        faults.know(Facts::default());
        match term {
            Term::Int { value, .. } => {
                faults.expr(value);
            }
            Term::Clock { left, right, .. } => {
                faults.clock(left);
                right.iter().for_each(|place| _ = faults.clock(place));
            }
        }
    }
}

/// Looks at all labels of a process, and notes what its updates do.
fn suspicious(network: &Network, faults: &mut Faults<'_>, process: &Process) -> bool {
    let mut found = false;
    for location in &process.locations {
        faults.know(Facts::default());
        found |= faults.guard(&location.invariant);
        for rate in &location.rates {
            let values = interval(network, &rate.rate);
            found |= !values.is_within(Interval { lower: 0, upper: 1 });
            found |= faults.expr(&rate.when) | faults.clock(&rate.clock) | faults.expr(&rate.rate);
        }
    }
    for edge in &process.edges {
        let facts = bound(edge);
        faults.know(facts.clone());
        found |= faults.guard(&edge.guard);
        let known = guarded(network, edge, facts.clone());
        if let Some(sync) = &edge.sync {
            faults.know(known.clone());
            let dims = &network.channel_family(sync.channel.family).dims;
            found |= faults.indices(&sync.channel.indices, dims);
        }
        faults.know(if is_first(network, edge) { known } else { facts });
        faults.block(&edge.update);
    }
    found
}

/// What is known of select variables.
fn bound(edge: &Edge) -> Facts {
    let mut facts = Facts::default();
    edge.selects.iter().for_each(|select| facts.bind(select.variable, select.domain));
    facts
}

/// What is known behind the guard.
fn guarded(network: &Network, edge: &Edge, mut facts: Facts) -> Facts {
    facts.assume(network, &edge.guard.condition, true);
    facts
}

/// Does nothing happen between the guard and the update? Whoever receives is updated after the sender.
fn is_first(network: &Network, edge: &Edge) -> bool {
    let receives = edge.sync.as_ref().is_some_and(|sync| sync.direction == Direction::Receive);
    network.before_update.is_empty() && !receives
}
