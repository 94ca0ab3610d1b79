//! Families of networks: one network for each number of members, alike but for that number.
//!
//! [`Instance`] says of one of them what belongs to which member and which cells hold ids; [`Placement`] says where
//! the members of a small instance are found in a larger one.

mod instance;
mod key;
mod placement;

pub use instance::{Ids, Instance, Participants};
pub use placement::Placement;
