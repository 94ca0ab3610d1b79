//! How the cost of a run is counted: by the model, or as time.

use crate::cost::CostModel;
use crate::ids::ClockFamilyId;
use crate::network::Network;
use crate::stmt::{Stmt, StmtKind};
use crate::visit::{Visitor, walk_edge, walk_stmt};

/// How the cost of a run is counted.
#[derive(Clone, Copy, Debug)]
pub enum Pricing<'n> {
    /// The time it takes.
    Time,
    /// What the model says.
    Model(&'n CostModel),
}

impl<'n> Pricing<'n> {
    /// The model's `cost`. Older models declare a clock `cost` themselves; it is the time that has
    /// passed, if nobody sets or stops it.
    #[must_use]
    pub fn of(network: &'n Network) -> Option<Pricing<'n>> {
        match &network.cost {
            Some(model) => Some(Pricing::Model(model)),
            None => has_cost_clock(network).then_some(Pricing::Time),
        }
    }
}

/// Is there a global clock `cost` that nobody sets or stops?
fn has_cost_clock(network: &Network) -> bool {
    let is_cost = |at: &usize| {
        let family = &network.clocks[*at];
        family.name == "cost" && family.owner.is_none() && family.initial == [0]
    };
    let Some(at) = (0..network.clocks.len()).find(is_cost) else { return false };
    let mut touched = Touched { clock: ClockFamilyId::at(at), found: false };
    for process in &network.processes {
        let mut rates = process.locations.iter().flat_map(|location| &location.rates);
        touched.found |= rates.any(|rate| rate.clock.family == touched.clock);
        process.edges.iter().for_each(|edge| walk_edge(&mut touched, edge));
    }
    let functions = network.functions.iter().flat_map(|function| &function.body);
    let hooks = network.before_update.iter().chain(&network.after_update);
    functions.chain(hooks).for_each(|stmt| touched.stmt(stmt));
    !touched.found
}

/// Looks for what sets a clock.
struct Touched {
    clock: ClockFamilyId,
    found: bool,
}

impl Visitor for Touched {
    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::SetClock { target, .. } = &stmt.kind {
            self.found |= target.family == self.clock;
        }
        walk_stmt(self, stmt);
    }
}
