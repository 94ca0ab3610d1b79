//! The instances of a family.

use std::collections::BTreeSet;

use network::Network;
use network::family::{Ids, Instance, MANY, Unfit, Witnesses, may_stand_by};
use symmetry::{Found, FoundRing, FoundSort, Member, Renaming};

use super::open::Family;
use crate::loader::Loader;
use crate::model::Model;

/// The most members that one transition may need, for a proof to be tried.
const MOST_PARTICIPANTS: usize = 4;

impl Family {
    /// The value of the constant for which there are so many members.
    pub(super) fn value(&self, members: usize) -> i32 {
        let members = i32::try_from(members).unwrap_or(i32::MAX);
        match &self.shape {
            Ok(shape) => members.saturating_sub(1).saturating_add(shape.lower - shape.offset),
            Err(_) => members,
        }
    }

    /// The model with so many members.
    pub(super) fn instance(&self, members: usize) -> Result<Model, String> {
        if let Some(known) = self.known.borrow().get(&members) {
            return known.clone();
        }
        let made = self.make(&self.loader, members);
        self.known.borrow_mut().insert(members, made.clone());
        made
    }

    fn make(&self, loader: &Loader, members: usize) -> Result<Model, String> {
        let value = self.value(members);
        let loader = loader.clone().define(&self.parameter, value);
        let problem = |error: crate::LoadError| {
            format!("with {} = {value} the model has errors: {error}", self.parameter)
        };
        self.source.load(&loader).map_err(problem)
    }

    /// What a proof with views of `arity` members of the query at this place needs.
    pub(super) fn views(&self, arity: usize, place: usize) -> Result<views::Family, String> {
        self.members_are_alike(arity + 2)?;
        let witnesses = self.witnesses.get_or_init(|| self.find_witnesses()).clone()?;
        let mut networks = Vec::new();
        let mut instances = Vec::new();
        let mut needed = 1;
        for members in arity.. {
            if networks.is_empty() {
                networks.push(self.query_network(members, place)?);
            }
            networks.push(self.query_network(members + 1, place)?);
            let [.., network, larger] = networks.as_slice() else { break };
            let instance = self.pair(members, network.clone(), larger)?;
            // Two members are enough to see how many a transition needs.
            if members == arity.max(2) {
                needed = views::reach(&instance, &witnesses).map_err(|unfit| self.said(&unfit))?;
            }
            instances.push(instance);
            if members >= (arity + needed).max(2) {
                break;
            }
        }
        instances.truncate(needed + 1);
        Ok(views::Family { instances, witnesses })
    }

    /// Why looking at a few members does not show what the processes do, if so.
    pub(super) fn unfit(&self) -> Option<String> {
        let witnesses = match self.witnesses.get_or_init(|| self.find_witnesses()) {
            Ok(witnesses) => witnesses,
            Err(reason) => return Some(reason.clone()),
        };
        let reach = views::reach(&self.members(2).ok()?, witnesses);
        match reach.map_err(|unfit| self.said(&unfit)) {
            Ok(needed) if needed > MOST_PARTICIPANTS => Some(format!(
                "a transition involves {needed} processes at once, so views need at least as many"
            )),
            Ok(_) => None,
            Err(reason) => Some(reason),
        }
    }

    /// Whom one must look at to see what edges do.
    fn find_witnesses(&self) -> Result<Witnesses, String> {
        let many = self.many.get_or_init(|| self.make_many()).as_ref().map_err(String::clone)?;
        Witnesses::of(many).map_err(|unfit| self.said(&unfit))
    }

    /// The instance with [`MANY`] members. Nothing is asked of it: queries that name pairs of processes would be long.
    fn make_many(&self) -> Result<Instance, String> {
        let loader = self.loader.clone().without_queries();
        let (network, larger) = (self.make(&loader, MANY)?, self.make(&loader, MANY + 1)?);
        self.pair(MANY, network.network().as_ref().clone(), larger.network())
    }

    /// Is every run of an instance a run of all larger ones, where the others stand by?
    pub(super) fn may_stand_by(&self) -> bool {
        self.many.get_or_init(|| self.make_many()).as_ref().is_ok_and(may_stand_by)
    }

    /// The instance with so many members, and what belongs to which of them.
    pub fn members(&self, members: usize) -> Result<Instance, String> {
        let (network, larger) = (self.instance(members)?, self.instance(members + 1)?);
        self.pair(members, network.network().as_ref().clone(), larger.network())
    }

    fn pair(&self, members: usize, network: Network, larger: &Network) -> Result<Instance, String> {
        let shape = self.shape.as_ref().map_err(|_| "the model is not a family".to_owned())?;
        let ids = Ids { lower: shape.lower, members };
        Instance::new(network, larger, ids, &shape.plain_ids)
    }

    fn said(&self, unfit: &Unfit) -> String {
        let at = self.written.loaded().place(unfit.origin);
        at.map_or(unfit.reason.clone(), |at| format!("{at}: {}", unfit.reason))
    }

    fn query_network(&self, members: usize, place: usize) -> Result<Network, String> {
        let model = self.instance(members)?;
        let queries = model.queries();
        let query = queries.get(place).ok_or_else(|| "there is no such query".to_owned())?;
        Ok(query.network().as_ref().clone())
    }

    fn members_are_alike(&self, members: usize) -> Result<(), String> {
        if let Some(known) = self.symmetric.borrow().get(&members) {
            return known.clone();
        }
        let found = self.check_symmetry(members);
        self.symmetric.borrow_mut().insert(members, found.clone());
        found
    }

    /// The processes must be interchangeable, by the detection that validates every symmetry.
    fn check_symmetry(&self, members: usize) -> Result<(), String> {
        let model = self.instance(members)?;
        let instance = self.members(members)?;
        let network = model.network();
        for (first, member) in instance.member_of.iter().enumerate() {
            if *member != Some(0) {
                continue;
            }
            let alike = (0..network.processes.len()).filter(|other| {
                instance.member_of[*other].is_some() && instance.are_counterparts(first, *other)
            });
            let alike: Vec<usize> = alike.collect();
            if !are_interchangeable(model.symmetries().found(), &alike) {
                let names = alike.iter().map(|at| network.processes[*at].name.as_str());
                return Err(format!(
                    "{} are not interchangeable; `orrery symmetry` tells why",
                    names.collect::<Vec<_>>().join(", ")
                ));
            }
        }
        Ok(())
    }
}

/// Do the symmetries that were found permute these processes in all ways? They may be elements of a sort, belong to elements,
/// or be moved in another way.
fn are_interchangeable(found: &Found, processes: &[usize]) -> bool {
    let is_element = |at: &usize, sort: &FoundSort| {
        sort.members.contains(&Member::Process(network::ProcessId::at(*at)))
    };
    if found.sorts.iter().any(|sort| processes.iter().all(|at| is_element(at, sort))) {
        return true;
    }
    let exchanges = found.sorts.iter().flat_map(|sort| &sort.exchanges);
    let turns = found.rings.iter().flat_map(FoundRing::renamings);
    let others = found.graph.iter().flat_map(|graph| &graph.generators).chain(turns);
    let image = |renaming: &Renaming| -> Option<Vec<usize>> {
        let place = |at: &usize| {
            let to = renaming.processes[*at] as usize;
            processes.iter().position(|one| *one == to)
        };
        processes.iter().map(place).collect()
    };
    let generators: BTreeSet<Vec<usize>> = exchanges.chain(others).filter_map(image).collect();
    let mut all = BTreeSet::from([(0..processes.len()).collect::<Vec<usize>>()]);
    let mut waiting: Vec<Vec<usize>> = all.iter().cloned().collect();
    while let Some(one) = waiting.pop() {
        for generator in &generators {
            let next: Vec<usize> = one.iter().map(|at| generator[*at]).collect();
            if all.insert(next.clone()) {
                waiting.push(next);
            }
        }
    }
    all.len() == (1..=processes.len()).product::<usize>()
}
