//! The chains of a process: the only ways into and out of their middle.

use std::collections::BTreeSet;

use network::{
    ChannelId, Direction, EdgeId, Location, LocationId, LocationKind, Network, ProcessId, Storage,
    VariableId,
};

use super::accesses::Accesses;
use super::follow::{Chain, Follower, may_use};
use super::knowledge::Knowledge;
use network::visit::{Visitor, walk_edge};

/// All chains of one process.
#[derive(Clone, Debug)]
pub(super) struct Chains<'n> {
    pub(super) by: ProcessId,
    pub(super) chains: Vec<Chain<'n>>,
    pub(super) middle: BTreeSet<LocationId>,
    /// Variables that only chains write, and that each of them leaves as they start in the model.
    pub(super) settled: BTreeSet<VariableId>,
}

impl<'n> Chains<'n> {
    /// The chains of a process, if there are any that tell several others, or do something for several ids.
    pub(super) fn of(network: &'n Network, by: ProcessId, writers: &Writers) -> Option<Chains<'n>> {
        // Most processes have no location that is left at once.
        let process = network.process(by);
        let may_be_instant = |location: &Location| {
            location.kind != LocationKind::Normal || !location.invariant.clocks.is_empty()
        };
        if !process.locations.iter().any(may_be_instant) {
            return None;
        }
        let mut settled = writers.only(network, by);
        loop {
            let mut chains = Chains::assuming(network, by, &settled)?;
            let holds = |variable: &VariableId| chains.settle(network, *variable);
            let still: BTreeSet<VariableId> = settled.iter().copied().filter(holds).collect();
            if still == settled {
                chains.settled = settled;
                return chains.is_a_loop(network).then_some(chains);
            }
            settled = still;
        }
    }

    fn assuming(
        network: &'n Network,
        by: ProcessId,
        settled: &BTreeSet<VariableId>,
    ) -> Option<Chains<'n>> {
        let mut known = Knowledge::nothing(network);
        for variable in settled {
            let variable = network.variable(*variable);
            known.cells.insert(variable.base.index(), variable.initial[0]);
        }
        let edges = (0..network.process(by).edges.len()).map(EdgeId::at);
        let found: Vec<Chain<'n>> =
            edges.filter_map(|edge| Follower::follow(by, edge, known.clone())).collect();
        let passed: BTreeSet<LocationId> = found.iter().flat_map(Chain::middle_locations).collect();
        let mut chains: Vec<_> =
            found.into_iter().filter(|chain| !passed.contains(&chain.start)).collect();
        // Those that tell nobody are left as they are, if others do.
        if chains.iter().any(|chain| !chain.stations.is_empty()) {
            chains.retain(|chain| !chain.stations.is_empty());
        }
        let middle = chains.iter().flat_map(Chain::middle_locations).collect();
        let chains = Chains { by, chains, middle, settled: BTreeSet::new() };
        (!chains.chains.is_empty() && chains.are_the_only_way(network)).then_some(chains)
    }

    /// Does nothing else lead into the middle?
    fn are_the_only_way(&self, network: &Network) -> bool {
        let process = network.process(self.by);
        let begins =
            |number: usize| self.chains.iter().any(|chain| chain.first().index() == number);
        let mut edges = process.edges.iter().enumerate();
        !self.middle.contains(&process.initial)
            && edges.all(|(number, edge)| {
                !self.middle.contains(&edge.target)
                    || self.middle.contains(&edge.source)
                    || begins(number)
            })
    }

    /// Is this an edge that only chains take?
    pub(super) fn has_edge(&self, network: &Network, number: EdgeId) -> bool {
        let edge = &network.process(self.by).edges[number.index()];
        self.middle.contains(&edge.source)
            || self.chains.iter().any(|chain| chain.first() == number)
    }

    /// Do only chains write a variable, and each leave it as it starts?
    fn settle(&self, network: &Network, variable: VariableId) -> bool {
        let process = network.process(self.by);
        let mut edges = (0..process.edges.len()).map(EdgeId::at);
        let slot = network.variable(variable).base.index();
        let initial = network.variable(variable).initial[0];
        edges.all(|number| {
            self.has_edge(network, number)
                || !writes(network, &process.edges[number.index()]).contains(&variable)
        }) && self.chains.iter().all(|chain| chain.last.cells.get(&slot) == Some(&initial))
    }

    /// Is it worth anything? All chains tell the same stations, several of them, or set several cells.
    fn is_a_loop(&self, network: &Network) -> bool {
        let first = &self.chains[0].stations;
        let lasting = self.chains[0].last.cells.keys().filter(|slot| {
            let is_it = |variable: &VariableId| network.variable(*variable).base.index() == **slot;
            !self.settled.iter().any(is_it)
        });
        self.chains.iter().all(|chain| chain.stations == *first)
            && (first.len() > 1 || (first.is_empty() && lasting.count() > 1))
    }

    /// Who is told, on which channel.
    pub(super) fn stations(&self) -> impl Iterator<Item = (ProcessId, ChannelId)> {
        self.chains[0].stations.iter().map(|(station, channel)| (*station, *channel))
    }

    /// The edges by which a station is told.
    pub(super) fn told(
        &self,
        network: &Network,
        (station, channel): (ProcessId, ChannelId),
    ) -> Vec<EdgeId> {
        let edges = network.process(station).edges.iter().enumerate();
        let receives =
            edges.filter(|(_, edge)| may_use(network, edge, Direction::Receive, channel));
        receives.map(|(number, _)| EdgeId::at(number)).collect()
    }
}

/// Who writes which variable.
pub(super) struct Writers {
    /// For each variable, the processes whose edges write it.
    by: Vec<BTreeSet<usize>>,
    /// What invariants, hooks of updates and their functions write.
    elsewhere: BTreeSet<VariableId>,
}

impl Writers {
    pub(super) fn of(network: &Network) -> Writers {
        let mut by = vec![BTreeSet::new(); network.variables.len()];
        let mut elsewhere = Accesses::new(network);
        for (number, process) in network.processes.iter().enumerate() {
            let mut own = Accesses::new(network);
            process.edges.iter().for_each(|edge| walk_edge(&mut own, edge));
            for variable in own.written.variables {
                by[variable.index()].insert(number);
            }
            elsewhere.invariants(process);
        }
        let hooks = network.before_update.iter().chain(&network.after_update);
        hooks.for_each(|stmt| elsewhere.stmt(stmt));
        Writers { by, elsewhere: elsewhere.written.variables }
    }

    /// The single integers that nobody but edges of a process writes.
    fn only(&self, network: &Network, process: ProcessId) -> BTreeSet<VariableId> {
        let ids = (0..network.variables.len()).map(VariableId::at);
        let is_single = |id: &VariableId| {
            let variable = network.variable(*id);
            variable.storage == Storage::State && variable.dims.is_empty()
        };
        let is_own = |id: &VariableId| {
            !self.elsewhere.contains(id)
                && self.by[id.index()].iter().all(|writer| *writer == process.index())
        };
        ids.filter(is_single).filter(is_own).collect()
    }
}

fn writes(network: &Network, edge: &network::Edge) -> BTreeSet<VariableId> {
    let mut accesses = Accesses::new(network);
    walk_edge(&mut accesses, edge);
    accesses.written.variables
}
