//! What runs cost, as in UPPAAL CORA: a price for each transition, and a rate while time passes. What they earn is counted in
//! the same way.

use crate::expr::{BinaryOp, Expr};
use crate::ids::{LocationId, Origin, ProcessId, VariableId};

/// What is counted along runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meter {
    /// `cost`
    Cost,
    /// `reward`
    Reward,
}

impl Meter {
    /// The name in the language.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Meter::Cost => "cost",
            Meter::Reward => "reward",
        }
    }
}

/// What runs cost, or earn. A transition costs what `price` holds after it; a time unit costs the sum of the rates
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
