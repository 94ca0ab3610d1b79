//! Bounds in as few bits as they need.

use zones::{Bound, narrow, stride_of};

/// An integer that holds bounds: as [`Bound::raw`] gives them, but "no bound" is the largest value.
pub(super) trait Width: Copy + Ord + Default {
    /// Exactly, or the end of the range that compares with every stored bound as the integer does.
    fn clamp_into(raws: &[i32], out: &mut [Self]);

    /// As [`Width::clamp_into`], but a bound too large for the width stays below "no bound".
    fn clamped_down(raw: i32) -> Self;

    /// The way back for what zones contained.
    fn widen_into(narrow: &[Self], out: &mut [i32]);

    /// The way back for one bound.
    fn raw(self) -> i32;
}

/// The integer of "no bound".
const UNBOUNDED: i32 = Bound::UNBOUNDED.raw();

macro_rules! narrow {
    ($type:ty, $to:ident, $from:ident) => {
        impl Width for $type {
            #[inline]
            fn clamp_into(raws: &[i32], out: &mut [$type]) {
                narrow::$to(raws, out);
            }

            #[inline(always)]
            #[expect(clippy::cast_possible_truncation, reason = "clamped before")]
            fn clamped_down(raw: i32) -> $type {
                let most = <$type>::MAX as i32 - i32::from(raw < UNBOUNDED);
                raw.clamp(<$type>::MIN as i32, most) as $type
            }

            #[inline]
            fn widen_into(narrow: &[$type], out: &mut [i32]) {
                narrow::$from(narrow, out);
            }

            #[inline(always)]
            fn raw(self) -> i32 {
                if self == <$type>::MAX { UNBOUNDED } else { i32::from(self) }
            }
        }
    };
}

narrow!(i8, to_bytes, from_bytes);
narrow!(i16, to_halves, from_halves);

impl Width for i32 {
    #[inline]
    fn clamp_into(raws: &[i32], out: &mut [i32]) {
        out.copy_from_slice(raws);
    }

    #[inline(always)]
    fn clamped_down(raw: i32) -> i32 {
        raw
    }

    #[inline]
    fn widen_into(narrow: &[i32], out: &mut [i32]) {
        out.copy_from_slice(&narrow[..out.len()]);
    }

    #[inline(always)]
    fn raw(self) -> i32 {
        self
    }
}

/// Zones are stored in whole groups of this many bounds; what is left of the last group is 0.
pub(super) const GROUP: usize = 16;

/// The bounds of a matrix, its rows as in [`zones::Zone::raws`], with whole groups.
pub(super) const fn padded(dim: usize) -> usize {
    (dim * stride_of(dim)).next_multiple_of(GROUP)
}

/// Is every bound of `small` at most the one of `big`? Whole groups, equally many.
#[inline]
pub(super) fn all_le<T: Width>(small: &[T], big: &[T]) -> bool {
    let (small, _) = small.as_chunks::<GROUP>();
    let (big, _) = big.as_chunks::<GROUP>();
    small.iter().zip(big).all(|(small, big)| group_le(small, big))
}

/// As [`all_le`], looking first at the group that decided last, which is kept in `decisive`.
#[inline]
pub(super) fn all_le_from<T: Width>(small: &[T], big: &[T], decisive: &mut usize) -> bool {
    let (small, _) = small.as_chunks::<GROUP>();
    let (big, _) = big.as_chunks::<GROUP>();
    if let (Some(small), Some(big)) = (small.get(*decisive), big.get(*decisive))
        && !group_le(small, big)
    {
        return false;
    }
    match small.iter().zip(big).position(|(small, big)| !group_le(small, big)) {
        Some(group) => {
            *decisive = group;
            false
        }
        None => true,
    }
}

/// Within a group nothing is decided early, so that it becomes a few vector instructions.
#[inline(always)]
fn group_le<T: Width>(small: &[T; GROUP], big: &[T; GROUP]) -> bool {
    let mut worse = false;
    for lane in 0..GROUP {
        worse |= small[lane] > big[lane];
    }
    !worse
}
