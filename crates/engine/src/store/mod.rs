//! Everything that has been reached, packed.
//!
//! One store holds what other tools keep in a passed list and a waiting list: discrete states are
//! interned (long ones as trees of parts), zones are interned, and a node is a pair of the two with a parent. Nodes of one discrete
//! state form a list; where nodes are inserted (and not merely pushed), no live node covers another.

mod bits;
mod candidate;
mod cover;
mod discrete;
mod hash;
mod insert;
mod long_lists;
mod nodes;
mod orphans;
mod packing;
mod parts;
mod prefetch;
mod shards;
mod signature;
mod state_batch;
mod width;
mod zones;

pub use candidate::Candidate;
pub use cover::{Covering, RowBounds, RowBoundsAt};
pub use discrete::Compression;
pub use insert::Insert;
pub use nodes::{NodeId, Relation, Store};
pub use packing::Packing;
pub use shards::Shards;
pub(crate) use state_batch::{Contents, StateBatch};
