//! The transitions along the parents of a node.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::budget::Budget;
use crate::confirm::{Leg, Rounds};
use crate::error::TraceError;
use engine::graph::{Chains, Graph, Offered};
use engine::search::Evidence;
use engine::semantics::{Step, StepRef};
use engine::store::NodeId;
use plan::Plan;
use plan::prepared::{Prepared, entry};
use program::{Participant, State, Transition};
use symmetry::Renamed;
use symmetry::{Group, Renaming};

/// A path of representatives: how the initial state was renamed, and the steps.
#[derive(Clone, Debug, Default)]
pub struct Path {
    /// How the initial state was renamed.
    pub start: Option<Renamed>,
    pub steps: Vec<Step>,
}

/// The path to a node. Nodes remember only their parents; the transition between two nodes is found again
/// by expanding the parent.
pub fn path_to(
    prepared: &Prepared<'_>,
    plan: &Plan,
    evidence: &mut Evidence<'_>,
    node: NodeId,
    budget: &mut Budget<'_>,
) -> Result<Path, TraceError> {
    let nodes = evidence.path(node);
    path_along(prepared, plan, evidence, &nodes, budget)
}

/// The path through these nodes, each of which is a successor of the one before; the first is one to start in.
pub fn path_along(
    prepared: &Prepared<'_>,
    plan: &Plan,
    evidence: &mut Evidence<'_>,
    nodes: &[NodeId],
    budget: &mut Budget<'_>,
) -> Result<Path, TraceError> {
    let key_cells = evidence.key_cells();
    let mut graph = prepared.graph(plan, entry(plan));
    let (mut source, mut target) = (State::blank(), State::blank());
    evidence.load(nodes[0], &mut target);
    let start = matching(&mut graph, None, &target, key_cells)?.ok_or(TraceError::Infeasible(0))?;
    let mut path = Path { start: start.renamed, steps: Vec::with_capacity(nodes.len()) };
    let mut chains = Chains::unlimited(&plan.passing);
    for pair in nodes.windows(2) {
        budget.check()?;
        evidence.load(pair[0], &mut source);
        evidence.load(pair[1], &mut target);
        let steps = match &mut chains {
            None => matching(&mut graph, Some(&source), &target, key_cells)?.map(|step| vec![step]),
            Some(chains) => along_chain(&mut graph, chains, &source, &target, key_cells)?,
        };
        // A stored node is a successor of its parent, unless zones were merged into a hull.
        path.steps.extend(steps.ok_or(TraceError::Infeasible(path.steps.len()))?);
    }
    Ok(path)
}

/// The steps from a state to a stored one, by way of states that are followed and not stored: an expansion as the search
/// made it, with the steps remembered.
fn along_chain(
    graph: &mut Graph<'_>,
    chains: &mut Chains,
    source: &State,
    target: &State,
    key_cells: usize,
) -> Result<Option<Vec<Step>>, TraceError> {
    // For each state that is followed, the one before it (none is the source) and the step from there.
    let mut links: Vec<(Option<usize>, Step)> = Vec::new();
    let (mut found, mut included) = (None, None);
    let (mut state, mut at) = (source.clone(), None);
    chains.begin();
    loop {
        graph.successors(&state, &mut |step, reached| {
            if reached.has_discrete_part_of(target, key_cells) {
                if reached.zone == target.zone {
                    found = Some((at, step.to_step()));
                    return Ok(ControlFlow::Break(()));
                }
                if included.is_none() && target.zone.includes(&reached.zone) {
                    included = Some((at, step.to_step()));
                }
            }
            if let Offered::Followed(_) = chains.offer(reached) {
                links.push((at, step.to_step()));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        at = if found.is_none() { chains.next(&mut state) } else { None };
        if at.is_none() {
            break;
        }
    }
    let Some((mut at, last)) = found.or(included) else { return Ok(None) };
    let mut steps = vec![last];
    while let Some(number) = at {
        steps.push(links[number].1.clone());
        at = links[number].0;
    }
    steps.reverse();
    Ok(Some(steps))
}

/// The step from a state (or the start) to a stored one: to exactly this state if there is such a step,
/// else to one that it includes.
fn matching(
    graph: &mut Graph<'_>,
    source: Option<&State>,
    target: &State,
    key_cells: usize,
) -> Result<Option<Step>, TraceError> {
    let (mut found, mut included) = (None, None);
    let mut look = |step: StepRef<'_>, state: &mut State| {
        if state.has_discrete_part_of(target, key_cells) {
            if state.zone == target.zone {
                found = Some(step.to_step());
                return Ok(ControlFlow::Break(()));
            }
            if included.is_none() && target.zone.includes(&state.zone) {
                included = Some(step.to_step());
            }
        }
        Ok(ControlFlow::Continue(()))
    };
    match source {
        Some(source) => graph.successors(source, &mut look)?,
        None => graph.initial(&mut look)?,
    }
    Ok(found.or(included))
}

/// A path of representatives as transitions of the real model: each step is renamed by all that was done
/// to the states before it, undone.
pub struct Unfolding<'a, 'n> {
    prepared: &'a Prepared<'n>,
    /// From representatives to real states.
    back: Renaming,
}

impl<'a, 'n> Unfolding<'a, 'n> {
    /// At the start of a path.
    #[must_use]
    pub fn new(prepared: &'a Prepared<'n>, start: Option<&Renamed>) -> Unfolding<'a, 'n> {
        let network = prepared.network;
        let nothing = |group: &Arc<Group>| group.identity(network);
        let back = prepared.group.as_ref().map_or_else(|| Renaming::identity(network), nothing);
        let mut unfolding = Unfolding { prepared, back };
        unfolding.undo(start);
        unfolding
    }

    /// A state was renamed.
    pub fn undo(&mut self, renamed: Option<&Renamed>) {
        if let (Some(renamed), Some(group)) = (renamed, &self.prepared.group) {
            let applied = group.applied(self.prepared.network, renamed);
            self.back = applied.inverse().then(&self.back);
        }
    }

    /// The real transitions of steps.
    pub fn steps(&mut self, steps: &[Step]) -> Result<Vec<Vec<Participant>>, TraceError> {
        steps.iter().map(|step| self.step(step)).collect()
    }

    /// The real transitions of steps, and the real rounds of loops after them.
    pub fn legs(&mut self, steps: &[Step]) -> Result<Vec<Leg>, TraceError> {
        let mut legs = Vec::with_capacity(steps.len());
        for step in steps {
            let rounds = step.rounds.map(|number| self.rounds(number)).transpose()?;
            let transition = self.step(step)?;
            // Waiting is a step of the search in whole numbers, and none of a run.
            if !transition.is_empty() {
                legs.push(Leg { transition, rounds });
            }
        }
        Ok(legs)
    }

    /// A round of a loop, as the real process goes it.
    fn rounds(&self, number: usize) -> Result<Rounds, TraceError> {
        let each = &self.prepared.loops[number];
        let process = u32::try_from(each.process).expect("processes are few");
        let codes = &self.prepared.program.processes[each.process].edges;
        let edge = |edge: &usize| {
            let found = codes.iter().position(|code| code.edge.index() == *edge);
            let number = found.and_then(|found| u32::try_from(found).ok());
            let edge = number.ok_or(TraceError::Infeasible(0))?;
            self.rename(&self.back, &[Participant { process, edge }])
        };
        let edges: Result<Vec<_>, TraceError> = each.edges.iter().map(edge).collect();
        let (delay, least, reset) = (each.delay, each.from_then_on.least, each.reset);
        let has_partners = each.meetings.iter().any(|meeting| meeting.synchronises);
        Ok(Rounds { edges: edges?, has_partners, delay, least, reset })
    }

    /// The real transition of a step.
    fn step(&mut self, step: &Step) -> Result<Vec<Participant>, TraceError> {
        let real = self.rename(&self.back, &step.transition)?;
        self.undo(step.renamed.as_ref());
        Ok(real)
    }

    pub fn rename(
        &self,
        renaming: &Renaming,
        transition: &Transition,
    ) -> Result<Vec<Participant>, TraceError> {
        match &self.prepared.group {
            None => Ok(transition.to_vec()),
            Some(group) => group
                .transition(self.prepared.network, &self.prepared.program, renaming, transition)
                .ok_or(TraceError::Infeasible(0)),
        }
    }

    /// From representatives to real states, so far.
    #[must_use]
    pub fn back(&self) -> &Renaming {
        &self.back
    }
}

/// The real transitions of a path, and the real rounds of loops after them.
pub fn unfold(prepared: &Prepared<'_>, path: &Path) -> Result<Vec<Leg>, TraceError> {
    Unfolding::new(prepared, path.start.as_ref()).legs(&path.steps)
}
