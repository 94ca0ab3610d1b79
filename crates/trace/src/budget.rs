//! How long the making of a run may take.

use std::ops::ControlFlow;

use crate::error::TraceError;
use engine::watch::{Alarm, StopReason, Watch};

/// Asks the watch of the search whether work on a run may go on, and remembers if not.
pub struct Budget<'w> {
    watch: &'w mut dyn Watch,
    stopped: Option<StopReason>,
}

impl<'w> Budget<'w> {
    /// As long as the watch allows.
    pub fn new(watch: &'w mut dyn Watch) -> Budget<'w> {
        Budget { watch, stopped: None }
    }

    /// May work go on? To be asked often: at least every millisecond or so.
    pub(crate) fn allows(&mut self) -> bool {
        if self.stopped.is_none()
            && let ControlFlow::Break(reason) = self.watch.working()
        {
            self.stopped = Some(reason);
        }
        self.stopped.is_none()
    }

    /// For work in the middle of a step.
    pub fn alarm(&self) -> Alarm {
        self.watch.alarm()
    }

    /// Is an error if work may not go on.
    pub fn check(&mut self) -> Result<(), TraceError> {
        self.allows();
        self.stopped.map_or(Ok(()), |reason| Err(TraceError::Stopped(reason)))
    }
}
