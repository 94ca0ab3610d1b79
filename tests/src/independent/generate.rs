//! A random network of a few processes with urgent and committed locations, deadlines and urgent channels, in which most labels
//! concern one process alone.

use network::build::{NetworkBuilder, at_least, at_most, difference, equals};
use network::generate::{FeatureSet, Generated};
use network::{
    BinaryOp, ChannelFamilyId, ChannelKind, ClockConstraint, ClockFamilyId, Direction, Domain,
    Expr, Goal, LocationKind, Place, ProcessId, Query, QueryKind, Stmt, StmtKind, Storage,
    VariableId,
};

const LOCATIONS: [&str; 4] = ["A", "B", "C", "D"];

/// The network of random numbers, with questions about it.
#[must_use]
pub(super) fn generate(random: &mut dyn FnMut() -> u64) -> Generated {
    let mut maker = Maker {
        net: NetworkBuilder::new(),
        random,
        processes: Vec::new(),
        clocks: Vec::new(),
        variables: Vec::new(),
        array: None,
        channels: Vec::new(),
        strict: false,
    };
    maker.declare();
    for process in 0..maker.processes.len() {
        maker.locations(process);
        maker.edges(process);
    }
    let queries = (0..6).map(|_| maker.query()).collect();
    Generated { network: maker.net.finish(), queries, used: FeatureSet::default() }
}

struct Maker<'r> {
    net: NetworkBuilder,
    random: &'r mut dyn FnMut() -> u64,
    /// With how many locations each has.
    processes: Vec<(ProcessId, usize)>,
    clocks: Vec<ClockFamilyId>,
    variables: Vec<VariableId>,
    array: Option<VariableId>,
    channels: Vec<(ChannelFamilyId, ChannelKind, bool)>,
    /// Are there strict bounds?
    strict: bool,
}

impl Maker<'_> {
    fn below(&mut self, count: usize) -> usize {
        usize::try_from((self.random)() % count as u64).unwrap_or(0)
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn small(&mut self, most: usize) -> i32 {
        i32::try_from(self.below(most + 1)).unwrap_or(0)
    }

    fn declare(&mut self) {
        let count = 2 + self.below(3);
        let most = if count == 4 { 2 } else { 3 };
        for number in 0..count {
            let locations = 2 + self.below(most);
            let name = ["P", "Q", "R", "S"][number];
            let locations = locations.min(LOCATIONS.len());
            let id = self.net.process(name, &LOCATIONS[..locations]);
            self.processes.push((id, locations));
        }
        for name in ["x", "y"].into_iter().take(1 + self.below(2)) {
            let clock = self.net.clock(name);
            self.clocks.push(clock);
        }
        for name in ["u", "v", "w"] {
            let initial = self.small(1);
            let variable = self.net.int(name, 0, 2, initial);
            self.variables.push(variable);
        }
        if self.chance(25) {
            let dims = vec![Domain::int(0, 1)];
            let array = self.net.variable("a", dims, Domain::int(0, 1), Storage::State, 0);
            self.array = Some(array);
        }
        for name in ["c", "d"].into_iter().take(self.below(3)) {
            let kind = if self.chance(50) { ChannelKind::Binary } else { ChannelKind::Broadcast };
            let urgent = self.chance(40);
            let channel = self.net.channel(name, kind);
            if urgent {
                let last = self.net.raw().channels.len() - 1;
                self.net.raw().channels[last].urgent = true;
            }
            self.channels.push((channel, kind, urgent));
        }
        self.strict = self.chance(30);
    }

    /// The clock of a process, or now and then that of another.
    fn clock(&mut self, process: usize) -> ClockFamilyId {
        let number = if self.chance(85) { process } else { self.below(2) };
        self.clocks[number % self.clocks.len()]
    }

    fn variable(&mut self, process: usize) -> VariableId {
        let number = if self.chance(85) { process } else { self.below(3) };
        self.variables[number % 3]
    }

    fn locations(&mut self, process: usize) {
        let (id, count) = self.processes[process];
        for name in LOCATIONS.iter().take(count) {
            match self.below(10) {
                0..=3 => self.net.kind(id, name, LocationKind::Urgent),
                4..=5 => self.net.kind(id, name, LocationKind::Committed),
                6..=8 => {
                    let (clock, bound) = (self.clock(process), 1 + self.small(1));
                    let strict = self.strict && self.chance(20);
                    self.net.invariant(id, name, [difference(Some(clock), None, strict, bound)]);
                }
                _ => {}
            }
            // Not at the start, where it might exclude everything.
            if *name != "A" && self.chance(6) {
                let condition = self.condition(process);
                let location = self.net.location(id, name).index();
                let location = &mut self.net.raw().processes[process].locations[location];
                location.invariant.condition = condition;
            }
        }
    }

    fn condition(&mut self, process: usize) -> Expr {
        if let Some(array) = self.array
            && self.chance(25)
        {
            let index = self.index();
            return Expr::Read(Place::indexed(array, vec![index]));
        }
        let variable = self.variable(process);
        let value = self.small(2);
        let equal = equals(variable, value);
        if self.chance(50) { equal } else { Expr::not(equal) }
    }

    /// An index of the array. Sometimes it is not valid.
    fn index(&mut self) -> Expr {
        if self.chance(8) {
            return Expr::variable(self.variables[0]);
        }
        Expr::Const(self.small(1))
    }

    fn edges(&mut self, process: usize) {
        let (_, count) = self.processes[process];
        for source in LOCATIONS.iter().take(count) {
            for _ in 0..1 + self.below(2) {
                let target = self.below(count);
                self.edge(process, source, LOCATIONS[target]);
            }
        }
    }

    fn edge(&mut self, process: usize, source: &str, target: &str) {
        let id = self.processes[process].0;
        let condition = if self.chance(25) { self.condition(process) } else { Expr::TRUE };
        let sync = (!self.channels.is_empty() && self.chance(40)).then(|| {
            let number = self.below(self.channels.len());
            let direction = if self.chance(50) { Direction::Send } else { Direction::Receive };
            (self.channels[number], direction)
        });
        let hears = |sync: &((_, ChannelKind, bool), Direction)| {
            sync.0.2 || (sync.0.1 == ChannelKind::Broadcast && sync.1 == Direction::Receive)
        };
        let timed = !sync.as_ref().is_some_and(hears) && self.chance(40);
        let guard: Option<ClockConstraint> = timed.then(|| self.constraint(process));
        let updates: Vec<StmtKind> = (0..2).filter_map(|_| self.update(process)).collect();
        let mut edge = self.net.edge(id, source, target).when(condition);
        if let Some(guard) = guard {
            edge = edge.when_clock(guard);
        }
        if let Some(((family, ..), direction)) = sync {
            edge = edge.sync(family, direction);
        }
        for update in updates {
            edge = edge.then(update);
        }
    }

    fn constraint(&mut self, process: usize) -> ClockConstraint {
        let (clock, bound) = (self.clock(process), 1 + self.small(1));
        let strict = self.strict && self.chance(30);
        match self.below(3) {
            0 if strict => difference(None, Some(clock), true, -bound),
            0 | 1 => at_least(clock, bound),
            _ if strict => difference(Some(clock), None, true, bound),
            _ => at_most(clock, bound),
        }
    }

    fn update(&mut self, process: usize) -> Option<StmtKind> {
        match self.below(10) {
            0..=2 => {
                let clock = self.clock(process);
                let value = if self.chance(85) { 0 } else { 1 };
                let target = network::ClockPlace::single(clock);
                Some(StmtKind::SetClock { target, source: None, offset: Expr::Const(value) })
            }
            3..=5 => {
                let target = self.variable(process);
                Some(StmtKind::Assign { target: Place::whole(target), value: self.value(process) })
            }
            6 => {
                let (array, index) = (self.array?, self.index());
                let value = Expr::Const(self.small(1));
                Some(StmtKind::Assign { target: Place::indexed(array, vec![index]), value })
            }
            7 if self.chance(30) => {
                let (condition, target) = (self.condition(process), self.variable(process));
                let value = self.value(process);
                let assign = StmtKind::Assign { target: Place::whole(target), value };
                Some(StmtKind::If {
                    condition,
                    then: vec![Stmt::new(assign)],
                    otherwise: Vec::new(),
                })
            }
            _ => None,
        }
    }

    fn value(&mut self, process: usize) -> Expr {
        if self.chance(70) {
            return Expr::Const(self.small(2));
        }
        let read = Expr::variable(self.variable(process));
        if self.chance(92) {
            return Expr::binary(BinaryOp::Sub, Expr::Const(2), read);
        }
        // May leave the domain; then the process is not put off.
        Expr::binary(BinaryOp::Add, read, Expr::Const(1))
    }

    fn query(&mut self) -> Query {
        let parts = (0..1 + self.below(2)).map(|_| self.atom()).collect();
        let goal = if self.chance(70) { Goal::And(parts) } else { Goal::Or(parts) };
        Query::of(if self.chance(60) {
            QueryKind::Reachable(goal)
        } else {
            QueryKind::Invariant(Goal::Not(Box::new(goal)))
        })
    }

    fn atom(&mut self) -> Goal {
        let process = self.below(self.processes.len());
        match self.below(8) {
            0..=4 => {
                let (id, count) = self.processes[process];
                let location = LOCATIONS[self.below(count)];
                let at = self.net.at(id, location);
                if self.chance(80) { at } else { Goal::Not(Box::new(at)) }
            }
            5..=6 => Goal::Holds(self.condition(process)),
            _ => Goal::Clock(self.constraint(process)),
        }
    }
}
