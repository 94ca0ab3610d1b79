//! The passage of time, forwards and backwards.

use crate::bound::Bound;
use crate::kernel;
use crate::zone::Zone;

/// Is the result of [`Zone::up_running`] the set asked for, or a larger one?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// Exactly the valuations that can be reached.
    Exact,
    /// The smallest zone around them, which contains others.
    Larger,
}

impl Zone {
    /// Adds everything that can be reached by waiting: the upper bounds vanish, the differences
    /// stay.
    pub fn up(&mut self) {
        for i in 1..self.dim() {
            self.set(i, 0, Bound::UNBOUNDED);
        }
        self.debug_check();
    }

    /// Adds everything from which the zone can be reached by waiting, as far as no clock is
    /// negative.
    ///
    /// A clock may go down to 0 or until some other clock gets there first, hence the column's
    /// minimum.
    pub fn down(&mut self) {
        let stride = self.stride();
        self.row_mut(0).fill(Bound::LE_ZERO);
        let (first, others) = self.matrix_mut().split_at_mut(stride);
        for row in others.chunks_exact(stride) {
            kernel::min_row(first, row);
        }
        self.debug_check();
    }

    /// [`Zone::up`] where some clocks stand still: `stopped[i]` says whether row `i` does. Row 0
    /// always does, and rows beyond the end of the slice do not.
    ///
    /// The result is the smallest zone that contains what can be reached: a running clock may get
    /// ahead of a standing one without bound, everything else stays. What can be reached is convex,
    /// but not always a zone. With `x, y` running, `s, t` standing and the delay eliminated, it
    /// says `(x - y) + (t - s) <= (x, s) + (t, y)` for all four besides, where `(x, s)` are the
    /// bounds before. A zone says no more than `(x, y) + (t, s)` about that sum, so the result is
    /// exact if and only if the latter is never larger. (With row 0 alone standing it never is:
    /// `(x, y) <= (x, 0) + (0, y)`.)
    pub fn up_running(&mut self, stopped: &[bool]) -> Precision {
        let is_stopped = |i: usize| i == 0 || stopped.get(i).copied().unwrap_or(false);
        let precision = self.precision_of_delay(&is_stopped);
        self.up_running_roughly(stopped);
        precision
    }

    /// [`Zone::up_running`] for callers that do not ask how precise it is, which costs more than the
    /// delay itself.
    pub fn up_running_roughly(&mut self, stopped: &[bool]) {
        let is_stopped = |i: usize| i == 0 || stopped.get(i).copied().unwrap_or(false);
        for i in (1..self.dim()).filter(|&i| !is_stopped(i)) {
            for s in (0..self.dim()).filter(|&s| is_stopped(s)) {
                self.set(i, s, Bound::UNBOUNDED);
            }
        }
        self.debug_check();
    }

    fn precision_of_delay(&self, is_stopped: &impl Fn(usize) -> bool) -> Precision {
        let running = || (1..self.dim()).filter(|&i| !is_stopped(i));
        let standing = || (0..self.dim()).filter(|&s| is_stopped(s));
        for x in running() {
            for s in standing().filter(|&s| !self.get(x, s).is_unbounded()) {
                for y in running().filter(|&y| y != x) {
                    for t in standing().filter(|&t| t != s) {
                        let before = wide_sum(self.get(x, s), self.get(t, y));
                        if before < wide_sum(self.get(x, y), self.get(t, s)) {
                            return Precision::Larger;
                        }
                    }
                }
            }
        }
        Precision::Exact
    }
}

/// [`Bound::then`] without an end of the range.
fn wide_sum(first: Bound, second: Bound) -> i64 {
    if first.is_unbounded() || second.is_unbounded() {
        return i64::MAX;
    }
    i64::from(first.0) + i64::from(second.0) - i64::from((first.0 | second.0) & 1)
}
