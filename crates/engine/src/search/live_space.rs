//! Symbolic states within a predicate, for the search of maximal runs.
//!
//! A node is a set of valuations of one discrete state, all satisfying the predicate, closed under delays
//! that stay within it. Where the predicate speaks of clocks it is a union of zones, and a delay may
//! pass from one to the next.

use std::ops::ControlFlow;

use network::eval::Fault;
use zones::{Bound, Federation, Zone};

use super::lasso::{Entered, LassoSpace};
use crate::goal::GoalCode;
use crate::graph::Graph;
use crate::semantics::Entry;
use crate::state::{Participant, State, Transition};
use crate::store::{NodeId, Store};
use crate::watch::Progress;

/// Why a maximal run may end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunEnd {
    /// Time may pass for ever.
    Delay,
    /// Nothing is possible any more.
    Stuck,
}

/// The space.
pub struct LiveSpace<'p> {
    /// The graph; its layers are applied after delays.
    pub graph: Graph<'p>,
    stay: GoalCode,
    store: Store,
    /// Nodes on the stack, by depth.
    stack: Vec<NodeId>,
    /// For each node: is it on the stack?
    open: Vec<bool>,
    explored: u64,
    transitions: u64,
}

/// What a discrete state allows: its invariant, and the zones of the predicate within it.
struct Surroundings {
    invariant: Zone,
    pieces: Vec<Zone>,
    delays: bool,
}

impl<'p> LiveSpace<'p> {
    /// The space of states that satisfy `stay`.
    #[must_use]
    pub fn new(graph: Graph<'p>, stay: GoalCode, store: Store) -> LiveSpace<'p> {
        LiveSpace {
            graph,
            stay,
            store,
            stack: Vec::new(),
            open: Vec::new(),
            explored: 0,
            transitions: 0,
        }
    }

    /// Nodes entered.
    #[must_use]
    pub fn entered(&self) -> usize {
        self.store.len()
    }

    fn surroundings(&mut self, cells: &[i32]) -> Result<Option<Surroundings>, Fault> {
        let semantics = &mut self.graph.semantics;
        semantics.load(cells);
        let Some(invariant) = semantics.invariant_zone()? else { return Ok(None) };
        let state = State { cells: cells.to_vec(), zone: invariant.clone() };
        let pieces = self.stay.pieces(semantics, &state)?;
        semantics.load(cells);
        let delays = semantics.may_delay()?;
        Ok(Some(Surroundings { invariant, pieces, delays }))
    }

    /// The nodes a state on entry gives rise to: its valuations that satisfy the predicate, closed
    /// under delays within it, and coarsened.
    pub fn within(&mut self, entry: &State) -> Result<Vec<State>, Fault> {
        let Some(around) = self.surroundings(&entry.cells)? else { return Ok(Vec::new()) };
        let mut states = Vec::new();
        for zone in around.closure(&entry.zone) {
            let mut state = State { cells: entry.cells.clone(), zone };
            self.graph.normalise(&mut state, &mut |_, state| {
                states.push(state.clone());
                Ok(ControlFlow::Continue(()))
            })?;
        }
        Ok(states)
    }
}

impl Surroundings {
    /// The valuations of `entry` in the predicate and what they reach by delays within it.
    fn closure(&self, entry: &Zone) -> Vec<Zone> {
        let mut found: Vec<(usize, Zone)> = Vec::new();
        for (number, piece) in self.pieces.iter().enumerate() {
            if let Some(mut zone) = piece.intersection(entry) {
                if self.delays {
                    zone.up();
                    // The valuations before the delay are in the piece, so this cannot empty the zone.
                    let _ = zone.intersect(piece);
                }
                found.push((number, zone));
            }
        }
        let mut next = 0;
        while self.delays && next < found.len() {
            let (from, zone) = found[next].clone();
            next += 1;
            for (to, _) in self.pieces.iter().enumerate().filter(|(to, _)| *to != from) {
                for zone in self.cross(from, &zone, to) {
                    let known = found.iter().any(|(at, other)| *at == to && other.includes(&zone));
                    if !known {
                        found.push((to, zone));
                    }
                }
            }
        }
        found.into_iter().map(|(_, zone)| zone).collect()
    }

    /// What delays from `zone` in piece `from` directly into piece `to`.
    ///
    /// A delay changes from one convex set to the other at a point in the closures of both. Before it
    /// the delay is in the first, after it in the second; the point itself must be in one of them.
    fn cross(&self, from: usize, zone: &Zone, to: usize) -> Vec<Zone> {
        let (first, second) = (&self.pieces[from], &self.pieces[to]);
        let mut border = zone.clone();
        border.up();
        if border.intersect(&closed(first)).is_err() || border.intersect(&closed(second)).is_err() {
            return Vec::new();
        }
        let mut reached = Vec::new();
        for piece in [first, second] {
            let Some(mut after) = border.intersection(piece) else { continue };
            after.up();
            if after.intersect(second).is_ok() {
                reached.push(after);
            }
        }
        reached
    }

    /// The valuations of the invariant that do not satisfy the predicate.
    fn outside(&self) -> Federation {
        let mut outside = Federation::from(self.invariant.clone());
        self.pieces.iter().for_each(|piece| outside.subtract_zone(piece));
        outside
    }
}

/// The topological closure of a zone: every bound made weak.
fn closed(zone: &Zone) -> Zone {
    let weak = |bound: Bound| bound.limit().map_or(Bound::UNBOUNDED, Bound::le);
    let made = Zone::from_bounds(zone.dim(), |i, j| weak(zone.get(i, j)));
    made.unwrap_or_else(|| zone.clone())
}

/// Can time pass for ever within the zone, from each of its valuations?
fn is_unbounded(zone: &Zone) -> bool {
    (1..zone.dim()).all(|row| zone.get(row, 0).is_unbounded())
}

impl LassoSpace for LiveSpace<'_> {
    type State = State;
    type Step = Vec<Participant>;
    type End = RunEnd;

    fn end(&mut self, state: &State) -> Result<Option<RunEnd>, Fault> {
        let Some(around) = self.surroundings(&state.cells)? else { return Ok(None) };
        let endless = |piece: &Zone| is_unbounded(piece) && piece.intersects(&state.zone);
        if around.delays && around.pieces.iter().any(endless) {
            return Ok(Some(RunEnd::Delay));
        }
        let semantics = &mut self.graph.semantics;
        semantics.load(&state.cells);
        let mut stuck = Federation::from(state.zone.clone());
        for zone in semantics.action_zones(&around.invariant)? {
            stuck.subtract_zone(&zone);
        }
        let mut outside = around.outside();
        if around.delays {
            outside.down();
        }
        stuck.subtract(&outside);
        Ok((!stuck.is_empty()).then_some(RunEnd::Stuck))
    }

    fn successors(&mut self, state: &State) -> Result<Vec<(Vec<Participant>, State)>, Fault> {
        self.explored += 1;
        let mut entries = Vec::new();
        let mut collect = |transition: &Transition, state: &mut State| {
            entries.push((transition.to_vec(), state.clone()));
            Ok(ControlFlow::Continue(()))
        };
        let _ = self.graph.semantics.successors(state, Entry::Bare, &mut collect)?;
        let mut successors = Vec::new();
        for (transition, entry) in entries {
            self.transitions += 1;
            let states = self.within(&entry)?;
            successors.extend(states.into_iter().map(|state| (transition.clone(), state)));
        }
        Ok(successors)
    }

    fn enter(&mut self, state: &State) -> Entered {
        let LiveSpace { store, stack, open, .. } = self;
        let known = store.compare(state, |relation| {
            let is_open = open[relation.node.0 as usize];
            if is_open && relation.includes_stored {
                let depth = stack.iter().position(|node| *node == relation.node);
                depth.map(Entered::Loop)
            } else {
                (!is_open && relation.stored_includes).then_some(Entered::Finished)
            }
        });
        known.unwrap_or_else(|| {
            let parent = self.stack.last().copied().unwrap_or(NodeId::NONE);
            let node = self.store.push(state, parent);
            self.open.push(true);
            self.stack.push(node);
            Entered::New
        })
    }

    fn finish(&mut self, depth: usize) {
        let node = self.stack[depth];
        self.stack.truncate(depth);
        self.open[node.0 as usize] = false;
    }

    fn progress(&self) -> Progress {
        Progress {
            stored: self.store.live() as u64,
            explored: self.explored,
            transitions: self.transitions,
            covered: 0,
            bytes: self.store.bytes() as u64,
        }
    }
}
