//! Where transitions are enabled, and where none ever will be.

use network::eval::{ClockWrite, Fault};
use zones::{Bound, Precision, Remainder, Zone};

use super::checked_bound;
use super::invariants;
use super::moves::{Move, Moves};
use super::successors::{Semantics, constrain};
use super::urgency::may_delay;
use program::State;

/// With fewer bounds, subtracting what is possible is as quick as looking at each.
const FEW_DEADLINES: usize = 2;
/// With more pieces, all reactions to broadcasts are looked at at once.
const FEW_PIECES: usize = 1 << 10;

impl Semantics<'_> {
    /// The valuations of `zone` in which a move of the loaded state is enabled, target invariants
    /// included.
    pub(super) fn enabling(
        &mut self,
        moves: &Moves,
        chosen: &Move,
        zone: &Zone,
    ) -> Result<Vec<Zone>, Fault> {
        self.work.copy_from(zone);
        if !constrain(&mut self.work, moves.constraints(chosen)) {
            return Ok(Vec::new());
        }
        self.update(moves.transition(chosen))?;
        if !self.invariants()? || !self.constrain_before_update()? {
            return Ok(Vec::new());
        }
        Ok(self.unblocked(moves, chosen, &[]))
    }

    /// Restricts the working zone to what satisfies the target invariants after the update: each
    /// constraint is read with the clocks as the update sets them.
    fn constrain_before_update(&mut self) -> Result<bool, Fault> {
        for each in &self.constraints {
            let clock = |row: usize| row.checked_sub(1).map(|at| self.next_rows.clocks[at]);
            let (left, add) = before(&self.machine.clock_writes, clock(each.left));
            let (right, sub) = before(&self.machine.clock_writes, clock(each.right));
            let row = |clock: Option<usize>| clock.map_or(0, |clock| self.rows.row[clock]);
            let (left, right) = (row(left), row(right));
            let Some(limit) = each.bound.limit() else { continue };
            let (limit, strict) = (i64::from(limit) + sub - add, each.bound.is_strict());
            let holds = if left == right {
                (limit, !strict) >= (0, true)
            } else {
                self.work.constrain(left, right, checked_bound(limit, strict)?).is_ok()
            };
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The valuations of a state from which no transition is possible, now or after any delay.
    pub fn deadlocks(&mut self, state: &State) -> Result<Remainder, Fault> {
        self.load(&state.cells);
        // A zone that was coarsened may exceed the invariants. What is possible there is not what a delay
        // from within them leads to.
        let Some(invariant) = self.invariant_zone()? else { return Ok(Remainder::nothing()) };
        let within = invariant.intersection(&state.zone);
        let Some(zone) = within else { return Ok(Remainder::nothing()) };
        let delays = self.may_delay()? && is_closed(&zone, &invariant);
        self.without_actions(&zone, &zone, delays.then_some(&invariant), Vec::new())
    }

    /// What is left of a zone of the loaded state without the valuations from which some transition is possible, now or after a delay
    /// within `later`, and without others. How the listeners of a broadcast react hardly ever matters for whether it
    /// is possible, so one way is tried before all of them. (Not with priorities: what is possible
    /// takes part in deciding what else is.) With the invariants, deadlines are looked at first.
    pub(crate) fn without_actions(
        &mut self,
        zone: &Zone,
        later: &Zone,
        invariant: Option<&Zone>,
        others: Vec<Zone>,
    ) -> Result<Remainder, Fault> {
        if !self.program.priorities {
            let mut actions = self.actions(later, true)?;
            if invariant.is_some_and(|invariant| self.acts_at_deadlines(later, invariant, &actions))
            {
                return Ok(Remainder::nothing());
            }
            let partial = self.moves.partial;
            actions.extend(others.iter().cloned());
            let mut rest = Remainder::new(zone.clone(), actions);
            if !partial || !self.is_left(&mut rest, FEW_PIECES)? {
                return Ok(rest);
            }
        }
        let mut actions = self.actions(later, false)?;
        if invariant.is_some_and(|invariant| self.acts_at_deadlines(later, invariant, &actions)) {
            return Ok(Remainder::nothing());
        }
        actions.extend(others);
        Ok(Remainder::new(zone.clone(), actions))
    }

    /// Is something left? Yes, too, if more than `most` pieces must be looked at to find out.
    pub(crate) fn is_left(&self, rest: &mut Remainder, most: usize) -> Result<bool, Fault> {
        let mut looked_at = 0;
        let empty = rest.is_empty(|| {
            looked_at += Remainder::PIECES;
            if looked_at > most { Err(None) } else { self.alarm.heed().map_err(Some) }
        });
        match empty {
            Ok(empty) => Ok(!empty),
            Err(None) => Ok(true),
            Err(Some(fault)) => Err(fault),
        }
    }

    /// The next piece of what is left, if there is one.
    pub(crate) fn next_piece(&self, rest: &mut Remainder) -> Result<Option<Zone>, Fault> {
        let piece = rest.next(|| self.alarm.heed())?;
        piece.iter().try_for_each(|piece| self.check_range(piece))?;
        Ok(piece)
    }

    /// Is some transition possible, at the latest, at the moment at which time may pass no further? `zone` is what delays
    /// lead to within the invariants of the loaded state, `actions` from where in it some transition is possible. Where it is, no
    /// valuation is stuck: as time passes, some bound of the invariants is reached first. This is quick where there are many
    /// bounds; a no says nothing.
    fn acts_at_deadlines(&self, zone: &Zone, invariant: &Zone, actions: &[Zone]) -> bool {
        let bounds = (1..invariant.dim()).map(|row| (row, invariant.get(row, 0)));
        let deadlines: Vec<(usize, Bound)> =
            bounds.filter(|(_, bound)| !bound.is_unbounded()).collect();
        let reached = |(_, bound): &(usize, Bound)| !bound.is_strict();
        if self.stopwatches || deadlines.len() < FEW_DEADLINES || !deadlines.iter().all(reached) {
            return false;
        }
        deadlines.into_iter().all(|(row, bound)| {
            let mut last = zone.clone();
            let limit = bound.limit().unwrap_or(0);
            match last.constrain(0, row, Bound::le(-limit)) {
                Ok(()) => actions.iter().any(|action| action.includes(&last)),
                // This bound is never the first.
                Err(_) => true,
            }
        })
    }

    /// The valuations of the loaded state with this zone from which some transition is possible, now or
    /// after a delay within the zone.
    pub(crate) fn action_zones(&mut self, zone: &Zone) -> Result<Vec<Zone>, Fault> {
        self.actions(zone, false)
    }

    fn actions(&mut self, zone: &Zone, one_reaction: bool) -> Result<Vec<Zone>, Fault> {
        let delays = self.may_delay()?;
        self.find_moves(zone, None, one_reaction)?;
        let moves = std::mem::take(&mut self.moves);
        let mut zones = Vec::new();
        let mut result = Ok(());
        for chosen in &moves.list {
            match self.enabling(&moves, chosen, zone) {
                Ok(pieces) => zones.extend(pieces),
                Err(fault) => {
                    // The transition attempted last is the one that fails.
                    result = Err(fault);
                    break;
                }
            }
        }
        self.moves = moves;
        if delays && result.is_ok() {
            result = self.go_back(&mut zones);
        }
        result.map(|()| zones)
    }

    /// Adds to each zone the valuations of the loaded state that a delay leads from into it. With stopped clocks
    /// that may be no zone: then nothing is added, so that there are rather too few, and what is found with
    /// these is an approximation.
    fn go_back(&mut self, zones: &mut [Zone]) -> Result<(), Fault> {
        let stopped = self.stopped_rows()?;
        zones.iter_mut().for_each(|zone| self.before_delays(zone, &stopped));
        Ok(())
    }

    /// Adds what delays lead from into a zone, if that is a zone: see [`Semantics::go_back`].
    pub(crate) fn before_delays(&mut self, zone: &mut Zone, stopped: &[bool]) {
        if stopped.is_empty() {
            zone.down();
        } else if zone.clone().up_running(stopped) == Precision::Exact {
            // What is exact forwards is exact backwards: the condition is the same.
            *zone = before_delay(zone, stopped);
        } else {
            self.approximated = true;
        }
    }

    /// Which rows of the loaded state stand still while time passes; nothing if none does.
    pub(crate) fn stopped_rows(&mut self) -> Result<Vec<bool>, Fault> {
        let any_stopped = self.stopwatches
            && invariants::stopped(
                self.program,
                &mut self.machine,
                &mut self.memory,
                &self.rows,
                &mut self.stopped,
            )?;
        Ok(if any_stopped { self.stopped.clone() } else { Vec::new() })
    }

    /// The valuations that satisfy the invariants of the loaded state; none if integers exclude all.
    pub fn invariant_zone(&mut self) -> Result<Option<Zone>, Fault> {
        self.constraints.clear();
        let holds = invariants::evaluate(
            self.program,
            &self.kinds,
            &mut self.machine,
            &mut self.memory,
            &self.rows,
            &mut self.constraints,
        )?;
        let mut zone = Zone::universe(self.rows.dim());
        Ok((holds && constrain(&mut zone, &self.constraints)).then_some(zone))
    }

    /// May time pass in the loaded state?
    pub fn may_delay(&mut self) -> Result<bool, Fault> {
        may_delay(self.program, &mut self.machine, &mut self.memory, self.urgent_channels)
    }
}

/// Does every delay from the zone that the invariants allow stay in it?
fn is_closed(zone: &Zone, invariant: &Zone) -> bool {
    let mut later = zone.clone();
    later.up();
    later.intersect(invariant).is_ok() && zone.includes(&later)
}

/// The smallest zone of what leads into a zone by a delay during which some clocks stand still: a running clock
/// may have been behind a standing one by any amount, but not below 0.
fn before_delay(zone: &Zone, stopped: &[bool]) -> Zone {
    let is_running = |row: usize| row != 0 && !stopped[row];
    let bound = |i: usize, j: usize| match (is_running(i), is_running(j)) {
        (false, true) if i == 0 => Bound::LE_ZERO,
        (false, true) => Bound::UNBOUNDED,
        _ => zone.get(i, j),
    };
    Zone::from_bounds(zone.dim(), bound).unwrap_or_else(|| zone.clone())
}

/// What a clock is, in terms of clocks before the writes: a clock (or 0) plus a constant.
pub(super) fn before(writes: &[ClockWrite], clock: Option<usize>) -> (Option<usize>, i64) {
    let (mut at, mut offset) = (clock, 0);
    for write in writes.iter().rev() {
        if at == Some(write.clock.index()) {
            at = write.source.map(network::ClockId::index);
            offset += i64::from(write.value);
        }
    }
    (at, offset)
}
