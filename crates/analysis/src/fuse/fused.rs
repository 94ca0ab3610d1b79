//! The network in which each chain is one edge.

use network::network::cell_count;
use network::variable::Dim;
use network::{
    ChannelFamily, ChannelFamilyId, ChannelId, ChannelKind, ChannelPlace, ClockFamilyId,
    ClockPlace, Direction, Edge, EdgeId, Expr, Goal, Guard, Network, Place, ProcessId, Query,
    QueryKind, Scope, Stmt, StmtKind, Storage, Sync, Term, VariableId,
};

use super::chains::{Chains, Writers};
use super::commute;
use super::follow::{Chain, ChainStep};
use super::hidden::Actors;
use crate::faults::Faults;
use crate::intervals::Facts;
use crate::slice::Suspects;

/// A network in which the chains of a process are one edge each, for which the query has the same answer.
#[derive(Clone, Debug)]
pub struct Fused {
    pub network: Network,
    /// The process whose chains they are.
    pub by: ProcessId,
    /// How many others are told by each chain.
    pub stations: usize,
    /// The number of the first edge that stands for a chain; the others follow.
    first: usize,
    /// The steps of each chain.
    chains: Vec<Vec<ChainStep>>,
}

impl PartialEq for Fused {
    /// Of one network: what was fused says what it has become.
    fn eq(&self, other: &Fused) -> bool {
        self.by == other.by && self.chains == other.chains
    }
}

impl Fused {
    /// The network for a query with the chains of one process fused: none if there are no chains that go over several
    /// ids, or the reason why they are not fused, with the process. The goals are those of the query in normal form:
    /// what a search for it looks for.
    #[must_use]
    pub fn of(
        network: &Network,
        query: &Query,
        goals: &[Goal],
    ) -> Option<Result<Fused, (ProcessId, &'static str)>> {
        let mut reason = None;
        let writers = Writers::of(network);
        for by in (0..network.processes.len()).map(ProcessId::at) {
            let Some(chains) = Chains::of(network, by, &writers) else { continue };
            match fuse(network, (query, goals), &chains) {
                Ok(fused) => return Some(Ok(fused)),
                Err(because) => reason = reason.or(Some(Err((by, because)))),
            }
        }
        reason
    }

    /// The steps of an edge that stands for a chain: each with the process that is told.
    #[must_use]
    pub fn steps(
        &self,
        process: ProcessId,
        edge: EdgeId,
    ) -> Option<impl Iterator<Item = (EdgeId, Option<ProcessId>)>> {
        let number = edge.index().checked_sub(self.first).filter(|_| process == self.by)?;
        Some(self.chains.get(number)?.iter().map(|step| (step.edge, step.told)))
    }
}

fn fuse(
    network: &Network,
    (query, goals): (&Query, &[Goal]),
    chains: &Chains<'_>,
) -> Result<Fused, &'static str> {
    asks_for_states(query)?;
    commute::check(network, chains)?;
    let fused = rewritten(network, chains);
    if Suspects::of(&fused, &query.kind).has_any() || may_be_invalid(&fused, &query.kind) {
        return Err("an evaluation may be invalid");
    }
    if !Actors::of(network, chains).are_hidden_from(goals, query.kind.terms()) {
        return Err("the query may hold in the middle of the chain and not at its start");
    }
    Ok(Fused {
        first: network.process(chains.by).edges.len(),
        by: chains.by,
        stations: chains.stations().count(),
        chains: chains.chains.iter().map(|chain| chain.steps.clone()).collect(),
        network: fused,
    })
}

fn asks_for_states(query: &Query) -> Result<(), &'static str> {
    if query.under.is_some() || query.led.is_some() {
        return Err("a strategy is about single transitions");
    }
    match query.kind.scope() {
        Scope::States | Scope::Values => {}
        Scope::MaximalRuns => return Err("the query is about maximal runs"),
        Scope::Tree => return Err("the query is about branching time"),
        Scope::Costs => return Err("runs are compared by their cost"),
        Scope::Nothing => return Err("the query is not answered"),
    }
    if query.kind.goals().iter().any(|goal| goal.has_deadlock()) {
        return Err("the query asks for deadlocks, and the chain may get stuck in its middle");
    }
    Ok(())
}

/// May the query itself be invalid?
fn may_be_invalid(network: &Network, kind: &QueryKind) -> bool {
    let mut faults = Faults::of(network);
    let mut found = false;
    for goal in kind.goals() {
        faults.know(Facts::default());
        found |= faults.goal(goal);
    }
    for term in kind.terms() {
        faults.know(Facts::default());
        found |= match term {
            Term::Int { value, .. } => faults.expr(value),
            Term::Clock { left, right, .. } => {
                faults.clock(left) | right.iter().any(|place| faults.clock(place))
            }
        };
    }
    found
}

/// The network with an edge for each chain.
fn rewritten(network: &Network, chains: &Chains<'_>) -> Network {
    let mut fused = network.clone();
    let told: Vec<(ProcessId, Vec<EdgeId>)> =
        chains.stations().map(|station| (station.0, chains.told(network, station))).collect();
    let everybody = (!told.is_empty()).then(|| rendezvous(&mut fused, chains.by));
    let sync = |direction: Direction| {
        everybody
            .map(|family| Sync { channel: ChannelPlace { family, indices: Vec::new() }, direction })
    };
    for (station, edges) in told {
        for edge in edges {
            let edges = &mut fused.processes[station.index()].edges;
            edges[edge.index()].sync = sync(Direction::Receive);
        }
    }
    let edges = &network.process(chains.by).edges;
    for (number, edge) in edges.iter().enumerate() {
        if chains.has_edge(network, EdgeId::at(number)) {
            fused.processes[chains.by.index()].edges[number] = never(edge);
        }
    }
    for chain in &chains.chains {
        let first = &edges[chain.first().index()];
        let mut guard = first.guard.clone();
        let more = chain.constraints.iter().filter(|each| !first.guard.clocks.contains(each));
        guard.clocks.extend(more.cloned());
        let update = update(network, chains, chain);
        let sync = sync(Direction::Send);
        let edge = Edge { target: chain.end, guard, sync, update, ..first.clone() };
        fused.processes[chains.by.index()].edges.push(edge);
    }
    fused.lay_out();
    debug_assert!(network::validate::validate(&fused).is_ok(), "it is a network");
    fused
}

/// A new channel on which all are told at once.
fn rendezvous(network: &mut Network, by: ProcessId) -> ChannelFamilyId {
    let name = format!("{} tells all", network.process(by).name);
    let priority = vec![network.internal_priority];
    network.channels.push(ChannelFamily {
        name,
        owner: None,
        dims: Vec::new(),
        kind: ChannelKind::Rendezvous,
        urgent: false,
        priority,
        base: ChannelId(0),
        origin: network::Origin::NONE,
    });
    ChannelFamilyId::at(network.channels.len() - 1)
}

/// In place of an edge that only chains take, so that the others keep their numbers.
fn never(edge: &Edge) -> Edge {
    Edge {
        target: edge.source,
        selects: Vec::new(),
        guard: Guard { condition: Expr::FALSE, clocks: Vec::new() },
        sync: None,
        update: Vec::new(),
        ..edge.clone()
    }
}

/// Sets all that a chain sets to the last of its values.
fn update(network: &Network, chains: &Chains<'_>, chain: &Chain<'_>) -> Vec<Stmt> {
    let mut update = Vec::new();
    let variables = network.variables.iter().enumerate();
    for (number, variable) in variables.filter(|(_, it)| it.storage == Storage::State) {
        let id = VariableId::at(number);
        for (offset, slot) in (variable.base.index()..).take(variable.initial.len()).enumerate() {
            let known = chain.last.cells.get(&slot).filter(|_| !chains.settled.contains(&id));
            let Some(value) = known else { continue };
            let target = Place { variable: id, indices: indices(&variable.dims, offset) };
            update.push(Stmt::new(StmtKind::Assign { target, value: Expr::Const(*value) }));
        }
    }
    for (number, family) in network.clocks.iter().enumerate() {
        for (offset, clock) in (family.base.index()..).take(family.initial.len()).enumerate() {
            let Some(value) = chain.last.clocks.get(&clock) else { continue };
            let indices = indices(&family.dims, offset);
            let target = ClockPlace { family: ClockFamilyId::at(number), indices };
            let (source, offset) = (None, Expr::Const(*value));
            update.push(Stmt::new(StmtKind::SetClock { target, source, offset }));
        }
    }
    update
}

/// The indices of one member of a family.
fn indices(dims: &[Dim], offset: usize) -> Vec<Expr> {
    let mut rest = offset;
    let mut indices: Vec<Expr> = dims
        .iter()
        .rev()
        .map(|dim| {
            let size = cell_count(std::slice::from_ref(dim)).max(1);
            let position = i32::try_from(rest % size).unwrap_or(0);
            rest /= size;
            Expr::Const(dim.lower + position)
        })
        .collect();
    indices.reverse();
    indices
}

#[cfg(test)]
mod tests;
