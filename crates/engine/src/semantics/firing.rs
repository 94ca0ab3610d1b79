//! Transitions without what they do to zones, for those who follow more than zones.
//!
//! A search that knows what valuations cost has operators of its own for guards, resets and delays. What is enabled
//! where, in which order updates run and when time may pass is the same for it as for everybody else.

use network::Network;
use network::eval::{ClockWrite, Fault};
use zones::Zone;

use super::RowConstraint;
use super::active::Rows;
use super::enabling::before;
use super::fire::{Reshape, ReshapeBuffers};
use super::successors::{Semantics, constrain};
use program::Transition;

/// A transition of a state, or the start.
#[derive(Clone, Copy, Debug)]
pub struct Firing<'s> {
    /// The edges that fire together; empty at the start.
    pub transition: &'s Transition,
    /// Where it is possible, guards, listeners and priorities considered: zones with the rows `from`, of which no
    /// two overlap. Invariants of the target are not considered.
    pub enabled: &'s [Zone],
    /// The clocks it sets, in order.
    pub writes: &'s [ClockWrite],
    pub from: &'s Rows,
    pub to: &'s Rows,
    /// The invariants after, in rows.
    pub invariants: &'s [RowConstraint],
    /// May time pass afterwards?
    pub may_delay: bool,
    /// The discrete state after.
    pub cells: &'s [i32],
}

impl Firing<'_> {
    /// The zone on entry that valuations of `zone` lead to, which all enable the transition; nothing if the invariants
    /// after it allow none.
    pub fn enter(&self, zone: &Zone) -> Result<Option<Zone>, Fault> {
        let (mut zone, mut entered) = (zone.clone(), Zone::zero(1));
        let reshape = Reshape { from: self.from, to: self.to };
        reshape.apply(&mut zone, self.writes, &mut ReshapeBuffers::default(), &mut entered)?;
        Ok(constrain(&mut entered, self.invariants).then_some(entered))
    }

    /// What each row of the target is: a row before the transition (or 0) and a constant.
    #[must_use]
    pub fn origins(&self) -> Vec<(usize, i64)> {
        let origin = |clock: &usize| {
            let (clock, offset) = before(self.writes, Some(*clock));
            (clock.map_or(0, |clock| self.from.row[clock]), offset)
        };
        self.to.clocks.iter().map(origin).collect()
    }
}

pub type EmitFiring<'e> = dyn FnMut(Firing<'_>) -> Result<(), Fault> + 'e;

impl Semantics<'_> {
    /// The start: its zone before any delay, with what holds there. Nothing if an invariant excludes it.
    pub fn start_firing(
        &mut self,
        network: &Network,
        emit: &mut EmitFiring<'_>,
    ) -> Result<(), Fault> {
        let Some(state) = self.initial(network, super::Entry::Bare)? else { return Ok(()) };
        let may_delay = self.may_delay_next()?;
        emit(Firing {
            transition: &[],
            enabled: std::slice::from_ref(&state.zone),
            writes: &[],
            from: &self.next_rows,
            to: &self.next_rows,
            invariants: &self.constraints,
            may_delay,
            cells: &state.cells,
        })
    }

    /// Emits every transition that is possible somewhere in the zone of the loaded discrete state.
    pub fn firings(&mut self, zone: &Zone, emit: &mut EmitFiring<'_>) -> Result<(), Fault> {
        self.find_moves(zone, None, false)?;
        let moves = std::mem::take(&mut self.moves);
        let mut result = Ok(());
        for chosen in &moves.list {
            result = self.firing(&moves, chosen, zone, emit);
            if result.is_err() {
                break;
            }
        }
        self.moves = moves;
        result
    }

    fn firing(
        &mut self,
        moves: &super::Moves,
        chosen: &super::Move,
        zone: &Zone,
        emit: &mut EmitFiring<'_>,
    ) -> Result<(), Fault> {
        let blockers = self.blockers(moves, chosen, zone)?;
        self.work.copy_from(zone);
        if !constrain(&mut self.work, moves.constraints(chosen)) {
            return Ok(());
        }
        let enabled = self.unblocked(moves, chosen, &blockers);
        if enabled.is_empty() {
            return Ok(());
        }
        self.update(moves.transition(chosen))?;
        if !self.invariants()? {
            return Ok(());
        }
        let may_delay = self.may_delay_next()?;
        emit(Firing {
            transition: moves.transition(chosen),
            enabled: &enabled,
            writes: &self.machine.clock_writes,
            from: &self.rows,
            to: &self.next_rows,
            invariants: &self.constraints,
            may_delay,
            cells: &self.next[..self.program.layout.carried],
        })
    }
}
