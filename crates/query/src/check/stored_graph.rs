//! All states of a model without clocks, with the edges between them and what each satisfies.

use branching::{Graph, StateSet};
use engine::search::{Evidence, Found, Outcome, Prefilter, ZoneSpace, reach};
use engine::semantics::{Entry, StepFault};
use engine::store::NodeId;
use engine::watch::{StopReason, Watch};
use program::State;

use crate::plan::Plan;
use crate::prepared::Prepared;

/// States between two looks at the limits, while they are labelled.
const BETWEEN_LOOKS: usize = 1 << 10;

/// The graph of a model without clocks; its states are the nodes of the evidence.
pub(crate) struct StoredGraph<'p> {
    pub(crate) evidence: Evidence<'p>,
    pub(crate) graph: Graph,
    /// The states that satisfy each goal, in the order of the goals of the preparation.
    pub(crate) labels: Vec<StateSet>,
}

/// Why there is no graph.
pub(crate) enum Ended<'p> {
    Stopped(StopReason, Evidence<'p>),
    /// An invalid evaluation while expanding or labelling the node (or at the start).
    Faulted(Option<NodeId>, StepFault, Evidence<'p>),
}

impl<'p> StoredGraph<'p> {
    /// Explores and labels everything. Layers must keep branching time: clearing dead variables and the quotient by
    /// symmetries that fix every goal do, since both are bisimulations.
    pub(crate) fn explore(
        prepared: &'p Prepared<'_>,
        plan: &Plan,
        watch: &mut dyn Watch,
    ) -> Result<StoredGraph<'p>, Box<Ended<'p>>> {
        let inspect = Box::new(|_: &mut _, _: &State| Ok(Found::Nothing));
        let mut space = ZoneSpace::new(prepared.parts(plan, inspect, Prefilter::Nowhere));
        space.record_edges();
        let outcome = reach(&mut space, &mut *prepared.frontier(plan), watch);
        let mut evidence = space.into_evidence(outcome);
        match evidence.outcome.clone() {
            Outcome::Exhausted | Outcome::Found(_) => {}
            Outcome::Stopped(reason) => return Err(Box::new(Ended::Stopped(reason, evidence))),
            Outcome::Faulted(node, fault) => {
                return Err(Box::new(Ended::Faulted(node, fault, evidence)));
            }
        }
        match label(prepared, plan, &mut evidence, watch) {
            Ok(Labels { labels, ends }) => {
                let edges: Vec<(u32, u32)> = std::mem::take(&mut evidence.edges)
                    .into_iter()
                    .map(|(from, to)| (from.0, to.0))
                    .collect();
                let graph = Graph::new(ends.size(), &edges, ends);
                Ok(StoredGraph { evidence, graph, labels })
            }
            Err(Unlabelled::Stopped(reason)) => Err(Box::new(Ended::Stopped(reason, evidence))),
            Err(Unlabelled::Faulted(node, fault)) => {
                Err(Box::new(Ended::Faulted(Some(node), fault, evidence)))
            }
        }
    }

    /// The state that the model starts in; none if its invariants do not hold there.
    pub(crate) fn start(&self) -> Option<usize> {
        (self.graph.states() > 0).then_some(0)
    }
}

struct Labels {
    labels: Vec<StateSet>,
    ends: StateSet,
}

enum Unlabelled {
    Stopped(StopReason),
    Faulted(NodeId, StepFault),
}

/// What each state satisfies, and where a path may end: where time may pass for ever, as in `E[]`, and by the
/// user's wish everywhere. (Where nothing is possible it may end as well, which the graph knows.)
fn label(
    prepared: &Prepared<'_>,
    plan: &Plan,
    evidence: &mut Evidence<'_>,
    watch: &mut dyn Watch,
) -> Result<Labels, Unlabelled> {
    let size = evidence.nodes().count();
    let mut labels = vec![StateSet::empty(size); prepared.goals.len()];
    let mut ends = StateSet::empty(size);
    let mut graph = prepared.graph(plan, Entry::Delayed);
    let mut state = State::blank();
    for node in evidence.nodes() {
        let number = node.0 as usize;
        if number.is_multiple_of(BETWEEN_LOOKS)
            && let std::ops::ControlFlow::Break(reason) = watch.working()
        {
            return Err(Unlabelled::Stopped(reason));
        }
        evidence.load(node, &mut state);
        let semantics = &mut graph.semantics;
        let mut evaluate = || {
            for (goal, states) in prepared.goals.iter().zip(&mut labels) {
                semantics.load(&state.cells);
                if goal.holds_somewhere(semantics, &state)? {
                    states.insert(number);
                }
            }
            semantics.load(&state.cells);
            if plan.stutter || semantics.may_delay()? {
                ends.insert(number);
            }
            Ok(())
        };
        if let Err(fault) = evaluate() {
            return Err(Unlabelled::Faulted(node, graph.semantics.failed(fault)));
        }
    }
    Ok(Labels { labels, ends })
}
