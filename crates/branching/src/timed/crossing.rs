//! From one zone into the next while time passes.

use zones::{Bound, Federation, Zone};

use super::delay::{may_last, right_after};

/// A delay leads from one zone into another one, with nothing between them.
#[derive(Clone, Debug)]
pub struct Crossing {
    pub from: usize,
    pub to: usize,
    /// The valuations of the first zone from which it does.
    pub entry: Zone,
    /// The last valuations of the first zone, if it has a last one; otherwise the first of the second, which then
    /// has a first one.
    pub border: Zone,
    /// Does the border belong to the first zone?
    pub leaves_late: bool,
}

/// The crossings between disjoint zones of one place. From each valuation of a zone there is at most one.
#[must_use]
pub fn crossings(zones: &[Zone]) -> Vec<Crossing> {
    let mut found = Vec::new();
    for (from, first) in zones.iter().enumerate() {
        for (to, second) in zones.iter().enumerate().filter(|(to, _)| *to != from) {
            let late = may_last(&Federation::from(second.clone()));
            add(&mut found, (from, to), first, (late, first), true);
            let early = right_after(first);
            add(&mut found, (from, to), first, (early, second), false);
        }
    }
    found
}

fn add(
    found: &mut Vec<Crossing>,
    (from, to): (usize, usize),
    first: &Zone,
    (mut border, side): (Federation, &Zone),
    leaves_late: bool,
) {
    border.intersect_zone(side);
    for border in border.into_zones() {
        let mut before = Federation::from(border.clone());
        before.down();
        before.intersect_zone(first);
        for entry in before.into_zones() {
            let border = border.clone();
            found.push(Crossing { from, to, entry, border, leaves_late });
        }
    }
}

/// The upper bounds of the clocks in a zone, by row.
pub fn upper_bounds(zone: &Zone) -> impl Iterator<Item = (usize, Bound)> + '_ {
    let bounds = (1..zone.dim()).map(|row| (row, zone.get(row, 0)));
    bounds.filter(|(_, bound)| !bound.is_unbounded())
}

#[cfg(test)]
mod tests {
    use zones::{Bound, Zone};

    use super::crossings;

    fn interval(lower: Bound, upper: Bound) -> Zone {
        let bound = |i: usize, j: usize| match (i, j) {
            (0, 1) => lower,
            (1, 0) => upper,
            _ => Bound::le(0),
        };
        Zone::from_bounds(2, bound).expect("it is not empty")
    }

    #[test]
    fn zones_that_touch_are_crossed_and_others_are_not() {
        let zones = [
            interval(Bound::le(0), Bound::lt(3)),
            interval(Bound::le(-3), Bound::le(5)),
            interval(Bound::lt(-5), Bound::lt(7)),
            interval(Bound::lt(-7), Bound::le(9)),
        ];
        let found = crossings(&zones);
        let all: Vec<_> = found.iter().map(|each| (each.from, each.to, each.leaves_late)).collect();
        // At 7 there is a gap.
        assert_eq!(all, [(0, 1, false), (1, 2, true)]);
        assert!(found[0].entry.includes(&zones[0]));
        assert!(found[0].border.includes(&interval(Bound::le(-3), Bound::le(3))));
        assert!(found[1].border.includes(&interval(Bound::le(-5), Bound::le(5))));
    }
}
