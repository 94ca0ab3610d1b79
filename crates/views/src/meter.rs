//! When to give up.

/// When to give up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    pub views: usize,
    /// How often at most a view is put together with others.
    pub joins: u64,
}

/// Counts what is done, and says when it is enough.
pub(crate) struct Meter<'w> {
    pub(crate) joins: u64,
    limits: Limits,
    stop: &'w mut dyn FnMut() -> bool,
    stopped: bool,
}

impl<'w> Meter<'w> {
    pub(crate) fn new(limits: Limits, stop: &'w mut dyn FnMut() -> bool) -> Meter<'w> {
        Meter { joins: 0, limits, stop, stopped: false }
    }

    /// Are these too many views?
    pub(crate) fn has_enough(&self, views: usize) -> bool {
        views > self.limits.views
    }

    /// Does somebody want to stop? Asked before what takes longer than asking.
    pub(crate) fn is_stopped(&mut self) -> bool {
        self.stopped = self.stopped || (self.stop)();
        self.stopped
    }

    /// Asked before each join.
    pub(crate) fn is_over(&mut self) -> bool {
        self.joins += 1;
        // Asking costs more than most of what is counted.
        if self.joins.is_multiple_of(256) {
            self.is_stopped();
        }
        self.stopped || self.joins > self.limits.joins
    }
}
