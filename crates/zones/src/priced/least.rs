//! The least value of an affine function over a zone.

use crate::bound::Bound;
use crate::priced::error::CostError;
use crate::priced::flow::{Arcs, Used};
use crate::priced::zone::PricedZone;
use crate::zone::Zone;

/// The least cost over a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Least {
    /// No valuation costs less, and some come as close as one likes.
    pub value: i64,
    /// Does a valuation of the zone cost exactly this? If not, strict bounds keep the zone away from
    /// where it would be.
    pub attained: bool,
}

impl PricedZone {
    /// The least cost of a valuation.
    ///
    /// # Errors
    /// [`CostError::Unbounded`] when there is always a cheaper one, and [`CostError::Overflow`] when
    /// the cost does not fit or the zone is not exact.
    pub fn least_cost(&self) -> Result<Least, CostError> {
        let optimum = optimum_of(self.zone(), &self.cost().wide_rates())?;
        let optimum = optimum.ok_or(CostError::Unbounded)?;
        let value = optimum.value.checked_add(self.cost().constant().into());
        let value = value.and_then(|value| i64::try_from(value).ok()).ok_or(CostError::Overflow)?;
        Ok(Least { value, attained: face(self.zone(), &optimum.flow).is_some() })
    }

    /// The valuations of least cost; nothing if the least cost is only approached.
    ///
    /// # Errors
    /// As [`PricedZone::least_cost`].
    pub fn cheapest(&self) -> Result<Option<Zone>, CostError> {
        let optimum = optimum_of(self.zone(), &self.cost().wide_rates())?;
        Ok(face(self.zone(), &optimum.ok_or(CostError::Unbounded)?.flow))
    }
}

/// The optimum of a linear program over a zone, and the flow that proves it.
pub(crate) struct Optimum {
    pub(crate) value: i128,
    pub(crate) flow: Vec<Used>,
}

/// The least sum of `rates[k] * row k` over the zone, strict bounds taken for weak ones; nothing if it
/// has no lower bound.
pub(crate) fn optimum_of(zone: &Zone, rates: &[i128]) -> Result<Option<Optimum>, CostError> {
    if zone.has_saturated() {
        return Err(CostError::Overflow);
    }
    let arcs = Arcs::new(zone.dim(), |i, j| zone.get(i, j).limit().map(i64::from));
    let Some(flow) = arcs.cheapest_flow(rates)? else { return Ok(None) };
    let mut value = 0_i128;
    for used in &flow {
        let length = arcs.length(used.from, used.to).unwrap_or(0);
        let cost = used.amount.checked_mul(length.into());
        value = cost.and_then(|cost| value.checked_sub(cost)).ok_or(CostError::Overflow)?;
    }
    Ok(Some(Optimum { value, flow }))
}

/// The valuations of the zone that meet the bounds of all arcs in use with equality. If the flow is
/// optimal these are the optimal valuations (complementary slackness).
pub(crate) fn face(zone: &Zone, flow: &[Used]) -> Option<Zone> {
    let mut face = zone.clone();
    for used in flow {
        // A strict bound is never met with equality: nothing is left then.
        let limit = zone.get(used.from, used.to).limit()?;
        face.constrain(used.to, used.from, Bound::le(-limit)).ok()?;
    }
    Some(face)
}
