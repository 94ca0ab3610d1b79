//! A random network with one process more that nothing depends on, and with a variable that is only written.
//!
//! In most of the networks a twist makes something depend on them after all.

use network::build::{at_least, at_most, equals};
use network::generate::{Feature, FeatureSet, Generated, Profile, generate};
use network::{
    Argument, BinaryOp, ChannelFamily, ChannelFamilyId, ChannelKind, ChannelPlace, ClockFamily,
    ClockFamilyId, ClockPlace, Direction, Domain, Edge, Expr, Function, FunctionId, Goal,
    LocationId, LocationKind, Network, Origin, Process, ProcessId, Query, QueryKind, Rate, Select,
    Stmt, StmtKind, Storage, Sync, Template, TemplateId, VariableId,
};

use super::pieces::{assign, edge, location, no_query, own_clock, reset, variable};

/// What depends on the process or the variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Twist {
    Nothing,
    WritesNeeded,
    WrittenThroughAnother,
    ReadByGuard,
    ReadByInvariant,
    ReadByQuery,
    AskedFor,
    LocationTested,
    ResetsNeeded,
    Invariant,
    Urgent,
    Committed,
    UrgentChannel,
    Receives,
    Sends,
    Broadcasts,
    Hears,
    HearsInto,
    HearsInTime,
    Fails,
    FailsInGuard,
    Priority,
    Hook,
    ReturnsEarly,
    DecidesBranch,
    Selects,
    StopsClock,
}

impl Twist {
    pub const ALL: [Twist; 27] = [
        Twist::Nothing,
        Twist::WritesNeeded,
        Twist::WrittenThroughAnother,
        Twist::ReadByGuard,
        Twist::ReadByInvariant,
        Twist::ReadByQuery,
        Twist::AskedFor,
        Twist::LocationTested,
        Twist::ResetsNeeded,
        Twist::Invariant,
        Twist::Urgent,
        Twist::Committed,
        Twist::UrgentChannel,
        Twist::Receives,
        Twist::Sends,
        Twist::Broadcasts,
        Twist::Hears,
        Twist::HearsInto,
        Twist::HearsInTime,
        Twist::Fails,
        Twist::FailsInGuard,
        Twist::Priority,
        Twist::Hook,
        Twist::ReturnsEarly,
        Twist::DecidesBranch,
        Twist::Selects,
        Twist::StopsClock,
    ];
}

/// A network with something planted, and the twist in it.
#[must_use]
pub fn planted(random: &mut dyn FnMut() -> u64) -> (Generated, Twist) {
    let mut dice = Dice { random };
    let mut generated = generate(&profile(), dice.random);
    let twist = if dice.chance(25) { Twist::Nothing } else { dice.pick(&Twist::ALL) };
    let network = &mut generated.network;
    let (counter, clock) = (variable(network, "w", Storage::State), own_clock(network));
    let by = ProcessId::at(network.processes.len());
    let mut planter = Planter { network, queries: Vec::new(), twist, dice, counter, clock, by };
    planter.plant();
    planter.write_elsewhere();
    planter.turn();
    planter.network.lay_out();
    if let Err(problems) = network::validate::validate(planter.network) {
        panic!("not a valid network: {problems:?}");
    }
    let more = planter.queries;
    generated.queries.truncate(4);
    generated.queries.extend(more);
    (generated, twist)
}

fn profile() -> Profile {
    let mut allowed: FeatureSet = FeatureSet::all();
    for feature in [
        Feature::Stopwatches,
        Feature::Copies,
        Feature::Faults,
        Feature::ProcessPriorities,
        Feature::ChannelPriorities,
        Feature::UpdateHooks,
    ] {
        allowed.remove(feature);
    }
    Profile { allowed, processes: 2, locations: 3, clocks: 1, variables: 1, ..Profile::default() }
}

struct Dice<'r> {
    random: &'r mut dyn FnMut() -> u64,
}

impl Dice<'_> {
    fn below(&mut self, below: usize) -> usize {
        usize::try_from((self.random)() % below.max(1) as u64).unwrap_or(0)
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn small(&mut self, most: usize) -> i32 {
        i32::try_from(self.below(most + 1)).unwrap_or(0)
    }
}

struct Planter<'g, 'r> {
    network: &'g mut Network,
    queries: Vec<Query>,
    twist: Twist,
    dice: Dice<'r>,
    /// The variable that is planted.
    counter: VariableId,
    /// The clock of the process that is planted.
    clock: ClockFamilyId,
    /// That process.
    by: ProcessId,
}

impl Planter<'_, '_> {
    /// Adds the process: a few locations, edges that count, and one that waits.
    fn plant(&mut self) {
        let count = 2 + self.dice.below(2);
        let locations = (0..count).map(|at| location(&format!("l{at}"))).collect();
        let mut edges = Vec::new();
        for at in 0..count {
            let mut edge = edge(at, (at + 1) % count);
            if self.dice.chance(40) {
                let bound = self.dice.small(2);
                edge.guard.clocks.push(at_least(self.clock, bound));
                edge.update.push(reset(self.clock));
            }
            if self.dice.chance(30) {
                edge.guard.condition = equals(self.counter, self.dice.small(2));
            }
            edge.update.push(self.count());
            edges.push(edge);
        }
        let name = "By".to_owned();
        self.network.templates.push(Template { name: name.clone(), ..Template::default() });
        self.network.processes.push(Process {
            name,
            template: TemplateId::at(self.network.templates.len() - 1),
            arguments: Vec::new(),
            locations,
            initial: LocationId(0),
            edges,
            priority: self.network.processes.first().map_or(0, |process| process.priority),
        });
    }

    /// `w = (w + 1) % 4`, or a constant.
    fn count(&mut self) -> Stmt {
        let now = Box::new(Expr::variable(self.counter));
        let more = Expr::Binary(BinaryOp::Add, now, Box::new(Expr::Const(1)));
        let round = Expr::binary(BinaryOp::Mod, more, Expr::Const(4));
        let value = if self.dice.chance(60) { round } else { Expr::Const(self.dice.small(3)) };
        assign(self.counter, value)
    }

    /// The others write the variable too.
    fn write_elsewhere(&mut self) {
        for process in 0..self.by.index() {
            for at in 0..self.network.processes[process].edges.len() {
                if self.dice.chance(40) {
                    let stmt = self.count();
                    self.network.processes[process].edges[at].update.push(stmt);
                }
            }
        }
    }

    fn by(&mut self) -> &mut Process {
        &mut self.network.processes[self.by.index()]
    }

    fn by_edge(&mut self) -> &mut Edge {
        let at = self.dice.below(self.network.processes[self.by.index()].edges.len());
        &mut self.by().edges[at]
    }

    /// An edge of another process, if there is one.
    fn other_edge(&mut self) -> Option<&mut Edge> {
        let process = self.dice.below(self.by.index());
        let edges = self.network.processes[process].edges.len();
        let at = self.dice.below(edges);
        self.network.processes[process].edges.get_mut(at)
    }

    /// Makes something depend on what was planted.
    fn turn(&mut self) {
        match self.twist {
            Twist::Nothing => {}
            Twist::WritesNeeded
            | Twist::WrittenThroughAnother
            | Twist::ResetsNeeded
            | Twist::Fails
            | Twist::FailsInGuard
            | Twist::Hook => self.turn_updates(),
            Twist::ReturnsEarly | Twist::DecidesBranch | Twist::Selects => self.turn_control(),
            Twist::ReadByGuard
            | Twist::ReadByInvariant
            | Twist::ReadByQuery
            | Twist::AskedFor
            | Twist::LocationTested => self.turn_reads(),
            Twist::Invariant
            | Twist::Urgent
            | Twist::Committed
            | Twist::Priority
            | Twist::StopsClock => self.turn_locations(),
            Twist::UrgentChannel
            | Twist::Receives
            | Twist::Sends
            | Twist::Broadcasts
            | Twist::Hears
            | Twist::HearsInto
            | Twist::HearsInTime => self.turn_channels(),
        }
    }

    fn turn_updates(&mut self) {
        let counter = Expr::variable(self.counter);
        let needed = self.needed();
        match self.twist {
            Twist::WritesNeeded => {
                let value = Expr::Const(self.dice.small(1));
                let stmt = needed.map(|needed| assign(needed, value));
                self.by_edge().update.extend(stmt);
            }
            Twist::WrittenThroughAnother => {
                let second = variable(self.network, "v", Storage::State);
                self.by_edge().update.push(assign(second, counter));
                let low = Expr::binary(BinaryOp::Min, Expr::variable(second), Expr::Const(1));
                let stmt = needed.map(|needed| assign(needed, low));
                if let Some(edge) = self.other_edge() {
                    edge.update.extend(stmt);
                }
            }
            Twist::ResetsNeeded => {
                let plain = |family: &ClockFamily| family.dims.is_empty();
                let clock = self.network.clocks.iter().position(plain).map(ClockFamilyId::at);
                let stmt = clock.filter(|clock| *clock != self.clock).map(reset);
                self.by_edge().update.extend(stmt);
            }
            Twist::Fails => {
                let more = Expr::binary(BinaryOp::Add, counter, Expr::Const(1));
                let stmt = assign(self.counter, more);
                self.by_edge().update.push(stmt);
            }
            Twist::FailsInGuard => {
                let quotient = Expr::binary(BinaryOp::Div, Expr::Const(1), counter);
                self.by_edge().guard.condition = quotient;
            }
            Twist::Hook => {
                let stmt = needed.map(|needed| {
                    let other = Expr::binary(BinaryOp::Sub, Expr::Const(1), Expr::variable(needed));
                    assign(needed, Expr::binary(BinaryOp::Max, other, Expr::Const(0)))
                });
                self.network.after_update.extend(stmt);
            }
            _ => {}
        }
    }

    /// Makes what is done to needed variables depend on what was planted.
    fn turn_control(&mut self) {
        let needed = self.needed();
        match self.twist {
            Twist::ReturnsEarly => self.return_early(),
            Twist::DecidesBranch => {
                let then = needed.map(|needed| assign(needed, Expr::Const(1)));
                let branch = StmtKind::If {
                    condition: equals(self.counter, 1),
                    then: then.into_iter().collect(),
                    otherwise: Vec::new(),
                };
                if let Some(edge) = self.other_edge() {
                    edge.update.push(Stmt::new(branch));
                }
            }
            Twist::Selects => {
                let (counter, chosen) =
                    (self.counter, variable(self.network, "chosen", Storage::Scratch));
                let domain = Domain::int(0, 2);
                let matters = self.dice.chance(50);
                if let Some(edge) = self.other_edge() {
                    edge.selects.push(Select { variable: chosen, domain });
                    edge.update.push(assign(counter, Expr::variable(chosen)));
                    if matters {
                        let low =
                            Expr::binary(BinaryOp::Min, Expr::variable(chosen), Expr::Const(1));
                        edge.update.extend(needed.map(|needed| assign(needed, low)));
                    }
                }
            }
            _ => {}
        }
    }

    /// A procedure that leaves before it writes what is needed.
    fn return_early(&mut self) {
        let Some(needed) = self.needed() else { return };
        let parameter = variable(self.network, "given", Storage::Scratch);
        let leave = StmtKind::If {
            condition: equals(self.counter, 1),
            then: vec![assign(self.counter, Expr::Const(2)), Stmt::new(StmtKind::Return)],
            otherwise: Vec::new(),
        };
        let low = Expr::binary(BinaryOp::Min, Expr::variable(parameter), Expr::Const(1));
        self.network.functions.push(Function {
            name: "early".to_owned(),
            parameters: vec![parameter],
            results: Vec::new(),
            locals: Vec::new(),
            body: vec![Stmt::new(leave), assign(needed, low)],
            origin: Origin::NONE,
        });
        let function = FunctionId::at(self.network.functions.len() - 1);
        let arguments = vec![Argument::Value(Expr::Const(self.dice.small(3)))];
        if let Some(edge) = self.other_edge() {
            edge.update.push(Stmt::new(StmtKind::Call { function, arguments }));
        }
    }

    fn turn_reads(&mut self) {
        let (is_one, by) = (equals(self.counter, 1), self.by);
        match self.twist {
            Twist::ReadByGuard => {
                if let Some(edge) = self.other_edge() {
                    edge.guard.condition = Expr::and(edge.guard.condition.clone(), is_one);
                }
            }
            Twist::ReadByInvariant => {
                let at = self.dice.below(self.network.processes[0].locations.len());
                let condition =
                    Expr::binary(BinaryOp::Lt, Expr::variable(self.counter), Expr::Const(3));
                self.network.processes[0].locations[at].invariant.condition = condition;
            }
            Twist::ReadByQuery => self.ask(Goal::Holds(is_one)),
            Twist::AskedFor => self.ask(Goal::Holds(Expr::At(by, LocationId(1)))),
            Twist::LocationTested => {
                let there = Expr::At(by, LocationId(1));
                if let Some(edge) = self.other_edge() {
                    edge.guard.condition = Expr::and(edge.guard.condition.clone(), there);
                }
            }
            _ => {}
        }
    }

    fn ask(&mut self, goal: Goal) {
        let kind = if self.dice.chance(60) {
            QueryKind::Reachable(goal)
        } else {
            QueryKind::Eventually(goal)
        };
        self.queries.push(Query { kind, ..no_query() });
    }

    fn turn_locations(&mut self) {
        let (clock, bound) = (self.clock, self.dice.small(3));
        match self.twist {
            Twist::Invariant => self.by().locations[0].invariant.clocks.push(at_most(clock, bound)),
            Twist::Urgent => self.by().locations[0].kind = LocationKind::Urgent,
            Twist::Committed => self.by().locations[0].kind = LocationKind::Committed,
            Twist::Priority => self.by().priority += 1,
            Twist::StopsClock => {
                // Only a clock that nobody tests: region graphs know nothing of clocks that stand still.
                let idle = own_clock(self.network);
                let clock = ClockPlace::single(idle);
                let rate = Rate { when: Expr::TRUE, clock, rate: Expr::Const(1) };
                self.by().locations[0].rates.push(rate);
            }
            _ => {}
        }
    }

    fn turn_channels(&mut self) {
        let kind = match self.twist {
            Twist::Receives | Twist::Sends => ChannelKind::Binary,
            _ => ChannelKind::Broadcast,
        };
        let channel = self.channel(kind, self.twist == Twist::UrgentChannel);
        let (own, others) = match self.twist {
            Twist::Receives | Twist::Hears | Twist::HearsInto | Twist::HearsInTime => {
                (Direction::Receive, Direction::Send)
            }
            _ => (Direction::Send, Direction::Receive),
        };
        let into = self.by().locations.len() - 1;
        let (clock, in_time) = (self.clock, self.twist == Twist::HearsInTime);
        let mine = &mut self.by().edges[0];
        mine.sync = Some(Sync { channel: channel.clone(), direction: own });
        mine.target = LocationId::at(into);
        if self.twist == Twist::UrgentChannel {
            self.by().edges[0].guard.clocks.clear();
            return;
        }
        if in_time {
            self.by().edges[0].guard.clocks.push(at_least(clock, 1));
        }
        if self.twist == Twist::HearsInto {
            let bound = self.dice.small(2);
            let urgent = self.dice.chance(50);
            let target = &mut self.by().locations[into];
            if urgent {
                target.kind = LocationKind::Urgent;
            } else {
                target.invariant.clocks.push(at_most(clock, bound));
            }
        }
        if let Some(edge) = self.other_edge().filter(|edge| edge.sync.is_none()) {
            edge.sync = Some(Sync { channel, direction: others });
        }
    }

    fn channel(&mut self, kind: ChannelKind, urgent: bool) -> ChannelPlace {
        self.network.channels.push(ChannelFamily {
            name: "planted".to_owned(),
            owner: None,
            dims: Vec::new(),
            kind,
            urgent,
            base: network::ChannelId(0),
            priority: vec![self.network.internal_priority],
            origin: Origin::NONE,
        });
        let family = ChannelFamilyId::at(self.network.channels.len() - 1);
        ChannelPlace { family, indices: Vec::new() }
    }

    /// A variable of the others that can hold 0 and 1.
    fn needed(&self) -> Option<VariableId> {
        let counter = self.counter;
        let variables = self.network.variables.iter().enumerate();
        let mut plain = variables.filter(|(at, variable)| {
            variable.storage == Storage::State
                && variable.dims.is_empty()
                && variable.domain.scalar.is_none()
                && variable.domain.contains(0)
                && variable.domain.contains(1)
                && VariableId::at(*at) != counter
        });
        plain.next().map(|(at, _)| VariableId::at(at))
    }
}
