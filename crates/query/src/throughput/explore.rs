//! The graph of a model in whole time units.
//!
//! States are what transitions lead to, with whole values of clocks; a clock beyond the largest constant it is compared with
//! counts as just beyond it. An edge is a whole delay and a transition. Where no bound is strict, cycles with the
//! least ratio are among these (docs/theory/games.md).

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use branching::TimedEdge;
use engine::semantics::{BoundsOfRows, Firing, Semantics, StepFault};
use engine::store::RowBoundsAt as _;
use engine::watch::{Progress, StopReason, Watch};
use network::eval::Fault;
use program::{Participant, State};
use zones::{Federation, Zone};

use crate::prepared::Prepared;

/// Why there is no graph.
pub(super) enum Halt {
    Stopped(StopReason),
    Fault(StepFault),
    /// Somewhere a transition is possible from a moment on that does not exist, or up to one.
    Strict,
}

/// A state: cells, and the value of each row from row 1 on.
type Point = (Vec<i32>, Vec<i32>);

/// Everything that can be reached within the predicate.
#[derive(Default)]
pub(super) struct WholeGraph {
    pub(super) states: usize,
    pub(super) edges: Vec<TimedEdge>,
    /// The transition of each edge.
    pub(super) transitions: Vec<Vec<Participant>>,
    /// The edge by which each state was found.
    pub(super) came_by: Vec<Option<usize>>,
    pub(super) progress: Progress,
}

/// Explores; the first goal of the preparation is the predicate, the second the event.
pub(super) fn explore(prepared: &Prepared<'_>, watch: &mut dyn Watch) -> Result<WholeGraph, Halt> {
    let processes = prepared.network.processes.len();
    let mut explorer = Explorer {
        prepared,
        semantics: prepared.semantics(),
        bounds: BoundsOfRows::new(&prepared.bounds, &prepared.active, processes),
        points: Vec::new(),
        numbers: FxHashMap::default(),
        graph: WholeGraph::default(),
        bytes: 0,
    };
    explorer.run(watch)?;
    explorer.graph.states = explorer.points.len();
    Ok(explorer.graph)
}

struct Explorer<'p, 'n> {
    prepared: &'p Prepared<'n>,
    semantics: Semantics<'p>,
    bounds: BoundsOfRows<'p>,
    points: Vec<Point>,
    numbers: FxHashMap<Point, u32>,
    graph: WholeGraph,
    bytes: u64,
}

/// A delay, a transition and where it leads.
struct Found {
    delay: i64,
    transition: Vec<Participant>,
    events: i64,
    target: Point,
}

impl Explorer<'_, '_> {
    fn run(&mut self, watch: &mut dyn Watch) -> Result<(), Halt> {
        let mut start = None;
        let found = self.semantics.start_firing(self.prepared.network, &mut |firing| {
            start = firing.enabled.first().map(|zone| (firing.cells.to_vec(), values(zone)));
            Ok(())
        });
        found.map_err(|fault| Halt::Fault(self.semantics.failed(fault)))?;
        let Some(start) = start else { return Ok(()) };
        self.add(start, None);
        let mut next = 0;
        while next < self.points.len() {
            self.graph.progress = Progress {
                stored: self.points.len() as u64,
                explored: next as u64,
                transitions: self.graph.edges.len() as u64,
                bytes: self.bytes,
                ..Progress::default()
            };
            let progress = self.graph.progress;
            let flow = match watch.expanded(&mut || progress) {
                ControlFlow::Continue(()) => watch.working(),
                stop => stop,
            };
            if let ControlFlow::Break(reason) = flow {
                return Err(Halt::Stopped(reason));
            }
            self.expand(next)?;
            next += 1;
        }
        Ok(())
    }

    /// The number of a state, with clocks beyond their constants cut off.
    fn add(&mut self, mut point: Point, came_by: Option<usize>) -> u32 {
        if let Some(live) = &self.prepared.live {
            live.clear_dead(self.prepared.network.processes.len(), &mut point.0);
        }
        let bounds = self.bounds.at(&point.0);
        for (value, most) in point.1.iter_mut().zip(&bounds.lower[1..]) {
            *value = (*value).min((*most).max(-1) + 1);
        }
        let next = u32::try_from(self.points.len()).expect("states are counted in 32 bits");
        let number = *self.numbers.entry(point.clone()).or_insert(next);
        if number == next {
            self.bytes += 16 * (point.0.len() + point.1.len()) as u64 + 200;
            self.points.push(point);
            self.graph.came_by.push(came_by);
        }
        number
    }

    fn expand(&mut self, at: usize) -> Result<(), Halt> {
        let point = self.points[at].clone();
        let mut all = Vec::new();
        let strict = match self.moves(&point, &mut all) {
            Ok(strict) => strict,
            Err(fault) => return Err(Halt::Fault(self.semantics.failed(fault))),
        };
        if strict {
            return Err(Halt::Strict);
        }
        for found in all {
            let number = self.graph.edges.len();
            let to = self.add(found.target, Some(number));
            let from = u32::try_from(at).expect("states are counted in 32 bits");
            let (time, events) = (found.delay, found.events);
            self.bytes += 64 + 8 * found.transition.len() as u64;
            self.graph.edges.push(TimedEdge { from, to, time, events });
            self.graph.transitions.push(found.transition);
        }
        Ok(())
    }

    /// All whole delays with the transitions after them, as long as the predicate holds. True if some bound is strict.
    fn moves(&mut self, (cells, clocks): &Point, all: &mut Vec<Found>) -> Result<bool, Fault> {
        let here = point_zone(clocks);
        self.semantics.load(cells);
        let mut line = here.clone();
        if self.semantics.may_delay()? {
            line.up();
        }
        let within = self.semantics.invariant_zone()?;
        let Some(line) = within.and_then(|within| line.intersection(&within)) else {
            return Ok(false);
        };
        let state = State { cells: cells.clone(), zone: line.clone() };
        let mut stay = Federation::empty(line.dim());
        let pieces = self.prepared.goals[0].pieces(&mut self.semantics, &state)?;
        pieces.into_iter().for_each(|piece| stay.add(piece));
        let furthest = self.furthest(cells, clocks);
        let mut strict = false;
        let mut ways = Vec::new();
        self.semantics.load(cells);
        self.semantics.firings(&line, &mut |firing| {
            for enabled in firing.enabled {
                let Some(delays) = delays(enabled, clocks, furthest) else {
                    strict = true;
                    continue;
                };
                for delay in delays {
                    let mut later = here.clone();
                    shift(&mut later, clocks, delay);
                    ways.extend(taken(&firing, &later, delay)?);
                }
            }
            Ok(())
        })?;
        for mut way in ways {
            let mut segment = line.clone();
            if line.dim() > 1 {
                let end =
                    zones::Bound::le(clocks[0] + i32::try_from(way.delay).unwrap_or(i32::MAX / 4));
                let kept = segment.constrain(1, 0, end);
                debug_assert!(kept.is_ok(), "it contains the start");
            }
            if !stay.includes_zone(&segment) {
                continue;
            }
            let mut later = here.clone();
            shift(&mut later, clocks, way.delay);
            let before = self.is_event(cells, later)?;
            let after = self.is_event(&way.target.0, point_zone(&way.target.1))?;
            way.events = i64::from(after && !before);
            all.push(way);
        }
        Ok(strict)
    }

    /// Does the event happen here?
    fn is_event(&mut self, cells: &[i32], zone: Zone) -> Result<bool, Fault> {
        let state = State { cells: cells.to_vec(), zone };
        self.semantics.load(cells);
        self.prepared.goals[1].holds_somewhere(&mut self.semantics, &state)
    }

    /// After this delay every clock is beyond its constant, and waiting changes nothing any more.
    fn furthest(&mut self, cells: &[i32], clocks: &[i32]) -> i64 {
        let bounds = self.bounds.at(cells);
        let each = clocks.iter().zip(&bounds.lower[1..]);
        each.map(|(value, most)| i64::from((*most).max(-1)) + 1 - i64::from(*value))
            .max()
            .unwrap_or(0)
            .max(0)
    }
}

/// A transition at a point.
fn taken(firing: &Firing<'_>, later: &Zone, delay: i64) -> Result<Option<Found>, Fault> {
    Ok(firing.enter(later)?.map(|entered| Found {
        delay,
        transition: firing.transition.to_vec(),
        events: 0,
        target: (firing.cells.to_vec(), values(&entered)),
    }))
}

/// The whole delays from a point into a part of the line that leaves it; none if an end of it is strict.
fn delays(enabled: &Zone, clocks: &[i32], furthest: i64) -> Option<std::ops::RangeInclusive<i64>> {
    let Some(now) = clocks.first().map(|now| i64::from(*now)) else { return Some(0..=0) };
    let (lower, upper) = (enabled.get(0, 1), enabled.get(1, 0));
    if lower.is_strict() || (upper.is_strict() && !upper.is_unbounded()) {
        return None;
    }
    let first = -i64::from(lower.limit().unwrap_or(0)) - now;
    let last = match upper.limit() {
        Some(limit) => i64::from(limit) - now,
        None => furthest.max(first),
    };
    Some(first..=last)
}

fn point_zone(clocks: &[i32]) -> Zone {
    let mut zone = Zone::zero(clocks.len() + 1);
    for (row, value) in (1..).zip(clocks) {
        zone.reset(row, *value);
    }
    zone
}

fn shift(zone: &mut Zone, clocks: &[i32], delay: i64) {
    let delay = i32::try_from(delay).unwrap_or(i32::MAX / 4);
    for (row, value) in (1..).zip(clocks) {
        zone.reset(row, value.saturating_add(delay).min(zones::Bound::MAX_LIMIT));
    }
}

/// The values of a zone of one point.
fn values(zone: &Zone) -> Vec<i32> {
    (1..zone.dim()).map(|row| -zone.get(0, row).limit().unwrap_or(0)).collect()
}
