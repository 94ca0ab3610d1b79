//! The group that is used: elements, what permutations of them do to states, tables that do it.

pub(crate) mod action;
pub(crate) mod agreement;
pub(crate) mod labels;
pub(crate) mod placement;
pub(crate) mod query_group;
pub(crate) mod renamed;
pub(crate) mod split;
pub(crate) mod structure;
pub(crate) mod written_out;
