//! A network without what a query does not depend on.

use network::{Network, ProcessId, QueryKind, Storage, VariableId};

use super::extent::Extent;
use super::relevance::Relevance;
use super::rewrite::rest;
use crate::effects::Writes;

/// What is left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LeftOut {
    pub processes: Vec<ProcessId>,
    /// Variables that something writes.
    pub variables: Vec<VariableId>,
}

impl LeftOut {
    fn by(relevance: &Relevance<'_>) -> LeftOut {
        let network = relevance.network;
        let written = written(network);
        let processes = (0..network.processes.len()).map(ProcessId::at);
        let variables = (0..network.variables.len()).map(VariableId::at);
        LeftOut {
            processes: processes
                .filter(|process| {
                    let moves = !network.process(*process).edges.is_empty();
                    !relevance.processes[process.index()] && moves
                })
                .collect(),
            variables: variables
                .filter(|variable| {
                    let storage = network.variable(*variable).storage;
                    !relevance.variables[variable.index()]
                        && written.variables.contains(variable)
                        && matches!(storage, Storage::State | Storage::Meta)
                })
                .collect(),
        }
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.processes.is_empty() && self.variables.is_empty()
    }

    /// Is all of this left out by the other too?
    fn is_within(&self, other: &LeftOut) -> bool {
        self.processes.iter().all(|process| other.processes.contains(process))
            && self.variables.iter().all(|variable| other.variables.contains(variable))
    }
}

/// Everything that any statement writes.
fn written(network: &Network) -> Writes<'_> {
    let mut writes = Writes::of(network, &network.before_update);
    writes.all(&network.after_update);
    for process in &network.processes {
        process.edges.iter().for_each(|edge| writes.all(&edge.update));
    }
    network.functions.iter().for_each(|function| writes.all(&function.body));
    writes
}

/// A network without what a query does not depend on, for which the query has the same answer.
#[derive(Clone, Debug)]
pub struct Slice {
    pub network: Network,
    pub left_out: LeftOut,
}

impl PartialEq for Slice {
    /// Of one network: what is left out, and what is left of functions, says what is left.
    fn eq(&self, other: &Slice) -> bool {
        let mut functions = self.network.functions.iter().zip(&other.network.functions);
        self.left_out == other.left_out && functions.all(|(mine, its)| mine.body == its.body)
    }
}

impl Slice {
    /// The slice for a query, if there is anything to leave out.
    #[must_use]
    pub fn of(network: &Network, kind: &QueryKind) -> Option<Slice> {
        let extent = Extent::of(network, kind);
        if extent == Extent::Nothing {
            return None;
        }
        let relevance = Relevance::of(network, kind, extent);
        let left_out = LeftOut::by(&relevance);
        (!left_out.is_empty()).then(|| Slice { network: rest(&relevance), left_out })
    }

    /// Does a search of this slice see all that one of the other looks for? Nothing is missing that the other has, and
    /// the functions that the other calls, perhaps in its query alone, do what they do there.
    #[must_use]
    pub fn serves(&self, other: &Slice) -> bool {
        let mut functions = self.network.functions.iter().zip(&other.network.functions);
        self.left_out.is_within(&other.left_out)
            && functions.all(|(mine, its)| its.body.is_empty() || mine.body == its.body)
    }

    /// The values of an edge's select variables in the whole network, from those that are left. Those that are left
    /// out have no influence, so any will do.
    #[must_use]
    pub fn bindings(
        &self,
        whole: &Network,
        (process, edge): (ProcessId, network::EdgeId),
        left: &[i32],
    ) -> Vec<i32> {
        let mine = &self.network.process(process).edges[edge.index()].selects;
        let selects = &whole.process(process).edges[edge.index()].selects;
        let value = |select: &network::Select| {
            let kept = mine.iter().position(|each| each.variable == select.variable);
            kept.and_then(|place| left.get(place).copied()).unwrap_or(select.domain.lower)
        };
        selects.iter().map(value).collect()
    }
}
