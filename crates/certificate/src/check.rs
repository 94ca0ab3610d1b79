//! One round over a set of views.

use std::collections::HashMap;

use network::eval::Evaluator;
use network::family::{Instance, Placement, Witnesses};
use network::{Goal, LocationId};
use zones::Zone;

use crate::combine::combinations;
use crate::flaw::Flaw;
use crate::moves::{later, most_needed, moves};
use crate::state::{State, cut};

/// What is claimed: that the views cover every state of every instance with at least as many members as they show,
/// and that none of them is bad.
#[derive(Clone, Copy, Debug)]
pub struct Certificate<'a> {
    /// With K members, with K + 1, and so on.
    pub instances: &'a [Instance],
    /// Whom one must look at to see what edges do.
    pub witnesses: &'a Witnesses,
    /// The views, each for all orders of its members.
    pub views: &'a [State],
    /// What is asked of the instance with K members.
    pub goal: &'a Goal,
    /// A state that satisfies the goal (or, if not, one that does not) is bad.
    pub positive: bool,
}

/// Checks a set of views, until `stop` says that it is enough.
pub fn check(claim: &Certificate<'_>, stop: &mut dyn FnMut() -> bool) -> Result<(), Flaw> {
    let [small, larger, ..] = claim.instances else {
        return Err(Flaw::Instances("there are too few instances".to_owned()));
    };
    let arity = small.ids.members;
    let last = claim.instances.last().unwrap_or(small);
    if arity + most_needed(last, claim.witnesses) > last.ids.members || last.widest_cell() > arity {
        return Err(Flaw::Instances("transitions need more members".to_owned()));
    }
    let orders = placements(small, small)?.concat();
    no_bad_view(claim, &orders, stop)?;
    let index = Index::of(claim.views);
    for instance in [small, larger] {
        let Some(start) = start(instance)? else { continue };
        for look in placements(small, instance)?.iter().filter_map(|orders| orders.first()) {
            if !covered(claim, (&index, &orders), &start, look)? {
                return Err(Flaw::Start);
            }
        }
    }
    for instance in claim.instances {
        let sets = placements(small, instance)?;
        combinations(instance, (claim.views, &sets), stop, &mut |state| {
            for one in moves(instance, claim.witnesses, state)? {
                for look in sets.iter().filter_map(|orders| orders.first()) {
                    let unseen =
                        (0..instance.ids.members).filter(|member| !look.members.contains(member));
                    let strangers = unseen.filter(|member| !one.needed.contains(member)).count();
                    if strangers <= one.others
                        && !covered(claim, (&index, &orders), &one.target, look)?
                    {
                        return Err(Flaw::Open);
                    }
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// The initial state, if invariants allow it.
fn start(instance: &Instance) -> Result<Option<State>, Flaw> {
    let mut discrete = reference::Discrete::initial(&instance.network);
    let clocks = instance.network.initial_clocks();
    let mut zone = Zone::zero(clocks.len() + 1);
    clocks.iter().zip(1..).for_each(|(value, clock)| zone.reset(clock, *value));
    let Some(invariants) = discrete.invariants()? else { return Ok(None) };
    let cells = discrete.memory[..instance.network.state_slots()].to_vec();
    let locations = discrete.locations;
    Ok(cut(&zone, &invariants).map(|zone| State { locations, cells, zone }))
}

/// The zones of views by locations and cells.
struct Index<'a> {
    by_discrete: HashMap<(Vec<LocationId>, Vec<i32>), Vec<&'a Zone>>,
}

impl<'a> Index<'a> {
    fn of(views: &'a [State]) -> Index<'a> {
        let mut by_discrete: HashMap<_, Vec<&Zone>> = HashMap::new();
        for view in views {
            let key = (view.locations.clone(), view.cells.clone());
            by_discrete.entry(key).or_default().push(&view.zone);
        }
        Index { by_discrete }
    }
}

/// Is what the members of a placement see, now and later, in one of the views?
fn covered(
    claim: &Certificate<'_>,
    (index, orders): (&Index<'_>, &[Placement]),
    state: &State,
    look: &Placement,
) -> Result<bool, Flaw> {
    let (locations, cells) = state.seen(look);
    let Some(zone) = state.seen_clocks(look) else { return Ok(true) };
    let seen = later(&claim.instances[0], claim.witnesses, State { locations, cells, zone })?;
    Ok(orders.iter().any(|order| {
        let clocks = seen.seen_clocks(order);
        let mut zones = index.by_discrete.get(&seen.seen(order)).into_iter().flatten();
        zones.any(|zone| clocks.as_ref().is_none_or(|clocks| zone.includes(clocks)))
    }))
}

fn no_bad_view(
    claim: &Certificate<'_>,
    orders: &[Placement],
    stop: &mut dyn FnMut() -> bool,
) -> Result<(), Flaw> {
    for view in claim.views {
        if stop() {
            return Err(Flaw::Stopped);
        }
        for order in orders {
            let (locations, cells) = view.seen(order);
            let Some(zone) = view.seen_clocks(order) else { continue };
            let state = State { locations, cells, zone };
            let instance = &claim.instances[0];
            match satisfying(instance, &state, claim.goal, claim.positive) {
                // Views that show whose data are asked for answer it.
                Err(Flaw::Fault(fault)) if instance.is_elsewhere(&fault) => {}
                Err(flaw) => return Err(flaw),
                Ok(found) if found.is_empty() => {}
                Ok(_) => return Err(Flaw::Bad),
            }
        }
    }
    Ok(())
}

/// The parts of a state's zone in which a goal is true, or false.
fn satisfying(
    instance: &Instance,
    state: &State,
    goal: &Goal,
    wanted: bool,
) -> Result<Vec<Zone>, Flaw> {
    let within = |zone: Zone| State { zone, ..state.clone() };
    match goal {
        Goal::Not(part) => satisfying(instance, state, part, !wanted),
        Goal::And(parts) | Goal::Or(parts) => {
            let all = matches!(goal, Goal::And(_)) == wanted;
            let (mut found, mut rest) = (Vec::new(), vec![state.zone.clone()]);
            for part in parts {
                let mut next = Vec::new();
                for zone in rest {
                    let here = within(zone);
                    let good = satisfying(instance, &here, part, wanted)?;
                    if all {
                        next.extend(good);
                    } else {
                        found.extend(good);
                        next.extend(satisfying(instance, &here, part, !wanted)?);
                    }
                }
                rest = next;
            }
            Ok(if all { rest } else { found })
        }
        Goal::Holds(condition) => {
            let holds = state.discrete(instance).holds(condition, network::Origin::NONE)?;
            Ok(if holds == wanted { vec![state.zone.clone()] } else { Vec::new() })
        }
        Goal::Clock(constraint) => {
            let mut discrete = state.discrete(instance);
            let (network, locations) = (&instance.network, &state.locations);
            let mut evaluator = Evaluator::new(network, locations, &mut discrete.memory);
            let Some(mut one) = evaluator.constraint(constraint)? else {
                return Ok(if wanted { vec![state.zone.clone()] } else { Vec::new() });
            };
            if !wanted {
                (one.left, one.right) = (one.right, one.left);
                (one.bound, one.strict) = (-one.bound, !one.strict);
            }
            Ok(cut(&state.zone, &[one]).into_iter().collect())
        }
        Goal::Deadlock => Ok(vec![state.zone.clone()]),
    }
}

/// All ways to place the small instance's members in the large one: one list for each set of members.
fn placements(small: &Instance, large: &Instance) -> Result<Vec<Vec<Placement>>, Flaw> {
    let (arity, members) = (small.ids.members, large.ids.members);
    let mut tuples: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..arity {
        let longer = |tuple: &Vec<usize>| {
            let unused = (0..members).filter(|member| !tuple.contains(member));
            unused.map(|member| [&tuple[..], &[member]].concat()).collect::<Vec<_>>()
        };
        tuples = tuples.iter().flat_map(longer).collect();
    }
    let mut sets: std::collections::BTreeMap<Vec<usize>, Vec<Placement>> = Default::default();
    for tuple in tuples {
        let placement = Placement::new(small, large, &tuple).map_err(Flaw::Instances)?;
        let mut set = tuple;
        set.sort_unstable();
        sets.entry(set).or_default().push(placement);
    }
    Ok(sets.into_values().collect())
}
