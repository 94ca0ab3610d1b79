//! A process alone: how long it stays where, and what it pays, at least.

use std::collections::HashMap;

use analysis::interval;
use network::{BinaryOp, Edge, Expr, Network, Place, Pricing, StmtKind, VariableId};

use super::clocks::{Setters, clock_of};

/// More than anything costs.
pub(in crate::optimise) const NEVER: i64 = i64::MAX / 4;

/// A process with more pairs of edges is not looked at.
const MOST_PAIRS: usize = 200_000;

/// An edge of a process, and what is known about it whatever the others do.
struct LoneEdge {
    source: usize,
    target: usize,
    /// Clocks that only this process sets, and what they must have reached.
    lower: Vec<(usize, i64)>,
    /// Such clocks that it sets, and the most they are afterwards.
    sets: Vec<(usize, i64)>,
    /// What it costs at least.
    price: i64,
}

/// A process without its partners: what it could do if everybody always were ready.
pub(super) struct Lone {
    edges: Vec<LoneEdge>,
    /// The edges that leave each location.
    pub(super) out: Vec<Vec<usize>>,
    /// What the process pays for a time unit at each location, at least.
    pub(super) rates: Vec<i64>,
}

impl Lone {
    /// Nothing if the process is too large.
    pub(super) fn of(
        network: &Network,
        at: usize,
        pricing: Pricing<'_>,
        setters: &Setters,
    ) -> Option<Lone> {
        let process = &network.processes[at];
        let mut out = vec![Vec::new(); process.locations.len()];
        for (number, edge) in process.edges.iter().enumerate() {
            out[edge.source.index()].push(number);
        }
        let pairs: usize = process.edges.iter().map(|edge| out[edge.target.index()].len()).sum();
        if pairs > MOST_PAIRS {
            return None;
        }
        let price = match pricing {
            Pricing::Model(model) => Some(model.price),
            Pricing::Time => None,
        };
        let edge = |edge: &Edge| LoneEdge {
            source: edge.source.index(),
            target: edge.target.index(),
            lower: lower(network, edge, |clock| setters.only(clock, at)),
            sets: sets(network, edge, |clock| setters.only(clock, at)),
            price: price.map_or(0, |price| least_price(network, edge, price)),
        };
        let edges = process.edges.iter().map(edge).collect();
        Some(Lone { edges, out, rates: rates(network, at, pricing) })
    }

    pub(super) fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// Where an edge comes from, and where it leads.
    pub(super) fn ends(&self, edge: usize) -> (usize, usize) {
        (self.edges[edge].source, self.edges[edge].target)
    }

    /// How long the process stays where one edge leads before it takes another, at least.
    fn stay(&self, before: usize, after: usize) -> i64 {
        let set = |clock: usize| self.edges[before].sets.iter().find(|(each, _)| *each == clock);
        let stay =
            |(clock, reached): &(usize, i64)| set(*clock).map_or(0, |(_, value)| reached - value);
        self.edges[after].lower.iter().map(stay).max().unwrap_or(0).max(0)
    }

    /// How long until an edge may be taken, if clocks are at most what `most` says.
    pub(super) fn wait(&self, edge: usize, most: impl Fn(usize) -> Option<i64>) -> i64 {
        let wait = |(clock, reached): &(usize, i64)| most(*clock).map_or(0, |most| reached - most);
        self.edges[edge].lower.iter().map(wait).max().unwrap_or(0).max(0)
    }

    /// The locations that can be reached from one.
    pub(super) fn reachable(&self, from: usize) -> Vec<bool> {
        let mut reached = vec![false; self.out.len()];
        let mut waiting = vec![from];
        while let Some(location) = waiting.pop() {
            if !std::mem::replace(&mut reached[location], true) {
                waiting.extend(self.out[location].iter().map(|edge| self.edges[*edge].target));
            }
        }
        reached
    }
}

/// The least sum over all ways of a process to an end: what it pays for time and edges.
pub(super) struct Measure {
    /// What a way that ends at a location adds; [`NEVER`] if none does.
    end: Vec<i64>,
    /// What a time unit adds at each location.
    rate: Vec<i64>,
    /// Do edges add their price?
    priced: bool,
    /// The least sum after each edge.
    after: Vec<i64>,
}

impl Measure {
    /// Ways that leave locations with a rate of [`NEVER`] do not count.
    pub(super) fn new(lone: &Lone, end: Vec<i64>, rate: Vec<i64>, priced: bool) -> Measure {
        let mut measure = Measure { end, rate, priced, after: vec![NEVER; lone.edges.len()] };
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); lone.out.len()];
        for (number, edge) in lone.edges.iter().enumerate() {
            before[edge.target].push(number);
        }
        // Sums only fall, and are sums along simple ways in the end.
        let mut waiting: Vec<usize> = (0..lone.edges.len()).collect();
        while let Some(edge) = waiting.pop() {
            let target = lone.edges[edge].target;
            let least = measure.at(lone, target, |next| lone.stay(edge, next));
            if least < measure.after[edge] {
                measure.after[edge] = least;
                waiting.extend(&before[lone.edges[edge].source]);
            }
        }
        measure
    }

    /// The least sum after an edge.
    pub(super) fn after(&self, edge: usize) -> i64 {
        self.after[edge]
    }

    /// The least sum from a location on, where each edge must wait so long.
    pub(super) fn at(&self, lone: &Lone, location: usize, wait: impl Fn(usize) -> i64) -> i64 {
        let mut least = self.end[location];
        let rate = self.rate[location];
        if rate == NEVER {
            return least;
        }
        for next in &lone.out[location] {
            let price = if self.priced { lone.edges[*next].price } else { 0 };
            let paid = wait(*next).saturating_mul(rate).saturating_add(price);
            least = least.min(paid.saturating_add(self.after[*next]));
        }
        least.min(NEVER)
    }
}

/// Lower bounds of own clocks in a guard.
fn lower(network: &Network, edge: &Edge, own: impl Fn(usize) -> bool) -> Vec<(usize, i64)> {
    let mut lower = Vec::new();
    for constraint in edge.guard.clocks.iter().filter(|each| each.when.is_true()) {
        if let (None, Some(right)) = (&constraint.left, &constraint.right) {
            let clock = clock_of(network, right).filter(|clock| own(*clock));
            lower.extend(clock.map(|clock| (clock, -interval(network, &constraint.bound).upper)));
        }
    }
    lower
}

/// Own clocks that the update sets for certain, and to what at most.
fn sets(network: &Network, edge: &Edge, own: impl Fn(usize) -> bool) -> Vec<(usize, i64)> {
    let mut sets: HashMap<usize, i64> = HashMap::new();
    for stmt in &edge.update {
        match &stmt.kind {
            StmtKind::SetClock { target, source: None, offset } => {
                let Some(clock) = clock_of(network, target) else { return Vec::new() };
                sets.insert(clock, interval(network, offset).upper);
            }
            StmtKind::Assign { .. } | StmtKind::Copy { .. } | StmtKind::Assert(_) => {}
            // Whatever is set in there is not known.
            StmtKind::SetClock { .. }
            | StmtKind::Call { .. }
            | StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::ForEach { .. }
            | StmtKind::Return => return Vec::new(),
        }
    }
    let mut sets: Vec<(usize, i64)> = sets.into_iter().filter(|(clock, _)| own(*clock)).collect();
    sets.sort_unstable();
    sets
}

/// What the update adds to the cost for certain.
fn least_price(network: &Network, edge: &Edge, price: VariableId) -> i64 {
    let mut least: i64 = 0;
    // A price that is not constant is put into a cell of its own first.
    let mut cells: HashMap<&Place, i64> = HashMap::new();
    for stmt in &edge.update {
        let StmtKind::Assign { target, value } = &stmt.kind else { continue };
        if target.variable != price {
            cells.insert(target, interval(network, value).lower);
            continue;
        }
        if let Expr::Binary(BinaryOp::Add, _, added) = value {
            let known = match &**added {
                Expr::Read(place) => cells.get(place).copied(),
                _ => None,
            };
            let added = known.unwrap_or_else(|| interval(network, added).lower);
            least = least.saturating_add(added.max(0));
        }
    }
    least
}

/// What a process pays for a time unit at each location, at least.
fn rates(network: &Network, at: usize, pricing: Pricing<'_>) -> Vec<i64> {
    let mut rates = vec![0; network.processes[at].locations.len()];
    if let Pricing::Model(model) = pricing {
        for rate in model.rates.iter().filter(|rate| rate.process.index() == at) {
            if rate.when.is_true() {
                rates[rate.location.index()] += interval(network, &rate.rate).lower.max(0);
            }
        }
    }
    rates
}
