//! Which priced zone makes another one superfluous, valuation by valuation.

use crate::priced::error::CostError;
use crate::priced::least::optimum_of;
use crate::priced::zone::PricedZone;

impl PricedZone {
    /// Is every valuation of `small` in this priced zone too, at no more cost?
    ///
    /// The zone must include the other, and the least of `small`'s cost minus this one's over `small`
    /// must not be negative. That is one linear program (CAV 2001). Strict bounds do not matter: a
    /// continuous function is negative somewhere near the limit if it is so in the limit.
    ///
    /// # Errors
    /// [`CostError::Overflow`] when a number does not fit or a zone is not exact.
    pub fn dominates(&self, small: &PricedZone) -> Result<bool, CostError> {
        if self.zone().has_saturated() || small.zone().has_saturated() {
            return Err(CostError::Overflow);
        }
        if !self.zone().includes(small.zone()) {
            return Ok(false);
        }
        let (constant, rates) = small.cost().difference(self.cost());
        let Some(optimum) = optimum_of(small.zone(), &rates)? else { return Ok(false) };
        let least = optimum.value.checked_add(constant).ok_or(CostError::Overflow)?;
        Ok(least >= 0)
    }
}
