//! What can happen next, and why the rest cannot.

use network::ProcessId;
use network::eval::Fault;
use reference::{Candidate, Concrete, EdgeInstance, Obstacle, candidates, obstacle};

use super::moment::{Clocks, Interval, allowed};

/// A transition that is possible now or after a delay.
#[derive(Clone, Debug)]
pub struct Possible {
    /// The edges that fire together.
    pub candidate: Candidate,
    /// The delays after which it can be taken.
    pub when: Interval,
    /// What goes wrong when it is taken.
    pub fault: Option<Fault>,
}

/// Why an edge is not among the possible transitions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hindrance {
    /// It takes part in no transition.
    Obstacle(Obstacle),
    /// Its clock guard holds at no moment that the invariants allow.
    Clocks,
    /// No clock values that the transitions so far allow let it be taken.
    Zone,
    /// The state after it would violate an invariant.
    TargetInvariant,
    /// Something with a higher priority is possible.
    Priority,
    /// The strategy of the controller does not take it here, or acts before it can be taken.
    Strategy,
}

/// The situation in one state: what can happen next, and why the rest cannot.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// How long time may pass.
    pub delay: Interval,
    /// The transitions that can be taken, now or after a delay.
    pub possible: Vec<Possible>,
    /// The edges that cannot be taken, each with the reason.
    pub hindered: Vec<(EdgeInstance, Hindrance)>,
}

impl Outlook {
    /// Looks at a state.
    pub(super) fn of(state: &Concrete<'_>) -> Result<Outlook, Fault> {
        let mut state = state.clone();
        let delay = allowed(&mut state)?;
        let mut outlook = Outlook { delay, possible: Vec::new(), hindered: Vec::new() };
        let mut refused: Vec<(Candidate, Hindrance)> = Vec::new();
        for candidate in candidates(&mut state.discrete)? {
            match moments(&mut state, &candidate, delay)? {
                Err(hindrance) => refused.push((candidate, hindrance)),
                Ok(pieces) => outlook.possible.extend(pieces.into_iter().map(|when| Possible {
                    candidate: candidate.clone(),
                    when,
                    fault: fault(&state, &candidate, when),
                })),
            }
        }
        outlook.drop_lower_priorities(&mut refused);
        outlook.find_hindered(&mut state, &refused)?;
        Ok(outlook)
    }

    /// What is possible right now hides what has a lower priority.
    fn drop_lower_priorities(&mut self, refused: &mut Vec<(Candidate, Hindrance)>) {
        let now = self.possible.iter().filter(|one| one.when.has_zero());
        let Some(highest) = now.map(|one| one.candidate.priority).max() else { return };
        let (kept, lower): (Vec<_>, Vec<_>) = std::mem::take(&mut self.possible)
            .into_iter()
            .partition(|one| !one.when.has_zero() || one.candidate.priority == highest);
        self.possible = kept;
        refused.extend(lower.into_iter().map(|one| (one.candidate, Hindrance::Priority)));
    }

    fn find_hindered(
        &mut self,
        state: &mut Concrete<'_>,
        refused: &[(Candidate, Hindrance)],
    ) -> Result<(), Fault> {
        for process in 0..state.discrete.network.processes.len() {
            for edge in state.discrete.outgoing(ProcessId::at(process)) {
                let takes_part = |candidate: &Candidate| candidate.edges.contains(&edge);
                if self.possible.iter().any(|one| takes_part(&one.candidate)) {
                    continue;
                }
                let known = refused.iter().find(|(candidate, _)| takes_part(candidate));
                let reason = match known {
                    Some((_, Hindrance::Priority)) => Hindrance::Priority,
                    Some((_, Hindrance::TargetInvariant)) => Hindrance::TargetInvariant,
                    Some(_) => Hindrance::Clocks,
                    None => match obstacle(&mut state.discrete, &edge)? {
                        Some(obstacle) => Hindrance::Obstacle(obstacle),
                        None => Hindrance::Clocks,
                    },
                };
                self.hindered.push((edge, reason));
            }
        }
        Ok(())
    }
}

/// When a candidate can be taken; if never, why not.
fn moments(
    state: &mut Concrete<'_>,
    candidate: &Candidate,
    delay: Interval,
) -> Result<Result<Vec<Interval>, Hindrance>, Fault> {
    let mut clocks = Clocks::of(state)?;
    let mut pieces = vec![clocks.satisfying(&candidate.constraints).and(delay)];
    for excluded in &candidate.excluded {
        let hole = clocks.satisfying(excluded);
        pieces = pieces.into_iter().flat_map(|piece| piece.without(hole)).collect();
    }
    pieces.retain(|piece| !piece.is_empty());
    if pieces.is_empty() {
        return Ok(Err(Hindrance::Clocks));
    }
    let mut after = state.discrete.clone();
    // A fault in the update shows when the transition is taken.
    let Ok(writes) = after.fire(&candidate.edges) else { return Ok(Ok(pieces)) };
    let Some(invariants) = after.invariants()? else { return Ok(Err(Hindrance::TargetInvariant)) };
    clocks.set(&writes);
    let valid = clocks.satisfying(&invariants);
    let pieces: Vec<_> = pieces.into_iter().map(|piece| piece.and(valid)).collect();
    let pieces: Vec<_> = pieces.into_iter().filter(|piece| !piece.is_empty()).collect();
    Ok(if pieces.is_empty() { Err(Hindrance::TargetInvariant) } else { Ok(pieces) })
}

/// What goes wrong when a candidate is taken after a delay.
fn fault(state: &Concrete<'_>, candidate: &Candidate, when: Interval) -> Option<Fault> {
    let mut then = state.clone();
    then.delay(when.first()?).ok()?;
    then.after(candidate).err()
}
