//! A partial renaming of a network, grown by matching.

use std::collections::BTreeMap;

use network::{
    ChannelFamilyId, ClockFamilyId, FunctionId, LocationId, Network, ProcessId, VariableId,
};

use super::total::Renaming;
use crate::identities::classes::{Class, Classes};

/// A one-to-one partial map.
#[derive(Clone, Debug)]
struct Pairs<T> {
    forth: BTreeMap<T, T>,
    back: BTreeMap<T, T>,
}

impl<T> Default for Pairs<T> {
    fn default() -> Self {
        Pairs { forth: BTreeMap::new(), back: BTreeMap::new() }
    }
}

impl<T: Ord + Copy> Pairs<T> {
    /// Adds a pair; `None` if it contradicts an earlier one, otherwise whether it is new.
    fn add(&mut self, from: T, to: T) -> Option<bool> {
        match (self.forth.get(&from), self.back.get(&to)) {
            (None, None) => {
                self.forth.insert(from, to);
                self.back.insert(to, from);
                Some(true)
            }
            (Some(known), Some(_)) if *known == to => Some(false),
            _ => None,
        }
    }

    fn remove(&mut self, from: T) {
        if let Some(to) = self.forth.remove(&from) {
            self.back.remove(&to);
        }
    }

    /// Closes every chain into a cycle, so that the map becomes a permutation.
    fn complete(&mut self) {
        let starts: Vec<T> =
            self.forth.keys().filter(|from| !self.back.contains_key(from)).copied().collect();
        for start in starts {
            let mut end = start;
            while let Some(next) = self.forth.get(&end) {
                end = *next;
            }
            self.forth.insert(end, start);
            self.back.insert(start, end);
        }
    }

    fn of(&self, from: T) -> T {
        self.forth.get(&from).copied().unwrap_or(from)
    }
}

/// What was added, so that it can be taken back.
#[derive(Clone, Copy, Debug)]
enum Added {
    Variable(VariableId),
    Clock(ClockFamilyId),
    Channel(ChannelFamilyId),
    Process(ProcessId),
    Function(FunctionId),
    Location(ProcessId, LocationId),
    Value(Class, i32),
}

/// A partial renaming: processes, variables, clocks, channels, functions, and values of classes.
#[derive(Clone, Debug)]
pub(crate) struct Bindings<'n> {
    network: &'n Network,
    classes: &'n Classes,
    processes: Pairs<ProcessId>,
    variables: Pairs<VariableId>,
    clocks: Pairs<ClockFamilyId>,
    channels: Pairs<ChannelFamilyId>,
    functions: Pairs<FunctionId>,
    /// By process: what its locations become in its image.
    locations: BTreeMap<ProcessId, Pairs<LocationId>>,
    values: BTreeMap<Class, Pairs<i32>>,
    trail: Vec<Added>,
    /// What is not bound stays as it is, rather than being open.
    frozen: bool,
    /// May processes become each other by a permutation of their locations?
    pub(crate) rearranges: bool,
    /// Function pairs whose bodies are still to be matched.
    pub(crate) obligations: Vec<(FunctionId, FunctionId)>,
}

impl<'n> Bindings<'n> {
    pub(crate) fn new(network: &'n Network, classes: &'n Classes) -> Bindings<'n> {
        Bindings {
            network,
            classes,
            processes: Pairs::default(),
            variables: Pairs::default(),
            clocks: Pairs::default(),
            channels: Pairs::default(),
            functions: Pairs::default(),
            locations: BTreeMap::new(),
            values: BTreeMap::new(),
            trail: Vec::new(),
            frozen: false,
            rearranges: false,
            obligations: Vec::new(),
        }
    }

    /// The frozen bindings of a renaming.
    pub(crate) fn of(
        network: &'n Network,
        classes: &'n Classes,
        renaming: &Renaming,
    ) -> Bindings<'n> {
        let mut bindings = Bindings::new(network, classes);
        for (from, to) in (0u32..).zip(&renaming.processes) {
            bindings.processes.add(ProcessId(from), ProcessId(*to));
        }
        for (from, to) in (0u32..).zip(&renaming.variables) {
            bindings.variables.add(VariableId(from), VariableId(*to));
        }
        for (from, to) in (0u32..).zip(&renaming.clocks) {
            bindings.clocks.add(ClockFamilyId(from), ClockFamilyId(*to));
        }
        for (from, to) in (0u32..).zip(&renaming.channels) {
            bindings.channels.add(ChannelFamilyId(from), ChannelFamilyId(*to));
        }
        for (process, images) in renaming.locations.iter().enumerate() {
            let pairs = bindings.locations.entry(ProcessId::at(process)).or_default();
            for (from, to) in (0u32..).zip(images) {
                pairs.add(LocationId(from), LocationId(*to));
            }
        }
        for (class, moved) in &renaming.values {
            let pairs = bindings.values.entry(*class).or_default();
            for (from, to) in moved {
                pairs.add(*from, *to);
            }
        }
        bindings.frozen = true;
        bindings
    }

    /// Is nothing bound any more, only compared?
    pub(crate) fn is_settled(&self) -> bool {
        self.frozen
    }

    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back everything added since the mark.
    pub(crate) fn roll_back(&mut self, mark: usize) {
        for added in self.trail.split_off(mark) {
            match added {
                Added::Variable(id) => self.variables.remove(id),
                Added::Clock(id) => self.clocks.remove(id),
                Added::Channel(id) => self.channels.remove(id),
                Added::Process(id) => self.processes.remove(id),
                Added::Function(id) => self.functions.remove(id),
                Added::Location(process, id) => {
                    if let Some(pairs) = self.locations.get_mut(&process) {
                        pairs.remove(id);
                    }
                }
                Added::Value(class, value) => {
                    if let Some(pairs) = self.values.get_mut(&class) {
                        pairs.remove(value);
                    }
                }
            }
        }
        let known = |(from, _): &(FunctionId, FunctionId)| self.functions.forth.contains_key(from);
        self.obligations.retain(known);
    }

    /// Makes the renaming total: chains become cycles, the rest stays as it is.
    pub(crate) fn freeze(&mut self) {
        self.processes.complete();
        self.variables.complete();
        self.clocks.complete();
        self.channels.complete();
        self.values.values_mut().for_each(Pairs::complete);
        self.frozen = true;
        self.functions = Pairs::default();
        self.obligations.clear();
        self.trail.clear();
    }

    fn note(&mut self, new: Option<bool>, added: Added) -> bool {
        if new == Some(true) {
            self.trail.push(added);
        }
        new.is_some()
    }

    pub(crate) fn process(&mut self, from: ProcessId, to: ProcessId) -> bool {
        if self.frozen {
            return self.processes.of(from) == to;
        }
        let new = self.processes.add(from, to);
        self.note(new, Added::Process(from))
    }

    pub(crate) fn location(
        &mut self,
        from: (ProcessId, LocationId),
        to: (ProcessId, LocationId),
    ) -> bool {
        if !self.process(from.0, to.0) {
            return false;
        }
        if self.frozen {
            return self.location_of(from.0, from.1) == to.1;
        }
        let new = self.locations.entry(from.0).or_default().add(from.1, to.1);
        self.note(new, Added::Location(from.0, from.1))
    }

    pub(crate) fn variable(&mut self, from: VariableId, to: VariableId) -> bool {
        if self.frozen {
            return self.variables.of(from) == to;
        }
        let (left, right) = (self.network.variable(from), self.network.variable(to));
        let alike = left.storage == right.storage
            && left.dims.len() == right.dims.len()
            && left.domain.lower == right.domain.lower
            && left.domain.upper == right.domain.upper
            && left
                .dims
                .iter()
                .zip(&right.dims)
                .all(|(left, right)| left.lower == right.lower && left.upper == right.upper);
        if !alike {
            return false;
        }
        let new = self.variables.add(from, to);
        self.note(new, Added::Variable(from))
    }

    pub(crate) fn clock(&mut self, from: ClockFamilyId, to: ClockFamilyId) -> bool {
        if self.frozen {
            return self.clocks.of(from) == to;
        }
        if self.network.clock_family(from).dims != self.network.clock_family(to).dims {
            return false;
        }
        let new = self.clocks.add(from, to);
        self.note(new, Added::Clock(from))
    }

    pub(crate) fn channel(&mut self, from: ChannelFamilyId, to: ChannelFamilyId) -> bool {
        if self.frozen {
            return self.channels.of(from) == to;
        }
        let (left, right) = (self.network.channel_family(from), self.network.channel_family(to));
        if left.dims != right.dims || left.kind != right.kind || left.urgent != right.urgent {
            return false;
        }
        let new = self.channels.add(from, to);
        self.note(new, Added::Channel(from))
    }

    /// Calls of `from` become calls of `to`; that their bodies agree is an obligation.
    pub(crate) fn function(&mut self, from: FunctionId, to: FunctionId) -> bool {
        let new = self.functions.add(from, to);
        if new == Some(true) {
            self.obligations.push((from, to));
        }
        self.note(new, Added::Function(from))
    }

    /// A constant becomes another. Outside classes of identities it must stay the same.
    pub(crate) fn constant(&mut self, from: i32, to: i32, class: Option<Class>) -> bool {
        let Some(class) = class.filter(|class| self.classes.plain(*class).is_none()) else {
            return from == to;
        };
        if self.frozen {
            return self.value_of(class, from) == to;
        }
        let new = self.values.entry(class).or_default().add(from, to);
        self.note(new, Added::Value(class, from))
    }

    /// What a process becomes.
    pub(crate) fn process_of(&self, process: ProcessId) -> ProcessId {
        self.processes.of(process)
    }

    /// What a location becomes in the image of its process.
    pub(crate) fn location_of(&self, process: ProcessId, location: LocationId) -> LocationId {
        self.locations.get(&process).map_or(location, |pairs| pairs.of(location))
    }

    /// Is it known what the process becomes?
    pub(crate) fn knows_process(&self, process: ProcessId) -> bool {
        self.processes.forth.contains_key(&process)
    }

    /// Is it known what becomes the process?
    pub(crate) fn is_image(&self, process: ProcessId) -> bool {
        self.processes.back.contains_key(&process)
    }

    /// What a variable becomes.
    pub(crate) fn variable_of(&self, variable: VariableId) -> VariableId {
        self.variables.of(variable)
    }

    /// What an array of clocks becomes.
    pub(crate) fn clock_of(&self, family: ClockFamilyId) -> ClockFamilyId {
        self.clocks.of(family)
    }

    /// What an array of channels becomes.
    pub(crate) fn channel_of(&self, family: ChannelFamilyId) -> ChannelFamilyId {
        self.channels.of(family)
    }

    /// What a value of a class becomes.
    pub(crate) fn value_of(&self, class: Class, value: i32) -> i32 {
        self.values.get(&class).map_or(value, |pairs| pairs.of(value))
    }

    /// The values of a class that do not stay what they are.
    pub(crate) fn moved_values(&self, class: Class) -> impl Iterator<Item = (i32, i32)> + '_ {
        let pairs = self.values.get(&class).into_iter().flat_map(|pairs| &pairs.forth);
        pairs.map(|(from, to)| (*from, *to)).filter(|(from, to)| from != to)
    }

    /// The classes some of whose values move.
    pub(crate) fn moved_classes(&self) -> impl Iterator<Item = Class> + '_ {
        self.values.keys().copied().filter(|class| self.moved_values(*class).next().is_some())
    }
}
