//! A model as an arena of zones: what its branching time and its games are decided on.

mod explore;
mod rows;
mod store;
mod strategy;
mod witness;

pub(crate) use explore::{ArenaHalt, TimedGraph, Unfinished, explore};
pub(crate) use strategy::edge_instance;
pub use strategy::{ControlAction, ControlRule, ControlStrategy, ControlledState};
pub(crate) use witness::{fault_run, run_into};
