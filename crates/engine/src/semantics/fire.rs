//! What updates do to zones.

use network::eval::{ClockWrite, Fault, FaultKind};
use zones::{Bound, Zone};

use super::active::Rows;
use super::too_large;

/// The effect of clock assignments on the way from a zone with rows `from` to one with rows `to`.
///
/// A clock that is active afterwards and was not before has certainly been set (bounds flow backwards
/// until they meet an assignment), so rows are only ever dropped, or created by a reset.
pub(super) struct Reshape<'a> {
    pub from: &'a Rows,
    pub to: &'a Rows,
}

/// Buffers of [`Reshape::apply`], reused from transition to transition.
#[derive(Default)]
pub(super) struct ReshapeBuffers {
    /// The row of each clock while rows are being added.
    row: Vec<usize>,
    /// The rows to keep, in the order of the target.
    selection: Vec<usize>,
}

/// Instead of the row of a clock that has just been set to 0: a copy of the row of the constant 0 will do for it.
const ZERO: usize = usize::MAX;

impl Reshape<'_> {
    /// Applies the writes to `zone`, leaving the result in `out`.
    pub(super) fn apply(
        &self,
        zone: &mut Zone,
        writes: &[ClockWrite],
        buffers: &mut ReshapeBuffers,
        out: &mut Zone,
    ) -> Result<(), Fault> {
        let sets_to_zero = |write: &ClockWrite| write.source.is_none() && write.value == 0;
        if self.from.clocks == self.to.clocks || !writes.iter().all(sets_to_zero) {
            return self.apply_in_turn(zone, writes, buffers, out);
        }
        // Rows are chosen anew in any case, so that setting to 0 costs nothing more.
        buffers.row.clear();
        buffers.row.extend_from_slice(&self.from.row);
        writes.iter().for_each(|write| buffers.row[write.clock.index()] = ZERO);
        self.select(zone, buffers, out);
        #[cfg(debug_assertions)]
        {
            let mut other = Zone::zero(1);
            self.apply_in_turn(zone, writes, buffers, &mut other)?;
            assert_eq!(*out, other, "chosen rows differ from rows that were set");
        }
        Ok(())
    }

    /// One write after the other, and then the rows of the target.
    fn apply_in_turn(
        &self,
        zone: &mut Zone,
        writes: &[ClockWrite],
        buffers: &mut ReshapeBuffers,
        out: &mut Zone,
    ) -> Result<(), Fault> {
        buffers.row.clear();
        buffers.row.extend_from_slice(&self.from.row);
        for write in writes {
            self.write(zone, write, &mut buffers.row)?;
        }
        // A copy may have added a row that is only an intermediate value.
        if self.from.clocks == self.to.clocks && zone.dim() == self.to.dim() {
            std::mem::swap(zone, out);
            return Ok(());
        }
        self.select(zone, buffers, out);
        Ok(())
    }

    /// Chooses the rows of the target.
    fn select(&self, zone: &Zone, buffers: &mut ReshapeBuffers, out: &mut Zone) {
        let ReshapeBuffers { row, selection } = buffers;
        selection.clear();
        selection.push(0);
        selection.extend(self.to.clocks.iter().map(|clock| {
            // Better no answer than one about a clock whose value was forgotten.
            assert!(row[*clock] != 0, "an active clock was not set on entry");
            if row[*clock] == ZERO { 0 } else { row[*clock] }
        }));
        out.copy_rows_from(zone, selection);
    }

    fn write(&self, zone: &mut Zone, write: &ClockWrite, row: &mut [usize]) -> Result<(), Fault> {
        let clock = write.clock.index();
        let needed = self.to.row[clock] != 0;
        if write.value > Bound::MAX_LIMIT {
            return Err(too_large(write.value.into()));
        }
        let Some(source) = write.source else {
            match row[clock] {
                0 if needed => {
                    zone.insert_row(zone.dim(), write.value);
                    row[clock] = zone.dim() - 1;
                }
                0 => {}
                at => zone.reset(at, write.value),
            }
            return Ok(());
        };
        let from = row[source.index()];
        if from == 0 {
            // The source is not known because nobody will ask for the copy either; but a later write
            // may read it, so forget what was known.
            row[clock] = 0;
            return Ok(());
        }
        if row[clock] == 0 {
            zone.insert_row(zone.dim(), 0);
            row[clock] = zone.dim() - 1;
        }
        let at = row[clock];
        if at != from {
            zone.copy(at, from);
        }
        if write.value == 0 {
            return Ok(());
        }
        zone.shift(at, write.value).map_err(|_| {
            let kind = FaultKind::NegativeClock { clock: write.clock, value: write.value };
            Fault { kind, origin: network::Origin::NONE }
        })
    }
}
