//! Assignments to clocks.

use std::fmt;

use crate::bound::{Bound, LARGEST};
use crate::zone::Zone;

/// Some valuation of the zone would get a negative clock. The zone is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NegativeClock;

impl fmt::Display for NegativeClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the clock would become negative")
    }
}

impl std::error::Error for NegativeClock {}

impl Zone {
    /// `row i := value`. The value is from 0 to [`Bound::MAX_LIMIT`].
    pub fn reset(&mut self, i: usize, value: i32) {
        debug_assert!(0 < i && i < self.dim(), "row {i} is not a clock");
        assert!((0..=Bound::MAX_LIMIT).contains(&value), "{value} is no value of a clock");
        self.write_value(i, value);
        if self.may_saturate() {
            let closed = self.close_wide();
            debug_assert!(closed.is_ok(), "setting a clock does not empty a zone");
        }
        self.debug_check();
    }

    /// `(i, j) = value + (0, j)` and `(j, i) = (j, 0) - value`, for a valid value. That cannot
    /// overflow: `(0, j)` is at most 0 and `(j, 0)` at least 0, so the sums lie between `-value`
    /// and `value` or where they lay before.
    pub(crate) fn write_value(&mut self, i: usize, value: i32) {
        self.set_reach(self.reach().max(2 * value + 1));
        let (stride, dim) = (self.stride(), self.dim());
        let (matrix, _) = self.matrix_and_scratch();
        for row in matrix.chunks_exact_mut(stride) {
            row[i] = if row[0].is_unbounded() { row[0] } else { Bound(row[0].0 - 2 * value) };
        }
        let (first, others) = matrix.split_at_mut(stride);
        let row = &mut others[(i - 1) * stride..][..dim];
        for (bound, zero) in row.iter_mut().zip(&first[..dim]) {
            bound.0 = zero.0 + 2 * value;
        }
        row[i] = Bound::LE_ZERO;
    }

    /// `row i := row j`.
    pub fn copy(&mut self, i: usize, j: usize) {
        debug_assert!(0 < i && i < self.dim(), "row {i} is not a clock");
        if i == j {
            return;
        }
        let (stride, dim) = (self.stride(), self.dim());
        let matrix = self.matrix_mut();
        matrix.copy_within(j * stride..j * stride + dim, i * stride);
        for row in matrix.chunks_exact_mut(stride) {
            row[i] = row[j];
        }
        self.debug_check();
    }

    /// `row i := row i + distance`.
    ///
    /// # Errors
    /// When some valuation would get a negative clock.
    #[must_use = "a clock that would become negative is not moved"]
    pub fn shift(&mut self, i: usize, distance: i32) -> Result<(), NegativeClock> {
        debug_assert!(0 < i && i < self.dim(), "row {i} is not a clock");
        let lowest = -i64::from(self.get(0, i).0 >> 1);
        if lowest + i64::from(distance) < 0 {
            return Err(NegativeClock);
        }
        if self.may_saturate() || !self.extend_reach(1, 2 * i64::from(distance).abs()) {
            self.shift_wide(i, distance);
            return Ok(());
        }
        let moved = |bound: Bound, by: i32| {
            if bound.0 > LARGEST { bound } else { Bound(bound.0 + 2 * by) }
        };
        for j in (0..self.dim()).filter(|&j| j != i) {
            self.set(i, j, moved(self.get(i, j), distance));
            self.set(j, i, moved(self.get(j, i), -distance));
        }
        self.debug_check();
        Ok(())
    }

    /// `row i` := anything from 0 on.
    pub fn free(&mut self, i: usize) {
        debug_assert!(0 < i && i < self.dim(), "row {i} is not a clock");
        self.row_mut(i).fill(Bound::UNBOUNDED);
        for j in 1..self.dim() {
            self.set(j, i, self.get(j, 0));
        }
        self.set(0, i, Bound::LE_ZERO);
        self.set(i, i, Bound::LE_ZERO);
        self.debug_check();
    }
}
