//! The passage of time, which costs.

use crate::priced::error::CostError;
use crate::priced::split::{Line, least_over_unknown};
use crate::priced::zone::PricedZone;

impl PricedZone {
    /// Everything that can be reached by waiting, at `rate` for each time unit.
    ///
    /// Let `v` be the valuation afterwards and `t` the delay. The valuation before, `v - t`, costs
    /// `cost(v) - R t`, where `R` is the sum of the rates of all clocks. So the cost of `v` is the
    /// least `cost(v) + (rate - R) t`. The delay is at least 0, at least `v(x) - c` for an upper bound
    /// `c` of `x`, and at most `v(x) - c` for a lower bound. Differences of clocks do not bound it.
    ///
    /// The rate may be negative. Invariants are imposed on the pieces afterwards: they hold all the
    /// time if they hold before and after.
    ///
    /// # Errors
    /// [`CostError::Overflow`] when a number does not fit. [`CostError::Unbounded`] only without any
    /// clock and with a negative rate.
    pub fn delay(&self, rate: i64) -> Result<Vec<PricedZone>, CostError> {
        let slope = i128::from(rate) - self.cost().sum_of_rates();
        let slope = i64::try_from(slope).map_err(|_| CostError::Overflow)?;
        let zone = self.zone();
        let clocks = 1..zone.dim();
        let lines: Vec<Line> = if slope > 0 {
            let upper = |row: usize| Some(Line { row, offset: -zone.get(row, 0).limit()? });
            let at_once = Line { row: 0, offset: 0 };
            std::iter::once(at_once).chain(clocks.filter_map(upper)).collect()
        } else {
            let lower = |row: usize| Some(Line { row, offset: zone.get(0, row).limit()? });
            clocks.filter_map(lower).collect()
        };
        let mut later = zone.clone();
        later.up();
        least_over_unknown(&later, self.cost(), slope, &lines)
    }
}
