//! Stepping from zone to zone: what may happen next if the delays of the run so far are left open.

use network::ProcessId;
use network::eval::Fault;
use query::trace::{Budget, Confirm, TraceError, symbolic_end};
use reference::{Candidate, Concrete, EdgeInstance, Run, candidates, obstacle};
use report::convert::symbolic_state;
use report::xtr::SymbolicState;

use super::outlook::Hindrance;
use super::simulator::StepError;

/// What the transitions so far leave open: all values that clocks may have after them, and what may happen then.
#[derive(Clone, Debug)]
pub struct ZoneOutlook {
    /// The zones after all delays; several if one had to be split.
    pub zones: Vec<SymbolicState>,
    /// The transitions that some of these clock values allow.
    pub possible: Vec<Candidate>,
    /// The edges that none of them allows, each with the reason.
    pub hindered: Vec<(EdgeInstance, Hindrance)>,
    /// An invalid evaluation that was met; some transitions may then be missing.
    pub fault: Option<Fault>,
}

impl ZoneOutlook {
    /// After these transitions, which lead to the locations and variables of this state; none if they cannot be followed
    /// with zones.
    pub(super) fn of(
        state: &Concrete<'_>,
        path: &[Vec<EdgeInstance>],
    ) -> Result<Option<ZoneOutlook>, Fault> {
        let mut discrete = state.discrete.clone();
        let network = discrete.network;
        let Some(end) = symbolic_end(network, path) else { return Ok(None) };
        let mut possible = candidates(&mut discrete)?;
        possible.retain(|candidate| end.transitions.contains(&candidate.edges));
        let mut hindered = Vec::new();
        for process in 0..network.processes.len() {
            for edge in discrete.outgoing(ProcessId::at(process)) {
                if possible.iter().any(|one| one.edges.contains(&edge)) {
                    continue;
                }
                let reason = obstacle(&mut discrete, &edge)?;
                hindered.push((edge, reason.map_or(Hindrance::Zone, Hindrance::Obstacle)));
            }
        }
        let zones = end.states.iter().map(|state| symbolic_state(network, state)).collect();
        Ok(Some(ZoneOutlook { zones, possible, hindered, fault: end.fault }))
    }
}

/// The run along these transitions, each as soon as it can be.
pub(super) fn earliest(
    network: &network::Network,
    path: &[Vec<EdgeInstance>],
) -> Result<Run, StepError> {
    let confirm = Confirm::new(network, &[]).ok_or(StepError::Impossible)?;
    confirm.along(path, &mut Budget::new(&mut ())).map_err(|error| match error {
        TraceError::Fault(fault) => StepError::Fault(fault.kind.describe(network)),
        TraceError::GaveUp | TraceError::TooManySteps => {
            StepError::Fault("finding times for these transitions takes too long".to_owned())
        }
        TraceError::NoTimes
        | TraceError::Replay(_)
        | TraceError::Infeasible(_)
        | TraceError::GoalMissed
        | TraceError::ForeignMeta
        | TraceError::Left
        | TraceError::Stopped(_) => StepError::Impossible,
    })
}

#[cfg(test)]
mod tests;
