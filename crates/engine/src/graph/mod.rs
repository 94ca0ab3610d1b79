//! The symbolic graph: exact semantics, and layers that replace states by others that stand for them.
//!
//! A layer sees one state at a time, after it has been computed and before it is stored. Which layers are
//! sound for a network and a query is decided by the plan, and nowhere else.

mod accelerate;
mod boxes;
mod chains;
mod clear_dead;
mod coarsen;
mod independent;
mod layer;
mod layered;
mod quotient;
mod repeats;
mod saturate;
mod split;

pub use accelerate::Accelerate;
pub use boxes::Boxes;
pub use chains::{Chains, Following, Offered};
pub use clear_dead::ClearDead;
pub use coarsen::Coarsen;
pub use independent::IndependentSteps;
pub use layer::{Layer, Next};
pub use layered::{Graph, SymmetryStats};
pub use quotient::{Quotient, QuotientFigures, QuotientParts};
pub use saturate::Saturate;
pub use split::Split;
