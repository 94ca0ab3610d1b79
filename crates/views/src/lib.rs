//! Zone views: proofs for every number of processes.
//!
//! A *view* is what one sees of a state when looking at K members of a family and at what is shared: locations,
//! cells, ids (of one of the K, of nobody, or of somebody else) and a zone over their clocks. [`prove`] computes a set
//! of views that contains every view of every reachable state of every instance with at least K members. If no view in
//! it is bad, none of these instances has a bad state. The proof of each rule is in `docs/theory/for-all-n.md`.

mod bounds;
mod config;
mod goal;
mod join;
mod meter;
mod prove;
mod reach;
mod step;
mod store;
mod subsets;
mod view;

pub use bounds::greatest_constants;
pub use goal::meets;
pub use meter::Limits;
pub use prove::{Family, Outcome, Proof, Stuck, prove};
pub use reach::reach;
pub use view::View;
