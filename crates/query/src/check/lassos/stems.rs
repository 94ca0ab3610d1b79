//! Stems: states within the predicate, breadth first.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use crate::plan::Plan;
use crate::prepared::Prepared;
use engine::graph::Graph;
use engine::search::{LassoSpace, LiveSpace};
use engine::semantics::{Entry, Step, StepFault, StepRef};
use program::{Participant, State};

/// A state at the end of a stem.
pub(super) struct Stem {
    /// The stem without its last transition.
    parent: Option<usize>,
    /// The last transition, unless the predicate starts to count without one.
    transition: Option<Vec<Participant>>,
    pub(super) state: State,
    /// After how many transitions the predicate starts to count; none if it does not count yet.
    pub(super) since: Option<usize>,
    pub(super) length: usize,
}

/// All stems up to a length, without those that a stem which is no longer stands for.
pub(super) struct Stems<'p> {
    prepared: &'p Prepared<'p>,
    /// States within the predicate.
    pub(super) space: LiveSpace<'p>,
    /// States before the predicate counts (`-->`).
    before: Option<Graph<'p>>,
    pub(super) all: Vec<Stem>,
    /// Stems by discrete state, and by whether the predicate counts.
    known: FxHashMap<(bool, Vec<i32>), Vec<usize>>,
    /// Where the stems of the present length start.
    level: usize,
}

impl<'p> Stems<'p> {
    /// The stems without transitions. With `after_goal`, the predicate counts from where the first goal holds.
    pub(super) fn new(
        prepared: &'p Prepared<'p>,
        plan: &Plan,
        after_goal: bool,
    ) -> Result<Stems<'p>, StepFault> {
        let stay = prepared.goals[usize::from(after_goal)].clone();
        let graph = prepared.graph(plan, Entry::Bare);
        let space = LiveSpace::new(graph, stay, prepared.store(plan));
        let before = after_goal.then(|| prepared.graph(plan, Entry::Delayed));
        let (all, known) = (Vec::new(), FxHashMap::default());
        let mut stems = Stems { prepared, space, before, all, known, level: 0 };
        if let Some(graph) = &mut stems.before {
            let mut initial = Vec::new();
            graph.initial(&mut |_, state| {
                initial.push(state.clone());
                Ok(ControlFlow::Continue(()))
            })?;
            for state in initial {
                stems.add_before(None, None, state, 0)?;
            }
        } else {
            let semantics = &mut stems.space.graph.semantics;
            let initial = semantics.initial(prepared.network, Entry::Bare);
            if let Some(entry) = initial.map_err(|fault| semantics.failed(fault))? {
                stems.add_entry(None, &entry, 0)?;
            }
        }
        Ok(stems)
    }

    /// The stems of the greatest length so far.
    pub(super) fn longest(&self) -> std::ops::Range<usize> {
        self.level..self.all.len()
    }

    /// Adds the stems that are one transition longer; `step` is called for each that is continued.
    pub(super) fn lengthen<E: From<StepFault>>(
        &mut self,
        mut step: impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        let (from, to) = (self.level, self.all.len());
        self.level = to;
        for number in from..to {
            step()?;
            self.continue_stem(number)?;
        }
        Ok(())
    }

    /// Adds the stems that continue one.
    pub(super) fn continue_stem(&mut self, number: usize) -> Result<(), StepFault> {
        let Stem { state, since, length, .. } = &self.all[number];
        let (state, since, length) = (state.clone(), *since, length + 1);
        if since.is_some() {
            for (Step { transition, .. }, state) in self.space.successors(&state)? {
                self.add(Stem {
                    parent: Some(number),
                    transition: Some(transition),
                    state,
                    since,
                    length,
                });
            }
            return Ok(());
        }
        let Some(graph) = &mut self.before else { return Ok(()) };
        let mut found = Vec::new();
        graph.successors(&state, &mut |step: StepRef<'_>, state: &mut State| {
            found.push((step.transition.to_vec(), state.clone()));
            Ok(ControlFlow::Continue(()))
        })?;
        for (transition, state) in found {
            self.add_before(Some(number), Some(transition), state, length)?;
        }
        Ok(())
    }

    /// Adds a stem before the predicate counts, and those on which it starts to count here.
    fn add_before(
        &mut self,
        parent: Option<usize>,
        transition: Option<Vec<Participant>>,
        state: State,
        length: usize,
    ) -> Result<(), StepFault> {
        let stem = Stem { parent, transition, state: state.clone(), since: None, length };
        let Some(number) = self.add(stem) else { return Ok(()) };
        let semantics = &mut self.space.graph.semantics;
        semantics.load(&state.cells);
        let pieces = self.prepared.goals[0].pieces(semantics, &state);
        for zone in pieces.map_err(|fault| semantics.failed(fault))? {
            let entry = State { cells: state.cells.clone(), zone };
            self.add_entry(Some(number), &entry, length)?;
        }
        Ok(())
    }

    /// Adds what an entry gives rise to within the predicate.
    fn add_entry(
        &mut self,
        parent: Option<usize>,
        entry: &State,
        length: usize,
    ) -> Result<(), StepFault> {
        for (_, state) in self.space.within(entry)? {
            self.add(Stem { parent, transition: None, state, since: Some(length), length });
        }
        Ok(())
    }

    /// Adds a stem, unless one that is not longer leads to all of its valuations.
    fn add(&mut self, stem: Stem) -> Option<usize> {
        let key = (stem.since.is_some(), stem.state.cells.clone());
        let known = self.known.entry(key).or_default();
        if known.iter().any(|known| self.all[*known].state.zone.includes(&stem.state.zone)) {
            return None;
        }
        known.push(self.all.len());
        self.all.push(stem);
        Some(self.all.len() - 1)
    }

    /// The transitions of a stem.
    pub(super) fn transitions(&self, number: usize) -> Vec<Vec<Participant>> {
        let mut transitions = Vec::new();
        let mut next = Some(number);
        while let Some(number) = next {
            let stem = &self.all[number];
            transitions.extend(stem.transition.clone());
            next = stem.parent;
        }
        transitions.reverse();
        transitions
    }
}
