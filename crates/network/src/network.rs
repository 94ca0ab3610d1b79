//! The network itself.

use crate::channel::ChannelFamily;
use crate::cost::CostModel;
use crate::drawing::TemplateDrawing;
use crate::ids::{
    ChannelFamilyId, ChannelId, ClockFamilyId, ClockId, FunctionId, Origin, ProcessId, ScalarSetId,
    Slot, VariableId,
};
use crate::overflow::Overflow;
use crate::process::Process;
use crate::stmt::{Function, Stmt};
use crate::variable::{ClockFamily, Domain, Storage, Variable, cell_name, cells};

/// A flat network of timed automata.
///
/// What holds of a network that passed [`validate`](crate::validate::validate):
///
/// * every id is in range and every place has at most as many indices as dimensions (exactly as many
///   where one cell is meant);
/// * blocks that are copied or compared have the same number of cells;
/// * select, quantifier and loop variables, parameters, results and locals are scratch;
/// * constants are never written;
/// * functions are in an order in which each calls only earlier ones;
/// * state variables come first in memory, then `meta`, then scratch, then constants; initial values
///   are in their domains.
///
/// What the fields say is documented where their types are.
#[derive(Clone, Debug, Default)]
pub struct Network {
    /// The processes in `system` order.
    pub processes: Vec<Process>,
    /// The templates they were made from.
    pub templates: Vec<Template>,
    pub variables: Vec<Variable>,
    pub clocks: Vec<ClockFamily>,
    pub channels: Vec<ChannelFamily>,
    pub functions: Vec<Function>,
    pub scalar_sets: Vec<ScalarSet>,
    /// Done before the updates of every transition.
    pub before_update: Vec<Stmt>,
    /// Done after the updates of every transition.
    pub after_update: Vec<Stmt>,
    /// The priority of internal transitions, on the scale of channel priorities.
    pub internal_priority: i32,
    /// What becomes of results that do not fit into 32 bits.
    pub overflow: Overflow,
    /// What runs cost, if the model says so.
    pub cost: Option<CostModel>,
    /// What runs earn, if the model says so.
    pub reward: Option<CostModel>,
    /// Constructs that the symbolic engine cannot run; with any of these no query can be answered.
    pub limitations: Vec<Limitation>,
}

/// A template, for people.
#[derive(Clone, Debug, Default)]
pub struct Template {
    pub name: String,
    pub drawing: TemplateDrawing,
}

/// A declared scalar set.
#[derive(Clone, Debug)]
pub struct ScalarSet {
    /// The name of its type.
    pub name: String,
    pub size: u32,
    /// Where it is declared.
    pub origin: Origin,
}

/// A construct outside the symbolic language.
#[derive(Clone, Debug)]
pub struct Limitation {
    /// What it is, as the reason of an `unsupported` answer.
    pub reason: String,
    pub origin: Origin,
}

impl Network {
    /// Assigns slots, clocks and channels to variables, clock families and channel families: state
    /// variables first, then `meta`, then scratch, then constants.
    pub fn lay_out(&mut self) {
        let mut next = 0;
        for storage in Storage::ALL {
            for variable in self.variables.iter_mut().filter(|v| v.storage == storage) {
                variable.base = Slot::at(next);
                next += cell_count(&variable.dims);
            }
        }
        let mut next = 0;
        for family in &mut self.clocks {
            family.base = ClockId::at(next);
            next += cell_count(&family.dims);
        }
        let mut next = 0;
        for family in &mut self.channels {
            family.base = ChannelId::at(next);
            next += cell_count(&family.dims);
        }
    }

    /// The variable with this id.
    #[must_use]
    pub fn variable(&self, id: VariableId) -> &Variable {
        &self.variables[id.index()]
    }

    /// The process with this id.
    #[must_use]
    pub fn process(&self, id: ProcessId) -> &Process {
        &self.processes[id.index()]
    }

    /// The function with this id.
    #[must_use]
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    /// The clock family with this id.
    #[must_use]
    pub fn clock_family(&self, id: ClockFamilyId) -> &ClockFamily {
        &self.clocks[id.index()]
    }

    /// The channel family with this id.
    #[must_use]
    pub fn channel_family(&self, id: ChannelFamilyId) -> &ChannelFamily {
        &self.channels[id.index()]
    }

    /// The scalar set with this id.
    #[must_use]
    pub fn scalar_set(&self, id: ScalarSetId) -> &ScalarSet {
        &self.scalar_sets[id.index()]
    }

    /// The number of cells with this storage.
    #[must_use]
    pub fn slots_in(&self, storage: Storage) -> usize {
        self.variables.iter().filter(|v| v.storage == storage).map(|v| cell_count(&v.dims)).sum()
    }

    /// The number of cells that are part of the state; they are slots `0..state_slots()`.
    #[must_use]
    pub fn state_slots(&self) -> usize {
        self.slots_in(Storage::State)
    }

    /// The number of cells of the whole memory.
    #[must_use]
    pub fn memory_slots(&self) -> usize {
        self.variables.iter().map(|v| cell_count(&v.dims)).sum()
    }

    /// The number of clocks.
    #[must_use]
    pub fn clock_count(&self) -> usize {
        self.clocks.iter().map(|f| cell_count(&f.dims)).sum()
    }

    /// The number of channels.
    #[must_use]
    pub fn channel_count(&self) -> usize {
        self.channels.iter().map(|f| cell_count(&f.dims)).sum()
    }

    /// The memory at the start.
    #[must_use]
    pub fn initial_memory(&self) -> Vec<i32> {
        let mut memory = vec![0; self.memory_slots()];
        for variable in &self.variables {
            let base = variable.base.index();
            memory[base..base + variable.initial.len()].copy_from_slice(&variable.initial);
        }
        memory
    }

    /// The clocks at the start.
    #[must_use]
    pub fn initial_clocks(&self) -> Vec<i32> {
        self.clocks.iter().flat_map(|family| family.initial.iter().copied()).collect()
    }

    /// The name of each slot, in order.
    #[must_use]
    pub fn slot_names(&self) -> Vec<String> {
        let mut names = vec![String::new(); self.memory_slots()];
        for variable in &self.variables {
            for offset in 0..cell_count(&variable.dims) {
                names[variable.base.index() + offset] =
                    cell_name(&variable.name, &variable.dims, offset);
            }
        }
        names
    }

    /// The domain of each slot, in order.
    #[must_use]
    pub fn slot_domains(&self) -> Vec<Domain> {
        let mut domains = vec![Domain::ANY; self.memory_slots()];
        for variable in &self.variables {
            let base = variable.base.index();
            domains[base..base + cell_count(&variable.dims)].fill(variable.domain);
        }
        domains
    }

    /// The name of each clock, in order.
    #[must_use]
    pub fn clock_names(&self) -> Vec<String> {
        let family_names = |family: &ClockFamily| {
            (0..cell_count(&family.dims))
                .map(|offset| cell_name(&family.name, &family.dims, offset))
                .collect::<Vec<_>>()
        };
        self.clocks.iter().flat_map(family_names).collect()
    }

    /// The name of each channel, in order.
    #[must_use]
    pub fn channel_names(&self) -> Vec<String> {
        let family_names = |family: &ChannelFamily| {
            (0..cell_count(&family.dims))
                .map(|offset| cell_name(&family.name, &family.dims, offset))
                .collect::<Vec<_>>()
        };
        self.channels.iter().flat_map(family_names).collect()
    }
}

/// The number of cells of an array that has been admitted to memory.
#[must_use]
pub fn cell_count(dims: &[Domain]) -> usize {
    usize::try_from(cells(dims)).expect("instantiation bounds the number of cells")
}
