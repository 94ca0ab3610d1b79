//! Branching time and games where time passes.
//!
//! * [`Arena`]: places, each a zone of clock valuations of one discrete state, and edges that map valuations of one place
//!   to valuations of another.
//! * [`Sets`]: for each place, the valuations that satisfy something.
//! * [`until`], `weak_until`: the two fixpoints all others are made of, for a controller who decides about some of
//!   the edges. With all edges they are "some path", with none "every path".
//! * [`reaching`], [`staying`]: what the controller does.
//! * [`crossings`]: how time leads from one zone into the next.
//! * [`satisfying`]: the valuations that satisfy a formula.
//!
//! Why this is what paths of the model do: docs/theory/games.md.

mod arena;
mod crossing;
mod delay;
mod fixpoint;
mod formula;
mod sets;
mod strategy;

pub use arena::{Arena, Edge, Origin, Place};
pub use crossing::{Crossing, crossings, upper_bounds};
pub use fixpoint::{Controller, Watch, until};
pub use formula::satisfying;
pub use sets::{Sets, Trouble};
pub use strategy::{Action, Rule, Strategy, reaching, staying};
