//! Everything that has been reached, packed.
//!
//! One store holds what other tools keep in a passed list and a waiting list: discrete states are
//! interned, zones are interned, and a node is a pair of the two with a parent. Nodes of one discrete
//! state form a list, in which no live node covers another.

mod cover;
mod discrete;
mod hash;
mod nodes;
mod packing;
mod zones;

pub use cover::{Covering, RowBounds};
pub use nodes::{Insert, NodeId, Relation, Store};
pub use packing::Packing;
