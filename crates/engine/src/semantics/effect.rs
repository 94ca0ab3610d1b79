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
    /// Those that are at least 1 before, whatever the valuation, and that it sets or that are not active after it. What
    /// is not active is set before it is active again, so 1 time unit passes from one such event of a clock to the
    /// next, if it is set to nothing but 0 in between.
    pub elapsed: Vec<u32>,
}

impl Effect {
    /// The effect of these writes on the valuations of a zone with rows `from`, on the way to one with rows `to`.
    pub(super) fn of(writes: &[ClockWrite], zone: &Zone, from: &Rows, to: &Rows) -> Effect {
        let mut effect = Effect::default();
        for write in writes {
            let clock = write.clock.0;
            effect.written.push(clock);
            if write.source.is_some() || write.value != 0 {
                effect.displaced.push(clock);
            }
        }
        for (row, clock) in (1..).zip(&from.clocks) {
            let number = u32::try_from(*clock).expect("clocks are few");
            let ends = to.row[*clock] == 0 || effect.written.contains(&number);
            if ends && zone.get(0, row) <= Bound::le(-1) {
                effect.elapsed.push(number);
            }
        }
        effect
    }

    /// The same with other names for clocks, each named once.
    #[must_use]
    pub fn renamed(mut self, name: &[u32]) -> Effect {
        for clocks in [&mut self.written, &mut self.displaced, &mut self.elapsed] {
            clocks.iter_mut().for_each(|clock| *clock = name[*clock as usize]);
            clocks.sort_unstable();
            clocks.dedup();
        }
        self
    }
}
