//! The group that is used for one query.

use std::collections::BTreeMap;
use std::sync::Arc;

use network::network::cell_count;
use network::{ClockFamilyId, EdgeId, Network, ProcessId, Storage, VariableId};
use num_bigint::BigUint;

use super::agreement::disagreement;
use super::labels::{Label, Labels, Movable, image, label};
use super::renamed::Renamed;
use super::split::Split;
use super::structure::{Belonging, Element, Meaning, Permutation, Sort, Structure};
use crate::identities::classes::{Class, Classes};
use crate::offsets::indices;
use crate::renaming::state_map::StateMap;
use crate::renaming::total::Renaming;
use program::{Layout, Program};
use program::{Participant, Transition};

/// The most values of a sort to which no process belongs.
const MOST_BARE_VALUES: usize = 16;

/// Values that no process is named after are mostly those of a type that is larger than what the model
/// uses. Many of them make representatives dear and bring nothing.
fn is_worthwhile(exchanges: &[Renaming]) -> bool {
    let stays = |renaming: &Renaming| renaming.processes.iter().zip(0..).all(|(to, at)| *to == at);
    exchanges.len() < MOST_BARE_VALUES || !exchanges.iter().all(stays)
}

/// A group of symmetries: all permutations of some sorts of elements, and a few more renamings.
#[derive(Clone, Debug)]
pub struct Group {
    /// How permutations act on states.
    pub structure: Structure,
    /// The exchanges of element 0 of each sort with the others.
    pub sorts: Vec<Vec<Renaming>>,
    /// Symmetries listed one by one, such as rotations and reversals of rings; the identity first.
    pub listed: Vec<Renaming>,
    /// The network that these renamings are of, if arrays had to be split for them.
    pub split: Option<Arc<Split>>,
    classes: Classes,
}

impl Group {
    /// The group of these sorts and listed symmetries. A sort whose action is not one on tuples is left out, and so
    /// is one that costs more than it brings; the numbers of the sorts that were.
    #[must_use]
    pub fn new(
        network: &Network,
        classes: &Classes,
        sorts: Vec<Vec<Renaming>>,
        listed: Vec<Renaming>,
    ) -> (Group, Vec<usize>) {
        let mut left_out = Vec::new();
        let mut kept = Vec::new();
        let mut labels = Vec::new();
        let mut numbers = Vec::new();
        for (number, exchanges) in sorts.into_iter().enumerate() {
            match label(network, &exchanges).filter(|_| is_worthwhile(&exchanges)) {
                Some(found) if !found.is_empty() && values_are_elements(&found, &labels) => {
                    labels.push(found);
                    kept.push(exchanges);
                    numbers.push(number);
                }
                _ => left_out.push(number),
            }
        }
        let structure = loop {
            let structure = Builder::new(network, classes, &kept, &labels).structure();
            let Some(wrong) = disagreement(network, classes, &structure, &kept) else {
                break structure;
            };
            kept.remove(wrong);
            labels.remove(wrong);
            left_out.push(numbers.remove(wrong));
        };
        let mut listed = listed;
        if listed.is_empty() {
            listed.push(Renaming::identity(network));
        }
        let classes = classes.clone();
        (Group { structure, sorts: kept, listed, split: None, classes }, left_out)
    }

    /// The network that the renamings are of, given the one whose states they rename.
    #[must_use]
    pub fn network<'n>(&'n self, whole: &'n Network) -> &'n Network {
        self.split.as_ref().map_or(whole, |split| &split.network)
    }

    /// The renaming that changes nothing.
    #[must_use]
    pub fn identity(&self, network: &Network) -> Renaming {
        Renaming::identity(self.network(network))
    }

    /// Do both do the same to the states of a network? Equal renamings need not: what a query compares decides
    /// which variables hold identities, and which arrays are split.
    #[must_use]
    pub fn acts_like(&self, other: &Group, network: &Network) -> bool {
        let (left, right) = (&self.structure, &other.structure);
        left.sorts == right.sorts
            && left.cells == right.cells
            && left.meanings == right.meanings
            && left.clocks == right.clocks
            && self.listed_maps(network) == other.listed_maps(network)
    }

    /// Is there nothing but the identity?
    #[must_use]
    pub fn is_trivial(&self) -> bool {
        self.sorts.is_empty() && self.listed.len() <= 1
    }

    /// How many symmetries there are.
    #[must_use]
    pub fn order(&self) -> BigUint {
        let sizes = self.sorts.iter().map(|exchanges| exchanges.len() + 1);
        let factors =
            sizes.flat_map(|size| 2..=size).chain(std::iter::once(self.listed.len().max(1)));
        factors.product()
    }

    /// The number that an edge with its select variables bound has for the renamings; none if no such edge is known.
    #[must_use]
    pub fn edge_number(&self, process: usize, edge: u32, bindings: &[i32]) -> Option<u32> {
        match self.split.as_ref().and_then(|split| split.edges.as_ref()) {
            Some(written) => written.number(process, edge, bindings),
            None => Some(edge),
        }
    }

    /// The edge that a number stands for in renamings, and the values of its select variables if it has them no more.
    #[must_use]
    pub fn whole_edge(&self, process: usize, number: u32) -> (u32, &[i32]) {
        match self.split.as_ref().and_then(|split| split.edges.as_ref()) {
            Some(written) => written.whole(process, number),
            None => (number, &[]),
        }
    }

    /// Do exchanges map the edges of a process to those of its images in order, and select no elements?
    /// Then the way number `k` that one twin can react is that of every other.
    #[must_use]
    pub(crate) fn keeps_edges_in_order(&self, network: &Network, process: usize) -> bool {
        let network = self.network(network);
        let all = self.sorts.iter().flatten();
        let in_order = all.clone().all(|renaming| {
            renaming.edges[process].iter().zip(0u32..).all(|(image, edge)| *image == edge)
        });
        let edges = &network.processes[process].edges;
        let mut selects = edges.iter().flat_map(|edge| &edge.selects);
        in_order
            && !selects.any(|select| {
                let class = self.classes.value(select.variable);
                all.clone().any(|renaming| renaming.values.contains_key(&class))
            })
    }

    /// Renamings that make all others, with what they make of states.
    pub fn generators<'n>(
        &'n self,
        network: &'n Network,
    ) -> impl Iterator<Item = (&'n Renaming, StateMap)> {
        let network = self.network(network);
        let all = self.sorts.iter().flatten().chain(self.listed.iter().skip(1));
        all.map(move |renaming| (renaming, StateMap::new(network, &self.classes, renaming)))
    }

    /// What a renaming, in terms of the network of the group, makes of states.
    #[must_use]
    pub fn state_map(&self, network: &Network, renaming: &Renaming) -> StateMap {
        StateMap::new(self.network(network), &self.classes, renaming)
    }

    /// For each clock of a network, the least of those that it may be renamed to.
    #[must_use]
    pub fn clock_orbits(&self, network: &Network) -> Vec<u32> {
        let mut least: Vec<u32> = (0u32..).take(network.clock_count()).collect();
        let maps: Vec<StateMap> = self.generators(network).map(|(_, map)| map).collect();
        // Orbits are joined until no generator leads from one to another.
        while let Some((clock, image)) = maps.iter().find_map(|map| {
            (0..least.len())
                .map(|clock| (least[clock], least[map.clock(clock)]))
                .find(|(clock, image)| clock != image)
        }) {
            let (less, more) = (clock.min(image), clock.max(image));
            least.iter_mut().filter(|each| **each == more).for_each(|each| *each = less);
        }
        least
    }

    /// The maps of the listed symmetries but the identity.
    #[must_use]
    pub fn listed_maps(&self, network: &Network) -> Vec<StateMap> {
        let network = self.network(network);
        let listed = self.listed.iter().skip(1);
        listed.map(|renaming| StateMap::new(network, &self.classes, renaming)).collect()
    }

    /// The renaming that a quotient has applied.
    #[must_use]
    pub fn applied(&self, network: &Network, renamed: &Renamed) -> Renaming {
        self.listed[renamed.listed].then(&self.renaming(network, &renamed.permutation))
    }

    /// The same group for a network that has more clocks at the end, which nothing moves.
    #[must_use]
    pub fn extended(&self, network: &Network) -> Group {
        let split = self.split.as_ref().map(|split| Arc::new(split.extended(network)));
        let network = split.as_ref().map_or(network, |split| &split.network);
        let more = |renaming: &Renaming| {
            let mut renaming = renaming.clone();
            let known = u32::try_from(renaming.clocks.len()).expect("clocks are few");
            let all = u32::try_from(network.clocks.len()).expect("clocks are few");
            renaming.clocks.extend(known..all);
            renaming
        };
        let sorts = self.sorts.iter().map(|sort| sort.iter().map(more).collect()).collect();
        let listed = self.listed.iter().map(more).collect();
        Group { split: split.clone(), ..Group::new(network, &self.classes, sorts, listed).0 }
    }

    /// A permutation of elements as a renaming.
    #[must_use]
    pub fn renaming(&self, network: &Network, permutation: &Permutation) -> Renaming {
        let network = self.network(network);
        let mut renaming = Renaming::identity(network);
        for (sort, exchanges) in self.structure.sorts.iter().zip(&self.sorts) {
            // Bring each place its element by exchanges with element 0, as one sorts with one spare place:
            // the product of cycles (0 a b c) is (0 a), then (0 b), then (0 c).
            let local =
                |element: u32| permutation.image[(sort.first + element) as usize].0 - sort.first;
            let mut done = vec![false; sort.size as usize];
            for start in 0..sort.size {
                let mut cycle = Vec::new();
                let mut at = start;
                while !done[at as usize] {
                    done[at as usize] = true;
                    cycle.push(at);
                    at = local(at);
                }
                if cycle.len() > 1 {
                    let step = cycle_renaming(network, &cycle, exchanges);
                    renaming = renaming.then(&step);
                }
            }
        }
        renaming
    }

    /// The edge, with its process and the values of its select variables, that a renaming makes of one.
    #[must_use]
    pub fn edge(
        &self,
        network: &Network,
        renaming: &Renaming,
        (process, edge, bindings): (u32, u32, &[i32]),
    ) -> Option<(u32, u32, Vec<i32>)> {
        let network = self.network(network);
        let at = process as usize;
        let image = renaming.processes[at];
        let own = self.edge_number(at, edge, bindings)?;
        let (whole, bound) = self.whole_edge(image as usize, renaming.edges[at][own as usize]);
        let selects = &network.process(ProcessId(process)).edges[own as usize].selects;
        let renamed = selects
            .iter()
            .zip(bindings)
            .map(|(select, value)| renaming.value(self.classes.value(select.variable), *value));
        Some((image, whole, bound.iter().copied().chain(renamed).collect()))
    }

    /// The transition that a renaming makes of one, in terms of the program's edges.
    #[must_use]
    pub fn transition(
        &self,
        network: &Network,
        program: &Program,
        renaming: &Renaming,
        transition: &Transition,
    ) -> Option<Vec<Participant>> {
        let mut renamed = Vec::with_capacity(transition.len());
        for each in transition {
            let code = program.edge(each.process, each.edge);
            let (process, edge, bindings) =
                self.edge(network, renaming, (each.process, code.edge.0, &code.bindings))?;
            let edges = &program.processes[process as usize].edges;
            let found = edges
                .iter()
                .position(|other| other.edge == EdgeId(edge) && *other.bindings == *bindings)?;
            renamed.push(Participant { process, edge: u32::try_from(found).ok()? });
        }
        // Receivers come in the order of the processes.
        if let Some((_, receivers)) = renamed.split_first_mut() {
            receivers.sort_unstable();
        }
        Some(renamed)
    }
}

/// A value must stand for one element, of one sort.
fn values_are_elements(found: &Labels, others: &[Labels]) -> bool {
    found.iter().all(|(movable, label)| match movable {
        Movable::Value(..) => {
            label.tuple.len() == 1 && !others.iter().any(|labels| labels.contains_key(movable))
        }
        _ => true,
    })
}

/// The cycle `c0 -> c1 -> … -> c0` as a product of exchanges with element 0.
fn cycle_renaming(network: &Network, cycle: &[u32], exchanges: &[Renaming]) -> Renaming {
    let exchange = |element: u32| &exchanges[element as usize - 1];
    let mut renaming = Renaming::identity(network);
    // Exchanging c0 with c1, then c0 with c2, … takes c0 to c1, c1 to c2 (by way of c0), and so on.
    for other in &cycle[1..] {
        let (left, right) = (cycle[0], *other);
        let parts: Vec<&Renaming> = match (left, right) {
            (0, other) | (other, 0) => vec![exchange(other)],
            _ => vec![exchange(left), exchange(right), exchange(left)],
        };
        for part in parts {
            renaming = renaming.then(part);
        }
    }
    renaming
}

/// Builds a structure out of labels.
struct Builder<'a> {
    network: &'a Network,
    classes: &'a Classes,
    labels: &'a [Labels],
    sorts: Vec<Sort>,
    /// Values that move, by class.
    moved: BTreeMap<Class, Vec<i32>>,
    /// The orbit of each thing under all sorts together.
    orbits: BTreeMap<Movable, u32>,
}

/// What a family is: the kind of thing, then for the thing and each index its orbits (or itself).
type FamilyKey = Vec<i64>;

impl<'a> Builder<'a> {
    fn new(
        network: &'a Network,
        classes: &'a Classes,
        kept: &[Vec<Renaming>],
        labels: &'a [Labels],
    ) -> Builder<'a> {
        let mut first = 0;
        let mut sorts = Vec::new();
        for exchanges in kept {
            let size = u32::try_from(exchanges.len() + 1).expect("sorts are small");
            sorts.push(Sort { first, size });
            first += size;
        }
        let mut moved: BTreeMap<Class, Vec<i32>> = BTreeMap::new();
        for movable in labels.iter().flat_map(BTreeMap::keys) {
            if let Movable::Value(class, value) = movable {
                let values = moved.entry(*class).or_default();
                if !values.contains(value) {
                    values.push(*value);
                }
            }
        }
        let orbits = joint_orbits(kept, labels);
        Builder { network, classes, labels, sorts, moved, orbits }
    }

    /// Adds what a thing belongs to.
    fn belong(&self, movable: Movable, itself: i64, key: &mut FamilyKey, tuple: &mut Vec<Element>) {
        let mut fixed = true;
        for (labels, sort) in self.labels.iter().zip(&self.sorts) {
            if let Some(Label { tuple: elements }) = labels.get(&movable) {
                fixed = false;
                key.push(1);
                tuple.extend(elements.iter().map(|element| Element(sort.first + element)));
            } else {
                key.push(0);
            }
        }
        // What no sort moves is told apart by itself.
        key.extend(match self.orbits.get(&movable) {
            Some(orbit) if !fixed => [1, i64::from(*orbit)],
            _ => [0, itself],
        });
    }

    fn structure(&self) -> Structure {
        let mut families: BTreeMap<FamilyKey, u32> = BTreeMap::new();
        let mut intern = |key: FamilyKey, tuple: Vec<Element>| {
            let next = u32::try_from(families.len()).expect("families are few");
            let family = *families.entry(key).or_insert(next);
            Belonging { family, tuple: tuple.into() }
        };
        let layout = Layout::of(self.network);
        let mut cells = Vec::with_capacity(layout.carried);
        let mut meanings = vec![Meaning::Plain; layout.carried];
        for number in 0..self.network.processes.len() {
            let number = u32::try_from(number).expect("processes are bounded");
            let (mut key, mut tuple) = (vec![0], Vec::new());
            self.belong(Movable::Process(number), i64::from(number), &mut key, &mut tuple);
            cells.push(intern(key, tuple));
        }
        let mut slots: Vec<Option<Belonging>> = vec![None; layout.carried - layout.processes];
        for (number, variable) in self.network.variables.iter().enumerate() {
            if !matches!(variable.storage, Storage::State | Storage::Meta) {
                continue;
            }
            let id = VariableId::at(number);
            for offset in 0..cell_count(&variable.dims) {
                let (mut key, mut tuple) = (vec![1], Vec::new());
                self.belong(Movable::Variable(id.0), i64::from(id.0), &mut key, &mut tuple);
                for (dim, index) in indices(&variable.dims, offset).into_iter().enumerate() {
                    let movable = Movable::Value(self.classes.dim(id, dim), index);
                    self.belong(movable, i64::from(index), &mut key, &mut tuple);
                }
                let slot = variable.base.index() + offset;
                slots[slot] = Some(intern(key, tuple));
                meanings[layout.processes + slot] = self.meaning(self.classes.value(id));
            }
        }
        cells.extend(slots.into_iter().flatten());
        let clocks = self.clocks(&mut intern);
        Structure::new(self.sorts.clone(), cells, meanings, clocks)
    }

    fn clocks(
        &self,
        intern: &mut dyn FnMut(FamilyKey, Vec<Element>) -> Belonging,
    ) -> Vec<Belonging> {
        let mut clocks = Vec::new();
        for (number, family) in self.network.clocks.iter().enumerate() {
            let id = ClockFamilyId::at(number);
            for offset in 0..cell_count(&family.dims) {
                let (mut key, mut tuple) = (vec![2], Vec::new());
                self.belong(Movable::Clock(id.0), i64::from(id.0), &mut key, &mut tuple);
                for (dim, index) in indices(&family.dims, offset).into_iter().enumerate() {
                    let movable = Movable::Value(self.classes.clock_dim(id, dim), index);
                    self.belong(movable, i64::from(index), &mut key, &mut tuple);
                }
                clocks.push(intern(key, tuple));
            }
        }
        clocks
    }

    /// What values of a class mean.
    fn meaning(&self, class: Class) -> Meaning {
        let Some(values) = self.moved.get(&class) else { return Meaning::Plain };
        let (Some(lower), Some(upper)) = (values.iter().min(), values.iter().max()) else {
            return Meaning::Plain;
        };
        let element = |value: i32| {
            let movable = Movable::Value(class, value);
            let mut found =
                self.labels.iter().zip(&self.sorts).filter_map(|(labels, sort)| {
                    labels.get(&movable).map(|label| (label, sort.first))
                });
            let (label, first) = found.next()?;
            label.tuple.first().map(|element| Element(first + element))
        };
        Meaning::Reference { lower: *lower, elements: (*lower..=*upper).map(element).collect() }
    }
}

/// Numbers the orbits of all things that some sort moves.
fn joint_orbits(sorts: &[Vec<Renaming>], labels: &[Labels]) -> BTreeMap<Movable, u32> {
    let mut orbits = BTreeMap::new();
    let mut next = 0;
    for start in labels.iter().flat_map(BTreeMap::keys) {
        if orbits.contains_key(start) {
            continue;
        }
        orbits.insert(*start, next);
        let mut open = vec![*start];
        while let Some(movable) = open.pop() {
            for renaming in sorts.iter().flatten() {
                let image = image(movable, renaming);
                if orbits.insert(image, next).is_none() {
                    open.push(image);
                }
            }
        }
        next += 1;
    }
    orbits
}
