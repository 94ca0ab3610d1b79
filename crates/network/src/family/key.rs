//! Names of cells, clocks and processes that are the same in all instances of a family.

use std::collections::BTreeSet;

use crate::network::Network;
use crate::variable::Dim;

/// An index, as far as it is the same in all instances.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum KeyPlace {
    /// A plain number, or one below all ids.
    Value(i32),
    /// The id of a member, by number.
    Member(usize),
    /// A value above all ids: which one, counted from the greatest id.
    Above(i32),
}

/// A name that is the same in all instances.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Key {
    /// The process it belongs to, if it does; a process by itself has nothing else.
    pub(super) process: Option<(String, Option<usize>)>,
    /// Its name, without the process.
    pub(super) name: String,
    pub(super) places: Vec<KeyPlace>,
}

impl Key {
    /// The members it belongs to.
    pub(super) fn members(&self) -> BTreeSet<usize> {
        let owner = self.process.iter().filter_map(|(_, member)| *member);
        let indices = self.places.iter().filter_map(|place| match place {
            KeyPlace::Member(member) => Some(*member),
            KeyPlace::Value(_) | KeyPlace::Above(_) => None,
        });
        owner.chain(indices).collect()
    }

    /// The same for other members; none if one of them has no counterpart.
    pub(super) fn moved(&self, to: &[usize]) -> Option<Key> {
        let mut key = self.clone();
        if let Some((_, Some(member))) = &mut key.process {
            *member = *to.get(*member)?;
        }
        for place in &mut key.places {
            if let KeyPlace::Member(member) = place {
                *member = *to.get(*member)?;
            }
        }
        Some(key)
    }
}

/// Dimensions of the same array in this instance and in the next larger one: which of them differ.
pub(super) fn open_dims(here: &[Dim], larger: &[Dim]) -> Vec<bool> {
    here.iter().zip(larger).map(|(here, larger)| here.upper != larger.upper).collect()
}

/// The name of something without the name of its process.
pub(super) fn local_name(network: &Network, owner: Option<crate::ProcessId>, name: &str) -> String {
    let Some(owner) = owner else { return name.to_owned() };
    let process = &network.process(owner).name;
    let rest = name.strip_prefix(process.as_str()).and_then(|rest| rest.strip_prefix('.'));
    rest.unwrap_or(name).to_owned()
}

/// The indices of the cell number `offset` of an array.
pub(super) fn indices(dims: &[Dim], mut offset: usize) -> Vec<i32> {
    let mut found = vec![0; dims.len()];
    for (index, dim) in found.iter_mut().zip(dims).rev() {
        let size = usize::try_from(dim.size()).unwrap_or(usize::MAX).max(1);
        let position = i32::try_from(offset % size).unwrap_or(0);
        *index = dim.lower.saturating_add(position);
        offset /= size;
    }
    found
}
