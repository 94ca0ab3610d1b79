//! Zones of one valuation.

use crate::bound::Bound;
use crate::kernel::stride_of;
use crate::zone::Zone;

impl Zone {
    /// Makes this the zone of one valuation: row `i + 1` has the value `values[i]`, which is from 0 to
    /// [`Bound::MAX_LIMIT`].
    pub fn fill_point(&mut self, values: &[i32]) {
        let dim = values.len() + 1;
        let stride = stride_of(dim);
        let largest = values.iter().copied().max().unwrap_or(0);
        self.load_raws(dim, 2 * largest + 1, |raws| {
            let (first, rows) = raws.split_at_mut(stride);
            first[0] = Bound::LE_ZERO.0;
            for (bound, value) in first[1..].iter_mut().zip(values) {
                *bound = Bound::LE_ZERO.0 - 2 * value;
            }
            first[dim..].fill(Bound::UNBOUNDED.0);
            for (row, value) in rows.chunks_exact_mut(stride).zip(values) {
                for (bound, first) in row.iter_mut().zip(&*first) {
                    *bound = first + 2 * value;
                }
                row[dim..].fill(Bound::UNBOUNDED.0);
            }
        });
    }

    /// The least value of a row. Of a zone with one valuation, its value there.
    #[must_use]
    #[inline]
    pub fn least(&self, row: usize) -> i32 {
        -(self.get(0, row).0 >> 1)
    }
}

#[cfg(test)]
mod tests {
    use crate::zone::Zone;

    #[test]
    fn a_point_is_what_resets_make() {
        for values in [&[][..], &[0], &[7], &[3, 0, 12], &[1, 2, 3, 4, 5, 6, 7, 8, 9]] {
            let mut expected = Zone::zero(values.len() + 1);
            for (row, value) in values.iter().enumerate() {
                expected.reset(row + 1, *value);
            }
            let mut point = Zone::universe(3);
            point.fill_point(values);
            assert_eq!(point, expected);
            assert_eq!(point.defect(), None);
            let least: Vec<i32> = (1..point.dim()).map(|row| point.least(row)).collect();
            assert_eq!(least, values);
        }
    }
}
