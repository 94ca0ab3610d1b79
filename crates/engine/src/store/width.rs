//! Bounds in as few bits as they need.

use zones::Bound;

/// An integer that holds bounds: as [`Bound::raw`] gives them, but "no bound" is the largest value.
pub(super) trait Width: Copy + Ord + Default {
    /// Exactly, or the end of the range that compares with every stored bound as the integer does.
    fn clamped(raw: i32) -> Self;

    /// As [`Width::clamped`], but a bound too large for the width stays below "no bound".
    fn clamped_down(raw: i32) -> Self;

    /// The way back for what a zone contained.
    fn raw(self) -> i32;
}

/// The integer of "no bound".
const UNBOUNDED: i32 = Bound::UNBOUNDED.raw();

macro_rules! narrow {
    ($type:ty) => {
        impl Width for $type {
            #[inline(always)]
            #[expect(clippy::cast_possible_truncation, reason = "clamped before")]
            fn clamped(raw: i32) -> $type {
                raw.clamp(<$type>::MIN as i32, <$type>::MAX as i32) as $type
            }

            #[inline(always)]
            #[expect(clippy::cast_possible_truncation, reason = "clamped before")]
            fn clamped_down(raw: i32) -> $type {
                let most = <$type>::MAX as i32 - i32::from(raw < UNBOUNDED);
                raw.clamp(<$type>::MIN as i32, most) as $type
            }

            #[inline(always)]
            fn raw(self) -> i32 {
                if self == <$type>::MAX { UNBOUNDED } else { i32::from(self) }
            }
        }
    };
}

narrow!(i8);
narrow!(i16);

impl Width for i32 {
    #[inline(always)]
    fn clamped(raw: i32) -> i32 {
        raw
    }

    #[inline(always)]
    fn clamped_down(raw: i32) -> i32 {
        raw
    }

    #[inline(always)]
    fn raw(self) -> i32 {
        self
    }
}

/// Zones are stored in whole groups of this many bounds; what is left of the last group is 0.
pub(super) const GROUP: usize = 16;

/// The bounds of a matrix with whole groups.
pub(super) fn padded(dim: usize) -> usize {
    (dim * dim).next_multiple_of(GROUP)
}

/// Is every bound of `small` at most the one of `big`? Whole groups, equally many. Within a group
/// nothing is decided early, so that it becomes a few vector instructions.
#[inline]
pub(super) fn all_le<T: Width>(small: &[T], big: &[T]) -> bool {
    let (small, _) = small.as_chunks::<GROUP>();
    let (big, _) = big.as_chunks::<GROUP>();
    small.iter().zip(big).all(|(small, big)| {
        let mut worse = false;
        for lane in 0..GROUP {
            worse |= small[lane] > big[lane];
        }
        !worse
    })
}
