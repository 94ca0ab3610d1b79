//! Where the members of a small instance are found in a larger one.

use std::collections::BTreeMap;

use super::instance::Instance;
use super::key::Key;

/// Members of a small instance placed among those of a larger one (or of the same, in another order): where each
/// process, cell and clock of the small one is found.
#[derive(Clone, Debug)]
pub struct Placement {
    /// By member of the small instance.
    pub members: Vec<usize>,
    /// By process of the small instance.
    pub processes: Vec<usize>,
    /// By cell of the state of the small instance.
    pub slots: Vec<usize>,
    /// By clock of the small instance.
    pub clocks: Vec<usize>,
    /// By cell of the small instance, whether it holds ids.
    holds_ids: Vec<bool>,
    small: Values,
    large: Values,
}

/// How the values of cells that hold ids are read.
#[derive(Clone, Copy, Debug)]
struct Values {
    ids: super::instance::Ids,
    other: i32,
}

impl Placement {
    /// Places member `i` of the small instance at `members[i]` of the large one. The text is why that cannot be.
    pub fn new(small: &Instance, large: &Instance, members: &[usize]) -> Result<Placement, String> {
        let find = |from: &[Key], to: &[Key]| -> Result<Vec<usize>, String> {
            let places: BTreeMap<&Key, usize> = to.iter().zip(0..).collect();
            let place = |key: &Key| {
                let moved = key.moved(members).and_then(|moved| places.get(&moved).copied());
                moved.ok_or_else(|| format!("{} has no counterpart", key.name))
            };
            from.iter().map(place).collect()
        };
        Ok(Placement {
            members: members.to_vec(),
            processes: find(&small.processes, &large.processes)?,
            slots: find(&small.slots, &large.slots)?,
            clocks: find(&small.clocks, &large.clocks)?,
            holds_ids: small.holds_ids.clone(),
            small: Values { ids: small.ids, other: small.other },
            large: Values { ids: large.ids, other: large.other },
        })
    }

    /// Does this cell of the small instance hold ids?
    #[must_use]
    pub fn holds_ids(&self, slot: usize) -> bool {
        self.holds_ids[slot]
    }

    /// What a value in a cell of the small instance is in the large one. For an id of nobody among the small
    /// instance's members there is none: it may be any other member of the large one, or none of them.
    #[must_use]
    pub fn raised(&self, slot: usize, value: i32) -> Option<i32> {
        if !self.holds_ids[slot] {
            return Some(value);
        }
        if value == self.small.other {
            return None;
        }
        Some(match self.small.ids.member(value) {
            Some(member) => self.large.ids.of(self.members[member]),
            None => between(self.small, self.large, value),
        })
    }

    /// What a value that the large instance has in the counterpart of a cell is in the small one.
    #[must_use]
    pub fn lowered(&self, slot: usize, value: i32) -> i32 {
        if !self.holds_ids[slot] {
            return value;
        }
        if value == self.large.other {
            return self.small.other;
        }
        match self.large.ids.member(value) {
            Some(member) => match self.members.iter().position(|placed| *placed == member) {
                Some(member) => self.small.ids.of(member),
                None => self.small.other,
            },
            None => between(self.large, self.small, value),
        }
    }
}

/// A value that is no id: those above all ids keep their distance from these.
fn between(from: Values, to: Values, value: i32) -> i32 {
    if value < from.ids.lower {
        return value;
    }
    let distance = value.saturating_sub(from.ids.of(from.ids.members));
    to.ids.of(to.ids.members).saturating_add(distance)
}
