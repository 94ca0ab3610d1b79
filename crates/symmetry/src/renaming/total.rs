//! Total renamings of a network: the symmetries, once they are validated.

use std::collections::BTreeMap;

use network::{ChannelFamilyId, ClockFamilyId, LocationId, Network, ProcessId, VariableId};

use super::bindings::Bindings;
use crate::identities::classes::Class;

/// A permutation of everything that has a name, and of the values of classes of identities.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Renaming {
    pub processes: Vec<u32>,
    pub variables: Vec<u32>,
    /// By array of clocks.
    pub clocks: Vec<u32>,
    /// By array of channels.
    pub channels: Vec<u32>,
    /// By class: values that do not stay the same.
    pub values: BTreeMap<Class, BTreeMap<i32, i32>>,
    /// By process: the location of the image that each location becomes.
    pub locations: Vec<Vec<u32>>,
    /// By process: the edge of the image that each edge becomes.
    pub edges: Vec<Vec<u32>>,
}

impl Renaming {
    #[must_use]
    pub fn identity(network: &Network) -> Renaming {
        let upto = |count: usize| (0..u32::try_from(count).expect("tables are small")).collect();
        Renaming {
            processes: upto(network.processes.len()),
            variables: upto(network.variables.len()),
            clocks: upto(network.clocks.len()),
            channels: upto(network.channels.len()),
            values: BTreeMap::new(),
            locations: network.processes.iter().map(|each| upto(each.locations.len())).collect(),
            edges: network.processes.iter().map(|process| upto(process.edges.len())).collect(),
        }
    }

    /// The renaming that frozen bindings describe, with the edges matched to each other.
    pub(crate) fn of(network: &Network, bindings: &Bindings<'_>, edges: Vec<Vec<u32>>) -> Renaming {
        let mut renaming = Renaming::identity(network);
        for (number, image) in renaming.processes.iter_mut().enumerate() {
            *image = bindings.process_of(ProcessId::at(number)).0;
        }
        for (number, image) in renaming.variables.iter_mut().enumerate() {
            *image = bindings.variable_of(VariableId::at(number)).0;
        }
        for (number, image) in renaming.clocks.iter_mut().enumerate() {
            *image = bindings.clock_of(ClockFamilyId::at(number)).0;
        }
        for (number, image) in renaming.channels.iter_mut().enumerate() {
            *image = bindings.channel_of(ChannelFamilyId::at(number)).0;
        }
        for (number, images) in renaming.locations.iter_mut().enumerate() {
            let process = ProcessId::at(number);
            for (location, image) in (0u32..).zip(images) {
                *image = bindings.location_of(process, LocationId(location)).0;
            }
        }
        for class in bindings.moved_classes() {
            renaming.values.insert(class, bindings.moved_values(class).collect());
        }
        renaming.edges = edges;
        renaming
    }

    #[must_use]
    pub fn is_identity(&self) -> bool {
        let stays = |images: &[u32]| images.iter().zip(0u32..).all(|(image, at)| *image == at);
        stays(&self.processes)
            && stays(&self.variables)
            && stays(&self.clocks)
            && stays(&self.channels)
            && self.values.values().all(BTreeMap::is_empty)
            && !self.moves_locations()
    }

    /// Do both do the same to names and values? They may still match edges that do the same differently.
    #[must_use]
    pub fn acts_like(&self, other: &Renaming) -> bool {
        self.processes == other.processes
            && self.variables == other.variables
            && self.clocks == other.clocks
            && self.channels == other.channels
            && self.values == other.values
            && self.locations == other.locations
    }

    /// Does a location become one with another number?
    #[must_use]
    pub(crate) fn moves_locations(&self) -> bool {
        self.locations.iter().any(|images| images.iter().zip(0u32..).any(|(to, from)| *to != from))
    }

    /// What a value of a class becomes.
    #[must_use]
    pub fn value(&self, class: Class, value: i32) -> i32 {
        self.values.get(&class).and_then(|moved| moved.get(&value)).copied().unwrap_or(value)
    }

    /// First `self`, then `next`.
    #[must_use]
    pub fn then(&self, next: &Renaming) -> Renaming {
        let follow = |first: &[u32], second: &[u32]| -> Vec<u32> {
            first.iter().map(|image| second[*image as usize]).collect()
        };
        let mut values: BTreeMap<Class, BTreeMap<i32, i32>> = BTreeMap::new();
        for (class, moved) in self.values.iter().chain(&next.values) {
            for from in moved.keys() {
                let to = next.value(*class, self.value(*class, *from));
                if to != *from {
                    values.entry(*class).or_default().insert(*from, to);
                }
            }
        }
        let within = |first: &[Vec<u32>], second: &[Vec<u32>]| {
            let parts = first.iter().zip(&self.processes);
            parts.map(|(first, image)| follow(first, &second[*image as usize])).collect()
        };
        Renaming {
            processes: follow(&self.processes, &next.processes),
            variables: follow(&self.variables, &next.variables),
            clocks: follow(&self.clocks, &next.clocks),
            channels: follow(&self.channels, &next.channels),
            values,
            locations: within(&self.locations, &next.locations),
            edges: within(&self.edges, &next.edges),
        }
    }

    #[must_use]
    pub fn inverse(&self) -> Renaming {
        let invert = |images: &[u32]| {
            let mut inverse = vec![0; images.len()];
            for (at, image) in (0u32..).zip(images) {
                inverse[*image as usize] = at;
            }
            inverse
        };
        let values = self
            .values
            .iter()
            .map(|(class, moved)| (*class, moved.iter().map(|(from, to)| (*to, *from)).collect()));
        let within = |parts: &[Vec<u32>]| {
            let mut inverse = vec![Vec::new(); parts.len()];
            for (images, process) in parts.iter().zip(&self.processes) {
                inverse[*process as usize] = invert(images);
            }
            inverse
        };
        Renaming {
            processes: invert(&self.processes),
            variables: invert(&self.variables),
            clocks: invert(&self.clocks),
            channels: invert(&self.channels),
            values: values.collect(),
            locations: within(&self.locations),
            edges: within(&self.edges),
        }
    }
}
