//! What a network uses that decides which techniques are sound for it.

use crate::channel::ChannelKind;
use crate::goal::Goal;
use crate::guard::{ClockConstraint, Guard};
use crate::network::Network;
use crate::process::{Direction, Edge};
use crate::stmt::{Stmt, StmtKind};
use crate::variable::Storage;
use crate::visit::{Visitor, walk_constraint, walk_edge, walk_goal, walk_guard, walk_stmt};

/// The answer of [`Features::of`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "a list of independent facts")]
pub struct Features {
    /// Some guard or invariant has a strict bound on clocks.
    pub strict_bounds: bool,
    /// Some guard or invariant compares two clocks.
    pub diagonals: bool,
    /// Some update copies a clock or shifts it.
    pub clock_copies: bool,
    /// Some invariant stops a clock.
    pub stopwatches: bool,
    /// Not all channels, or not all processes, have the same priority.
    pub priorities: bool,
    /// Some receiver on a broadcast channel has a clock guard.
    pub broadcast_clock_guards: bool,
    /// Some edge on an urgent channel has a clock guard.
    pub urgent_clock_guards: bool,
    /// There are `meta` variables.
    pub meta: bool,
    /// There are `before_update` or `after_update` statements.
    pub update_hooks: bool,
}

impl Features {
    /// What `network` uses.
    #[must_use]
    pub fn of(network: &Network) -> Features {
        let mut features = Features {
            meta: network.variables.iter().any(|v| v.storage == Storage::Meta),
            update_hooks: !network.before_update.is_empty() || !network.after_update.is_empty(),
            priorities: has_priorities(network),
            ..Features::default()
        };
        for process in &network.processes {
            for location in &process.locations {
                walk_guard(&mut features, &location.invariant);
                features.stopwatches |= !location.rates.is_empty();
            }
            for edge in &process.edges {
                walk_edge(&mut features, edge);
                features.synchronisation(network, edge);
            }
        }
        let functions = network.functions.iter().flat_map(|function| &function.body);
        for stmt in functions.chain(&network.before_update).chain(&network.after_update) {
            features.stmt(stmt);
        }
        features
    }

    fn synchronisation(&mut self, network: &Network, edge: &Edge) {
        let Some(sync) = &edge.sync else { return };
        let channel = network.channel_family(sync.channel.family);
        if has_clocks(&edge.guard) {
            self.urgent_clock_guards |= channel.urgent;
            self.broadcast_clock_guards |=
                channel.kind == ChannelKind::Broadcast && sync.direction == Direction::Receive;
        }
    }
}

impl Visitor for Features {
    fn constraint(&mut self, constraint: &ClockConstraint) {
        self.strict_bounds |= constraint.strict;
        self.diagonals |= constraint.is_diagonal();
        walk_constraint(self, constraint);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::SetClock { source: Some(_), .. } = &stmt.kind {
            self.clock_copies = true;
        }
        walk_stmt(self, stmt);
    }
}

/// Does a goal compare two clocks?
#[must_use]
pub fn goal_has_diagonals(goal: &Goal) -> bool {
    let mut features = Features::default();
    walk_goal(&mut features, goal);
    features.diagonals
}

fn has_clocks(guard: &Guard) -> bool {
    !guard.clocks.is_empty()
}

fn has_priorities(network: &Network) -> bool {
    let channels = network.channels.iter().flat_map(|family| &family.priority);
    let mut processes = network.processes.iter().map(|process| process.priority);
    let first = processes.next();
    channels.into_iter().any(|priority| *priority != network.internal_priority)
        || processes.any(|priority| Some(priority) != first)
}
