//! A model as an arena of zones: what its branching time and its games are decided on.

mod explore;
mod rows;
mod store;
mod strategy;
mod witness;

pub(crate) use explore::{ArenaHalt, GameEnds, TimedGraph, Unfinished, explore};
pub use strategy::{ControlAction, ControlRule, ControlStrategy, ControlledState};
pub(crate) use strategy::{edge_instance, reached};
pub(crate) use witness::{clock_place, fault_run, run_into};
