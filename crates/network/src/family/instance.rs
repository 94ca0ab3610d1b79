//! One instance of a family.

use std::collections::{BTreeMap, BTreeSet};

use super::key::{Key, KeyPlace, indices, local_name, open_dims};
use super::strict::{Strict, UNKNOWN};
use crate::expr::Expr;
use crate::fault::{Fault, FaultKind};
use crate::goal::Goal;
use crate::guard::Guard;
use crate::ids::{ProcessId, VariableId};
use crate::network::{Network, cell_count};
use crate::process::Process;
use crate::stmt::{Stmt, StmtKind};
use crate::variable::{Domain, Storage, Variable};
use crate::visit::{Visitor, walk_edge, walk_expr, walk_guard, walk_stmt};

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

/// Which invariants and guards of a process have a part for each id: a quantifier over ids around a clock is written
/// out. Among fewer members there are fewer parts.
#[derive(Clone, Debug, Default)]
pub(super) struct Spread {
    /// For each location, its invariant.
    pub(super) locations: Vec<bool>,
    /// For each edge, its guard.
    pub(super) edges: Vec<bool>,
}

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
    /// The variables that hold ids.
    stored: BTreeSet<VariableId>,
    /// For each process and each of its edges, which select variables are ids.
    pub selects: Vec<Vec<Participants>>,
    /// For each process, what is written out for each id.
    pub(super) spread: Vec<Spread>,
    pub(super) processes: Vec<Key>,
    pub(super) slots: Vec<Key>,
    pub(super) clocks: Vec<Key>,
}

impl Instance {
    /// An instance, from its network and the one with one more member. `plain_ids` are global integers that hold ids
    /// although their range does not say so. The text is why there is none.
    pub fn new(
        mut network: Network,
        larger: &Network,
        ids: Ids,
        plain_ids: &[String],
    ) -> Result<Instance, String> {
        // Nothing else than ids and values below them is stored there.
        for variable in &mut network.variables {
            if variable.owner.is_none()
                && variable.storage == Storage::State
                && plain_ids.contains(&variable.name)
            {
                variable.domain.upper = ids.of(ids.members - 1);
            }
        }
        let member_of = members(&network, larger, ids)?;
        let processes = process_keys(&network, larger, &member_of);
        let pairs = Pairs { network: &network, larger, ids, processes: &processes };
        let (slots, holds_ids) = pairs.slots()?;
        let clocks = pairs.clocks()?;
        let selects = pairs.selects()?;
        let spread = pairs.spread();
        let mut stored = pairs.id_variables()?;
        let assigned = assigned_variables(&network);
        stored.extend(pairs.scratch_ids().into_iter().filter(|id| assigned.contains(id)));
        let highest: BTreeSet<i32> =
            stored.iter().map(|id| network.variable(*id).domain.upper).collect();
        // All of them get the same new value, so none may have room for one that is a fault in another.
        if highest.len() > 1 {
            return Err(
                "some variables can hold a value above all ids, and others cannot".to_owned()
            );
        }
        let highest = highest.last().copied().unwrap_or(0);
        // It must be no index of anything, so that nobody reads what belongs to somebody else.
        let largest = largest_index(&network);
        let other = highest.max(ids.of(ids.members)).max(largest).saturating_add(1);
        for id in &stored {
            network.variables[id.index()].domain.upper = other;
        }
        let stored: BTreeSet<VariableId> = stored.into_iter().collect();
        let strict = Strict { stored: &stored, other };
        for edge in network.processes.iter_mut().flat_map(|process| &mut process.edges) {
            edge.guard.condition = strict.expr(&edge.guard.condition);
        }
        Ok(Instance {
            network,
            ids,
            other,
            member_of,
            holds_ids,
            stored,
            selects,
            spread,
            processes,
            slots,
            clocks,
        })
    }

    /// Are two processes the same but for the members they belong to?
    #[must_use]
    pub fn are_counterparts(&self, left: usize, right: usize) -> bool {
        let name = |at: usize| self.processes[at].process.as_ref().map(|(name, _)| name);
        name(left) == name(right)
    }

    /// Does the variable hold ids that are stored there?
    #[must_use]
    pub(crate) fn stores_ids(&self, variable: VariableId) -> bool {
        self.stored.contains(&variable)
    }

    /// Is it a fault because what belongs to somebody else was asked for, who is not among the members?
    #[must_use]
    pub fn is_elsewhere(&self, fault: &Fault) -> bool {
        match fault.kind {
            FaultKind::BadIndex { value, .. } => value == self.other,
            FaultKind::BadShift(by) => by == UNKNOWN,
            _ => false,
        }
    }

    /// A goal in which two stored ids are compared only where that can be known.
    #[must_use]
    pub fn strict_goal(&self, goal: &Goal) -> Goal {
        Strict { stored: &self.stored, other: self.other }.goal(goal)
    }

    /// The members that a cell of the state belongs to.
    #[must_use]
    pub(crate) fn members_of_cell(&self, slot: usize) -> BTreeSet<usize> {
        self.slots[slot].members()
    }

    /// The members that a clock belongs to.
    #[must_use]
    pub(crate) fn members_of_clock(&self, clock: usize) -> BTreeSet<usize> {
        self.clocks[clock].members()
    }

    /// The most members that one cell or clock belongs to at once.
    #[must_use]
    pub fn widest_cell(&self) -> usize {
        self.slots.iter().chain(&self.clocks).map(|key| key.members().len()).max().unwrap_or(0)
    }
}

/// Variables that are assigned to, or passed to a function. Those bound by `select`, a quantifier or a loop are not among
/// them: they never hold the id of somebody else.
fn assigned_variables(network: &Network) -> BTreeSet<VariableId> {
    struct Assigned(BTreeSet<VariableId>);
    impl Visitor for Assigned {
        fn stmt(&mut self, stmt: &Stmt) {
            if let StmtKind::Assign { target, .. } | StmtKind::Copy { target, .. } = &stmt.kind {
                self.0.insert(target.variable);
            }
            walk_stmt(self, stmt);
        }
    }
    let mut assigned = Assigned(BTreeSet::new());
    for edge in network.processes.iter().flat_map(|process| &process.edges) {
        walk_edge(&mut assigned, edge);
    }
    for function in &network.functions {
        let parts = [&function.parameters, &function.results, &function.locals];
        assigned.0.extend(parts.into_iter().flatten());
        function.body.iter().for_each(|stmt| assigned.stmt(stmt));
    }
    assigned.0
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
    let key = |(process, member): (&Process, &Option<usize>)| {
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
    fn larger_variable(&self, id: VariableId) -> Result<&Variable, String> {
        let name = &self.network.variable(id).name;
        let mut same = self.larger.variables.iter().filter(|other| other.name == *name);
        same.find(|other| other.storage == Storage::State)
            .ok_or_else(|| format!("{name} is not in larger instances"))
    }

    /// Parameters, local variables and results of functions that hold ids. Several may have one name; then their order
    /// is the same in both instances.
    fn scratch_ids(&self) -> Vec<VariableId> {
        let scratch = |network: &'_ Network| {
            let mut found: BTreeMap<String, Vec<VariableId>> = BTreeMap::new();
            for (number, variable) in network.variables.iter().enumerate() {
                if variable.storage == Storage::Scratch {
                    found.entry(variable.name.clone()).or_default().push(VariableId::at(number));
                }
            }
            found
        };
        let larger = scratch(self.larger);
        let mut found = Vec::new();
        for (name, here) in scratch(self.network) {
            let there = larger.get(&name).map_or(&[][..], Vec::as_slice);
            let pairs = here.iter().zip(there);
            found.extend(pairs.filter_map(|(here, there)| {
                let (small, large) = (self.network.variable(*here), self.larger.variable(*there));
                (small.domain.upper != large.domain.upper).then_some(*here)
            }));
        }
        found
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
            Some(member) if *open => KeyPlace::Member(member),
            None if *open && *index > self.ids.lower => {
                KeyPlace::Above(index.saturating_sub(self.ids.of(self.ids.members)))
            }
            _ => KeyPlace::Value(*index),
        };
        Key {
            process: owner.and_then(|owner| self.processes[owner.index()].process.clone()),
            name: local_name(self.network, owner, name),
            places: indices.iter().zip(open).map(place).collect(),
        }
    }

    /// What has more parts in the larger instance. Its processes have as many edges: see [`selects`](Pairs::selects).
    fn spread(&self) -> Vec<Spread> {
        let named: BTreeMap<&str, &Process> =
            self.larger.processes.iter().map(|process| (&*process.name, process)).collect();
        let of = |process: &Process| {
            let Some(same) = named.get(&*process.name) else { return Spread::default() };
            let locations = process.locations.iter().zip(&same.locations);
            let edges = process.edges.iter().zip(&same.edges);
            let differs = |here: &Guard, there: &Guard| parts(here) != parts(there);
            Spread {
                locations: locations.map(|(l, r)| differs(&l.invariant, &r.invariant)).collect(),
                edges: edges.map(|(l, r)| differs(&l.guard, &r.guard)).collect(),
            }
        };
        self.network.processes.iter().map(of).collect()
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

/// How many expressions a guard consists of.
fn parts(guard: &Guard) -> usize {
    struct Parts(usize);
    impl Visitor for Parts {
        fn expr(&mut self, expr: &Expr) {
            self.0 += 1;
            walk_expr(self, expr);
        }
    }
    let mut parts = Parts(0);
    walk_guard(&mut parts, guard);
    parts.0
}

/// Are all names different?
fn unique(keys: &[Key]) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    match keys.iter().find(|key| !seen.insert(*key)) {
        Some(key) => Err(format!("{} has the name of something else", key.name)),
        None => Ok(()),
    }
}

/// The largest index of any array of variables, clocks or channels.
fn largest_index(network: &Network) -> i32 {
    let dims = network.variables.iter().map(|variable| &variable.dims);
    let dims = dims.chain(network.clocks.iter().map(|clock| &clock.dims));
    let dims = dims.chain(network.channels.iter().map(|channel| &channel.dims));
    dims.flatten().map(|dim| dim.upper).max().unwrap_or(0)
}
