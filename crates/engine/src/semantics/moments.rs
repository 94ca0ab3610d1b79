//! What follows from one valuation at whole moments: transitions now, or waiting until more is possible.

use std::ops::ControlFlow;

use network::eval::Fault;
use program::{Participant, State};
use symmetry::TwinRanks;
use zones::Zone;

use super::invariants;
use super::moves::{Move, Moves};
use super::step::StepRef;
use super::successors::{Emit, Entry, Semantics};

impl Semantics<'_> {
    /// Adds the delays that the invariants of the loaded state allow from the valuations of a zone, which satisfy
    /// them.
    pub(crate) fn add_delays(&mut self, zone: &mut Zone) -> Result<(), Fault> {
        if !self.may_delay()? {
            return Ok(());
        }
        self.constraints.clear();
        // Integers do not change while time passes, so what held on entry holds.
        invariants::evaluate(
            self.program,
            &self.kinds,
            &mut self.machine,
            &mut self.memory,
            &self.rows,
            &mut self.constraints,
        )?;
        self.let_time_pass(zone);
        Ok(())
    }

    /// Emits what follows from a state with one valuation that has just been loaded: first the state in which as
    /// much time has passed as it takes until something is possible that is not possible now, or is still
    /// possible; then what each transition leads to that is possible now.
    pub(crate) fn moments_of_loaded(
        &mut self,
        state: &State,
        twins: Option<&TwinRanks>,
        emit: &mut Emit<'_>,
    ) -> Result<ControlFlow<()>, Fault> {
        let mut ray = std::mem::replace(&mut self.ray, Zone::zero(1));
        ray.copy_from(&state.zone);
        self.machine.begin();
        let result = self.add_delays(&mut ray).and_then(|()| self.find_moves(&ray, twins, false));
        self.ray = ray;
        result?;
        let moves = std::mem::take(&mut self.moves);
        let result = self.wait_or_fire(&moves, state, emit);
        self.moves = moves;
        result
    }

    fn wait_or_fire(
        &mut self,
        moves: &Moves,
        state: &State,
        emit: &mut Emit<'_>,
    ) -> Result<ControlFlow<()>, Fault> {
        if let Some(delay) = self.next_moment(moves, &state.zone)
            && self.wait(state, delay, emit)?.is_break()
        {
            return Ok(ControlFlow::Break(()));
        }
        for chosen in &moves.list {
            debug_assert!(
                moves.exclusions(chosen).next().is_none(),
                "listeners have no clock guards"
            );
            let mut guard = moves.constraints(chosen).iter();
            if !guard.all(|each| state.zone.satisfies(each.left, each.right, each.bound)) {
                continue;
            }
            self.work.copy_from(&state.zone);
            if self.fire(moves.transition(chosen), Entry::Bare, emit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Emits the state after a delay.
    fn wait(
        &mut self,
        state: &State,
        delay: i32,
        emit: &mut Emit<'_>,
    ) -> Result<ControlFlow<()>, Fault> {
        self.point.clear();
        self.point.extend((1..state.zone.dim()).map(|row| state.zone.least(row) + delay));
        let mut later = self.successor.take().unwrap_or_else(State::blank);
        later.cells.clone_from(&state.cells);
        later.zone.fill_point(&self.point);
        let flow = emit(StepRef::of(&[]), &mut later);
        self.successor = Some(later);
        flow
    }

    /// After how long, at least 1, some transition that changes anything is possible. The moves are those of all
    /// delays, which are in `ray`, from the valuation of `point`.
    fn next_moment(&self, moves: &Moves, point: &Zone) -> Option<i32> {
        moves.list.iter().filter_map(|chosen| self.moment_of(moves, chosen, point)).min()
    }

    /// After how long, at least 1, a move is possible.
    fn moment_of(&self, moves: &Moves, chosen: &Move, point: &Zone) -> Option<i32> {
        if let [only] = moves.transition(chosen)
            && self.is_idle(*only)
        {
            return None;
        }
        // The longest delay within the invariants; all clocks run, so any row says which.
        let longest = |row: usize| self.ray.get(row, 0).limit().map(|most| most - point.least(row));
        let mut most = if point.dim() > 1 { longest(1).unwrap_or(i32::MAX) } else { 0 };
        let mut least = 1;
        for each in moves.constraints(chosen) {
            let Some(limit) = each.bound.limit() else { continue };
            match (each.left, each.right) {
                (0, 0) => {}
                (row, 0) => most = most.min(limit - point.least(row)),
                (0, row) => least = least.max(-limit - point.least(row)),
                // Delays leave differences as they are.
                (left, right) if point.satisfies(left, right, each.bound) => {}
                _ => return None,
            }
        }
        (least <= most).then_some(least)
    }

    /// Does an edge that fires alone leave everything as it is?
    fn is_idle(&self, only: Participant) -> bool {
        let edge = self.program.edge(only.process, only.edge);
        edge.source == edge.target
            && edge.update.is_none()
            && self.program.before.is_none()
            && self.program.after.is_none()
    }
}
