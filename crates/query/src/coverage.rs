//! Which locations are reached and which edges are taken, in all runs together.
//!
//! One search of everything. Each new state tells where processes are, and the edges of the transitions that are
//! possible in it. Zones are those of a reachability question: whatever is possible in an enlarged zone, some real state with
//! the same locations and values can do, for the enlargement is a simulation. Symmetries are used only if they fix the start:
//! then the reachable states are closed under them, and what one process does its images do.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use network::eval::Fault;
use network::features::Features;
use network::{Goal, Network, Query, QueryKind};

use crate::check::stats;
use crate::plan::{
    AccelerateOption, DomainOption, FuseOption, Options, Plan, PlanError, SymmetryOption,
    TraceOption, plan,
};
use crate::prepared::Prepared;
use crate::verdict::Stats;
use engine::graph::Following;
use engine::search::{Found, Outcome, reach};
use engine::semantics::Entry;
use engine::watch::{StopReason, Watch};
use symmetry::{Group, Renaming, group_at_start};

/// Why what was not seen may be possible all the same.
#[derive(Clone, PartialEq, Debug)]
pub enum Incomplete {
    Stopped(StopReason),
    /// The model does something invalid, and runs end there.
    Fault(Fault),
}

/// Which locations were reached and which edges were taken.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// By process and location: is it reached?
    pub locations: Vec<Vec<bool>>,
    /// By process and edge: is it ever taken?
    pub edges: Vec<Vec<bool>>,
    /// None if every state was seen, or everything is covered.
    pub incomplete: Option<Incomplete>,
    /// What was seen need not be real: clocks that stand still are over-approximated.
    pub approximate: bool,
    pub stats: Stats,
}

/// Searches all reachable states, or those that the limits allow.
pub fn coverage(
    network: &Network,
    options: &Options,
    watch: &mut dyn Watch,
) -> Result<Coverage, PlanError> {
    let started = Instant::now();
    let plan = plan_of(network, options)?;
    let prepared = Prepared::new(network, &[NOTHING], &[], &[], &plan)?;
    let marks = RefCell::new(Marks::new(network, &plan));
    let graph = RefCell::new(prepared.graph(&plan, Entry::Bare));
    let processes = network.processes.len();
    let inspect = Box::new(|_: &mut _, state: &program::State| {
        let mut marks = marks.borrow_mut();
        for (process, location) in state.cells[..processes].iter().enumerate() {
            marks.location(process, location.cast_unsigned() as usize);
        }
        let mut taken = |step: engine::semantics::StepRef<'_>, _: &mut program::State| {
            for each in step.transition {
                let code = prepared.program.edge(each.process, each.edge);
                marks.edge(each.process as usize, (code.edge.0, &code.bindings));
            }
            Ok(ControlFlow::Continue(()))
        };
        graph.borrow_mut().entries(state, &mut taken).map_err(|failed| failed.fault)?;
        Ok(if marks.left == 0 { Found::Goal } else { Found::Nothing })
    });
    let mut space = prepared.space(&plan, inspect);
    let outcome = reach(&mut space, &mut *prepared.frontier(&plan), watch);
    let evidence = space.into_evidence(outcome);
    let incomplete = match &evidence.outcome {
        Outcome::Found(_) | Outcome::Exhausted => None,
        Outcome::Stopped(reason) => Some(Incomplete::Stopped(*reason)),
        Outcome::Faulted(_, failed) => Some(Incomplete::Fault(failed.fault)),
    };
    let stats = stats(&evidence, started);
    drop(evidence);
    let (locations, edges) = marks.into_inner().finish(network);
    let approximate = Features::of(network).stopwatches;
    Ok(Coverage { locations, edges, incomplete, approximate, stats })
}

/// A goal that nothing satisfies, so that everything is searched.
const NOTHING: Goal = Goal::Or(Vec::new());

fn plan_of(network: &Network, options: &Options) -> Result<Plan, PlanError> {
    let query = Query::of(QueryKind::Reachable(NOTHING));
    // A round that is added at once would not be seen, nor a committed location that is only passed, nor a step that may as
    // well be taken later; transitions are asked of zones.
    let options = Options {
        accelerate: AccelerateOption::Off,
        chains: Following::Never,
        independent_steps: false,
        slice: false,
        fuse_loops: FuseOption::Off,
        domain: DomainOption::Zones,
        trace: TraceOption::None,
        threads: 1,
        ..options.clone()
    };
    let mut plan = plan(network, &query, &options)?;
    if let Some(found) = &plan.symmetry.found {
        let scalars_only = options.symmetry == SymmetryOption::Scalars;
        let (group, _) = group_at_start(network, found, scalars_only);
        plan.symmetry.group = (!group.is_trivial()).then(|| Arc::new(group));
        plan.symmetry.closure = None;
    }
    Ok(plan)
}

/// What has been seen so far, images included.
struct Marks {
    locations: Vec<Vec<bool>>,
    edges: Vec<Vec<bool>>,
    /// How many locations and edges have not been seen.
    left: usize,
    generators: Vec<Renaming>,
    /// For the numbers that edges have in the renamings.
    group: Option<Arc<Group>>,
}

impl Marks {
    fn new(network: &Network, plan: &Plan) -> Marks {
        let group = plan.symmetry.group.clone();
        let inner = group.as_ref().map_or(network, |group| group.network(network));
        let blank = |count: fn(&network::Process) -> usize| -> Vec<Vec<bool>> {
            inner.processes.iter().map(|process| vec![false; count(process)]).collect()
        };
        let locations = blank(|process| process.locations.len());
        let edges = blank(|process| process.edges.len());
        let left = locations.iter().chain(&edges).map(Vec::len).sum();
        let generators = group
            .iter()
            .flat_map(|group| group.generators(network).map(|(renaming, _)| renaming.clone()));
        Marks { generators: generators.collect(), locations, edges, left, group }
    }

    /// What has been seen of a network.
    fn finish(self, network: &Network) -> (Vec<Vec<bool>>, Vec<Vec<bool>>) {
        let Some(group) = self.group else { return (self.locations, self.edges) };
        let processes = network.processes.iter();
        let mut edges: Vec<_> = processes.map(|process| vec![false; process.edges.len()]).collect();
        for (process, seen) in self.edges.iter().enumerate() {
            for (number, seen) in (0u32..).zip(seen) {
                let (edge, _) = group.whole_edge(process, number);
                edges[process][edge as usize] |= *seen;
            }
        }
        (self.locations, edges)
    }

    fn location(&mut self, process: usize, location: usize) {
        spread(
            &mut self.locations,
            (process, location),
            &self.generators,
            |renaming| &renaming.locations,
            &mut self.left,
        );
    }

    fn edge(&mut self, process: usize, (edge, bindings): (u32, &[i32])) {
        let group = self.group.as_ref();
        let number = group.map_or(Some(edge), |group| group.edge_number(process, edge, bindings));
        let number = number.expect("an edge that is taken has a number");
        spread(
            &mut self.edges,
            (process, number as usize),
            &self.generators,
            |renaming| &renaming.edges,
            &mut self.left,
        );
    }
}

/// Marks something of a process and all its images.
fn spread(
    marks: &mut [Vec<bool>],
    first: (usize, usize),
    generators: &[Renaming],
    table: fn(&Renaming) -> &Vec<Vec<u32>>,
    left: &mut usize,
) {
    let mut waiting = vec![first];
    while let Some((process, number)) = waiting.pop() {
        if std::mem::replace(&mut marks[process][number], true) {
            continue;
        }
        *left -= 1;
        waiting.extend(generators.iter().map(|renaming| {
            (renaming.processes[process] as usize, table(renaming)[process][number] as usize)
        }));
    }
}
