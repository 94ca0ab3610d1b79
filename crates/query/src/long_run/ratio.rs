//! What is divided by what.

use network::eval::Fault;
use network::{Goal, Network, Pricing, Term};

use crate::optimise::{PriceCode, terms};
use crate::plan::PlanError;
use crate::prepared::Prepared;
use engine::semantics::Semantics;

/// What is counted along a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    Time,
    /// What the model calls cost.
    Cost,
    /// What the model calls reward.
    Reward,
}

impl Counted {
    /// Its name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Counted::Time => "time",
            Counted::Cost => "cost",
            Counted::Reward => "reward",
        }
    }

    fn pricing(self, network: &Network) -> Result<Pricing<'_>, PlanError> {
        let found = match self {
            Counted::Time => Some(Pricing::Time),
            Counted::Cost => Pricing::of(network),
            Counted::Reward => network.reward.as_ref().map(Pricing::Model),
        };
        let name = self.name();
        found.ok_or_else(|| {
            let reason = format!(
                "the model says nothing about its {name}: `{name} += …` on edges, `{name}' == …` in invariants"
            );
            PlanError::Wrong(reason)
        })
    }
}

/// What is to be least in the long run.
#[derive(Clone, Copy, Debug)]
pub enum Ratio<'q> {
    /// Time for each event: a transition after which the predicate holds and before which it does not.
    TimePerEvent(&'q Goal),
    /// The first for each unit of the second.
    Per(Counted, Counted),
}

/// A ratio with what the model says about it.
#[derive(Clone, Copy)]
pub(super) struct Priced<'n> {
    pub(super) above: Pricing<'n>,
    /// None if events are counted instead.
    pub(super) below: Option<Pricing<'n>>,
}

impl<'n> Priced<'n> {
    pub(super) fn new(ratio: Ratio<'_>, network: &'n Network) -> Result<Priced<'n>, PlanError> {
        match ratio {
            Ratio::TimePerEvent(_) => Ok(Priced { above: Pricing::Time, below: None }),
            Ratio::Per(above, below) => {
                Ok(Priced { above: above.pricing(network)?, below: Some(below.pricing(network)?) })
            }
        }
    }

    /// What must be compiled with the goals.
    pub(super) fn terms(&self, network: &Network) -> Vec<Term> {
        let mut all = terms(network, self.above);
        if let Some(below) = self.below {
            all.extend(terms(network, below));
        }
        all
    }
}

pub(super) struct RatioCode {
    above: PriceCode,
    below: Option<PriceCode>,
}

impl RatioCode {
    /// The code for a network that has been prepared with [`Priced::terms`].
    pub(super) fn new(priced: &Priced<'_>, prepared: &Prepared<'_>) -> RatioCode {
        let network = prepared.network;
        let first = terms(network, priced.above).len();
        RatioCode {
            above: PriceCode::new(network, priced.above, prepared, 0),
            below: priced.below.map(|below| PriceCode::new(network, below, prepared, first)),
        }
    }

    pub(super) fn has_events(&self) -> bool {
        self.below.is_none()
    }

    /// What the transition into a discrete state counts, above and below.
    pub(super) fn prices(&self, cells: &[i32]) -> (i64, i64) {
        (self.above.price(cells), self.below.as_ref().map_or(0, |below| below.price(cells)))
    }

    /// What a time unit counts in the loaded state, above and below.
    pub(super) fn rates(&self, semantics: &mut Semantics<'_>) -> Result<(i64, i64), Fault> {
        let above = self.above.rate(semantics)?;
        let below = self.below.as_ref().map_or(Ok(0), |below| below.rate(semantics))?;
        Ok((above, below))
    }

    /// Prices are no part of the state that they lead to.
    pub(super) fn forget_prices(&self, cells: &mut [i32]) {
        self.above.forget_price(cells);
        self.below.iter().for_each(|below| below.forget_price(cells));
    }
}
