//! What is special about locations, in a table small enough to stay at hand.

use network::LocationKind;
use zones::Bound;

use super::checked_bound;
use program::{Amount, ClockRef, Constraint, LocationCode, Program, Test};

/// What is special about each location of each process.
pub(crate) struct Kinds {
    /// Where the locations of each process start.
    starts: Vec<u32>,
    kinds: Vec<u8>,
    /// Where the upper bounds of each location start; they end where those of the next one start.
    first: Vec<u32>,
    /// Constant upper bounds of clocks: all that there is in an invariant that is [`PLAIN`].
    upper: Vec<(u32, Bound)>,
    /// The processes that have an invariant somewhere.
    bounded: Vec<usize>,
    /// The processes that have a location where time stands still.
    still: Vec<usize>,
}

/// It has an invariant that must be evaluated.
const BOUNDED: u8 = 1;
const STILL: u8 = 2;
/// It has an invariant, which is a conjunction of constant upper bounds of clocks.
const PLAIN: u8 = 4;

/// An invariant, as far as it is known beforehand.
pub(crate) enum Invariant<'a> {
    Nothing,
    /// Constant upper bounds of clocks.
    Upper(&'a [(u32, Bound)]),
    Evaluated,
}

impl Kinds {
    pub(crate) fn of(program: &Program) -> Kinds {
        let mut all = Kinds {
            starts: Vec::new(),
            kinds: Vec::new(),
            first: vec![0],
            upper: Vec::new(),
            bounded: Vec::new(),
            still: Vec::new(),
        };
        for (number, process) in program.processes.iter().enumerate() {
            let start = all.kinds.len();
            all.starts.push(count(start));
            for location in &process.locations {
                let upper = upper_bounds(location);
                all.kinds.push(kind(location, upper.is_some()));
                all.upper.extend(upper.unwrap_or_default());
                all.first.push(count(all.upper.len()));
            }
            let any = |mask: u8| all.kinds[start..].iter().any(|kind| kind & mask != 0);
            all.bounded.extend(any(BOUNDED | PLAIN).then_some(number));
            all.still.extend(any(STILL).then_some(number));
        }
        all
    }

    /// The processes that have an invariant somewhere.
    pub(super) fn bounded(&self) -> &[usize] {
        &self.bounded
    }

    /// Is some process where time stands still?
    pub(super) fn stand_still(&self, memory: &[i32]) -> bool {
        self.still.iter().any(|process| {
            let at = self.starts[*process] + memory[*process].cast_unsigned();
            self.kinds[at as usize] & STILL != 0
        })
    }

    /// The invariant of the location of a process.
    #[inline]
    pub(super) fn invariant(&self, process: usize, memory: &[i32]) -> Invariant<'_> {
        let at = (self.starts[process] + memory[process].cast_unsigned()) as usize;
        match self.kinds[at] & (BOUNDED | PLAIN) {
            0 => Invariant::Nothing,
            PLAIN => {
                let range = self.first[at] as usize..self.first[at + 1] as usize;
                Invariant::Upper(&self.upper[range])
            }
            _ => Invariant::Evaluated,
        }
    }
}

fn kind(location: &LocationCode, is_plain: bool) -> u8 {
    let bounded = location.invariant != Test::Always || !location.constraints.is_empty();
    let still = location.kind != LocationKind::Normal;
    let invariant = match (bounded, is_plain) {
        (false, _) => 0,
        (true, true) => PLAIN,
        (true, false) => BOUNDED,
    };
    invariant | (u8::from(still) * STILL)
}

/// The invariant of a location, if it is a conjunction of constant upper bounds of clocks.
fn upper_bounds(location: &LocationCode) -> Option<Vec<(u32, Bound)>> {
    let plain = location.invariant == Test::Always;
    plain.then(|| location.constraints.iter().map(upper_bound).collect()).flatten()
}

fn upper_bound(constraint: &Constraint) -> Option<(u32, Bound)> {
    match *constraint {
        Constraint {
            when: Test::Always,
            left: ClockRef::Fixed(clock),
            right: ClockRef::Zero,
            strict,
            bound: Amount::Const(bound),
        } => Some((clock, checked_bound(bound.into(), strict).ok()?)),
        _ => None,
    }
}

fn count(length: usize) -> u32 {
    u32::try_from(length).expect("locations and their bounds are counted in 32 bits")
}
