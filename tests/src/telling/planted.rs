//! A bus and stations that it tells something in a chain of locations or with a counter, and a third process.
//!
//! In most of the networks a twist breaks one of the conditions under which the chain can be one step.

use network::build::{NetworkBuilder, above, at_least, at_most, below, equals};
use network::generate::{FeatureSet, Generated};
use network::{
    BinaryOp, ClockConstraint, ClockFamilyId, Direction, Expr, LocationKind, VariableId,
};

use super::parts::{Dice, Instant, Parts};
use super::questions::Questions;

/// Which condition does not hold, or what is special.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Twist {
    Nothing,
    WritesShared,
    ReadsAnother,
    ReadsClockOfAnother,
    ReadsBusClock,
    WritesBusClock,
    InvariantReads,
    InvariantReadsBus,
    OtherSender,
    OtherReceiver,
    OtherCommitted,
    Interleaves,
    OthersMeet,
    EntersMiddle,
    StartsInMiddle,
    Chooses,
    TimePasses,
    WritesCounter,
    LeavesCounter,
    MayBeInvalid,
    Hook,
    Priority,
    Meta,
    UrgentChannel,
    GuardInMiddle,
    WritesCells,
}

impl Twist {
    pub const ALL: [Twist; 26] = [
        Twist::Nothing,
        Twist::WritesShared,
        Twist::ReadsAnother,
        Twist::ReadsClockOfAnother,
        Twist::ReadsBusClock,
        Twist::WritesBusClock,
        Twist::InvariantReads,
        Twist::InvariantReadsBus,
        Twist::OtherSender,
        Twist::OtherReceiver,
        Twist::OtherCommitted,
        Twist::Interleaves,
        Twist::OthersMeet,
        Twist::EntersMiddle,
        Twist::StartsInMiddle,
        Twist::Chooses,
        Twist::TimePasses,
        Twist::WritesCounter,
        Twist::LeavesCounter,
        Twist::MayBeInvalid,
        Twist::Hook,
        Twist::Priority,
        Twist::Meta,
        Twist::UrgentChannel,
        Twist::GuardInMiddle,
        Twist::WritesCells,
    ];
}

/// A network in which some are told, and the twist in it.
#[must_use]
pub fn planted(random: &mut dyn FnMut() -> u64) -> (Generated, Twist) {
    let mut dice = Dice { random };
    let twist = if dice.chance(35) { Twist::Nothing } else { dice.pick(&Twist::ALL) };
    let mut net = NetworkBuilder::new();
    let parts = Parts::declare(&mut net, &mut dice);
    let mut planter = Planter { net, parts, twist, dice };
    planter.bus();
    planter.stations();
    planter.third();
    planter.turn();
    let Planter { net, parts, dice, .. } = planter;
    let network = net.finish();
    let queries = Questions::about(&network, &parts, dice.random).make();
    (Generated { network, queries, used: FeatureSet::default() }, twist)
}

pub(super) struct Planter<'r> {
    pub(super) net: NetworkBuilder,
    pub(super) parts: Parts,
    pub(super) twist: Twist,
    pub(super) dice: Dice<'r>,
}

impl Planter<'_> {
    pub(super) fn is(&self, twist: Twist) -> bool {
        self.twist == twist
    }

    /// The location after so many were told.
    pub(super) fn middle(&self, told: usize) -> &'static str {
        if self.parts.counts { "m0" } else { ["m0", "m1", "m2", "m3"][told] }
    }

    /// The bus: `s` and `t`, and between them the chain.
    fn bus(&mut self) {
        let (bus, y, go) = (self.parts.bus, self.parts.bus_clock, self.parts.go);
        for told in 0..=self.parts.stations.len() {
            self.make_instant(self.middle(told));
        }
        self.net.edge(bus, "s", "s").sync(go, Direction::Receive);
        self.net.edge(bus, "t", "s").reset(y, 0);
        if self.dice.chance(40) {
            self.net.edge(bus, "t", "t").sync(go, Direction::Receive);
        }
        if self.dice.chance(40) {
            let bound = self.dice.small(1) + 1;
            self.net.invariant(bus, "s", [at_most(y, bound)]);
        }
        let count = self.parts.stations.len();
        let start = usize::from(self.parts.tells_first);
        self.first(start);
        for number in start..count {
            let ends = self.parts.tells_last && number + 1 == count;
            let target = if ends { "t" } else { self.middle(number + 1) };
            self.step(self.middle(number), target, number, ends);
        }
        if !self.parts.tells_last {
            let (j, at) = (self.parts.counter, i32::try_from(count).unwrap_or(0));
            let resets = self.parts.counts && !self.is(Twist::LeavesCounter);
            let counts = self.parts.counts;
            let strict = self.is(Twist::GuardInMiddle).then(|| below(y, 2));
            let from = self.middle(count);
            let mut edge = self.net.edge(bus, from, "t");
            if counts {
                edge = edge.when(equals(j, at));
            }
            if resets {
                edge = edge.assign(j, Expr::Const(0));
            }
            if let Some(constraint) = strict {
                edge.when_clock(constraint);
            }
        }
    }

    fn make_instant(&mut self, location: &str) {
        let (bus, y) = (self.parts.bus, self.parts.bus_clock);
        let bound = i32::from(self.is(Twist::TimePasses));
        match self.parts.instant {
            Instant::Committed => self.net.kind(bus, location, LocationKind::Committed),
            Instant::Urgent => self.net.kind(bus, location, LocationKind::Urgent),
            Instant::Invariant => {
                let index = self.net.location(bus, location).index();
                let invariant =
                    &mut self.net.raw().processes[bus.index()].locations[index].invariant;
                if invariant.clocks.is_empty() {
                    invariant.clocks.push(at_most(y, bound));
                }
            }
        }
        if self.is(Twist::TimePasses) {
            self.net.kind(bus, location, LocationKind::Normal);
        }
    }

    /// The edge that begins the chain.
    fn first(&mut self, start: usize) {
        let bus = self.parts.bus;
        let y = self.parts.bus_clock;
        let reset = self.parts.instant == Instant::Invariant || self.dice.chance(40);
        let guard = self.dice.chance(50).then(|| self.dice.small(1));
        let (tell, j) = (self.parts.tells[0], self.parts.counter);
        let sets = self.parts.counts && (start > 0 || self.dice.chance(50));
        let target = self.middle(start);
        let mut edge = self.net.edge(bus, "s", target);
        if start > 0 {
            edge = edge.sync(tell, Direction::Send);
        }
        if let Some(bound) = guard {
            edge = edge.when_clock(at_least(y, bound));
        }
        if reset {
            edge = edge.reset(y, 0);
        }
        if sets {
            edge.assign(j, Expr::Const(i32::from(start > 0)));
        }
    }

    /// The edge that tells a station.
    fn step(&mut self, from: &str, to: &str, number: usize, ends: bool) {
        let (bus, y, tell, j) =
            (self.parts.bus, self.parts.bus_clock, self.parts.tells[number], self.parts.counter);
        let value = i32::try_from(number).unwrap_or(0);
        let resets = self.parts.instant == Instant::Invariant || self.dice.chance(30);
        let counts = self.parts.counts;
        let keeps = self.is(Twist::LeavesCounter);
        let mut edge = self.net.edge(bus, from, to).sync(tell, Direction::Send);
        if counts {
            edge = edge.when(equals(j, value));
            if !ends {
                edge = edge.assign(j, more(j, 1));
            } else if !keeps {
                edge = edge.assign(j, Expr::Const(0));
            }
        }
        if resets {
            edge.reset(y, 0);
        }
    }

    /// All stations alike, most of the time.
    fn stations(&mut self) {
        let mut like = self.template();
        for number in 0..self.parts.stations.len() {
            if self.dice.chance(15) {
                like = self.template();
            }
            self.station(number, &like.clone());
        }
    }

    fn template(&mut self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in 0..3 {
            for _ in 0..self.dice.below(3) {
                moves.push(self.one_move(from, true));
            }
            if self.dice.chance(60) {
                moves.push(self.one_move(from, false));
            }
        }
        // Most can be told wherever they are.
        for from in 0..3 {
            if self.dice.chance(60) && !moves.iter().any(|it| it.told && it.from == from) {
                moves.push(Move { guard: None, ..self.one_move(from, true) });
            }
        }
        moves
    }

    fn one_move(&mut self, from: usize, told: bool) -> Move {
        let dice = &mut self.dice;
        let guard = dice.chance(40).then(|| (dice.below(4), dice.small(2)));
        let (resets, marks) = (dice.chance(60), dice.chance(40).then(|| dice.small(2)));
        let test = dice.chance(20).then(|| dice.small(2));
        let stays_within = dice.chance(20).then(|| dice.small(1) + 1);
        Move { from, to: dice.below(3), told, guard, resets, marks, test, stays_within }
    }

    fn station(&mut self, number: usize, moves: &[Move]) {
        let names = ["a", "b", "c"];
        let station = self.parts.stations[number];
        let (tell, go) = (self.parts.tells[number], self.parts.go);
        let (clock, mark) = (self.parts.clocks.get(number).copied(), self.parts.marks[number]);
        let waiting = self.parts.waiting && !self.is(Twist::Interleaves);
        for it in moves {
            let mut edge = self.net.edge(station, names[it.from], names[it.to]);
            if it.told {
                edge = edge.sync(tell, Direction::Receive);
            } else if waiting {
                edge = edge.sync(go, Direction::Send);
            }
            if let (Some(clock), Some((kind, bound))) = (clock, it.guard) {
                edge = edge.when_clock(constraint(clock, kind, bound));
            }
            if let Some(test) = it.test {
                edge = edge.when(equals(mark, test));
            }
            if let Some(clock) = clock.filter(|_| it.resets) {
                edge = edge.reset(clock, 0);
            }
            if let Some(value) = it.marks {
                edge.assign(mark, Expr::Const(value));
            }
            if let (Some(clock), Some(bound), false) = (clock, it.stays_within, it.told) {
                let place = &mut self.net.raw().processes[station.index()].locations[it.from];
                if place.invariant.clocks.is_empty() {
                    place.invariant.clocks.push(at_most(clock, bound));
                }
            }
        }
    }

    /// A process that has nothing to do with it, unless there is a twist.
    fn third(&mut self) {
        let (third, go) = (self.parts.third, self.parts.go);
        let waiting = self.parts.waiting;
        let edge = self.net.edge(third, "u", "w");
        if waiting {
            edge.sync(go, Direction::Send);
        }
        if self.dice.chance(50) {
            let edge = self.net.edge(third, "w", "u");
            if waiting {
                edge.sync(go, Direction::Send);
            }
        }
    }
}

/// Something that a station can do.
#[derive(Clone, Debug)]
struct Move {
    from: usize,
    to: usize,
    /// By being told, or by itself.
    told: bool,
    guard: Option<(usize, i32)>,
    resets: bool,
    marks: Option<i32>,
    test: Option<i32>,
    stays_within: Option<i32>,
}

fn constraint(clock: ClockFamilyId, kind: usize, bound: i32) -> ClockConstraint {
    match kind {
        0 => at_most(clock, bound),
        1 => at_least(clock, bound),
        2 => below(clock, bound + 1),
        _ => above(clock, bound),
    }
}

pub(super) fn more(variable: VariableId, by: i32) -> Expr {
    Expr::binary(BinaryOp::Add, Expr::variable(variable), Expr::Const(by))
}
