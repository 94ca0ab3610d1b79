//! The inner loops in plain Rust: what is computed, on every processor.
//!
//! Rows are padded to a multiple of [`LANES`], so the loops run over whole groups of lanes and the
//! compiler turns each group into vector instructions (checked: padding is worth 25 % at 5 and at
//! 11 rows).
//!
//! Two tricks make the loop of a closure an addition and a minimum, nothing else:
//!
//! * *Strictness is hoisted.* With `<= n` as `2n + 1` the sum of `a` and `b` is `(a & !1) + b` when
//!   `a` is weak, `(a & !1) + (b & !1)` when it is strict. A [`Pivot`] holds both versions of `b`'s
//!   row.
//! * *Infinity is soft.* In a [`Pivot`] "no bound" is [`SOFT_UNBOUNDED`], so far up that adding any
//!   finite bound leaves something that is not below `UNBOUNDED`, and the minimum ignores it.
//!
//! Precondition of both: the finite sums that matter stay representable. `Zone` keeps track of
//! that.

use crate::bound::{Bound, LARGEST, SMALLEST};
use crate::row_set::RowSet;

/// Rows are padded to a multiple of this many bounds.
pub(crate) const LANES: usize = 4;

/// "No bound" inside a [`Pivot`]. The largest sum formed with it is `SOFT_UNBOUNDED + LARGEST`,
/// which is below `i32::MAX`; the smallest is `SOFT_UNBOUNDED + SMALLEST`, which is at least
/// `UNBOUNDED`.
const SOFT_UNBOUNDED: i32 = LARGEST + 1 - SMALLEST;
const _: () = assert!(SOFT_UNBOUNDED.checked_add(LARGEST).is_some());
const _: () = assert!(SOFT_UNBOUNDED + SMALLEST >= Bound::UNBOUNDED.0);

/// The length of a row with its unused lanes.
#[must_use]
pub const fn stride_of(dim: usize) -> usize {
    dim.next_multiple_of(LANES)
}

/// A row prepared for being added to many others.
pub(crate) struct Pivot<'a> {
    after_weak: &'a [Bound],
    after_strict: &'a [Bound],
}

impl<'a> Pivot<'a> {
    /// Prepares `row` in `space`, which has room for two rows.
    #[inline(always)]
    pub(crate) fn new(row: &[Bound], space: &'a mut [Bound]) -> Pivot<'a> {
        let (weak, strict) = space.split_at_mut(row.len());
        let strict = &mut strict[..row.len()];
        for ((bound, weak), strict) in row.iter().zip(&mut *weak).zip(&mut *strict) {
            let soft = if bound.0 > LARGEST { SOFT_UNBOUNDED } else { bound.0 };
            *weak = Bound(soft);
            *strict = Bound(soft & !1);
        }
        Pivot { after_weak: weak, after_strict: strict }
    }

    /// `row[j] = min(row[j], first.then(pivot[j]))` for every `j`. `first` is finite.
    #[inline(always)]
    pub(crate) fn add_min_row(&self, row: &mut [Bound], first: Bound) {
        let rest = if first.is_strict() { self.after_strict } else { self.after_weak };
        add_min(row, first.0 & !1, rest);
    }
}

#[inline(always)]
fn add_min(row: &mut [Bound], first: i32, rest: &[Bound]) {
    let (row, _) = row.as_chunks_mut::<LANES>();
    let (rest, _) = rest.as_chunks::<LANES>();
    for (row, rest) in row.iter_mut().zip(rest) {
        for lane in 0..LANES {
            row[lane].0 = row[lane].0.min(first + rest[lane].0);
        }
    }
}

/// Is every bound of `left` at most the one of `right`? Slices of equal length, padded.
#[inline]
pub(crate) fn all_le(left: &[Bound], right: &[Bound]) -> bool {
    const GROUP: usize = 4 * LANES;
    let (left_groups, left_rest) = left.as_chunks::<GROUP>();
    let (right_groups, right_rest) = right.as_chunks::<GROUP>();
    for (left, right) in left_groups.iter().zip(right_groups) {
        if group_exceeds(left, right) {
            return false;
        }
    }
    !group_exceeds(left_rest, right_rest)
}

/// Is some bound of `left` above the one of `right`? No early exit, so that it vectorises.
#[inline]
fn group_exceeds(left: &[Bound], right: &[Bound]) -> bool {
    let (left, _) = left.as_chunks::<LANES>();
    let (right, _) = right.as_chunks::<LANES>();
    let mut exceeds = [0; LANES];
    for (left, right) in left.iter().zip(right) {
        for lane in 0..LANES {
            exceeds[lane] |= i32::from(left[lane].0 > right[lane].0);
        }
    }
    exceeds != [0; LANES]
}

/// `row[j] = max(row[j], other[j])` for every `j`.
#[inline]
pub(crate) fn max_row(row: &mut [Bound], other: &[Bound]) {
    for (bound, other) in row.iter_mut().zip(other) {
        bound.0 = bound.0.max(other.0);
    }
}

/// `row[j] = min(row[j], other[j])` for every `j`.
#[inline]
pub(crate) fn min_row(row: &mut [Bound], other: &[Bound]) {
    for (bound, other) in row.iter_mut().zip(other) {
        bound.0 = bound.0.min(other.0);
    }
}

/// The largest absolute value among the integers of finite bounds.
#[inline]
pub(crate) fn reach_of(bounds: &[Bound]) -> i32 {
    let (mut highest, mut lowest) = (0, 0);
    for bound in bounds {
        let finite = if bound.0 > LARGEST { 0 } else { bound.0 };
        highest = finite.max(highest);
        lowest = finite.min(lowest);
    }
    highest.max(-lowest)
}

/// `row[j]` becomes unbounded if it is above `keep` or above `caps[j]`. Returns how many finite
/// bounds did.
#[inline(always)]
fn drop_above(row: &mut [Bound], keep: Bound, caps: &[Bound]) -> i32 {
    let (row, _) = row.as_chunks_mut::<LANES>();
    let (caps, _) = caps.as_chunks::<LANES>();
    let mut dropped = [0; LANES];
    for (row, caps) in row.iter_mut().zip(caps) {
        for lane in 0..LANES {
            let old = row[lane].0;
            let new = if old > keep.0.min(caps[lane].0) { Bound::UNBOUNDED.0 } else { old };
            dropped[lane] += i32::from(old != new);
            row[lane].0 = new;
        }
    }
    dropped.iter().sum()
}

/// `row[j]` becomes unbounded if it is above `keep`, and at least `floors[j]` otherwise. Returns
/// how many bounds changed.
#[inline]
pub(crate) fn drop_or_raise(row: &mut [Bound], keep: Bound, floors: &[Bound]) -> i32 {
    let (row, _) = row.as_chunks_mut::<LANES>();
    let (floors, _) = floors.as_chunks::<LANES>();
    let mut changed = [0; LANES];
    for (row, floors) in row.iter_mut().zip(floors) {
        for lane in 0..LANES {
            let old = row[lane].0;
            let raised = old.max(floors[lane].0);
            let new = if old > keep.0 { Bound::UNBOUNDED.0 } else { raised };
            changed[lane] += i32::from(old != new);
            row[lane].0 = new;
        }
    }
    changed.iter().sum()
}

/// Imposes `bound` on `row i - row j` where it is tighter and leaves something: every row to which the
/// path over `i` and `j` is a shortcut to `j` is taken the minimum of with that path. `scratch` has
/// two rows.
#[inline(always)]
pub(crate) fn tighten(
    matrix: &mut [Bound],
    scratch: &mut [Bound],
    i: usize,
    j: usize,
    bound: Bound,
) {
    let stride = scratch.len() / 2;
    let pivot = Pivot::new(&matrix[j * stride..(j + 1) * stride], scratch);
    for row in matrix.chunks_exact_mut(stride) {
        let first = row[i];
        if first.is_unbounded() {
            continue;
        }
        let first = first.then(bound);
        if first < row[j] {
            pivot.add_min_row(row, first);
        }
    }
}

/// Floyd and Warshall's algorithm that updates the rows `loosened` only, over the rows `pivots`.
/// `scratch` has two rows.
#[inline(always)]
pub(crate) fn close_rows(
    matrix: &mut [Bound],
    scratch: &mut [Bound],
    loosened: RowSet,
    pivots: RowSet,
) {
    let stride = scratch.len() / 2;
    let dim = matrix.len() / stride;
    for pivot in pivots.rows(dim) {
        let leads_there = |i: usize| i != pivot && !matrix[i * stride + pivot].is_unbounded();
        if !loosened.rows(dim).any(leads_there) {
            continue;
        }
        let prepared = Pivot::new(&matrix[pivot * stride..(pivot + 1) * stride], scratch);
        for i in loosened.rows(dim).filter(|&i| i != pivot) {
            let row = &mut matrix[i * stride..(i + 1) * stride];
            if !row[pivot].is_unbounded() {
                prepared.add_min_row(row, row[pivot]);
            }
        }
    }
}

/// `drop_above` for the rows from 1 on, which `others` holds, with the `keep` of each row in `keeps`;
/// the diagonal stays as it is. Returns the rows that lost a finite bound.
#[inline(always)]
pub(crate) fn drop_rows(others: &mut [Bound], keeps: &[Bound], caps: &[Bound]) -> RowSet {
    let mut loosened = RowSet::default();
    for (i, row) in (1..).zip(others.chunks_exact_mut(caps.len())) {
        let dropped = drop_above(row, keeps[i], caps);
        let diagonal = Bound::LE_ZERO > keeps[i].min(caps[i]);
        row[i] = Bound::LE_ZERO;
        if dropped > i32::from(diagonal) {
            loosened.insert(i);
        }
    }
    loosened
}

/// One group of lanes of one row in the test of `lu_simulation.rs`: is some bound of `big` below
/// that of `small`, and, strictly lowered by `distance` (an integer as in [`Bound`]), below `goal`
/// as well?
#[inline]
pub(crate) fn some_fails(
    small: &[Bound; LANES],
    big: &[Bound; LANES],
    goal: &[i32; LANES],
    distance: i32,
) -> bool {
    let mut fails = [0; LANES];
    for lane in 0..LANES {
        let excluded = big[lane].0 < small[lane].0;
        let out_of_reach = (big[lane].0 & !1) - distance < goal[lane];
        fails[lane] = i32::from(excluded & out_of_reach);
    }
    fails != [0; LANES]
}

/// The least and the largest integer of finite bounds, or 0.
pub(crate) type Extent = (i32, i32);

macro_rules! narrow {
    ($to:ident, $from:ident, $type:ty) => {
        /// Narrows integers of bounds, as many as there is room for, in whole groups of lanes: what is too
        /// large becomes the end of the range. How far the finite ones go.
        #[inline(always)]
        pub(crate) fn $to(raws: &[i32], out: &mut [$type]) -> Extent {
            const WIDE: usize = 4 * LANES;
            let count = raws.len().min(out.len());
            let (wide, rest) = raws[..count].as_chunks::<WIDE>();
            let (wide_out, rest_out) = out[..count].as_chunks_mut::<WIDE>();
            let (mut least, mut most) = ([0; WIDE], [0; WIDE]);
            for (out, raws) in wide_out.iter_mut().zip(wide) {
                for lane in 0..WIDE {
                    let finite = if raws[lane] > LARGEST { 0 } else { raws[lane] };
                    least[lane] = finite.min(least[lane]);
                    most[lane] = finite.max(most[lane]);
                    out[lane] = raws[lane].clamp(<$type>::MIN as i32, <$type>::MAX as i32) as $type;
                }
            }
            let (rest, _) = rest.as_chunks::<LANES>();
            let (rest_out, _) = rest_out.as_chunks_mut::<LANES>();
            for (out, raws) in rest_out.iter_mut().zip(rest) {
                for lane in 0..LANES {
                    let finite = if raws[lane] > LARGEST { 0 } else { raws[lane] };
                    least[lane] = finite.min(least[lane]);
                    most[lane] = finite.max(most[lane]);
                    out[lane] = raws[lane].clamp(<$type>::MIN as i32, <$type>::MAX as i32) as $type;
                }
            }
            let least = least.into_iter().fold(0, i32::min);
            (least, most.into_iter().fold(0, i32::max))
        }

        /// The way back: the end of the range is "no bound".
        #[inline(always)]
        pub(crate) fn $from(narrow: &[$type], out: &mut [i32]) {
            const WIDE: usize = 4 * LANES;
            let widened = |narrow: $type| {
                if narrow == <$type>::MAX { Bound::UNBOUNDED.0 } else { i32::from(narrow) }
            };
            let count = narrow.len().min(out.len());
            let (wide, rest) = narrow[..count].as_chunks::<WIDE>();
            let (wide_out, rest_out) = out[..count].as_chunks_mut::<WIDE>();
            for (out, narrow) in wide_out.iter_mut().zip(wide) {
                for lane in 0..WIDE {
                    out[lane] = widened(narrow[lane]);
                }
            }
            let (rest, _) = rest.as_chunks::<LANES>();
            let (rest_out, _) = rest_out.as_chunks_mut::<LANES>();
            for (out, narrow) in rest_out.iter_mut().zip(rest) {
                for lane in 0..LANES {
                    out[lane] = widened(narrow[lane]);
                }
            }
        }
    };
}

narrow!(to_bytes, from_bytes, i8);
narrow!(to_halves, from_halves, i16);
