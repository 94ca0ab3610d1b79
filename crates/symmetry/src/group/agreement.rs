//! Does a structure say what the renamings do?
//!
//! A structure is made from labels, and labels are guessed. Before it is used, the exchange of every two
//! elements that generates the group is compared with the validated renaming, cell by cell.

use super::structure::{Element, Permutation, Structure};
use crate::identities::classes::Classes;
use crate::renaming::state_map::StateMap;
use crate::renaming::total::Renaming;
use network::Network;

/// The first sort on whose exchanges structure and renamings disagree.
pub(crate) fn disagreement(
    network: &Network,
    classes: &Classes,
    structure: &Structure,
    sorts: &[Vec<Renaming>],
) -> Option<usize> {
    structure.sorts.iter().zip(sorts).position(|(sort, exchanges)| {
        !(1u32..).zip(exchanges).all(|(other, renaming)| {
            let mut permutation = Permutation::identity(structure.elements());
            let (left, right) = (sort.first, sort.first + other);
            permutation.image[left as usize] = Element(right);
            permutation.image[right as usize] = Element(left);
            agrees(structure, &permutation, &StateMap::new(network, classes, renaming))
        })
    })
}

fn agrees(structure: &Structure, permutation: &Permutation, map: &StateMap) -> bool {
    let cells = (0..structure.cells.len()).all(|cell| {
        structure.find_cell(cell, permutation) == Some(map.cell(cell))
            && map
                .changes(cell)
                .iter()
                .all(|(from, to)| structure.value_image(cell, *from, permutation) == *to)
    });
    cells
        && (0..structure.clocks.len())
            .all(|clock| structure.find_clock(clock, permutation) == Some(map.clock(clock)))
}
