//! Objects: the cells, clocks and channels that a name stands for.
//!
//! Records and arrays are flattened to leaves, each with the dimensions of all arrays around it.

use std::rc::Rc;

use network::{
    ChannelFamily, ChannelFamilyId, ChannelId, ChannelKind, ClockFamily, ClockFamilyId, ClockId,
    Domain, Expr, Origin, Slot, Storage, Variable, VariableId,
};
use syntax::Span;

use super::shape::Shape;
use super::{Binding, Lowered, Lowering, Stop};
use crate::limits;
use crate::symbol::{Role, SymbolId};

/// A leaf of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Leaf {
    Variable(VariableId),
    Clock(ClockFamilyId),
    Channel(ChannelFamilyId),
    /// Nothing that is followed.
    Ignored,
}

/// Some leaves with their first indices fixed.
#[derive(Clone, Debug)]
pub(super) struct Object {
    /// What remains to be indexed or selected.
    pub(super) shape: Shape,
    pub(super) leaves: Rc<[Leaf]>,
    /// The indices of all its leaves so far.
    pub(super) indices: Vec<Expr>,
}

/// What the leaves of a new object have in common.
#[derive(Clone, Copy)]
pub(super) struct Making {
    pub(super) storage: Storage,
    /// Where it is declared.
    pub(super) span: Span,
}

impl Object {
    /// The integers it consists of, if it is nothing but one leaf of integers.
    pub(super) fn variable(&self) -> Option<VariableId> {
        match *self.leaves {
            [Leaf::Variable(variable)] => Some(variable),
            _ => None,
        }
    }
}

/// The values that the cells of a new object start with, one list for each leaf.
pub(super) type Values = Vec<Vec<i32>>;

impl Lowering<'_> {
    /// Makes what a declared name stands for.
    pub(super) fn declared_object(&mut self, symbol: SymbolId, prefix: &str) -> Lowered<Binding> {
        let model = self.model;
        let declared = &model.symbols[symbol];
        let Some(variable) = model.symbols.variable(symbol) else { return Err(Stop::Reported) };
        let constant = variable.role == Role::Constant;
        let shape = self.shape(&variable.ty, constant)?;
        let initialiser = variable.initialiser.as_ref();
        if constant && initialiser.is_none() {
            return Err(Stop::Reported);
        }
        let values = self.initial_values(&shape, initialiser, declared.span)?;
        if let (true, Shape::Int(_), [values]) = (constant, &shape, &*values)
            && let [value] = **values
        {
            return Ok(Binding::Value(value));
        }
        let storage = match variable.role {
            Role::Constant => Storage::Constant,
            Role::Meta => Storage::Meta,
            _ => Storage::State,
        };
        let name = format!("{prefix}{}", declared.name);
        let making = Making { storage, span: declared.span };
        Ok(Binding::Object(self.make(&name, shape, values, making)?))
    }

    /// Makes the leaves of a shape.
    pub(super) fn make(
        &mut self,
        name: &str,
        shape: Shape,
        values: Values,
        making: Making,
    ) -> Lowered<Object> {
        let mut leaves = Vec::with_capacity(shape.leaves());
        let mut values = values.into_iter();
        let mut dims = Vec::new();
        self.flatten(name, &shape, &mut dims, &mut |this, name, leaf, dims| {
            let values = values.next().unwrap_or_default();
            let leaf = this.leaf(name, leaf, dims, values, making)?;
            leaves.push(leaf);
            Ok(())
        })?;
        Ok(Object { shape, leaves: leaves.into(), indices: Vec::new() })
    }

    fn flatten(
        &mut self,
        name: &str,
        shape: &Shape,
        dims: &mut Vec<Domain>,
        found: &mut impl FnMut(&mut Self, &str, &Shape, &[Domain]) -> Lowered<()>,
    ) -> Lowered<()> {
        match shape {
            Shape::Array(dim, element) => {
                dims.push(*dim);
                let result = self.flatten(&format!("{name}[]"), element, dims, found);
                dims.pop();
                result
            }
            Shape::Record(fields) => {
                for (field, shape) in fields.iter() {
                    self.flatten(&format!("{name}.{field}"), shape, dims, found)?;
                }
                Ok(())
            }
            leaf => found(self, name, leaf, dims),
        }
    }

    fn leaf(
        &mut self,
        name: &str,
        shape: &Shape,
        dims: &[Domain],
        values: Vec<i32>,
        making: Making,
    ) -> Lowered<Leaf> {
        let origin = self.origins.of(making.span);
        match shape {
            Shape::Int(domain) => {
                Ok(Leaf::Variable(self.variable(name, dims, *domain, values, making)))
            }
            Shape::Clock => {
                let id = ClockFamilyId::at(self.network.clocks.len());
                self.network.clocks.push(ClockFamily {
                    name: name.to_owned(),
                    owner: self.process,
                    dims: dims.to_vec(),
                    base: ClockId(0),
                    initial: values,
                    origin,
                });
                Ok(Leaf::Clock(id))
            }
            Shape::Channel(channel) => {
                let kind =
                    if channel.broadcast { ChannelKind::Broadcast } else { ChannelKind::Binary };
                let id = ChannelFamilyId::at(self.network.channels.len());
                self.network.channels.push(ChannelFamily {
                    name: name.to_owned(),
                    owner: self.process,
                    dims: dims.to_vec(),
                    kind,
                    urgent: channel.urgent,
                    priority: vec![self.default_priority; network::network::cell_count(dims)],
                    base: ChannelId(0),
                    origin,
                });
                Ok(Leaf::Channel(id))
            }
            _ => Ok(Leaf::Ignored),
        }
    }

    /// Makes integer cells that have been admitted.
    pub(super) fn variable(
        &mut self,
        name: &str,
        dims: &[Domain],
        domain: Domain,
        values: Vec<i32>,
        making: Making,
    ) -> VariableId {
        let origin = self.origins.of(making.span);
        let id = VariableId::at(self.network.variables.len());
        let base = Slot::at(self.memory.len());
        self.memory.extend_from_slice(&values);
        self.network.variables.push(Variable {
            name: name.to_owned(),
            owner: self.process,
            dims: dims.to_vec(),
            domain,
            storage: making.storage,
            base,
            initial: values,
            origin,
        });
        id
    }

    pub(super) fn scratch(&mut self, name: &str, domain: Domain, span: Span) -> VariableId {
        let name = self.qualified(name);
        let value = default_value(domain);
        let making = Making { storage: Storage::Scratch, span };
        self.usage.cells += 1;
        self.variable(&name, &[], domain, vec![value], making)
    }

    /// A scratch object with default values.
    pub(super) fn scratch_object(
        &mut self,
        name: &str,
        shape: Shape,
        span: Span,
    ) -> Lowered<Object> {
        let name = self.qualified(name);
        let values = self.initial_values(&shape, None, span)?;
        self.make(&name, shape, values, Making { storage: Storage::Scratch, span })
    }

    /// An object that is one scratch cell.
    pub(super) fn cell(&self, variable: VariableId) -> Object {
        let domain = self.network.variable(variable).domain;
        Object {
            shape: Shape::Int(domain),
            leaves: Rc::new([Leaf::Variable(variable)]),
            indices: Vec::new(),
        }
    }

    /// The place of a span in the table of origins.
    pub(super) fn origin(&mut self, span: Span) -> Origin {
        self.origins.of(span)
    }

    /// Counts the leaves of a shape against the limits, before any memory is spent.
    pub(super) fn admit_shape(&mut self, shape: &Shape, count: u128, span: Span) -> Lowered<()> {
        match shape {
            Shape::Array(dim, element) => {
                let count = count.saturating_mul(u128::from(dim.size()));
                self.admit_shape(element, count, span)
            }
            Shape::Record(fields) => {
                let fields = fields.clone();
                fields.iter().try_for_each(|(_, shape)| self.admit_shape(shape, count, span))
            }
            Shape::Int(_) => {
                let used = self.usage.cells;
                self.usage.cells = self.admit(count, used, limits::CELLS, ("cells", span))?;
                Ok(())
            }
            Shape::Clock => {
                let used = self.usage.clocks;
                self.usage.clocks = self.admit(count, used, limits::CLOCKS, ("clocks", span))?;
                Ok(())
            }
            Shape::Channel(_) => {
                let used = self.usage.channels;
                self.usage.channels =
                    self.admit(count, used, limits::CHANNELS, ("channels", span))?;
                Ok(())
            }
            Shape::Ignored(_) => Ok(()),
        }
    }
}

/// The value a cell starts with when nothing is said: 0 if possible.
pub(super) fn default_value(domain: Domain) -> i32 {
    if domain.contains(0) { 0 } else { domain.lower }
}
