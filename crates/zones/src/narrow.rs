//! Integers of bounds in fewer bits, for those who keep many zones.
//!
//! In a narrow integer the largest value is "no bound"; every other value is the integer of
//! [`Bound::raw`](crate::Bound::raw). Slices hold whole groups of lanes, as [`Zone::raws`](crate::Zone::raws)
//! does, or are at least as long as what they are read into.

use crate::kernel;

/// The fewest bits that hold certain bounds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Bits {
    #[default]
    Eight,
    Sixteen,
    ThirtyTwo,
}

/// The largest value is taken, and the smallest is left free to be below all that is stored.
fn bits((least, most): (i32, i32)) -> Bits {
    if least > i32::from(i8::MIN) && most < i32::from(i8::MAX) {
        Bits::Eight
    } else if least > i32::from(i16::MIN) && most < i32::from(i16::MAX) {
        Bits::Sixteen
    } else {
        Bits::ThirtyTwo
    }
}

/// Narrows integers to the range of a byte; says how many bits would have held all finite ones.
pub fn to_bytes(raws: &[i32], out: &mut [i8]) -> Bits {
    bits(kernel::to_bytes(raws, out))
}

/// Narrows integers to the range of two bytes; says how many bits would have held all finite ones.
pub fn to_halves(raws: &[i32], out: &mut [i16]) -> Bits {
    bits(kernel::to_halves(raws, out))
}

/// The way back from [`to_bytes`] where eight bits sufficed.
pub fn from_bytes(bytes: &[i8], out: &mut [i32]) {
    kernel::from_bytes(bytes, out);
}

/// The way back from [`to_halves`] where sixteen bits sufficed.
pub fn from_halves(halves: &[i16], out: &mut [i32]) {
    kernel::from_halves(halves, out);
}
