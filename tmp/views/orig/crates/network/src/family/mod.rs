//! Families of networks: one network for each number of members, alike but for that number.
//!
//! [`Instance`] says of one of them what belongs to which member and which cells hold ids; [`Placement`] says where
//! the members of a small instance are found in a larger one; [`Witnesses`] says whom one must look at, beside those that take
//! part, to see what an edge does; [`may_stand_by`] says whether a run of one is a run of larger ones too.

mod asks;
mod bystander;
mod instance;
mod key;
mod look;
mod placement;
mod rounds;
mod signals;
mod strict;
mod witnesses;
mod writes;

pub use bystander::may_stand_by;
pub use instance::{Ids, Instance, Participants};
pub use placement::Placement;
pub use witnesses::{MANY, Outlook, Unfit, Witnesses};
pub use writes::writes_elsewhere;
