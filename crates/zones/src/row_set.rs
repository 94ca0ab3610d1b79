//! Sets of rows of a matrix.

/// A set of rows in one word. Rows from 63 on share a bit: a set is then larger than what was put
/// in, which costs time and nothing else.
#[derive(Clone, Copy, Default)]
pub(crate) struct RowSet(u64);

impl RowSet {
    /// The rows below `dim`.
    pub(crate) fn first(dim: usize) -> RowSet {
        if dim > 63 { RowSet(u64::MAX) } else { RowSet((1 << dim) - 1) }
    }

    pub(crate) fn insert(&mut self, row: usize) {
        self.0 |= 1 << row.min(63);
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The members below `dim`, in order.
    #[inline]
    pub(crate) fn rows(self, dim: usize) -> impl Iterator<Item = usize> {
        let mut bits = self.0;
        let mut shared = if bits >> 63 == 1 { 63..dim } else { 0..0 };
        bits &= !(1 << 63);
        std::iter::from_fn(move || {
            if bits == 0 {
                return shared.next();
            }
            let row = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            Some(row)
        })
    }
}
