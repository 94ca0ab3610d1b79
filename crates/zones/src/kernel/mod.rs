//! The inner loops, as plain functions over slices of bounds. Everything that costs more than O(n)
//! spends its time here.
//!
//! * `portable`: what is computed, in plain Rust.
//! * `wide`: the same loops compiled for wider registers, chosen when the machine has them.

pub(crate) mod portable;
#[cfg(test)]
mod tests;
pub(crate) mod wide;

pub use portable::stride_of;
pub(crate) use portable::{
    LANES, Pivot, all_le, drop_or_raise, max_row, min_row, reach_of, some_fails,
};
pub(crate) use wide::{
    close_rows, drop_rows, from_bytes, from_halves, tighten, to_bytes, to_halves,
};
