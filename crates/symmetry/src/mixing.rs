//! Colours: invariant things about elements as 64 bits. Equal colours of different things only make a
//! refinement weaker; see `canonicalise/refine.rs`.

const FIRST: u64 = 0x9e37_79b9_7f4a_7c15;
const SECOND: u64 = 0xd6e8_feb8_6659_fd93;

#[inline]
pub(crate) fn mix(word: u64) -> u64 {
    let product = u128::from(word ^ SECOND) * u128::from(FIRST);
    #[expect(clippy::cast_possible_truncation, reason = "both halves are used")]
    let folded = (product as u64) ^ ((product >> 64) as u64);
    folded
}

/// Mixes two words, in this order.
#[inline]
pub(crate) fn join(left: u64, right: u64) -> u64 {
    mix(mix(left).rotate_left(23) ^ right)
}

/// An `i32` as a word of 32 bits with the same order.
#[inline]
pub(crate) fn ordered(value: i32) -> u64 {
    u64::from(value.cast_unsigned() ^ 0x8000_0000)
}
