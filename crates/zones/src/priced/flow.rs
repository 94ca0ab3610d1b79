//! Minimum-cost flows without capacities, exactly: what linear programs over zones come down to.
//!
//! The program "least sum of `rate(k) * w(k)` where `w(i) - w(j) <= length(i, j)` and `w(0) = 0`" is
//! the dual of this one: send goods along arcs so that row `k` gets `rate(k)` more than it passes on,
//! and the sum of `flow(i, j) * length(i, j)` is least. Both have the same optimum but for the sign,
//! and it is an integer if the rates and the lengths are. (Ahuja, Magnanti and Orlin, "Network flows",
//! 1993, chapters 9 and 10.)
//!
//! The algorithm sends goods along shortest paths, large amounts first (Edmonds and Karp, "Theoretical
//! improvements in algorithmic efficiency for network flow problems", Journal of the ACM, 1972). The
//! amounts are powers of two, and an amount that flows back is a multiple of the present one, so no
//! arc needs a capacity. For each power of two there are at most as many paths as twice the rows,
//! so the time does not depend on how large the rates are but for the number of their digits.

use crate::priced::error::CostError;

/// Bounds on differences of rows: `length(i, j)` bounds `row i - row j`.
///
/// They must have a solution, and row 0 a bound to every other row. Zones and their fibres have both.
pub(crate) struct Arcs {
    dim: usize,
    lengths: Vec<Option<i64>>,
}

/// An amount on an arc that is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Used {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) amount: i128,
}

impl Arcs {
    pub(crate) fn new(dim: usize, mut length: impl FnMut(usize, usize) -> Option<i64>) -> Arcs {
        let lengths = (0..dim * dim).map(|at| length(at / dim, at % dim)).collect();
        Arcs { dim, lengths }
    }

    pub(crate) fn length(&self, from: usize, to: usize) -> Option<i64> {
        self.lengths[from * self.dim + to]
    }

    /// The flow of least cost that brings `rates[k]` to row `k`, by its arcs; row 0 gives and takes
    /// what is left over. Nothing if there is no flow, which is to say that the sum of `rate * row`
    /// has no lower bound.
    pub(crate) fn cheapest_flow(&self, rates: &[i128]) -> Result<Option<Vec<Used>>, CostError> {
        let mut flow = Flow::new(self, rates)?;
        let most = flow.missing.iter().map(|missing| missing.unsigned_abs()).max().unwrap_or(0);
        let mut amount = if most == 0 { 0 } else { 1_i128 << most.ilog2() };
        while amount > 0 {
            while let Some((from, to)) = flow.pair(amount) {
                flow.send(from, to, amount)?;
            }
            amount /= 2;
        }
        Ok(flow.used())
    }
}

/// A flow on its way to completion.
struct Flow<'a> {
    arcs: &'a Arcs,
    /// What stands for a missing arc to row 0: longer than any path. It makes every row reach every
    /// other, and goods go that way only if there is no other.
    detour: i64,
    amounts: Vec<i128>,
    /// What each row still has to get; negative where it still has to give.
    missing: Vec<i128>,
}

/// One step of a path.
#[derive(Clone, Copy)]
struct Step {
    from: usize,
    length: i64,
    is_back: bool,
}

impl<'a> Flow<'a> {
    fn new(arcs: &'a Arcs, rates: &[i128]) -> Result<Flow<'a>, CostError> {
        let longest = arcs.lengths.iter().flatten().map(|length| length.abs()).max().unwrap_or(0);
        let rows = i64::try_from(arcs.dim).map_err(|_| CostError::Overflow)?;
        let detour = longest.checked_add(1).and_then(|most| most.checked_mul(2 * (rows + 1)));
        let mut missing = rates.to_vec();
        missing[0] = 0;
        let sum = missing.iter().try_fold(0_i128, |sum, &rate| sum.checked_add(rate));
        missing[0] = sum.and_then(i128::checked_neg).ok_or(CostError::Overflow)?;
        Ok(Flow {
            arcs,
            detour: detour.ok_or(CostError::Overflow)?,
            amounts: vec![0; arcs.dim * arcs.dim],
            missing,
        })
    }

    /// A row that has to give at least `amount`, and one that has to get it.
    fn pair(&self, amount: i128) -> Option<(usize, usize)> {
        let from = self.missing.iter().position(|&missing| missing <= -amount)?;
        let to = self.missing.iter().position(|&missing| missing >= amount)?;
        Some((from, to))
    }

    /// The length of an arc that goods may take.
    fn length(&self, from: usize, to: usize) -> Option<i64> {
        self.arcs.length(from, to).or((to == 0).then_some(self.detour))
    }

    /// The shortest way to go on: an arc, or an arc in use backwards. Of equal ones the latter, so that
    /// few arcs are in use.
    fn step(&self, from: usize, to: usize) -> Option<Step> {
        let forth = self.length(from, to).map(|length| Step { from, length, is_back: false });
        if self.amounts[to * self.arcs.dim + from] == 0 {
            return forth;
        }
        let back =
            self.length(to, from).map(|length| Step { from, length: -length, is_back: true });
        match (forth, back) {
            (Some(forth), Some(back)) => {
                Some(if forth.length < back.length { forth } else { back })
            }
            (forth, back) => forth.or(back),
        }
    }

    /// Sends goods along a shortest path. There is no cycle of negative length before, since the
    /// bounds have a solution, nor after, since the path is shortest.
    fn send(&mut self, from: usize, to: usize, amount: i128) -> Result<(), CostError> {
        let steps = self.shortest_paths(from)?;
        let dim = self.arcs.dim;
        let mut row = to;
        while let Some(step) = steps[row].filter(|_| row != from) {
            if step.is_back {
                self.amounts[row * dim + step.from] -= amount;
            } else {
                let on_arc = &mut self.amounts[step.from * dim + row];
                *on_arc = on_arc.checked_add(amount).ok_or(CostError::Overflow)?;
            }
            row = step.from;
        }
        self.missing[from] += amount;
        self.missing[to] -= amount;
        Ok(())
    }

    /// For each row, the last step of a shortest path from `from` (Bellman and Ford).
    fn shortest_paths(&self, from: usize) -> Result<Vec<Option<Step>>, CostError> {
        let dim = self.arcs.dim;
        let mut distances: Vec<Option<i64>> = vec![None; dim];
        let mut steps = vec![None; dim];
        distances[from] = Some(0);
        for _ in 0..dim {
            let mut changed = false;
            for row in 0..dim {
                let Some(distance) = distances[row] else { continue };
                for next in (0..dim).filter(|&next| next != row) {
                    let Some(step) = self.step(row, next) else { continue };
                    let sum = distance.checked_add(step.length).ok_or(CostError::Overflow)?;
                    if distances[next].is_none_or(|old| sum < old) {
                        (distances[next], steps[next]) = (Some(sum), Some(step));
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        Ok(steps)
    }

    /// The arcs in use, or nothing if a missing one is.
    fn used(&self) -> Option<Vec<Used>> {
        let dim = self.arcs.dim;
        let mut used = Vec::new();
        for (at, &amount) in self.amounts.iter().enumerate().filter(|(_, amount)| **amount > 0) {
            let (from, to) = (at / dim, at % dim);
            self.arcs.length(from, to)?;
            used.push(Used { from, to, amount });
        }
        Some(used)
    }
}
