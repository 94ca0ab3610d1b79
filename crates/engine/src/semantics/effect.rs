//! What a transition does to clocks, for arguments about time along cycles.

use network::eval::ClockWrite;
use zones::{Bound, Zone};

use super::active::Rows;

/// What a transition does to clocks.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Effect {
    /// The clocks it sets.
    pub written: Vec<u32>,
    /// Those it may set to anything but 0.
    pub displaced: Vec<u32>,
    /// Those it sets that are at least 1 before, whatever the valuation.
    pub elapsed: Vec<u32>,
}

impl Effect {
    /// The effect of these writes on the valuations of a zone.
    pub(super) fn of(writes: &[ClockWrite], zone: &Zone, rows: &Rows) -> Effect {
        let mut effect = Effect::default();
        for write in writes {
            let clock = write.clock.0;
            effect.written.push(clock);
            if write.source.is_some() || write.value != 0 {
                effect.displaced.push(clock);
            }
            let row = rows.row[write.clock.index()];
            if row != 0 && zone.get(0, row) <= Bound::le(-1) {
                effect.elapsed.push(clock);
            }
        }
        effect
    }
}
