//! Where the runs of `-->` start.
//!
//! A query that names elements is fixed by few symmetries. The states in which its first goal holds are found with more: all
//! that fix the initial state. What is looked for then is any image of the goal. A state with the image under a renaming is taken
//! back by its inverse, and is a start of the query as asked: docs/theory/detection.md.

use std::cell::RefCell;
use std::ops::ControlFlow;

use network::eval::Fault;
use network::{Goal, Network};

use super::liveness::UnfoldedStem;
use crate::plan::{Abstraction, Plan, PlanError, StartSearch, SymmetryPlan};
use crate::prepared::Prepared;
use crate::trace::{Path, TraceError, Unfolding};
use engine::graph::Graph;
use engine::semantics::{Entry, Rows, Semantics};
use engine::watch::Alarm;
use program::State;
use symmetry::{Renaming, StateMap};

/// How starts are found.
pub(super) struct Starts<'a, 'n> {
    /// The model for the search for starts; its first goals are the images of the goal, that as asked first.
    pub prepared: &'a Prepared<'n>,
    /// The plan of that search.
    pub plan: Plan,
    /// What makes each image, if there are any, and what takes states with it back.
    images: Vec<(&'a Renaming, StateMap)>,
    /// The model that starts are handed to.
    asked: &'a Prepared<'n>,
    /// What makes representatives of starts, and nothing else.
    orbits: RefCell<Graph<'a>>,
}

/// The graph of a plan in which zones are left as they are.
fn orbits<'a>(asked: &'a Prepared<'_>, plan: &Plan) -> RefCell<Graph<'a>> {
    let exact = Plan { abstraction: Abstraction::None, boxes: false, ..plan.clone() };
    RefCell::new(asked.graph(&exact, Entry::Bare))
}

impl<'a, 'n> Starts<'a, 'n> {
    /// By a search for the goal as asked.
    pub(super) fn as_asked(prepared: &'a Prepared<'n>, plan: Plan) -> Starts<'a, 'n> {
        let orbits = orbits(prepared, &plan);
        Starts { prepared, plan, images: Vec::new(), asked: prepared, orbits }
    }

    /// How many goals are looked for.
    pub(super) fn images(&self) -> usize {
        self.images.len().max(1)
    }

    /// The valuations of a state, which is loaded, that satisfy an image of the goal, as starts of the query as asked; each with
    /// the number of its image.
    pub(super) fn entries(
        &self,
        semantics: &mut Semantics<'_>,
        state: &State,
    ) -> Result<Vec<(usize, State)>, Fault> {
        let mut entries = Vec::new();
        for image in 0..self.images() {
            for zone in self.prepared.goals[image].pieces(semantics, state)? {
                let piece = State { cells: state.cells.clone(), zone };
                entries.push((
                    image,
                    match self.images.get(image) {
                        None => piece,
                        Some((_, back)) => self.handed_over(back, &piece),
                    },
                ));
            }
        }
        self.distinct(entries)
    }

    /// One for each orbit: of processes that a state does not tell apart, one is enough.
    fn distinct(&self, entries: Vec<(usize, State)>) -> Result<Vec<(usize, State)>, Fault> {
        if self.images.is_empty() || entries.len() < 2 {
            return Ok(entries);
        }
        let mut graph = self.orbits.borrow_mut();
        let (mut known, mut distinct) = (Vec::new(), Vec::new());
        for (image, entry) in entries {
            let (mut state, mut representative) = (entry.clone(), None);
            let normalised = graph.normalise(&mut state, &mut |_, state| {
                representative = Some((state.cells.clone(), state.zone.clone()));
                Ok(ControlFlow::Break(()))
            });
            normalised.map_err(|failed| failed.fault)?;
            if !known.contains(&representative) {
                known.push(representative);
                distinct.push((image, entry));
            }
        }
        Ok(distinct)
    }

    /// A state taken back, with rows for the clocks that are active without the images.
    fn handed_over(&self, back: &StateMap, piece: &State) -> State {
        let processes = self.prepared.network.processes.len();
        let (mut rows, mut renamed) = (Rows::default(), State::blank());
        self.prepared.active.rows(&piece.cells[..processes], &mut rows);
        back.apply(piece, &rows.clocks, &mut renamed);
        self.prepared.active.rows(&renamed.cells[..processes], &mut rows);
        let mut kept = Rows::default();
        self.asked.active.rows(&renamed.cells[..processes], &mut kept);
        if kept.clocks == rows.clocks {
            return renamed;
        }
        let row_of = |clock: &usize| rows.row[*clock];
        let selection: Vec<usize> =
            std::iter::once(0).chain(kept.clocks.iter().map(row_of)).collect();
        let mut handed = State { cells: renamed.cells, zone: State::blank().zone };
        handed.zone.copy_rows_from(&renamed.zone, &selection);
        handed
    }

    /// The real transitions to a start, renamed so that it is one of the query as asked.
    pub(super) fn stem<'b>(
        &'b self,
        asked: &'b Prepared<'n>,
        path: &Path,
        image: usize,
    ) -> Result<UnfoldedStem<'b, 'n>, TraceError> {
        let UnfoldedStem { transitions, unfolding } = UnfoldedStem::along(self.prepared, path)?;
        let Some((renaming, _)) = self.images.get(image) else {
            return Ok(UnfoldedStem { transitions, unfolding });
        };
        // The start, renamed to have the image, is the representative; that is renamed to the state that was reached.
        let from_start = renaming.then(unfolding.back()).inverse();
        let renamed = transitions.iter().map(|step| unfolding.rename(&from_start, step));
        let transitions = renamed.collect::<Result<Vec<_>, _>>()?;
        Ok(UnfoldedStem { transitions, unfolding: Unfolding::new(asked, None) })
    }
}

/// The model compiled with all images of the goals.
pub(super) struct WithImages<'n> {
    prepared: Prepared<'n>,
    plan: Plan,
    renamings: Vec<Renaming>,
}

impl<'n> WithImages<'n> {
    /// With the images that a plan looks for, if it does.
    pub(super) fn of(
        network: &'n Network,
        plan: &Plan,
        alarm: &Alarm,
    ) -> Result<Option<WithImages<'n>>, PlanError> {
        let Some(StartSearch { group, closure }) = plan.symmetry.starts.as_deref() else {
            return Ok(None);
        };
        let images = &closure.goals;
        let of_number = |number: usize| images.iter().filter_map(move |goals| goals.get(number));
        let goals: Vec<Goal> = of_number(0).chain(of_number(1)).cloned().collect();
        let symmetry = SymmetryPlan { group: Some(group.clone()), ..plan.symmetry.clone() };
        let plan = Plan { symmetry, ..plan.clone() };
        let prepared = Prepared::new(network, &goals, &[], &[], &plan)?.with_alarm(alarm.clone());
        // Without its group, names could not be undone in runs.
        let usable = prepared.group.is_some();
        let renamings = closure.images.clone();
        Ok(usable.then_some(WithImages { prepared, plan, renamings }))
    }

    /// Starts are handed to this model.
    pub(super) fn starts<'a>(&'a self, asked: &'a Prepared<'n>) -> Starts<'a, 'n> {
        let WithImages { prepared, plan, renamings } = self;
        let images = renamings.iter().filter_map(|renaming| {
            let group = prepared.group.as_ref()?;
            Some((renaming, group.state_map(prepared.network, &renaming.inverse())))
        });
        let (images, orbits) = (images.collect(), orbits(asked, plan));
        Starts { prepared, plan: plan.clone(), images, asked, orbits }
    }
}
