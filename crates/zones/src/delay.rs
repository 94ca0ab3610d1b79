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

    /// As [`Zone::up`], as long as the given upper bounds of rows hold. They must hold before.
    ///
    /// Let `d` be the zone before, `c(k)` the bounds. A clock `i` may grow to the least `d(i, k) +
    /// c(k)`; nothing else changes. For let `m(i)` be that least sum: `d(i, 0) <= m(i)`, since the bounds
    /// hold before, so `d(i, j) <= d(i, 0) + d(0, j) <= m(i) + d(0, j)`, and `m(i) <= d(i, j) + m(j)`
    /// because `d` is closed. Hence the result is closed as it stands, in O(n) for each bound instead
    /// of a closure in O(n^2).
    pub fn up_within(&mut self, limits: &[(usize, Bound)]) {
        self.up();
        let reach = limits.iter().map(|(_, bound)| i64::from(bound.0.abs())).max().unwrap_or(0);
        if self.may_saturate() || !self.extend_reach(1, reach + 2) {
            self.up_within_carefully(limits);
            return;
        }
        let stride = self.stride();
        for row in self.matrix_mut().chunks_exact_mut(stride).skip(1) {
            let mut least = Bound::UNBOUNDED;
            for &(k, bound) in limits {
                let to = row[k];
                // Without the check for the end of the range, which has just been done.
                let sum = to.0 + bound.0 - ((to.0 | bound.0) & 1);
                let sum = if to.is_unbounded() { Bound::UNBOUNDED.0 } else { sum };
                least = least.min(Bound(sum));
            }
            row[0] = least;
        }
        self.debug_check();
    }

    /// The same with constants near the end of the range.
    #[cold]
    fn up_within_carefully(&mut self, limits: &[(usize, Bound)]) {
        for &(k, bound) in limits {
            let kept = self.constrain(k, 0, bound);
            debug_assert!(kept.is_ok(), "the valuations before the delay satisfy the bounds");
        }
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
