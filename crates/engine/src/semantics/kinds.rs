//! What is special about locations, in a table small enough to stay at hand.

use network::LocationKind;

use program::{LocationCode, Program, Test};

/// What is special about each location of each process.
pub(crate) struct Kinds {
    /// Where the locations of each process start.
    starts: Vec<u32>,
    kinds: Vec<u8>,
}

/// It has an invariant.
const BOUNDED: u8 = 1;
const STILL: u8 = 2;

impl Kinds {
    pub(crate) fn of(program: &Program) -> Kinds {
        let mut all = Kinds { starts: Vec::new(), kinds: Vec::new() };
        for process in &program.processes {
            let start = u32::try_from(all.kinds.len()).expect("locations are counted in 32 bits");
            all.starts.push(start);
            all.kinds.extend(process.locations.iter().map(kind));
        }
        all
    }

    /// Is some process where time stands still?
    pub(super) fn stand_still(&self, memory: &[i32]) -> bool {
        let mut processes = self.starts.iter().zip(memory);
        processes.any(|(start, location)| {
            self.kinds[(start + location.cast_unsigned()) as usize] & STILL != 0
        })
    }

    /// Is a process at a location with an invariant?
    #[inline]
    pub(super) fn is_bounded(&self, process: usize, memory: &[i32]) -> bool {
        let at = self.starts[process] + memory[process].cast_unsigned();
        self.kinds[at as usize] & BOUNDED != 0
    }
}

fn kind(location: &LocationCode) -> u8 {
    let bounded = location.invariant != Test::Always || !location.constraints.is_empty();
    let still = location.kind != LocationKind::Normal;
    (u8::from(bounded) * BOUNDED) | (u8::from(still) * STILL)
}
