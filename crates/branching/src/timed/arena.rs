//! Zones with edges between them.

use zones::{Bound, Federation, Zone};

use super::sets::Trouble;

/// Places and edges. The edges lead from every valuation of a place, where they are enabled, to a valuation of their
/// target; delays lead to valuations of the same place.
#[derive(Clone, Debug, Default)]
pub struct Arena {
    places: Vec<Place>,
    edges: Vec<Edge>,
    outgoing: Vec<Vec<u32>>,
    sources: Vec<Vec<u32>>,
}

/// A discrete state with some of its valuations: all that delays lead to are among them.
#[derive(Clone, Debug)]
pub struct Place {
    pub zone: Zone,
    /// May time pass in its location?
    pub delays: bool,
}

impl Place {
    /// Must somebody act sooner or later, if anybody can? Time does not pass at all, or some clock has an upper bound:
    /// then every valuation of the zone has one.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        !self.delays || (1..self.zone.dim()).any(|row| !self.zone.get(row, 0).is_unbounded())
    }

    #[must_use]
    pub fn all(&self) -> Federation {
        Federation::from(self.zone.clone())
    }
}

/// An edge: a partial function from valuations to valuations.
#[derive(Clone, Debug)]
pub struct Edge {
    pub from: u32,
    pub to: u32,
    /// Does the controller of a game decide about it?
    pub controllable: bool,
    /// Where it is enabled, but for the condition that it leads into the zone of its target.
    pub enabled: Vec<Zone>,
    /// What each row of the target is, from row 1 on.
    pub origins: Vec<Origin>,
}

/// What a clock is after an edge: the value of a row before it (row 0 is 0) and a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    pub row: usize,
    pub offset: i64,
}

impl Edge {
    /// The valuations that the edge maps into a set of valuations of its target.
    pub fn before(&self, set: &Federation) -> Result<Federation, Trouble> {
        let dim = self.enabled.first().map_or(1, Zone::dim);
        let mut found = Federation::empty(dim);
        for target in set.zones() {
            let minimal = target.minimal();
            for enabled in &self.enabled {
                let mut zone = enabled.clone();
                let mut left = true;
                for each in minimal.constraints() {
                    left =
                        left && self.constrain(&mut zone, (each.left, each.right), each.bound)?;
                }
                if left {
                    found.add(zone);
                }
            }
        }
        Ok(found)
    }

    /// Restricts a zone before the edge by a constraint on rows after it; false if nothing is left.
    fn constrain(
        &self,
        zone: &mut Zone,
        (left, right): (usize, usize),
        bound: Bound,
    ) -> Result<bool, Trouble> {
        let origin = |row: usize| match row {
            0 => Origin { row: 0, offset: 0 },
            row => self.origins[row - 1],
        };
        let Some(limit) = bound.limit() else { return Ok(true) };
        let (left, right) = (origin(left), origin(right));
        let (limit, strict) = (i64::from(limit) + right.offset - left.offset, bound.is_strict());
        if left.row == right.row {
            return Ok(limit > 0 || (limit == 0 && !strict));
        }
        let limit = i32::try_from(limit).map_err(|_| Trouble::TooLarge)?;
        if limit.abs() > Bound::MAX_LIMIT {
            return Err(Trouble::TooLarge);
        }
        let bound = if strict { Bound::lt(limit) } else { Bound::le(limit) };
        Ok(zone.constrain(left.row, right.row, bound).is_ok())
    }
}

impl Arena {
    /// An arena of places, by number, and edges between them.
    #[must_use]
    pub fn new(places: Vec<Place>, edges: Vec<Edge>) -> Arena {
        let mut outgoing = vec![Vec::new(); places.len()];
        let mut sources = vec![Vec::new(); places.len()];
        for (number, edge) in (0u32..).zip(&edges) {
            outgoing[edge.from as usize].push(number);
            sources[edge.to as usize].push(edge.from);
        }
        for list in &mut sources {
            list.sort_unstable();
            list.dedup();
        }
        Arena { places, edges, outgoing, sources }
    }

    #[must_use]
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The edges that leave a place.
    pub fn leaving(&self, place: usize) -> impl Iterator<Item = &Edge> {
        self.outgoing[place].iter().map(|edge| &self.edges[*edge as usize])
    }

    /// The numbers of the edges that leave a place.
    pub fn numbers_leaving(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        self.outgoing[place].iter().map(|edge| *edge as usize)
    }

    /// The places from which an edge leads to this one.
    pub fn sources(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        self.sources[place].iter().map(|source| *source as usize)
    }
}

#[cfg(test)]
mod tests {
    use zones::{Bound, Federation, Zone};

    use super::{Edge, Origin};

    fn below(bound: Bound) -> Federation {
        let mut zone = Zone::universe(2);
        zone.constrain(1, 0, bound).expect("not empty");
        Federation::from(zone)
    }

    #[test]
    fn edges_are_followed_back() {
        let edge = |row, offset| Edge {
            from: 0,
            to: 1,
            controllable: true,
            enabled: vec![Zone::universe(2)],
            origins: vec![Origin { row, offset }],
        };
        let leads = |edge: Edge, bound| edge.before(&below(bound)).expect("it fits");
        assert!(leads(edge(1, 0), Bound::lt(5)).is_same_set(&below(Bound::lt(5))));
        assert!(leads(edge(1, 2), Bound::lt(5)).is_same_set(&below(Bound::lt(3))));
        assert!(leads(edge(0, 4), Bound::lt(4)).is_empty());
        assert!(leads(edge(0, 4), Bound::le(4)).is_same_set(&Federation::from(Zone::universe(2))));
    }
}
