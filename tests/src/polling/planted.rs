//! A random network with one or two processes more, which poll.
//!
//! Such a process goes round a few locations and now and then leaves. In half of the networks one condition of
//! acceleration is broken.

use network::build::{above, at_least, at_most, below, equals};
use network::generate::{Feature, FeatureSet, Generated, Profile, generate};
use network::{
    ChannelFamily, ChannelFamilyId, ChannelKind, ChannelPlace, ClockConstraint, ClockFamily,
    ClockFamilyId, ClockId, Direction, Edge, EdgeText, Expr, Goal, Guard, Location, LocationId,
    LocationKind, Network, Origin, Place, Process, ProcessId, Query, QueryKind, Stmt, StmtKind,
    Storage, Sync, Template, TemplateId, VariableId,
};

/// The condition that is broken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Broken {
    Nothing,
    Synchronises,
    Changes,
    SetsAnotherClock,
    TestsAnotherClock,
    BoundsAnotherClock,
    Urgent,
    Committed,
    EntersWithoutReset,
    ResetsToOne,
    SetElsewhere,
    BoundElsewhere,
    MovingBound,
    LowerBound,
    OneDuration,
    UrgentSynchronisation,
    /// Nothing: others take part, and most of them stay as they are.
    Meets,
    /// Nothing: a variable changes on the way, and often comes back.
    Returns,
    /// Nothing: another clock is set that is hardly ever asked for.
    SetsDeadClock,
}

impl Broken {
    pub const ALL: [Broken; 18] = [
        Broken::Synchronises,
        Broken::Changes,
        Broken::SetsAnotherClock,
        Broken::TestsAnotherClock,
        Broken::BoundsAnotherClock,
        Broken::Urgent,
        Broken::Committed,
        Broken::EntersWithoutReset,
        Broken::ResetsToOne,
        Broken::SetElsewhere,
        Broken::BoundElsewhere,
        Broken::MovingBound,
        Broken::LowerBound,
        Broken::OneDuration,
        Broken::UrgentSynchronisation,
        Broken::Meets,
        Broken::Returns,
        Broken::SetsDeadClock,
    ];
}

/// A network with polling processes, and which condition is broken in it.
#[must_use]
pub fn planted(random: &mut dyn FnMut() -> u64) -> (Generated, Broken) {
    let mut dice = Dice { random };
    let copies = if dice.chance(20) { 2 } else { 1 };
    let mut generated = generate(&profile(copies), dice.random);
    let broken = if dice.chance(50) { Broken::Nothing } else { dice.pick(&Broken::ALL) };
    let seed = dice.below(u64::MAX);
    let mut planter = Planter { network: &mut generated.network, broken, dice };
    let polling: Vec<ProcessId> = (0..copies).map(|copy| planter.plant(copy, seed)).collect();
    planter.break_elsewhere(polling[0]);
    planter.meet();
    planter.network.lay_out();
    if let Err(problems) = network::validate::validate(planter.network) {
        panic!("not a valid network: {problems:?}");
    }
    // Other questions are never answered with acceleration.
    let is_about_states = |query: &Query| query.kind.is_about_states();
    let more: Vec<Query> = (0..4).map(|_| planter.query(polling[0])).collect();
    generated.queries.retain(is_about_states);
    generated.queries.extend(more);
    (generated, broken)
}

fn profile(copies: usize) -> Profile {
    let mut allowed: FeatureSet = FeatureSet::all();
    for feature in [Feature::Stopwatches, Feature::Copies, Feature::Faults] {
        allowed.remove(feature);
    }
    let processes = if copies > 1 { 1 } else { 2 };
    Profile { allowed, processes, locations: 3, clocks: 1, variables: 1, ..Profile::default() }
}

struct Dice<'r> {
    random: &'r mut dyn FnMut() -> u64,
}

impl Dice<'_> {
    fn below(&mut self, below: u64) -> u64 {
        (self.random)() % below.max(1)
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        let at = self.below(from.len() as u64);
        from[usize::try_from(at).expect("an index")]
    }

    fn small(&mut self, most: i32) -> i32 {
        i32::try_from(self.below(u64::from(most.unsigned_abs()) + 1)).expect("small")
    }
}

struct Planter<'g, 'r> {
    network: &'g mut Network,
    broken: Broken,
    dice: Dice<'r>,
}

impl Planter<'_, '_> {
    /// Adds a process; copies with the same seed are alike.
    fn plant(&mut self, copy: usize, seed: u64) -> ProcessId {
        let mut same = network::generate::numbers(seed);
        let clock = self.clock(&format!("poll{copy}"));
        let mut shape = Planter {
            network: &mut *self.network,
            broken: self.broken,
            dice: Dice { random: &mut same },
        };
        let process = shape.process(copy, clock);
        self.network.processes.push(process);
        ProcessId::at(self.network.processes.len() - 1)
    }

    fn clock(&mut self, name: &str) -> ClockFamilyId {
        self.network.clocks.push(ClockFamily {
            name: name.to_owned(),
            owner: None,
            dims: Vec::new(),
            base: ClockId(0),
            initial: vec![0],
            origin: Origin::NONE,
        });
        ClockFamilyId::at(self.network.clocks.len() - 1)
    }

    fn process(&mut self, copy: usize, clock: ClockFamilyId) -> Process {
        let count = 1 + self.dice.small(2);
        let broken_at = self.dice.small(count - 1);
        let ring: Vec<Location> =
            (0..count).map(|at| self.location(at, clock, at == broken_at)).collect();
        let mut edges: Vec<Edge> =
            (0..count).map(|at| self.edge((at, count), clock, at == broken_at)).collect();
        self.carry(&mut edges);
        edges.extend(self.leaving(count, clock));
        edges.extend(self.returning(count, clock));
        edges.extend(self.urgent_leaving(count));
        if self.dice.chance(15) {
            // A second way round.
            let at = self.dice.small(count - 1);
            edges.push(self.edge((at, count), clock, false));
        }
        let mut locations = ring;
        locations.push(plain_location("out"));
        let start = if self.dice.chance(70) { 0 } else { count };
        if copy == 0 {
            let name = "Poll".to_owned();
            self.network.templates.push(Template { name, ..Template::default() });
        }
        Process {
            name: format!("Poll{copy}"),
            template: TemplateId::at(self.network.templates.len() - 1),
            arguments: Vec::new(),
            locations,
            initial: LocationId(start.cast_unsigned()),
            edges,
            priority: 0,
        }
    }

    fn location(&mut self, at: i32, clock: ClockFamilyId, here: bool) -> Location {
        let mut location = plain_location(&format!("l{at}"));
        let bound = if self.dice.chance(20) { 0 } else { 1 + self.dice.small(2) };
        let strict = bound > 0 && self.dice.chance(25);
        let upper = if strict { below(clock, bound) } else { at_most(clock, bound) };
        let upper = if self.broken == Broken::OneDuration { at_most(clock, 1) } else { upper };
        location.invariant.clocks.push(upper);
        if self.dice.chance(10) {
            location.invariant.condition = self.condition();
        }
        if here {
            match self.broken {
                Broken::Urgent => location.kind = LocationKind::Urgent,
                Broken::Committed => location.kind = LocationKind::Committed,
                Broken::LowerBound => location.invariant.clocks.push(at_least(clock, 1)),
                Broken::BoundsAnotherClock => {
                    let bound = self.dice.small(4);
                    let other = self.other_clock(clock);
                    location.invariant.clocks.extend(other.map(|other| at_most(other, bound)));
                }
                _ => {}
            }
        }
        location
    }

    /// An edge to the next location of the ring.
    fn edge(&mut self, (at, count): (i32, i32), clock: ClockFamilyId, here: bool) -> Edge {
        let mut edge = plain_edge(at, (at + 1) % count);
        edge.guard = self.guard(clock);
        if self.broken == Broken::OneDuration {
            edge.guard.clocks = vec![at_least(clock, 1)];
        }
        if at + 1 == count || self.dice.chance(40) || self.broken == Broken::OneDuration {
            edge.update.push(reset(clock, 0));
        }
        if here {
            self.break_edge(&mut edge, clock);
        }
        edge
    }

    fn guard(&mut self, clock: ClockFamilyId) -> Guard {
        let mut guard = Guard::always();
        let bound = self.dice.small(2);
        let strict = self.dice.chance(25);
        match self.dice.below(8) {
            0 | 1 => {}
            2 => guard.clocks.extend([at_least(clock, bound), at_most(clock, bound)]),
            _ if strict => guard.clocks.push(above(clock, bound)),
            _ => guard.clocks.push(at_least(clock, bound)),
        }
        if self.dice.chance(25) {
            guard.condition = self.condition();
        }
        guard
    }

    fn break_edge(&mut self, edge: &mut Edge, clock: ClockFamilyId) {
        let bound = self.dice.small(3);
        match self.broken {
            Broken::Synchronises => {
                let channel = self.channel(false);
                edge.sync = Some(Sync { channel, direction: Direction::Send });
            }
            Broken::Meets => edge.sync = Some(self.meeting()),
            Broken::Changes => edge.update.extend(self.change()),
            Broken::SetsAnotherClock => {
                edge.update.extend(self.other_clock(clock).map(|other| reset(other, 0)));
            }
            Broken::TestsAnotherClock => {
                let other = self.other_clock(clock);
                edge.guard.clocks.extend(other.map(|other| at_most(other, bound)));
            }
            Broken::ResetsToOne => {
                edge.update.retain(|stmt| !matches!(stmt.kind, StmtKind::SetClock { .. }));
                edge.update.push(reset(clock, 1));
            }
            Broken::MovingBound => {
                let mut bound = at_least(clock, 0);
                match self.variable() {
                    Some(variable) if self.dice.chance(50) => bound.when = equals(variable, 1),
                    Some(variable) => {
                        let value = Box::new(Expr::Read(Place::whole(variable)));
                        bound.bound = Expr::Unary(network::UnaryOp::Negate, value);
                    }
                    None => {}
                }
                edge.guard.clocks.push(bound);
            }
            _ => {}
        }
    }

    /// Lets the ring carry a value, or set a clock of its own.
    fn carry(&mut self, ring: &mut [Edge]) {
        let last = ring.len() - 1;
        let at = self.dice.small(i32::try_from(last).expect("few"));
        let at = usize::try_from(at).expect("an index");
        match self.broken {
            Broken::Returns => {
                let Some(variable) = self.variable() else { return };
                let assign = |value: i32| {
                    let (target, value) = (Place::whole(variable), Expr::Const(value));
                    Stmt::new(StmtKind::Assign { target, value })
                };
                let back = self.dice.small(1);
                ring[at].update.insert(0, assign(1 - back));
                ring[last].update.push(assign(back));
                if self.dice.chance(30) {
                    ring[last].guard.condition = equals(variable, self.dice.small(1));
                }
            }
            Broken::SetsDeadClock => {
                let dead = ClockFamilyId::at(self.network.clocks.len() - 1);
                let own = self.network.clocks[dead.index()].name == "spare";
                let dead = if own { dead } else { self.clock("spare") };
                let before = self.dice.chance(50);
                let update = &mut ring[at].update;
                update.insert(if before { 0 } else { update.len() }, reset(dead, 0));
            }
            _ => {}
        }
    }

    /// An edge out of the ring.
    fn leaving(&mut self, count: i32, clock: ClockFamilyId) -> Option<Edge> {
        let from = self.dice.small(count - 1);
        let mut edge = plain_edge(from, count);
        let bound = self.dice.small(4);
        if let Some(other) = self.other_clock(clock) {
            edge.guard.clocks.push(at_least(other, bound));
        }
        if self.dice.chance(30) {
            edge.update.extend(self.change());
        }
        Some(edge)
    }

    /// An edge back into the ring.
    fn returning(&mut self, count: i32, clock: ClockFamilyId) -> Vec<Edge> {
        if self.dice.chance(25) && self.broken != Broken::EntersWithoutReset {
            return Vec::new();
        }
        let mut edge = plain_edge(count, 0);
        if self.broken == Broken::EntersWithoutReset {
            return (0..count).map(|to| plain_edge(count, to)).collect();
        }
        edge.update.push(reset(clock, 0));
        if self.dice.chance(30) {
            let channel = self.channel(false);
            edge.sync = Some(Sync { channel, direction: Direction::Receive });
        }
        vec![edge]
    }

    /// An edge out of the ring that lets no time pass once it is enabled.
    fn urgent_leaving(&mut self, count: i32) -> Option<Edge> {
        if self.broken != Broken::UrgentSynchronisation {
            return None;
        }
        let mut edge = plain_edge(self.dice.small(count - 1), count);
        edge.guard.condition = self.condition();
        let channel = self.channel(true);
        edge.sync = Some(Sync { channel, direction: Direction::Send });
        Some(edge)
    }

    /// What another process does to the clock, if that is what is broken.
    fn break_elsewhere(&mut self, polling: ProcessId) {
        let clock = ClockFamilyId::at(self.network.clocks.len() - 1);
        let bound = self.dice.small(4);
        let at = self.dice.below(u64::MAX);
        let polling = &self.network.processes[polling.index()].name.clone();
        let others = self.network.processes.iter_mut().filter(|process| process.name != *polling);
        let others: Vec<&mut Process> = others.collect();
        let Some(other) = others.into_iter().next() else { return };
        let index = |length: usize| usize::try_from(at % length.max(1) as u64).unwrap_or(0);
        match self.broken {
            Broken::SetElsewhere if !other.edges.is_empty() => {
                let at = index(other.edges.len());
                other.edges[at].update.push(reset(clock, 0));
            }
            Broken::BoundElsewhere => {
                let at = index(other.locations.len());
                other.locations[at].invariant.clocks.push(at_most(clock, bound));
            }
            _ => {}
        }
    }

    /// One end of a new channel, whose other end others will be at.
    fn meeting(&mut self) -> Sync {
        let channel = self.channel(true);
        let family = &mut self.network.channels[channel.family.index()];
        family.urgent = self.dice.chance(5);
        "meeting".clone_into(&mut family.name);
        if self.dice.chance(60) {
            family.kind = ChannelKind::Binary;
        }
        let sends = family.kind == ChannelKind::Broadcast || self.dice.chance(50);
        let direction = if sends { Direction::Send } else { Direction::Receive };
        Sync { channel, direction }
    }

    /// Lets processes of the network be at the other ends of channels that polling ones meet on. Most of their edges change nothing.
    fn meet(&mut self) {
        let meets = |edge: &&Edge| {
            let sync = edge.sync.as_ref();
            sync.is_some_and(|sync| {
                self.network.channels[sync.channel.family.index()].name == "meeting"
            })
        };
        let polling = self.network.processes.iter().enumerate();
        let polling = polling.filter(|(_, process)| process.name.starts_with("Poll"));
        let edges = polling.flat_map(|(number, process)| {
            let edges = process.edges.iter().filter(meets);
            edges.filter_map(move |edge| Some((number, edge.sync.clone()?)))
        });
        for (own, sync) in edges.collect::<Vec<_>>() {
            let direction = match sync.direction {
                Direction::Send => Direction::Receive,
                Direction::Receive => Direction::Send,
            };
            for number in (0..self.network.processes.len()).filter(|number| *number != own) {
                let sync = Sync { channel: sync.channel.clone(), direction };
                self.other_ends(number, &sync);
            }
        }
    }

    /// Edges of a process at the other end of a channel.
    fn other_ends(&mut self, number: usize, sync: &Sync) {
        let count = i32::try_from(self.network.processes[number].locations.len()).expect("few");
        for at in 0..count {
            if !self.dice.chance(60) {
                continue;
            }
            let mut edge = plain_edge(at, if self.dice.chance(15) { 0 } else { at });
            edge.sync = Some(sync.clone());
            if self.dice.chance(20) {
                edge.guard.condition = self.condition();
            }
            if self.dice.chance(10) {
                edge.update.extend(self.change());
            }
            let urgent = self.network.channels[sync.channel.family.index()].urgent;
            if self.dice.chance(10) && !urgent {
                let clock = ClockFamilyId::at(self.network.clocks.len() - 1);
                let bound = self.dice.small(3);
                let other = self.other_clock(clock);
                edge.guard.clocks.extend(other.map(|other| at_least(other, bound)));
            }
            self.network.processes[number].edges.push(edge);
        }
    }

    /// A new channel on which nobody else has an edge, or one that is there.
    fn channel(&mut self, urgent: bool) -> ChannelPlace {
        if !urgent && self.dice.chance(50) {
            let plain = |family: &ChannelFamily| family.dims.is_empty() && !family.urgent;
            if let Some(at) = self.network.channels.iter().position(plain) {
                return ChannelPlace { family: ChannelFamilyId::at(at), indices: Vec::new() };
            }
        }
        self.network.channels.push(ChannelFamily {
            name: format!("poll_channel{}", self.network.channels.len()),
            owner: None,
            dims: Vec::new(),
            kind: ChannelKind::Broadcast,
            urgent,
            base: network::ChannelId(0),
            priority: vec![self.network.internal_priority],
            origin: Origin::NONE,
        });
        let family = ChannelFamilyId::at(self.network.channels.len() - 1);
        ChannelPlace { family, indices: Vec::new() }
    }

    fn other_clock(&mut self, clock: ClockFamilyId) -> Option<ClockFamilyId> {
        let families = self.network.clocks.iter().enumerate();
        let plain = families.filter(|(_, family)| family.dims.is_empty());
        let others: Vec<ClockFamilyId> = plain
            .filter(|(_, family)| !family.name.starts_with("poll"))
            .map(|(at, _)| ClockFamilyId::at(at))
            .filter(|other| *other != clock)
            .collect();
        (!others.is_empty()).then(|| self.dice.pick(&others))
    }

    fn variable(&mut self) -> Option<VariableId> {
        let variables = self.network.variables.iter().enumerate();
        let plain = variables.filter(|(_, variable)| {
            variable.storage == Storage::State
                && variable.dims.is_empty()
                && variable.domain.lower <= 0
                && variable.domain.upper >= 1
        });
        let plain: Vec<VariableId> = plain.map(|(at, _)| VariableId::at(at)).collect();
        (!plain.is_empty()).then(|| self.dice.pick(&plain))
    }

    fn condition(&mut self) -> Expr {
        let value = self.dice.small(1);
        self.variable().map_or(Expr::TRUE, |variable| equals(variable, value))
    }

    fn change(&mut self) -> Option<Stmt> {
        let value = Expr::Const(self.dice.small(1));
        let target = Place::whole(self.variable()?);
        Some(Stmt::new(StmtKind::Assign { target, value }))
    }

    /// Is the polling process at some location while a clock compares with something, perhaps in a deadlock?
    fn query(&mut self, polling: ProcessId) -> Query {
        let count = self.network.processes[polling.index()].locations.len();
        let at = LocationId(self.dice.below(count as u64).try_into().expect("few"));
        let mut parts = vec![Goal::Holds(Expr::At(polling, at))];
        for _ in 0..self.dice.small(2) {
            let families = self.network.clocks.iter().enumerate();
            let plain = families.filter(|(_, family)| family.dims.is_empty());
            let plain: Vec<usize> = plain.map(|(at, _)| at).collect();
            let clock = ClockFamilyId::at(self.dice.pick(&plain));
            let bound = self.dice.small(7);
            let make: [fn(ClockFamilyId, i32) -> ClockConstraint; 4] =
                [at_least, at_most, above, below];
            parts.push(Goal::Clock(self.dice.pick(&make)(clock, bound)));
        }
        if self.dice.chance(30) {
            parts.push(Goal::Deadlock);
        }
        let goal = Goal::And(parts);
        let kind = if self.dice.chance(70) {
            QueryKind::Reachable(goal)
        } else {
            QueryKind::Invariant(Goal::Not(Box::new(goal)))
        };
        Query { kind, ..query_of_nothing() }
    }
}

pub(super) fn query_of_nothing() -> Query {
    Query::of(QueryKind::Reachable(Goal::Or(Vec::new())))
}

fn reset(clock: ClockFamilyId, value: i32) -> Stmt {
    let target = network::ClockPlace::single(clock);
    Stmt::new(StmtKind::SetClock { target, source: None, offset: Expr::Const(value) })
}

fn plain_location(name: &str) -> Location {
    Location {
        name: name.to_owned(),
        kind: LocationKind::Normal,
        invariant: Guard::always(),
        rates: Vec::new(),
        text: String::new(),
        labels: Vec::new(),
        origin: Origin::NONE,
    }
}

fn plain_edge(source: i32, target: i32) -> Edge {
    Edge {
        source: LocationId(source.cast_unsigned()),
        target: LocationId(target.cast_unsigned()),
        selects: Vec::new(),
        guard: Guard::always(),
        sync: None,
        update: Vec::new(),
        controllable: true,
        text: EdgeText::default(),
        origin: Origin::NONE,
    }
}
