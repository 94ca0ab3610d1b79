//! What states and transitions cost, compiled.

use network::eval::{Fault, FaultKind};
use network::{Expr, Network, Origin, Pricing, Term, Variable, VariableId};

use crate::prepared::Prepared;
use engine::semantics::Semantics;
use program::Amount;

/// What states and transitions cost.
pub(crate) enum PriceCode {
    Time,
    /// What the model says.
    Model {
        /// The cell that holds the price of a transition after it.
        price: usize,
        rates: Vec<RateCode>,
    },
}

/// A rate that counts while a process is at a location.
pub(crate) struct RateCode {
    process: usize,
    location: i32,
    rate: Amount,
    origin: Origin,
}

/// What must be compiled with the goal.
pub(crate) fn terms(network: &Network, pricing: Pricing<'_>) -> Vec<Term> {
    let term = |value| Term::Int { text: "cost'".to_owned(), value };
    let mut terms = Vec::new();
    if let Pricing::Model(model) = pricing {
        terms.extend(model.rates.iter().map(|rate| term(rate.term())));
    }
    // Nobody else reads it: without this it would be cleared as a dead variable.
    terms.extend(remaining(network).map(|variable| term(Expr::variable(variable))));
    terms
}

/// A global variable `remaining`, as models for UPPAAL CORA have it.
pub(super) fn remaining(network: &Network) -> Option<VariableId> {
    let is_it = |variable: &Variable| {
        variable.name == "remaining" && variable.owner.is_none() && variable.dims.is_empty()
    };
    network.variables.iter().position(is_it).map(VariableId::at)
}

impl PriceCode {
    /// The code for a network that has been prepared with [`terms`], from this term on.
    pub(crate) fn new(
        network: &Network,
        pricing: Pricing<'_>,
        prepared: &Prepared<'_>,
        first: usize,
    ) -> PriceCode {
        let Pricing::Model(model) = pricing else { return PriceCode::Time };
        let price = prepared.program.layout.cell(network.variable(model.price).base);
        let amounts = prepared.amounts[first..].iter().flatten();
        let rate = |(rate, amount): (&network::CostRate, &Amount)| RateCode {
            process: rate.process.index(),
            location: rate.location.0.cast_signed(),
            rate: *amount,
            origin: rate.origin,
        };
        PriceCode::Model { price, rates: model.rates.iter().zip(amounts).map(rate).collect() }
    }

    /// What the transition into a discrete state cost.
    pub(crate) fn price(&self, cells: &[i32]) -> i64 {
        match self {
            PriceCode::Time => 0,
            PriceCode::Model { price, .. } => i64::from(cells[*price]),
        }
    }

    /// The price is no part of the state that it leads to.
    pub(crate) fn forget_price(&self, cells: &mut [i32]) {
        if let PriceCode::Model { price, .. } = self {
            cells[*price] = 0;
        }
    }

    /// What a time unit costs in the loaded state.
    pub(crate) fn rate(&self, semantics: &mut Semantics<'_>) -> Result<i64, Fault> {
        let PriceCode::Model { rates, .. } = self else { return Ok(1) };
        let (machine, memory, _) = semantics.loaded();
        let mut sum = 0;
        for each in rates {
            if memory[each.process] != each.location {
                continue;
            }
            let rate = machine.amount(each.rate, memory)?;
            if rate < 0 {
                return Err(Fault { kind: FaultKind::NegativeCost(rate), origin: each.origin });
            }
            sum += i64::from(rate);
        }
        Ok(sum)
    }
}
