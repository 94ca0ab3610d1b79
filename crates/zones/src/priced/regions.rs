//! A linear program over a zone whose right-hand sides are parameters, themselves from a zone.
//!
//! Given a zone of pairs `(v, w)`, let `g(v)` be the infimum of `cost_big(w)` over all `w` that are
//! paired with `v`. Is `g(v) <= cost_small(v)` for every `v` of a cell?
//!
//! For a fixed `v` this is a linear program over a zone, and its dual is a flow. What may flow does
//! not depend on `v`, only what it costs does. So every flow gives an affine function of `v`, and by
//! duality `g` is the largest of these functions (weak duality: none is above `g`; strong duality:
//! for every `v` one is equal to `g`). Where a flow is optimal, its function *is* `g`. By complementary
//! slackness it is optimal for `v` exactly if some `w`, paired with `v` when strict bounds are taken for
//! weak ones, meets the bounds of all arcs in use with equality. These `v` form a zone, a *region*.
//!
//! That gives the algorithm. Take a point of the cell, find an optimal flow there, and check the
//! function of that flow against `cost_small`, over the whole cell: above it anywhere means that `g` is.
//! Then go on with what the region leaves of the cell. Each round removes the region of one set of arcs
//! from the cell, at least the point, so it ends.
//!
//! Strict bounds: `g` is an infimum, so closing the set of the `w` does not change it as long as there
//! is a `w` at all, which the caller has made sure of. Closing the cell does not matter either, since both sides
//! are continuous on it.

use crate::bound::Bound;
use crate::priced::cost::Cost;
use crate::priced::error::CostError;
use crate::priced::flow::{Arcs, Used};
use crate::priced::least::{face, optimum_of};
use crate::zone::Zone;

/// How many pieces a comparison may still look at.
pub(crate) struct Budget(usize);

impl Budget {
    /// For zones of so many rows. A piece takes about the cube of that, and a search has better things
    /// to do than to compare two zones for longer than a fraction of a second. With few clocks this is
    /// more than there can be.
    pub(crate) fn for_rows(dim: usize) -> Budget {
        let one = (2 * dim).saturating_pow(3);
        Budget((20_000_000 / one).max(16))
    }

    fn spend(&mut self) -> Result<(), CostError> {
        self.0 = self.0.checked_sub(1).ok_or(CostError::TooManyPieces)?;
        Ok(())
    }
}

/// Pairs of valuations `v` and `w`. The rows of `v` come first, row 0 is shared.
pub(crate) struct Pairs<'a> {
    pub(crate) zone: Zone,
    /// The cost of `w`.
    pub(crate) big: &'a Cost,
    /// The cost of `v`.
    pub(crate) small: &'a Cost,
}

/// Arcs of a program for one `v`, in which all rows of `v` are one row, and where they come from.
struct Fibre {
    arcs: Arcs,
    /// For each row of `w`: the row of `v` that bounds it from above, and the one from below.
    above: Vec<usize>,
    below: Vec<usize>,
}

impl Pairs<'_> {
    /// For every `v` of the cell, is the infimum of the costs of its `w` at most its own cost? There must
    /// be a `w` for every `v`.
    pub(crate) fn are_cheap_for(
        &self,
        cell: &Zone,
        budget: &mut Budget,
    ) -> Result<bool, CostError> {
        let rows: Vec<usize> = (0..cell.dim()).collect();
        debug_assert!(self.zone.select_rows(&rows).includes(cell), "some v is not simulated");
        let closed = closed(&self.zone);
        let mut parts = vec![cell.clone()];
        while let Some(part) = parts.pop() {
            budget.spend()?;
            let Some(flow) = self.flow_at(&grid_point(&part))? else {
                // No lower bound for one `v` means none for any: what may flow is always the same.
                return Ok(true);
            };
            if self.exceeds(&flow, &part)? {
                return Ok(false);
            }
            let optimal = face(&closed, &flow);
            let region = optimal.expect("the flow is optimal at a point of the part");
            parts.extend(part.subtract(&region.select_rows(&rows)));
        }
        Ok(true)
    }

    /// The row of the zone of pairs that holds row `k` of `w`.
    fn row(&self, k: usize) -> usize {
        if k == 0 { 0 } else { self.small.rates().len() - 1 + k }
    }

    /// An optimal flow for `v = point / scale`, by the arcs of the zone of pairs.
    fn flow_at(&self, point: &[i64]) -> Result<Option<Vec<Used>>, CostError> {
        let fibre = self.fibre(point);
        let Some(mut flow) = fibre.arcs.cheapest_flow(&self.big.wide_rates())? else {
            return Ok(None);
        };
        for used in &mut flow {
            let Used { from, to, .. } = *used;
            used.from = if from == 0 { fibre.below[to] } else { self.row(from) };
            used.to = if to == 0 { fibre.above[from] } else { self.row(to) };
        }
        Ok(Some(flow))
    }

    fn fibre(&self, point: &[i64]) -> Fibre {
        let dim = point.len();
        let scale = dim as i64;
        let limit = |i: usize, j: usize| Some(i64::from(self.zone.get(i, j).limit()?) * scale);
        let above = |k: usize| {
            let end = |v: usize| Some((limit(self.row(k), v)? + point[v], v));
            (0..dim).filter_map(end).min()
        };
        let below = |k: usize| {
            let end = |v: usize| Some((limit(v, self.row(k))? - point[v], v));
            (0..dim).filter_map(end).min()
        };
        let (aboves, belows): (Vec<_>, Vec<_>) = (0..dim).map(|k| (above(k), below(k))).unzip();
        let arcs = Arcs::new(dim, |i, j| match (i, j) {
            (0, 0) => Some(0),
            (0, j) => Some(belows[j]?.0),
            (i, 0) => Some(aboves[i]?.0),
            (i, j) => limit(self.row(i), self.row(j)),
        });
        let rows = |ends: &[Option<(i64, usize)>]| {
            ends.iter().map(|end| end.map_or(0, |(_, row)| row)).collect()
        };
        Fibre { arcs, above: rows(&aboves), below: rows(&belows) }
    }

    /// Is the function of the flow somewhere in the part above the cost of `v`?
    ///
    /// Row `k` of `w` gets `rate(k)` more than it passes on. So the sum of `rate(k) * w(k)` is the sum
    /// of `flow(i, j) * (row j - row i)` over all arcs, and minus what the rows of `v` contribute to
    /// that. With `row j - row i >= -bound(i, j)` only `v` is left.
    fn exceeds(&self, flow: &[Used], part: &Zone) -> Result<bool, CostError> {
        let mut rates = self.small.wide_rates();
        let mut constant = i128::from(self.small.constant()) - i128::from(self.big.constant());
        for &Used { from, to, amount } in flow {
            let limit = self.zone.get(from, to).limit().map_or(0, i128::from);
            let cost = amount.checked_mul(limit).ok_or(CostError::Overflow)?;
            constant = constant.checked_add(cost).ok_or(CostError::Overflow)?;
            if let Some(rate) = rates.get_mut(from) {
                *rate = rate.checked_sub(amount).ok_or(CostError::Overflow)?;
            }
            if let Some(rate) = rates.get_mut(to) {
                *rate = rate.checked_add(amount).ok_or(CostError::Overflow)?;
            }
        }
        let Some(optimum) = optimum_of(part, &rates)? else { return Ok(true) };
        Ok(optimum.value.checked_add(constant).ok_or(CostError::Overflow)? < 0)
    }
}

/// The zone with weak bounds for strict ones. The matrix stays closed: its limits do not change.
fn closed(zone: &Zone) -> Zone {
    let mut closed = Zone::zero(1);
    closed.load(zone.dim(), |i, j| zone.get(i, j).limit().map_or(Bound::UNBOUNDED, Bound::le));
    closed
}

/// A point of the zone, multiplied by the number of its rows.
///
/// On the grid of that width "less than" is "at least one less". A cycle with `k` strict bounds has a
/// positive sum of limits, hence at least `dim - k >= 0` on the grid, so there is a point, and the
/// least one is found by longest paths.
fn grid_point(zone: &Zone) -> Vec<i64> {
    let dim = zone.dim();
    let mut point = vec![0; dim];
    let mut changed = true;
    while changed {
        changed = false;
        for i in 0..dim {
            for j in 1..dim {
                let bound = zone.get(i, j);
                let Some(limit) = bound.limit() else { continue };
                let room = i64::from(limit) * dim as i64 - i64::from(bound.is_strict());
                if point[j] < point[i] - room {
                    point[j] = point[i] - room;
                    changed = true;
                }
            }
        }
    }
    point
}
