//! What to do when names of two pieces meet: bind them, or take note.

use network::{ChannelFamilyId, ClockFamilyId, FunctionId, LocationId, ProcessId, VariableId};

use crate::identities::classes::Class;
use crate::renaming::bindings::Bindings;

/// Decides whether one name may become another.
pub(crate) trait Pairing {
    /// Are permutations of locations tried?
    fn rearranges(&self) -> bool;

    fn variable(&mut self, from: VariableId, to: VariableId) -> bool;
    fn clock(&mut self, from: ClockFamilyId, to: ClockFamilyId) -> bool;
    fn channel(&mut self, from: ChannelFamilyId, to: ChannelFamilyId) -> bool;
    fn function(&mut self, from: FunctionId, to: FunctionId) -> bool;
    fn location(&mut self, from: (ProcessId, LocationId), to: (ProcessId, LocationId)) -> bool;
    fn process(&mut self, from: ProcessId, to: ProcessId) -> bool;
    /// The number of the location is looked at: the locations, so many, keep their numbers.
    fn location_numbers(&mut self, from: ProcessId, to: ProcessId, count: usize) -> bool {
        let mut all = (0..count).map(LocationId::at);
        self.process(from, to) && all.all(|each| self.location((from, each), (to, each)))
    }
    fn constant(&mut self, from: i32, to: i32, class: Option<Class>) -> bool;
    /// Is nothing bound any more, only compared?
    fn is_settled(&self) -> bool;
    fn mark(&self) -> usize;
    fn roll_back(&mut self, mark: usize);
}

impl Pairing for Bindings<'_> {
    fn rearranges(&self) -> bool {
        self.rearranges
    }

    fn variable(&mut self, from: VariableId, to: VariableId) -> bool {
        Bindings::variable(self, from, to)
    }
    fn clock(&mut self, from: ClockFamilyId, to: ClockFamilyId) -> bool {
        Bindings::clock(self, from, to)
    }
    fn channel(&mut self, from: ChannelFamilyId, to: ChannelFamilyId) -> bool {
        Bindings::channel(self, from, to)
    }
    fn function(&mut self, from: FunctionId, to: FunctionId) -> bool {
        Bindings::function(self, from, to)
    }
    fn location(&mut self, from: (ProcessId, LocationId), to: (ProcessId, LocationId)) -> bool {
        Bindings::location(self, from, to)
    }
    fn process(&mut self, from: ProcessId, to: ProcessId) -> bool {
        Bindings::process(self, from, to)
    }
    fn constant(&mut self, from: i32, to: i32, class: Option<Class>) -> bool {
        Bindings::constant(self, from, to, class)
    }
    fn is_settled(&self) -> bool {
        Bindings::is_settled(self)
    }
    fn mark(&self) -> usize {
        Bindings::mark(self)
    }
    fn roll_back(&mut self, mark: usize) {
        Bindings::roll_back(self, mark);
    }
}

/// Accepts everything and remembers which names meet.
#[derive(Default)]
pub(crate) struct Roles {
    pub(crate) variables: Vec<(VariableId, VariableId)>,
    pub(crate) clocks: Vec<(ClockFamilyId, ClockFamilyId)>,
    pub(crate) channels: Vec<(ChannelFamilyId, ChannelFamilyId)>,
    pub(crate) functions: Vec<(FunctionId, FunctionId)>,
}

impl Pairing for Roles {
    fn rearranges(&self) -> bool {
        false
    }

    fn variable(&mut self, from: VariableId, to: VariableId) -> bool {
        self.variables.push((from, to));
        true
    }
    fn clock(&mut self, from: ClockFamilyId, to: ClockFamilyId) -> bool {
        self.clocks.push((from, to));
        true
    }
    fn channel(&mut self, from: ChannelFamilyId, to: ChannelFamilyId) -> bool {
        self.channels.push((from, to));
        true
    }
    fn function(&mut self, from: FunctionId, to: FunctionId) -> bool {
        if !self.functions.contains(&(from, to)) {
            self.functions.push((from, to));
        }
        true
    }
    fn location(&mut self, from: (ProcessId, LocationId), to: (ProcessId, LocationId)) -> bool {
        from.1 == to.1
    }
    fn process(&mut self, _: ProcessId, _: ProcessId) -> bool {
        true
    }
    fn constant(&mut self, _: i32, _: i32, _: Option<Class>) -> bool {
        true
    }
    fn is_settled(&self) -> bool {
        false
    }
    fn mark(&self) -> usize {
        0
    }
    fn roll_back(&mut self, _: usize) {}
}
