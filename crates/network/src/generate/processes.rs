//! Processes, their locations and edges.

use super::Feature;
use super::maker::Maker;
use crate::channel::{ChannelKind, ChannelPlace};
use crate::eval::Evaluator;
use crate::expr::Expr;
use crate::guard::{Guard, Rate};
use crate::ids::{ChannelFamilyId, LocationId, Origin, TemplateId};
use crate::network::Template;
use crate::process::{Direction, Edge, EdgeText, Location, LocationKind, Process, Select, Sync};
use crate::variable::Domain;

impl Maker<'_> {
    pub(super) fn processes(&mut self) {
        let count = (1 + self.dice.weighted(&[3, 6, 2])).min(self.profile.processes);
        let mut names = ["P", "Q", "R"].into_iter().take(count);
        if let Some(domain) = self.copies.as_ref().map(|copies| copies.domain) {
            names.next();
            self.in_copies(|maker, member| {
                maker.process("P");
                let template = TemplateId(0);
                if let Some(process) = maker.network.processes.last_mut() {
                    process.name = format!("P({member})");
                    process.arguments = vec![(domain, member)];
                    process.template = template;
                }
            });
        }
        for name in names {
            self.process(name);
        }
        self.tour();
    }

    /// A process that calls one copy after the other and has a location for each.
    fn tour(&mut self) {
        let Some(members) = self.copies.as_ref().map(|copies| copies.domain) else { return };
        let calls = |id: &&ChannelFamilyId| self.network.channel_family(**id).dims == [members];
        let Some(family) = self.channels.iter().find(calls).copied() else { return };
        if !self.roll(Feature::Tours, 100) {
            return;
        }
        let count = self.network.processes.len();
        self.process("T");
        let size = usize::try_from(members.size()).unwrap_or(1);
        let process = &mut self.network.processes[count];
        let mut location = process.locations[0].clone();
        (location.kind, location.invariant) = (LocationKind::Normal, Guard::always());
        process.locations.clear();
        process.edges.clear();
        for (number, member) in members.values().enumerate() {
            process.locations.push(Location { name: format!("L{number}"), ..location.clone() });
            let indices = vec![Expr::Const(member)];
            let channel = ChannelPlace { family, indices };
            process.edges.push(Edge {
                source: LocationId::at(number),
                target: LocationId::at((number + 1) % size),
                selects: Vec::new(),
                guard: Guard::always(),
                sync: Some(Sync { channel, direction: Direction::Send }),
                update: Vec::new(),
                controllable: true,
                text: EdgeText::default(),
                origin: Origin::NONE,
            });
        }
    }

    fn process(&mut self, name: &str) {
        let count = (1 + self.dice.weighted(&[2, 6, 5, 1])).min(self.profile.locations);
        let locations = (0..count).map(|number| self.location(number)).collect();
        let mut edges = Vec::new();
        for source in 0..count {
            for _ in 0..self.dice.weighted(&[1, 6, 4]) {
                let target = self.dice.below(count);
                edges.push(self.edge(LocationId::at(source), LocationId::at(target)));
            }
        }
        let priority =
            if self.roll(Feature::ProcessPriorities, 70) { self.dice.between(0, 2) } else { 0 };
        let template = TemplateId::at(self.network.templates.len());
        self.network.templates.push(Template { name: name.to_owned(), ..Template::default() });
        self.network.processes.push(Process {
            name: name.to_owned(),
            template,
            arguments: Vec::new(),
            locations,
            initial: LocationId(0),
            edges,
            priority,
        });
    }

    fn location(&mut self, number: usize) -> Location {
        let kind = if self.roll(Feature::UrgentLocations, 20) {
            LocationKind::Urgent
        } else if self.roll(Feature::CommittedLocations, 20) {
            LocationKind::Committed
        } else {
            LocationKind::Normal
        };
        let mut invariant = self.invariant();
        if number == 0 && !self.holds_at_start(&invariant) {
            invariant = Guard::always();
        }
        let rates = self.rates();
        Location {
            name: format!("L{number}"),
            kind,
            invariant,
            rates,
            text: String::new(),
            labels: Vec::new(),
            origin: Origin::NONE,
        }
    }

    /// Clocks that stand still at a location.
    fn rates(&mut self) -> Vec<Rate> {
        let mut rates = Vec::new();
        while rates.len() < 2 && self.roll(Feature::Stopwatches, 35) {
            let Some(clock) = self.clock() else { break };
            rates.push(Rate { clock, rate: Expr::Const(0), when: Expr::TRUE });
        }
        rates
    }

    /// A network whose initial state violates an invariant has no states at all.
    fn holds_at_start(&mut self, invariant: &Guard) -> bool {
        self.network.lay_out();
        let mut memory = self.network.initial_memory();
        let clocks = self.network.initial_clocks();
        let mut evaluator = Evaluator::new(&self.network, &[], &mut memory);
        let Ok(Some(constraints)) = evaluator.guard(invariant) else { return false };
        constraints.iter().all(|constraint| {
            let value =
                |clock: Option<crate::ids::ClockId>| clock.map_or(0, |id| clocks[id.index()]);
            let difference = value(constraint.left) - value(constraint.right);
            difference < constraint.bound || (difference == constraint.bound && !constraint.strict)
        })
    }

    fn edge(&mut self, source: LocationId, target: LocationId) -> Edge {
        let mut selects = Vec::new();
        if self.roll(Feature::Selects, 25) {
            let plain = Domain::int(0, 1 + self.dice.between(0, 1));
            let domain = self.some_members().unwrap_or(plain);
            let variable = self.scratch("s", domain);
            selects.push(Select { variable, domain });
            self.scope.push(variable);
        }
        let (sync, clocks) = self.sync();
        let guard = self.guard(clocks);
        let update = self.statements(1);
        self.scope.clear();
        Edge {
            source,
            target,
            selects,
            guard,
            sync,
            update,
            controllable: true,
            text: EdgeText::default(),
            origin: Origin::NONE,
        }
    }

    /// A synchronisation, and whether the guard may mention clocks.
    fn sync(&mut self) -> (Option<Sync>, bool) {
        let family = if self.dice.chance(55) { self.dice.pick(&self.channels) } else { None };
        let Some(family) = family else { return (None, true) };
        let channel = self.network.channel_family(family).clone();
        let indices = channel.dims.iter().map(|dim| self.index(*dim)).collect();
        let direction = if self.dice.chance(50) { Direction::Send } else { Direction::Receive };
        let broadcast = channel.kind == ChannelKind::Broadcast;
        self.used.insert(if broadcast {
            Feature::BroadcastChannels
        } else {
            Feature::BinaryChannels
        });
        let receives = broadcast && direction == Direction::Receive;
        let clocks = (!channel.urgent || self.roll(Feature::UrgentClockGuards, 70))
            && (!receives || self.roll(Feature::ReceiverClockGuards, 70));
        (Some(Sync { channel: ChannelPlace { family, indices }, direction }), clocks)
    }

    pub(super) fn hooks(&mut self) {
        if self.roll(Feature::UpdateHooks, 60) {
            self.network.before_update = self.statements(1);
        }
        if self.roll(Feature::UpdateHooks, 60) {
            self.network.after_update = self.statements(1);
        }
    }
}
