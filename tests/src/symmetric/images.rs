//! What a renaming makes of a state.
//!
//! Cell by cell, as the description of a network says: the location of a process becomes that of its image;
//! a cell of an array goes to the renamed indices of the image of the array, and what it holds is renamed
//! if it is an identity; a clock goes where its name goes.

use network::network::cell_count;
use network::variable::Dim;
use network::{ClockFamilyId, LocationId, Network, Storage, VariableId};
use symmetry::{Classes, Group, Renaming};

use crate::discrete::Discrete;

/// A permutation of cells, values and clocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Image {
    /// Where the location of each process goes.
    pub processes: Vec<usize>,
    /// For each process: what becomes of its locations.
    pub locations: Vec<Vec<u32>>,
    /// Where each state cell goes.
    pub cells: Vec<usize>,
    /// For each state cell: values that change.
    pub values: Vec<Vec<(i32, i32)>>,
    /// Where each clock goes.
    pub clocks: Vec<usize>,
}

impl Image {
    /// The image of a renaming.
    #[must_use]
    pub fn new(network: &Network, classes: &Classes, renaming: &Renaming) -> Image {
        let slots = network.state_slots();
        let mut image = Image {
            processes: renaming.processes.iter().map(|process| *process as usize).collect(),
            locations: renaming.locations.clone(),
            cells: (0..slots).collect(),
            values: vec![Vec::new(); slots],
            clocks: (0..network.clock_count()).collect(),
        };
        for (number, variable) in network.variables.iter().enumerate() {
            if variable.storage != Storage::State {
                continue;
            }
            let id = VariableId::at(number);
            let target = network.variable(VariableId(renaming.variables[number]));
            let changes = renaming.values.get(&classes.value(id));
            let changes: Vec<(i32, i32)> =
                changes.into_iter().flatten().map(|(from, to)| (*from, *to)).collect();
            for offset in 0..cell_count(&variable.dims) {
                let moved = renamed(&variable.dims, offset, |dim, index| {
                    renaming.value(classes.dim(id, dim), index)
                });
                let cell = variable.base.index() + offset;
                image.cells[cell] = target.base.index() + moved;
                image.values[cell].clone_from(&changes);
            }
        }
        for (number, family) in network.clocks.iter().enumerate() {
            let id = ClockFamilyId::at(number);
            let target = network.clock_family(ClockFamilyId(renaming.clocks[number]));
            for offset in 0..cell_count(&family.dims) {
                let moved = renamed(&family.dims, offset, |dim, index| {
                    renaming.value(classes.clock_dim(id, dim), index)
                });
                image.clocks[family.base.index() + offset] = target.base.index() + moved;
            }
        }
        image
    }

    /// Locations and variables, renamed.
    #[must_use]
    pub fn discrete(&self, state: &Discrete) -> Discrete {
        let mut renamed = state.clone();
        for (process, image) in self.processes.iter().enumerate() {
            let location = state.locations[process].index();
            renamed.locations[*image] = LocationId(self.locations[process][location]);
        }
        for (cell, image) in self.cells.iter().enumerate() {
            renamed.cells[*image] = self.value(cell, state.cells[cell]);
        }
        renamed
    }

    /// The same for a row of cells: locations first.
    #[must_use]
    pub fn row(&self, cells: &[i32]) -> Vec<i32> {
        let (locations, variables) = cells.split_at(self.processes.len());
        let state = Discrete {
            locations: locations.iter().map(|each| LocationId(each.cast_unsigned())).collect(),
            cells: variables.to_vec(),
        };
        let Discrete { locations, cells } = self.discrete(&state);
        locations.iter().map(|each| each.0.cast_signed()).chain(cells).collect()
    }

    fn value(&self, cell: usize, value: i32) -> i32 {
        let change = self.values[cell].iter().find(|(from, _)| *from == value);
        change.map_or(value, |(_, to)| *to)
    }

    /// Does it leave the states of a network where they are?
    #[must_use]
    pub fn is_identity(&self) -> bool {
        let stays = |images: &[usize]| images.iter().enumerate().all(|(at, image)| at == *image);
        let same = |changes: &Vec<(i32, i32)>| changes.iter().all(|(from, to)| from == to);
        let in_place = |images: &Vec<u32>| images.iter().zip(0u32..).all(|(to, from)| *to == from);
        stays(&self.processes)
            && self.locations.iter().all(in_place)
            && stays(&self.cells)
            && stays(&self.clocks)
            && self.values.iter().all(same)
    }

    /// Does it change what cells hold?
    #[must_use]
    pub fn changes_values(&self) -> bool {
        self.values.iter().flatten().any(|(from, to)| from != to)
    }

    /// First this, then `next`.
    #[must_use]
    pub fn then(&self, next: &Image) -> Image {
        let follow =
            |first: &[usize], second: &[usize]| first.iter().map(|image| second[*image]).collect();
        let values = self.values.iter().zip(&self.cells).map(|(changes, image)| {
            let known = changes.iter().map(|(from, _)| *from);
            let mut from: Vec<i32> =
                known.chain(next.values[*image].iter().map(|(from, _)| *from)).collect();
            from.sort_unstable();
            from.dedup();
            let through = |from: i32| {
                let change = changes.iter().find(|(known, _)| *known == from);
                next.value(*image, change.map_or(from, |(_, to)| *to))
            };
            let pairs = from.into_iter().map(|from| (from, through(from)));
            pairs.filter(|(from, to)| from != to).collect()
        });
        let locations = self.locations.iter().zip(&self.processes).map(|(images, process)| {
            images.iter().map(|image| next.locations[*process][*image as usize]).collect()
        });
        Image {
            processes: follow(&self.processes, &next.processes),
            locations: locations.collect(),
            cells: follow(&self.cells, &next.cells),
            clocks: follow(&self.clocks, &next.clocks),
            values: values.collect(),
        }
    }
}

/// The images of what generates a group.
#[must_use]
pub fn generators(network: &Network, classes: &Classes, group: &Group) -> Vec<Image> {
    let all = group.sorts.iter().flatten().chain(&group.listed);
    let images = all.map(|renaming| Image::new(network, classes, renaming));
    images.filter(|image| !image.is_identity()).collect()
}

/// All products of some images, the identity first; none if there are more than `most`.
#[must_use]
pub fn closure(network: &Network, generators: &[Image], most: usize) -> Option<Vec<Image>> {
    let upto = |count: usize| (0..u32::try_from(count).unwrap_or(u32::MAX)).collect();
    let mut all = vec![Image {
        processes: (0..network.processes.len()).collect(),
        locations: network.processes.iter().map(|each| upto(each.locations.len())).collect(),
        cells: (0..network.state_slots()).collect(),
        values: vec![Vec::new(); network.state_slots()],
        clocks: (0..network.clock_count()).collect(),
    }];
    let mut next = 0;
    while next < all.len() {
        for generator in generators {
            let product = all[next].then(generator);
            if !all.contains(&product) {
                all.push(product);
            }
        }
        if all.len() > most {
            return None;
        }
        next += 1;
    }
    Some(all)
}

/// The offset of a cell whose indices are renamed.
fn renamed(dims: &[Dim], offset: usize, index: impl Fn(usize, i32) -> i32) -> usize {
    let (mut rest, mut moved, mut stride) = (offset, 0, 1);
    for (number, dim) in dims.iter().enumerate().rev() {
        let size = cell_count(std::slice::from_ref(dim)).max(1);
        let at = dim.lower + i32::try_from(rest % size).unwrap_or(0);
        let image = index(number, at) - dim.lower;
        moved += usize::try_from(image).unwrap_or(0) * stride;
        rest /= size;
        stride *= size;
    }
    moved
}
