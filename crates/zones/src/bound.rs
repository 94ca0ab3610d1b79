//! One end of a constraint on a difference of two clocks, as a single ordered integer.
//!
//! `<= n` is stored as `2n + 1` and `< n` as `2n`, so the order of the integers is the order of
//! tightness and a sum of bounds is a sum of integers but for the last bit.
//!
//! Limits stay below 2^28 in absolute value. That leaves room for three of them to be added without
//! leaving `i32`, which is what lets the inner loops (see `kernel.rs`) add without checking. "No
//! bound" is the integer just above the largest bound, not `i32::MAX`: see `SOFT_UNBOUNDED` there.
//!
//! A sum that leaves the range *saturates*: above it there is no bound, below it there is `<
//! -MAX_LIMIT`. `saturate.rs` says why that is extrapolation and when it is sound.

use std::fmt;

/// `< n`, `<= n` or no bound at all. Smaller is tighter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Bound(pub(crate) i32);

/// The largest integer that stands for a finite bound: `<= MAX_LIMIT`.
pub(crate) const LARGEST: i32 = 2 * Bound::MAX_LIMIT + 1;
/// The smallest integer that stands for a finite bound: `< -MAX_LIMIT`.
pub(crate) const SMALLEST: i32 = -2 * Bound::MAX_LIMIT;

impl Bound {
    /// The largest absolute value of a limit.
    pub const MAX_LIMIT: i32 = (1 << 28) - 1;
    /// `<= 0`, also the diagonal of every matrix.
    pub const LE_ZERO: Bound = Bound(1);
    /// `< 0`.
    pub(crate) const LT_ZERO: Bound = Bound(0);
    /// No constraint; looser than every other bound.
    pub const UNBOUNDED: Bound = Bound(LARGEST + 1);

    /// `<= limit`. A limit beyond [`Bound::MAX_LIMIT`] is loosened to the next bound that can be
    /// represented; use [`Bound::try_le`] where such a limit may come from a model.
    #[must_use]
    pub const fn le(limit: i32) -> Bound {
        Bound::loosened(limit, 1)
    }

    /// `< limit`; see [`Bound::le`] for limits that are too large.
    #[must_use]
    pub const fn lt(limit: i32) -> Bound {
        Bound::loosened(limit, 0)
    }

    const fn loosened(limit: i32, weak: i32) -> Bound {
        if limit > Bound::MAX_LIMIT {
            Bound::UNBOUNDED
        } else if limit < -Bound::MAX_LIMIT {
            Bound(2 * -Bound::MAX_LIMIT + 1)
        } else {
            Bound(2 * limit + weak)
        }
    }

    /// `<= limit`, or nothing when the limit is too large for exact arithmetic.
    #[must_use]
    pub const fn try_le(limit: i64) -> Option<Bound> {
        if limit.unsigned_abs() > Bound::MAX_LIMIT as u64 {
            None
        } else {
            Some(Bound::le(limit as i32))
        }
    }

    /// `< limit`, or nothing when the limit is too large for exact arithmetic.
    #[must_use]
    pub const fn try_lt(limit: i64) -> Option<Bound> {
        if limit.unsigned_abs() > Bound::MAX_LIMIT as u64 {
            None
        } else {
            Some(Bound::lt(limit as i32))
        }
    }

    /// The integer behind the bound: what a store packs. Order is tightness.
    #[must_use]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The way back from [`Bound::raw`]. Integers that no bound has become the nearest looser
    /// bound.
    #[must_use]
    pub const fn from_raw(raw: i32) -> Bound {
        if raw > LARGEST {
            Bound::UNBOUNDED
        } else if raw < SMALLEST {
            Bound(SMALLEST)
        } else {
            Bound(raw)
        }
    }

    /// The `n` of `< n` and `<= n`; nothing when there is no bound.
    #[must_use]
    pub const fn limit(self) -> Option<i32> {
        if self.is_unbounded() { None } else { Some(self.0 >> 1) }
    }

    /// Is it `< n`? "No bound" counts as strict: infinity is never reached.
    #[must_use]
    pub const fn is_strict(self) -> bool {
        self.0 & 1 == 0
    }

    /// Is it no bound at all?
    #[must_use]
    pub const fn is_unbounded(self) -> bool {
        self.0 > LARGEST
    }

    /// The bound on `x - z` that follows from `self` on `x - y` and `next` on `y - z`.
    ///
    /// A sum above the representable range becomes [`Bound::UNBOUNDED`], one below it the smallest
    /// bound: both looser than the truth.
    #[must_use]
    pub const fn then(self, next: Bound) -> Bound {
        let sum = self.0 + next.0 - ((self.0 | next.0) & 1);
        let infinite = self.0 > LARGEST || next.0 > LARGEST || sum > LARGEST;
        if infinite {
            Bound::UNBOUNDED
        } else if sum < SMALLEST {
            Bound(SMALLEST)
        } else {
            Bound(sum)
        }
    }

    /// The bound of the opposite half-space: "not `x - y <= c`" is "`y - x < -c`". Nothing for
    /// [`Bound::UNBOUNDED`], whose half-space is everything.
    #[must_use]
    pub const fn complement(self) -> Option<Bound> {
        if self.is_unbounded() { None } else { Some(Bound(1 - self.0)) }
    }
}

/// The integers behind bounds, where they are.
#[allow(unsafe_code)]
pub(crate) fn raws(bounds: &[Bound]) -> &[i32] {
    // SAFETY: a bound is an integer and nothing else (`repr(transparent)`).
    unsafe { std::slice::from_raw_parts(bounds.as_ptr().cast(), bounds.len()) }
}

/// As [`raws`], to be written: integers that are bounds.
#[allow(unsafe_code)]
pub(crate) fn raws_mut(bounds: &mut [Bound]) -> &mut [i32] {
    // SAFETY: as above, and the reference is the only one.
    unsafe { std::slice::from_raw_parts_mut(bounds.as_mut_ptr().cast(), bounds.len()) }
}

impl fmt::Debug for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.limit() {
            None => f.write_str("<inf"),
            Some(limit) if self.is_strict() => write!(f, "<{limit}"),
            Some(limit) => write!(f, "<={limit}"),
        }
    }
}
