//! Renamings of a network: partial ones that grow by matching, total ones, and what they do to states.

pub(crate) mod bindings;
pub(crate) mod rewrite;
pub(crate) mod state_map;
pub(crate) mod total;
