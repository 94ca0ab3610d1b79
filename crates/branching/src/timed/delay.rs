//! Delays that stay in a set for a while.

use zones::{Bound, Federation, Zone};

/// The valuations from which a small delay stays in the set after the first moment. For a zone: differences of clocks are
/// as in the zone, lower bounds may just be reached, upper bounds must not.
pub(super) fn may_last(set: &Federation) -> Federation {
    let mut all = Federation::empty(set.dim());
    for zone in set.zones() {
        let bound = |i: usize, j: usize| match (i, j) {
            (0, j) if j > 0 => zone.get(0, j).weakened(),
            (i, 0) if i > 0 => zone.get(i, 0).strengthened(),
            (i, j) => zone.get(i, j),
        };
        if let Some(zone) = Zone::from_bounds(zone.dim(), bound) {
            all.add(zone);
        }
    }
    all
}

/// The valuations right before which a delay was in the zone: upper bounds may just be reached, lower bounds must have been
/// passed.
pub(super) fn right_after(zone: &Zone) -> Federation {
    let bound = |i: usize, j: usize| match (i, j) {
        (0, j) if j > 0 => zone.get(0, j).strengthened(),
        (i, 0) if i > 0 => zone.get(i, 0).weakened(),
        (i, j) => zone.get(i, j),
    };
    Zone::from_bounds(zone.dim(), bound)
        .map_or_else(|| Federation::empty(zone.dim()), Federation::from)
}

/// Bounds with the same limit.
trait Strictness {
    fn weakened(self) -> Bound;
    fn strengthened(self) -> Bound;
}

impl Strictness for Bound {
    fn weakened(self) -> Bound {
        self.limit().map_or(self, Bound::le)
    }

    fn strengthened(self) -> Bound {
        self.limit().map_or(self, Bound::lt)
    }
}

#[cfg(test)]
mod tests {
    use zones::{Bound, Federation, Zone};

    use super::{may_last, right_after};

    /// `1 <= x <= 2` and `0 <= y < 1`, with other bounds where asked for.
    fn square(least: Bound, most: Bound, below: Bound) -> Zone {
        let bound = |i: usize, j: usize| match (i, j) {
            (0, 1) => least,
            (1, 0) => most,
            (2, 0) => below,
            (0, 2) | (0, 0) | (1, 1) | (2, 2) => Bound::LE_ZERO,
            _ => Bound::UNBOUNDED,
        };
        Zone::from_bounds(3, bound).expect("it is not empty")
    }

    #[test]
    fn delays_pass_the_least_values_and_stop_at_the_greatest() {
        let zone = square(Bound::le(-1), Bound::le(2), Bound::lt(1));
        // What was in the zone a moment ago is past its least values, and may be at its greatest.
        let after = right_after(&zone);
        let mut expected = square(Bound::lt(-1), Bound::le(2), Bound::le(1));
        expected.constrain(0, 2, Bound::lt(0)).expect("not empty");
        for (i, j) in [(1, 2), (2, 1)] {
            expected.constrain(i, j, zone.get(i, j)).expect("not empty");
        }
        assert!(after.is_same_set(&Federation::from(expected)), "{after:?}");
        let lasting = may_last(&Federation::from(zone.clone()));
        let mut expected = square(Bound::le(-1), Bound::lt(2), Bound::lt(1));
        for (i, j) in [(1, 2), (2, 1)] {
            expected.constrain(i, j, zone.get(i, j)).expect("not empty");
        }
        assert!(lasting.is_same_set(&Federation::from(expected)), "{lasting:?}");
    }
}
