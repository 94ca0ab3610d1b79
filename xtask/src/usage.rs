//! What processes have used, where the system tells: on Unix.

/// Processor time and memory.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// Processor time, of the user and of the kernel.
    pub seconds: f64,
    /// The most memory, in bytes.
    pub peak: u64,
}

/// What this process has used until now.
pub fn own() -> Option<Usage> {
    ask(Whose::Own)
}

/// Of children that have ended, together; of their memory, the largest.
pub fn of_children() -> Option<Usage> {
    ask(Whose::Children)
}

#[derive(Clone, Copy)]
enum Whose {
    Own,
    Children,
}

#[cfg(unix)]
fn ask(whose: Whose) -> Option<Usage> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;
    let who = match whose {
        Whose::Own => UsageWho::RUSAGE_SELF,
        Whose::Children => UsageWho::RUSAGE_CHILDREN,
    };
    let usage = getrusage(who).ok()?;
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    // Linux counts in units of 1024 bytes.
    let peak = u64::try_from(usage.max_rss()).ok()? * 1024;
    Some(Usage { seconds: micros as f64 / 1e6, peak })
}

/// Archives are made here too (`cargo xtask dist`), but nothing is measured.
#[cfg(not(unix))]
fn ask(whose: Whose) -> Option<Usage> {
    match whose {
        Whose::Own | Whose::Children => None,
    }
}
