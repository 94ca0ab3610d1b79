//! Time for the run of what was found before a limit.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use engine::watch::{Alarm, Progress, StopReason, Watch};

/// A search that is stopped has its best run made within this time. Mostly it takes a moment; without it the search would
/// have been for nothing.
const GRACE: Duration = Duration::from_secs(10);

/// Allows a little more time, whatever the limits of the search said.
pub(super) struct Grace {
    end: Instant,
}

impl Grace {
    pub(super) fn from_now() -> Grace {
        Grace { end: Instant::now() + GRACE }
    }
}

impl Watch for Grace {
    fn expanded(&mut self, _: &mut dyn FnMut() -> Progress) -> ControlFlow<StopReason> {
        self.working()
    }

    fn working(&mut self) -> ControlFlow<StopReason> {
        match Instant::now() < self.end {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(StopReason::TimeLimit),
        }
    }

    fn alarm(&self) -> Alarm {
        let end = self.end;
        Alarm::new(move || (Instant::now() >= end).then_some(StopReason::TimeLimit))
    }
}
