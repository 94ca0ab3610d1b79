//! One file for each command.

pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod coverage;
pub(crate) mod explain;
mod files;
pub(crate) mod optimise;
pub(crate) mod prove;
pub(crate) mod schedule;
pub(crate) mod shell;
pub(crate) mod simulate;
mod strategy_file;
pub(crate) mod symmetry;
pub(crate) mod synth;
mod trace_file;
pub(crate) mod verifyta;
pub(crate) mod view;
