//! Assignments to clocks. What the clock was before is chosen so that it costs least.

use crate::bound::Bound;
use crate::priced::error::CostError;
use crate::priced::split::{Line, least_over_unknown};
use crate::priced::zone::PricedZone;

impl PricedZone {
    /// `row i` := anything from 0 on. The cost no longer depends on it: it is the least that any
    /// value of the clock before gives.
    ///
    /// The clock before is at least `v(j) - (j, i)` and at most `v(j) + (i, j)` for every other row
    /// `j`, where `v` are the values of the other rows and `(j, i)` is the bound on `row j - row i`.
    ///
    /// # Errors
    /// [`CostError::Unbounded`] when the cost falls with a clock that has no upper end, and
    /// [`CostError::Overflow`] when a number does not fit.
    pub fn free(&self, i: usize) -> Result<Vec<PricedZone>, CostError> {
        debug_assert!(0 < i && i < self.zone().dim(), "row {i} is not a clock");
        let (rest, rate) = self.cost().clone().without(i);
        let zone = self.zone();
        let end = |row: usize| {
            let offset =
                if rate > 0 { -zone.get(row, i).limit()? } else { zone.get(i, row).limit()? };
            Some(Line { row, offset })
        };
        let lines: Vec<Line> = (0..zone.dim()).filter(|&row| row != i).filter_map(end).collect();
        let mut free = zone.clone();
        free.free(i);
        least_over_unknown(&free, &rest, rate, &lines)
    }

    /// `row i := value`; see [`crate::Zone::reset`] for the range of the value.
    ///
    /// # Errors
    /// As [`PricedZone::free`].
    pub fn reset(&self, i: usize, value: i32) -> Result<Vec<PricedZone>, CostError> {
        if !(0..=Bound::MAX_LIMIT).contains(&value) {
            return Err(CostError::Overflow);
        }
        self.assign(i, |piece| piece.zone_mut().reset(i, value))
    }

    /// `row i := row j`.
    ///
    /// # Errors
    /// As [`PricedZone::free`].
    pub fn copy(&self, i: usize, j: usize) -> Result<Vec<PricedZone>, CostError> {
        if i == j {
            return Ok(vec![self.clone().exact()?]);
        }
        self.assign(i, |piece| piece.zone_mut().copy(i, j))
    }

    /// Frees the clock, then gives it its value in every piece.
    fn assign(
        &self,
        i: usize,
        write: impl Fn(&mut PricedZone),
    ) -> Result<Vec<PricedZone>, CostError> {
        let mut pieces = self.free(i)?;
        pieces.iter_mut().for_each(write);
        pieces.into_iter().map(PricedZone::exact).collect()
    }
}
