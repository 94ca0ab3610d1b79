//! The graph of a model in whole time units.
//!
//! States are points: cells and whole values of clocks; a clock beyond the largest constant it is compared with counts as just
//! beyond it. An edge is a transition, or one time unit that passes. Where no bound is strict, cycles with the
//! least ratio are among these (docs/theory/long-run.md).

use std::ops::ControlFlow;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use branching::WeightedEdge;
use engine::semantics::{BoundsOfRows, Semantics, StepFault};
use engine::store::RowBoundsAt as _;
use engine::watch::{Progress, StopReason, Watch};
use network::eval::Fault;
use program::{Participant, State};
use zones::{Bound, Zone};

use super::ratio::RatioCode;
use crate::prepared::Prepared;

/// Why there is no graph.
pub(super) enum NoGraph {
    Stopped(StopReason),
    Fault(StepFault),
    /// Somewhere a transition is possible, or the predicate holds, from a moment on that does not belong to it, or up to one.
    Strict,
}

/// What goes wrong at a point.
enum Trouble {
    Fault(Fault),
    Strict,
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        Trouble::Fault(fault)
    }
}

/// What an edge stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// A time unit passes.
    Delay,
    /// The transition with this number among those of its state.
    Transition(u32),
}

/// Everything that can be reached within the predicate.
#[derive(Default)]
pub(super) struct WholeGraph {
    pub(super) edges: Vec<WeightedEdge>,
    /// What each edge stands for.
    pub(super) actions: Vec<Action>,
    /// The edge by which each state was found.
    pub(super) came_by: Vec<Option<usize>>,
    pub(super) progress: Progress,
}

/// A way on from a point.
struct Move {
    action: Action,
    above: i64,
    below: i64,
    target: Vec<i32>,
}

/// Finds points and what leads from one to the next. The first goal of the preparation is the predicate to stay within, the
/// second, if there is one, the event.
pub(super) struct PointExplorer<'p, 'n> {
    pub(super) prepared: &'p Prepared<'n>,
    semantics: Semantics<'p>,
    bounds: BoundsOfRows<'p>,
    ratio: RatioCode,
    unit: i32,
    /// How many numbers of a point are cells; values of clocks follow.
    cells: usize,
    points: Vec<Rc<[i32]>>,
    numbers: FxHashMap<Rc<[i32]>, u32>,
    pub(super) graph: WholeGraph,
}

impl<'p, 'n> PointExplorer<'p, 'n> {
    pub(super) fn new(
        prepared: &'p Prepared<'n>,
        ratio: RatioCode,
        unit: i32,
    ) -> PointExplorer<'p, 'n> {
        let processes = prepared.network.processes.len();
        PointExplorer {
            prepared,
            semantics: prepared.semantics(),
            bounds: BoundsOfRows::new(&prepared.bounds, &prepared.active, processes),
            ratio,
            unit,
            cells: prepared.program.layout.carried,
            points: Vec::new(),
            numbers: FxHashMap::default(),
            graph: WholeGraph::default(),
        }
    }

    pub(super) fn unit(&self) -> i32 {
        self.unit
    }

    /// The number of states.
    pub(super) fn states(&self) -> usize {
        self.points.len()
    }

    pub(super) fn run(&mut self, watch: &mut dyn Watch) -> Result<(), NoGraph> {
        let mut start = None;
        let found = self.semantics.start_firing(self.prepared.network, &mut |firing| {
            start = firing.enabled.first().map(|zone| point(firing.cells, zone));
            Ok(())
        });
        found.map_err(|fault| NoGraph::Fault(self.semantics.failed(fault)))?;
        let Some(start) = start else { return Ok(()) };
        self.add(start, None);
        let mut next = 0;
        while next < self.points.len() {
            self.look_at_limits(next, watch)?;
            self.expand(next)?;
            next += 1;
        }
        Ok(())
    }

    fn look_at_limits(&mut self, explored: usize, watch: &mut dyn Watch) -> Result<(), NoGraph> {
        let size = self.points[0].len() as u64;
        let edges = self.graph.edges.len() as u64;
        self.graph.progress = Progress {
            stored: self.points.len() as u64,
            explored: explored as u64,
            transitions: edges,
            bytes: self.points.len() as u64 * (4 * size + 72) + 48 * edges,
            ..Progress::default()
        };
        let progress = self.graph.progress;
        let flow = match watch.expanded(&mut || progress) {
            ControlFlow::Continue(()) => watch.working(),
            stop => stop,
        };
        match flow {
            ControlFlow::Break(reason) => Err(NoGraph::Stopped(reason)),
            ControlFlow::Continue(()) => Ok(()),
        }
    }

    /// The number of a state, with clocks beyond their constants cut off.
    fn add(&mut self, mut point: Vec<i32>, came_by: Option<usize>) -> u32 {
        let (cells, clocks) = point.split_at_mut(self.cells);
        self.ratio.forget_prices(cells);
        if let Some(live) = &self.prepared.live {
            live.clear_dead(self.prepared.network.processes.len(), cells);
        }
        let bounds = self.bounds.at(cells);
        for (value, most) in clocks.iter_mut().zip(&bounds.lower[1..]) {
            // The first multiple of the unit that is larger.
            let beyond = most.div_euclid(self.unit).saturating_add(1).saturating_mul(self.unit);
            *value = (*value).min(beyond.max(0));
        }
        if let Some(number) = self.numbers.get(&*point) {
            return *number;
        }
        let number = u32::try_from(self.points.len()).expect("states are counted in 32 bits");
        let point: Rc<[i32]> = point.into();
        self.numbers.insert(Rc::clone(&point), number);
        self.points.push(point);
        self.graph.came_by.push(came_by);
        number
    }

    fn expand(&mut self, at: usize) -> Result<(), NoGraph> {
        let from = u32::try_from(at).expect("states are counted in 32 bits");
        let moves = match self.moves(at, &mut |_, _| {}) {
            Ok(moves) => moves,
            Err(Trouble::Strict) => return Err(NoGraph::Strict),
            Err(Trouble::Fault(fault)) => return Err(NoGraph::Fault(self.semantics.failed(fault))),
        };
        for Move { action, above, below, target } in moves {
            let number = self.graph.edges.len();
            let to = self.add(target, Some(number));
            self.graph.edges.push(WeightedEdge { from, to, above, below });
            self.graph.actions.push(action);
        }
        Ok(())
    }

    /// The transition of an edge, found again.
    pub(super) fn transition(&mut self, edge: usize) -> Option<Vec<Participant>> {
        let Action::Transition(wanted) = self.graph.actions[edge] else { return None };
        let mut found = None;
        let at = self.graph.edges[edge].from as usize;
        let again = self.moves(at, &mut |number, transition| {
            if number == wanted {
                found = Some(transition.to_vec());
            }
        });
        again.ok().and(found)
    }

    /// All that can be done at a point, as long as the predicate holds.
    fn moves(
        &mut self,
        at: usize,
        tell: &mut dyn FnMut(u32, &[Participant]),
    ) -> Result<Vec<Move>, Trouble> {
        let here_point = Rc::clone(&self.points[at]);
        let (cells, clocks) = here_point.split_at(self.cells);
        let here = point_zone(clocks);
        self.semantics.load(cells);
        let segment = self.segment(&here, clocks)?;
        let Some(stays) = self.stays(cells, &segment, clocks)? else { return Ok(Vec::new()) };
        let mut moves = Vec::new();
        if stays.1 {
            self.semantics.load(cells);
            let (above, below) = self.ratio.rates(&mut self.semantics)?;
            let unit = i64::from(self.unit);
            let later = clocks.iter().map(|value| value.saturating_add(self.unit));
            let target = cells.iter().copied().chain(later).collect();
            let (above, below) = (above * unit, below * unit);
            moves.push(Move { action: Action::Delay, above, below, target });
        }
        let before = self.is_event(cells, &here)?;
        let (mut count, mut strict) = (0, false);
        let (ratio, unit) = (&self.ratio, self.unit);
        self.semantics.load(cells);
        self.semantics.firings(&segment, &mut |firing| {
            for enabled in firing.enabled {
                match part(enabled, clocks, unit) {
                    None => strict = true,
                    Some((false, _)) => {}
                    Some((true, _)) => {
                        let Some(entered) = firing.enter(&here)? else { continue };
                        let (above, below) = ratio.prices(firing.cells);
                        let target = point(firing.cells, &entered);
                        tell(count, firing.transition);
                        let action = Action::Transition(count);
                        count += 1;
                        moves.push(Move { action, above, below, target });
                    }
                }
            }
            Ok(())
        })?;
        if strict {
            return Err(Trouble::Strict);
        }
        if self.ratio.has_events() {
            for each in moves.iter_mut().filter(|each| each.action != Action::Delay) {
                let (cells, clocks) = each.target.split_at(self.cells);
                let after = self.is_event(cells, &point_zone(clocks))?;
                each.below = i64::from(after && !before);
            }
        }
        Ok(moves)
    }

    /// The points from here on for one time unit, as far as invariants allow. The discrete state is loaded.
    fn segment(&mut self, here: &Zone, clocks: &[i32]) -> Result<Zone, Trouble> {
        if !self.semantics.may_delay()? || clocks.is_empty() {
            return Ok(here.clone());
        }
        let mut line = here.clone();
        line.up();
        let end = Bound::le(clocks[0].saturating_add(self.unit));
        let kept = line.constrain(1, 0, end);
        debug_assert!(kept.is_ok(), "it contains the start");
        let within = self.semantics.invariant_zone()?;
        let Some(line) = within.and_then(|within| line.intersection(&within)) else {
            return Ok(here.clone());
        };
        match part(&line, clocks, self.unit) {
            Some((true, _)) => Ok(line),
            _ => Err(Trouble::Strict),
        }
    }

    /// Does the predicate hold here? And can time pass with it for a unit?
    fn stays(
        &mut self,
        cells: &[i32],
        segment: &Zone,
        clocks: &[i32],
    ) -> Result<Option<(bool, bool)>, Trouble> {
        let state = State { cells: cells.to_vec(), zone: segment.clone() };
        let may_pass = self.semantics.may_delay()?;
        let goal = &self.prepared.goals[0];
        let (mut here, mut throughout) = (false, false);
        let whole = part(segment, clocks, self.unit).ok_or(Trouble::Strict)?;
        for piece in goal.pieces(&mut self.semantics, &state)? {
            let (start, end) = part(&piece, clocks, self.unit).ok_or(Trouble::Strict)?;
            here |= start;
            throughout |= start && end;
        }
        Ok(here.then_some((true, may_pass && throughout && whole.1)))
    }

    /// Does the event happen here?
    fn is_event(&mut self, cells: &[i32], zone: &Zone) -> Result<bool, Fault> {
        if !self.ratio.has_events() {
            return Ok(false);
        }
        let state = State { cells: cells.to_vec(), zone: zone.clone() };
        self.semantics.load(cells);
        self.prepared.goals[1].holds_somewhere(&mut self.semantics, &state)
    }
}

/// Which ends of a time unit a part of it contains; none if an end of the part is strict or lies in between. Without clocks
/// all moments are one.
fn part(zone: &Zone, clocks: &[i32], unit: i32) -> Option<(bool, bool)> {
    let Some(now) = clocks.first() else { return Some((true, true)) };
    let (lower, upper) = (zone.get(0, 1), zone.get(1, 0));
    if lower.is_strict() || upper.is_strict() {
        return None;
    }
    let (first, last) = (-lower.limit()? - now, upper.limit()? - now);
    let is_end = |moment: i32| moment == 0 || moment == unit;
    (is_end(first) && is_end(last)).then_some((first == 0, last == unit))
}

/// Cells and the values of a zone of one point.
fn point(cells: &[i32], zone: &Zone) -> Vec<i32> {
    let values = (1..zone.dim()).map(|row| -zone.get(0, row).limit().unwrap_or(0));
    cells.iter().copied().chain(values).collect()
}

fn point_zone(clocks: &[i32]) -> Zone {
    let mut zone = Zone::zero(clocks.len() + 1);
    for (row, value) in (1..).zip(clocks) {
        zone.reset(row, *value);
    }
    zone
}
