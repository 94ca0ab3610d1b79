//! Random small networks and queries, for tests (feature `generate`).
//!
//! Randomness is any `FnMut() -> u64`; [`numbers`] makes one from a seed. A [`Profile`] says what may
//! occur. Everything made here is valid, and without [`Feature::Faults`] no evaluation is ever invalid.
//!
//! The networks are small on purpose: few processes, few clocks, small constants. Most mistakes of a
//! checker show on networks that fit a screen, and a naive explorer must be able to judge them.

mod copies;
mod declare;
mod dice;
mod expressions;
mod guards;
mod maker;
mod processes;
mod profile;
mod queries;
mod updates;

pub use dice::numbers;
pub use maker::{Generated, generate};
pub use profile::{Feature, FeatureSet, Profile};
