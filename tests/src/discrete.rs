//! Locations and integers: which edges are ready, how they combine, what they do.
//!
//! Written from the description of the language alone, with nothing but `network::eval` beneath it.

use network::eval::{ClockWrite, Evaluator, Fault};
use network::guard::Difference;
use network::{
    ChannelFamily, ChannelId, ChannelKind, Direction, Edge, LocationId, LocationKind, Network,
};

/// Where the processes are and what the variables hold.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Discrete {
    /// The location of each process.
    pub locations: Vec<LocationId>,
    /// The cells that are part of the state.
    pub cells: Vec<i32>,
}

/// An edge that may be taken as far as integers go.
#[derive(Clone, Debug)]
pub struct Ready<'n> {
    pub process: usize,
    pub edge: &'n Edge,
    /// The values of its select variables.
    pub bindings: Vec<i32>,
    /// The channel it synchronises on.
    pub channel: Option<ChannelId>,
    /// The clock constraints of its guard.
    pub constraints: Vec<Difference>,
    /// Evaluating the guard or the channel is invalid, where the constraints before that hold.
    pub fault: Option<Fault>,
}

impl Ready<'_> {
    /// Which end of a channel it is.
    #[must_use]
    pub fn direction(&self) -> Option<Direction> {
        self.edge.sync.as_ref().map(|sync| sync.direction)
    }
}

/// What a transition does to integers and clocks.
pub struct Fired {
    pub target: Discrete,
    /// The clocks it sets, in order.
    pub writes: Vec<ClockWrite>,
}

impl Discrete {
    #[must_use]
    pub fn initial(network: &Network) -> Discrete {
        let mut cells = network.initial_memory();
        cells.truncate(network.state_slots());
        Discrete {
            locations: network.processes.iter().map(|process| process.initial).collect(),
            cells,
        }
    }

    /// All cells; those that are not part of the state as they are at the start.
    fn memory(&self, network: &Network) -> Vec<i32> {
        let mut memory = network.initial_memory();
        memory[..self.cells.len()].copy_from_slice(&self.cells);
        memory
    }

    fn kind(&self, network: &Network, process: usize) -> LocationKind {
        network.processes[process].locations[self.locations[process].index()].kind
    }

    /// Is the process at a committed location?
    #[must_use]
    pub fn is_committed(&self, network: &Network, process: usize) -> bool {
        self.kind(network, process) == LocationKind::Committed
    }

    /// Is any process at a committed location?
    #[must_use]
    pub fn has_committed(&self, network: &Network) -> bool {
        (0..self.locations.len()).any(|process| self.is_committed(network, process))
    }

    /// Do all locations let time pass?
    #[must_use]
    pub fn lets_time_pass(&self, network: &Network) -> bool {
        (0..self.locations.len()).all(|process| self.kind(network, process) == LocationKind::Normal)
    }

    /// The value of an expression of a query.
    pub fn eval(&self, network: &Network, expr: &network::Expr) -> Result<i32, Fault> {
        Evaluator::new(network, &self.locations, &mut self.memory(network)).eval(expr)
    }

    /// A clock constraint of a query; none where it says nothing.
    pub fn constraint(
        &self,
        network: &Network,
        constraint: &network::ClockConstraint,
    ) -> Result<Option<Difference>, Fault> {
        Evaluator::new(network, &self.locations, &mut self.memory(network)).constraint(constraint)
    }

    /// The clock a query names.
    pub fn clock(&self, network: &Network, place: &network::ClockPlace) -> Result<usize, Fault> {
        let mut memory = self.memory(network);
        let clock = Evaluator::new(network, &self.locations, &mut memory).clock(place)?;
        Ok(clock.index())
    }

    /// The clock constraints of all invariants; none if an integer part does not hold.
    pub fn invariants(&self, network: &Network) -> Result<Option<Vec<Difference>>, Fault> {
        let mut memory = self.memory(network);
        let mut all = Vec::new();
        for (process, location) in network.processes.iter().zip(&self.locations) {
            let invariant = &process.locations[location.index()].invariant;
            let mut evaluator = Evaluator::new(network, &self.locations, &mut memory);
            match evaluator.guard(invariant)? {
                Some(constraints) => all.extend(constraints),
                None => return Ok(None),
            }
        }
        Ok(Some(all))
    }

    /// Every edge, with every binding, whose integer guard holds or cannot be evaluated.
    #[must_use]
    pub fn ready<'n>(&self, network: &'n Network) -> Vec<Ready<'n>> {
        let mut all = Vec::new();
        for (number, process) in network.processes.iter().enumerate() {
            let leaves = |edge: &&Edge| edge.source == self.locations[number];
            for edge in process.edges.iter().filter(leaves) {
                for bindings in bindings(edge) {
                    all.extend(self.ready_edge(network, number, edge, bindings));
                }
            }
        }
        all
    }

    fn ready_edge<'n>(
        &self,
        network: &'n Network,
        process: usize,
        edge: &'n Edge,
        bindings: Vec<i32>,
    ) -> Option<Ready<'n>> {
        let mut memory = self.memory(network);
        bind(network, edge, &bindings, &mut memory);
        let mut evaluator = Evaluator::new(network, &self.locations, &mut memory);
        let mut ready =
            Ready { process, edge, bindings, channel: None, constraints: Vec::new(), fault: None };
        match evaluator.eval(&edge.guard.condition) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(fault) => ready.fault = Some(fault),
        }
        for constraint in &edge.guard.clocks {
            match evaluator.constraint(constraint) {
                _ if ready.fault.is_some() => {}
                Ok(difference) => ready.constraints.extend(difference),
                Err(fault) => ready.fault = Some(fault),
            }
        }
        if let (Some(sync), None) = (&edge.sync, ready.fault) {
            match evaluator.channel(&sync.channel) {
                Ok(channel) => ready.channel = Some(channel),
                Err(fault) => ready.fault = Some(fault),
            }
        }
        Some(ready)
    }

    /// Runs the updates of a transition: hooks around the edges, which are in order.
    pub fn fire(&self, network: &Network, edges: &[&Ready<'_>]) -> Result<Fired, Fault> {
        let mut memory = self.memory(network);
        let mut writes = Vec::new();
        let mut run = |statements: &[network::Stmt], memory: &mut Vec<i32>| {
            let mut evaluator = Evaluator::new(network, &self.locations, memory);
            evaluator.run(statements)?;
            writes.append(&mut evaluator.clock_writes);
            Ok(())
        };
        run(&network.before_update, &mut memory)?;
        for ready in edges {
            bind(network, ready.edge, &ready.bindings, &mut memory);
            run(&ready.edge.update, &mut memory)?;
        }
        run(&network.after_update, &mut memory)?;
        let mut locations = self.locations.clone();
        for ready in edges {
            locations[ready.process] = ready.edge.target;
        }
        memory.truncate(self.cells.len());
        Ok(Fired { target: Discrete { locations, cells: memory }, writes })
    }

    /// Every way in which these edges, all of them enabled, combine to transitions. The initiator comes
    /// first, receivers follow in the order of processes.
    #[must_use]
    pub fn combine<'r, 'n>(
        &self,
        network: &Network,
        enabled: &[&'r Ready<'n>],
    ) -> Vec<Vec<&'r Ready<'n>>> {
        let mut transitions = Vec::new();
        for first in enabled {
            match (first.direction(), first.channel) {
                (None, _) => transitions.push(vec![*first]),
                (Some(Direction::Send), Some(channel)) => {
                    let others = receivers(network, enabled, first, channel);
                    if family(network, channel).kind == ChannelKind::Binary {
                        transitions
                            .extend(others.concat().into_iter().map(|other| vec![*first, other]));
                    } else {
                        transitions.extend(broadcasts(first, &others));
                    }
                }
                _ => {}
            }
        }
        if self.has_committed(network) {
            transitions
                .retain(|edges| edges.iter().any(|edge| self.is_committed(network, edge.process)));
        }
        transitions
    }

    /// Is a synchronisation on an urgent channel possible with these edges, all of them enabled?
    #[must_use]
    pub fn is_urged(&self, network: &Network, enabled: &[&Ready<'_>]) -> bool {
        enabled.iter().any(|first| match (first.direction(), first.channel) {
            (Some(Direction::Send), Some(channel)) => {
                let family = family(network, channel);
                family.urgent
                    && (family.kind == ChannelKind::Broadcast
                        || receivers(network, enabled, first, channel)
                            .iter()
                            .any(|of| !of.is_empty()))
            }
            _ => false,
        })
    }
}

/// The priority of a transition: first by channel, then by process.
#[must_use]
pub fn priority(network: &Network, edges: &[&Ready<'_>]) -> (i32, i32) {
    let of_channel = edges[0].channel.map_or(network.internal_priority, |channel| {
        let family = family(network, channel);
        family.priority[channel.index() - family.base.index()]
    });
    let of_process = edges.iter().map(|edge| network.processes[edge.process].priority).max();
    (of_channel, of_process.unwrap_or(0))
}

/// The enabled receivers on a channel, process by process; never of the sender's process.
fn receivers<'r, 'n>(
    network: &Network,
    enabled: &[&'r Ready<'n>],
    sender: &Ready<'_>,
    channel: ChannelId,
) -> Vec<Vec<&'r Ready<'n>>> {
    let receives = |ready: &&&Ready<'_>| {
        ready.direction() == Some(Direction::Receive)
            && ready.channel == Some(channel)
            && ready.process != sender.process
    };
    let of = |process: usize| {
        let mine = enabled.iter().filter(receives).filter(|ready| ready.process == process);
        mine.copied().collect()
    };
    (0..network.processes.len()).map(of).collect()
}

/// Everybody who can receive takes part, by exactly one edge.
fn broadcasts<'r, 'n>(
    sender: &'r Ready<'n>,
    receivers: &[Vec<&'r Ready<'n>>],
) -> Vec<Vec<&'r Ready<'n>>> {
    let mut ways = vec![vec![sender]];
    for choices in receivers.iter().filter(|choices| !choices.is_empty()) {
        let extended = ways.iter().flat_map(|way| {
            choices.iter().map(move |choice| way.iter().copied().chain([*choice]).collect())
        });
        ways = extended.collect();
    }
    ways
}

fn family(network: &Network, channel: ChannelId) -> &ChannelFamily {
    let starts_before = |family: &&ChannelFamily| family.base <= channel;
    network.channels.iter().rfind(starts_before).expect("the channel has a family")
}

/// All values of the select variables.
fn bindings(edge: &Edge) -> Vec<Vec<i32>> {
    let mut all = vec![Vec::new()];
    for select in &edge.selects {
        let extended = all.iter().flat_map(|values: &Vec<i32>| {
            let with = move |value| values.iter().copied().chain([value]).collect();
            select.domain.values().map(with)
        });
        all = extended.collect();
    }
    all
}

fn bind(network: &Network, edge: &Edge, bindings: &[i32], memory: &mut [i32]) {
    for (select, value) in edge.selects.iter().zip(bindings) {
        memory[network.variable(select.variable).base.index()] = *value;
    }
}
