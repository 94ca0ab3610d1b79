//! Which locations and edges of others a step may disturb, or be disturbed by.
//!
//! The tables are about *nodes*: the edges of all processes, and after them all locations. The node of an edge stands for what its
//! process may do from that edge on while no time passes. The node of a location stands for a process that stays there.

use network::{Edge, Goal, LocationKind, Network, Process};

use super::bits::Bits;
use super::footprint::{Footprint, Resources};
use super::visible::Watched;
use super::zero_time::futures;
use crate::faults::Faults;
use crate::intervals::Facts;

/// With more, the tables would take too much room.
const MOST_NODES: usize = 1 << 12;

/// What may disturb what in a network while no time passes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Independence {
    /// Where the edges and the locations of each process start among the nodes.
    edges: Vec<usize>,
    locations: Vec<usize>,
    /// The process of each node.
    processes: Vec<usize>,
    /// For each edge, the nodes that may change whether it may be taken.
    guards: Vec<Bits>,
    /// For each edge, the nodes that depend on it if it is taken.
    steps: Vec<Bits>,
    /// For each edge, the nodes that depend on what may follow it while no time passes.
    chains: Vec<Bits>,
    /// For each location, the nodes that may change what its invariant says.
    stays: Vec<Bits>,
    /// Nodes of which something may be invalid.
    suspicious: Bits,
    /// For each node, the edges that may follow.
    futures: Vec<Bits>,
    /// For each clock, the processes that set it.
    setters: Vec<Bits>,
}

impl Independence {
    /// Nothing if there are too many edges and locations.
    #[must_use]
    pub fn of(network: &Network) -> Option<Independence> {
        let resources = Resources::of(network);
        let numbers = Numbers::of(network);
        let count = numbers.processes.len();
        if count > MOST_NODES {
            return None;
        }
        let single: Vec<Footprint> = each_edge(network)
            .map(|(process, edge)| Footprint::of_edge(&resources, process, edge))
            .collect();
        let setters = setters(&resources, &numbers, &single);
        let futures = all_futures(network, &numbers, &setters);
        let reach = reaches(&resources, network, &numbers, &single, &futures);
        let readers = Touching::by(&resources, &reach);
        let guards = each_edge(network)
            .map(|(_, edge)| readers.disturbing(&Footprint::of_guard(&resources, edge)));
        let stays = each_location(network).map(|(_, location)| {
            readers.disturbing(&Footprint::of_invariant(&resources, &location.invariant))
        });
        Some(Independence {
            guards: guards.collect(),
            steps: single.iter().map(|footprint| readers.disturbing(footprint)).collect(),
            chains: reach[..single.len()].iter().map(|each| readers.disturbing(each)).collect(),
            stays: stays.collect(),
            suspicious: suspicious(network, &numbers, &futures),
            edges: numbers.edges,
            locations: numbers.locations,
            processes: numbers.processes,
            futures,
            setters,
        })
    }

    /// How many nodes there are.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.processes.len()
    }

    #[must_use]
    pub fn edge(&self, process: usize, edge: usize) -> usize {
        self.edges[process] + edge
    }

    #[must_use]
    pub fn location(&self, process: usize, location: usize) -> usize {
        self.locations[process] + location
    }

    /// Whose node it is.
    #[must_use]
    pub fn process(&self, node: usize) -> usize {
        self.processes[node]
    }

    /// The nodes that may change whether an edge, given by its node, may be taken.
    #[must_use]
    pub fn guard(&self, edge: usize) -> &Bits {
        &self.guards[edge]
    }

    /// The nodes that depend on an edge if it is taken.
    #[must_use]
    pub fn step(&self, edge: usize) -> &Bits {
        &self.steps[edge]
    }

    /// The nodes that depend on an edge or on what may follow it while no time passes.
    #[must_use]
    pub fn chain(&self, edge: usize) -> &Bits {
        &self.chains[edge]
    }

    /// The nodes that may change what the invariant of a location says.
    #[must_use]
    pub fn stay(&self, location: usize) -> &Bits {
        &self.stays[location - self.stays_start()]
    }

    fn stays_start(&self) -> usize {
        self.steps.len()
    }

    /// Does no other process than this one set the clock?
    #[must_use]
    pub fn is_own(&self, process: usize, clock: usize) -> bool {
        is_own(&self.setters, process, clock)
    }

    /// The nodes of processes that may make one of the goals true, which are in normal form, or meet something invalid.
    #[must_use]
    pub fn seen(&self, network: &Network, goals: &[Goal]) -> Bits {
        let resources = Resources::of(network);
        let watched = Watched::by(&resources, goals);
        let mut edges = Bits::none(self.nodes());
        for (node, (process, edge)) in each_edge(network).enumerate() {
            let footprint = Footprint::of_edge(&resources, process, edge);
            if watched.is_seen(process, edge, &footprint) {
                edges.insert(node);
            }
        }
        let mut seen = self.suspicious.clone();
        for (node, future) in self.futures.iter().enumerate() {
            if future.meets(&edges) {
                seen.insert(node);
            }
        }
        seen
    }

    /// Is there a location where time may have to stand still, and an edge from it of which some other process need not
    /// take notice, wherever it is?
    #[must_use]
    pub fn may_help(&self, network: &Network) -> bool {
        each_edge(network).enumerate().any(|(node, (process, edge))| {
            holds_time(network, process, edge) && {
                let stay = self.stay(self.location(process, edge.source.index()));
                let concerns =
                    |other: usize| self.step(node).contains(other) || stay.contains(other);
                (0..network.processes.len())
                    .any(|other| other != process && self.has_calm_place(network, other, &concerns))
            }
        })
    }

    /// Is there a location of a process of which neither edges nor the location itself are concerned?
    fn has_calm_place(
        &self,
        network: &Network,
        process: usize,
        concerns: &dyn Fn(usize) -> bool,
    ) -> bool {
        let Process { locations, edges, .. } = &network.processes[process];
        (0..locations.len()).any(|location| {
            let mut leaving =
                edges.iter().enumerate().filter(|(_, edge)| edge.source.index() == location);
            !concerns(self.location(process, location))
                && !leaving.any(|(number, _)| concerns(self.edge(process, number)))
        })
    }
}

/// May it be that time stands still because this edge has not been taken?
fn holds_time(network: &Network, process: usize, edge: &Edge) -> bool {
    let source = &network.processes[process].locations[edge.source.index()];
    let urgent = |sync: &network::Sync| network.channel_family(sync.channel.family).urgent;
    source.kind != LocationKind::Normal
        || source.invariant.clocks.iter().any(|each| each.left.is_some() && !each.strict)
        || edge.sync.as_ref().is_some_and(urgent)
}

/// Which node is what.
struct Numbers {
    edges: Vec<usize>,
    locations: Vec<usize>,
    processes: Vec<usize>,
}

impl Numbers {
    fn of(network: &Network) -> Numbers {
        let (mut edges, mut locations, mut processes) = (Vec::new(), Vec::new(), Vec::new());
        for (number, process) in network.processes.iter().enumerate() {
            edges.push(processes.len());
            processes.extend(process.edges.iter().map(|_| number));
        }
        for (number, process) in network.processes.iter().enumerate() {
            locations.push(processes.len());
            processes.extend(process.locations.iter().map(|_| number));
        }
        Numbers { edges, locations, processes }
    }
}

fn each_edge(network: &Network) -> impl Iterator<Item = (usize, &Edge)> {
    let processes = network.processes.iter().enumerate();
    processes.flat_map(|(number, process)| process.edges.iter().map(move |edge| (number, edge)))
}

fn each_location(network: &Network) -> impl Iterator<Item = (usize, &network::Location)> {
    let processes = network.processes.iter().enumerate();
    processes.flat_map(|(number, process)| process.locations.iter().map(move |each| (number, each)))
}

/// For each clock, the processes that set it.
fn setters(resources: &Resources<'_>, numbers: &Numbers, single: &[Footprint]) -> Vec<Bits> {
    let network = resources.network;
    let mut setters = vec![Bits::none(network.processes.len()); network.clock_count()];
    for (clock, setters) in setters.iter_mut().enumerate() {
        let sets = |footprint: &Footprint| footprint.writes.contains(resources.clock(clock));
        let setting = numbers.processes.iter().zip(single).filter(|(_, each)| sets(each));
        setting.for_each(|(process, _)| setters.insert(*process));
    }
    setters
}

fn is_own(setters: &[Bits], process: usize, clock: usize) -> bool {
    setters[clock].iter().all(|setter| setter == process)
}

/// For each node, the edges of its process that may be taken from then on while no time passes.
fn all_futures(network: &Network, numbers: &Numbers, setters: &[Bits]) -> Vec<Bits> {
    let count = numbers.processes.len();
    let mut all = vec![Bits::none(count); count];
    for (process, start) in numbers.edges.iter().enumerate() {
        let own: Vec<bool> =
            (0..setters.len()).map(|clock| is_own(setters, process, clock)).collect();
        let futures = futures(network, &network.processes[process], &own);
        for (number, future) in futures.iter().enumerate() {
            future.iter().for_each(|edge| all[start + number].insert(start + edge));
        }
    }
    all
}

/// For each node, what its process may read, write, send and receive from then on while no time passes, and what the invariants
/// of its locations read.
fn reaches(
    resources: &Resources<'_>,
    network: &Network,
    numbers: &Numbers,
    single: &[Footprint],
    futures: &[Bits],
) -> Vec<Footprint> {
    let stays: Vec<Footprint> = each_location(network)
        .map(|(_, location)| Footprint::of_invariant(resources, &location.invariant))
        .collect();
    let edges = each_edge(network).enumerate().map(|(node, (process, edge))| {
        let source = numbers.locations[process] + edge.source.index() - single.len();
        let mut reach = stays[source].clone();
        futures[node].iter().for_each(|edge| reach.add(&single[edge]));
        reach
    });
    let mut all: Vec<Footprint> = edges.collect();
    all.extend(stays);
    all
}

/// For each thing that can be read or written, the nodes that do so.
struct Touching {
    nodes: usize,
    reading: Vec<Bits>,
    writing: Vec<Bits>,
    sending: Vec<Bits>,
    receiving: Vec<Bits>,
}

impl Touching {
    fn by(resources: &Resources<'_>, reach: &[Footprint]) -> Touching {
        let sets = |count: usize| vec![Bits::none(reach.len()); count];
        let mut touching = Touching {
            nodes: reach.len(),
            reading: sets(resources.count),
            writing: sets(resources.count),
            sending: sets(resources.channels),
            receiving: sets(resources.channels),
        };
        for (node, footprint) in reach.iter().enumerate() {
            footprint.reads.iter().for_each(|each| touching.reading[each].insert(node));
            footprint.writes.iter().for_each(|each| touching.writing[each].insert(node));
            footprint.sends.iter().for_each(|each| touching.sending[each].insert(node));
            footprint.receives.iter().for_each(|each| touching.receiving[each].insert(node));
        }
        touching
    }

    /// The nodes that read what this writes, write what this reads or writes, or may take part in the same transition.
    fn disturbing(&self, footprint: &Footprint) -> Bits {
        let mut found = Bits::none(self.nodes);
        for each in footprint.reads.iter() {
            found.add(&self.writing[each]);
        }
        for each in footprint.writes.iter() {
            found.add(&self.writing[each]);
            found.add(&self.reading[each]);
        }
        for channel in footprint.sends.iter() {
            found.add(&self.receiving[channel]);
        }
        for channel in footprint.receives.iter() {
            found.add(&self.sending[channel]);
        }
        found
    }
}

/// The nodes of which something may be invalid, now or from then on.
fn suspicious(network: &Network, numbers: &Numbers, futures: &[Bits]) -> Bits {
    let mut faults = Faults::of(network);
    let mut nodes = Bits::none(numbers.processes.len());
    for (at, (_, location)) in each_location(network).enumerate() {
        faults.know(Facts::default());
        if faults.guard(&location.invariant) {
            nodes.insert(futures.len() - each_location(network).count() + at);
        }
    }
    for (node, (process, edge)) in each_edge(network).enumerate() {
        let ends = [edge.source, edge.target];
        let near = |end: &network::LocationId| numbers.locations[process] + end.index();
        if may_be_invalid(network, &mut faults, edge)
            || ends.iter().any(|end| nodes.contains(near(end)))
        {
            nodes.insert(node);
        }
    }
    let first = nodes.clone();
    for (node, future) in futures.iter().enumerate() {
        if future.meets(&first) {
            nodes.insert(node);
        }
    }
    // A process waits at a location of which an edge is suspicious.
    for (node, (process, edge)) in each_edge(network).enumerate() {
        if first.contains(node) {
            nodes.insert(numbers.locations[process] + edge.source.index());
        }
    }
    nodes
}

fn may_be_invalid(network: &Network, faults: &mut Faults<'_>, edge: &Edge) -> bool {
    let mut facts = Facts::default();
    edge.selects.iter().for_each(|select| facts.bind(select.variable, select.domain));
    faults.know(facts.clone());
    let mut found = faults.guard(&edge.guard);
    if let Some(sync) = &edge.sync {
        let mut known = facts.clone();
        known.assume(network, &edge.guard.condition, true);
        faults.know(known);
        let dims = &network.channel_family(sync.channel.family).dims;
        found |= faults.indices(&sync.channel.indices, dims);
    }
    faults.know(facts);
    found | faults.block(&edge.update)
}
