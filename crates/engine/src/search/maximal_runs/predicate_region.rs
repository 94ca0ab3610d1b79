//! What a discrete state allows to a run that must stay within a predicate.

use network::eval::Fault;
use zones::{Bound, Remainder, Zone};

use crate::goal::GoalCode;
use crate::semantics::Semantics;
use program::State;

/// The invariant of a discrete state, and the zones of the predicate within it.
pub struct PredicateRegion {
    /// The valuations that satisfy the invariants.
    pub invariant: Zone,
    /// Those that also satisfy the predicate are the union of these.
    pub pieces: Vec<Zone>,
    pub delays: bool,
    /// Which clocks stand still meanwhile, by row; nothing if none does.
    stopped: Vec<bool>,
}

impl PredicateRegion {
    /// The region of a discrete state, which is loaded afterwards; none if no valuation satisfies
    /// its invariants. Whether time may pass is asked only for the zone that is given, if any of it
    /// satisfies the predicate: elsewhere nothing need be valid.
    pub fn of(
        semantics: &mut Semantics<'_>,
        stay: &GoalCode,
        cells: &[i32],
        zone: Option<&Zone>,
    ) -> Result<Option<PredicateRegion>, Fault> {
        semantics.load(cells);
        let Some(invariant) = semantics.invariant_zone()? else { return Ok(None) };
        let state = State { cells: cells.to_vec(), zone: invariant.clone() };
        let pieces = stay.pieces(semantics, &state)?;
        semantics.load(cells);
        let stays = zone.is_some_and(|zone| pieces.iter().any(|piece| piece.intersects(zone)));
        let delays = stays && semantics.may_delay()?;
        let stopped = if delays { semantics.stopped_rows()? } else { Vec::new() };
        Ok(Some(PredicateRegion { invariant, pieces, delays, stopped }))
    }

    /// The pieces in which time can pass for ever, from each of their valuations.
    pub fn endless(&self) -> impl Iterator<Item = &Zone> {
        self.pieces.iter().filter(move |piece| self.delays && self.is_endless(piece))
    }

    /// May every running clock get ahead of those that stand still without bound?
    fn is_endless(&self, piece: &Zone) -> bool {
        let stands = |row: usize| row == 0 || self.stopped.get(row).copied().unwrap_or(false);
        let standing = || (0..piece.dim()).filter(|row| stands(*row));
        let mut running = (1..piece.dim()).filter(|row| !stands(*row));
        running.all(|row| standing().all(|other| piece.get(row, other).is_unbounded()))
    }

    /// What delays lead to. Where clocks stand still that may be more than what they do.
    fn up(&self, zone: &mut Zone) {
        if self.stopped.is_empty() {
            zone.up();
        } else {
            zone.up_running_roughly(&self.stopped);
        }
    }

    /// The valuations of a state of this kind from which no transition is possible any more and no
    /// delay leaves the predicate.
    pub fn stuck(&self, semantics: &mut Semantics<'_>, state: &State) -> Result<Remainder, Fault> {
        semantics.load(&state.cells);
        // A zone that was coarsened may exceed the invariants.
        let Some(zone) = state.zone.intersection(&self.invariant) else {
            return Ok(Remainder::nothing());
        };
        // Only what a delay leads to: what a transition does elsewhere may not even be valid.
        let mut later = zone.clone();
        if self.delays {
            self.up(&mut later);
            if later.intersect(&self.invariant).is_err() {
                later = zone.clone();
            }
        }
        let outside = self.outside(semantics)?;
        semantics.without_actions(&zone, &later, self.delays.then_some(&self.invariant), outside)
    }

    /// The valuations of `entry` in the predicate and what they reach by delays within it.
    pub fn closure(&self, entry: &Zone) -> Vec<Zone> {
        let mut found: Vec<(usize, Zone)> = Vec::new();
        for (number, piece) in self.pieces.iter().enumerate() {
            if let Some(mut zone) = piece.intersection(entry) {
                if self.delays {
                    self.up(&mut zone);
                    // The valuations before the delay are in the piece, so this cannot empty the zone.
                    let _ = zone.intersect(piece);
                }
                found.push((number, zone));
            }
        }
        let mut next = 0;
        while self.delays && next < found.len() {
            let (from, zone) = found[next].clone();
            next += 1;
            for (to, _) in self.pieces.iter().enumerate().filter(|(to, _)| *to != from) {
                for zone in self.cross(from, &zone, to) {
                    let known = found.iter().any(|(at, other)| *at == to && other.includes(&zone));
                    if !known {
                        found.push((to, zone));
                    }
                }
            }
        }
        found.into_iter().map(|(_, zone)| zone).collect()
    }

    /// What delays from `zone` in piece `from` directly into piece `to`.
    ///
    /// A delay changes from one convex set to the other at a point in the closures of both. Before it
    /// the delay is in the first, after it in the second; the point itself must be in one of them.
    fn cross(&self, from: usize, zone: &Zone, to: usize) -> Vec<Zone> {
        let (first, second) = (&self.pieces[from], &self.pieces[to]);
        let mut border = zone.clone();
        self.up(&mut border);
        if border.intersect(&closed(first)).is_err() || border.intersect(&closed(second)).is_err() {
            return Vec::new();
        }
        let mut reached = Vec::new();
        for piece in [first, second] {
            let Some(mut after) = border.intersection(piece) else { continue };
            self.up(&mut after);
            if after.intersect(second).is_ok() {
                reached.push(after);
            }
        }
        reached
    }

    /// The valuations of the invariant that do not satisfy the predicate, and those from which a delay leads there.
    fn outside(&self, semantics: &mut Semantics<'_>) -> Result<Vec<Zone>, Fault> {
        let mut rest = Remainder::new(self.invariant.clone(), self.pieces.clone());
        let mut outside = Vec::new();
        while let Some(mut zone) = rest.next(|| semantics.alarm.heed())? {
            if self.delays {
                semantics.before_delays(&mut zone, &self.stopped);
            }
            outside.push(zone);
        }
        Ok(outside)
    }
}

/// The topological closure of a zone: every bound made weak.
fn closed(zone: &Zone) -> Zone {
    let weak = |bound: Bound| bound.limit().map_or(Bound::UNBOUNDED, Bound::le);
    let made = Zone::from_bounds(zone.dim(), |i, j| weak(zone.get(i, j)));
    made.unwrap_or_else(|| zone.clone())
}
