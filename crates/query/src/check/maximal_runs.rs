//! The search for a maximal run within a predicate.

use crate::plan::{Plan, RunSearch};
use crate::prepared::Prepared;
use engine::goal::GoalCode;
use engine::search::{LassoOutcome, LassoSpace, LiveSpace, Proof, RunEnd, lasso};
use engine::semantics::{Entry, Step, StepFault};
use engine::watch::{Progress, StopReason, Watch};
use program::State;
use symmetry::Renamed;

/// States a depth-first search may expand before the coarsest proof is tried.
const FIRST_EXPANSIONS: u64 = 1_000;
/// States it may expand before other proofs are tried.
const PROBE_EXPANSIONS: u64 = 10_000;
/// States the coarsest proof may expand: it may meet many that are not real.
const BOX_EXPANSIONS: u64 = 10_000;
/// Pieces of a box that are looked at to find a stuck valuation before one is taken to exist: with many clocks there may be very many.
const BOX_PIECES: usize = 1 << 10;

/// A maximal run found, as steps from where the search started.
pub(super) struct Maximal {
    /// How the state the search started in was renamed.
    pub start: Option<Renamed>,
    pub steps: Vec<Step>,
    /// Where the loop starts, or why the run may end.
    pub tail: Result<usize, RunEnd>,
}

/// An invalid evaluation, and the steps to it from where the search started.
pub(super) struct Failed {
    /// How the state the search started in was renamed.
    pub start: Option<Renamed>,
    pub steps: Vec<Step>,
    pub fault: StepFault,
}

/// What a search for a maximal run says.
pub(super) enum Answered {
    Run(Maximal),
    NoRun,
    /// Another way must be tried.
    GaveUp,
    Stopped(StopReason),
    Faulted(Failed),
}

/// One way to look for maximal runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// Depth first, for as long as it is likely to find one: so many expansions.
    Probe(u64),
    /// By a proof that there is none, even if nothing is known of how clocks differ.
    BoxProof,
    /// By a proof that there is none, even among runs that are not real.
    LuProof,
    /// By a proof that there is none.
    Proof,
    Depth,
}

impl Way {
    /// Need what is met on it not be real?
    pub(super) fn over_approximates(self) -> bool {
        match self {
            Way::BoxProof | Way::LuProof => true,
            Way::Probe(_) | Way::Proof | Way::Depth => false,
        }
    }
}

/// The ways of a plan, to be tried in turn until one does not give up; each with the plan it follows.
pub(super) fn ways(plan: Plan) -> Vec<(Way, Plan)> {
    let mut ways = Vec::new();
    if plan.run_search == RunSearch::Both {
        ways.push((Way::Probe(FIRST_EXPANSIONS), plan.clone()));
    }
    if plan.run_search != RunSearch::Depth {
        ways.extend(plan.boxes_first_plan().map(|coarsest| (Way::BoxProof, coarsest)));
    }
    if plan.run_search == RunSearch::Both {
        ways.push((Way::Probe(PROBE_EXPANSIONS), plan.clone()));
    }
    if plan.run_search != RunSearch::Depth {
        ways.extend(plan.lu_first_plan().map(|coarser| (Way::LuProof, coarser)));
        ways.push((Way::Proof, plan.clone()));
    }
    ways.push((Way::Depth, plan));
    ways
}

/// A search in one way.
pub(super) struct MaximalRunSearch<'p> {
    pub space: LiveSpace<'p>,
    proof: Option<Proof>,
    patience: Option<u64>,
    /// Need a run that is found not be real?
    over_approximates: bool,
}

impl<'p> MaximalRunSearch<'p> {
    /// A search within `stay`.
    pub(super) fn new(
        prepared: &'p Prepared<'_>,
        plan: &Plan,
        stay: &GoalCode,
        way: Way,
    ) -> MaximalRunSearch<'p> {
        let graph = prepared.graph(plan, Entry::Bare);
        let proves = match way {
            Way::BoxProof | Way::LuProof | Way::Proof => true,
            Way::Probe(_) | Way::Depth => false,
        };
        let mut space = LiveSpace::new(graph, stay.clone(), prepared.store(plan));
        if way == Way::BoxProof {
            space.most_pieces = BOX_PIECES;
        }
        MaximalRunSearch {
            space,
            proof: proves.then(|| Proof::new(prepared.store(plan), prepared.clock_orbits())),
            patience: match way {
                Way::Probe(most) => Some(most),
                Way::BoxProof => Some(BOX_EXPANSIONS),
                Way::LuProof | Way::Proof | Way::Depth => None,
            },
            over_approximates: way.over_approximates(),
        }
    }

    /// Searches for a maximal run from the valuations of `entry` that stay within the predicate.
    pub(super) fn from(&mut self, entry: &State, watch: &mut dyn Watch) -> Answered {
        match self.search(entry, watch) {
            Answered::Run(_) | Answered::Faulted(..) if self.over_approximates => Answered::GaveUp,
            answered => answered,
        }
    }

    fn search(&mut self, entry: &State, watch: &mut dyn Watch) -> Answered {
        let roots = match self.space.within(entry) {
            Ok(roots) => roots,
            Err(fault) => {
                return Answered::Faulted(Failed { start: None, steps: Vec::new(), fault });
            }
        };
        for (start, root) in roots {
            let outcome = match &mut self.proof {
                Some(proof) => proof.grow(&mut self.space, &root, self.patience, watch),
                None => lasso(&mut self.space, root, self.patience, watch),
            };
            match outcome {
                LassoOutcome::None => {}
                LassoOutcome::GaveUp => return Answered::GaveUp,
                LassoOutcome::Loop { steps, from } => {
                    return Answered::Run(Maximal { start, steps, tail: Ok(from) });
                }
                LassoOutcome::End { steps, end } => {
                    return Answered::Run(Maximal { start, steps, tail: Err(end) });
                }
                LassoOutcome::Stopped(reason) => return Answered::Stopped(reason),
                LassoOutcome::Faulted(steps, fault) => {
                    return Answered::Faulted(Failed { start, steps, fault });
                }
            }
        }
        Answered::NoRun
    }

    /// Once no run was found from anywhere: is it certain that there is none?
    pub(super) fn is_certain(&mut self) -> bool {
        self.proof.as_ref().is_none_or(|proof| proof.is_conclusive(&mut self.space))
    }

    pub(super) fn progress(&self) -> Progress {
        match &self.proof {
            Some(proof) => proof.progress(&self.space),
            None => self.space.progress(),
        }
    }
}
