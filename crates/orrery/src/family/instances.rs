//! The instances of a family.

use network::family::{Ids, Instance, MANY, Unfit, Witnesses};
use symmetry::Member;

use super::open::Family;
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
        let made = self.make(members);
        self.known.borrow_mut().insert(members, made.clone());
        made
    }

    fn make(&self, members: usize) -> Result<Model, String> {
        let value = self.value(members);
        let loader = self.loader.clone().define(&self.parameter, value);
        let problem = |error: crate::LoadError| {
            format!("with {} = {value} the model has errors: {error}", self.parameter)
        };
        self.source.load(&loader).map_err(problem)
    }

    /// What a proof with views of `arity` members of the query at this place needs.
    pub(super) fn views(&self, arity: usize, place: usize) -> Result<views::Family, String> {
        let shape = self.shape.as_ref().map_err(|_| "the model is not a family".to_owned())?;
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
            let ids = Ids { lower: shape.lower, members };
            let instance = Instance::new(network.clone(), larger, ids, &shape.plain_ids)?;
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
        Witnesses::of(&self.members(MANY)?).map_err(|unfit| self.said(&unfit))
    }

    /// The instance with so many members, and what belongs to which of them.
    pub fn members(&self, members: usize) -> Result<Instance, String> {
        let shape = self.shape.as_ref().map_err(|_| "the model is not a family".to_owned())?;
        let (network, larger) = (self.instance(members)?, self.instance(members + 1)?);
        let ids = Ids { lower: shape.lower, members };
        let network = network.network().as_ref().clone();
        Instance::new(network, larger.network(), ids, &shape.plain_ids)
    }

    fn said(&self, unfit: &Unfit) -> String {
        let at = self.written.loaded().place(unfit.origin);
        at.map_or(unfit.reason.clone(), |at| format!("{at}: {}", unfit.reason))
    }

    fn query_network(&self, members: usize, place: usize) -> Result<network::Network, String> {
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
        let found = model.symmetries();
        let sort_of = |process: usize| {
            let member = Member::Process(network::ProcessId::at(process));
            found.found().sorts.iter().position(|sort| sort.members.contains(&member))
        };
        let network = model.network();
        for (first, member) in instance.member_of.iter().enumerate() {
            if *member != Some(0) {
                continue;
            }
            let template = network.processes[first].template;
            let alike = (0..network.processes.len()).filter(|other| {
                instance.member_of[*other].is_some()
                    && network.processes[*other].template == template
            });
            for other in alike {
                if sort_of(first).is_none() || sort_of(first) != sort_of(other) {
                    let (left, right) =
                        (&network.processes[first].name, &network.processes[other].name);
                    return Err(format!(
                        "{left} and {right} are not interchangeable; `orrery symmetry` tells why"
                    ));
                }
            }
        }
        Ok(())
    }
}
