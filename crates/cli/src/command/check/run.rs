//! The command.

use super::super::files::expect_folders;
use super::super::strategy_file::StrategyFormat;
use super::super::trace_file::TraceFormat;
use super::jobs::{Job, jobs};
use super::{batch, one, sweep, watch};
use crate::console::Console;
use crate::failure::Failure;
use crate::flags::CheckFlags;
use crate::interrupt::Interrupt;
use crate::status::Status;

/// Answers the queries of all models that are named.
pub(crate) fn run(flags: &CheckFlags, console: &mut Console) -> Result<Status, Failure> {
    flags.trace_out.as_deref().map(TraceFormat::of).transpose()?;
    flags.strategy_out.as_deref().map(StrategyFormat::of).transpose()?;
    sweep::check_outputs(flags)?;
    let single = [&flags.trace_out, &flags.strategy_out, &flags.report];
    expect_folders(single.into_iter().flatten().chain(&flags.sweep_out))?;
    if flags.watch {
        return watch::run(flags, console);
    }
    once(flags, &jobs(flags)?, &Interrupt::default(), console)
}

/// Does the work once.
pub(super) fn once(
    flags: &CheckFlags,
    jobs: &[Job],
    interrupt: &Interrupt,
    console: &mut Console,
) -> Result<Status, Failure> {
    match (&flags.sweep, jobs) {
        (Some(sweep), [job]) => sweep::run(&job.flags(flags), sweep, interrupt, console),
        (Some(_), _) => Err(Failure::wrong("--sweep takes one model at a time")),
        (None, [job]) if !job.in_folder => one::run(&job.flags(flags), interrupt, console),
        (None, jobs) => batch::run(flags, jobs, interrupt, console),
    }
}
