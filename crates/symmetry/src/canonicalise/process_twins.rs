//! Processes that a state does not tell apart.
//!
//! If exchanging two elements fixes a state, a transition of one's process is, renamed, a transition of the
//! other's, and leads to a state of the same orbit. So it is enough to let the first of a class of twins
//! initiate. If the elements own no other process, it is also enough to let the first that is not yet
//! involved answer, and to distribute the reactions to a broadcast by counts. (If they do, whether the one who
//! answers belongs to the same element as the one who asks makes a difference.)

use network::Network;

use super::twins::Twins;
use crate::group::query_group::Group;
use program::Layout;
use program::State;

/// For each process a class of twins and its place in the class. A process without twins is alone.
#[derive(Clone, Debug, Default)]
pub struct TwinRanks {
    pub class: Vec<u32>,
    /// By process, from 0 in the order of the processes.
    pub rank: Vec<u32>,
    /// By process: does what it belongs to own no other process?
    pub sole: Vec<bool>,
}

pub struct ProcessTwins {
    twins: Twins,
    /// For each process the family and element it belongs to, if it can have twins.
    belongs: Vec<Option<(u32, u32)>>,
    ranks: TwinRanks,
    /// Scratch: `(family, class of elements)` of each class of processes.
    keys: Vec<(u32, u32)>,
    sizes: Vec<u32>,
    listed: f64,
    asked: u64,
    /// Those whose orbits were measured, and the sum of their sizes.
    sampled: u64,
    orbits: f64,
}

/// So many orbits are measured before samples are taken.
const FIRST_SAMPLES: u64 = 1024;
/// Afterwards, the orbit of one state of this many is measured.
const BETWEEN_SAMPLES: u64 = 16;

impl ProcessTwins {
    /// For the states of a group.
    #[must_use]
    pub fn new(network: &Network, group: &Group) -> ProcessTwins {
        let layout = Layout::of(network);
        let belongs = (0..network.processes.len()).map(|process| {
            let belonging = &group.structure.cells[process];
            match *belonging.tuple {
                [element] if group.keeps_edges_in_order(network, process) => {
                    Some((belonging.family, element.0))
                }
                _ => None,
            }
        });
        let tuples = || group.structure.cells[..layout.processes].iter().map(|each| &each.tuple);
        let owned = |element| tuples().filter(|tuple| tuple.contains(element)).count();
        let sole = tuples().map(|tuple| tuple.iter().all(|element| owned(element) == 1)).collect();
        ProcessTwins {
            twins: Twins::new(&group.structure, layout.discrete),
            belongs: belongs.collect(),
            ranks: TwinRanks { sole, ..TwinRanks::default() },
            keys: Vec::new(),
            sizes: Vec::new(),
            listed: group.listed.len() as f64,
            asked: 0,
            sampled: 0,
            orbits: 0.0,
        }
    }

    /// How many states those asked about stand for, on average.
    #[must_use]
    pub fn average_orbit(&self) -> f64 {
        (self.orbits / self.sampled.max(1) as f64).clamp(1.0, f64::MAX)
    }

    /// The twins of a stored state, if it has any; `rows` gives the clock of each row of its zone.
    pub fn ranks(&mut self, state: &State, rows: &[usize]) -> Option<&TwinRanks> {
        let is_sample = self.asked < FIRST_SAMPLES || self.asked.is_multiple_of(BETWEEN_SAMPLES);
        self.asked += 1;
        if !is_sample && self.belongs.iter().all(Option::is_none) {
            return None;
        }
        let classes = self.twins.twin_classes(state, rows);
        let is_alone = classes.is_sorted_by(|left, right| left < right);
        if is_sample {
            self.sampled += 1;
            self.orbits += self.twins.orbit_size() * self.listed;
        }
        if is_alone {
            return None;
        }
        let classes = self.twins.classes();
        self.keys.clear();
        self.sizes.clear();
        self.ranks.class.clear();
        self.ranks.rank.clear();
        for belongs in &self.belongs {
            let key = belongs.map(|(family, element)| (family, classes[element as usize]));
            let known = key.and_then(|key| self.keys.iter().rposition(|other| *other == key));
            let class = known.unwrap_or_else(|| {
                self.keys.push(key.unwrap_or((u32::MAX, u32::MAX)));
                self.sizes.push(0);
                self.keys.len() - 1
            });
            self.ranks.class.push(u32::try_from(class).expect("processes are bounded"));
            self.ranks.rank.push(self.sizes[class]);
            self.sizes[class] += 1;
        }
        Some(&self.ranks)
    }
}
