//! Do two pieces of a network say the same, up to a renaming?

pub(crate) mod any_order;
pub(crate) mod colours;
pub(crate) mod commute;
pub(crate) mod expressions;
pub(crate) mod matcher;
pub(crate) mod mismatch;
pub(crate) mod ordered;
pub(crate) mod pairing;
pub(crate) mod rearrange;
pub(crate) mod sequence;
pub(crate) mod statements;
