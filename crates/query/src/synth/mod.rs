//! Policies: what must be forbidden so that a goal stays possible for ever.
//!
//! A state is *safe* if the goal can still be reached from it. Only transitions from safe states to unsafe ones need be
//! forbidden, and no policy can do with less: from an unsafe state nothing leads back
//! (docs/theory/branching-time.md). What is forbidden is told as conditions on the variables of the model.

mod condition;
mod restricted;
mod states;
mod synthesise;

pub use condition::{Cell, Condition, Test};
pub use synthesise::{Figures, Forbidden, Synthesis, synthesise};
