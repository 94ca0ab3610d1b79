//! Families: a model in which one constant is left open.
//!
//! [`family`] decides whether the instances of a model for all values of a constant look alike: the constant may
//! only say how many ids there are, and ids may only be told apart, never counted or computed with. This is
//! decided on the typed model, where nothing has been computed yet, and so it holds for every value at once.
//! What the rules give is used and proved in `docs/theory/for-all-n.md`.

mod expressions;
mod ids;
mod infer;
mod listed;
mod members;
mod open;
mod statements;
mod width;

pub use listed::{Alike, listed_alike};
pub use open::{Family, Obstacle, family, odd_constants, open_constants};
