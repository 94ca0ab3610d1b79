//! A bus and stations that it tells something in a chain of locations or with a counter, and a third process.
//!
//! In most of the networks a twist breaks one of the conditions under which the chain can be one step.

use network::build::{NetworkBuilder, above, at_least, at_most, below, equals};
use network::generate::{FeatureSet, Generated};
use network::{
    BinaryOp, ChannelFamilyId, ChannelKind, ClockConstraint, ClockFamilyId, Direction, Edge, Expr,
    LocationId, LocationKind, ProcessId, Stmt, StmtKind, Storage, VariableId,
};

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
enum Instant {
    Committed,
    Urgent,
    Invariant,
}

/// What the network is made of.
pub(super) struct Parts {
    pub(super) bus: ProcessId,
    pub(super) stations: Vec<ProcessId>,
    third: ProcessId,
    pub(super) bus_clock: ClockFamilyId,
    /// One for each station, or none.
    pub(super) clocks: Vec<ClockFamilyId>,
    pub(super) counter: VariableId,
    /// One for each station.
    pub(super) marks: Vec<VariableId>,
    tells: Vec<ChannelFamilyId>,
    go: ChannelFamilyId,
    /// The locations in the middle are told apart by the counter.
    counts: bool,
    instant: Instant,
    /// Does the chain begin with telling the first?
    tells_first: bool,
    /// Does it end with telling the last?
    tells_last: bool,
    /// Do others move only together with the bus?
    waiting: bool,
}

impl Parts {
    fn declare(net: &mut NetworkBuilder, dice: &mut Dice<'_>) -> Parts {
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

struct Planter<'r> {
    net: NetworkBuilder,
    parts: Parts,
    twist: Twist,
    dice: Dice<'r>,
}

impl Planter<'_> {
    fn is(&self, twist: Twist) -> bool {
        self.twist == twist
    }

    /// The location after so many were told.
    fn middle(&self, told: usize) -> &'static str {
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

    /// An edge by which a station is told, if it has one.
    fn told_edge(&mut self, number: usize) -> Option<&mut Edge> {
        let (station, tell) = (self.parts.stations[number], self.parts.tells[number]);
        let edges = &mut self.net.raw().processes[station.index()].edges;
        edges
            .iter_mut()
            .find(|edge| edge.sync.as_ref().is_some_and(|sync| sync.channel.family == tell))
    }

    /// Breaks a condition.
    fn turn(&mut self) {
        match self.twist {
            Twist::Nothing
            | Twist::TimePasses
            | Twist::LeavesCounter
            | Twist::Interleaves
            | Twist::GuardInMiddle => {}
            Twist::WritesShared
            | Twist::ReadsAnother
            | Twist::ReadsClockOfAnother
            | Twist::ReadsBusClock
            | Twist::WritesBusClock
            | Twist::MayBeInvalid => self.turn_told(),
            Twist::InvariantReads | Twist::InvariantReadsBus => self.turn_invariant(),
            Twist::OtherSender
            | Twist::OtherReceiver
            | Twist::OtherCommitted
            | Twist::OthersMeet => self.turn_third(),
            Twist::EntersMiddle
            | Twist::StartsInMiddle
            | Twist::Chooses
            | Twist::WritesCounter
            | Twist::WritesCells => self.turn_bus(),
            Twist::Hook | Twist::Priority | Twist::Meta | Twist::UrgentChannel => {
                self.turn_network();
            }
        }
    }

    fn turn_told(&mut self) {
        let (first, y) = (self.parts.marks[0], self.parts.bus_clock);
        let (zeroth, bound) = (self.parts.clocks.first().copied(), self.dice.small(1));
        let (value, may) = (self.dice.small(2), self.dice.chance(50));
        let number = self.dice.below(self.parts.stations.len());
        let twist = self.twist;
        let last = self.parts.stations.len() - 1;
        let place = match twist {
            Twist::ReadsAnother | Twist::ReadsClockOfAnother => last,
            _ => number,
        };
        let Some(edge) = self.told_edge(place) else { return };
        match twist {
            Twist::WritesShared => {
                let read = Expr::binary(BinaryOp::Mod, more(first, 1), Expr::Const(3));
                let value = if may { read } else { Expr::Const(value) };
                edge.update.push(assign(first, value));
            }
            Twist::ReadsAnother => edge.guard.condition = equals(first, value),
            Twist::ReadsClockOfAnother => {
                edge.guard.clocks.extend(zeroth.map(|clock| at_least(clock, bound)));
            }
            Twist::ReadsBusClock => edge.guard.clocks.push(at_least(y, bound)),
            Twist::WritesBusClock => edge.update.push(reset(y)),
            _ => edge.update.push(assign(first, more(first, 1))),
        }
    }

    fn turn_invariant(&mut self) {
        let first = self.parts.marks[0];
        let reads = if self.is(Twist::InvariantReads) { first } else { self.parts.counter };
        let value = self.dice.small(2);
        let last = self.parts.stations[self.parts.stations.len() - 1];
        let process = self.dice.pick(&[self.parts.third, last]).index();
        let at = self.dice.below(2);
        let condition = Expr::binary(BinaryOp::Le, Expr::variable(reads), Expr::Const(value));
        self.net.raw().processes[process].locations[at].invariant.condition = condition;
    }

    fn turn_third(&mut self) {
        let (third, tell) = (self.parts.third, self.parts.tells[0]);
        match self.twist {
            Twist::OtherSender => {
                self.net.edge(third, "u", "u").sync(tell, Direction::Send);
            }
            Twist::OtherReceiver => {
                self.net.edge(third, "u", "w").sync(tell, Direction::Receive);
            }
            Twist::OtherCommitted => {
                self.net.kind(third, "w", LocationKind::Committed);
                self.net.edge(third, "w", "u");
            }
            _ => {
                let meet = self.net.channel("meet", ChannelKind::Binary);
                self.net.edge(third, "u", "w").sync(meet, Direction::Send);
                self.net.edge(self.parts.stations[0], "a", "b").sync(meet, Direction::Receive);
            }
        }
    }

    fn turn_bus(&mut self) {
        let (bus, j) = (self.parts.bus, self.parts.counter);
        let middle = self.middle(1);
        match self.twist {
            Twist::EntersMiddle => {
                self.net.edge(bus, "t", middle).assign(j, Expr::Const(1));
            }
            Twist::StartsInMiddle => {
                let at = self.net.location(bus, self.middle(0));
                self.net.raw().processes[bus.index()].initial = at;
            }
            Twist::Chooses => {
                self.net.edge(bus, middle, "t").assign(j, Expr::Const(0));
            }
            Twist::WritesCounter => {
                let value = Expr::Const(self.dice.small(2));
                self.net.edge(bus, "t", "t").assign(j, value);
            }
            _ => {
                let value = self.dice.small(2);
                let number = self.dice.below(self.parts.stations.len());
                let stmt = assign(self.parts.marks[number], Expr::Const(value));
                let edges = &mut self.net.raw().processes[bus.index()].edges;
                if let Some(edge) = edges.last_mut() {
                    edge.update.push(stmt);
                }
            }
        }
    }

    fn turn_network(&mut self) {
        let first = self.parts.marks[0];
        let tell = self.parts.tells[1].index();
        let is_on = |edge: &Edge| {
            edge.sync.as_ref().is_some_and(|sync| sync.channel.family.index() == tell)
        };
        let is_urgent = self.is(Twist::UrgentChannel);
        let station = self.parts.stations[1].index();
        let network = self.net.raw();
        match self.twist {
            Twist::Hook => {
                let value = Expr::binary(BinaryOp::Mod, more(first, 1), Expr::Const(3));
                network.after_update.push(assign(first, value));
            }
            Twist::Priority => network.channels[tell].priority[0] = 1,
            Twist::Meta => {
                // Written by the one who is told and read in the same update, as it should be.
                let mut meta = network.variables[first.index()].clone();
                (meta.name, meta.storage) = ("meta".to_owned(), Storage::Meta);
                network.variables.push(meta);
                let meta = VariableId::at(network.variables.len() - 1);
                let edges = &mut network.processes[station].edges;
                if let Some(edge) = edges.iter_mut().find(|edge| is_on(edge)) {
                    edge.update.push(assign(meta, Expr::Const(1)));
                    edge.update.push(assign(first, Expr::variable(meta)));
                }
            }
            _ => network.channels[tell].urgent = true,
        }
        if is_urgent {
            for process in &mut network.processes {
                for edge in process.edges.iter_mut().filter(|edge| is_on(edge)) {
                    edge.guard.clocks.clear();
                }
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

fn more(variable: VariableId, by: i32) -> Expr {
    Expr::binary(BinaryOp::Add, Expr::variable(variable), Expr::Const(by))
}

fn assign(variable: VariableId, value: Expr) -> Stmt {
    Stmt::new(StmtKind::Assign { target: network::Place::whole(variable), value })
}

fn reset(clock: ClockFamilyId) -> Stmt {
    let (target, source, offset) = (network::ClockPlace::single(clock), None, Expr::Const(0));
    Stmt::new(StmtKind::SetClock { target, source, offset })
}

/// A location of a process by its number.
pub(super) fn location(number: usize) -> LocationId {
    LocationId::at(number)
}
