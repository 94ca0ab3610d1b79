//! When to give up.

/// When to give up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub views: usize,
    /// The most configurations put together from views.
    pub joins: u64,
}

/// Counts what is done, and says when it is enough.
pub(crate) struct Meter<'w> {
    pub(crate) joins: u64,
    limits: Limits,
    stop: &'w mut dyn FnMut() -> bool,
    stopped: bool,
    asked: u64,
}

impl<'w> Meter<'w> {
    pub(crate) fn new(limits: Limits, stop: &'w mut dyn FnMut() -> bool) -> Meter<'w> {
        Meter { joins: 0, limits, stop, stopped: false, asked: 0 }
    }

    /// Are these too many views?
    pub(crate) fn has_enough(&self, views: usize) -> bool {
        views > self.limits.views
    }

    pub(crate) fn is_over(&mut self) -> bool {
        self.asked += 1;
        // Asking costs more than most of what is counted.
        if self.asked.is_multiple_of(4096) {
            self.stopped |= (self.stop)();
        }
        self.stopped || self.joins > self.limits.joins
    }
}
