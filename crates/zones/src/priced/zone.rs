//! A zone and its cost, and the operators that leave it one zone.

use crate::bound::Bound;
use crate::priced::cost::Cost;
use crate::priced::error::CostError;
use crate::rational::Rational;
use crate::zone::{Empty, Zone};

/// A zone, and for each of its valuations what it costs.
///
/// Whether some run has exactly that cost is not recorded: after a delay out of a zone with strict
/// bounds the cost is what runs come as close to as one likes.
///
/// A zone that lost precision ([`Zone::has_saturated`]) is too large, so its least cost may be too
/// small. The operators that would tell a cost of it return [`CostError::Overflow`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PricedZone {
    zone: Zone,
    cost: Cost,
}

impl PricedZone {
    /// Only the valuation in which all clocks are 0, at cost 0. `dim` counts the reference clock.
    #[must_use]
    pub fn zero(dim: usize) -> PricedZone {
        PricedZone { zone: Zone::zero(dim), cost: Cost::constant_of(dim, 0) }
    }

    /// A zone with a cost over the same rows; nothing if they are not the same.
    #[must_use]
    pub fn new(zone: Zone, cost: Cost) -> Option<PricedZone> {
        (zone.dim() == cost.rates().len()).then_some(PricedZone { zone, cost })
    }

    #[must_use]
    pub fn zone(&self) -> &Zone {
        &self.zone
    }

    /// The function that gives their cost.
    #[must_use]
    pub fn cost(&self) -> &Cost {
        &self.cost
    }

    /// The cost of a valuation, which has one value for each row. Nothing if the valuation is not in
    /// the zone.
    ///
    /// # Errors
    /// [`CostError::Overflow`] when the cost does not fit.
    pub fn cost_at(&self, point: &[Rational]) -> Result<Option<Rational>, CostError> {
        if !self.zone.contains(point) {
            return Ok(None);
        }
        self.cost.at(point).map(Some).ok_or(CostError::Overflow)
    }

    /// Every valuation costs so much more; less if `summand` is negative. Costs may become negative.
    ///
    /// # Errors
    /// [`CostError::Overflow`] when the sum does not fit; the cost is then unchanged.
    pub fn add(&mut self, summand: i64) -> Result<(), CostError> {
        self.cost.add(summand)
    }

    /// Keeps the valuations with `row i - row j` within `bound`, at the same cost.
    ///
    /// # Errors
    /// [`Empty`] when there is none; the zone is then unchanged.
    #[must_use = "an empty result leaves the zone unchanged"]
    pub fn constrain(&mut self, i: usize, j: usize, bound: Bound) -> Result<(), Empty> {
        self.zone.constrain(i, j, bound)
    }

    /// Keeps the valuations that are also in `other`, at the same cost.
    ///
    /// # Errors
    /// [`Empty`] when there is none; the zone is then unchanged.
    #[must_use = "an empty result leaves the zone unchanged"]
    pub fn intersect(&mut self, other: &Zone) -> Result<(), Empty> {
        self.zone = self.zone.intersection(other).ok_or(Empty)?;
        Ok(())
    }

    /// `row i := row i + distance`. The cost of a valuation is that of the one it comes from.
    ///
    /// # Errors
    /// When some valuation would get a negative clock, or a number would leave its range; the priced
    /// zone is then unchanged.
    pub fn shift(&mut self, i: usize, distance: i32) -> Result<(), CostError> {
        let mut cost = self.cost.clone();
        let rate = cost.rates()[i];
        let less = rate.checked_mul(-i64::from(distance)).ok_or(CostError::Overflow)?;
        cost.add(less)?;
        self.zone.shift(i, distance).map_err(|_| CostError::NegativeClock)?;
        self.cost = cost;
        Ok(())
    }

    /// An error if the zone is larger than it should be.
    pub(crate) fn exact(self) -> Result<PricedZone, CostError> {
        if self.zone.has_saturated() { Err(CostError::Overflow) } else { Ok(self) }
    }

    pub(crate) fn from_parts(zone: Zone, cost: Cost) -> PricedZone {
        debug_assert_eq!(zone.dim(), cost.rates().len(), "one rate for each row");
        PricedZone { zone, cost }
    }

    pub(crate) fn zone_mut(&mut self) -> &mut Zone {
        &mut self.zone
    }
}
