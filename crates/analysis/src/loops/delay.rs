//! For how long a round of a loop can take.

use std::fmt;

/// The end of an interval of durations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct End {
    pub at: i64,
    /// It is approached but not reached.
    pub open: bool,
}

impl End {
    pub(super) const ZERO: End = End { at: 0, open: false };

    /// The stronger of two lower ends.
    pub(super) fn later(self, other: End) -> End {
        if (other.at, other.open) > (self.at, self.open) { other } else { self }
    }

    /// The stronger of two upper ends.
    pub(super) fn earlier(self, other: End) -> End {
        if (other.at, !other.open) < (self.at, !self.open) { other } else { self }
    }

    fn plus(self, other: End) -> Option<End> {
        Some(End { at: self.at.checked_add(other.at)?, open: self.open || other.open })
    }
}

/// The durations that a round can take, each of them possible.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DelayInterval {
    pub lower: End,
    /// The greatest; none if there is no bound.
    pub upper: Option<End>,
}

impl DelayInterval {
    /// Nothing but 0: a round without edges.
    pub(super) const NOTHING: DelayInterval =
        DelayInterval { lower: End::ZERO, upper: Some(End::ZERO) };

    /// Does it hold no duration at all?
    pub(super) fn is_empty(&self) -> bool {
        self.upper.is_some_and(|upper| {
            let touching = self.lower.at == upper.at && !self.lower.open && !upper.open;
            self.lower.at >= upper.at && !touching
        })
    }

    /// The durations of one after the other; none if they are too large.
    pub(super) fn then(self, other: DelayInterval) -> Option<DelayInterval> {
        let upper = match (self.upper, other.upper) {
            (Some(left), Some(right)) => Some(left.plus(right)?),
            _ => None,
        };
        Some(DelayInterval { lower: self.lower.plus(other.lower)?, upper })
    }

    /// From which duration on some number of rounds takes exactly that; none if there is no such duration
    /// (every round takes the same time), or none is needed (one round can take as long as it likes).
    ///
    /// `n` rounds take `n` times this interval. Those of `n` and of `n + 1` rounds leave no gap between them if
    /// `(n + 1) * lower <= n * upper`; where both ends are open they must overlap.
    #[must_use]
    pub fn from_then_on(&self) -> Option<FromThenOn> {
        let upper = self.upper?;
        let gap = upper.at.checked_sub(self.lower.at).filter(|gap| *gap > 0)?;
        let rounds = if self.lower.open && upper.open {
            self.lower.at / gap + 1
        } else {
            (self.lower.at + gap - 1) / gap
        };
        let rounds = rounds.max(1);
        let least = End { at: self.lower.at.checked_mul(rounds)?, open: self.lower.open };
        Some(FromThenOn { rounds, least })
    }
}

/// From which duration on, and from how many rounds on, every duration is possible.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FromThenOn {
    /// From so many rounds on.
    pub rounds: i64,
    /// The least of these durations.
    pub least: End,
}

impl fmt::Display for DelayInterval {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{}, ", if self.lower.open { '(' } else { '[' }, self.lower.at)?;
        match self.upper {
            Some(upper) => write!(out, "{}{}", upper.at, if upper.open { ')' } else { ']' }),
            None => write!(out, "infinity)"),
        }
    }
}

#[cfg(test)]
mod tests;
