//! The fewest constraints that describe a zone: for storing, printing and cutting.
//!
//! Larsen, Larsson, Pettersson and Yi, "Efficient verification of real-time systems: compact data
//! structure and state-space reduction", RTSS 1997. Rows whose difference is a constant form
//! classes. Within a class one cycle through its members says everything; between the least members
//! of the classes there is no cycle of length 0, and there a bound that some path matches may be
//! left out, all such bounds at once.

use crate::bound::{Bound, LARGEST};
use crate::kernel::{self, Pivot};
use crate::zone::Zone;

/// `row left - row right` within a bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Constraint {
    /// The row on the left.
    pub left: usize,
    /// The row that is subtracted.
    pub right: usize,
    /// The bound on the difference, never [`Bound::UNBOUNDED`] in a [`Minimal`].
    pub bound: Bound,
}

/// A zone as its fewest constraints, in an order that depends on the zone only. That clocks are not
/// negative goes without saying.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Minimal {
    dim: usize,
    constraints: Vec<Constraint>,
}

impl Minimal {
    /// The constraints, by row.
    #[must_use]
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// The number of rows of the zone.
    #[must_use]
    pub fn dim(&self) -> usize {
        self.dim
    }

    #[must_use]
    pub fn zone(&self) -> Zone {
        let mut bounds = vec![Bound::UNBOUNDED; self.dim * self.dim];
        for constraint in &self.constraints {
            bounds[constraint.left * self.dim + constraint.right] = constraint.bound;
        }
        Zone::from_bounds(self.dim, |i, j| bounds[i * self.dim + j])
            .expect("the constraints were taken from a zone, so they are satisfiable")
    }
}

impl Zone {
    /// The fewest constraints that describe the zone; all, if sums of bounds may leave the range. (The
    /// bound of a leader may have saturated where that of another member of its class has not.)
    #[must_use]
    pub fn minimal(&self) -> Minimal {
        if self.reach() > LARGEST / 2 && kernel::reach_of(self.matrix()) > LARGEST / 2 {
            return self.every_constraint();
        }
        let leaders: Vec<usize> = (0..self.dim()).map(|row| self.leader_of(row)).collect();
        let detours = self.detours(&leaders);
        let mut constraints = Vec::new();
        for i in 0..self.dim() {
            for j in (0..self.dim()).filter(|&j| j != i) {
                let needed = if leaders[i] == leaders[j] {
                    next_in_class(&leaders, i) == j
                } else {
                    leaders[i] == i
                        && leaders[j] == j
                        && detours[i * self.stride() + j] > self.get(i, j)
                };
                let bound = self.get(i, j);
                if needed && !bound.is_unbounded() && !(i == 0 && self.is_known(j, &leaders)) {
                    constraints.push(Constraint { left: i, right: j, bound });
                }
            }
        }
        Minimal { dim: self.dim(), constraints }
    }

    fn every_constraint(&self) -> Minimal {
        let mut constraints = Vec::new();
        for left in 0..self.dim() {
            for (right, &bound) in self.row(left).iter().enumerate() {
                if left != right && !bound.is_unbounded() {
                    constraints.push(Constraint { left, right, bound });
                }
            }
        }
        Minimal { dim: self.dim(), constraints }
    }

    /// The least row whose difference to `row` is a constant.
    pub(crate) fn leader_of(&self, row: usize) -> usize {
        let is_fixed =
            |&other: &usize| self.get(row, other).then(self.get(other, row)) == Bound::LE_ZERO;
        (0..row).find(is_fixed).unwrap_or(row)
    }

    /// Does the lower bound of `row` go without saying: because it is 0, or because another member
    /// of its class, at a constant distance, may be 0 and not less? (In the class of row 0 the
    /// cycle says what the members are, so there only the former counts.)
    fn is_known(&self, row: usize, leaders: &[usize]) -> bool {
        let may_be_zero = |&other: &usize| self.get(0, other) == Bound::LE_ZERO;
        let same_class = |&other: &usize| leaders[other] == leaders[row] && leaders[row] != 0;
        may_be_zero(&row) || (1..self.dim()).filter(same_class).any(|other| may_be_zero(&other))
    }

    /// For two leaders, the tightest bound that follows from a path over one other leader. Laid out
    /// like the matrix; the other entries mean nothing.
    fn detours(&self, leaders: &[usize]) -> Vec<Bound> {
        let stride = self.stride();
        let mut detours = vec![Bound::UNBOUNDED; (self.dim() + 3) * stride];
        let (detours_only, spare) = detours.split_at_mut(self.dim() * stride);
        let (rest, scratch) = spare.split_at_mut(stride);
        for k in (0..self.dim()).filter(|&k| leaders[k] == k) {
            rest.copy_from_slice(&self.matrix()[k * stride..(k + 1) * stride]);
            // Going to k and staying there is no detour to k.
            rest[k] = Bound::UNBOUNDED;
            let pivot = Pivot::new(rest, scratch);
            for i in (0..self.dim()).filter(|&i| i != k && leaders[i] == i) {
                let first = self.get(i, k);
                if !first.is_unbounded() {
                    pivot.add_min_row(&mut detours_only[i * stride..(i + 1) * stride], first);
                }
            }
        }
        detours
    }
}

/// The cycle through the members of a class, in order and back to the first.
fn next_in_class(leaders: &[usize], row: usize) -> usize {
    let later = (row + 1..leaders.len()).find(|&other| leaders[other] == leaders[row]);
    later.unwrap_or(leaders[row])
}
