//! Nothing is trusted: a renaming is a symmetry only if it turns the network into itself.

pub(crate) mod found;
pub(crate) mod meta;
pub(crate) mod symmetry;
