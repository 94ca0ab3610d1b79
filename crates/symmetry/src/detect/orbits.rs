//! What symmetries make of each other.

use std::collections::BTreeMap;

use network::ProcessId;

use crate::renaming::total::Renaming;
use crate::validate::found::Member;

/// The processes and values a renaming moves.
pub(crate) fn moved_members(renaming: &Renaming) -> Vec<Member> {
    let processes = (0u32..)
        .zip(&renaming.processes)
        .filter(|(process, image)| process != *image)
        .map(|(process, _)| Member::Process(ProcessId(process)));
    let values = renaming
        .values
        .iter()
        .flat_map(|(class, moved)| moved.keys().map(|value| Member::Value(*class, *value)));
    processes.chain(values).collect()
}

/// Which members renamings make of each other.
#[derive(Default)]
pub(crate) struct Orbits {
    parents: BTreeMap<Member, Member>,
}

impl Orbits {
    fn root(&self, mut member: Member) -> Member {
        while let Some(parent) = self.parents.get(&member) {
            member = *parent;
        }
        member
    }

    pub(crate) fn same(&self, left: Member, right: Member) -> bool {
        self.root(left) == self.root(right)
    }

    pub(crate) fn join(&mut self, renaming: &Renaming) {
        for member in moved_members(renaming) {
            let image = match member {
                Member::Process(id) => Member::Process(ProcessId(renaming.processes[id.index()])),
                Member::Value(class, value) => Member::Value(class, renaming.value(class, value)),
            };
            let (left, right) = (self.root(member), self.root(image));
            if left != right {
                self.parents.insert(left.max(right), left.min(right));
            }
        }
    }
}
