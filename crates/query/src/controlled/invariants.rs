//! Zones as guards and invariants.

use branching::timed::upper_bounds;
use network::{ClockConstraint, Expr, Guard};
use zones::{Bound, Zone};

use crate::arena::clock_place;
use network::Network;

/// The clocks of the rows of a zone.
pub(super) struct Clocks<'a> {
    pub(super) network: &'a Network,
    pub(super) of: &'a [usize],
}

impl Clocks<'_> {
    /// All of a zone.
    pub(super) fn guard(&self, zone: &Zone) -> Guard {
        let minimal = zone.minimal();
        let all = minimal.constraints().iter();
        let clocks = all.filter_map(|each| self.constraint((each.left, each.right), each.bound));
        Guard { condition: Expr::TRUE, clocks: clocks.collect() }
    }

    /// The upper bounds of a zone: time passes until one of them.
    pub(super) fn until(&self, zone: &Zone) -> Guard {
        let all = upper_bounds(zone);
        let clocks = all.filter_map(|(row, bound)| self.constraint((row, 0), bound));
        Guard { condition: Expr::TRUE, clocks: clocks.collect() }
    }

    /// The same, with the last moment.
    pub(super) fn up_to(&self, zone: &Zone) -> Guard {
        let mut guard = self.until(zone);
        guard.clocks.iter_mut().for_each(|each| each.strict = false);
        guard
    }

    fn constraint(&self, (left, right): (usize, usize), bound: Bound) -> Option<ClockConstraint> {
        let place =
            |row: usize| row.checked_sub(1).and_then(|row| clock_place(self.network, self.of[row]));
        let limit = bound.limit()?;
        // No clock is below 0.
        if left == 0 && limit == 0 && !bound.is_strict() {
            return None;
        }
        Some(ClockConstraint {
            when: Expr::TRUE,
            left: place(left),
            right: place(right),
            strict: bound.is_strict(),
            bound: Expr::Const(limit),
        })
    }
}
