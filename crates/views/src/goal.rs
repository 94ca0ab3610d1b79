//! Does a view contain a state that satisfies a predicate?

use network::eval::{Evaluator, Fault};
use network::family::Instance;
use network::guard::Difference;
use network::{Goal, Network};
use reference::Discrete;
use zones::{Bound, Zone};

use crate::view::View;

/// Does a view contain a state that satisfies the goal (or, if not `positive`, one that does not)? The goal is that
/// of the instance with as many members as the view.
pub fn meets(instance: &Instance, view: &View, goal: &Goal, positive: bool) -> Result<bool, Fault> {
    let mut memory = instance.network.initial_memory();
    memory[..view.cells.len()].copy_from_slice(&view.cells);
    let locations = view.locations.clone();
    let mut state = Discrete { network: &instance.network, locations, memory };
    match within(&mut state, goal, positive, vec![view.zone.clone()]) {
        // Whose data are asked for is not here. Where that one is, it is found.
        Err(fault) if instance.is_elsewhere(&fault) => Ok(false),
        found => Ok(!found?.is_empty()),
    }
}

/// The parts of zones in which a goal has a value.
fn within(
    state: &mut Discrete<'_>,
    goal: &Goal,
    positive: bool,
    zones: Vec<Zone>,
) -> Result<Vec<Zone>, Fault> {
    if zones.is_empty() {
        return Ok(zones);
    }
    match (goal, positive) {
        (Goal::And(parts), true) | (Goal::Or(parts), false) => {
            parts.iter().try_fold(zones, |zones, part| within(state, part, positive, zones))
        }
        (Goal::And(parts), false) | (Goal::Or(parts), true) => {
            // What comes after a part is only evaluated where that part leaves the value open.
            let (mut found, mut rest) = (Vec::new(), zones);
            for part in parts {
                found.extend(within(state, part, positive, rest.clone())?);
                rest = within(state, part, !positive, rest)?;
            }
            Ok(found)
        }
        (Goal::Not(part), _) => within(state, part, !positive, zones),
        (Goal::Holds(condition), _) => {
            let holds = state.holds(condition, network::Origin::NONE)?;
            Ok(if holds == positive { zones } else { Vec::new() })
        }
        (Goal::Clock(constraint), _) => {
            let Discrete { network, locations, memory } = state;
            let network: &Network = network;
            match Evaluator::new(network, locations, memory).constraint(constraint)? {
                None => Ok(if positive { zones } else { Vec::new() }),
                Some(constraint) => Ok(cut(zones, &constraint, positive)),
            }
        }
        // Whoever asks this has been told that it cannot be proved.
        (Goal::Deadlock, _) => Ok(zones),
    }
}

/// The parts of zones in which a constraint holds, or does not.
fn cut(zones: Vec<Zone>, constraint: &Difference, holds: bool) -> Vec<Zone> {
    let row = |clock: Option<network::ClockId>| clock.map_or(0, |clock| clock.index() + 1);
    let (left, right) = (row(constraint.left), row(constraint.right));
    let (value, strict) = (constraint.bound, constraint.strict);
    // The opposite of `a - b < c` is `b - a <= -c`.
    let (i, j, value, strict) =
        if holds { (left, right, value, strict) } else { (right, left, -value, !strict) };
    let bound = if strict { Bound::lt(value) } else { Bound::le(value) };
    let keep = |mut zone: Zone| zone.constrain(i, j, bound).is_ok().then_some(zone);
    zones.into_iter().filter_map(keep).collect()
}
