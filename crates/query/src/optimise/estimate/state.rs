//! The estimate for a state.

use network::{Goal, Network, Pricing};
use zones::Zone;

use super::clocks::Setters;
use super::jackson::{Demand, jackson};
use super::lone::{Lone, Measure, NEVER};
use super::resource::{Resource, resources};
use super::wanted::wanted;
use engine::semantics::{ActiveClocks, Rows};

/// Estimates are left out if states would have to look at more.
const MOST_DEMANDS: usize = 20_000;

/// So many resources are named to people.
const NAMED: usize = 8;

/// What is known about the rest of a run, whatever the state.
pub(in crate::optimise) struct Estimates<'p> {
    active: &'p ActiveClocks,
    processes: Vec<Option<ProcessEstimate>>,
    resources: Vec<SharedResource>,
    is_time: bool,
    rows: Rows,
    demands: Vec<Demand>,
    free: Vec<Free>,
}

struct ProcessEstimate {
    /// For each edge, the resources that it takes from, and how much.
    needs: Vec<Vec<(usize, i64)>>,
    lone: Lone,
    wanted: Vec<bool>,
    time: Measure,
    cost: Measure,
    /// What it pays for each time unit, wherever it is.
    always: i64,
}

struct SharedResource {
    name: String,
    capacity: i64,
    users: Vec<User>,
    /// For each process that ever takes some: how much it has at each location.
    taken: Vec<(usize, Vec<i64>)>,
}

/// What is left of a resource now, and for how long nobody can give back anything.
#[derive(Clone, Copy)]
struct Free {
    amount: i64,
    until: i64,
}

/// How a process uses a resource.
struct User {
    process: usize,
    head: Measure,
    work: Measure,
    tail: Measure,
}

/// What the rest of a run costs at least, and how much there is still to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::optimise) struct Estimate {
    pub(in crate::optimise) least: i64,
    /// The work of all processes together. It decides among states of equal cost.
    pub(in crate::optimise) work: i64,
    /// When each process and each resource is done at the earliest, all added up, and how many they are.
    pub(in crate::optimise) ends: (i64, i64),
}

impl<'p> Estimates<'p> {
    pub(in crate::optimise) fn new(
        network: &Network,
        goal: &Goal,
        pricing: Pricing<'_>,
        active: &'p ActiveClocks,
    ) -> Estimates<'p> {
        let (setters, wanted) = (Setters::of(network), wanted(network, goal));
        let mut processes = Vec::new();
        for (at, wanted) in wanted.into_iter().enumerate() {
            let lone = Lone::of(network, at, pricing, &setters);
            let initial = network.processes[at].initial.index();
            processes.push(lone.map(|lone| ProcessEstimate::new(lone, wanted, initial)));
        }
        let shared = |resource| SharedResource::new(resource, &processes, network);
        let mut shared: Vec<SharedResource> =
            resources(network).into_iter().filter_map(shared).collect();
        if shared.iter().map(|resource| resource.users.len()).sum::<usize>() > MOST_DEMANDS {
            shared.clear();
        }
        for (number, resource) in shared.iter().enumerate() {
            for (process, taken) in &resource.taken {
                if let Some(each) = &mut processes[*process] {
                    each.note_needs(number, taken);
                }
            }
        }
        Estimates {
            active,
            processes,
            resources: shared,
            is_time: matches!(pricing, Pricing::Time),
            rows: Rows::default(),
            demands: Vec::new(),
            free: Vec::new(),
        }
    }

    /// The estimate for a state whose clocks have just been set: before any delay. [`NEVER`] if the goal cannot be reached.
    pub(in crate::optimise) fn at(&mut self, cells: &[i32], zone: &Zone) -> Estimate {
        self.least(cells, zone).unwrap_or(Estimate { least: NEVER, work: NEVER, ends: (NEVER, 0) })
    }

    fn least(&mut self, cells: &[i32], zone: &Zone) -> Option<Estimate> {
        let locations = &cells[..self.processes.len()];
        self.active.rows(locations, &mut self.rows);
        let most = |clock: usize| match self.rows.row[clock] {
            0 => None,
            row => zone.get(row, 0).limit().map(i64::from),
        };
        let free_of = |resource: &SharedResource| resource.free(&self.processes, locations, &most);
        self.free.clear();
        self.free.extend(self.resources.iter().map(free_of));
        let now = Now { most: &most, free: &self.free };
        let (mut time, mut work, mut ends) = (0, 0_i64, 0_i64);
        for (each, location) in self.processes.iter().zip(locations) {
            let Some(each) = each else { continue };
            let location = usize::try_from(*location).ok()?;
            let alone = each.measured(&each.time, location, &now)?;
            time = time.max(alone);
            work = work.saturating_add(alone);
        }
        for resource in &self.resources {
            let demand = |user: &User| {
                let each = self.processes[user.process].as_ref()?;
                let location = usize::try_from(locations[user.process]).ok()?;
                user.demand(each, location, resource.capacity, &now)
            };
            self.demands.clear();
            self.demands.extend(resource.users.iter().filter_map(demand));
            let end = jackson(&mut self.demands);
            let end = end.saturating_add(resource.capacity - 1) / resource.capacity;
            time = time.max(end);
            ends = ends.saturating_add(end);
        }
        let ends = if self.resources.is_empty() {
            (work, i64::try_from(self.processes.len()).unwrap_or(1))
        } else {
            (ends, i64::try_from(self.resources.len()).unwrap_or(1))
        };
        if self.is_time {
            return Some(Estimate { least: time, work, ends });
        }
        let mut least = 0_i64;
        for (each, location) in self.processes.iter().zip(locations) {
            let Some(each) = each else { continue };
            let location = usize::try_from(*location).ok()?;
            let cost = each.measured(&each.cost, location, &now)?;
            least = least.saturating_add(cost.max(each.always.saturating_mul(time)));
        }
        Some(Estimate { least, work, ends })
    }

    /// For people: what is looked at.
    pub(in crate::optimise) fn note(&self) -> String {
        let bound = |each: &&ProcessEstimate| each.wanted.iter().any(|wanted| !wanted);
        let processes = self.processes.iter().flatten().filter(bound).count();
        let names: Vec<&str> =
            self.resources.iter().map(|resource| resource.name.as_str()).take(NAMED).collect();
        let more = if self.resources.len() > NAMED { ", …" } else { "" };
        let resources = match names.as_slice() {
            [] => "no shared resources".to_owned(),
            names => format!("shared resources {}{more}", names.join(", ")),
        };
        format!("estimates: {processes} processes that the goal mentions, each alone; {resources}")
    }
}

impl ProcessEstimate {
    fn new(lone: Lone, wanted: Vec<bool>, initial: usize) -> ProcessEstimate {
        let end: Vec<i64> = wanted.iter().map(|wanted| if *wanted { 0 } else { NEVER }).collect();
        let time = Measure::new(&lone, end.clone(), vec![1; end.len()], false);
        let cost = Measure::new(&lone, end, lone.rates.clone(), true);
        let reachable = lone.reachable(initial);
        let rates = lone.rates.iter().zip(&reachable).filter(|(_, reached)| **reached);
        let always = rates.map(|(rate, _)| *rate).min().unwrap_or(0);
        let needs = vec![Vec::new(); lone.edge_count()];
        ProcessEstimate { needs, lone, wanted, time, cost, always }
    }

    /// Which edges take from a resource, if so much of it is had at each location.
    fn note_needs(&mut self, resource: usize, taken: &[i64]) {
        for (edge, needs) in self.needs.iter_mut().enumerate() {
            let (source, target) = self.lone.ends(edge);
            let more = taken[target] - taken[source];
            needs.extend((more > 0).then_some((resource, more)));
        }
    }

    /// The least sum from a location on; nothing if no way leads to where the process is wanted.
    fn measured(&self, measure: &Measure, location: usize, now: &Now<'_>) -> Option<i64> {
        let blocked = |(resource, amount): &(usize, i64)| {
            let free = now.free.get(*resource).filter(|free| free.amount < *amount);
            free.map_or(0, |free| free.until)
        };
        let wait = |edge: usize| {
            let blocked = self.needs[edge].iter().map(blocked).max().unwrap_or(0);
            blocked.max(self.lone.wait(edge, now.most))
        };
        let sum = measure.at(&self.lone, location, wait);
        (sum < NEVER).then_some(sum)
    }
}

/// What is known of the present state: the largest value of each clock, and what is free.
struct Now<'a> {
    most: &'a dyn Fn(usize) -> Option<i64>,
    free: &'a [Free],
}

impl SharedResource {
    /// Nothing if nobody has to use it.
    fn new(
        resource: Resource,
        processes: &[Option<ProcessEstimate>],
        network: &Network,
    ) -> Option<SharedResource> {
        let mut users = Vec::new();
        let start = Now { most: &|_| None, free: &[] };
        for (process, taken) in &resource.taken {
            let Some(each) = &processes[*process] else { continue };
            let user = User::new(*process, each, taken);
            let initial = network.processes[*process].initial.index();
            let demand = user.demand(each, initial, resource.capacity, &start);
            users.extend(demand.is_some().then_some(user));
        }
        let Resource { name, capacity, taken } = resource;
        (!users.is_empty()).then_some(SharedResource { name, capacity, users, taken })
    }

    /// What is left now. Nobody gives anything back before the first of those who have some leaves its location.
    fn free(
        &self,
        processes: &[Option<ProcessEstimate>],
        locations: &[i32],
        most: &dyn Fn(usize) -> Option<i64>,
    ) -> Free {
        let mut free = Free { amount: self.capacity, until: NEVER };
        for (process, taken) in &self.taken {
            let location = usize::try_from(locations[*process]).unwrap_or(0);
            free.amount -= taken[location];
            if taken[location] > 0 {
                let leaves = processes[*process].as_ref().map_or(0, |each| {
                    let waits =
                        each.lone.out[location].iter().map(|edge| each.lone.wait(*edge, most));
                    waits.min().unwrap_or(NEVER)
                });
                free.until = free.until.min(leaves);
            }
        }
        free
    }
}

impl User {
    fn new(process: usize, each: &ProcessEstimate, taken: &[i64]) -> User {
        let ProcessEstimate { lone, wanted, .. } = each;
        let locations = taken.len();
        let all = |value: &dyn Fn(usize) -> i64| (0..locations).map(value).collect::<Vec<i64>>();
        let uses = |at: usize| taken[at] > 0;
        let head = Measure::new(
            lone,
            all(&|at| if uses(at) { 0 } else { NEVER }),
            vec![1; locations],
            false,
        );
        let end = all(&|at| if wanted[at] { 0 } else { NEVER });
        let work = Measure::new(lone, end, taken.to_vec(), false);
        // After it has been used for the last time, on a way that does not use it again.
        let unused_end = all(&|at| if wanted[at] && !uses(at) { 0 } else { NEVER });
        let unused =
            Measure::new(lone, unused_end, all(&|at| if uses(at) { NEVER } else { 1 }), false);
        let last = all(&|at| match (uses(at), wanted[at]) {
            (false, _) => NEVER,
            (true, true) => 0,
            (true, false) => {
                lone.out[at].iter().map(|edge| unused.after(*edge)).min().unwrap_or(NEVER)
            }
        });
        let tail = Measure::new(lone, last, vec![0; locations], false);
        User { process, head, work, tail }
    }

    /// What is still wanted at a location, in units of time that grow with the capacity; nothing if that may be nothing.
    fn demand(
        &self,
        each: &ProcessEstimate,
        location: usize,
        capacity: i64,
        now: &Now<'_>,
    ) -> Option<Demand> {
        let work = each.measured(&self.work, location, now).filter(|work| *work > 0)?;
        let head = each.measured(&self.head, location, now)?.saturating_mul(capacity);
        let tail = each.measured(&self.tail, location, now)?.saturating_mul(capacity);
        Some(Demand { head, work, tail })
    }
}
