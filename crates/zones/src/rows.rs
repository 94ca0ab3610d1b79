//! Matrices that change their rows: clocks that become active or cease to be, and renaming.

use crate::bound::Bound;
use crate::kernel::stride_of;
use crate::zone::Zone;

impl Zone {
    /// Inserts a clock at row `at`, which is from 1 to [`Zone::dim`], with a constant value (see
    /// [`Zone::reset`] for its range); the clocks from there on move up by one row.
    pub fn insert_row(&mut self, at: usize, value: i32) {
        debug_assert!(0 < at && at <= self.dim(), "no room for a clock at row {at}");
        self.make_room(at);
        self.reset(at, value);
    }

    /// Inserts a clock at row `at` that may have any value from 0 on.
    pub fn insert_free_row(&mut self, at: usize) {
        debug_assert!(0 < at && at <= self.dim(), "no room for a clock at row {at}");
        self.make_room(at);
        self.free(at);
    }

    /// Moves the rows and columns from `at` on by one; the new ones are unbounded. Backwards, so
    /// that nothing is overwritten before it has moved.
    fn make_room(&mut self, at: usize) {
        let (dim, cells) = self.buffer_mut();
        let (old, new) = (*dim, *dim + 1);
        let (from, to) = (stride_of(old), stride_of(new));
        cells.resize((new + 2) * to, Bound::UNBOUNDED);
        for row in (0..old).rev() {
            let source = row * from;
            let target = if row < at { row } else { row + 1 } * to;
            cells.copy_within(source + at..source + old, target + at + 1);
            cells.copy_within(source..source + at, target);
            cells[target + at] = Bound::UNBOUNDED;
            cells[target + new..target + to].fill(Bound::UNBOUNDED);
        }
        cells[at * to..(at + 1) * to].fill(Bound::UNBOUNDED);
        *dim = new;
    }

    /// Forgets the clocks with `keep[i] == false` (projection); the others move together. There is
    /// an entry for every row; row 0 always stays.
    ///
    /// Deleting a row and a column of a closed matrix is all there is to it: the tightest bounds
    /// between the others are already there.
    pub fn remove_rows(&mut self, keep: &[bool]) {
        let (dim, cells) = self.buffer_mut();
        let old = *dim;
        let keep = &keep[1..old];
        let new = 1 + keep.iter().filter(|&&stays| stays).count();
        if new == old {
            return;
        }
        let (from, to) = (stride_of(old), stride_of(new));
        let mut target = 0;
        for i in (0..old).filter(|&i| i == 0 || keep[i - 1]) {
            cells[target] = cells[i * from];
            let mut next = target + 1;
            for (j, &stays) in (1..).zip(keep) {
                // Written in any case, and written over if not to stay: no branch.
                cells[next] = cells[i * from + j];
                next += usize::from(stays);
            }
            cells[next..target + to].fill(Bound::UNBOUNDED);
            target += to;
        }
        cells.truncate((new + 2) * to);
        *dim = new;
        self.debug_check();
    }

    /// Becomes the zone whose row `i` is row `rows[i]` of `other`: a renaming, a projection, or
    /// both. `rows[0]` is 0. Naming a row twice gives two clocks that are equal; row 0 again, one that
    /// is 0.
    pub fn copy_rows_from(&mut self, other: &Zone, rows: &[usize]) {
        debug_assert_eq!(rows.first(), Some(&0), "row 0 is the reference clock");
        self.resize_unfilled(rows.len());
        for (i, &source) in rows.iter().enumerate() {
            let source = other.row(source);
            for (cell, &j) in self.row_mut(i).iter_mut().zip(rows) {
                *cell = source[j];
            }
        }
        self.inherit(other);
        self.debug_check();
    }

    /// The zone whose row `i` is row `rows[i]` of this one; see [`Zone::copy_rows_from`].
    #[must_use]
    pub fn select_rows(&self, rows: &[usize]) -> Zone {
        let mut selected = Zone::unfilled(rows.len());
        selected.copy_rows_from(self, rows);
        selected
    }
}
