//! Finding the symmetries of a network.
//!
//! Candidates come from processes that look alike (exchange two of them) and from values that are used as
//! identities without belonging to a process (exchange two of them); rings from lists of alike processes
//! (rotate or reverse the list). Every candidate is validated; exchanges that pass are collected into
//! sorts of interchangeable elements.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use network::{Goal, Network, ProcessId, ScalarSetId, Storage, VariableId};
use num_bigint::BigUint;

use super::automorphisms::AutomorphismSearch;
use super::orbits::{Orbits, moved_members};
use super::shape::shapes;
use crate::compare::colours::Colours;
use crate::compare::matcher::Matcher;
use crate::compare::ordered::ordered_quantifiers;
use crate::compare::pairing::Roles;
use crate::group::split::Split;
use crate::identities::classes::{Class, Classes};
use crate::identities::ranges::MOST_VALUES_OF_A_SORT;
use crate::identities::touched::Touched;
use crate::query::restrict::{Question, group_for};
use crate::renaming::total::Renaming;
use crate::validate::found::{Found, FoundRing, FoundSort, Member, Rejection};
use crate::validate::meta::carried_meta;
use crate::validate::symmetry::{Broken, Candidate, Validator};

/// Finds the symmetries of a network. The goals take part in deciding which integers are identities.
#[must_use]
pub fn detect(network: &Network, goals: &[Goal]) -> Found {
    let mut found = detect_whole(network, goals);
    let mut most = order(network, &found);
    let written_out = Split::written_out(network, &found.classes, goals);
    for split in Split::of(network, goals).into_iter().chain(written_out) {
        let goals: Option<Vec<Goal>> = goals.iter().map(|goal| split.goal(network, goal)).collect();
        let Some(goals) = goals else { continue };
        let mut finer = search(&split.network, &goals, split.edges.is_some());
        let finer_order = order(&split.network, &finer);
        if finer_order > most {
            finer.split = Some(Arc::new(split));
            (found, most) = (finer, finer_order);
        }
    }
    found
}

/// How many symmetries can be used of what was found in a network.
pub(crate) fn order(network: &Network, found: &Found) -> BigUint {
    group_for(network, found, Question::NOTHING, false).0.order()
}

/// Finds the symmetries that move arrays as a whole, as declared scalar sets do.
#[must_use]
pub fn detect_whole(network: &Network, goals: &[Goal]) -> Found {
    search(network, goals, false)
}

/// Finds the symmetries of a network; those of single cells if that is asked for.
fn search(network: &Network, goals: &[Goal], cells: bool) -> Found {
    let shapes = shapes(network);
    let mut classes = Classes::of(network, goals);
    identify_roles(network, &shapes, &mut classes);
    let mut found = Found::nothing(classes);
    if let Some(name) = carried_meta(network, goals) {
        let nothing = Member::Process(ProcessId(0));
        found.rejected.push(Rejection { between: (nothing, nothing), broken: Broken::Meta(name) });
        return found;
    }
    let classes = found.classes.clone();
    let colours = Colours::of(network, &classes, &shapes);
    let ordered = ordered_quantifiers(network);
    let validator = Validator { network, classes: &classes, colours: &colours, ordered: &ordered };
    let (moved, orbits) = (BTreeSet::new(), Orbits::default());
    let mut detector = Detector { validator, shapes: &shapes, found, moved, orbits };
    detector.processes();
    detector.strangers();
    detector.values();
    detector.rings();
    detector.others();
    if cells {
        detector.cells();
    }
    detector.found
}

/// Variables that play the same role in alike processes hold the same kind of values.
fn identify_roles(network: &Network, shapes: &[u64], classes: &mut Classes) {
    let mut last: BTreeMap<u64, ProcessId> = BTreeMap::new();
    let mut roles = Roles::default();
    for (number, shape) in shapes.iter().enumerate() {
        let process = ProcessId::at(number);
        if let Some(previous) = last.insert(*shape, process) {
            let mut matcher = Matcher::new(network, classes, &mut roles);
            matcher.processes(previous, process);
        }
    }
    let mut next = 0;
    while let Some((from, to)) = roles.functions.get(next).copied() {
        next += 1;
        if from != to {
            Matcher::new(network, classes, &mut roles).functions(from, to);
        }
    }
    for (left, right) in roles.variables {
        classes.identify_variables(network, left, right);
    }
    for (left, right) in roles.clocks {
        classes.identify_clocks(network, left, right);
    }
    for (left, right) in roles.channels {
        classes.identify_channels(network, left, right);
    }
}

pub(crate) struct Detector<'n> {
    pub(crate) validator: Validator<'n>,
    /// Processes that look alike have the same shape.
    shapes: &'n [u64],
    pub(crate) found: Found,
    /// Members that some exchange found so far moves.
    moved: BTreeSet<Member>,
    /// What exchanges found so far make of each other.
    pub(crate) orbits: Orbits,
}

impl<'n> Detector<'n> {
    /// One that has found nothing yet.
    pub(crate) fn emptied(&self) -> Detector<'n> {
        Detector {
            validator: self.validator,
            shapes: self.shapes,
            found: Found::nothing(self.found.classes.clone()),
            moved: BTreeSet::new(),
            orbits: Orbits::default(),
        }
    }

    /// Groups of alike processes, tried one by one.
    fn processes(&mut self) {
        for group in self.groups() {
            let ring = if self.is_ring(&group) { self.ring(&group) } else { None };
            match ring {
                // A list that rotates along with an earlier one is part of that ring.
                Some(ring) if ring.members.iter().all(|one| self.is_moved(*one)) => {}
                Some(ring) => self.keep_ring(ring),
                None => self.collect(group.into_iter().map(Member::Process), true),
            }
        }
    }

    /// Can a group be turned, although neighbours cannot be exchanged? Then no exchanges are tried, of its
    /// members or of their ids: exchanging opposite members of a ring rotates the whole ring by half, and
    /// would pass for an exchange of two elements.
    fn is_ring(&self, group: &[ProcessId]) -> bool {
        let [first, second, _, ..] = group else { return false };
        let neighbours = exchange(Member::Process(*first), Member::Process(*second));
        self.validator.validate(&neighbours).is_err()
            && self.permute(group, |at| (at + 1) % group.len()).is_some()
    }

    fn groups(&self) -> Vec<Vec<ProcessId>> {
        let mut groups: BTreeMap<u64, Vec<ProcessId>> = BTreeMap::new();
        let mut order = Vec::new();
        for (number, shape) in self.shapes.iter().enumerate() {
            let group = groups.entry(*shape).or_default();
            if group.is_empty() {
                order.push(*shape);
            }
            group.push(ProcessId::at(number));
        }
        order.iter().filter_map(|shape| groups.remove(shape)).filter(|g| g.len() > 1).collect()
    }

    /// Processes of one template that do not even look alike, because a parameter changes what they do:
    /// reported, as their author may think that they are interchangeable.
    fn strangers(&mut self) {
        let network = self.validator.network;
        let mut known: BTreeMap<u32, Vec<(u64, ProcessId)>> = BTreeMap::new();
        for (number, process) in network.processes.iter().enumerate() {
            let shape = self.shapes[number];
            let seen = known.entry(process.template.0).or_default();
            if seen.iter().any(|(other, _)| *other == shape) {
                continue;
            }
            let stranger = ProcessId::at(number);
            if let Some((_, first)) = seen.first() {
                let between = (Member::Process(*first), Member::Process(stranger));
                let candidate = exchange(between.0, between.1);
                if let Err(broken) = self.validator.validate(&candidate) {
                    self.found.rejected.push(Rejection { between, broken });
                }
            }
            seen.push((shape, stranger));
        }
    }

    /// Tries to exchange each member with the first of its kind, unless symmetries found so far make one
    /// of the other already.
    fn collect(&mut self, members: impl Iterator<Item = Member>, report: bool) {
        let mut firsts: Vec<Member> = Vec::new();
        for member in members {
            if firsts.iter().any(|first| self.orbits.same(*first, member)) {
                continue;
            }
            let colour = self.colour(member);
            // That colours differ does not say why, so one exchange is tried for the reason.
            let is_tried = |(at, first): &(usize, &Member)| {
                (report && *at == 0) || self.colour(**first) == colour
            };
            let tried: Vec<Member> =
                firsts.iter().enumerate().filter(is_tried).map(|(_, first)| *first).collect();
            if !tried.iter().any(|first| self.exchanged(*first, member, report)) {
                firsts.push(member);
            }
        }
    }

    fn colour(&self, member: Member) -> Option<u64> {
        match member {
            Member::Process(id) => self.validator.colours.processes.get(id.index()).copied(),
            Member::Value(class, value) => self.validator.colours.value(class, value),
        }
    }

    /// Validates an exchange and adds it to what was found, if it fits.
    fn exchanged(&mut self, first: Member, member: Member, report: bool) -> bool {
        match self.validator.validate(&exchange(first, member)) {
            // Exchanges of locations are for rings.
            Ok(renaming) => !renaming.moves_locations() && self.fits(first, member, renaming),
            Err(broken) => {
                if report {
                    self.found.rejected.push(Rejection { between: (first, member), broken });
                }
                false
            }
        }
    }

    /// Adds an exchange to a sort with the same first member, or starts one. Different sorts must not
    /// disturb each other: their exchanges commute.
    pub(crate) fn fits(&mut self, first: Member, member: Member, renaming: Renaming) -> bool {
        let sorts = &self.found.sorts;
        let own = sorts.iter().position(|sort| {
            sort.members[0] == first && ends(sort).all(|other| braided(other, &renaming))
        });
        let others = sorts.iter().enumerate().filter(|(number, _)| Some(*number) != own);
        if !others.flat_map(|(_, sort)| ends(sort)).all(|other| commute(other, &renaming)) {
            return false;
        }
        self.moved.extend(moved_members(&renaming));
        self.orbits.join(&renaming);
        if let Some(number) = own {
            let sort = &mut self.found.sorts[number];
            sort.members.push(member);
            sort.exchanges.push(renaming);
        } else {
            let exchanges = vec![renaming];
            let scalar_sets = self.scalar_sets(&exchanges);
            let members = vec![first, member];
            self.found.sorts.push(FoundSort { members, exchanges, scalar_sets });
        }
        true
    }

    /// The declared scalar sets whose elements a sort exchanges.
    fn scalar_sets(&self, exchanges: &[Renaming]) -> Vec<ScalarSetId> {
        let mut sets = BTreeSet::new();
        let network = self.validator.network;
        let Some(renaming) = exchanges.first() else { return Vec::new() };
        for (number, variable) in network.variables.iter().enumerate() {
            let id = VariableId::at(number);
            let moves = |class: Class| renaming.values.contains_key(&class);
            if moves(self.validator.classes.value(id)) {
                sets.extend(variable.domain.scalar);
            }
            for (dim, domain) in variable.dims.iter().enumerate() {
                if moves(self.validator.classes.dim(id, dim)) {
                    sets.extend(domain.scalar);
                }
            }
        }
        for (number, process) in network.processes.iter().enumerate() {
            if renaming.processes[number] as usize != number {
                sets.extend(process.arguments.iter().filter_map(|(domain, _)| domain.scalar));
            }
        }
        sets.into_iter().collect()
    }

    /// Values of classes of identities that no process exchange moves.
    pub(crate) fn values(&mut self) {
        let touched = Touched::by(self.validator.network, self.validator.classes);
        for (class, lower, upper) in self.value_ranges() {
            let values = (lower..=upper).filter(|value| touched.has(class, *value));
            // Most values of most classes are not interchangeable, which is not worth a report.
            self.collect(values.map(|value| Member::Value(class, value)), false);
        }
    }

    /// Classes that index state variables or clocks, with their values. (Values that are only copied and
    /// compared are interchangeable too, but exchanging them is rarely worth its price.)
    fn value_ranges(&self) -> Vec<(Class, i32, i32)> {
        let (network, classes) = (self.validator.network, self.validator.classes);
        let mut ranges: BTreeMap<Class, (i32, i32)> = BTreeMap::new();
        let mut note = |class: Class, lower: i32, upper: i32| {
            let range = ranges.entry(class).or_insert((lower, upper));
            *range = (range.0.min(lower), range.1.max(upper));
        };
        for (number, variable) in network.variables.iter().enumerate() {
            if variable.storage != Storage::State {
                continue;
            }
            let id = VariableId::at(number);
            for (dim, range) in variable.dims.iter().enumerate() {
                note(classes.dim(id, dim), range.lower, range.upper);
            }
        }
        for (number, family) in network.clocks.iter().enumerate() {
            let id = network::ClockFamilyId::at(number);
            for (dim, range) in family.dims.iter().enumerate() {
                note(classes.clock_dim(id, dim), range.lower, range.upper);
            }
        }
        let small =
            |lower: i32, upper: i32| u64::from(upper.abs_diff(lower)) < MOST_VALUES_OF_A_SORT;
        ranges
            .into_iter()
            .filter(|(class, (lower, upper))| {
                classes.plain(*class).is_none() && lower < upper && small(*lower, *upper)
            })
            .map(|(class, (lower, upper))| (class, lower, upper))
            .collect()
    }

    /// Lists of alike processes no two of which can be exchanged, turned and reversed.
    fn rings(&mut self) {
        for group in self.groups() {
            let loose: Vec<ProcessId> =
                group.into_iter().filter(|process| !self.is_moved(*process)).collect();
            if let Some(ring) = self.ring(&loose) {
                self.keep_ring(ring);
            }
        }
    }

    fn ring(&self, list: &[ProcessId]) -> Option<FoundRing> {
        let count = list.len();
        if count < 2 {
            return None;
        }
        let rotation = self.permute(list, |at| (at + 1) % count);
        let reversal =
            (0..count).find_map(|around| self.permute(list, |at| (around + count - at) % count));
        let members = list.to_vec();
        (rotation.is_some() || reversal.is_some()).then_some(FoundRing {
            members,
            rotation,
            reversal,
        })
    }

    fn is_moved(&self, process: ProcessId) -> bool {
        self.moved.contains(&Member::Process(process))
    }

    fn keep_ring(&mut self, ring: FoundRing) {
        for renaming in ring.renamings() {
            self.moved.extend(moved_members(renaming));
            self.orbits.join(renaming);
        }
        self.found.rings.push(ring);
    }

    fn permute(&self, list: &[ProcessId], image: impl Fn(usize) -> usize) -> Option<Renaming> {
        let processes: Vec<(ProcessId, ProcessId)> =
            list.iter().enumerate().map(|(at, process)| (*process, list[image(at)])).collect();
        let colours = &self.validator.colours.processes;
        if processes.iter().any(|(from, to)| colours[from.index()] != colours[to.index()]) {
            return None;
        }
        let candidate = Candidate { processes, rearranges: true, ..Candidate::default() };
        let found = self.validator.validate(&candidate).ok();
        // Neighbours on either side may be taken for each other at first.
        let found = found
            .or_else(|| AutomorphismSearch::new(&self.validator).completed(&candidate.processes));
        found.filter(|renaming| !renaming.is_identity())
    }
}

/// The first and the last exchange of a sort.
fn ends(sort: &FoundSort) -> impl Iterator<Item = &Renaming> {
    sort.exchanges.first().into_iter().chain(sort.exchanges.last())
}

fn commute(left: &Renaming, right: &Renaming) -> bool {
    left.then(right) == right.then(left)
}

/// Exchanges of one element with two others: each turns the other into the exchange of these two.
fn braided(left: &Renaming, right: &Renaming) -> bool {
    left.then(right).then(left) == right.then(left).then(right)
}

pub(crate) fn exchange(left: Member, right: Member) -> Candidate {
    let mut candidate = Candidate::default();
    match (left, right) {
        (Member::Process(left), Member::Process(right)) => {
            candidate.processes = vec![(left, right), (right, left)];
        }
        (Member::Value(class, left), Member::Value(_, right)) => {
            candidate.values = vec![(class, left, right), (class, right, left)];
        }
        _ => {}
    }
    candidate
}
