//! Zones: sets of clock valuations given by bounds on differences.
//!
//! A [`Zone`] is closed (every bound is as tight as the others make it), not empty, and contains
//! only valuations without negative clocks. There is no other kind of `Zone`: emptiness is the
//! `Err` or `None` of the operator that found it. Operators work in place and reuse the buffer.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::bound::{self, Bound, LARGEST};
use crate::kernel::{self, LANES, stride_of};

/// The operator would have left no valuation; the zone is as it was before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Empty;

impl fmt::Display for Empty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no clock valuation satisfies the constraint")
    }
}

impl std::error::Error for Empty {}

/// A closed, non-empty set of clock valuations.
///
/// Row 0 is the reference clock, which is always 0; rows `1..dim` are clocks. The bound at `(i, j)`
/// is the tightest on `row i - row j`.
///
/// Arithmetic is exact as long as no bound leaves the range of [`Bound`]. A bound that would leave it
/// saturates: the zone becomes larger, as by extrapolation with the constant [`Bound::MAX_LIMIT`],
/// and says so in [`Zone::has_saturated`]. See `saturate.rs`.
#[derive(Clone)]
pub struct Zone {
    dim: usize,
    /// `dim` rows of `stride_of(dim)` bounds, unused lanes unbounded, and two rows of scratch
    /// space.
    cells: Vec<Bound>,
    /// At least the absolute value of the integer of every finite bound. An operator multiplies it
    /// by what it may do in the worst case, so no sum needs a check until this gets large.
    reach: i32,
    saturated: bool,
}

impl Zone {
    /// Only the valuation in which all clocks are 0. `dim` counts the reference clock, so it is at
    /// least 1.
    #[must_use]
    pub fn zero(dim: usize) -> Zone {
        let mut zone = Zone::unfilled(dim);
        for i in 0..zone.dim {
            zone.row_mut(i).fill(Bound::LE_ZERO);
        }
        zone.reach = Bound::LE_ZERO.0;
        zone
    }

    #[must_use]
    pub fn universe(dim: usize) -> Zone {
        let mut zone = Zone::unfilled(dim);
        zone.row_mut(0).fill(Bound::LE_ZERO);
        for i in 1..zone.dim {
            zone.set(i, i, Bound::LE_ZERO);
        }
        zone.reach = Bound::LE_ZERO.0;
        zone
    }

    /// Not yet a zone: all bounds missing.
    pub(crate) fn unfilled(dim: usize) -> Zone {
        let dim = dim.max(1);
        let stride = stride_of(dim);
        let cells = vec![Bound::UNBOUNDED; (dim + 2) * stride];
        Zone { dim, cells, reach: 0, saturated: false }
    }

    /// Takes over another zone, without allocating when the buffer is large enough.
    pub fn copy_from(&mut self, other: &Zone) {
        self.dim = other.dim;
        self.cells.resize(other.cells.len(), Bound::UNBOUNDED);
        let used = other.matrix().len();
        self.cells[..used].copy_from_slice(other.matrix());
        self.inherit(other);
    }

    /// Fills the zone from bounds that came from a zone, for instance out of a store. They must be
    /// closed; whoever is not sure calls [`Zone::from_bounds`].
    pub fn load(&mut self, dim: usize, mut bound: impl FnMut(usize, usize) -> Bound) {
        self.resize_unfilled(dim);
        for i in 0..self.dim {
            for (j, cell) in self.row_mut(i).iter_mut().enumerate() {
                *cell = bound(i, j);
            }
        }
        self.saturated = false;
        self.measure_reach();
        self.debug_check();
    }

    /// As [`Zone::load`], all rows at once: `fill` is given the integers of all bounds as [`Zone::raws`]
    /// has them. No finite bound has an integer beyond `reach`; whoever does not know passes `i32::MAX`.
    pub fn load_raws(&mut self, dim: usize, reach: i32, fill: impl FnOnce(&mut [i32])) {
        self.dim = dim.max(1);
        // What was there before is overwritten.
        self.cells.resize((self.dim + 2) * self.stride(), Bound::UNBOUNDED);
        fill(bound::raws_mut(self.matrix_mut()));
        self.saturated = false;
        if reach <= LARGEST {
            self.reach = reach;
        } else {
            self.measure_reach();
        }
        self.debug_check();
    }

    /// Changes the dimension and forgets all bounds.
    pub(crate) fn resize_unfilled(&mut self, dim: usize) {
        self.dim = dim.max(1);
        let length = (self.dim + 2) * stride_of(self.dim);
        self.cells.clear();
        self.cells.resize(length, Bound::UNBOUNDED);
    }

    /// The number of rows: clocks plus one.
    #[must_use]
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// The tightest bound on `row i - row j`.
    #[must_use]
    #[inline]
    pub fn get(&self, i: usize, j: usize) -> Bound {
        self.cells[i * self.stride() + j]
    }

    /// The bounds on `row i - row j` for all `j`.
    #[must_use]
    #[inline]
    pub fn row(&self, i: usize) -> &[Bound] {
        let start = i * self.stride();
        &self.cells[start..start + self.dim]
    }

    /// All rows, from the one of the reference clock on.
    pub fn rows(&self) -> impl Iterator<Item = &[Bound]> {
        self.matrix().chunks_exact(self.stride()).map(|row| &row[..self.dim])
    }

    /// The integers of all bounds ([`Bound::raw`]), row by row. A row has [`stride_of`] of them: those that
    /// belong to no clock are unbounded.
    #[must_use]
    #[inline]
    pub fn raws(&self) -> &[i32] {
        bound::raws(self.matrix())
    }

    /// Did a bound leave the range of [`Bound`] on the way to this zone, as far as it was not loaded
    /// since? If so, the zone is larger than it should be: what is concluded from it is right only where
    /// extrapolation with the constant [`Bound::MAX_LIMIT`] is sound.
    #[must_use]
    pub fn has_saturated(&self) -> bool {
        self.saturated
    }

    /// Does every valuation satisfy `row i - row j` within `bound`?
    #[must_use]
    pub fn satisfies(&self, i: usize, j: usize, bound: Bound) -> bool {
        self.get(i, j) <= bound
    }

    /// Does some valuation satisfy `row i - row j` within `bound`?
    #[must_use]
    pub fn may_satisfy(&self, i: usize, j: usize, bound: Bound) -> bool {
        // A closed matrix is emptied by one more edge exactly when that edge closes a negative
        // cycle, and the best way back from j to i is the entry (j, i).
        self.get(j, i).then(bound) >= Bound::LE_ZERO
    }

    /// Is `other` a subset? Zones of different dimension are not comparable.
    #[must_use]
    pub fn includes(&self, other: &Zone) -> bool {
        self.dim == other.dim && kernel::all_le(other.matrix(), self.matrix())
    }

    #[inline]
    pub(crate) fn stride(&self) -> usize {
        stride_of(self.dim)
    }

    /// The rows with their unused lanes, without the scratch space.
    #[inline]
    pub(crate) fn matrix(&self) -> &[Bound] {
        &self.cells[..self.dim * self.stride()]
    }

    #[inline]
    pub(crate) fn matrix_mut(&mut self) -> &mut [Bound] {
        self.matrix_and_scratch().0
    }

    /// The rows with their unused lanes, and the two rows of scratch space.
    #[inline]
    pub(crate) fn matrix_and_scratch(&mut self) -> (&mut [Bound], &mut [Bound]) {
        let used = self.dim * self.stride();
        self.cells.split_at_mut(used)
    }

    #[inline]
    pub(crate) fn row_mut(&mut self, i: usize) -> &mut [Bound] {
        let start = i * self.stride();
        let dim = self.dim;
        &mut self.cells[start..start + dim]
    }

    /// The whole buffer, for operators that change the dimension.
    pub(crate) fn buffer_mut(&mut self) -> (&mut usize, &mut Vec<Bound>) {
        (&mut self.dim, &mut self.cells)
    }

    #[inline]
    pub(crate) fn set(&mut self, i: usize, j: usize, bound: Bound) {
        let at = i * self.stride() + j;
        self.cells[at] = bound;
    }

    /// Records that an operator had to give up precision.
    pub(crate) fn mark_saturated(&mut self) {
        self.saturated = true;
    }

    /// Takes over what another zone knows about its arithmetic.
    pub(crate) fn inherit(&mut self, other: &Zone) {
        self.reach = other.reach;
        self.saturated = other.saturated;
    }

    pub(crate) fn reach(&self) -> i32 {
        self.reach
    }

    pub(crate) fn set_reach(&mut self, reach: i32) {
        self.reach = reach;
    }

    pub(crate) fn measure_reach(&mut self) {
        self.reach = kernel::reach_of(self.matrix());
    }

    /// May an operator run that multiplies the reach by `factor` and adds `constant`? If so,
    /// records the new reach.
    #[inline]
    pub(crate) fn extend_reach(&mut self, factor: i64, constant: i64) -> bool {
        if self.try_extend_reach(factor, constant) {
            return true;
        }
        self.measure_reach();
        self.try_extend_reach(factor, constant)
    }

    #[inline]
    fn try_extend_reach(&mut self, factor: i64, constant: i64) -> bool {
        let reach = i64::from(self.reach) * factor + constant;
        let fits = reach < i64::from(LARGEST);
        if fits {
            self.reach = reach as i32;
        }
        fits
    }

    /// Checks the invariant of the type in debug builds.
    #[inline]
    pub(crate) fn debug_check(&self) {
        #[cfg(debug_assertions)]
        if let Some(defect) = self.defect() {
            panic!("not a zone: {defect}\n{self:?}");
        }
    }

    /// What is wrong with the matrix, in words. Only a bug in this crate, or a caller of
    /// [`Zone::load`] who passed bounds that are not closed, can make this anything but `None`.
    #[must_use]
    pub fn defect(&self) -> Option<String> {
        let dim = self.dim;
        if self.cells.len() != (dim + 2) * self.stride() {
            return Some(format!("{} cells for {dim} rows", self.cells.len()));
        }
        if (0..dim).any(|i| self.get(i, i) != Bound::LE_ZERO) {
            return Some("the diagonal is not <=0".to_owned());
        }
        if self.row(0).iter().any(|&bound| bound > Bound::LE_ZERO) {
            return Some("a clock may be negative".to_owned());
        }
        let unused = |row: &[Bound]| row[dim..].iter().any(|&bound| bound != Bound::UNBOUNDED);
        if self.matrix().chunks_exact(self.stride()).any(unused) {
            return Some("an unused lane is in use".to_owned());
        }
        if kernel::reach_of(self.matrix()) > self.reach {
            return Some(format!("bounds beyond the recorded reach {}", self.reach));
        }
        for i in 0..dim {
            for j in 0..dim {
                if (0..dim).any(|k| self.get(i, k).then(self.get(k, j)) < self.get(i, j)) {
                    return Some(format!("the bound at ({i}, {j}) is not the tightest"));
                }
            }
        }
        None
    }
}

/// Equal sets, that is: whether one of them lost precision on the way is not compared.
impl PartialEq for Zone {
    fn eq(&self, other: &Zone) -> bool {
        self.dim == other.dim && self.matrix() == other.matrix()
    }
}

impl Eq for Zone {}

impl Hash for Zone {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.dim.hash(state);
        self.matrix().hash(state);
    }
}

impl fmt::Debug for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.rows() {
            writeln!(f, "{row:?}")?;
        }
        Ok(())
    }
}

const _: () = assert!(LANES.is_power_of_two());
