//! What breaks a condition under which a chain can be one step.

use network::build::{at_least, equals};
use network::{
    BinaryOp, ChannelKind, ClockFamilyId, Direction, Edge, Expr, LocationKind, Stmt, StmtKind,
    Storage, VariableId,
};

use super::planted::{Planter, Twist, more};

impl Planter<'_> {
    /// An edge by which a station is told, if it has one.
    fn told_edge(&mut self, number: usize) -> Option<&mut Edge> {
        let (station, tell) = (self.parts.stations[number], self.parts.tells[number]);
        let edges = &mut self.net.raw().processes[station.index()].edges;
        edges
            .iter_mut()
            .find(|edge| edge.sync.as_ref().is_some_and(|sync| sync.channel.family == tell))
    }

    /// Breaks a condition.
    pub(super) fn turn(&mut self) {
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

fn assign(variable: VariableId, value: Expr) -> Stmt {
    Stmt::new(StmtKind::Assign { target: network::Place::whole(variable), value })
}

fn reset(clock: ClockFamilyId) -> Stmt {
    let (target, source, offset) = (network::ClockPlace::single(clock), None, Expr::Const(0));
    Stmt::new(StmtKind::SetClock { target, source, offset })
}
