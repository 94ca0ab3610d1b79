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
