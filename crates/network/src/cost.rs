//! What runs cost, as in UPPAAL CORA: a price for each transition, and a rate while time passes.

use crate::expr::{BinaryOp, Expr};
use crate::ids::{ClockFamilyId, LocationId, Origin, ProcessId, VariableId};
use crate::network::Network;
use crate::stmt::{Stmt, StmtKind};
use crate::visit::{Visitor, walk_edge, walk_stmt};

/// What runs cost. A transition costs what `price` holds after it; a time unit costs the sum of the rates
/// of all processes, which is the same throughout a delay.
#[derive(Clone, Debug)]
pub struct CostModel {
    /// A `meta` cell. It is set to 0 before the updates of each transition, and `cost += e` adds to it. So the
    /// cost is no part of the state, and does not overflow on a long run.
    pub price: VariableId,
    /// The rates, each for one location.
    pub rates: Vec<CostRate>,
}

/// `cost' == rate` in the invariant of a location.
#[derive(Clone, Debug)]
pub struct CostRate {
    /// Whose location it is.
    pub process: ProcessId,
    /// It counts while the process is there.
    pub location: LocationId,
    /// It counts only where this is not 0.
    pub when: Expr,
    /// At least 0; anything less is a fault.
    pub rate: Expr,
    /// Where it stands.
    pub origin: Origin,
}

impl CostRate {
    /// The rate as a value of the whole state: 0 where it does not count.
    #[must_use]
    pub fn term(&self) -> Expr {
        let there = Expr::At(self.process, self.location);
        let counts = Expr::and(there, self.when.clone());
        Expr::Cond(Box::new(counts), Box::new(self.rate.clone()), Box::new(Expr::Const(0)))
    }
}

impl CostModel {
    /// The sum of all rates as one expression, no deeper than it must be. What it is in a state matters to
    /// nobody but those who compare it with its image under a renaming: it may be too large for an integer.
    #[must_use]
    pub fn total_rate(&self) -> Expr {
        sum(&self.rates)
    }
}

fn sum(rates: &[CostRate]) -> Expr {
    match rates {
        [] => Expr::Const(0),
        [rate] => rate.term(),
        _ => {
            let (left, right) = rates.split_at(rates.len() / 2);
            Expr::binary(BinaryOp::Add, sum(left), sum(right))
        }
    }
}

/// How the cost of a run is counted.
#[derive(Clone, Copy, Debug)]
pub enum Pricing<'n> {
    /// The time it takes.
    Time,
    /// What the model says.
    Model(&'n CostModel),
}

impl<'n> Pricing<'n> {
    /// What the model calls cost. Older models declare a clock `cost` themselves; it is the time that has
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
