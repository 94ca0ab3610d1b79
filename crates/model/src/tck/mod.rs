//! Models in TChecker's format.
//!
//! A `.tck` model is translated to the tree of the other formats and then checked and written out in the
//! same way. Only two things are not said by that tree and are put into the network afterwards: labels of
//! locations, and the conditions of synchronisations with three and more processes (`sync.rs`).
//!
//! One meaning differs: where a variable would leave its range, TChecker takes the transition for
//! impossible; here it is a fault, as it is for the other formats.

mod expression;
mod load;
mod program;
mod sync;
mod translate;

pub use load::{load_tck, translate_tck};
