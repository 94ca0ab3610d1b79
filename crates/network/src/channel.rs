//! Channels: what edges synchronise on.

use crate::expr::Expr;
use crate::ids::{ChannelFamilyId, ChannelId, Origin, ProcessId};
use crate::variable::Dim;

/// How many partners a synchronisation has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChannelKind {
    /// One sender and one receiver.
    Binary,
    /// One sender and every process that can receive.
    Broadcast,
    /// One sender and every process that has a receiving edge, all at once or none. No language has it: loops over ids
    /// are written with it (docs/theory/loops-over-ids.md).
    Rendezvous,
}

/// A channel or an array of channels.
#[derive(Clone, Debug)]
pub struct ChannelFamily {
    /// The name with `[]` where indices go.
    pub name: String,
    /// The process whose local channel it is.
    pub owner: Option<ProcessId>,
    /// Its dimensions, outermost first.
    pub dims: Vec<Dim>,
    pub kind: ChannelKind,
    /// Time may not pass while a synchronisation on it is enabled.
    pub urgent: bool,
    /// One priority for each channel; larger goes first.
    pub priority: Vec<i32>,
    /// The first channel; assigned by [`Network::lay_out`](crate::Network::lay_out).
    pub base: ChannelId,
    /// Where it is declared.
    pub origin: Origin,
}

/// A channel as an edge names it: all dimensions indexed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ChannelPlace {
    pub family: ChannelFamilyId,
    /// One index for each dimension.
    pub indices: Vec<Expr>,
}
