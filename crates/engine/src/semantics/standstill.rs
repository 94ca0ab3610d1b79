//! Where time cannot pass, and which processes see to that.

use network::LocationKind;
use network::eval::Fault;
use program::State;

use super::kinds::Invariant;
use super::moves::urgent_sender;
use super::successors::Semantics;

/// Why no time passes, whatever valuation of a state is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standstill {
    /// Some process is at a committed location. Only such processes begin something or take part in it.
    Committed,
    /// Some process is at an urgent location, or something urgent is possible, or an invariant allows no delay.
    Other,
}

impl Semantics<'_> {
    /// Why time stands still in the loaded state, and the processes of which each alone is reason enough for as long as it stays
    /// where it is and nobody changes what its labels read. None if time may pass somewhere.
    pub(crate) fn standstill(
        &mut self,
        state: &State,
        out: &mut Vec<usize>,
    ) -> Result<Option<Standstill>, Fault> {
        out.clear();
        self.with_kind(LocationKind::Committed, out);
        if !out.is_empty() {
            return Ok(Some(Standstill::Committed));
        }
        self.with_kind(LocationKind::Urgent, out);
        if out.is_empty() && self.urgent_channels {
            out.extend(urgent_sender(self.program, &mut self.machine, &mut self.memory)?);
        }
        if out.is_empty() {
            self.at_deadlines(state, out)?;
        }
        Ok((!out.is_empty()).then_some(Standstill::Other))
    }

    fn with_kind(&self, kind: LocationKind, out: &mut Vec<usize>) {
        let processes = self.program.processes.iter().zip(&self.memory).enumerate();
        out.extend(processes.filter_map(|(process, (code, location))| {
            let location = &code.locations[location.cast_unsigned() as usize];
            (location.kind == kind).then_some(process)
        }));
    }

    /// The processes whose invariant no valuation can keep after any delay: the clock has reached its bound in all of them.
    fn at_deadlines(&mut self, state: &State, out: &mut Vec<usize>) -> Result<(), Fault> {
        for &process in self.kinds.bounded() {
            if matches!(self.kinds.invariant(process, &self.memory), Invariant::Nothing) {
                continue;
            }
            let location = self.memory[process].cast_unsigned() as usize;
            for constraint in &self.program.processes[process].locations[location].constraints {
                if constraint.strict {
                    continue;
                }
                let found = self.machine.constraint(constraint, &mut self.memory)?;
                let Some((Some(left), None, bound)) = found else { continue };
                let row = self.rows.of(Some(left));
                if row != 0 && state.zone.least(row) >= bound {
                    out.push(process);
                    break;
                }
            }
        }
        Ok(())
    }
}
