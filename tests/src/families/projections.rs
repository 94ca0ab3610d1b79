//! Does a set of views cover every state of an instance, whichever of its members one looks at?
//!
//! The states are found one zone at a time with the reference interpreter, by code of its own.

use std::collections::VecDeque;

use network::family::{Instance, Placement};
use network::guard::Difference;
use network::{LocationId, LocationKind};
use reference::{Discrete, candidates, uncommitted_candidates};
use rustc_hash::FxHashMap;
use views::View;
use zones::{Bound, Zone};

/// What became of a comparison.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    /// Symbolic states of the instance.
    pub states: usize,
    /// What was looked at in them.
    pub projections: usize,
    /// These are all states of the instance.
    pub complete: bool,
}

/// A state of the instance that no view covers.
#[derive(Debug)]
pub struct Uncovered(pub String);

type Key = (Vec<LocationId>, Vec<i32>);

/// Compares every state of an instance, as far as `most` symbolic states show them, with views of a smaller one.
pub fn compare(
    small: &Instance,
    views: &[View],
    large: &Instance,
    most: usize,
) -> Result<Compared, Uncovered> {
    let places = placements(small, large)?;
    let orders = placements(small, small)?;
    let mut by_key: FxHashMap<Key, Vec<Zone>> = FxHashMap::default();
    for (view, order) in views.iter().flat_map(|view| orders.iter().map(move |order| (view, order)))
    {
        let (key, zone) = look(&view.locations, &view.cells, &view.zone, order);
        by_key.entry(key).or_default().push(zone);
    }
    let mut compared = Compared::default();
    let mut explorer = Explorer::new(large);
    while let Some((key, zone)) = explorer.next() {
        compared.states += 1;
        for place in &places {
            let (seen, clocks) = look(&key.0, &key.1, &zone, place);
            compared.projections += 1;
            let covered = by_key
                .get(&seen)
                .is_some_and(|zones| zones.iter().any(|zone| zone.includes(&clocks)));
            if !covered {
                return Err(Uncovered(shown(large, &key, &zone, place)));
            }
        }
        if compared.states >= most {
            return Ok(compared);
        }
    }
    Ok(Compared { complete: true, ..compared })
}

fn shown(large: &Instance, (locations, cells): &Key, zone: &Zone, place: &Placement) -> String {
    let network = &large.network;
    let names = network.processes.iter().zip(locations);
    let at: Vec<String> = names
        .map(|(process, at)| format!("{}.{}", process.name, process.locations[at.index()].name))
        .collect();
    let clocks: Vec<String> = std::iter::once(String::new()).chain(network.clock_names()).collect();
    format!(
        "{} members: {} {:?} {}, looked at {:?}",
        large.ids.members,
        at.join(" "),
        network.slot_names().iter().zip(cells).collect::<Vec<_>>(),
        zone.display(&clocks),
        place.members
    )
}

/// All ways to look at the members of the large instance, in every order.
fn placements(small: &Instance, large: &Instance) -> Result<Vec<Placement>, Uncovered> {
    let mut tuples: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..small.ids.members {
        let longer = |tuple: &Vec<usize>| {
            let unused = (0..large.ids.members).filter(|member| !tuple.contains(member));
            unused.map(|member| [&tuple[..], &[member]].concat()).collect::<Vec<_>>()
        };
        tuples = tuples.iter().flat_map(longer).collect();
    }
    let place = |tuple: &Vec<usize>| Placement::new(small, large, tuple).map_err(Uncovered);
    tuples.iter().map(place).collect()
}

fn look(locations: &[LocationId], cells: &[i32], zone: &Zone, place: &Placement) -> (Key, Zone) {
    let rows: Vec<usize> =
        std::iter::once(0).chain(place.clocks.iter().map(|clock| clock + 1)).collect();
    let cell = |(slot, at): (usize, &usize)| place.lowered(slot, cells[*at]);
    (
        (
            place.processes.iter().map(|at| locations[*at]).collect(),
            place.slots.iter().enumerate().map(cell).collect(),
        ),
        zone.select_rows(&rows),
    )
}

/// Symbolic states, breadth first.
struct Explorer<'i> {
    instance: &'i Instance,
    known: FxHashMap<Key, Vec<Zone>>,
    waiting: VecDeque<(Key, Zone)>,
    constants: Vec<i32>,
}

impl<'i> Explorer<'i> {
    fn new(instance: &'i Instance) -> Explorer<'i> {
        let network = &instance.network;
        let constants = views::greatest_constants(network, &network::Goal::And(Vec::new()));
        let largest = constants.iter().copied().max().unwrap_or(0);
        let constants = vec![largest; constants.len()];
        let (known, waiting) = (FxHashMap::default(), VecDeque::new());
        let mut explorer = Explorer { instance, known, waiting, constants };
        let mut zone = Zone::zero(network.clock_count() + 1);
        for (clock, value) in (1..).zip(network.initial_clocks()) {
            zone.reset(clock, value);
        }
        explorer.arrive(Discrete::initial(network), zone);
        explorer
    }

    /// The next state, whose successors will come later. An invalid evaluation ends the search.
    fn next(&mut self) -> Option<(Key, Zone)> {
        let (key, zone) = self.waiting.pop_front()?;
        let network = &self.instance.network;
        let mut memory = network.initial_memory();
        memory[..key.1.len()].copy_from_slice(&key.1);
        let mut state = Discrete { network, locations: key.0.clone(), memory };
        for candidate in candidates(&mut state).unwrap_or_default() {
            let Some(mut zone) = cut(zone.clone(), &candidate.constraints) else { continue };
            let mut next = state.clone();
            let Ok(writes) = next.fire(&candidate.edges) else { continue };
            for write in writes {
                let clock = write.clock.index() + 1;
                match write.source {
                    None => zone.reset(clock, write.value),
                    Some(source) => {
                        zone.copy(clock, source.index() + 1);
                        if zone.shift(clock, write.value).is_err() {
                            continue;
                        }
                    }
                }
            }
            self.arrive(next, zone);
        }
        Some((key, zone))
    }

    fn arrive(&mut self, mut state: Discrete<'_>, zone: Zone) {
        let Ok(Some(invariants)) = state.invariants() else { return };
        let Some(mut zone) = cut(zone, &invariants) else { return };
        let network = state.network;
        let normal = network
            .processes
            .iter()
            .zip(&state.locations)
            .all(|(process, at)| process.locations[at.index()].kind == LocationKind::Normal);
        let urgent = uncommitted_candidates(&mut state)
            .is_ok_and(|all| all.iter().any(|one| one.urgent && one.constraints.is_empty()));
        if normal && !urgent {
            zone.up();
            let Some(later) = cut(zone, &invariants) else { return };
            zone = later;
        }
        zone.extrapolate_m(&self.constants);
        let key = (state.locations, state.memory[..network.state_slots()].to_vec());
        let known = self.known.entry(key.clone()).or_default();
        if !known.iter().any(|other| other.includes(&zone)) {
            known.push(zone.clone());
            self.waiting.push_back((key, zone));
        }
    }
}

fn cut(mut zone: Zone, constraints: &[Difference]) -> Option<Zone> {
    for one in constraints {
        let row = |clock: Option<network::ClockId>| clock.map_or(0, |clock| clock.index() + 1);
        let bound = if one.strict { Bound::lt(one.bound) } else { Bound::le(one.bound) };
        zone.constrain(row(one.left), row(one.right), bound).ok()?;
    }
    Some(zone)
}
