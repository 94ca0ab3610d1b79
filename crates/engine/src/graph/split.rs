//! Layer: split zones along clock differences, then extrapolate.
//!
//! Extrapolation alone is unsound when clock differences are compared (Bouyer, STACS'03). Here a zone is
//! first cut into parts on which every comparison has one truth value, each part is extrapolated by ExtraM
//! and then cut back to what the comparisons said (Bengtsson and Yi, ICFEM'03).

use std::ops::ControlFlow;

use network::eval::Fault;
use zones::{Bound, Zone};

use super::{Layer, Next};
use crate::semantics::StepRef;
use crate::semantics::{ActiveClocks, Rows};
use crate::store::RowBounds;
use analysis::{Bounds, Diagonal, LocalBounds};
use program::State;

pub struct Split<'p> {
    diagonals: &'p [Diagonal],
    bounds: &'p LocalBounds,
    active: &'p ActiveClocks,
    processes: usize,
    here: Bounds,
    rows: Rows,
    row_bounds: RowBounds,
    cells: Vec<i32>,
}

/// A constraint between two rows.
type Cut = (usize, usize, Bound);

impl<'p> Split<'p> {
    /// The layer for a network with this many processes.
    #[must_use]
    pub fn new(
        diagonals: &'p [Diagonal],
        bounds: &'p LocalBounds,
        active: &'p ActiveClocks,
        processes: usize,
    ) -> Split<'p> {
        Split {
            diagonals,
            bounds,
            active,
            processes,
            here: Bounds::default(),
            rows: Rows::default(),
            row_bounds: RowBounds::default(),
            cells: Vec::new(),
        }
    }

    /// The parts of a zone on which every comparison is decided, each with what it says.
    fn parts(&self, zone: &Zone) -> Vec<(Zone, Vec<Cut>)> {
        let mut parts = vec![(zone.clone(), Vec::new())];
        for diagonal in self.diagonals {
            let (left, right) = (self.rows.row[diagonal.left], self.rows.row[diagonal.right]);
            if left == 0 || right == 0 {
                continue;
            }
            let bound =
                if diagonal.strict { Bound::lt(diagonal.limit) } else { Bound::le(diagonal.limit) };
            let mut next = Vec::with_capacity(parts.len());
            for (part, cuts) in parts {
                let opposite = bound.complement().map(|opposite| (right, left, opposite));
                for cut in [Some((left, right, bound)), opposite].into_iter().flatten() {
                    let mut piece = part.clone();
                    if piece.constrain(cut.0, cut.1, cut.2).is_ok() {
                        let mut longer = cuts.clone();
                        longer.push(cut);
                        next.push((piece, longer));
                    }
                }
            }
            parts = next;
        }
        parts
    }
}

impl Layer for Split<'_> {
    fn apply(
        &mut self,
        step: StepRef<'_>,
        state: &mut State,
        next: &mut Next<'_>,
    ) -> Result<ControlFlow<()>, Fault> {
        let locations = &state.cells[..self.processes];
        self.bounds.at(locations, &mut self.here);
        self.active.rows(locations, &mut self.rows);
        self.row_bounds.fill(&self.here, &self.rows.clocks);
        // Whoever is given a part may change the state at will, the cells too: symmetry does.
        self.cells.clone_from(&state.cells);
        for (mut zone, cuts) in self.parts(&state.zone) {
            zone.extrapolate_m(&self.row_bounds.lower);
            for (left, right, bound) in cuts {
                let kept = zone.constrain(left, right, bound);
                debug_assert!(kept.is_ok(), "the part itself satisfies the cut");
            }
            state.cells.clone_from(&self.cells);
            state.zone.copy_from(&zone);
            if next(step, state)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
