//! Explores a model into an arena.
//!
//! Every place is a zone that is closed: delays within the invariants do not leave it, and every transition leads into
//! the zone of its target. Zones are enlarged by M bounds (or split along clock differences first), which is a
//! bisimulation: what is said of a valuation that was added is true of the one it is equivalent to. After that they are
//! closed under delays again.

use std::ops::ControlFlow;

use branching::timed::{Arena, Edge, Origin, Place, Sets};
use engine::graph::Graph;
use engine::semantics::{Entry, Semantics, Step, StepFault};
use engine::watch::{Progress, StopReason, Watch};
use network::eval::Fault;
use program::{Participant, State};
use symmetry::Renamed;
use zones::{Federation, Zone};

use super::rows::ClockImages;
use super::store::{ArenaNode, Arrow, NodeStore};
use crate::plan::Plan;
use crate::prepared::Prepared;

/// The states that decide a game: nothing that follows them matters, so they are not expanded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameEnds {
    /// The number of the goal that must hold, in the order of the preparation; none if nothing need hold.
    pub(crate) keeps: Option<usize>,
    /// The number of the goal that ends the game; none if nothing does.
    pub(crate) reaches: Option<usize>,
    /// Does what follows not matter where that is reached either?
    pub(crate) won_is_over: bool,
}

/// Why there is no arena.
pub(crate) enum ArenaHalt {
    Stopped(StopReason),
    /// An invalid evaluation, in a state or at the start.
    Fault(StepFault, Option<u32>),
}

/// The arena of a model, what its places are, and what they satisfy.
pub(crate) struct TimedGraph {
    pub(crate) arena: Arena,
    /// What the places are: some are not part of the arena, because others include them. These have no edges.
    pub(crate) nodes: Vec<ArenaNode>,
    /// The transition of each edge.
    pub(crate) arrows: Vec<Step>,
    /// The valuations that satisfy each goal, in the order of the goals of the preparation.
    pub(crate) labels: Vec<Sets>,
    /// Where the model starts: a place and a valuation; none if the invariants do not hold there.
    pub(crate) start: Option<(usize, Zone)>,
    /// Figures of the exploration.
    pub(crate) progress: Progress,
    pub(crate) discrete_states: u64,
}

/// A transition that leads into a zone.
struct ArenaEntry {
    transition: Vec<Participant>,
    cells: Vec<i32>,
    zone: Zone,
    enabled: Zone,
    origins: Vec<(usize, i64)>,
    delays: bool,
}

/// An exploration that did not end, and how far it came: for the run to a fault.
pub(crate) struct Unfinished {
    pub(crate) halt: ArenaHalt,
    pub(crate) nodes: Vec<ArenaNode>,
    pub(crate) progress: Progress,
}

/// Explores a model; the clocks in `free` may have any value. States of which the game is decided are not expanded.
pub(crate) fn explore(
    prepared: &Prepared<'_>,
    plan: &Plan,
    (free, ends): (&[usize], Option<GameEnds>),
    watch: &mut dyn Watch,
) -> Result<TimedGraph, Box<Unfinished>> {
    let mut explorer = ArenaExplorer::new(prepared, plan, free);
    explorer.ends = ends;
    let labelled = match explorer.run(watch) {
        Ok(()) => explorer.labels(watch),
        Err(halt) => Err(halt),
    };
    match labelled {
        Ok(labels) => Ok(explorer.finish(labels)),
        Err(halt) => {
            let progress = explorer.progress();
            Err(Box::new(Unfinished { halt, nodes: explorer.store.nodes, progress }))
        }
    }
}

/// A place that was entered: its number, how it was renamed, and what its rows are.
type Into = (u32, Option<Renamed>, Vec<Origin>);

struct ArenaExplorer<'p, 'n> {
    prepared: &'p Prepared<'n>,
    semantics: Semantics<'p>,
    /// For the layers: clearing, coarsening, representatives.
    graph: Graph<'p>,
    images: ClockImages<'p>,
    /// Clocks that may have any value from 0 on in every place.
    free: &'p [usize],
    ends: Option<GameEnds>,
    store: NodeStore,
    arrows: Vec<Arrow>,
    start: Option<(u32, Zone)>,
    explored: u64,
    covered: u64,
    arrow_bytes: u64,
}

impl<'p, 'n> ArenaExplorer<'p, 'n> {
    fn new(prepared: &'p Prepared<'n>, plan: &Plan, free: &'p [usize]) -> ArenaExplorer<'p, 'n> {
        let mut graph = prepared.graph(plan, Entry::Bare);
        graph.semantics.exact_range = true;
        ArenaExplorer {
            prepared,
            semantics: prepared.semantics(),
            graph,
            images: ClockImages::new(prepared),
            free,
            ends: None,
            store: NodeStore::new(prepared.program.layout.discrete),
            arrows: Vec::new(),
            start: None,
            explored: 0,
            covered: 0,
            arrow_bytes: 0,
        }
    }

    fn progress(&self) -> Progress {
        Progress {
            stored: self.store.nodes.len() as u64,
            explored: self.explored,
            transitions: self.arrows.len() as u64,
            covered: self.covered,
            bytes: self.store.bytes + self.arrow_bytes,
            imminent: 0,
            ..Progress::default()
        }
    }

    fn run(&mut self, watch: &mut dyn Watch) -> Result<(), ArenaHalt> {
        self.begin()?;
        let mut next = 0;
        while next < self.store.nodes.len() {
            let flow = match watch.expanded(&mut || self.progress()) {
                ControlFlow::Continue(()) => watch.working(),
                stop => stop,
            };
            if let ControlFlow::Break(reason) = flow {
                return Err(ArenaHalt::Stopped(reason));
            }
            let id = u32::try_from(next).expect("states are counted in 32 bits");
            if self.store.nodes[next].included_in.is_none() && !self.is_decided(id)? {
                self.expand(id)?;
            }
            next += 1;
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<(), ArenaHalt> {
        let mut entered = None;
        let found = self.semantics.start_firing(self.prepared.network, &mut |firing| {
            entered = firing.enabled.first().map(|zone| ArenaEntry {
                transition: Vec::new(),
                cells: firing.cells.to_vec(),
                zone: zone.clone(),
                enabled: zone.clone(),
                origins: (1..zone.dim()).map(|row| (row, 0)).collect(),
                delays: firing.may_delay,
            });
            Ok(())
        });
        found.map_err(|fault| ArenaHalt::Fault(self.semantics.failed(fault), None))?;
        let Some(entered) = entered else { return Ok(()) };
        let start = entered.zone.clone();
        for (id, _, origins) in self.enter(entered, None)? {
            // The valuation at the start, as the representative has it.
            let rows: Vec<usize> =
                std::iter::once(0).chain(origins.iter().map(|origin| origin.row)).collect();
            let zone = start.select_rows(&rows);
            if self.store.nodes[id as usize].zone.includes(&zone) {
                self.start = Some((id, zone));
            }
        }
        Ok(())
    }

    /// Is the game lost, or over, in all valuations of a state?
    fn is_decided(&mut self, id: u32) -> Result<bool, ArenaHalt> {
        let Some(ends) = self.ends else { return Ok(false) };
        let node = &self.store.nodes[id as usize];
        let state = State { cells: node.cells.to_vec(), zone: node.zone.clone() };
        let mut satisfying = |goal: Option<usize>| match goal {
            Some(goal) => self.satisfying(goal, &state, Some(id)).map(Some),
            None => Ok(None),
        };
        let reached = satisfying(ends.reaches)?;
        if ends.won_is_over && reached.as_ref().is_some_and(|set| set.includes_zone(&state.zone)) {
            return Ok(true);
        }
        let may_be_won = reached.is_some_and(|set| !set.is_empty());
        Ok(!may_be_won && satisfying(ends.keeps)?.is_some_and(|set| set.is_empty()))
    }

    /// The valuations of a state that satisfy a goal.
    fn satisfying(
        &mut self,
        goal: usize,
        state: &State,
        at: Option<u32>,
    ) -> Result<Federation, ArenaHalt> {
        self.semantics.load(&state.cells);
        let pieces = self.prepared.goals[goal].pieces(&mut self.semantics, state);
        let pieces = pieces.map_err(|fault| ArenaHalt::Fault(self.semantics.failed(fault), at))?;
        let mut set = Federation::empty(state.zone.dim());
        pieces.into_iter().for_each(|piece| set.add(piece));
        set.intersect_zone(&state.zone);
        Ok(set)
    }

    fn expand(&mut self, id: u32) -> Result<(), ArenaHalt> {
        self.explored += 1;
        let node = &self.store.nodes[id as usize];
        self.semantics.load(&node.cells);
        let mut all = Vec::new();
        let found = self.semantics.firings(&node.zone, &mut |firing| {
            for enabled in firing.enabled {
                let Some(zone) = firing.enter(enabled)? else { continue };
                all.push(ArenaEntry {
                    transition: firing.transition.to_vec(),
                    cells: firing.cells.to_vec(),
                    zone,
                    enabled: enabled.clone(),
                    origins: firing.origins(),
                    delays: firing.may_delay,
                });
            }
            Ok(())
        });
        found.map_err(|fault| ArenaHalt::Fault(self.semantics.failed(fault), Some(id)))?;
        for entered in all {
            let (transition, enabled) = (entered.transition.clone(), entered.enabled.clone());
            for (to, renamed, origins) in self.enter(entered, Some(id))? {
                let step = Step { transition: transition.clone(), rounds: None, renamed };
                let dim = enabled.dim() as u64;
                self.arrow_bytes += 4 * dim * dim + 16 * origins.len() as u64 + 100;
                self.arrows.push(Arrow {
                    from: id,
                    to,
                    step,
                    enabled: vec![enabled.clone()],
                    origins,
                });
            }
        }
        Ok(())
    }

    /// Closes a zone under delays, passes it through the layers, closes it again and stores it: perhaps in parts.
    fn enter(&mut self, entered: ArenaEntry, parent: Option<u32>) -> Result<Vec<Into>, ArenaHalt> {
        let ArenaEntry { transition, cells, zone, origins, delays, .. } = entered;
        let at = |fault: Fault| {
            ArenaHalt::Fault(StepFault { fault, transition: transition.clone() }, parent)
        };
        let mut state = State { cells, zone };
        // The rows before renaming: the layers leave the locations as they are until then.
        let before = state.cells.clone();
        self.semantics.load(&state.cells);
        self.close(&mut state, delays).map_err(at)?;
        let mut parts = Vec::new();
        let passed = self.graph.normalise(&mut state, &mut |step, state| {
            parts.push((step.renamed(), state.clone()));
            Ok(ControlFlow::Continue(()))
        });
        passed.map_err(|fault| at(fault.fault))?;
        let mut found = Vec::with_capacity(parts.len());
        for (renamed, mut state) in parts {
            self.close(&mut state, delays).map_err(at)?;
            let selection = self.images.selection(&before, renamed.as_ref());
            let moved = selection.iter().map(|row| {
                let (row, offset) = origins[row - 1];
                Origin { row, offset }
            });
            let origins = moved.collect();
            let step =
                Step { transition: transition.clone(), rounds: None, renamed: renamed.clone() };
            let (cells, zone) = (state.cells.into_boxed_slice(), state.zone);
            let node = ArenaNode { cells, zone, delays, parent, step, included_in: None };
            let (id, new) = self.store.insert(node);
            self.covered += u64::from(!new);
            found.push((id, renamed, origins));
        }
        Ok(found)
    }

    /// Adds what delays lead to, and drops what violates the invariants.
    fn close(&mut self, state: &mut State, delays: bool) -> Result<(), Fault> {
        self.semantics.load(&state.cells);
        let within = self.semantics.invariant_zone()?;
        let free = self.free;
        for (row, clock) in (1..).zip(self.images.clocks(&state.cells)) {
            if free.contains(clock) {
                state.zone.free(row);
            }
        }
        if delays {
            state.zone.up();
        }
        if let Some(within) = within {
            let kept = state.zone.intersect(&within);
            debug_assert!(kept.is_ok(), "what is entered satisfies the invariants");
        }
        Ok(())
    }

    /// What the places satisfy.
    fn labels(&mut self, watch: &mut dyn Watch) -> Result<Vec<Sets>, ArenaHalt> {
        let goals = self.prepared.goals.len();
        let mut labels: Vec<Vec<Federation>> = vec![Vec::new(); goals];
        for number in 0..self.store.nodes.len() {
            if let ControlFlow::Break(reason) = watch.working() {
                return Err(ArenaHalt::Stopped(reason));
            }
            let node = &self.store.nodes[number];
            let is_part = node.included_in.is_none();
            let state = State { cells: node.cells.to_vec(), zone: node.zone.clone() };
            let at = u32::try_from(number).ok();
            for (goal, label) in labels.iter_mut().enumerate() {
                label.push(match is_part {
                    true => self.satisfying(goal, &state, at)?,
                    false => Federation::empty(state.zone.dim()),
                });
            }
        }
        Ok(labels.into_iter().map(Sets::new).collect())
    }

    fn finish(self, labels: Vec<Sets>) -> TimedGraph {
        let progress = self.progress();
        let network = self.prepared.network;
        let program = &self.prepared.program;
        let controllable = |transition: &[Participant]| {
            transition.iter().all(|each| {
                let edge = program.edge(each.process, each.edge).edge;
                network.processes[each.process as usize].edges[edge.index()].controllable
            })
        };
        let (mut edges, mut arrows) = (Vec::new(), Vec::new());
        let store = &self.store;
        for arrow in self.arrows {
            // What was included in a later state before it was expanded has no edges, and neither has it later.
            if store.nodes[arrow.from as usize].included_in.is_some() {
                continue;
            }
            edges.push(Edge {
                from: arrow.from,
                to: store.standing_for(arrow.to),
                controllable: controllable(&arrow.step.transition),
                enabled: arrow.enabled,
                origins: arrow.origins,
            });
            arrows.push(arrow.step);
        }
        let places =
            store.nodes.iter().map(|node| Place { zone: node.zone.clone(), delays: node.delays });
        let arena = Arena::new(places.collect(), edges);
        let start = self.start.map(|(id, zone)| (store.standing_for(id) as usize, zone));
        let discrete_states = store.discrete_states() as u64;
        let nodes = self.store.nodes;
        TimedGraph { arena, nodes, arrows, labels, start, progress, discrete_states }
    }
}

impl TimedGraph {
    /// The places that are part of the arena, and not included in others.
    pub(crate) fn places(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.nodes.len()).filter(|place| self.nodes[*place].included_in.is_none())
    }
}
