//! Finding the polling loops of a network.

use network::{Network, Origin, Process, Stmt};
use zones::Bound;

use super::cycles::{Allowance, Arc, cycles};
use super::delay::{DelayInterval, FromThenOn};
use super::heads;
use super::refusal::{Refusal, Why, name};
use super::timing::{self, EdgeTiming, Window};
use crate::writes::effects;

/// Steps along edges, for all processes together, so that looking takes no time to speak of.
const MOST_STEPS: usize = 50_000;
/// Loops of one process and clock.
const MOST_LOOPS: usize = 64;
/// Loops that are refused and named.
const MOST_REFUSALS: usize = 8;

/// A loop that can be accelerated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PollingLoop {
    /// The process that goes round.
    pub process: usize,
    /// The clock that it waits with.
    pub clock: usize,
    /// The edges of a round. The first one leaves the location that is always entered with the clock at 0.
    pub edges: Vec<usize>,
    /// The locations that they leave.
    pub locations: Vec<usize>,
    /// For how long a round can take.
    pub delay: DelayInterval,
    /// From when on every duration is possible.
    pub from_then_on: FromThenOn,
}

impl PollingLoop {
    /// The loop by its names: `P: a -> b -> a`.
    #[must_use]
    pub fn name(&self, network: &Network) -> String {
        name(network, self.process, &self.locations)
    }
}

/// The loops of a network.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Loops {
    /// Those that can be accelerated.
    pub found: Vec<PollingLoop>,
    /// Some that nearly can: one condition fails.
    pub refused: Vec<Refusal>,
}

/// Finds the loops of a network.
#[must_use]
pub fn find_loops(network: &Network) -> Loops {
    let mut loops = Loops::default();
    let mut steps = MOST_STEPS;
    for process in 0..network.processes.len() {
        for clock in clocks(network, process) {
            let graph = Graph::of(network, process, clock);
            graph.find(&mut steps, &mut loops);
        }
    }
    loops.refused.truncate(MOST_REFUSALS);
    loops
}

/// The clocks that a process sets to 0.
fn clocks(network: &Network, process: usize) -> Vec<usize> {
    let updates = network.processes[process].edges.iter().map(|edge| &edge.update);
    let mut clocks: Vec<usize> =
        updates.flat_map(|update| effects(network, update).resets).collect();
    clocks.sort_unstable();
    clocks.dedup();
    clocks.retain(|clock| {
        let mut edges = network.processes[process].edges.iter();
        edges.any(|edge| timing::resets(network, &edge.update, *clock))
    });
    clocks
}

/// A process as one of its clocks sees it.
struct Graph<'n> {
    network: &'n Network,
    number: usize,
    process: &'n Process,
    clock: usize,
    locations: Vec<Result<Window, Why>>,
    edges: Vec<Result<EdgeTiming, Why>>,
    /// Is the clock 0 whenever the location is entered?
    heads: Vec<bool>,
}

impl<'n> Graph<'n> {
    fn of(network: &'n Network, number: usize, clock: usize) -> Graph<'n> {
        let process = &network.processes[number];
        let locations = process.locations.iter();
        let mut heads = vec![true; process.locations.len()];
        for edge in &process.edges {
            heads[edge.target.index()] &= timing::resets(network, &edge.update, clock);
        }
        Graph {
            network,
            number,
            process,
            clock,
            locations: locations.map(|each| timing::location(network, each, clock)).collect(),
            edges: process.edges.iter().map(|each| timing::edge(network, each, clock)).collect(),
            heads,
        }
    }

    /// Adds its loops. Those with one condition that fails are looked for among all edges, so that they can be named.
    fn find(&self, steps: &mut usize, loops: &mut Loops) {
        let fits = |arc: &Arc| {
            let ends = [arc.source, arc.target];
            self.edges[arc.number].is_ok() && ends.iter().all(|each| self.locations[*each].is_ok())
        };
        let all = self.arcs();
        let fitting: Vec<Arc> = all.iter().copied().filter(fits).collect();
        let mut allowance = Allowance { steps: *steps, cycles: MOST_LOOPS };
        let found = cycles(self.locations.len(), &fitting, &mut allowance);
        *steps = allowance.steps;
        self.judge(&found, loops);
        if loops.refused.len() < MOST_REFUSALS && fitting.len() < all.len() {
            let mut allowance = Allowance { steps: *steps / 8, cycles: MOST_LOOPS };
            let nearly = cycles(self.locations.len(), &all, &mut allowance);
            loops.refused.extend(nearly.iter().filter_map(|cycle| self.single_refusal(cycle)));
        }
    }

    fn arcs(&self) -> Vec<Arc> {
        let arc = |(number, edge): (usize, &network::Edge)| Arc {
            source: edge.source.index(),
            target: edge.target.index(),
            number,
        };
        self.process.edges.iter().enumerate().map(arc).collect()
    }

    /// Which of these cycles, whose edges and locations all fit, can be accelerated?
    fn judge(&self, found: &[Vec<usize>], loops: &mut Loops) {
        let places: Vec<Vec<usize>> = found.iter().map(|cycle| self.places(cycle)).collect();
        let heads = heads::choose(&places, &self.heads);
        for (cycle, head) in found.iter().zip(heads) {
            match self.accelerated(cycle, head) {
                Ok(Some(each)) => loops.found.push(each),
                Ok(None) => {}
                Err((why, origin)) => loops.refused.push(self.refusal(cycle, why, origin)),
            }
        }
    }

    /// The loop of a cycle; none if it needs no acceleration, because one round can take as long as any number.
    fn accelerated(
        &self,
        cycle: &[usize],
        head: Option<usize>,
    ) -> Result<Option<PollingLoop>, (Why, Origin)> {
        let here = self.process.edges[cycle[0]].origin;
        // All processes are looked at: only where there is a loop.
        if let Some(elsewhere) = elsewhere(self.network, self.number, self.clock) {
            return Err(elsewhere);
        }
        let Some(head) = head else { return Err((Why::Entered, self.entering(cycle))) };
        let mut edges = cycle.to_vec();
        let first = edges.iter().position(|edge| self.source(*edge) == head).unwrap_or(0);
        edges.rotate_left(first);
        let delay = timing::round(&self.steps(&edges)).map_err(|why| (why, here))?;
        let Some(upper) = delay.upper else { return Ok(None) };
        if upper.at == delay.lower.at {
            return Err((Why::OneDuration(delay), here));
        }
        let most = i64::from(Bound::MAX_LIMIT);
        let from_then_on = delay.from_then_on().filter(|found| found.least.at <= most);
        let from_then_on = from_then_on.ok_or((Why::TooLong, here))?;
        let (process, clock, locations) = (self.number, self.clock, self.places(&edges));
        Ok(Some(PollingLoop { process, clock, edges, locations, delay, from_then_on }))
    }

    fn steps(&self, edges: &[usize]) -> Vec<(Window, EdgeTiming)> {
        let step = |edge: &usize| {
            let location = self.locations[self.source(*edge)].as_ref().ok()?;
            Some((*location, *self.edges[*edge].as_ref().ok()?))
        };
        edges.iter().filter_map(step).collect()
    }

    fn source(&self, edge: usize) -> usize {
        self.process.edges[edge].source.index()
    }

    fn places(&self, cycle: &[usize]) -> Vec<usize> {
        cycle.iter().map(|edge| self.source(*edge)).collect()
    }

    /// An edge into the cycle that does not reset the clock.
    fn entering(&self, cycle: &[usize]) -> Origin {
        let places = self.places(cycle);
        let entering = self.process.edges.iter().find(|edge| {
            places.contains(&edge.target.index())
                && !timing::resets(self.network, &edge.update, self.clock)
        });
        entering.map_or(Origin::NONE, |edge| edge.origin)
    }

    /// The one condition that fails on a cycle which waits with this clock.
    fn single_refusal(&self, cycle: &[usize]) -> Option<Refusal> {
        let resets = |edge: &usize| {
            timing::resets(self.network, &self.process.edges[*edge].update, self.clock)
        };
        let waits = |edge: &usize| matches!(&self.locations[self.source(*edge)], Ok(window) if window.upper.is_some());
        let allowed = self.places(cycle).iter().any(|each| self.heads[*each]);
        if !cycle.iter().any(resets) || !cycle.iter().any(waits) || !allowed {
            return None;
        }
        let mut problems = cycle.iter().flat_map(|edge| {
            let (edge, source) = (*edge, self.source(*edge));
            let of_edge = self.edges[edge].as_ref().err();
            let of_location = self.locations[source].as_ref().err();
            let of_edge = of_edge.map(|why| (why, self.process.edges[edge].origin));
            let of_location = of_location.map(|why| (why, self.process.locations[source].origin));
            [of_edge, of_location].into_iter().flatten()
        });
        let (why, origin) = problems.next()?;
        problems.next().is_none().then(|| self.refusal(cycle, why.clone(), origin))
    }

    fn refusal(&self, cycle: &[usize], why: Why, origin: Origin) -> Refusal {
        Refusal { process: self.number, locations: self.places(cycle), why, origin }
    }
}

/// What others do to a clock that they must not: set it, or bound it while they wait.
fn elsewhere(network: &Network, process: usize, clock: usize) -> Option<(Why, Origin)> {
    let sets = |update: &[Stmt]| timing::writes_of(network, update, clock) > 0;
    let others = network.processes.iter().enumerate().filter(|(number, _)| *number != process);
    for (_, other) in others {
        if let Some(edge) = other.edges.iter().find(|edge| sets(&edge.update)) {
            return Some((Why::SetElsewhere, edge.origin));
        }
        let bounding =
            |each: &&network::Location| timing::mentions(network, &each.invariant, clock);
        if let Some(location) = other.locations.iter().find(bounding) {
            return Some((Why::BoundElsewhere, location.origin));
        }
    }
    None
}

#[cfg(test)]
mod tests;
