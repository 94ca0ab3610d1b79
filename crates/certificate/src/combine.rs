//! Every state of some members such that each K of them look like a view: by trying all views for all of them.

use std::collections::{BTreeSet, HashMap};

use network::LocationId;
use network::family::{Instance, Placement};
use zones::Zone;

use crate::flaw::Flaw;
use crate::state::State;

/// What has been chosen so far.
struct Partial<'a> {
    locations: Vec<Option<LocationId>>,
    cells: Vec<Option<i32>>,
    zone: Zone,
    chosen: Vec<(&'a State, &'a Placement)>,
}

/// A view where it may be placed.
struct Placed<'a> {
    view: &'a State,
    placement: &'a Placement,
    /// What it says about the clocks of all members.
    zone: Zone,
}

/// The views that some K members may look like, sorted by what they say about what those chosen before say too.
struct Options<'a> {
    /// Such processes, and such cells that hold no ids.
    processes: Vec<usize>,
    cells: Vec<usize>,
    by_values: HashMap<Vec<i32>, Vec<Placed<'a>>>,
}

impl<'a> Options<'a> {
    /// Those of a set of placements: all orders of some members. `before` are the placements of sets that are chosen before.
    fn of(
        large: &Instance,
        views: &'a [State],
        set: &'a [Placement],
        before: &[&Placement],
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Options<'a>, Flaw> {
        let (mut processes, mut cells) = (BTreeSet::new(), BTreeSet::<usize>::new());
        for (mine, earlier) in set.iter().flat_map(|mine| before.iter().map(move |one| (mine, one)))
        {
            processes.extend(mine.processes.iter().filter(|at| earlier.processes.contains(at)));
            cells.extend(mine.slots.iter().filter(|at| earlier.slots.contains(at)));
        }
        cells.retain(|at| !large.holds_ids[*at]);
        let processes: Vec<usize> = processes.into_iter().collect();
        let cells: Vec<usize> = cells.into_iter().collect();
        let mut by_values: HashMap<Vec<i32>, Vec<Placed<'a>>> = HashMap::new();
        for (placement, view) in
            set.iter().flat_map(|one| views.iter().map(move |view| (one, view)))
        {
            if stop() {
                return Err(Flaw::Stopped);
            }
            let Some(zone) = lifted(large, view, placement) else { continue };
            let mut alone = Partial::unknown(large);
            write(large, &mut alone, view, placement);
            let values = alone.values(&processes, &cells);
            by_values.entry(values).or_default().push(Placed { view, placement, zone });
        }
        Ok(Options { processes, cells, by_values })
    }
}

impl Partial<'_> {
    fn unknown(large: &Instance) -> Self {
        Partial {
            locations: vec![None; large.network.processes.len()],
            cells: vec![None; large.holds_ids.len()],
            zone: Zone::universe(large.network.clock_count() + 1),
            chosen: Vec::new(),
        }
    }

    /// What is written about some processes and cells.
    fn values(&self, processes: &[usize], cells: &[usize]) -> Vec<i32> {
        let location = |at: &usize| self.locations[*at].map_or(-1, |at| at.0.cast_signed());
        let cell = |at: &usize| self.cells[*at].unwrap_or(i32::MIN);
        processes.iter().map(location).chain(cells.iter().map(cell)).collect()
    }
}

/// Calls `found` for each state of the large instance's members such that the members of each set of placements (one set
/// for each K members, with all their orders) look like one of the views. `stop` says when it is enough.
pub(crate) fn combinations(
    large: &Instance,
    (views, sets): (&[State], &[Vec<Placement>]),
    stop: &mut dyn FnMut() -> bool,
    found: &mut dyn FnMut(&State) -> Result<(), Flaw>,
) -> Result<(), Flaw> {
    let mut before = Vec::new();
    let mut options = Vec::new();
    for set in sets {
        options.push(Options::of(large, views, set, &before, stop)?);
        before.extend(set.first());
    }
    choose(large, &options, &mut Partial::unknown(large), stop, found)
}

fn choose<'a>(
    large: &Instance,
    sets: &'a [Options<'a>],
    partial: &mut Partial<'a>,
    stop: &mut dyn FnMut() -> bool,
    found: &mut dyn FnMut(&State) -> Result<(), Flaw>,
) -> Result<(), Flaw> {
    let Some(set) = sets.get(partial.chosen.len()) else {
        return complete(large, partial).iter().try_for_each(found);
    };
    if stop() {
        return Err(Flaw::Stopped);
    }
    let values = partial.values(&set.processes, &set.cells);
    for option in set.by_values.get(&values).into_iter().flatten() {
        if !may_be_shown(large, partial, option) {
            continue;
        }
        let mut zone = partial.zone.clone();
        if zone.intersect(&option.zone).is_err() {
            continue;
        }
        let before = (partial.locations.clone(), partial.cells.clone());
        let zone_before = std::mem::replace(&mut partial.zone, zone);
        write(large, partial, option.view, option.placement);
        partial.chosen.push((option.view, option.placement));
        if partial.chosen.iter().all(|(view, placement)| is_shown(partial, view, placement)) {
            choose(large, sets, partial, stop, found)?;
        }
        partial.chosen.pop();
        (partial.locations, partial.cells) = before;
        partial.zone = zone_before;
    }
    Ok(())
}

/// Can what is written look like the view where it is placed? An id of somebody else may still turn out to be one's.
fn may_be_shown(large: &Instance, partial: &Partial<'_>, option: &Placed<'_>) -> bool {
    let Placed { view, placement, .. } = option;
    let mut locations = view.locations.iter().zip(&placement.processes);
    let mut cells = view.cells.iter().zip(&placement.slots).enumerate();
    locations.all(|(location, at)| partial.locations[*at].is_none_or(|known| known == *location))
        && cells.all(|(slot, (value, at))| {
            partial.cells[*at].is_none_or(|known| {
                placement.lowered(slot, known) == *value
                    || (placement.holds_ids(slot) && known == large.other)
            })
        })
}

/// Writes what a view says where nothing is known, or only that an id is that of somebody else.
fn write(large: &Instance, partial: &mut Partial<'_>, view: &State, placement: &Placement) {
    for (location, at) in view.locations.iter().zip(&placement.processes) {
        partial.locations[*at].get_or_insert(*location);
    }
    for (slot, at) in placement.slots.iter().enumerate() {
        let value = placement.raised(slot, view.cells[slot]).unwrap_or(large.other);
        let known = &mut partial.cells[*at];
        if known.is_none() || (placement.holds_ids(slot) && *known == Some(large.other)) {
            *known = Some(value);
        }
    }
}

/// Does what is written look like the view where it is placed?
fn is_shown(partial: &Partial<'_>, view: &State, placement: &Placement) -> bool {
    let locations = view.locations.iter().zip(&placement.processes);
    let cells = view.cells.iter().zip(&placement.slots).enumerate();
    locations.into_iter().all(|(location, at)| partial.locations[*at] == Some(*location))
        && cells.into_iter().all(|(slot, (value, at))| {
            partial.cells[*at].is_some_and(|known| placement.lowered(slot, known) == *value)
        })
}

/// The states, if everything is known: an id that is no member's as far as views show may be that of a member which no
/// view shows together with it.
fn complete(large: &Instance, partial: &Partial<'_>) -> Vec<State> {
    let Some(locations) = partial.locations.iter().copied().collect::<Option<Vec<_>>>() else {
        return Vec::new();
    };
    let Some(cells) = partial.cells.iter().copied().collect::<Option<Vec<_>>>() else {
        return Vec::new();
    };
    let mut all = vec![State { locations, cells, zone: partial.zone.clone() }];
    for at in (0..large.holds_ids.len()).filter(|at| large.holds_ids[*at]) {
        if partial.cells[at] != Some(large.other) {
            continue;
        }
        let showing = || partial.chosen.iter().filter(|(_, placed)| placed.slots.contains(&at));
        let unseen = (0..large.ids.members)
            .filter(|member| showing().all(|(_, placed)| !placed.members.contains(member)));
        let more = unseen.flat_map(|member| {
            all.iter().map(move |state| {
                let mut state = state.clone();
                state.cells[at] = large.ids.of(member);
                state
            })
        });
        let more: Vec<State> = more.collect();
        all.extend(more);
    }
    all
}

/// What a view says about the clocks of all members of the large instance.
fn lifted(large: &Instance, view: &State, placement: &Placement) -> Option<Zone> {
    let clocks = large.network.clock_count() + 1;
    let free = Zone::universe(clocks);
    let place = |row: usize| match row {
        0 => Some(0),
        _ => placement.clocks.iter().position(|clock| clock + 1 == row).map(|at| at + 1),
    };
    Zone::from_bounds(clocks, |i, j| match (place(i), place(j)) {
        (Some(i), Some(j)) => view.zone.get(i, j),
        _ => free.get(i, j),
    })
}
