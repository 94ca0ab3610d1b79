//! What some members of a family can do next, with zones.

use std::collections::BTreeSet;

use network::eval::{ClockWrite, Fault, FaultKind};
use network::family::{Instance, Witnesses};
use network::guard::Difference;
use network::{LocationKind, Network, Origin};
use reference::{Candidate, Discrete, candidates_unless};
use zones::{Bound, Zone};

use crate::reach::{Effects, is_broadcast};
use crate::view::View;

/// A transition of some members.
pub(crate) struct Step {
    /// What comes of it, before any delay.
    pub(crate) target: View,
    /// The members that take part.
    pub(crate) participants: BTreeSet<usize>,
    /// How many more may have to be looked at to see what it does.
    pub(crate) witnesses: usize,
    /// It does something that others see, or depends on others.
    pub(crate) is_seen: bool,
    pub(crate) candidate: Candidate,
}

/// The members as the reference interpreter takes them.
fn discrete<'n>(instance: &'n Instance, view: &View) -> Discrete<'n> {
    let mut memory = instance.network.initial_memory();
    memory[..view.cells.len()].copy_from_slice(&view.cells);
    Discrete { network: &instance.network, locations: view.locations.clone(), memory }
}

/// The initial state of an instance; none if its invariants forbid it.
pub(crate) fn initial(instance: &Instance) -> Result<Option<View>, Fault> {
    let network = &instance.network;
    let mut state = Discrete::initial(network);
    let mut zone = Zone::zero(network.clock_count() + 1);
    for (clock, value) in (1..).zip(network.initial_clocks()) {
        zone.reset(clock, value);
    }
    arrived(&mut state, &zone)
}

/// Everything that members of an instance can do in a view of all of them.
pub(crate) fn steps(
    instance: &Instance,
    effects: &Effects,
    view: &View,
) -> Result<Vec<Step>, Fault> {
    let mut state = discrete(instance, view);
    let mut found = Vec::new();
    for candidate in candidates_unless(&mut state, &|fault| instance.is_elsewhere(fault))? {
        if !is_allowed(instance, effects, &state, &candidate) {
            continue;
        }
        let Some(zone) = constrained(&view.zone, &candidate.constraints) else { continue };
        let mut next = state.clone();
        let writes = match next.fire(&candidate.edges) {
            // Whose data it uses is not here. Where that one is, it is found.
            Err(fault) if instance.is_elsewhere(&fault) => continue,
            writes => writes?,
        };
        let zone = written(zone, &writes)?;
        if let Some(target) = arrived(&mut next, &zone)? {
            let participants = participants(instance, &candidate);
            let witnesses = witnesses(instance, &effects.witnesses, &candidate);
            let is_seen = candidate.edges.len() > 1
                || participants.len() > 1
                || witnesses > 0
                || candidate.edges.iter().any(|edge| effects.is_seen(edge.process, edge.edge));
            found.push(Step { target, participants, witnesses, is_seen, candidate });
        }
    }
    Ok(found)
}

/// Do committed locations allow it, as far as these members know? A broadcast may reach somebody else who is at
/// a committed location, and then it is allowed whoever of these is at one.
fn is_allowed(
    instance: &Instance,
    effects: &Effects,
    state: &Discrete<'_>,
    candidate: &Candidate,
) -> bool {
    let network = &instance.network;
    let committed = |process: usize| kind(network, state, process) == LocationKind::Committed;
    let somebody = (0..network.processes.len()).any(committed);
    let taking_part = candidate.edges.iter().any(|edge| committed(edge.process.index()));
    !somebody || taking_part || (is_broadcast(network, candidate) && effects.committed_receivers)
}

fn kind(network: &Network, state: &Discrete<'_>, process: usize) -> LocationKind {
    network.processes[process].locations[state.locations[process].index()].kind
}

/// The members without whom the transition cannot be taken: those whose edges it consists of, and those it chooses
/// by `select`. Receivers of a broadcast only react.
fn participants(instance: &Instance, candidate: &Candidate) -> BTreeSet<usize> {
    let broadcast = is_broadcast(&instance.network, candidate);
    let taking_part = if broadcast { &candidate.edges[..1] } else { &candidate.edges[..] };
    let mut found = BTreeSet::new();
    for edge in taking_part {
        found.extend(instance.member_of[edge.process.index()]);
        let selects = &instance.selects[edge.process.index()][edge.edge.index()];
        for (value, is_id) in edge.bindings.iter().zip(selects) {
            found.extend(instance.ids.member(*value).filter(|_| *is_id));
        }
    }
    found
}

/// How many more may have to be looked at to see what a transition does.
fn witnesses(instance: &Instance, witnesses: &Witnesses, candidate: &Candidate) -> usize {
    let edges = candidate.edges.iter();
    edges.map(|edge| witnesses.outlook(instance, edge.process, edge.edge).count()).sum()
}

/// The zone and constraints; none if they contradict.
fn constrained(zone: &Zone, constraints: &[Difference]) -> Option<Zone> {
    let mut zone = zone.clone();
    for constraint in constraints {
        let row = |clock: Option<network::ClockId>| clock.map_or(0, |clock| clock.index() + 1);
        let bound = constraint.bound;
        let bound = if constraint.strict { Bound::lt(bound) } else { Bound::le(bound) };
        zone.constrain(row(constraint.left), row(constraint.right), bound).ok()?;
    }
    Some(zone)
}

fn written(mut zone: Zone, writes: &[ClockWrite]) -> Result<Zone, Fault> {
    for write in writes {
        let clock = write.clock.index() + 1;
        match write.source {
            None => zone.reset(clock, write.value),
            Some(source) => {
                zone.copy(clock, source.index() + 1);
                zone.shift(clock, write.value).map_err(|_| {
                    let kind = FaultKind::NegativeClock { clock: write.clock, value: write.value };
                    Fault { kind, origin: Origin::NONE }
                })?;
            }
        }
    }
    Ok(zone)
}

/// What invariants leave of a zone; none if it is nothing.
fn arrived(state: &mut Discrete<'_>, zone: &Zone) -> Result<Option<View>, Fault> {
    let Some(invariants) = state.invariants()? else { return Ok(None) };
    let Some(zone) = constrained(zone, &invariants) else { return Ok(None) };
    let cells = state.memory[..state.network.state_slots()].to_vec();
    Ok(Some(View { locations: state.locations.clone(), cells, zone }))
}

/// A view after any delay that those it shows allow.
///
/// Only those: if somebody else forbids a delay, then until that one moves on, and where nobody sees it moving on no
/// step is computed for it.
pub(crate) fn delayed(
    instance: &Instance,
    witnesses: &Witnesses,
    view: View,
) -> Result<View, Fault> {
    let mut state = discrete(instance, &view);
    let network = &instance.network;
    let stands_still = (0..network.processes.len())
        .any(|process| kind(network, &state, process) != LocationKind::Normal);
    // Without clock constraints, so it is possible whatever the clocks are. And whatever others do.
    let hurry = |candidate: &Candidate| {
        let mut edges = candidate.edges.iter();
        candidate.urgent
            && candidate.constraints.is_empty()
            && edges.all(|edge| witnesses.outlook(instance, edge.process, edge.edge).is_local)
    };
    let possible = candidates_unless(&mut state, &|fault| instance.is_elsewhere(fault))?;
    if stands_still || possible.iter().any(hurry) {
        return Ok(view);
    }
    let mut later = view.zone.clone();
    later.up();
    let invariants = state.invariants()?.unwrap_or_default();
    let zone = constrained(&later, &invariants).unwrap_or(view.zone);
    Ok(View { zone, ..view })
}
