//! Finding the polling loops of a network.

use network::visit::{Visitor, walk_guard};
use network::{Network, Origin, Place, Process, Stmt, StmtKind, VariableId};
use zones::Bound;

use super::cycles::{Allowance, Arc, cycles};
use super::delay::{DelayInterval, FromThenOn};
use super::heads;
use super::partners::{Channels, Meeting};
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
    /// Whom each edge meets. Only where partners are ready, and nobody who hears it changes, is it a loop.
    pub meetings: Vec<Meeting>,
    /// What each edge assigns: slots of variables with their new values. Only where they come back to what they were is it a loop.
    pub writes: Vec<Vec<(usize, i32)>>,
    /// Other clocks that it sets. Only where nobody will ask for them is it a loop.
    pub others: Vec<usize>,
    /// Which of the clocks that the last edge sets, counted from 0, is the clock of the loop.
    pub reset: usize,
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

/// Finds the loops of a network, and some that nearly are.
#[must_use]
pub fn find_loops(network: &Network) -> Loops {
    let mut loops = Loops::default();
    look(network, true, &mut loops);
    loops.refused.truncate(MOST_REFUSALS);
    loops
}

/// Finds the loops of a network that can be accelerated, and nothing else. Where there is none this takes hardly any time.
#[must_use]
pub fn accelerable_loops(network: &Network) -> Vec<PollingLoop> {
    let mut loops = Loops::default();
    look(network, false, &mut loops);
    loops.found
}

fn look(network: &Network, near_misses: bool, loops: &mut Loops) {
    let mut steps = MOST_STEPS;
    let channels = Channels::of(network);
    for process in 0..network.processes.len() {
        if !near_misses && !may_go_round(network, process, &channels) {
            continue;
        }
        for clock in clocks(network, process) {
            let graph = Graph::of(network, process, clock, &channels);
            graph.find(&mut steps, near_misses, loops);
        }
    }
}

/// Is there a cycle of edges that need no other process, or perhaps one that is always ready?
fn may_go_round(network: &Network, number: usize, channels: &Channels<'_>) -> bool {
    let process = &network.processes[number];
    let mut arcs: Vec<(usize, usize)> = process
        .edges
        .iter()
        .filter(|edge| channels.refuses(number, edge).is_none())
        .map(|edge| (edge.source.index(), edge.target.index()))
        .collect();
    // Edges into where none leaves are on no cycle; nor are those that are left without them.
    loop {
        let before = arcs.len();
        let mut leaves = vec![false; process.locations.len()];
        arcs.iter().for_each(|(source, _)| leaves[*source] = true);
        arcs.retain(|(_, target)| leaves[*target]);
        if arcs.len() == before {
            return before > 0;
        }
    }
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
    channels: &'n Channels<'n>,
    locations: Vec<Result<Window, Why>>,
    edges: Vec<Result<EdgeTiming, Why>>,
    /// Is the clock 0 whenever the location is entered?
    heads: Vec<bool>,
}

impl<'n> Graph<'n> {
    fn of(
        network: &'n Network,
        number: usize,
        clock: usize,
        channels: &'n Channels<'n>,
    ) -> Graph<'n> {
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
            channels,
            locations: locations.map(|each| timing::location(network, each, clock)).collect(),
            edges: process
                .edges
                .iter()
                .map(|each| match channels.refuses(number, each) {
                    Some(why) => Err(why),
                    None => timing::edge(network, each, clock),
                })
                .collect(),
            heads,
        }
    }

    /// Adds its loops. Those with one condition that fails are looked for among all edges, so that they can be named.
    fn find(&self, steps: &mut usize, near_misses: bool, loops: &mut Loops) {
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
        if near_misses && loops.refused.len() < MOST_REFUSALS && fitting.len() < all.len() {
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
        let writes: Vec<Vec<_>> = edges.iter().map(|edge| self.writes(*edge)).collect();
        if !self.may_come_back(&edges, &writes) {
            return Ok(None);
        }
        if let Some(origin) = self.read_elsewhere(&edges) {
            return Err((Why::ReadElsewhere, origin));
        }
        let meetings = self.meetings(&edges)?;
        let others = self.other_clocks(&edges);
        let reset = self.reset_position(edges.last().copied().unwrap_or(0));
        Ok(Some(PollingLoop {
            process,
            clock,
            edges,
            locations,
            delay,
            from_then_on,
            meetings,
            writes,
            others,
            reset,
        }))
    }

    /// Whom the edges meet.
    fn meetings(&self, edges: &[usize]) -> Result<Vec<Meeting>, (Why, Origin)> {
        let meeting = |number: &usize| {
            let edge = &self.process.edges[*number];
            self.channels.meeting(self.number, edge).map_err(|why| (why, edge.origin))
        };
        edges.iter().map(meeting).collect()
    }

    /// What an edge assigns.
    fn writes(&self, edge: usize) -> Vec<(usize, i32)> {
        let update = self.process.edges[edge].update.iter();
        update.filter_map(|stmt| timing::constant_write(self.network, stmt)).collect()
    }

    /// Can all that is assigned be what it was after a round? Then it has its last value at the start, and so on the way until it is assigned.
    fn may_come_back(&self, edges: &[usize], writes: &[Vec<(usize, i32)>]) -> bool {
        let mut values: Vec<(usize, i32)> = Vec::new();
        let set = |values: &mut Vec<(usize, i32)>, (slot, value): (usize, i32)| {
            values.retain(|(other, _)| *other != slot);
            values.push((slot, value));
        };
        writes.iter().flatten().for_each(|write| set(&mut values, *write));
        edges.iter().zip(writes).all(|(edge, writes)| {
            let condition = &self.process.edges[*edge].guard.condition;
            let may_hold = values.is_empty() || timing::may_hold(self.network, condition, &values);
            writes.iter().for_each(|write| set(&mut values, *write));
            may_hold
        })
    }

    /// The clocks but that of the loop which edges set.
    fn other_clocks(&self, edges: &[usize]) -> Vec<usize> {
        let updates = edges.iter().map(|edge| &self.process.edges[*edge].update);
        let mut others: Vec<usize> =
            updates.flat_map(|update| effects(self.network, update).resets).collect();
        others.retain(|clock| *clock != self.clock);
        others.sort_unstable();
        others.dedup();
        others
    }

    /// Which of the clocks that an edge sets is that of the loop.
    fn reset_position(&self, edge: usize) -> usize {
        let update = &self.process.edges[edge].update;
        let sets = update.iter().filter(|stmt| matches!(stmt.kind, StmtKind::SetClock { .. }));
        let is_it =
            |stmt: &Stmt| timing::resets(self.network, std::slice::from_ref(stmt), self.clock);
        sets.into_iter().position(is_it).unwrap_or(0)
    }

    /// An invariant of another process that may read a variable which these edges change.
    fn read_elsewhere(&self, edges: &[usize]) -> Option<Origin> {
        let statements = edges.iter().flat_map(|edge| &self.process.edges[*edge].update);
        let changed: Vec<_> = statements
            .filter_map(|stmt| match &stmt.kind {
                StmtKind::Assign { target, .. } => Some(target.variable),
                _ => None,
            })
            .collect();
        if changed.is_empty() {
            return None;
        }
        let others = self.network.processes.iter().enumerate();
        let mut locations = others
            .filter(|(number, _)| *number != self.number)
            .flat_map(|(_, process)| &process.locations);
        let reading = locations.find(|location| {
            let mut reads = ChangedReads { changed: &changed, found: false };
            walk_guard(&mut reads, &location.invariant);
            reads.found
        });
        reading.map(|location| location.origin)
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

/// Does an expression read one of these variables? What is called may read all.
struct ChangedReads<'a> {
    changed: &'a [VariableId],
    found: bool,
}

impl Visitor for ChangedReads<'_> {
    fn place(&mut self, place: &Place) {
        self.found |= self.changed.contains(&place.variable);
        place.indices.iter().for_each(|index| self.expr(index));
    }

    fn stmt(&mut self, _: &Stmt) {
        self.found = true;
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
