//! Federations: finite unions of zones, for what zones are not closed under (complement, deadlock,
//! the past).

use std::ops::ControlFlow;

use crate::bound::Bound;
use crate::subtract::Subtrahend;
use crate::zone::Zone;

/// A finite union of zones over the same clocks; empty without any. No member includes another, yet
/// they may overlap, and one set has many federations: compare with [`Federation::is_same_set`].
#[derive(Clone, Debug)]
pub struct Federation {
    dim: usize,
    zones: Vec<Zone>,
}

impl From<Zone> for Federation {
    fn from(zone: Zone) -> Federation {
        Federation { dim: zone.dim(), zones: vec![zone] }
    }
}

impl Federation {
    /// No valuation at all. `dim` counts the reference clock.
    #[must_use]
    pub fn empty(dim: usize) -> Federation {
        Federation { dim, zones: Vec::new() }
    }

    /// The number of rows of each zone.
    #[must_use]
    pub fn dim(&self) -> usize {
        self.dim
    }

    #[must_use]
    pub fn zones(&self) -> &[Zone] {
        &self.zones
    }

    /// The members, by value.
    #[must_use]
    pub fn into_zones(self) -> Vec<Zone> {
        self.zones
    }

    /// Is there no valuation?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.zones.is_empty()
    }

    /// Did some member lose precision? See [`Zone::has_saturated`].
    #[must_use]
    pub fn has_saturated(&self) -> bool {
        self.zones.iter().any(Zone::has_saturated)
    }

    /// Adds the valuations of a zone. Members that it includes are dropped, and so is the zone if
    /// one member includes it.
    pub fn add(&mut self, zone: Zone) {
        debug_assert_eq!(self.dim, zone.dim(), "zones over different clocks");
        if self.zones.iter().any(|member| member.includes(&zone)) {
            return;
        }
        self.zones.retain(|member| !zone.includes(member));
        self.zones.push(zone);
    }

    /// Adds the valuations of another federation.
    pub fn union(&mut self, other: &Federation) {
        for zone in &other.zones {
            self.add(zone.clone());
        }
    }

    /// Is every valuation of the zone in some member? Exact, even where no single member includes
    /// the zone.
    #[must_use]
    pub fn includes_zone(&self, zone: &Zone) -> bool {
        if self.zones.iter().any(|member| member.includes(zone)) {
            return true;
        }
        let mut rest = Federation::from(zone.clone());
        for member in self.zones.iter().filter(|member| member.intersects(zone)) {
            rest.subtract_zone(member);
            if rest.is_empty() {
                return true;
            }
        }
        false
    }

    /// Is `other` a subset? Exact.
    #[must_use]
    pub fn includes(&self, other: &Federation) -> bool {
        other.zones.iter().all(|zone| self.includes_zone(zone))
    }

    /// Do both have the same valuations?
    #[must_use]
    pub fn is_same_set(&self, other: &Federation) -> bool {
        self.includes(other) && other.includes(self)
    }

    /// Is there a valuation both in the zone and in some member?
    #[must_use]
    pub fn intersects_zone(&self, zone: &Zone) -> bool {
        self.zones.iter().any(|member| member.intersects(zone))
    }

    /// Removes the valuations of a zone.
    pub fn subtract_zone(&mut self, zone: &Zone) {
        let subtrahend = Subtrahend::new(zone);
        let mut rest = Federation::empty(self.dim);
        for member in &self.zones {
            let whole = subtrahend.subtract_from(member, |piece| {
                rest.add(piece.clone());
                ControlFlow::<()>::Continue(())
            });
            debug_assert!(whole.is_continue(), "nothing breaks");
        }
        *self = rest;
    }

    /// Removes the valuations of another federation.
    pub fn subtract(&mut self, other: &Federation) {
        for zone in &other.zones {
            if self.is_empty() {
                return;
            }
            self.subtract_zone(zone);
        }
    }

    /// Keeps the valuations that are also in the zone.
    pub fn intersect_zone(&mut self, zone: &Zone) {
        self.replace_each(|member| member.intersect(zone).is_ok());
    }

    /// Keeps the valuations that are also in `other`.
    pub fn intersect(&mut self, other: &Federation) {
        let mut both = Federation::empty(self.dim);
        for left in &self.zones {
            for right in &other.zones {
                if let Some(zone) = left.intersection(right) {
                    both.add(zone);
                }
            }
        }
        *self = both;
    }

    /// Keeps the valuations with `row i - row j` within `bound`.
    pub fn constrain(&mut self, i: usize, j: usize, bound: Bound) {
        self.replace_each(|member| member.constrain(i, j, bound).is_ok());
    }

    /// Adds everything that can be reached by waiting; see [`Zone::up`].
    pub fn up(&mut self) {
        self.replace_each(|member| {
            member.up();
            true
        });
    }

    /// Adds everything from which a member can be reached by waiting; see [`Zone::down`].
    pub fn down(&mut self) {
        self.replace_each(|member| {
            member.down();
            true
        });
    }

    /// `row i := value`; see [`Zone::reset`].
    pub fn reset(&mut self, i: usize, value: i32) {
        self.replace_each(|member| {
            member.reset(i, value);
            true
        });
    }

    /// `row i` := anything from 0 on; see [`Zone::free`].
    pub fn free(&mut self, i: usize) {
        self.replace_each(|member| {
            member.free(i);
            true
        });
    }

    /// Replaces pairs of members by their union where that is a zone, until there is no such pair.
    /// The set stays.
    pub fn merge(&mut self) {
        let mut waiting = std::mem::take(&mut self.zones);
        while let Some(mut zone) = waiting.pop() {
            let mut at = 0;
            while at < self.zones.len() {
                match zone.merge(&self.zones[at]) {
                    Some(union) => {
                        zone = union;
                        self.zones.swap_remove(at);
                        at = 0;
                    }
                    None => at += 1,
                }
            }
            self.zones.push(zone);
        }
    }

    /// Applies an operator to every member, drops those for which it says no, and restores the
    /// invariant.
    fn replace_each(&mut self, mut change: impl FnMut(&mut Zone) -> bool) {
        for mut zone in std::mem::take(&mut self.zones) {
            if change(&mut zone) {
                self.add(zone);
            }
        }
    }
}
