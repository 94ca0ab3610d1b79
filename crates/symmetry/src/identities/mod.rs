//! Which integers of a network are identities: ids of processes and of other things, not numbers to compute with.

pub(crate) mod classes;
pub(crate) mod cyclic_function;
pub(crate) mod loops;
pub(crate) mod ranges;
pub(crate) mod touched;
pub(crate) mod uses;
