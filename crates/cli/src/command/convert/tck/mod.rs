//! From a network to TChecker's format.
//!
//! There everything is global, flat and small: conjunctions of comparisons, conditional terms, assignments,
//! vectors of events. Select bindings, quantifiers, channels chosen by a variable and functions are written
//! out; what remains without words is reported, each construct with its place.
//!
//! One meaning differs: where a variable would leave its range, TChecker takes the transition for impossible,
//! while here it is an error.

mod edges;
mod expressions;
mod functions;
mod names;
mod places;
mod statements;
mod syncs;
mod terms;
mod unsayable;
mod write;

pub(super) use unsayable::Unsayable;
pub(super) use write::write;
