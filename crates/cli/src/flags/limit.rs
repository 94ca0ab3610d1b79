//! What a search may use.

use std::time::Duration;

use clap::Args;
use orrery::Limits;

use super::amount::{duration, size};

/// The limits of every command that searches.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct LimitFlags {
    /// Stop a query after this time, with what is known by then: 20, 500ms, 10m, 2h
    #[arg(long, value_name = "SECONDS", value_parser = duration, help_heading = "Limits")]
    pub(crate) time_limit: Option<Duration>,
    /// Stop a query before the program uses more memory than this: 500MB, 8GiB. By default, the
    /// free memory of the machine (or container)
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Limits")]
    pub(crate) memory_limit: Option<u64>,
}

impl LimitFlags {
    /// The memory that the user allows, or that the machine can spare.
    pub(crate) fn memory(&self) -> Option<u64> {
        self.memory_limit.or_else(Limits::affordable_memory)
    }

    /// These limits on top of others.
    pub(crate) fn set<'a>(&self, mut limits: Limits<'a>) -> Limits<'a> {
        if let Some(most) = self.time_limit {
            limits = limits.time(most);
        }
        if let Some(most) = self.memory() {
            limits = limits.memory(most);
        }
        limits
    }
}
