//! The loops over whole matrices, compiled a second time for processors with AVX2.
//!
//! Nothing is written twice: the functions of `portable` are inlined into functions for which the
//! compiler may use the wider registers (and a minimum of integers in one instruction, which the oldest
//! x86-64 processors lack). The processor is asked once and the answer kept by the standard library.
#![allow(unsafe_code)]

use super::portable::{self, Extent};
use crate::bound::Bound;
use crate::row_set::RowSet;

/// Are the wider registers there?
#[inline]
fn is_wide() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        std::arch::is_x86_feature_detected!("avx2")
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        false
    }
}

macro_rules! dispatch {
    ($(#[$doc:meta])* $name:ident, $avx2:ident, ($($arg:ident: $type:ty),*) -> $result:ty) => {
        $(#[$doc])*
        #[inline]
        pub(crate) fn $name($($arg: $type),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            if is_wide() {
                // SAFETY: the processor has AVX2.
                return unsafe { $avx2($($arg),*) };
            }
            portable::$name($($arg),*)
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2")]
        fn $avx2($($arg: $type),*) -> $result {
            portable::$name($($arg),*)
        }
    };
}

dispatch! {
    /// See [`portable::tighten`].
    tighten, tighten_avx2,
    (matrix: &mut [Bound], scratch: &mut [Bound], i: usize, j: usize, bound: Bound) -> ()
}

dispatch! {
    /// See [`portable::close_rows`].
    close_rows, close_rows_avx2,
    (matrix: &mut [Bound], scratch: &mut [Bound], loosened: RowSet, pivots: RowSet) -> ()
}

dispatch! {
    /// See [`portable::drop_rows`].
    drop_rows, drop_rows_avx2,
    (others: &mut [Bound], keeps: &[Bound], caps: &[Bound]) -> RowSet
}

dispatch! {
    /// See [`portable::to_bytes`].
    to_bytes, to_bytes_avx2, (raws: &[i32], out: &mut [i8]) -> Extent
}

dispatch! {
    /// See [`portable::to_halves`].
    to_halves, to_halves_avx2, (raws: &[i32], out: &mut [i16]) -> Extent
}

dispatch! {
    /// See [`portable::from_bytes`].
    from_bytes, from_bytes_avx2, (narrow: &[i8], out: &mut [i32]) -> ()
}

dispatch! {
    /// See [`portable::from_halves`].
    from_halves, from_halves_avx2, (narrow: &[i16], out: &mut [i32]) -> ()
}
