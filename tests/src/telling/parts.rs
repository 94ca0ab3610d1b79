//! What the networks are made of.

use network::build::NetworkBuilder;
use network::{ChannelFamilyId, ChannelKind, ClockFamilyId, LocationId, ProcessId, VariableId};

pub(super) struct Dice<'r> {
    pub(super) random: &'r mut dyn FnMut() -> u64,
}

impl Dice<'_> {
    pub(super) fn below(&mut self, below: usize) -> usize {
        usize::try_from((self.random)() % below.max(1) as u64).unwrap_or(0)
    }

    pub(super) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(super) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    pub(super) fn small(&mut self, most: usize) -> i32 {
        i32::try_from(self.below(most + 1)).unwrap_or(0)
    }
}

/// How the middle keeps time from passing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Instant {
    Committed,
    Urgent,
    Invariant,
}

/// What the network is made of.
pub(super) struct Parts {
    pub(super) bus: ProcessId,
    pub(super) stations: Vec<ProcessId>,
    pub(super) third: ProcessId,
    pub(super) bus_clock: ClockFamilyId,
    /// One for each station, or none.
    pub(super) clocks: Vec<ClockFamilyId>,
    pub(super) counter: VariableId,
    /// One for each station.
    pub(super) marks: Vec<VariableId>,
    pub(super) tells: Vec<ChannelFamilyId>,
    pub(super) go: ChannelFamilyId,
    /// The locations in the middle are told apart by the counter.
    pub(super) counts: bool,
    pub(super) instant: Instant,
    /// Does the chain begin with telling the first?
    pub(super) tells_first: bool,
    /// Does it end with telling the last?
    pub(super) tells_last: bool,
    /// Do others move only together with the bus?
    pub(super) waiting: bool,
}

impl Parts {
    pub(super) fn declare(net: &mut NetworkBuilder, dice: &mut Dice<'_>) -> Parts {
        let count = if dice.chance(70) { 2 } else { 3 };
        let counts = dice.chance(50);
        let instant = dice.pick(&[Instant::Committed, Instant::Urgent, Instant::Invariant]);
        let middle = ["m0", "m1", "m2", "m3"];
        let mut locations = vec!["s", "t"];
        locations.extend(&middle[..if counts { 1 } else { count + 1 }]);
        let bus = net.process("Bus", &locations);
        let names = ["P0", "P1", "P2"];
        let stations: Vec<_> =
            names[..count].iter().map(|name| net.process(name, &["a", "b", "c"])).collect();
        let third = net.process("Third", &["u", "w"]);
        let bus_clock = net.clock("y");
        let timed = count == 2 && dice.chance(70);
        let clocks = if timed { vec![net.clock("x0"), net.clock("x1")] } else { Vec::new() };
        let counter = net.int("j", 0, 4, 0);
        let marks = ["v0", "v1", "v2"];
        let marks = marks[..count].iter().map(|name| net.int(name, 0, 2, 0)).collect();
        let channel = |net: &mut NetworkBuilder, name: &str| net.channel(name, ChannelKind::Binary);
        let tells = (0..count).map(|number| channel(net, &format!("tell{number}"))).collect();
        let go = channel(net, "go");
        let waiting = instant != Instant::Committed || dice.chance(30);
        let (tells_first, tells_last) = (dice.chance(50), dice.chance(50));
        Parts {
            bus,
            stations,
            third,
            bus_clock,
            clocks,
            counter,
            marks,
            tells,
            go,
            counts,
            instant,
            tells_first,
            tells_last,
            waiting,
        }
    }
}

/// A location of a process by its number.
pub(super) fn location(number: usize) -> LocationId {
    LocationId::at(number)
}
