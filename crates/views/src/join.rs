//! All ways to extend a view by more members such that every K of them look like a view.

use network::family::{Instance, Placement};
use rustc_hash::FxHashMap;

use crate::config::Config;
use crate::meter::Meter;
use crate::store::Store;
use crate::subsets::{orders, subsets};
use crate::view::View;

/// Puts together configurations of some members from views of K of them.
#[derive(Debug)]
pub(crate) struct Join {
    /// One for each set of K members; the first is the first K members, in order.
    sets: Vec<Set>,
    /// How many views of the store have been sorted in.
    known: usize,
}

/// K members of a larger instance.
#[derive(Debug)]
struct Set {
    /// All orders of these.
    placements: Vec<Placement>,
    /// Processes and cells, without those that hold ids, about which the sets before say something too.
    processes: Vec<usize>,
    slots: Vec<usize>,
    /// By what a view says about these: the placements and the views that say so. Only views that agree with the sets before are tried.
    fitting: FxHashMap<Vec<i32>, Vec<(usize, usize)>>,
}

impl Set {
    /// What a view says, where it is placed, about what the sets before say something about too.
    fn key(&self, view: &View, placement: &Placement) -> Option<Vec<i32>> {
        let position = |places: &[usize], at: &usize| places.iter().position(|place| place == at);
        let location = |at: &usize| {
            let here = position(&placement.processes, at)?;
            Some(view.locations[here].0.cast_signed())
        };
        let cell = |at: &usize| Some(view.cells[position(&placement.slots, at)?]);
        self.processes.iter().map(location).chain(self.slots.iter().map(cell)).collect()
    }
}

impl Join {
    pub(crate) fn new(small: &Instance, large: &Instance) -> Result<Join, String> {
        let (arity, members) = (small.ids.members, large.ids.members);
        let mut sets: Vec<Set> = Vec::new();
        for set in subsets(members, arity) {
            let orders = if sets.is_empty() { vec![set] } else { orders(&set) };
            let placed = orders.iter().map(|order| Placement::new(small, large, order));
            let placements: Vec<Placement> = placed.collect::<Result<_, _>>()?;
            let before = || sets.iter().filter_map(|set| set.placements.first());
            let mine = placements.first().ok_or("there are no members")?;
            let processes = mine.processes.iter().copied();
            let processes = processes.filter(|at| before().any(|one| one.processes.contains(at)));
            let slots = mine.slots.iter().copied().filter(|at| !large.holds_ids[*at]);
            let slots = slots.filter(|at| before().any(|one| one.slots.contains(at)));
            let (processes, slots) = (processes.collect(), slots.collect());
            sets.push(Set { placements, processes, slots, fitting: FxHashMap::default() });
        }
        Ok(Join { sets, known: 0 })
    }

    /// Sorts in the views that are new since the last time.
    pub(crate) fn learn(&mut self, store: &Store) {
        for (number, node) in store.nodes.iter().enumerate().skip(self.known) {
            for set in &mut self.sets {
                for at in 0..set.placements.len() {
                    if let Some(key) = set.key(&node.view, &set.placements[at]) {
                        set.fitting.entry(key).or_default().push((at, number));
                    }
                }
            }
        }
        self.known = store.nodes.len();
    }

    /// Calls `found` for every configuration in which the first K members look like `first`. Every other set of K
    /// members looks like one of the views of the store, which must have been learnt.
    pub(crate) fn each<E>(
        &self,
        large: &Instance,
        (first, store): (&View, &Store),
        meter: &mut Meter<'_>,
        found: &mut dyn FnMut(View, &mut Meter<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let start = Config::unknown(large).with(first, &self.sets[0].placements[0], large);
        match start {
            Some(start) => self.extend(large, (&start, 1), store, meter, found),
            None => Ok(()),
        }
    }

    fn extend<E>(
        &self,
        large: &Instance,
        (config, next): (&Config, usize),
        store: &Store,
        meter: &mut Meter<'_>,
        found: &mut dyn FnMut(View, &mut Meter<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(set) = self.sets.get(next) else {
            for view in config.clone().finish(large) {
                if meter.is_over() {
                    return Ok(());
                }
                found(view, meter)?;
            }
            return Ok(());
        };
        let said = config.said(&set.processes, &set.slots);
        for (placement, node) in set.fitting.get(&said).into_iter().flatten() {
            let node = &store.nodes[*node];
            if node.superseded {
                continue;
            }
            if meter.is_over() {
                return Ok(());
            }
            if let Some(more) = config.with(&node.view, &set.placements[*placement], large) {
                self.extend(large, (&more, next + 1), store, meter, found)?;
            }
        }
        Ok(())
    }
}
