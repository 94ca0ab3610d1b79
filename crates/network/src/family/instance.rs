//! One instance of a family.

use std::collections::{BTreeMap, BTreeSet};

use super::key::{Key, Place, indices, local_name, open_dims};
use crate::ids::{ProcessId, VariableId};
use crate::network::{Network, cell_count};
use crate::variable::{Domain, Storage};

/// The ids of an instance: `lower .. lower + members`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ids {
    pub lower: i32,
    /// How many there are.
    pub members: usize,
}

impl Ids {
    /// The id of a member.
    #[must_use]
    pub fn of(self, member: usize) -> i32 {
        self.lower.saturating_add(i32::try_from(member).unwrap_or(i32::MAX))
    }

    /// The member with this id.
    #[must_use]
    pub fn member(self, id: i32) -> Option<usize> {
        let above = usize::try_from(i64::from(id) - i64::from(self.lower)).ok()?;
        (above < self.members).then_some(above)
    }
}

/// What takes part in taking an edge, beside the process itself: which select variables are ids.
pub type Participants = Vec<bool>;

/// One instance of a family: what belongs to which member, and which cells hold ids.
///
/// Its network is the one that the model gives for this number of members, with one more value for each cell that
/// holds ids: [`other`](Instance::other), the id of a process that is not among the members.
#[derive(Clone, Debug)]
pub struct Instance {
    pub network: Network,
    pub ids: Ids,
    /// The value that stands for a process that is not among the members.
    pub other: i32,
    /// The member that each process belongs to; none for a process that there is one of in every instance.
    pub member_of: Vec<Option<usize>>,
    /// For each cell of the state whether it holds ids.
    pub holds_ids: Vec<bool>,
    /// For each process and each of its edges, which select variables are ids.
    pub selects: Vec<Vec<Participants>>,
    pub(super) processes: Vec<Key>,
    pub(super) slots: Vec<Key>,
    pub(super) clocks: Vec<Key>,
}

impl Instance {
    /// An instance, from its network and the one with one more member. The text is why there is none.
    pub fn new(mut network: Network, larger: &Network, ids: Ids) -> Result<Instance, String> {
        let member_of = members(&network, larger, ids)?;
        let processes = process_keys(&network, larger, &member_of);
        let pairs = Pairs { network: &network, larger, ids, processes: &processes };
        let (slots, holds_ids) = pairs.slots()?;
        let clocks = pairs.clocks()?;
        let selects = pairs.selects()?;
        let stored = pairs.id_variables()?;
        let highest: BTreeSet<i32> =
            stored.iter().map(|id| network.variable(*id).domain.upper).collect();
        // All of them get the same new value, so none may have room for one that is a fault in another.
        if highest.len() > 1 {
            return Err(
                "some variables can hold a value above all ids, and others cannot".to_owned()
            );
        }
        let highest = highest.last().copied().unwrap_or(0);
        let other = highest.max(ids.of(ids.members)).saturating_add(1);
        for id in &stored {
            network.variables[id.index()].domain.upper = other;
        }
        Ok(Instance {
            network,
            ids,
            other,
            member_of,
            holds_ids,
            selects,
            processes,
            slots,
            clocks,
        })
    }

    /// The members that a cell of the state belongs to.
    #[must_use]
    pub fn members_of_cell(&self, slot: usize) -> BTreeSet<usize> {
        self.slots[slot].members()
    }

    /// The members that a clock belongs to.
    #[must_use]
    pub fn members_of_clock(&self, clock: usize) -> BTreeSet<usize> {
        self.clocks[clock].members()
    }

    /// The most members that one cell or clock belongs to at once.
    #[must_use]
    pub fn widest_cell(&self) -> usize {
        self.slots.iter().chain(&self.clocks).map(|key| key.members().len()).max().unwrap_or(0)
    }
}

/// The member that each process belongs to.
fn members(network: &Network, larger: &Network, ids: Ids) -> Result<Vec<Option<usize>>, String> {
    let named: BTreeMap<&str, usize> =
        larger.processes.iter().enumerate().map(|(at, process)| (&*process.name, at)).collect();
    let mut found = Vec::with_capacity(network.processes.len());
    for process in &network.processes {
        let other = named.get(&*process.name).map(|at| &larger.processes[*at]);
        let other = other.ok_or_else(|| format!("{} is not in larger instances", process.name))?;
        let dims: Vec<Domain> = process.arguments.iter().map(|(domain, _)| *domain).collect();
        let more: Vec<Domain> = other.arguments.iter().map(|(domain, _)| *domain).collect();
        let open = open_dims(&dims, &more);
        let mut mine = process.arguments.iter().zip(&open).filter(|(_, open)| **open);
        let member = mine.next().map(|((_, value), _)| *value);
        if mine.next().is_some() {
            return Err(format!("{} has two ids", process.name));
        }
        found.push(match member {
            None => None,
            Some(id) => Some(ids.member(id).ok_or_else(|| format!("{id} is not an id"))?),
        });
    }
    Ok(found)
}

/// The names of the processes, without the ids of members.
fn process_keys(network: &Network, larger: &Network, member_of: &[Option<usize>]) -> Vec<Key> {
    let by_name: BTreeMap<&str, usize> =
        larger.processes.iter().enumerate().map(|(at, process)| (&*process.name, at)).collect();
    let key = |(process, member): (&crate::process::Process, &Option<usize>)| {
        let base = process.name.split('(').next().unwrap_or_default();
        let more = by_name.get(&*process.name).map(|at| &larger.processes[*at].arguments);
        let closed = process.arguments.iter().enumerate().filter(|(number, (domain, _))| {
            more.and_then(|more| more.get(*number)).is_some_and(|(other, _)| other == domain)
        });
        let closed: Vec<String> = closed.map(|(_, (_, value))| value.to_string()).collect();
        let process = Some((format!("{base}({})", closed.join(",")), *member));
        Key { process, name: String::new(), places: Vec::new() }
    };
    network.processes.iter().zip(member_of).map(key).collect()
}

/// An instance and the next larger one.
struct Pairs<'n> {
    network: &'n Network,
    larger: &'n Network,
    ids: Ids,
    processes: &'n [Key],
}

impl Pairs<'_> {
    /// The variable of the state with the same name in the larger instance.
    fn larger_variable(&self, id: VariableId) -> Result<&crate::variable::Variable, String> {
        let name = &self.network.variable(id).name;
        let mut same = self.larger.variables.iter().filter(|other| other.name == *name);
        same.find(|other| other.storage == Storage::State)
            .ok_or_else(|| format!("{name} is not in larger instances"))
    }

    /// The variables that are part of the state.
    fn state(&self) -> Vec<VariableId> {
        let ids = (0..self.network.variables.len()).map(VariableId::at);
        ids.filter(|id| self.network.variable(*id).storage == Storage::State).collect()
    }

    /// Those that hold ids.
    fn id_variables(&self) -> Result<Vec<VariableId>, String> {
        let mut found = Vec::new();
        for id in self.state() {
            let domain = self.network.variable(id).domain;
            if domain.upper != self.larger_variable(id)?.domain.upper {
                found.push(id);
            }
        }
        Ok(found)
    }

    fn slots(&self) -> Result<(Vec<Key>, Vec<bool>), String> {
        let nothing = Key { process: None, name: String::new(), places: Vec::new() };
        let mut keys = vec![nothing; self.network.state_slots()];
        let mut holds = vec![false; keys.len()];
        let stored: BTreeSet<VariableId> = self.id_variables()?.into_iter().collect();
        for id in self.state() {
            let variable = self.network.variable(id);
            let open = open_dims(&variable.dims, &self.larger_variable(id)?.dims);
            for offset in 0..cell_count(&variable.dims) {
                let at = variable.base.index() + offset;
                let indices = indices(&variable.dims, offset);
                keys[at] = self.key(variable.owner, &variable.name, &indices, &open);
                holds[at] = stored.contains(&id);
            }
        }
        unique(&keys)?;
        Ok((keys, holds))
    }

    fn clocks(&self) -> Result<Vec<Key>, String> {
        let mut keys = Vec::with_capacity(self.network.clock_count());
        for family in &self.network.clocks {
            let same = self.larger.clocks.iter().find(|other| other.name == family.name);
            let same = same.ok_or_else(|| format!("{} is not in larger instances", family.name))?;
            let open = open_dims(&family.dims, &same.dims);
            for offset in 0..cell_count(&family.dims) {
                let indices = indices(&family.dims, offset);
                keys.push(self.key(family.owner, &family.name, &indices, &open));
            }
        }
        unique(&keys)?;
        Ok(keys)
    }

    fn key(&self, owner: Option<ProcessId>, name: &str, indices: &[i32], open: &[bool]) -> Key {
        let place = |(index, open): (&i32, &bool)| match self.ids.member(*index) {
            Some(member) if *open => Place::Member(member),
            None if *open && *index > self.ids.lower => {
                Place::Above(index.saturating_sub(self.ids.of(self.ids.members)))
            }
            _ => Place::Value(*index),
        };
        Key {
            process: owner.and_then(|owner| self.processes[owner.index()].process.clone()),
            name: local_name(self.network, owner, name),
            places: indices.iter().zip(open).map(place).collect(),
        }
    }

    fn selects(&self) -> Result<Vec<Vec<Participants>>, String> {
        let mut found = Vec::with_capacity(self.network.processes.len());
        for process in &self.network.processes {
            let same = self.larger.processes.iter().find(|other| other.name == process.name);
            let same =
                same.ok_or_else(|| format!("{} is not in larger instances", process.name))?;
            if same.edges.len() != process.edges.len() {
                return Err(format!("{} has more edges in larger instances", process.name));
            }
            let edges = process.edges.iter().zip(&same.edges).map(|(edge, other)| {
                let pairs = edge.selects.iter().zip(&other.selects);
                pairs.map(|(here, more)| here.domain.upper != more.domain.upper).collect()
            });
            found.push(edges.collect());
        }
        Ok(found)
    }
}

/// Are all names different?
fn unique(keys: &[Key]) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    match keys.iter().find(|key| !seen.insert(*key)) {
        Some(key) => Err(format!("{} has the name of something else", key.name)),
        None => Ok(()),
    }
}
